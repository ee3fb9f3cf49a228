//! The ground and its grid.

use bevy::asset::embedded_asset;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::NotShadowCaster;
use bevy::pbr::{ExtendedMaterial, MaterialExtension};
use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use bevy::shader::ShaderRef;
use bowline_parts::{Extent, Level};

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
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default, Deref)]
pub struct StageLevel(pub Level);

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "ground.wgsl");
    app.add_plugins(MaterialPlugin::<GroundMaterial>::default())
        .init_resource::<StageLevel>()
        .add_systems(Startup, spawn);
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

/// The ground lies below what is seen.
pub(super) fn follow(
    seen: Res<Seen>,
    foreseen: Res<Foreseen>,
    style: Res<Style>,
    axes: Res<StageAxes>,
    mut level: ResMut<StageLevel>,
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
    level.set_if_neq(StageLevel(Level::below(&extent, foreseen.0.is_some(), axes.up())));
    let centre = level.middle(&extent, axes.up());
    let middle = axes.point(centre);
    let size = extent.diagonal().max(1e-6) as f32;
    let reach = 8.0 * size;
    *transform = Transform::from_translation(middle).with_scale(Vec3::splat(8.0 * reach));
    visibility.set_if_neq(if style.surroundings { Visibility::Inherited } else { Visibility::Hidden });

    let origin = axes.point(level.crossing(centre));
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
