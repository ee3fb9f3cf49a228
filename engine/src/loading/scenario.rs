//! A scenario that is read once and loaded as often as its values vary.

use std::borrow::Cow;
use std::sync::Arc;

use super::not_utf8;
use super::stage;
use super::stopwatch::Stopwatch;
use crate::catalog::Catalog;
use crate::diagnostic::Diagnostics;
use crate::model::Model;
use crate::scenario::document::Document;
use crate::scenario::reader;
use crate::source::{Source, Sources, Span};
use crate::state_file::reader::{self as state_file, StateFile};

use super::{LoadOptions, Loading};

/// A scenario that was read, and the initial state that goes with it: models of
/// it are loaded with values of their own, on any threads at once.
///
/// ```
/// use bowline_engine::{Catalog, LoadOptions, Scenario, Source, Sources};
///
/// let text = r#"<Contents>
///   <OBJECTS>
///     <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="2" g="0"/>
///   </OBJECTS>
///   <INTERCONNECTIONS><Connection B.Force="0,0,0"/></INTERCONNECTIONS>
///   <INITIALIZATION><InitialCondition B.Pos="0,0,0" B.Vel="0,0,0"/></INITIALIZATION>
///   <INTEGRATION><Engine TOutput="0:0.5:3"/></INTEGRATION>
/// </Contents>"#;
/// let sources = Sources::new(Source::new("pushed", text));
/// let scenario = Scenario::read(&sources)?;
/// let catalog = Catalog::new([&bowline_tutorial::LIBRARY]);
/// for mass in 1..4 {
///     let case = sources.clone().with_overrides([format!("B.Mass={mass}")]);
///     let model = scenario.load(case.overrides(), &catalog, LoadOptions::default())?;
///     assert_eq!(model.state_count(), 6);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Scenario<'t> {
    sources: &'t Sources,
    document: Document<'t>,
    state: Option<StateFile>,
    /// What was found on the way, and does not keep it from being loaded.
    found: Diagnostics,
}

impl<'t> Scenario<'t> {
    /// Reads the scenario and the initial state of `sources`. Their overrides
    /// are left to [`load`](Self::load).
    ///
    /// # Errors
    /// What is not a scenario.
    pub fn read(sources: &'t Sources) -> Result<Self, Diagnostics> {
        let mut stopwatch = Stopwatch::start();
        let mut found = Diagnostics::default();
        if let Some(stray) = sources.scenario().stray_byte() {
            found.push(not_utf8(stray));
            return Err(found);
        }
        let document = reader::read(sources.scenario().text(), &mut found);
        stage(&found)?;
        stopwatch.stage("read the scenario");
        let read = |source: &Source, found| state_file::read(source.text(), Span::INITIAL_STATE, found);
        let state = sources.initial_state().and_then(|source| read(source, &mut found));
        if state.is_some() {
            stopwatch.stage("read the initial state");
        }
        Ok(Self { sources, document, state, found })
    }

    /// Checks and wires the scenario with these overrides. Paths in it are
    /// relative to the directory of its name. With an initial state the model
    /// starts at its time, with its states. Diagnostics point into
    /// [`Sources`] with the same overrides.
    ///
    /// # Errors
    /// Everything that is wrong with the first stage that found anything.
    pub fn load(
        &self,
        overrides: &[Source],
        catalog: &Catalog,
        options: LoadOptions,
    ) -> Result<Arc<Model>, Diagnostics> {
        let Self { sources, document, state, found } = self;
        let loading = Loading { sources, document: Cow::Borrowed(document), state: state.as_ref(), overrides };
        loading.finish(catalog, options, found.clone())
    }

    /// Loads it with the overrides of its sources, once: what was read is let
    /// go of where it is not needed any more.
    pub(super) fn load_once(self, catalog: &Catalog, options: LoadOptions) -> Result<Arc<Model>, Diagnostics> {
        let Self { sources, document, state, found } = self;
        let overrides = sources.overrides();
        let loading = Loading { sources, document: Cow::Owned(document), state: state.as_ref(), overrides };
        loading.finish(catalog, options, found)
    }
}
