//! The meshes of a film, each of them once.

use std::collections::HashMap;
use std::path::Path;

use bowline_parts::{Detail, Solid, Triangles, stl};

/// The meshes of a film, by their numbers.
#[derive(Debug)]
pub(super) struct Meshes {
    detail: Detail,
    solids: HashMap<Solid, u32>,
    files: HashMap<String, Option<u32>>,
    all: Vec<Source>,
    /// What cannot be read.
    pub(super) unreadable: Vec<String>,
}

/// What a mesh is made of.
#[derive(Debug)]
enum Source {
    Solid(Solid),
    File(Triangles),
}

/// Springs that move have a coil for each slenderness: where there are more, they are coarser.
const FEW_COILS: usize = 24;
const MANY_COILS: usize = 100;

impl Meshes {
    /// For so many shapes.
    pub(super) fn new(shapes: usize) -> Self {
        Self {
            detail: Detail::of(shapes),
            solids: HashMap::new(),
            files: HashMap::new(),
            all: Vec::new(),
            unreadable: Vec::new(),
        }
    }

    pub(super) fn solid(&mut self, solid: Solid) -> u32 {
        *self.solids.entry(solid).or_insert_with(|| {
            self.all.push(Source::Solid(solid));
            self.all.len() as u32 - 1
        })
    }

    /// That of a file; none if it cannot be read.
    pub(super) fn file(&mut self, file: &str) -> Option<u32> {
        if let Some(known) = self.files.get(file) {
            return *known;
        }
        let is_stl = Path::new(file).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("stl"));
        let read = if is_stl { stl(Path::new(file)) } else { Err("only STL files can be exported".to_owned()) };
        let mesh = match read {
            Ok(mesh) => {
                self.all.push(Source::File(mesh));
                Some(self.all.len() as u32 - 1)
            }
            Err(reason) => {
                self.unreadable.push(format!("a box is drawn instead of the mesh `{file}`: {reason}"));
                None
            }
        };
        self.files.insert(file.to_owned(), mesh);
        mesh
    }

    fn is_coil(&self, mesh: u32) -> bool {
        matches!(self.all[mesh as usize], Source::Solid(Solid::Coil(_)))
    }

    /// The least number of all coils; that of another mesh for itself. Coils differ by how long they are for their width,
    /// which their placement may do too.
    pub(super) fn kin(&self, mesh: u32) -> u32 {
        let first = || self.all.iter().position(|mesh| matches!(mesh, Source::Solid(Solid::Coil(_))));
        if self.is_coil(mesh) { first().map_or(mesh, |first| first as u32) } else { mesh }
    }

    /// All of them, in the order of their numbers.
    pub(super) fn triangles(&self) -> Vec<Triangles> {
        let coils = self.all.iter().filter(|mesh| matches!(mesh, Source::Solid(Solid::Coil(_)))).count();
        let of_coils = match (coils, self.detail) {
            (..=FEW_COILS, detail) => detail,
            (..=MANY_COILS, Detail::Fine) => Detail::Medium,
            _ => Detail::Coarse,
        };
        let triangles = |mesh: &Source| match mesh {
            Source::Solid(Solid::Coil(form)) => Solid::Coil(*form).triangles(of_coils),
            Source::Solid(solid) => solid.triangles(self.detail),
            Source::File(mesh) => mesh.clone(),
        };
        self.all.iter().map(triangles).collect()
    }
}
