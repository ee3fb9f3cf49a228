//! A ray of sight, and how it meets what has a simple form.

use bevy::math::DVec3;

/// What lies behind a pixel: a line, and how far about it a pixel or a few reach.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// Where it begins, m.
    pub origin: DVec3,
    /// Where it goes, of length 1.
    pub direction: DVec3,
    /// How far it reaches sideways at its origin, m.
    pub width: f64,
    /// And how much farther with each metre.
    pub spread: f64,
}

/// Where a ray meets something.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// How far from the ray's origin, m.
    pub distance: f64,
    /// How far beside it the ray goes by: 0 where it goes through it, up to 1
    /// where it is just within its reach.
    pub miss: f64,
}

impl Hit {
    /// The one that a user means: what lies in front, and what is just beside
    /// the pointer only where there is nothing behind it.
    pub fn better(self, other: Self) -> Self {
        let is_through = |hit: &Self| hit.miss == 0.0;
        match (is_through(&self), is_through(&other)) {
            (true, false) => self,
            (false, true) => other,
            (true, true) if self.distance <= other.distance => self,
            (false, false) if self.miss <= other.miss => self,
            _ => other,
        }
    }
}

impl Ray {
    fn reach(&self, distance: f64) -> f64 {
        self.width + self.spread * distance
    }

    /// Where it meets what reaches so far about a point that it passes at this
    /// distance from its origin, so far from the point.
    fn meet(&self, distance: f64, beside: f64, radius: f64) -> Option<Hit> {
        let reach = self.reach(distance);
        // What is not a number is nowhere.
        let is_near = beside <= radius + reach;
        if distance <= 0.0 || !is_near {
            return None;
        }
        let inside = (radius * radius - beside * beside).max(0.0).sqrt();
        let miss = if beside <= radius { 0.0 } else { (beside - radius) / reach };
        // Who looks from within sees what is there.
        Some(Hit { distance: (distance - inside).max(0.0), miss })
    }

    /// A sphere.
    pub fn sphere(&self, centre: DVec3, radius: f64) -> Option<Hit> {
        let distance = (centre - self.origin).dot(self.direction);
        self.meet(distance, self.at(distance).distance(centre), radius)
    }

    /// A line between two points, so thick.
    pub fn segment(&self, from: DVec3, to: DVec3, radius: f64) -> Option<Hit> {
        let (along, between) = (to - from, from - self.origin);
        let (length2, lean) = (along.length_squared(), along.dot(self.direction));
        // Where the two lines are nearest to each other (Ericson, "Real-Time
        // Collision Detection", 2005, section 5.1.9).
        let square = length2 - lean * lean;
        let (ahead, behind) = (between.dot(self.direction), between.dot(along));
        let part = if square > 1e-12 * length2 { ((lean * ahead - behind) / square).clamp(0.0, 1.0) } else { 0.0 };
        let point = from + part * along;
        let distance = (point - self.origin).dot(self.direction);
        self.meet(distance, self.at(distance).distance(point), radius)
    }

    /// A line through points, so thick.
    pub fn polyline(&self, points: &[DVec3], radius: f64) -> Option<Hit> {
        let segments = points.windows(2).filter_map(|ends| self.segment(ends[0], ends[1], radius));
        segments.reduce(Hit::better)
    }

    /// A box about the origin of its axes, which has half these sizes.
    pub fn cuboid(&self, centre: DVec3, axes: [DVec3; 3], half: DVec3) -> Option<Hit> {
        let to_centre = centre - self.origin;
        let reach = self.reach(to_centre.dot(self.direction).max(0.0));
        let through = |margin: f64| {
            let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
            for (axis, half) in axes.iter().zip(half.to_array()) {
                let (offset, speed) = (axis.dot(to_centre), axis.dot(self.direction));
                let (near, far) = ((offset - half - margin) / speed, (offset + half + margin) / speed);
                // Along a face: within its two planes, or not.
                if speed.abs() < 1e-12 {
                    if offset.abs() <= half + margin {
                        continue;
                    }
                    return None;
                }
                enter = enter.max(near.min(far));
                leave = leave.min(near.max(far));
            }
            (enter <= leave).then_some(enter)
        };
        let hit = |margin: f64, miss| through(margin).map(|distance| Hit { distance, miss });
        hit(0.0, 0.0).or_else(|| hit(reach, 1.0))
    }

    /// A triangle (Möller and Trumbore, "Fast, minimum storage ray-triangle
    /// intersection", 1997).
    pub fn triangle(&self, corners: [DVec3; 3]) -> Option<Hit> {
        let [a, b, c] = corners;
        let (ab, ac) = (b - a, c - a);
        let cross = self.direction.cross(ac);
        let determinant = ab.dot(cross);
        if determinant == 0.0 {
            return None;
        }
        let from = self.origin - a;
        let u = from.dot(cross) / determinant;
        let other = from.cross(ab);
        let v = self.direction.dot(other) / determinant;
        let distance = ac.dot(other) / determinant;
        (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance > 0.0).then_some(Hit { distance, miss: 0.0 })
    }

    fn at(&self, distance: f64) -> DVec3 {
        self.origin + distance * self.direction
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Along x, at a height of `y`; it reaches 0.01 m sideways.
    fn ray(y: f64) -> Ray {
        Ray { origin: DVec3::new(-10.0, y, 0.0), direction: DVec3::X, width: 0.01, spread: 0.0 }
    }

    fn through(distance: f64) -> Option<Hit> {
        Some(Hit { distance, miss: 0.0 })
    }

    #[test]
    fn a_sphere_is_met_at_its_front() {
        // A sphere of 5 m, at a height of 3 m: 4 m before its middle.
        assert_eq!(ray(3.0).sphere(DVec3::ZERO, 5.0), through(6.0));
        assert_eq!(ray(5.1).sphere(DVec3::ZERO, 5.0), None);
        assert_eq!(ray(3.0).sphere(DVec3::new(-20.0, 0.0, 0.0), 5.0), None, "behind");
        assert_eq!(ray(0.0).sphere(DVec3::new(-8.0, 0.0, 0.0), 5.0), through(0.0), "from within");
    }

    #[test]
    fn what_is_thin_is_met_within_reach() {
        let (from, to) = (DVec3::new(0.0, 0.0, -1.0), DVec3::new(0.0, 0.0, 1.0));
        assert_eq!(ray(0.0).segment(from, to, 0.0), through(10.0));
        let beside = ray(0.005).segment(from, to, 0.0).map(|hit| (hit.distance, hit.miss));
        assert_eq!(beside, Some((10.0, 0.5)));
        assert_eq!(ray(0.02).segment(from, to, 0.0), None);
        // Beyond its end.
        let far = [DVec3::new(0.0, 0.0, 1.0), DVec3::new(0.0, 0.0, 2.0)];
        assert_eq!(ray(0.0).segment(far[0], far[1], 0.5), None);
        // Along the ray, and with both ends at one point.
        assert_eq!(ray(0.0).segment(DVec3::ZERO, DVec3::X, 0.0), through(10.0));
        assert_eq!(ray(0.0).segment(DVec3::ZERO, DVec3::ZERO, 1.0), through(9.0));
        let bent = [DVec3::new(0.0, 5.0, 0.0), DVec3::new(0.0, 1.0, 0.0), DVec3::new(3.0, -1.0, 0.0)];
        assert_eq!(ray(0.0).polyline(&bent, 0.0), through(11.5));
    }

    #[test]
    fn a_turned_box_is_met_at_its_edge() {
        let along = (0.5_f64).sqrt();
        let axes = [DVec3::new(along, along, 0.0), DVec3::new(-along, along, 0.0), DVec3::Z];
        // A cube of 2 m, turned by 45 degrees: its edge is the square root of 2 before its middle.
        let hit = ray(0.0).cuboid(DVec3::ZERO, axes, DVec3::ONE).map(|hit| hit.distance);
        assert!((hit.unwrap_or_default() - (10.0 - 2.0_f64.sqrt())).abs() < 1e-12, "{hit:?}");
        assert_eq!(ray(1.5).cuboid(DVec3::ZERO, axes, DVec3::ONE), None);
        let straight = [DVec3::X, DVec3::Y, DVec3::Z];
        assert_eq!(ray(0.9).cuboid(DVec3::ZERO, straight, DVec3::ONE), through(9.0));
        assert_eq!(ray(1.1).cuboid(DVec3::ZERO, straight, DVec3::ONE), None);
        assert_eq!(ray(1.005).cuboid(DVec3::ZERO, straight, DVec3::ONE).map(|hit| hit.miss), Some(1.0));
    }

    #[test]
    fn a_triangle_is_met_from_both_sides() {
        let corners = [DVec3::new(0.0, -1.0, -1.0), DVec3::new(0.0, 2.0, -1.0), DVec3::new(0.0, -1.0, 2.0)];
        assert_eq!(ray(0.0).triangle(corners), through(10.0));
        assert_eq!(ray(0.0).triangle([corners[1], corners[0], corners[2]]), through(10.0));
        assert_eq!(ray(3.0).triangle(corners), None);
    }

    #[test]
    fn what_is_beside_gives_way_to_what_is_behind() {
        let (near, far) = (Hit { distance: 1.0, miss: 0.0 }, Hit { distance: 2.0, miss: 0.0 });
        let beside = Hit { distance: 0.5, miss: 0.2 };
        assert_eq!(near.better(far), near);
        assert_eq!(far.better(near), near);
        assert_eq!(beside.better(far), far);
        assert_eq!(beside.better(Hit { distance: 0.1, miss: 0.9 }), beside);
    }

    #[test]
    fn what_is_nowhere_is_not_met() {
        let nowhere = DVec3::splat(f64::NAN);
        assert_eq!(ray(0.0).sphere(nowhere, 1.0), None);
        assert_eq!(ray(0.0).sphere(DVec3::ZERO, f64::NAN), None);
        assert_eq!(ray(0.0).segment(nowhere, DVec3::ZERO, 1.0), None);
        assert_eq!(ray(0.0).cuboid(nowhere, [DVec3::X, DVec3::Y, DVec3::Z], DVec3::ONE), None);
        assert_eq!(ray(0.0).triangle([nowhere; 3]), None);
    }
}
