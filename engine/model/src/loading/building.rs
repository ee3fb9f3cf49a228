//! From SimObjects that have declared themselves to a model, stage by stage. The
//! type of each stage says what is known after it.

use std::sync::Arc;

use super::LoadOptions;
use super::connected::Connected;
use super::objects::Objects;
use super::scenario::InitialState;
use super::stopwatch::Stopwatch;
use super::taken_over::TakenOver;
use super::terminals::Network;
use super::{at_rest, inspection, notes};
use crate::aliases::Aliases;
use crate::attributes::engine::Recording;
use crate::attributes::further_output::FurtherOutput;
use crate::catalog::Catalog;
use crate::description::ModelDescription;
use crate::description::overridden::Overridden;
use crate::files::ScenarioFiles;
use crate::flattening::SchemePort;
use crate::model::scene::Camera;
use crate::model::{Model, SignalId};
use bowline_solve::integration::Settings;
use bowline_text::diagnostic::Diagnostics;

/// What a model is built of, beside its SimObjects.
pub(super) struct Building<'d> {
    pub(super) description: &'d Arc<ModelDescription>,
    pub(super) catalog: &'d Catalog,
    pub(super) files: &'d ScenarioFiles,
    pub(super) initial_state: Option<&'d InitialState>,
    /// The overrides, and what is to be known of those that come from the initial state.
    pub(super) taken: (Vec<String>, &'d TakenOver),
    pub(super) notes: Vec<String>,
    /// What these set.
    pub(super) overridden: Vec<Overridden>,
    /// The names of ports of instances.
    pub(super) aliases: Aliases,
    /// What these say of their numbers.
    pub(super) ports: Vec<SchemePort>,
    pub(super) settings: Settings,
    pub(super) recording: Recording<'d>,
    pub(super) further: Vec<FurtherOutput<'d>>,
    /// From where it is seen.
    pub(super) cameras: Vec<Camera>,
    pub(super) options: LoadOptions,
    /// What joins terminals, if there are any.
    pub(super) network: Option<&'d Network>,
    /// In-ports that become inputs though something feeds them.
    pub(super) opened: &'d [SignalId],
}

impl Building<'_> {
    /// The model; `None` if anything is wrong with it. What the next stage does not
    /// need is let go of at the end of each: a large model takes no more room.
    pub(super) fn build(
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
        let model = at_rest::settle(model, rest.as_ref(), is_resumed, diagnostics)?;
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
