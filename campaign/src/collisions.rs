//! Names that set the same numbers.

use bowline_engine::description::Overridden;

/// Whether both set some of the same numbers.
fn meet(one: &Overridden, other: &Overridden) -> bool {
    let is_same = one.target == other.target && one.what == other.what;
    is_same && (one.element.is_none() || other.element.is_none() || one.element == other.element)
}

/// Two names that vary the same numbers, or one that varies what another one sets, in
/// words. A value that is set as a whole may vary in its elements.
pub(crate) fn collision(set: &[Overridden], varied: &[Overridden]) -> Option<String> {
    for (index, one) in varied.iter().enumerate() {
        if let Some(other) = varied[..index].iter().find(|other| meet(other, one)) {
            return Some(format!(
                "`{}` and `{}` vary the same numbers: leave out one of the two",
                other.name, one.name
            ));
        }
        let is_replaced = |other: &&Overridden| meet(other, one) && !(other.element.is_none() && one.element.is_some());
        if let Some(other) = set.iter().find(is_replaced) {
            let (set, varied) = (&other.name, &one.name);
            return Some(format!("`{set}` is set, and `{varied}` varies the same numbers: leave out one of the two"));
        }
    }
    None
}
