//! Draws pictures without a window.

use std::sync::Arc;
use std::time::Instant;

use bevy::asset::RenderAssetUsages;
use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::{
    Extent3d, PipelineCache, PollType, TextureDimension, TextureFormat, TextureUsages,
};
use bevy::render::renderer::RenderDevice;
use bevy::render::view::screenshot::{CapturedScreenshots, Screenshot};
use bevy::render::{RenderApp, RenderPlugin};
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use bowline_engine::scene::Scene;
use bowline_parts::{Extent, Trails};

use super::Picture;
use crate::camera::{Pose, StageCamera, overlay_camera, stage_camera};
use crate::graphics::{self, PATIENCE};
use crate::stage::{
    Foreseen, Hidden, MeshFiles, Overlay, Shown, StageAxes, StageNotes, StagePlugin, StageTrails, Staging, Style,
};

/// Draws pictures without a window, of one size.
pub struct Renderer {
    app: App,
    target: Handle<Image>,
    settled: Settled,
}

/// What must not change between two frames for the second to be complete.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Settled {
    pipelines: usize,
    meshes: usize,
    materials: usize,
    images: usize,
    entities: usize,
}

/// More frames than this are not waited for: what is missing then stays so.
const FRAMES: usize = 400;

impl Renderer {
    /// For pictures of that width and height, pixels.
    ///
    /// # Errors
    /// There is no graphics driver: what to install, in a line.
    pub fn new(size: [u32; 2], style: Style, hidden: Hidden) -> Result<Self, String> {
        graphics::check()?;
        let mut app = App::new();
        let windowless = WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() };
        let plugins = graphics::plugins()
            .set(windowless)
            .set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() })
            .disable::<WinitPlugin>()
            .disable::<PipelinedRenderingPlugin>();
        app.add_plugins(plugins)
            .insert_resource(hidden)
            .insert_resource(style)
            .add_plugins(StagePlugin)
            .add_systems(Update, aim.after(Staging));
        app.finish();
        app.cleanup();
        let extent = Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 };
        let (dimension, format) = (TextureDimension::D2, TextureFormat::Rgba8UnormSrgb);
        let mut image = Image::new_uninit(extent, dimension, format, RenderAssetUsages::RENDER_WORLD);
        image.texture_descriptor.usage |= TextureUsages::RENDER_ATTACHMENT;
        let target = app.world_mut().resource_mut::<Assets<Image>>().add(image);
        app.world_mut().spawn((stage_camera(&style), RenderTarget::from(target.clone())));
        app.world_mut().spawn((overlay_camera(), RenderTarget::from(target.clone())));
        Ok(Self { app, target, settled: Settled::default() })
    }

    /// What is drawn, from where, and what it looks like.
    ///
    /// # Errors
    /// The graphics driver gave no picture.
    ///
    /// # Panics
    /// If the moment is not as wide as those of the scene are.
    pub fn picture(&mut self, scene: &Arc<Scene>, moment: &[f64], pose: &Pose) -> Result<Picture, String> {
        let shown = Shown { scene: scene.clone(), moment: moment.to_vec(), time: 0.0 };
        self.app.insert_resource(shown).insert_resource(Posed(*pose));
        // The first frames lack what is loaded and compiled meanwhile.
        for _ in 0..FRAMES {
            let image = self.frame()?;
            let now = self.state();
            if now == Some(self.settled) {
                return Picture::of(&image).ok_or_else(|| "the graphics driver gave an incomplete picture".to_owned());
            }
            self.settled = now.unwrap_or_default();
        }
        Err("the graphics driver does not get ready".to_owned())
    }
}

impl Renderer {
    /// Takes the scene off the stage.
    ///
    /// # Errors
    /// The graphics driver does not draw.
    pub fn clear(&mut self) -> Result<(), String> {
        self.app.world_mut().remove_resource::<Shown>();
        for _ in 0..4 {
            self.frame()?;
        }
        Ok(())
    }

    /// A box around all that will be drawn of a scene, if it is known before: the
    /// ground lies below it from the first picture on.
    pub fn foresee(&mut self, extent: Option<Extent>) {
        self.app.insert_resource(Foreseen(extent));
    }

    /// Where the points of trails were, as far as that is known.
    pub fn remember(&mut self, trails: Trails) {
        self.app.insert_resource(StageTrails(trails));
    }

    /// The next pictures have trails as they are at that time, s.
    pub fn show_trails(&mut self, time: f64) {
        let mut trails = self.app.world_mut().resource_mut::<StageTrails>();
        if !trails.0.is_empty() {
            trails.0.show(time);
        }
    }

    /// What the next pictures say in their corners.
    pub fn write_over(&mut self, overlay: Overlay) {
        self.app.insert_resource(overlay);
    }

    /// What could not be drawn, since this was asked last.
    pub fn notes(&mut self) -> Vec<String> {
        self.app.world_mut().resource_mut::<StageNotes>().take()
    }

    /// How many entities, meshes, materials and images there are: for who looks
    /// whether anything stays when a scene goes.
    pub fn counts(&self) -> [usize; 4] {
        let world = self.app.world();
        [
            world.entities().count_spawned() as usize,
            world.resource::<Assets<Mesh>>().len(),
            world.resource::<Assets<StandardMaterial>>().len(),
            world.resource::<Assets<Image>>().len(),
        ]
    }

    /// Draws a frame, and waits for it.
    fn frame(&mut self) -> Result<Image, String> {
        let screenshot = self.app.world_mut().spawn(Screenshot::image(self.target.clone())).id();
        self.app.update();
        let begun = Instant::now();
        loop {
            let world = self.app.world();
            let device = world.resource::<RenderDevice>().wgpu_device();
            let wait = PollType::Wait { submission_index: None, timeout: Some(PATIENCE) };
            device.poll(wait).map_err(|error| format!("the graphics driver does not draw: {error}"))?;
            let captured = world.resource::<CapturedScreenshots>().0.clone();
            let received = captured.lock().ok().and_then(|receiver| receiver.try_recv().ok());
            if let Some((entity, image)) = received {
                self.app.world_mut().despawn(entity);
                return Ok(image);
            }
            if begun.elapsed() > PATIENCE {
                self.app.world_mut().despawn(screenshot);
                return Err("the graphics driver gave no picture".to_owned());
            }
            std::thread::yield_now();
        }
    }

    /// What there is, if nothing is loaded or compiled any more.
    fn state(&self) -> Option<Settled> {
        let pipelines = self.app.get_sub_app(RenderApp)?.world().resource::<PipelineCache>();
        if pipelines.waiting_pipelines().next().is_some() || self.app.world().resource::<MeshFiles>().is_loading() {
            return None;
        }
        let [entities, meshes, materials, images] = self.counts();
        Some(Settled { pipelines: pipelines.pipelines().count(), entities, meshes, materials, images })
    }
}

/// Where the camera is.
#[derive(Resource, Clone, Copy)]
struct Posed(Pose);

fn aim(
    posed: Option<Res<Posed>>,
    axes: Res<StageAxes>,
    mut cameras: Query<(&mut Transform, &mut Projection), With<StageCamera>>,
) {
    let (Some(posed), Ok((mut transform, mut projection))) = (posed, cameras.single_mut()) else {
        return;
    };
    *transform = posed.0.transform(&axes);
    *projection = posed.0.projection();
}
