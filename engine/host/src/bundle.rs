//! Bundles: in-ports and out-ports that are connected together.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use simobject::{Datum, Text};

use crate::{Comparison, Unit};

/// In-ports and out-ports of a SimObject under one name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Bundle {
    /// Its name.
    pub name: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// What it is made of.
    pub kind: Arc<BundleKind>,
    /// Which of the kind's sides it is: 0 or 1.
    pub side: usize,
    /// The signal of each member of the kind, in the kind's order.
    pub members: Vec<u32>,
}

impl Bundle {
    /// A signal that is no member, for those that are not declared yet.
    pub(crate) const NOT_DECLARED: u32 = u32::MAX;

    /// The name of its side.
    pub fn side_name(&self) -> &Text {
        &self.kind.sides[self.side]
    }

    /// The name of the side that it connects to.
    pub fn other_side_name(&self) -> &Text {
        &self.kind.sides[1 - self.side]
    }

    /// The members that it gives, with their signals.
    pub fn given(&self) -> impl Iterator<Item = (&BundleMember, u32)> {
        self.all().filter(|(member, _)| member.giver == self.side)
    }

    /// The members that it reads, with their signals.
    pub fn read(&self) -> impl Iterator<Item = (&BundleMember, u32)> {
        self.all().filter(|(member, _)| member.giver != self.side)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (&BundleMember, u32)> {
        self.kind.members.iter().zip(self.members.iter().copied())
    }

    /// The signal of the member of that name.
    pub fn signal_of(&self, member: &str) -> Option<u32> {
        self.all().find(|(known, _)| known.name == member).map(|(_, signal)| signal)
    }

    /// Whether this is what was declared there, before its members were.
    pub(crate) fn is_declared_as(&self, bundle: &Self) -> bool {
        (&self.name, self.side, &self.kind) == (&bundle.name, bundle.side, &bundle.kind)
    }

    /// Whether it can be connected to another one: same kind, other side.
    pub fn fits(&self, other: &Self) -> bool {
        self.side_name() == other.other_side_name() && self.kind.difference(&other.kind).is_none()
    }
}

/// What bundles of one kind are made of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BundleKind {
    /// Its name.
    pub name: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// The names of its two sides.
    pub sides: [Text; 2],
    /// What the first side gives, and then what the second one does.
    pub members: Vec<BundleMember>,
}

impl BundleKind {
    /// How the two kinds differ, in words, as seen from this one; `None` if
    /// they agree. Descriptions, open ends and the order of things may differ.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let quoted = |sides: &[Text; 2]| format!("`{}` and `{}`", sides[0], sides[1]);
        if self.name != other.name {
            return Some(format!("one is a {}, the other a {}", self.name, other.name));
        }
        if !self.sides.iter().all(|side| other.sides.contains(side)) {
            return Some(format!("its sides are {} here, {} there", quoted(&self.sides), quoted(&other.sides)));
        }
        for member in &self.members {
            let name = &member.name;
            let Some(theirs) = other.members.iter().find(|known| known.name == *name) else {
                return Some(format!("its member `{name}` is missing there"));
            };
            let (ours, giver) = (&self.sides[member.giver], &other.sides[theirs.giver]);
            if ours != giver {
                return Some(format!("its member `{name}` is given by side {ours} here, by side {giver} there"));
            }
            if member.width != theirs.width {
                return Some(format!("its member `{name}` is {} wide here, {} there", member.width, theirs.width));
            }
            if !is_same_unit(&member.unit, &theirs.unit) {
                let unit =
                    |unit: &Text| if unit.is_empty() { "without a unit".to_owned() } else { format!("in {unit}") };
                return Some(format!(
                    "its member `{name}` is {} here, {} there",
                    unit(&member.unit),
                    unit(&theirs.unit)
                ));
            }
        }
        let extra = other.members.iter().find(|theirs| !self.members.iter().any(|member| member.name == theirs.name));
        extra.map(|theirs| format!("its member `{}` is missing here", theirs.name))
    }
}

/// Whether two units are the same; none is only the same as none.
pub(crate) fn is_same_unit(one: &str, other: &str) -> bool {
    one == other || matches!(Unit::compare(one, other), Some(Comparison::Same))
}

/// A signal of a kind of bundles.
#[derive(Debug, Clone)]
pub struct BundleMember {
    /// Its name.
    pub name: Text,
    /// SI unit, empty for a pure number.
    pub unit: Text,
    /// One line for the reader of the reference.
    pub doc: Text,
    /// Number of elements.
    pub width: u32,
    /// Which side gives it: 0 or 1.
    pub giver: usize,
    /// What the other side reads where it is not connected, as many numbers as
    /// it is wide; `None` if it must be.
    pub open: Option<Vec<f64>>,
    /// From where its numbers are counted, if that is said.
    pub datum: Option<Datum>,
}

impl BundleMember {
    /// What it is made of; numbers by their bits, so that equal ones are the same.
    fn key(&self) -> ([&Text; 3], u32, usize, Option<Vec<u64>>, Option<Datum>) {
        let open = self.open.as_ref().map(|numbers| numbers.iter().map(|number| number.to_bits()).collect());
        ([&self.name, &self.unit, &self.doc], self.width, self.giver, open, self.datum)
    }
}

impl PartialEq for BundleMember {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}
impl Eq for BundleMember {}
impl Hash for BundleMember {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}
