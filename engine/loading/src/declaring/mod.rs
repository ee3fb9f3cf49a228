//! SimObjects declare themselves: names, interfaces, numbers, clocks.

pub(crate) mod declared_numbers;
pub(crate) mod meshes;
pub(crate) mod names;
pub(crate) mod notes;
pub(crate) mod objects;
pub(crate) mod periods;
pub(crate) mod sample_times;
