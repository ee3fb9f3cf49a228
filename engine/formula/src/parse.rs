//! Reads formulas.
//!
//! ```text
//! formula    = or
//! or         = and { "or" and }
//! and        = not { "and" not }
//! not        = "not" not | comparison
//! comparison = sum [ ( "<" | "<=" | ">" | ">=" | "==" | "!=" | "lt" | ... ) sum ]
//! sum        = product { ( "+" | "-" ) product }
//! product    = unary { ( "*" | "/" ) unary }
//! unary      = ( "+" | "-" ) unary | power
//! power      = primary [ "^" unary ]
//! primary    = number [ unit ] | "true" | "false" | word [ slice ] | path [ slice ]
//!            | word "(" formula { "," formula } ")" | "(" formula { "," formula } ")"
//! slice      = "[" formula [ ":" formula ] "]"
//! ```

use std::ops::Range;

use bowline_nearest as nearest;

use crate::fault::Fault;
use crate::function::Function;
use crate::token::{Keyword, Kind, Sign, Token, tokens};
use crate::tree::{Binary, Node, Slice, Tree};

/// Deepest nesting of parentheses, arguments, signs and exponents.
const DEEPEST: usize = 50;
/// Most signs between numbers in one formula: each is a level of its tree.
const MOST_SIGNS: usize = 1000;

/// Reads one formula.
pub(crate) fn formula(text: &str) -> Result<Tree, Fault> {
    let mut parser = Parser::new(text)?;
    let tree = parser.formula()?;
    parser.ends()?;
    Ok(tree)
}

/// Reads rows of formulas, which are separated by `;`, of elements that are separated by `,`.
pub(crate) fn rows(text: &str) -> Result<Vec<Vec<Tree>>, Fault> {
    let mut parser = Parser::new(text)?;
    let mut rows = vec![vec![parser.formula()?]];
    loop {
        parser.signs = 0;
        if parser.accept(Sign::Comma) {
            let element = parser.formula()?;
            rows.last_mut().into_iter().for_each(|row| row.push(element.clone()));
        } else if parser.accept(Sign::Semicolon) {
            rows.push(vec![parser.formula()?]);
        } else {
            parser.ends()?;
            return Ok(rows);
        }
    }
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    /// Signs in the formula that is read.
    signs: usize,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Result<Self, Fault> {
        Ok(Self { text, tokens: tokens(text)?, at: 0, depth: 0, signs: 0 })
    }

    /// The token that comes next; the last one is the end, which nobody passes.
    fn next(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn pass(&mut self) -> Token {
        let token = self.next().clone();
        self.at += 1;
        token
    }

    fn accept(&mut self, sign: Sign) -> bool {
        let is_next = self.next().kind == Kind::Sign(sign);
        self.at += usize::from(is_next);
        is_next
    }

    fn accept_word(&mut self, word: Keyword) -> bool {
        let is_next = self.next().kind == Kind::Keyword(word);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, sign: Sign, written: &str, opened: &Range<usize>) -> Result<usize, Fault> {
        let end = self.next().place.end;
        if self.accept(sign) {
            return Ok(end);
        }
        let fault = self.unexpected(&format!("a `{written}`"));
        Err(if self.next().kind == Kind::End {
            Fault::new(opened.clone(), format!("the `{}` has no `{written}`", &self.text[opened.clone()]))
        } else {
            fault
        })
    }

    fn ends(&self) -> Result<(), Fault> {
        let token = self.next();
        match &token.kind {
            Kind::End => Ok(()),
            Kind::Word | Kind::Path | Kind::Number { .. } | Kind::Sign(Sign::Open) => {
                let message = format!("a sign is missing before `{}`", &self.text[token.place.clone()]);
                Err(Fault::new(token.place.clone(), message).help("write `*` where you multiply"))
            }
            Kind::Sign(Sign::Compare(_)) | Kind::Keyword(Keyword::Compare(_)) => {
                Err(Fault::new(token.place.clone(), "comparisons do not chain")
                    .help("write `a < b and b < c`, in XML `a lt b and b lt c`"))
            }
            _ => Err(self.unexpected("the end of the formula")),
        }
    }

    fn unexpected(&self, wanted: &str) -> Fault {
        let token = self.next();
        let found = match token.kind {
            Kind::End => "here it ends".to_owned(),
            _ => format!("here is `{}`", &self.text[token.place.clone()]),
        };
        Fault::new(token.place.clone(), format!("{wanted} is expected, and {found}"))
    }

    fn formula(&mut self) -> Result<Tree, Fault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.too_deep());
        }
        let mut left = self.and()?;
        while self.accept_word(Keyword::Or) {
            let right = self.and()?;
            left = self.binary(Binary::Or, left, right)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn and(&mut self) -> Result<Tree, Fault> {
        let mut left = self.not()?;
        while self.accept_word(Keyword::And) {
            let right = self.not()?;
            left = self.binary(Binary::And, left, right)?;
        }
        Ok(left)
    }

    fn not(&mut self) -> Result<Tree, Fault> {
        let start = self.next().place.start;
        let mut nots = 0;
        while self.accept_word(Keyword::Not) {
            nots += 1;
            if nots > DEEPEST {
                return Err(self.too_deep());
            }
        }
        let mut tree = self.comparison()?;
        for _ in 0..nots {
            let place = start..tree.place.end;
            tree = Tree { node: Node::Not(Box::new(tree)), place };
        }
        Ok(tree)
    }

    fn comparison(&mut self) -> Result<Tree, Fault> {
        let left = self.sum()?;
        let (Kind::Sign(Sign::Compare(relation)) | Kind::Keyword(Keyword::Compare(relation))) = self.next().kind else {
            return Ok(left);
        };
        self.at += 1;
        let right = self.sum()?;
        self.binary(Binary::Compare(relation), left, right)
    }

    fn sum(&mut self) -> Result<Tree, Fault> {
        let mut left = self.product()?;
        loop {
            let sign = if self.accept(Sign::Plus) {
                Binary::Plus
            } else if self.accept(Sign::Minus) {
                Binary::Minus
            } else {
                return Ok(left);
            };
            let right = self.product()?;
            left = self.binary(sign, left, right)?;
        }
    }

    fn product(&mut self) -> Result<Tree, Fault> {
        let mut left = self.unary()?;
        loop {
            let sign = if self.accept(Sign::Times) {
                Binary::Times
            } else if self.accept(Sign::Over) {
                Binary::Over
            } else {
                return Ok(left);
            };
            let right = self.unary()?;
            if sign == Binary::Over {
                self.check_right_of("/", &right)?;
            }
            left = self.binary(sign, left, right)?;
        }
    }

    /// `3/2 kg` is 1.5 kg for some, and 1.5/kg for others.
    fn check_right_of(&self, sign: &str, right: &Tree) -> Result<(), Fault> {
        let mut tree = right;
        while let Node::Negative(inner) = &tree.node {
            tree = inner;
        }
        match &tree.node {
            Node::Number { unit: Some(_), decimal } if !self.text[tree.place.clone()].starts_with('(') => {
                let number = &self.text[decimal.clone()];
                let whole = &self.text[tree.place.clone()];
                Err(Fault::new(tree.place.clone(), format!("a number with a unit follows the `{sign}`"))
                    .help(format!("write `{sign} ({whole})`, or calculate with {number} first: `3/2 kg` is `1.5 kg`")))
            }
            _ => Ok(()),
        }
    }

    fn unary(&mut self) -> Result<Tree, Fault> {
        let start = self.next().place.start;
        let mut minuses = 0;
        loop {
            if self.accept(Sign::Minus) {
                minuses += 1;
            } else if !self.accept(Sign::Plus) {
                break;
            }
            if minuses > DEEPEST {
                return Err(self.too_deep());
            }
        }
        let mut tree = self.power()?;
        for _ in 0..minuses {
            let place = start..tree.place.end;
            tree = Tree { node: Node::Negative(Box::new(tree)), place };
        }
        Ok(tree)
    }

    fn too_deep(&self) -> Fault {
        Fault::new(self.next().place.clone(), format!("more than {DEEPEST} parts are nested here"))
    }

    /// Joins two parts by a sign.
    fn binary(&mut self, sign: Binary, left: Tree, right: Tree) -> Result<Tree, Fault> {
        self.signs += 1;
        if self.signs > MOST_SIGNS {
            let place = left.place.end..right.place.start;
            return Err(Fault::new(place, format!("more than {MOST_SIGNS} signs are in this formula"))
                .help("give parts of it names of their own, as variables"));
        }
        let place = left.place.start..right.place.end;
        Ok(Tree { node: Node::Binary { sign, operands: Box::new([left, right]) }, place })
    }

    fn power(&mut self) -> Result<Tree, Fault> {
        let base = self.primary()?;
        if !self.accept(Sign::Power) {
            return Ok(base);
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.too_deep());
        }
        let exponent = self.unary()?;
        self.depth -= 1;
        self.check_right_of("^", &exponent)?;
        // `80 mm ^2` may be meant as `80 mm^2`.
        if let Node::Number { unit: Some(_), .. } = &base.node
            && !self.text[base.place.clone()].starts_with('(')
        {
            let quantity = &self.text[base.place.clone()];
            let message = format!("is the `^` of the unit, or of `{quantity}`?");
            return Err(Fault::new(base.place.start..exponent.place.end, message)
                .help(format!("write `({quantity})^...`, or the exponent of the unit right behind it, once")));
        }
        self.binary(Binary::Power, base, exponent)
    }

    fn primary(&mut self) -> Result<Tree, Fault> {
        let token = self.pass();
        let place = token.place;
        let node = match token.kind {
            Kind::Number { decimal, unit } => Node::Number { decimal, unit: unit.map(|(unit, _)| unit) },
            Kind::Keyword(Keyword::True) => Node::Truth(true),
            Kind::Keyword(Keyword::False) => Node::Truth(false),
            Kind::Word if self.next().kind == Kind::Sign(Sign::Open) => return self.call(place),
            Kind::Word | Kind::Path => return self.name(place, token.kind == Kind::Path),
            Kind::Sign(Sign::Open) => return self.parentheses(place),
            _ => {
                self.at -= 1;
                return Err(self.unexpected("a number, a name or a `(`"));
            }
        };
        Ok(Tree { node, place })
    }

    fn call(&mut self, name: Range<usize>) -> Result<Tree, Fault> {
        let word = &self.text[name.clone()];
        let Some(function) = Function::named(word) else {
            let advice = nearest::advice(word, "functions", Function::names());
            return Err(Fault::new(name, format!("there is no function `{word}`")).help(advice));
        };
        let opened = self.pass().place;
        let mut arguments = vec![self.formula()?];
        while self.accept(Sign::Comma) {
            arguments.push(self.formula()?);
        }
        let end = self.expect(Sign::Close, ")", &opened)?;
        let place = name.start..end;
        match function.arity_fault(arguments.len()) {
            Some(message) => Err(Fault::new(place, message)),
            None => Ok(Tree { node: Node::Call { function, arguments }, place }),
        }
    }

    fn name(&mut self, name: Range<usize>, is_path: bool) -> Result<Tree, Fault> {
        let mut place = name.clone();
        let slice = self.slice(&mut place)?.map(Box::new);
        Ok(Tree { node: Node::Name { name, is_path, slice }, place })
    }

    /// The elements of what stands before, whose place then ends behind them.
    fn slice(&mut self, place: &mut Range<usize>) -> Result<Option<Slice>, Fault> {
        let opened = self.next().place.clone();
        if !self.accept(Sign::OpenBracket) {
            return Ok(None);
        }
        let first = self.formula()?;
        let end = if self.accept(Sign::Colon) { Some(self.formula()?) } else { None };
        place.end = self.expect(Sign::CloseBracket, "]", &opened)?;
        Ok(Some(Slice { first, end }))
    }

    fn parentheses(&mut self, opened: Range<usize>) -> Result<Tree, Fault> {
        let first = self.formula()?;
        let mut elements = vec![first];
        while self.accept(Sign::Comma) {
            elements.push(self.formula()?);
        }
        let end = self.expect(Sign::Close, ")", &opened)?;
        let mut place = opened.start..end;
        let whole = match <[Tree; 1]>::try_from(elements) {
            Ok([only]) => Tree { node: only.node, place: place.clone() },
            Err(elements) => Tree { node: Node::Vector(elements), place: place.clone() },
        };
        Ok(match self.slice(&mut place)? {
            Some(slice) => Tree { node: Node::Sliced(Box::new((whole, slice))), place },
            None => whole,
        })
    }
}
