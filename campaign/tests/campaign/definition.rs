//! A campaign as a TOML file.

use bowline_campaign::{Definition, Sampling, SamplingMethod, Series, Variation};

const WHOLE: &str = r#"
scenario = "model.xml"
until = 5.0
set = ["Engine:RelTol=1e-8"]
library = ["pumps.so"]
initial_state = "settled.json"
library_path = ["libraries"]
metric = ["final:B.Pos[2]", "peak=max:S.Force"]
series = "parquet"
signals = ["B.Pos"]

[vary]
"S.Stiffness" = "50:10:150"
"A.Mass" = "1,2"

[sample]
method = "lhs"
count = 100
"#;

#[test]
fn a_file_says_all_that_the_command_line_does() {
    let definition = Definition::parse(WHOLE).unwrap();
    assert_eq!((definition.scenario.to_str(), definition.until), (Some("model.xml"), Some(5.0)));
    assert_eq!(definition.series, Some(Series::Parquet));
    assert_eq!(definition.initial_state.as_deref(), Some(std::path::Path::new("settled.json")));
    assert_eq!(definition.metric, ["final:B.Pos[2]", "peak=max:S.Force"]);
    let varied: Vec<_> = definition.vary.iter().map(|variation| (variation.key(), variation.spec())).collect();
    assert_eq!(varied, [("S.Stiffness", "50:10:150"), ("A.Mass", "1,2")], "in the order of the file");
    assert_eq!(definition.sample, Some(Sampling { method: SamplingMethod::Lhs, count: 100, seed: 1 }));
}

#[test]
fn a_definition_is_written_and_read_again() {
    let definition = Definition::parse(WHOLE).unwrap();
    let written = definition.to_toml().unwrap();
    assert_eq!(Definition::parse(&written).unwrap(), definition, "{written}");
    let least = Definition { scenario: "m.xml".into(), ..Definition::default() };
    assert_eq!(Definition::parse(&least.to_toml().unwrap()).unwrap(), least);
}

/// As the option is written, too.
#[test]
fn an_initial_state_may_be_written_as_the_option_is() {
    let definition = Definition::parse(&WHOLE.replace("initial_state", "initial-state")).unwrap();
    assert_eq!(definition, Definition::parse(WHOLE).unwrap());
    assert!(definition.to_toml().unwrap().contains("\ninitial_state = "));
}

/// Folders of campaigns keep the key by which they are known again.
#[test]
fn metrics_may_be_called_extracts_in_files() {
    let definition = Definition::parse(WHOLE).unwrap();
    let written = definition.to_toml().unwrap();
    assert!(written.contains("\nextract = ["), "{written}");
    assert_eq!(Definition::parse(&WHOLE.replace("metric", "extract")).unwrap(), definition);
    let both = WHOLE.replace("series =", "extract = []\nseries =");
    assert!(Definition::parse(&both).unwrap_err().to_string().contains("duplicate field `extract`"));
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let text = WHOLE.replace("50:10:150", "50:-10:150");
    let error = Definition::parse(&text).unwrap_err().to_string();
    assert!(error.contains("line 13") && error.contains("write 50:10:150"), "{error}");
    let error = Definition::parse(&WHOLE.replace("metric", "metrik")).unwrap_err().to_string();
    assert!(error.contains("line 8") && error.contains("unknown field `metrik`"), "{error}");
    let error = Definition::parse("until = 5").unwrap_err().to_string();
    assert!(error.contains("missing field `scenario`"), "{error}");
}

#[test]
fn what_varies_is_not_set_too() {
    let with = |set: &str| Definition {
        set: vec![set.to_owned()],
        vary: vec![Variation::parse("B.Pos=(0,0,1),(0,0,2)").unwrap()],
        ..Definition::default()
    };
    for set in ["B.Pos=0,0,0", "B.Pos[1]=5"] {
        let error = with(set).plan().unwrap_err().to_string();
        assert!(error.contains("is set, and `B.Pos` varies: leave out one of the two"), "{error}");
    }
    assert!(with("B.PosX=5").plan().is_ok());
}
