//! Structs of the ABI as another version of it may have written them.

use std::mem::{offset_of, size_of};

use simobject::abi::{
    Bundle, BundleKind, BundleSide, Calculation, Fault, Library, Look, Number, Parameter, Pattern, Resource,
    ResourceKind, Signal, Text, TimeEvents, Type, Value, size,
};

/// A struct of the ABI that begins with its size.
///
/// # Safety
/// It is `#[repr(C)]`, its first field is the `u32` size, and all of its bits
/// may be 0 or anything that a library of another version writes.
pub(crate) unsafe trait Sized32: Copy {
    /// Its size in version 2.0, which is the least that any library writes.
    const LEAST: u32;

    /// The struct that `from` points to; fields that its writer did not know are 0.
    ///
    /// # Errors
    /// In words, if it is too short.
    ///
    /// # Safety
    /// `from` is null or points to as many bytes as its first field says.
    unsafe fn read(from: *const Self) -> Result<Self, String> {
        if from.is_null() {
            return Err("a null pointer was given".to_owned());
        }
        // SAFETY: every such struct begins with its size, and all of its bits
        // may be 0 (the trait's promise); the rest is the caller's.
        unsafe { known(from, from.cast::<u32>().read(), Self::LEAST) }
    }
}

/// What its writer knew of a struct of so many bytes; the rest is 0.
///
/// # Errors
/// In words, if it is shorter than `least`.
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
        let mut copy = std::mem::zeroed::<T>();
        std::ptr::copy_nonoverlapping(from.cast::<u8>(), (&raw mut copy).cast::<u8>(), bytes);
        Ok(copy)
    }
}

/// Least size of a library's table: that of version 2.0.
const LEAST_LIBRARY: u32 = (offset_of!(Library, type_count) + size_of::<usize>()) as u32;

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

/// Least size of a value: that of version 1.0.
const LEAST_VALUE: u32 = (offset_of!(Value, path) + size_of::<Text>()) as u32;

/// Writes as much of a value as the other side knows, and its size.
///
/// # Errors
/// In words, if there is no room for it.
///
/// # Safety
/// `to` is null or points to as many bytes as its size says.
pub(crate) unsafe fn write_value(mut value: Value, to: *mut Value) -> Result<(), String> {
    if to.is_null() {
        return Err("a null pointer was given".to_owned());
    }
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

/// Each with its last field of version 2.0, up to where every library writes.
/// A field that is added behind it changes nothing here.
macro_rules! sized {
    ($($name:ty: $last:ident is $kind:ty;)*) => {$(
        // SAFETY: the struct is `repr(C)`, begins with `size: u32`, and holds
        // only numbers, pointers, texts and optional functions.
        unsafe impl Sized32 for $name {
            const LEAST: u32 = (offset_of!($name, $last) + size_of::<$kind>()) as u32;
        }
    )*};
}

sized! {
    Signal: bundle is u32;
    Bundle: side is Text;
    BundleKind: sides is [BundleSide; 2];
    Calculation: reserved is u32;
    Number: parameter is Text;
    Pattern: element_count is usize;
    Look: text is Text;
    Resource: reserved is u32;
    ResourceKind: output_count is usize;
    Fault: message is Text;
    Parameter: default_text is Text;
    TimeEvents: tag is usize;
    Type: destroy is Option<unsafe extern "C" fn(*mut std::ffi::c_void)>;
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
    fn what_libraries_of_version_2_0_write_is_enough() {
        assert_eq!([Signal::LEAST, Calculation::LEAST, Number::LEAST, Pattern::LEAST], [80, 120, 48, 40]);
        assert_eq!([Look::LEAST, Fault::LEAST, Parameter::LEAST, TimeEvents::LEAST], [56, 40, 152, 24]);
        assert_eq!([Type::LEAST, LEAST_LIBRARY, Bundle::LEAST, BundleKind::LEAST], [72, 96, 64, 104]);
        assert_eq!([Resource::LEAST, ResourceKind::LEAST], [104, 72]);
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
