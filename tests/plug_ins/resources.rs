//! Resources of libraries in C and C++, beside those of Rust: cables that ask seas.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use bowline_engine::{Catalog, LoadOptions, Model, Run, Source, Sources, Table};
use serde_json::{Value, json};
use simobject::{Creator, Failure, In, Io, Out, Quantity, Resource, ResourceKind, Result, SimObject, State};
use simobject_elements::environment;
use tempfile::TempDir;

use crate::program::native::{LIBRARIES, assert_says, run, with_libraries};
use crate::program::text;

const WATER: ResourceKind<3, 4> = ResourceKind::new(
    "WaterKinematics",
    "How water moves at a position",
    &[Quantity::new("Pos", "m", 3)],
    &[Quantity::new("Vel", "m/s", 3), Quantity::new("Depth", "m", 1)],
);

/// What asking.c has, operation by operation.
struct Sea {
    surface: In<1>,
    swell: State<1>,
    limit: f64,
}

impl SimObject for Sea {
    const NAME: &'static str = "Environment/Sea";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let surface = c.in_port("Surface", "m/s", "Velocity at the surface");
        let swell = c.state("Swell", "m/s", "Swell that dies out");
        c.provides("Water", &WATER, "Its water", Self::kinematics).reads(surface);
        c.derivatives(|this: &Self, io: &mut Io<'_>| {
            let [swell] = io.get(this.swell);
            io.set_derivative(this.swell, [-swell]);
        });
        Ok(Self { surface, swell, limit: c.parameter("Limit").unit("m").default(10.0) })
    }
}

impl Sea {
    fn kinematics(&self, io: &Io<'_>, [_, _, z]: [f64; 3]) -> Result<[f64; 4]> {
        if z > self.limit {
            return Err(Failure::recoverable("there is no water above the surface"));
        }
        let ([surface], [swell]) = (io.get(self.surface), io.get(self.swell));
        Ok([surface * z.exp() * io.time().cos(), swell, 0.0, 100.0 + z])
    }
}

struct Cable {
    ends: State<6>,
    depth: Out<1>,
    water: Resource<3, 4>,
}

impl SimObject for Cable {
    const NAME: &'static str = "Cable/Drifting";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = c.state("Ends", "m", "Positions of both ends");
        let depth = c.out_port("Depth", "m", "Depth at the first end");
        let water = c.uses("Water", &WATER, "The water around it");
        c.derivatives(Self::drift).reads((ends, water));
        c.common_computation(Self::measure).reads((ends, water)).fills(depth);
        Ok(Self { ends, depth, water })
    }
}

impl Cable {
    fn drift(&self, io: &mut Io<'_>) {
        let [a, b, c, d, e, f] = io.get(self.ends);
        let mut answers = [[0.0; 4]; 2];
        io.query_many(self.water, &[[a, b, c], [d, e, f]], &mut answers);
        let [[a, b, c, _], [d, e, f, _]] = answers;
        io.set_derivative(self.ends, [a, b, c, d, e, f]);
    }

    fn measure(&self, io: &mut Io<'_>) {
        let [a, b, c, ..] = io.get(self.ends);
        let [_, _, _, depth] = io.query(self.water, [a, b, c]);
        io.set(self.depth, [depth]);
    }
}

/// Asks for what C has of the kinds that libraries share.
struct Asker;

impl SimObject for Asker {
    const NAME: &'static str = "Asker";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let _ = (c.uses("A", &environment::GRAVITY, ""), c.uses("B", &environment::VECTOR_FIELD, ""));
        Ok(Self)
    }
}

simobject::library! { name: "in_rust", types: [Sea, Cable, Asker] }

const LANGUAGES: [&str; 3] = ["in_rust", "asking", "asking_too"];

fn load(sections: &str) -> Arc<Model> {
    let mut catalog = Catalog::new([&LIBRARY, &bowline_base::LIBRARY]);
    for library in [&LIBRARIES.asking_in_c, &LIBRARIES.asking_in_cpp] {
        // SAFETY: it was built for this.
        unsafe { catalog.add_file(library) }.unwrap();
    }
    let sources = Sources::new(Source::new("test.xml", format!("<Contents>{sections}</Contents>")));
    bowline_engine::load(&sources, &catalog, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// The bits of all rows, and on how many threads they were calculated.
fn rows(model: &Arc<Model>) -> (Vec<Vec<u64>>, usize) {
    let mut table = Table::new(model);
    let mut run = Run::new(model);
    run.to_end(&mut table, &mut |_| ControlFlow::Continue(())).unwrap();
    let bits = |row: &Vec<f64>| row.iter().map(|number| number.to_bits()).collect();
    (table.rows().iter().map(|(_, row)| bits(row)).collect(), run.statistics().threads)
}

/// So many cables in a sea whose surface moves.
fn fleet(cables: usize, of_cables: &[&str], of_sea: &str, engine: &str) -> String {
    let (mut objects, mut initial) = (String::new(), String::new());
    for i in 0..cables {
        if i == cables / 2 {
            objects += &format!(r#"<Lib LibName="{of_sea}" SimObject="Environment/Sea" Name="S"/>"#);
        }
        let kind = of_cables[i % of_cables.len()];
        objects += &format!(r#"<Lib LibName="{kind}" SimObject="Cable/Drifting" Name="C{i}"/>"#);
        let z = -0.01 * (i % 100) as f64;
        initial += &format!(r#"<InitialCondition C{i}.Ends="{i}, 0, {z}, {i}, 1, {}"/>"#, 2.0 * z);
    }
    format!(
        r#"<OBJECTS>{objects}<Lib LibName="base" SimObject="Src/Sine" Name="W" Frequency="0.5"/></OBJECTS>
           <INTERCONNECTIONS><Connection S.Surface="W.Out"/></INTERCONNECTIONS>
           <INITIALIZATION>{initial}<InitialCondition S.Swell="0.3"/></INITIALIZATION>
           <INTEGRATION><Engine {engine}/></INTEGRATION>"#
    )
}

/// The cable drifts as the sea says: with the swell alone y = y0 + 0.3 (1 - exp(-t)).
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn every_language_asks_every_other_one_and_gets_the_same_bits() {
    let engine = r#"TOutput="0:0.5:2" FileOutput="objects:states, object.C0:Depth, object.C1:Depth, object.C2:Depth""#;
    let expected = rows(&load(&fleet(3, &["in_rust"], "in_rust", engine))).0;
    let last = f64::from_bits(expected[4][1]);
    assert!((last - 0.3 * (1.0 - (-2.0_f64).exp())).abs() < 1e-6, "{last}");
    for sea in LANGUAGES {
        for cables in [&["in_rust"][..], &["asking"], &["asking_too"], &LANGUAGES] {
            let found = rows(&load(&fleet(3, cables, sea, engine))).0;
            assert!(found == expected, "{cables:?} ask {sea}");
        }
    }
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn the_same_bits_on_one_two_and_three_threads() {
    let with = |cables: &[&str], sea: &str, threads: usize| {
        let engine = format!(r#"TOutput="0, 0.25" RelTol="1e-4" NumCores="{threads}""#);
        let (rows, used) = rows(&load(&fleet(9000, cables, sea, &engine)));
        assert_eq!(used, threads, "the model is large enough");
        rows
    };
    // Those of C++ keep scratch in themselves, so that one thread calculates them, behind the others.
    let mixed = ["in_rust", "in_rust", "asking", "asking", "asking_too"];
    let expected = with(&["in_rust"], "in_rust", 1);
    for (cables, sea) in [(&["in_rust"][..], "asking_too"), (&["asking"], "in_rust"), (&mixed, "asking_too")] {
        for threads in [1, 2, 3] {
            assert!(with(cables, sea, threads) == expected, "{cables:?} ask {sea} on {threads} threads");
        }
    }
}

/// Each echo doubles what the one before it answers.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn an_answer_in_cpp_may_ask_others() {
    let found = rows(&load(
        r#"<OBJECTS>
             <Lib LibName="asking_too" SimObject="Cable/Drifting" Name="C"/>
             <Lib LibName="asking_too" SimObject="Environment/Echo" Name="E"/>
             <Lib LibName="asking_too" SimObject="Environment/Echo" Name="F"/>
             <Lib LibName="asking" SimObject="Environment/Sea" Name="S"/>
           </OBJECTS>
           <INTERCONNECTIONS><Connection C.Water="E.Water" E.Source="F.Water" F.Source="S.Water" S.Surface="0"/></INTERCONNECTIONS>
           <INITIALIZATION><InitialCondition C.Ends="0,0,-3,0,0,0" S.Swell="0"/></INITIALIZATION>
           <INTEGRATION><Engine TOutput="0, 1" FileOutput="object.C:Depth"/></INTEGRATION>"#,
    ));
    assert_eq!(found.0.iter().map(|row| f64::from_bits(row[0])).collect::<Vec<_>>(), [388.0, 388.0]);
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn kinds_that_libraries_share_are_the_same_in_c_and_rust() {
    let model = load(
        r#"<OBJECTS><Lib LibName="in_rust" SimObject="Asker" Name="A"/>
             <Lib LibName="asking" SimObject="Environment/Nowhere" Name="N"/></OBJECTS>
           <INTERCONNECTIONS/><INTEGRATION><Engine TOutput="0, 1"/></INTEGRATION>"#,
    );
    let kinds = |object: usize| {
        let resources = &model.objects()[object].interface().resources;
        resources.iter().map(|resource| resource.kind.clone()).collect::<Vec<_>>()
    };
    assert_eq!(kinds(0), kinds(1), "with what is said of them, too");
}

/// A scenario with a cable in Rust, C or C++.
fn drifting(cable: &str, provider: &str, connections: &str, initial: &str) -> String {
    format!(
        r#"<OBJECTS><Lib LibName="{cable}" SimObject="Cable/Drifting" Name="C"/><Lib {provider}/></OBJECTS>
           <INTERCONNECTIONS>{connections}</INTERCONNECTIONS>
           <INITIALIZATION><InitialCondition C.Ends="0,0,0,0,0,20"/>{initial}</INITIALIZATION>
           <INTEGRATION><Engine TOutput="0, 1"/></INTEGRATION>"#
    )
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn failures_name_who_answers_and_who_asked() {
    let (c, cpp): (&Path, &Path) = (&LIBRARIES.asking_in_c, &LIBRARIES.asking_in_cpp);
    for (cable, sea) in [("asking", "asking_too"), ("asking_too", "asking"), ("asking", "asking")] {
        let directory = TempDir::new().unwrap();
        let provider = format!(r#"LibName="{sea}" SimObject="Environment/Sea" Name="S""#);
        let initial = r#"<InitialCondition S.Swell="0"/>"#;
        let output = run(&directory, &drifting(cable, &provider, r#"<Connection S.Surface="0"/>"#, initial), &[c, cpp]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        let answering = format!("`S` (Environment/Sea of {sea}): answering for `Water` failed at t = 0 s");
        let function = if cable == "asking" { "drift" } else { "OdeFcn" };
        let asking = format!("`C` (Cable/Drifting of {cable}) asked in `{function}`");
        assert_says(&said, &[&answering, "there is no water above the surface", &asking]);
    }
    let directory = TempDir::new().unwrap();
    let stormy = r#"LibName="asking_too" SimObject="Bad/Stormy" Name="S""#;
    let output = run(&directory, &drifting("asking", stormy, "", ""), &[c, cpp]);
    assert_says(
        &text(&output.stderr),
        &["`S` (Bad/Stormy of asking_too): answering for `Water` failed", "threw an exception: a storm"],
    );
}

/// There is room for one answer; each of these counts is a mistake of the caller.
#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn nobody_writes_more_answers_than_may_be_asked_for() {
    for (sea, count) in LANGUAGES.into_iter().flat_map(|sea| [-1.0, 1048577.0, 1e12].map(|count| (sea, count))) {
        let model = load(&format!(
            r#"<OBJECTS><Lib LibName="asking" SimObject="Bad/Greedy" Name="G" Count="{count}"/>
               <Lib LibName="{sea}" SimObject="Environment/Sea" Name="S"/></OBJECTS>
               <INTERCONNECTIONS><Connection S.Surface="0"/></INTERCONNECTIONS>
               <INITIALIZATION><InitialCondition S.Swell="0"/></INITIALIZATION>
               <INTEGRATION><Engine TOutput="0, 1" FileOutput="objects:all"/></INTEGRATION>"#
        ));
        let mut run = Run::new(&model);
        let outcome = run.to_end(&mut Table::new(&model), &mut |_| ControlFlow::Continue(()));
        let said = outcome.expect_err("it asks for too much").to_string();
        let count = if count < 0.0 { usize::MAX } else { count as usize };
        let answering = format!("was asked for {count} answers at once, of which there are 1048576 at most");
        assert_says(&said, &["`S` (Environment/Sea of ", &answering, "`G` (Bad/Greedy of asking) asked in `grab`"]);
    }
}

/// The process goes down in the provider, though the batch is that of a cable.
#[test]
#[cfg(unix)]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn a_crash_names_who_answered() {
    let directory = TempDir::new().unwrap();
    let sinking = r#"LibName="asking_too" SimObject="Bad/Sinking" Name="S""#;
    let sections =
        drifting("asking", sinking, "", "").replace("TOutput=\"0, 1\"", "TOutput=\"0:0.125:1\" HMax=\"0.125\"");
    let output = run(&directory, &sections, &[&LIBRARIES.asking_in_c, &LIBRARIES.asking_in_cpp]);
    assert_says(&text(&output.stderr), &["abort", "in `S` (Bad/Sinking of asking_too) at t = 0.5"]);
    let rows = crate::program::read(&directory, "out.csv");
    assert!(rows.lines().count() > 3, "rows up to there are kept: {rows}");
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn what_is_not_declared_is_out_of_reach() {
    let (c, cpp): (&Path, &Path) = (&LIBRARIES.asking_in_c, &LIBRARIES.asking_in_cpp);
    let directory = TempDir::new().unwrap();
    let careless = r#"LibName="asking" SimObject="Bad/Careless" Name="S" Answers="1""#;
    let output = run(&directory, &drifting("asking_too", careless, r#"<Connection S.In="1"/>"#, ""), &[c, cpp]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_says(&said, &["`S` (Bad/Careless of asking): `blurt` uses the in-port `In`, which it did not declare"]);
    let directory = TempDir::new().unwrap();
    let sections = r#"<OBJECTS><Lib LibName="asking" SimObject="Bad/Careless" Name="X" Answers="0"/>
             <Lib LibName="asking" SimObject="Environment/Sea" Name="S"/></OBJECTS>
           <INTERCONNECTIONS><Connection S.Surface="0" X.In="1"/></INTERCONNECTIONS>
           <INITIALIZATION><InitialCondition S.Swell="0"/></INITIALIZATION>
           <INTEGRATION><Engine TOutput="0, 1"/></INTEGRATION>"#;
    let said = text(&run(&directory, sections, &[c]).stderr);
    assert_says(&said, &["`X` (Bad/Careless of asking): `peek` uses the resource `Water`, which it did not declare"]);
}

#[test]
#[cfg_attr(no_c_compilers, ignore = "there is no compiler of C and C++ here; CC and CXX may name them")]
fn what_is_declared_in_c_and_cpp_is_described() {
    let kind = |doc: &str| {
        json!([{
            "name": "Water", "doc": "Its water", "kind": "WaterKinematics", "kind_doc": doc,
            "inputs": [{"name": "Pos", "width": 3, "unit": "m"}],
            "outputs": [{"name": "Vel", "width": 3, "unit": "m/s"}, {"name": "Depth", "width": 1, "unit": "m"}],
        }])
    };
    let of_c = ("asking", &LIBRARIES.asking_in_c, "How water moves at a position", "kinematics");
    let of_cpp = ("asking_too", &LIBRARIES.asking_in_cpp, "", "Kinematics");
    for (name, library, doc, function) in [of_c, of_cpp] {
        let directory = TempDir::new().unwrap();
        let described = |kind: &str, format: &str| {
            let arguments = ["describe", &format!("{name}:{kind}"), "--format", format];
            text(&with_libraries(&directory, &arguments, &[library]).stdout)
        };
        let page: Value = serde_json::from_str(&described("Environment/Sea", "json")).unwrap();
        assert_eq!((&page["provides"], &page["uses"]), (&kind(doc), &json!([])));
        let markdown = described("Environment/Sea", "markdown");
        let row = "| `Water` | `WaterKinematics` | `Pos` (3, m) -> `Vel` (3, m/s), `Depth` (1, m) | Its water |";
        assert!(markdown.contains(row), "{markdown}");
        let answers = format!("| `{function}` | reads `Surface`, `Swell`; answers for `Water` |");
        assert!(markdown.contains(&answers), "{markdown}");
        let human = described("Cable/Drifting", "human");
        assert!(
            human.contains("\nAsks\n  Water  WaterKinematics  Pos (3, m) -> Vel (3, m/s), Depth (1, m)"),
            "{human}"
        );
    }
}
