//! Equilibria against closed forms and reference data, and what is said where there is none, or many.

use std::sync::Arc;

use bowline_engine::{Conditions, Equilibrium, Given, Model, NoEquilibrium, Run, RunState};

use crate::laboratory::{complaints, load, run, scenario};

const AT_ONCE: &str = r#"TOutput="0, 1" FileOutput="objects:all""#;

fn given(signal: &str, value: f64) -> Given {
    Given { signal: signal.to_owned(), value }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// The equilibrium of a model from its start.
fn rest(model: &Arc<Model>, conditions: &Conditions) -> Result<Equilibrium, NoEquilibrium> {
    model.equilibrium(&model.first_state().unwrap(), conditions, &mut |_| None)
}

fn found(text: &str) -> (Arc<Model>, Equilibrium) {
    let model = load(text);
    let found = rest(&model, &Conditions::default()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    (model, found)
}

/// Signals of a model in a state.
fn signals(model: &Model, state: &RunState, names: &[&str]) -> Vec<f64> {
    let workspace = model.workspace_at(state).unwrap();
    names
        .iter()
        .flat_map(|name| model.probe(name).unwrap().values(state.time(), &workspace).collect::<Vec<_>>())
        .collect()
}

/// x'' = -g/l sin x - d x', from a little beside either place of rest.
fn pendulum(angle: f64) -> String {
    let objects = ["base:Math/Integrator X", "base:Math/Integrator V"];
    let fed = r#"X.In="V.Out" V.In="-9.81/2*sin(X.Out) - 0.1*V.Out""#;
    scenario(&objects, fed, &format!(r#"X.Integral="{angle:e}" V.Integral="0""#), AT_ONCE)
}

#[test]
fn a_pendulum_rests_below_and_above_its_hinge() {
    for (start, rests) in [(0.3, 0.0), (3.0, std::f64::consts::PI)] {
        let (_, found) = found(&pendulum(start));
        assert!((found.state.x()[0] - rests).abs() < 1e-14, "{found:?}");
        assert!(found.state.x()[1].abs() < 1e-15);
        assert!(found.rates.iter().all(|rate| rate.abs() < 1e-14));
    }
}

/// A mass of 2 kg that nothing holds: its place is read by nobody, and its velocity by nothing that has to be 0.
#[test]
fn a_free_mass_is_told_to_be_undetermined() {
    let free = |force: &str| {
        let objects = ["base:Math/Integrator X", "base:Math/Integrator V"];
        let fed = format!(r#"X.In="V.Out" V.In="{force}""#);
        load(&scenario(&objects, &fed, r#"X.Integral="1" V.Integral="0""#, AT_ONCE))
    };
    let Err(NoEquilibrium::Open(open)) = rest(&free("0"), &Conditions::default()) else { panic!("it is open") };
    assert_eq!((open.count, open.holds.as_slice()), (1, &names(&["V.Integral"])[..]), "{open}");
    let held = Conditions { holds: names(&["V.Integral"]), ..Conditions::default() };
    assert_eq!(rest(&free("0"), &held).unwrap().state.x(), [1.0, 0.0]);
    let falls = rest(&free("9.81"), &Conditions::default()).unwrap_err().to_string();
    assert!(falls.contains("the derivative of `V.Integral` is 9.81"), "{falls}");
    assert!(falls.contains("does not depend on any state"), "{falls}");
}

/// A motor that turns: the angle is read by nobody, and the speed is where torque and friction are equal.
#[test]
fn the_angle_of_a_shaft_is_held_by_itself() {
    let objects = ["base:Math/Integrator Angle", "base:Math/Integrator Speed"];
    let fed = r#"Angle.In="Speed.Out" Speed.In="12 - 0.5*Speed.Out - 0.01*Speed.Out^3""#;
    let (_, found) = found(&scenario(&objects, fed, r#"Angle.Integral="0.7" Speed.Integral="0""#, AT_ONCE));
    let speed: f64 = found.state.x()[1];
    assert!((12.0 - 0.5 * speed - 0.01 * speed.powi(3)).abs() < 1e-13);
    assert_eq!((found.state.x()[0], found.held.as_slice()), (0.7, &[0_usize][..]));
    assert_eq!(found.rates[0], speed);
}

/// A piston between two chambers that nothing leaves: pressures and place are open, two of them.
fn chambers(leak: &str) -> String {
    let objects =
        ["base:Math/Integrator P", "base:Math/Integrator Q", "base:Math/Integrator X", "base:Math/Integrator V"];
    let fed = format!(
        r#"P.In="-1.4e9/(1e-4 + 1e-3*X.Out)*(1e-3*V.Out + {leak})"
           Q.In="1.4e9/(2e-4 - 1e-3*X.Out)*(1e-3*V.Out + {leak})"
           X.In="V.Out" V.In="(1e-3*(P.Out - Q.Out) - 500*V.Out - 3000)/20""#
    );
    scenario(&objects, &fed, r#"P.Integral="1e5" Q.Integral="1e5" X.Integral="0.05" V.Integral="0""#, AT_ONCE)
}

#[test]
fn two_trapped_chambers_ask_for_two_holds() {
    let model = load(&chambers("0"));
    let Err(NoEquilibrium::Open(open)) = rest(&model, &Conditions::default()) else { panic!("it is open") };
    assert_eq!((open.count, open.holds.len()), (2, 2), "{open}");
    assert!(!open.open.contains(&"V.Integral".to_owned()), "{open}");
    let held = Conditions { holds: names(&["P.Integral", "X.Integral"]), ..Conditions::default() };
    let found = rest(&model, &held).unwrap();
    assert_eq!((found.state.x()[0], found.state.x()[2]), (1e5, 0.05));
    assert!((found.state.x()[1] - (1e5 - 3e6)).abs() < 1e-6, "{found:?}");
}

/// A mass on a spring under a load: which load gives a force of the spring, or a place?
#[test]
fn what_is_given_finds_what_is_sought() {
    let objects = [
        "base:Math/Integrator X",
        "base:Math/Integrator V",
        "base:Signal/Gain Spring Gain=\"300\"",
        "base:Signal/Gain Load Gain=\"1\"",
    ];
    let fed = r#"X.In="V.Out" V.In="(Load.Out - Spring.Out - 2*V.Out)/4" Spring.In="X.Out" Load.In="10""#;
    let model = load(&scenario(&objects, fed, r#"X.Integral="0" V.Integral="0""#, AT_ONCE));
    let conditions =
        Conditions { inputs: names(&["Load.In"]), givens: vec![given("Spring.Out", 42.0)], ..Conditions::default() };
    let found = rest(&model, &conditions).unwrap();
    assert!((found.found[0].value - 42.0).abs() < 1e-12 && (found.state.x()[0] - 0.14).abs() < 1e-14, "{found:?}");
    // At rest in a place: its rate is free, and given; so a load is found.
    let conditions = Conditions {
        holds: names(&["X.Integral"]),
        inputs: names(&["Load.In"]),
        givens: vec![given("V.Integral", 0.0)],
        ..Conditions::default()
    };
    let held = rest(&model, &conditions).unwrap();
    assert_eq!(held.state.x()[0], 0.0);
    assert!(held.found[0].value.abs() < 1e-12, "{held:?}");
    let conditions = Conditions { inputs: names(&["Load.In"]), ..Conditions::default() };
    let message = rest(&model, &conditions).unwrap_err().to_string();
    assert!(message.contains("1 number to be found for 0 conditions"), "{message}");
}

/// Parameters are found by models of their own: a load k x of a spring whose k is sought.
#[test]
fn a_parameter_is_sought() {
    let text = |gain: f64| {
        let spring = format!("base:Signal/Gain Spring Gain=\"{gain:e}\"");
        let objects = ["base:Math/Integrator X", "base:Math/Integrator V", &spring];
        let fed = r#"X.In="V.Out" V.In="6 - Spring.Out - V.Out" Spring.In="X.Out""#;
        load(&scenario(&objects, fed, r#"X.Integral="0.1" V.Integral="0""#, AT_ONCE))
    };
    let model = text(20.0);
    let conditions = Conditions {
        parameters: vec![("Spring.Gain".to_owned(), 20.0)],
        givens: vec![given("X.Integral", 0.04)],
        ..Conditions::default()
    };
    let mut family = |values: &[f64]| Some(text(values[0]));
    let found = model.equilibrium(&model.first_state().unwrap(), &conditions, &mut family).unwrap();
    assert!((found.found[0].value - 150.0).abs() < 1e-9, "{found:?}");
    assert!((found.state.x()[0] - 0.04).abs() < 1e-15);
}

/// A loop beside states: 2 tanks joined by an orifice whose flow is implicit.
#[test]
fn loops_are_solved_with_the_states() {
    let objects = ["base:Math/Integrator A", "base:Math/Integrator B", "base:Signal/Gain Q Gain=\"1\""];
    let fed = r#"Q.In="(A.Out - B.Out - 0.3*Q.Out^3)/2" A.In="1 - Q.Out" B.In="Q.Out - 0.5*B.Out""#;
    let (model, found) = found(&scenario(&objects, fed, r#"A.Integral="0" B.Integral="0""#, AT_ONCE));
    // Q is 1, B is 2, and A - B is 2.3.
    assert!((found.state.x()[0] - 4.3).abs() < 1e-13 && (found.state.x()[1] - 2.0).abs() < 1e-13, "{found:?}");
    assert!((signals(&model, &found.state, &["Q.Out"])[0] - 1.0).abs() < 1e-14);
}

/// A sampled controller with an integral: at rest the error is 0, and the integral what the load needs.
#[test]
fn discrete_values_are_found_too() {
    let objects = [
        "base:Math/DiscretePID C Kp=\"2\" Ki=\"4\" SampleTime=\"0.1\"",
        "base:Math/LowPass Plant TimeConstant=\"0.5\"",
    ];
    let fed = r#"C.Reference="3" C.Measured="Plant.Out" Plant.In="C.Out - 0.7""#;
    let (model, found) = found(&scenario(&objects, fed, r#"Plant.Out="0""#, AT_ONCE));
    let at_rest = signals(&model, &found.state, &["Plant.Out", "C.Out"]);
    assert!((at_rest[0] - 3.0).abs() < 1e-12 && (at_rest[1] - 3.7).abs() < 1e-12, "{at_rest:?}");
}

/// A run with Start="steady" begins where the model rests, and stays there; a held state keeps its initial value.
#[test]
fn a_run_begins_in_equilibrium() {
    let objects = [
        "base:Math/DiscretePID C Kp=\"2\" Ki=\"4\" SampleTime=\"0.1\"",
        "base:Math/LowPass Plant TimeConstant=\"0.5\"",
        "tlm:Signal/Delay D deltat=\"0.3\"",
    ];
    let engine = r#"TOutput="0:0.05:2" FileOutput="Plant.Out, C.Out" SampleTime="0.1" Start="steady" RelTol="1e-10""#;
    let fed = r#"C.Reference="3" C.Measured="D.out" Plant.In="C.Out - 0.7" D.in="Plant.Out""#;
    let rows = run(&load(&scenario(&objects, fed, r#"Plant.Out="0""#, engine))).0;
    assert_eq!(rows.len(), 41);
    for (time, row) in rows {
        assert!((row[0] - 3.7).abs() < 1e-10 && (row[1] - 3.0).abs() < 1e-10, "{time}: {row:?}");
    }
    let held = chambers("0").replace("TOutput", r#"Start="steady" Hold="P.Integral, X.Integral" TOutput"#);
    let model = load(&held);
    assert!((model.workspace().x()[1] - (1e5 - 3e6)).abs() < 1e-6);
    let open = complaints(&chambers("0").replace("TOutput", r#"Start="steady" TOutput"#));
    assert!(open[0].contains("2 numbers can be chosen") && open[0].contains("--hold"), "{open:?}");
}

/// A run that goes to rest stays there, and does so again to the bit where its record is repeated.
#[test]
fn a_run_goes_to_rest_from_where_it_is() {
    let text = pendulum(0.3).replace("TOutput=\"0, 1\"", "TOutput=\"0:0.1:4\"");
    let model = load(&text);
    let through = |repeat: Option<&[bowline_engine::Intervention]>| {
        let (mut run, mut table) = (Run::new(&model), bowline_engine::Table::new(&model));
        match repeat {
            Some(done) => run.plan(done).unwrap(),
            None => {
                run.advance_to(1.23, &mut table).unwrap();
                assert_eq!(run.rest().unwrap(), Vec::<String>::new());
                assert!(run.x()[0].abs() < 1e-14, "{:?}", run.x());
            }
        }
        run.advance_to(4.0, &mut table).unwrap();
        assert!(run.x()[0].abs() < 1e-12);
        (run.x().to_vec(), run.interventions().to_vec())
    };
    let (x, done) = through(None);
    assert_eq!(done.len(), 1);
    let (again, _) = through(Some(&done));
    assert_eq!(
        x.iter().map(|x| x.to_bits()).collect::<Vec<_>>(),
        again.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
    );
    // What leaves something open holds states, and says so; what cannot rest goes on as it was.
    let model = load(&chambers("0"));
    let mut run = Run::new(&model);
    assert_eq!(run.rest().unwrap().len(), 2);
    let falls = [("V", "9.81 + 0*V.Out")].map(|(name, formula)| format!("{name}.In=\"{formula}\"")).concat();
    let model = load(&scenario(&["base:Math/Integrator V"], &falls, "V.Integral=\"0\"", AT_ONCE));
    let mut run = Run::new(&model);
    assert!(run.rest().is_err() && !run.has_failed());
    run.advance_to(1.0, &mut bowline_engine::NoRecorder).unwrap();
    assert!((run.x()[0] - 9.81).abs() < 1e-9);
}

/// A delay in a loop keeps what comes out for ever.
#[test]
fn what_a_delay_keeps_is_found_too() {
    let objects =
        ["tlm:Signal/Delay D deltat=\"0.35\" StartValue=\"7\"", "base:Math/LowPass Plant TimeConstant=\"0.5\""];
    let engine = r#"TOutput="0, 1" FileOutput="objects:all" SampleTime="0.1""#;
    let (model, found) =
        found(&scenario(&objects, r#"D.in="Plant.Out" Plant.In="3 - 0.5*D.out""#, r#"Plant.Out="0""#, engine));
    let at_rest = signals(&model, &found.state, &["Plant.Out", "D.out"]);
    assert!((at_rest[0] - 2.0).abs() < 1e-12 && (at_rest[1] - 2.0).abs() < 1e-12, "{at_rest:?}");
}
