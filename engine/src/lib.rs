//! The Bowline engine: reads a scenario, wires its SimObjects into a model,
//! and integrates it.
//!
//! ```
//! use bowline_engine::{Catalog, LoadOptions, Model, Run, Source, Sources, Table};
//!
//! // A mass of 2 kg, pushed with 4 N for a second, and then let go.
//! let scenario = r#"<Contents>
//!   <OBJECTS>
//!     <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="2" g="0"/>
//!   </OBJECTS>
//!   <INTERCONNECTIONS><Connection B.Force="0,0,0"/></INTERCONNECTIONS>
//!   <INITIALIZATION><InitialCondition B.Pos="0,0,0" B.Vel="0,0,0"/></INITIALIZATION>
//!   <INTEGRATION><Engine TOutput="0:0.5:3"/></INTEGRATION>
//! </Contents>"#;
//! let sources = Sources::new(Source::new("pushed", scenario));
//! let catalog = Catalog::new([&bowline_tutorial::LIBRARY]);
//! let model = Model::load(&sources, &catalog, LoadOptions::default())?;
//! let (force, position) = (model.input("B.Force")?, model.probe("B.Pos[0]")?);
//!
//! let (mut run, mut table) = (Run::new(&model), Table::new(&model));
//! run.set(&force, &[4.0, 0.0, 0.0])?;
//! run.advance_to(1.0, &mut table)?;
//! let pushed = run.snapshot()?;
//! run.set(&force, &[0.0; 3])?;
//! run.advance_to(3.0, &mut table)?;
//! assert!((run.get(&position)?[0] - 5.0).abs() < 1e-9);
//!
//! run.restore(&pushed)?; // and pushed on
//! run.advance_to(3.0, &mut table)?;
//! assert!((run.get(&position)?[0] - 9.0).abs() < 1e-9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Model`] is a scenario after checking and wiring: immutable, and shared by
//! any number of [`Run`]s on any threads. A run is advanced to a time or to its
//! end; at any time its signals are read with a [`Probe`], its inputs set with an
//! [`Input`], and all of it kept in a [`Snapshot`]. A [`Recorder`] takes rows; an
//! [`Observer`] looks on from another thread. A [`Live`] run has a thread of its
//! own, is paced by the clock on the wall, and told what to do.
//!
//! # The way of the data
//!
//! ```text
//! Sources -> Document (typed, every name and value with its place)
//!         -> objects built by their libraries (declared interfaces)
//!         -> connections resolved (every in-port one source, or its fallback)
//!         -> Model: workspace layout, schedule of batches
//!         -> Run: workspace, stepper, recorders
//! ```
//!
//! The modules stand along this way, and each names only what stands below it
//! (a test, `layers`, holds the pairs):
//!
//! ```text
//! live, replay > run > stepper > evaluation > model > scenario >
//!     catalog, integration, provenance, diagnostic > workspace, source, arithmetic, thread_pool
//! loading > state_file, evaluation, model        schema > scenario, catalog
//! ```
//!
//! The engine keeps no process-wide state, but that libraries which it loads
//! stay loaded, and which instructions the processor has: any number of models can be loaded and run in one process. It
//! tells the stages of loading (`info`) and each fresh start of a method
//! (`debug`) to the `tracing` subscriber, if the program around it has one.

mod arithmetic;
mod catalog;
pub mod diagnostic;
mod evaluation;
pub mod integration;
pub mod live;
mod loading;
pub mod model;
mod nearest;
pub mod provenance;
pub mod replay;
pub mod run;
mod scenario;
mod schema;
mod seconds;
mod source;
mod state_file;
mod statistics;
pub mod stepper;
mod thread_pool;
mod timing;
mod workspace;

pub use catalog::{Catalog, CatalogLibrary, LibraryError, Origin};
pub use diagnostic::{Diagnostic, Diagnostics};
pub use evaluation::{Cause, Evaluated, EvaluationError, Profile, TickProfile, TypeProfile};
pub use integration::{Method, Norm, OutputTimes, Settings};
pub use live::{Command, Live, LiveOptions, LiveStatus, LiveView, Pacer, Rate, Samples};
pub use loading::{LoadOptions, Parameter, Scenario};
pub use model::scene::{Drawn, Figure, Frame, Scene, SceneObject};
pub use model::{Column, Input, Model, NameError, Object, Output, Probe, RunState};
pub use nearest::advice as nearest_names;
pub use replay::{FrameTimes, Replay, ReplayError, ViewRecorder};
pub use run::csv_recorder::CsvRecorder;
pub use run::observer::{Observation, Observer};
pub use run::record::RunRecord;
pub use run::recorded_changes::RecordedChanges;
pub use run::recorder::{NoRecorder, Recorder, Table};
pub use run::{Ending, Intervention, Run, RunError, RunOptions, Snapshot};
pub use scenario::document::Up;
pub use scenario::overridden::{Overridden, OverrideTarget};
pub use schema::write_schema;
pub use seconds::Seconds;
pub use source::{Source, Sources, Span};
pub use state_file::SavedState;
pub use statistics::{Statistics, StepSize, Switch};
pub use workspace::Workspace;
