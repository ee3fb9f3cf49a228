//! `bowline export`: a finished run as one file, for people without Bowline.
//!
//! ```text
//! Replay (the view beside the results) ── Film: what is drawn, frame by frame
//!                                           ├── page: HTML, with the results and a player in it
//!                                           └── gltf: meshes, nodes and their motion, for 3D programs
//! ```

mod blob;
mod film;
mod frames;
mod gltf;
mod items;
mod meshes;
mod page;
mod slots;

use std::path::{Path, PathBuf};

use bowline_engine::replay::Replay;
use bowline_results::whole_file;
use bowline_surface::earlier_file::Kind;

use crate::arguments::ExportArguments;
use crate::result_record::ResultRecord;
use crate::user_path::UserPath;
use crate::{Exit, hidden_types, replacement, replayed_results, report};

use film::Film;

pub(crate) fn export(arguments: &ExportArguments) -> Exit {
    match write(arguments) {
        Ok(()) => Exit::Done,
        Err(message) => {
            report::error(&message);
            Exit::Wrong
        }
    }
}

/// What is written.
#[derive(Debug, Clone, Copy)]
enum Format {
    Page,
    Gltf,
}

fn write(arguments: &ExportArguments) -> Result<(), String> {
    let quiet = arguments.quiet;
    let output = output(arguments);
    let format = Format::of(&output)?;
    replacement::check(&output, &[format.kind()], arguments.force)?;
    let mut replay = Replay::open(&arguments.results).map_err(|error| error.to_string())?;
    if replay.is_cut() {
        let path = arguments.results.display();
        report::note(&format!("{path}: the run was interrupted; its last moment is not whole"), quiet);
    }
    let times = frames::times(arguments, &replay)?;
    let hidden = hidden_types::hidden(&arguments.hide, replay.scene())?;
    let film = Film::of(&mut replay, times, &hidden)?;
    film.notes().for_each(|note| report::warning(note, quiet));
    let title = title(arguments, &replay);
    let (bytes, what) = match format {
        Format::Page => {
            let results = replayed_results::beside(&replay, &arguments.results, quiet);
            (page::page(&film, &title, results, arguments)?.into_bytes(), "a page of")
        }
        Format::Gltf => {
            if !arguments.plot.is_empty() {
                return Err("--plot is for pages: a .glb has no plots".to_owned());
            }
            let (bytes, left_out) = gltf::glb(&film, &title);
            left_out.iter().for_each(|message| report::warning(message, quiet));
            (bytes, "a scene of")
        }
    };
    whole_file::write(output.place(), &bytes).map_err(|reason| format!("cannot write `{output}`: {reason}"))?;
    let frames = report::counted(film.times.len() as u64, "frame");
    report::note(&format!("{output}: {what} {frames}, {}", size(bytes.len())), quiet);
    Ok(())
}

/// Where it goes.
fn output(arguments: &ExportArguments) -> UserPath {
    UserPath::new(arguments.output.clone().unwrap_or_else(|| {
        let name = arguments.results.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stem = [".csv", ".parquet", ".view", ".run.json"].iter().find_map(|end| name.strip_suffix(end));
        PathBuf::from(format!("{}.html", stem.unwrap_or(&name)))
    }))
}

/// What stands above it.
fn title(arguments: &ExportArguments, replay: &Replay) -> String {
    let record = ResultRecord::beside(&UserPath::new(replay.path().with_extension("csv")));
    let scenario = || Path::new(&replay.scenario().path).file_name().unwrap_or_default().to_string_lossy().into_owned();
    arguments.title.clone().or_else(|| record.title()).unwrap_or_else(scenario)
}

/// As people say it.
fn size(bytes: usize) -> String {
    match bytes {
        0..100_000 => format!("{:.0} kB", (bytes as f64 / 1e3).ceil()),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

impl Format {
    fn of(output: &UserPath) -> Result<Self, String> {
        let ending = output.place().extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("html" | "htm") => Ok(Self::Page),
            Some("glb") => Ok(Self::Gltf),
            _ => Err(format!(
                "`{output}`: a run is exported as .html, a page, or as .glb, a scene; give the name one of these endings"
            )),
        }
    }

    fn kind(self) -> Kind {
        match self {
            Self::Page => Kind::Page,
            Self::Gltf => Kind::Gltf,
        }
    }
}
