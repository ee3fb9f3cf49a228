//! Further views beside the one that the mouse turns: each looks from a side, or through a camera.

use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, ComboBox, Frame, Sense, TextStyle, Ui, UiBuilder};
use bowline_engine::scene::Scene;
use serde::{Deserialize, Serialize};

use super::actions::{Action, Asked};
use super::cameras::Kept;
use super::eye::Eye;
use super::panels::close;
use super::remembered::Remembered;
use super::room::{Edge, Room};
use super::viewport::draw_in;
use crate::camera::{Pose, Side, StageCamera, layers, seeing_camera};
use crate::stage::{Shown, Style};

/// No more fit beside each other.
const MOST: usize = 3;
/// Between two of them, points.
const GAP: f32 = 3.0;

/// From where a side view looks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ViewFrom {
    /// From a side, at all that there is: from a corner in perspective, else without.
    Side(Side),
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
            Self::Side(side) => {
                let action = match side {
                    Side::Oblique => Action::Corner,
                    Side::Front => Action::Front,
                    Side::Right => Action::Side,
                    Side::Top => Action::Top,
                };
                action.control().name.to_owned()
            }
            Self::Camera(name) => name.clone(),
            Self::Kept(position) => format!("View {}", position + 1),
        }
    }

    /// All that there are.
    fn all(scene: &Scene, kept: &Kept) -> Vec<Self> {
        let sides = [Side::Oblique, Side::Front, Side::Right, Side::Top].map(Self::Side);
        sides.into_iter().chain(Self::cameras(scene)).chain((0..kept.0.len()).map(Self::Kept)).collect()
    }

    fn cameras(scene: &Scene) -> impl Iterator<Item = Self> {
        scene.cameras().iter().map(|camera| Self::Camera(camera.name.clone()))
    }

    /// Where its camera is; none if what that follows is nowhere.
    fn pose(&self, eye: &Eye<'_, '_>, kept: &Kept, aspect: f64) -> Option<Pose> {
        match self {
            Self::Side(side) => {
                let pose = Pose::default().from(*side).orthographic(*side != Side::Oblique);
                Some(eye.fitted_in(pose, aspect))
            }
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
    fn add(&mut self, cameras: impl Iterator<Item = ViewFrom>) {
        if self.list.len() == MOST {
            self.list.clear();
            return;
        }
        let mut choices = cameras.chain([Side::Top, Side::Front, Side::Right].map(ViewFrom::Side));
        self.list.extend(choices.find(|from| !self.list.contains(from)));
    }
}

/// Those that there were when the window was open last, as far as there are their cameras.
pub(super) fn recall(
    (remembered, kept, shown): (Res<Remembered>, Res<Kept>, Res<Shown>),
    mut views: ResMut<SideViews>,
) {
    let choices = ViewFrom::all(&shown.scene, &kept);
    views.list = remembered.beside.iter().filter(|from| choices.contains(from)).take(MOST).cloned().collect();
}

/// Adds one where that is asked for.
pub(super) fn obey(mut asked: MessageReader<Asked>, shown: Res<Shown>, mut views: ResMut<SideViews>) {
    for _ in asked.read().filter(|asked| asked.0 == Action::Beside) {
        views.add(ViewFrom::cameras(&shown.scene));
    }
}

/// Their place at the right of the room, and what each looks from.
pub(super) fn panel(
    mut contexts: EguiContexts,
    mut room: ResMut<Room>,
    (eye, kept): (Eye, Res<Kept>),
    mut views: ResMut<SideViews>,
) -> Result {
    if views.list.is_empty() {
        if !views.rects.is_empty() {
            views.rects.clear();
        }
        return Ok(());
    }
    let choices = ViewFrom::all(&eye.shown.scene, &kept);
    // A window that is full of panels has no room at all.
    let width = room.rect.width().max(1.0);
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
            if from.pose(&eye, &kept, 1.0).is_none() {
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
    (views, kept, style): (Res<SideViews>, Res<Kept>, Res<Style>),
    eye: Eye,
    window: Single<&Window>,
    mut cameras: SideCameras<'_, '_>,
) {
    let mut is_there = [false; MOST];
    for (entity, mut of, mut camera, mut transform, mut projection, mut seen) in &mut cameras {
        let (Some(from), Some(rect)) = (views.list.get(of.place), views.rects.get(of.place)) else {
            commands.entity(entity).despawn();
            continue;
        };
        is_there[of.place] = true;
        let aspect = f64::from((rect.width() / rect.height()).clamp(1e-3, 1e3));
        let pose = from.pose(&eye, &kept, aspect);
        let is_active = draw_in(&mut camera, *rect, &window) && pose.is_some();
        if camera.is_active != is_active {
            camera.is_active = is_active;
        }
        if let Some(pose) = pose.filter(|pose| of.pose != Some(*pose)) {
            of.pose = Some(pose);
            pose.apply(&eye.axes, &mut transform, &mut projection);
            seen.set_if_neq(layers(pose.height.is_some()));
        }
    }
    for place in (0..views.rects.len()).filter(|place| !is_there[*place]) {
        let camera =
            Camera { order: place as isize + 1, clear_color: ClearColorConfig::None, is_active: false, ..default() };
        commands.spawn((SideCamera { place, pose: None }, seeing_camera(&style), camera));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_more_of_them_and_then_none() {
        let mut views = SideViews::default();
        let mut add = |cameras: &[&str]| {
            views.add(cameras.iter().map(|name| ViewFrom::Camera((*name).to_owned())));
            views.list.clone()
        };
        let driver = ViewFrom::Camera("Driver".to_owned());
        let [top, front] = [Side::Top, Side::Front].map(ViewFrom::Side);
        assert_eq!(add(&["Driver"]), std::slice::from_ref(&driver));
        assert_eq!(add(&["Driver"]), [driver.clone(), top.clone()]);
        assert_eq!(add(&["Driver"]), [driver, top.clone(), front]);
        assert_eq!(add(&["Driver"]), []);
        assert_eq!(add(&[]), [top]);
    }
}
