//! Formulas on the right side of connections.

use bowline_formula::{Connected, Found, Names, Program, connection, is_more_than_a_sum, names};
use simobject_host::Signal;

use super::bundles::Bundles;
use super::names::Finder;
use super::wiring;
use crate::model::port_source::{FormulaSource, Origin, Piece, PortSource, ScaledSource};
use crate::model::signal_id::SignalId;
use crate::reference::{OfObject, Reference};
use crate::variables::{Variables, diagnostic};
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::{Attribute, Text};

/// The word for the time in formulas.
const TIME: &str = "time";

/// Whether a name in a text is a constant, so that the text is a formula, and no sum of ports.
pub(super) fn names_a_constant(text: &str, variables: &Variables) -> bool {
    let is_constant = |name: &bowline_formula::NameIn| variables.get(&text[name.place.clone()]).is_some();
    // Words alone are no sources, but constants of instances have names as ports do.
    variables.has_paths() && names(text).is_ok_and(|found| found.iter().any(is_constant))
}

/// Whether a text is more than a sum of ports and numbers: it has words, units, or signs of formulas.
pub(super) fn is_one(text: &str) -> bool {
    is_more_than_a_sum(text).unwrap_or(true)
}

/// The ports that a formula names, and the variables.
struct Known<'k> {
    variables: &'k Variables,
    ports: Vec<Port<'k>>,
    /// The slot of the time.
    time: usize,
}

/// A port in a formula.
struct Port<'k> {
    name: String,
    id: SignalId,
    /// The slot of its first number.
    first: usize,
    width: usize,
    unit: &'k str,
}

impl Known<'_> {
    /// What is in the slots, but for the time.
    fn inputs(&self) -> impl Iterator<Item = (SignalId, u32)> + '_ {
        self.ports.iter().flat_map(|port| (0..port.width as u32).map(|element| (port.id, element)))
    }
}

impl Names for Known<'_> {
    fn find(&self, name: &str, is_path: bool) -> Found<'_> {
        if !is_path && name == TIME {
            return Found::Signal { first: self.time, width: 1, unit: "s" };
        }
        match self.ports.iter().find(|port| is_path && port.name == name) {
            Some(port) => Found::Signal { first: port.first, width: port.width, unit: port.unit },
            None => self.variables.find(name, is_path),
        }
    }
}

/// The source of an in-port that formulas feed; none, after an error is reported.
pub(super) fn resolve(
    written: Attribute<'_>,
    in_port: &Signal,
    finder: &Finder<'_, '_>,
    bundles: &Bundles,
    variables: &Variables,
    diagnostics: &mut Diagnostics,
) -> Option<PortSource> {
    let (text, code) = (written.value, "bad-connection");
    let name = written.name.as_str();
    let mut refuse =
        |fault: &bowline_formula::Fault| diagnostics.push(diagnostic(code, &format!("`{name}`"), text, fault));
    let found = match names(text.as_str()) {
        Ok(found) => found,
        Err(fault) => {
            refuse(&fault);
            return None;
        }
    };
    let mut known = Known { variables, ports: Vec::new(), time: 0 };
    let mut is_sound = true;
    for path in found.iter().filter(|name| name.is_path) {
        let path = text.slice(path.place.start, path.place.end);
        let is_known = variables.get(path.as_str()).is_some();
        if is_known || known.ports.iter().any(|port| port.name == path.as_str()) {
            continue;
        }
        match port(path, known.time, finder, bundles, diagnostics) {
            Some(port) => {
                known.time = port.first + port.width;
                known.ports.push(port);
            }
            None => is_sound = false,
        }
    }
    if !is_sound {
        return None;
    }
    let calculated = connection(text.as_str(), &known, known.time + 1, &in_port.unit);
    let (program, width) = match calculated {
        Ok(Connected::Constant(numbers)) => {
            let width = numbers.len();
            (Err(numbers), width)
        }
        Ok(Connected::Program(program)) => {
            let width = program.width();
            (Ok(program), width)
        }
        Err(fault) => {
            diagnostics.push(diagnostic(code, &format!("`{name}`"), text, &fault));
            return None;
        }
    };
    if width != in_port.width as usize {
        let message = format!("`{name}` has width {}, but its formula has width {width}", in_port.width);
        let mismatch = Diagnostic::error("width-mismatch", message).at(text.span());
        let help = if width == 1 { wiring::broadcast(text.as_str(), in_port.width as usize) } else { String::new() };
        diagnostics.push(mismatch.help(help));
        return None;
    }
    match program {
        Err(numbers) => Some(PortSource::Constant(numbers.into())),
        Ok(program) => match summed(&program, &known) {
            Some(pieces) => Some(PortSource::of(in_port.role, pieces)),
            None => running(written, program, &known, diagnostics),
        },
    }
}

/// The sum of ports and numbers that formulas are, if they are one: it is put together faster, with the same roundings.
fn summed(program: &Program, known: &Known<'_>) -> Option<Vec<Piece>> {
    let inputs: Vec<(SignalId, u32)> = known.inputs().collect();
    let mut pieces: Vec<Piece> = Vec::new();
    for sum in program.sums()? {
        let term = |(scale, of): (f64, Option<usize>)| match of {
            Some(slot) => {
                let (id, first) = *inputs.get(slot)?;
                Some(ScaledSource { scale, source: Origin::Port { id, first } })
            }
            None => Some(ScaledSource { scale: 1.0, source: Origin::Constant(vec![scale]) }),
        };
        let terms: Vec<ScaledSource> = sum.into_iter().map(term).collect::<Option<_>>()?;
        match pieces.last_mut().filter(|last| goes_on(last, &terms)) {
            Some(last) => last.width += 1,
            None => pieces.push(Piece { width: 1, terms }),
        }
    }
    Some(pieces)
}

/// Whether terms are those of a piece, of the next elements.
fn goes_on(piece: &Piece, terms: &[ScaledSource]) -> bool {
    let next = |(of, term): (&ScaledSource, &ScaledSource)| match (&of.source, &term.source) {
        (Origin::Port { id, first }, Origin::Port { id: other, first: next }) => {
            id == other && *next as usize == *first as usize + piece.width && of.scale == term.scale
        }
        _ => false,
    };
    piece.terms.len() == terms.len() && piece.terms.iter().zip(terms).all(next)
}

/// Formulas that run: they may jump at times that are known only.
fn running(
    written: Attribute<'_>,
    program: Program,
    known: &Known<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<PortSource> {
    let program = program.from_the_right(known.time);
    match program.jumps(known.time) {
        Ok(mut jumps) => {
            jumps.retain(|time| time.is_finite());
            let inputs = known.inputs().collect();
            // All that it reads may change, but the time.
            let waves = program.waves(known.time, |_| None);
            Some(PortSource::Formula(Box::new(FormulaSource { program, inputs, jumps, waves })))
        }
        Err(what) => {
            let name = written.name.as_str();
            let message = format!("`{name}`: {what} of what changes jumps, and no step may go across a jump");
            let help = "only `time` is compared here, with a constant; elsewhere `Math/Expression` with `Events=\"1\"` finds \
                        the time of a jump";
            diagnostics.push(Diagnostic::error("jump-in-connection", message).at(written.value.span()).help(help));
            None
        }
    }
}

/// The out-port that a path names.
fn port<'k>(
    path: Text<'_>,
    first: usize,
    finder: &Finder<'k, '_>,
    bundles: &Bundles,
    diagnostics: &mut Diagnostics,
) -> Option<Port<'k>> {
    let objects = finder.objects;
    let meant: OfObject<'_> = wiring::source(Reference::whole(path), finder, diagnostics)?;
    let Some(id) = bundles.out_port(meant, objects) else {
        wiring::unknown_out_port(objects, meant, diagnostics);
        return None;
    };
    let declared = &objects.list[id.object as usize].interface.signals[id.signal as usize];
    let (name, width) = (path.as_str().to_owned(), declared.width as usize);
    Some(Port { name, id: id.of_state(declared.role), first, width, unit: &declared.unit })
}
