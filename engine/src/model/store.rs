//! The bound SimObjects, type by type.

use std::ops::Range;

use simobject::Io;
use simobject::host::{
    Argument, Fault, Files, Interface, NextTimeEvent, ObjectStore, ObjectType, Place, Session, Stopped, Sweep,
};

/// The SimObjects of one type, in the order of their batches.
pub(crate) struct Store {
    kind: &'static ObjectType,
    objects: Box<dyn ObjectStore>,
    /// The model's number of each object.
    numbers: Vec<u32>,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").field("kind", &self.kind.name).field("numbers", &self.numbers).finish()
    }
}

impl Store {
    pub(crate) fn new(kind: &'static ObjectType, room: usize) -> Self {
        let mut objects = kind.store();
        objects.reserve(room);
        Self { kind, objects, numbers: Vec::with_capacity(room) }
    }

    /// Constructs the model's object `number` with its final places.
    pub(crate) fn bind(
        &mut self,
        number: u32,
        name: &str,
        arguments: &[Argument<'_>],
        files: &dyn Files,
        interface: &Interface,
        places: &[Place],
    ) -> Result<(), Vec<Fault>> {
        self.objects.bind(Session::binding(name, arguments, files, interface, places))?;
        self.numbers.push(number);
        Ok(())
    }

    /// How many objects there are.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The model's number of the object at a position of this store.
    pub(crate) fn number(&self, position: usize) -> u32 {
        self.numbers[position]
    }

    /// Runs a calculation of this store's type over the objects of `range`.
    ///
    /// `sweep` must come from an interface that this store's type declared.
    #[inline]
    pub(crate) fn sweep(&self, sweep: Sweep, range: Range<usize>, io: &mut Io<'_>) -> Result<(), Box<Stopped>> {
        assert!(range.end <= self.objects.len());
        // SAFETY: the pointer is fresh, the range was checked against the
        // store that it points into, which `&self` keeps alive and unchanged,
        // and all callers take the sweep from an interface of its type.
        unsafe { sweep.run(self.objects.objects(), range, io) }
    }

    /// The next time event of the object at a position, as for [`Store::sweep`].
    pub(crate) fn next_time_event(
        &self,
        events: NextTimeEvent,
        position: usize,
        after: f64,
    ) -> simobject::Result<Option<f64>> {
        assert!(position < self.objects.len());
        // SAFETY: as in `sweep`, for one position.
        unsafe { events.after(self.objects.objects(), position, after) }
    }
}
