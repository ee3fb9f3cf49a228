//! The contents of a page: parts, lines, surfaces and texts, with numbers that vary from frame to frame.

use bowline_parts::{Rgba, surface_shade};
use serde_json::{Value, json};

use super::blob::Blob;
use super::film::{Film, PointsFrame, Track};
use super::slots::Slots;

/// Places are kept in steps of this part of what is seen, turns and sizes in steps of this part of theirs.
const PLACE: f32 = 1.0 / 4_194_304.0;
const PART: f32 = 1.0 / 65_536.0;
/// The points of a surface, of which there are many.
const SURFACE: f32 = 1.0 / 131_072.0;
/// The parts, lines, texts and surfaces: where their numbers are, and a description of each.
pub(super) fn write(film: &Film, blob: &mut Blob) -> Value {
    let mut items = Items::default();
    let place = PLACE * film.extent.diagonal() as f32;
    for track in &film.parts {
        items.begin(track, |frame| frame.colour, |frame| frame.mesh);
        let frames = || track.frames.iter().map(Option::as_ref);
        for axis in 0..3 {
            items.slots.add(frames().map(|frame| frame.map(|frame| frame.placement.translation[axis])), place);
        }
        for axis in 0..4 {
            items.slots.add(frames().map(|frame| frame.map(|frame| frame.placement.rotation.to_array()[axis])), PART);
        }
        for axis in 0..3 {
            let sizes = frames().map(|frame| frame.map(|frame| frame.placement.scale[axis]));
            items.slots.add(sizes.clone(), Slots::step_of(sizes, PART));
        }
    }
    let points = |items: &mut Items, tracks: &[Track<PointsFrame>], step: f32| {
        let mut told = Vec::new();
        for track in tracks {
            items.begin(track, |frame| frame.colour, |_| 0);
            let count = track.frames.iter().flatten().map(|frame| frame.points.len()).max().unwrap_or(0);
            for point in 0..count {
                for axis in 0..3 {
                    let of = |frame: &PointsFrame| frame.points.get(point).map(|point| point[axis]);
                    items.slots.add(track.frames.iter().map(|frame| frame.as_ref().and_then(of)), step);
                }
            }
            let has_colours = track.frames.iter().flatten().any(|frame| !frame.colours.is_empty());
            for point in 0..if has_colours { count } else { 0 } {
                for part in 0..3 {
                    let of = |frame: &PointsFrame| f32::from(frame.colours.get(point).unwrap_or(&frame.colour)[part]);
                    items.slots.add(track.frames.iter().map(|frame| frame.as_ref().map(of)), 1.0);
                }
            }
            told.push(json!([count, track.columns, shade(track), has_colours]));
        }
        told
    };
    let lines = points(&mut items, &film.lines, place);
    let surfaces = points(&mut items, &film.surfaces, SURFACE * film.extent.diagonal() as f32);
    for track in &film.texts {
        items.begin(track, |frame| frame.colour, |_| 0);
        for axis in 0..3 {
            items.slots.add(track.frames.iter().map(|frame| frame.as_ref().map(|frame| frame.place[axis])), place);
        }
        items.slots.add(track.frames.iter().map(|frame| frame.as_ref().map(|frame| frame.height)), place);
    }
    for track in &film.trails {
        items.begin(track, |frame| frame.colour, |_| 0);
        let seconds = track.frames.iter().map(|frame| frame.as_ref().map(|frame| frame.duration));
        items.slots.add(seconds.clone(), Slots::step_of(seconds, PART));
        items.slots.add(track.frames.iter().map(|frame| frame.as_ref().map(|frame| frame.radius)), place);
    }
    let trails = paths(film, blob);
    let texts: Vec<&str> = film.texts.iter().map(|track| track.words.as_str()).collect();
    let told =
        json!({ "parts": film.parts.len(), "lines": lines, "surfaces": surfaces, "texts": texts, "trails": trails });
    items.write(blob);
    told
}

/// Where the points of trails were: how many places each has, one behind the other.
fn paths(film: &Film, blob: &mut Blob) -> Vec<usize> {
    let all = || film.paths.iter().flatten();
    blob.doubles("pathTimes", all().map(|place| place.time));
    blob.floats("pathPoints", all().flat_map(|place| film.axes.point(place.point).to_array()));
    let own = film.trails.iter().zip(&film.paths).flat_map(|(track, places)| {
        let usual = track.frames.iter().flatten().next().map_or([0; 4], |frame| frame.colour);
        places.iter().map(move |place| place.rgba().unwrap_or(usual))
    });
    blob.integers("pathColours", own.map(u32::from_le_bytes));
    film.paths.iter().map(Vec::len).collect()
}

/// Which height of a surface is nearly as light as it gets, m.
fn shade(track: &Track<PointsFrame>) -> f32 {
    track.frames.iter().flatten().next().map_or(1.0, |frame| surface_shade(&frame.points))
}

/// All that is drawn, one after the other.
#[derive(Debug, Default)]
struct Items {
    slots: Slots,
    /// The SimObject, the first slot, the mesh and the colour in the first frame of each.
    objects: Vec<u32>,
    first: Vec<u32>,
    meshes: Vec<u32>,
    colours: Vec<u32>,
    /// Those whose mesh varies, or that are not in all frames: 0, or one more than the mesh.
    mesh_varies: Vec<u32>,
    mesh_frames: Vec<u32>,
    colour_varies: Vec<u32>,
    colour_frames: Vec<u32>,
}

impl Items {
    /// Begins an item, whose slots follow.
    fn begin<F>(&mut self, track: &Track<F>, colour: impl Fn(&F) -> Rgba, mesh: impl Fn(&F) -> u32) {
        let item = self.objects.len() as u32;
        self.objects.push(track.object as u32);
        self.first.push(self.slots.len() as u32);
        let mut meshes: Vec<u32> = Vec::with_capacity(track.frames.len());
        meshes.extend(track.frames.iter().map(|frame| frame.as_ref().map_or(0, |frame| 1 + mesh(frame))));
        self.meshes.push(meshes.first().copied().unwrap_or(0));
        if meshes.iter().any(|mesh| *mesh != meshes[0]) {
            self.mesh_varies.push(item);
            self.mesh_frames.append(&mut meshes);
        }
        let first = track.frames.iter().flatten().next().map_or([0; 4], &colour);
        let mut last = first;
        let colours = track.frames.iter().map(|frame| {
            last = frame.as_ref().map_or(last, &colour);
            u32::from_le_bytes(last)
        });
        let mut colours: Vec<u32> = colours.collect();
        self.colours.push(u32::from_le_bytes(first));
        if colours.iter().any(|colour| *colour != colours[0]) {
            self.colour_varies.push(item);
            self.colour_frames.append(&mut colours);
        }
    }

    fn write(self, blob: &mut Blob) {
        self.slots.write(blob);
        blob.integers("objects", self.objects);
        blob.integers("firstSlots", self.first);
        blob.integers("meshes", self.meshes);
        blob.integers("colours", self.colours);
        blob.integers("meshVaries", self.mesh_varies);
        blob.integers("meshFrames", self.mesh_frames);
        blob.integers("colourVaries", self.colour_varies);
        blob.integers("colourFrames", self.colour_frames);
    }
}
