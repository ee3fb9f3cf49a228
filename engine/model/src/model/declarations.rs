//! What SimObjects declare: those that declare the same share it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use foldhash::fast::RandomState;
use simobject::Look;
use simobject_host::{
    Argument, CachedDeclaration, Declaration, Declared, Interface, Message, Number, ObjectType, ParameterDeclaration,
    Repetition, Session, Surroundings,
};

/// What one SimObject declared, as much of it shared as others declared too.
#[derive(Debug, Clone)]
pub struct Shared {
    /// The interface.
    pub interface: Arc<Interface>,
    /// The declared numbers: nominal values, defaults, limits.
    pub numbers: Arc<[Number]>,
    /// The shapes.
    pub looks: Arc<[Look]>,
    /// The numbers of each branch.
    pub branch_numbers: Arc<[Vec<f64>]>,
}

/// What was declared so far.
#[derive(Debug, Default)]
pub struct Declarations {
    interfaces: HashSet<Arc<Interface>>,
    types: HashMap<*const ObjectType, OfType, RandomState>,
}

/// What SimObjects of one type declared.
#[derive(Debug, Default)]
struct OfType {
    /// The first one that others may be compared with, and what it shares.
    cached: Option<(CachedDeclaration, Shared)>,
    last: Option<Shared>,
    met: usize,
    /// How many were compared with it, and declared something else.
    departed: usize,
}

/// One that declares itself.
#[derive(Clone, Copy)]
pub struct Declaring<'a> {
    /// The name of the SimObject.
    pub name: &'a str,
    /// Its type.
    pub kind: &'static ObjectType,
    /// Its parameters.
    pub arguments: &'a [Argument<'a>],
    /// The files and variables that it may read.
    pub files: &'a dyn Surroundings,
}

/// How one declared itself.
pub enum Outcome<'k> {
    /// As the cached declaration did, whose parameters these are; the constructor said the rest.
    Again(Shared, &'k [ParameterDeclaration], Vec<Message>),
    /// Anew: what is wrong with it is to be looked at.
    Anew(Box<Declared>),
}

impl Declarations {
    /// Lets one declare itself.
    pub fn declare(&mut self, declaring: Declaring<'_>) -> Outcome<'_> {
        let Declaring { name, kind, arguments, files } = declaring;
        let of_type = self.types.entry(kind).or_default();
        of_type.met += 1;
        // Types whose SimObjects differ more often than not are not worth a comparison.
        let is_worth_it = of_type.met > 1 && 2 * of_type.departed <= of_type.met;
        let repetition = of_type.cached.as_ref().filter(|_| is_worth_it).and_then(|(cached, _)| {
            let repetition = kind.declare_again(cached, name, arguments, files);
            repetition.filter(|_| arguments.iter().all(|given| is_declared(given.name, cached.declaration())))
        });
        if let Some(Repetition { numbers, looks, branch_numbers, messages }) = repetition {
            let Some((cached, as_cached)) = &of_type.cached else { unreachable!("it was repeated") };
            let last = of_type.last.as_ref().unwrap_or(as_cached);
            let shared = Shared {
                interface: Arc::clone(&as_cached.interface),
                numbers: numbers.map_or_else(|| Arc::clone(&as_cached.numbers), |own| kept(own, &last.numbers)),
                looks: looks.map_or_else(|| Arc::clone(&as_cached.looks), |own| kept(own, &last.looks)),
                branch_numbers: branch_numbers
                    .map_or_else(|| Arc::clone(&as_cached.branch_numbers), |own| kept(own, &last.branch_numbers)),
            };
            of_type.last = Some(shared.clone());
            return Outcome::Again(shared, &cached.declaration().parameters, messages);
        }
        of_type.departed += usize::from(of_type.cached.is_some());
        if !is_worth_it {
            return Outcome::Anew(Box::new(kind.declare(Session::declaring(name, arguments, files))));
        }
        let (declared, cached) = kind.declare_first(Session::declaring(name, arguments, files));
        of_type.cached = cached.map(|cached| {
            let Declaration { interface, numbers, looks, branch_numbers, .. } = cached.declaration().clone();
            let interface = interned(&mut self.interfaces, interface);
            let (numbers, looks, branch_numbers) = (numbers.into(), looks.into(), branch_numbers.into());
            (cached, Shared { interface, numbers, looks, branch_numbers })
        });
        Outcome::Anew(Box::new(declared))
    }

    /// What a sound one shares.
    pub fn share(&mut self, kind: &'static ObjectType, declaration: Declaration) -> Shared {
        let Declaration { interface, numbers, looks, branch_numbers, .. } = declaration;
        let interface = interned(&mut self.interfaces, interface);
        let of_type = self.types.entry(kind).or_default();
        let shared = match &of_type.last {
            Some(last) => Shared {
                interface,
                numbers: kept(numbers, &last.numbers),
                looks: kept(looks, &last.looks),
                branch_numbers: kept(branch_numbers, &last.branch_numbers),
            },
            None => {
                let (numbers, looks, branch_numbers) = (numbers.into(), looks.into(), branch_numbers.into());
                Shared { interface, numbers, looks, branch_numbers }
            }
        };
        of_type.last = Some(shared.clone());
        shared
    }

    /// What one of the type declared, for those that are bound.
    pub fn cached(&self, kind: &'static ObjectType) -> Option<&CachedDeclaration> {
        let of_type = self.types.get(&std::ptr::from_ref(kind))?;
        of_type.cached.as_ref().map(|(cached, _)| cached)
    }
}

fn is_declared(name: &str, declaration: &Declaration) -> bool {
    declaration.parameters.iter().any(|declared| declared.name == name)
}

fn interned(known: &mut HashSet<Arc<Interface>>, interface: Interface) -> Arc<Interface> {
    if let Some(shared) = known.get(&interface) {
        return Arc::clone(shared);
    }
    let shared = Arc::new(interface);
    known.insert(Arc::clone(&shared));
    shared
}

/// Its own, shared with the last one where that has the same.
fn kept<T: PartialEq>(own: Vec<T>, last: &Arc<[T]>) -> Arc<[T]> {
    if **last == *own { Arc::clone(last) } else { own.into() }
}
