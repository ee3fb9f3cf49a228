//! `bowline render`: pictures without a window.

use crate::arguments::RenderArguments;
use crate::{Exit, report};

pub(crate) fn render(_: &RenderArguments) -> Exit {
    report::errors(&["there are no pictures yet"])
}
