//! What pictures are drawn with, and from where.

use std::sync::Arc;

use bowline_engine::scene::{Camera, Scene};
use bowline_parts::{Axes, Extent, Trails};
use bowline_viewer::camera::{Aim, Pose};
use bowline_viewer::render::{Picture, Renderer};
use bowline_viewer::stage::{Hidden, Overlay, Style};

use super::times::Clock;
use crate::arguments::{PictureSize, RenderArguments};
use crate::{camera_choice, hidden_types, report};

/// How the camera moves.
enum Looks {
    /// It does not.
    Fixed,
    /// As one of the scenario does.
    Through(Camera),
    /// Along the path of those of the scenario.
    AlongPath,
}

impl Looks {
    /// Videos go along the path of a scenario that has one, unless somebody asks for another place.
    fn of(arguments: &RenderArguments, scene: &Scene) -> Result<Self, String> {
        let picture = &arguments.picture;
        if let Some(camera) = camera_choice::named(picture, scene)? {
            return Ok(Self::Through(camera));
        }
        if arguments.path && !scene.has_path() {
            return Err("--path: the scenario has no cameras with `At`, which would make a path".to_owned());
        }
        let is_free = picture.camera.is_none() && picture.target.is_none();
        let is_path = arguments.path || (arguments.video.is_some() && scene.has_path() && is_free);
        Ok(if is_path { Self::AlongPath } else { Self::Fixed })
    }
}

/// Draws the moments of a scene.
pub(super) struct Drawing {
    renderer: Renderer,
    scene: Arc<Scene>,
    hidden: Hidden,
    size: PictureSize,
    aim: Aim,
    looks: Looks,
    axes: Axes,
    pose: Pose,
    caption: Option<String>,
    clock: Option<Clock>,
    trails: Trails,
    quiet: bool,
}

impl Drawing {
    /// For pictures of these times, s.
    ///
    /// # Errors
    /// There is no graphics driver, or nothing to hide; in words.
    pub(super) fn begin(arguments: &RenderArguments, scene: &Arc<Scene>, times: &[f64]) -> Result<Self, String> {
        let hidden = Hidden { kinds: hidden_types::hidden(&arguments.picture.hide, scene)? };
        let style = Style { unlit: arguments.picture.unlit, surroundings: !arguments.no_ground };
        let size = arguments.picture.size;
        let picture = &arguments.picture;
        let looks = Looks::of(arguments, scene)?;
        Ok(Self {
            renderer: Renderer::new([size.width, size.height], style, hidden.clone())?,
            scene: scene.clone(),
            hidden,
            size,
            aim: Aim { eye: camera_choice::eye(picture), target: picture.target, orthographic: picture.ortho },
            looks,
            axes: Axes::new(scene.up(), [0.0; 3]),
            pose: Pose::default(),
            caption: arguments.caption.clone(),
            clock: arguments.clock.then(|| Clock::of(times)),
            trails: Trails::of(scene),
            quiet: arguments.quiet,
        })
    }

    /// How large the pictures are.
    pub(super) fn size(&self) -> PictureSize {
        self.size
    }

    /// Where the points of trails were.
    pub(super) fn remember(&mut self, trails: Trails) {
        self.renderer.remember(trails.clone());
        self.trails = trails;
    }

    /// Puts the camera where all of these moments are seen, each at its time, s, unless it has a place, and the ground
    /// below them.
    pub(super) fn look_at(&mut self, times: &[f64], moments: &[Option<Vec<f64>>]) {
        let mut extent = None;
        for (time, moment) in times.iter().zip(moments).filter_map(|(time, moment)| Some((time, moment.as_ref()?))) {
            self.trails.show(*time);
            let is_hidden = |object| self.hidden.hides(&self.scene, object);
            let now =
                [extent, self.hidden.extent(&self.scene, moment), self.trails.extent(&self.scene, moment, is_hidden)];
            extent = now.into_iter().flatten().reduce(Extent::with);
        }
        if extent.is_none() {
            report::warning("nothing in it has a look that is shown: there is only the ground to be seen", self.quiet);
        }
        self.renderer.foresee(extent);
        let extent = extent.unwrap_or(Extent { low: [-1.0; 3], high: [1.0; 3] });
        let aspect = f64::from(self.size.width) / f64::from(self.size.height);
        self.axes = Axes::new(self.scene.up(), extent.centre());
        self.pose = self.aim.pose(&extent, aspect, &self.axes);
    }

    /// Draws a moment, and reports shapes that it cannot draw.
    ///
    /// # Errors
    /// The graphics driver gave no picture; in words.
    pub(super) fn picture(&mut self, time: f64, moment: &[f64]) -> Result<Picture, String> {
        let sight = match &self.looks {
            Looks::Fixed => None,
            Looks::Through(camera) => self.scene.sight(camera, moment),
            Looks::AlongPath => self.scene.sight_on_path(time, moment),
        };
        // Where what it follows is nowhere, the camera stays.
        if let Some(sight) = sight {
            self.pose = self.aim.lens(Pose::of(&sight, &self.axes));
        }
        let clock = self.clock.map(|clock| clock.words(time));
        self.renderer.show_trails(time);
        self.renderer.write_over(Overlay { caption: self.caption.clone(), clock });
        let picture = self.renderer.picture(&self.scene, moment, &self.pose)?;
        for note in self.renderer.notes() {
            report::warning(&note, self.quiet);
        }
        Ok(picture)
    }
}
