//! The sections of a scenario, for the reader and for the schema.

/// A section: an element in `Contents` that holds elements of one name.
#[derive(Debug)]
pub(crate) struct Section {
    /// Its element.
    pub(crate) name: &'static str,
    /// The element that it holds.
    pub(crate) holds: &'static str,
    /// Whether a scenario must have it.
    pub(crate) required: bool,
    /// What it says.
    pub(crate) doc: &'static str,
}

/// The root element.
pub(crate) const ROOT: &str = "Contents";
/// The section that says which way is up, by an attribute, and from where one looks.
pub(crate) const VIEW: &str = "VIEW";
/// What it holds.
pub(crate) const CAMERA: &str = "Camera";

/// Those that hold elements, in their usual order.
pub(crate) static SECTIONS: [Section; 6] = [
    Section { name: "VARIABLES", holds: "Variable", required: false, doc: "Constants that formulas name" },
    Section { name: "SCHEMES", holds: "Scheme", required: false, doc: "Parts of it that are used several times" },
    Section { name: "OBJECTS", holds: "Lib", required: true, doc: "Which SimObjects there are" },
    Section { name: "INTERCONNECTIONS", holds: "Connection", required: false, doc: "How their ports are connected" },
    Section { name: "INITIALIZATION", holds: "InitialCondition", required: false, doc: "Where their states begin" },
    Section { name: "INTEGRATION", holds: "Engine", required: true, doc: "How to integrate, and what to record" },
];
