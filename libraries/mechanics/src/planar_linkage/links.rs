//! The links of a linkage.

use simobject::{Creator, SimObject};

/// One rigid link.
pub(super) struct Link {
    /// From its hinge to the next one, along its x, m.
    pub(super) length: f64,
    /// kg.
    pub(super) mass: f64,
    /// In its axes, m.
    pub(super) centre_of_mass: [f64; 2],
    /// Friction of its hinge, N m s/rad.
    pub(super) damping: f64,
    /// Mass times centre of mass, with the mass of all links behind it at its
    /// end, kg m.
    pub(super) first_moment: [f64; 2],
    /// About its hinge, with the mass of all links behind it at its end, kg m^2.
    pub(super) second_moment: f64,
}

/// Most links, and most points.
pub(super) const MOST: f64 = 1000.0;

impl Link {
    /// Asks for the parameters of all links.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>, count: usize) -> Vec<Self> {
        let damping: Vec<f64> = c
            .parameter("Damping")
            .unit("N m s/rad")
            .doc("Viscous friction of the hinges: one number for each, or one for all")
            .at_least(0.0)
            .length(count)
            .default(vec![0.0; count]);
        let mut links: Vec<Self> =
            (1..=count).zip(damping).map(|(number, damping)| Self::one(c, number, damping)).collect();
        let mut behind = 0.0;
        for (i, link) in links.iter_mut().enumerate().rev() {
            let number = i + 1;
            link.first_moment[0] += behind * link.length;
            link.second_moment += behind * link.length * link.length;
            behind += link.mass;
            if link.second_moment == 0.0 {
                let message = format!(
                    "nothing resists when link {number} turns: it and what is behind it have no moment of inertia about \
                     its hinge; give it a mass or `Inertia{number}`"
                );
                c.error(format!("Mass{number}"), message);
            }
        }
        links
    }

    fn one<T: SimObject>(c: &mut Creator<'_, T>, number: usize, damping: f64) -> Self {
        let length: f64 = c
            .parameter(format!("Length{number}"))
            .unit("m")
            .doc(format!("Length of link {number}: from its hinge to the next one, along its x"))
            .at_least(0.0)
            .required();
        let mass: f64 = c
            .parameter(format!("Mass{number}"))
            .unit("kg")
            .doc(format!("Mass of link {number}"))
            .at_least(0.0)
            .required();
        let inertia: f64 = c
            .parameter(format!("Inertia{number}"))
            .unit("kg m^2")
            .doc(format!("Moment of inertia of link {number} about its centre of mass"))
            .at_least(0.0)
            .required();
        let centre_of_mass: [f64; 2] = c
            .parameter(format!("CenterOfMass{number}"))
            .unit("m")
            .doc(format!("Centre of mass of link {number} in its axes: the middle if not given"))
            .optional()
            .unwrap_or([0.5 * length, 0.0]);
        let [x, y] = centre_of_mass;
        Self {
            length,
            mass,
            centre_of_mass,
            damping,
            first_moment: [mass * x, mass * y],
            second_moment: inertia + mass * (x * x + y * y),
        }
    }
}
