//! The first stage of a model: its SimObjects are connected.

use simobject_host::{ResourceKind, Surroundings};

use super::building::Building;
use super::laid_out::LaidOut;
use crate::connecting::wiring::{ConnectionSources, Wiring};
use crate::connecting::{flows, resources};
use crate::declaring::meshes;
use crate::declaring::names::Finder;
use crate::declaring::objects::Objects;
use crate::recording::columns::Recorded;
use crate::recording::recordable::Recordable;
use crate::starting::explicit_values::ExplicitValues;
use crate::starting::resumption::Resumption;
use crate::starting::{explicit_values, resumption};
use bowline_model::model::clocks::Clocks;
use bowline_model::model::layout::Layout;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

/// SimObjects, what each of their in-ports reads, and with what they begin.
pub(crate) struct Connected<'d> {
    objects: Objects<'d>,
    wiring: Wiring,
    clocks: Clocks,
    explicit: ExplicitValues,
    resumed: Option<Resumption>,
    recorded: Recorded,
}

impl<'d> Connected<'d> {
    /// Finds what the description names among its SimObjects.
    pub(crate) fn new(building: &Building<'_>, objects: Objects<'d>, diagnostics: &mut Diagnostics) -> Option<Self> {
        let Building { description, catalog, files, initial_state, settings, aliases, .. } = building;
        let finder = Finder::new(&objects, aliases);
        let types = |kind: &ResourceKind| resources::types_that_provide(kind, catalog, *files);
        let network = building.network.map_or_else(Vec::new, |network| network.connections(&objects));
        let written = ConnectionSources { description, ports: &building.ports, network };
        let mut wiring = Wiring::connect(written, &finder, files.variables(), &types, diagnostics);
        wiring.open(building.opened, &objects.list);
        let is_begun = &|name: &str| building.network.is_some_and(|network| network.begun.contains(name));
        let explicit =
            explicit_values::read(description.initial_conditions(), &finder, files.names(), is_begun, diagnostics);
        let interfaces = objects.list.iter().map(|object| object.interface.as_ref());
        let clocks = Clocks::of(interfaces, settings.sample_time);
        let resumed = initial_state.map(|state| resumption::read(&state.file, &objects, &clocks, diagnostics));
        let recordable = Recordable { objects: &objects, aliases };
        let recorded = Recorded::of(&building.recording, &building.further, recordable, files.variables(), diagnostics);
        (!diagnostics.has_errors()).then(|| Self { objects, wiring, clocks, explicit, resumed, recorded })
    }

    /// Gives every number its place.
    pub(crate) fn lay_out(self, building: &Building<'_>, diagnostics: &mut Diagnostics) -> Option<LaidOut<'d>> {
        let Self { mut objects, wiring, clocks, explicit, resumed, recorded } = self;
        flows::look(&objects.list, &wiring, building.description, diagnostics);
        meshes::look(&objects.list, building.files, building.description, diagnostics);
        let Some(layout) = Layout::new(&objects.list, wiring.connections(), &clocks) else {
            let message = format!("the model needs more than {} million numbers", Layout::MOST / 1_000_000);
            let diagnostic = Diagnostic::error("too-large", message).at(building.description.beginning());
            diagnostics.push(diagnostic.help("give smaller widths, or fewer SimObjects"));
            return None;
        };
        objects.forget_names();
        Some(LaidOut { objects, wiring, clocks, explicit, resumed, layout, recorded })
    }
}
