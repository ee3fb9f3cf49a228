//! Whether there is anything to draw with, and what all that draws needs of
//! Bevy.

use std::time::Duration;

use bevy::app::PluginGroupBuilder;
use bevy::asset::UnapprovedPathMode;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::settings::WgpuSettings;
use bevy::tasks::block_on;
use wgpu::{Instance, InstanceDescriptor, RequestAdapterOptions};

/// The name of the graphics adapter that is drawn with.
///
/// # Errors
/// There is none: what to install, in a line.
pub fn check() -> Result<String, String> {
    let descriptor = InstanceDescriptor {
        backends: WgpuSettings::default().backends.unwrap_or_default(),
        ..InstanceDescriptor::new_without_display_handle_from_env()
    };
    let instance = Instance::new(descriptor);
    match block_on(instance.request_adapter(&RequestAdapterOptions::default())) {
        Ok(adapter) => Ok(adapter.get_info().name),
        Err(_) => Err(NO_ADAPTER.to_owned()),
    }
}

const NO_ADAPTER: &str = "no graphics driver with Vulkan was found: install that of the graphics card, or one that \
                          draws on the processor (Debian, Ubuntu: `apt-get install mesa-vulkan-drivers`; Fedora: `dnf \
                          install mesa-vulkan-drivers`)";

/// Bevy's plugins, as a window and pictures have them: files are found by paths
/// that begin in the working directory, or at the root; the program around has
/// the log.
pub fn plugins() -> PluginGroupBuilder {
    let files = AssetPlugin { file_path: String::new(), unapproved_path_mode: UnapprovedPathMode::Allow, ..default() };
    DefaultPlugins.build().set(files).disable::<LogPlugin>()
}

/// How long the GPU may take for a picture before it counts as hung.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);
