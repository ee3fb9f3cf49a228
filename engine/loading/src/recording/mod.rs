//! What is recorded: columns, formulas of columns, cameras.

pub(crate) mod cameras;
pub(crate) mod column_formulas;
pub(crate) mod column_units;
pub(crate) mod columns;
pub(crate) mod engine_settings;
pub(crate) mod recordable;
