//! Bundles: in-ports and out-ports that are connected together.

use crate::abi;
use crate::creator::Creator;
use crate::datum::Datum;
use crate::handle::{In, InSlice, Out, OutSlice, StateHandle, Sum};
use crate::place::Place;
use crate::simobject::SimObject;
use crate::text::Text;

/// What bundles of one kind are made of: a name, and two sides, each of which
/// gives signals that the other one reads.
///
/// Two kinds are the same if their names, sides and members (names, units,
/// widths) are. So libraries agree by declaring the same, in any language.
/// The crate `simobject-elements` has some.
///
/// ```
/// # use simobject::*;
/// /// A shaft: one side says how fast it turns, the other how it is loaded.
/// const SHAFT: BundleKind = BundleKind::new(
///     "Shaft",
///     "A rotating shaft",
///     Side::gives("Drive", &[Member::new("w", "rad/s", 1, "Angular velocity")]),
///     Side::gives("Load", &[Member::new("T", "N m", 1, "Torque of the load").open(&[0.0])]),
/// );
/// # struct Motor { velocity: Out<1>, torque: In<1> }
/// # impl Motor {
/// # fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Self {
/// let shaft = c.bundle("Shaft", &SHAFT, "Drive", "What it drives");
/// Self { velocity: c.out_member(shaft, "w"), torque: c.in_member(shaft, "T") }
/// # } }
/// ```
#[derive(Debug, Clone, Copy)]
pub struct BundleKind {
    name: &'static str,
    doc: &'static str,
    sides: [Side; 2],
}

/// One side of a kind of bundles.
#[derive(Debug, Clone, Copy)]
pub struct Side {
    name: &'static str,
    gives: &'static [Member],
}

/// A signal of a kind of bundles.
#[derive(Debug, Clone, Copy)]
pub struct Member {
    name: &'static str,
    unit: &'static str,
    width: usize,
    doc: &'static str,
    open: &'static [f64],
    datum: Option<Datum>,
}

impl BundleKind {
    /// A kind with two sides of different names.
    pub const fn new(name: &'static str, doc: &'static str, one: Side, other: Side) -> Self {
        Self { name, doc, sides: [one, other] }
    }

    fn width_of(&self, member: &str) -> Option<usize> {
        let mut members = self.sides.iter().flat_map(|side| side.gives);
        members.find(|known| known.name == member).map(|known| known.width)
    }
}

impl Side {
    /// A side of that name, and the signals that it gives: out-ports of this
    /// side, in-ports of the other one.
    pub const fn gives(name: &'static str, members: &'static [Member]) -> Self {
        Self { name, gives: members }
    }
}

impl Member {
    /// A signal of `width` elements.
    pub const fn new(name: &'static str, unit: &'static str, width: usize, doc: &'static str) -> Self {
        Self { name, unit, width, doc, open: &[], datum: None }
    }

    /// What an open end reads: as many numbers as it is wide, or one that fills
    /// it. Without this, a bundle that reads it must be connected.
    #[must_use]
    pub const fn open(self, values: &'static [f64]) -> Self {
        Self { open: values, ..self }
    }

    /// From where its numbers are counted.
    #[must_use]
    pub const fn datum(self, datum: Datum) -> Self {
        Self { datum: Some(datum), ..self }
    }

    fn lent(&self) -> abi::BundleMember {
        abi::BundleMember {
            name: abi::Text::of(self.name),
            unit: abi::Text::of(self.unit),
            doc: abi::Text::of(self.doc),
            width: self.width as u64,
            open: self.open.as_ptr(),
            open_count: self.open.len(),
            datum: self.datum.map_or(0, Datum::number),
            reserved: 0,
        }
    }
}

/// A declared bundle, by which its members are declared.
#[derive(Debug, Clone, Copy)]
pub struct Bundle {
    index: u32,
    kind: &'static BundleKind,
}

/// Bundles and their members.
impl<T: SimObject> Creator<'_, T> {
    /// A bundle: in-ports and out-ports under one name, which one connection
    /// joins with a bundle of the same kind and the other side. Declare every
    /// member after it, once: those that this side gives as out-ports, the
    /// others as in-ports. They are ordinary signals, called `P1.p` for the
    /// member `p` of the bundle `P1`, with the unit and description of the kind.
    pub fn bundle(
        &mut self,
        name: impl Into<Text>,
        kind: &'static BundleKind,
        side: &str,
        doc: impl Into<Text>,
    ) -> Bundle {
        let (name, doc) = (name.into(), doc.into());
        let members = kind.sides.map(|side| side.gives.iter().map(Member::lent).collect::<Vec<_>>());
        let lent = abi::BundleKind {
            member_size: abi::size::<abi::BundleMember>(),
            name: abi::Text::of(kind.name),
            doc: abi::Text::of(kind.doc),
            sides: kind.sides.map(|side| abi::Text::of(side.name)),
            members: members.each_ref().map(|members| members.as_ptr()),
            member_counts: members.each_ref().map(Vec::len),
            ..abi::BundleKind::NOTHING
        };
        let index = self.host.bundle(&abi::Bundle {
            name: abi::Text::of(&name),
            doc: abi::Text::of(&doc),
            kind: &raw const lent,
            side: abi::Text::of(side),
            ..abi::Bundle::NOTHING
        });
        Bundle { index, kind }
    }

    /// A member that the other side gives, of width `N`.
    pub fn in_member<const N: usize>(&mut self, bundle: Bundle, member: &str) -> In<N> {
        In::at(self.member(bundle, member, N, abi::ROLE_IN_PORT, 0))
    }

    /// One that adds up its sources inside the read, where it is not connected
    /// as part of its bundle but by itself.
    pub fn sum_member<const N: usize>(&mut self, bundle: Bundle, member: &str) -> Sum<N> {
        Sum::at(self.member(bundle, member, N, abi::ROLE_SUM_PORT, 0))
    }

    /// A member that the other side gives, as wide as its kind says: for types
    /// whose kind is chosen by a parameter.
    pub fn in_member_slice(&mut self, bundle: Bundle, member: &str) -> InSlice {
        let width = bundle.kind.width_of(member).unwrap_or(1);
        InSlice::at(self.member(bundle, member, width, abi::ROLE_IN_PORT, 0), width as u32)
    }

    /// A member that this side gives, of width `N`, which a common computation fills.
    pub fn out_member<const N: usize>(&mut self, bundle: Bundle, member: &str) -> Out<N> {
        Out::at(self.member(bundle, member, N, abi::ROLE_OUT_PORT, 0))
    }

    /// A member that this side gives, as wide as its kind says.
    pub fn out_member_slice(&mut self, bundle: Bundle, member: &str) -> OutSlice {
        let width = bundle.kind.width_of(member).unwrap_or(1);
        OutSlice::at(self.member(bundle, member, width, abi::ROLE_OUT_PORT, 0), width as u32)
    }

    /// A member that this side gives and that is a state, of the member's unit.
    pub fn out_member_of(&mut self, bundle: Bundle, member: &str, state: impl StateHandle) {
        let (index, width) = state.index_and_width();
        self.member(bundle, member, width, abi::ROLE_OUT_PORT_OF_STATE, index);
    }

    fn member(&mut self, bundle: Bundle, member: &str, width: usize, role: u32, state: u32) -> Place {
        self.host.signal(&abi::Signal {
            role,
            name: abi::Text::of(member),
            width: width as u64,
            state,
            bundle: bundle.index.saturating_add(1),
            ..abi::Signal::NOTHING
        })
    }
}
