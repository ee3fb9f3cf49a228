//! A film as binary glTF 2.0 (Khronos, ISO/IEC 12113): a node for each part, which moves, turns and grows.
//!
//! What glTF cannot say is left out, and told: texts; colours and surfaces that change. Lines are thin rods, since most
//! programs draw lines as thin as a pixel, or not at all.

mod buffer;
mod nodes;

use std::collections::HashMap;

use bowline_parts::{Axes, Detail, Rgba, Solid, Triangles, surface};
use serde::Serialize;
use serde_json::{Value, json};

use super::film::{Film, PointsFrame, Track};
use crate::PROGRAM;

use buffer::{Buffer, Finished};
use nodes::Still;

/// How thick a line is, for the size of all that is seen.
const LINE: f32 = 0.0012;
/// Farther away from the scenario's origin than so many times the size of what is seen, programs of single precision
/// draw nothing as it should be.
const FARTHEST: f64 = 2e4;

/// The parts of the file in their order: the generator comes first.
#[derive(Debug, Serialize)]
struct Document {
    asset: Value,
    scene: usize,
    scenes: Value,
    nodes: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    meshes: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    materials: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    animations: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    accessors: Vec<Value>,
    #[serde(rename = "bufferViews", skip_serializing_if = "Vec::is_empty")]
    buffer_views: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    buffers: Vec<Value>,
}

/// The file, and what is not in it.
pub(super) fn glb(film: &Film, name: &str) -> (Vec<u8>, Vec<String>) {
    let mut writer = Writer::new(film);
    let mut left_out = Vec::new();
    for track in &film.parts {
        writer.part(track);
    }
    for track in &film.lines {
        writer.line(track);
    }
    for track in &film.surfaces {
        writer.surface(track);
    }
    for (track, places) in film.trails.iter().zip(&film.paths) {
        writer.trail(track, places);
    }
    let named = |object: usize| format!("`{}`", film.scene.objects()[object].name);
    let moving = film.surfaces.iter().filter(|track| track.varies(|a, b| a.points == b.points));
    left_out.extend(told(moving.map(|track| named(track.object)), "a surface stays as it is at first in a .glb"));
    let painted = film.parts.iter().filter(|track| track.varies(|a, b| a.colour == b.colour)).map(|track| track.object);
    left_out.extend(told(painted.map(named), "a colour stays as it is at first in a .glb"));
    left_out.extend(told(film.texts.iter().map(|track| named(track.object)), "a .glb has no texts"));
    let (bytes, note) = writer.finish(name);
    left_out.extend(note);
    (bytes, left_out)
}

/// A message about some of the SimObjects; none if there are none.
fn told(names: impl Iterator<Item = String>, what: &str) -> Option<String> {
    let mut names: Vec<String> = names.collect();
    names.dedup();
    let (first, more) = (names.first()?, names.len() - 1);
    Some(match more {
        0 => format!("{first}: {what}"),
        _ => format!("{first} and {more} more: {what}"),
    })
}

/// What a film becomes.
struct Writer<'f> {
    film: &'f Film,
    buffer: Buffer,
    nodes: Vec<Value>,
    meshes: Vec<Value>,
    materials: Vec<Value>,
    channels: Vec<Value>,
    samplers: Vec<Value>,
    /// The meshes of the film, and behind them a rod, of which lines are made.
    triangles: Vec<Triangles>,
    /// Corners, normals and triangles of those that are used, by their accessors; none if there are no triangles.
    shapes: HashMap<u32, Option<[usize; 3]>>,
    known_meshes: HashMap<(u32, Rgba), usize>,
    known_materials: HashMap<(Rgba, bool), usize>,
    /// The nodes of each SimObject.
    children: Vec<Vec<usize>>,
    /// The times of the frames, from the first on, as soon as something moves.
    times: Option<usize>,
}

impl<'f> Writer<'f> {
    fn new(film: &'f Film) -> Self {
        let mut triangles = film.meshes.triangles();
        triangles.push(Solid::Rod.triangles(Detail::Coarse));
        Self {
            film,
            buffer: Buffer::default(),
            nodes: Vec::new(),
            meshes: Vec::new(),
            materials: Vec::new(),
            channels: Vec::new(),
            samplers: Vec::new(),
            triangles,
            shapes: HashMap::new(),
            known_meshes: HashMap::new(),
            known_materials: HashMap::new(),
            children: vec![Vec::new(); film.scene.objects().len()],
            times: None,
        }
    }

    /// A material of a colour.
    fn material(&mut self, colour: Rgba, two_sided: bool) -> usize {
        *self.known_materials.entry((colour, two_sided)).or_insert_with(|| {
            let [red, green, blue, opacity] = colour.map(|part| f64::from(part) / 255.0);
            let [red, green, blue] = [red, green, blue].map(linear);
            let metal = json!({
                "baseColorFactor": [red, green, blue, opacity], "metallicFactor": 0.0, "roughnessFactor": 0.5,
            });
            let name = format!("#{}", colour.map(|part| format!("{part:02x}")).concat());
            let mode = if colour[3] == 255 { "OPAQUE" } else { "BLEND" };
            self.materials.push(
                json!({ "name": name, "pbrMetallicRoughness": metal, "alphaMode": mode, "doubleSided": two_sided }),
            );
            self.materials.len() - 1
        })
    }

    /// A mesh of the film in a colour; none if it has no triangles.
    fn mesh(&mut self, mesh: u32, colour: Rgba) -> Option<usize> {
        let (buffer, triangles) = (&mut self.buffer, &self.triangles[mesh as usize]);
        let shape = (*self.shapes.entry(mesh).or_insert_with(|| buffer.mesh(triangles)))?;
        if let Some(known) = self.known_meshes.get(&(mesh, colour)) {
            return Some(*known);
        }
        let material = self.material(colour, false);
        let number = self.add_mesh(shape, material);
        self.known_meshes.insert((mesh, colour), number);
        Some(number)
    }

    fn add_mesh(&mut self, [corners, normals, triangles]: [usize; 3], material: usize) -> usize {
        let attributes = json!({ "POSITION": corners, "NORMAL": normals });
        self.meshes
            .push(json!({ "primitives": [{ "attributes": attributes, "indices": triangles, "material": material }] }));
        self.meshes.len() - 1
    }

    /// A surface, as it is at first.
    fn surface(&mut self, track: &Track<PointsFrame>) {
        let Some(first) = track.frames.iter().flatten().next() else { return };
        let Some(shape) = surface(&first.points, track.columns, &[]).and_then(|mesh| self.buffer.mesh(&mesh)) else {
            return;
        };
        let material = self.material(first.colour, true);
        let mesh = self.add_mesh(shape, material);
        let seen = track.frames.iter().map(|frame| frame.as_ref().map(|_| Still::AT_REST)).collect::<Vec<_>>();
        self.node(track.object, mesh, &seen);
    }

    /// The file, and what is to be told of where it lies.
    fn finish(mut self, name: &str) -> (Vec<u8>, Option<String>) {
        let (film, up) = (self.film, self.film.scene.up());
        let origin = film.axes.scenario_point(glam::Vec3::ZERO);
        let mut objects = Vec::new();
        for (object, children) in film.scene.objects().iter().zip(std::mem::take(&mut self.children)) {
            if !children.is_empty() {
                objects.push(self.nodes.len());
                self.nodes
                    .push(json!({ "name": object.name, "children": children, "extras": { "type": object.kind } }));
            }
        }
        let far = origin.iter().fold(0.0, |far: f64, part| far.max(part.abs()));
        let is_near = far <= FARTHEST * film.extent.diagonal();
        let mut root = json!({ "name": name, "extras": { "origin": origin } });
        if is_near {
            root["translation"] = json!(Axes::new(up, [0.0; 3]).vector(origin).to_array());
        }
        if !objects.is_empty() {
            root["children"] = json!(objects);
        }
        self.nodes.push(root);
        let [x, y, z] = origin;
        let note = (!is_near).then(|| {
            format!("the scene lies at {x}, {y}, {z} m of the scenario's axes, where programs of single precision cannot draw it: \
                     in the .glb it lies at the origin")
        });
        let mut animations = Vec::new();
        if !self.channels.is_empty() {
            animations.push(json!({ "name": name, "channels": self.channels, "samplers": self.samplers }));
        }
        let Finished { accessors, views: buffer_views, bytes } = self.buffer.finish();
        let buffers = if bytes.is_empty() { Vec::new() } else { vec![json!({ "byteLength": bytes.len() })] };
        let document = Document {
            asset: json!({ "generator": PROGRAM, "version": "2.0" }),
            scene: 0,
            scenes: json!([{ "nodes": [self.nodes.len() - 1] }]),
            nodes: self.nodes,
            meshes: self.meshes,
            materials: self.materials,
            animations,
            accessors,
            buffer_views,
            buffers,
        };
        (buffer::container(&document, bytes), note)
    }
}

/// A part of a colour as sRGB has it, as light adds (IEC 61966-2-1).
fn linear(part: f64) -> f64 {
    if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
}
