//! What a command line asks for, as a campaign's definition.

use std::fs;
use std::path::{Path, PathBuf, absolute};

use bowline_campaign::{Definition, Sampling, Variation};

use super::arguments::SweepArguments;
use crate::arguments::LibraryArguments;

/// The definition that a command line gives; of a TOML file, with what the
/// command line adds to it or replaces. Its paths are absolute: what is kept of
/// it is used from anywhere.
///
/// # Errors
/// In words: the file cannot be read, or something is wrong in it.
pub(super) fn definition(file: &Path, arguments: &SweepArguments) -> Result<Definition, String> {
    let mut definition = if file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml")) {
        read(file)?
    } else {
        Definition { scenario: whole(Path::new(""), file), ..Definition::default() }
    };
    let SweepArguments { overrides, libraries, until, initial_state, metric, series, signals, vary, .. } = arguments;
    let SweepArguments { sample, count, seed, hold, find, given, .. } = arguments;
    definition.set.extend(overrides.set.iter().cloned());
    let from_here = |paths: &[PathBuf]| paths.iter().map(|path| whole(Path::new(""), path)).collect::<Vec<_>>();
    definition.library.extend(from_here(&libraries.files));
    definition.library_path.extend(from_here(&libraries.directories));
    definition.scheme_path.extend(from_here(&overrides.scheme_path));
    definition.until = until.or(definition.until);
    let state = initial_state.as_ref().map(|state| whole(Path::new(""), state));
    definition.initial_state = state.or(definition.initial_state);
    definition.metric.extend(metric.iter().cloned());
    let trimmed = |names: &[String]| names.iter().map(|name| name.trim().to_owned()).collect::<Vec<_>>();
    definition.hold.extend(trimmed(hold));
    definition.find.extend(trimmed(find));
    definition.given.extend(given.iter().cloned());
    definition.series = series.map(Into::into).or(definition.series);
    definition.signals.extend(trimmed(signals));
    for variation in vary {
        definition.vary.push(Variation::parse(variation).map_err(|error| error.to_string())?);
    }
    let of_file = definition.sample.take();
    definition.sample = match (sample, count, seed) {
        (None, None, None) => of_file,
        _ => Some(sampling(of_file, arguments)?),
    };
    Ok(definition)
}

/// How cases are drawn: as a file says, but for what the command line gives.
///
/// # Errors
/// Neither says by which method, or how many.
fn sampling(of_file: Option<Sampling>, arguments: &SweepArguments) -> Result<Sampling, String> {
    let SweepArguments { sample, count, seed, .. } = arguments;
    let from_file = of_file.as_ref();
    let method = sample.map(Into::into).or(from_file.map(|sampling| sampling.method));
    let method = method.ok_or("no method to draw cases: give `--sample` random, lhs or sobol too")?;
    let count = count.or(from_file.map(|sampling| sampling.count));
    let count = count.ok_or("not said how many cases are drawn: give `--count` too")?;
    let seed = seed.or(from_file.map(|sampling| sampling.seed)).unwrap_or(1);
    Ok(Sampling { method, count, seed })
}

/// Reads a TOML file, whose paths are from where it lies.
fn read(file: &Path) -> Result<Definition, String> {
    let shown = file.display();
    let text = fs::read_to_string(file).map_err(|reason| format!("cannot read `{shown}`: {reason}"))?;
    let mut definition =
        Definition::parse(&text).map_err(|error| format!("{shown}: {}", error.to_string().trim_end()))?;
    let folder = file.parent().unwrap_or(Path::new(""));
    definition.scenario = whole(folder, &definition.scenario);
    let paths = definition.library.iter_mut().chain(&mut definition.library_path);
    for path in paths.chain(&mut definition.scheme_path).chain(&mut definition.initial_state) {
        *path = whole(folder, path);
    }
    Ok(definition)
}

/// An absolute path.
fn whole(folder: &Path, path: &Path) -> PathBuf {
    let path = folder.join(path);
    absolute(&path).unwrap_or(path)
}

/// The libraries of a definition.
pub(super) fn libraries(definition: &Definition) -> LibraryArguments {
    LibraryArguments { files: definition.library.clone(), directories: definition.library_path.clone() }
}
