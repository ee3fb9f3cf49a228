//! The stages of loading, each a value that the next one takes.

pub(crate) mod binding;
pub(crate) mod building;
pub(crate) mod connected;
pub(crate) mod constructed;
pub(crate) mod declared;
pub(crate) mod laid_out;
pub(crate) mod scheduled;
