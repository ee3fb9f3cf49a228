//! The Bowline engine: reads a scenario, wires its SimObjects into a model,
//! and integrates it.
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
//! run > stepper > evaluation > model > scenario > catalog, integration,
//!     provenance, diagnostic > workspace, source
//! loading > state_file, evaluation, model        schema > scenario, catalog
//! ```
//!
//! The engine keeps no process-wide state, but that libraries which it loads
//! stay loaded: any number of models can be loaded and run in one process. It tells the stages of loading (`info`) and each
//! fresh start of a method (`debug`) to the `tracing` subscriber, if the
//! program around it has one.
//!
//! ```
//! use bowline_engine::{Catalog, LoadOptions, Model, Run, Source, Sources, Table};
//! use std::ops::ControlFlow;
//!
//! let scenario = r#"<Contents>
//!   <OBJECTS>
//!     <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="1" g="9.81"/>
//!   </OBJECTS>
//!   <INTERCONNECTIONS><Connection B.Force="0,0,0"/></INTERCONNECTIONS>
//!   <INITIALIZATION><InitialCondition B.Pos="0,0,0" B.Vel="0,0,0"/></INITIALIZATION>
//!   <INTEGRATION><Engine TOutput="0:0.5:2"/></INTEGRATION>
//! </Contents>"#;
//! let sources = Sources::new(Source::new("free fall", scenario));
//! let catalog = Catalog::new([&bowline_tutorial::LIBRARY]);
//! let model = Model::load(&sources, &catalog, LoadOptions::default())?;
//!
//! let mut table = Table::new(&model);
//! Run::new(&model).to_end(&mut table, &mut |_time| ControlFlow::Continue(()))?;
//! let z = table.column("B.Pos[2]").unwrap();
//! assert!((z[4] + 0.5 * 9.81 * 2.0_f64.powi(2)).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod catalog;
pub mod diagnostic;
mod evaluation;
pub mod integration;
mod loading;
pub mod model;
mod nearest;
pub mod provenance;
pub mod run;
mod scenario;
mod schema;
mod seconds;
mod source;
mod state_file;
mod statistics;
pub mod stepper;
mod workspace;

pub use catalog::{Catalog, CatalogLibrary, LibraryError, Origin};
pub use diagnostic::{Diagnostic, Diagnostics};
pub use evaluation::{Cause, Evaluated, EvaluationError, Profile, TypeProfile};
pub use integration::{Method, Norm, OutputTimes, Settings};
pub use loading::LoadOptions;
pub use model::scene::{Drawn, Figure, Frame, Scene};
pub use model::{Column, Input, Model, NameError, Object, Probe, RunState};
pub use nearest::advice as nearest_names;
pub use run::csv_recorder::CsvRecorder;
pub use run::observer::{Observation, Observer};
pub use run::record::RunRecord;
pub use run::recorder::{NoRecorder, Recorder, Table};
pub use run::{Ending, Intervention, Run, RunError, RunOptions, Snapshot};
pub use scenario::document::Up;
pub use schema::write_schema;
pub use seconds::Seconds;
pub use source::{Source, Sources, Span};
pub use state_file::SavedState;
pub use statistics::{Statistics, StepSize, Switch};
pub use workspace::Workspace;
