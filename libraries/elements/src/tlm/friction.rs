use super::motion::{Motion, Moving};

/// Dry friction on the ground of a body that moves as [`Motion`] says: it stays at
/// rest as long as no more than `holding`, N, pulls at it; when it slides,
/// friction falls from that to `sliding`, N, as by R. Stribeck (1902):
///
/// ```text
/// F(v) = sliding + (holding - sliding) exp(-(v / velocity)^2)
/// ```
///
/// with `velocity` 0 at once. The way that it slides, 1, -1 or 0 (at rest), is
/// remembered from tick to tick, and so it does not chatter: it is 0 exactly at
/// rest. Where the velocity would change its sign within a step, the body is
/// brought to where it comes to rest, and goes on from there for what is left of
/// the step if it is not held. That it begins to slide is seen at ticks.
#[derive(Debug, Clone, Copy)]
pub struct Friction {
    holding: f64,
    sliding: f64,
    velocity: f64,
}

impl Friction {
    /// Of two forces, N, and a velocity, m/s, all 0 or more. One at rest that is
    /// less than that of sliding counts as the latter.
    #[inline]
    pub fn new(holding: f64, sliding: f64, velocity: f64) -> Self {
        Self { holding: holding.max(sliding), sliding, velocity }
    }

    /// Friction, N, at a speed, m/s.
    #[inline]
    pub fn at(&self, speed: f64) -> f64 {
        if self.velocity == 0.0 {
            return self.sliding;
        }
        let part = speed / self.velocity;
        self.sliding + (self.holding - self.sliding) * (-part * part).exp()
    }

    /// At the start: where it is, and the way that it slides.
    pub fn start(&self, motion: &Motion, x: f64, v: f64, force: f64, damping: f64) -> (Moving, f64) {
        if v == 0.0 {
            return self.at_rest(motion, x, force, damping, 0.0);
        }
        let way = v.signum();
        (motion.start(x, v, force - way * self.at(v.abs()), damping), way)
    }

    /// At this tick: where it is, and the way that it slides, from those of the
    /// tick before, and the force, N, and damping, N s/m, now.
    #[inline]
    pub fn next(&self, motion: &Motion, before: Moving, way: f64, force: f64, damping: f64) -> (Moving, f64) {
        if way == 0.0 {
            return self.at_rest(motion, before.x, force, damping, 0.0);
        }
        let step = motion.step();
        let speed = (way * (before.v + step * before.a)).max(0.0);
        let now = motion.next(before, force - way * self.at(speed), damping);
        if way * now.v > 0.0 {
            return (now, way);
        }
        // It comes to rest after this part of the step.
        let part = if before.v == 0.0 { 0.0 } else { before.v / (before.v - now.v) };
        let x = before.x + 0.5 * part * step * before.v;
        self.at_rest(motion, x, force, damping, (1.0 - part) * step)
    }

    /// From rest, after a time, s, with this force.
    fn at_rest(&self, motion: &Motion, x: f64, force: f64, damping: f64, time: f64) -> (Moving, f64) {
        let pull = motion.pull(x, force);
        if pull.abs() <= self.holding {
            return (Moving { x, v: 0.0, a: 0.0 }, 0.0);
        }
        let way = pull.signum();
        (motion.away_from_rest(x, force - way * self.at(0.0), damping, time), way)
    }
}
