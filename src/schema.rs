//! `bowline schema`: an XML Schema of scenarios.

use bowline_engine::write_schema;

use crate::{Exit, libraries, report};

pub(crate) fn schema() -> Exit {
    let mut schema = Vec::new();
    match write_schema(&libraries::catalog(), &mut schema) {
        Ok(()) => report::page(&schema),
        Err(reason) => {
            report::error(&format!("the schema cannot be made: {reason}"));
            Exit::Failed
        }
    }
}
