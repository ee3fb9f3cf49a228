//! Libraries that are loaded from files beside the same ones linked in.

use std::env::{consts, current_exe};
use std::hint::black_box;

use bowline_engine::{Catalog, Model};

use crate::models::REFERENCE_ENGINE;
use crate::{ROUNDS, compare, linked_in, load_with, nets};

/// The libraries of the nets, out of the files that cargo leaves beside this program.
fn loaded() -> Catalog {
    let mut catalog = Catalog::new([]);
    for name in ["mechanics", "tutorial"] {
        let file = format!("{}bowline_{name}{}", consts::DLL_PREFIX, consts::DLL_SUFFIX);
        // SAFETY: it was built with this program.
        unsafe { catalog.add_file(&current_exe().unwrap().with_file_name(file)) }.unwrap();
    }
    assert!(catalog.libraries().all(|library| library.origin.path().is_some()));
    catalog
}

/// One evaluation, in turn: the same numbers, and nearly the same time.
pub fn libraries() {
    println!("\none evaluation with libraries linked in and loaded from files, ns a mass\n");
    println!("| model | linked in | loaded | ratio |\n|---|---|---|---|");
    let (linked_in, loaded) = (linked_in(), loaded());
    for net in nets() {
        let masses = net.masses.len() as f64;
        let evaluation = |catalog| {
            let model: &'static Model = Box::leak(Box::new(load_with(catalog, &net, REFERENCE_ENGINE)));
            let (mut workspace, mut dx) = (model.workspace(), vec![0.0; model.state_count()]);
            model.evaluate(&mut workspace, 0.0, &mut dx).unwrap();
            let first = dx.clone();
            (first, move || model.evaluate(black_box(&mut workspace), 0.0, black_box(&mut dx)).unwrap())
        };
        let ((ours, evaluate_linked_in), (theirs, evaluate_loaded)) = (evaluation(&linked_in), evaluation(&loaded));
        assert!(ours == theirs, "the same bits");
        let times = (2_000_000 / net.masses.len()).max(1);
        let (loaded, linked_in, ratio) = compare(ROUNDS, times, evaluate_loaded, evaluate_linked_in);
        println!("| {} | {:.2} | {:.2} | {ratio:.3} |", net.name, 1e9 * linked_in / masses, 1e9 * loaded / masses);
    }
}
