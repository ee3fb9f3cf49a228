//! What keeps a piston in its cylinder.

use simobject::{Creator, Crossing, DiscreteState, In, Indicator, Io, Out, Result, check_mode};
use simobject_elements::hydraulic::{Contact, EndStops};

use super::Cylinder;

/// End stops, and where the piston touches them.
pub(super) struct Stops {
    pub(super) law: EndStops,
    pub(super) contact: DiscreteState<1>,
    /// At stroke 0 and at StrokeLength.
    touch: [Indicator; 2],
    leave: [Indicator; 2],
}

const ENDS: [Contact; 2] = [Contact::Retracted, Contact::Extended];

impl Stops {
    /// Asks for the parameters and declares what watches stroke and velocity, if there are end stops.
    pub(super) fn declare(c: &mut Creator<'_, Cylinder>, motion: (Out<1>, In<1>), stroke_length: f64) -> Option<Self> {
        let law = EndStops::declare(c, stroke_length)?;
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
        c.initial(Cylinder::first_contact).reads(motion).sets(contact);
        c.initial(Cylinder::check_contact).reads(contact);
        c.common_computation(Cylinder::watch_stops).reads((motion, contact)).fills((touch, leave));
        c.on_event(touch[0], Cylinder::touch::<0>).reads(()).sets(contact);
        c.on_event(touch[1], Cylinder::touch::<1>).reads(()).sets(contact);
        for indicator in leave {
            c.on_event(indicator, Cylinder::leave).reads(()).sets(contact);
        }
        Some(Self { law, contact, touch, leave })
    }
}

impl Cylinder {
    /// An indicator that does not apply is 1. From one end to the other the piston leaves the first one, also within one
    /// instant.
    #[inline]
    fn watch_stops(&self, io: &mut Io<'_>) {
        let Some(Stops { law, contact, touch, leave }) = &self.stops else { return };
        let ([stroke], [v_rel], [contact]) = (io.get(self.stroke), io.get(self.v_rel), io.get(*contact));
        let contact = Contact::of(contact);
        for (k, at) in ENDS.into_iter().enumerate() {
            let touching = law.touching(at, stroke, v_rel);
            io.set(touch[k], [if contact == Contact::None { -touching } else { 1.0 }]);
            io.set(leave[k], [if contact == at { touching } else { 1.0 }]);
        }
    }

    fn touch<const END: usize>(&self, io: &mut Io<'_>) {
        self.set_contact(ENDS[END], io);
    }

    fn leave(&self, io: &mut Io<'_>) {
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
        let Some(Stops { law, contact, .. }) = &self.stops else { return };
        let ([stroke], [v_rel]) = (io.get(self.stroke), io.get(self.v_rel));
        io.set_initial(*contact, [law.first(stroke, v_rel).number()]);
    }
}
