//! The camera that somebody asks for by its name.

use bowline_engine::nearest_names;
use bowline_engine::scene::{Camera, Scene};

use crate::arguments::{CameraChoice, PictureArguments};

/// The camera of a scene that is asked for; none, if it is not asked for by a name.
///
/// # Errors
/// There is none of that name, or something that does not go with it is given; in words.
pub(crate) fn named(arguments: &PictureArguments, scene: &Scene) -> Result<Option<Camera>, String> {
    let Some(CameraChoice::Named(name)) = &arguments.camera else { return Ok(None) };
    if arguments.target.is_some() {
        return Err(format!("--target goes with a point of --camera; the camera `{name}` has a target of its own"));
    }
    match scene.cameras().iter().find(|camera| camera.name == *name) {
        Some(camera) => Ok(Some(camera.clone())),
        None => {
            let known = scene.cameras().iter().map(|camera| &*camera.name);
            let advice = nearest_names(name, "cameras in it", known);
            Err(format!("there is no camera `{name}`: {advice}"))
        }
    }
}

/// The point of `--camera`, m.
pub(crate) fn eye(arguments: &PictureArguments) -> Option<[f64; 3]> {
    match arguments.camera {
        Some(CameraChoice::Eye(eye)) => Some(eye),
        _ => None,
    }
}
