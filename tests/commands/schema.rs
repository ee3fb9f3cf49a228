//! The schema of scenarios, as `xmllint` (libxml2) reads it, beside what the
//! program itself says of the same scenarios.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::program::{bowline, text};

/// A schema, and the program that validates with it.
struct Validator {
    directory: TempDir,
}

impl Validator {
    fn new() -> Self {
        let directory = TempDir::new().unwrap();
        let schema = bowline(&directory, &["schema"]);
        assert!(schema.status.success());
        fs::write(directory.path().join("scenario.xsd"), schema.stdout).unwrap();
        Self { directory }
    }

    /// Why a scenario is not valid, if it is not.
    fn fault(&self, scenario: &Path) -> Option<String> {
        let mut lint = Command::new("xmllint");
        lint.current_dir(&self.directory).args(["--noout", "--nonet", "--schema", "scenario.xsd"]).arg(scenario);
        let output = lint.output().unwrap();
        let said = text(&output.stderr);
        match output.status.code() {
            Some(0) => None,
            // Whatever else it is, it is not a judgement of the scenario.
            Some(3) => Some(said),
            code => panic!("{code:?}: {said}"),
        }
    }

    /// The same of a text, and whether the program finds it good.
    fn judgements(&self, scenario: &str) -> (Option<String>, bool) {
        let path = self.directory.path().join("scenario.xml");
        fs::write(&path, scenario).unwrap();
        (self.fault(&path), bowline(&self.directory, &["check", "scenario.xml"]).status.success())
    }
}

const OBJECTS: &str = r#"<OBJECTS><Lib LibName="base" SimObject="Src/Constant" Name="C" Value="1"/></OBJECTS>"#;
const INTEGRATION: &str = r#"<INTEGRATION><Engine TOutput="0:0.1:1"/></INTEGRATION>"#;

fn contents(sections: &[&str]) -> String {
    format!("<Contents>\n  {}\n</Contents>\n", sections.join("\n  "))
}

fn with_engine(attributes: &str) -> String {
    contents(&[OBJECTS, &format!("<INTEGRATION><Engine {attributes}/></INTEGRATION>")])
}

fn with_object(attributes: &str) -> String {
    contents(&[&format!("<OBJECTS><Lib {attributes}/></OBJECTS>"), INTEGRATION])
}

#[test]
#[cfg_attr(no_xmllint, ignore = "there is no `xmllint` here (Debian: libxml2-utils)")]
fn every_scenario_is_valid() {
    let validator = Validator::new();
    let folders = ["scenarios", "scenarios/schemes", "tests/schemes"]
        .map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let mut count = 0;
    for entry in folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()) {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "xml") {
            assert_eq!(validator.fault(&path), None, "{}", path.display());
            count += 1;
        }
    }
    assert!(count >= 4, "{count} scenarios");
}

#[test]
#[cfg_attr(no_xmllint, ignore = "there is no `xmllint` here (Debian: libxml2-utils)")]
fn what_the_program_accepts_is_valid() {
    let validator = Validator::new();
    let view = r#"<VIEW Up="y"/>"#;
    let with_schema = contents(&[OBJECTS, INTEGRATION]).replace(
        "<Contents>",
        r#"<Contents xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xsi:noNamespaceSchemaLocation="scenario.xsd">"#,
    );
    let mut scenarios = vec![
        contents(&[OBJECTS, INTEGRATION]),
        contents(&[INTEGRATION, view, "<INITIALIZATION/>", "<INTERCONNECTIONS></INTERCONNECTIONS>", OBJECTS]),
        with_object(r#"LibName="base" SimObject="Src/Noise" Name="N" StandardDeviation="1" SampleTime="1e-2""#),
        contents(&["<!-- a comment -->", OBJECTS, "<VIEW/>", INTEGRATION]),
        contents(&[
            r#"<VIEW Up="z"><Camera Name="Bow" Eye="8, -6, 4" Target="0,0,2*1 m"/>
                 <Camera Name="End" Eye="1,0,0" Target="0,0,0" Orthographic="12" At="3"/></VIEW>"#,
            OBJECTS,
            INTEGRATION,
        ]),
        with_schema,
        with_object(r#"LibName="fhsim_base" SimObject="Src/Constant" Name="Größe-1_a" Value="1, 2" PortWidth="2""#),
        contents(&[
            r#"<OBJECTS>
                 <Lib LibName="base" SimObject="Src/Constant" Name="C" Value="1"/>
                 <Lib LibName="base" SimObject="Math/Integrator" Name="I"/>
                 <Lib LibName="base" SimObject="Signal/Gain" Name="G" Gain="2"/>
               </OBJECTS>"#,
            r#"<INTERCONNECTIONS>
                 <Connection I.In="C.Out + 2*G.Out"/>
                 <Connection G.In="I.Out[0]"/>
               </INTERCONNECTIONS>"#,
            r#"<INITIALIZATION><InitialCondition I.Integral="3"/></INITIALIZATION>"#,
            INTEGRATION,
        ]),
    ];
    let engines = [
        r#"TOutput=" 0, +0.5 : 1e-1 :1. , 1.5,20E-1 ""#,
        r#"TOutput="-1:.5:1" TSave=" 0, 0.5 ""#,
        r#"TOutput="0:1:2" IntegratorMethod=" dormandprince ""#,
        r#"TOutput="0:1:2" IntegratorMethod="bdf" ErrorNorm=" rms""#,
        r#"TOutput="0:1:2" IntegratorMethod="RK4" stepsize="1e-2""#,
        r#"TOutput="0:1:2" IntegratorMethod="2" NumCores="+2" LogStates="True" UseRSSNormInsteadOfInfNorm="false""#,
        r#"TOutput="0:1:2" HMax=" 1. " HMin="0" HFirst=".1" AbsTol="0" RelTol="+1E-3""#,
        r#"TOutput="0:1:2" FileOutput="object.C:outputs, C.Out[0]""#,
        r#"TOutput="0:1:2" HMax="20 ms" RelTol="10^-6" AbsTol="(1e-6)""#,
    ];
    scenarios.extend(engines.map(with_engine));
    let variables = r#"<VARIABLES>
        <Variable Name="dt" Value="1 s/100" Doc="a step"/><Variable Name="L_1" Value="1, 2" Unit="mm"/>
        <Variable Name="oil" Text="VG 46"/>
      </VARIABLES>"#;
    scenarios.push(contents(&[
        variables,
        OBJECTS,
        r#"<INTEGRATION><Engine TOutput="0:1:2" HMax="dt"/></INTEGRATION>"#,
    ]));
    let outputs = r#"<INTEGRATION><Output Name="fast" TOutput="0:0.1:2"/><Engine TOutput="0:1:2" KeepOrder="1"/>
        <Output Name="slow-1" FileOutput="C.Out[0]" KeepOrder="false"/></INTEGRATION>"#;
    scenarios.push(contents(&[OBJECTS, outputs]));
    for scenario in scenarios {
        let (fault, good) = validator.judgements(&scenario);
        assert!(good, "the program refuses {scenario}");
        assert_eq!(fault, None, "{scenario}");
    }
}

#[test]
#[cfg_attr(no_xmllint, ignore = "there is no `xmllint` here (Debian: libxml2-utils)")]
fn what_is_not_valid_the_program_refuses() {
    let validator = Validator::new();
    let engine = |attributes| with_engine(&format!(r#"TOutput="0:1:2" {attributes}"#));
    let twice = r#"<OBJECTS>
        <Lib LibName="base" SimObject="Src/Constant" Name="C" Value="1"/>
        <Lib LibName="base" SimObject="Src/Constant" Name="C" Value="1"/>
      </OBJECTS>"#;
    for (scenario, about) in [
        (contents(&[OBJECTS, INTEGRATION, "<VARIABLE/>"]), "'VARIABLE': This element is not expected"),
        (
            contents(&[r#"<VARIABLES><Variable Value="1"/></VARIABLES>"#, OBJECTS, INTEGRATION]),
            "'Variable': The attribute 'Name' is required but missing",
        ),
        (
            contents(&[r#"<VARIABLES><Variable Name="k-1" Value="1"/></VARIABLES>"#, OBJECTS, INTEGRATION]),
            "'Name': [facet 'pattern']",
        ),
        (contents(&[OBJECTS, INTEGRATION, OBJECTS]), "'OBJECTS': This element is not expected"),
        (contents(&[INTEGRATION]), "Missing child element(s). Expected is one of ( VARIABLES, SCHEMES, OBJECTS"),
        (contents(&[OBJECTS]), "Missing child element(s). Expected is one of ("),
        (
            contents(&[OBJECTS, "<INTEGRATION/>"]),
            "'INTEGRATION': Missing child element(s). Expected is one of ( Output, Engine )",
        ),
        (contents(&[OBJECTS, INTEGRATION, "text"]), "Character content other than whitespace is not allowed"),
        (contents(&[OBJECTS, INTEGRATION, r#"<VIEW Up="x"/>"#]), "'Up': [facet 'enumeration'] The value 'x'"),
        (
            contents(&[OBJECTS, INTEGRATION, r#"<VIEW><Camera Name="Bow" Target="0,0,0"/></VIEW>"#]),
            "The attribute 'Eye' is required but missing",
        ),
        (contents(&[twice, INTEGRATION]), "Duplicate key-sequence ['C'] in unique identity-constraint 'Names'"),
        (
            with_object(r#"LibName="bas" SimObject="Src/Constant" Name="C" Value="1""#),
            "The value 'bas' is not an element",
        ),
        (with_object(r#"LibName="base" SimObject="Src/Const" Name="C" Value="1""#), "The value 'Src/Const' is not"),
        (with_object(r#"LibName="base" SimObject="Src/Constant" Name="1C" Value="1""#), "'Name': [facet 'pattern']"),
        (with_object(r#"LibName="base" SimObject="Src/Constant" Value="1""#), "The attribute 'Name' is required"),
        (
            with_object(r#"LibName="base" SimObject="Src/Noise" Name="N" StandardDeviation="1" SampleTime="0""#),
            "'0' is not a valid value of the local union type",
        ),
        (with_engine(""), "The attribute 'TOutput' is required but missing"),
        (with_engine(r#"TOutput="0:1""#), "'0:1' is not a valid value of the local union type"),
        (with_engine(r#"TOutput="0 1""#), "'0 1' is not a valid value of the local union type"),
        (engine(r#"HMaks="1""#), "The attribute 'HMaks' is not allowed"),
        (engine(r#"hmax="1""#), "The attribute 'hmax' is not allowed"),
        (engine(r#"HMax="0""#), "'0' is not a valid value of the local union type"),
        (engine(r#"HMin="-1""#), "'-1' is not a valid value of the local union type"),
        (engine(r#"RelTol="1 2""#), "'1 2' is not a valid value of the local union type"),
        (engine(r#"IntegratorMethod="RK5""#), "'RK5' is not a valid value of the local union type"),
        (engine(r#"ErrorNorm="inf""#), "'ErrorNorm': [facet 'enumeration']"),
        (engine(r#"LogStates="yes""#), "'LogStates': [facet 'enumeration']"),
        (engine(r#"NumCores="1025""#), "'1025' is not a valid value of the local union type"),
        (engine(r#"FileOutput=" ""#), "'FileOutput': [facet 'minLength']"),
        (engine(r#"TSave="0:1:2""#), "'0:1:2' is not a valid value of the local union type"),
        (
            contents(&[OBJECTS, r#"<INTEGRATION><Engine TOutput="0,1"/><Output TOutput="0:1:1"/></INTEGRATION>"#]),
            "'Output': The attribute 'Name' is required but missing",
        ),
    ] {
        let (fault, good) = validator.judgements(&scenario);
        assert!(!good, "the program accepts {scenario}");
        let fault = fault.unwrap_or_else(|| panic!("valid: {scenario}"));
        assert!(fault.contains(about), "`{about}` not in {fault}");
    }
}

#[test]
fn the_guide_tells_every_attribute_of_engine_and_the_schema_no_other() {
    let directory = TempDir::new().unwrap();
    let schema = text(&bowline(&directory, &["schema"]).stdout);
    let names = |text: &str| -> Vec<String> {
        let names = text.split("<xs:attribute name=\"").skip(1);
        names.map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
    };
    let engine = schema.split("<xs:complexType name=\"Engine\">").nth(1).unwrap();
    let mut of_schema = names(engine.split("</xs:complexType>").next().unwrap());
    let guide = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guide.md")).unwrap();
    let section = guide.split("\n## Engine\n").nth(1).unwrap().split("\n### ").next().unwrap();
    // The names in the first column; UseRSS... is told with ErrorNorm.
    let firsts = section.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let mut of_guide: Vec<String> =
        firsts.flat_map(|cell| cell.split(", ")).map(|name| name.trim_matches('`').to_owned()).collect();
    assert!(section.contains("`UseRSSNormInsteadOfInfNorm="));
    of_guide.push("UseRSSNormInsteadOfInfNorm".to_owned());
    of_schema.sort();
    of_guide.sort();
    assert_eq!(of_schema, of_guide);
}
