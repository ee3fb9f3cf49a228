// The ground: a lit plane with a grid, which fades into the horizon.

#import bevy_pbr::{
    pbr_fragment::pbr_input_from_standard_material,
    pbr_types::STANDARD_MATERIAL_FLAGS_UNLIT_BIT,
}
#ifdef PREPASS_PIPELINE
#import bevy_pbr::{
    prepass_io::{VertexOutput, FragmentOutput},
    pbr_deferred_functions::deferred_output,
}
#else
#import bevy_pbr::{
    forward_io::{VertexOutput, FragmentOutput},
    pbr_functions::{apply_pbr_lighting, main_pass_post_lighting_processing},
}
#endif

struct Ground {
    // What it fades into, and the lines.
    horizon: vec4<f32>,
    line: vec4<f32>,
    // Where two main lines cross, and the middle of what is seen.
    origin: vec2<f32>,
    middle: vec2<f32>,
    spacing: f32,
    // So far from the middle the lines are gone.
    reach: f32,
    padding: vec2<f32>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(100) var<uniform> ground: Ground;

// How much of a pixel lines cover that are so many spacings apart, as wide as a
// pixel and a half; as grey as they are on average where they meet.
fn lines(place: vec2<f32>, spacing: f32) -> f32 {
    let part = place / spacing;
    let pixel = max(fwidth(part), vec2<f32>(1e-7));
    let distance = abs(fract(part - 0.5) - 0.5) / pixel;
    let covered = clamp(1.25 - distance, vec2<f32>(0.0), vec2<f32>(1.0));
    let clear = clamp(1.0 - 2.0 * pixel, vec2<f32>(0.0), vec2<f32>(1.0));
    let both = covered * clear;
    return max(both.x, both.y);
}

@fragment
fn fragment(in: VertexOutput, @builtin(front_facing) is_front: bool) -> FragmentOutput {
    var pbr_input = pbr_input_from_standard_material(in, is_front);
#ifdef PREPASS_PIPELINE
    return deferred_output(in, pbr_input);
#else
    let place = in.world_position.xz - ground.origin;
    let away = distance(in.world_position.xz, ground.middle);
    let near = 1.0 - smoothstep(0.15 * ground.reach, ground.reach, away);
    let fine = 0.45 * lines(place, ground.spacing);
    let main = lines(place, 5.0 * ground.spacing);
    let shade = ground.line.a * near * max(fine, main);
    let plain = pbr_input.material.base_color.rgb;
    pbr_input.material.base_color = vec4<f32>(mix(plain, ground.line.rgb, shade), 1.0);

    var out: FragmentOutput;
    if (pbr_input.material.flags & STANDARD_MATERIAL_FLAGS_UNLIT_BIT) == 0u {
        out.color = apply_pbr_lighting(pbr_input);
    } else {
        out.color = pbr_input.material.base_color;
    }
    let far = smoothstep(0.4 * ground.reach, 6.0 * ground.reach, away);
    out.color = vec4<f32>(mix(out.color.rgb, ground.horizon.rgb, far), 1.0);
    out.color = main_pass_post_lighting_processing(pbr_input, out.color);
    return out;
#endif
}
