//! Runs that are held, and models to hold.

use std::ops::ControlFlow;
use std::sync::Arc;

use bowline_engine::{Model, RunError};

use super::{load, scenario};

pub(crate) fn continues(_: f64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

pub(crate) fn refused(outcome: Result<impl Sized, RunError>) -> String {
    match outcome {
        Err(RunError::Refused(why)) => why,
        Err(other) => panic!("refused in another way: {other}"),
        Ok(_) => panic!("not refused"),
    }
}

/// Methods that step to rows step to other times too: those have other bits.
pub(crate) fn lands(way: &str) -> bool {
    way.contains("TRBDF2") || way.contains("ESDIRK34")
}

/// A mass of 1 kg that is pushed by an input.
pub(crate) fn pushed(way: &str) -> Arc<Model> {
    let objects = ["tutorial:Body/Mass B Mass=\"1\" g=\"0\"".replace("tutorial", "FhsimTutorialLibrary")];
    let engine = format!(r#"TOutput="0:0.25:4" FileOutput="objects:all" {way}"#);
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    load(&scenario(&objects, r#"B.Force="1, 0, 0""#, r#"B.Pos="0,0,0" B.Vel="0,0,0""#, &engine))
}
