//! The stroke of a piston: end stops, or a warning where nothing keeps the piston in its cylinder.

use simobject::{Creator, Crossing, DiscreteState, Indicator, Io, Out, Read, Reads, Result, SimObject, check_mode};

use super::EndStops;
use crate::alarm::{Alarm, Alarmed};

/// Stroke and velocity of a piston, and its ends.
#[derive(Debug, Clone, Copy)]
pub struct Stroke<V> {
    position: Out<1>,
    velocity: V,
    /// m.
    length: f64,
    ends: Ends,
}

/// The ends of a stroke.
#[derive(Debug, Clone, Copy)]
enum Ends {
    Stops(Stops),
    Open(Alarm),
}

/// End stops and the contact with them, by events.
#[derive(Debug, Clone, Copy)]
struct Stops {
    law: EndStops,
    contact: DiscreteState<1>,
    /// At stroke 0 and at the full stroke.
    touch: [Indicator; 2],
    leave: [Indicator; 2],
}

/// The contact with each end.
const ENDS: [f64; 2] = [-1.0, 1.0];

/// By how much a stroke may leave its range without a warning, as a part of the range.
const ROUNDING: f64 = 1e-10;
/// Number of the alarm.
const OUT_OF_RANGE: u8 = 3;

/// A SimObject with a piston.
pub trait Stroked: SimObject {
    /// Handle of the velocity, m/s.
    type Velocity: Read<1> + Reads + Copy;

    /// The stroke.
    fn stroke(&self) -> &Stroke<Self::Velocity>;

    /// An indicator that does not apply is 1. From one end to the other the piston leaves the first one, also within
    /// one instant.
    #[doc(hidden)]
    #[inline]
    fn watch_stops(&self, io: &mut Io<'_>) {
        let Stroke { ends: Ends::Stops(Stops { law, contact, touch, leave }), .. } = self.stroke() else { return };
        let ([stroke, velocity], [contact]) = (self.stroke().motion(io), io.get(*contact));
        for (k, at) in ENDS.into_iter().enumerate() {
            let touching = law.touching(at, stroke, velocity);
            io.set(touch[k], [if contact == 0.0 { -touching } else { 1.0 }]);
            io.set(leave[k], [if contact == at { touching } else { 1.0 }]);
        }
    }

    #[doc(hidden)]
    fn touch<const END: usize>(&self, io: &mut Io<'_>) {
        self.stroke().set_contact(ENDS[END], io);
    }

    #[doc(hidden)]
    fn leave(&self, io: &mut Io<'_>) {
        self.stroke().set_contact(0.0, io);
    }

    #[doc(hidden)]
    fn check_contact(&self, io: &mut Io<'_>) -> Result<()> {
        let Some(contact) = self.stroke().contact() else { return Ok(()) };
        check_mode("Contact", &io.get(contact), &[-1.0, 0.0, 1.0])
    }

    #[doc(hidden)]
    fn first_contact(&self, io: &mut Io<'_>) {
        let Stroke { ends: Ends::Stops(Stops { law, contact, .. }), .. } = self.stroke() else { return };
        let [stroke, velocity] = self.stroke().motion(io);
        io.set_initial(*contact, [law.first(stroke, velocity)]);
    }
}

impl<T: Stroked> Alarmed<OUT_OF_RANGE> for T {
    #[inline]
    fn alarm(&self) -> Option<&Alarm> {
        match &self.stroke().ends {
            Ends::Stops(_) => None,
            Ends::Open(alarm) => Some(alarm),
        }
    }

    /// How far the stroke is inside of its range, m; rounding does not count.
    #[inline]
    fn reserve(&self, io: &Io<'_>) -> f64 {
        let Stroke { position, length, .. } = self.stroke();
        let [stroke] = io.get(*position);
        let rest = length - stroke;
        let inside = if stroke < rest { stroke } else { rest };
        inside + ROUNDING * length
    }

    fn warning(&self, io: &Io<'_>) -> String {
        let ([stroke], range) = (io.get(self.stroke().position), self.stroke().length);
        format!(
            "the stroke, {stroke} m, leaves its range, 0 to {range} m: nothing holds the piston there, and this is said \
             only once; `StopStiffness` gives end stops"
        )
    }
}

impl<V: Read<1> + Reads + Copy> Stroke<V> {
    /// Asks for `StopStiffness` and `StopDamping`, and declares the events of a stroke from 0 to `length`, m: contact
    /// with the stops, or else a warning where the stroke leaves its range.
    pub fn declare<T: Stroked<Velocity = V>>(
        c: &mut Creator<'_, T>,
        position: Out<1>,
        velocity: V,
        length: f64,
    ) -> Self {
        let ends = match EndStops::declare(c, length) {
            Some(law) => Ends::Stops(Stops::declare(c, law, (position, velocity))),
            None => Ends::Open(Alarm::declare::<T, OUT_OF_RANGE>(
                c,
                ["OutOfRange", "1 once the stroke has been outside of 0 to StrokeLength, else 0"],
                ["InRange", "m", "How far the stroke is inside of its range"],
                position,
            )),
        };
        Self { position, velocity, length, ends }
    }

    /// For `reads` of the calculation that asks for the tension: the contact with the stops, if there are any.
    pub fn contact(&self) -> Option<DiscreteState<1>> {
        match &self.ends {
            Ends::Stops(stops) => Some(stops.contact),
            Ends::Open(_) => None,
        }
    }

    /// The pull of the end stops, N: negative at stroke 0, and 0 without stops.
    #[inline]
    pub fn tension(&self, io: &Io<'_>) -> f64 {
        let Ends::Stops(Stops { law, contact, .. }) = &self.ends else { return 0.0 };
        let [stroke, velocity] = self.motion(io);
        law.tension(io.get(*contact)[0], stroke, velocity)
    }

    #[inline]
    fn motion(&self, io: &Io<'_>) -> [f64; 2] {
        [io.get(self.position)[0], io.get(self.velocity)[0]]
    }

    fn set_contact(&self, now: f64, io: &mut Io<'_>) {
        if let Some(contact) = self.contact() {
            io.set_now(contact, [now]);
        }
    }
}

impl Stops {
    fn declare<T: Stroked>(c: &mut Creator<'_, T>, law: EndStops, motion: impl Reads + Copy) -> Self {
        let doc = "-1 where the piston is at stroke 0, 1 where it is at StrokeLength, else 0";
        let contact = c.discrete_state("Contact", "", doc);
        c.out_port_of("Contact", contact);
        let [touch, leave] = [
            ("Touch", "How far contact there is from its beginning; 1 in contact"),
            ("Leave", "How far contact there is from its end; 1 without it"),
        ]
        .map(|(does, doc)| {
            ["Retracted", "Extended"].map(|end| c.indicator(format!("{does}{end}"), "m", doc, Crossing::Falling))
        });
        c.initial(T::first_contact).reads(motion).sets(contact);
        c.initial(T::check_contact).reads(contact);
        c.common_computation(T::watch_stops).reads((motion, contact)).fills((touch, leave));
        c.on_event(touch[0], T::touch::<0>).reads(()).sets(contact);
        c.on_event(touch[1], T::touch::<1>).reads(()).sets(contact);
        for indicator in leave {
            c.on_event(indicator, T::leave).reads(()).sets(contact);
        }
        Self { law, contact, touch, leave }
    }
}
