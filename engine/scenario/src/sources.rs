//! What a model is read from.

use std::path::PathBuf;
use std::sync::Arc;

use bowline_description::{FrontEnd, ModelDescription};
use bowline_text::{Diagnostics, Source};

use crate::xml::files::not_utf8;
use crate::xml::reader;

/// What a model is loaded from: the text of a scenario, the overrides of the
/// command line and the state file that a run begins with. Clones share the texts.
///
/// ```
/// use bowline_catalog::Catalog;
/// use bowline_loading::{LoadOptions, Scenario};
/// use bowline_scenario::Sources;
/// use bowline_text::Source;
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
#[derive(Debug, Clone)]
pub struct Sources {
    scenario: Arc<Source>,
    overrides: Vec<Source>,
    initial_state: Option<Arc<Source>>,
    scheme_path: Vec<PathBuf>,
}

impl Sources {
    /// A scenario without overrides.
    pub fn new(scenario: Source) -> Self {
        Self { scenario: Arc::new(scenario), overrides: Vec::new(), initial_state: None, scheme_path: Vec::new() }
    }

    /// The same with more overrides, each `Object.Name=VALUE` or
    /// `Engine:Attribute=VALUE`: a parameter, else an initial condition, else the
    /// numbers of an in-port. `Init:` and `Port:` in front say which; `[i]` behind
    /// the name means an element.
    #[must_use]
    pub fn with_overrides<S: Into<String>>(mut self, overrides: impl IntoIterator<Item = S>) -> Self {
        self.overrides.extend(overrides.into_iter().map(|text| Source::new("--set", text)));
        self
    }

    /// The same with the text of a state file ([`SavedState`](bowline_model::state_file::SavedState)):
    /// the run begins at its time, with its states instead of the initial conditions.
    #[must_use]
    pub fn with_initial_state(mut self, state: Source) -> Self {
        self.initial_state = Some(Arc::new(state));
        self
    }

    /// The same; files of schemes are looked for in these directories, too.
    #[must_use]
    pub fn with_scheme_path(mut self, directories: impl IntoIterator<Item = PathBuf>) -> Self {
        self.scheme_path.extend(directories);
        self
    }

    /// The scenario.
    pub fn scenario(&self) -> &Source {
        &self.scenario
    }

    /// The overrides, in the order given.
    pub fn overrides(&self) -> &[Source] {
        &self.overrides
    }

    /// The state file that a run begins with.
    pub fn initial_state(&self) -> Option<&Source> {
        self.initial_state.as_deref()
    }
}

impl FrontEnd for Sources {
    fn describe(&self) -> Result<(ModelDescription, Diagnostics), Diagnostics> {
        let mut found = Diagnostics::default();
        if let Some(stray) = self.scenario.stray_byte() {
            let mut description = ModelDescription::beside(&self.scenario);
            description.texts_mut().add(&self.scenario);
            found.push(not_utf8(stray, 0));
            return Err(found.within(description.texts()));
        }
        let description = reader::read(&self.scenario, &self.scheme_path, &mut found);
        if found.has_errors() {
            return Err(found.within(description.texts()));
        }
        Ok((description, found))
    }

    fn overrides(&self) -> &[Source] {
        &self.overrides
    }

    fn initial_state(&self) -> Option<&Arc<Source>> {
        self.initial_state.as_ref()
    }
}
