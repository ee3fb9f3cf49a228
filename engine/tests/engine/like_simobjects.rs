//! SimObjects that declare what one of their type declared before them are
//! compared with it: what comes of it is what they declare by themselves.

use std::sync::Arc;

use simobject_host::{
    Argument, Declared, Library, ObjectType, ParameterDeclaration, Repetition, Requirement, Role, SampleTime, Session,
    Surroundings,
};

struct Alone;

impl Surroundings for Alone {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        Err(format!("{path}: there are no files here"))
    }

    fn sample_time(&self) -> SampleTime {
        SampleTime::Given(0.25)
    }
}

const LIBRARIES: [&simobject::Library; 6] = [
    &bowline_base::LIBRARY,
    &bowline_hydraulics::LIBRARY,
    &bowline_mechanics::LIBRARY,
    &bowline_terminals::LIBRARY,
    &bowline_tlm::LIBRARY,
    &bowline_tutorial::LIBRARY,
];

fn declared(kind: &ObjectType, arguments: &[Argument<'_>]) -> Declared {
    kind.declare(Session::declaring("X", arguments, &Alone))
}

fn required(kind: &ObjectType) -> Vec<ParameterDeclaration> {
    let all = declared(kind, &[]).declaration.parameters;
    all.into_iter().filter(|parameter| parameter.requirement == Requirement::Required).collect()
}

/// What makes it, if `value` does for each parameter that it needs.
fn needed<'p>(parameters: &'p [ParameterDeclaration], value: &'p str) -> Vec<Argument<'p>> {
    parameters.iter().map(|parameter| Argument { name: &parameter.name, value }).collect()
}

/// Compares a repetition with what is declared without one.
fn is_the_same(kind: &ObjectType, repetition: Repetition, first: &Declared, arguments: &[Argument<'_>]) {
    let (alone, name) = (declared(kind, arguments), kind.name());
    assert!(alone.faults.is_empty(), "{name} {arguments:?}: {:?}", alone.faults);
    let (alone, first) = (alone.declaration, &first.declaration);
    assert_eq!(first.interface, alone.interface, "{name} {arguments:?}");
    assert_eq!(repetition.numbers.as_ref().unwrap_or(&first.numbers), &alone.numbers, "{name} {arguments:?}");
    assert_eq!(repetition.looks.as_ref().unwrap_or(&first.looks), &alone.looks, "{name} {arguments:?}");
    let branch_numbers = repetition.branch_numbers.as_ref().unwrap_or(&first.branch_numbers);
    assert_eq!(branch_numbers, &alone.branch_numbers, "{name} {arguments:?}");
    let names = |parameters: &[ParameterDeclaration]| parameters.iter().map(|p| p.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&first.parameters), names(&alone.parameters), "{name} {arguments:?}");
}

#[test]
fn every_type_repeats_itself_and_differs_where_its_parameters_do() {
    let (mut repeated, mut other_numbers, mut other_looks, mut departed) = (0, 0, 0, 0);
    for kind in LIBRARIES.into_iter().flat_map(|library| Library::linked_in(library).types()) {
        let required = required(kind);
        let arguments = needed(&required, "0.5");
        let (first, cached) = kind.declare_first(Session::declaring("X", &arguments, &Alone));
        if !first.faults.is_empty() {
            continue;
        }
        let of_resources = first.declaration.interface.signals.iter().any(|signal| signal.role.is_resource());
        assert_eq!(cached.is_none(), of_resources, "{}", kind.name());
        let Some(cached) = cached else { continue };
        let again = kind.declare_again(&cached, "Y", &arguments, &Alone);
        is_the_same(kind, again.unwrap_or_else(|| panic!("{} differs from itself", kind.name())), &first, &arguments);
        repeated += 1;
        // Each parameter with other values, good and bad.
        for parameter in &first.declaration.parameters {
            for value in ["0.25", "2", "3", "-1", "0.25, 0, 1", "0, 1; 1, 2", "true", "none", "", "Limit", "0.125"] {
                let mut arguments: Vec<_> =
                    arguments.iter().copied().filter(|given| given.name != parameter.name).collect();
                arguments.push(Argument { name: &parameter.name, value });
                let alone = declared(kind, &arguments);
                match kind.declare_again(&cached, "Y", &arguments, &Alone) {
                    Some(repetition) => {
                        other_numbers += usize::from(repetition.numbers.is_some());
                        other_looks += usize::from(repetition.looks.is_some());
                        is_the_same(kind, repetition, &first, &arguments);
                    }
                    None => departed += usize::from(alone.faults.is_empty()),
                }
                // What is wrong is never taken for a repetition.
                assert!(
                    alone.faults.is_empty() || kind.declare_again(&cached, "Y", &arguments, &Alone).is_none(),
                    "{} {value:?}: {:?}",
                    kind.name(),
                    alone.faults
                );
            }
        }
    }
    assert!(repeated > 60, "{repeated} types");
    assert!(other_numbers > 20 && other_looks > 5 && departed > 20, "{other_numbers} {other_looks} {departed}");
}

#[test]
fn a_type_that_asks_for_the_clock_departs_with_another_step() {
    let kind = Library::linked_in(&bowline_tlm::LIBRARY).types().find(|kind| {
        let Declared { declaration, faults, .. } = declared(kind, &[]);
        faults.is_empty() && declaration.parameters.iter().any(|parameter| parameter.name == "SampleTime")
    });
    let kind = kind.unwrap();
    let (first, cached) = kind.declare_first(Session::declaring("X", &[], &Alone));
    let cached = cached.unwrap();
    let own = [Argument { name: "SampleTime", value: "0.5" }];
    assert!(kind.declare_again(&cached, "Y", &own, &Alone).is_none());
    is_the_same(kind, kind.declare_again(&cached, "Y", &[], &Alone).unwrap(), &first, &[]);
    assert!(
        first
            .declaration
            .interface
            .signals
            .iter()
            .any(|signal| signal.role == Role::DiscreteState || signal.bundle.is_some())
    );
}
