//! The program without the 3D view: what it answers where the view is asked
//! for, and what it is not built from.

use std::process::Command;

use tempfile::TempDir;

#[cfg(not(feature = "viewer"))]
use crate::program::tutorial;
use crate::program::{bowline, text};

#[test]
fn a_headless_build_holds_nothing_of_the_view() {
    let tree = |features: &[&str]| {
        let tree = Command::new(env!("CARGO"))
            .args(["tree", "--locked", "--offline", "--package", "bowline", "--edges", "normal,build"])
            .args(["--prefix", "none", "--format", "{p}"])
            .args(features)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        assert!(tree.status.success(), "{}", text(&tree.stderr));
        text(&tree.stdout)
    };
    let holds = |tree: &str, name: &str| tree.lines().any(|line| line.starts_with(name));
    let headless = tree(&[]);
    for name in ["bevy", "egui", "wgpu", "winit", "naga", "x11", "bowline-viewer"] {
        assert!(!holds(&headless, name), "{name}");
    }
    assert!(holds(&headless, "clap v"), "{headless}");
    // What is looked for is what it would be called.
    let whole = tree(&["--features", "viewer"]);
    for name in ["bevy", "egui", "wgpu", "winit", "naga", "bowline-viewer"] {
        assert!(holds(&whole, name), "{name}");
    }
}

#[test]
fn arguments_of_the_view_are_checked() {
    let directory = TempDir::new().unwrap();
    let refused = |arguments: &[&str], why: &str| {
        let output = bowline(&directory, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = text(&output.stderr);
        assert!(message.contains(why), "{arguments:?}: {message}");
    };
    refused(&["view"], "FILE");
    refused(&["view", "a.xml", "--replay", "a.csv"], "cannot be used with");
    refused(&["view", "--replay", "a.csv", "--set", "A.B=1"], "cannot be used with");
    refused(&["view", "a.xml", "--rate", "fast"], "`fast` is no rate: give a number more than 0, or `unlimited`");
    refused(&["view", "a.xml", "--rate", "0"], "`0` is no rate");
    refused(&["view", "a.xml", "--size", "1280*720"], "`1280*720` is no size: give WIDTHxHEIGHT");
    refused(&["view", "a.xml", "--size", "0x720"], "each of 1 to 8192 pixels");
    refused(&["render", "a.xml"], "--at");
    refused(&["render", "a.xml", "--at", "0", "--fps", "30"], "cannot be used with");
    refused(&["render", "a.xml", "--fps", "0"], "`0` is not more than 0");
    refused(&["render", "a.xml", "--at", "0", "--until", "1"], "cannot be used with");
    refused(&["render", "a.xml", "--at", "0", "--camera", "1,2"], "`1,2` is no point: give X,Y,Z");
    refused(&["render", "a.xml", "--at", "0", "--ortho=0"], "`0` is not more than 0");
}

#[test]
#[cfg(not(feature = "viewer"))]
fn it_says_how_to_build_the_view() {
    let directory = TempDir::new().unwrap();
    let says = |arguments: &[&str], line: &str| {
        let output = bowline(&directory, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(text(&output.stdout), "");
        assert_eq!(text(&output.stderr), line, "{arguments:?}");
    };
    let tutorial = tutorial();
    let view = "error: this program was built without the 3D view: \
                `cargo run --profile view --features viewer -- view FILE` builds it and opens the window\n";
    says(&["view", &tutorial], view);
    says(&["view", "not-there.xml", "--rate", "unlimited", "--paused", "--camera", "-1,2,3", "--ortho"], view);
    says(&["view", "--replay", "model.csv", "--size", "640x360", "--hide", "Cable/Spring", "--unlit"], view);
    let render = "error: this program was built without the 3D view: \
                  `cargo run --profile view --features viewer -- render FILE --at 0` builds it and makes a picture\n";
    says(&["render", &tutorial, "--at", "0,0.5,1", "--ortho=2.5", "-o", "frames/"], render);
    says(&["render", &tutorial, "--fps", "30", "--from", "1", "--until", "2", "--no-ground"], render);
}
