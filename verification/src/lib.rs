//! How far off is a result? The same run is done again: with tolerances that are a
//! hundred times tighter, by a method of another family, and by diffsol, an
//! implementation of others. Where these opinions agree, the run is compared with them;
//! where they do not, no row can be trusted.
//!
//! ```text
//! Scenario -> the run itself -> Plan (opinions) -> a Trajectory each
//!          -> Judgement of each column -> Growth, where a column is off -> Verification
//! ```

mod comparison;
mod event_order;
mod growth;
mod judgement;
mod opinion;
mod plan;
mod sensitivity;
mod subject;
mod trajectory;
mod verification;
mod witness;

pub use event_order::EventOrder;
pub use growth::Growth;
pub use judgement::{Diffsol, Judgement, Verdict};
pub use opinion::{Ended, Opinion, Role};
pub use sensitivity::{Differentiated, Means, Parameter, Sensitivities, Sensitivity};
pub use subject::{Subject, VerificationError};
pub use verification::{Options, Verification};
