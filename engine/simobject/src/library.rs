//! A set of SimObject types under one name, as a library gives it.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::mem::{align_of, size_of};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::abi;
use crate::creator::Creator;
use crate::failure::Failure;
use crate::host_calls::HostCalls;
use crate::simobject::SimObject;

/// The table of a type; for [`library!`](crate::library!).
#[doc(hidden)]
pub struct TableOf<T>(PhantomData<T>);

impl<T: SimObject> TableOf<T> {
    /// The table.
    pub const TYPE: &'static abi::Type = &abi::Type {
        size: abi::size::<abi::Type>(),
        flags: if T::REENTRANT { 0 } else { abi::NOT_REENTRANT },
        name: abi::Text::of(T::NAME),
        doc: abi::Text::of(T::DOC),
        object_size: size_of::<T>(),
        object_alignment: align_of::<T>(),
        construct: Some(construct::<T>),
        destroy: Some(destroy::<T>),
    };
}

/// # Safety
/// As [`abi::Type::construct`] says.
unsafe extern "C" fn construct<T: SimObject>(creator: *mut abi::Creator, object: *mut c_void) -> u32 {
    // SAFETY: the host's creator is there during this call.
    let host = unsafe { HostCalls::new(creator) };
    let mut creator = Creator::<T>::new(host);
    let failure = match catch_unwind(AssertUnwindSafe(|| T::new(&mut creator))) {
        Ok(Ok(constructed)) => {
            // SAFETY: the host's memory is large enough, aligned, and empty.
            unsafe { object.cast::<T>().write(constructed) };
            return 0;
        }
        Ok(Err(failure)) => failure,
        Err(payload) => Failure::from_panic(payload),
    };
    host.not_constructed(&failure);
    1
}

/// # Safety
/// As [`abi::Type::destroy`] says.
unsafe extern "C" fn destroy<T>(object: *mut c_void) {
    // SAFETY: the host says that there is an object which nobody uses any more.
    // A panic in its destructor has nobody to be told to.
    let outcome = catch_unwind(AssertUnwindSafe(|| unsafe { object.cast::<T>().drop_in_place() }));
    std::mem::forget(outcome);
}

/// Makes a library of SimObject types: a `pub static LIBRARY`, to be linked
/// into a program, and what a program looks for that loads the library from a
/// file: a function `bowline_library_<name>` for the name and each alias.
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
/// # fn main() { assert!(LIBRARY.find("Nothing").is_some()); }
/// ```
///
/// Names are letters, digits and `_`.
#[macro_export]
macro_rules! library {
    (
        name: $name:literal,
        $(aliases: [$($alias:literal),* $(,)?],)?
        $(doc: $doc:expr,)?
        types: [$($object:ty),* $(,)?] $(,)?
    ) => {
        /// The library, to be linked into a program.
        // SAFETY: texts are literals, and tables those of the types.
        pub static LIBRARY: $crate::host::Library = unsafe {
            $crate::host::Library::linked_in(
                $name,
                const { &[$($($crate::abi::Text::of($alias)),*)?] },
                env!("CARGO_PKG_VERSION"),
                concat!($($doc)?),
                const { &[$($crate::TableOf::<$object>::TYPE),*] },
            )
        };
        $crate::library_entry!($name);
        $($($crate::library_entry!($alias);)*)?
    };
}

/// What a program looks for that loads a library from a file.
#[doc(hidden)]
#[macro_export]
macro_rules! library_entry {
    ($name:literal) => {
        const _: () = {
            #[unsafe(export_name = concat!("bowline_library_", $name))]
            extern "C" fn entry() -> *const $crate::abi::Library {
                LIBRARY.table()
            }
        };
    };
}
