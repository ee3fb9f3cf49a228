//! Pictures as they were when somebody looked at them, under a tolerance: drivers
//! differ by a little. With `BOWLINE_STORE_PICTURES` set they are stored anew.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use bowline_parts::Axes;
use bowline_viewer::camera::Pose;
use bowline_viewer::render::Picture;
use bowline_viewer::stage::{Hidden, Style};

use crate::studio::{Studio, renderer};

const SIZE: [u32; 2] = [320, 180];

fn read(path: &PathBuf) -> Picture {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path).unwrap())).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    let pixels = bytes.as_chunks::<3>().0.to_vec();
    Picture { width: info.width as usize, height: info.height as usize, pixels }
}

fn compare(name: &str, time: f64) {
    let Some(mut renderer) = renderer(SIZE, Style::default(), &[]) else { return };
    let mut studio = Studio::of(name, &[]);
    let moment = studio.moment(time);
    let extent = Hidden::default().extent(&studio.scene, &moment).unwrap();
    renderer.foresee(Some(extent));
    let axes = Axes::new(studio.scene.up(), extent.centre());
    let pose = Pose::default().fit(&extent, f64::from(SIZE[0]) / f64::from(SIZE[1]), &axes);
    let picture = renderer.picture(&studio.scene, &moment, &pose).unwrap();

    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/pictures/stored/{name}.png"));
    if std::env::var_os("BOWLINE_STORE_PICTURES").is_some() {
        picture.write_png(&path).unwrap();
    }
    let stored = read(&path);
    assert_eq!((picture.width, picture.height), (stored.width, stored.height));
    let differs = |(one, other): (&[u8; 3], &[u8; 3])| one.iter().zip(other).any(|(a, b)| a.abs_diff(*b) > 32);
    let others = picture.pixels.iter().zip(&stored.pixels).filter(|pair| differs(*pair)).count();
    let share = others as f64 / picture.pixels.len() as f64;
    if share > 0.02 {
        let found = std::env::temp_dir().join(format!("{name}.png"));
        picture.write_png(&found).unwrap();
        panic!("{:.1} % of the pixels are others than in {}: see {}", 100.0 * share, path.display(), found.display());
    }
}

#[test]
fn a_mass_on_a_spring() {
    compare("mass_linear_spring", 1.0);
}

#[test]
fn an_excavator() {
    compare("excavator", 0.5);
}

#[test]
fn a_breaking_line() {
    compare("breaking_line", 1.0);
}
