//! What is said of unknowns that their equations cannot determine.

use crate::description::ModelDescription;
use crate::model::Object;
use crate::model::block::Cut;
use bowline_text::diagnostic::Diagnostic;

/// So many names are shown.
const MOST_SHOWN: usize = 6;

impl Cut {
    /// Which unknowns stand in too few equations, if any do; at the first SimObject that has one.
    pub(super) fn report_undetermined(&self, objects: &[Object], description: &ModelDescription) -> Option<Diagnostic> {
        let undetermined = self.undetermined.as_ref()?;
        let owners = undetermined.columns.iter().map(|at| self.element(*at).0.object as usize);
        let owner = owners.into_iter().find(|object| !objects[*object].is_added());
        let span = owner.map_or_else(|| description.beginning(), |object| description.object_at(object).name().span());
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
        Some(Diagnostic::error("undetermined-unknown", message).at(span).help(help))
    }
}
