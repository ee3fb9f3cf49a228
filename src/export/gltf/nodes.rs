//! Nodes, and how they move.

use std::collections::BTreeMap;

use bowline_parts::{Place, Placement};
use glam::{Quat, Vec3};
use serde_json::json;

use super::{LINE, Writer};
use crate::export::film::{PartFrame, PointsFrame, Track, TrailFrame};

/// A trail has so many rods at most.
const MOST_OF_TRAIL: usize = 200;

/// Where a node is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Still {
    translation: Vec3,
    rotation: Quat,
    scale: Vec3,
}

impl Still {
    /// Neither moved nor turned.
    pub(super) const AT_REST: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };
}

impl From<Placement> for Still {
    fn from(Placement { translation, rotation, scale }: Placement) -> Self {
        Self { translation, rotation: rotation.normalize(), scale }
    }
}

impl Writer<'_> {
    /// A node for each mesh that a part has; coils are one, whose mesh is the one that it has most of the time.
    pub(super) fn part(&mut self, track: &Track<PartFrame>) {
        let Some(first) = track.frames.iter().flatten().next() else { return };
        let mut kin: BTreeMap<u32, BTreeMap<u32, usize>> = BTreeMap::new();
        for frame in track.frames.iter().flatten() {
            *kin.entry(self.film.meshes.kin(frame.mesh)).or_default().entry(frame.mesh).or_default() += 1;
        }
        for (of, meshes) in kin {
            let most = meshes.into_iter().max_by_key(|(_, frames)| *frames).map_or(of, |(mesh, _)| mesh);
            let Some(mesh) = self.mesh(most, first.colour) else { continue };
            let is_so = |frame: &&PartFrame| self.film.meshes.kin(frame.mesh) == of;
            let frames = track.frames.iter().map(|frame| frame.as_ref().filter(is_so));
            let frames: Vec<_> = frames.map(|frame| frame.map(|frame| frame.placement.into())).collect();
            self.node(track.object, mesh, &frames);
        }
    }

    /// Rods between the points of a line.
    pub(super) fn line(&mut self, track: &Track<PointsFrame>) {
        let Some(first) = track.frames.iter().flatten().next() else { return };
        let (colour, count) = (first.colour, first.points.len());
        let rod = self.triangles.len() as u32 - 1;
        let Some(mesh) = self.mesh(rod, colour) else { return };
        let radius = LINE * self.film.extent.diagonal() as f32;
        for piece in 1..count {
            let mut last: Option<Quat> = None;
            let mut place = |frame: &PointsFrame| {
                let ends = frame.points.get(piece - 1).zip(frame.points.get(piece));
                let mut placement = Placement::between(*ends?.0, *ends?.1, radius)?;
                if last.is_some_and(|last| last.dot(placement.rotation) < 0.0) {
                    placement.rotation = -placement.rotation;
                }
                last = Some(placement.rotation);
                Some(Still::from(placement))
            };
            let frames: Vec<_> = track.frames.iter().map(|frame| frame.as_ref().and_then(&mut place)).collect();
            self.node(track.object, mesh, &frames);
        }
    }

    /// Rods between the places of a trail, each from when its point came there, and as long as it stays.
    pub(super) fn trail(&mut self, track: &Track<TrailFrame>, places: &[Place]) {
        let Some(first) = track.frames.iter().flatten().next().copied() else { return };
        let rod = self.triangles.len() as u32 - 1;
        let thin = LINE * self.film.extent.diagonal() as f32;
        let every = places.len().div_ceil(MOST_OF_TRAIL).max(1);
        let kept: Vec<&Place> = places.iter().step_by(every).chain(places.last()).collect();
        for ends in kept.windows(2) {
            let [from, to] = [ends[0], ends[1]].map(|place| self.film.axes.point(place.point));
            let radius = if first.radius > 0.0 { first.radius } else { thin };
            let (Some(placement), Some(mesh)) =
                (Placement::between(from, to, radius), self.mesh(rod, ends[1].rgba().unwrap_or(first.colour)))
            else {
                continue;
            };
            let is_seen = |time: f64, frame: &TrailFrame| {
                let stays = if frame.duration > 0.0 { f64::from(frame.duration) } else { f64::INFINITY };
                (ends[1].time..=ends[1].time + stays).contains(&time)
            };
            let frames = self.film.times.iter().zip(&track.frames);
            let frames: Vec<_> = frames
                .map(|(time, frame)| frame.filter(|frame| is_seen(*time, frame)).map(|_| Still::from(placement)))
                .collect();
            self.node(track.object, mesh, &frames);
        }
    }

    /// A node of a SimObject, and how it moves: where it is in each frame, and none where it is not seen.
    pub(super) fn node(&mut self, object: usize, mesh: usize, frames: &[Option<Still>]) {
        let Some(first) = frames.iter().flatten().next().copied() else { return };
        let node = self.nodes.len();
        let unseen = |still: Still| Still { scale: Vec3::ZERO, ..still };
        let mut last = first;
        let all: Vec<Still> = frames
            .iter()
            .map(|frame| {
                last = frame.unwrap_or(last);
                if frame.is_some() { last } else { unseen(last) }
            })
            .collect();
        let name = &self.film.scene.objects()[object].name;
        let number = self.children[object].len();
        let Still { translation, rotation, scale } = all[0];
        self.nodes.push(json!({
            "name": format!("{name}/{number}"), "mesh": mesh, "translation": translation.to_array(),
            "rotation": rotation.to_array(), "scale": scale.to_array(),
        }));
        self.children[object].push(node);
        if all.iter().any(|still| still.translation != all[0].translation) {
            let output = self.buffer.moves(all.iter().map(|still| still.translation.to_array()));
            self.channel(node, "translation", output, "LINEAR");
        }
        if all.iter().any(|still| still.rotation != all[0].rotation) {
            let output = self.buffer.moves(all.iter().map(|still| still.rotation.to_array()));
            self.channel(node, "rotation", output, "LINEAR");
        }
        if all.iter().any(|still| still.scale != all[0].scale) {
            let output = self.buffer.moves(all.iter().map(|still| still.scale.to_array()));
            // What comes and goes does so at once.
            let comes_and_goes = frames.iter().any(Option::is_none);
            self.channel(node, "scale", output, if comes_and_goes { "STEP" } else { "LINEAR" });
        }
    }

    fn channel(&mut self, node: usize, path: &str, output: usize, interpolation: &str) {
        let (film, buffer) = (self.film, &mut self.buffer);
        let input = *self.times.get_or_insert_with(|| {
            let since = film.times.iter().map(|time| (time - film.times[0]) as f32);
            buffer.times(&since.collect::<Vec<f32>>())
        });
        let sampler = self.samplers.len();
        self.samplers.push(json!({ "input": input, "output": output, "interpolation": interpolation }));
        self.channels.push(json!({ "sampler": sampler, "target": { "node": node, "path": path } }));
    }
}
