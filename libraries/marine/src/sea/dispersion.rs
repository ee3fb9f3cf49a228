//! How long waves are.

/// The wavenumber of waves of an angular frequency, rad/m: `w^2 = g k tanh(k h)`; deep water has no depth.
pub fn wavenumber(frequency: f64, depth: Option<f64>, gravity: f64) -> f64 {
    let deep = frequency * frequency / gravity;
    let Some(depth) = depth else { return deep };
    // Of x = k h; Newton's method, from the deep or the shallow side, comes to rounding in 4 to 6 steps.
    let wanted = deep * depth;
    let mut x = if wanted > 1.0 { wanted } else { wanted.sqrt() };
    for _ in 0..20 {
        let tanh = libm::tanh(x);
        let step = (x * tanh - wanted) / (tanh + x * (1.0 - tanh * tanh));
        if step.abs() <= 1e-16 * x {
            break;
        }
        x -= step;
    }
    x / depth
}

/// The angular frequency of waves of a wavenumber, rad/s.
pub fn frequency(wavenumber: f64, depth: Option<f64>, gravity: f64) -> f64 {
    let tanh = depth.map_or(1.0, |depth| libm::tanh(wavenumber * depth));
    (gravity * wavenumber * tanh).sqrt()
}

/// The velocity of a group of waves, `dw/dk`, m/s.
pub fn group_velocity(wavenumber: f64, depth: Option<f64>, gravity: f64) -> f64 {
    let phase = frequency(wavenumber, depth, gravity) / wavenumber;
    let shallow = depth.map_or(0.0, |depth| {
        let twice = 2.0 * wavenumber * depth;
        // Above, it is 0 to rounding.
        if twice < 700.0 { twice / libm::sinh(twice) } else { 0.0 }
    });
    0.5 * phase * (1.0 + shallow)
}
