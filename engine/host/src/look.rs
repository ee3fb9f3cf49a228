//! Looks: what a library passes, and what no sound look does.

use simobject::abi;
use simobject::look::{Attribute, Binding, Elements, Look, Otherwise, Piece, Range, Shape, Width};

use crate::interface::{Role, Signal, Subject};
use crate::reader::{PassedRow, Reader};
use crate::session::Session;

impl Reader<'_> {
    /// The look that a library passes, if this pass notes what is declared.
    ///
    /// # Safety
    /// The rows and texts must be there.
    pub(crate) unsafe fn look(&mut self, passed: &abi::Look) -> Option<Look> {
        if !self.session.is_declaring() {
            return None;
        }
        let Some(shape) = Shape::of_number(passed.shape) else {
            self.session.mistake(format!("a look is of an unknown shape ({})", passed.shape));
            return None;
        };
        // SAFETY: the caller's promise.
        let (attributes, material, text) = unsafe {
            (
                self.members(
                    PassedRow { first: passed.attributes, count: passed.attribute_count, size: passed.attribute_size },
                    "the attributes of a look",
                ),
                self.text(passed.material, "the material of a look"),
                self.text(passed.text, "the text of a look"),
            )
        };
        let kept = |text: &str| (!text.is_empty()).then(|| text.to_owned().into());
        let mut look = Look { shape, bindings: Vec::new(), material: kept(material.trim()), text: kept(&text) };
        for passed in attributes {
            let Some(attribute) = Attribute::of_number(passed.attribute) else {
                let message = format!("a look ({}) has an unknown attribute ({})", shape.name(), passed.attribute);
                self.session.mistake(message);
                return None;
            };
            // SAFETY: the caller's promise.
            let piece = unsafe { self.piece(&passed, shape, attribute) }?;
            match look.bindings.iter_mut().find(|(bound, _)| *bound == attribute) {
                Some((_, binding)) => binding.push(piece),
                None => look.bindings.push((attribute, Binding::of([piece]))),
            }
        }
        Some(look)
    }

    /// # Safety
    /// The numbers must be there.
    unsafe fn piece(&mut self, passed: &abi::LookAttribute, shape: Shape, attribute: Attribute) -> Option<Piece> {
        let who = format!("`{}` of a look ({})", attribute.name(), shape.name());
        if passed.signal == abi::LOOK_NUMBERS {
            // SAFETY: the caller's promise.
            let numbers = unsafe { self.row(passed.numbers, passed.number_count, "the numbers of a look") };
            return Some(Piece::Numbers(numbers.to_vec()));
        }
        if !self.is_signal(passed.signal, format_args!("{who}")) {
            return None;
        }
        self.unused(format_args!("{who}, which follows a signal,"), &[(passed.number_count != 0, "numbers")]);
        let signal = &self.session.declared_signals()[passed.signal as usize];
        let width = signal.width;
        let what = match signal.role {
            Role::Memory => Some("memory, which nobody sees from outside"),
            Role::Indicator(_) => Some("an indicator, which is no port and no state"),
            Role::Provides | Role::Uses => Some("a resource, which has no numbers"),
            _ => None,
        };
        if let Some(what) = what {
            let message = format!("{who} follows `{}`, {what}", signal.name);
            self.session.mistake(message);
            return None;
        }
        let rest = width.saturating_sub(passed.first);
        let count = if passed.count == abi::LOOK_REST { rest } else { passed.count };
        Some(Piece::Elements(Elements { signal: passed.signal, first: passed.first, count }))
    }
}

impl Session<'_> {
    /// Adds a look, if it is sound.
    pub(crate) fn look(&mut self, look: Look) {
        let number = self.look_count() + 1;
        let faults = faults(&look, &format!("look {number} ({})", look.shape.name()), self.declared_signals());
        for Wrong { message, by } in faults {
            match by {
                By::Library => self.mistake(message),
                By::Text => match self.parameter_of_value("") {
                    Some(name) => self.fault(Subject::CrossCheck(name.into()), message, NO_TEXT),
                    // An empty text may stand in for that of a parameter.
                    None if self.has_stand_ins() => {}
                    None => self.mistake(message),
                },
                By::Number => self.fault(Subject::Construction, message, BAD_NUMBER),
                By::Material => {
                    let given = look.material.as_deref().and_then(|material| self.parameter_of_value(material));
                    let subject = given.map_or(Subject::Construction, |name| Subject::CrossCheck(name.into()));
                    self.fault(subject, message, MATERIALS);
                }
            }
        }
        self.keep_look(look);
    }
}

/// What is wrong with a look that follows these signals, in words; `who` is
/// what it is called there.
///
/// # Panics
/// If it follows a signal that is not among them.
pub fn mistakes(look: &Look, who: &str, signals: &[Signal]) -> impl Iterator<Item = String> {
    faults(look, who, signals).into_iter().map(|wrong| wrong.message)
}

/// What is wrong with a look.
struct Wrong {
    message: String,
    by: By,
}

/// Whose doing it is.
#[derive(Clone, Copy)]
enum By {
    /// The library contradicts itself.
    Library,
    /// A number makes no sense, which may come from a parameter.
    Number,
    /// A text is empty, which often is a parameter.
    Text,
    /// A material does, which often is one.
    Material,
}

/// Advice where a number of a look makes no sense, which may come from a parameter.
const BAD_NUMBER: &str = "it may come from a parameter of the object: give that another value";

/// Advice where a text is empty.
const NO_TEXT: &str = "write what is to be seen";

/// Advice on materials.
const MATERIALS: &str = "write a name, such as `Simple/Red`, or a colour, `#rrggbb` or `#rrggbbaa`, each digit 0 to 9 or a \
                         to f";

fn faults(look: &Look, who: &str, signals: &[Signal]) -> Vec<Wrong> {
    let mut found = Vec::new();
    if let (None, Some(what)) = (&look.text, look.shape.text()) {
        found.push(Wrong { message: format!("{who} does not say {what}"), by: By::Text });
    }
    let mut mistake = |message| found.push(Wrong { message, by: By::Library });
    if let (Some(text), None) = (&look.text, look.shape.text()) {
        mistake(format!("{who} has a text, `{text}`, which no {} has", look.shape.name()));
    }
    for usage in look.shape.usages().filter(|usage| usage.otherwise == Otherwise::Required) {
        if look.binding(usage.attribute).is_none() {
            mistake(format!("{who} has no `{}`, which it needs", usage.attribute.name()));
        }
    }
    for (attribute, binding) in &look.bindings {
        found.extend(faults_of_binding(look, who, *attribute, binding, signals));
    }
    if let Some(material) = look.material.as_deref().filter(|material| !is_material(material)) {
        let message = format!("the material of {who}, `{material}`, is no colour");
        found.push(Wrong { message, by: By::Material });
    }
    found
}

fn faults_of_binding(
    look: &Look,
    who: &str,
    attribute: Attribute,
    binding: &Binding,
    signals: &[Signal],
) -> Vec<Wrong> {
    let name = attribute.name();
    let mistake = |message| vec![Wrong { message, by: By::Library }];
    let Some(usage) = look.shape.usage(attribute) else {
        let known: Vec<_> = look.shape.usages().map(|usage| usage.attribute.name()).collect();
        return mistake(format!("{who} has no attribute `{name}`; it has {}", known.join(", ")));
    };
    let beyond = binding.pieces().iter().find_map(|piece| match piece {
        Piece::Elements(elements) => {
            let signal = &signals[elements.signal as usize];
            let end = u64::from(elements.first) + u64::from(elements.count);
            (end > u64::from(signal.width)).then_some((signal, elements.first, end))
        }
        Piece::Numbers(_) => None,
    });
    let bound = words(binding, signals, |text| format!("`{text}`"));
    if let Some((signal, first, end)) = beyond {
        let (signal, width) = (&signal.name, signal.width);
        return mistake(format!(
            "`{name}` of {who} follows `{signal}[{first}:{end}]`, but `{signal}` has {width} elements"
        ));
    }
    let width = binding.width();
    if !usage.width.allows(width) {
        let (given, needed) = (Width::Just(width).words(), usage.width.words());
        return mistake(format!("`{name}` of {who} is bound to {bound}: {given}, where it needs {needed}"));
    }
    let wrong = |message| vec![Wrong { message, by: By::Number }];
    for number in binding.pieces().iter().flat_map(Piece::numbers) {
        if !number.is_finite() {
            return wrong(format!("`{name}` of {who} is {number}, which is not finite"));
        }
        if usage.range == Range::NotNegative && *number < 0.0 {
            return wrong(format!("`{name}` of {who} is {number}, but must be 0 or more"));
        }
    }
    if usage.range == Range::Columns {
        return faults_of_columns(look, who, binding, &bound);
    }
    match (attribute, binding.constant()) {
        (Attribute::Value, _) => faults_of_value(look, who, width, &bound),
        (Attribute::ValueRange, Some([low, high])) if high <= low => {
            wrong(format!("`value_range` of {who} is {low}, {high}, but must go up"))
        }
        _ => Vec::new(),
    }
}

/// One number, or one for each point.
fn faults_of_value(look: &Look, who: &str, width: usize, bound: &str) -> Vec<Wrong> {
    let points = match look.shape {
        Shape::Line | Shape::Tube => look.binding(Attribute::Points).map(|points| points.width() / 3),
        Shape::Surface => look.binding(Attribute::Heights).map(Binding::width),
        _ => None,
    };
    if width != 1 && Some(width) != points {
        let needed = points.map_or_else(String::new, |points| format!(", or one for each of its {points} points"));
        let given = Width::Just(width).words();
        let message = format!("`value` of {who} is bound to {bound}: {given}, where it needs 1 number{needed}");
        return vec![Wrong { message, by: By::Library }];
    }
    Vec::new()
}

fn faults_of_columns(look: &Look, who: &str, binding: &Binding, bound: &str) -> Vec<Wrong> {
    let columns = match binding.constant() {
        Some([columns]) if *columns >= 2.0 && columns.fract() == 0.0 => *columns as usize,
        _ => {
            let message = format!("`columns` of {who} is {bound}, but must be a whole number of 2 or more");
            return vec![Wrong { message, by: By::Number }];
        }
    };
    let heights = look.binding(Attribute::Heights).map_or(0, Binding::width);
    if heights > 0 && (!heights.is_multiple_of(columns) || heights / columns < 2) {
        let message = format!("`heights` of {who} is {heights} numbers, not two or more rows of {columns}");
        return vec![Wrong { message, by: By::Number }];
    }
    Vec::new()
}

/// Whether this is a name, or a colour.
fn is_material(material: &str) -> bool {
    match material.strip_prefix('#') {
        Some(digits) => matches!(digits.len(), 6 | 8) && digits.bytes().all(|digit| digit.is_ascii_hexdigit()),
        None => true,
    }
}

/// A binding in words, such as `Pos, 0, 0`; each signal, with the elements that
/// it follows where these are not all, as `name` writes it.
pub fn words(binding: &Binding, signals: &[Signal], name: impl Fn(&str) -> String) -> String {
    let pieces = binding.pieces().iter().map(|piece| match piece {
        Piece::Numbers(numbers) => numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        Piece::Elements(Elements { signal, first, count }) => {
            let signal = &signals[*signal as usize];
            match (*first, *count) {
                (0, count) if count == signal.width => name(&signal.name),
                (first, 1) => name(&format!("{}[{first}]", signal.name)),
                (first, count) => name(&format!("{}[{first}:{}]", signal.name, u64::from(first) + u64::from(count))),
            }
        }
    });
    pieces.collect::<Vec<_>>().join(", ")
}
