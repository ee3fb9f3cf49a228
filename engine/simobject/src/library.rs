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
        flags: if T::REENTRANT { 0 } else { abi::TYPE_NOT_REENTRANT },
        name: abi::Text::of(T::NAME),
        doc: abi::Text::of(T::DOC),
        object_size: size_of::<T>(),
        object_alignment: align_of::<T>(),
        construct: Some(construct::<T>),
        destroy: Some(destroy::<T>),
        ..abi::Type::NOTHING
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

/// A set of SimObject types under one name, to be linked into a program; made
/// by [`library!`](crate::library!).
#[repr(transparent)]
pub struct Library(abi::Library);

// SAFETY: a table that nobody writes.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

impl Library {
    /// What [`library!`](crate::library!) makes.
    ///
    /// # Safety
    /// Texts and tables are what [`abi`] says, and stay.
    #[doc(hidden)]
    pub const unsafe fn of(
        name: &'static str,
        aliases: &'static [abi::Text],
        version: &'static str,
        doc: &'static str,
        types: &'static [&'static abi::Type],
    ) -> Self {
        assert!(Self::is_identifier(name), "a library's name is letters, digits and `_`, and begins with no digit");
        Self(abi::Library {
            abi_major: abi::ABI_MAJOR,
            abi_minor: abi::ABI_MINOR,
            size: abi::size::<abi::Library>(),
            flags: abi::LIBRARY_KEEPS_TO_ROWS,
            name: abi::Text::of(name),
            version: abi::Text::of(version),
            doc: abi::Text::of(doc),
            aliases: aliases.as_ptr(),
            alias_count: aliases.len(),
            types: types.as_ptr().cast(),
            type_count: types.len(),
            needs_minor: abi::ABI_MINOR,
            reserved: 0,
        })
    }

    /// The `LibName` of scenarios.
    pub fn name(&self) -> &'static str {
        // SAFETY: it was made of a text that stays.
        unsafe { str::from_utf8_unchecked(abi::row(self.0.name.first.cast(), self.0.name.length)) }
    }

    /// The table as C sees it.
    pub fn table(&self) -> &abi::Library {
        &self.0
    }

    /// Whether a name may be a library's: part of the name of a function.
    #[doc(hidden)]
    pub const fn is_identifier(name: &str) -> bool {
        let bytes = name.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let good = bytes[at].is_ascii_alphabetic() || bytes[at] == b'_' || (at > 0 && bytes[at].is_ascii_digit());
            if !good {
                return false;
            }
            at += 1;
        }
        at > 0
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Library").field(&self.name()).finish()
    }
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
/// # fn main() { assert_eq!(LIBRARY.name(), "my_library"); }
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
        pub static LIBRARY: $crate::Library = unsafe {
            $crate::Library::of(
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
