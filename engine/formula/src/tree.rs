//! Formulas as they are written.

use std::ops::Range;

use bowline_units::Unit;

use crate::function::Function;
use crate::token::Relation;

/// A part of a formula, and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tree {
    pub(crate) node: Node,
    pub(crate) place: Range<usize>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Node {
    /// A decimal, which is this part of the text, perhaps with a unit.
    Number {
        decimal: Range<usize>,
        unit: Option<Unit>,
    },
    Truth(bool),
    /// A name, which is this part of the text, and some of its elements.
    Name {
        name: Range<usize>,
        is_path: bool,
        slice: Option<Box<Slice>>,
    },
    Call {
        function: Function,
        arguments: Vec<Tree>,
    },
    /// Numbers beside each other.
    Vector(Vec<Tree>),
    /// Some elements of what stands in parentheses.
    Sliced(Box<(Tree, Slice)>),
    Negative(Box<Tree>),
    Not(Box<Tree>),
    Binary {
        sign: Binary,
        operands: Box<[Tree; 2]>,
    },
}

/// What combines two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Binary {
    Plus,
    Minus,
    Times,
    Over,
    Power,
    Compare(Relation),
    And,
    Or,
}

/// Some elements: the first, and the end, which is excluded; one, if there is no end.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Slice {
    pub(crate) first: Tree,
    pub(crate) end: Option<Tree>,
}
