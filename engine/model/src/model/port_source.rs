//! What an in-port reads.

use bowline_formula::{Program, Wave};
use simobject_host::Role;

use super::signal_id::SignalId;
use bowline_text::source::Span;

/// Part of a source: `width` numbers, each the sum of the terms' numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// The width of the in-port.
    pub width: usize,
    /// The terms of the sum.
    pub terms: Vec<ScaledSource>,
}

/// One term of a piece.
#[derive(Debug, Clone, PartialEq)]
pub struct ScaledSource {
    /// The factor.
    pub scale: f64,
    /// The source.
    pub source: Origin,
}

/// Where numbers come from.
#[derive(Debug, Clone, PartialEq)]
pub enum Origin {
    /// Elements of an out-port from `first` on.
    Port {
        /// The out-port.
        id: SignalId,
        /// The first element.
        first: u32,
    },
    /// These numbers.
    Constant(Vec<f64>),
}

/// What an in-port reads. A large model has millions of them while it is loaded.
#[derive(Debug, Clone, PartialEq)]
pub enum PortSource {
    /// It is a part of an out-port.
    Alias {
        /// The out-port.
        id: SignalId,
        /// The first element.
        first: u32,
    },
    /// It is constant.
    Constant(Box<[f64]>),
    /// It adds up sources of its own width inside the read.
    Sum(Box<[Origin]>),
    /// Its numbers are put together in a place of their own.
    Assembly(Box<[Piece]>),
    /// Its numbers are calculated by formulas in a place of their own.
    Formula(Box<FormulaSource>),
}

/// Formulas, and what they read.
#[derive(Debug, Clone, PartialEq)]
pub struct FormulaSource {
    /// The compiled formula.
    pub program: Program,
    /// By the slots of the program; the last one is the time.
    pub inputs: Vec<(SignalId, u32)>,
    /// The times at which they jump.
    pub jumps: Vec<f64>,
    /// Sines and cosines of the time in it.
    pub waves: Vec<Wave>,
    /// Whether a number is added to each result, as the first inputs of the program.
    pub is_opened: bool,
}

/// The connection of an in-port.
#[derive(Debug, Clone, PartialEq)]
pub struct Connection {
    /// The in-port.
    pub port: SignalId,
    /// What it reads.
    pub source: PortSource,
    /// Where that is written; `None` if the engine makes the connection.
    pub span: Option<Span>,
}

impl PortSource {
    /// How an in-port of that role reads its pieces.
    pub fn of(role: Role, mut pieces: Vec<Piece>) -> Self {
        let constant = |piece: &Piece| piece.terms.iter().all(|term| matches!(term.source, Origin::Constant(_)));
        if pieces.iter().all(constant) {
            return Self::Constant(pieces.iter().flat_map(constants).collect());
        }
        if let [piece] = pieces.as_mut_slice() {
            if role == Role::Sum && piece.terms.iter().all(|term| term.scale == 1.0) {
                return Self::Sum(piece.terms.drain(..).map(|term| term.source).collect());
            }
            if let [ScaledSource { scale: 1.0, source: Origin::Port { id, first } }] = piece.terms.as_slice() {
                return Self::Alias { id: *id, first: *first };
            }
        }
        Self::Assembly(pieces.into())
    }

    /// How an in-port of that role reads elements of one out-port, as they are.
    pub fn of_port(role: Role, id: SignalId, first: u32) -> Self {
        match role {
            Role::Sum => Self::Sum([Origin::Port { id, first }].into()),
            _ => Self::Alias { id, first },
        }
    }

    /// With numbers of its own added, -0 as long as nobody sets them, which changes no bit of any sum: so it becomes an input
    /// though something feeds it.
    pub fn opened(self, width: usize) -> Self {
        let zeros = |width: usize| Origin::Constant(vec![-0.0; width]);
        let added = |mut piece: Piece| {
            piece.terms.push(ScaledSource { scale: 1.0, source: zeros(piece.width) });
            piece
        };
        match self {
            Self::Constant(numbers) => Self::Constant(numbers),
            Self::Alias { id, first } => {
                let terms = vec![ScaledSource { scale: 1.0, source: Origin::Port { id, first } }];
                Self::Assembly([added(Piece { width, terms })].into())
            }
            Self::Sum(sources) => Self::Sum(sources.into_iter().chain([zeros(width)]).collect()),
            Self::Assembly(pieces) => Self::Assembly(pieces.into_iter().map(added).collect()),
            Self::Formula(formula) => {
                let program = formula.program.clone().with_added();
                Self::Formula(Box::new(FormulaSource { program, is_opened: true, ..*formula }))
            }
        }
    }

    /// Whether its factors and constants are finite.
    pub fn is_finite(&self) -> bool {
        let numbers = |source: &Origin| match source {
            Origin::Constant(numbers) => numbers.iter().all(|number| number.is_finite()),
            Origin::Port { .. } => true,
        };
        match self {
            Self::Alias { .. } | Self::Formula(_) => true,
            Self::Constant(constants) => constants.iter().all(|number| number.is_finite()),
            Self::Sum(sources) => sources.iter().all(numbers),
            Self::Assembly(pieces) => {
                let mut terms = pieces.iter().flat_map(|piece| &piece.terms);
                terms.all(|term| term.scale.is_finite() && numbers(&term.source))
            }
        }
    }

    /// The out-ports and states that it is made of.
    pub fn origins(&self) -> impl Iterator<Item = SignalId> + '_ {
        let alias = if let Self::Alias { id, .. } = self { Some(*id) } else { None };
        let summed: &[Origin] = if let Self::Sum(sources) = self { sources } else { &[] };
        let pieces: &[Piece] = if let Self::Assembly(pieces) = self { pieces } else { &[] };
        let assembled = pieces.iter().flat_map(|piece| &piece.terms).map(|term| &term.source);
        let read: &[(SignalId, u32)] = if let Self::Formula(formula) = self { &formula.inputs } else { &[] };
        let calculated = read.iter().map(|(id, _)| *id);
        alias.into_iter().chain(calculated).chain(summed.iter().chain(assembled).filter_map(|source| match source {
            Origin::Port { id, .. } => Some(*id),
            Origin::Constant(_) => None,
        }))
    }
}

/// Width of pieces put together.
pub fn width(pieces: &[Piece]) -> usize {
    pieces.iter().map(|piece| piece.width).sum()
}

fn constants(piece: &Piece) -> Vec<f64> {
    let mut sum = vec![0.0; piece.width];
    for term in &piece.terms {
        if let Origin::Constant(numbers) = &term.source {
            sum.iter_mut().zip(numbers).for_each(|(total, number)| *total += term.scale * number);
        }
    }
    sum
}

/// Adds pieces of the same total width, splitting both where either ends.
pub fn add(sum: &mut Vec<Piece>, mut more: Vec<Piece>) {
    let mut index = 0;
    while index < more.len() {
        let (left, right) = (sum[index].width, more[index].width);
        let shared = left.min(right);
        if left > shared {
            let rest = split(&mut sum[index], shared);
            sum.insert(index + 1, rest);
        }
        if right > shared {
            let rest = split(&mut more[index], shared);
            more.insert(index + 1, rest);
        }
        sum[index].terms.append(&mut more[index].terms);
        index += 1;
    }
}

/// Cuts a piece and returns what lies behind the cut.
fn split(piece: &mut Piece, at: usize) -> Piece {
    let terms = piece.terms.iter_mut().map(|term| {
        let source = match &mut term.source {
            Origin::Port { id, first } => Origin::Port { id: *id, first: *first + at as u32 },
            Origin::Constant(numbers) => Origin::Constant(numbers.split_off(at)),
        };
        ScaledSource { scale: term.scale, source }
    });
    let rest = Piece { width: piece.width - at, terms: terms.collect() };
    piece.width = at;
    rest
}
