//! Integrates systems of ordinary differential equations.
//!
//! ```
//! use bowline_solve::integration::{Method, Settings};
//! use bowline_solve::stepper::{Evaluated, EvaluationFailure, Integration, Problem, Restart, StepLimit, Stepper, System, Threads};
//! ```
//!
//! It knows no model: a [`System`](stepper::System) is a state and its derivatives,
//! and a [`Stepper`](stepper::Stepper) advances it by one step of a method. Beside
//! them stand the methods as data and the settings ([`integration`]), matrices and
//! their factors ([`linear`]), what goes through long rows of numbers
//! ([`arithmetic`]), and the threads that share all of it ([`thread_pool`]).

pub mod arithmetic;
pub mod integration;
pub mod linear;
pub mod statistics;
pub mod stepper;
pub mod thread_pool;
