//! The files of a project.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::PROGRAM;
use crate::arguments::Language;

use super::embedded::{C, CMAKE, CPP, ELEMENTS, EVERY, HEADERS, RUST, SIMOBJECT, UNITS};
use super::library_name::LibraryName;
use super::manifest;

/// Folders that come along from Bowline, and what they are.
const BROUGHT: [(&str, &str); 3] = [
    ("simobject", "the contract with Bowline"),
    ("simobject-elements", "what libraries share"),
    ("bowline-units", "units of measurement"),
];

/// The files of a project, all of them texts.
pub(super) struct Project {
    /// The library and the language, in words.
    title: String,
    /// Path in the project, with `/` between its parts, and text.
    files: Vec<(String, String)>,
}

impl Project {
    /// The project of a library.
    pub(super) fn new(name: &LibraryName, language: Language) -> Self {
        let (folders, brought, language): (&[_], Vec<_>, _) = match language {
            Language::Rust => (&[RUST, EVERY], crates(), "Rust"),
            Language::C => (&[C, CMAKE, EVERY], headers(), "C"),
            Language::Cpp => (&[CPP, CMAKE, EVERY], headers(), "C++"),
        };
        let templates = folders.iter().copied().flatten();
        let mut files: Vec<_> = templates.map(|(path, text)| (output_path(path), filled(text, name))).collect();
        files.extend(brought);
        files.sort();
        Self { title: format!("the library `{}`, in {language},", name.text()), files }
    }

    /// Writes them into a folder that is new or empty.
    ///
    /// # Errors
    /// In words, if the folder is in use, or a file cannot be written.
    pub(super) fn write(&self, folder: &Path) -> Result<(), String> {
        let cannot = |what: &Path, reason| format!("cannot write `{}`: {reason}", what.display());
        fs::create_dir_all(folder).map_err(|reason| cannot(folder, reason))?;
        let mut entries = fs::read_dir(folder).map_err(|reason| cannot(folder, reason))?;
        if entries.next().is_some() {
            let advice = "choose another name, or another folder with `--path DIR`";
            return Err(format!("the folder `{}` exists and is not empty: {advice}", folder.display()));
        }
        for (inner, text) in &self.files {
            let path = folder.join(inner);
            let parent = path.parent().unwrap_or(folder);
            fs::create_dir_all(parent).map_err(|reason| cannot(parent, reason))?;
            let mut file = fs::File::create_new(&path).map_err(|reason| cannot(&path, reason))?;
            file.write_all(text.as_bytes()).map_err(|reason| cannot(&path, reason))?;
        }
        Ok(())
    }

    /// What was written, and what to do with it.
    pub(super) fn introduction(&self, folder: &Path) -> String {
        let mut text = format!("{PROGRAM} wrote {} to `{}`:\n", self.title, folder.display());
        let is_in = |path: &str, folder: &str| path.split_once('/').is_some_and(|(first, _)| first == folder);
        for (path, _) in self.files.iter().filter(|(path, _)| !BROUGHT.iter().any(|(folder, _)| is_in(path, folder))) {
            text += &format!("  {path}\n");
        }
        for (folder, what) in BROUGHT {
            match self.files.iter().filter(|(path, _)| is_in(path, folder)).count() {
                0 => {}
                count => text += &format!("  {folder}/ ({count} files: {what})\n"),
            }
        }
        let folder = folder.display().to_string();
        let quote = if folder.contains(char::is_whitespace) { "\"" } else { "" };
        text += &format!("Next:\n  cd {quote}{folder}{quote}\n");
        for command in self.commands() {
            text += &format!("  {command}\n");
        }
        text
    }

    /// The commands of its README.
    fn commands(&self) -> impl Iterator<Item = &str> {
        let readme = self.files.iter().find(|(path, _)| path == "README.md").map_or("", |(_, text)| text);
        readme.split("```sh\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap_or_default().lines()
    }
}

/// Files that would mean something where the templates lie carry an ending.
fn output_path(template: &str) -> String {
    template.strip_suffix(".template").unwrap_or(template).to_owned()
}

fn filled(template: &str, name: &LibraryName) -> String {
    template
        .replace("{{crate_attributes}}", crate_attributes(name))
        .replace("{{name}}", name.text())
        .replace("{{version}}", env!("CARGO_PKG_VERSION"))
        .replace("{{rust_version}}", env!("CARGO_PKG_RUST_VERSION"))
}

/// What the compiler is told of a name with capitals, of which it would warn.
fn crate_attributes(name: &LibraryName) -> &'static str {
    if name.text().contains(|c: char| c.is_ascii_uppercase()) {
        "\n#![allow(non_snake_case, reason = \"the crate has the library's name\")]\n"
    } else {
        ""
    }
}

/// The crates `simobject`, `simobject-elements` and `bowline-units`, to stand on their
/// own, and how their lines are broken.
fn crates() -> Vec<(String, String)> {
    let mut files = vec![("rustfmt.toml".to_owned(), include_str!("../../rustfmt.toml").to_owned())];
    for (folder, source, manifest) in [
        ("simobject", SIMOBJECT, manifest::simobject()),
        ("simobject-elements", ELEMENTS, manifest::simobject_elements()),
        ("bowline-units", UNITS, manifest::bowline_units()),
    ] {
        files.extend(below(&format!("{folder}/src"), source));
        files.push((format!("{folder}/Cargo.toml"), manifest));
        files.extend(below(folder, LICENCES));
    }
    files
}

/// The headers for C and C++.
fn headers() -> Vec<(String, String)> {
    let mut files = below("simobject", HEADERS);
    files.extend(below("simobject", LICENCES));
    files
}

fn below(folder: &str, files: &[(&str, &str)]) -> Vec<(String, String)> {
    files.iter().map(|(path, text)| (format!("{folder}/{path}"), (*text).to_owned())).collect()
}

/// Those of what comes along from Bowline.
const LICENCES: &[(&str, &str)] =
    &[("LICENSE-APACHE", include_str!("../../LICENSE-APACHE")), ("LICENSE-MIT", include_str!("../../LICENSE-MIT"))];
