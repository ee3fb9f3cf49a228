//! Pictures of the window, as files.

use std::error::Error;
use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

use super::actions::{Action, Asked};
use super::free_paths::free_paths;
use super::notice::Notice;

/// What pictures are called, before their number.
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub(super) struct PictureName(pub(super) String);

pub(super) fn obey(mut asked: MessageReader<Asked>, mut commands: Commands) {
    for _ in asked.read().filter(|asked| asked.0 == Action::Screenshot) {
        commands.spawn(Screenshot::primary_window()).observe(save);
    }
}

fn save(captured: On<ScreenshotCaptured>, name: Res<PictureName>, mut notice: ResMut<Notice>) {
    notice.tell(match write(&captured.image, &name.0) {
        Ok(path) => format!("wrote {}", path.display()),
        Err(reason) => format!("cannot write a picture: {reason}"),
    });
}

/// Writes it into the current folder, where nothing is replaced.
fn write(image: &Image, name: &str) -> Result<PathBuf, Box<dyn Error>> {
    let picture = image.clone().try_into_dynamic()?.to_rgb8();
    let [path] = free_paths(name, ["png"])?;
    picture.save(&path)?;
    Ok(path)
}
