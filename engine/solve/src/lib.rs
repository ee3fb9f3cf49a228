//! Integrates systems of ordinary differential equations.
//!
//! ```
//! use std::convert::Infallible;
//!
//! use bowline_solve::integration::Settings;
//! use bowline_solve::statistics::Statistics;
//! use bowline_solve::stepper::{Evaluated, Integration, Problem, Restart, StepLimit, Stepper, System, Threads};
//!
//! /// dx/dt = -x.
//! struct Decay([f64; 1]);
//!
//! impl System for Decay {
//!     type Error = Infallible;
//!     fn x(&self) -> &[f64] {
//!         &self.0
//!     }
//!     fn x_mut(&mut self) -> &mut [f64] {
//!         &mut self.0
//!     }
//!     fn evaluate(&mut self, _time: f64, dx: &mut [f64]) -> Evaluated<Infallible> {
//!         dx[0] = -self.0[0];
//!         Ok(())
//!     }
//!     fn state_name(&self, _state: usize) -> String {
//!         "x".to_owned()
//!     }
//! }
//!
//! let settings = Settings::new("DormandPrince".parse()?, "0, 1".parse()?);
//! let mut stepper = Stepper::new(Problem::new(&settings, &[1.0]));
//! let mut statistics = Statistics::default();
//! let mut decay = Integration { system: Decay([1.0]), threads: Threads::ONE, statistics: &mut statistics };
//! let (mut time, limit) = (0.0, StepLimit { stop: 1.0, latest: 1.0 });
//! stepper.restart(&mut decay, time, Restart::Afresh)?;
//! while time < 1.0 {
//!     time = stepper.step(&mut decay, limit)?;
//! }
//! assert!((decay.system.x()[0] - (-1.0_f64).exp()).abs() < 1e-5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! It knows no model: a [`System`](stepper::System) is a state and its derivatives,
//! and a [`Stepper`](stepper::Stepper) advances it by one step of a method. Beside
//! them stand the methods as data and the settings ([`integration`]), matrices and
//! their factors ([`linear`]), derivatives of functions by careful differences ([`differentiation`]), equations that are solved again and again ([`nonlinear`]), what goes through long rows of numbers
//! ([`arithmetic`]), and the threads that share all of it ([`thread_pool`]).

pub mod arithmetic;
pub mod differentiation;
pub mod integration;
pub mod linear;
pub mod nonlinear;
pub mod statistics;
pub mod stepper;
pub mod thread_pool;
