//! What libraries of SimObjects share, so that the types of one fit those of
//! another: kinds of bundles and resources, and the numerics of elements.
//!
//! * [`alarm`]: warnings that are said once.
//! * [`tlm`]: transmission-line elements: kinds of bundles, ports, waves,
//!   masses and transfer functions.
//! * [`environment`]: kinds of resources: gravity, vector fields.
//! * [`free_body`]: rigid bodies that move freely.
//! * [`grid`]: numbers at the points of a grid, and in between.
//! * [`hydraulic`]: laws of hydraulic elements, and the kind of the oil.
//! * [`nature`]: what flows through terminals.
//! * [`rotation`]: how bodies are turned.
//! * [`sea`]: kinds of resources and bundles of the sea.
//! * [`vector`]: vectors of three numbers.
//!
//! It is no library itself: it has no types, and knows of the engine no more than
//! the contract, [`simobject`], says. Whoever needs only the contract does not
//! need this crate: two kinds that say the same are the same.

pub mod alarm;
pub mod environment;
pub mod free_body;
pub mod grid;
pub mod hydraulic;
pub mod nature;
pub mod rotation;
pub mod sea;
pub mod tlm;
pub mod vector;
