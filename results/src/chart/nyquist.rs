//! Nyquist diagrams: the imaginary over the real part.

use super::plane::bound;
use super::responses::{Pair, Responses};
use super::{Chart, Guide, Interval, Line, Panel, Plane, Scale};

impl Chart {
    /// Draws imaginary over real parts at equal scales,
    /// with the point -1, the unit circle, and fainter what negative frequencies give.
    /// Where a curve runs away, as at low frequencies with an integrator, it is cut off.
    ///
    /// # Errors
    /// In words: a pair has magnitudes or phases only.
    ///
    /// # Panics
    /// There is no pair at one of the positions.
    pub fn nyquist(results: &[Responses<'_>]) -> Result<Self, String> {
        let (mut lines, mut seen, mut units) = (Vec::new(), Vec::new(), Vec::new());
        for pair in Pair::all(results) {
            let values = pair.complex()?;
            let Pair { hertz, response: pair, line } = pair;
            units.push(pair.unit.as_str());
            let most = bound(hertz, pair, 2.0);
            let place = |at: usize| if pair.is_at(at) { values[at] } else { (f64::NAN, f64::NAN) };
            let points: Vec<(f64, f64)> = (0..values.len()).map(place).collect();
            seen.extend(points.iter().copied().filter(|point| point.0.hypot(point.1) <= most * (1.0 + 1e-9)));
            lines.push(Line { points, hertz: hertz.to_vec(), ..line });
        }
        let size = seen.iter().map(|point| point.0.hypot(point.1)).fold(0.0, f64::max);
        // Of what is much smaller than 1 nothing would be seen beside the circle.
        let has_circle = size > 0.02 || size == 0.0;
        if has_circle {
            seen.extend([(-1.0, -1.0), (1.0, 1.0)]);
        }
        let circle = (0..=180).map(|step| (f64::from(step) * 2.0).to_radians().sin_cos()).map(|(y, x)| (x, y));
        let high = seen.iter().map(|point| point.1.abs()).fold(0.0, f64::max) * 1.08;
        let left = seen.iter().map(|point| point.0).fold(0.0, f64::min);
        let right = seen.iter().map(|point| point.0).fold(0.0, f64::max);
        let room = (right - left) * 0.04;
        let far = 1e3 * size.max(1.0);
        let plane = Plane {
            x: Interval { low: left - room, high: right + room },
            y: Interval { low: -high, high },
            is_equal: true,
            is_mirrored: true,
            guides: [vec![(-far, 0.0), (far, 0.0)], vec![(0.0, -far), (0.0, far)], circle.collect()]
                .map(|points| Guide { points, ..Guide::default() })
                .into(),
            crosses: if has_circle { vec![(-1.0, 0.0)] } else { Vec::new() },
        };
        let unit = if units.windows(2).all(|two| two[0] == two[1]) { units.first().copied() } else { None };
        let unit = bowline_harmless::name(unit.unwrap_or_default()).into_owned();
        let x = if unit.is_empty() { "Real part".to_owned() } else { format!("Real part [{unit}]") };
        let name = "Imaginary part".to_owned();
        let panel = Panel { name, unit, lines, has_legend: true, plane: Some(plane), scale: Scale::Linear };
        let left_out = Vec::new();
        Ok(Self { x, x_scale: Scale::Linear, panels: vec![panel], left_out, ..Self::default() })
    }
}
