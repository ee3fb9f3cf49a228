use simobject::{Creator, Look, Result, SimObject};

use super::paint::{length, painted};

/// Words in the 3D view, which face who looks.
pub struct Text;

impl SimObject for Text {
    const NAME: &'static str = "Visual/Text";
    const DOC: &'static str = "Words in the 3D view, which face who looks";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pos = c.in_port::<3>("Pos", "m", "Their middle");
        let words: String = c.parameter("Text").doc("The words").required();
        let look = Look::text(pos, words, length(c, "Height", "Height of a line of them", 0.2));
        let look = painted(c, look);
        c.look(look);
        Ok(Self)
    }
}
