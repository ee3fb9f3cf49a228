//! What connections that calculate cost: sums, and formulas beside a SimObject in Rust.

use std::hint::black_box;
use std::sync::Arc;

use bowline_engine::{Catalog, LoadOptions, Model, Source, Sources};
use simobject::{Creator, In, Io, Out, Result, SimObject};

use crate::models::is_smoke;
use crate::{ROUNDS, in_turn, rounds};

/// F = -k X^3.
pub struct Cubic {
    x: In<1>,
    force: Out<1>,
    k: f64,
}

impl SimObject for Cubic {
    const NAME: &'static str = "Cubic";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (x, force) = (c.in_port("X", "", ""), c.out_port("F", "", ""));
        c.common_computation(Self::force).reads(x).fills(force);
        Ok(Self { x, force, k: c.parameter("K").required() })
    }
}

impl Cubic {
    #[inline]
    fn force(&self, io: &mut Io<'_>) {
        let [x] = io.get(self.x);
        io.set(self.force, [-self.k * x * x * x]);
    }
}

simobject::library! { name: "cubics", types: [Cubic] }

/// A formula of seven operations, whose kinds are the digits of `number`, to the base 3.
fn of_its_own(number: usize) -> String {
    let operation = |text: String, at: u32| match number / 3_usize.pow(at) % 3 {
        0 => format!("({text})*0.5"),
        1 => format!("({text} + 0.1*I{number}.Out)"),
        _ => format!("({text} - I{number}.Out*I{number}.Out)"),
    };
    (0..7).fold(format!("0.3*I{number}.Out"), operation)
}

/// Integrators in a row, each with what its in-port is connected to.
fn model(count: usize, objects: &str, source: impl Fn(usize) -> String) -> Arc<Model> {
    let integrator = |i: usize| format!(r#"<Lib LibName="base" SimObject="Math/Integrator" Name="I{i}"/>"#);
    let wire = |i: usize| format!(r#"<Connection I{i}.In="{}"/>"#, source(i));
    let start = |i: usize| format!(r#"<InitialCondition I{i}.Integral="0.{}"/>"#, i % 7 + 1);
    let all = |of: &dyn Fn(usize) -> String| -> String { (0..count).map(of).collect() };
    let text = format!(
        "<Contents><OBJECTS>{}{objects}</OBJECTS><INTERCONNECTIONS>{}</INTERCONNECTIONS>\
         <INITIALIZATION>{}</INITIALIZATION><INTEGRATION><Engine TOutput=\"0, 1\"/></INTEGRATION></Contents>",
        all(&integrator),
        all(&wire),
        all(&start)
    );
    let sources = Sources::new(Source::new("connections", text));
    let catalog = Catalog::new([&LIBRARY, &bowline_base::LIBRARY]);
    bowline_engine::load(&sources, &catalog, LoadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// 1000 integrators and what feeds them, one evaluation.
pub fn connections() {
    let count = if is_smoke() { 50 } else { 1000 };
    println!("\none evaluation of {count} integrators, ns for each, by what feeds them\n");
    println!("| fed by | ns | above the first |\n|---|---|---|");
    let cubic = |i: usize| format!(r#"<Lib LibName="cubics" SimObject="Cubic" Name="C{i}" K="0.{i:03}"/>"#);
    let cubics: String = (0..count).map(cubic).collect();
    let wires = |i: usize| format!("C{i}.F\" C{i}.X=\"I{i}.Out");
    let beside =
        |i: usize| format!("0.25*I{}.Out - 0.5*I{i}.Out + 0.25*I{}.Out", (i + count - 1) % count, (i + 1) % count);
    let models = [
        ("itself", model(count, "", |i| format!("I{i}.Out"))),
        ("a number times one", model(count, "", |i| format!("-2*I{i}.Out"))),
        ("a sum of three", model(count, "", beside)),
        ("a SimObject in Rust, -k X^3", model(count, &cubics, wires)),
        ("the formula, `-k*X*X*X`", model(count, "", |i| format!("-0.{i:03}*I{i}.Out*I{i}.Out*I{i}.Out"))),
        ("the formula, `-k*X^3`", model(count, "", |i| format!("-0.{i:03}*I{i}.Out^3"))),
        ("formulas of seven operations, of all kinds", model(count, "", of_its_own)),
    ];
    let mut works: Vec<Box<dyn FnMut() + '_>> = Vec::new();
    for (_, model) in &models {
        let (mut workspace, mut dx) = (model.workspace(), vec![0.0; model.state_count()]);
        works.push(Box::new(move || model.evaluate(black_box(&mut workspace), 0.0, black_box(&mut dx)).unwrap()));
    }
    let measured = in_turn(rounds(ROUNDS), 500, &mut works);
    let first = measured[0].seconds;
    for ((name, _), measured) in models.iter().zip(&measured) {
        let per = |seconds: f64| 1e9 * seconds / count as f64;
        println!("| {name} | {:.2} | {:.2} |", per(measured.seconds), per(measured.seconds - first));
    }
}
