//! What pictures are drawn with, and from where.

use std::sync::Arc;

use bowline_engine::Scene;
use bowline_parts::{Axes, Extent};
use bowline_viewer::camera::{Aim, Pose};
use bowline_viewer::render::{Picture, Renderer};
use bowline_viewer::stage::{Hidden, Overlay, Style};

use super::hidden;
use super::times::Clock;
use crate::arguments::{PictureSize, RenderArguments};
use crate::report;

/// Draws the moments of a scene.
pub(super) struct Drawing {
    renderer: Renderer,
    scene: Arc<Scene>,
    hidden: Hidden,
    size: PictureSize,
    aim: Aim,
    pose: Pose,
    caption: Option<String>,
    clock: Option<Clock>,
    quiet: bool,
}

impl Drawing {
    /// For pictures of these times, s.
    ///
    /// # Errors
    /// There is no graphics driver, or nothing to hide; in words.
    pub(super) fn begin(arguments: &RenderArguments, scene: &Arc<Scene>, times: &[f64]) -> Result<Self, String> {
        let hidden = hidden(&arguments.picture.hide, scene)?;
        let style = Style { unlit: arguments.picture.unlit, surroundings: !arguments.no_ground };
        let size = arguments.picture.size;
        let aim = &arguments.picture;
        Ok(Self {
            renderer: Renderer::new([size.width, size.height], style, hidden.clone())?,
            scene: scene.clone(),
            hidden,
            size,
            aim: Aim { eye: aim.camera, target: aim.target, orthographic: aim.ortho },
            pose: Pose::default(),
            caption: arguments.caption.clone(),
            clock: arguments.clock.then(|| Clock::of(times)),
            quiet: arguments.quiet,
        })
    }

    /// How large the pictures are.
    pub(super) fn size(&self) -> PictureSize {
        self.size
    }

    /// Puts the camera where all of these moments are seen, unless it has a place, and the ground below them.
    pub(super) fn look_at(&mut self, moments: &[Option<Vec<f64>>]) {
        let seen = moments.iter().flatten();
        let extent = seen.filter_map(|moment| self.hidden.extent(&self.scene, moment)).reduce(Extent::with);
        if extent.is_none() {
            report::warning("nothing in it has a look that is shown: there is only the ground to be seen", self.quiet);
        }
        self.renderer.foresee(extent);
        let extent = extent.unwrap_or(Extent { low: [-1.0; 3], high: [1.0; 3] });
        let aspect = f64::from(self.size.width) / f64::from(self.size.height);
        self.pose = self.aim.pose(&extent, aspect, &Axes::new(self.scene.up(), extent.centre()));
    }

    /// Draws a moment; what could not be drawn of it is told.
    ///
    /// # Errors
    /// The graphics driver gave no picture; in words.
    pub(super) fn picture(&mut self, time: f64, moment: &[f64]) -> Result<Picture, String> {
        let clock = self.clock.map(|clock| clock.words(time));
        self.renderer.write_over(Overlay { caption: self.caption.clone(), clock });
        let picture = self.renderer.picture(&self.scene, moment, &self.pose)?;
        for note in self.renderer.notes() {
            report::warning(&note, self.quiet);
        }
        Ok(picture)
    }
}
