//! The files that projects are made of, as the build script embeds them.

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
