//! `bowline completions`: arguments completed by a shell.

use clap::builder::PossibleValuesParser;
use clap::{Arg, CommandFactory};
use clap_complete::Shell;

use crate::arguments::{Arguments, CompletionsArguments};
use crate::{Exit, libraries, report};

pub(crate) fn completions(arguments: &CompletionsArguments) -> Exit {
    // Types have their names from their libraries: those that are there now.
    let catalog = libraries::built_in();
    let mut names: Vec<&'static str> = Vec::new();
    for found in catalog.libraries() {
        names.push(found.library.name());
        names.extend(found.library.types().map(|kind| kind.name()));
    }
    // An argument that is changed goes behind the others, unless they are numbered.
    let listed = names.join(" ");
    let with_names = |subject: Arg| subject.index(1).value_parser(PossibleValuesParser::new(names));
    let mut command = Arguments::command().mut_subcommand("describe", |describe| {
        describe.mut_arg("subject", with_names).mut_arg("parameters", |parameters| parameters.index(2))
    });
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "bowline", &mut script);
    if arguments.shell == Shell::Fish {
        // The generator leaves out what stands without an option.
        let line = format!("complete -c bowline -n '__fish_seen_subcommand_from describe' -f -a '{listed}'\n");
        script.extend(line.bytes());
    }
    report::data(&script)
}
