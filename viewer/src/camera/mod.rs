//! Where one looks from.

mod aim;
mod pose;
mod view;

pub use aim::Aim;
pub use pose::{Pose, Side};
pub use view::{StageCamera, lens, stage_camera};
