//! A SimObject alone in a store.

use simobject_host::{ObjectStore, Place};

/// A SimObject alone in a store, bound as an access set sees its signals.
pub(crate) struct BoundObject {
    /// The store, of this object only.
    pub(crate) store: ObjectStore,
    /// The places of its signals, in the order of their declaration.
    pub(crate) places: Vec<Place>,
}
