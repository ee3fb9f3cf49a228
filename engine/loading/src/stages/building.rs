//! From SimObjects that have declared themselves to a model, stage by stage. The
//! type of each stage says what is known after it.

use std::sync::Arc;

use super::connected::Connected;
use crate::declaring::notes;
use crate::declaring::objects::Objects;
use crate::inspecting::inspection;
use crate::joining::Network;
use crate::load_options::LoadOptions;
use crate::overriding::resumed_overrides::TakenOver;
use crate::starting::equilibrium_start;
use crate::starting::initial_state::InitialState;
use crate::stopwatch::Stopwatch;
use bowline_catalog::Catalog;
use bowline_description::ModelDescription;
use bowline_description::aliases::Aliases;
use bowline_description::attributes::engine::Recording;
use bowline_description::attributes::further_output::FurtherOutput;
use bowline_description::files::ScenarioFiles;
use bowline_description::flattening::SchemePort;
use bowline_description::overridden::Overridden;
use bowline_model::model::scene::Camera;
use bowline_model::model::{Model, SignalId};
use bowline_solve::integration::Settings;
use bowline_text::diagnostic::Diagnostics;

/// What a model is built of, beside its SimObjects.
pub(crate) struct Building<'d> {
    pub(crate) description: &'d Arc<ModelDescription>,
    pub(crate) catalog: &'d Catalog,
    pub(crate) files: &'d ScenarioFiles,
    pub(crate) initial_state: Option<&'d InitialState>,
    /// The overrides, and what is to be known of those that come from the initial state.
    pub(crate) taken: (Vec<String>, &'d TakenOver),
    pub(crate) notes: Vec<String>,
    /// What these set.
    pub(crate) overridden: Vec<Overridden>,
    /// The names of ports of instances.
    pub(crate) aliases: Aliases,
    /// What these say of their numbers.
    pub(crate) ports: Vec<SchemePort>,
    pub(crate) settings: Settings,
    pub(crate) recording: Recording<'d>,
    pub(crate) further: Vec<FurtherOutput<'d>>,
    /// From where it is seen.
    pub(crate) cameras: Vec<Camera>,
    pub(crate) options: LoadOptions,
    /// What joins terminals, if there are any.
    pub(crate) network: Option<&'d Network>,
    /// In-ports that become inputs though something feeds them.
    pub(crate) opened: &'d [SignalId],
}

impl Building<'_> {
    /// Whether the run goes on from another one.
    pub(crate) fn is_resumed(&self) -> bool {
        self.initial_state.is_some()
    }

    /// The model; `None` if anything is wrong with it. What the next stage does not
    /// need is let go of at the end of each: a large model takes no more room.
    pub(crate) fn build(
        self,
        objects: Objects<'_>,
        stopwatch: &mut Stopwatch,
        diagnostics: &mut Diagnostics,
    ) -> Option<Model> {
        let connected = Connected::new(&self, objects, diagnostics)?;
        let laid_out = connected.lay_out(&self, diagnostics)?;
        stopwatch.stage(format_args!("connected {} in-ports", laid_out.wiring.connections().len()));
        let scheduled = laid_out.schedule(&self, diagnostics)?;
        stopwatch.stage("ordered the computations");
        let constructed = scheduled.construct(&self, diagnostics)?;
        stopwatch.stage("constructed the SimObjects");
        let (files, options) = (self.files, self.options);
        let (rest, is_resumed) = (self.recording.rest.clone().filter(|_| !self.options.unsettled), self.is_resumed());
        let model = constructed.model(self, diagnostics);
        let model = equilibrium_start::settle(model, rest.as_ref(), is_resumed, diagnostics)?;
        stopwatch.stage("set the initial states");
        let is_inspected = inspection::look(&model, files, options, diagnostics);
        if options.check && !diagnostics.has_errors() {
            notes::unread_ports(&model, diagnostics);
        }
        if is_inspected {
            stopwatch.stage("checked every computation");
        }
        (!diagnostics.has_errors()).then_some(model)
    }
}
