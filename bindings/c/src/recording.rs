//! Where the rows of a run go.

use std::ffi::{c_int, c_void};
use std::io;

use bowline_engine::{Column, Recorder, RunState, Workspace};
use bowline_surface::result_file::ResultRecorder;

/// Gets a row: the time, s, and the numbers of the columns, which live until the function returns. It returns 0, or
/// anything else to end the run with an error. It must not throw or jump out of the call.
pub type BowlineRowFunction =
    Option<unsafe extern "C" fn(context: *mut c_void, time: f64, values: *const f64, count: usize) -> c_int>;

/// A function that takes rows.
pub(crate) struct RowFunction {
    function: unsafe extern "C" fn(*mut c_void, f64, *const f64, usize) -> c_int,
    context: *mut c_void,
    columns: Vec<Column>,
    row: Vec<f64>,
}

// SAFETY: it is called on the thread that advances the run, which the program chooses.
unsafe impl Send for RowFunction {}

impl RowFunction {
    pub(crate) fn new(
        function: unsafe extern "C" fn(*mut c_void, f64, *const f64, usize) -> c_int,
        context: *mut c_void,
        columns: Vec<Column>,
    ) -> Self {
        let row = Vec::with_capacity(columns.len());
        Self { function, context, columns, row }
    }
}

/// One that takes rows.
pub(crate) enum Sink {
    File(ResultRecorder),
    Function(RowFunction),
}

/// All that take rows of a run.
#[derive(Default)]
pub(crate) struct Sinks(pub(crate) Vec<Sink>);

impl Sinks {
    /// Writes all rows so far.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        let flush = |sink: &mut Sink| match sink {
            Sink::File(file) => file.flush(),
            Sink::Function(_) => Ok(()),
        };
        self.0.iter_mut().map(flush).fold(Ok(()), Result::and)
    }
}

impl Recorder for Sinks {
    fn needs_signals(&self) -> bool {
        self.0.iter().any(|sink| match sink {
            Sink::File(file) => file.needs_signals(),
            Sink::Function(function) => !function.columns.iter().all(Column::is_state),
        })
    }

    fn row(&mut self, time: f64, workspace: &Workspace) -> io::Result<()> {
        self.0.iter_mut().try_for_each(|sink| match sink {
            Sink::File(file) => file.row(time, workspace),
            Sink::Function(function) => {
                let RowFunction { function, context, columns, row } = function;
                row.clear();
                row.extend(columns.iter().map(|column| column.value(time, workspace)));
                // SAFETY: the program's promise; the row lives until it returns.
                match unsafe { function(*context, time, row.as_ptr(), row.len()) } {
                    0 => Ok(()),
                    status => Err(io::Error::other(format!("the function that takes rows returned {status}"))),
                }
            }
        })
    }

    fn save(&mut self, state: &RunState) -> io::Result<()> {
        self.0.iter_mut().try_for_each(|sink| match sink {
            Sink::File(file) => file.save(state),
            Sink::Function(_) => Ok(()),
        })
    }
}
