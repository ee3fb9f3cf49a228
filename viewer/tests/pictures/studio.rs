//! Scenarios, run and drawn.

use std::sync::Arc;

use bowline_engine::scene::Scene;
use bowline_engine::{Catalog, LoadOptions, NoRecorder, Run, Source, Sources};
use bowline_viewer::graphics;
use bowline_viewer::render::{Picture, Renderer};
use bowline_viewer::stage::{Hidden, Style};

/// Without light, and without what is around: pure colours on a plain ground.
pub(crate) const PURE: Style = Style { unlit: true, surroundings: false };

/// A scenario that runs.
pub(crate) struct Studio {
    pub(crate) run: Run,
    pub(crate) scene: Arc<Scene>,
}

impl Studio {
    /// Of a scenario of the repository, with some values replaced.
    pub(crate) fn of(name: &str, overrides: &[&str]) -> Self {
        let path = format!("{}/../scenarios/{name}.xml", env!("CARGO_MANIFEST_DIR"));
        Self::from_source(Source::read(std::path::Path::new(&path)).unwrap(), overrides)
    }

    pub(crate) fn from_text(text: &str, overrides: &[&str]) -> Self {
        Self::from_source(Source::new("scenario", text), overrides)
    }

    fn from_source(source: Source, overrides: &[&str]) -> Self {
        let overrides = overrides.iter().map(|text| (*text).to_owned());
        let sources = Sources::new(source).with_overrides(overrides);
        let libraries = [
            &bowline_base::LIBRARY,
            &bowline_hydraulics::LIBRARY,
            &bowline_mechanics::LIBRARY,
            &bowline_tutorial::LIBRARY,
        ];
        let model = bowline_engine::load(&sources, &Catalog::new(libraries), LoadOptions::default()).unwrap();
        Self { scene: Arc::new(model.scene()), run: Run::new(&model) }
    }

    /// The moment at a time.
    pub(crate) fn moment(&mut self, time: f64) -> Vec<f64> {
        self.run.advance_to(time, &mut NoRecorder).unwrap();
        let mut moment = Vec::new();
        self.scene.take_moment(self.run.signals().unwrap(), &mut moment);
        moment
    }

    /// The numbers of a signal where the run stands.
    pub(crate) fn signal<const N: usize>(&mut self, name: &str) -> [f64; N] {
        let probe = self.run.model().probe(name).unwrap();
        self.run.get(&probe).unwrap().try_into().unwrap()
    }
}

/// Something to draw with, of that size; none where there is no driver.
pub(crate) fn renderer(size: [u32; 2], style: Style, hidden: &[&str]) -> Option<Renderer> {
    if let Err(reason) = graphics::check() {
        assert!(std::env::var_os("CI").is_none(), "{reason}");
        eprintln!("skipped: {reason}");
        return None;
    }
    let kinds = hidden.iter().map(|kind| (*kind).to_owned()).collect();
    Some(Renderer::new(size, style, Hidden { kinds }).unwrap())
}

/// The middle of all pixels of about that colour: column and row, from the upper
/// left corner of the picture; and how many they are.
pub(crate) fn middle(picture: &Picture, colour: [u8; 3]) -> (f64, f64, usize) {
    let (mut columns, mut rows, mut count) = (0.0, 0.0, 0);
    for row in 0..picture.height {
        for column in 0..picture.width {
            if is_near(picture.pixel(column, row), colour) {
                columns += column as f64 + 0.5;
                rows += row as f64 + 0.5;
                count += 1;
            }
        }
    }
    (columns / count as f64, rows / count as f64, count)
}

pub(crate) fn is_near(pixel: [u8; 3], colour: [u8; 3]) -> bool {
    pixel.iter().zip(colour).all(|(part, wanted)| part.abs_diff(wanted) <= 12)
}
