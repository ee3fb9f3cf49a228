//! Shared resources, as SimObjects declare them.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use simobject::{Rate, Text, abi};

use crate::Kernel;
use crate::bundle::is_same_unit;
use crate::checks::is_name;
use crate::interface::{Calculation, Interface, Purpose, Role};
use crate::reader::{PassedRow, Reader};
use crate::session::{Registered, Session};

/// Most elements of a quantity; more are taken for a mistake.
const MOST_ELEMENTS: u64 = 1 << 16;

/// A resource that a SimObject provides or asks.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Resource {
    /// Index of its signal.
    pub signal: u32,
    /// What can be asked.
    pub kind: Arc<ResourceKind>,
    /// The function that answers, where the SimObject provides it.
    pub answer: Option<Answer>,
}

/// What can be asked, and how it is answered.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ResourceKind {
    /// Its name.
    pub name: Text,
    /// One line about it.
    pub doc: Text,
    /// What is asked with, in its order.
    pub inputs: Vec<Quantity>,
    /// What is answered, in its order.
    pub outputs: Vec<Quantity>,
}

/// Some of the numbers that a resource is asked with, or answers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Quantity {
    /// Its name.
    pub name: Text,
    /// SI unit, empty for a pure number.
    pub unit: Text,
    /// Number of elements.
    pub width: u32,
}

/// A difference between two kinds of resources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceDifference {
    /// `"inputs"` or `"outputs"`.
    pub what: &'static str,
    /// The quantities of the one, in words.
    pub own: String,
    /// The quantities of the other, in words.
    pub other: String,
}

impl ResourceKind {
    /// Where another kind differs, in words.
    pub fn difference(&self, other: &Self) -> Option<ResourceDifference> {
        let both = [("inputs", &self.inputs, &other.inputs), ("outputs", &self.outputs, &other.outputs)];
        let found = both.into_iter().find(|(_, own, others)| !are_same(own, others));
        found.map(|(what, own, others)| ResourceDifference { what, own: listed(own), other: listed(others) })
    }

    /// Whether who asks for one may ask a provider of the other.
    pub fn is_same(&self, other: &Self) -> bool {
        self.name == other.name && self.difference(other).is_none()
    }
}

fn are_same(own: &[Quantity], others: &[Quantity]) -> bool {
    let is_same = |(own, other): (&Quantity, &Quantity)| {
        own.name == other.name && own.width == other.width && is_same_unit(&own.unit, &other.unit)
    };
    own.len() == others.len() && own.iter().zip(others).all(is_same)
}

/// `Pos` (3, m), `Depth` (1, m); `nothing`.
fn listed(quantities: &[Quantity]) -> String {
    let one = |Quantity { name, unit, width }: &Quantity| {
        let unit = if unit.is_empty() { "-" } else { unit };
        format!("`{name}` ({width}, {unit})")
    };
    if quantities.is_empty() {
        return "nothing".to_owned();
    }
    quantities.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The function that answers.
#[derive(Debug, Clone, Copy)]
pub struct Answer {
    pub(crate) answer: abi::Answer,
    pub(crate) tag: usize,
}

impl Answer {
    fn key(self) -> (usize, usize) {
        (self.answer as usize, self.tag)
    }
}

impl PartialEq for Answer {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}
impl Eq for Answer {}
impl Hash for Answer {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Interface {
    /// The resource of a signal.
    pub fn resource(&self, signal: usize) -> Option<&Resource> {
        self.resources.iter().find(|resource| resource.signal as usize == signal)
    }
}

pub(crate) unsafe extern "C" fn resource(creator: *mut abi::Creator, passed: *const abi::Resource) -> abi::Place {
    // SAFETY: libraries pass the creator that they were given, and structs,
    // texts and rows that are there.
    unsafe {
        let mut reader = Reader::new(creator);
        let index = reader.session.signal_count() as u32;
        let nowhere = crate::Place::out_of_bounds(index);
        let nowhere = abi::Place { index, first: nowhere.first, count: nowhere.count, reserved: 0 };
        let Some(resource) = reader.structure(passed, "resource") else { return nowhere };
        reader.session.cannot_be_repeated();
        let name = reader.text(resource.name, "the name of a resource");
        let doc = reader.text(resource.doc, "the description of a resource");
        let role = match resource.role {
            abi::RESOURCE_PROVIDES => Role::Provides,
            abi::RESOURCE_USES => Role::Uses,
            other => {
                reader.session.mistake(format!("the resource `{name}` is of an unknown role ({other})"));
                return nowhere;
            }
        };
        let answer = resource.answer.map(|answer| Answer { answer, tag: resource.tag });
        if answer.is_none() && role == Role::Provides {
            reader.session.mistake(format!("the resource `{name}` has no function that answers"));
            return nowhere;
        }
        if role == Role::Uses {
            let says = [
                (answer.is_some() || resource.tag != 0, "a function that answers"),
                (resource.function.length != 0, "the name of a function that answers"),
                (resource.read_count != 0 || resource.flags != 0, "what it reads"),
            ];
            reader.unused(format_args!("the resource `{name}`, which is asked,"), &says);
        }
        let Some(kind) = reader.resource_kind(resource.kind, &name) else { return nowhere };
        let place = reader.session.resource([name.clone(), "".into(), doc], role, kind, answer);
        if role == Role::Provides {
            let function = reader.text(resource.function, "the name of a function that answers");
            let flags = resource.flags;
            if flags & !(abi::CALCULATION_READS_NAMED | abi::CALCULATION_READS_NO_STATES) != 0 {
                reader.session.mistake(format!("the resource `{name}` has unknown flags ({flags:#x})"));
            }
            let calculation = Calculation {
                purpose: Purpose::Answer,
                reads: reader.signals(
                    resource.reads,
                    resource.read_count,
                    format_args!("the resource `{name}`"),
                    "reads",
                ),
                reads_all: flags & abi::CALCULATION_READS_NAMED == 0,
                previous: Vec::new(),
                gives: vec![index],
                kernel: Kernel::of_answer(),
                only_at_start: false,
                counts_ticks: false,
                name: function.into_owned().into(),
            };
            let reads_nothing = flags & abi::CALCULATION_READS_NAMED != 0 && resource.read_count == 0;
            let reads_no_states = reads_nothing || flags & abi::CALCULATION_READS_NO_STATES != 0;
            reader.session.calculation(Registered { calculation, reads_no_states });
        }
        abi::Place { index, first: place.first, count: place.count, reserved: 0 }
    }
}

impl Reader<'_> {
    /// # Safety
    /// Texts and rows must be there.
    unsafe fn resource_kind(&mut self, passed: *const abi::ResourceKind, resource: &str) -> Option<ResourceKind> {
        // SAFETY: the caller's promise.
        unsafe {
            let kind = self.structure(passed, "kind of resource")?;
            let name = self.text(kind.name, "the name of a kind").into_owned();
            if !is_name(&name) {
                self.session.mistake(format!("`{name}`, the kind of the resource `{resource}`, is not a name"));
            }
            let row = |first, count| PassedRow { first, count, size: kind.quantity_size };
            Some(ResourceKind {
                name: name.into(),
                doc: self.text(kind.doc, "the description of a kind").into_owned().into(),
                inputs: self.quantities(row(kind.inputs, kind.input_count), resource),
                outputs: self.quantities(row(kind.outputs, kind.output_count), resource),
            })
        }
    }

    /// # Safety
    /// Texts and rows must be there.
    unsafe fn quantities(&mut self, row: PassedRow<abi::Quantity>, resource: &str) -> Vec<Quantity> {
        // SAFETY: the caller's promise.
        let passed = unsafe { self.members(row, "the quantities of a resource") };
        let mut seen = HashSet::new();
        let mut quantities = Vec::with_capacity(passed.len());
        for quantity in passed {
            // SAFETY: as above.
            let (name, unit) = unsafe {
                (self.text(quantity.name, "a quantity's name"), self.text(quantity.unit, "a quantity's unit"))
            };
            let width = quantity.width;
            if !is_name(&name) {
                self.session.mistake(format!("`{name}`, a quantity of the resource `{resource}`, is not a name"));
            } else if !seen.insert(name.clone()) {
                self.session.mistake(format!("two quantities of the resource `{resource}` are called `{name}`"));
            }
            if width == 0 || width > MOST_ELEMENTS {
                self.session.mistake(format!("`{name}` of the resource `{resource}` has {width} elements"));
            }
            let width = width.clamp(1, MOST_ELEMENTS) as u32;
            quantities.push(Quantity { name: name.into_owned().into(), unit: unit.into_owned().into(), width });
        }
        quantities
    }
}

impl Session<'_> {
    /// Notes a side of a resource; where it is.
    fn resource(
        &mut self,
        texts: [std::borrow::Cow<'_, str>; 3],
        role: Role,
        kind: ResourceKind,
        answer: Option<Answer>,
    ) -> crate::Place {
        let index = self.signal_count();
        if let Some(declaration) = self.declaration() {
            let kind = Arc::new(kind);
            declaration.interface.resources.push(Resource { signal: index as u32, kind, answer });
        } else if let Some(interface) = self.interface() {
            let declared = interface.resource(index);
            if declared.is_some_and(|declared| *declared.kind != kind || declared.answer.is_some() != answer.is_some())
            {
                self.not_repeated(&format!("the resource `{}`", texts[0]));
            }
        }
        self.signal(texts, 0, role)
    }
}

/// Adds the contradictions about resources, in words.
pub(crate) fn mistakes(interface: &Interface, found: &mut Vec<String>) {
    let role = |signal: &u32| interface.signals[*signal as usize].role;
    let name = |signal: &u32| &interface.signals[*signal as usize].name;
    for calculation in &interface.calculations {
        let own = &calculation.name;
        if let Some(provided) = calculation.reads.iter().find(|signal| role(signal) == Role::Provides) {
            let name = name(provided);
            found.push(format!(
                "`{own}` reads the resource `{name}`, which its own SimObject provides: call the function"
            ));
        }
        let asked = calculation.reads.iter().find(|signal| role(signal) == Role::Uses);
        if let (Some(asked), Purpose::Common(Rate::Constant)) = (asked, calculation.purpose) {
            let name = name(asked);
            found
                .push(format!("the constant computation `{own}` asks the resource `{name}`, whose answers may change"));
        }
        if calculation.purpose == Purpose::Answer {
            for memory in calculation.reads.iter().filter(|signal| role(signal) == Role::Memory) {
                found.push(format!(
                    "the resource `{}` reads the memory `{}`",
                    name(&calculation.gives[0]),
                    name(memory)
                ));
            }
        }
    }
}
