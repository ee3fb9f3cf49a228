//! Something is pulled with the mouse, through a spring: each force is a change of an in-port, as those by hand are.

mod hold;

use bevy::math::DVec3;
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Align2, LayerId, Order, Painter, Pos2};
use bowline_engine::Parameter;
use bowline_engine::live::Command;

use super::names;
use super::notice::Notice;
use super::overlays::Overlays;
use super::panels::readable;
use super::player::{Player, Quantity};
use super::pointer;
use super::room::Room;
use super::selection::Selection;
use super::units::Units;
use crate::camera::StageCamera;
use crate::stage::{Seen, Shown, StageAxes};

use hold::{Grip, Hold};

const COLOUR: Color = Color::srgb(0.95, 0.55, 0.10);

/// The state of a pull.
#[derive(Debug, Default)]
pub(super) enum Pull {
    /// Nothing is.
    #[default]
    Nothing,
    /// A SimObject, at one of these grips, whose places the run has not sent yet.
    Reaching(usize, Vec<Grip>),
    /// A grip is held.
    Holding(Box<Hold>),
}

impl Pull {
    /// Whether the mouse pulls, and does nothing else.
    pub(super) fn is_on(&self) -> bool {
        !matches!(self, Self::Nothing)
    }

    fn grips(&self) -> &[Grip] {
        match self {
            Self::Nothing => &[],
            Self::Reaching(_, grips) => grips,
            Self::Holding(hold) => std::slice::from_ref(&hold.grip),
        }
    }

    /// The numbers that it needs, 3 each.
    pub(super) fn quantities(&self) -> impl Iterator<Item = Quantity> {
        self.grips().iter().flat_map(|grip| grip.numbers.clone())
    }

    /// Takes the newest of them.
    pub(super) fn take(&mut self, values: &[f64]) {
        let grips = match self {
            Self::Nothing => &mut [],
            Self::Reaching(_, grips) => grips.as_mut_slice(),
            Self::Holding(hold) => std::slice::from_mut(&mut hold.grip),
        };
        for (grip, [x, y, z, force @ ..]) in grips.iter_mut().zip(values.as_chunks::<6>().0) {
            grip.now = Some([DVec3::new(*x, *y, *z), DVec3::from_array(*force)]);
        }
    }
}

/// Ctrl and the left button take hold of a SimObject until the button is released.
pub(super) fn hold(
    (buttons, keys, window): (Res<ButtonInput<MouseButton>>, Res<ButtonInput<KeyCode>>, Single<&Window>),
    (room, selection, shown): (Res<Room>, Res<Selection>, Res<Shown>),
    mut player: ResMut<Player>,
    mut overlays: ResMut<Overlays>,
    mut notice: ResMut<Notice>,
) {
    let is_ctrl = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    let cursor = window.cursor_position().filter(|cursor| room.is_free_at(*cursor));
    if buttons.just_pressed(MouseButton::Left)
        && is_ctrl
        && cursor.is_some()
        && let Some(object) = selection.hovered
    {
        let Some(model) = player.model() else {
            notice.tell("A replay cannot be pulled: open its scenario");
            return;
        };
        let grips = Grip::of(model, object);
        if grips.is_empty() {
            let name = &shown.scene.objects()[object].name;
            let other = model.grips().next().map(|grip| model.objects()[grip.force.object()].name());
            notice.tell(match other {
                Some(other) => format!("No force acts on `{name}`: pull what forces act on, such as `{other}`"),
                None => "Nothing can be pulled here: no SimObject has an in-port `Force` and a place `Pos`".to_owned(),
            });
            return;
        }
        overlays.pull = Pull::Reaching(object, grips);
    }
    if overlays.pull.is_on() && !buttons.pressed(MouseButton::Left) {
        if let Pull::Holding(hold) = &overlays.pull {
            player.send(Command::Set(hold.grip.input.clone(), hold.let_go().to_vec()));
        }
        overlays.pull = Pull::Nothing;
    }
}

/// Moves the end of the spring to the pointer, and sends its force.
pub(super) fn follow(
    window: Single<&Window>,
    cameras: Query<(&Camera, &GlobalTransform), With<StageCamera>>,
    (axes, seen): (Res<StageAxes>, Res<Seen>),
    mut player: ResMut<Player>,
    mut overlays: ResMut<Overlays>,
) {
    if !overlays.pull.is_on() {
        return;
    }
    let (Ok((camera, place)), Some(cursor)) = (cameras.single(), window.cursor_position()) else { return };
    let Some(ray) = pointer::ray(camera, place, cursor, &axes) else { return };
    if let Pull::Reaching(object, grips) = &overlays.pull {
        // The one that is nearest to the pointer.
        let beside = |grip: &Grip| -> Option<f32> {
            let at = camera.world_to_viewport(place, axes.point(grip.now?[0].to_array())).ok()?;
            Some(at.distance(cursor))
        };
        let known = grips.iter().filter_map(|grip| Some((beside(grip)?, grip)));
        let Some((_, grip)) = known.min_by(|one, other| one.0.total_cmp(&other.0)) else { return };
        let mass = player.model().and_then(|model| mass(&model.parameters(*object)));
        let diagonal = seen.0.map_or(1.0, |seen| seen.diagonal()).max(1e-9);
        let along = DVec3::from_array(axes.scenario_vector(*place.forward()));
        if let Some(hold) = Hold::new(grip.clone(), mass, diagonal, along) {
            overlays.pull = Pull::Holding(Box::new(hold));
        }
        return;
    }
    // To pull is no other overlay.
    if let Pull::Holding(hold) = &mut overlays.bypass_change_detection().pull {
        hold.aim(ray.origin, ray.direction);
        if let Some(force) = hold.pull(player.now().time) {
            player.send(Command::Set(hold.grip.input.clone(), force.to_vec()));
        }
    }
}

/// The mass of a SimObject, kg, if a parameter says so.
fn mass(parameters: &[Parameter]) -> Option<f64> {
    let parameter = parameters.iter().find(|parameter| parameter.name == "Mass" && parameter.unit == "kg")?;
    parameter.numbers.first().copied().filter(|mass| *mass > 0.0)
}

/// The spring, and how hard it pulls.
pub(super) fn draw(
    overlays: Res<Overlays>,
    mut gizmos: Gizmos,
    mut contexts: EguiContexts,
    (window, room, axes, units): (Single<&Window>, Res<Room>, Res<StageAxes>, Res<Units>),
) -> Result {
    let Pull::Holding(hold) = &overlays.pull else { return Ok(()) };
    let (Some([from, _]), Some(cursor)) = (hold.grip.now, window.cursor_position()) else { return Ok(()) };
    let tip = 0.1 * from.distance(hold.target) as f32;
    gizmos.arrow(axes.point(from.to_array()), axes.point(hold.target.to_array()), COLOUR).with_tip_length(tip);
    let unit = units.of("N");
    let words = format!("{} {}", readable(unit.number(hold.force.length())), unit.printed());
    let layer = LayerId::new(Order::Background, "pull".into());
    let painter = Painter::new(contexts.ctx_mut()?.clone(), layer, room.rect);
    names::write(&painter, Pos2::new(cursor.x + 14.0, cursor.y - 8.0), Align2::LEFT_BOTTOM, &words);
    Ok(())
}
