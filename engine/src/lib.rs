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
//! let model = bowline_engine::load(&sources, &catalog, LoadOptions::default())?;
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
//! A program may describe a model without XML; what it builds has the bits of the
//! same scenario:
//!
//! ```
//! use bowline_engine::{Catalog, LoadOptions, Model, ModelDescription};
//!
//! // Ten masses of 1 kg in a row, each on a spring to the next.
//! let mut chain = ModelDescription::new();
//! for i in 0..10 {
//!     let (mass, spring) = (format!("M{i}"), format!("S{i}"));
//!     chain.object("FhsimTutorialLibrary", "Body/Mass", &mass).set("Mass", 1.0).set("g", 0.0);
//!     let mut elastic = chain.object("FhsimTutorialLibrary", "Cable/LinearSpring", &spring);
//!     elastic.set("Stiffness", 100.0).set("RelaxedLength", 1.0);
//!     let force = if i < 9 { format!("{spring}.ForceB + S{}.ForceA", i + 1) } else { format!("{spring}.ForceB") };
//!     chain.connect(&format!("{mass}.Force"), force).connect(&format!("{spring}.PosB"), format!("{mass}.Pos"));
//!     match i {
//!         0 => chain.connect("S0.PosA", [0.0; 3]),
//!         _ => chain.connect(&format!("{spring}.PosA"), format!("M{}.Pos", i - 1)),
//!     };
//!     chain.initial_condition(&format!("{mass}.Pos"), [0.0, 0.0, f64::from(i) + 1.1]);
//!     chain.initial_condition(&format!("{mass}.Vel"), [0.0; 3]);
//! }
//! chain.engine().output_times(&"0:0.1:10".parse()?).rel_tol(1e-8).record("objects:states");
//!
//! let catalog = Catalog::new([&bowline_tutorial::LIBRARY]);
//! let model = bowline_engine::build(chain, &catalog, LoadOptions::default())?;
//! assert_eq!(model.state_count(), 60);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Model`] is a scenario after checking and wiring: immutable, and shared by
//! any number of [`Run`]s on any threads. A run is advanced to a time or to its
//! end; at any time its signals are read with a [`Probe`], its inputs set with an
//! [`Input`], and all of it kept in a [`Snapshot`]. A [`Recorder`] takes rows; an
//! [`Observer`](run::Observer) looks on from another thread. A [`Live`](live::Live) run has a thread of its
//! own, is paced by the clock on the wall, and told what to do.
//!
//! # The way of the data
//!
//! ```text
//! Sources -> ModelDescription (every name and value with its place; or a program builds one)
//!         -> objects built by their libraries (declared interfaces)
//!         -> connections resolved (every in-port one source, or its default input)
//!         -> Model: workspace layout, schedule of batches
//!         -> Run: happenings (workspace, events, ticks), stepper, recorders
//! ```
//!
//! A crate is responsible for each stage, and this one re-exports what programs name. The test `layers` lists which crate
//! may name which.
//!
//! The engine keeps no process-wide state, but that libraries which it loads
//! stay loaded, and which instructions the processor has: any number of models can be loaded and run in one process. It
//! tells the stages of loading (`info`) and each fresh start of a method
//! (`debug`) to the `tracing` subscriber, if the program around it has one.

pub use bowline_catalog::{Catalog, CatalogLibrary, LibraryError, Origin};
pub use bowline_description::{FrontEnd, ModelDescription, Up, Value};
pub use bowline_equilibrium as equilibrium;
pub use bowline_loading::{FlatScenario, LoadOptions, Scenario, build, load};
pub use bowline_lti as lti;
pub use bowline_model::evaluation::EvaluationError;
pub use bowline_model::model::{
    Column, Grip, Input, Model, NameError, Object, Output, Parameter, Probe, RunState, SignalId, scene,
};
pub use bowline_model::state_file::SavedState;
pub use bowline_model::workspace::Workspace;
pub use bowline_provenance as provenance;
pub use bowline_run::driver::csv_recorder::CsvRecorder;
pub use bowline_run::driver::record::RunRecord;
pub use bowline_run::driver::recorded_changes::RecordedChanges;
pub use bowline_run::driver::recorder::{NoRecorder, Recorder, Table};
pub use bowline_run::driver::{
    Ending, EventKind, EventSource, Intervention, Run, RunError, RunEvent, RunOptions, Snapshot, event_sources,
};
pub use bowline_run::{happenings, live, replay};
pub use bowline_scenario::{Sources, write_flat, write_schema};
pub use bowline_solve::{integration, statistics, stepper};
pub use bowline_text::diagnostic::{self, Diagnostic, Diagnostics};
pub use bowline_text::nearest::advice as nearest_names;
pub use bowline_text::{Decimal, Seconds, Source, SourceMap, Span};

/// Builders of descriptions, and what overrides set.
pub mod description {
    pub use bowline_description::overridden::{Overridden, OverrideTarget};
    pub use bowline_description::variables::VariableRecord;
    pub use bowline_description::{CameraBuilder, EngineBuilder, ObjectBuilder, OutputBuilder};
}

/// Computations of a model, what they read of each other, and the loops among them.
pub mod dependencies {
    pub use bowline_model::model::{Computation, DependencyGraph, LoopUnknown, Read, SolvedLoop, StateSpacePattern};
}

/// Causes of failed evaluations, and the time that evaluations take.
pub mod evaluation {
    pub use bowline_model::evaluation::{Cause, Evaluated, LoopNumber, ModelSystem, Profile, TickProfile, TypeProfile};
}

/// Linear models about a state.
pub mod linear_model {
    pub use bowline_equilibrium::linearization::{KinkAt, Linearization, NotLinear};
    pub use bowline_run::linear_model::{LinearModel, NoLinearModel, WithRates};
}

/// Observers of a run, its sensitivities, and what changes it from outside.
pub mod run {
    pub use bowline_run::driver::Interventions;
    pub use bowline_run::driver::observer::{Observation, Observer};
    pub use bowline_run::driver::record::SavedStateRecord;
    #[cfg(feature = "diffsol")]
    pub use bowline_run::driver::{MovedParameter, Observed, follow_sensitivities};
}

/// The schemes of a file.
pub mod schemes {
    pub use bowline_scenario::{SchemeItem, SchemePage, read_schemes};
}
