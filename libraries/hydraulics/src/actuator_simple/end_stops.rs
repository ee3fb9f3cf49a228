//! What keeps a piston in its cylinder.

use simobject::{Creator, Crossing, DiscreteState, Indicator, Io, Out, Result, check_mode};
use simobject_elements::hydraulic::{Contact, EndStops};

use super::ActuatorSimple;

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
