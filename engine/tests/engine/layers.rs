//! Arrows between the crates and the modules of the engine point one way, along the
//! way of the data: each names only those that are listed for it. The compiler keeps
//! the crates apart; this holds the list of who may name whom.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A crate below `engine/`, the crates that it names, and its modules from the top
/// down with which others each names.
type Crate = (&'static str, &'static [&'static str], &'static [(&'static str, &'static [&'static str])]);

/// The crates of the engine, from the top down.
const CRATES: [Crate; 12] = [
    (
        "run",
        &["lti", "equilibrium", "model", "catalog", "description", "provenance", "solve", "text"],
        &[
            ("live", &["driver"]),
            ("replay", &["driver"]),
            ("linear_model", &["driver"]),
            ("driver", &["happenings"]),
            ("happenings", &[]),
        ],
    ),
    (
        "lti",
        &[],
        &[
            ("zeros", &["hessenberg", "eigenvalues", "structure", "system", "balancing", "matrix", "error"]),
            ("zero_order_hold", &["exponential", "system", "matrix", "error"]),
            (
                "modes",
                &["hessenberg", "structure", "system", "spectrum", "balancing", "matrix", "error", "matrix_size"],
            ),
            ("margins", &["sweep", "root", "response", "eigenvalues", "structure", "system", "error"]),
            ("sweep", &["grid", "eigenvalues", "structure", "system", "error"]),
            ("root", &[]),
            ("rates", &["response", "error"]),
            ("response", &["resolvent", "structure", "system", "error"]),
            ("resolvent", &["hessenberg", "structure", "balancing", "matrix"]),
            ("loop_gain", &["system", "matrix", "error"]),
            ("hessenberg", &["balancing", "matrix"]),
            ("grid", &[]),
            ("files", &["system", "matrix", "error", "matrix_size"]),
            ("exponential", &["balancing", "matrix", "error"]),
            ("eigenvalues", &["structure", "system", "spectrum", "balancing", "matrix", "error"]),
            ("structure", &["system", "matrix"]),
            ("system", &["matrix", "error", "matrix_size"]),
            ("spectrum", &["matrix", "error"]),
            ("balancing", &["matrix"]),
            ("matrix", &["error", "matrix_size"]),
            ("error", &["matrix_size"]),
            ("matrix_size", &[]),
        ],
    ),
    (
        "scenario",
        &["loading", "model", "catalog", "description", "solve", "text"],
        &[("sources", &["xml"]), ("schema", &["xml"]), ("schemes", &["xml"]), ("flat", &[]), ("xml", &[])],
    ),
    (
        "loading",
        &["equilibrium", "model", "network", "catalog", "description", "provenance", "solve", "text"],
        &[
            ("flat_scenario", &["scenario", "loading", "overriding", "starting", "declaring"]),
            ("scenario", &["loading", "overriding", "starting", "stopwatch", "load_options"]),
            (
                "loading",
                &[
                    "stages",
                    "overriding",
                    "starting",
                    "recording",
                    "connecting",
                    "stopwatch",
                    "load_options",
                    "declaring",
                ],
            ),
            (
                "stages",
                &[
                    "inspecting",
                    "overriding",
                    "starting",
                    "recording",
                    "joining",
                    "scheduling",
                    "connecting",
                    "stopwatch",
                    "load_options",
                    "declaring",
                ],
            ),
            ("inspecting", &["starting", "recording", "connecting", "load_options", "declaring"]),
            ("overriding", &["starting", "declaring"]),
            ("starting", &["scheduling", "connecting", "declaring"]),
            ("recording", &["connecting", "declaring"]),
            ("joining", &["connecting", "declaring"]),
            ("scheduling", &["connecting", "declaring"]),
            ("connecting", &["declaring"]),
            ("stopwatch", &[]),
            ("load_options", &[]),
            ("declaring", &[]),
        ],
    ),
    (
        "equilibrium",
        &["model", "solve"],
        &[
            ("search", &["rest", "sought", "no_equilibrium", "equilibrium", "conditions"]),
            ("rest", &["sought", "linearization", "no_equilibrium", "equilibrium"]),
            ("sought", &["linearization", "no_equilibrium", "conditions"]),
            ("linearization", &[]),
            ("no_equilibrium", &[]),
            ("equilibrium", &[]),
            ("conditions", &[]),
        ],
    ),
    (
        "model",
        &["catalog", "description", "provenance", "solve", "text"],
        &[
            ("state_file", &["model", "workspace"]),
            ("evaluation", &["model", "workspace", "assembly", "timing"]),
            ("model", &["workspace", "assembly"]),
            ("workspace", &["assembly", "timing"]),
            ("assembly", &[]),
            ("timing", &[]),
        ],
    ),
    (
        "network",
        &["solve"],
        &[
            ("parts", &["held"]),
            ("held", &["holding", "dense"]),
            ("complementarity", &["holding", "factor", "dense"]),
            ("affine", &["elimination", "sparse_row", "dense"]),
            ("holding", &["factor", "dense"]),
            ("elimination", &["sparse_row"]),
            ("factor", &["dense"]),
            ("form", &[]),
            ("sparse_row", &[]),
            ("dense", &[]),
        ],
    ),
    (
        "catalog",
        &["provenance", "text"],
        &[
            ("catalog", &["search_path", "origin", "library_file"]),
            ("search_path", &["origin", "library_file"]),
            ("origin", &["library_file"]),
            ("library_message", &[]),
            ("library_file", &[]),
        ],
    ),
    (
        "description",
        &["provenance", "solve", "text"],
        &[
            (
                "flattening",
                &[
                    "attributes",
                    "builder",
                    "variables",
                    "store",
                    "outline",
                    "overridden",
                    "stored_attribute",
                    "aliases",
                ],
            ),
            ("files", &["attributes", "variables", "store"]),
            ("attributes", &["variables", "reference", "store", "stored_attribute"]),
            ("builder", &["engine", "store", "value", "stored_attribute", "up"]),
            ("variables", &["store"]),
            ("reference", &["store"]),
            ("front_end", &["store"]),
            ("engine", &["store", "value"]),
            ("store", &["outline", "stored_attribute", "up"]),
            ("outline", &["stored_attribute"]),
            ("overridden", &[]),
            ("value", &[]),
            ("stored_attribute", &[]),
            ("up", &[]),
            ("aliases", &[]),
        ],
    ),
    ("provenance", &["text"], &[("record", &["hash"]), ("hash", &[])]),
    (
        "solve",
        &["text"],
        &[
            ("differentiation", &["stepper", "linear"]),
            ("nonlinear", &["stepper", "linear", "arithmetic"]),
            ("stepper", &["integration", "linear", "arithmetic", "thread_pool", "statistics"]),
            ("integration", &[]),
            ("linear", &["arithmetic"]),
            ("arithmetic", &[]),
            ("thread_pool", &[]),
            ("statistics", &[]),
        ],
    ),
    (
        "text",
        &[],
        &[
            ("cursor", &["elements", "text", "source"]),
            ("elements", &["diagnostic", "source"]),
            ("diagnostic", &["source"]),
            ("text", &["source"]),
            ("source", &[]),
            ("decimal", &[]),
            ("seconds", &[]),
        ],
    ),
];

/// Where a crate of the engine lies.
fn folder(of: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(of)
}

type Pairs = BTreeSet<(String, String)>;

#[test]
fn each_crate_names_only_those_below_it_that_are_listed() {
    for (of, others, _) in CRATES {
        let manifest = fs::read_to_string(folder(of).join("Cargo.toml")).unwrap();
        let (_, dependencies) = manifest.split_once("[dependencies]").unwrap();
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        let is_crate = |name: &&str| CRATES.iter().any(|(of, ..)| of == name) || *name == "engine";
        let named: BTreeSet<&str> = dependencies
            .lines()
            .filter_map(|line| line.strip_prefix("bowline-")?.split(['.', ' ']).next())
            .filter(is_crate)
            .collect();
        assert_eq!(named, others.iter().copied().collect(), "what `bowline-{of}` depends on");
    }
}

#[test]
fn each_module_names_only_those_below_it_that_are_listed() {
    for (of_crate, _, layers) in CRATES {
        let mut files = Vec::new();
        collect(&folder(of_crate).join("src"), &mut Vec::new(), &mut files);
        let (mut named, mut faults) = (Pairs::new(), Vec::new());
        // A file of tests may use the engine as its users do.
        for (path, text) in files.iter().filter(|(path, _)| path.last().is_some_and(|name| name != "tests")) {
            let (modules, around) = named_modules(path, text);
            faults.extend(around.iter().map(|way| format!("{}: `{way}` goes around the list", path.join("/"))));
            let outside = modules.into_iter().filter(|module| *module != path[0]);
            named.extend(outside.map(|module| (path[0].clone(), module)));
        }
        let owned = |(a, b): (&str, &str)| (a.to_owned(), b.to_owned());
        let listed: Pairs =
            layers.iter().flat_map(|(of, others)| others.iter().map(|other| owned((of, other)))).collect();
        let (more, fewer) = (named.difference(&listed), listed.difference(&named));
        faults.extend(more.map(|(of, other)| format!("`{of}` names `{other}`, which is not listed")));
        faults.extend(fewer.map(|(of, other)| format!("`{of}` no longer names `{other}`: unlist it")));
        assert!(faults.is_empty(), "{of_crate}: {faults:#?}");

        let there: BTreeSet<&str> = files.iter().map(|(path, _)| path[0].as_str()).collect();
        assert_eq!(there, layers.iter().map(|(of, _)| *of).collect(), "the modules of {of_crate}");
    }
}

/// Happenings serve any integrator, and loading makes no steps: neither names a method or a part of one.
#[test]
fn happenings_loading_and_equilibria_name_no_stepper() {
    for (of, least) in [("run/src/happenings", 20), ("loading/src", 60), ("equilibrium/src", 10)] {
        let mut files = Vec::new();
        collect(&folder(of), &mut Vec::new(), &mut files);
        assert!(files.len() > least, "{of}: {}", files.len());
        for (path, text) in files {
            // Declarations of scenarios have an `Integration` of their own, which makes no steps.
            let named: Vec<&str> = named_of_method(&text)
                .into_iter()
                .filter(|name| of != "loading/src" || *name != "Integration")
                .collect();
            assert_eq!(named, Vec::<&str>::new(), "{of}/{}", path.join("/"));
        }
    }
    let named = |text: &str| named_of_method(text).join(" ");
    assert_eq!(named("use bowline_solve::stepper::Stepper;"), "bowline_solve::stepper Stepper");
    assert_eq!(named("use bowline_solve::{integration, stepper};"), "bowline_solve::{");
    assert_eq!(named("fn f(stepper: &mut bowline_solve::stepper::Stepper) {}"), "bowline_solve::stepper Stepper");
    assert_eq!(named("let _ = Run::new();\nfn row(r: &dyn Recorder) {}"), "Recorder");
    assert_eq!(named("// bowline_solve::stepper\nuse bowline_solve::integration::instant_width;"), "");
}

/// What of a text belongs to a method or to the recording of its steps; comments do not count.
fn named_of_method(text: &str) -> Vec<&'static str> {
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let code = code.join("\n");
    let words: BTreeSet<&str> = code.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let paths = ["bowline_solve::stepper", "bowline_solve::{", "bowline_solve::*"];
    let names = ["Stepper", "StepLimit", "Integration", "System", "Recorder"];
    let paths = paths.into_iter().filter(|path| code.contains(path));
    paths.chain(names.into_iter().filter(|name| words.contains(name))).collect()
}

#[test]
fn the_lists_have_no_circle() {
    let crates: Vec<(&str, &[&str])> = CRATES.iter().map(|(of, others, _)| (*of, *others)).collect();
    for layers in CRATES.iter().map(|(_, _, layers)| *layers).chain([crates.as_slice()]) {
        let depth: BTreeMap<&str, usize> = layers.iter().zip(0..).map(|((of, _), depth)| (*of, depth)).collect();
        for (of, others) in layers {
            for other in *others {
                assert!(depth[other] > depth[of], "`{of}` stands below `{other}`, so it must not name it");
            }
        }
    }
}

#[test]
fn every_way_to_name_a_module_is_seen() {
    let seen = |path: &[&str], text: &str| {
        let path: Vec<String> = path.iter().map(|name| (*name).to_owned()).collect();
        let (modules, around) = named_modules(&path, text);
        (modules.into_iter().collect::<Vec<_>>().join(" "), around.join(" "))
    };
    let inner = ["stepper", "explicit"];
    let said = |modules: &str, around: &str| (modules.to_owned(), around.to_owned());
    assert_eq!(seen(&inner, "use crate::model::Model;\nlet x = crate::run::Run::new();"), said("model run", ""));
    assert_eq!(seen(&inner, "pub(crate) fn f(); // crate::run\n/// [`crate::run`]\n"), said("", ""));
    assert_eq!(seen(&inner, "use crate::a::B;\n#[cfg(test)]\nmod tests { use crate::run::Run; }"), said("a", ""));
    assert_eq!(seen(&inner, "#[cfg(test)]\nmod tests;\nuse crate::a::B;"), said("a", ""));
    assert_eq!(seen(&inner, "use crate::{model, run::Run};"), said("", "crate::{"));
    assert_eq!(seen(&inner, "use crate::Model;"), said("", "crate::Model"));
    assert_eq!(
        seen(&inner, "use super::controller::Trial; use super::super::run::Run;"),
        said("", "super::super::run")
    );
    assert_eq!(seen(&["stepper"], "use super::run::Run;"), said("", "super::run"));
    assert_eq!(seen(&["stepper"], "use explicit::Explicit;"), said("", ""));
}

/// All modules but the root, with their text: `stepper/implicit/mod.rs` has
/// the path stepper, implicit.
fn collect(directory: &Path, path: &mut Vec<String>, files: &mut Vec<(Vec<String>, String)>) {
    for entry in fs::read_dir(directory).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        if file.is_dir() {
            path.push(name);
            collect(&file, path, files);
            path.pop();
        } else if file.extension().is_some_and(|extension| extension == "rs") && !(path.is_empty() && name == "lib") {
            let own = Some(name).filter(|name| name != "mod");
            files.push((path.iter().cloned().chain(own).collect(), fs::read_to_string(&file).unwrap()));
        }
    }
}

/// The modules at the root of the crate that a module names, and the paths by
/// which it reaches the root in another way, where nothing tells the module.
/// Comments and tests, which stand at the end, do not count.
fn named_modules(path: &[String], text: &str) -> (BTreeSet<String>, Vec<String>) {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: String =
        code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    let (mut modules, mut around) = (BTreeSet::new(), Vec::new());
    let word = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        match word(rest) {
            module if module.starts_with(|c: char| c.is_lowercase()) => {
                modules.insert(module);
            }
            name if name.is_empty() => around.push(format!("crate::{}", rest.chars().next().unwrap_or_default())),
            name => around.push(format!("crate::{name}")),
        }
    }
    let up = "super::".repeat(path.len());
    for (at, _) in code.match_indices(&up) {
        around.push(format!("{up}{}", word(&code[at + up.len()..])));
    }
    (modules, around)
}
