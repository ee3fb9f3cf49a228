//! What the program around the window does.

use bevy::prelude::*;
use bowline_engine::live::LiveView;

use super::actions::{Action, Asked};
use super::cameras::Kept;
use super::eye::Eye;
use super::line::ResultLine;
use super::notice::Notice;
use super::over::Over;
use super::panels::Panels;
use super::player::Player;
use super::remembered::Remembered;
use super::room::Room;
use super::side_views::SideViews;
use super::units::Units;

/// The program around the window: it says and writes what is to be said and written.
pub trait Host: Send + Sync + 'static {
    /// The first complete picture is on the screen.
    fn ready(&mut self);

    /// Something could not be drawn, or went wrong.
    fn warn(&mut self, message: &str);

    /// Writes the record of what was done to the run; says where it is.
    ///
    /// # Errors
    /// It cannot be written; in words.
    fn save(&mut self, view: &LiveView) -> Result<String, String>;

    /// Writes lines as numbers and as a chart, over time or over something else; says where they are.
    ///
    /// # Errors
    /// They cannot be written; in words.
    fn export(&mut self, lines: &[ResultLine], over: &Over) -> Result<String, String>;

    /// Keeps how the window looks, for when it is opened again.
    fn remember(&mut self, remembered: &Remembered);

    /// Whether the window is to close, as by a signal from outside.
    fn wants_to_close(&self) -> bool {
        false
    }

    /// The window closes.
    fn closed(&mut self, last: &LiveView);
}

#[derive(Resource)]
pub(super) struct HostOfWindow(pub(super) Box<dyn Host>);

/// Writes the record where that is asked for.
pub(super) fn obey(
    mut asked: MessageReader<Asked>,
    player: Res<Player>,
    mut host: ResMut<HostOfWindow>,
    mut notice: ResMut<Notice>,
) {
    for _ in asked.read().filter(|asked| asked.0 == Action::SaveRecord) {
        let told = match &player.model() {
            None => "a replay has no record of its own".to_owned(),
            Some(_) => host.0.save(player.now()).unwrap_or_else(|reason| reason),
        };
        notice.tell(told);
    }
}

/// Closes the window where that is asked for.
pub(super) fn quit(mut asked: MessageReader<Asked>, host: Res<HostOfWindow>, mut exit: MessageWriter<AppExit>) {
    if asked.read().any(|asked| asked.0 == Action::Quit) || host.0.wants_to_close() {
        exit.write(AppExit::Success);
    }
}

/// The last that is known of the run, and of the window, when it closes.
pub(super) fn close(
    mut exits: MessageReader<AppExit>,
    (mut player, mut host): (ResMut<Player>, ResMut<HostOfWindow>),
    (eye, kept, units): (Eye, Res<Kept>, Res<Units>),
    (panels, views, room): (Res<Panels>, Res<SideViews>, Res<Room>),
) {
    if exits.read().next().is_some() {
        let (kept, beside, sizes) = (kept.0.clone(), views.list.clone(), room.sizes.clone());
        host.0.remember(&Remembered {
            view: eye.chosen(),
            kept,
            beside,
            sizes,
            si: units.is_si(),
            ..panels.remembered()
        });
        player.end();
        host.0.closed(player.now());
    }
}
