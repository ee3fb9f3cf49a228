//! Meshes out of files: glTF, and STL.

use std::collections::HashMap;
use std::path::PathBuf;

use bevy::asset::{AssetPath, LoadState};
use bevy::gltf::GltfAssetLabel;
use bevy::prelude::*;
use bevy::world_serialization::WorldAsset;
use bowline_parts::stl;

use super::solid;

/// The files that were asked for.
#[derive(Resource, Default)]
pub(crate) struct MeshFiles {
    files: HashMap<String, MeshFile>,
    /// What cannot be read, and was not told yet.
    unreadable: Vec<String>,
}

enum MeshFile {
    Loading(Handle<WorldAsset>),
    Ready(FileMesh),
    Unreadable,
}

/// What is in a file.
#[derive(Debug, Clone)]
pub(super) enum FileMesh {
    /// A world of its own, with its materials.
    World(Handle<WorldAsset>),
    /// Triangles, which have the colour of their shape.
    Triangles(Handle<Mesh>),
}

impl MeshFiles {
    /// Forgets all of them.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// What is in a file, as soon as it is read; none if it cannot be.
    pub(super) fn mesh(&mut self, file: &str, server: &AssetServer, meshes: &mut Assets<Mesh>) -> Option<FileMesh> {
        if !self.files.contains_key(file) {
            let found = self.open(file, server, meshes);
            self.files.insert(file.to_owned(), found);
        }
        match self.files.get(file)? {
            MeshFile::Loading(world) => Some(FileMesh::World(world.clone())),
            MeshFile::Ready(mesh) => Some(mesh.clone()),
            MeshFile::Unreadable => None,
        }
    }

    fn open(&mut self, file: &str, server: &AssetServer, meshes: &mut Assets<Mesh>) -> MeshFile {
        let path: PathBuf = std::path::absolute(file).unwrap_or_else(|_| file.into());
        if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("stl")) {
            return MeshFile::Loading(server.load(GltfAssetLabel::Scene(0).from_asset(AssetPath::from_path_buf(path))));
        }
        match stl(&path) {
            Ok(mesh) => MeshFile::Ready(FileMesh::Triangles(meshes.add(solid::mesh(mesh)))),
            Err(reason) => {
                self.unreadable.push(told(file, &reason));
                MeshFile::Unreadable
            }
        }
    }

    /// Looks which of them are read by now, and tells which cannot be and why.
    pub(super) fn look(&mut self, server: &AssetServer) -> Vec<String> {
        let mut unreadable = std::mem::take(&mut self.unreadable);
        for (name, file) in &mut self.files {
            let MeshFile::Loading(world) = file else {
                continue;
            };
            match server.load_state(&*world) {
                LoadState::Failed(reason) => {
                    unreadable.push(told(name, &reason.to_string()));
                    *file = MeshFile::Unreadable;
                }
                _ if server.is_loaded_with_dependencies(&*world) => {
                    *file = MeshFile::Ready(FileMesh::World(world.clone()));
                }
                _ => {}
            }
        }
        unreadable.sort();
        unreadable
    }

    /// Whether any is still being read, or is to be told of.
    pub(crate) fn is_loading(&self) -> bool {
        !self.unreadable.is_empty() || self.files.values().any(|file| matches!(file, MeshFile::Loading(_)))
    }
}

fn told(file: &str, reason: &str) -> String {
    // What lies below the first line is where in the renderer it was found.
    let reason = reason.lines().next().unwrap_or_default();
    format!("a box is drawn instead of the mesh `{file}`, which cannot be read: {reason}")
}
