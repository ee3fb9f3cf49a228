use std::cell::RefCell;

use bowline_formula::{Fault, Found, Names, Switched, Wave, switched};
use simobject::wave::next_extreme;
use simobject::{
    Creator, Crossing, DiscreteStateSlice, InSlice, Indicator, Io, OutSlice, Result, SimObject, check_mode,
};

/// Formulas of inputs.
///
/// Inputs, parameters and outputs have names, widths and units: `x`, `v[3]`, `v[3] [m/s]`. Formulas are those of
/// scenarios, with their units. With `Events="1"` each comparison in them is a mode, which changes at a state event,
/// so that no step goes across a jump; without, a comparison is calculated as it comes.
#[derive(Default)]
pub struct Expression {
    inputs: Vec<InSlice>,
    parameters: Vec<f64>,
    outputs: Vec<Output>,
    /// One behind the other, for each output.
    modes: Option<DiscreteStateSlice>,
    differences: Vec<Indicator>,
    /// Sines and cosines of the time: at each of their extremes a step ends, as at those of `Src/Sine`.
    waves: Vec<Wave>,
}

/// An output, and its formula.
struct Output {
    out: OutSlice,
    made: Switched,
    /// How many numbers of outputs before it the formula reads.
    reads: usize,
}

thread_local! {
    /// Room for the numbers of outputs that formulas read.
    static BEFORE: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

/// A named row of numbers: `v[3] [m/s]`.
struct Row {
    name: String,
    width: usize,
    unit: String,
}

/// What names in formulas stand for.
struct Known {
    rows: Vec<(Row, usize)>,
    /// The slot of the time: behind inputs and parameters.
    time: usize,
    /// Outputs, which later formulas may name, with their slots behind that.
    outputs: Vec<(Row, usize)>,
    /// How many numbers of outputs the formula reads that is built: all before it, or none.
    read: usize,
}

impl Names for Known {
    fn find(&self, name: &str, is_path: bool) -> Found<'_> {
        if name == "time" {
            return Found::Signal { first: self.time, width: 1, unit: "s" };
        }
        match self.all().find(|(row, _)| !is_path && row.name == name) {
            Some((row, first)) => Found::Signal { first: *first, width: row.width, unit: &row.unit },
            None => {
                let known: Vec<String> = self.all().map(|(row, _)| format!("`{}`", row.name)).collect();
                Found::Unknown {
                    message: format!("`{name}` is no input, no parameter and no output before this one"),
                    help: format!(
                        "what there is: {}",
                        if known.is_empty() { "nothing".to_owned() } else { known.join(", ") }
                    ),
                }
            }
        }
    }
}

impl SimObject for Expression {
    const NAME: &'static str = "Math/Expression";
    const DOC: &'static str = "\
Formulas of inputs and parameters

Outputs = \"F [N] = -k*x^3; P [W] = -k*x^3*v\" with Inputs = \"x [m], v [m/s]\" and Parameters = \"k [N/m^3]\"
has the in-ports x and v, the parameter k, and the out-ports F and P";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let inputs: String =
            c.parameter("Inputs").doc("Names of in-ports, as in `x, v[3] [m/s]`").default(String::new());
        let parameters: String =
            c.parameter("Parameters").doc("Names of parameters of its own, as in `k [N/m], c`").default(String::new());
        let outputs: String = c.parameter("Outputs").doc("Formulas, as in `F [N] = -k*x; P = F*v`").required();
        let events: bool = c.parameter("Events").doc("Whether comparisons are state events").default(false);

        match Self::declare(c, [&inputs, &parameters, &outputs], events) {
            Ok(expression) => Ok(expression),
            Err((parameter, message)) => {
                c.error(parameter, message);
                Ok(Self::default())
            }
        }
    }
}

/// A parameter, and the error in it.
type Wrong = (&'static str, String);

impl Expression {
    fn declare(
        c: &mut Creator<'_, Self>,
        [inputs, parameters, outputs]: [&str; 3],
        events: bool,
    ) -> Result<Self, Wrong> {
        let mut known = Known { rows: Vec::new(), time: 0, outputs: Vec::new(), read: 0 };
        let (mut in_ports, mut numbers) = (Vec::new(), Vec::new());
        for row in rows("Inputs", inputs, &known)? {
            in_ports.push(c.in_slice(row.name.clone(), row.width, row.unit.clone(), "Input of the formulas"));
            known.add(row);
        }
        let first_parameter = known.time;
        for row in rows("Parameters", parameters, &known)? {
            let declared = c.parameter::<Vec<f64>>(row.name.clone()).unit(row.unit.clone());
            let given: Vec<f64> = declared.doc("Parameter of the formulas").length(row.width).required();
            numbers.extend(given);
            known.add(row);
        }
        numbers.resize(known.time - first_parameter, 0.0);

        let mut all = Vec::new();
        let mut written: Vec<String> = Vec::new();
        for output in outputs.split(';').filter(|output| !output.trim().is_empty()) {
            let (row, made) = made(output, &mut known, &written, events)?;
            written.push(row.name.clone());
            let out = c.out_slice(row.name.clone(), row.width, row.unit.clone(), "What its formula gives");
            all.push(Output { out, made, reads: known.read });
            known.add_output(row);
        }
        if all.is_empty() {
            return Err(("Outputs", "no formula".to_owned()));
        }
        let count: usize = all.iter().map(|output| output.made.is_negated.len()).sum();
        let outs: Vec<OutSlice> = all.iter().map(|output| output.out).collect();
        let parameter = |input: usize| numbers.get(input.checked_sub(first_parameter)?).copied();
        let waves: Vec<Wave> = all.iter().flat_map(|output| output.made.values.waves(known.time, parameter)).collect();
        if !waves.is_empty() {
            c.stops(Self::next_extreme);
        }
        let (inputs, parameters) = (in_ports.clone(), numbers.clone());
        if count == 0 {
            c.common_computation(Self::calculate).reads(&in_ports).fills(&outs);
            return Ok(Self { inputs, parameters, outputs: all, modes: None, differences: Vec::new(), waves });
        }
        let modes = c.discrete_state_slice("Modes", count, "", "Whether each comparison holds, 1 or 0");
        let compared = all.iter().flat_map(|output| &output.made.compared).enumerate();
        let differences: Vec<Indicator> = compared
            .map(|(number, compared)| {
                let name = crate::indicators::of_element("Difference", number, count);
                c.indicator(name, "", format!("Difference of the sides of `{compared}`"), Crossing::Either)
            })
            .collect();
        c.initial(Self::begin).reads(&in_ports).sets(modes);
        c.initial(Self::check).reads(modes);
        c.common_computation(Self::calculate).reads((&in_ports, modes)).fills(&outs);
        c.common_computation(Self::watch).reads((&in_ports, modes)).fills(&differences);
        let are_negated = all.iter().flat_map(|output| output.made.is_negated.iter().copied());
        for (number, (difference, is_negated)) in differences.iter().zip(are_negated).enumerate() {
            // In a loop, nobody knows beforehand what is compared.
            c.side_at_start(*difference, modes, number, is_negated);
            c.on_event_of(*difference, number, Self::switch).reads((&in_ports, modes)).sets(modes);
        }
        Ok(Self { inputs, parameters, outputs: all, modes: Some(modes), differences, waves })
    }
}

impl Known {
    fn add(&mut self, row: Row) {
        let first = self.time;
        self.time += row.width;
        self.rows.push((row, first));
    }

    /// What the formula may name that is built.
    fn all(&self) -> impl Iterator<Item = &(Row, usize)> {
        let outputs = self.outputs.iter().filter(|(_, first)| *first <= self.time + self.read);
        self.rows.iter().chain(outputs)
    }

    /// Lets the next formula read the outputs before it, if it names any.
    fn look_at(&mut self, formula: &str) {
        let words = bowline_formula::words(formula);
        let width = |(row, _): &(Row, usize)| row.width;
        let is_named = self.outputs.iter().any(|(row, _)| words.contains(&row.name));
        self.read = if is_named { self.outputs.iter().map(width).sum() } else { 0 };
    }

    /// An output, which later formulas may name. One that is called as an input is means that in formulas.
    fn add_output(&mut self, row: Row) {
        let first = self.time + 1 + self.outputs.iter().map(|(row, _)| row.width).sum::<usize>();
        self.outputs.push((row, first));
    }

    /// How many numbers the formula may read that is built.
    fn slots(&self) -> usize {
        self.time + 1 + self.read
    }
}

impl Expression {
    /// The inputs of an output's programs, whose modes begin at `first`; `before` are the numbers of outputs before it.
    fn fill(&self, io: &Io<'_>, first: usize, modes: Option<&[f64]>, before: &[f64], slots: &mut [f64]) {
        let mut next = 0;
        let mut put = |numbers: &[f64]| {
            slots[next..next + numbers.len()].copy_from_slice(numbers);
            next += numbers.len();
        };
        self.inputs.iter().for_each(|input| put(io.slice(*input)));
        put(&self.parameters);
        put(&[io.time()]);
        put(before);
        let count = slots.len() - next;
        if let Some(modes) = modes {
            slots[next..].copy_from_slice(&modes[first..first + count]);
        } else if let Some(modes) = self.modes {
            slots[next..].copy_from_slice(&io.slice(modes)[first..first + count]);
        }
    }

    /// Goes through the outputs, with the number of their first mode and the numbers of outputs before them that they read.
    fn each(&self, io: &mut Io<'_>, modes: Option<&[f64]>, mut each: impl FnMut(&mut Io<'_>, &Output, usize, &[f64])) {
        let mut first = 0;
        if self.outputs.iter().all(|output| output.reads == 0) {
            for output in &self.outputs {
                each(io, output, first, &[]);
                first += output.made.is_negated.len();
            }
            return;
        }
        let mut before = BEFORE.take();
        before.clear();
        for output in &self.outputs {
            each(io, output, first, &before[..output.reads]);
            let here = before.len();
            before.resize(here + output.made.values.width(), f64::NAN);
            let (known, own) = before.split_at_mut(here);
            let fill = |io: &&mut Io<'_>, slots: &mut [f64]| self.fill(io, first, modes, &known[..output.reads], slots);
            output.made.values.calculate(&mut &mut *io, fill, |_, number, result| own[number] = result);
            first += output.made.is_negated.len();
        }
        BEFORE.set(before);
    }

    /// The first extreme of any of the waves after a time, s.
    fn next_extreme(&self, after: f64) -> Option<f64> {
        let extreme = |wave: &Wave| next_extreme(wave.angular_frequency, wave.phase, after);
        self.waves.iter().filter_map(extreme).reduce(f64::min)
    }

    fn calculate(&self, io: &mut Io<'_>) {
        self.each(io, None, |io, output, first, before| {
            let fill = |io: &Io<'_>, slots: &mut [f64]| self.fill(io, first, None, before, slots);
            output.made.values.calculate(io, fill, |io, number, result| io.set_at(output.out, number, result));
        });
    }

    fn watch(&self, io: &mut Io<'_>) {
        self.each(io, None, |io, output, first, before| {
            let fill = |io: &Io<'_>, slots: &mut [f64]| self.fill(io, first, None, before, slots);
            output.made.differences.calculate(io, fill, |io, number, result| {
                io.set(self.differences[first + number], [result]);
            });
        });
    }

    /// Whether a comparison holds, with these modes of the others.
    fn holds(&self, io: &mut Io<'_>, mode: usize, modes: Option<&[f64]>) -> f64 {
        let mut holds = 0.0;
        self.each(io, modes, |io, Output { made, .. }, first, before| {
            if (first..first + made.is_negated.len()).contains(&mode) {
                let fill = |io: &&mut Io<'_>, slots: &mut [f64]| self.fill(io, first, modes, before, slots);
                made.differences.calculate(&mut &mut *io, fill, |_, number, difference| {
                    if first + number == mode {
                        holds = f64::from((difference > 0.0) != made.is_negated[number]);
                    }
                });
            }
        });
        holds
    }

    fn begin(&self, io: &mut Io<'_>) {
        let Some(modes) = self.modes else { return };
        let mut begun = vec![0.0; modes.width()];
        // What a comparison is in comes before it.
        for mode in 0..begun.len() {
            begun[mode] = self.holds(io, mode, Some(&begun));
        }
        io.set_initial_slice(modes, &begun);
    }

    fn check(&self, io: &mut Io<'_>) -> Result<()> {
        self.modes.map_or(Ok(()), |modes| check_mode("Modes", io.slice(modes), &[0.0, 1.0]))
    }

    fn switch(&self, mode: usize, io: &mut Io<'_>) {
        let Some(modes) = self.modes else { return };
        let holds = self.holds(io, mode, None);
        io.set_now_at(modes, mode, holds);
    }
}

/// An output, with the width of its formula, and the formula.
fn made(output: &str, known: &mut Known, written: &[String], events: bool) -> Result<(Row, Switched), Wrong> {
    let (row, formula) = match split(output) {
        Some((name, formula)) => (row("Outputs", name, known).map_err(|message| ("Outputs", message))?, formula),
        None => (Row { name: "Out".to_owned(), width: 0, unit: String::new() }, output),
    };
    if written.contains(&row.name) {
        return Err(("Outputs", format!("`{}` is given twice", row.name)));
    }
    known.look_at(formula);
    let made =
        if events { switched(formula, known, known.slots(), &row.unit) } else { plain(formula, known, &row.unit) };
    let made = made.map_err(|fault| ("Outputs", told(formula, &fault)))?;
    if let Some(name) = made.values.jumping_function().or(made.differences.jumping_function()).filter(|_| events) {
        let message = format!("`{}`: {name} jumps, and is no event: only `<`, `<=`, `>`, `>=` are", formula.trim());
        return Err(("Outputs", message));
    }
    let width = made.values.width();
    if row.width > 1 && row.width != width {
        let message = format!("`{}` has width {}, and its formula {width}", row.name, row.width);
        return Err(("Outputs", message));
    }
    Ok((Row { width, ..row }, made))
}

/// A formula whose comparisons are calculated as they come.
fn plain(formula: &str, known: &Known, unit: &str) -> Result<Switched, Fault> {
    let values = bowline_formula::calculated(formula, known, known.slots(), unit)?;
    let differences = bowline_formula::Program::nothing(known.slots());
    Ok(Switched { values, differences, is_negated: Vec::new(), compared: Vec::new() })
}

/// What is wrong with a formula, in words.
fn told(formula: &str, fault: &Fault) -> String {
    let help = fault.help.as_ref().map(|help| format!(": {help}")).unwrap_or_default();
    format!("`{}`: {}{help}", formula.trim(), fault.message)
}

/// What stands before the `=` of an output, and behind it.
fn split(output: &str) -> Option<(&str, &str)> {
    let at = output.find('=').filter(|at| !output[at + 1..].starts_with('='))?;
    let is_comparison = output[..at].ends_with(['<', '>', '!']);
    (!is_comparison).then(|| (&output[..at], &output[at + 1..]))
}

/// Rows between commas, as `x, v[3] [m/s]`.
fn rows(parameter: &'static str, text: &str, known: &Known) -> Result<Vec<Row>, Wrong> {
    let mut all: Vec<Row> = Vec::new();
    for item in text.split(',').filter(|item| !item.trim().is_empty()) {
        let made = row(parameter, item, known).map_err(|message| (parameter, message))?;
        if all.iter().any(|row| row.name == made.name) {
            return Err((parameter, format!("`{}` is given twice", made.name)));
        }
        all.push(made);
    }
    Ok(all)
}

/// A row: its name, perhaps its width, and perhaps its unit.
fn row(parameter: &str, text: &str, known: &Known) -> Result<Row, String> {
    let (name, mut rest) = text.trim().split_at(text.trim().find('[').unwrap_or(text.trim().len()));
    let (name, mut width, mut unit) = (name.trim(), 1, String::new());
    if !bowline_formula::is_free_word(name) {
        return Err(format!(
            "`{name}` cannot be a name: it is made of letters, digits and `_`, and means nothing else"
        ));
    }
    const OWN: [&str; 4] = ["Inputs", "Parameters", "Outputs", "Events"];
    if OWN.contains(&name) || known.rows.iter().any(|(row, _)| row.name == name) && parameter != "Outputs" {
        return Err(format!("`{name}` is the name of something else"));
    }
    while let Some((inside, behind)) = rest.trim().strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        match inside.trim().parse::<usize>() {
            Ok(number) if (1..=1_000_000).contains(&number) => width = number,
            Ok(number) => return Err(format!("`{name}`: a width of {number}")),
            Err(_) if simobject::unit::Unit::parse(inside.trim()).is_some() => unit = inside.trim().to_owned(),
            Err(_) => return Err(format!("`{name}`: `{}` is neither a width nor a unit that is known", inside.trim())),
        }
        rest = behind;
    }
    if rest.trim().is_empty() {
        Ok(Row { name: name.to_owned(), width, unit })
    } else {
        Err(format!("`{}` behind `{name}`: write `name[width] [unit]`", rest.trim()))
    }
}
