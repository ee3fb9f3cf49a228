//! What the shapes of a scene follow, as a few numbers.

use std::ops::Range;

use simobject::look::Elements;
use simobject_host::{Place, Role};

use crate::model::Model;
use crate::model::signal_id::SignalId;
use crate::workspace::{ModelId, Workspace};

/// Where the numbers of a moment are in the workspace, in their order.
#[derive(Debug, Clone)]
pub(super) struct Moments {
    model: ModelId,
    followed: Vec<Followed>,
    width: usize,
}

#[derive(Debug, Clone)]
enum Followed {
    /// So many numbers of the workspace, from a place on.
    Places(Place),
    /// So many sums of what is at these places, and of what follows them.
    Sums(Box<[u32]>, u32),
}

impl Moments {
    /// Moments of a model that have no numbers yet.
    pub(super) fn of(model: &Model) -> Self {
        Self { model: model.id.clone(), followed: Vec::new(), width: 0 }
    }

    /// Moments of so many numbers, which no workspace of this program has.
    pub(super) fn elsewhere(width: usize) -> Self {
        Self { model: ModelId::default(), followed: Vec::new(), width }
    }

    /// Lets moments have elements of a signal; where they will be in one.
    pub(super) fn follow(&mut self, model: &Model, object: u32, elements: &Elements) -> Range<usize> {
        let Elements { signal, first, count } = *elements;
        let place = model.layout.place(SignalId { object, signal });
        let is_sum = model.objects[object as usize].interface.signals[signal as usize].role == Role::Sum;
        self.followed.push(if is_sum {
            let sources = &model.layout.summed[place.first as usize..(place.first + place.count) as usize];
            Followed::Sums(sources.iter().map(|place| place + first).collect(), count)
        } else {
            Followed::Places(Place { first: place.first + first, count })
        });
        let range = self.width..self.width + count as usize;
        self.width = range.end;
        range
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn take(&self, workspace: &Workspace, moment: &mut Vec<f64>) {
        workspace.assert_of(&self.model);
        let values = &workspace.values;
        moment.clear();
        moment.reserve(self.width);
        for followed in &self.followed {
            match followed {
                Followed::Places(place) => {
                    let first = place.first as usize;
                    moment.extend_from_slice(&values[first..first + place.count as usize]);
                }
                Followed::Sums(places, count) => {
                    let sum = |element| places.iter().map(|place| values[(*place + element) as usize]).sum::<f64>();
                    moment.extend((0..*count).map(sum));
                }
            }
        }
    }
}
