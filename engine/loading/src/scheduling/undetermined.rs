//! The error for unknowns that their equations cannot determine.

use bowline_description::ModelDescription;
use bowline_model::model::Object;
use bowline_model::model::block::Cut;
use bowline_solve::linear::Undetermined;
use bowline_text::diagnostic::Diagnostic;

/// So many names are shown.
const MOST_SHOWN: usize = 6;

/// Names unknowns that stand in too few equations, at the first SimObject of the scenario that has one.
pub(crate) fn report(
    undetermined: &Undetermined,
    cut: &Cut,
    objects: &[Object],
    description: &ModelDescription,
) -> Diagnostic {
    let mut owners = undetermined.columns.iter().map(|at| cut.element(*at).0.object as usize);
    let owner = owners.find(|object| !objects[*object].is_added());
    let span = owner.map_or_else(|| description.beginning(), |object| description.object_at(object).name().span());
    let name = |at: &usize| {
        let (id, _) = cut.element(*at);
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
    Diagnostic::error("undetermined-unknown", message).at(span).help(help)
}
