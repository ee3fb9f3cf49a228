//! The numbers of a glTF file.

use bowline_parts::Triangles;
use glam::Vec3;
use serde::Serialize;
use serde_json::{Value, json};

const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;

/// The type of the elements of an accessor.
#[derive(Debug, Clone, Copy)]
struct ElementType {
    /// The type of each number.
    component: u32,
    /// How many numbers an element has, as glTF names it.
    kind: &'static str,
}

const VECTOR: ElementType = ElementType { component: FLOAT, kind: "VEC3" };
const INDEX: ElementType = ElementType { component: UNSIGNED_INT, kind: "SCALAR" };

/// A buffer that is complete.
pub(super) struct Finished {
    /// The accessors of the document.
    pub(super) accessors: Vec<Value>,
    /// The buffer views of the document.
    pub(super) views: Vec<Value>,
    /// The numbers.
    pub(super) bytes: Vec<u8>,
}

/// The numbers of a file, with the accessors by which they are found. What moves nodes comes last, in a view of its own.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    motion: Vec<u8>,
    /// Accessors of motion, whose view is known when all is there.
    of_motion: Vec<usize>,
}

impl Buffer {
    /// Corners, normals and triangles of a mesh; none if it has no triangles.
    pub(super) fn mesh(&mut self, mesh: &Triangles) -> Option<[usize; 3]> {
        let corners = || mesh.positions.iter().map(|corner| Vec3::from_array(*corner));
        let (low, high) = (corners().reduce(Vec3::min)?, corners().reduce(Vec3::max)?);
        if mesh.indices.is_empty() {
            return None;
        }
        let bounds = json!({ "min": low.to_array(), "max": high.to_array() });
        let positions = mesh.positions.iter().flatten().flat_map(|part| part.to_le_bytes()).collect();
        let normals = mesh.normals.iter().map(|normal| Vec3::from_array(*normal).normalize_or(Vec3::Y).to_array());
        let normals = normals.flatten().flat_map(f32::to_le_bytes).collect();
        let indices = mesh.indices.iter().flat_map(|index| index.to_le_bytes()).collect();
        let corners = self.view(positions, ARRAY_BUFFER, mesh.positions.len(), VECTOR, bounds);
        let normals = self.view(normals, ARRAY_BUFFER, mesh.normals.len(), VECTOR, json!({}));
        let triangles = self.view(indices, ELEMENT_ARRAY_BUFFER, mesh.indices.len(), INDEX, json!({}));
        Some([corners, normals, triangles])
    }

    fn view(&mut self, bytes: Vec<u8>, target: u32, count: usize, element: ElementType, mut told: Value) -> usize {
        let (first, length) = (self.bytes.len(), bytes.len());
        self.views.push(json!({ "buffer": 0, "byteOffset": first, "byteLength": length, "target": target }));
        self.bytes.extend(bytes);
        told["bufferView"] = (self.views.len() - 1).into();
        told["componentType"] = element.component.into();
        told["count"] = count.into();
        told["type"] = element.kind.into();
        self.accessors.push(told);
        self.accessors.len() - 1
    }

    /// The times of frames, s.
    pub(super) fn times(&mut self, times: &[f32]) -> usize {
        let bounds = json!({ "min": [times[0]], "max": [times[times.len() - 1]] });
        self.motion(times.iter().map(|time| [*time]), "SCALAR", bounds)
    }

    /// What a node does, frame by frame.
    pub(super) fn moves<const WIDTH: usize>(&mut self, frames: impl Iterator<Item = [f32; WIDTH]>) -> usize {
        self.motion(frames, if WIDTH == 3 { "VEC3" } else { "VEC4" }, json!({}))
    }

    fn motion<const WIDTH: usize>(
        &mut self,
        frames: impl Iterator<Item = [f32; WIDTH]>,
        kind: &str,
        mut told: Value,
    ) -> usize {
        let first = self.motion.len();
        self.motion.extend(frames.flatten().flat_map(f32::to_le_bytes));
        told["byteOffset"] = first.into();
        told["componentType"] = FLOAT.into();
        told["count"] = ((self.motion.len() - first) / (WIDTH * size_of::<f32>())).into();
        told["type"] = kind.into();
        self.of_motion.push(self.accessors.len());
        self.accessors.push(told);
        self.accessors.len() - 1
    }

    /// Completes it.
    pub(super) fn finish(mut self) -> Finished {
        if !self.motion.is_empty() {
            let (first, length) = (self.bytes.len(), self.motion.len());
            self.views.push(json!({ "buffer": 0, "byteOffset": first, "byteLength": length }));
            for accessor in &self.of_motion {
                self.accessors[*accessor]["bufferView"] = (self.views.len() - 1).into();
            }
            self.bytes.append(&mut self.motion);
        }
        Finished { accessors: self.accessors, views: self.views, bytes: self.bytes }
    }
}

/// The file of a document and its numbers: glTF 2.0, section 4.
pub(super) fn container(document: &impl Serialize, mut numbers: Vec<u8>) -> Vec<u8> {
    // Numbers and texts as keys have no way to fail.
    let mut text = serde_json::to_vec(document).unwrap_or_default();
    text.resize(text.len().next_multiple_of(4), b' ');
    numbers.resize(numbers.len().next_multiple_of(4), 0);
    let chunks = [(*b"JSON", text), (*b"BIN\0", numbers)];
    let chunks = chunks.iter().filter(|(_, bytes)| !bytes.is_empty());
    let length: usize = 12 + chunks.clone().map(|(_, bytes)| 8 + bytes.len()).sum::<usize>();
    let mut file = Vec::with_capacity(length);
    file.extend(b"glTF");
    file.extend(2_u32.to_le_bytes());
    file.extend((length as u32).to_le_bytes());
    for (kind, bytes) in chunks {
        file.extend((bytes.len() as u32).to_le_bytes());
        file.extend(kind);
        file.extend(bytes);
    }
    file
}
