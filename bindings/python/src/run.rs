//! Runs.

use std::collections::HashMap;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use bowline_engine::{
    self as engine, Ending, Input, Model, Probe, Recorder, RunError, RunRecord, RunState, SavedState, Workspace,
};
use bowline_results::{Format, whole_file};
use bowline_surface::earlier_file::Kind;
use bowline_surface::listener::{Dispatch, heard};
use bowline_surface::own_file::OwnFile;
use bowline_surface::result_file::{ResultFile, ResultRecorder, RowStyle};
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
    /// What is set.
    given: Vec<f64>,
}

/// Who takes the rows that the scenario asks for.
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
        // There is nobody to tell; `close` tells.
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
        Fault::Run(error, self.run.model().settings().step_size.is_some())
    }

    fn told<T>(&self, outcome: std::result::Result<T, RunError>) -> Result<T> {
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
        self.told(outcome)?;
        written
    }

    fn probe(&mut self, name: &str) -> Result<Probe> {
        if let Some(probe) = self.probes.get(name) {
            return Ok(probe.clone());
        }
        let probe = self.run.model().probe(name)?;
        self.probes.insert(name.to_owned(), probe.clone());
        Ok(probe)
    }

    fn input(&mut self, name: &str) -> Result<Input> {
        if let Some(input) = self.inputs.get(name) {
            return Ok(input.clone());
        }
        let model = self.run.model();
        let input = model.input(name).map_err(|error| match model.feeders(name) {
            Ok(_) => Fault::Name(format!("{error}; or load the model with inputs=[\"{name}\"]: what you set is added")),
            Err(_) => Fault::from(error),
        })?;
        self.inputs.insert(name.to_owned(), input.clone());
        Ok(input)
    }

    /// Reads a signal, whose probe is kept.
    fn read(&mut self, name: &str) -> Result<&[f64]> {
        if !self.probes.contains_key(name) {
            self.probe(name)?;
        }
        let has_fixed_steps = self.run.model().settings().step_size.is_some();
        match self.probes.get(name) {
            Some(probe) => self.run.get(probe).map_err(|error| Fault::Run(error, has_fixed_steps)),
            None => unreachable!("it was just kept"),
        }
    }

    /// Sets an input, which is kept, to what was given.
    fn set_given(&mut self, name: &str) -> Result<()> {
        if !self.inputs.contains_key(name) {
            self.input(name)?;
        }
        let Some(input) = self.inputs.get(name) else { unreachable!("it was just kept") };
        // One number fills a row, as in a scenario.
        if let ([number], true) = (self.given.as_slice(), input.width() > 1) {
            let filled = vec![*number; input.width()];
            self.given = filled;
        }
        let outcome = self.run.set(input, &self.given);
        self.told(outcome)
    }

    /// The state, at which the method starts afresh, as that of a run does which begins with it.
    fn state(&mut self) -> Result<String> {
        let outcome = self.run.snapshot();
        let snapshot = self.told(outcome)?;
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
        let running = Running { run, taken, further, listener, probes, inputs, given: Vec::new() };
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
        if self.is_detached {
            let mut given = Vec::new();
            numbers::given(value, &mut given)?;
            return self.with(py, |running| {
                running.given = given;
                running.set_given(name)
            });
        }
        let mut running = self.lock()?;
        running.given.clear();
        // Its numbers may be calculated by Python, which may use the run.
        let mut given = std::mem::take(&mut running.given);
        drop(running);
        let taken = numbers::given(value, &mut given);
        let mut running = self.lock()?;
        running.given = given;
        taken?;
        Ok(running.set_given(name)?)
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
                let input = running.input(name)?;
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
            running.told(outcome)
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
            running.told(outcome).map(Snapshot)
        })
    }

    /// Goes back, or on, to a snapshot of a run of this model; also after an error. Rows from there on are forgotten, and come
    /// again; a file keeps the earlier ones too.
    fn restore(&self, py: Python<'_>, snapshot: &Snapshot) -> PyResult<()> {
        self.with(py, |running| {
            let outcome = running.run.restore(&snapshot.0);
            running.told(outcome)?;
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
            may_replace(&path, Kind::State)?;
            let text = running.state()?;
            whole_file::write(&path, text).map_err(|reason| cannot_write(&path, &reason.to_string()))
        })
    }

    /// Writes the rows that come to a file too: Parquet if its name ends so, else CSV, with the bytes of
    /// ``bowline run``, if it records what the scenario says.
    fn record_to(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        self.with(py, |running| {
            may_replace(&path, Kind::Results)?;
            let model = running.run.model();
            let file = OwnFile::open(&path).map_err(|reason| cannot_write(&path, &reason))?;
            let file = file.emptied().map_err(|reason| cannot_write(&path, &reason.to_string()))?;
            let file = ResultFile::new(path.display().to_string(), file, Format::of(&path));
            let style = RowStyle { units: false, prompt: false };
            let begun = file.begin(model, running.taken.rows.columns.clone(), style);
            running.taken.files.push(begun.map_err(|reason| cannot_write(&path, &reason.to_string()))?);
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

    /// What was run, how, what was done to it from outside, and how it went: as in the record that the program leaves beside
    /// results.
    #[getter]
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let running = self.lock()?;
        let run = &running.run;
        let mut record = RunRecord::new(PROGRAM, run.model());
        record.statistics = run.statistics().clone();
        record.interventions = run.interventions().to_vec();
        record.reached_s = run.time();
        let is_finished = run.time() >= run.model().settings().output_times.end();
        let status = if run.has_failed() {
            "failed"
        } else if is_finished {
            "finished"
        } else {
            "running"
        };
        status.clone_into(&mut record.status);
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

fn may_replace(path: &std::path::Path, kind: Kind) -> Result<()> {
    match kind.may_replace(path) {
        Ok(true) => Ok(()),
        Ok(false) => {
            let words = kind.in_words();
            Err(cannot_write(path, &format!("it holds something else than {words}; choose another name, or remove it")))
        }
        Err(reason) => Err(cannot_write(path, &reason.to_string())),
    }
}

fn cannot_write(path: &std::path::Path, reason: &str) -> Fault {
    Fault::File(format!("cannot write `{}`: {reason}", path.display()))
}
