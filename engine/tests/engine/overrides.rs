//! What the command line sets in place of what the scenario says.

use std::sync::Arc;
use std::thread;

use bowline_engine::description::OverrideTarget;
use bowline_engine::{Diagnostics, LoadOptions, Model, Run, SavedState, Scenario, Source, Sources};

use crate::laboratory::{catalog, load_from, run, scenario};

/// A mass on a spring that hangs from a fixed point, and a spring in a wall.
const HANGING: &str = r#"<Contents>
  <OBJECTS>
    <Lib LibName="FhsimTutorialLibrary" SimObject="Cable/LinearSpring" Name="S" Stiffness="100" RelaxedLength="10"/>
    <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="2" g="-9.81"/>
  </OBJECTS>
  <INTERCONNECTIONS>
    <Connection S.PosA="0,0,-10" S.PosB="B.Pos" B.Force="S.ForceB"/>
  </INTERCONNECTIONS>
  <INITIALIZATION><InitialCondition B.Pos="0,0,5" B.Vel="0,0,0"/></INITIALIZATION>
  <INTEGRATION><Engine TOutput="0:0.5:3"/></INTEGRATION>
</Contents>"#;

const MOVED: &str = r#"<Contents>
  <OBJECTS>
    <Lib LibName="mechanics" SimObject="Body/PrescribedMotion" Name="P"/>
  </OBJECTS>
  <INITIALIZATION><InitialCondition P.Path="0,0,0"/></INITIALIZATION>
  <INTEGRATION><Engine TOutput="0:0.5:3"/></INTEGRATION>
</Contents>"#;

fn sources(text: &str, overrides: &[&str]) -> Sources {
    Sources::new(Source::new("test.xml", text)).with_overrides(overrides.iter().copied())
}

fn with(text: &str, overrides: &[&str]) -> Result<Arc<Model>, Diagnostics> {
    load_from(&sources(text, overrides), LoadOptions::default())
}

/// The signals of a model at its start.
fn at_start<const N: usize>(text: &str, overrides: &[&str], signals: [&str; N]) -> [Vec<f64>; N] {
    let model = with(text, overrides).unwrap_or_else(|wrong| panic!("{overrides:?}: {wrong}"));
    let mut run = Run::new(&model);
    signals.map(|signal| run.get(&model.probe(signal).unwrap()).unwrap().to_vec())
}

#[test]
fn initial_conditions_and_constants_are_set_by_their_names() {
    let overrides = ["B.Pos=0,0,8", "Init:B.Vel=1,2,3", "S.PosA=0,0,-20", "S.Stiffness=7"];
    let [pos, vel, force] = at_start(HANGING, &overrides, ["B.Pos", "B.Vel", "S.ForceB"]);
    assert_eq!((pos, vel), (vec![0.0, 0.0, 8.0], vec![1.0, 2.0, 3.0]));
    // 28 m apart, 10 m relaxed, 7 N/m: 126 N, upwards.
    assert_eq!(force, [0.0, 0.0, -126.0]);
    let [force] = at_start(HANGING, &["Port:S.PosA=0,0,0"], ["S.ForceB"]);
    assert_eq!(force, [0.0, 0.0, 500.0], "5 m apart, pushed with 5 m times 100 N/m");
}

#[test]
fn a_port_that_is_open_can_be_set() {
    let [force] = at_start(MOVED, &["P.Force=1,2,3"], ["P.Reaction"]);
    assert_eq!(force, [-1.0, -2.0, -3.0]);
    let [force] = at_start(MOVED, &["P.Force[1]=2"], ["P.Reaction"]);
    assert_eq!(force, [0.0, -2.0, 0.0], "the others are the default input's");
}

#[test]
fn single_elements_are_set_where_a_vector_is_given_or_declared() {
    let overrides = ["B.Pos[2]=-7", "S.PosA[2]=-27", "B.Vel[0]=1e-3"];
    let [pos, vel, force] = at_start(HANGING, &overrides, ["B.Pos", "B.Vel", "S.ForceB"]);
    assert_eq!((pos, vel), (vec![0.0, 0.0, -7.0], vec![0.001, 0.0, 0.0]));
    assert_eq!(force, [0.0, 0.0, -1000.0], "20 m apart");
    let [vel] = at_start(MOVED, &["P.Velocity[2]=2"], ["P.Vel"]);
    assert_eq!(vel, [0.0, 0.0, 2.0], "an element of a default");
    let given = MOVED.replace("Name=\"P\"", "Name=\"P\" Velocity=\"0.1\"");
    let [vel] = at_start(&given, &["P.Velocity[0]=3"], ["P.Vel"]);
    assert_eq!(vel, [3.0, 0.1, 0.1], "a single number fills a vector");
    let text = scenario(&["Keeping K"], "", "", r#"TOutput="0, 1""#);
    let [x] = at_start(&text, &["K.X[2]=5", "K.Width=3", "K.X[0]=-1"], ["K.X"]);
    assert_eq!(x, [-1.0, 1.0, 5.0], "declared initial values, as many as the parameter says");
    let summed = HANGING.replace("0,0,-10", "-(1, 2*3), -2*5 + 1");
    let [force] = at_start(&summed, &["S.PosA[0]=0", "S.PosA[1]=0", "S.RelaxedLength=0"], ["S.ForceB"]);
    assert_eq!(force, [0.0, 0.0, -1400.0], "from -9 to 5");
}

#[test]
fn of_two_whole_values_the_later_one_holds_and_elements_stand_on_top() {
    let overrides = ["B.Pos[2]=3", "B.Pos=1,1,1", "Init:B.Pos=0,0,9", "B.Pos[2]=4", "B.Pos[0]=2"];
    let [pos] = at_start(HANGING, &overrides, ["B.Pos"]);
    assert_eq!(pos, [2.0, 0.0, 4.0]);
}

#[test]
fn a_parameter_is_preferred_to_its_namesakes_and_that_is_told() {
    let text = scenario(&["Namesakes N"], r#"N.Y="3""#, "", r#"TOutput="0, 1""#);
    let of = |overrides: &[&str]| at_start(&text, overrides, ["N.Given", "N.X", "N.Y"]);
    assert_eq!(of(&["N.X=5", "N.Y=6"]), [vec![5.0, 6.0], vec![1.0], vec![3.0]]);
    assert_eq!(of(&["Init:N.X=5", "Port:N.Y=6"]), [vec![0.25, 0.75], vec![5.0], vec![6.0]]);
    assert_eq!(of(&["Init:N.X[0]=5", "N.Y[0]=6"]), [vec![0.25, 6.0], vec![5.0], vec![3.0]]);
    let model = with(&text, &["N.X=5", "N.Y=6", "Init:N.X=2"]).unwrap();
    let notes: Vec<_> = model.warnings().sorted().into_iter().map(|note| (note.message(), note.help_text())).collect();
    let expected = [
        ("`N.X` sets the parameter; a state has the same name", Some("`Init:N.X` sets that")),
        ("`N.Y` sets the parameter; an in-port has the same name", Some("`Port:N.Y` sets that")),
    ];
    assert_eq!(notes, expected);
    // What an open port reads is the parameter: nothing else could be meant.
    assert!(with(MOVED, &["P.Velocity=1,2,3"]).unwrap().warnings().is_empty());
}

#[test]
fn a_model_tells_what_was_set_with_units() {
    let overrides = ["B.Pos[2]=3", "Engine:HMax=1", "S.Stiffness=5", "Port:S.PosA=0,0,0", "Engine:TOutput=0:1:2"];
    let model = with(HANGING, &overrides).unwrap();
    let told: Vec<_> =
        model.overridden().iter().map(|set| (set.name.as_str(), set.target, set.unit.as_str())).collect();
    assert_eq!(
        told,
        [
            ("B.Pos[2]", OverrideTarget::InitialCondition, "m"),
            ("Engine:HMax", OverrideTarget::Engine, "s"),
            ("S.Stiffness", OverrideTarget::Parameter, "N/m"),
            ("Port:S.PosA", OverrideTarget::Constant, "m"),
            ("Engine:TOutput", OverrideTarget::Engine, ""),
        ]
    );
    let sources = sources(MOVED, &["P.Velocity[2]=2"]);
    let model = load_from(&sources, LoadOptions::default()).unwrap();
    let parameters = model.parameters(0);
    let velocity = parameters.iter().find(|parameter| parameter.name == "Velocity").unwrap();
    assert_eq!((velocity.value.as_deref(), velocity.is_given), (Some("0.0,0.0,2.0"), true));
}

/// Code, message, help, and what is pointed at, of the only thing that is wrong.
fn refused(text: &str, set: &str) -> String {
    let sources = sources(text, &[set]);
    let wrong = load_from(&sources, LoadOptions::default()).expect_err(set);
    let told: Vec<String> = wrong
        .sorted()
        .iter()
        .map(|one| {
            let (source, place) = wrong.place_of(one).unwrap();
            let (code, name, at) = (one.code(), source.name(), &source.text()[place]);
            format!("{code} at {name} `{at}`: {one}; {}", one.help_text().unwrap_or(""))
        })
        .collect();
    told.join("\n")
}

#[test]
fn what_cannot_be_set_is_told_where_it_is_written() {
    for (set, expected) in [
        (
            "B.Poss=1",
            "unknown-parameter at --set `Poss`: `B` (Body/Mass) has no parameter, state or in-port `Poss`; did you \
             mean `Pos` or `Mass`?",
        ),
        ("Init:B.Force=1", "unknown-state at --set `Force`: `B` (Body/Mass) has no state `Force`; states of `B`: "),
        ("Port:B.Pos=1", "unknown-port at --set `Pos`: `B` (Body/Mass) has no in-port `Pos`; in-ports of `B`: `Force`"),
        (
            "S.ForceB=1",
            "has no parameter, state or in-port `ForceB`: it is an out-port, which a SimObject fills itself",
        ),
        ("C.Pos=1", "unknown-object at --set `C`: there is no object `C`; objects: `B`, `S`"),
        ("Engine.TOutput=1", "there is no object `Engine`; an attribute of `<Engine>` is written `Engine:TOutput`"),
        ("Parameter:B.Mass=1", "bad-override at --set `Parameter`: there is no prefix `Parameter:`; `Engine:` is for"),
        ("S.PosB=0,0,0", "driven-port at --set `S.PosB`: `S.PosB` cannot be set: it is connected to `B.Pos`; numbers"),
        ("S.PosB[1]=0", "`S.PosB` cannot be set: it is connected to `B.Pos`"),
        ("S.PosA=B.Pos", "driven-port at --set `B.Pos`: `S.PosA` can be set to numbers, not to a signal"),
        ("S.PosA=0,0", "width-mismatch at --set"),
        ("S.PosA=0,0,x", "bad-connection at --set"),
        ("B.Pos=0,0", "bad-initial-condition at --set `0,0`: `B.Pos` has width 3, but is given 2 numbers"),
        (
            "B.Pos[3]=1",
            "bad-slice at --set `[3]`: there is no element 3 in `B.Pos`, which has width 3; elements are counted",
        ),
        ("S.PosA[3]=1", "bad-slice at --set `[3]`: there is no element 3 in `S.PosA`, which has width 3"),
        (
            "B.Pos[-1]=1",
            "bad-override at --set `[-1]`: `[-1]` is no element; one element is set, and they are counted from 0",
        ),
        ("B.Pos[0:2]=1", "bad-override at --set `[0:2]`: `[0:2]` is no element"),
        ("B.Pos[0=1", "bad-override at --set `[0`: `[0` is no element"),
        ("B.Pos[0]=x", "bad-override at --set `x`: `B.Pos[0]`: `x` is neither a number nor a variable"),
        ("B.Pos[0]=1,2", "bad-override at --set `1,2`: `B.Pos[0]`: "),
        ("S.Acts[0]=1", "`S.Acts` (one of BothWays, InTension) has no elements that can be set one by one"),
        ("S.Stiffness[1]=1", "bad-slice at --set `[1]`: there is no element 1 in `S.Stiffness`, which has width 1"),
        ("B=1", "bad-override at --set `B`: an override of what?"),
        ("B.=1", "bad-override at --set `B.`: an override of what?"),
        ("Init:=1", "bad-override at --set ``: an override of what?"),
        ("B.Mass=-1", "bad-parameter at --set `-1`"),
    ] {
        let told = refused(HANGING, set);
        assert!(told.contains(expected) && !told.contains('\n'), "{set}: {told}\nnot: {expected}");
    }
    let unknown = refused(HANGING, "B.Zzzzzzzz=1");
    assert!(unknown.contains("parameters, states and in-ports of `B`: `Force`, `Mass`"), "{unknown}");
    let required = HANGING.replace(r#"B.Pos="0,0,5""#, "");
    let told = refused(&required, "B.Pos[2]=1");
    let expected = "`B.Pos` is not given, so it has no elements that could be replaced; give all of it: `B.Pos=VALUE";
    assert!(told.contains(expected), "{told}");
}

#[test]
fn members_of_bundles_are_set_where_nothing_is_connected() {
    let objects = ["TlmMass M Mass=\"2\"", "TlmSpring S Zc=\"1\""];
    let joined = scenario(&objects, r#"M.P2="S.P1""#, "", r#"TOutput="0, 1" SampleTime="0.1""#);
    let told = refused(&joined, "M.P2.c=1");
    assert!(told.contains("`M.P2.c` cannot be set: it is connected to `S.P1`"), "{told}");
    let told = refused(&joined, "S.P1.v=1");
    assert!(told.contains("`S.P1.v` cannot be set: it is connected to `M.P2`"), "{told}");
    let [v] = at_start(&joined, &["S.P2.v=1.5", "S.P2.f=0", "S.P2.x=0", "S.P2.me=1"], ["S.P2.v"]);
    assert_eq!(v, [1.5]);
}

#[test]
fn initial_conditions_are_not_set_where_the_run_begins_with_a_file() {
    let model = with(HANGING, &[]).unwrap();
    let saved = Run::new(&model).state();
    let state = SavedState::new("test", &model, &saved);
    let state = Source::new("state.json", state.to_json().unwrap());
    let load = |set: &str| {
        let sources = sources(HANGING, &[set]).with_initial_state(state.clone());
        load_from(&sources, LoadOptions::default())
    };
    assert!(load("B.Mass=3").is_ok());
    let wrong = load("B.Pos=0,0,1").unwrap_err().to_string();
    assert!(wrong.contains("no-effect: `B.Pos` has no effect: the run begins with the states of a file"), "{wrong}");
}

#[test]
fn a_scenario_that_is_read_once_gives_the_same_models_on_any_thread() {
    let base = sources(HANGING, &["S.Stiffness=50"]);
    let scenario = Scenario::read(&base).unwrap();
    let catalog = catalog();
    let once = |mass: u32| {
        let case = base.clone().with_overrides([format!("B.Mass={mass}"), format!("B.Pos[2]={mass}")]);
        let model = scenario.load(case.overrides(), &catalog, LoadOptions::default()).unwrap();
        run(&model)
    };
    let alone = |mass: u32| {
        let (mass, pos) = (format!("B.Mass={mass}"), format!("B.Pos[2]={mass}"));
        run(&with(HANGING, &["S.Stiffness=50", &mass, &pos]).unwrap())
    };
    let together: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (1..5).map(|mass| scope.spawn(move || once(mass))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for (mass, rows) in (1..5).zip(together) {
        assert_eq!(rows, alone(mass));
    }
    let case = base.clone().with_overrides(["B.Mass=x"]);
    let wrong = scenario.load(case.overrides(), &catalog, LoadOptions::default()).unwrap_err();
    let span = wrong.sorted()[0].span().unwrap();
    assert_eq!(wrong.texts().text(span), "x", "it points into the case's own override");
}
