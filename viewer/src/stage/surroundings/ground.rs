//! The ground and its grid.

use bevy::asset::embedded_asset;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::NotShadowCaster;
use bevy::pbr::{ExtendedMaterial, MaterialExtension};
use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use bevy::shader::ShaderRef;
use bowline_engine::Up;
use bowline_parts::Extent;

use super::HORIZON;
use crate::stage::{Foreseen, Seen, StageAxes, Style};

type GroundMaterial = ExtendedMaterial<StandardMaterial, Grid>;

/// Its colour.
const PLAIN: Color = Color::srgb(0.70, 0.72, 0.74);
const LINE: Color = Color::srgba(0.36, 0.40, 0.45, 0.8);

#[derive(Asset, AsBindGroup, TypePath, Debug, Clone)]
pub(super) struct Grid {
    #[uniform(100)]
    ground: GridNumbers,
}

/// As in the shader.
#[derive(ShaderType, Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct GridNumbers {
    horizon: Vec4,
    line: Vec4,
    origin: Vec2,
    middle: Vec2,
    spacing: f32,
    reach: f32,
    padding: Vec2,
}

impl MaterialExtension for Grid {
    fn fragment_shader() -> ShaderRef {
        "embedded://bowline_viewer/stage/surroundings/ground.wgsl".into()
    }
}

/// Marks the ground.
#[derive(Component)]
pub(super) struct Ground;

/// Where the ground is, and how far apart its lines are.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct Level {
    /// Its height, along what is up in the scenario, m.
    pub height: f64,
    /// From line to line, m: 1, 2 or 5, times a power of 10.
    pub spacing: f64,
}

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "ground.wgsl");
    app.add_plugins(MaterialPlugin::<GroundMaterial>::default()).init_resource::<Level>().add_systems(Startup, spawn);
}

fn spawn(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, mut materials: ResMut<Assets<GroundMaterial>>) {
    let base = StandardMaterial { base_color: PLAIN, perceptual_roughness: 1.0, reflectance: 0.1, ..default() };
    let material = GroundMaterial { base, extension: Grid { ground: GridNumbers::default() } };
    commands.spawn((
        Ground,
        Mesh3d(meshes.add(Plane3d::default().mesh().size(2.0, 2.0).subdivisions(16))),
        MeshMaterial3d(materials.add(material)),
        Visibility::Hidden,
        NotShadowCaster,
        NoFrustumCulling,
    ));
}

impl Level {
    /// Below all of what is seen; at 0 where nothing is below that, and something
    /// is not far above it.
    fn below(extent: &Extent, is_foreseen: bool, up: Up) -> Self {
        let size = extent.diagonal().max(1e-6);
        let spacing = nice(size / 12.0);
        let low = match up {
            Up::MinusZ => -extent.high[2],
            Up::Z => extent.low[2],
            Up::Y => extent.low[1],
        };
        // What comes may lie lower: then the ground goes down in few steps.
        let step = if is_foreseen { spacing } else { 5.0 * spacing };
        let height = if (0.0..0.6 * size).contains(&low) { 0.0 } else { step * (low / step - 1e-3).floor() };
        Self { height, spacing }
    }
}

/// The least of 1, 2 and 5, times a power of 10, that is not less.
fn nice(size: f64) -> f64 {
    let decade = 10.0_f64.powf(size.log10().floor());
    let part = size / decade;
    decade * [1.0, 2.0, 5.0].into_iter().find(|nice| part <= *nice).unwrap_or(10.0)
}

/// The ground lies below what is seen.
pub(super) fn follow(
    seen: Res<Seen>,
    foreseen: Res<Foreseen>,
    style: Res<Style>,
    axes: Res<StageAxes>,
    mut level: ResMut<Level>,
    mut grounds: Query<(&mut Transform, &mut Visibility, &MeshMaterial3d<GroundMaterial>), With<Ground>>,
    mut materials: ResMut<Assets<GroundMaterial>>,
) {
    if !seen.is_changed() && !style.is_changed() {
        return;
    }
    let Ok((mut transform, mut visibility, material)) = grounds.single_mut() else {
        return;
    };
    let extent = seen.0.unwrap_or(Extent { low: [-1.0; 3], high: [1.0; 3] });
    level.set_if_neq(Level::below(&extent, foreseen.0.is_some(), axes.up()));
    let mut centre = extent.centre();
    let vertical = if axes.up() == Up::Y { 1 } else { 2 };
    centre[vertical] = if axes.up() == Up::MinusZ { -level.height } else { level.height };
    let middle = axes.point(centre);
    let size = extent.diagonal().max(1e-6) as f32;
    let reach = 8.0 * size;
    *transform = Transform::from_translation(middle).with_scale(Vec3::splat(8.0 * reach));
    visibility.set_if_neq(if style.surroundings { Visibility::Inherited } else { Visibility::Hidden });

    // Lines go through the scenario's origin, however far away that is.
    let main = 5.0 * level.spacing;
    let crossing = centre.map(|part| main * (part / main).round());
    let origin = axes.point(crossing);
    let numbers = GridNumbers {
        horizon: HORIZON.to_vec4(),
        line: LINE.to_linear().to_vec4(),
        origin: Vec2::new(origin.x, origin.z),
        middle: Vec2::new(middle.x, middle.z),
        spacing: level.spacing as f32,
        reach,
        padding: Vec2::ZERO,
    };
    if let Some(mut material) = materials.get_mut(material) {
        material.extension.ground = numbers;
        material.base.unlit = style.unlit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_of_1_2_and_5() {
        for (size, spacing) in [(0.9, 1.0), (1.0, 1.0), (1.2, 2.0), (3.0, 5.0), (7.0, 10.0), (0.03, 0.05)] {
            assert!((nice(size) - spacing).abs() < 1e-12 * spacing, "{size}: {}", nice(size));
        }
    }

    #[test]
    fn the_ground_is_at_0_or_below_everything() {
        let at =
            |low: f64, high: f64| Level::below(&Extent { low: [0.0, 0.0, low], high: [6.0, 6.0, high] }, true, Up::Z);
        assert_eq!(at(0.5, 3.0), Level { height: 0.0, spacing: 1.0 });
        assert_eq!(at(-0.5, 3.0).height, -1.0);
        assert_eq!(at(40.5, 43.0).height, 40.0);
    }
}
