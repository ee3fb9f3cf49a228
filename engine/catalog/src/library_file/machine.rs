use std::fmt;

use object::{Architecture, BinaryFormat, File, Object, ReadRef};

/// A kind of machine: what its shared libraries are made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Machine {
    pub(super) architecture: Architecture,
    format: BinaryFormat,
    is_little_endian: bool,
}

impl Machine {
    /// The one that this program runs on.
    pub(super) fn here() -> Self {
        let architecture = match std::env::consts::ARCH {
            "aarch64" => Architecture::Aarch64,
            "arm" => Architecture::Arm,
            "loongarch64" => Architecture::LoongArch64,
            "powerpc64" => Architecture::PowerPc64,
            "riscv64" => Architecture::Riscv64,
            "s390x" => Architecture::S390x,
            "x86" => Architecture::I386,
            "x86_64" => Architecture::X86_64,
            _ => Architecture::Unknown,
        };
        let format = match std::env::consts::OS {
            "macos" | "ios" => BinaryFormat::MachO,
            "windows" => BinaryFormat::Pe,
            _ => BinaryFormat::Elf,
        };
        Self { architecture, format, is_little_endian: cfg!(target_endian = "little") }
    }

    /// The one that a library is for must be this one. On machines that are
    /// not known here the system's loader decides.
    ///
    /// # Errors
    /// In words.
    pub(super) fn check<'d>(self, file: &File<'d, impl ReadRef<'d>>) -> Result<(), String> {
        let (architecture, format) = (file.architecture(), file.format());
        let for_whom = Self { architecture, format, is_little_endian: file.is_little_endian() };
        if for_whom == self || (self.architecture == Architecture::Unknown && format == self.format) {
            return Ok(());
        }
        Err(format!("it is for {for_whom}; this program runs on {self}"))
    }

    /// An architecture's name.
    pub(super) fn name(architecture: Architecture) -> String {
        format!("{architecture:?}").to_lowercase()
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = match self.format {
            BinaryFormat::Elf => "ELF",
            BinaryFormat::MachO => "Mach-O",
            BinaryFormat::Pe => "PE",
            _ => "another format",
        };
        let order = if self.is_little_endian { "" } else { ", big-endian" };
        write!(f, "{} ({format}{order})", Self::name(self.architecture))
    }
}
