//! A grip that is held, and the force on it.

use bevy::math::DVec3;
use bowline_engine::{Input, Model};

use crate::window::player::Quantity;

/// An in-port for a force, and the point on which it acts.
#[derive(Debug, Clone)]
pub(in crate::window) struct Grip {
    pub(super) input: Input,
    /// The point, and what the in-port has.
    pub(super) numbers: [Quantity; 2],
    /// Whether something feeds the in-port too.
    is_added: bool,
    /// The newest numbers: m, N.
    pub(super) now: Option<[DVec3; 2]>,
}

impl Grip {
    /// Those of the SimObject at a position.
    pub(super) fn of(model: &Model, object: usize) -> Vec<Self> {
        let its = model.grips().filter(|grip| grip.force.object() == object);
        its.filter_map(|grip| {
            let (force, place) = (model.signal_name(grip.force), model.signal_name(grip.place));
            let probe = |name: &str| model.probe(name).ok().map(Quantity::from);
            Some(Self {
                input: model.input(&force).ok()?,
                numbers: [probe(&place)?, probe(&force)?],
                is_added: model.is_added(grip.force),
                now: None,
            })
        })
        .collect()
    }
}

/// Something that is held with the mouse, through a spring from its point to the pointer.
#[derive(Debug, Clone)]
pub(in crate::window) struct Hold {
    pub(super) grip: Grip,
    /// kg.
    mass: f64,
    /// N/m.
    stiffness: f64,
    /// From picture to picture, s; none until two are known.
    step: Option<f64>,
    /// When and where its point was last: s, m.
    last: Option<(f64, DVec3)>,
    /// Through which the pointer moves: what was held lies in it.
    plane: [DVec3; 2],
    /// What the in-port had before, N: of one that nothing feeds.
    before: DVec3,
    /// Where the spring ends, m.
    pub(super) target: DVec3,
    /// How hard it pulls, N.
    pub(super) force: DVec3,
}

/// A body that is pulled aside by a tenth of the scene is accelerated by twice what gravity does; nobody waits longer than
/// two seconds for it to come. It hardly swings.
const SHARE: f64 = 0.1;
const ACCELERATION: f64 = 2.0 * 9.81;
const SLOWEST: f64 = 10.0;
/// So far a body may swing, rad, until the next picture changes the force, which is one of a picture before: from 0.4 on it
/// would be thrown about.
const SOFT: f64 = 0.25;

impl Hold {
    /// Holds a grip whose numbers are known, in a scene of that diagonal, m, seen along a direction; the body has that mass,
    /// kg, if anything says so.
    pub(super) fn new(grip: Grip, mass: Option<f64>, diagonal: f64, along: DVec3) -> Option<Self> {
        let [place, force] = grip.now?;
        let mass = mass.unwrap_or_else(|| if force.length() > 0.0 { force.length() / 9.81 } else { 1.0 });
        let stiffness = mass * SLOWEST.max(ACCELERATION / (SHARE * diagonal));
        let before = if grip.is_added { DVec3::ZERO } else { force };
        Some(Self {
            grip,
            mass,
            stiffness,
            step: None,
            last: None,
            plane: [place, along],
            before,
            target: place,
            force: DVec3::ZERO,
        })
    }

    /// The pointer is on a ray now: its origin and its direction.
    pub(super) fn aim(&mut self, origin: DVec3, direction: DVec3) {
        let [through, normal] = self.plane;
        let way = (through - origin).dot(normal) / direction.dot(normal);
        if way.is_finite() && way > 0.0 {
            self.target = origin + way * direction;
        }
    }

    /// What the in-port is to have at a simulated time, s; none as long as it hardly changes, or time stands still.
    pub(super) fn pull(&mut self, time: f64) -> Option<[f64; 3]> {
        let [place, _] = self.grip.now?;
        let velocity = match self.last.replace((time, place)) {
            Some((before, from)) if time > before => {
                self.step = Some(time - before);
                (place - from) / (time - before)
            }
            _ => DVec3::ZERO,
        };
        let stiffness = self.stiffness.min(self.mass * (SOFT / self.step?).powi(2));
        let damping = (2.0 * stiffness * self.mass).sqrt();
        let force = stiffness * (self.target - place) - damping * velocity;
        let is_other = (force - self.force).length() > HARDLY * force.length().max(self.force.length());
        (is_other && force.is_finite()).then(|| {
            self.force = force;
            (self.before + force).to_array()
        })
    }

    /// What the in-port has when it is let go.
    pub(super) fn let_go(&self) -> [f64; 3] {
        self.before.to_array()
    }
}

/// A change by less than this part is none.
const HARDLY: f64 = 0.01;

#[cfg(test)]
mod tests {
    use bowline_engine::{Catalog, LoadOptions, Source, Sources};

    use super::*;

    fn model() -> std::sync::Arc<Model> {
        let catalog = Catalog::new([&bowline_tutorial::LIBRARY]);
        let body = |name: &str| {
            format!(r#"<Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="{name}" Mass="2"/>"#)
        };
        let text = format!(
            r#"<Contents><OBJECTS>{}</OBJECTS><INTERCONNECTIONS><Connection A.Force="1,2,3"/></INTERCONNECTIONS>
            <INITIALIZATION><InitialCondition A.Pos="0,0,0" A.Vel="0,0,0"/></INITIALIZATION>
            <INTEGRATION><Engine TOutput="0, 1"/></INTEGRATION></Contents>"#,
            body("A")
        );
        bowline_engine::load(&Sources::new(Source::new("held.xml", text)), &catalog, LoadOptions::default())
            .expect("it is good")
    }

    /// 2 kg in a scene of 10 m: 1 m, a tenth, pulls with 2 kg 19.62 m/s^2; a pointer on a ray from the eye at (5, 0, -7) moves in the
    /// plane z = 0. Half a second later it is softer, 2 kg (0.25 / 0.5 s)^2 = 0.5 N/m, and damped by 0.7: sqrt(2 0.5 2) N s/m
    /// against 1 m/s. What numbers feed has its numbers again afterwards.
    #[test]
    fn a_tenth_of_the_scene_is_twice_its_weight() {
        let model = model();
        let [grip] = &*Grip::of(&model, 0) else { panic!("a mass has one grip") };
        let now = Some([DVec3::ZERO, DVec3::new(1.0, 2.0, 3.0)]);
        let mut hold = Hold::new(Grip { now, ..grip.clone() }, Some(2.0), 10.0, DVec3::Z).expect("it is known");
        assert_eq!(hold.pull(0.0), None, "nothing is known of its pictures");
        assert_eq!(hold.pull(0.05), None, "the pointer is where it was");
        hold.aim(DVec3::new(5.0, 0.0, -7.0), DVec3::new(-4.0, 0.0, 7.0));
        let pulled = hold.pull(0.1).expect("it moved");
        for (of, expected) in pulled.iter().zip([1.0 + 39.24, 2.0, 3.0]) {
            assert!((of - expected).abs() < 1e-9, "{pulled:?}");
        }
        assert_eq!(hold.pull(0.15), None, "nothing has moved since");
        // A pointer beyond the horizon moves nothing.
        hold.aim(DVec3::new(0.0, 0.0, -7.0), DVec3::new(0.0, 1.0, -1.0));
        assert_eq!(hold.pull(0.2), None);
        hold.grip.now = Some([DVec3::new(0.0, 0.5, 0.0), DVec3::ZERO]);
        let moving = hold.pull(0.7).expect("it moves");
        for (of, expected) in moving.iter().zip([1.5, 1.75 - 2.0_f64.sqrt(), 3.0]) {
            assert!((of - expected).abs() < 1e-9, "{moving:?}");
        }
        assert_eq!(hold.let_go(), [1.0, 2.0, 3.0]);
    }

    /// A free body of 2 kg comes to the pointer and stays there, however seldom there is a picture: each force acts until the
    /// next one, and is of a place that is a picture old.
    #[test]
    fn slow_pictures_throw_nothing_about() {
        let model = model();
        for step in [0.01, 0.1, 1.0, 5.0] {
            let [grip] = &*Grip::of(&model, 0) else { panic!("a mass has one grip") };
            let grip = Grip { now: Some([DVec3::ZERO; 2]), ..grip.clone() };
            let mut hold = Hold::new(grip, Some(2.0), 10.0, DVec3::Z).expect("it is known");
            hold.aim(DVec3::new(1.0, 0.0, -1.0), DVec3::Z);
            let (mut place, mut velocity, mut force, mut farthest) = (0.0, 0.0, 0.0, 0.0_f64);
            for picture in 0..2000 {
                let shown = place;
                place += step * velocity + 0.25 * step * step * force;
                velocity += 0.5 * step * force;
                hold.grip.now = Some([DVec3::new(shown, 0.0, 0.0), DVec3::ZERO]);
                force = hold.pull(step * f64::from(picture)).map_or(force, |force| force[0]);
                farthest = farthest.max(place);
            }
            assert!((place - 1.0).abs() < 0.02 && velocity.abs() * step < 0.02, "{step} s: {place} m, {velocity} m/s");
            assert!(farthest < 1.3, "{step} s: {farthest} m");
        }
    }
}
