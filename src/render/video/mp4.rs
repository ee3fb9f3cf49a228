//! MP4 with H.264, by `ffmpeg`.

use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::{self, JoinHandle};

use bowline_viewer::render::Picture;

use super::signature;
use crate::arguments::PictureSize;

const FFMPEG: &str = "ffmpeg";
const ADVICE: &str = "install it (Debian, Ubuntu: `apt-get install ffmpeg`; Fedora, with RPM Fusion: `dnf install ffmpeg`; macOS: \
                      `brew install ffmpeg`; Windows: `winget install ffmpeg`), or name the video `.gif`, or `.png` for an \
                      animated PNG, which need nothing";

/// Whether MP4 can be written.
///
/// # Errors
/// `ffmpeg` is not there, or cannot do it: what to do, in words.
pub(super) fn check() -> Result<(), String> {
    let encoders = Command::new(FFMPEG).args(["-hide_banner", "-encoders"]).stdin(Stdio::null()).output();
    match encoders {
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => {
            Err(format!("MP4 is written by `{FFMPEG}`, which is not there: {ADVICE}"))
        }
        Err(reason) => Err(format!("MP4 is written by `{FFMPEG}`, which cannot be started ({reason}): {ADVICE}")),
        Ok(output) if !String::from_utf8_lossy(&output.stdout).contains(" libx264 ") => {
            Err(format!("the `{FFMPEG}` that is there was built without libx264, which writes H.264: {ADVICE}"))
        }
        Ok(_) => Ok(()),
    }
}

/// An `ffmpeg` that is given frames. Dropped, it ends at once.
pub(super) struct Mp4 {
    process: Child,
    frames: Option<BufWriter<ChildStdin>>,
    /// What it complains about.
    said: Option<JoinHandle<String>>,
    size: PictureSize,
}

impl Mp4 {
    /// Begins a video in the file of this path.
    ///
    /// # Errors
    /// `ffmpeg` cannot be started; in words.
    pub(super) fn begin(path: &Path, size: PictureSize, rate: f64) -> Result<Self, String> {
        // What is drawn is RGB; players take the colours of video for those of HDTV.
        const COLOURS: &str = "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int";
        let even = |pixels: u32| pixels.next_multiple_of(2);
        let size = PictureSize { width: even(size.width), height: even(size.height) };
        let mut file = std::ffi::OsString::from("file:");
        file.push(path);
        let mut command = Command::new(FFMPEG);
        command
            .args(["-hide_banner", "-nostats", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24"])
            .args(["-video_size", &format!("{}x{}", size.width, size.height), "-framerate", &rate.to_string()])
            .args(["-i", "-", "-an", "-vf", COLOURS, "-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p"])
            .args(["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"])
            .args(["-movflags", "+faststart", "-metadata", &format!("comment={}", signature()), "-f", "mp4", "-y"])
            .arg(file)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        // Ctrl-C is for this program, which then ends the other one.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn().map_err(|reason| format!("`{FFMPEG}` cannot be started: {reason}"))?;
        let frames = process.stdin.take().map(BufWriter::new);
        let said = process.stderr.take().map(|mut stderr| {
            thread::spawn(move || {
                let mut said = Vec::new();
                // Report what arrived until then.
                let _ = stderr.read_to_end(&mut said);
                String::from_utf8_lossy(&said).trim().to_owned()
            })
        });
        Ok(Self { process, frames, said, size })
    }

    /// Writes a frame: what is odd gets one more column or row, as the last one is.
    pub(super) fn add(&mut self, picture: &Picture) -> Result<(), String> {
        let Some(frames) = &mut self.frames else { return Ok(()) };
        let [width, height] = [self.size.width, self.size.height].map(|pixels| pixels as usize);
        let mut bytes = Vec::with_capacity(3 * width * height);
        for row in (0..height).map(|row| row.min(picture.height - 1)) {
            let pixels = &picture.pixels[row * picture.width..][..picture.width];
            bytes.extend_from_slice(pixels.as_flattened());
            (picture.width..width).for_each(|_| bytes.extend_from_slice(&pixels[picture.width - 1]));
        }
        frames.write_all(&bytes).map_err(|reason| self.complaint(&reason.to_string()))
    }

    /// Waits until all is written; how large the frames are.
    pub(super) fn finish(mut self) -> Result<PictureSize, String> {
        let flushed = self.frames.take().map_or(Ok(()), |mut frames| frames.flush());
        match (flushed, self.process.wait()) {
            (Ok(()), Ok(status)) if status.success() => Ok(self.size),
            (Err(reason), _) | (_, Err(reason)) => Err(self.complaint(&reason.to_string())),
            (_, Ok(status)) => Err(self.complaint(&format!("it ended with {status}"))),
        }
    }

    /// What `ffmpeg` says, or else the reason.
    fn complaint(&mut self, reason: &str) -> String {
        self.end();
        let said = self.said.take().and_then(|said| said.join().ok()).filter(|said| !said.is_empty());
        format!("`{FFMPEG}`: {}", said.as_deref().unwrap_or(reason))
    }

    fn end(&mut self) {
        self.frames = None;
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Mp4 {
    fn drop(&mut self) {
        // Before its input is closed, which would let it finish.
        let _ = self.process.kill();
        self.end();
    }
}
