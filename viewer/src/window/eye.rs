//! Where the user looks from: the camera of the scene, and what turns it.

use bevy::camera::ScalingMode;
use bevy::input::mouse::MouseWheel;
use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCamera;
use bowline_engine::scene::Camera as SceneCamera;
use bowline_parts::Extent;

use super::actions::{Action, Asked};
use super::following::Riding;
use super::overlays::Overlays;
use super::remembered::Remembered;
use super::room::Room;
use super::selection::{LookAt, Selection};
use super::viewport::draw_in;
use crate::camera::{Pose, Side, StageCamera};
use crate::stage::{Hidden, Seen, Shown, StageAxes};

/// Where one looks from at first.
#[derive(Resource, Debug, Clone, Default, PartialEq)]
pub struct FirstLook {
    /// Through this camera of the scenario; none: as the rest says.
    pub camera: Option<SceneCamera>,
    /// The eye, m, in the scenario's axes; none: so that all is seen.
    pub eye: Option<[f64; 3]>,
    /// What is in the middle, m; none: the middle of everything.
    pub target: Option<[f64; 3]>,
    /// Whether without perspective.
    pub orthographic: bool,
    /// How high the picture is without perspective, m; none: so that all is seen.
    pub height: Option<f64>,
}

impl FirstLook {
    /// Whether nobody has said anything about it.
    fn is_free(&self) -> bool {
        *self == Self::default()
    }
}

/// How much of a SimObject that is looked at is around it.
const AROUND: f64 = 3.0;

/// What one can do to the camera, and what it looks at.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct Eye<'w, 's> {
    pub(super) cameras:
        Query<'w, 's, (&'static mut PanOrbitCamera, &'static mut Projection, &'static Camera), With<StageCamera>>,
    pub(super) axes: Res<'w, StageAxes>,
    pub(super) shown: Res<'w, Shown>,
    hidden: Res<'w, Hidden>,
    seen: Res<'w, Seen>,
    keeping: ResMut<'w, Keeping>,
    pub(super) riding: ResMut<'w, Riding>,
}

/// Whether the camera keeps all in the picture that was shown so far: until the
/// user looks elsewhere.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Keeping(bool);

impl Default for Keeping {
    fn default() -> Self {
        Self(true)
    }
}

impl Eye<'_, '_> {
    /// Around all that was shown; of a scene of which something is hidden, around
    /// what is shown now.
    fn extent(&self) -> Option<Extent> {
        let now = || self.shown.extent(&self.hidden);
        self.seen.0.filter(|_| self.hidden.kinds.is_empty()).or_else(now)
    }

    /// Around a SimObject.
    pub(super) fn extent_of(&self, object: usize) -> Option<Extent> {
        let drawn = self.shown.scene.in_moment(&self.shown.moment);
        let its = drawn.filter(|drawn| drawn.object == object && drawn.visible);
        its.filter_map(|drawn| Extent::around(&drawn)).reduce(Extent::with)
    }

    pub(super) fn pose(&self) -> Option<Pose> {
        let (orbit, projection, _) = self.cameras.single().ok()?;
        let is_flat = matches!(projection, Projection::Orthographic(_));
        let radius = f64::from(orbit.target_radius);
        let target = self.axes.scenario_point(orbit.target_focus);
        let [yaw, pitch] = [orbit.target_yaw, orbit.target_pitch].map(f64::from);
        let pose = Pose { target, distance: radius, yaw, pitch, height: None };
        Some(if is_flat { Pose { height: Some(radius), ..pose } } else { pose })
    }

    fn aspect(&self) -> f64 {
        let size = self.cameras.single().ok().and_then(|(_, _, camera)| camera.logical_viewport_size());
        size.filter(|size| size.min_element() > 0.0).map_or(16.0 / 9.0, |size| f64::from(size.x / size.y))
    }

    fn fitted(&self, pose: Pose) -> Pose {
        self.fitted_in(pose, self.aspect())
    }

    /// With all in a picture that is so many times as wide as it is high.
    pub(super) fn fitted_in(&self, pose: Pose, aspect: f64) -> Pose {
        self.extent().map_or(pose, |extent| pose.fit(&extent, aspect, &self.axes))
    }

    /// The view that the user has chosen; none, while the camera keeps all in the picture.
    pub(super) fn chosen(&self) -> Option<Pose> {
        self.pose().filter(|_| !self.keeping.0)
    }

    /// Goes to a view that was kept.
    pub(super) fn look(&mut self, pose: &Pose, at_once: bool) {
        (self.keeping.0, self.riding.0) = (false, None);
        self.go(pose, at_once);
    }

    /// Looks through a camera of the scenario, and goes along with what it follows; whether that is anywhere.
    pub(super) fn look_through(&mut self, camera: &SceneCamera, at_once: bool) -> bool {
        let Some(sight) = self.shown.scene.sight(camera, &self.shown.moment) else { return false };
        let pose = Pose::of(&sight, &self.axes);
        self.look(&pose, at_once);
        self.riding.0 = camera.follows;
        true
    }

    /// Goes there; at once, or so that the user sees the way.
    fn go(&mut self, pose: &Pose, at_once: bool) {
        let target = self.axes.point(pose.target);
        let Ok((mut orbit, mut projection, _)) = self.cameras.single_mut() else { return };
        let is_flat = matches!(*projection, Projection::Orthographic(_));
        let is_other = is_flat != pose.height.is_some();
        let radius = pose.height.unwrap_or(pose.distance) as f32;
        // The nearest way around.
        let turn = (pose.yaw as f32 - orbit.target_yaw + std::f32::consts::PI).rem_euclid(std::f32::consts::TAU);
        (orbit.target_focus, orbit.target_radius) = (target, radius);
        orbit.target_yaw += turn - std::f32::consts::PI;
        orbit.target_pitch = pose.pitch as f32;
        if is_other || at_once {
            *projection = pose.projection();
            if let Projection::Orthographic(flat) = &mut *projection {
                // As high as the orbit's radius, which scales it.
                flat.scaling_mode = ScalingMode::FixedVertical { viewport_height: 1.0 };
            }
            orbit.radius = Some(radius);
        }
        if at_once {
            orbit.focus = orbit.target_focus;
            (orbit.yaw, orbit.pitch) = (Some(orbit.target_yaw), Some(orbit.target_pitch));
        }
        orbit.initialized = true;
        orbit.force_update = true;
    }
}

/// The camera's first place, once there is something to look at.
pub(super) fn begin(first: Res<FirstLook>, remembered: Res<Remembered>, mut eye: Eye, mut is_placed: Local<bool>) {
    if *is_placed {
        return;
    }
    *is_placed = true;
    if first.camera.as_ref().is_some_and(|camera| eye.look_through(camera, true)) {
        return;
    }
    if let Some(pose) = remembered.view.filter(|_| first.is_free()) {
        eye.look(&pose, true);
        return;
    }
    eye.keeping.0 = first.eye.is_none() && first.target.is_none() && first.height.is_none();
    let flat = Pose::default().orthographic(first.orthographic);
    let fitted = eye.fitted(flat);
    let target = first.target.unwrap_or(fitted.target);
    let pose = match first.eye {
        Some(from) => {
            let height = first.height.or(fitted.height);
            Pose { height: first.orthographic.then_some(height).flatten(), ..Pose::between(from, target, &eye.axes) }
        }
        None => Pose { target, height: first.height.filter(|_| first.orthographic).or(fitted.height), ..fitted },
    };
    eye.go(&pose, true);
}

/// Does what is asked of the camera.
pub(super) fn obey(
    mut asked: MessageReader<Asked>,
    mut look_at: MessageReader<LookAt>,
    mut selection: ResMut<Selection>,
    mut eye: Eye,
) {
    for Asked(action) in asked.read() {
        let Some(pose) = eye.pose() else { continue };
        let pose = match action {
            Action::Fit => eye.fitted(pose),
            Action::Corner => eye.fitted(pose.from(Side::Oblique)),
            Action::Top => eye.fitted(pose.from(Side::Top)),
            Action::Front => eye.fitted(pose.from(Side::Front)),
            Action::Side => eye.fitted(pose.from(Side::Right)),
            Action::Orthographic => changed_lens(&pose),
            Action::Follow => {
                selection.follow = !selection.follow && selection.object.is_some();
                let extent = selection.object.filter(|_| selection.follow).and_then(|object| eye.extent_of(object));
                let Some(extent) = extent else { continue };
                Pose { target: extent.centre(), ..pose }
            }
            _ => continue,
        };
        if *action != Action::Orthographic {
            eye.keeping.0 = *action != Action::Follow;
            selection.follow &= *action == Action::Follow;
            eye.riding.0 = None;
        }
        eye.go(&pose, false);
    }
    for LookAt(object) in look_at.read() {
        let (Some(pose), Some(extent)) = (eye.pose(), eye.extent_of(*object)) else { continue };
        (eye.keeping.0, eye.riding.0) = (false, None);
        let (centre, scene) = (extent.centre(), eye.extent());
        let least = scene.map_or(1.0, |scene| 0.02 * scene.diagonal());
        let half = 0.5 * AROUND * extent.diagonal().max(least) / 3.0_f64.sqrt();
        let around = Extent { low: centre.map(|part| part - half), high: centre.map(|part| part + half) };
        let near = pose.fit(&around, eye.aspect(), &eye.axes);
        // Who is nearer already stays there.
        let is_nearer = near.height.or(Some(near.distance)) > pose.height.or(Some(pose.distance));
        eye.go(&if is_nearer { Pose { target: centre, ..pose } } else { near }, false);
    }
}

/// The same with perspective, or without.
fn changed_lens(pose: &Pose) -> Pose {
    match pose.height {
        None => pose.orthographic(true),
        Some(height) => {
            // As far away as it is as high in perspective.
            let unit = Pose { distance: 1.0, height: None, ..*pose }.orthographic(true);
            Pose { distance: height / unit.height.unwrap_or(1.0), height: None, ..*pose }
        }
    }
}

/// Keeps all in the picture as more of it is shown, and where the room changes.
pub(super) fn keep(
    mut eye: Eye,
    buttons: Res<ButtonInput<MouseButton>>,
    mut wheel: MessageReader<MouseWheel>,
    (room, overlays): (Res<Room>, Res<Overlays>),
    mut last: Local<(Option<Extent>, f64)>,
) {
    // A camera that moved would move the end of the spring too.
    if overlays.pull.is_on() {
        return;
    }
    let is_touched = buttons.any_pressed([MouseButton::Right, MouseButton::Middle]) || wheel.read().count() > 0;
    if is_touched && room.is_pointed_at {
        eye.keeping.0 = false;
    }
    let now = (eye.seen.0, eye.aspect());
    if now != *last {
        *last = now;
        if eye.keeping.0
            && let Some(pose) = eye.pose()
        {
            let fitted = eye.fitted(pose);
            eye.go(&fitted, false);
        }
    }
}

/// The mouse turns the camera where it does not belong to a panel; what is near
/// and far is seen at any size.
pub(super) fn limit(
    (room, overlays): (Res<Room>, Res<Overlays>),
    buttons: Res<ButtonInput<MouseButton>>,
    mut began_in_scene: Local<bool>,
    mut cameras: Query<(&mut PanOrbitCamera, &mut Projection), With<StageCamera>>,
) {
    let is_down = buttons.get_pressed().next().is_some();
    if !is_down || buttons.get_just_pressed().next().is_some() {
        *began_in_scene = room.is_pointed_at;
    }
    let Ok((mut orbit, mut projection)) = cameras.single_mut() else { return };
    // A pull does not turn the camera.
    let turns = *began_in_scene && !overlays.pull.is_on();
    if orbit.enabled != turns {
        orbit.enabled = turns;
    }
    let radius = orbit.radius.unwrap_or(1.0);
    orbit.zoom_lower_limit = 1e-6;
    match &mut *projection {
        Projection::Perspective(lens) if (lens.near / radius - 1e-3).abs() > 1e-4 => {
            (lens.near, lens.far) = (1e-3 * radius, 1e4 * radius);
        }
        Projection::Orthographic(lens) if (lens.far / radius - 40.0).abs() > 4.0 => {
            (lens.near, lens.far) = (-40.0 * radius, 40.0 * radius);
        }
        _ => {}
    }
}

/// The scene is drawn in the room between the panels.
pub(super) fn fill(room: Res<Room>, window: Single<&Window>, mut cameras: Query<&mut Camera, With<StageCamera>>) {
    if let Ok(mut camera) = cameras.single_mut() {
        // A window that is minimised, or full of panels, has no room at all.
        draw_in(&mut camera, room.rect, &window);
    }
}
