//! The native half of the Python package: what is behind `bowline/*.py`.
//!
//! It holds models and runs, works without the interpreter's lock, and hands over arrays, and what was found as JSON. What
//! a Python programmer sees is made of that in Python.

mod errors;
mod logging;
mod numbers;
mod prototypes;
mod run;
mod study;
mod sweep;
mod tables;
mod watch;

use pyo3::prelude::*;

/// Name and version, for what is written.
const PROGRAM: &str = concat!("bowline for Python ", env!("CARGO_PKG_VERSION"));

#[pymodule]
fn _bowline(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<study::Study>()?;
    module.add_class::<run::Run>()?;
    module.add_class::<run::Snapshot>()?;
    module.add_class::<prototypes::Handle>()?;
    module.add_class::<prototypes::PyCreator>()?;
    module.add_class::<prototypes::PyIo>()?;
    module.add_function(wrap_pyfunction!(sweep::sweep, module)?)?;
    module.add_function(wrap_pyfunction!(tables::read_table, module)?)?;
    module.add_function(wrap_pyfunction!(tables::write_table, module)?)?;
    module.add_function(wrap_pyfunction!(tables::lines_svg, module)?)?;
    module.add_function(wrap_pyfunction!(tables::response_svg, module)?)?;
    module.add_function(wrap_pyfunction!(tables::frequencies, module)?)?;
    Ok(())
}
