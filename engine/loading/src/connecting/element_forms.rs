//! Elements that a library has in several forms, as `HI/G` and `HI/Y`: the same law with other variables given. Forms have one
//! description, and names that differ behind the last `/`: so types that only share a heading, as `Hydraulic/Tank`, are none.

use std::collections::BTreeMap;
use std::sync::Arc;

use simobject_host::{Bundle, Interface, ObjectType, SampleTime, Session, Surroundings};

use bowline_model::model::{Model, Object};
use bowline_text::diagnostic::{Diagnostic, Diagnostics};

/// So many SimObjects may take other forms.
const MOST_CHANGED: usize = 8;
/// So many choices are tried.
const MOST_TRIED: usize = 20_000;

/// Forms are only looked at: without files, and without a clock.
struct Nothing;

impl Surroundings for Nothing {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        Err(format!("{path}: not read"))
    }

    fn sample_time(&self) -> SampleTime {
        SampleTime::Unknown
    }
}

/// A form of an element.
struct Form {
    kind: &'static ObjectType,
    interface: Interface,
}

/// The other forms that its library has of an element.
fn others(object: &Object) -> Vec<Form> {
    let Some((element, _)) = object.kind.name().rsplit_once('/') else { return Vec::new() };
    let is_other = |kind: &&'static ObjectType| {
        let is_of_element = kind.name().rsplit_once('/').is_some_and(|(of, _)| of == element);
        is_of_element && kind.name() != object.kind.name() && kind.doc() == object.kind.doc()
    };
    let declared = |kind: &'static ObjectType| {
        let declared = kind.declare(Session::declaring(&object.name, &[], &Nothing));
        Form { kind, interface: declared.declaration.interface }
    };
    object.library.types().filter(is_other).map(declared).collect()
}

fn needs_rates(interface: &Interface) -> bool {
    interface.signals.iter().any(|signal| signal.rate_of.is_some())
}

/// Reports SimObjects that need rates: they do not run.
pub(crate) fn refuse_rates(model: &Model, diagnostics: &mut Diagnostics) {
    let mut last = None;
    for rate in model.rates() {
        if last.replace(rate.rate.object) == Some(rate.rate.object) {
            continue;
        }
        let object = &model.objects()[rate.rate.object as usize];
        let of = object.signal_name(rate.of.signal as usize);
        let message = format!("{} is given `{of}` and needs the rate of that, which no run has", object.introduced());
        let forms = others(object);
        let proper = forms.iter().filter(|form| !needs_rates(&form.interface));
        let names: Vec<String> = proper.map(|form| format!("`{}`", form.kind.name())).collect();
        let doc = &object.interface.signals[rate.rate.signal as usize].doc;
        let port = object.signal_name(rate.rate.signal as usize);
        let help = format!("connect `{port}` ({doc}); `bowline steady` and `bowline frequency` know rates");
        let help = match names.is_empty() {
            true => help,
            false => format!("{} needs none, and {help}", names.join(", ")),
        };
        let span = model.description().object_at(rate.rate.object as usize).name().span();
        diagnostics.push(Diagnostic::error("needs-rate", message).at(span).help(help));
    }
}

/// A bundle of a SimObject at one end of a joint.
#[derive(Debug, Clone, Copy)]
pub(crate) struct JointEnd<'o> {
    /// The SimObject.
    pub(crate) object: u32,
    /// The name of its bundle.
    pub(crate) bundle: &'o str,
}

/// Two bundles that are joined.
pub(crate) type Joint<'o> = [JointEnd<'o>; 2];

/// Forms with which all joints fit, as few others as can be: what `bowline` proposes where some do not. `None`, if there are none
/// nearby.
pub(crate) fn that_fit(joints: &[Joint<'_>], objects: &[Object]) -> Option<String> {
    let mut search = Search { joints, objects, forms: BTreeMap::new(), chosen: BTreeMap::new(), tried: 0 };
    for joint in joints {
        for JointEnd { object, .. } in joint {
            search.forms.entry(*object).or_insert_with(|| others(&objects[*object as usize]));
        }
    }
    let most = search.forms.values().filter(|forms| !forms.is_empty()).count().min(MOST_CHANGED);
    let found = (1..=most).any(|changes| search.with(changes));
    let name = |(object, form): (&u32, &usize)| {
        format!("`{}` as {}", objects[*object as usize].name, search.forms[object][*form].kind.name())
    };
    found.then(|| search.chosen.iter().map(name).collect::<Vec<_>>().join(", "))
}

struct Search<'s> {
    joints: &'s [Joint<'s>],
    objects: &'s [Object],
    /// The other forms of each SimObject that is joined.
    forms: BTreeMap<u32, Vec<Form>>,
    /// What takes another form.
    chosen: BTreeMap<u32, usize>,
    tried: usize,
}

impl Search<'_> {
    /// The bundle at an end, in the form that is chosen.
    fn bundle(&self, JointEnd { object, bundle }: JointEnd<'_>) -> Option<&Bundle> {
        let interface = match self.chosen.get(&object) {
            Some(form) => &self.forms[&object][*form].interface,
            None => &*self.objects[object as usize].interface,
        };
        Some(&interface.bundles[interface.bundle(bundle)?])
    }

    fn fits(&self, [one, other]: Joint<'_>) -> bool {
        let (Some(one), Some(other)) = (self.bundle(one), self.bundle(other)) else { return false };
        one.kind.difference(&other.kind).is_none() && one.side != other.side
    }

    /// Whether all joints fit after so many changes more: one end of the first that does not has to change.
    fn with(&mut self, changes: usize) -> bool {
        let Some(joint) = self.joints.iter().copied().find(|joint| !self.fits(*joint)) else { return true };
        if changes == 0 {
            return false;
        }
        for JointEnd { object, .. } in joint {
            if self.chosen.contains_key(&object) {
                continue;
            }
            for form in 0..self.forms[&object].len() {
                self.tried += 1;
                if self.tried > MOST_TRIED {
                    return false;
                }
                self.chosen.insert(object, form);
                if self.with(changes - 1) {
                    return true;
                }
                self.chosen.remove(&object);
            }
        }
        false
    }
}
