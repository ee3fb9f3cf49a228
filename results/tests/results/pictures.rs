//! Charts as pictures: a PNG shows what the SVG of the same chart says.

use std::io::Cursor;

use bowline_results::{Chart, DataFrame, Look, Size};

/// A PNG's width, and the colour at a place in it.
struct Picture {
    width: usize,
    colours: Vec<u8>,
}

impl Picture {
    fn of(file: &[u8]) -> Self {
        let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
        let mut colours = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut colours).unwrap();
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
        Self { width: info.width as usize, colours }
    }

    fn at(&self, x: f64, y: f64) -> [u8; 3] {
        let start = 3 * (y as usize * self.width + x as usize);
        self.colours[start..start + 3].try_into().unwrap()
    }

    fn dark(&self, (left, right): (usize, usize), (top, bottom): (usize, usize)) -> usize {
        let pixels = (top..bottom).flat_map(|y| (left..right).map(move |x| (x as f64, y as f64)));
        pixels.filter(|(x, y)| self.at(*x, *y).iter().all(|part| *part < 128)).count()
    }
}

fn chart() -> Chart {
    let rows: String = (0..40).map(|row| format!("{row},{},{}\n", row * row, 900 - 20 * row)).collect();
    let table = DataFrame::read_csv(format!("Time [s],a [µm],b [µm]\n{rows}").as_bytes()).unwrap();
    let mut chart = Chart::new(&table, 0, &[1, 2], &Look { pixels: 800, ..Look::default() });
    chart.title = "Ωmega ² ° µ".to_owned();
    chart
}

/// The points of the lines of a colour, in pixels of an SVG of that width.
fn points(svg: &str, colour: &str, width: f64) -> Vec<(f64, f64)> {
    let scale = width / svg.split("viewBox=\"0 0 ").nth(1).unwrap().split(' ').next().unwrap().parse::<f64>().unwrap();
    let lines = svg.split("<polyline ").skip(1).filter(|line| line.contains(&format!("stroke=\"{colour}\"")));
    let point = |text: &str| {
        let (x, y) = text.split_once(',').unwrap();
        (x.parse::<f64>().unwrap() * scale, y.parse::<f64>().unwrap() * scale)
    };
    let of = |line: &str| {
        line.split("points=\"").nth(1).unwrap().split('"').next().unwrap().split_whitespace().map(point).collect()
    };
    lines.flat_map(|line| -> Vec<(f64, f64)> { of(line) }).collect()
}

#[test]
fn a_png_shows_lines_where_the_svg_has_them() {
    for size in [None, Some(Size { width: 640, height: 400 }), Some(Size { width: 2400, height: 700 })] {
        let chart = chart();
        let (svg, picture) = (chart.to_svg_of(size).unwrap(), Picture::of(&chart.to_png(size).unwrap()));
        assert_eq!(picture.width, size.map_or(2000, |size| size.width as usize));
        for (colour, rgb) in [("#1F77B4", [0x1F, 0x77, 0xB4]), ("#FF7F0E", [0xFF, 0x7F, 0x0E])] {
            let points = points(&svg, colour, picture.width as f64);
            assert_eq!(points.len(), 42, "a line and its sample in the legend");
            let is_near = |at: [u8; 3]| at.iter().zip(rgb).all(|(one, other)| one.abs_diff(other) < 40);
            // The other line may cross it; at the edges there is half of it.
            let found = points.iter().filter(|(x, y)| is_near(picture.at(*x, *y))).count();
            assert!(found >= 39, "{found} {size:?}");
        }
        let ground = picture.at(2.0, 2.0);
        assert_eq!(ground, [255, 255, 255]);
    }
}

/// Each letter of the title is drawn, also Greek and raised ones: without the last one there is less ink.
#[test]
fn letters_are_drawn() {
    let ink = |title: &str| {
        let chart = Chart { title: title.to_owned(), ..chart() };
        let size = Size { width: 640, height: 200 };
        Picture::of(&chart.to_png(Some(size)).unwrap()).dark((10, 630), (10, 37))
    };
    let letters: Vec<char> = "AΩ²³°µ·…".chars().collect();
    let inks: Vec<usize> = (1..=letters.len()).map(|count| ink(&letters[..count].iter().collect::<String>())).collect();
    assert!(inks.is_sorted_by(|a, b| a < b), "{inks:?}");
    // One that the font has not is a box.
    assert!(ink("\u{5b57}") > 0);
}

#[test]
fn a_picture_without_room_is_refused() {
    let needs = "a chart of 1 panel needs 480x197 pixels at the least";
    assert_eq!(chart().to_png(Some(Size { width: 100, height: 100 })).unwrap_err(), needs);
    assert!(chart().to_svg_of(Some(Size { width: 480, height: 197 })).is_ok());
    // Nothing at all has a picture, too.
    assert!(Chart::default().to_png(None).is_ok());
}
