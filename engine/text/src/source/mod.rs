//! Texts that diagnostics point into, and places in them.

mod composed;
mod map;

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub use composed::Composed;
pub use map::{SourceMap, Span};

/// A text with the name that the user knows it by.
#[derive(Debug, Clone)]
pub struct Source {
    name: String,
    text: String,
    /// The absolute path of a file; else the name.
    path: PathBuf,
    /// Whether a program gave it, item by item, a line for each.
    is_built: bool,
    /// Where a file's text stops being UTF-8.
    stray_byte: Option<StrayByte>,
    lines: OnceLock<Lines>,
    /// The text as it is shown, if that is another one.
    displayed: OnceLock<Option<String>>,
}

/// A byte that cannot stand in UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StrayByte {
    /// Where it stood: offset in the text, bytes.
    pub offset: usize,
    /// The byte.
    pub value: u8,
}

impl Source {
    /// A text under a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let (name, lines, displayed) = (name.into(), OnceLock::new(), OnceLock::new());
        let (path, text) = (PathBuf::from(&name), text.into());
        Self { path, name, text, is_built: false, stray_byte: None, lines, displayed }
    }

    /// The same; the files that it names are looked for from that folder on.
    ///
    /// # Errors
    /// The current directory is not known, and the folder is given from there on.
    pub fn in_folder(self, folder: &Path) -> io::Result<Self> {
        let file = Path::new(&self.name).file_name().unwrap_or("text".as_ref()).to_owned();
        Ok(Self { path: std::path::absolute(folder)?.join(file), ..self })
    }

    /// The text of a file, under its path. Bytes that are not UTF-8 become
    /// U+FFFD, and a model is not loaded from it.
    ///
    /// # Errors
    /// The file cannot be read, is 2 GiB or larger, or is a named pipe, which might be waited for without an end (one that a shell
    /// opens, as for `<(...)`, stands in /dev or /proc, and is read).
    pub fn read(path: &Path) -> io::Result<Self> {
        let name = path.display().to_string();
        let (bytes, path) = (read_bytes(path)?, std::path::absolute(path)?);
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { path, ..Self::new(name, text) }),
            Err(error) => {
                let start = error.utf8_error().valid_up_to();
                let value = error.as_bytes()[start];
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                Ok(Self { path, stray_byte: Some(StrayByte { offset: start, value }), ..Self::new(name, text) })
            }
        }
    }

    /// What a program gave, a line for each item.
    pub fn built(mut text: String) -> Self {
        text.shrink_to_fit();
        Self { is_built: true, ..Self::new("model", text) }
    }

    /// Whether a program gave it, item by item, a line for each.
    pub fn is_built(&self) -> bool {
        self.is_built
    }

    /// Where the file stopped being UTF-8.
    pub fn stray_byte(&self) -> Option<StrayByte> {
        self.stray_byte
    }

    /// The name that the user knows it by: a path, or an option of the command line.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path of a file, absolute: a library may change the current directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The text.
    #[inline]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text, byte for byte as long, with nothing in it that would control a terminal.
    pub fn displayed(&self) -> &str {
        let displayed = self.displayed.get_or_init(|| match bowline_harmless::text(&self.text) {
            Cow::Borrowed(_) => None,
            Cow::Owned(text) => Some(text),
        });
        displayed.as_deref().unwrap_or(&self.text)
    }

    /// Line and column (in characters) of a byte offset, both from 1 on.
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let line = self.lines().line_of(offset);
        let start = self.lines().starts[line] as usize;
        let column =
            self.lines().characters_before(offset, &self.text) - self.lines().characters_before(start, &self.text);
        (1 + line, 1 + column)
    }

    /// Where the line around a byte offset starts and ends, its end of line left out.
    pub fn line_around(&self, offset: usize) -> (usize, usize) {
        let line = self.lines().line_of(offset.min(self.text.len()));
        let start = self.lines().starts[line] as usize;
        let end = self.lines().starts.get(line + 1).map_or(self.text.len(), |next| *next as usize);
        (start, start + self.text[start..end].trim_end_matches(['\n', '\r']).len())
    }

    fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| Lines::of(&self.text))
    }
}

/// All bytes of a file.
///
/// # Errors
/// The file cannot be read, or is 2 GiB or larger.
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    /// Far less than all texts of a model have room for.
    const LARGEST: u64 = i32::MAX as u64;
    #[cfg(unix)]
    if is_named_pipe(path)? {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a named pipe, and not a file"));
    }
    let mut bytes = Vec::new();
    // Not every file knows its size: /dev/zero has no end.
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "2 GiB or larger"));
    }
    Ok(bytes)
}

#[cfg(unix)]
fn is_named_pipe(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::FileTypeExt;
    let is_open = ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
    Ok(!is_open && std::fs::metadata(path)?.file_type().is_fifo())
}

/// Where the lines of a text begin, and how many characters stand before each
/// of its blocks: a line may be as long as the text.
#[derive(Debug, Clone)]
struct Lines {
    starts: Vec<u32>,
    characters: Vec<u32>,
}

impl Lines {
    /// Length of a block, bytes.
    const BLOCK: usize = 1024;

    fn of(text: &str) -> Self {
        let mut lines = Self { starts: vec![0], characters: Vec::with_capacity(text.len() / Self::BLOCK + 1) };
        let mut characters = 0;
        for (block, bytes) in text.as_bytes().chunks(Self::BLOCK).enumerate() {
            lines.characters.push(characters);
            characters += u32::try_from(begun(bytes)).unwrap_or(0);
            let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
            lines.starts.extend(ends.filter_map(|(i, _)| u32::try_from(block * Self::BLOCK + i + 1).ok()));
        }
        lines.characters.push(characters);
        lines
    }

    /// Number of the line that holds a byte offset, from 0 on.
    fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start as usize <= offset) - 1
    }

    fn characters_before(&self, offset: usize, text: &str) -> usize {
        let block = (offset / Self::BLOCK).min(self.characters.len() - 1);
        self.characters[block] as usize + begun(&text.as_bytes()[block * Self::BLOCK..offset])
    }
}

/// How many characters begin in these bytes of UTF-8.
fn begun(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| !matches!(byte, 0x80..0xC0)).count()
}

#[cfg(test)]
mod tests {
    use super::{Lines, Source};

    #[test]
    fn lines_and_columns_are_counted_in_characters() {
        let source = Source::new("text", "æøå\nb\r\n");
        let places = [0, 2, 6, 7, 8, 10].map(|offset| source.line_and_column(offset));
        assert_eq!(places, [(1, 1), (1, 2), (1, 4), (2, 1), (2, 2), (3, 1)]);
        assert_eq!([0, 7, 10].map(|offset| source.line_around(offset)), [(0, 6), (7, 8), (10, 10)]);
    }

    #[test]
    fn so_they_are_in_lines_that_are_longer_than_a_block() {
        let long = "ø".repeat(2 * Lines::BLOCK) + "\n" + &"x".repeat(Lines::BLOCK);
        let source = Source::new("text", long.as_str());
        assert_eq!(source.line_and_column(2 * 2000), (1, 2001));
        assert_eq!(source.line_and_column(4 * Lines::BLOCK), (1, 2 * Lines::BLOCK + 1));
        assert_eq!(source.line_and_column(long.len()), (2, Lines::BLOCK + 1));
        assert_eq!(Source::new("empty", "").line_and_column(5), (1, 1));
    }
}
