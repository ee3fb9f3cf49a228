//! Where one looks from.

mod pose;
mod view;

pub use pose::{Pose, Side};
pub use view::{StageCamera, lens, stage_camera};
