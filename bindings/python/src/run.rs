//! Runs.

use std::collections::HashMap;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use bowline_engine::{
    self as engine, Ending, Input, Model, Probe, Recorder, RunError, RunState, SavedState, Workspace,
};
use bowline_surface::advice::Stepping;
use bowline_surface::earlier_file::Kind;
use bowline_surface::listener::{Dispatch, heard};
use bowline_surface::result_file::ResultRecorder;
use bowline_surface::writing;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{Fault, Result};
use crate::pulse::Pulse;
use crate::rows::Rows;
use crate::watch::kept;
use crate::{PROGRAM, numbers};

/// A run of a model, which you advance; :meth:`bowline.Model.start` begins one.
///
/// ``run["B.Pos"]`` reads a signal where the run stands, a number or an array; ``run["B.Force"] = [1, 0, 0]`` sets an input
/// from now on. One thread at a time uses a run; it works without the interpreter's lock, so that runs on other threads go on
/// meanwhile.
#[pyclass(frozen, module = "bowline")]
pub(crate) struct Run {
    running: Mutex<Running>,
    model: Arc<Model>,
    /// Whether signals are read without the interpreter's lock, since other threads may want it meanwhile.
    is_detached: bool,
}

/// All of a run at one time: ``run.restore(snapshot)`` goes on from it, any number of times, also in another run of the same
/// model.
#[pyclass(frozen, module = "bowline")]
pub(crate) struct Snapshot(engine::Snapshot);

struct Running {
    run: engine::Run,
    taken: Taken,
    /// Further results, by their names.
    further: Vec<(String, Arc<Mutex<Rows>>)>,
    listener: Dispatch,
    probes: HashMap<String, Probe>,
    inputs: HashMap<String, Input>,
}

/// What has a name, made when it is first asked for.
fn kept_by_name<'k, T>(
    kept: &'k mut HashMap<String, T>,
    name: &str,
    make: impl FnOnce() -> Result<T>,
) -> Result<&'k T> {
    if !kept.contains_key(name) {
        kept.insert(name.to_owned(), make()?);
    }
    Ok(&kept[name])
}

/// Takes the rows that the scenario asks for.
struct Taken {
    rows: Rows,
    files: Vec<ResultRecorder>,
}

impl Taken {
    fn flush(&mut self) -> io::Result<()> {
        self.files.iter_mut().map(ResultRecorder::flush).fold(Ok(()), io::Result::and)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        // Only `close` can report an error.
        let _ = self.flush();
    }
}

impl Recorder for Taken {
    fn needs_signals(&self) -> bool {
        self.rows.needs_signals() || self.files.iter().any(Recorder::needs_signals)
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        self.rows.row(time, workspace)?;
        self.files.iter_mut().try_for_each(|file| file.row(time, workspace))
    }

    fn save(&mut self, state: &RunState) -> io::Result<()> {
        self.files.iter_mut().try_for_each(|file| file.save(state))
    }
}

impl Running {
    fn fault(&self, error: RunError) -> Fault {
        Fault::Run(error, Stepping::of(self.run.model().settings()))
    }

    fn checked<T>(&self, outcome: std::result::Result<T, RunError>) -> Result<T> {
        outcome.map_err(|error| self.fault(error))
    }

    fn flush(&mut self) -> Result<()> {
        self.taken.flush().map_err(|reason| Fault::File(format!("a row could not be written: {reason}")))
    }

    /// Advances; what ends that is raised.
    fn advance(
        &mut self,
        progress: Option<Py<PyAny>>,
        go: impl FnOnce(
            &mut engine::Run,
            &mut dyn Recorder,
            &mut dyn FnMut(f64) -> ControlFlow<()>,
        ) -> std::result::Result<Ending, RunError>,
    ) -> Result<()> {
        let mut pulse = Pulse::new(progress);
        let Self { run, taken, listener, .. } = self;
        let outcome = heard(Some(listener), || go(run, taken, &mut |time| pulse.beat(time)));
        let is_on_its_way =
            matches!(outcome, Ok(Ending::Finished)) && run.time() < run.model().settings().output_times.end();
        let written = if is_on_its_way { Ok(()) } else { self.flush() };
        if let Some(raised) = pulse.raised.or_else(kept) {
            return Err(Fault::Raised(raised));
        }
        self.checked(outcome)?;
        written
    }

    /// Reads a signal, whose probe is kept.
    fn read(&mut self, name: &str) -> Result<&[f64]> {
        let Self { run, probes, .. } = self;
        let stepping = Stepping::of(run.model().settings());
        let probe = kept_by_name(probes, name, || Ok(run.model().probe(name)?))?;
        run.get(probe).map_err(|error| Fault::Run(error, stepping))
    }

    /// An input, which is kept.
    fn input(&mut self, name: &str) -> Result<&Input> {
        let model = self.run.model();
        kept_by_name(&mut self.inputs, name, || {
            model.input(name).map_err(|error| match model.feeders(name) {
                Ok(_) => {
                    Fault::Name(format!("{error}; or load the model with inputs=[\"{name}\"]: what you set is added"))
                }
                Err(_) => Fault::from(error),
            })
        })
    }

    /// Sets an input. One number fills all of it, as in a scenario.
    fn set(&mut self, name: &str, mut given: Vec<f64>) -> Result<()> {
        let width = self.input(name)?.width();
        if let ([number], true) = (given.as_slice(), width > 1) {
            given = vec![*number; width];
        }
        let Some(input) = self.inputs.get(name) else { unreachable!("it was just kept") };
        let outcome = self.run.set(input, &given);
        self.checked(outcome)
    }

    /// The state, at which the method starts afresh, as that of a run does which begins with it.
    fn state(&mut self) -> Result<String> {
        let outcome = self.run.snapshot();
        let snapshot = self.checked(outcome)?;
        let saved = SavedState::new(PROGRAM, self.run.model(), snapshot.state());
        saved.to_json().map_err(|reason| Fault::NotFound(reason.to_string()))
    }
}

impl Run {
    /// Begins a run, which records these signals, or what the scenario says.
    pub(crate) fn new(model: &Arc<Model>, signals: Option<Vec<String>>, listener: Dispatch) -> Result<Self> {
        let columns = match signals {
            None => model.columns().to_vec(),
            Some(names) => {
                let mut columns = Vec::new();
                for name in names {
                    columns.extend(model.probe(&name)?.columns().iter().cloned());
                }
                columns
            }
        };
        let names: Vec<String> = columns.iter().map(|column| model.column_name(column)).collect();
        if let Some(at) = (1..names.len()).find(|at| names[..*at].contains(&names[*at])) {
            return Err(Fault::Asked(format!("`{}` is recorded twice: name it once, in one unit", names[at])));
        }
        let mut run = heard(Some(&listener), || engine::Run::new(model));
        let mut further = Vec::new();
        for output in model.outputs() {
            let rows = Arc::new(Mutex::new(Rows::of(model, output.columns.clone())));
            run.attach(&output.times, Arc::clone(&rows));
            further.push((output.name.clone(), rows));
        }
        let is_detached = run.statistics().threads > 1;
        let taken = Taken { rows: Rows::of(model, columns), files: Vec::new() };
        let (probes, inputs) = (HashMap::new(), HashMap::new());
        let running = Running { run, taken, further, listener, probes, inputs };
        Ok(Self { running: Mutex::new(running), model: Arc::clone(model), is_detached })
    }

    fn lock(&self) -> Result<MutexGuard<'_, Running>> {
        match self.running.try_lock() {
            Ok(running) => Ok(running),
            Err(TryLockError::WouldBlock) => Err(Fault::Busy("run")),
            Err(TryLockError::Poisoned(_)) => {
                Err(Fault::NotFound("a call with this run ended in a defect of Bowline: make another one".to_owned()))
            }
        }
    }

    /// Does something with the run without the interpreter's lock.
    fn with<T: Send>(&self, py: Python<'_>, work: impl Send + FnOnce(&mut Running) -> Result<T>) -> PyResult<T> {
        py.detach(|| work(&mut *self.lock()?)).map_err(PyErr::from)
    }
}

#[pymethods]
impl Run {
    /// Simulated time, s.
    #[getter]
    fn time(&self) -> PyResult<f64> {
        Ok(self.lock()?.run.time())
    }

    /// Whether it ended with an error.
    #[getter]
    fn has_failed(&self) -> PyResult<bool> {
        Ok(self.lock()?.run.has_failed())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        if self.is_detached {
            let read = self.with(py, |running| running.read(name).map(<[f64]>::to_vec))?;
            return numbers::handed_over(py, &read);
        }
        let mut running = self.lock()?;
        numbers::handed_over(py, running.read(name)?)
    }

    fn __setitem__(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut given = Vec::new();
        numbers::given(value, &mut given)?;
        if self.is_detached {
            return self.with(py, |running| running.set(name, given));
        }
        Ok(self.lock()?.set(name, given)?)
    }

    /// Reads many signals at once: a list of numbers and arrays.
    fn get<'py>(&self, py: Python<'py>, names: Vec<String>) -> PyResult<Bound<'py, PyList>> {
        let read = self.with(py, |running| {
            names.iter().map(|name| running.read(name).map(<[f64]>::to_vec)).collect::<Result<Vec<_>>>()
        })?;
        let values: Vec<_> = read.iter().map(|numbers| numbers::handed_over(py, numbers)).collect::<PyResult<_>>()?;
        PyList::new(py, values)
    }

    /// Sets many inputs at once, all of them or none: ``run.set({"B.Force": [1, 0, 0], "V.Command": 0.5})``.
    fn set(&self, py: Python<'_>, values: &Bound<'_, PyDict>) -> PyResult<()> {
        let mut given = Vec::new();
        for (name, value) in values.iter() {
            let mut numbers = Vec::new();
            numbers::given(&value, &mut numbers)?;
            given.push((name.extract::<String>()?, numbers));
        }
        self.with(py, |running| {
            let (mut inputs, mut all) = (Vec::new(), Vec::new());
            for (name, numbers) in &given {
                let input = running.input(name)?.clone();
                match numbers.as_slice() {
                    [number] if input.width() > 1 => all.extend(std::iter::repeat_n(*number, input.width())),
                    numbers if numbers.len() == input.width() => all.extend(numbers),
                    numbers => {
                        let (width, count) = (input.width(), numbers.len());
                        return Err(Fault::Asked(format!(
                            "the input `{name}` has width {width}, but is given {count}"
                        )));
                    }
                }
                inputs.push(input);
            }
            let outcome = running.run.set_all(&inputs, &all);
            running.checked(outcome)
        })
    }

    /// Runs to a time, s, exactly; also behind the last output time, where no rows are recorded. `progress` is a function
    /// that gets the simulated time now and then. Ctrl-C ends it between two steps, and the run may go on.
    #[pyo3(signature = (time, progress=None))]
    fn advance(&self, py: Python<'_>, time: f64, progress: Option<Py<PyAny>>) -> PyResult<()> {
        self.with(py, |running| running.advance(progress, |run, rows, see| run.advance_observed(time, rows, see)))
    }

    /// Runs to the last output time.
    #[pyo3(signature = (progress=None))]
    fn to_end(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<()> {
        self.with(py, |running| running.advance(progress, |run, rows, see| run.to_end(rows, see)))
    }

    /// Runs to the end of the method's own step, or of one more.
    fn step(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |running| running.advance(None, |run, rows, _| run.pass_step(rows).map(|()| Ending::Finished)))
    }

    /// Keeps all of the run as it is now.
    fn snapshot(&self, py: Python<'_>) -> PyResult<Snapshot> {
        self.with(py, |running| {
            let outcome = running.run.snapshot();
            running.checked(outcome).map(Snapshot)
        })
    }

    /// Goes back, or on, to a snapshot of a run of this model; also after an error. Rows from there on are forgotten, and come
    /// again; a file keeps the earlier ones too.
    fn restore(&self, py: Python<'_>, snapshot: &Snapshot) -> PyResult<()> {
        self.with(py, |running| {
            let outcome = running.run.restore(&snapshot.0);
            running.checked(outcome)?;
            let mut next = snapshot.0.next_rows().iter();
            let from = |next: Option<&f64>| next.copied().unwrap_or_else(|| snapshot.0.time().next_up());
            running.taken.rows.forget_from(from(next.next()));
            for (_, rows) in &running.further {
                rows.lock().unwrap_or_else(PoisonError::into_inner).forget_from(from(next.next()));
            }
            Ok(())
        })
    }

    /// The state as a text: ``model.replace(state=run.state())`` begins runs there, with the same bits as this one goes on.
    fn state(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, Running::state)
    }

    /// Writes the state into a file, for ``bowline.load(..., state=path)`` and ``--initial-state``.
    fn save_state(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        self.with(py, |running| {
            writing::may_replace(&path, Kind::State).map_err(Fault::File)?;
            let text = running.state()?;
            writing::state(&path, &text).map_err(Fault::File)
        })
    }

    /// Writes the rows that come to a file too: Parquet if its name ends so, else CSV, with the bytes of
    /// ``bowline run``, if it records what the scenario says.
    fn record_to(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        self.with(py, |running| {
            let columns = running.taken.rows.columns.clone();
            let file = writing::results(&path, running.run.model(), columns).map_err(Fault::File)?;
            running.taken.files.push(file);
            Ok(())
        })
    }

    /// Writes the rows so far; so does a call that comes to the last output time.
    fn flush(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, Running::flush)
    }

    /// Writes the rows so far, and closes the files; the run may go on without them. A run that is gone does so, too, and
    /// then nobody hears of what could not be written.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |running| {
            let written = running.flush();
            running.taken.files.clear();
            written
        })
    }

    /// The rows so far, as :class:`bowline.Results`; a copy.
    #[getter]
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self._results(py, false)
    }

    /// The rows so far, as :class:`bowline.Results`; with `take` they are not copied, and the run has none any more.
    fn _results<'py>(&self, py: Python<'py>, take: bool) -> PyResult<Bound<'py, PyAny>> {
        let mut running = self.lock()?;
        let further = PyDict::new(py);
        for (name, rows) in &running.further {
            let mut rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
            further.set_item(name, numbers_of(py, &mut rows, take)?)?;
        }
        let (names, units, array) = numbers_of(py, &mut running.taken.rows, take)?;
        let statistics = serde_json::to_string(running.run.statistics()).unwrap_or_default();
        drop(running);
        let results = py.import("bowline.results")?.getattr("Results")?.call1((names, units, array, further))?;
        results.setattr("statistics", parsed(py, statistics)?)?;
        Ok(results)
    }

    /// What the run cost so far: ``steps``, ``rejected``, ``evaluations``, ``wall_s`` and others.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let statistics = serde_json::to_string(self.lock()?.run.statistics()).unwrap_or_default();
        parsed(py, statistics)
    }

    /// The run record, as the program writes it beside results: model, method, interventions, outcome.
    #[getter]
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let running = self.lock()?;
        let record = writing::record(PROGRAM, &running.run);
        drop(running);
        parsed(py, record.to_json())
    }

    fn __repr__(&self) -> String {
        let time =
            self.running.try_lock().map_or_else(|_| "running".to_owned(), |r| format!("at t = {} s", r.run.time()));
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

fn numbers_of<'py>(py: Python<'py>, rows: &mut Rows, take: bool) -> PyResult<Numbers<'py>> {
    let numbers = if take { rows.taken() } else { rows.copied() };
    Ok((rows.names.clone(), rows.units.clone(), numbers::rows(py, numbers, rows.width())?))
}
