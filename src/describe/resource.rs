//! What a reference page tells of a resource that a type provides or asks.

use serde::Serialize;
use simobject_host::{Interface, Role};

#[derive(Debug, Serialize)]
pub(super) struct ResourcePage {
    pub(super) name: String,
    pub(super) doc: String,
    /// What can be asked; one may ask who provides the same kind, with the same
    /// quantities.
    pub(super) kind: String,
    pub(super) kind_doc: String,
    pub(super) inputs: Vec<QuantityPage>,
    pub(super) outputs: Vec<QuantityPage>,
}

/// Some of the numbers that it is asked with, or answers.
#[derive(Debug, Serialize)]
pub(super) struct QuantityPage {
    name: String,
    width: u32,
    unit: String,
}

impl ResourcePage {
    /// Those of such a role.
    pub(super) fn all(interface: &Interface, wanted: Role) -> Vec<Self> {
        let quantities = |quantities: &[simobject_host::Quantity]| {
            let page = |q: &simobject_host::Quantity| QuantityPage {
                name: q.name.to_string(),
                width: q.width,
                unit: q.unit.to_string(),
            };
            quantities.iter().map(page).collect()
        };
        let signal = |index: u32| &interface.signals[index as usize];
        let ours = interface.resources.iter().filter(|resource| signal(resource.signal).role == wanted);
        ours.map(|resource| Self {
            name: signal(resource.signal).name.to_string(),
            doc: signal(resource.signal).doc.to_string(),
            kind: resource.kind.name.to_string(),
            kind_doc: resource.kind.doc.to_string(),
            inputs: quantities(&resource.kind.inputs),
            outputs: quantities(&resource.kind.outputs),
        })
        .collect()
    }

    /// What is asked and answered, in words: `Pos (3, m) -> Acc (3, m/s^2)`.
    pub(super) fn words(&self, name: impl Fn(&str) -> String) -> String {
        let listed = |quantities: &[QuantityPage]| {
            let one = |QuantityPage { name: quantity, width, unit }: &QuantityPage| {
                let unit = if unit.is_empty() { "-" } else { unit };
                format!("{} ({width}, {unit})", name(quantity))
            };
            match quantities {
                [] => "nothing".to_owned(),
                quantities => quantities.iter().map(one).collect::<Vec<_>>().join(", "),
            }
        };
        format!("{} -> {}", listed(&self.inputs), listed(&self.outputs))
    }
}
