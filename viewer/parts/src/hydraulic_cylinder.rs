//! A hydraulic cylinder: barrel, rod, piston and mounts.

use bowline_engine::scene::Figure;
use glam::Vec3;

use crate::colour::{DARK, STEEL};
use crate::part::Parts;
use crate::solid::Solid;

/// Adds its parts. The barrel has a collar where the rod comes out, and a
/// bottom; mounts are eyes with a pin across.
pub(crate) fn add(parts: &mut Parts<'_>, figure: &Figure<'_>) {
    let Figure::HydraulicCylinder { from, to, barrel_end, piston, barrel_radius, rod_radius, mount_radius } = *figure
    else {
        return;
    };
    let [from, to, barrel_end, piston] = [from, to, barrel_end, piston].map(|point| parts.axes.point(point));
    let [barrel_radius, rod_radius, mount_radius] =
        [barrel_radius, rod_radius, mount_radius].map(|radius| radius as f32);
    let direction = (to - from).normalize_or_zero();
    parts.between(Solid::Rod, from, barrel_end, barrel_radius, None);
    let collar = 0.35 * barrel_radius;
    let length = (barrel_end - from).length();
    if length > 2.0 * collar {
        for (end, towards) in [(from, direction), (barrel_end, -direction)] {
            parts.between(
                Solid::Rod,
                end - 0.02 * collar * towards,
                end + collar * towards,
                1.12 * barrel_radius,
                Some(DARK),
            );
        }
    }
    parts.between(Solid::Rod, piston, to, rod_radius, Some(STEEL));
    // Seen where the rod has left the barrel.
    parts.between(Solid::Rod, piston, piston + 0.3 * barrel_radius * direction, 0.96 * barrel_radius, Some(STEEL));
    let pin = direction.cross(Vec3::Y);
    let pin = if pin.length() > 1e-3 { pin.normalize() } else { Vec3::X };
    for mount in [from, to] {
        parts.between(
            Solid::Rod,
            mount - 0.5 * mount_radius * pin,
            mount + 0.5 * mount_radius * pin,
            mount_radius,
            None,
        );
        let (long, thin) = (0.62 * mount_radius * pin, 0.45 * mount_radius);
        parts.between(Solid::Rod, mount - long, mount + long, thin, Some(STEEL));
    }
}
