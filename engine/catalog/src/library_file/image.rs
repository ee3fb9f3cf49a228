//! What a shared library says of itself: its format, its machine, whether all
//! of it is there, and which libraries of SimObjects it exports.

use std::io::{Read, Seek};

use object::macho::{FatArch32, FatArch64};
use object::read::macho::{FatArch, MachOFatFile};
use object::read::{ExportTarget, NameOrOrdinal};
use object::{BinaryFormat, File, FileKind, Object, ObjectKind, ObjectSection, ObjectSegment, ReadCache, ReadRef};

use super::ENTRY;
use super::machine::Machine;

/// The entries of a file of that length, without their common beginning.
///
/// # Errors
/// In words: it is no whole shared library for this machine.
pub(super) fn entries(file: impl Read + Seek, length: u64) -> Result<Vec<String>, String> {
    let data = &ReadCache::new(file);
    match length {
        0 => return Err("the file is empty".to_owned()),
        1..16 => return Err(format!("it is no shared library: the file has only {length} bytes")),
        _ => {}
    }
    match FileKind::parse(data) {
        Ok(FileKind::Elf32 | FileKind::Elf64 | FileKind::MachO32 | FileKind::MachO64) => of_image(data, length),
        Ok(FileKind::Pe32 | FileKind::Pe64) => of_image(data, length),
        Ok(FileKind::MachOFat32) => of_fat::<FatArch32, _>(data, length),
        Ok(FileKind::MachOFat64) => of_fat::<FatArch64, _>(data, length),
        Ok(FileKind::Archive) => Err("it is a static library (an archive); a shared one is needed".to_owned()),
        _ => Err("it is no shared library: neither ELF, nor Mach-O, nor PE (DLL)".to_owned()),
    }
}

/// Of a file with images for several machines: the entries of the one for this machine.
fn of_fat<A: FatArch, F: Read + Seek>(data: &ReadCache<F>, length: u64) -> Result<Vec<String>, String> {
    let fat = MachOFatFile::<A>::parse(data).map_err(|reason| damaged(&reason))?;
    let here = Machine::here();
    let Some(image) = fat.arches().iter().find(|image| here.architecture == image.architecture()) else {
        let others: Vec<_> = fat.arches().iter().map(|image| Machine::name(image.architecture())).collect();
        return Err(format!("it is for {}; this program runs on {here}", others.join(", ")));
    };
    let (offset, size) = image.file_range();
    check_end(offset, size, length)?;
    of_image(data.range(offset, size), size)
}

fn of_image<'d>(data: impl ReadRef<'d>, length: u64) -> Result<Vec<String>, String> {
    let file = File::parse(data).map_err(|reason| damaged(&reason))?;
    Machine::here().check(&file)?;
    match file.kind() {
        ObjectKind::Relocatable => return Err("it is an object file; link it to a shared library".to_owned()),
        ObjectKind::Core => return Err("it is a core dump".to_owned()),
        _ => {}
    }
    for segment in file.segments() {
        let (offset, size) = segment.file_range();
        check_end(offset, size, length)?;
    }
    for (offset, size) in file.sections().filter_map(|section| section.file_range()) {
        check_end(offset, size, length)?;
    }
    exported(&file)
}

/// A part of a file must be there: where it is not, the system's loader maps
/// the file all the same, and the first look at that memory ends the process.
fn check_end(offset: u64, size: u64, length: u64) -> Result<(), String> {
    match offset.checked_add(size) {
        Some(end) if end <= length => Ok(()),
        _ => Err(format!("it is cut off: a part of {size} bytes from byte {offset} on ends beyond its {length} bytes")),
    }
}

fn damaged(reason: &object::Error) -> String {
    format!("it is damaged or cut off ({reason})")
}

/// The names of its entries, without their common beginning, in order.
fn exported<'d>(file: &File<'d, impl ReadRef<'d>>) -> Result<Vec<String>, String> {
    let mut entries = Vec::new();
    for export in file.exports().map_err(|reason| damaged(&reason))? {
        let export = export.map_err(|reason| damaged(&reason))?;
        let NameOrOrdinal::Name(name) = export.name() else { continue };
        // Mach-O writes names as C does before the linker sees them.
        let underscore: &[u8] = if file.format() == BinaryFormat::MachO { b"_" } else { b"" };
        let Some(name) = name.strip_prefix(underscore).and_then(|name| name.strip_prefix(ENTRY.as_bytes())) else {
            continue;
        };
        let name = String::from_utf8_lossy(name).into_owned();
        if let ExportTarget::Address { address } = export.target()
            && !is_code(file, address)
        {
            return Err(format!("what it exports as `{ENTRY}{name}` is not a function"));
        }
        entries.push(name);
    }
    entries.sort_unstable();
    entries.dedup();
    Ok(entries)
}

/// Whether an address is in a segment that holds instructions.
fn is_code<'d>(file: &File<'d, impl ReadRef<'d>>, address: u64) -> bool {
    let holds = |start: u64, size: u64| start <= address && address - start < size;
    file.segments().any(|segment| segment.permissions().executable() && holds(segment.address(), segment.size()))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    /// Made of two functions `bowline_library_Pumps` and
    /// `bowline_library_fhsim_pumps` of a `no_std` crate, by rustc 1.95 and its
    /// rust-lld: for x86_64-pc-windows-msvc and x86_64-apple-darwin.
    const DLL: &[u8] = include_bytes!("images/pumps.dll");
    const DYLIB: &[u8] = include_bytes!("images/pumps.dylib");

    #[test]
    fn the_entries_of_each_format_are_found() {
        for image in [DLL, DYLIB] {
            let file = File::parse(image).unwrap();
            assert_eq!(exported(&file).unwrap(), ["Pumps", "fhsim_pumps"], "{:?}", file.format());
        }
    }

    #[test]
    fn the_image_for_this_machine_is_taken_of_several() {
        let mut fat = vec![];
        // One architecture: its CPU (x86_64), offset, size and alignment, after a magic number and a count.
        for word in [0xCAFE_BABE_u32, 1, 0x0100_0007, 3, 4096, DYLIB.len() as u32, 12] {
            fat.extend(word.to_be_bytes());
        }
        fat.resize(4096, 0);
        fat.extend(DYLIB);
        let outcome = |length: usize| entries(Cursor::new(&fat[..length]), length as u64);
        let (whole, cut) = (outcome(fat.len()), outcome(fat.len() - 1));
        if cfg!(not(target_arch = "x86_64")) {
            assert!(whole.unwrap_err().starts_with("it is for x86_64; this program runs on "));
            return;
        }
        assert!(cut.unwrap_err().starts_with("it is cut off: a part of "));
        match whole {
            Ok(entries) => assert_eq!(entries, ["Pumps", "fhsim_pumps"]),
            Err(reason) => assert!(reason.starts_with("it is for x86_64 (Mach-O); this program runs on"), "{reason}"),
        }
    }
}
