//! The parts that loading hands over, and how it completes the start of a model.

use std::collections::HashMap;
use std::sync::Arc;

use bowline_catalog::CatalogLibrary;
use bowline_description::ModelDescription;
use bowline_description::aliases::Aliases;
use bowline_solve::integration::Settings;
use bowline_solve::linear::JacobianStructure;
use bowline_text::diagnostic::Diagnostics;
use simobject_host::Providers;

use super::block::Block;
use super::clocks::{ClockTimes, Clocks};
use super::filled::FilledBy;
use super::kept::Kept;
use super::layout::Layout;
use super::node_position::NodePosition;
use super::provenance::Provenance;
use super::scene::Camera;
use super::schedule::{Position, Schedule};
use super::start::Start;
use super::store::Store;
use super::{Column, Model, Object, Output, RunState, SignalId, output};
use crate::workspace::ModelId;

/// The parts of a model.
#[derive(Debug)]
pub struct ModelParts {
    /// The flat description.
    pub description: Arc<ModelDescription>,
    /// How to integrate.
    pub settings: Settings,
    /// The SimObjects, in file order.
    pub objects: Vec<Object>,
    /// The libraries whose SimObjects take part.
    pub libraries: Vec<CatalogLibrary>,
    /// The constructed SimObjects, type by type.
    pub stores: Vec<Store>,
    /// The place of each number.
    pub layout: Layout,
    /// The SimObjects that provide resources; they are in the stores.
    pub providers: Providers<'static>,
    /// The computations in their order.
    pub schedule: Schedule,
    /// The clocks of sampled parts.
    pub clocks: Clocks,
    /// The numbers at the start, which loading completes afterwards.
    pub start: Vec<f64>,
    /// The clocks of the run that this one continues.
    pub resumed: Option<ClockTimes>,
    /// The sides of its indicators.
    pub past: Option<Vec<bool>>,
    /// Nominal value of each element of x.
    pub nominal: Vec<f64>,
    /// Names for people, of variables of parts that several SimObjects share.
    pub called: HashMap<SignalId, String>,
    /// Relations of states that are valid in some modes.
    pub kept: Vec<Kept>,
    /// The nodes whose positions follow from states.
    pub node_positions: Vec<NodePosition>,
    /// Structure of the Jacobian, where the method needs it.
    pub jacobian: Option<Arc<JacobianStructure>>,
    /// The SimObjects that announce time events.
    pub with_events: Vec<(Position, u32)>,
    /// The SimObjects that announce stops.
    pub with_stops: Vec<(Position, u32)>,
    /// The recorded columns.
    pub columns: Vec<Column>,
    /// Further results.
    pub outputs: Vec<Output>,
    /// The names of ports of instances.
    pub aliases: Aliases,
    /// The cameras.
    pub cameras: Vec<Camera>,
    /// The files that were read.
    pub provenance: Provenance,
    /// In-ports that are inputs though something feeds them, sorted.
    pub opened: Vec<SignalId>,
    /// The overrides, as given.
    pub overrides: Vec<String>,
}

impl Model {
    /// Assembles a model, whose start loading still has to complete.
    pub fn new(parts: ModelParts) -> Self {
        let ModelParts { objects, layout, schedule, stores, clocks, columns, outputs, .. } = parts;
        let mut model = Self {
            filled: FilledBy::new(&schedule, &stores, &clocks, &objects, &layout),
            calculated: output::calculated(&columns, &outputs),
            start: Start { values: parts.start, next: Vec::new(), loops: Vec::new() },
            warnings: Diagnostics::default(),
            unfed_rates: Vec::new(),
            id: ModelId::default(),
            description: parts.description,
            settings: parts.settings,
            libraries: parts.libraries,
            providers: parts.providers,
            resumed: parts.resumed,
            past: parts.past,
            nominal: parts.nominal,
            called: parts.called,
            kept: parts.kept,
            node_positions: parts.node_positions,
            jacobian: parts.jacobian,
            with_events: parts.with_events,
            with_stops: parts.with_stops,
            aliases: parts.aliases,
            cameras: parts.cameras,
            provenance: parts.provenance,
            opened: parts.opened,
            overrides: parts.overrides,
            objects,
            stores,
            layout,
            schedule,
            clocks,
            columns,
            outputs,
        };
        model.find_unfed_rates();
        model
    }

    /// The numbers at the start, for the stages that complete them.
    pub fn start_mut(&mut self) -> &mut Start {
        &mut self.start
    }

    /// The solved loops, for the stage that chooses their cuts.
    pub fn blocks_mut(&mut self) -> &mut [Block] {
        &mut self.schedule.blocks
    }

    /// Finds the structure of the Jacobian again, where the method needs it: other cuts have other unknowns.
    pub fn restructure_jacobian(&mut self) {
        if self.settings.method.needs_jacobian() {
            self.jacobian = Some(Arc::new(self.dependency_graph().jacobian_structure()));
        }
    }

    /// Starts in a state whose instant has passed: nothing ticks or fires there again.
    pub fn start_from(&mut self, state: RunState) {
        let RunState { x, discrete, next, loops, .. } = state;
        let (states, all) = (self.layout.states, self.layout.discrete.all.clone());
        self.start.values[..states].copy_from_slice(&x);
        self.start.values[all.clone()].copy_from_slice(&discrete);
        self.start.next[..states].copy_from_slice(&x);
        self.start.next[all].copy_from_slice(&next);
        self.start.loops = loops;
        self.resumed = Some(ClockTimes { origin: self.settings.output_times.start(), steps: 0 });
    }

    /// Completes the model: keeps the warnings, and releases the wiring of the description where no other model shares it.
    #[must_use]
    pub fn completed(mut self, warnings: Diagnostics) -> Self {
        if let Some(own) = Arc::get_mut(&mut self.description) {
            own.forget_wiring();
        }
        self.warnings = warnings;
        self
    }
}
