//! Scenarios that are loaded.

use std::path::PathBuf;
use std::sync::Arc;

use bowline_analysis::characteristic::Characteristic;
use bowline_analysis::response::{Response, Wanted as WantedResponse};
use bowline_analysis::rest::Rest;
use bowline_analysis::{self as analysis, Linearized, Place, Wanted};
use bowline_engine::lti::LinearSystem;
use bowline_engine::{Catalog, Model, SavedState};
use bowline_results::DataFrame;
use bowline_surface::libraries;
use bowline_surface::listener::heard;
use bowline_surface::messages::{self, Colours};
use bowline_surface::scenario_request::{ScenarioRequest, state_text};
use bowline_surface::session::ErrorKind;
use bowline_surface::signal_list::{ListedSignal, SignalList};
use bowline_verification::{Options, Sensitivities, Subject, Verification};
use pyo3::prelude::*;
use pyo3::types::PyType;
use simobject_host::Library;

use crate::PROGRAM;
use crate::errors::{Fault, Result};
use crate::logging::to_logger;
use crate::prototypes;
use crate::run::Run;
use crate::tables::{self, Columns};
use crate::watch::watched;

/// A scenario with what is set in it, read, checked and wired.
#[pyclass(frozen, module = "bowline._bowline")]
pub(crate) struct Study {
    study: analysis::Study,
    model: Arc<Model>,
    /// What it was read from, for campaigns.
    pub(crate) given: Given,
}

/// What a study is read from.
pub(crate) struct Given {
    pub(crate) request: ScenarioRequest,
    /// What its sources have, for campaigns.
    pub(crate) set: Vec<String>,
    pub(crate) scheme_path: Vec<PathBuf>,
    pub(crate) libraries: Vec<PathBuf>,
    pub(crate) library_path: Vec<PathBuf>,
    /// SimObjects in Python.
    pub(crate) own: Option<&'static Library>,
}

impl Given {
    /// The libraries that it names.
    pub(crate) fn catalog(&self) -> Result<Catalog> {
        // SAFETY: the user trusts the libraries that are named.
        let catalog = unsafe { libraries::catalog(&self.library_path, &self.libraries) };
        let mut catalog = catalog.map(|(catalog, _)| catalog).map_err(|error| Fault::library(error.to_string()))?;
        if let Some(library) = self.own {
            catalog.add_library(library).map_err(|error| Fault::library(error.to_string()))?;
        }
        Ok(catalog)
    }
}

impl Study {
    fn load(given: Given) -> Result<Self> {
        let catalog = Arc::new(given.catalog()?);
        let loaded = given.request.load(&catalog).map_err(|error| match error.kind() {
            // What `inputs=` names is refused as a whole request.
            ErrorKind::UnknownName => Fault::refused(error.message()),
            _ => Fault::from(error),
        })?;
        let study = analysis::Study::of(&given.request, loaded.scenario, catalog);
        Ok(Self { study, model: loaded.model, given })
    }

    /// What is asked about, for runs that are done again.
    fn subject<'s>(&'s self, signals: &'s [String], stop: &'s (dyn Fn() -> bool + Sync)) -> Subject<'s> {
        Subject {
            scenario: self.study.scenario(),
            overrides: self.study.overrides(),
            catalog: self.study.catalog(),
            until: self.study.until(),
            signals,
            stop,
        }
    }

    pub(crate) fn until(&self) -> Option<f64> {
        self.study.until()
    }

    pub(crate) fn catalog(&self) -> &Catalog {
        self.study.catalog()
    }
}

/// `"start"`, a time, or `"steady"` with conditions.
fn place(at: Option<f64>, steady: bool, wanted: Wanted) -> Place {
    match at {
        _ if steady => Place::Steady(wanted),
        Some(time) => Place::At(time),
        None => Place::Start,
    }
}

/// The matrices, by rows, of a linear model.
type Matrices = (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>);

fn matrices(system: &LinearSystem) -> Matrices {
    let of = |matrix: &bowline_engine::lti::Matrix| matrix.elements().to_vec();
    (of(&system.a), of(&system.b), of(&system.c), of(&system.d))
}

#[pymethods]
impl Study {
    #[new]
    #[pyo3(signature = (text, path, folder, set, until, state, libraries, library_path, scheme_path, inputs, classes))]
    #[expect(clippy::too_many_arguments, reason = "one call, from one place in Python")]
    fn new(
        py: Python<'_>,
        text: Option<String>,
        path: PathBuf,
        folder: Option<PathBuf>,
        set: Vec<String>,
        until: Option<f64>,
        state: Option<String>,
        libraries: Vec<PathBuf>,
        library_path: Vec<PathBuf>,
        scheme_path: Vec<PathBuf>,
        inputs: Vec<String>,
        classes: Vec<Bound<'_, PyType>>,
    ) -> PyResult<Self> {
        let own = (!classes.is_empty()).then(|| prototypes::library(py, "python", &classes)).transpose()?;
        let listener = to_logger(py)?;
        let load = || {
            let mut request = match text {
                None => ScenarioRequest::from_file(&path)?,
                Some(text) => ScenarioRequest::from_text(path.display().to_string(), text, folder.as_deref())?,
            };
            request.sources =
                request.sources.with_overrides(set.iter().cloned()).with_scheme_path(scheme_path.iter().cloned());
            request = ScenarioRequest { state: state.map(state_text), until, inputs, ..request };
            heard(Some(&listener), || Self::load(Given { request, set, libraries, library_path, scheme_path, own }))
        };
        watched(py, |_| load())
    }

    /// The text of the scenario.
    #[getter]
    fn text(&self) -> &str {
        self.given.request.sources.scenario().text()
    }

    /// What it is called, and where it lies.
    #[getter]
    fn whereabouts(&self) -> (String, PathBuf) {
        let source = self.given.request.sources.scenario();
        (source.name().to_owned(), source.path().to_path_buf())
    }

    /// What there is to be warned of.
    #[getter]
    fn warnings(&self) -> String {
        messages::text(self.model.warnings(), Colours::None)
    }

    /// First and last output time, s.
    #[getter]
    fn span(&self) -> (f64, f64) {
        let times = &self.model.settings().output_times;
        (times.start(), times.end())
    }

    /// Names, units and widths of in-ports that can be set, with what they are set to.
    fn inputs(&self) -> Vec<(String, String, usize, Vec<f64>)> {
        let of = |ListedSignal { name, unit, width, value }| (name, unit, width, value);
        SignalList::Inputs.of(&self.model).into_iter().map(of).collect()
    }

    /// Names, units and widths of what SimObjects give.
    fn outputs(&self) -> Vec<(String, String, usize)> {
        let of = |ListedSignal { name, unit, width, .. }| (name, unit, width);
        SignalList::Outputs.of(&self.model).into_iter().map(of).collect()
    }

    /// Names and units of the state vector.
    fn states(&self) -> Vec<(String, String)> {
        SignalList::States.of(&self.model).into_iter().map(|signal| (signal.name, signal.unit)).collect()
    }

    /// Names and units of what is recorded.
    fn columns(&self) -> Vec<(String, String)> {
        SignalList::Columns.of(&self.model).into_iter().map(|signal| (signal.name, signal.unit)).collect()
    }

    /// Names, types and libraries of SimObjects.
    fn objects(&self) -> Vec<(String, String, String)> {
        let own = self.model.objects().iter().filter(|object| !object.is_added());
        own.map(|object| {
            (object.name().to_owned(), object.kind().name().to_owned(), object.library().name().to_owned())
        })
        .collect()
    }

    /// Begins a run.
    #[pyo3(signature = (signals=None))]
    fn start(&self, py: Python<'_>, signals: Option<Vec<String>>) -> PyResult<Run> {
        let listener = to_logger(py)?;
        Ok(py.detach(|| Run::new(&self.model, signals, listener))?)
    }

    /// Where it rests: JSON, and the state for runs that begin there.
    fn steady(
        &self,
        py: Python<'_>,
        hold: Vec<String>,
        find: Vec<String>,
        given: Vec<String>,
        signals: Vec<String>,
    ) -> PyResult<(String, Option<String>)> {
        let search = |_: &(dyn Fn() -> bool + Sync)| -> Result<_> {
            let model = self.study.load(&[])?;
            let rest = Rest::of(&self.study, &model, &Wanted { hold, find, given }, &signals)?;
            let saved = SavedState::new(PROGRAM, &rest.found.model, &rest.found.state);
            Ok((rest.to_json(), saved.to_json().ok()))
        };
        watched(py, search)
    }

    /// Equilibria one after the other: a table, and what has none.
    fn characteristic<'py>(
        &self,
        py: Python<'py>,
        sweep: &str,
        conditions: (Vec<String>, Vec<String>, Vec<String>),
        signals: Vec<String>,
    ) -> PyResult<(Columns<'py>, Vec<String>)> {
        let (hold, find, given) = conditions;
        let search = |_: &(dyn Fn() -> bool + Sync)| -> Result<(DataFrame, Vec<String>)> {
            let found = Characteristic::of(&self.study, &Wanted { hold, find, given }, sweep, &signals)?;
            Ok((found.table(), found.missing))
        };
        let (frame, missing) = watched(py, search)?;
        Ok((tables::handed_over(py, &frame)?, missing))
    }

    /// A linear model: JSON, and its matrices by rows.
    fn linearize(
        &self,
        py: Python<'_>,
        inputs: Vec<String>,
        outputs: Vec<String>,
        at: Option<f64>,
        steady: bool,
        conditions: (Vec<String>, Vec<String>, Vec<String>),
    ) -> PyResult<(String, Matrices, String)> {
        let (hold, find, given) = conditions;
        let place = place(at, steady, Wanted { hold, find, given });
        let search = |stop: &(dyn Fn() -> bool + Sync)| -> Result<_> {
            let found = Linearized::at(&mut self.study.clone(), &place, &inputs, &outputs, stop)?;
            Ok((found.to_json(), matrices(&found.model.system), found.point.words))
        };
        watched(py, search)
    }

    /// A frequency response: JSON, with units of the pairs.
    #[expect(clippy::too_many_arguments, reason = "one call, from one place in Python")]
    fn frequency(
        &self,
        py: Python<'_>,
        from: Vec<String>,
        to: Vec<String>,
        loop_at: Option<String>,
        margins: bool,
        hertz: Option<Vec<f64>>,
        at: Option<f64>,
        steady: bool,
        conditions: (Vec<String>, Vec<String>, Vec<String>),
    ) -> PyResult<(String, Vec<String>, String, Vec<String>)> {
        let (hold, find, given) = conditions;
        let place = place(at, steady, Wanted { hold, find, given });
        let wanted = match loop_at {
            Some(port) => WantedResponse::Loop(port),
            None => WantedResponse::Between { from, to, margins },
        };
        let search = |stop: &(dyn Fn() -> bool + Sync)| -> Result<_> {
            let found = Response::at(&mut self.study.clone(), &place, &wanted, hertz, stop)?;
            let units = found.pairs.iter().map(|pair| pair.column(&found.model.system).unit).collect();
            let notes = found.notes();
            Ok((found.to_json(), units, found.point.words, notes))
        };
        watched(py, search)
    }

    /// How far off the results are: JSON, and the deviations along the run.
    fn verify<'py>(
        &self,
        py: Python<'py>,
        signals: Vec<String>,
        within: f64,
        keep_sample_time: bool,
    ) -> PyResult<(String, bool, Columns<'py>)> {
        let options = Options { within, keeps_sample_time: keep_sample_time };
        let search = |stop: &(dyn Fn() -> bool + Sync)| -> Result<_> {
            let verification = Verification::of(self.subject(&signals, stop), options, |_| {})?;
            let json = serde_json::to_string(&verification).unwrap_or_default();
            Ok((json, verification.is_within(), verification.deviations()))
        };
        let (json, is_within, frame) = watched(py, search)?;
        Ok((json, is_within, tables::handed_over(py, &frame)?))
    }

    /// How results follow parameters, as JSON.
    fn sensitivity(&self, py: Python<'_>, parameters: Vec<String>, signals: Vec<String>) -> PyResult<String> {
        let search = |stop: &(dyn Fn() -> bool + Sync)| -> Result<_> {
            let found = Sensitivities::of(self.subject(&signals, stop), &parameters, |_, _| {})?;
            Ok(serde_json::to_string(&found).unwrap_or_default())
        };
        watched(py, search)
    }
}
