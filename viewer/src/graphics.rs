//! Whether there is anything to draw with.
