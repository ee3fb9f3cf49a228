//! Formulas on the right side of connections.

use bowline_formula::{Connected, Fault, Program, connection, is_more_than_a_sum, names, place_of_jump};
use simobject_host::Signal;

use super::bundles::Bundles;
use super::formula_names::Known;
use super::unknown_port::{self, Direction};
use super::wiring::{self, Reading};
use crate::declaring::names::Finder;
use bowline_description::reference::{OfObject, Reference};
use bowline_description::variables::{Variables, diagnostic};
use bowline_model::model::port_source::{FormulaSource, Origin, Piece, PortSource, ScaledSource};
use bowline_model::model::signal_id::SignalId;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::{Attribute, Text};

/// The code of errors in formulas.
const CODE: &str = "bad-connection";

/// Whether a name in a text is a constant, so that the text is a formula, and no sum of ports.
pub(crate) fn names_a_constant(text: &str, variables: &Variables) -> bool {
    let is_constant = |name: &bowline_formula::NameIn| variables.constant(&text[name.place.clone()]).is_some();
    // Words alone are no sources, but constants of instances have names as ports do.
    variables.has_paths() && names(text).is_ok_and(|found| found.iter().any(is_constant))
}

/// Whether a text is more than a sum of ports and numbers: it has words, units, or signs of formulas.
pub(crate) fn is_one(text: &str) -> bool {
    is_more_than_a_sum(text).unwrap_or(true)
}

/// A formula whose numbers are in a unit, and what it names; else its error, if that is not reported yet.
fn read<'k>(
    text: Text<'_>,
    name: &str,
    unit: &str,
    Reading { finder, bundles, variables }: Reading<'k, 'k, '_>,
    diagnostics: &mut Diagnostics,
) -> Result<(Connected, Known<'k>), Option<Diagnostic>> {
    let wrong = |fault: &Fault| Some(diagnostic(CODE, &format!("`{name}`"), text, fault));
    let found = names(text.as_str()).map_err(|fault| wrong(&fault))?;
    let known = Known::of(text, &found, variables, |path| port(path, finder, bundles, diagnostics)).ok_or(None)?;
    match connection(text.as_str(), &known, known.slots(), unit) {
        Ok(connected) => Ok((connected, known)),
        Err(fault) => Err(wrong(&fault)),
    }
}

/// The width of a formula whose numbers are in a unit; else its error, if that is not reported yet.
pub(crate) fn width(
    text: Text<'_>,
    name: &str,
    unit: &str,
    reading: Reading<'_, '_, '_>,
    diagnostics: &mut Diagnostics,
) -> Result<usize, Option<Diagnostic>> {
    Ok(read(text, name, unit, reading, diagnostics)?.0.width())
}

/// The source of an in-port that formulas feed; none, after an error is reported.
pub(crate) fn resolve(
    written: Attribute<'_>,
    in_port: &Signal,
    reading: Reading<'_, '_, '_>,
    diagnostics: &mut Diagnostics,
) -> Option<PortSource> {
    let (text, name) = (written.value, written.name.as_str());
    let (connected, known) = match read(text, name, &in_port.unit, reading, diagnostics) {
        Ok(read) => read,
        Err(fault) => {
            fault.into_iter().for_each(|fault| diagnostics.push(fault));
            return None;
        }
    };
    let width = connected.width();
    if width != in_port.width as usize {
        let message = format!("`{name}` has width {}, but its formula has width {width}", in_port.width);
        let mismatch = Diagnostic::error("width-mismatch", message).at(text.span());
        let help = if width == 1 { wiring::broadcast(text.as_str(), in_port.width as usize) } else { String::new() };
        diagnostics.push(mismatch.help(help));
        return None;
    }
    match connected {
        Connected::Constant(numbers) => Some(PortSource::Constant(numbers.into())),
        Connected::Program(program) => match summed(&program, &known) {
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
    let program = program.from_the_right(known.time());
    match program.jumps(known.time()) {
        Ok(mut jumps) => {
            jumps.retain(|time| time.is_finite());
            let inputs = known.inputs().collect();
            // All that it reads may change, but the time.
            let waves = program.waves(known.time(), |_| None);
            Some(PortSource::Formula(Box::new(FormulaSource { program, inputs, jumps, waves, is_opened: false })))
        }
        Err(what) => {
            let name = written.name.as_str();
            let message = format!("`{name}`: {what} of what changes jumps, and no step may go across a jump");
            let help = "only `time` is compared here, with a constant; elsewhere `Math/Expression` with `Events=\"1\"` finds \
                        the time of a jump";
            let place = place_of_jump(written.value.as_str(), what);
            let place = place.map_or(written.value.span(), |place| written.value.part(place.start, place.end));
            diagnostics.push(Diagnostic::error("jump-in-connection", message).at(place).help(help));
            None
        }
    }
}

/// The out-port that a path names.
fn port<'k>(
    path: Text<'_>,
    finder: &Finder<'k, '_>,
    bundles: &Bundles,
    diagnostics: &mut Diagnostics,
) -> Option<(SignalId, &'k Signal)> {
    let objects = finder.objects;
    let meant: OfObject<'_> = wiring::source(Reference::whole(path), finder, diagnostics)?;
    let Some(id) = bundles.out_port(meant, objects) else {
        unknown_port::report(objects, meant, Direction::Out, diagnostics);
        return None;
    };
    let declared = &objects.list[id.object as usize].interface.signals[id.signal as usize];
    Some((id.of_state(declared.role), declared))
}
