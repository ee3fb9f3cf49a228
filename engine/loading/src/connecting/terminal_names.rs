//! Terminals, by their names.

use std::sync::Arc;

use simobject_host::Nature;

use crate::declaring::names::Finder;
use crate::declaring::objects::Objects;
use bowline_description::reference::Reference;
use bowline_text::{Attribute, Text};

/// A terminal of a SimObject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TerminalId {
    pub(crate) object: u32,
    pub(crate) terminal: u32,
}

impl TerminalId {
    /// `Object.Terminal`.
    pub(crate) fn name(self, objects: &Objects<'_>) -> String {
        let object = &objects.list[self.object as usize];
        format!("{}.{}", object.name(), object.interface.terminals[self.terminal as usize].name)
    }

    /// Its nature.
    pub(crate) fn nature(self, objects: &Objects<'_>) -> Arc<Nature> {
        Arc::clone(&objects.list[self.object as usize].interface.terminals[self.terminal as usize].nature)
    }
}

/// Whether a connection joins terminals.
pub(crate) fn is_connection(connection: Attribute<'_>, finder: &Finder<'_, '_>) -> bool {
    finder.objects.has_terminals && named(connection.name, finder).is_some()
}

/// The terminal that a text names.
pub(crate) fn named(name: Text<'_>, finder: &Finder<'_, '_>) -> Option<TerminalId> {
    let meant = Reference::whole(name).within(finder).ok()?;
    let terminals = &finder.objects.list[meant.object as usize].interface.terminals;
    let terminal = terminals.iter().position(|terminal| *terminal.name == *meant.name.as_str())?;
    Some(TerminalId { object: meant.object, terminal: terminal as u32 })
}
