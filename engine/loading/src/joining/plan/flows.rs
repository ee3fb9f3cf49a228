//! What flows into elements at their terminals, where it is a sum of numbers that are there.

use simobject_host::BranchForm;

use super::Planning;
use crate::joining::Var;
use bowline_network::Form;

impl Planning<'_, '_> {
    /// What flows in at each terminal. Branches give some of it; where that of one terminal of a node is open, it is what the
    /// others leave.
    pub(super) fn find_flows(&mut self) {
        let mut flows = vec![Form::default(); self.joints.all.len()];
        let mut is_open = vec![false; flows.len()];
        for (number, branch) in self.elements.branches.iter().enumerate() {
            let through = match branch.form {
                BranchForm::Through => Some(branch.through.map_or_else(Form::default, |of| Form::of(Var::Port(of)))),
                BranchForm::Friction | BranchForm::Stop => Some(self.through_held(number)),
                _ => None,
            };
            for pair in &branch.ends {
                for (end, sign) in pair.iter().zip([1.0, -1.0]) {
                    let Some(at) = end.map(|end| self.joints.number(end)) else { continue };
                    match &through {
                        Some(through) => flows[at].add_form(through, sign),
                        None => is_open[at] = true,
                    }
                }
            }
        }
        let mut open: Vec<Vec<usize>> = vec![Vec::new(); self.joints.nodes.len()];
        let mut sums = vec![Form::default(); open.len()];
        for (at, id) in self.joints.all.iter().enumerate() {
            let node = self.joints.node(*id);
            sums[node].add_form(&flows[at], 1.0);
            if is_open[at] {
                open[node].push(at);
            }
        }
        let mut found: Vec<Option<Form<Var>>> = flows.into_iter().map(Some).collect();
        for (there, sum) in open.iter().zip(sums) {
            match there.as_slice() {
                [only] => {
                    let mut rest = found[*only].take().unwrap_or_default();
                    rest.add_form(&sum, -1.0);
                    found[*only] = Some(rest);
                }
                several => several.iter().for_each(|at| found[*at] = None),
            }
        }
        self.plan.flows = found;
    }
}
