//! Bundles as a constructor declares them through the ABI.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Arguments;
use std::sync::Arc;

use simobject::{Datum, abi};

use crate::bundle::{Bundle, BundleKind, BundleMember, is_same_unit};
use crate::call_log::Said;
use crate::checks::is_name;
use crate::reader::{PassedRow, Reader};
use crate::session::MOST_WIDTH;
use crate::sized::Row;
use crate::text;
use crate::{Interface, Meaning, Number, Place, Role, Text};

/// What a library gets for a bundle that cannot be used, which has been told.
const UNUSABLE: u32 = u32::MAX - 1;

/// Most members of one side.
const MOST_MEMBERS: usize = 1 << 12;

pub(crate) unsafe extern "C" fn bundle(creator: *mut abi::Creator, passed: *const abi::Bundle) -> u32 {
    // SAFETY: libraries pass the creator that they were given, and structs,
    // texts and rows that are there.
    unsafe {
        let mut reader = Reader::new(creator);
        let Some(bundle) = reader.structure(passed, "bundle") else { return UNUSABLE };
        if let Some(number) = reader.session.repeat_bundle(&bundle) {
            return number;
        }
        reader.session.counts.bundles += 1;
        let passed = bundle;
        let name = Text::from(reader.text(bundle.name, "the name of a bundle").into_owned());
        let doc = Text::from(reader.described(bundle.doc, "the description of a bundle").into_owned());
        let side = reader.text(bundle.side, "the side of a bundle");
        let Some(kind) = reader.kind(bundle.kind) else { return UNUSABLE };
        let Some(side) = kind.sides.iter().position(|known| *known == side) else {
            let [one, other] = &kind.sides;
            let message =
                format!("the bundle `{name}` is of side `{side}`, but {} has `{one}` and `{other}`", kind.name);
            reader.session.mistake(message);
            return UNUSABLE;
        };
        reader.keep(|| Said::bundle(&passed, Arc::clone(&kind)));
        let members = vec![Bundle::NOT_DECLARED; kind.members.len()];
        reader.session.bundle(Bundle { name, doc, kind, side, members })
    }
}

impl Reader<'_> {
    /// The kind, if it is in order; one that was met before is read once.
    ///
    /// # Safety
    /// The kind, its rows and texts must be there.
    unsafe fn kind(&mut self, passed: *const abi::BundleKind) -> Option<Arc<BundleKind>> {
        // SAFETY: the caller's promise.
        unsafe {
            let kind = self.structure(passed, "kind of bundle")?;
            if let Some(known) = self.session.kinds().find(|known| is_kind(&kind, known)) {
                return Some(Arc::clone(known));
            }
            let kind = self.new_kind(&kind)?;
            let mistakes = mistakes_of(&kind);
            if mistakes.is_empty() {
                return Some(Arc::new(kind));
            }
            mistakes.into_iter().for_each(|mistake| self.session.mistake(mistake));
            None
        }
    }

    /// # Safety
    /// Its rows and texts must be there.
    unsafe fn new_kind(&mut self, kind: &abi::BundleKind) -> Option<BundleKind> {
        // SAFETY: the caller's promise.
        unsafe {
            let name = Text::from(self.text(kind.name, "the name of a kind of bundle").into_owned());
            let doc = Text::from(self.text(kind.doc, "the description of a kind of bundle").into_owned());
            let sides = kind.sides.map(|side| self.text(side, "the name of a side").into_owned().into());
            let mut members = Vec::new();
            for (giver, row) in rows(kind).into_iter().enumerate() {
                let count = row.count;
                if count > MOST_MEMBERS {
                    let message = format!("a side of {name} has {count} members, more than {MOST_MEMBERS}");
                    self.session.mistake(message);
                    return None;
                }
                let row = self.members(row, "the members of a kind of bundle");
                members.extend(row.iter().map(|member| self.bundle_member(member, giver)));
            }
            Some(BundleKind { name, doc, sides, members })
        }
    }

    /// # Safety
    /// Its rows and texts must be there.
    unsafe fn bundle_member(&mut self, member: &abi::BundleMember, giver: usize) -> BundleMember {
        // SAFETY: the caller's promise.
        unsafe {
            if member.datum != 0 && Datum::of_number(member.datum).is_none() {
                self.session.mistake(format!("a member has an unknown datum ({})", member.datum));
            }
            let open = self.row(member.open, member.open_count, "the numbers of an open end");
            BundleMember {
                name: self.text(member.name, "the name of a member").into_owned().into(),
                unit: self.text(member.unit, "the unit of a member").into_owned().into(),
                doc: self.text(member.doc, "the description of a member").into_owned().into(),
                // One that is too wide is told.
                width: u32::try_from(member.width).unwrap_or(u32::MAX),
                giver,
                open: match open {
                    [] => None,
                    [number] => Some(vec![*number; member.width.min(MOST_WIDTH) as usize]),
                    numbers => Some(numbers.to_vec()),
                },
                datum: Datum::of_number(member.datum),
            }
        }
    }

    /// Declares a member of a bundle.
    pub(crate) fn member(&mut self, bundle: u32, name: &str, width: u64, role: Role) -> Option<Place> {
        if bundle == UNUSABLE && !self.session.faults.is_empty() {
            return None;
        }
        if let Some(place) = self.session.bind_member(bundle, name, width, role) {
            return Some(place);
        }
        let bundles = self.session.bundles();
        let Some(found) = bundles.get(bundle as usize) else {
            let known = bundles.len();
            let message = format!("`{name}` is a member of bundle number {bundle}, but only {known} are declared");
            self.session.mistake(message);
            return None;
        };
        let full_name = [&*found.name, ".", name].concat();
        let position = found.kind.members.iter().position(|member| member.name == name);
        let described = position.map(|position| &found.kind.members[position]);
        let [unit, doc] = described.map_or_else(Default::default, |m| [m.unit.clone(), m.doc.clone()]);
        if self.session.is_declaring()
            && let Some(wrong) = found.wrong_member(&full_name, name, width, role)
        {
            self.session.mistake(wrong);
        }
        let texts = [Cow::Owned(full_name), unit, doc];
        Some(self.session.member(bundle, position, texts, width, role))
    }
}

impl Bundle {
    /// What is wrong with a member as it is declared.
    fn wrong_member(&self, full_name: &str, name: &str, width: u64, role: Role) -> Option<String> {
        let kind = &self.kind;
        let Some((member, signal)) = self.all().find(|(member, _)| member.name == name) else {
            let names = |giver| listed(kind.members.iter().filter(move |m| m.giver == giver).map(|m| &m.name));
            let ([one, other], [of_one, of_other]) = (&kind.sides, [names(0), names(1)]);
            return Some(format!(
                "the bundle `{}` has no member `{name}`: in {}, side {one} gives {of_one}, and side {other} gives {of_other}",
                self.name, kind.name
            ));
        };
        let side = self.side_name();
        let is_given = member.giver == self.side;
        match role {
            _ if signal != Self::NOT_DECLARED => Some(format!("the member `{full_name}` is declared twice")),
            Role::Out | Role::OutOfState(_) if !is_given => {
                let giver = self.other_side_name();
                Some(format!("the member `{full_name}` must be an in-port on side {side}: side {giver} gives it"))
            }
            Role::In | Role::Sum if is_given => {
                Some(format!("the member `{full_name}` must be an out-port: its side, {side}, gives it"))
            }
            Role::In | Role::Sum | Role::Out | Role::OutOfState(_) if width != u64::from(member.width) => {
                Some(format!("the member `{full_name}` is {width} wide, but {} in {}", member.width, kind.name))
            }
            Role::In | Role::Sum | Role::Out | Role::OutOfState(_) => None,
            _ => Some(format!("the member `{full_name}` must be an in-port or an out-port")),
        }
    }
}

/// Whether what a library passed is this kind.
///
/// # Safety
/// Its rows and texts must be there.
pub(crate) unsafe fn is_kind(passed: &abi::BundleKind, known: &BundleKind) -> bool {
    let [one, other] = passed.member_counts;
    // SAFETY: the caller's promise; rows as long as the known one are there.
    unsafe {
        if one.saturating_add(other) != known.members.len()
            || !text::is(passed.name, &known.name)
            || !text::is(passed.doc, &known.doc)
            || !passed.sides.iter().zip(&known.sides).all(|(side, known)| text::is(*side, known))
        {
            return false;
        }
        let mut known_members = known.members.iter();
        for (giver, PassedRow { first, count, size }) in rows(passed).into_iter().enumerate() {
            let Ok(row) = Row::new(first, count, size) else { return false };
            let is_same = |member: Result<abi::BundleMember, String>| {
                let (Ok(member), Some(known)) = (member, known_members.next()) else { return false };
                is_member(&member, giver, known)
            };
            if !row.each().all(is_same) {
                return false;
            }
        }
        true
    }
}

/// The rows of members that both sides give.
fn rows(kind: &abi::BundleKind) -> [PassedRow<abi::BundleMember>; 2] {
    [0, 1].map(|side| PassedRow { first: kind.members[side], count: kind.member_counts[side], size: kind.member_size })
}

/// # Safety
/// Its rows and texts must be there.
unsafe fn is_member(passed: &abi::BundleMember, giver: usize, known: &BundleMember) -> bool {
    // SAFETY: the caller's promise.
    unsafe {
        let is_open = match (&known.open, passed.open_count) {
            (None, count) => count == 0,
            (Some(_), 0) => false,
            (Some(known), count) => {
                let is_there = (count == 1 || count == known.len()) && is_row(passed.open);
                let row = if is_there { abi::row(passed.open, count) } else { &[] };
                // One number stands for all.
                is_there && known.iter().zip(row.iter().cycle()).all(|(known, open)| known.to_bits() == open.to_bits())
            }
        };
        giver == known.giver
            && passed.width == u64::from(known.width)
            && is_open
            && known.datum.map_or(passed.datum == 0, |known| Datum::of_number(passed.datum) == Some(known))
            && text::is(passed.name, &known.name)
            && text::is(passed.unit, &known.unit)
            && text::is(passed.doc, &known.doc)
    }
}

/// Whether a row can be there.
fn is_row<T>(first: *const T) -> bool {
    !first.is_null() && first.is_aligned()
}

/// `a`, `b` and `c`; `nothing`.
fn listed<'t>(names: impl Iterator<Item = &'t Text>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => "nothing".to_owned(),
        [name] => name.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// What is wrong with a kind, in words.
fn mistakes_of(kind: &BundleKind) -> Vec<String> {
    let mut found = Vec::new();
    let what = format_args!("the kind of bundle `{}`", kind.name);
    let mut name = |name: &Text, of: Arguments<'_>| {
        if !is_name(name) {
            found.push(format!("`{name}`, {of}, is not a name (a letter or `_`, then letters, digits, `_`, `-`)"));
        }
    };
    name(&kind.name, format_args!("a kind of bundle"));
    kind.sides.iter().for_each(|side| name(side, format_args!("a side of {what}")));
    kind.members.iter().for_each(|member| name(&member.name, format_args!("a member of {what}")));
    if kind.sides[0] == kind.sides[1] {
        found.push(format!("both sides of {what} are called `{}`", kind.sides[0]));
    }
    if kind.members.is_empty() {
        found.push(format!("{what} has no members"));
    }
    let mut seen = HashSet::new();
    for BundleMember { name, width, open, .. } in &kind.members {
        if !seen.insert(name) {
            found.push(format!("{what} has two members called `{name}`"));
        }
        if *width == 0 {
            found.push(format!("the member `{name}` of {what} has no elements"));
        } else if u64::from(*width) > MOST_WIDTH {
            found.push(format!("the member `{name}` of {what} has {width} elements, more than {MOST_WIDTH}"));
        }
        if let Some(open) = open
            && (open.len() != *width as usize || !open.iter().all(|number| number.is_finite()))
        {
            found.push(format!(
                "the open end of the member `{name}` of {what} must be {width} finite numbers, not {open:?}"
            ));
        }
    }
    found
}

/// What is wrong with the bundles of an interface, in words.
pub(crate) fn mistakes(interface: &Interface, found: &mut Vec<String>) {
    let mut seen = HashSet::new();
    for bundle in &interface.bundles {
        let (name, kind) = (&bundle.name, &bundle.kind.name);
        if !is_name(name) {
            found.push(format!("`{name}` is not a name (a letter or `_`, then letters, digits, `_`, `-`)"));
        }
        if !seen.insert(name) {
            found.push(format!("two bundles are called `{name}`"));
        } else if interface.find(name, |_| true).is_some() {
            found.push(format!("a bundle and a port, state or private value are called `{name}`"));
        }
        let missing =
            bundle.all().filter(|(_, signal)| *signal == Bundle::NOT_DECLARED).map(|(member, _)| &member.name);
        if bundle.members.contains(&Bundle::NOT_DECLARED) {
            let missing = listed(missing);
            found.push(format!("the bundle `{name}` has no {missing}: every member of {kind} is to be declared"));
        }
        for (member, signal) in bundle.given().filter(|(_, signal)| *signal != Bundle::NOT_DECLARED) {
            if let Role::OutOfState(state) = interface.signals[signal as usize].role
                && let Some(state) = interface.signals.get(state as usize)
                && !(state.unit.is_empty() || is_same_unit(&state.unit, &member.unit))
            {
                let (unit, state_unit) = (&member.unit, &state.unit);
                let (member, state) = (&member.name, &state.name);
                let message = format!("`{name}.{member}` is in {unit}, but its state `{state}` in {state_unit}");
                found.push(message);
            }
        }
    }
}

impl Interface {
    /// Notes that the signal of that index is the member at a position of a bundle.
    pub(crate) fn enter_member(&mut self, index: usize, bundle: u32, position: Option<usize>) {
        let Some(signal) = self.signals.get_mut(index) else { return };
        signal.bundle = Some(bundle);
        if let Some(position) = position {
            let bundle = &mut self.bundles[bundle as usize];
            // As it is of a bundle, whatever state it shows.
            let member = &bundle.kind.members[position];
            (signal.unit, signal.doc) = (member.unit.clone(), member.doc.clone());
            signal.datum = member.datum;
            bundle.members[position] = index as u32;
        }
    }

    /// What open ends read, where the SimObject does not say so itself.
    pub(crate) fn open_ends(&self, numbers: &[Number]) -> Vec<Number> {
        let has_its_own: HashSet<u32> = numbers
            .iter()
            .filter(|number| matches!(number.meaning, Meaning::DefaultInput(_)))
            .map(|number| number.signal)
            .collect();
        let mut ends = Vec::new();
        for (member, signal) in self.bundles.iter().flat_map(Bundle::read) {
            if let Some(open) = &member.open
                && self.signals.get(signal as usize).is_some_and(|port| port.width as usize == open.len())
                && !has_its_own.contains(&signal)
            {
                ends.push(Number { signal, meaning: Meaning::DefaultInput(None), values: open.clone() });
            }
        }
        ends
    }
}
