//! The two-way flow control valve of multi-poles, with its spool between stops, with and without a mass.

use std::sync::Arc;

use bowline_engine::Model;
use bowline_engine::equilibrium::{Conditions, Equilibrium};
use bowline_engine::linear_model::LinearModel;

use super::still;
use super::systems::loaded;
use crate::laboratory::{complaints, rows_of, run};

const MASSLESS: [&str; 2] = ["SP.m=0", "SP.h=0"];

fn valve(sets: &[String], unsettled: bool) -> Arc<Model> {
    loaded("flow_control_valve", sets, unsettled)
}

fn rest(model: &Arc<Model>) -> Equilibrium {
    let found = Equilibrium::find(model, &model.first_state().unwrap(), &Conditions::default(), &mut |_| None);
    found.unwrap_or_else(|error| panic!("{error}"))
}

fn signals(model: &Model, found: &Equilibrium, names: &[&str]) -> Vec<f64> {
    let workspace = model.workspace_at(&found.state).unwrap();
    names.iter().map(|name| model.probe(name).unwrap().values(0.0, &workspace).next().unwrap()).collect()
}

/// Its characteristic, with settings of the throttle and pressures behind it: at its lower stop, and between. Reference: nested bisection.
#[test]
fn its_characteristic_is_found_from_nothing() {
    let names = ["SP.x", "RS.P2.p", "SP.P2.p", "SP.P3.p", "RR7.P1.Q", "Out.P.Q", "RR5.P1.Q"];
    let (mut points, mut at_stop) = (0, 0);
    for (number, point) in rows_of("flow_control_valve.csv").into_iter().enumerate() {
        // Below this several solutions may exist.
        if point[3] < 4e5 {
            continue;
        }
        let mut sets = vec![
            format!("RR7.A={:e}", point[0]),
            format!("Out.p={:e}", point[1]),
            format!("Level.Value={:e}", point[2]),
        ];
        if number % 2 == 1 {
            sets.extend(MASSLESS.map(str::to_owned));
        }
        let model = valve(&sets, true);
        let found = rest(&model);
        let values = signals(&model, &found, &names);
        for ((name, value), expected) in names.iter().zip(&values).zip([4, 5, 6, 7, 8, 10, 11].map(|at| point[at])) {
            let size = if *name == "SP.x" { 1e-3 } else { expected };
            assert!((value - expected).abs() < 1e-9 * size, "{point:?}: {name} is {value}");
        }
        points += 1;
        at_stop += usize::from(!found.stopped.is_empty());
        assert_eq!(values[0] == 0.0, !found.stopped.is_empty(), "{point:?}");
    }
    assert_eq!(points, 138);
    assert!((10..100).contains(&at_stop), "{at_stop}");
}

/// From the place of rest at one pressure to that at another, as a sweep goes, it leaves its stop and comes back to it.
#[test]
fn a_sweep_leaves_the_stop_and_comes_back() {
    let levels = [2e5, 6e5, 7e5, 2e6, 1e7, 2e7, 1e7, 2e6, 7e5, 6e5, 2e5];
    for more in [&[][..], &MASSLESS] {
        let mut before: Option<Equilibrium> = None;
        for level in levels {
            let mut sets = vec![format!("Level.Value={level:e}")];
            sets.extend(more.iter().map(|set| (*set).to_owned()));
            let model = valve(&sets, true);
            let alone = rest(&model);
            let start = model.first_state().unwrap();
            let warm = before.map_or_else(|| start.clone(), |before| start.clone().from_states_of(&before.state));
            let found = Equilibrium::find(&model, &warm, &Conditions::default(), &mut |_| None).unwrap();
            let [x, other] = [&found, &alone].map(|found| signals(&model, found, &["SP.x"])[0]);
            assert!((x - other).abs() < 1e-12, "{level}, {more:?}: {x}, not {other}");
            assert_eq!((found.stopped == alone.stopped, x == 0.0), (true, level < 7e5), "{level}, {more:?}");
            before = Some(found);
        }
    }
}

/// Where a sweep moves the stop itself, the spool does not stay where that was.
#[test]
fn a_sweep_of_the_stop_takes_the_spool_along() {
    let mut before: Option<Equilibrium> = None;
    for (most, expected) in [(4e-4, 4e-4), (6e-4, 6e-4), (8e-4, 8e-4), (1.2e-3, 1.141_5e-3), (6e-4, 6e-4)] {
        let model = valve(&["Level.Value=40e5".to_owned(), format!("SP.x_max={most:e}")], true);
        let start = model.first_state().unwrap();
        let warm = before.map_or_else(|| start.clone(), |before| start.clone().from_states_of(&before.state));
        let found = Equilibrium::find(&model, &warm, &Conditions::default(), &mut |_| None).unwrap();
        let x = signals(&model, &found, &["SP.x"])[0];
        assert!((x - expected).abs() < if most > 1e-3 { 1e-7 } else { 1e-18 }, "{most}: {x}");
        before = Some(found);
    }
}

/// A spool that begins at rest at a stop must lie there.
#[test]
fn what_is_at_no_stop_cannot_rest_at_one() {
    let path = format!("{}/../scenarios/flow_control_valve.xml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap().replace(r#"Start="steady""#, "");
    for (initial, told) in [
        (r#"SP.x="0.0005" SP.Stopped="-1""#, "it has to rest at its stop, 0 m, and is at 0.0005 m with 0 m/s"),
        (r#"SP.x="0" SP.v="0.3" SP.Stopped="-1""#, "it has to rest at its stop, 0 m, and is at 0 m with 0.3 m/s"),
        (r#"SP.Stopped="0.5""#, "Stopped"),
        (r#"SP.x="0.002""#, "its position begins at 0.002 m, beyond its stops, at 0 m and 0.0012 m"),
    ] {
        let text = text
            .replace("<INITIALIZATION/>", &format!("<INITIALIZATION><InitialCondition {initial}/></INITIALIZATION>"));
        let complaints = complaints(&text);
        assert!(complaints.iter().any(|complaint| complaint.contains(told)), "{initial}: {complaints:?}");
    }
}

/// The rows of a run, as the reference has them, and how far off the worst number of a column is, in its largest one.
fn worst(found: &[(f64, Vec<f64>)], rows: &[Vec<f64>], pairs: &[(usize, usize)]) -> Vec<f64> {
    let mut worst = vec![0.0_f64; pairs.len()];
    for row in rows {
        let at = found.iter().find(|(time, _)| (time - row[0]).abs() < 1e-12).unwrap_or_else(|| panic!("{}", row[0]));
        for (worst, (column, reference)) in worst.iter_mut().zip(pairs) {
            *worst = worst.max((at.1[*column] - row[*reference]).abs());
        }
    }
    let largest = |reference: &usize| rows.iter().map(|row| row[*reference].abs()).fold(0.0, f64::max);
    worst.iter().zip(pairs).map(|(worst, (_, reference))| worst / largest(reference)).collect()
}

/// The inlet rises from 21 bar to 101 bar. References: Radau at 1e-10 with a mass; DOP853 at 1e-12 over nested scalar solves without one.
#[test]
fn it_answers_a_ramp_with_and_without_a_mass() {
    let precise = ["Engine:RelTol=1e-9", "Engine:AbsTol=1e-11"].map(str::to_owned);
    // In.p, x, v, p3, p4, p5, p6, Q1, Q2, Q5, Q7 are recorded; t, p1, x, v, p3, p4, p5, p6, Q1, Q2, Q5, Q7 is the reference.
    let pairs = |columns: &[String]| -> Vec<(usize, usize)> {
        let names =
            ["SP.x", "SP.v", "RS.P2.p", "SP.P1.p", "SP.P2.p", "SP.P3.p", "In.P.Q", "Out.P.Q", "RR5.P1.Q", "RR7.P1.Q"];
        names.iter().zip(2..).map(|(name, at)| (columns.iter().position(|of| of == name).unwrap(), at)).collect()
    };
    for (file, more) in [("flow_control_valve_transient.csv", &[][..]), ("multipole/valve_massless.csv", &MASSLESS)] {
        for way in ["DormandPrince", "BDF", "auto"] {
            let mut sets = precise.to_vec();
            sets.push(format!("Engine:IntegratorMethod={way}"));
            sets.extend(more.iter().map(|set| (*set).to_owned()));
            let model = valve(&sets, false);
            let columns: Vec<String> = model.columns().iter().map(|column| model.column_name(column)).collect();
            // The reference with a mass has an artefact of its method while nothing happens yet, and goes on to 0.05 s.
            let rows: Vec<Vec<f64>> = rows_of(file)
                .into_iter()
                .filter(|row| row[0] <= 0.02 && !(1.75e-3..=2.2e-3).contains(&row[0]))
                .collect();
            let found = run(&model).0;
            for (pair, worst) in pairs(&columns).iter().zip(worst(&found, &rows, &pairs(&columns))) {
                assert!(worst < 2e-6, "{file}, {way}: {} is {worst} off", columns[pair.0]);
            }
        }
    }
}

/// Its inlet rises from 2 bar to 82 bar and falls again: it leaves its lower stop, meets one at 1 mm, and leaves that.
/// Reference: DOP853 at 1e-12 from event to event.
#[test]
fn it_meets_its_stops_and_leaves_them() {
    let rows = rows_of("multipole/valve_stops.csv");
    for (more, x) in [(&[][..], 2), (&MASSLESS, 4)] {
        for way in ["DormandPrince", "BDF", "auto"] {
            let mut sets = [
                "Level.Value=2e5",
                "Rise.Times=0, 0.002, 0.003, 0.01, 0.011, 1",
                "Rise.Values=0; 0; 80e5; 80e5; 0; 0",
                "SP.x_max=0.001",
                "Engine:RelTol=1e-9",
                "Engine:AbsTol=1e-11",
                "Engine:TOutput=0:1e-4:0.02",
            ]
            .map(str::to_owned)
            .to_vec();
            sets.push(format!("Engine:IntegratorMethod={way}"));
            sets.extend(more.iter().map(|set| (*set).to_owned()));
            let model = valve(&sets, false);
            let at = |name: &str| model.columns().iter().position(|column| model.column_name(column) == name).unwrap();
            let found = run(&model).0;
            let off = worst(&found, &rows, &[(at("SP.x"), x)]);
            assert!(off[0] < 1e-6, "{more:?}, {way}: x is {off:?} off");
            let (lowest, highest) = found.iter().fold((f64::MAX, f64::MIN), |(lowest, highest), (_, row)| {
                (lowest.min(row[at("SP.x")]), highest.max(row[at("SP.x")]))
            });
            assert!(lowest >= 0.0 && highest == 1e-3, "{more:?}, {way}: {lowest} to {highest}");
        }
    }
}

/// Its linear model at 21 bar: eigenvalues and the flow over the pressure at the inlet. References: the Jacobian by hand in the same
/// place, and the slope of the characteristic, -5.885381e-13.
#[test]
fn its_frequency_response_begins_with_the_slope_of_its_characteristic() {
    const HERTZ: [f64; 6] = [0.0, 1.0, 10.0, 100.0, 1e3, 1e4];
    let with_mass = [
        [-5.885_382_686_86e-13, 0.0],
        [-5.882_436_758_23e-13, 1.090_718_816_35e-13],
        [-5.590_995_413_36e-13, 1.089_944_069_93e-12],
        [2.163_262_976e-12, 1.017_564_766_38e-11],
        [3.553_464_572_64e-11, 1.180_842_096_54e-11],
        [3.461_076_570_26e-11, -6.674_928_114_8e-13],
    ];
    let without = [
        [-5.885_382_686_86e-13, 0.0],
        [-5.882_230_134_3e-13, 1.079_872_000_23e-13],
        [-5.570_393_201_79e-13, 1.078_961_630_93e-12],
        [2.316_455_590_57e-12, 9.950_735_058_7e-12],
        [3.251_720_408_35e-11, 1.134_000_576_35e-11],
        [3.635_824_685e-11, 1.265_571_246_61e-12],
    ];
    let path = format!("{}/../scenarios/flow_control_valve.xml", env!("CARGO_MANIFEST_DIR"));
    let scenario = std::fs::read_to_string(path).unwrap();
    // The in-port is to be free.
    let scenario =
        scenario.replace(r#"In.p="Level.Out + Rise.Out""#, "").replace(r#"Name="In""#, r#"Name="In" p="21e5""#);
    let massless = scenario.replace(r#"m="0.02" h="5""#, r#"m="0" h="0""#);
    for (text, expected, first) in [(scenario, with_mass, -2_368.290_006_9), (massless, without, -2152.22)] {
        let model = still(&text);
        let found = rest(&model);
        let (inputs, outputs) = ([model.input("In.p").unwrap()], [model.probe("Out.P.Q").unwrap()]);
        let linear = LinearModel::of(&model, &found.state, &inputs, &outputs).unwrap();
        let values = linear.system.eigenvalues().unwrap();
        let largest = values.iter().map(|value| value.re).fold(f64::MIN, f64::max);
        assert!((largest / first - 1.0).abs() < 1e-5, "{values:?}");
        let response = linear.system.frequency_response(&HERTZ).unwrap();
        for (at, [re, im]) in expected.into_iter().enumerate() {
            let found = response.get(at, 0, 0).unwrap();
            let off = (found.re - re).hypot(found.im - im) / re.hypot(im);
            assert!(off < 1e-6, "{} Hz: {found}, {off}", HERTZ[at]);
        }
    }
}
