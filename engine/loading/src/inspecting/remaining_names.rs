//! Names that can be looked up although some SimObjects are unsound, or terminals are not joined: Bowline reports wrong names
//! in the same round as the errors that stop loading.

use std::collections::HashSet;

use simobject_host::{ResourceKind, Surroundings};

use crate::connecting::wiring::{ConnectionSources, Wiring};
use crate::declaring::names::Finder;
use crate::declaring::objects::Objects;
use crate::recording::cameras;
use crate::recording::columns::Recorded;
use crate::recording::engine_settings::Engine;
use crate::recording::recordable::Recordable;
use crate::starting::explicit_values;
use bowline_description::ModelDescription;
use bowline_description::aliases::Aliases;
use bowline_description::files::ScenarioFiles;
use bowline_description::flattening::SchemePort;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

/// Errors that follow from no other: a name is wrong whatever the rest of the scenario says.
const CODES: [&str; 7] = [
    "unknown-object",
    "unknown-port",
    "unknown-signal",
    "unknown-state",
    "unknown-name",
    "bad-name",
    "bad-file-output",
];

/// Where names are looked up.
pub(crate) struct RemainingNames<'n, 'd> {
    pub(crate) description: &'d ModelDescription,
    pub(crate) files: &'n ScenarioFiles,
    pub(crate) aliases: &'n Aliases,
    pub(crate) ports: &'n [SchemePort],
    /// The results, unless the Engine section is unsound.
    pub(crate) engine: Option<&'n Engine<'d>>,
}

impl<'d> RemainingNames<'_, 'd> {
    /// Reports the wrong names in connections, initial conditions, cameras and outputs. What an unsound SimObject or a joined
    /// terminal may have is not known yet, and is not reported.
    pub(crate) fn report(&self, objects: Objects<'d>, diagnostics: &mut Diagnostics) {
        let Self { description, files, aliases, ports, engine } = *self;
        let (objects, unsound) = objects.sound(description);
        let (mut found, variables) = (Diagnostics::default(), files.variables());
        let finder = Finder::new(&objects, aliases);
        let types = |_: &ResourceKind| Vec::new();
        let written = ConnectionSources { description, ports, network: Vec::new() };
        Wiring::connect(written, &finder, variables, &types, &mut found);
        explicit_values::read(description.initial_conditions(), &finder, files.names(), &|_| false, &mut found);
        cameras::read(description, &objects.list, files.names(), &mut found);
        if let Some(Engine { recording, further, .. }) = engine {
            Recorded::of(recording, further, Recordable { objects: &objects, aliases }, variables, &mut found);
        }
        let has_repeated = description.object_count() > objects.list.len() + unsound.len();
        let known = Known { unsound, terminals: terminals(&objects), has_repeated };
        diagnostics.append(found.errors_that(|diagnostic| known.is_wrong(diagnostic)));
    }
}

fn terminals<'o>(objects: &'o Objects<'_>) -> HashSet<&'o str> {
    let all = objects.list.iter().flat_map(|object| &object.interface.terminals);
    all.map(|terminal| terminal.name.as_ref()).collect()
}

/// What names may still turn out to mean.
struct Known<'k> {
    /// The names of the unsound SimObjects.
    unsound: HashSet<&'k str>,
    /// The names of terminals: joined ones have signals of the network, and initial conditions.
    terminals: HashSet<&'k str>,
    /// Whether a name is given twice: the second one was meant to be another name.
    has_repeated: bool,
}

impl Known<'_> {
    fn is_wrong(&self, diagnostic: &Diagnostic) -> bool {
        let may_be_of_a_terminal = |name: &str| match name.split_once('.') {
            Some((first, _)) => self.terminals.contains(first),
            None => diagnostic.code() == "unknown-state" && !self.terminals.is_empty(),
        };
        let may_be_right = |name: &str| {
            let object = name.split(['.', '[']).next().unwrap_or(name);
            self.unsound.contains(object) || self.unsound.contains(name) || may_be_of_a_terminal(name)
        };
        let is_open = self.has_repeated && diagnostic.code() == "unknown-object";
        // Names are between backticks.
        let mut names = diagnostic.message().split('`').skip(1).step_by(2);
        CODES.contains(&diagnostic.code()) && !is_open && !names.any(may_be_right)
    }
}
