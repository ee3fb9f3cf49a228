//! What keeps a piston in its cylinder.

use simobject::{Creator, Crossing, DiscreteState, Indicator, Io, Out, Result, SimObject, check_mode};

use super::ActuatorSimple;

/// A spring and a damper at both ends of the stroke, which push, and never pull.
pub(super) struct EndStops {
    /// N/m.
    stiffness: f64,
    /// Damping over stiffness, s.
    relaxation: f64,
    /// m.
    stroke_length: f64,
}

/// End stops and where they are touched.
pub(super) struct Stops {
    pub(super) stops: EndStops,
    pub(super) contact: DiscreteState<1>,
    retracted: AtEnd,
    extended: AtEnd,
}

/// The events at one end.
#[derive(Clone, Copy)]
struct AtEnd {
    touch: Indicator,
    leave: Indicator,
}

/// Where the piston touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Contact {
    /// Nowhere.
    None,
    /// At stroke 0.
    Retracted,
    /// At the full stroke.
    Extended,
}

impl Contact {
    /// As the state tells it.
    #[inline]
    pub(super) fn of(number: f64) -> Self {
        if number == 0.0 {
            Self::None
        } else if number < 0.0 {
            Self::Retracted
        } else {
            Self::Extended
        }
    }

    pub(super) fn number(self) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Retracted => -1.0,
            Self::Extended => 1.0,
        }
    }
}

impl EndStops {
    /// Asks for the parameters; there are none without stiffness.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>, stroke_length: f64) -> Option<Self> {
        let stiffness: f64 = c
            .parameter("StopStiffness")
            .unit("N/m")
            .doc("Stiffness of the end stops; 0: there are none")
            .at_least(0.0)
            .default(0.0);
        let damping: f64 =
            c.parameter("StopDamping").unit("N s/m").doc("Damping of the end stops").at_least(0.0).default(0.0);
        if damping > 0.0 && stiffness == 0.0 {
            c.error("StopDamping", "there are no end stops without `StopStiffness`");
        }
        (stiffness > 0.0).then(|| Self { stiffness, relaxation: damping / stiffness, stroke_length })
    }

    /// How far a stop is pressed in, m, and how far its force at this velocity
    /// would press its spring alone.
    #[inline]
    fn pressed(&self, at: Contact, stroke: f64, velocity: f64) -> [f64; 2] {
        let (depth, inwards) = match at {
            Contact::None => return [0.0; 2],
            Contact::Retracted => (-stroke, -velocity),
            Contact::Extended => (stroke - self.stroke_length, velocity),
        };
        [depth, depth + self.relaxation * inwards]
    }

    /// The pull of the stop that is touched, N: negative at stroke 0.
    #[inline]
    pub(super) fn tension(&self, contact: Contact, stroke: f64, velocity: f64) -> f64 {
        contact.number() * self.stiffness * self.pressed(contact, stroke, velocity)[1]
    }

    /// Above 0 while a stop is pressed in and pushes, m.
    #[inline]
    fn touching(&self, at: Contact, stroke: f64, velocity: f64) -> f64 {
        let [depth, force] = self.pressed(at, stroke, velocity);
        if depth < force { depth } else { force }
    }

    /// Where the piston touches to begin with.
    pub(super) fn first(&self, stroke: f64, velocity: f64) -> Contact {
        [Contact::Retracted, Contact::Extended]
            .into_iter()
            .find(|at| self.touching(*at, stroke, velocity) > 0.0)
            .unwrap_or(Contact::None)
    }
}

impl Stops {
    /// Asks for the parameters and declares what watches the stroke and its
    /// velocity, if there are end stops.
    pub(super) fn declare(
        c: &mut Creator<'_, ActuatorSimple>,
        motion: (Out<1>, Out<1>),
        stroke_length: f64,
    ) -> Option<Self> {
        let stops = EndStops::declare(c, stroke_length)?;
        let doc = "-1 where the piston is at stroke 0, 1 where it is at StrokeLength, else 0";
        let contact = c.discrete_state("Contact", "", doc);
        c.out_port_of("Contact", contact);
        let [retracted, extended] = ["Retracted", "Extended"].map(|end| {
            let mut falling =
                |does: &str, doc: &'static str| c.indicator(format!("{does}{end}"), "m", doc, Crossing::Falling);
            AtEnd {
                touch: falling("Touch", "How far contact there is from its beginning; 1 in contact"),
                leave: falling("Leave", "How far contact there is from its end; 1 without it"),
            }
        });
        c.initial(ActuatorSimple::first_contact).reads(motion).sets(contact);
        c.initial(ActuatorSimple::check_contact).reads(contact);
        c.common_computation(ActuatorSimple::watch_stops).reads((motion, contact)).fills((
            retracted.touch,
            retracted.leave,
            extended.touch,
            extended.leave,
        ));
        c.on_event(retracted.touch, ActuatorSimple::touch_retracted).reads(()).sets(contact);
        c.on_event(extended.touch, ActuatorSimple::touch_extended).reads(()).sets(contact);
        for end in [retracted, extended] {
            c.on_event(end.leave, ActuatorSimple::leave_stop).reads(()).sets(contact);
        }
        Some(Self { stops, contact, retracted, extended })
    }
}

impl ActuatorSimple {
    /// An indicator that does not apply is 1. From one end to the other the
    /// piston leaves the first one, also within one instant.
    #[inline]
    fn watch_stops(&self, io: &mut Io<'_>) {
        let Some(Stops { stops, contact, retracted, extended }) = &self.stops else { return };
        let ([stroke], [velocity], [contact]) = (io.get(self.stroke), io.get(self.velocity_local), io.get(*contact));
        let contact = Contact::of(contact);
        for (at, AtEnd { touch, leave }) in [(Contact::Retracted, *retracted), (Contact::Extended, *extended)] {
            let touching = stops.touching(at, stroke, velocity);
            io.set(touch, [if contact == Contact::None { -touching } else { 1.0 }]);
            io.set(leave, [if contact == at { touching } else { 1.0 }]);
        }
    }

    fn touch_retracted(&self, io: &mut Io<'_>) {
        self.set_contact(Contact::Retracted, io);
    }

    fn touch_extended(&self, io: &mut Io<'_>) {
        self.set_contact(Contact::Extended, io);
    }

    fn leave_stop(&self, io: &mut Io<'_>) {
        self.set_contact(Contact::None, io);
    }

    fn set_contact(&self, now: Contact, io: &mut Io<'_>) {
        let Some(Stops { contact, .. }) = &self.stops else { return };
        io.set_now(*contact, [now.number()]);
    }

    fn check_contact(&self, io: &mut Io<'_>) -> Result<()> {
        let Some(Stops { contact, .. }) = &self.stops else { return Ok(()) };
        check_mode("Contact", &io.get(*contact), &[-1.0, 0.0, 1.0])
    }

    fn first_contact(&self, io: &mut Io<'_>) {
        let Some(Stops { stops, contact, .. }) = &self.stops else { return };
        let ([stroke], [velocity]) = (io.get(self.stroke), io.get(self.velocity_local));
        io.set_initial(*contact, [stops.first(stroke, velocity).number()]);
    }
}
