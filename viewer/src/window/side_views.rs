//! Further views beside the one that the mouse turns: each looks from a side, or through a camera.

use bevy::camera::Viewport;
use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, ComboBox, Frame, Sense, TextStyle, Ui, UiBuilder};
use serde::{Deserialize, Serialize};

use super::actions::{Action, Asked};
use super::cameras::Kept;
use super::eye::Eye;
use super::panels::close;
use super::remembered::Remembered;
use super::room::{Edge, Room};
use crate::camera::{Pose, Side, StageCamera, all_layers, lens};
use crate::stage::{Shown, Style};

/// No more fit beside each other.
const MOST: usize = 3;
/// Between two of them, points.
const GAP: f32 = 3.0;

/// ViewFrom where a side view looks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ViewFrom {
    /// ViewFrom a corner, in perspective.
    Corner,
    /// Without perspective.
    Front,
    /// Without perspective.
    Side,
    /// Without perspective.
    Top,
    /// Through the camera of the scenario with this name.
    Camera(String),
    /// As a view that was kept, by its position.
    Kept(usize),
}

/// The side views, from the top.
#[derive(Resource, Debug, Clone, Default, PartialEq)]
pub(super) struct SideViews {
    pub(super) list: Vec<ViewFrom>,
    /// Where they are, in points of egui.
    rects: Vec<egui::Rect>,
    /// Whether what their cameras follow is nowhere.
    is_nowhere: [bool; MOST],
}

/// The camera of a side view.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub(super) struct SideCamera {
    /// Of which, by its position.
    place: usize,
    /// Where it was put; what is put there again is not drawn again.
    pose: Option<Pose>,
}

impl ViewFrom {
    fn words(&self) -> String {
        match self {
            Self::Corner => "Corner".to_owned(),
            Self::Front => "Front".to_owned(),
            Self::Side => "Side".to_owned(),
            Self::Top => "Top".to_owned(),
            Self::Camera(name) => name.clone(),
            Self::Kept(position) => format!("View {}", position + 1),
        }
    }

    /// All that there are.
    fn all(cameras: impl Iterator<Item = String>, kept: usize) -> Vec<Self> {
        let sides = [Self::Corner, Self::Front, Self::Side, Self::Top];
        sides.into_iter().chain(cameras.map(Self::Camera)).chain((0..kept).map(Self::Kept)).collect()
    }

    /// Where its camera is, with all in the picture where it is not that of something; none if that is nowhere.
    fn pose(&self, eye: &Eye<'_, '_>, kept: &Kept, aspect: f64) -> Option<Pose> {
        let fitted = |side: Side, is_flat: bool| {
            let pose = Pose::default().from(side).orthographic(is_flat);
            eye.extent().map(|extent| pose.fit(&extent, aspect, &eye.axes))
        };
        match self {
            Self::Corner => fitted(Side::Oblique, false),
            Self::Front => fitted(Side::Front, true),
            Self::Side => fitted(Side::Right, true),
            Self::Top => fitted(Side::Top, true),
            Self::Camera(name) => {
                let scene = &eye.shown.scene;
                let camera = scene.cameras().iter().find(|camera| camera.name == *name)?;
                scene.sight(camera, &eye.shown.moment).map(|sight| Pose::of(&sight, &eye.axes))
            }
            Self::Kept(position) => kept.0.get(*position).copied(),
        }
    }
}

impl SideViews {
    /// One more, or none after the last.
    fn add(&mut self, cameras: impl Iterator<Item = String>) {
        if self.list.len() == MOST {
            self.list.clear();
            return;
        }
        let mut choices = cameras.map(ViewFrom::Camera).chain([ViewFrom::Top, ViewFrom::Front, ViewFrom::Side]);
        self.list.extend(choices.find(|from| !self.list.contains(from)));
    }
}

/// Those that there were when the window was open last.
pub(super) fn recall(remembered: Res<Remembered>, mut views: ResMut<SideViews>) {
    views.list.clone_from(&remembered.beside);
    views.list.truncate(MOST);
}

/// Adds one where that is asked for.
pub(super) fn obey(mut asked: MessageReader<Asked>, shown: Res<Shown>, mut views: ResMut<SideViews>) {
    for _ in asked.read().filter(|asked| asked.0 == Action::Beside) {
        views.add(shown.scene.cameras().iter().map(|camera| camera.name.clone()));
    }
}

/// Their place at the right of the room, and what each looks from.
pub(super) fn panel(
    mut contexts: EguiContexts,
    mut room: ResMut<Room>,
    (shown, kept): (Res<Shown>, Res<Kept>),
    mut views: ResMut<SideViews>,
) -> Result {
    if views.list.is_empty() {
        if !views.rects.is_empty() {
            views.rects.clear();
        }
        return Ok(());
    }
    let choices = ViewFrom::all(shown.scene.cameras().iter().map(|camera| camera.name.clone()), kept.0.len());
    let width = room.rect.width();
    let mut after = views.clone();
    let (place, size) = (("side views", Edge::Right), (0.4 * width, 0.15 * width..=0.5 * width));
    room.resizable(contexts.ctx_mut()?, place, size, Frame::NONE, |ui| {
        let all = ui.available_rect_before_wrap();
        ui.allocate_rect(all, Sense::hover());
        let height = (all.height() - GAP * (after.list.len() - 1) as f32) / after.list.len() as f32;
        let rect = |place: usize| {
            let top = all.top() + place as f32 * (height + GAP);
            egui::Rect::from_min_size(egui::pos2(all.left(), top), egui::vec2(all.width(), height))
        };
        after.rects = (0..after.list.len()).map(rect).collect();
        let mut closed = None;
        for (place, (from, rect)) in after.list.iter_mut().zip(&after.rects).enumerate() {
            if place > 0 {
                ui.painter().rect_filled(
                    rect.with_max_y(rect.top()).expand2(egui::vec2(0.0, GAP)),
                    0.0,
                    ui.visuals().panel_fill,
                );
            }
            if after.is_nowhere[place] {
                let words = format!("what {} follows is nowhere now", from.words());
                let font = TextStyle::Body.resolve(ui.style());
                ui.painter().text(rect.center(), Align2::CENTER_CENTER, words, font, ui.visuals().text_color());
            }
            let inside = UiBuilder::new().id_salt(place).max_rect(rect.shrink(6.0));
            if choose(&mut ui.new_child(inside), place, from, &choices) {
                closed = Some(place);
            }
        }
        if let Some(place) = closed {
            after.list.remove(place);
            after.rects.pop();
        }
    });
    views.set_if_neq(after);
    Ok(())
}

/// What stands over a view: from where it looks, and what closes it; whether it is closed.
fn choose(ui: &mut Ui, place: usize, from: &mut ViewFrom, choices: &[ViewFrom]) -> bool {
    ui.horizontal(|ui| {
        ComboBox::from_id_salt(("side view", place)).selected_text(from.words()).show_ui(ui, |ui| {
            for choice in choices {
                ui.selectable_value(from, choice.clone(), choice.words());
            }
        });
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| close(ui).clicked()).inner
    })
    .inner
}

type SideCameras<'w, 's> = Query<
    'w,
    's,
    (
        Entity,
        &'static mut SideCamera,
        &'static mut Camera,
        &'static mut Transform,
        &'static mut Projection,
        &'static mut RenderLayers,
    ),
    Without<StageCamera>,
>;

/// A camera for each, where it is to be.
pub(super) fn draw(
    mut commands: Commands,
    (mut views, kept, style): (ResMut<SideViews>, Res<Kept>, Res<Style>),
    eye: Eye,
    window: Single<&Window>,
    mut cameras: SideCameras<'_, '_>,
) {
    let (mut is_there, mut is_nowhere) = ([false; MOST], [false; MOST]);
    for (entity, mut of, mut camera, mut transform, mut projection, mut layers) in &mut cameras {
        let (Some(from), Some(rect)) = (views.list.get(of.place), views.rects.get(of.place)) else {
            commands.entity(entity).despawn();
            continue;
        };
        is_there[of.place] = true;
        let aspect = f64::from((rect.width() / rect.height()).clamp(1e-3, 1e3));
        let viewport = viewport(*rect, &window);
        let pose = from.pose(&eye, &kept, aspect);
        is_nowhere[of.place] = pose.is_none();
        let is_active = viewport.is_some() && pose.is_some();
        if camera.is_active != is_active {
            camera.is_active = is_active;
        }
        let (Some(viewport), Some(pose)) = (viewport, pose) else { continue };
        let is_same = camera.viewport.as_ref().is_some_and(|before| {
            before.physical_position == viewport.physical_position && before.physical_size == viewport.physical_size
        });
        if !is_same {
            camera.viewport = Some(viewport);
        }
        if of.pose == Some(pose) {
            continue;
        }
        of.pose = Some(pose);
        pose.apply(&eye.axes, &mut transform, &mut projection);
        // Without perspective there is no sky.
        layers.set_if_neq(if pose.height.is_some() { RenderLayers::default() } else { all_layers() });
    }
    for place in (0..views.rects.len()).filter(|place| !is_there[*place]) {
        commands.spawn((
            SideCamera { place, pose: None },
            Camera3d::default(),
            Camera { order: place as isize + 1, clear_color: ClearColorConfig::None, is_active: false, ..default() },
            Msaa::Sample4,
            RenderLayers::default(),
            lens(&style),
        ));
    }
    if views.is_nowhere != is_nowhere {
        views.is_nowhere = is_nowhere;
    }
}

/// A part of the window, pixels; none of one that is too small.
pub(super) fn viewport(rect: egui::Rect, window: &Window) -> Option<Viewport> {
    let whole = UVec2::new(window.physical_width(), window.physical_height());
    let corner = |at: egui::Pos2| (Vec2::new(at.x, at.y) * window.scale_factor()).round().as_uvec2().min(whole);
    let (low, high) = (corner(rect.min), corner(rect.max));
    let is_there = high.x > low.x + 1 && high.y > low.y + 1;
    is_there.then(|| Viewport { physical_position: low, physical_size: high - low, ..default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_more_of_them_and_then_none() {
        let mut views = SideViews::default();
        let mut add = |cameras: &[&str]| {
            views.add(cameras.iter().map(|name| (*name).to_owned()));
            views.list.clone()
        };
        let driver = ViewFrom::Camera("Driver".to_owned());
        assert_eq!(add(&["Driver"]), std::slice::from_ref(&driver));
        assert_eq!(add(&["Driver"]), [driver.clone(), ViewFrom::Top]);
        assert_eq!(add(&["Driver"]), [driver, ViewFrom::Top, ViewFrom::Front]);
        assert_eq!(add(&["Driver"]), []);
        assert_eq!(add(&[]), [ViewFrom::Top]);
    }
}
