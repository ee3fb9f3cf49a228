//! The trait of all SimObjects.

use crate::creator::Creator;
use crate::failure::Result;

/// A sub-model: parameters, in-ports, out-ports, states and common
/// computations, registered while it is constructed.
///
/// A SimObject is immutable once constructed; every number that changes lives
/// in the run's workspace and is reached through [`Io`](crate::Io). So one
/// model serves many runs and threads, a step can be rejected, and a run can
/// be repeated bit for bit.
///
/// The constructor runs several times (to declare, and to bind the handles to their
/// places), and must do the same each time: no clocks, no random numbers,
/// files only through [`TextFile`](crate::TextFile) parameters.
///
/// ```
/// use simobject::*;
///
/// /// A first-order low-pass filter: T dy/dt + y = u.
/// pub struct LowPass {
///     input: In<1>,
///     output: State<1>,
///     time_constant: f64,
/// }
///
/// impl SimObject for LowPass {
///     const NAME: &'static str = "Math/LowPass";
///     const DOC: &'static str = "First-order low-pass filter";
///
///     fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
///         let input = c.in_port("In", "", "Input");
///         let output = c.state("Out", "", "Output");
///         c.out_port_of("Out", output);
///         c.derivatives(Self::lag).reads(input);
///         c.initial(Self::settled).reads(input).sets(output);
///         Ok(Self { input, output, time_constant: c.parameter("T").unit("s").doc("Time constant").more_than(0.0).required() })
///     }
/// }
///
/// impl LowPass {
///     fn lag(&self, io: &mut Io<'_>) {
///         let ([u], [y]) = (io.get(self.input), io.get(self.output));
///         io.set_derivative(self.output, [(u - y) / self.time_constant]);
///     }
///
///     fn settled(&self, io: &mut Io<'_>) {
///         io.set_initial(self.output, io.get(self.input));
///     }
/// }
/// # simobject::library! { name: "Example", types: [LowPass] }
/// # fn main() {}
/// ```
pub trait SimObject: Sized + Send + Sync + 'static {
    /// The type's name in scenarios: `Group/Type`, or just `Type`.
    const NAME: &'static str;

    /// One line for the reader of the reference.
    const DOC: &'static str = "";

    /// Whether several calculations of one SimObject may run at once, on
    /// different threads. `false` for a type that keeps scratch in itself: each
    /// run then gets SimObjects of its own, which one thread at a time uses.
    const REENTRANT: bool = true;

    /// Registers everything and returns the SimObject.
    ///
    /// # Errors
    /// What cannot be noted with [`Creator::error`] because the constructor
    /// cannot go on.
    fn new(creator: &mut Creator<'_, Self>) -> Result<Self>;
}
