//! What `bowline view` and `bowline render` answer where the program was
//! built without the feature `viewer`.

use crate::arguments::{RenderArguments, ViewArguments};
use crate::{Exit, report};

pub(crate) fn view(_: &ViewArguments) -> Exit {
    without("view FILE", "opens the window")
}

pub(crate) fn render(_: &RenderArguments) -> Exit {
    without("render FILE --at 0", "makes a picture")
}

fn without(command: &str, what: &str) -> Exit {
    let line = format!("`cargo run --profile view --features viewer -- {command}` builds it and {what}");
    report::errors(&[format!("this program was built without the 3D view: {line}")])
}
