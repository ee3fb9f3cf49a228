//! What the engine and SimObjects say goes to the logger `bowline` of Python.

use bowline_surface::listener::{Dispatch, Level, listener};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

use crate::watch::keep;

/// A listener for as much as the logger takes now.
pub(crate) fn to_logger(py: Python<'_>) -> PyResult<Dispatch> {
    let logger = py.import("logging")?.call_method1("getLogger", ("bowline",))?;
    let most = match logger.call_method0("getEffectiveLevel")?.extract::<u32>()? {
        40.. => Level::ERROR,
        30.. => Level::WARN,
        20.. => Level::INFO,
        _ => Level::DEBUG,
    };
    let logger = logger.unbind();
    Ok(listener(most, move |level, message| {
        let level = match level {
            Level::ERROR => 40,
            Level::WARN => 30,
            Level::INFO => 20,
            _ => 10,
        };
        // A message that nobody takes is no reason to end a run.
        Python::attach(|py| {
            if let Err(error) = logger.call_method1(py, "log", (level, "%s", message))
                && !error.is_instance_of::<PyException>(py)
            {
                keep(error);
            }
        });
    }))
}
