//! Where indicators cross 0: against the roots of polynomials.

use bowline_engine::{Catalog, LoadOptions, Source, Sources};
use simobject::{Creator, Crossing, DiscreteState, Indicator, Io, Result, SimObject, State};

use crate::laboratory::numbers::Numbers;
use crate::laboratory::run;

/// A state that is a polynomial of time with these roots, and is watched.
struct Polynomial {
    value: State<1>,
    zero: Indicator,
    count: DiscreteState<1>,
    last: DiscreteState<1>,
    roots: Vec<f64>,
}

impl SimObject for Polynomial {
    const NAME: &'static str = "Polynomial";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let roots: Vec<f64> = c.parameter("Roots").required();
        let value = c.state("Value", "", "");
        c.initial_value(value, roots.iter().map(|root| -root).product::<f64>());
        let [count, last] = ["Count", "Last"].map(|name| c.discrete_state(name, "", ""));
        c.initial_value(count, 0.0);
        c.initial_value(last, 0.0);
        let zero = c.indicator("Zero", "", "", Crossing::Either);
        c.common_computation(Self::watched).reads(value).fills(zero);
        c.derivatives(Self::slope).reads_no_states();
        c.on_event(zero, Self::crossed).reads(count).sets((count, last));
        Ok(Self { value, zero, count, last, roots })
    }
}

impl Polynomial {
    fn watched(&self, io: &mut Io<'_>) {
        io.set(self.zero, io.get(self.value));
    }

    fn slope(&self, io: &mut Io<'_>) {
        let t = io.time();
        let without = |left_out: usize| {
            self.roots.iter().enumerate().filter(|(i, _)| *i != left_out).map(|(_, root)| t - root).product::<f64>()
        };
        io.set_derivative(self.value, [(0..self.roots.len()).map(without).sum()]);
    }

    fn crossed(&self, io: &mut Io<'_>) {
        let [count] = io.get(self.count);
        io.set_now(self.count, [count + 1.0]);
        io.set_now(self.last, [io.time()]);
    }
}

simobject::library! { name: "crossings", types: [Polynomial] }

/// Up to seven roots at random, every other time with two that are close to
/// each other; each polynomial is well away from 0 between them.
fn polynomials() -> Vec<Vec<f64>> {
    let mut numbers = Numbers::new(0x0123_4567);
    let mut random = move || numbers.next().unwrap();
    let roots = (0..60).map(|case| {
        let count = 2 + (5.0 * random()) as usize;
        let mut roots: Vec<f64> = (0..count).map(|_| 0.05 + 4.0 * random()).collect();
        if case % 2 == 0 {
            roots.push(roots[0] + 0.02 + 0.05 * random());
        }
        roots.sort_by(f64::total_cmp);
        roots
    });
    let at = |roots: &[f64], t: f64| roots.iter().map(|root| t - root).product::<f64>();
    let is_clear = |roots: &[f64]| roots.windows(2).all(|pair| at(roots, 0.5 * (pair[0] + pair[1])).abs() > 1e-3);
    roots.filter(|roots| is_clear(roots)).collect()
}

/// Methods, and how near they are to the last root, s.
const METHODS: [(&str, f64); 7] = [
    ("DormandPrince", 1e-6),
    ("Tsitouras", 1e-6),
    ("BogackiShampine", 1e-4),
    ("BDF", 1e-4),
    ("TRBDF2", 1e-2),
    ("ESDIRK34", 1e-3),
    ("auto", 1e-6),
];

/// Runs these polynomials in one model, and compares how often and where each
/// of them crossed 0 last.
fn finds_every_root(polynomials: &[Vec<f64>], method: &str, within: f64) {
    let object = |(number, roots): (usize, &Vec<f64>)| {
        let written = roots.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        format!(r#"<Lib LibName="crossings" SimObject="Polynomial" Name="P{number}" Roots="{written}"/>"#)
    };
    let text = format!(
        r#"<Contents><OBJECTS>{}</OBJECTS><INTEGRATION><Engine TOutput="0, 4.5" IntegratorMethod="{method}" HMax="0.3"
             AbsTol="1e-9" RelTol="1e-9"/></INTEGRATION></Contents>"#,
        polynomials.iter().enumerate().map(object).collect::<String>()
    );
    let sources = Sources::new(Source::new("roots", text));
    let model = bowline_engine::load(&sources, &Catalog::new([&LIBRARY]), LoadOptions::default()).unwrap();
    let (rows, _) = run(&model);
    let (_, last) = rows.last().unwrap();
    // The columns of each are Value, Count, Last.
    for (roots, last) in polynomials.iter().zip(last.chunks(3)) {
        assert_eq!(last[1], roots.len() as f64, "{method}: {roots:?}");
        let off = (last[2] - roots[roots.len() - 1]).abs();
        assert!(off < within, "{method}: {off:e} behind the last of {roots:?}");
    }
}

#[test]
fn every_method_finds_every_root() {
    let polynomials = polynomials();
    assert!(polynomials.len() > 30, "{}", polynomials.len());
    for (method, within) in METHODS {
        polynomials.chunks(1).for_each(|alone| finds_every_root(alone, method, within));
    }
}

/// Of many indicators Bowline searches those for crossings that may cross.
#[test]
fn every_method_finds_every_root_of_many_indicators() {
    for (method, within) in METHODS {
        finds_every_root(&polynomials(), method, within);
    }
}
