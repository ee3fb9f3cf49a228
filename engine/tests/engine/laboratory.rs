//! SimObjects with known solutions, and those that misbehave on purpose; and
//! how the tests load and run scenarios.

use std::ops::ControlFlow;

use bowline_engine::{Catalog, Diagnostics, LoadOptions, Model, Run, RunError, Source, Sources, Table};
use simobject::{
    Creator, Failure, In, InSlice, Io, Out, OutSlice, Private, Rate, Result, SimObject, State, StateSlice, Sum,
};

simobject::library! {
    name: "laboratory",
    types: [
        Growth, Oscillator, Through, Split, Constant, Follower, Offset, Doubler, Delivering, Failing, Panicking,
        Reaching, Overreaching, Both, Jumping, Silent, Wide, Square,
    ],
}

pub(crate) fn catalog() -> Catalog {
    Catalog::new([&LIBRARY, &bowline_base::LIBRARY, &bowline_mechanics::LIBRARY, &bowline_tutorial::LIBRARY])
}

/// A scenario out of the contents of its sections.
pub(crate) fn scenario(objects: &[&str], connections: &str, initial: &str, engine: &str) -> String {
    let objects: String = objects.iter().map(|object| format!("<Lib {}/>\n", qualified(object))).collect();
    let connections = if connections.is_empty() { String::new() } else { format!("<Connection {connections}/>") };
    let initial = if initial.is_empty() { String::new() } else { format!("<InitialCondition {initial}/>") };
    format!(
        "<Contents>\n<OBJECTS>\n{objects}</OBJECTS>\n<INTERCONNECTIONS>\n{connections}\n</INTERCONNECTIONS>\n\
         <INITIALIZATION>\n{initial}\n</INITIALIZATION>\n<INTEGRATION>\n<Engine {engine}/>\n</INTEGRATION>\n</Contents>\n"
    )
}

/// `Type Name Parameter="..."`, or `Library:Type Name ...`, as attributes.
fn qualified(object: &str) -> String {
    let mut words = object.splitn(3, ' ');
    let (kind, name, rest) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap_or(""));
    let (library, kind) = kind.split_once(':').unwrap_or(("laboratory", kind));
    format!(r#"LibName="{library}" SimObject="{kind}" Name="{name}" {rest}"#)
}

pub(crate) fn try_load(text: &str) -> std::result::Result<Model, Diagnostics> {
    Model::load(&Sources::new(Source::new("test.xml", text)), &catalog(), LoadOptions::default())
}

pub(crate) fn load(text: &str) -> Model {
    try_load(text).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"))
}

/// Codes and messages of what is wrong.
pub(crate) fn complaints(text: &str) -> Vec<String> {
    let wrong = try_load(text).expect_err("something is wrong");
    wrong.sorted().iter().map(|d| format!("{}: {}", d.code(), d.message())).collect()
}

/// Time, s, and the recorded values.
pub(crate) type Row = (f64, Vec<f64>);

/// Runs to the end; the rows, and the final state.
pub(crate) fn run(model: &Model) -> (Vec<Row>, Vec<f64>) {
    let (rows, x, outcome) = try_run(model);
    outcome.unwrap_or_else(|error| panic!("{error}"));
    (rows, x)
}

pub(crate) fn try_run(model: &Model) -> (Vec<Row>, Vec<f64>, std::result::Result<(), RunError>) {
    let mut table = Table::new(model);
    let mut run = Run::new(model);
    let outcome = run.to_end(&mut table, &mut |_| ControlFlow::Continue(())).map(|_| ());
    (table.rows().to_vec(), run.x().to_vec(), outcome)
}

pub(crate) fn statistics(model: &Model) -> bowline_engine::Statistics {
    let mut run = Run::new(model);
    run.to_end(&mut Table::new(model), &mut |_| ControlFlow::Continue(())).unwrap();
    run.statistics().clone()
}

/// dy/dt = y cos t: y = y0 exp(sin t). Time enters, and the equation is not
/// linear in the sense that matters to a method's order conditions.
pub(crate) struct Growth {
    y: State<1>,
}

impl SimObject for Growth {
    const NAME: &'static str = "Growth";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let y = c.state("Y", "", "Size");
        c.out_port_of("Y", y);
        c.derivatives(Self::growth);
        Ok(Self { y })
    }
}

impl Growth {
    fn growth(&self, io: &mut Io<'_>) {
        let [y] = io.get(self.y);
        io.set_derivative(self.y, [y * io.time().cos()]);
    }
}

/// The circle p' = (1 + p.p) / 2 * J p / (p.p)^0: angle runs at a speed that
/// depends on the radius, so that the equation is nonlinear; the radius stays.
/// p = r (cos(w t), sin(w t)) with w = r^2.
pub(crate) struct Oscillator {
    p: State<2>,
}

impl SimObject for Oscillator {
    const NAME: &'static str = "Oscillator";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let p = c.state("P", "", "Position");
        c.out_port_of("P", p);
        c.derivatives(Self::turn);
        Ok(Self { p })
    }
}

impl Oscillator {
    fn turn(&self, io: &mut Io<'_>) {
        let [x, y] = io.get(self.p);
        let speed = x * x + y * y;
        io.set_derivative(self.p, [-speed * y, speed * x]);
    }
}

/// Passes its input on, in the same instant.
pub(crate) struct Through {
    input: InSlice,
    output: OutSlice,
}

impl SimObject for Through {
    const NAME: &'static str = "Through";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = c.parameter("PortWidth").at_least(1.0).default(1);
        let input = c.in_slice("In", width, "", "Input");
        let output = c.out_slice("Out", width, "", "Output");
        c.common_computation(Self::pass).reads((input,)).fills((output,));
        Ok(Self { input, output })
    }
}

impl Through {
    fn pass(&self, io: &mut Io<'_>) {
        for i in 0..self.output.width() {
            let value = io.at(self.input, i);
            io.set_at(self.output, i, value);
        }
    }
}

/// Two outputs, each of which depends on one input only.
pub(crate) struct Split {
    first: In<1>,
    second: In<1>,
    out_first: Out<1>,
    out_second: Out<1>,
}

impl SimObject for Split {
    const NAME: &'static str = "Split";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (first, second) = (c.in_port("A", "", ""), c.in_port("B", "", ""));
        let (out_first, out_second) = (c.out_port("OutA", "", ""), c.out_port("OutB", "", ""));
        c.common_computation(Self::pass_first).reads((first,)).fills((out_first,));
        c.common_computation(Self::pass_second).reads((second,)).fills((out_second,));
        Ok(Self { first, second, out_first, out_second })
    }
}

impl Split {
    fn pass_first(&self, io: &mut Io<'_>) {
        io.set(self.out_first, io.get(self.first));
    }
    fn pass_second(&self, io: &mut Io<'_>) {
        io.set(self.out_second, io.get(self.second));
    }
}

/// A constant computation: twice its input, computed once.
pub(crate) struct Constant {
    input: In<1>,
    output: Out<1>,
}

impl SimObject for Constant {
    const NAME: &'static str = "Constant";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (input, output) = (c.in_port("In", "", ""), c.out_port("Out", "", ""));
        c.common_computation(Self::twice).reads((input,)).fills((output,)).rate(Rate::Constant);
        Ok(Self { input, output })
    }
}

impl Constant {
    fn twice(&self, io: &mut Io<'_>) {
        let [input] = io.get(self.input);
        io.set(self.output, [2.0 * input]);
    }
}

/// dy/dt = u - y; begins settled at its input, if the scenario says nothing.
pub(crate) struct Follower {
    input: In<1>,
    y: State<1>,
}

impl SimObject for Follower {
    const NAME: &'static str = "Follower";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let input = c.in_port("In", "", "");
        let y = c.state("Y", "", "");
        c.out_port_of("Y", y);
        c.derivatives(Self::follow).reads((input,));
        c.initial(Self::settled).reads((input,)).sets((y,));
        Ok(Self { input, y })
    }
}

impl Follower {
    fn follow(&self, io: &mut Io<'_>) {
        let ([u], [y]) = (io.get(self.input), io.get(self.y));
        io.set_derivative(self.y, [u - y]);
    }
    fn settled(&self, io: &mut Io<'_>) {
        io.set_initial(self.y, io.get(self.input));
    }
}

/// Its state plus an offset, with defaults for all that is not given.
pub(crate) struct Offset {
    input: In<1>,
    state: State<1>,
    sum: Out<1>,
    half: Private<1>,
}

impl SimObject for Offset {
    const NAME: &'static str = "Offset";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let input = c.in_port("In", "", "");
        let state = c.state("X", "", "");
        let (sum, half) = (c.out_port("Sum", "", ""), c.private("Half"));
        let _: f64 = c.parameter("Default").default(7.0);
        c.fallback(input, simobject::Fallback::Parameter("Default".into()));
        c.initial_value(state, &[3.0]);
        c.nominal(state, 1e5);
        c.common_computation(Self::halve).reads((input,)).fills((half,));
        c.common_computation(Self::add).reads((half, state)).fills((sum,));
        c.derivatives(Self::still);
        Ok(Self { input, state, sum, half })
    }
}

impl Offset {
    fn halve(&self, io: &mut Io<'_>) {
        let [input] = io.get(self.input);
        io.set(self.half, [0.5 * input]);
    }
    fn add(&self, io: &mut Io<'_>) {
        let ([half], [x]) = (io.get(self.half), io.get(self.state));
        io.set(self.sum, [2.0 * half + x]);
    }
    fn still(&self, io: &mut Io<'_>) {
        io.set_derivative(self.state, [0.0]);
    }
}

/// Twice the sum of its sources.
pub(crate) struct Doubler {
    input: Sum<2>,
    output: Out<2>,
}

impl SimObject for Doubler {
    const NAME: &'static str = "Doubler";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (input, output) = (c.sum_port("In", "", ""), c.out_port("Out", "", ""));
        c.common_computation(Self::double).reads((input,)).fills((output,));
        Ok(Self { input, output })
    }
}

impl Doubler {
    fn double(&self, io: &mut Io<'_>) {
        io.set(self.output, io.get(self.input).map(|value| 2.0 * value));
    }
}

/// dx/dt = 1; its output is not-a-number from `From` on.
pub(crate) struct Delivering {
    x: State<1>,
    output: Out<1>,
    from: f64,
}

impl SimObject for Delivering {
    const NAME: &'static str = "Delivering";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (x, output) = (c.state("X", "", ""), c.out_port("Out", "", ""));
        c.common_computation(Self::deliver).fills((output,));
        c.derivatives(Self::grow);
        Ok(Self { x, output, from: c.parameter("From").required() })
    }
}

impl Delivering {
    fn deliver(&self, io: &mut Io<'_>) {
        let bad = io.time() >= self.from;
        io.set(self.output, [if bad { f64::NAN } else { 1.0 }]);
    }
    fn grow(&self, io: &mut Io<'_>) {
        io.set_derivative(self.x, [1.0]);
    }
}

/// dx/dt = 1; fails where x is above `Above`, in the way that `Way` says.
pub(crate) struct Failing {
    x: State<1>,
    above: f64,
    recoverable: bool,
}

impl SimObject for Failing {
    const NAME: &'static str = "Failing";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let x = c.state("X", "", "");
        c.derivatives(Self::grow);
        let recoverable = c.choice("Way", [("Recoverable", true), ("Fatal", false)]).required();
        Ok(Self { x, above: c.parameter("Above").required(), recoverable })
    }
}

impl Failing {
    fn grow(&self, io: &mut Io<'_>) -> Result<()> {
        let [x] = io.get(self.x);
        io.set_derivative(self.x, [1.0]);
        match (x > self.above, self.recoverable) {
            (false, _) => Ok(()),
            (true, true) => Err(Failure::recoverable("too far")),
            (true, false) => Err(Failure::fatal("far too far")),
        }
    }
}

/// Panics in its constructor, or from `From` on.
pub(crate) struct Panicking {
    x: State<1>,
    from: f64,
}

impl SimObject for Panicking {
    const NAME: &'static str = "Panicking";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let x = c.state("X", "", "");
        c.derivatives(Self::grow);
        let from = c.parameter("From").required();
        assert!(from >= 0.0, "cannot panic before the start");
        Ok(Self { x, from })
    }
}

impl Panicking {
    fn grow(&self, io: &mut Io<'_>) {
        assert!(io.time() < self.from, "out of cheese");
        io.set_derivative(self.x, [1.0]);
    }
}

/// Reads an in-port that it did not declare for this computation.
pub(crate) struct Reaching {
    told: In<1>,
    hidden: In<1>,
    output: Out<1>,
}

impl SimObject for Reaching {
    const NAME: &'static str = "Reaching";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (told, hidden, output) =
            (c.in_port("Told", "", ""), c.in_port("Hidden", "", ""), c.out_port("Out", "", ""));
        c.common_computation(Self::reach).reads((told,)).fills((output,));
        Ok(Self { told, hidden, output })
    }
}

impl Reaching {
    fn reach(&self, io: &mut Io<'_>) {
        let ([a], [b]) = (io.get(self.told), io.get(self.hidden));
        io.set(self.output, [a + b]);
    }
}

/// Says that its derivatives read Q only, and reads P.
pub(crate) struct Overreaching {
    p: State<1>,
    q: State<1>,
}

impl SimObject for Overreaching {
    const NAME: &'static str = "Overreaching";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (p, q) = (c.state("P", "", ""), c.state("Q", "", ""));
        c.derivatives(Self::reach).reads((q,));
        Ok(Self { p, q })
    }
}

impl Overreaching {
    fn reach(&self, io: &mut Io<'_>) {
        let ([p], [q]) = (io.get(self.p), io.get(self.q));
        io.set_derivative(self.p, [q]);
        io.set_derivative(self.q, [p]);
    }
}

/// Completes its two states from its in-port, in one function.
pub(crate) struct Both {
    input: In<1>,
    p: State<1>,
    q: State<1>,
}

impl SimObject for Both {
    const NAME: &'static str = "Both";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let input = c.in_port("In", "", "");
        let (p, q) = (c.state("P", "", ""), c.state("Q", "", ""));
        c.out_port_of("P", p);
        c.derivatives(Self::still);
        c.initial(Self::complete).reads((input,)).sets((p, q));
        Ok(Self { input, p, q })
    }
}

impl Both {
    fn still(&self, io: &mut Io<'_>) {
        io.set_derivative(self.p, [0.0]);
        io.set_derivative(self.q, [0.0]);
    }
    fn complete(&self, io: &mut Io<'_>) {
        let [input] = io.get(self.input);
        io.set_initial(self.p, [input]);
        io.set_initial(self.q, [input + 1.0]);
    }
}

/// Declares something else the second time.
pub(crate) struct Jumping;

static CONSTRUCTIONS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);

impl SimObject for Jumping {
    const NAME: &'static str = "Jumping";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let count = CONSTRUCTIONS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let output: Out<1> = c.out_port(format!("Out{count}"), "", "");
        c.common_computation(|_: &Self, _: &mut Io<'_>| {}).fills((output,));
        Ok(Self)
    }
}

/// Has a state, but never sets its derivative.
pub(crate) struct Silent;

impl SimObject for Silent {
    const NAME: &'static str = "Silent";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let state = c.state::<1>("X", "", "");
        c.initial_value(state, &[0.0]);
        c.derivatives(|_: &Self, _: &mut Io<'_>| {});
        Ok(Self)
    }
}

/// dx/dt = u, of any width.
pub(crate) struct Wide {
    input: InSlice,
    x: StateSlice,
}

impl SimObject for Wide {
    const NAME: &'static str = "Wide";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = c.parameter("PortWidth").at_least(1.0).default(1);
        let (input, x) = (c.in_slice("In", width, "", ""), c.state_slice("X", width, "", ""));
        c.initial_value(x, &[0.0]);
        c.derivatives(Self::integrate).reads((input,));
        Ok(Self { input, x })
    }
}

impl Wide {
    fn integrate(&self, io: &mut Io<'_>) {
        for i in 0..self.x.width() {
            let value = io.at(self.input, i);
            io.derivative_slice_mut(self.x)[i] = value;
        }
    }
}

/// dx/dt = x^2: x = x0 / (1 - x0 t), which ends at t = 1 / x0.
pub(crate) struct Square {
    x: State<1>,
}

impl SimObject for Square {
    const NAME: &'static str = "Square";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let x = c.state("X", "", "");
        c.derivatives(Self::square);
        Ok(Self { x })
    }
}

impl Square {
    fn square(&self, io: &mut Io<'_>) {
        let [x] = io.get(self.x);
        io.set_derivative(self.x, [x * x]);
    }
}
