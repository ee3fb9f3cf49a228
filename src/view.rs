//! `bowline view`: a scenario in a window.

use crate::arguments::ViewArguments;
use crate::{Exit, report};

pub(crate) fn view(_: &ViewArguments) -> Exit {
    report::errors(&["there is no window yet"])
}
