//! Where one looks from.

mod aim;
mod pose;
mod view;

pub use aim::Aim;
pub use pose::{Pose, Side};
pub(crate) use view::{SKY, layers, seeing_camera};
pub use view::{StageCamera, lens, overlay_camera, stage_camera};
