//! Pictures without a window.

mod picture;
mod renderer;

pub use picture::Picture;
pub use renderer::Renderer;
