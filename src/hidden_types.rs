//! The types of SimObjects that are not drawn.

use std::collections::HashSet;

use bowline_engine::nearest_names;
use bowline_engine::scene::Scene;

/// The types that are not drawn.
///
/// # Errors
/// Nothing in the scene is of one of them; in words, with the nearest that are there.
pub(crate) fn hidden(kinds: &[String], scene: &Scene) -> Result<HashSet<String>, String> {
    let known = || scene.objects().iter().map(|object| object.kind.as_str());
    match kinds.iter().find(|kind| !known().any(|known| known == kind.as_str())) {
        Some(kind) => {
            let advice = nearest_names(kind, "types in it", known());
            Err(format!("there is nothing of type `{kind}` to hide: {advice}"))
        }
        None => Ok(kinds.iter().cloned().collect()),
    }
}
