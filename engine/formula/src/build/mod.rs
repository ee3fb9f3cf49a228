//! What a formula means: constants are calculated, and the rest becomes a graph of single
//! numbers.

mod calls;
mod fit;

pub(crate) use fit::{OF_HERTZ, PER_ANGLE};

use std::ops::Range;

use bowline_units::{Power, Unit};
use num_traits::ToPrimitive;

use crate::exact::Number;
use crate::fault::Fault;
use crate::fold::{fold_pair, fold_unary};
use crate::meaning::{Meaning, Measure};
use crate::names::{Found, Names, declared};
use crate::real::{Pair, Unary};
use crate::token::Relation;
use crate::tree::{Binary, Node as TreeNode, Slice, Tree};

/// Most numbers beside each other.
const MOST_ELEMENTS: usize = 1_000_000;

/// A number of a formula.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Scalar {
    Known(Number),
    Node(usize),
}

/// How a number is calculated.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Node {
    Input(usize),
    Unary(Unary, Scalar),
    Pair(Pair, [Scalar; 2]),
    /// What it is if the first is not 0, and if it is.
    If([Scalar; 3]),
}

/// Numbers beside each other, what they measure, and where they are written.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Built {
    pub(crate) elements: Vec<Scalar>,
    pub(crate) meaning: Meaning,
    pub(crate) place: Range<usize>,
}

impl Built {
    fn known(number: Number, meaning: Meaning, place: &Range<usize>) -> Self {
        Self { elements: vec![Scalar::Known(number)], meaning, place: place.clone() }
    }

    /// Whether all of it is 0, which fits everything.
    fn is_zero(&self) -> bool {
        self.elements.iter().all(|element| matches!(element, Scalar::Known(number) if number.value() == 0.0))
    }
}

/// Gives formulas their meaning.
pub(crate) struct Builder<'b> {
    pub(crate) text: &'b str,
    pub(crate) names: &'b dyn Names,
    pub(crate) nodes: Vec<Node>,
    /// Whether this is a part that is not needed: it has to make sense, but its numbers may be none.
    is_unneeded: bool,
    /// The comparisons of what changes, each of which is a mode, and the slot of the first mode.
    pub(crate) modes: Option<(usize, Vec<Comparison>)>,
    /// Where the comparison is written that is built now.
    comparing: Range<usize>,
}

/// A comparison of what changes, whose outcome is kept until it crosses.
#[derive(Debug, Clone)]
pub(crate) struct Comparison {
    /// What is positive on one side.
    pub(crate) difference: Scalar,
    /// Whether it holds on the other side.
    pub(crate) is_negated: bool,
    /// Where it is written first.
    pub(crate) place: Range<usize>,
}

impl<'b> Builder<'b> {
    pub(crate) fn new(text: &'b str, names: &'b dyn Names) -> Self {
        Self { text, names, nodes: Vec::new(), is_unneeded: false, modes: None, comparing: 0..text.len() }
    }

    /// The same; comparisons of what changes are modes, in slots from there on.
    pub(crate) fn with_modes(text: &'b str, names: &'b dyn Names, first: usize) -> Self {
        Self { modes: Some((first, Vec::new())), ..Self::new(text, names) }
    }

    /// A whole formula, or a whole element: a literal that is all of it may have an offset.
    pub(crate) fn whole(&mut self, tree: &Tree) -> Result<Built, Fault> {
        let (mut inner, mut is_negative) = (tree, false);
        while let TreeNode::Negative(next) = &inner.node {
            (inner, is_negative) = (next, !is_negative);
        }
        let built = match &inner.node {
            TreeNode::Number { decimal, unit: Some(unit) }
                if !is_negative || !self.text[inner.place.clone()].starts_with('(') =>
            {
                let mut number = Number::decimal(&self.text[decimal.clone()]);
                if is_negative {
                    number = fold_unary(Unary::Negative, &number);
                }
                Built::known(number.in_unit(unit, true), Meaning::Of(Measure::written(unit)), &tree.place)
            }
            _ => self.build(tree)?,
        };
        self.check_finite(&built)?;
        Ok(built)
    }

    fn build(&mut self, tree: &Tree) -> Result<Built, Fault> {
        let place = &tree.place;
        match &tree.node {
            TreeNode::Number { decimal, unit } => self.literal(decimal, unit.as_ref(), place),
            TreeNode::Truth(truth) => Ok(Built::known(Number::whole((*truth).into()), Meaning::Truth, place)),
            TreeNode::Name { name, is_path, slice } => self.name(name, *is_path, slice.as_deref(), place),
            TreeNode::Call { function, arguments } => self.call(*function, arguments, place),
            TreeNode::Vector(elements) => self.vector(elements, place),
            TreeNode::Sliced(sliced) => {
                let (of, slice) = &**sliced;
                let built = self.build(of)?;
                self.sliced(built, slice, &self.text[of.place.clone()], place)
            }
            TreeNode::Negative(inner) => {
                let operand = self.operand(inner)?;
                self.check_number(&operand)?;
                Ok(self.each(Unary::Negative, operand, place))
            }
            TreeNode::Not(inner) => {
                let operand = self.operand(inner)?;
                self.check_truth(&operand)?;
                Ok(self.each(Unary::Not, operand, place))
            }
            TreeNode::Binary { .. } => self.chain(tree),
        }
    }

    /// A part whose numbers are needed.
    fn operand(&mut self, tree: &Tree) -> Result<Built, Fault> {
        let built = self.build(tree)?;
        self.check_finite(&built)?;
        Ok(built)
    }

    /// A part that is needed or not.
    fn needed(&mut self, tree: &Tree, is_needed: bool) -> Result<Built, Fault> {
        let before = self.is_unneeded;
        self.is_unneeded |= !is_needed;
        let built = self.operand(tree);
        self.is_unneeded = before;
        built
    }

    fn literal(&self, decimal: &Range<usize>, unit: Option<&Unit>, place: &Range<usize>) -> Result<Built, Fault> {
        let number = Number::decimal(&self.text[decimal.clone()]);
        let Some(unit) = unit else { return Ok(Built::known(number, Meaning::Bare, place)) };
        if unit.zero().is_some() {
            let kelvin = number.clone().in_unit(unit, true).value();
            return Err(Fault::new(place.clone(), format!("`{}` is counted from another zero", self.written(place)))
                .help(format!("it can stand alone; in a formula write `{kelvin} K`, or a difference in K")));
        }
        Ok(Built::known(number.in_unit(unit, false), Meaning::Of(Measure::written(unit)), place))
    }

    fn written(&self, place: &Range<usize>) -> &str {
        &self.text[place.clone()]
    }

    fn name(
        &mut self,
        name: &Range<usize>,
        is_path: bool,
        slice: Option<&Slice>,
        place: &Range<usize>,
    ) -> Result<Built, Fault> {
        let word = &self.text[name.clone()];
        if word == "pi" {
            return Ok(Built::known(Number::of(std::f64::consts::PI), Meaning::Bare, place));
        }
        let names = self.names;
        let built = match names.find(word, is_path) {
            Found::Constant(quantity) => {
                let elements = quantity.numbers.iter().cloned().map(Scalar::Known).collect();
                Built { elements, meaning: quantity.meaning, place: place.clone() }
            }
            Found::Signal { first, width, unit } => self.signal(first, width, unit, place),
            Found::Unknown { message, help } => return Err(Fault::new(name.clone(), message).help(help)),
        };
        match slice {
            Some(slice) => self.sliced(built, slice, word, place),
            None => Ok(built),
        }
    }

    /// Some elements of what is written so.
    fn sliced(&mut self, built: Built, slice: &Slice, of: &str, place: &Range<usize>) -> Result<Built, Fault> {
        let first = self.whole_number(&slice.first)?;
        let end = slice.end.as_ref().map(|end| self.whole_number(end)).transpose()?.unwrap_or(first + 1);
        let width = built.elements.len();
        if first >= end || end > width {
            let message = format!("`{}` is not in `{of}`, which has {width} elements", self.written(place));
            return Err(Fault::new(place.clone(), message).help("they are counted from 0, and the end is excluded"));
        }
        Ok(Built { elements: built.elements[first..end].to_vec(), ..built })
    }

    /// What a signal gives, in SI units.
    fn signal(&mut self, first: usize, width: usize, unit: &str, place: &Range<usize>) -> Built {
        let (meaning, unit) = declared(unit);
        let elements = (first..first + width).map(|slot| {
            let mut element = self.node(Node::Input(slot));
            if let Some(unit) = unit.filter(|unit| !unit.is_si()) {
                let factor = Number::whole(1).in_unit(&unit, false);
                element = self.pair(Pair::Times, element, Scalar::Known(factor));
                if unit.zero().is_some() {
                    let zero = Number::whole(0).in_unit(&unit, true);
                    element = self.pair(Pair::Plus, element, Scalar::Known(zero));
                }
            }
            element
        });
        Built { elements: elements.collect(), meaning, place: place.clone() }
    }

    fn whole_number(&mut self, tree: &Tree) -> Result<usize, Fault> {
        let built = self.operand(tree)?;
        let whole = match (built.elements.as_slice(), built.meaning) {
            ([Scalar::Known(number)], Meaning::Bare) => match number.fraction() {
                Some(fraction) if fraction.is_integer() => fraction.to_integer().to_usize(),
                Some(_) => None,
                None => {
                    Some(number.value()).filter(|v| v.fract() == 0.0 && (0.0..1e15).contains(v)).map(|v| v as usize)
                }
            },
            _ => None,
        };
        whole.ok_or_else(|| {
            Fault::new(tree.place.clone(), format!("`{}` is no whole number from 0 on", self.written(&tree.place)))
        })
    }

    fn vector(&mut self, elements: &[Tree], place: &Range<usize>) -> Result<Built, Fault> {
        let mut all: Option<Built> = None;
        for element in elements {
            let next = self.operand(element)?;
            all = Some(match all {
                None => next,
                Some(mut before) => {
                    let mut next = next;
                    before.meaning = self.unified(&mut before, &mut next)?;
                    before.elements.append(&mut next.elements);
                    self.check_width_of_list(before.elements.len(), place)?;
                    before.place.end = next.place.end;
                    before
                }
            });
        }
        let all = all.ok_or_else(|| Fault::new(place.clone(), "a number is missing"))?;
        Ok(Built { place: place.clone(), ..all })
    }

    /// Signs and their operands, along the left operands: a sum of a thousand terms is a tree a thousand levels deep,
    /// for which the stack of a thread would be too small.
    fn chain(&mut self, tree: &Tree) -> Result<Built, Fault> {
        let (mut signs, mut innermost) = (Vec::new(), tree);
        while let TreeNode::Binary { sign, operands } = &innermost.node {
            let [left, right] = &**operands;
            signs.push((*sign, right, &innermost.place));
            innermost = left;
        }
        let mut built = self.build(innermost)?;
        for (sign, right, place) in signs.into_iter().rev() {
            self.check_finite(&built)?;
            built = self.binary(sign, built, right, place)?;
        }
        Ok(built)
    }

    fn binary(&mut self, sign: Binary, left: Built, right: &Tree, place: &Range<usize>) -> Result<Built, Fault> {
        match sign {
            Binary::And | Binary::Or => self.both(sign, left, right, place),
            Binary::Power => self.power(left, right, place),
            Binary::Times | Binary::Over => self.product(sign, left, right, place),
            Binary::Plus => self.sum(Pair::Plus, left, right, place),
            Binary::Minus => self.sum(Pair::Minus, left, right, place),
            Binary::Compare(relation) => self.comparison(relation, left, right, place),
        }
    }

    fn sum(&mut self, pair: Pair, mut left: Built, right: &Tree, place: &Range<usize>) -> Result<Built, Fault> {
        let mut right = self.operand(right)?;
        self.check_number(&left)?;
        self.check_number(&right)?;
        let meaning = self.unified(&mut left, &mut right)?;
        self.check_width(&left, &right, place)?;
        Ok(Built { meaning, ..self.pairs(pair, &left, &right, place) })
    }

    fn comparison(
        &mut self,
        relation: Relation,
        mut left: Built,
        right: &Tree,
        place: &Range<usize>,
    ) -> Result<Built, Fault> {
        let mut right = self.operand(right)?;
        let are_truths = left.meaning == Meaning::Truth && right.meaning == Meaning::Truth;
        if !(are_truths && matches!(relation, Relation::Equal | Relation::NotEqual)) {
            self.check_number(&left)?;
            self.check_number(&right)?;
            self.unified(&mut left, &mut right)?;
        }
        self.check_width(&left, &right, place)?;
        let (pair, is_turned, is_negated) = match relation {
            Relation::Less => (Pair::Less, false, false),
            Relation::LessOrEqual => (Pair::LessOrEqual, false, false),
            Relation::Greater => (Pair::Less, true, false),
            Relation::GreaterOrEqual => (Pair::LessOrEqual, true, false),
            Relation::Equal => (Pair::Equal, false, false),
            Relation::NotEqual => (Pair::Equal, false, true),
        };
        let (one, other) = if is_turned { (&right, &left) } else { (&left, &right) };
        self.comparing = place.clone();
        let mut compared = self.pairs(pair, one, other, place);
        if is_negated {
            compared = self.each(Unary::Not, compared, place);
        }
        Ok(Built { meaning: Meaning::Truth, ..compared })
    }

    fn both(&mut self, sign: Binary, left: Built, right: &Tree, place: &Range<usize>) -> Result<Built, Fault> {
        let decides = match left.elements.as_slice() {
            [Scalar::Known(number)] => Some((number.value() != 0.0) == (sign == Binary::Or)),
            _ => None,
        };
        let right = self.needed(right, decides != Some(true))?;
        for operand in [&left, &right] {
            self.check_truth(operand)?;
        }
        self.check_width(&left, &right, place)?;
        match decides {
            Some(true) => return Ok(Built { place: place.clone(), ..left }),
            Some(false) => return Ok(Built { place: place.clone(), ..right }),
            None => {}
        }
        let constant = |truth: i64| Scalar::Known(Number::whole(truth));
        let pairs: Vec<_> = left.elements.into_iter().zip(right.elements).collect();
        let elements = pairs.into_iter().map(|(left, right)| {
            self.chosen(if sign == Binary::And { [left, right, constant(0)] } else { [left, constant(1), right] })
        });
        Ok(Built { elements: elements.collect(), meaning: Meaning::Truth, place: place.clone() })
    }

    fn product(&mut self, sign: Binary, left: Built, right: &Tree, place: &Range<usize>) -> Result<Built, Fault> {
        let right = self.operand(right)?;
        self.check_number(&left)?;
        self.check_number(&right)?;
        let is_product = sign == Binary::Times;
        let meaning = self.product_meaning(is_product, &left, &right, place)?;
        if left.elements.len() != 1 && right.elements.len() != 1 {
            self.check_width(&left, &right, place)?;
        }
        let pair = if is_product { Pair::Times } else { Pair::Over };
        Ok(Built { meaning, ..self.pairs(pair, &left, &right, place) })
    }

    fn product_meaning(
        &self,
        is_product: bool,
        left: &Built,
        right: &Built,
        place: &Range<usize>,
    ) -> Result<Meaning, Fault> {
        let bare =
            Measure { dimension: bowline_units::Dimension::NONE, is_written: false, counts_turns: false, factor: 1.0 };
        let measure = |meaning: Meaning| match meaning {
            Meaning::Of(measure) => measure,
            _ => bare,
        };
        if [left.meaning, right.meaning].contains(&Meaning::Free) {
            return Ok(Meaning::Free);
        }
        if (left.meaning, right.meaning) == (Meaning::Bare, Meaning::Bare) {
            return Ok(Meaning::Bare);
        }
        let (one, other) = (measure(left.meaning), measure(right.meaning));
        let (dimension, factor) = if is_product {
            (one.dimension.times(&other.dimension), one.factor * other.factor)
        } else {
            (one.dimension.over(&other.dimension), one.factor / other.factor)
        };
        let dimension =
            dimension.ok_or_else(|| Fault::new(place.clone(), "this measures nothing: its powers are too large"))?;
        Ok(Meaning::Of(one.combined(&other, dimension, factor)))
    }

    fn power(&mut self, base: Built, exponent: &Tree, place: &Range<usize>) -> Result<Built, Fault> {
        let exponent = self.operand(exponent)?;
        self.check_number(&base)?;
        self.check_pure(&exponent, "an exponent")?;
        let meaning = match base.meaning {
            Meaning::Of(measure) if !measure.dimension.is_none() => self.raised(measure, &base, &exponent)?,
            meaning => meaning,
        };
        if exponent.elements.len() != 1 {
            self.check_width(&base, &exponent, place)?;
        }
        Ok(Built { meaning, ..self.pairs(Pair::Power, &base, &exponent, place) })
    }

    /// The power of a quantity, whose exponent has to be known.
    fn raised(&self, measure: Measure, base: &Built, exponent: &Built) -> Result<Meaning, Fault> {
        let known = match exponent.elements.as_slice() {
            [Scalar::Known(number)] => number
                .fraction()
                .and_then(|fraction| Power::fraction(fraction.numer().to_i64()?, fraction.denom().to_i64()?)),
            _ => None,
        };
        let raised =
            known.and_then(|power| Some((measure.dimension.to_the(power)?, measure.factor.powf(power.as_f64()))));
        let (dimension, factor) = raised.ok_or_else(|| {
            let message = format!(
                "`{}` is in {}: its exponent must be a constant fraction",
                self.written(&base.place),
                measure.dimension
            );
            Fault::new(exponent.place.clone(), message).help("divide it by a quantity of its kind first")
        })?;
        Ok(Meaning::Of(Measure { dimension, factor, ..measure }))
    }

    fn node(&mut self, node: Node) -> Scalar {
        self.nodes.push(node);
        Scalar::Node(self.nodes.len() - 1)
    }

    pub(crate) fn unary(&mut self, what: Unary, of: Scalar) -> Scalar {
        match of {
            Scalar::Known(number) => Scalar::Known(fold_unary(what, &number)),
            node => self.node(Node::Unary(what, node)),
        }
    }

    pub(crate) fn pair(&mut self, what: Pair, one: Scalar, other: Scalar) -> Scalar {
        match (one, other) {
            (Scalar::Known(one), Scalar::Known(other)) => Scalar::Known(fold_pair(what, &one, &other)),
            (one, other) => match (what, &self.modes) {
                (Pair::Less | Pair::LessOrEqual, Some(_)) => self.mode(what, one, other),
                _ => self.node(Node::Pair(what, [one, other])),
            },
        }
    }

    /// A comparison, whose outcome is an input: `a < b` holds where b - a is positive, `a <= b` where a - b is not.
    fn mode(&mut self, what: Pair, one: Scalar, other: Scalar) -> Scalar {
        let is_negated = what == Pair::LessOrEqual;
        let of = if is_negated { [one, other] } else { [other, one] };
        let difference = self.node(Node::Pair(Pair::Minus, of));
        let Some((first, all)) = &mut self.modes else { return difference };
        let comparison = Comparison { difference, is_negated, place: self.comparing.clone() };
        let is_same = |known: &Comparison| known.difference == comparison.difference && known.is_negated == is_negated;
        let known = all.iter().position(is_same);
        let number = known.unwrap_or_else(|| {
            all.push(comparison);
            all.len() - 1
        });
        let slot = *first + number;
        self.node(Node::Input(slot))
    }

    fn chosen(&mut self, of: [Scalar; 3]) -> Scalar {
        self.node(Node::If(of))
    }

    /// From the first on.
    fn summed(&mut self, elements: Vec<Scalar>) -> Scalar {
        let all = elements.into_iter().reduce(|sum, next| self.pair(Pair::Plus, sum, next));
        all.unwrap_or_else(|| Scalar::Known(Number::whole(0)))
    }

    fn each(&mut self, what: Unary, operand: Built, place: &Range<usize>) -> Built {
        let elements = operand.elements.into_iter().map(|element| self.unary(what, element)).collect();
        Built { elements, meaning: operand.meaning, place: place.clone() }
    }

    /// Element by element; a single one goes with all of the others.
    fn pairs(&mut self, what: Pair, left: &Built, right: &Built, place: &Range<usize>) -> Built {
        let width = left.elements.len().max(right.elements.len());
        let at = |built: &Built, i: usize| built.elements[if built.elements.len() == 1 { 0 } else { i }].clone();
        let elements = (0..width).map(|i| self.pair(what, at(left, i), at(right, i))).collect();
        Built { elements, meaning: left.meaning, place: place.clone() }
    }
}
