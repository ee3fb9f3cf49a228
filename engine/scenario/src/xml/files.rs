//! The files that a scenario is made of, beside its own.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::reader::{Document, Found, Needed, read_document};
use bowline_description::ModelDescription;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::{Source, Span, StrayByte};

/// Reads the files that are needed, and those that they need: each scheme once.
pub(super) fn read(
    mut needed: Vec<Needed>,
    scheme_path: &[PathBuf],
    description: &mut ModelDescription,
    diagnostics: &mut Diagnostics,
) {
    let mut schemes: HashMap<PathBuf, Option<usize>> = HashMap::new();
    let mut included: Vec<(PathBuf, Option<usize>)> = Vec::new();
    let mut unread: Vec<(usize, String)> = Vec::new();
    while let Some(next) = needed.pop() {
        let key = (next.directory, next.path.clone());
        let is_known = next.document == Document::Scheme && description.outline().files.contains_key(&key);
        if is_known || unread.contains(&key) {
            continue;
        }
        let source = match find(&next, scheme_path, description) {
            Ok(source) => source,
            Err(reason) => {
                unread.push(key);
                let span = description.texts().origin(next.span);
                let help = match scheme_path {
                    [] => "files of schemes are looked for beside the file that names them, and in those of `--scheme-path`"
                        .to_owned(),
                    path => {
                        let listed: Vec<String> = path.iter().map(|path| format!("`{}`", path.display())).collect();
                        format!("it is looked for beside the file that names it, and in {}", listed.join(", "))
                    }
                };
                diagnostics.push(Diagnostic::error("unread-file", reason).at(span).help(help));
                continue;
            }
        };
        let place = source.path().canonicalize().unwrap_or_else(|_| source.path().to_path_buf());
        match next.document {
            Document::Scheme => {
                if let Some(known) = schemes.get(&place) {
                    if let Some(number) = *known {
                        description.outline_mut().files.insert(key, number);
                    }
                    continue;
                }
                let found = document(&source, next.document, description, diagnostics);
                schemes.insert(place, found.scheme);
                if let Some(number) = found.scheme {
                    description.outline_mut().files.insert(key, number);
                }
                needed.extend(found.needed);
            }
            Document::Included { into } => {
                if included.contains(&(place.clone(), into)) {
                    continue;
                }
                included.push((place, into));
                needed.extend(document(&source, next.document, description, diagnostics).needed);
            }
            Document::Scenario => {}
        }
    }
}

/// Reads one of them.
fn document(
    source: &Arc<Source>,
    document: Document,
    description: &mut ModelDescription,
    diagnostics: &mut Diagnostics,
) -> Found {
    description.outline_mut().sources.push(Arc::clone(source));
    if let Some(stray) = source.stray_byte() {
        let begins = description.texts_mut().add(source);
        diagnostics.push(not_utf8(stray, begins));
        return Found::default();
    }
    read_document(source, document, description, diagnostics)
}

/// The file that is needed: beside the file that names it, or in a directory of schemes.
fn find(needed: &Needed, scheme_path: &[PathBuf], description: &ModelDescription) -> Result<Arc<Source>, String> {
    let beside = &description.outline().directories[needed.directory].0;
    let all = std::iter::once(beside).chain(scheme_path).map(|directory| directory.join(&needed.path));
    let mut first = None;
    for path in all {
        match Source::read(&path) {
            Ok(source) => return Ok(Arc::new(source)),
            Err(error) => {
                first.get_or_insert_with(|| format!("{}: {error}", path.display()));
            }
        }
    }
    Err(first.unwrap_or_else(|| needed.path.clone()))
}

/// What is wrong with a file, which begins there among all texts.
pub(crate) fn not_utf8(StrayByte { offset, value }: StrayByte, begins: usize) -> Diagnostic {
    let place = begins + offset;
    let help = match (offset, value) {
        (0, 0xFE | 0xFF) => "it looks like UTF-16: save it as UTF-8",
        _ => "save it as UTF-8; it may be in the encoding of one country, as Latin-1 or Windows-1252 are",
    };
    let message = format!("the file is not UTF-8: here is the byte 0x{value:02X}");
    let span = Span::new(place, place + char::REPLACEMENT_CHARACTER.len_utf8());
    Diagnostic::error("foreign-encoding", message).at(span).help(help)
}
