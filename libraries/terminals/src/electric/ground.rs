use simobject::{Creator, Result, SimObject};
use simobject_elements::nature::ELECTRIC;

/// Ground: `v = 0`.
pub struct Ground;

impl SimObject for Ground {
    const NAME: &'static str = "Electric/Ground";
    const DOC: &'static str = "\
Ground, from where voltages are counted

v = 0";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pin = c.terminal("P", &ELECTRIC, "Pin at ground");
        c.fixes_across(pin);
        Ok(Self)
    }
}
