//! A process that runs cases for another one.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use bowline_engine::{Catalog, Source};

use super::case::{CaseRunner, Halt};
use super::request::{Answer, Job, Request};
use crate::campaign::{Campaign, sources};
use crate::definition::Definition;

/// Runs the cases that are asked for, line by line, until nothing more is
/// asked. The libraries that a campaign names are had from `catalog`.
///
/// # Errors
/// What is asked cannot be read, or the answer not be given.
pub fn serve(
    mut input: impl BufRead,
    mut output: impl Write,
    catalog: impl FnOnce(&Definition) -> Result<Catalog, String>,
) -> io::Result<()> {
    let mut line = String::new();
    input.read_line(&mut line)?;
    let Job { definition, scenario, initial_state, metrics, series, timeout_s, origin } = serde_json::from_str(&line)?;
    let state = definition.initial_state.as_deref().zip(initial_state);
    let state = state.map(|(path, text)| Source::new(path.display().to_string(), text));
    let sources = sources(&definition, scenario.source(), state);
    let mut answer = |answer: &Answer| {
        serde_json::to_writer(&mut output, answer)?;
        output.write_all(b"\n")?;
        output.flush()
    };
    let catalog = match catalog(&definition) {
        Ok(catalog) => catalog,
        Err(message) => return answer(&Answer::Halted(message)),
    };
    let campaign = match Campaign::read(&definition, &sources, &catalog) {
        Ok(campaign) => campaign,
        Err(refusal) => return answer(&Answer::Halted(refusal.to_string())),
    };
    let timeout = timeout_s.map(Duration::from_secs_f64);
    let runner = CaseRunner { campaign: &campaign, metrics, series, timeout, origin };
    for line in input.lines() {
        answer(&match serde_json::from_str(&line?)? {
            Request::Load(case) => {
                // What is wrong with it is told by who loads it next.
                let _ = campaign.load(case);
                Answer::Loaded
            }
            Request::Run(case) => match runner.run(case, &|| false) {
                Ok(result) => Answer::Result(Box::new(result)),
                Err(Halt(message)) => Answer::Halted(message),
            },
        })?;
    }
    Ok(())
}
