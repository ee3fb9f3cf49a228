//! `bowline schema`: an XML Schema of scenarios.

use bowline_engine::write_schema;

use crate::arguments::SchemaArguments;
use crate::{Exit, libraries, report};

pub(crate) fn schema(arguments: &SchemaArguments) -> Exit {
    let catalog = match libraries::whole_catalog(&arguments.libraries) {
        Ok((catalog, wrong)) if wrong.is_empty() => catalog,
        Ok((_, wrong)) => return report::errors(&wrong),
        Err(error) => return report::errors(&[error]),
    };
    let mut schema = Vec::new();
    match write_schema(&catalog, &mut schema) {
        Ok(()) => report::data(&schema),
        Err(reason) => {
            report::error(&format!("the schema cannot be made: {reason}"));
            Exit::Failed
        }
    }
}
