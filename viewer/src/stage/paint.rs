//! Materials.

use std::collections::HashMap;

use bevy::prelude::*;
use bevy::render::render_resource::Face;
use bowline_parts::Rgba;

/// A colour of the renderer.
pub(super) fn bevy_colour([red, green, blue, opacity]: Rgba) -> Color {
    Color::srgba_u8(red, green, blue, opacity)
}

/// How a colour is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Finish {
    /// Without light and shadow.
    pub(super) unlit: bool,
    /// Seen from behind too: what has no inside.
    pub(super) two_sided: bool,
}

/// The materials that were needed.
#[derive(Resource, Default)]
pub(super) struct Paints {
    materials: HashMap<(Rgba, Finish), Handle<StandardMaterial>>,
}

/// Colours that follow signals may be very many; those that no entity has any
/// more go when there are more than this.
const KEPT: usize = 2000;

impl Paints {
    /// Forgets all of them.
    pub(super) fn clear(&mut self) {
        self.materials.clear();
    }

    pub(super) fn material(
        &mut self,
        colour: Rgba,
        finish: Finish,
        materials: &mut Assets<StandardMaterial>,
    ) -> Handle<StandardMaterial> {
        if self.materials.len() > KEPT {
            self.materials.clear();
        }
        self.materials.entry((colour, finish)).or_insert_with(|| materials.add(material(colour, finish))).clone()
    }
}

/// Painted metal, of that colour.
fn material(colour: Rgba, finish: Finish) -> StandardMaterial {
    StandardMaterial {
        base_color: bevy_colour(colour),
        alpha_mode: if colour[3] == 255 { AlphaMode::Opaque } else { AlphaMode::Blend },
        perceptual_roughness: 0.5,
        reflectance: 0.4,
        unlit: finish.unlit,
        double_sided: finish.two_sided,
        cull_mode: (!finish.two_sided).then_some(Face::Back),
        ..default()
    }
}
