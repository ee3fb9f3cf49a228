//! The first stage: the SimObjects have declared themselves, and the terminals are joined.

use std::sync::Arc;

use crate::declaring::objects::Objects;
use crate::inspecting::remaining_names::RemainingNames;
use crate::joining::Network;
use crate::overriding::flat_names::FlatNames;
use crate::recording::engine_settings::Engine;
use bowline_catalog::Catalog;
use bowline_description::ModelDescription;
use bowline_description::aliases::Aliases;
use bowline_description::files::ScenarioFiles;
use bowline_description::variables::Variables;
use bowline_model::state_file::reader::StateFile;
use bowline_solve::integration::{Limits, OtherIntegration};
use bowline_text::diagnostic::Diagnostics;

/// Where a run begins and ends, and how it is integrated, as the caller of the loading asks for.
pub(crate) struct Integration<'v> {
    pub(crate) limits: Limits,
    pub(crate) other: Option<OtherIntegration>,
    pub(crate) variables: &'v Arc<Variables>,
}

impl Integration<'_> {
    /// The `Engine` element of a description; None, if it is unsound.
    fn engine<'d>(&self, description: &'d ModelDescription, diagnostics: &mut Diagnostics) -> Option<Engine<'d>> {
        Engine::read(description, self.variables, (self.limits, self.other), diagnostics)
    }
}

/// A flat description with its SimObjects, which have declared themselves.
pub(crate) struct Declared<'d> {
    pub(crate) description: &'d Arc<ModelDescription>,
    pub(crate) files: &'d ScenarioFiles,
    /// None, if the `Engine` element is unsound.
    pub(crate) engine: Option<Engine<'d>>,
    pub(crate) objects: Objects<'d>,
}

impl<'d> Declared<'d> {
    /// Reads the `Engine` element, then lets the SimObjects declare themselves.
    pub(crate) fn read(
        description: &'d Arc<ModelDescription>,
        catalog: &Catalog,
        files: &'d ScenarioFiles,
        integration: &Integration<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let engine = integration.engine(description, diagnostics);
        let objects = Objects::declare(description, catalog, files, diagnostics);
        Self { description, files, engine, objects }
    }

    /// Reports the wrong names of a description that cannot be loaded.
    pub(crate) fn report_remaining_names(self, names: &FlatNames, diagnostics: &mut Diagnostics) {
        let Self { description, files, engine, objects } = self;
        let engine = engine.as_ref();
        RemainingNames { description, files, aliases: &names.aliases, ports: &names.ports, engine }
            .report(objects, diagnostics);
    }

    /// The further description of a joined network, with the parts behind these SimObjects.
    pub(crate) fn with_parts<'n>(self, joined: &'n Joined, integration: &Integration<'_>) -> Declared<'n> {
        let Joined { network, description, files } = joined;
        // The first description's errors have been reported.
        let engine = integration.engine(description, &mut Diagnostics::default());
        let objects = self.objects.with_parts(description, |part| network.kind(part), files);
        Declared { description, files, engine, objects }
    }
}

/// The network of the terminals, whose parts are SimObjects at the end of a further description, which is read as the first
/// one was.
pub(crate) struct Joined {
    pub(crate) network: Network,
    pub(crate) description: Arc<ModelDescription>,
    files: ScenarioFiles,
}

impl Joined {
    /// Joins the terminals of a description, whose names `aliases` gets; None, if something is wrong.
    pub(crate) fn new(
        declared: &Declared<'_>,
        state: Option<&StateFile>,
        aliases: &mut Aliases,
        variables: &Arc<Variables>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let Declared { description, engine, objects, .. } = declared;
        let network = Network::new((description, objects), state, aliases, variables, diagnostics)?;
        let event_tol = engine.as_ref().and_then(|engine| engine.settings.event_tol);
        let description = Arc::new(network.with_parts(description, event_tol));
        let files = ScenarioFiles::of(&description, variables);
        Some(Self { network, description, files })
    }
}
