//! SimObjects with known solutions, and those that misbehave on purpose; and
//! how the tests load and run scenarios.

mod bundled;
mod corridor;
mod currents;
mod diodes;
mod faulty;
mod flipping;
pub(crate) mod held;
mod hopsan_sine;
mod implicit;
mod instants;
mod keeping;
mod latching;
mod looking;
mod misbehaving;
mod namesakes;
pub(crate) mod numbers;
mod peaking;
mod ports;
mod sampled_faults;
mod solved;
mod stiff;
mod timekeeping;
mod turns;

use std::env;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::thread;

use bowline_engine::{Catalog, Diagnostics, LoadOptions, Model, Run, RunError, RunOptions, Source, Sources, Table};

use bundled::{Brake, Bungling, Flywheel, Plug, TlmMass, TlmSpring};
use corridor::Corridor;
use currents::{Angler, Canal, Confused, Drifter, Gauge, Lock, Rake, Rapids, River, Strait, Swell, Weir};
use diodes::{Diode, Relaying, Sideless};
use faulty::{Completing, Draining, Hiding, Neglecting, Omitting, Remembering};
use flipping::{Flipping, Tallying};
use hopsan_sine::HopsanSine;
use implicit::{Colebrook, Demanding, FourBar, Guessing};
use instants::{Answering, Counting, Delay, Falling, Heater, Line, Peak, Swapping, WaveMass, WaveSpring};
use keeping::Keeping;
use latching::Latching;
use looking::Looking;
use misbehaving::{Delivering, Failing, Jumping, Overreaching, Panicking, Reaching, Silent, Straying, Walled};
use namesakes::Namesakes;
use peaking::Peaking;
use ports::{Constant, Doubler, Many, Offset, Split, Through};
use sampled_faults::{Accumulating, Blind, Bursting, Muddled, Quarrelling, Skipping};
use solved::{Both, Follower, Growth, Oscillator, Square, Ticking, Wide};
pub(crate) use stiff::{Hires, Robertson, Rod, StiffProblem, VanDerPol};
use timekeeping::Timekeeping;
use turns::Turns;

simobject::library! {
    name: "laboratory",
    types: [
        Growth, Oscillator, Through, Split, Constant, Follower, Offset, Doubler, Delivering, Failing, Panicking,
        Reaching, Straying, Overreaching, Both, Jumping, Silent, Wide, Square, Ticking, VanDerPol, Robertson, Hires, Rod, Keeping, Latching, Peaking, Walled,
        Many, Omitting, Neglecting, Hiding, Remembering, Draining<true>, Draining<false>, Completing,
        Delay, Answering, Swapping, Counting, Line, Falling, Peak, Heater, WaveSpring, WaveMass,
        Corridor, Timekeeping, Looking, Namesakes, TlmMass, TlmSpring, Flywheel, Brake, Plug, Bungling,
        Flipping, Tallying, Diode, Relaying, Sideless, HopsanSine, Colebrook, FourBar, Guessing, Demanding, Accumulating, Blind, Bursting, Muddled, Skipping, Quarrelling,
        Turns<true>, Turns<false>, River, Canal, Swell, Lock, Weir, Rapids, Strait, Drifter, Gauge, Rake, Angler, Confused<0>, Confused<1>,
    ],
}

/// All implicit methods, an explicit one, and the one that chooses.
pub(crate) const METHODS: [&str; 5] = ["BDF", "ESDIRK34", "TRBDF2", "DormandPrince", "auto"];
/// All that choose the sizes of their steps.
pub(crate) const ADAPTIVE: [&str; 7] =
    ["DormandPrince", "Tsitouras", "BogackiShampine", "BDF", "ESDIRK34", "TRBDF2", "auto"];

/// The libraries that come with the program, linked in; with LOADED_LIBRARIES in the environment, loaded from the files
/// that cargo leaves beside the tests. It names a folder, for notes of which test used which types (`note_types`).
pub(crate) fn catalog() -> Catalog {
    static CATALOG: LazyLock<Catalog> =
        LazyLock::new(|| if env::var_os("LOADED_LIBRARIES").is_none() { linked_in() } else { loaded() });
    CATALOG.clone()
}

fn linked_in() -> Catalog {
    Catalog::new([
        &LIBRARY,
        &bowline_base::LIBRARY,
        &bowline_hydraulics::LIBRARY,
        &bowline_marine::LIBRARY,
        &bowline_mechanics::LIBRARY,
        &bowline_multipole::LIBRARY,
        &bowline_terminals::LIBRARY,
        &bowline_tlm::LIBRARY,
        &bowline_tutorial::LIBRARY,
    ])
}

fn loaded() -> Catalog {
    let tests = env::current_exe().unwrap();
    let mut catalog = Catalog::new([&LIBRARY]);
    for name in ["base", "hydraulics", "marine", "mechanics", "multipole", "terminals", "tlm", "tutorial"] {
        let file = format!("{}bowline_{name}{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
        // SAFETY: they were built with the tests.
        unsafe { catalog.add_file(&tests.with_file_name(file)) }.unwrap();
    }
    assert!(catalog.libraries().skip(1).all(|library| library.origin.path().is_some()));
    catalog
}

/// A scenario out of the contents of its sections.
pub(crate) fn scenario(objects: &[&str], connections: &str, initial: &str, engine: &str) -> String {
    let objects: String = objects.iter().map(|object| format!("<Lib {}/>\n", qualified(object))).collect();
    let connections = if connections.is_empty() { String::new() } else { format!("<Connection {connections}/>") };
    let initial = if initial.is_empty() { String::new() } else { format!("<InitialCondition {initial}/>") };
    format!(
        "<Contents>\n<OBJECTS>\n{objects}</OBJECTS>\n<INTERCONNECTIONS>\n{connections}\n</INTERCONNECTIONS>\n\
         <INITIALIZATION>\n{initial}\n</INITIALIZATION>\n<INTEGRATION>\n<Engine {engine}/>\n</INTEGRATION>\n</Contents>\n"
    )
}

/// `Type Name Parameter="..."`, or `Library:Type Name ...`, as attributes.
fn qualified(object: &str) -> String {
    let mut words = object.splitn(3, ' ');
    let (kind, name, rest) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap_or(""));
    let (library, kind) = kind.split_once(':').unwrap_or(("laboratory", kind));
    format!(r#"LibName="{library}" SimObject="{kind}" Name="{name}" {rest}"#)
}

pub(crate) fn try_load(text: &str) -> Result<Arc<Model>, Diagnostics> {
    load_from(&Sources::new(Source::new("test.xml", text)), LoadOptions::default())
}

/// The model of a scenario with the libraries of `catalog`.
pub(crate) fn load_from(sources: &Sources, options: LoadOptions) -> Result<Arc<Model>, Diagnostics> {
    bowline_engine::load(sources, &catalog(), options).inspect(note_types)
}

/// Leaves an empty file `LIBRARY.TYPE/TEST` for each type of a model in the folder that LOADED_LIBRARIES names.
fn note_types(model: &Arc<Model>) {
    let Some(folder) = env::var_os("LOADED_LIBRARIES") else { return };
    for object in model.objects() {
        let kind = format!("{}.{}", object.library().name(), object.kind().name()).replace('/', ".");
        let folder = Path::new(&folder).join(kind);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(thread::current().name().unwrap_or("?").replace("::", ".")), "").unwrap();
    }
}

pub(crate) fn load(text: &str) -> Arc<Model> {
    try_load(text).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"))
}

/// Codes and messages of what is wrong.
pub(crate) fn complaints(text: &str) -> Vec<String> {
    let wrong = try_load(text).expect_err("something is wrong");
    wrong.sorted().iter().map(|d| format!("{}: {}", d.code(), d.message())).collect()
}

/// The same of a check: in debug builds both look for the same.
pub(crate) fn complaints_of_check(text: &str) -> Vec<String> {
    let options = LoadOptions { check: true, ..LoadOptions::default() };
    let wrong = load_from(&Sources::new(Source::new("test.xml", text)), options);
    let wrong = wrong.expect_err("something is wrong");
    wrong.sorted().iter().map(|d| format!("{}: {}", d.code(), d.message())).collect()
}

/// Rows of a file of reference data: numbers after a line of names.
pub(crate) fn rows_of(file: &str) -> Vec<Vec<f64>> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().skip(1).map(|line| line.split(',').map(|number| number.parse().unwrap()).collect()).collect()
}

/// Time, s, and the recorded values.
pub(crate) type Row = (f64, Vec<f64>);

/// Runs to the end; the rows, and the final state.
pub(crate) fn run(model: &Arc<Model>) -> (Vec<Row>, Vec<f64>) {
    let (rows, x, outcome) = try_run(model);
    outcome.unwrap_or_else(|error| panic!("{error}"));
    (rows, x)
}

pub(crate) fn try_run(model: &Arc<Model>) -> (Vec<Row>, Vec<f64>, Result<(), RunError>) {
    try_run_with(model, RunOptions::default())
}

pub(crate) fn try_run_with(model: &Arc<Model>, options: RunOptions) -> (Vec<Row>, Vec<f64>, Result<(), RunError>) {
    let mut table = Table::new(model);
    let mut run = Run::with(model, options);
    let outcome = run.to_end(&mut table, &mut |_| ControlFlow::Continue(())).map(|_| ());
    (table.rows().to_vec(), run.x().to_vec(), outcome)
}

pub(crate) fn statistics(model: &Arc<Model>) -> bowline_engine::statistics::Statistics {
    let mut run = Run::new(model);
    run.to_end(&mut Table::new(model), &mut |_| ControlFlow::Continue(())).unwrap();
    run.statistics().clone()
}

/// That two tables have the same bits; else where they first differ.
#[track_caller]
pub(crate) fn assert_same_bits(rows: &[Row], expected: &[Row], what: &str) {
    let bits =
        |(time, values): &Row| -> Vec<u64> { std::iter::once(time).chain(values).map(|v| v.to_bits()).collect() };
    for (row, wanted) in rows.iter().zip(expected) {
        let differs = bits(row).iter().zip(bits(wanted)).position(|(a, b)| *a != b);
        assert!(differs.is_none(), "{what}: column {differs:?}:\n{row:?}\n{wanted:?}");
    }
    assert_eq!(rows.len(), expected.len(), "{what}");
}

/// Runs a scenario to its end; the rows, with the values in the order in which
/// `FileOutput` names signals of one element, whatever order they are declared in.
pub(crate) fn run_in_order(objects: &[&str], connections: &str, initial: &str, engine: &str) -> Vec<Row> {
    run_text_in_order(&scenario(objects, connections, initial, engine))
}

/// The same of a whole scenario.
pub(crate) fn run_text_in_order(text: &str) -> Vec<Row> {
    let model = load(text);
    let names = text.split_once("FileOutput=\"").unwrap().1.split_once('"').unwrap().0;
    let found: Vec<String> = model.columns().iter().map(|column| model.column_name(column)).collect();
    let place =
        |name: &str| found.iter().position(|column| column == name).unwrap_or_else(|| panic!("{name}: {found:?}"));
    let places: Vec<usize> = names.split(',').map(|name| place(name.trim())).collect();
    assert_eq!(places.len(), found.len());
    let rows = run(&model).0;
    rows.into_iter().map(|(time, row)| (time, places.iter().map(|place| row[*place]).collect())).collect()
}
