//! What a constructor says beside signals and calculations, each time in the same way.

use std::hash::{DefaultHasher, Hash, Hasher};

use simobject::Text;

use crate::parameter_request::ParameterRequest;

/// What was said in one pass of a constructor, as much of it as tells two passes apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Repeated {
    /// The parameters, in their order.
    pub(crate) parameters: Vec<AskedFor>,
    /// How many of each of the others.
    pub(crate) counts: Counts,
}

/// How often each was declared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) numbers: u32,
    pub(crate) times: u32,
    pub(crate) patterns: u32,
    pub(crate) looks: u32,
    pub(crate) bundles: u32,
}

impl Counts {
    /// What was declared another number of times: what it is, how often here, how often there.
    pub(crate) fn difference(&self, other: &Self) -> Option<(&'static str, u32, u32)> {
        let all = [
            ("numbers of signals", self.numbers, other.numbers),
            ("kinds of time events", self.times, other.times),
            ("patterns", self.patterns, other.patterns),
            ("looks", self.looks, other.looks),
            ("bundles", self.bundles, other.bundles),
        ];
        all.into_iter().find(|(_, own, others)| own != others)
    }
}

/// A parameter that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AskedFor {
    name: Text,
    /// Of what else was said of it.
    digest: u64,
}

impl AskedFor {
    pub(crate) fn new(request: &ParameterRequest<'_>) -> Self {
        Self { name: request.name.to_string().into(), digest: digest(request) }
    }

    pub(crate) fn is(&self, request: &ParameterRequest<'_>) -> bool {
        self.name == request.name && self.digest == digest(request)
    }
}

fn digest(request: &ParameterRequest<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    request.unit.hash(&mut hasher);
    request.kind.hash(&mut hasher);
    request.range.hash(&mut hasher);
    request.otherwise.hash(&mut hasher);
    hasher.finish()
}
