//! What is said of computations that wait for each other.

use crate::connecting::wiring::Wiring;
use bowline_model::model::Object;
use bowline_model::model::dependencies::Refused;
use bowline_model::model::dependencies::graph::{Loop, Node};
use bowline_model::model::port_source::Connection;
use bowline_model::model::signal_id::SignalId;
use bowline_text::diagnostic::Diagnostic;
use bowline_text::source::Span;

/// Where a loop is: what it keeps from having an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LoopIn {
    /// An evaluation, and why it is not solved.
    Evaluation(Refused),
    /// The completion of initial conditions.
    Completion,
}

impl LoopIn {
    fn what(self) -> &'static str {
        match self {
            Self::Evaluation(_) => "algebraic loop",
            Self::Completion => "initial conditions that wait for each other",
        }
    }

    fn advice(self, objects: &[Object]) -> String {
        let why = match self {
            Self::Completion => {
                return "each of these is completed from the next; give one of them: `<InitialCondition \
                        Object.State=\"...\"/>`"
                    .to_owned();
            }
            Self::Evaluation(Refused::NotWanted) => {
                return "each of these needs the next one's result in the same instant; break the loop with a state (a \
                        low-pass filter, a mass, a volume), or connect one of the in-ports to something else; \
                        `Loops=\"solve\"` lets Bowline solve it"
                    .to_owned();
            }
            Self::Evaluation(Refused::Unsolvable(Node::Calculation { object, calculation })) => {
                let object = &objects[object as usize];
                let calculation = &object.interface.calculations[calculation as usize];
                let when = if calculation.purpose.clock().is_some() {
                    "at the ticks of another clock than others in the loop"
                } else {
                    "once, before the run begins"
                };
                format!("`{}` of {} runs {when}", calculation.name, object.introduced())
            }
            Self::Evaluation(Refused::Unsolvable(_) | Refused::AsksItself) => {
                "a provider of a resource asks for it itself here: there is no number to solve for".to_owned()
            }
        };
        format!(
            "each of these needs the next one's result in the same instant; Bowline solves such loops where all of it \
             runs all the time, or at the ticks of one clock, but {why}; break the loop with a state or a delay (`Signal/UnitDelay`), or connect one \
             of the in-ports to something else"
        )
    }
}

/// Longer loops are cut short.
const MOST_SHOWN: usize = 30;

/// Reports a loop port by port, with the places of its connections.
pub(crate) fn report(found: &Loop, objects: &[Object], wiring: &Wiring, what: LoopIn) -> Diagnostic {
    let name = |id: SignalId| objects[id.object as usize].signal_name(id.signal as usize);
    let mut path = Vec::new();
    let mut labels: Vec<(Span, String)> = Vec::new();
    for link in found.links.iter().take(MOST_SHOWN) {
        // An input assembly passes its own in-port on to the reader.
        if link.port == Some(link.from) {
            continue;
        }
        path.push(name(link.from));
        if let Some(port) = link.port {
            path.push(name(port));
            if let Some(Connection { span: Some(span), .. }) = wiring.connection(port) {
                labels.push((*span, format!("{} takes {}", name(port), name(link.from))));
            }
        }
    }
    if found.links.len() > MOST_SHOWN {
        path.push("...".to_owned());
    }
    path.extend(path.first().cloned());
    let mut message = format!("{}: {}", what.what(), path.join(" -> "));
    if found.size > found.links.len() {
        message = format!("{message} (one of several loops among {} computations)", found.size);
    }
    let mut advice = what.advice(objects);
    for object in say_not_what_they_read(found, objects) {
        advice += &format!(
            "; {} does not say which in-ports its results need, so that each counts as needing all of them: its \
             library can mend that (`.Reads(...)` in C++)",
            object.introduced()
        );
    }
    let mut diagnostic = Diagnostic::error("algebraic-loop", message).help(advice);
    for (span, text) in labels {
        diagnostic = diagnostic.label(span, text);
    }
    diagnostic
}

/// The objects of the loop that are in it, perhaps, only because they do
/// not say what they read.
fn say_not_what_they_read<'o>(found: &Loop, objects: &'o [Object]) -> Vec<&'o Object> {
    let is_vague = |port: &SignalId| {
        let calculations = &objects[port.object as usize].interface.calculations;
        calculations.iter().any(|c| c.reads_all && c.reads.contains(&port.signal))
    };
    let mut vague: Vec<u32> =
        found.links.iter().filter_map(|link| link.port).filter(is_vague).map(|port| port.object).collect();
    vague.sort_unstable();
    vague.dedup();
    vague.into_iter().map(|object| &objects[object as usize]).collect()
}
