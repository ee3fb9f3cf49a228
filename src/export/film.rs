//! The shapes of a run, frame by frame.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use bowline_engine::replay::Replay;
use bowline_engine::scene::{Drawn, Figure, Scene, SceneObject};
use bowline_parts::{Axes, Drawing, Extent, Level, Part, Place, Placement, Rgba, Trails, colour, colours};
use glam::Vec3;

use super::meshes::Meshes;

/// The shapes of a run, frame by frame.
#[derive(Debug)]
pub(super) struct Film {
    /// Times of the frames, s.
    pub(super) times: Vec<f64>,
    pub(super) scene: Arc<Scene>,
    /// The axes in which all of it is, and the box around it.
    pub(super) axes: Axes,
    pub(super) extent: Extent,
    pub(super) level: Level,
    pub(super) meshes: Meshes,
    pub(super) parts: Vec<Track<PartFrame>>,
    pub(super) lines: Vec<Track<PointsFrame>>,
    pub(super) texts: Vec<Track<TextFrame>>,
    pub(super) surfaces: Vec<Track<PointsFrame>>,
    pub(super) trails: Vec<Track<TrailFrame>>,
    /// Where the point of each trail was.
    pub(super) paths: Vec<Vec<Place>>,
    /// The shapes that these are.
    trail_shapes: Vec<usize>,
    not_finite: BTreeSet<usize>,
    notes: Vec<String>,
}

/// A part of a shape, or what it is in one piece, frame by frame: none where it is not shown.
#[derive(Debug)]
pub(super) struct Track<F> {
    /// The SimObject, by its position in the scene.
    pub(super) object: usize,
    /// Words of a text.
    pub(super) words: String,
    /// Points of a row of a surface.
    pub(super) columns: usize,
    pub(super) frames: Vec<Option<F>>,
}

/// A part in a frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartFrame {
    pub(super) mesh: u32,
    pub(super) placement: Placement,
    pub(super) colour: Rgba,
}

/// A line or a surface in a frame.
#[derive(Debug, Clone)]
pub(super) struct PointsFrame {
    pub(super) points: Vec<Vec3>,
    pub(super) colour: Rgba,
    /// The same for each point, where they differ; else none.
    pub(super) colours: Vec<Rgba>,
}

/// A trail in a frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct TrailFrame {
    /// For how long it stays, s; 0: for ever.
    pub(super) duration: f32,
    /// m; 0: as wide from everywhere.
    pub(super) radius: f32,
    pub(super) colour: Rgba,
}

/// A text in a frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextFrame {
    pub(super) place: Vec3,
    pub(super) height: f32,
    pub(super) colour: Rgba,
}

/// The tracks of a shape, by their positions in those of the film.
#[derive(Debug, Default)]
struct Tracks {
    parts: Vec<usize>,
    alone: Option<usize>,
}

impl Film {
    /// Of a run at these times, s, without SimObjects of some types.
    ///
    /// # Errors
    /// The view can no longer be read; in words.
    pub(super) fn of(replay: &mut Replay, times: Vec<f64>, hidden: &HashSet<String>) -> Result<Self, String> {
        let scene = Arc::clone(replay.scene());
        let is_hidden = |object: usize| hidden.contains(&scene.objects()[object].kind);
        let mut moment = Vec::new();
        let mut extent: Option<Extent> = None;
        for time in &times {
            replay.moment_at(*time, &mut moment).map_err(|error| error.to_string())?;
            extent = [extent, Extent::of(&scene, &moment, is_hidden)].into_iter().flatten().reduce(Extent::with);
        }
        let notes = extent.is_none().then(|| "nothing in it has a look that is shown: there is no scene".to_owned());
        let extent = extent.unwrap_or(Extent { low: [-1.0; 3], high: [1.0; 3] });
        let mut film = Self {
            axes: Axes::new(scene.up(), extent.centre()),
            level: Level::below(&extent, true, scene.up()),
            extent,
            meshes: Meshes::new(scene.len()),
            parts: Vec::new(),
            lines: Vec::new(),
            texts: Vec::new(),
            surfaces: Vec::new(),
            trails: Vec::new(),
            paths: Vec::new(),
            trail_shapes: Vec::new(),
            not_finite: BTreeSet::new(),
            notes: notes.into_iter().collect(),
            scene: Arc::clone(&scene),
            times,
        };
        let mut tracks: Vec<Tracks> = std::iter::repeat_with(Tracks::default).take(scene.len()).collect();
        let mut parts = Vec::new();
        for frame in 0..film.times.len() {
            replay.moment_at(film.times[frame], &mut moment).map_err(|error| error.to_string())?;
            for ((shape, drawn), tracks) in scene.in_moment(&moment).enumerate().zip(&mut tracks) {
                if drawn.visible && !is_hidden(drawn.object) {
                    parts.clear();
                    if let Figure::Trail { duration, radius, .. } = drawn.figure {
                        film.trail(frame, shape, &drawn, tracks, [duration as f32, radius as f32]);
                    } else {
                        film.take(frame, &drawn, tracks, &mut parts);
                    }
                }
            }
        }
        film.end();
        if !film.trails.is_empty() {
            let known = Trails::recorded(replay).map_err(|error| error.to_string())?;
            film.paths = film
                .trail_shapes
                .iter()
                .map(|shape| known.get(*shape).map_or_else(Vec::new, |trail| trail.places().to_vec()))
                .collect();
        }
        Ok(film)
    }

    /// Takes a shape in a frame.
    fn take(&mut self, frame: usize, drawn: &Drawn<'_>, tracks: &mut Tracks, parts: &mut Vec<Part>) {
        let (object, colour) = (drawn.object, colour(drawn));
        let alone = &mut tracks.alone;
        match Drawing::of(&drawn.figure, &colours(drawn), &self.axes, parts) {
            Drawing::Parts => {
                for (part, number) in parts.iter().zip(0..) {
                    let mesh = self.meshes.solid(part.solid);
                    let shown = PartFrame { mesh, placement: part.placement, colour: part.colour(colour) };
                    self.part(frame, object, tracks, number, shown);
                }
            }
            Drawing::File { file, placement } => {
                let (mesh, placement) = match self.meshes.file(file) {
                    Some(mesh) => (mesh, placement),
                    None => {
                        let part = Part::instead_of_file(placement, self.extent.diagonal());
                        (self.meshes.solid(part.solid), part.placement)
                    }
                };
                self.part(frame, object, tracks, 0, PartFrame { mesh, placement, colour });
            }
            Drawing::Line(points) => {
                let track = track(&mut self.lines, alone, object);
                track.set(frame, PointsFrame::new(points, colour, colours(drawn)));
            }
            Drawing::Surface { points, columns } => {
                let rows = points.len().checked_div(columns).unwrap_or(0);
                if rows > 1 && columns > 1 {
                    let track = track(&mut self.surfaces, alone, object);
                    track.columns = columns;
                    track.set(frame, PointsFrame::new(points, colour, colours(drawn)));
                }
            }
            Drawing::Text { place, height, words } => {
                let track = track(&mut self.texts, alone, object);
                if track.words.is_empty() {
                    track.words = words.to_owned();
                }
                track.set(frame, TextFrame { place, height, colour });
            }
            Drawing::NotFinite => {
                self.not_finite.insert(object);
            }
        }
    }

    /// Takes a trail in a frame.
    fn trail(
        &mut self,
        frame: usize,
        shape: usize,
        drawn: &Drawn<'_>,
        tracks: &mut Tracks,
        [duration, radius]: [f32; 2],
    ) {
        if tracks.alone.is_none() {
            self.trail_shapes.push(shape);
        }
        let track = track(&mut self.trails, &mut tracks.alone, drawn.object);
        if duration.is_finite() && radius.is_finite() {
            track.set(frame, TrailFrame { duration, radius, colour: colour(drawn) });
        }
    }

    /// Takes a part of a shape, of that number, in a frame.
    fn part(&mut self, frame: usize, object: usize, tracks: &mut Tracks, number: usize, mut shown: PartFrame) {
        if number == tracks.parts.len() {
            tracks.parts.push(self.parts.len());
            self.parts.push(Track::new(object));
        }
        let track = &mut self.parts[tracks.parts[number]];
        // q and -q turn alike, and what lies between does so only where they are near to each other.
        if let Some(before) = track.frames.last().copied().flatten()
            && before.placement.rotation.dot(shown.placement.rotation) < 0.0
        {
            shown.placement.rotation = -shown.placement.rotation;
        }
        track.set(frame, shown);
    }

    /// Gives all tracks as many frames as there are, and words to what was found.
    fn end(&mut self) {
        let count = self.times.len();
        self.parts.iter_mut().for_each(|track| track.frames.resize(count, None));
        self.lines.iter_mut().for_each(|track| track.frames.resize(count, None));
        self.texts.iter_mut().for_each(|track| track.frames.resize(count, None));
        self.surfaces.iter_mut().for_each(|track| track.frames.resize(count, None));
        self.trails.iter_mut().for_each(|track| track.frames.resize(count, None));
        let scene = Arc::clone(&self.scene);
        self.notes.append(&mut self.meshes.unreadable);
        self.notes.extend(self.not_finite.iter().map(|object| {
            let SceneObject { name, kind } = &scene.objects()[*object];
            format!("`{name}` ({kind}) is not drawn where its look follows numbers that are not finite")
        }));
    }

    /// Notes for the user.
    pub(super) fn notes(&self) -> impl Iterator<Item = &str> {
        self.notes.iter().map(String::as_str)
    }
}

/// The track of a shape that is in one piece, which is made where there is none.
fn track<'t, F>(tracks: &'t mut Vec<Track<F>>, position: &mut Option<usize>, object: usize) -> &'t mut Track<F> {
    let position = *position.get_or_insert_with(|| {
        tracks.push(Track::new(object));
        tracks.len() - 1
    });
    &mut tracks[position]
}

impl PointsFrame {
    /// Where one colour must do for all points, it is that of the middle one.
    fn new(points: Vec<Vec3>, colour: Rgba, colours: Vec<Rgba>) -> Self {
        let colour = colours.get(colours.len() / 2).copied().unwrap_or(colour);
        Self { points, colour, colours }
    }
}

impl<F> Track<F> {
    fn new(object: usize) -> Self {
        Self { object, words: String::new(), columns: 0, frames: Vec::new() }
    }

    /// Whether it is not the same in all frames in which it is shown.
    pub(super) fn varies(&self, is_same: impl Fn(&F, &F) -> bool) -> bool {
        let mut shown = self.frames.iter().flatten();
        shown.next().is_some_and(|first| shown.any(|other| !is_same(first, other)))
    }

    fn set(&mut self, frame: usize, what: F) {
        self.frames.resize_with(frame, || None);
        self.frames.push(Some(what));
    }
}
