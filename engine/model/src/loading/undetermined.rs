//! What is said of unknowns that their equations cannot determine.

use crate::model::Object;
use crate::model::block::Cut;
use bowline_text::diagnostic::Diagnostic;

/// So many names are shown.
const MOST_SHOWN: usize = 6;

impl Cut {
    /// Which unknowns stand in too few equations, if any do.
    pub(super) fn undetermined(&self, objects: &[Object]) -> Option<Diagnostic> {
        let undetermined = self.undetermined.as_ref()?;
        let name = |at: &usize| {
            let (id, _) = self.element(*at);
            format!("`{}`", objects[id.object as usize].signal_name(id.signal as usize))
        };
        let names = |of: &[usize]| {
            let mut names: Vec<String> = of.iter().take(MOST_SHOWN).map(name).collect();
            names.dedup();
            if of.len() > MOST_SHOWN {
                names.push(format!("{} more", of.len() - MOST_SHOWN));
            }
            names.join(", ")
        };
        let columns = names(&undetermined.columns);
        let message = match &undetermined.rows[..] {
            [] => format!("no equation has the unknown {columns} in it: nothing determines it"),
            [_] => format!("the unknowns {columns} are in one equation only, that of {}", names(&undetermined.rows)),
            rows => format!("the unknowns {columns} are in {} equations only: those of {}", rows.len(), names(rows)),
        };
        let help = "whatever the numbers are, nothing says how large each of them is: where elements that give whatever is asked for \
                    are joined (the outputs of two operational amplifiers), put a resistance between them";
        Some(Diagnostic::error("undetermined-unknown", message).help(help))
    }
}
