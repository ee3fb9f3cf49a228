//! Meshes out of files (glTF).

use std::collections::HashMap;
use std::path::Path;

use bevy::asset::{AssetPath, LoadState};
use bevy::gltf::GltfAssetLabel;
use bevy::prelude::*;
use bevy::world_serialization::WorldAsset;

/// FhSim's sphere, which needs no file.
const SPHERE: &str = "fhSphere.mesh";

/// Whether a file's name is that of the sphere.
pub(super) fn is_sphere(file: &str) -> bool {
    Path::new(file).file_name().is_some_and(|name| name.eq_ignore_ascii_case(SPHERE))
}

/// The files that were asked for.
#[derive(Resource, Default)]
pub(crate) struct MeshFiles {
    files: HashMap<String, MeshFile>,
}

enum MeshFile {
    Loading(Handle<WorldAsset>),
    Ready(Handle<WorldAsset>),
    Unreadable,
}

impl MeshFiles {
    /// Forgets all of them.
    pub(super) fn clear(&mut self) {
        self.files.clear();
    }

    /// What is in a file, as soon as it is read; none if it cannot be.
    pub(super) fn world(&mut self, file: &str, server: &AssetServer) -> Option<Handle<WorldAsset>> {
        let found = self.files.entry(file.to_owned()).or_insert_with(|| {
            let path = std::path::absolute(file).unwrap_or_else(|_| file.into());
            MeshFile::Loading(server.load(GltfAssetLabel::Scene(0).from_asset(AssetPath::from_path_buf(path))))
        });
        match found {
            MeshFile::Loading(world) | MeshFile::Ready(world) => Some(world.clone()),
            MeshFile::Unreadable => None,
        }
    }

    /// Looks which of them are read by now, and tells which cannot be and why.
    pub(super) fn look(&mut self, server: &AssetServer) -> Vec<String> {
        let mut unreadable = Vec::new();
        for (name, file) in &mut self.files {
            let MeshFile::Loading(world) = file else {
                continue;
            };
            match server.load_state(&*world) {
                LoadState::Failed(reason) => {
                    unreadable
                        .push(format!("a box is drawn instead of the mesh `{name}`, which cannot be read: {reason}"));
                    *file = MeshFile::Unreadable;
                }
                _ if server.is_loaded_with_dependencies(&*world) => *file = MeshFile::Ready(world.clone()),
                _ => {}
            }
        }
        unreadable.sort();
        unreadable
    }

    /// Whether any is still being read.
    pub(crate) fn is_loading(&self) -> bool {
        self.files.values().any(|file| matches!(file, MeshFile::Loading(_)))
    }
}
