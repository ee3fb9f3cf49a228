//! What a reference page tells of a bundle: in-ports and out-ports that are
//! connected together.

use serde::Serialize;
use simobject_host::{Bundle, Interface};

#[derive(Debug, Serialize)]
pub(super) struct BundlePage {
    pub(super) name: String,
    pub(super) doc: String,
    pub(super) kind: String,
    kind_doc: String,
    /// The side of the kind that it is, and the one that it is connected to.
    side: String,
    other_side: String,
    /// Names of out-ports and of in-ports.
    gives: Vec<String>,
    reads: Vec<String>,
}

impl BundlePage {
    pub(super) fn all(interface: &Interface) -> Vec<Self> {
        interface.bundles.iter().map(|bundle| Self::new(bundle, interface)).collect()
    }

    fn new(bundle: &Bundle, interface: &Interface) -> Self {
        let name = |signal: u32| interface.signals[signal as usize].name.to_string();
        Self {
            name: bundle.name.to_string(),
            doc: bundle.doc.to_string(),
            kind: bundle.kind.name.to_string(),
            kind_doc: bundle.kind.doc.to_string(),
            side: bundle.side_name().to_string(),
            other_side: bundle.other_side_name().to_string(),
            gives: bundle.given().map(|(_, signal)| name(signal)).collect(),
            reads: bundle.read().map(|(_, signal)| name(signal)).collect(),
        }
    }

    /// To what it is connected, in words; names as `name` writes them.
    pub(super) fn partner(&self, name: impl Fn(&str) -> String) -> String {
        format!("side {} of {}, to side {}", name(&self.side), name(&self.kind), name(&self.other_side))
    }

    /// What goes through it, in words; names as `name` writes them.
    pub(super) fn members(&self, name: impl Fn(&str) -> String) -> String {
        let listed = |verb: &str, names: &[String]| {
            let names: Vec<String> = names.iter().map(|signal| name(signal)).collect();
            (!names.is_empty()).then(|| format!("{verb} {}", names.join(", ")))
        };
        let both = [listed("gives", &self.gives), listed("reads", &self.reads)];
        both.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}
