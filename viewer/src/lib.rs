//! The 3D view of Bowline: scenarios in a window while they run, replays of
//! finished runs, and pictures without a window.
//!
//! ```text
//! engine: Live (a run on its own thread)  ──┐
//! engine: Replay (a file of moments)      ──┤ moment: the few numbers that shapes follow
//!                                           ▼
//!  window/  keys, panels, camera ────>  stage/  shapes as entities   <──── render/  pictures
//! ```
//!
//! [`stage`] draws a scene as it is in a moment, wherever that comes from, and
//! knows neither runs nor windows. All lengths are metres; the scenario's axes
//! become the renderer's in one place, [`bowline_parts::Axes`].

pub mod camera;
pub mod graphics;
pub mod render;
pub mod stage;
pub mod window;
