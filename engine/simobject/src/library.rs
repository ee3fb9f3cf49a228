//! A set of SimObject types under one name.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::creator::Creator;
use crate::failure::Failure;
use crate::interface::{Declaration, Fault, Subject};
use crate::session::{Session, TELL_THE_AUTHOR};
use crate::simobject::SimObject;

/// A set of SimObject types under one name; made by [`library!`](crate::library!).
#[derive(Debug, Clone, Copy)]
pub struct Library {
    /// The `LibName` of scenarios.
    pub name: &'static str,
    /// Other names that scenarios may use for it.
    pub aliases: &'static [&'static str],
    /// Its version.
    pub version: &'static str,
    /// One line for the reader of the reference.
    pub doc: &'static str,
    /// Its types.
    pub types: &'static [ObjectType],
}

/// One type of SimObject, as a host uses it.
#[derive(Debug, Clone, Copy)]
pub struct ObjectType {
    /// Its name in scenarios.
    pub name: &'static str,
    /// One line for the reader of the reference.
    pub doc: &'static str,
    declare: fn(Session<'_>) -> (Declaration, Vec<Fault>),
    store: fn() -> Box<dyn ObjectStore>,
}

impl ObjectType {
    /// The type as a host uses it.
    pub const fn of<T: SimObject>() -> Self {
        Self { name: T::NAME, doc: T::DOC, declare: declare::<T>, store: || Box::new(Vec::<T>::new()) }
    }

    /// Runs a constructor to hear what it declares. All faults are noted,
    /// including a panic.
    pub fn declare(&self, session: Session<'_>) -> (Declaration, Vec<Fault>) {
        (self.declare)(session)
    }

    /// An empty store for SimObjects of this type.
    pub fn store(&self) -> Box<dyn ObjectStore> {
        (self.store)()
    }
}

/// The SimObjects of one type in one model, side by side in memory.
pub trait ObjectStore: Send + Sync {
    /// Constructs a SimObject with its final places, as the last of the store.
    ///
    /// # Errors
    /// The faults: the constructor did not do what it did when declaring.
    fn bind(&mut self, session: Session<'_>) -> Result<(), Vec<Fault>>;

    /// The first SimObject, as [`Sweep::run`](crate::host::Sweep::run) takes it.
    /// The pointer holds until the next [`bind`](Self::bind).
    fn objects(&self) -> *const ();

    /// How many there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes room for that many more.
    fn reserve(&mut self, additional: usize);
}

impl<T: SimObject> ObjectStore for Vec<T> {
    fn bind(&mut self, session: Session<'_>) -> Result<(), Vec<Fault>> {
        let (object, _, faults) = construct::<T>(session);
        match object {
            Some(object) if faults.is_empty() => {
                self.push(object);
                Ok(())
            }
            _ => Err(faults),
        }
    }

    fn objects(&self) -> *const () {
        self.as_ptr().cast()
    }

    fn len(&self) -> usize {
        self.len()
    }

    fn reserve(&mut self, additional: usize) {
        self.reserve_exact(additional);
    }
}

fn declare<T: SimObject>(session: Session<'_>) -> (Declaration, Vec<Fault>) {
    let (_, declaration, faults) = construct::<T>(session);
    (declaration, faults)
}

fn construct<T: SimObject>(session: Session<'_>) -> (Option<T>, Declaration, Vec<Fault>) {
    let mut creator = Creator::<T>::new(session);
    let outcome = catch_unwind(AssertUnwindSafe(|| T::new(&mut creator)));
    let mut session = creator.into_session();
    let object = match outcome {
        Ok(Ok(object)) => Some(object),
        Ok(Err(failure)) => {
            session.fault(Subject::Construction, failure.message(), "");
            None
        }
        Err(payload) => {
            let failure = Failure::from_panic(&*payload);
            let message = format!("the constructor panicked: {failure}");
            session.fault(Subject::Construction, message, TELL_THE_AUTHOR);
            None
        }
    };
    // Half a declaration contradicts itself; only the first cause is worth telling.
    let complete = object.is_some();
    let (declaration, mut faults) = session.finish();
    if !complete {
        faults.retain(|fault| fault.subject != Subject::Declaration);
    }
    (object, declaration, faults)
}

/// Makes a library of SimObject types: a `pub static LIBRARY`.
///
/// ```
/// # use simobject::*;
/// # pub struct Nothing;
/// # impl SimObject for Nothing {
/// #     const NAME: &'static str = "Nothing";
/// #     fn new(_: &mut Creator<'_, Self>) -> Result<Self> { Ok(Self) }
/// # }
/// simobject::library! {
///     name: "my_library",
///     doc: "What it is about",
///     types: [Nothing],
/// }
/// # fn main() { assert_eq!(LIBRARY.types[0].name, "Nothing"); }
/// ```
#[macro_export]
macro_rules! library {
    (
        name: $name:expr,
        $(aliases: [$($alias:expr),* $(,)?],)?
        $(doc: $doc:expr,)?
        types: [$($object:ty),* $(,)?] $(,)?
    ) => {
        /// The library, to be linked into a program.
        pub static LIBRARY: $crate::host::Library = $crate::host::Library {
            name: $name,
            aliases: &[$($($alias),*)?],
            version: env!("CARGO_PKG_VERSION"),
            doc: concat!($($doc)?),
            types: &[$($crate::host::ObjectType::of::<$object>()),*],
        };
    };
}
