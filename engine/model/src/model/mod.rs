//! A model: a scenario after checking and wiring. Immutable, and shared by
//! any number of runs.

pub mod access_sets;
pub mod block;
pub mod calculated;
pub mod clocks;
pub mod columns;
pub mod declarations;
pub mod dependencies;
pub mod discrete_values;
pub(crate) mod filled;
mod grip;
pub mod guard;
mod input;
pub(crate) mod input_assembly;
pub mod kept;
pub mod layout;
pub mod node_position;
pub mod object;
pub(crate) mod output;
mod parameters;
mod parts;
pub mod port_source;
mod probe;
pub mod provenance;
pub mod rates;
pub(crate) mod run_state;
pub mod scene;
pub mod schedule;
pub mod signal_id;
mod solved_loop;
pub(crate) mod start;
mod states;
pub mod store;
mod values_between_ticks;

use std::collections::HashMap;
use std::sync::Arc;

use bowline_formula::Wave;
use simobject::wave::next_extreme;
use simobject_host::Providers;

use crate::workspace::loops::{Loops, Solving};
use crate::workspace::{ModelId, StartNumbers, Workspace};
use bowline_catalog::CatalogLibrary;
use bowline_description::aliases::Aliases;
use bowline_description::files::KnownFiles;
use bowline_description::overridden::Overridden;
use bowline_description::variables::VariableRecord;
use bowline_description::{ModelDescription, Up};
use bowline_provenance::{FileRecord, InitialStateRecord, ScenarioRecord};
use bowline_solve::integration::Settings;
use bowline_text::diagnostic::Diagnostics;

use block::Cut;
use bowline_solve::linear::JacobianStructure;
use bowline_solve::nonlinear::Solver;
use calculated::Calculated;
use clocks::{ClockTimes, Clocks};
use filled::FilledBy;
use layout::Layout;
use provenance::Provenance;
use scene::Camera;
use schedule::Schedule;
use start::Start;
use store::{Blueprint, Store};

pub use columns::Column;
pub use dependencies::{Computation, DependencyGraph, Read, StateSpacePattern};
pub use grip::Grip;
pub use input::Input;
pub use kept::Follower;
pub use object::Object;
pub use output::Output;
pub use parameters::Parameter;
pub use parts::ModelParts;
pub use probe::{NameError, Probe};
pub use run_state::RunState;
pub use signal_id::SignalId;
pub use solved_loop::{LoopUnknown, SolvedLoop};
pub use values_between_ticks::MemoryAtTicks;

/// A part of the relative tolerance that a correction of unknowns may have without a look at what it does,
const NEGLIGIBLE: f64 = 1e-3;
/// and one that it may have whatever the tolerance: some thousand roundings.
const ROUNDINGS: f64 = 1e-12;

/// The part of a nominal value that makes no difference with a relative tolerance.
pub fn negligible(rel_tol: f64) -> f64 {
    (NEGLIGIBLE * rel_tol).max(ROUNDINGS)
}

/// A scenario after checking and wiring.
#[derive(Debug)]
pub struct Model {
    /// What it was made of, but for what is read once.
    pub(crate) description: Arc<ModelDescription>,
    pub(crate) settings: Settings,
    pub(crate) objects: Vec<Object>,
    pub(crate) libraries: Vec<CatalogLibrary>,
    /// The SimObjects, those of one type together.
    pub(crate) stores: Vec<Store>,
    /// Where each number lives.
    pub(crate) layout: Layout,
    /// Who answers for resources; they are objects of the stores.
    pub(crate) providers: Providers<'static>,
    /// What runs in which order.
    pub schedule: Schedule,
    /// When sampled parts run.
    pub(crate) clocks: Clocks,
    /// What an evaluation fills.
    pub(crate) filled: FilledBy,
    pub(crate) start: Start,
    /// The clocks of the run that this one goes on from.
    pub(crate) resumed: Option<ClockTimes>,
    /// Which indicators were beyond 0 in it, if its state says so.
    pub(crate) past: Option<Vec<bool>>,
    /// Nominal value of each element of x.
    pub(crate) nominal: Vec<f64>,
    /// What people call variables of parts that stand for several SimObjects.
    pub(crate) called: HashMap<SignalId, String>,
    /// Relations of states that hold in some modes.
    pub(crate) kept: Vec<kept::Kept>,
    /// The nodes whose positions follow from states.
    pub(crate) node_positions: Vec<node_position::NodePosition>,
    /// Structure of the Jacobian, where the method needs it.
    pub(crate) jacobian: Option<Arc<JacobianStructure>>,
    /// Objects that announce time events.
    pub(crate) with_events: Vec<(schedule::Position, u32)>,
    /// Objects that announce stops.
    pub(crate) with_stops: Vec<(schedule::Position, u32)>,
    pub(crate) columns: Vec<Column>,
    /// What formulas calculate of all columns.
    pub(crate) calculated: Vec<Arc<Calculated>>,
    /// The names of ports of instances.
    pub(crate) aliases: Aliases,
    pub(crate) outputs: Vec<Output>,
    /// From where it is seen.
    pub(crate) cameras: Vec<Camera>,
    pub(crate) warnings: Diagnostics,
    pub(crate) provenance: Provenance,
    /// In-ports that read the rate of others, and that nothing feeds.
    pub(crate) unfed_rates: Vec<rates::RateOf>,
    /// The overrides, as given.
    pub(crate) overrides: Vec<String>,
    /// In-ports that are inputs though something feeds them, sorted.
    pub(crate) opened: Vec<SignalId>,
    /// What workspaces and snapshots know it by.
    pub(crate) id: ModelId,
}

impl Model {
    /// How to integrate it.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Its SimObjects, in file order.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// What it was made of: the scenario, or all that a program gave.
    pub fn scenario(&self) -> ScenarioRecord {
        self.description.first_source().map_or_else(ScenarioRecord::default, |text| ScenarioRecord::of(text))
    }

    /// The libraries whose SimObjects take part, in the order of their first one.
    pub fn libraries(&self) -> &[CatalogLibrary] {
        &self.libraries
    }

    /// How many levels an evaluation has, the derivatives among them: what is
    /// in one level needs nothing of the same level.
    pub fn level_count(&self) -> usize {
        self.schedule.needed.len() + 1
    }

    /// Length of the state vector.
    pub fn state_count(&self) -> usize {
        self.layout.states
    }

    /// Nominal value of each element of the state vector.
    pub fn nominal(&self) -> &[f64] {
        &self.nominal
    }

    /// A workspace at the start of a run: the initial states, and signals that
    /// are not-a-number until the first evaluation.
    pub fn workspace(&self) -> Workspace {
        let blueprint = Blueprint { objects: &self.objects, layout: &self.layout, files: &self.provenance.known_files };
        let instances = blueprint.instances(&self.stores);
        let lists = self.schedule.prepared(&instances);
        let negligible = negligible(self.settings.rel_tol);
        let mut loops = Loops::new(self.schedule.blocks.iter().map(|block| {
            let Cut { structure, nominal, guess, .. } = &block.cut;
            let inputs: usize = block.inputs.iter().map(ExactSizeIterator::len).sum();
            Solving::new(Solver::new(structure, nominal, negligible), guess, inputs + 1)
        }));
        loops.take_state(&self.start.loops);
        let Start { values, next, .. } = &self.start;
        let start = StartNumbers { values, next, states: self.layout.states, beyond: self.layout.beyond };
        let workspace = Workspace::new(start, instances, lists, loops, self.id.clone());
        if self.layout.guards.is_empty() { workspace } else { workspace.seen() }
    }

    /// The first time after `after` at which a formula of a connection jumps, s; infinite if there is none.
    pub fn next_jump(&self, after: f64) -> f64 {
        let jumps = &self.layout.jumps;
        jumps.get(jumps.partition_point(|time| *time <= after)).copied().unwrap_or(f64::INFINITY)
    }

    /// The first extreme of a sine or cosine of the time in formulas of connections after `after`, s; infinite if there is
    /// none.
    pub fn next_turn(&self, after: f64) -> f64 {
        let turn = |wave: &Wave| next_extreme(wave.angular_frequency, wave.phase, after);
        self.layout.waves.iter().filter_map(turn).fold(f64::INFINITY, f64::min)
    }

    /// What is recorded.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Further results, which the scenario asks for with `Output`: who runs the
    /// model attaches a recorder for each that is wanted.
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }

    /// Which way is up.
    pub fn up(&self) -> Up {
        self.description.up
    }

    /// The files that parameters name, beside the scenario itself.
    pub fn files(&self) -> &[FileRecord] {
        &self.provenance.files
    }

    /// What the user should know, though the scenario can be run.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }

    /// The state file that it starts from, if there is one.
    pub fn initial_state(&self) -> Option<&InitialStateRecord> {
        self.provenance.initial_state.as_ref()
    }

    /// What the overrides set that it was loaded with, in their order.
    pub fn overridden(&self) -> &[Overridden] {
        &self.provenance.overridden
    }

    /// How the program read what the scenario leaves open, for the run record.
    pub fn notes(&self) -> &[String] {
        &self.provenance.notes
    }

    /// The description that the model was made of, without its wiring.
    pub fn description(&self) -> &ModelDescription {
        &self.description
    }

    /// The SimObjects, those of one type together.
    pub fn stores(&self) -> &[Store] {
        &self.stores
    }

    /// The place of each number.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The computations in their order.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The clocks of sampled parts.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The SimObjects that provide resources.
    pub fn providers(&self) -> &Providers<'static> {
        &self.providers
    }

    /// The numbers at the start of a run.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// Relations of states that are valid in some modes.
    pub fn kept(&self) -> &[kept::Kept] {
        &self.kept
    }

    /// The clocks of the run that this one continues, if it does.
    pub fn resumed(&self) -> Option<ClockTimes> {
        self.resumed
    }

    /// The sides of the indicators in the run that this one continues, if its state has them.
    pub fn past(&self) -> Option<&[bool]> {
        self.past.as_deref()
    }

    /// The SimObjects that announce time events.
    pub fn with_events(&self) -> &[(schedule::Position, u32)] {
        &self.with_events
    }

    /// The SimObjects that announce stops.
    pub fn with_stops(&self) -> &[(schedule::Position, u32)] {
        &self.with_stops
    }

    /// The overrides, as given.
    pub fn overrides(&self) -> &[String] {
        &self.overrides
    }

    /// The identity by which workspaces and snapshots know the model.
    pub fn id(&self) -> &ModelId {
        &self.id
    }

    /// The variables of the scenario.
    pub fn variables(&self) -> Vec<VariableRecord> {
        self.provenance.known_files.variables().records()
    }

    /// The files that were read for parameters, for SimObjects that declare again.
    pub fn known_files(&self) -> &KnownFiles {
        &self.provenance.known_files
    }
}
