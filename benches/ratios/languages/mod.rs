//! The same small elements in Rust, C and C++: what an author's language costs.

mod small;

use std::env::consts;
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use bowline_engine::{Catalog, LoadOptions, Model, Source, Sources};

use crate::models::{REFERENCE_ENGINE, is_smoke};
use crate::{ROUNDS, in_turn};

/// The library of that name, out of its source; none without a compiler.
fn built(compiler: &str, source: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let directory = root.join("target/bench-languages");
    std::fs::create_dir_all(&directory).unwrap();
    let library = directory.join(format!("lib{}{}", source.replace('.', "_"), consts::DLL_SUFFIX));
    let include = std::env::var_os("LANGUAGES_INCLUDE").map(PathBuf::from);
    let status = Command::new(compiler)
        .args(["-O3", "-ffp-contract=off", "-shared", "-fPIC", "-fvisibility=hidden", "-I"])
        .arg(include.unwrap_or_else(|| root.join("engine/simobject/include")))
        .arg("-o")
        .arg(&library)
        .arg(root.join("benches/ratios/languages").join(source))
        .arg("-lm")
        .status();
    status.ok().filter(std::process::ExitStatus::success).map(|_| library)
}

/// So many lags, each behind a gain of the one before; and springs between points that move.
fn scenario(library: &str, kind: &str, count: usize) -> String {
    let (mut objects, mut connections, mut ics) = (String::new(), String::new(), String::new());
    match kind {
        "lag and gain" => {
            for i in 0..count {
                let (rate, before) = (1.0 + i as f64, (i + count - 1) % count);
                write!(objects, r#"<Lib LibName="{library}" SimObject="Lag" Name="L{i}" Rate="{rate}"/>"#).unwrap();
                write!(objects, r#"<Lib LibName="{library}" SimObject="Gain" Name="G{i}" Factor="0.5"/>"#).unwrap();
                write!(connections, r#"<Connection G{i}.In="L{before}.Out" L{i}.In="G{i}.Out"/>"#).unwrap();
            }
        }
        _ => {
            objects.push_str(r#"<Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="M" Mass="1"/>"#);
            let forces: Vec<String> = (0..count).map(|i| format!("S{i}.Force")).collect();
            write!(connections, r#"<Connection M.Force="{}"/>"#, forces.join(" + ")).unwrap();
            ics.push_str(r#"<InitialCondition M.Pos="0,0,0" M.Vel="0,0,0"/>"#);
            for i in 0..count {
                write!(
                    objects,
                    r#"<Lib LibName="{library}" SimObject="Spring" Name="S{i}" Stiffness="100" Length="{}"/>"#,
                    0.5 + i as f64
                )
                .unwrap();
                write!(connections, r#"<Connection S{i}.A="M.Pos" S{i}.B="{i},0.5,0"/>"#).unwrap();
            }
        }
    }
    format!(
        r#"<Contents><OBJECTS>{objects}</OBJECTS><INTERCONNECTIONS>{connections}</INTERCONNECTIONS>
           <INITIALIZATION>{ics}</INITIALIZATION>
           <INTEGRATION><Engine IntegratorMethod="2" {REFERENCE_ENGINE}/></INTEGRATION></Contents>"#
    )
}

/// One evaluation of small elements, in turn.
pub fn languages() {
    let mut catalog = Catalog::new([&small::LIBRARY, &bowline_tutorial::LIBRARY]);
    for (compiler, source) in [("gcc", "small.c"), ("g++", "small.cpp")] {
        match built(compiler, source) {
            Some(library) => {
                // SAFETY: it was just built.
                unsafe { catalog.add_file(&library) }.unwrap();
            }
            None => return println!("\nno {compiler}: the languages are not compared"),
        }
    }
    println!("\none evaluation of small elements in three languages, ns an element, and ratios to Rust\n");
    println!("| elements | Rust | C | C++ | C to Rust | C++ to Rust |\n|---|---|---|---|---|---|");
    for (kind, per) in [("lag and gain", 2), ("spring", 1)] {
        for count in if is_smoke() { vec![10] } else { vec![1, 10, 1000] } {
            let mut results: Vec<Vec<f64>> = Vec::new();
            let mut works: Vec<Box<dyn FnMut()>> = Vec::new();
            for library in ["small_rust", "small_c", "small_cpp"] {
                let sources = Sources::new(Source::new(library.to_owned(), scenario(library, kind, count)));
                let model = bowline_engine::load(&sources, &catalog, LoadOptions::default());
                let model: Arc<Model> = model.unwrap_or_else(|wrong| panic!("{wrong}"));
                let model: &'static Arc<Model> = Box::leak(Box::new(model));
                let (mut workspace, mut dx) = (model.workspace(), vec![0.0; model.state_count()]);
                model.evaluate(&mut workspace, 0.0, &mut dx).unwrap();
                results.push(dx.clone());
                works.push(Box::new(move || {
                    model.evaluate(black_box(&mut workspace), 0.0, black_box(&mut dx)).unwrap();
                }));
            }
            assert!(results.iter().all(|result| *result == results[0]), "the same bits");
            let measured = in_turn(ROUNDS, (2_000_000 / count).max(1), &mut works);
            let ns: Vec<String> =
                measured.iter().map(|m| format!("{:.2}", 1e9 * m.seconds / (per * count) as f64)).collect();
            // Ratios are of the first one's time to each.
            let (c, cpp) = (1.0 / measured[1].ratio, 1.0 / measured[2].ratio);
            println!("| {count} x {kind} | {} | {c:.2} | {cpp:.2} |", ns.join(" | "));
        }
    }
}
