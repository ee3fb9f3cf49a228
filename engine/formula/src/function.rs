//! The functions of formulas.

/// A function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    Sqrt,
    Cbrt,
    Abs,
    Sign,
    Exp,
    Log,
    Log10,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Sinh,
    Cosh,
    Tanh,
    Hypot,
    Min,
    Max,
    Floor,
    Ceil,
    Round,
    Mod,
    If,
    Norm,
    Dot,
    Cross,
    Sum,
}

/// Names, and how many arguments: at least, and at most.
const FUNCTIONS: [(&str, Function, usize, usize); 29] = [
    ("sqrt", Function::Sqrt, 1, 1),
    ("cbrt", Function::Cbrt, 1, 1),
    ("abs", Function::Abs, 1, 1),
    ("sign", Function::Sign, 1, 1),
    ("exp", Function::Exp, 1, 1),
    ("log", Function::Log, 1, 1),
    ("log10", Function::Log10, 1, 1),
    ("sin", Function::Sin, 1, 1),
    ("cos", Function::Cos, 1, 1),
    ("tan", Function::Tan, 1, 1),
    ("asin", Function::Asin, 1, 1),
    ("acos", Function::Acos, 1, 1),
    ("atan", Function::Atan, 1, 1),
    ("atan2", Function::Atan2, 2, 2),
    ("sinh", Function::Sinh, 1, 1),
    ("cosh", Function::Cosh, 1, 1),
    ("tanh", Function::Tanh, 1, 1),
    ("hypot", Function::Hypot, 2, 2),
    ("min", Function::Min, 2, MANY),
    ("max", Function::Max, 2, MANY),
    ("floor", Function::Floor, 1, 1),
    ("ceil", Function::Ceil, 1, 1),
    ("round", Function::Round, 1, 1),
    ("mod", Function::Mod, 2, 2),
    ("if", Function::If, 3, 3),
    ("norm", Function::Norm, 1, 1),
    ("dot", Function::Dot, 2, 2),
    ("cross", Function::Cross, 2, 2),
    ("sum", Function::Sum, 1, 1),
];

/// As many as one likes.
const MANY: usize = usize::MAX;

impl Function {
    /// The function of that name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        FUNCTIONS.iter().find(|(known, ..)| *known == name).map(|(_, function, ..)| *function)
    }

    /// The names of all.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        FUNCTIONS.iter().map(|(name, ..)| *name)
    }

    pub(crate) fn name(self) -> &'static str {
        FUNCTIONS.iter().find(|(_, function, ..)| *function == self).map_or("", |(name, ..)| name)
    }

    /// What is wrong with so many arguments.
    pub(crate) fn arity_fault(self, count: usize) -> Option<String> {
        let (_, _, least, most) = *FUNCTIONS.iter().find(|(_, function, ..)| *function == self)?;
        if (least..=most).contains(&count) {
            return None;
        }
        let wanted = match (least, most) {
            (1, 1) => "one argument".to_owned(),
            (least, MANY) => format!("{least} arguments at least"),
            (least, _) => format!("{least} arguments"),
        };
        Some(format!("`{}` takes {wanted}, and here are {count}", self.name()))
    }
}
