//! Connections to whole out-ports.

use simobject_host::Role;

use super::bundles::Bundles;
use super::unit_mismatch::UnitMismatch;
use crate::declaring::names::Finder;
use bowline_description::attributes::expression;
use bowline_description::reference::Reference;
use bowline_model::model::port_source::PortSource;
use bowline_model::model::signal_id::SignalId;
use bowline_text::Attribute;

/// An in-port that is connected to a whole out-port which fits it, as most are, and what it
/// reads. `None` for whatever else is written, and where there is anything to tell.
pub(crate) fn connected(
    connection: Attribute<'_>,
    finder: &Finder<'_, '_>,
    bundles: &Bundles,
) -> Option<(SignalId, PortSource)> {
    let objects = finder.objects;
    let port = expression::port_alone(connection.value)?;
    let target = Reference::whole(connection.name).within(finder).ok()?;
    let interface = &objects.list[target.object as usize].interface;
    let signal = target.signal(interface, Role::is_in_port)?;
    let to = &interface.signals[signal as usize];
    let meant = port.within(finder).ok()?;
    let origin = bundles.out_port(meant, objects)?;
    let from = &objects.list[origin.object as usize];
    let declared = &from.interface.signals[origin.signal as usize];
    let is_sound =
        declared.width == to.width && UnitMismatch::find_alone(to, from, declared, meant.name.span()).is_none();
    let id = SignalId { object: target.object, signal };
    is_sound.then(|| (id, PortSource::of_port(to.role, origin.of_state(declared.role), 0)))
}
