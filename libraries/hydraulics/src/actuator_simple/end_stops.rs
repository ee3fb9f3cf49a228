//! What keeps a piston in its cylinder.

use simobject::{Creator, Crossing, Indicator, Io, Out, Sampled, SimObject};

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
    pub(super) contact: Sampled<1>,
    retracted: Indicator,
    extended: Indicator,
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

    /// Above 0 as long as a contact stays as it is, m: a stop is touched while
    /// it is pressed in and pushes.
    #[inline]
    pub(super) fn unchanged(&self, contact: Contact, at: Contact, stroke: f64, velocity: f64) -> f64 {
        let [depth, force] = self.pressed(at, stroke, velocity);
        let touching = if depth < force { depth } else { force };
        if contact == at { touching } else { -touching }
    }

    /// Where the piston touches to begin with.
    pub(super) fn first(&self, stroke: f64, velocity: f64) -> Contact {
        [Contact::Retracted, Contact::Extended]
            .into_iter()
            .find(|at| self.unchanged(*at, *at, stroke, velocity) > 0.0)
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
        let contact = c.sampled_state("Contact", "", doc);
        c.out_port_of("Contact", contact);
        let doc = "How far contact there is from its beginning or its end";
        let [retracted, extended] =
            ["Retracted", "Extended"].map(|name| c.indicator(name, "m", doc, Crossing::Falling));
        c.initial(ActuatorSimple::first_contact).reads(motion).sets((contact,));
        c.common_computation(ActuatorSimple::watch_stops).reads((motion, contact)).fills((retracted, extended));
        c.on_event(retracted, ActuatorSimple::touch_retracted).reads((contact,)).sets((contact,));
        c.on_event(extended, ActuatorSimple::touch_extended).reads((contact,)).sets((contact,));
        Some(Self { stops, contact, retracted, extended })
    }
}

impl ActuatorSimple {
    #[inline]
    fn watch_stops(&self, io: &mut Io<'_>) {
        let Some(Stops { stops, contact, retracted, extended }) = &self.stops else { return };
        let ([stroke], [velocity], [contact]) = (io.get(self.stroke), io.get(self.velocity_local), io.get(*contact));
        for (at, indicator) in [(Contact::Retracted, *retracted), (Contact::Extended, *extended)] {
            io.set(indicator, [stops.unchanged(Contact::of(contact), at, stroke, velocity)]);
        }
    }

    fn touch_retracted(&self, io: &mut Io<'_>) {
        self.touch(Contact::Retracted, io);
    }

    fn touch_extended(&self, io: &mut Io<'_>) {
        self.touch(Contact::Extended, io);
    }

    /// Contact at an end begins, or is over.
    fn touch(&self, at: Contact, io: &mut Io<'_>) {
        let Some(Stops { contact, .. }) = &self.stops else { return };
        let is_over = Contact::of(io.get(*contact)[0]) == at;
        io.set_now(*contact, [if is_over { Contact::None } else { at }.number()]);
    }

    fn first_contact(&self, io: &mut Io<'_>) {
        let Some(Stops { stops, contact, .. }) = &self.stops else { return };
        let ([stroke], [velocity]) = (io.get(self.stroke), io.get(self.velocity_local));
        io.set_initial(*contact, [stops.first(stroke, velocity).number()]);
    }
}
