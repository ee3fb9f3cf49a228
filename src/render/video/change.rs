//! What changes from one frame to the next.

use bowline_viewer::render::Picture;

/// A part of a picture, pixels: the smallest rectangle around all that is other than in the picture before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Change {
    /// From the picture before, if there is one; a pixel where nothing changes, since a frame cannot be empty.
    pub(super) fn between(before: Option<&Picture>, now: &Picture) -> Self {
        let Some(before) = before else { return Self { left: 0, top: 0, width: now.width, height: now.height } };
        let mut low = [now.width, now.height];
        let mut high = [0, 0];
        let rows = before.pixels.chunks_exact(before.width).zip(now.pixels.chunks_exact(now.width));
        for (row, (before, now)) in rows.enumerate().filter(|(_, (before, now))| before != now) {
            let differs = |column: &usize| before[*column] != now[*column];
            let first = (0..now.len()).find(differs).unwrap_or(0);
            let last = (0..now.len()).rfind(differs).unwrap_or(0);
            (low, high) = ([low[0].min(first), low[1].min(row)], [high[0].max(last + 1), row + 1]);
        }
        if high == [0, 0] {
            return Self { left: 0, top: 0, width: 1, height: 1 };
        }
        Self { left: low[0], top: low[1], width: high[0] - low[0], height: high[1] - low[1] }
    }

    /// The positions of its pixels among those of the picture, row by row.
    pub(super) fn positions(self, picture: &Picture) -> impl Iterator<Item = usize> {
        let width = picture.width;
        let row = move |row: usize| row * width + self.left..row * width + self.left + self.width;
        (self.top..self.top + self.height).flat_map(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_around_all_that_differs() {
        let before = Picture { width: 5, height: 4, pixels: vec![[7; 3]; 20] };
        let whole = Change { left: 0, top: 0, width: 5, height: 4 };
        assert_eq!(Change::between(None, &before), whole);
        assert_eq!(Change::between(Some(&before), &before), Change { width: 1, height: 1, ..whole });
        let mut now = before.clone();
        now.pixels[6] = [8, 7, 7];
        now.pixels[13] = [0; 3];
        let change = Change::between(Some(&before), &now);
        assert_eq!(change, Change { left: 1, top: 1, width: 3, height: 2 });
        assert_eq!(change.positions(&now).collect::<Vec<_>>(), [6, 7, 8, 11, 12, 13]);
    }
}
