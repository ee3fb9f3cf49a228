//! `bowline man`: the manual pages.

use std::io;

use bowline_engine::nearest_names;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::arguments::{Arguments, ManArguments};
use crate::{Exit, PROGRAM, report};

pub(crate) fn man(arguments: &ManArguments) -> Exit {
    // Built, so that subcommands know their whole name, `bowline-run`.
    let mut program = Arguments::command().disable_help_subcommand(true);
    program.build();
    let wanted = match &arguments.command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command.clone(),
            None => {
                let names = program.get_subcommands().map(Command::get_name);
                let advice = nearest_names(name, "commands", names);
                report::error(&format!("there is no command `{name}`; {advice}"));
                return Exit::Wrong;
            }
        },
    };
    let mut page = Vec::new();
    match render(wanted, &mut page) {
        Ok(()) => report::data(&page),
        Err(reason) => {
            report::error(&format!("the manual page cannot be made: {reason}"));
            Exit::Failed
        }
    }
}

fn render(command: Command, page: &mut Vec<u8>) -> io::Result<()> {
    let notes = command.get_after_help().map(ToString::to_string);
    let has_subcommands = command.has_subcommands();
    let man = Man::new(command).manual("Bowline").source(PROGRAM);
    man.render_title(page)?;
    man.render_name_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    if has_subcommands {
        man.render_subcommands_section(page)?;
    }
    if let Some(notes) = notes {
        let mut section = Roff::new();
        // Line by line, as it is written.
        section.control("SH", ["NOTES"]).control("nf", []).text([roman(notes)]).control("fi", []);
        section.to_writer(page)?;
    }
    Ok(())
}
