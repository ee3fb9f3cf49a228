//! How to integrate.

use super::{Method, Norm, OutputTimes};

/// How to integrate.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The integration method.
    pub method: Method,
    /// Fixed step size, s; adaptive steps if none.
    pub step_size: Option<f64>,
    /// Largest step, s; infinite if there is no limit.
    pub h_max: f64,
    /// Smallest step, s; 16 units in the last place of the time if none.
    pub h_min: Option<f64>,
    /// First step, s; by the method's own estimate if none.
    pub h_first: Option<f64>,
    /// Absolute tolerance, in units of each state's nominal value.
    pub abs_tol: f64,
    /// Relative tolerance.
    pub rel_tol: f64,
    /// How the error of the states is made one number.
    pub norm: Norm,
    /// Number of threads asked for.
    pub cores: usize,
    /// When rows are written.
    pub output_times: OutputTimes,
    /// When the state is saved and the method starts afresh, s, rising; the
    /// start of the run may be the first, its end the last.
    pub save_points: Vec<f64>,
    /// Period of the scenario's clock, s.
    pub sample_time: Option<f64>,
    /// How precisely a state event is located, s; 4 units in the last place of
    /// the time if none.
    pub event_tol: Option<f64>,
    /// Whether rows are written on both sides of each state event.
    pub log_events: bool,
    /// Whether computations that need each other in the same instant are an error.
    pub refuses_loops: bool,
    /// The attributes as given, overrides included.
    pub attributes: Vec<(String, String)>,
}

impl Settings {
    /// A tolerance where none is asked for.
    pub const TOLERANCE: f64 = 1e-6;

    /// Adaptive steps of a method between the first and the last of these times, as a
    /// scenario has them that says no more.
    pub fn new(method: Method, output_times: OutputTimes) -> Self {
        Self {
            method,
            step_size: None,
            h_max: f64::INFINITY,
            h_min: None,
            h_first: None,
            abs_tol: Self::TOLERANCE,
            rel_tol: Self::TOLERANCE,
            norm: Norm::default(),
            cores: 1,
            output_times,
            save_points: Vec::new(),
            sample_time: None,
            event_tol: None,
            log_events: false,
            refuses_loops: false,
            attributes: Vec::new(),
        }
    }
}
