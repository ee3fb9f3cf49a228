//! In-ports and their sources: connections, bundles, resources, formulas.

pub(crate) mod bundles;
pub(crate) mod element_forms;
pub(crate) mod flows;
pub(crate) mod formula_names;
pub(crate) mod formulas;
pub(crate) mod resources;
pub(crate) mod scheme_ports;
pub(crate) mod terminal_names;
pub(crate) mod unit_mismatch;
pub(crate) mod unknown_port;
pub(crate) mod whole_port;
pub(crate) mod width_mismatch;
pub(crate) mod wiring;
