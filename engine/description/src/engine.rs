//! How to integrate, as a program says it.

use crate::store::ModelDescription;
use crate::value::Value;
use bowline_solve::integration::{Method, Norm, OutputTimes};

/// How a model is integrated, and what is recorded: the attributes of `Engine` with
/// their types. What is not said has its default; what is said last counts.
#[derive(Debug)]
pub struct EngineBuilder<'d> {
    pub(super) description: &'d mut ModelDescription,
}

impl EngineBuilder<'_> {
    /// When rows are written: the first time is the start of the run, the last its end.
    pub fn output_times(&mut self, times: &OutputTimes) -> &mut Self {
        self.set("TOutput", times.to_string())
    }

    /// The integration method.
    pub fn method(&mut self, method: Method) -> &mut Self {
        self.set("IntegratorMethod", method.name())
    }

    /// A fixed step, s; 0 is adaptive.
    pub fn step_size(&mut self, step: f64) -> &mut Self {
        self.set("stepsize", step)
    }

    /// Absolute tolerance, in nominal values: a step may have the error
    /// `abs_tol * nominal + rel_tol * abs(state)` in each state.
    pub fn abs_tol(&mut self, tolerance: f64) -> &mut Self {
        self.set("AbsTol", tolerance)
    }

    /// Relative tolerance: a step may have the error
    /// `abs_tol * nominal + rel_tol * abs(state)` in each state.
    pub fn rel_tol(&mut self, tolerance: f64) -> &mut Self {
        self.set("RelTol", tolerance)
    }

    /// How the scaled errors of the states are made one number.
    pub fn error_norm(&mut self, norm: Norm) -> &mut Self {
        self.set("ErrorNorm", norm.name())
    }

    /// Largest step, s.
    pub fn h_max(&mut self, step: f64) -> &mut Self {
        self.set("HMax", step)
    }

    /// A step that would have to be smaller, s, ends the run.
    pub fn h_min(&mut self, step: f64) -> &mut Self {
        self.set("HMin", step)
    }

    /// First step, s, also after each jump and save point.
    pub fn h_first(&mut self, step: f64) -> &mut Self {
        self.set("HFirst", step)
    }

    /// Save points, s, rising; none, if there are no times.
    pub fn save_points(&mut self, times: &[f64]) -> &mut Self {
        if times.is_empty() {
            self.description.remove_engine_attribute("TSave");
            return self;
        }
        self.set("TSave", times)
    }

    /// Period of the model's clock, s.
    pub fn sample_time(&mut self, period: f64) -> &mut Self {
        self.set("SampleTime", period)
    }

    /// How precisely state events are located, s.
    pub fn event_tol(&mut self, tolerance: f64) -> &mut Self {
        self.set("EventTol", tolerance)
    }

    /// Whether rows are written on both sides of each state event.
    pub fn log_events(&mut self, log: bool) -> &mut Self {
        self.set("LogEvents", log)
    }

    /// Whether computations that need each other in the same instant are an error; else they are solved together.
    pub fn refuse_loops(&mut self, refuse: bool) -> &mut Self {
        self.set("Loops", if refuse { "refuse" } else { "solve" })
    }

    /// Whether the run begins where the model rests, which is looked for from the initial conditions.
    pub fn start_steady(&mut self, steady: bool) -> &mut Self {
        self.set("Start", if steady { "steady" } else { "initial" })
    }

    /// States that keep their initial values there: `"Arm.Angle, Cylinder.p1"`.
    pub fn hold(&mut self, states: &str) -> &mut Self {
        self.set("Hold", states)
    }

    /// Whether all states are recorded, where [`record`](Self::record) says nothing else.
    pub fn record_states(&mut self, record: bool) -> &mut Self {
        self.set("LogStates", record)
    }

    /// What is recorded, as `FileOutput` has it: `"B.Pos, objects:outputs"`.
    pub fn record(&mut self, signals: &str) -> &mut Self {
        self.set("FileOutput", signals)
    }

    /// Whether columns stand in the order of what is recorded, not of the SimObjects.
    pub fn keep_order(&mut self, keep: bool) -> &mut Self {
        self.set("KeepOrder", keep)
    }

    /// Threads that share each evaluation; the results are the same bits for any number.
    pub fn cores(&mut self, cores: usize) -> &mut Self {
        self.set("NumCores", cores.to_string())
    }

    fn set(&mut self, name: &str, value: impl Into<Value>) -> &mut Self {
        let attribute = self.description.begin("Engine").attribute(name, value);
        self.description.put_engine_attribute(attribute);
        self
    }
}
