//! Structs of the ABI as another version of it may have written them.

use std::mem::{align_of, offset_of, size_of};

use simobject::abi::{
    Branch, Bundle, BundleKind, BundleMember, Calculation, Fault, Library, Look, LookAttribute, Nature, Number,
    Parameter, Pattern, Quantity, Resource, ResourceKind, Signal, Terminal, Text, TimeEvents, Type, Value, size,
};

/// A struct of the ABI that begins with its size.
///
/// # Safety
/// It is `#[repr(C)]`, its first field is the `u32` size, and all of its bits
/// may be 0 or anything that a library of another version writes.
pub(crate) unsafe trait Sized32: Copy {
    /// Its size in version 3.0, which is the least that any library writes.
    const LEAST: u32;

    /// Whether all that is reserved is 0.
    fn keeps_reserved(&self) -> bool;

    /// The struct that `from` points to; fields that its writer did not know are 0.
    ///
    /// # Errors
    /// In words, if it is too short, or says what is not known here.
    ///
    /// # Safety
    /// `from` is null or points to as many bytes as its first field says.
    unsafe fn read(from: *const Self) -> Result<Self, String> {
        address(from).map_err(|address| format!("{address} was given"))?;
        // SAFETY: every such struct begins with its size, and all of its bits
        // may be 0 (the trait's promise); the rest is the caller's.
        let read = unsafe { known(from, from.cast::<u32>().read(), Self::LEAST)? };
        if read.keeps_reserved() { Ok(read) } else { Err(RESERVED.to_owned()) }
    }
}

/// Whether something may be there.
///
/// # Errors
/// In words, what kind of address it is.
pub(crate) fn address<T>(first: *const T) -> Result<(), &'static str> {
    match first {
        _ if first.is_null() => Err("a null pointer"),
        _ if !first.is_aligned() => Err("an address that is not aligned"),
        _ => Ok(()),
    }
}

const RESERVED: &str = "a field that is reserved is not 0";

/// What its writer knew of a struct of so many bytes; the rest is 0.
///
/// # Errors
/// In words, if it is shorter than `least`, or says something in bytes that are not known here.
///
/// # Safety
/// The bytes must be there; all bits of the struct may be 0.
unsafe fn known<T: Copy>(from: *const T, stated: u32, least: u32) -> Result<T, String> {
    if stated < least {
        return Err(format!("a struct of {stated} bytes was given, where {least} are the least"));
    }
    let bytes = (stated as usize).min(size_of::<T>());
    // SAFETY: the caller's promise; they fit.
    unsafe {
        if stated as usize > bytes {
            says_nothing(from.cast::<u8>().add(bytes), stated as usize - bytes)?;
        }
        let mut copy = std::mem::zeroed::<T>();
        std::ptr::copy_nonoverlapping(from.cast::<u8>(), (&raw mut copy).cast::<u8>(), bytes);
        Ok(copy)
    }
}

/// Most bytes of a struct; more are taken for a mistake.
const MOST_BYTES: usize = 1 << 16;

/// Whether bytes that only a later version knows are 0.
///
/// # Safety
/// They must be there, unless there are more than any struct has.
#[cold]
unsafe fn says_nothing(first: *const u8, count: usize) -> Result<(), String> {
    if count > MOST_BYTES {
        return Err(format!("a struct of {count} bytes more than this version of Bowline knows was given"));
    }
    // SAFETY: the caller's promise.
    let is_nothing = unsafe { std::slice::from_raw_parts(first, count) }.iter().all(|byte| *byte == 0);
    if is_nothing { Ok(()) } else { Err("it says what only a later version of Bowline knows".to_owned()) }
}

/// A struct of the ABI in a row, of which who refers to the row says the size.
///
/// # Safety
/// It is `#[repr(C)]`, and all of its bits may be 0 or anything that a library of
/// another version writes.
pub(crate) unsafe trait Member: Copy {
    /// Its size in version 3.0, which is the least that any library writes.
    const LEAST: u32;

    /// Whether all that is reserved is 0.
    fn keeps_reserved(&self) -> bool;
}

/// A row of structs as their writer knew them, each so many bytes behind the one before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row<T> {
    first: *const T,
    count: usize,
    size: u32,
}

impl<T: Member> Row<T> {
    /// # Errors
    /// In words, if it cannot be one.
    pub(crate) fn new(first: *const T, count: usize, size: u32) -> Result<Self, String> {
        if count == 0 {
            return Ok(Self { first, count, size });
        }
        address(first).map_err(|address| format!("are at {address}"))?;
        if size < T::LEAST {
            return Err(format!("are of {size} bytes each, where {} are the least", T::LEAST));
        }
        if !(size as usize).is_multiple_of(align_of::<T>()) || size as usize > MOST_BYTES {
            return Err(format!("are of {size} bytes each, which cannot be"));
        }
        Ok(Self { first, count, size })
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Each of them.
    ///
    /// # Safety
    /// They must be there while they are read.
    pub(crate) unsafe fn each(self) -> impl Iterator<Item = Result<T, String>> {
        (0..self.count).map(move |at| {
            // SAFETY: the caller's promise.
            let read = unsafe { known(self.first.byte_add(at * self.size as usize), self.size, T::LEAST) }?;
            if read.keeps_reserved() { Ok(read) } else { Err(RESERVED.to_owned()) }
        })
    }
}

/// Least size of a library's table: that of version 3.0.
const LEAST_LIBRARY: u32 = (offset_of!(Library, reserved) + size_of::<u32>()) as u32;

/// The table of a library; fields that its writer did not know are 0.
///
/// # Errors
/// In words, if it is too short.
///
/// # Safety
/// `table` is as long as its size says.
pub(crate) unsafe fn read_library(table: *const Library) -> Result<Library, String> {
    // SAFETY: all versions have their size there; the rest is the caller's promise.
    unsafe { known(table, (&raw const (*table).size).read(), LEAST_LIBRARY) }
}

/// Least size of a value: that of version 3.0.
const LEAST_VALUE: u32 = (offset_of!(Value, hash) + size_of::<Text>()) as u32;

/// Writes as much of a value as the other side knows, and its size.
///
/// # Errors
/// In words, if there is no room for it.
///
/// # Safety
/// `to` is null or points to as many bytes as its size says.
pub(crate) unsafe fn write_value(mut value: Value, to: *mut Value) -> Result<(), String> {
    address(to).map_err(|address| format!("{address} was given"))?;
    // SAFETY: it begins with its size; the rest is the caller's promise.
    unsafe {
        let stated = to.cast::<u32>().read();
        if stated < LEAST_VALUE {
            return Err(format!("a struct of {stated} bytes was given, where {LEAST_VALUE} are the least"));
        }
        value.size = stated.min(size::<Value>());
        std::ptr::copy_nonoverlapping((&raw const value).cast::<u8>(), to.cast::<u8>(), value.size as usize);
    }
    Ok(())
}

/// Each with its last field of version 3.0, up to where every library writes, and
/// with what is reserved. A field that is added behind the last changes nothing here.
macro_rules! sized {
    ($($name:ty: $last:ident is $kind:ty $(, reserved $reserved:ident)?;)*) => {$(
        // SAFETY: the struct is `repr(C)`, begins with `size: u32`, and holds
        // only numbers, pointers, texts and optional functions.
        unsafe impl Sized32 for $name {
            const LEAST: u32 = (offset_of!($name, $last) + size_of::<$kind>()) as u32;

            fn keeps_reserved(&self) -> bool {
                true $(&& self.$reserved == 0)?
            }
        }
    )*};
}

sized! {
    Signal: ring is u32;
    Bundle: side is Text, reserved reserved;
    BundleKind: member_counts is [usize; 2];
    Calculation: loop_count is usize, reserved reserved;
    Number: parameter is Text;
    Pattern: element_count is usize;
    Look: reserved is u32, reserved reserved;
    Resource: reserved is u32, reserved reserved;
    ResourceKind: output_count is usize;
    Fault: message is Text;
    Parameter: columns is usize;
    TimeEvents: tag is usize;
    Nature: through_nominal is f64, reserved reserved;
    Terminal: nature is *const Nature, reserved reserved;
    Branch: number_count is usize;
    Type: restore is Option<unsafe extern "C" fn(*mut std::ffi::c_void, *const u8, usize) -> u32>;
}

/// The same for what stands in rows.
macro_rules! members {
    ($($name:ty: $last:ident is $kind:ty $(, reserved $reserved:ident)?;)*) => {$(
        // SAFETY: the struct is `repr(C)`, and holds only numbers, pointers and texts.
        unsafe impl Member for $name {
            const LEAST: u32 = (offset_of!($name, $last) + size_of::<$kind>()) as u32;

            fn keeps_reserved(&self) -> bool {
                true $(&& self.$reserved == 0)?
            }
        }
    )*};
}

members! {
    BundleMember: reserved is u32, reserved reserved;
    LookAttribute: number_count is usize;
    Quantity: width is u64;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A struct of an older version, and what became of it.
    #[derive(Clone, Copy)]
    #[repr(C)]
    struct Old {
        size: u32,
        width: u32,
        scale: f64,
    }

    #[derive(Debug, Clone, Copy, PartialEq)]
    #[repr(C)]
    struct New {
        size: u32,
        width: u32,
        scale: f64,
        rate: u64,
    }

    sized! { New: scale is f64; }

    /// As gcc and clang lay them out on 64 bits; they are never more.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn what_libraries_of_version_3_0_write_is_enough() {
        assert_eq!([Signal::LEAST, Calculation::LEAST, Number::LEAST, Pattern::LEAST], [112, 136, 48, 40]);
        assert_eq!([Look::LEAST, Fault::LEAST, Parameter::LEAST, TimeEvents::LEAST], [64, 40, 176, 24]);
        assert_eq!([Type::LEAST, LEAST_LIBRARY, Bundle::LEAST, BundleKind::LEAST], [88, 104, 64, 104]);
        assert_eq!([Resource::LEAST, ResourceKind::LEAST, LEAST_VALUE], [104, 72, 104]);
        assert_eq!([Nature::LEAST, Terminal::LEAST, Branch::LEAST], [184, 48, 72]);
        assert_eq!([BundleMember::LEAST, LookAttribute::LEAST, Quantity::LEAST], [80, 32, 40]);
    }

    #[test]
    fn a_struct_of_an_older_version_has_zeros_in_its_new_fields() {
        let old = Old { size: size::<Old>(), width: 3, scale: 0.5 };
        // SAFETY: `old` has the bytes that it says.
        let read = unsafe { New::read((&raw const old).cast()) };
        assert_eq!(read, Ok(New { size: 16, width: 3, scale: 0.5, rate: 0 }));
    }

    #[test]
    fn a_struct_of_its_own_version_is_read_whole() {
        let new = New { size: size::<New>(), width: 3, scale: 0.5, rate: 7 };
        // SAFETY: as above.
        assert_eq!(unsafe { New::read(&raw const new) }, Ok(new));
    }

    #[test]
    fn a_struct_that_is_too_short_is_refused() {
        let old = Old { size: 8, width: 3, scale: 0.5 };
        // SAFETY: only the size is read.
        let read = unsafe { New::read((&raw const old).cast()) };
        assert_eq!(read, Err("a struct of 8 bytes was given, where 16 are the least".to_owned()));
        // SAFETY: null is allowed.
        assert_eq!(unsafe { New::read(std::ptr::null()) }, Err("a null pointer was given".to_owned()));
    }
}
