//! `Camera`: from where a scenario is seen.

/// An attribute of a camera.
#[derive(Debug)]
pub struct CameraAttribute {
    /// Its name.
    pub name: &'static str,
    /// Whether each camera must have it.
    pub is_required: bool,
    /// The unit of its numbers; none, if it is a name.
    pub unit: Option<&'static str>,
    /// What it says.
    pub doc: &'static str,
}

/// All of them.
pub static ATTRIBUTES: [CameraAttribute; 6] = [
    CameraAttribute { name: "Name", is_required: true, unit: None, doc: "What it is called" },
    CameraAttribute {
        name: "Eye",
        is_required: true,
        unit: Some("m"),
        doc: "Where the eye is: x, y, z, in the scenario's axes, m",
    },
    CameraAttribute {
        name: "Target",
        is_required: true,
        unit: Some("m"),
        doc: "What is in the middle of the picture: x, y, z, in the scenario's axes, m",
    },
    CameraAttribute {
        name: "Orthographic",
        is_required: false,
        unit: Some("m"),
        doc: "Without perspective: so many metres are as high as the picture",
    },
    CameraAttribute {
        name: "Follow",
        is_required: false,
        unit: None,
        doc: "A SimObject to go along with: Eye and Target count from the place of its first shape",
    },
    CameraAttribute {
        name: "At",
        is_required: false,
        unit: Some("s"),
        doc: "The path that all such cameras make leads through this one at that time, s",
    },
];
