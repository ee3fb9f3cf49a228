//! What the in-ports of a model are made of, found again from the places of its numbers.

use std::ops::Range;

use simobject_host::{Calculation, Role, Signal};

use super::place_index::PlaceIndex;
use crate::model::Object;
use crate::model::input_assembly::InputAssembly;
use crate::model::layout::Layout;
use crate::model::signal_id::SignalId;

/// The signals of a model, and where their numbers are.
#[derive(Clone, Copy)]
pub struct Signals<'a> {
    /// The SimObjects.
    pub objects: &'a [Object],
    /// The place of each number.
    pub layout: &'a Layout,
    /// The signal at each place.
    pub places: &'a PlaceIndex,
}

impl<'a> Signals<'a> {
    /// A calculation of a SimObject.
    pub fn calculation(self, object: u32, calculation: u32) -> &'a Calculation {
        &self.objects[object as usize].interface.calculations[calculation as usize]
    }

    /// The declaration of a signal.
    pub fn declared(self, id: SignalId) -> &'a Signal {
        &self.objects[id.object as usize].interface.signals[id.signal as usize]
    }

    /// The role of a signal.
    pub fn role(self, id: SignalId) -> Role {
        self.declared(id).role
    }

    /// The width of a signal.
    pub fn width(self, id: SignalId) -> usize {
        self.declared(id).width as usize
    }

    /// What a calculation gives: what it fills or sets, and the unknowns whose residuals it fills.
    pub fn given(self, object: u32, calculation: &'a Calculation) -> impl Iterator<Item = SignalId> + 'a {
        let signals = &self.objects[object as usize].interface.signals;
        calculation.gives.iter().flat_map(move |signal| {
            let unknown =
                if let Role::Residual(unknown) = signals[*signal as usize].role { Some(unknown) } else { None };
            std::iter::once(*signal).chain(unknown).map(move |signal| SignalId { object, signal })
        })
    }

    /// The signals that a signal is made of, other than constants: what an
    /// in-port is connected to, the state that an out-port shows, or itself.
    pub fn origins(self, id: SignalId) -> Vec<SignalId> {
        let role = self.role(id);
        if !role.is_fed() {
            return vec![id.of_state(role)];
        }
        let mut origins = Vec::new();
        self.each_origin(id, |origin| origins.push(origin));
        origins
    }

    /// Calls `each` with the signals that an in-port, or a resource that is asked, is
    /// made of, in the order in which the description names them.
    pub fn each_origin(self, port: SignalId, mut each: impl FnMut(SignalId)) {
        if self.role(port) == Role::Uses {
            self.layout.resources.get(self.layout.place(port).first as usize).copied().into_iter().for_each(each);
            return;
        }
        self.each_row(port, 0..self.width(port), |row| {
            self.places.signal_at(row.start).into_iter().for_each(&mut each);
        });
    }

    /// Calls `each` with the places that some elements of an in-port are made of, in
    /// rows of one source each.
    pub fn each_row(self, port: SignalId, elements: Range<usize>, mut each: impl FnMut(Range<u32>)) {
        let part = |first: u32, skipped: usize, width: usize| {
            let first = first + skipped as u32;
            first..first + width as u32
        };
        if let Some((_, InputAssembly { rows, .. })) = self.assembly(port) {
            let begin = rows.first().map_or(0, |row| row.place);
            for row in rows {
                let before = (row.place - begin) as usize;
                let (from, to) = (elements.start.max(before), elements.end.min(before + row.width as usize));
                if from < to {
                    row.terms.iter().for_each(|term| each(part(term.place, from - before, to - from)));
                }
            }
            return;
        }
        let place = self.layout.place(port);
        if self.role(port) == Role::Sum {
            let (first, end) = (place.first as usize, (place.first + place.count) as usize);
            for first in &self.layout.summed[first..end] {
                each(part(*first, elements.start, elements.len()));
            }
        } else {
            each(part(place.first, elements.start, elements.len()));
        }
    }

    /// The pass that puts an in-port together, with its number, where it has one.
    pub fn assembly(self, port: SignalId) -> Option<(usize, &'a InputAssembly)> {
        let assemblies = &self.layout.assemblies;
        let number = assemblies.binary_search_by_key(&port, |assembly| assembly.port).ok()?;
        Some((number, &assemblies[number]))
    }
}
