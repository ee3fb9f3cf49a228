//! Whether a file may be written in the place of one that is there.

use std::io;

use bowline_surface::earlier_file::Kind;

use crate::user_path::UserPath;

/// Refuses to replace anything but files of these kinds, unless it is forced. The first kind names them.
///
/// # Errors
/// There is something else, or it cannot be read; in words.
pub(crate) fn check(output: &UserPath, kinds: &[Kind], force: bool) -> Result<(), String> {
    if force {
        return Ok(());
    }
    let may_replace = |may, kind: &Kind| Ok::<bool, io::Error>(may || kind.may_replace(output.place())?);
    match kinds.iter().try_fold(false, may_replace) {
        Ok(true) => Ok(()),
        Ok(false) => {
            let words = kinds.first().map_or("", |kind| kind.in_words());
            let advice = "choose another name, or replace it with --force";
            Err(format!("cannot write `{output}`: it holds something else than {words}; {advice}"))
        }
        Err(reason) => Err(format!("cannot read `{output}`: {reason}")),
    }
}
