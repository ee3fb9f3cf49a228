//! `bowline completions`: arguments completed by a shell.

use clap::CommandFactory;

use crate::arguments::{Arguments, CompletionsArguments};
use crate::{Exit, report};

pub(crate) fn completions(arguments: &CompletionsArguments) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "bowline", &mut script);
    report::page(&script)
}
