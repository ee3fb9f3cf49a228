//! The window: what plays, drawn, with panels and keys.
//!
//! ```text
//! keys, buttons ──> Asked(Action) ──> control (the run), eye (the camera), panels, ...
//! Player (a run on its own thread, or a replay) ──> Shown ──> the stage
//! ```

pub mod actions;
mod bars;
pub mod buttons;
mod cameras;
pub mod control;
mod display;
mod drawn;
mod events;
mod eye;
mod following;
mod foresight;
mod free_paths;
mod highlight;
mod host;
mod idle;
mod keys;
mod line;
mod names;
pub mod notice;
mod over;
mod overlays;
mod panels;
pub mod picking;
pub mod player;
mod pointer;
mod pull;
mod ready;
mod remembered;
pub mod room;
pub mod selection;
mod side_views;
mod snapshot;
mod trails;
mod units;
mod viewport;

use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::{PresentMode, WindowResolution};
use bevy_egui::EguiPrimaryContextPass;
use bevy_panorbit_camera::{PanOrbitCamera, PanOrbitCameraPlugin};
use bowline_engine::Model;
use bowline_engine::live::{Keeper, LiveOptions, Rate};
use bowline_engine::replay::Replay;
use bowline_results::Results;
use bowline_units::DisplayUnits;

use crate::camera::{overlay_camera, stage_camera};
use crate::graphics;
use crate::stage::{Hidden, StageNotes, StagePlugin, Staging, Style};

use actions::Asked;
use host::HostOfWindow;
use names::AllNames;
use notice::Notice;
use player::Player;
use room::{Drawing, Room};
use selection::{LookAt, Selection};
use snapshot::PictureName;
use units::Units;

pub use eye::FirstLook;
pub use free_paths::free_paths;
pub use host::Host;
pub use line::ResultLine;
pub use over::Over;
pub use panels::Tab;
pub use remembered::Remembered;
pub use side_views::ViewFrom;

/// What the window shows, and how.
#[derive(Debug, Clone)]
pub struct ViewOptions {
    /// What it is called.
    pub name: String,
    /// Width and height of the window, pixels.
    pub size: [u32; 2],
    /// How fast it goes.
    pub rate: Rate,
    /// Whether it waits at the beginning.
    pub is_paused: bool,
    /// What is not drawn.
    pub hidden: Hidden,
    /// How it is drawn.
    pub style: Style,
    /// From where.
    pub first_look: FirstLook,
    /// In which units numbers are shown.
    pub units: DisplayUnits,
    /// How it looked when it was open last.
    pub remembered: Remembered,
}

/// What plays.
pub enum Playing {
    /// A run of this model, with what keeps its rows and moments.
    Run(Arc<Model>, Box<dyn Keeper>),
    /// A replay, and the results of its run, if they are known.
    Replay(Box<Replay>, Option<Results>),
}

/// Checks that a window can be opened, for callers that have something to lose if not. [`view`] does so too.
///
/// # Errors
/// There is no display, or no graphics driver: what to do, in a line.
pub fn check() -> Result<(), String> {
    display::check()?;
    graphics::check().map(drop)
}

/// Opens a window, and returns when it is closed.
///
/// # Errors
/// There is no display, or no graphics driver, or the run cannot begin: what to
/// do, in a line.
pub fn view(playing: Playing, options: ViewOptions, host: Box<dyn Host>) -> Result<(), String> {
    check()?;
    let ViewOptions { name, size, rate, is_paused, hidden, style, first_look, units, remembered } = options;
    let mut player = match playing {
        Playing::Run(model, keeper) => {
            Player::live(&model, LiveOptions { rate, is_paused: true, keeper, ..LiveOptions::default() })
        }
        Playing::Replay(replay, results) => Player::replay(*replay, results, rate),
    }?;
    let window = Window {
        title: format!("{name} - Bowline"),
        resolution: WindowResolution::new(size[0], size[1]),
        present_mode: PresentMode::AutoVsync,
        ..default()
    };
    let (foreseen, foresight) = foresight::begin(&mut player, &hidden);
    let known = trails::begin(&mut player)?;
    let mut app = App::new();
    app.add_plugins(graphics::plugins().set(WindowPlugin { primary_window: Some(window), ..default() }))
        .insert_resource(player.shown())
        .insert_resource(foreseen)
        .insert_resource(foresight)
        .insert_resource(hidden)
        .insert_resource(style)
        .add_plugins((StagePlugin, PanOrbitCameraPlugin, ready::plugin))
        .insert_resource(known)
        .init_resource::<trails::Memory>()
        .insert_resource(player)
        .insert_resource(HostOfWindow(host))
        .insert_resource(ready::Begins(!is_paused))
        .insert_resource(first_look)
        .insert_resource(Units::new(units, remembered.si))
        .insert_resource(remembered)
        .insert_resource(PictureName(name))
        .insert_resource(idle::settings())
        .init_resource::<Selection>()
        .init_resource::<Room>()
        .init_resource::<eye::Keeping>()
        .init_resource::<following::Riding>()
        .init_resource::<cameras::Kept>()
        .init_resource::<side_views::SideViews>()
        .init_resource::<Notice>()
        .init_resource::<AllNames>()
        .add_message::<Asked>()
        .add_message::<LookAt>()
        .add_message::<cameras::LookThrough>()
        .add_systems(Startup, (with_cameras, (cameras::recall, side_views::recall).chain(), room::recall));
    systems(&mut app);
    panels::plugin(&mut app);
    app.run();
    Ok(())
}

/// What is done in each picture, in this order.
fn systems(app: &mut App) {
    let obeying = (control::obey, host::obey, host::quit, names::obey, side_views::obey, snapshot::obey, units::obey);
    let camera =
        (eye::begin, eye::obey, cameras::obey, eye::keep, following::follow, eye::limit, side_views::draw).chain();
    let pulling = (pull::follow, pull::draw).chain();
    let looking = (pull::hold, camera, pointer::hover, pointer::click, highlight::show, overlays::draw, pulling);
    app.add_systems(Update, (keys::read, obeying, player::show, foresight::follow).chain().before(Staging))
        .add_systems(Update, (overlays::follow, trails::follow).after(player::show).before(Staging))
        .add_systems(Update, (notes, looking.chain()).after(Staging))
        .configure_sets(EguiPrimaryContextPass, (Drawing::Bars, Drawing::Sides, Drawing::Floating).chain())
        .add_systems(EguiPrimaryContextPass, room::clear.before(Drawing::Bars))
        .add_systems(EguiPrimaryContextPass, (bars::above, bars::below).chain().in_set(Drawing::Bars))
        .add_systems(EguiPrimaryContextPass, side_views::panel.after(Drawing::Sides).before(Drawing::Floating))
        .add_systems(EguiPrimaryContextPass, (names::show, notice::show).chain().in_set(Drawing::Floating))
        .add_systems(EguiPrimaryContextPass, (room::close, eye::fill).chain().after(Drawing::Floating))
        .add_systems(Last, (idle::rest, drawn::count, host::close).chain());
}

/// The camera of the scene, and the one that the panels are drawn with.
fn with_cameras(mut commands: Commands, style: Res<Style>) {
    let orbit = PanOrbitCamera { use_real_time: true, trackpad_pinch_to_zoom_enabled: true, ..default() };
    commands.spawn((stage_camera(&style), orbit));
    commands.spawn(overlay_camera());
}

/// What could not be drawn is told.
fn notes(mut stage: ResMut<StageNotes>, mut host: ResMut<HostOfWindow>, mut notice: ResMut<Notice>) {
    if stage.notes.is_empty() {
        return;
    }
    for note in stage.take() {
        host.0.warn(&note);
        notice.tell(note);
    }
}
