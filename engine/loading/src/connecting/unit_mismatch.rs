//! Connections between ports whose numbers do not mean the same: of different units,
//! or counted from elsewhere.

use std::collections::HashMap;

use simobject::Datum;
use simobject_host::{Comparison, Role, Signal, Unit};

use bowline_model::model::Object;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::Span;

/// How the numbers of two ports differ.
#[derive(Debug)]
enum Difference {
    Unit(Comparison),
    Datum(Datum, Datum),
}

/// A source whose unit or datum is not that of the in-port that it is connected to.
#[derive(Debug)]
pub(crate) struct UnitMismatch<'o> {
    from: &'o Object,
    out_port: &'o Signal,
    out_span: Span,
    difference: Difference,
}

impl<'o> UnitMismatch<'o> {
    /// Compares what is connected with that factor: one that is neither 1 nor
    /// -1 converts, and so is taken as meant, as is a port without a unit.
    pub(crate) fn find(
        in_port: &Signal,
        scale: f64,
        from: &'o Object,
        out_port: &'o Signal,
        out_span: Span,
    ) -> Option<Self> {
        let comparison = Unit::compare(&out_port.unit, &in_port.unit)?;
        let is_meant = comparison == Comparison::Same || scale.abs() != 1.0;
        (!is_meant).then_some(Self { from, out_port, out_span, difference: Difference::Unit(comparison) })
    }

    /// Compares a whole out-port with the in-port that reads nothing else: sums and
    /// differences may count from elsewhere than their terms.
    pub(crate) fn find_alone(in_port: &Signal, from: &'o Object, out_port: &'o Signal, out_span: Span) -> Option<Self> {
        if let Some(found) = Self::find(in_port, 1.0, from, out_port, out_span) {
            return Some(found);
        }
        let (given, read) = (out_port.datum?, in_port.datum?);
        (given != read).then_some(Self { from, out_port, out_span, difference: Difference::Datum(given, read) })
    }
}

/// All of them, like ones told once.
#[derive(Debug, Default)]
pub(crate) struct UnitMismatches<'o> {
    list: Vec<(UnitMismatch<'o>, &'o Object, &'o Signal, Span)>,
    /// Where the first of like ones stands in the list, and how many there are.
    alike: HashMap<[&'o str; 4], (usize, usize)>,
}

impl<'o> UnitMismatches<'o> {
    pub(crate) fn note(&mut self, found: UnitMismatch<'o>, to: &'o Object, in_port: &'o Signal, in_span: Span) {
        let kinds = [found.from.kind.name(), &found.out_port.name, to.kind.name(), &in_port.name];
        let (_, count) = self.alike.entry(kinds).or_insert((self.list.len(), 0));
        *count += 1;
        if *count == 1 {
            self.list.push((found, to, in_port, in_span));
        }
    }

    pub(crate) fn report(self, diagnostics: &mut Diagnostics) {
        let mut counts = vec![1; self.list.len()];
        self.alike.values().for_each(|(index, count)| counts[*index] = *count);
        for ((found, to, in_port, in_span), count) in self.list.into_iter().zip(counts) {
            let UnitMismatch { from, out_port, out_span, difference } = found;
            let out_name = format!("{}.{}", from.name, out_port.name);
            let in_name = format!("{}.{}", to.name, in_port.name);
            let (out_unit, in_unit) = (&out_port.unit, &in_port.unit);
            let mut diagnostic = match difference {
                Difference::Unit(comparison) => {
                    let message = format!("`{in_name}` is in {in_unit}, but `{out_name}` in {out_unit}");
                    let help = match comparison {
                        Comparison::Scaled(factor) => format!("to convert it, write a factor: `{factor}*{out_name}`"),
                        _ => match fitting(from, in_port).as_slice() {
                            [] => {
                                format!("a factor other than 1 and -1 converts: `2*{out_name}` would be taken as meant")
                            }
                            names => format!("in {in_unit} there is {}", names.join(" and ")),
                        },
                    };
                    Diagnostic::warning("unit-mismatch", message)
                        .label(out_span, format!("{out_unit}"))
                        .label(in_span, format!("{in_unit}"))
                        .help(help)
                }
                Difference::Datum(given, read) => {
                    let message = format!("`{in_name}` is {}, but `{out_name}` is {}", in_words(read), in_words(given));
                    let help = match (given, read) {
                        (Datum::Bookkeeping, _) | (_, Datum::Bookkeeping) => {
                            "numbers of a method mean something only to elements of that method: connect what they stand for"
                                .to_owned()
                        }
                        // What is absolute is larger by where the relative one is counted from.
                        (Datum::Relative, _) => format!("add what it is relative to: `{out_name} + 101325` above the air at sea level"),
                        (Datum::Absolute, _) => {
                            format!("subtract what `{in_name}` is relative to: `{out_name} - 101325` above the air at sea level")
                        }
                    };
                    Diagnostic::warning("datum-mismatch", message)
                        .label(out_span, in_words(given))
                        .label(in_span, in_words(read))
                        .help(help)
                }
            };
            if count > 1 {
                diagnostic = diagnostic.more(&format!(" ({count} connections are like this one)"));
            }
            diagnostics.push(diagnostic);
        }
    }
}

fn in_words(datum: Datum) -> &'static str {
    match datum {
        Datum::Absolute => "absolute",
        Datum::Relative => "relative to a reference",
        Datum::Bookkeeping => "a number of a method and of nothing physical",
    }
}

/// The out-ports of an object that could have been meant.
fn fitting(object: &Object, in_port: &Signal) -> Vec<String> {
    let fits = |port: &Signal| {
        port.width == in_port.width && Unit::compare(&port.unit, &in_port.unit) == Some(Comparison::Same)
    };
    let ports = object.interface.signals_with(Role::is_out_port).filter(|(_, port)| fits(port));
    ports.take(3).map(|(_, port)| format!("`{}.{}`", object.name, port.name)).collect()
}
