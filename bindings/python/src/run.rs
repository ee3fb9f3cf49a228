//! Runs.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use bowline_engine::{self as engine, Model};
use bowline_surface::listener::Dispatch;
use bowline_surface::result_table::ResultTable;
use bowline_surface::session::{Goal, InputValue, Pulse, Session, SessionOptions};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{Fault, Result};
use crate::watch::kept;
use crate::{PROGRAM, numbers};

/// A run of a model, which you advance; :meth:`bowline.Model.start` begins one.
///
/// ``run["B.Pos"]`` reads a signal where the run stands, a number or an array; ``run["B.Force"] = [1, 0, 0]`` sets an input
/// from now on. One thread at a time uses a run; it works without the interpreter's lock, so that runs on other threads go on
/// meanwhile.
#[pyclass(frozen, module = "bowline")]
pub(crate) struct Run {
    session: Mutex<Session>,
    model: Arc<Model>,
    /// Whether signals are read without the interpreter's lock, since other threads may want it meanwhile.
    is_detached: bool,
}

/// All of a run at one time: ``run.restore(snapshot)`` goes on from it, any number of times, also in another run of the same
/// model.
#[pyclass(frozen, module = "bowline")]
pub(crate) struct Snapshot(engine::Snapshot);

/// Advances; what a signal handler, the progress function or a SimObject raises meanwhile is raised.
fn advance(session: &mut Session, goal: Goal, progress: Option<&Py<PyAny>>) -> Result<()> {
    let mut raised = None;
    let mut pulse = Pulse::new(|time| {
        let looked = Python::attach(|py| {
            py.check_signals()?;
            progress.map_or(Ok(()), |progress| progress.call1(py, (time,)).map(drop))
        });
        raised = looked.err();
        if raised.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let outcome = session.advance_observed(goal, &mut |time| pulse.beat(time));
    match raised.or_else(kept) {
        Some(raised) => Err(Fault::Raised(raised)),
        None => Ok(outcome.map(|_| ())?),
    }
}

impl Run {
    /// Begins a run, which records these signals, or what the scenario says.
    pub(crate) fn new(model: &Arc<Model>, signals: Option<Vec<String>>, listener: Dispatch) -> Result<Self> {
        let options = SessionOptions { program: PROGRAM, listener: Some(listener), signals, keeps_rows: true };
        let session = Session::start(model, options)?;
        let is_detached = session.statistics().threads > 1;
        Ok(Self { session: Mutex::new(session), model: Arc::clone(model), is_detached })
    }

    fn lock(&self) -> Result<MutexGuard<'_, Session>> {
        match self.session.try_lock() {
            Ok(session) => Ok(session),
            Err(TryLockError::WouldBlock) => Err(Fault::Busy("run")),
            Err(TryLockError::Poisoned(_)) => {
                Err(Fault::NotFound("a call with this run ended in a defect of Bowline: make another one".to_owned()))
            }
        }
    }

    /// Does something with the run without the interpreter's lock.
    fn with<T: Send>(&self, py: Python<'_>, work: impl Send + FnOnce(&mut Session) -> Result<T>) -> PyResult<T> {
        py.detach(|| work(&mut *self.lock()?)).map_err(PyErr::from)
    }
}

#[pymethods]
impl Run {
    /// Simulated time, s.
    #[getter]
    fn time(&self) -> PyResult<f64> {
        Ok(self.lock()?.time())
    }

    /// Whether it ended with an error.
    #[getter]
    fn has_failed(&self) -> PyResult<bool> {
        Ok(self.lock()?.has_failed())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        if self.is_detached {
            let read = self.with(py, |session| Ok(session.read(name)?.to_vec()))?;
            return numbers::handed_over(py, &read);
        }
        let mut session = self.lock()?;
        numbers::handed_over(py, session.read(name).map_err(Fault::from)?)
    }

    fn __setitem__(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut given = Vec::new();
        numbers::given(value, &mut given)?;
        if self.is_detached {
            return self.with(py, |session| Ok(session.set_by_name(name, &given)?));
        }
        Ok(self.lock()?.set_by_name(name, &given).map_err(Fault::from)?)
    }

    /// Reads many signals at once: a list of numbers and arrays.
    fn get<'py>(&self, py: Python<'py>, names: Vec<String>) -> PyResult<Bound<'py, PyList>> {
        let read = self.with(py, |session| {
            names.iter().map(|name| Ok(session.read(name)?.to_vec())).collect::<Result<Vec<_>>>()
        })?;
        let values: Vec<_> = read.iter().map(|numbers| numbers::handed_over(py, numbers)).collect::<PyResult<_>>()?;
        PyList::new(py, values)
    }

    /// Sets many inputs at once, all of them or none: ``run.set({"B.Force": [1, 0, 0], "V.Command": 0.5})``.
    fn set(&self, py: Python<'_>, values: &Bound<'_, PyDict>) -> PyResult<()> {
        let mut given = Vec::new();
        for (name, value) in values.iter() {
            let mut values = Vec::new();
            numbers::given(&value, &mut values)?;
            given.push(InputValue { name: name.extract()?, values });
        }
        self.with(py, |session| Ok(session.set_all_by_name(&given)?))
    }

    /// Runs to a time, s, exactly; also behind the last output time, where no rows are recorded. `progress` is a function
    /// that gets the simulated time now and then. Ctrl-C ends it between two steps, and the run may go on.
    #[pyo3(signature = (time, progress=None))]
    fn advance(&self, py: Python<'_>, time: f64, progress: Option<Py<PyAny>>) -> PyResult<()> {
        self.with(py, |session| advance(session, Goal::At(time), progress.as_ref()))
    }

    /// Runs to the last output time.
    #[pyo3(signature = (progress=None))]
    fn to_end(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<()> {
        self.with(py, |session| advance(session, Goal::End, progress.as_ref()))
    }

    /// Runs to the end of the method's own step, or of one more.
    fn step(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |session| advance(session, Goal::Step, None))
    }

    /// Keeps all of the run as it is now.
    fn snapshot(&self, py: Python<'_>) -> PyResult<Snapshot> {
        self.with(py, |session| Ok(Snapshot(session.snapshot()?)))
    }

    /// Goes back, or on, to a snapshot of a run of this model; also after an error. Rows from there on are forgotten, and come
    /// again; a file keeps the earlier ones too.
    fn restore(&self, py: Python<'_>, snapshot: &Snapshot) -> PyResult<()> {
        self.with(py, |session| Ok(session.restore(&snapshot.0)?))
    }

    /// The state as a text: ``model.replace(state=run.state())`` begins runs there, with the same bits as this one goes on.
    fn state(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |session| Ok(session.state()?))
    }

    /// Writes the state into a file, for ``bowline.load(..., state=path)`` and ``--initial-state``.
    fn save_state(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        self.with(py, |session| Ok(session.save_state(&path)?))
    }

    /// Writes the rows that come to a file too: Parquet if its name ends so, else CSV, with the bytes of
    /// ``bowline run``, if it records what the scenario says.
    fn record_to(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        self.with(py, |session| Ok(session.record_to_file(&path)?))
    }

    /// Writes the rows so far; so does a call that comes to the last output time.
    fn flush(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |session| Ok(session.flush()?))
    }

    /// Writes the rows so far, and closes the files; the run may go on without them. A run that is gone does so, too, and
    /// then nobody hears of what could not be written.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |session| Ok(session.close_files()?))
    }

    /// The rows so far, as :class:`bowline.Results`; a copy.
    #[getter]
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self._results(py, false)
    }

    /// The rows so far, as :class:`bowline.Results`; with `take` they are not copied, and the run has none any more.
    fn _results<'py>(&self, py: Python<'py>, take: bool) -> PyResult<Bound<'py, PyAny>> {
        let mut session = self.lock()?;
        let further = PyDict::new(py);
        for output in session.outputs() {
            further.set_item(output.name(), numbers_of(py, &mut output.table(), take)?)?;
        }
        let Some(table) = session.table() else { unreachable!("runs of Python keep their rows") };
        let (names, units, array) = numbers_of(py, table, take)?;
        let statistics = serde_json::to_string(session.statistics()).unwrap_or_default();
        drop(session);
        let results = py.import("bowline.results")?.getattr("Results")?.call1((names, units, array, further))?;
        results.setattr("statistics", parsed(py, statistics)?)?;
        Ok(results)
    }

    /// What the run cost so far: ``steps``, ``rejected``, ``evaluations``, ``wall_s`` and others.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let statistics = serde_json::to_string(self.lock()?.statistics()).unwrap_or_default();
        parsed(py, statistics)
    }

    /// The run record, as the program writes it beside results: model, method, interventions, outcome.
    #[getter]
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let record = self.lock()?.record();
        parsed(py, record.to_json())
    }

    fn __repr__(&self) -> String {
        let time = self.session.try_lock().map_or_else(|_| "running".to_owned(), |s| format!("at t = {} s", s.time()));
        format!("<bowline.Run {time}>")
    }

    /// The last output time, s.
    #[getter]
    fn end(&self) -> f64 {
        self.model.settings().output_times.end()
    }
}

#[pymethods]
impl Snapshot {
    /// When it was taken, s.
    #[getter]
    fn time(&self) -> f64 {
        self.0.time()
    }
}

/// JSON, as Python has it.
fn parsed(py: Python<'_>, json: String) -> PyResult<Bound<'_, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}

type Numbers<'py> = (Vec<String>, Vec<String>, Bound<'py, PyAny>);

fn numbers_of<'py>(py: Python<'py>, table: &mut ResultTable, take: bool) -> PyResult<Numbers<'py>> {
    let numbers = if take { table.take_numbers() } else { table.numbers().to_vec() };
    Ok((table.names().to_vec(), table.units().to_vec(), numbers::rows(py, numbers, table.width())?))
}
