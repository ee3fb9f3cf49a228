//! Names the provider that answered wrongly, when a calculation that asks gave a
//! wrong result.

use std::sync::{Mutex, PoisonError};

use simobject::Failure;
use simobject_host::{Heard, HostIo, Role, Unrepeated};

use super::error::{Cause, EvaluationError};
use crate::model::Model;
use crate::workspace::{Values, Workspace};

impl Model {
    /// The provider that gave a calculation of an object a non-finite answer, or
    /// another answer to the same question; none if that is not the cause. This
    /// runs the calculation twice, with the numbers of the workspace.
    #[cold]
    pub(super) fn answered_wrongly(
        &self,
        workspace: &Workspace,
        object: u32,
        calculation: u32,
        time: f64,
    ) -> Option<Box<EvaluationError>> {
        let asking = &self.objects[object as usize];
        let declared = asking.interface.calculations.get(calculation as usize)?;
        let asks = |signal: &u32| asking.interface.signals[*signal as usize].role == Role::Uses;
        if !declared.reads.iter().any(asks) {
            return None;
        }
        let (store, position) = self.stores.iter().find_map(|store| {
            let position = store.numbers.iter().position(|number| *number == object)?;
            Some((store, position))
        })?;
        let access_set = store.access_sets().of(calculation);
        let [first, again] = [(); 2].map(|()| {
            let notes = Mutex::default();
            let providers = self.providers.heard(&notes);
            let mut values = Values::new(&workspace.values, self.layout.beyond);
            let mut results = vec![f64::NAN; self.layout.discrete.all.end];
            let mut io = HostIo::new(&mut values, &mut results, &self.layout.summed, time).asking(&providers);
            // Its errors are already known.
            let _ = workspace.instances.run(access_set, declared.kernel, position..position + 1, &mut io);
            drop(providers);
            notes.into_inner().unwrap_or_else(PoisonError::into_inner)
        });
        let not_finite = || {
            let (place, number) = Heard::not_finite(&first)?;
            Some((place, Failure::recoverable(format!("it answered {number}"))))
        };
        let unrepeated = || {
            let Unrepeated { place, before, now } = Heard::unrepeated(&first, &again)?;
            let why = format!("it answered {now} where it answered {before} just before, asked the same");
            Some((place, Failure::fatal(why)))
        };
        let (place, failure) = not_finite().or_else(unrepeated)?;
        let id = self.layout.resources.get(place as usize)?;
        let culprit = &self.objects[id.object as usize];
        let cause = Cause::NotAnswered {
            object: culprit.name().to_owned(),
            kind: culprit.kind.name(),
            library: culprit.library.name(),
            resource: culprit.interface.signals[id.signal as usize].name.to_string(),
            by: asking.introduced(),
            calculation: declared.name.to_string(),
            failure,
        };
        Some(Box::new(EvaluationError { time, cause }))
    }
}
