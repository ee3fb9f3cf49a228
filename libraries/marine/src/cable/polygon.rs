//! A line of segments without mass, and nodes that weigh, in equilibrium between two points of a vertical plane: the
//! catenary of the lumped line, of which the continuous one is the limit.

use super::catenary::Span;
use crate::numerics::root::root;

/// Where the nodes are: how far away and how far up from the lower end, each of them, with the ends. None if no
/// equilibrium with tension was found, as where a line lies in bights.
pub(super) fn polygon(span: &Span, segments: usize) -> Option<Vec<[f64; 2]>> {
    let chain = Chain { span, segments, length: span.length / segments as f64 };
    // The distance grows with the horizontal force, if the rise is kept.
    let scale = span.weight.abs() * span.length + 1e-6 * span.stiffness;
    let bracket = [(1e-9 * scale).ln(), (1e3 * scale + 10.0 * span.stiffness).ln()];
    let miss = |at: f64| {
        let horizontal = at.exp();
        Some(chain.reach(horizontal, chain.vertical(horizontal)?, |_| {})[0] - span.distance)
    };
    if miss(bracket[0])? > 0.0 || miss(bracket[1])? < 0.0 {
        return None;
    }
    let horizontal = root(bracket, 0.5 * (bracket[0] + bracket[1]), |at| Some((miss(at)?, None)))?.exp();
    let mut steps = Vec::with_capacity(segments);
    chain.reach(horizontal, chain.vertical(horizontal)?, |step| steps.push(step));
    let mut place = [0.0; 2];
    let mut nodes = vec![place];
    for step in steps.iter().rev() {
        place = [place[0] + step[0], place[1] + step[1]];
        nodes.push(place);
    }
    Some(nodes)
}

/// The line, whose nodes have the weight of a segment each.
struct Chain<'a> {
    span: &'a Span,
    segments: usize,
    length: f64,
}

impl Chain<'_> {
    /// How far away and how far up the upper end is, with the forces of the highest segment; `each` gets what the segments
    /// add to both, from there on.
    fn reach(&self, horizontal: f64, vertical: f64, mut each: impl FnMut([f64; 2])) -> [f64; 2] {
        let (mut end, mut force) = ([0.0; 2], vertical);
        for _ in 0..self.segments {
            if self.span.ground.is_some() && force < 0.0 {
                // The ground bears it.
                force = 0.0;
            }
            let tension = horizontal.hypot(force);
            let long = self.length * (1.0 + tension / self.span.stiffness) / tension;
            let step = [horizontal * long, force * long];
            each(step);
            end = [end[0] + step[0], end[1] + step[1]];
            force -= self.span.weight * self.length;
        }
        end
    }

    /// The vertical force of the highest segment with which the rise is right; it grows with it.
    fn vertical(&self, horizontal: f64) -> Option<f64> {
        let rise = |vertical: f64| self.reach(horizontal, vertical, |_| {})[1] - self.span.rise;
        let mut reach = self.span.weight.abs() * self.span.length + horizontal;
        while rise(reach) < 0.0 || (self.span.ground.is_none() && rise(-reach) > 0.0) {
            reach *= 2.0;
            if !reach.is_finite() {
                return None;
            }
        }
        let low = if self.span.ground.is_some() { 0.0 } else { -reach };
        root([low, reach], 0.5 * (low + reach), |vertical| Some((rise(vertical), None)))
    }
}
