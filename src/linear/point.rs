//! The point that a command line asks for.

use bowline_analysis::{Place, Point};

use super::Failure;
use super::subject::Subject;
use crate::arguments::PointArguments;
use crate::report;

/// Goes there.
pub(super) fn of(arguments: &PointArguments, subject: &Subject<'_>) -> Result<Point, Failure> {
    let model = subject.as_it_is()?;
    let wanted = arguments.conditions.wanted();
    let place = match arguments.at {
        _ if arguments.steady => Place::Steady(wanted),
        _ if !wanted.is_empty() => {
            let message = "--hold, --find and --given are conditions of an equilibrium: add --steady";
            return Err(Failure::Wrong(message.to_owned()));
        }
        Some(time) => Place::At(time),
        None => Place::Start,
    };
    let point = Point::of(&place, &subject.study, model, &|| false)?;
    point.notes.iter().for_each(|note| report::note(note, subject.arguments.quiet));
    Ok(point)
}
