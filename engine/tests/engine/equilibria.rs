//! Equilibria against closed forms and reference data, and what is said where there is none, or many.

use std::sync::Arc;

use bowline_engine::equilibrium::{Conditions, Equilibrium, Given, NoEquilibrium};
use bowline_engine::{Model, Run, RunState};

use crate::laboratory::{complaints, load, rows_of, run, scenario};
use crate::loops_flow_valve::valve_with_mass;
use crate::loops_reference::net_of;

const AT_ONCE: &str = r#"TOutput="0, 1" FileOutput="objects:all""#;

fn given(signal: &str, value: f64) -> Given {
    Given { signal: signal.to_owned(), value }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// The equilibrium of a model from its start.
fn rest(model: &Arc<Model>, conditions: &Conditions) -> Result<Equilibrium, NoEquilibrium> {
    Equilibrium::find(model, &model.first_state().unwrap(), conditions, &mut |_| None)
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
    assert!(falls.contains("does not depend on anything that is sought"), "{falls}");
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
    let found = Equilibrium::find(&model, &model.first_state().unwrap(), &conditions, &mut family).unwrap();
    assert!((found.found[0].value - 150.0).abs() < 1e-9, "{found:?}");
    assert!((found.state.x()[0] - 0.04).abs() < 1e-15);
}

/// A variable that is a parameter and feeds an in-port too: X = K + K.
#[test]
fn what_is_sought_counts_wherever_it_stands() {
    let text = |k: f64| {
        let objects =
            [&*format!("base:Signal/Gain G Gain=\"{k:e}\""), "base:Signal/Gain H Gain=\"1\"", "base:Math/Integrator X"];
        let fed = format!(r#"G.In="1" H.In="{k:e}" X.In="G.Out + H.Out - X.Out""#);
        load(&scenario(&objects, &fed, r#"X.Integral="0""#, AT_ONCE))
    };
    let model = text(1.0);
    let conditions = Conditions {
        parameters: vec![("K".to_owned(), 1.0)],
        givens: vec![given("X.Integral", 5.0)],
        ..Conditions::default()
    };
    let mut family = |values: &[f64]| Some(text(values[0]));
    let found = Equilibrium::find(&model, &model.first_state().unwrap(), &conditions, &mut family).unwrap();
    assert!((found.found[0].value - 2.5).abs() < 1e-10, "{found:?}");
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

/// A hydraulic drive: motor and pump, two tubes, a flow control valve with a compensator of mass, two chambers and a
/// piston, a back-pressure valve. With h N s/m at the compensator.
fn drive(h: f64) -> Arc<Model> {
    let constants = [
        ("rho", 870.0),
        ("mu", 0.7),
        ("kM", 3.82),
        ("w0", 157.079_632_679_489_66),
        ("J", 0.02),
        ("D", 1.6e-5),
        ("kl", 4.2e-13),
        ("kv", 0.004),
        ("At", 5.2e-6),
        ("RLt", 1e8),
        ("dc", 0.014),
        ("F0c", 92.0),
        ("cc", 1e4),
        ("mc", 0.03),
        ("hc", h),
        ("m", 150.0),
        ("h", 8000.0),
        ("dv", 0.01),
        ("F0v", 39.3),
        ("cv", 2e4),
        ("A1", 0.001_963_495_408_493_621),
        ("A2", 0.001_347_743_248_390_021_4),
        ("Ac", 0.000_153_938_040_025_899_9),
        ("Av", 7.853_981_633_974_483e-5),
        ("C1", 3.571_428_571_428_571_7e-13),
        ("C2", 2.857_142_857_142_857_4e-13),
        ("R1", 58_313_423.057_900_85),
        ("T1", 86_083_427_508.626_8),
        ("L1", 8_654_050.030_621_808),
        ("E1", 2.872_313_283_282_097e-13),
        ("R2", 35_827_767.126_774_29),
        ("T2", 39_667_243_395.975_24),
        ("L2", 8_307_888.029_396_935),
        ("E2", 6.731_984_257_692_414e-13),
        ("F", 14_000.0),
        ("p0", 1e5),
        ("cosine", 0.36),
    ];
    let rates = [
        ("W", "(kM*(w0 - W.Out) - D*(PP.Out - p0)/(2*pi) - kv*W.Out)/J", 150.0),
        ("PP", "2*(D*W.Out/(2*pi) - kl*(PP.Out - p0) - Q3.Out)/E1", 1e6),
        ("Q3", "(PP.Out - PF.Out - (R1 + T1*abs(Q3.Out))*Q3.Out)/L1", 1e-4),
        ("PF", "2*(Q3.Out - QL.Out - mu*pi*dc*max(Z.Out, 0)*sqrt(2*max(PF.Out - p0, 0)/rho))/E1", 1e6),
        ("Z", "V.Out", 0.0),
        ("V", "(Ac*(PF.Out - P1.Out) - F0c - cc*Z.Out - 2*mu*cosine*pi*dc*Z.Out*(PF.Out - p0) - hc*V.Out)/mc", 0.0),
        ("P1", "(QL.Out - A1*U.Out)/C1", 1e6),
        ("P2", "(A2*U.Out - Q2.Out)/C2", 1e5),
        ("U", "(A1*P1.Out - A2*P2.Out - F - h*U.Out)/m", 0.0),
        ("X", "U.Out", 0.0),
        ("Q2", "(P2.Out - PT.Out - (R2 + T2*abs(Q2.Out))*Q2.Out)/L2", 0.0),
        ("PT", "(Q2.Out - mu*pi*dv*Y.Out*sqrt(2*max(PT.Out - p0, 0)/rho))/E2", 1e5),
    ];
    let unknowns = [
        ("QL", "2*(PF.Out - P1.Out)/(RLt + sqrt(RLt^2 + 2*rho/(mu*At)^2*abs(PF.Out - P1.Out)))"),
        ("Y", "max(0, (Av*(PT.Out - p0) - F0v)/(cv + 2*mu*cosine*pi*dv*(PT.Out - p0)))"),
    ];
    let integrators: Vec<String> = rates.iter().map(|(name, ..)| format!("base:Math/Integrator {name}")).collect();
    let objects: Vec<&str> = integrators.iter().map(String::as_str).collect();
    let fed: String = rates.iter().map(|(name, formula, _)| format!("{name}.In=\"{formula}\"\n")).collect();
    let initial: String = rates.iter().map(|(name, _, start)| format!("{name}.Integral=\"{start:e}\" ")).collect();
    let variables = constants.map(|(name, value)| format!("<Variable Name=\"{name}\" Value=\"{value:e}\"/>"));
    let text = net_of(&unknowns, &objects, &fed, &initial, AT_ONCE);
    load(&text.replace("<OBJECTS>", &format!("<VARIABLES>\n{}\n</VARIABLES>\n<OBJECTS>", variables.join("\n"))))
}

/// Where it rests, and its slowest modes, by Newton's method and eigenvalues in 40 digits: with less damping of the
/// compensator the same equilibrium is unstable, and a run ends in a limit cycle.
#[test]
fn a_drive_may_rest_where_it_is_unstable() {
    let rests =
        [("W.Out", 151.272_714_927_410_09), ("PF.Out", 8_538_605.180_520_287), ("U.Out", 0.071_951_294_529_267_67)];
    let slowest = [
        (250.0, [47.506_840_231_751_67, 4_176.323_977_640_616]),
        (500.0, [-24.802_459_446_705_246, 248.890_684_537_367_04]),
    ];
    for (h, [re, im]) in slowest {
        let model = drive(h);
        let found = rest(&model, &Conditions::default()).unwrap();
        let names = rests.map(|(name, _)| name);
        for (value, (name, exact)) in signals(&model, &found.state, &names).iter().zip(rests) {
            assert!((value / exact - 1.0).abs() < 1e-11, "{name}: {value} {exact}");
        }
        // The place of the piston is read by nobody.
        assert_eq!(found.held.iter().map(|state| model.state_name(*state)).collect::<Vec<_>>(), ["X.Integral"]);
        let linear = bowline_engine::linear_model::LinearModel::of(&model, &found.state, &[], &[]).unwrap();
        let modes = linear.system.modes(&linear.scales).unwrap();
        let slowest = modes.iter().find(|mode| mode.eigenvalue.norm() > 1e-6).unwrap().eigenvalue;
        assert!((slowest.re - re).hypot(slowest.im - im) < 1e-7 * re.hypot(im), "{h}: {slowest}");
    }
}

/// The characteristic of a flow control valve, pressure by pressure from the equilibrium before. Reference: nested
/// bisection of the same valve without its mass.
#[test]
fn a_characteristic_is_a_row_of_equilibria() {
    let model = load(&valve_with_mass(
        ("base:Signal/Gain U Gain=\"1\"", "U.In=\"2.1e6\""),
        1e-3,
        r#"TOutput="0, 1" FileOutput="Q2.Out" RelTol="1e-10""#,
    ));
    let mut state = model.first_state().unwrap();
    let mut points = 0;
    for point in rows_of("flow_control_valve.csv") {
        let [passage, outlet, inlet, _, x, _, .., q2, _, _, _, _, _] = point[..] else { unreachable!() };
        // The spool with mass has no stop: only where it is open.
        if passage != 5e-6 || outlet != 1e5 || x <= 0.0 {
            continue;
        }
        let conditions =
            Conditions { inputs: names(&["U.In"]), givens: vec![given("U.Out", inlet)], ..Conditions::default() };
        let found = Equilibrium::find(&model, &state, &conditions, &mut |_| None)
            .unwrap_or_else(|error| panic!("{inlet}: {error}"));
        let flow = signals(&model, &found.state, &["Q2.Out"])[0];
        assert!((flow / q2 - 1.0).abs() < 1e-10, "{inlet}: {flow} {q2}");
        assert!((found.state.x()[0] - x).abs() < 1e-12, "{inlet}: {} {x}", found.state.x()[0]);
        state = found.state;
        points += 1;
    }
    assert!(points > 15, "{points}");
}

/// What goes on to nowhere is no equilibrium, however small steps become: x' = -2 - sqrt(x).
#[test]
fn where_a_model_ends_is_no_equilibrium() {
    let sign = "base:Math/Expression E Inputs=\"u\" Outputs=\"y = sign(-u) + 0.2\"";
    for rate in ["-2 - sqrt(X.Out)", "-1 - sqrt(X.Out)", "E.y"] {
        let fed = format!("X.In=\"{rate}\" E.u=\"X.Out\"");
        let model = load(&scenario(&["base:Math/Integrator X", sign], &fed, "X.Integral=\"1\"", AT_ONCE));
        let found = rest(&model, &Conditions::default());
        assert!(found.is_err(), "{found:?}");
    }
}

/// A relay at a plant rests on the side that its plant is on, or nowhere.
#[test]
fn events_on_the_way_happen() {
    let relay = |fed: &str| {
        let objects = ["base:Math/Integrator X", "base:Signal/Relay R SwitchOn=\"0.1\" SwitchOff=\"-0.1\""];
        load(&scenario(&objects, fed, "X.Integral=\"0\"", AT_ONCE))
    };
    // It pushes to where it is on already.
    let model = relay(r#"X.In="2*R.Out - 1 - X.Out" R.In="X.Out + 0.05""#);
    let found = rest(&model, &Conditions::default()).unwrap();
    let side = signals(&model, &found.state, &["R.Out"])[0];
    assert!((found.state.x()[0] - (2.0 * side - 1.0)).abs() < 1e-13, "{found:?}");
    // It pushes back over its threshold each time: a run swings for ever.
    let swings = rest(&relay(r#"X.In="2*R.Out - 1 - X.Out" R.In="-1*X.Out""#), &Conditions::default());
    let message = swings.unwrap_err().to_string();
    assert!(message.contains("there is no equilibrium: one after the other"), "{message}");
}

/// A limited integrator rests at its stop, where it comes to it, begins at it or leaves it; a relay comes to its threshold.
#[test]
fn stops_and_thresholds_are_named() {
    let stop = r#"base:Math/Integrator X Upper="0.5" Lower="-0.5""#;
    for (fed, begins, rests, events) in [
        ("1 - X.Out", 0.0, 0.5, &["`X.ToUpper`"][..]),
        ("1 - X.Out", 0.5, 0.5, &[]),
        ("1 - X.Out", -0.5, 0.5, &["`X.ToUpper`"]),
        ("-3 - X.Out", 0.2, -0.5, &["`X.ToLower`"]),
        ("0.1 - X.Out", -0.5, 0.1, &[]),
    ] {
        let (fed, initial) = (format!("X.In=\"{fed}\""), format!("X.Integral=\"{begins}\""));
        let model = load(&scenario(&[stop], &fed, &initial, AT_ONCE));
        let found = rest(&model, &Conditions::default()).unwrap();
        let at_stop = f64::abs(rests) == 0.5;
        assert!((found.state.x()[0] - rests).abs() < 1e-15 && (found.rates[0] == 0.0 || !at_stop), "{fed}: {found:?}");
        assert_eq!(found.stopped, if at_stop { vec![0] } else { vec![] }, "{fed}");
        assert_eq!(found.events, events, "{fed}, from {begins}");
    }
    // Where the limit itself moves, the integral does not stay where it was.
    let mut before = None;
    for upper in [0.1, 0.2, 0.5, 2.0, 0.3] {
        let stop = format!("base:Math/Integrator X Upper=\"{upper}\"");
        let model = load(&scenario(&[&stop], r#"X.In="1 - X.Out""#, r#"X.Integral="0""#, AT_ONCE));
        let start = model.first_state().unwrap();
        let warm = before.map_or_else(|| start.clone(), |before| start.clone().from_states_of(&before));
        let found = Equilibrium::find(&model, &warm, &Conditions::default(), &mut |_| None).unwrap();
        assert!((found.state.x()[0] - f64::min(upper, 1.0)).abs() < 1e-14, "{upper}: {found:?}");
        before = Some(found.state);
    }
    let (stop, fed) = (r#"base:Math/Integrator X Upper="0.5""#, r#"X.In="1 - X.Out""#);
    let (model, hold) = (load(&scenario(&[stop], fed, r#"X.Integral="0.5""#, AT_ONCE)), ["X.Integral".to_owned()]);
    let held = rest(&model, &Conditions { holds: hold.to_vec(), ..Conditions::default() }).unwrap();
    assert_eq!((held.state.x()[0], held.rates[0]), (0.5, 0.0));
    let objects = ["base:Math/Integrator X", r#"base:Signal/Relay R SwitchOn="0.1" SwitchOff="-0.1""#];
    let fed = r#"X.In="0.1*R.Out + 0.1 - X.Out" R.In="X.Out""#;
    let (_, found) = found(&scenario(&objects, fed, r#"X.Integral="0""#, AT_ONCE));
    assert!((found.state.x()[0] - 0.1).abs() < 1e-15, "{found:?}");
    assert_eq!(found.on_threshold, ["`R.SwitchingOn`"]);
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
