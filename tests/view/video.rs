//! Videos and words in pictures, read by others: decoders of GIF and PNG, and `ffprobe`.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::picture::{Picture, is_red};
use crate::program::signals::{program_with_default_signals, send};
use crate::program::{bowline, cannot_check, text, tutorial};

/// From the front, so near that the mass is seen; without what depends on how far all of a run reaches.
const LOOK: [&str; 5] = ["--no-ground", "--unlit", "--camera=2,-24,-2", "--target=2,0,-2", "--size=161x91"];

/// Has the program draw; what it says. None where there is no graphics driver.
fn render(folder: &TempDir, arguments: &[&str]) -> Option<String> {
    let output = bowline(folder, &[&["render", &tutorial()], arguments, &LOOK[..]].concat());
    let said = text(&output.stderr);
    if said.contains("no graphics driver") {
        cannot_check("there is no graphics driver here");
        return None;
    }
    assert!(output.status.success(), "{said}");
    Some(said)
}

/// Mistakes end with exit status 2 before anything is drawn.
fn refused(folder: &TempDir, arguments: &[&str]) -> String {
    let output = bowline(folder, &[&["render", &tutorial()], arguments].concat());
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    text(&output.stderr)
}

/// The names of all files in a folder, hidden ones too.
fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

/// The frames of an animated PNG as a viewer shows them, and how long each lasts, s.
fn animated_png(path: &Path) -> (Vec<Picture>, Vec<f64>) {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path).unwrap())).read_info().unwrap();
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    let count = reader.info().animation_control().unwrap().num_frames;
    let mut canvas = vec![[0; 3]; width * height];
    let (mut frames, mut delays) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut bytes).unwrap();
        let part = reader.info().frame_control().unwrap();
        let rows = bytes.as_chunks::<3>().0.chunks(part.width as usize).take(part.height as usize);
        for (row, pixels) in rows.enumerate() {
            let first = (part.y_offset as usize + row) * width + part.x_offset as usize;
            canvas[first..first + pixels.len()].copy_from_slice(pixels);
        }
        frames.push(Picture { width, pixels: canvas.clone() });
        delays.push(f64::from(part.delay_num) / f64::from(part.delay_den));
    }
    (frames, delays)
}

/// The frames of a GIF as a viewer shows them, and how long each lasts, hundredths of a second.
fn animated_gif(path: &Path) -> (Vec<Picture>, Vec<u16>) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(BufReader::new(File::open(path).unwrap())).unwrap();
    let (width, height) = (decoder.width() as usize, decoder.height() as usize);
    let mut canvas = vec![[0; 3]; width * height];
    let (mut frames, mut delays) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (place, [red, green, blue, opacity]) in frame.buffer.as_chunks::<4>().0.iter().enumerate() {
            let (row, column) = (place / frame.width as usize, place % frame.width as usize);
            if *opacity > 0 {
                canvas[(row + frame.top as usize) * width + column + frame.left as usize] = [*red, *green, *blue];
            }
        }
        frames.push(Picture { width, pixels: canvas.clone() });
        delays.push(frame.delay);
    }
    (frames, delays)
}

#[test]
fn an_animated_png_has_the_pixels_of_pictures() {
    let folder = TempDir::new().unwrap();
    let words = ["--clock", "--caption", "Mass on a spring"];
    let video = [&["--video", "run.png", "--fps", "10", "--until", "0.5"][..], &words].concat();
    let Some(said) = render(&folder, &video) else { return };
    assert!(said.starts_with("run.png: 6 frames, 0.60 s, 161x91, "), "{said}");
    assert!(said.contains(" frames drawn a second"), "{said}");
    let (frames, delays) = animated_png(&folder.path().join("run.png"));
    assert_eq!(delays, [0.1; 6]);
    render(&folder, &[&["--at", "0,0.1,0.2,0.3,0.4,0.5", "-o", "alone"][..], &words].concat());
    for (frame, time) in frames.iter().zip(["0", "0.1", "0.2", "0.3", "0.4", "0.5"]) {
        let path = folder.path().join(format!("alone/mass_linear_spring_{time}s.png"));
        assert!(*frame == Picture::read(&path).unwrap(), "the frame of {time} s");
    }
    assert!(frames[0] != frames[1]);
    // One's own video is replaced without a question; anything else is not, and stays.
    render(&folder, &["--video", "run.png", "--fps", "10", "--until", "0.1"]);
    assert_eq!(animated_png(&folder.path().join("run.png")).0.len(), 2);
    let alone = folder.path().join("alone/mass_linear_spring_0s.png");
    let before = fs::read(&alone).unwrap();
    let said = refused(&folder, &["--video", "alone/mass_linear_spring_0s.png"]);
    assert!(
        said.contains("it holds something else than a video; choose another name, or replace it with --force"),
        "{said}"
    );
    assert_eq!(fs::read(&alone).unwrap(), before);
    render(&folder, &["--video", "alone/mass_linear_spring_0s.png", "--until", "0", "--force"]);
    assert_eq!(names(folder.path()), ["alone", "run.png"], "and nothing else is left");
}

#[test]
fn a_gif_lasts_as_long_as_it_should() {
    let folder = TempDir::new().unwrap();
    // 0.3 s in slow motion, a fifth as fast: 1.5 s of 30 frames a second, and the last one.
    let video = ["--video", "run.gif", "--fps", "30", "--until", "0.3", "--speed", "0.2"];
    let Some(said) = render(&folder, &video) else { return };
    assert!(said.starts_with("run.gif: 46 frames, 1.53 s, 161x91, "), "{said}");
    let (frames, delays) = animated_gif(&folder.path().join("run.gif"));
    assert_eq!(delays.len(), 46);
    assert_eq!(delays.iter().sum::<u16>(), 153);
    assert!(delays.iter().all(|delay| (3..=4).contains(delay)), "{delays:?}");
    render(&folder, &["--at", "0,0.1,0.2,0.3", "-o", "alone"]);
    for (frame, time) in [(0, "0"), (15, "0.1"), (30, "0.2"), (45, "0.3")] {
        let wanted = Picture::read(&folder.path().join(format!("alone/mass_linear_spring_{time}s.png"))).unwrap();
        let differ = |(one, other): (&[u8; 3], &[u8; 3])| one.iter().zip(other).any(|(a, b)| a.abs_diff(*b) > 16);
        let others = frames[frame].pixels.iter().zip(&wanted.pixels).filter(|pair| differ(*pair)).count();
        assert!(others * 100 < wanted.pixels.len(), "{others} pixels at {time} s");
        assert_eq!(frames[frame].middle(is_red), wanted.middle(is_red), "the mass at {time} s");
    }
}

/// What `ffprobe` says of the first stream of a video; none where it is not installed.
fn probed(path: &Path, entries: &str) -> Option<String> {
    let output = Command::new("ffprobe")
        .args(["-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries", entries, "-of", "csv=p=0"])
        .arg(path)
        .output();
    let Ok(output) = output else {
        cannot_check("there is no `ffprobe` here");
        return None;
    };
    Some(text(&output.stdout).trim().to_owned())
}

#[test]
fn an_mp4_is_one_that_players_take() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("run.mp4");
    if probed(&path, "stream=width").is_none() {
        return;
    }
    let Some(said) = render(&folder, &["--video", "run.mp4", "--until", "0.5"]) else { return };
    assert!(said.starts_with("run.mp4: 16 frames, 0.53 s, 162x92 (H.264 needs even sizes), "), "{said}");
    let entries = "stream=codec_name,width,height,pix_fmt,color_space,r_frame_rate,nb_read_frames";
    assert_eq!(probed(&path, entries).unwrap(), "h264,162,92,yuv420p,bt709,30/1,16");
    let duration: f64 = probed(&path, "stream=duration").unwrap().parse().unwrap();
    assert!((duration - 16.0 / 30.0).abs() < 1e-3, "{duration}");
    // The table of contents stands before the frames.
    let bytes = fs::read(&path).unwrap();
    let place = |name: &[u8]| bytes.windows(4).position(|word| word == name).unwrap();
    assert!(place(b"moov") < place(b"mdat"));
    // The last frame is the picture of its time, in its colours; the column and the row that are added repeat the last ones.
    render(&folder, &["--at", "0.5", "-o", "alone"]);
    let wanted = Picture::read(&folder.path().join("alone/mass_linear_spring_0.5s.png")).unwrap();
    let raw = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-"];
    let decoded = Command::new("ffmpeg").args(["-v", "error", "-i"]).arg(&path).args(raw).output().unwrap();
    let pixels = decoded.stdout.as_chunks::<3>().0;
    let last = &pixels[15 * 162 * 92..];
    assert_eq!(last.len(), 162 * 92);
    let differ = |a: &[u8; 3], b: &[u8; 3]| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > 24);
    let position = |place: usize| (place / 162).min(90) * 161 + (place % 162).min(160);
    let others = (0..last.len()).filter(|place| differ(&last[*place], &wanted.pixels[position(*place)])).count();
    // At edges of colours, which video has in half of the resolution.
    assert!(others * 50 < last.len(), "{others}");
    let red = |picture: &Picture| picture.middle(is_red).unwrap();
    let last = Picture { width: 162, pixels: last.to_vec() };
    assert!(red(&last).iter().zip(red(&wanted)).all(|(a, b)| a.abs_diff(b) <= 1));
}

/// In the upper and the lower left corner, over what is seen; the right quarter stays as it was.
#[test]
fn words_stand_in_the_corners_at_any_size() {
    let folder = TempDir::new().unwrap();
    let caption =
        "A caption of many words that goes on and on, so that it needs more than one line in any picture".to_owned();
    for size in ["64x36", "320x180", "1280x720"] {
        let draw = |words: &[&str]| {
            let look = [&LOOK[..4], &["--size", size, "--at", "0", "-o", "out"]].concat();
            let output = bowline(&folder, &[&["render", &tutorial()], words, &look].concat());
            let is_drawn = output.status.success();
            is_drawn.then(|| Picture::read(&folder.path().join("out/mass_linear_spring_0s.png")).unwrap())
        };
        let Some(plain) = draw(&[]) else { return cannot_check("there is no graphics driver here") };
        let written = draw(&["--clock", "--caption", &caption]).unwrap();
        let (width, height) = (plain.width, plain.pixels.len() / plain.width);
        let changed = plain.pixels.iter().zip(&written.pixels).enumerate().filter(|(_, (a, b))| a != b);
        let places: Vec<_> = changed.map(|(place, _)| [place % width, place / width]).collect();
        assert!(places.iter().all(|[column, _]| 5 * column < 4 * width + 5 * 4), "{size}");
        let [above, below] = [0..height / 2, height / 2..height].map(|rows| {
            let white =
                |[column, row]: &&[usize; 2]| written.pixels[row * width + column].iter().all(|part| *part > 180);
            places.iter().filter(|[_, row]| rows.contains(row)).filter(white).count()
        });
        assert!(above > 10 && below > 10, "{size}: {above} and {below} white pixels");
    }
}

#[test]
fn what_cannot_be_written_is_told_before_anything_is_drawn() {
    let folder = TempDir::new().unwrap();
    let says = |arguments: &[&str], words: &str| {
        let said = refused(&folder, arguments);
        assert!(said.contains(words), "{arguments:?}: {said}");
    };
    says(&["--video", "run.avi"], "a video is called `NAME.mp4`, `NAME.gif`, or `NAME.png`");
    says(&["--video", "-"], "a video is called");
    says(&["--video", "nowhere/run.gif"], "nowhere/run.gif");
    says(&["--video", "run.gif", "--fps", "60"], "--fps 60 is not between 0.01 and 50");
    says(&["--video", "run.gif", "--at", "0"], "cannot be used with");
    says(&["--video", "run.gif", "-o", "frames"], "cannot be used with");
    says(&["--fps", "10", "--speed", "2"], "--video");
    says(&["--video", "run.gif", "--until", "1e9"], "it goes from 0 to 100 s");
    says(&["--video", "run.gif", "--speed", "1e-9"], "pictures are too many: give a smaller --fps, a larger --speed");
    fs::write(folder.path().join("run.gif"), "GIF89a of somebody else").unwrap();
    says(&["--video", "run.gif"], "it holds something else than a video");
    let mut without_ffmpeg = assert_cmd::Command::cargo_bin("bowline").unwrap();
    let output = without_ffmpeg.current_dir(&folder).env("PATH", folder.path());
    let output = output.args(["render", &tutorial(), "--video", "run.mp4"]).output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("`apt-get install ffmpeg`") && said.contains("or name the video `.gif`"), "{said}");
    assert_eq!(names(folder.path()), ["run.gif"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_video_leaves_nothing() {
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("videos")).unwrap();
    let videos = folder.path().join("videos");
    for name in ["run.mp4", "run.gif"] {
        let mut command = program_with_default_signals();
        command.current_dir(&videos).args(["render", &tutorial(), "--video", name, "--until", "90"]).args(LOOK);
        let mut program = command.stderr(Stdio::piped()).spawn().unwrap();
        let begun = Instant::now();
        while names(&videos).is_empty() {
            if program.try_wait().unwrap().is_some() {
                return cannot_check("there is no graphics driver or no ffmpeg here");
            }
            assert!(begun.elapsed() < Duration::from_secs(180), "no video begins");
            std::thread::sleep(Duration::from_millis(50));
        }
        std::thread::sleep(Duration::from_millis(300));
        send("INT", &program);
        let output = program.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        assert!(text(&output.stderr).contains("interrupted; no video was written"), "{}", text(&output.stderr));
        assert_eq!(names(&videos), Vec::<String>::new());
    }
}
