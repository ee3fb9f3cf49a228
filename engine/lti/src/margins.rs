//! How far a loop is from instability.

use crate::eigenvalues::eigenvalues;
use crate::error::LtiError;
use crate::response::Channels;
use crate::root::{self, Sample};
use crate::structure::between;
use crate::sweep::sweep;
use crate::system::LinearSystem;
use num_complex::Complex64 as Complex;

/// The sine of a phase that rounding may have made.
const NOISE: f64 = 1e-10;

/// How far a loop is from instability, whose open loop L is the response of a system from an input to an output,
/// and which is closed by u = r - y.
#[derive(Debug, Clone, PartialEq)]
pub struct Margins {
    /// Where L is real and negative: the frequency, Hz, and the factor 1 / |L| by which the gain may change there.
    /// The one nearest to 1 is the first. The frequency is infinite where a continuous system passes its input
    /// through with a negative factor.
    pub gain: Vec<(f64, f64)>,
    /// Where |L| is 1: the frequency, Hz, and by how far the phase is above -180 degrees, above -180 and up to 180
    /// degrees. The one nearest to 0 is the first.
    pub phase: Vec<(f64, f64)>,
    /// Where |L| is 1: the frequency, Hz, and the delay, s, that takes the phase down to -180 degrees. The smallest
    /// is the first.
    pub delay: Vec<(f64, f64)>,
    /// Whether the closed loop is stable: all eigenvalues of A - B C / (1 + D) have negative real parts, or
    /// magnitudes below 1 if the system is sampled. Only states between the input and the output are looked at, as
    /// the zeros of the matrices tell. `None` where D is -1, so that the loop has no solution.
    pub is_stable_closed_loop: Option<bool>,
}

/// The margins of the loop that is open from an input to an output of a system. Crossovers are looked for on a grid
/// about the frequencies of poles and zeros, which is made finer where the response turns fast, and then found to
/// within rounding. One that only touches is not found.
///
/// # Errors
///
/// What [`LinearSystem::check`] finds, [`LtiError::NoSuch`], [`LtiError::NoConvergence`].
pub fn margins(system: &LinearSystem, output: usize, input: usize) -> Result<Margins, LtiError> {
    system.check()?;
    system.check_channel(output, input)?;
    let channel = Channels::new(system, &[output], &[input]);
    // A pole on the axis is no crossover: there is no number.
    let response = |hertz: f64| channel.at(hertz).map_or(Complex::new(f64::NAN, f64::NAN), |values| values[0]);
    let points = sweep(system, output, input, response)?;

    let mut found = Margins {
        gain: Vec::new(),
        phase: Vec::new(),
        delay: Vec::new(),
        is_stable_closed_loop: is_stable_closed(system, output, input)?,
    };
    let mut add_gain = |hertz: f64, value: Complex| {
        if value.re < 0.0 {
            found.gain.push((hertz, 1.0 / value.re.abs()));
        }
    };
    let mut crossovers = Vec::new();
    let turn = |value: Complex| value.im / value.norm();
    for pair in points.windows(2) {
        let [(from, before), (to, after)] = [pair[0], pair[1]];
        if before.im * after.im < 0.0 && turn(before).abs().max(turn(after).abs()) > NOISE {
            let hertz = root::zero(
                |hertz| turn(response(hertz)),
                Sample { argument: from, value: turn(before) },
                Sample { argument: to, value: turn(after) },
            );
            let value = response(hertz);
            // Else it jumps there, at a pole.
            if turn(value).abs() < 1e-6 {
                add_gain(hertz, value);
            }
        }
        let level = |value: Complex| value.norm().ln();
        if (level(before) > 0.0) != (level(after) > 0.0) {
            let hertz = root::zero(
                |hertz| level(response(hertz)),
                Sample { argument: from, value: level(before) },
                Sample { argument: to, value: level(after) },
            );
            let value = response(hertz);
            if level(value).abs() < 1e-6 {
                crossovers.push((hertz, value));
            }
        }
    }
    // Points of the grid may be crossovers, and so may the ends of the axis, where responses are real.
    for three in points.windows(3).filter(|three| three[1].1.im == 0.0 && three[0].1.im * three[2].1.im < 0.0) {
        add_gain(three[1].0, three[1].1);
    }
    for hertz in [Some(0.0), system.sample_time.map(|step| 0.5 / step)].into_iter().flatten() {
        add_gain(hertz, response(hertz));
    }
    if system.sample_time.is_none() {
        add_gain(f64::INFINITY, system.d[(output, input)].into());
    }
    for (hertz, value) in crossovers {
        // -L turns from the positive axis: its phase is how far L is above -180 degrees.
        let degrees = (-value).arg().to_degrees();
        let degrees = if degrees <= -180.0 { 180.0 } else { degrees };
        found.phase.push((hertz, degrees));
        if hertz > 0.0 {
            found.delay.push((hertz, degrees.rem_euclid(360.0) / 360.0 / hertz));
        }
    }
    found.gain.sort_by(|a, b| a.1.ln().abs().total_cmp(&b.1.ln().abs()).then(a.0.total_cmp(&b.0)));
    found.phase.sort_by(|a, b| a.1.abs().total_cmp(&b.1.abs()).then(a.0.total_cmp(&b.0)));
    found.delay.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
    Ok(found)
}

/// Whether the loop is stable when it is closed.
fn is_stable_closed(system: &LinearSystem, output: usize, input: usize) -> Result<Option<bool>, LtiError> {
    let states = between(system, &[input], &[output]);
    let through = 1.0 + system.d[(output, input)];
    if through == 0.0 {
        return Ok(None);
    }
    let mut a = system.a.part(&states, &states);
    for (i, &state) in states.iter().enumerate() {
        let factor = system.b[(state, input)] / through;
        let row = a.row_mut(i).iter_mut().zip(&states);
        row.for_each(|(element, &state)| *element -= factor * system.c[(output, state)]);
    }
    a.check_finite("A").map_err(|_| LtiError::Overflow("A of the closed loop"))?;
    let stable = |value: &Complex| match system.sample_time {
        None => value.re < 0.0,
        Some(_) => value.norm() < 1.0,
    };
    Ok(Some(eigenvalues(&a)?.iter().all(stable)))
}
