//! Metrics of equilibria and of modes, whose numbers are known.

use bowline_campaign::metric::{MetricRecorder, StillMetrics};
use bowline_campaign::{Campaign, Definition, Series, Variation, sources};
use bowline_engine::{Catalog, Source};

/// 2 kg on a spring of 50 N/m with a damper, under a load: x and v of 2 x'' + c x' + 50 x = F.
const OSCILLATOR: &str = r#"<Contents>
  <VARIABLES><Variable Name="c" Value="4"/><Variable Name="load" Value="10"/></VARIABLES>
  <OBJECTS>
    <Lib LibName="base" SimObject="Math/Integrator" Name="X"/>
    <Lib LibName="base" SimObject="Math/Integrator" Name="V"/>
    <Lib LibName="base" SimObject="Signal/Gain" Name="F" Gain="1"/>
  </OBJECTS>
  <INTERCONNECTIONS>
    <Connection X.In="V.Out" V.In="(F.Out - 50*X.Out - c*V.Out)/2" F.In="load"/>
  </INTERCONNECTIONS>
  <INITIALIZATION><InitialCondition X.Integral="0.3" V.Integral="0"/></INITIALIZATION>
  <INTEGRATION><Engine TOutput="0:0.1:1" FileOutput="objects:all"/></INTEGRATION>
</Contents>"#;

/// h' = (q - 1e-3 sqrt(2 g h))/0.5: a tank of 0.5 m^2 with an orifice of 10 cm^2.
const TANK: &str = r#"<Contents>
  <VARIABLES><Variable Name="q" Value="1e-3"/></VARIABLES>
  <OBJECTS><Lib LibName="base" SimObject="Math/Integrator" Name="H"/></OBJECTS>
  <INTERCONNECTIONS><Connection H.In="(q - 1e-3*sqrt(2*9.81*H.Out))/0.5"/></INTERCONNECTIONS>
  <INITIALIZATION><InitialCondition H.Integral="1"/></INITIALIZATION>
  <INTEGRATION><Engine TOutput="0:0.1:1" FileOutput="objects:all"/></INTEGRATION>
</Contents>"#;

fn definition(vary: &str, metrics: &[&str]) -> Definition {
    Definition {
        vary: vec![Variation::parse(vary).unwrap()],
        metric: metrics.iter().map(|&metric| metric.to_owned()).collect(),
        ..Definition::default()
    }
}

fn with<T>(scenario: &str, definition: &Definition, then: impl FnOnce(&Campaign<'_>) -> T) -> T {
    let catalog = Catalog::new([&bowline_base::LIBRARY]);
    let sources = sources(definition, Source::new("still.xml", scenario), None);
    then(&Campaign::read(definition, &sources, &catalog).unwrap())
}

/// What all cases have, and units.
fn found(scenario: &str, definition: &Definition) -> (Vec<StillMetrics>, Vec<String>) {
    with(scenario, definition, |campaign| {
        let first = campaign.load(1).unwrap();
        campaign.check_conditions(&first.model).unwrap();
        assert!(!campaign.makes_runs());
        let of = |case| {
            let loaded = campaign.load(case).unwrap();
            assert!(MetricRecorder::new(&loaded.metrics).values().iter().all(Option::is_none));
            StillMetrics::find(&loaded.metrics, &loaded.model, campaign.conditions())
        };
        let units = first.metrics.iter().map(|metric| metric.unit.clone()).collect();
        ((1..=campaign.plan().count()).map(of).collect(), units)
    })
}

fn assert_near(found: &StillMetrics, expected: &[Option<f64>], tolerance: f64) {
    assert_eq!((found.values.len(), &found.missing), (expected.len(), &None));
    for (value, expected) in found.values.iter().zip(expected) {
        let is_near = match (value, expected) {
            (Some(value), Some(expected)) => (value - expected).abs() <= tolerance * expected.abs().max(1.0),
            (value, expected) => value == expected,
        };
        assert!(is_near, "{found:?}: {value:?}, not {expected:?}");
    }
}

const MODES: [&str; 8] = [
    "real(1):steady",
    "imaginary(1):steady",
    "frequency(1):steady",
    "damping(1):steady",
    "real(2):steady",
    "imaginary(2):steady",
    "damping(2):steady",
    "largest-real-part:steady",
];

/// s = (-c +- sqrt(c^2 - 400))/4, and with c >= 20 there are two modes.
#[test]
fn eigenvalues_of_an_oscillator_go_along_their_locus() {
    let (cases, units) = found(OSCILLATOR, &definition("c=1:1:40", &MODES));
    assert_eq!(units, ["1/s", "1/s", "Hz", "", "1/s", "1/s", "", "1/s"]);
    let hertz = |size: f64| Some(size / (2.0 * std::f64::consts::PI));
    for (case, c) in cases.iter().zip((1..=40).map(f64::from)) {
        // Where both coincide, half of the digits are left.
        let tolerance = if c == 20.0 { 1e-6 } else { 1e-12 };
        let root = (c * c - 400.0).abs().sqrt() / 4.0;
        if c < 20.0 {
            let real = Some(-c / 4.0);
            assert_near(case, &[real, Some(root), hertz(5.0), Some(c / 20.0), None, None, None, real], tolerance);
        } else if c > 20.0 {
            let (slow, fast) = (Some(root - c / 4.0), Some(-root - c / 4.0));
            let (zero, one) = (Some(0.0), Some(1.0));
            assert_near(case, &[slow, zero, hertz(c / 4.0 - root), one, fast, zero, one, slow], tolerance);
        } else {
            assert!((case.values[0].unwrap() + 5.0).abs() < tolerance, "{case:?}");
        }
    }
}

/// Without a damper it swings for ever; that is a mode like others.
#[test]
fn what_swings_for_ever_is_a_mode() {
    let (cases, _) = found(OSCILLATOR, &definition("c=0,-4", &["real(1):start", "largest-real-part:steady"]));
    assert_near(&cases[0], &[Some(0.0), Some(0.0)], 1e-12);
    assert_near(&cases[1], &[Some(1.0), Some(1.0)], 1e-12);
}

/// h = q^2/(2 g A^2), and its eigenvalue is -g A^2/(0.5 q); about the start, h = 1 m, it is -A sqrt(g/2)/0.5.
#[test]
fn a_tank_has_its_characteristic() {
    let metrics = ["level=steady:H.Out", "real(1):steady", "start=real(1):start"];
    let (cases, _) = found(TANK, &definition("q=1e-3:1e-3:9e-3", &metrics));
    for (case, q) in cases.iter().zip((1..=9).map(|k| 1e-3 * f64::from(k))) {
        let level = q * q / (2.0 * 9.81 * 1e-6);
        let (rest, start) = (-9.81e-6 / (0.5 * q), -1e-3 * (9.81_f64 / 2.0).sqrt() / 0.5);
        assert_near(case, &[Some(level), Some(rest), Some(start)], 1e-10);
    }
}

/// x' = a - x^2 has the equilibria +-sqrt(a), and none below 0; the modes about the start are there.
#[test]
fn without_an_equilibrium_what_needs_none_is_there() {
    let fold = TANK.replace("Name=\"q\"", "Name=\"a\"").replace("(q - 1e-3*sqrt(2*9.81*H.Out))/0.5", "a - H.Out^2");
    let metrics = ["steady:H.Out", "real(1):steady", "real(1):start"];
    let (cases, _) = found(&fold, &definition("a=4,-1", &metrics));
    assert_near(&cases[0], &[Some(2.0), Some(-4.0), Some(-2.0)], 1e-10);
    assert_eq!(cases[1].values[..2], [None, None]);
    assert!((cases[1].values[2].unwrap() + 2.0).abs() < 1e-10, "{:?}", cases[1]);
    assert!(cases[1].missing.as_ref().unwrap().contains("equilibrium"), "{:?}", cases[1]);
}

/// A place that is held needs a load of 50 x.
#[test]
fn equilibria_have_their_conditions() {
    let mut asked = definition("c=1,2", &["steady:F.In", "steady:X.Out"]);
    asked.hold = vec!["X.Integral".to_owned()];
    asked.find = vec!["F.In".to_owned()];
    asked.given = vec!["V.Out=0".to_owned()];
    let (cases, _) = found(OSCILLATOR, &asked);
    cases.iter().for_each(|case| assert_near(case, &[Some(15.0), Some(0.3)], 1e-12));
}

#[test]
fn what_means_nothing_is_refused() {
    let catalog = Catalog::new([&bowline_base::LIBRARY]);
    let refusal = |change: &dyn Fn(&mut Definition)| {
        let mut definition = definition("c=1,2", &["real(1):steady"]);
        change(&mut definition);
        let sources = sources(&definition, Source::new("still.xml", OSCILLATOR), None);
        let campaign = Campaign::read(&definition, &sources, &catalog);
        let checked = campaign.and_then(|campaign| campaign.check_conditions(&campaign.load(1)?.model));
        checked.unwrap_err().to_string()
    };
    let names = |name: &str| vec![name.to_owned()];
    for (said, expected) in [
        (refusal(&|asked| asked.series = Some(Series::Csv)), "no rows can be kept: all metrics are of equilibria"),
        (refusal(&|asked| asked.hold = names("X.Intgral")), "did you mean `Integral`?"),
        (refusal(&|asked| asked.hold = names("F.Out")), "`F.Out` cannot be held: it is no state"),
        (refusal(&|asked| asked.find = names("c")), "in-ports that numbers feed are found, and parameters vary"),
        (refusal(&|asked| asked.find = names("F.In")), "1 number to be found for 0 conditions"),
        (refusal(&|asked| asked.given = names("F.In")), "`F.In` is no condition: write SIGNAL=VALUE"),
        (
            refusal(&|asked| (asked.hold, asked.metric) = (names("X.Integral"), names("real(1):start"))),
            "no metric asks for one: add one, as `steady:SIGNAL`",
        ),
    ] {
        assert!(said.contains(expected), "`{expected}` not in {said}");
    }
}
