//! The same models in plain C++ (`plain.cpp`), compiled when a benchmark begins
//! and loaded into this process, so that both run in turn.

use std::ffi::c_void;
use std::path::Path;
use std::process::Command;

use libloading::Library;

use crate::models::{DAMPING, End, GRAVITY, MASS, Net, RELAXED_LENGTH, STIFFNESS};

/// How it is compiled: what the columns are called, and options.
const BUILDS: [(&str, &[&str]); 2] = [("C++ -O3", &["-O3"]), ("C++ -O3 -march=native", &["-O3", "-march=native"])];

type NewNet = unsafe extern "C" fn(usize, f64, f64) -> *mut c_void;
type FreeNet = unsafe extern "C" fn(*mut c_void);
type AddSpring = unsafe extern "C" fn(*mut c_void, usize, usize, f64, f64, f64);
type AddAnchor = unsafe extern "C" fn(*mut c_void, *const f64, usize, f64, f64, f64);
type EvaluateNet = unsafe extern "C" fn(*const c_void, *const f64, *mut f64);
type RunNet = unsafe extern "C" fn(*const c_void, *mut f64, f64, f64, f64) -> usize;
type Rk4 = unsafe extern "C" fn(*const f64, *mut f64, f64, usize);
type DormandPrince = unsafe extern "C" fn(*const f64, *mut f64, f64, f64, f64, f64) -> usize;

/// The models, compiled in one way.
pub struct Plain {
    new_net: NewNet,
    free_net: FreeNet,
    add_spring: AddSpring,
    add_anchor: AddAnchor,
    evaluate_net: EvaluateNet,
    run_net: RunNet,
    rk4: Rk4,
    dormand_prince: DormandPrince,
}

/// Names of the columns, and what was compiled; nothing where there is no compiler.
pub fn builds() -> Vec<(&'static str, Option<Plain>)> {
    BUILDS.iter().enumerate().map(|(i, (name, options))| (*name, Plain::compile(i, options))).collect()
}

impl Plain {
    fn compile(index: usize, options: &[&str]) -> Option<Self> {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/ratios/plain.cpp");
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("plain_{}_{index}", std::process::id()));
        let mut compiler = Command::new("g++");
        compiler.args(["-std=c++17", "-shared", "-fPIC", source, "-o"]).arg(&file).args(options);
        let output = compiler.output().ok()?;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        // SAFETY: nothing runs while it is loaded.
        let library: &'static Library = Box::leak(Box::new(unsafe { Library::new(&file) }.unwrap()));
        std::fs::remove_file(&file).unwrap();
        // SAFETY: the types are those of the definitions in plain.cpp, and the library stays.
        unsafe {
            Some(Self {
                new_net: *library.get(b"net_new").unwrap(),
                free_net: *library.get(b"net_free").unwrap(),
                add_spring: *library.get(b"net_spring").unwrap(),
                add_anchor: *library.get(b"net_anchor").unwrap(),
                evaluate_net: *library.get(b"net_evaluate").unwrap(),
                run_net: *library.get(b"net_run").unwrap(),
                rk4: *library.get(b"tutorial_rk4").unwrap(),
                dormand_prince: *library.get(b"tutorial_dormand_prince").unwrap(),
            })
        }
    }

    /// A net to be evaluated and run.
    pub fn net(&self, net: &Net) -> PlainNet<'_> {
        // SAFETY: every end is a mass of the net.
        unsafe {
            let plain = (self.new_net)(net.masses.len(), MASS, GRAVITY);
            for ends in &net.springs {
                match *ends {
                    (End::Mass(a), End::Mass(b)) => {
                        (self.add_spring)(plain, a, b, STIFFNESS, DAMPING, RELAXED_LENGTH);
                    }
                    (End::Fixed(from), End::Mass(b)) => {
                        (self.add_anchor)(plain, from.as_ptr(), b, STIFFNESS, DAMPING, RELAXED_LENGTH);
                    }
                    _ => panic!("springs end at a mass"),
                }
            }
            PlainNet { plain: self, net: plain, states: 6 * net.masses.len() }
        }
    }

    /// The tutorial by RK4; parameters are those of [`crate::tutorial`].
    pub fn rk4(&self, parameters: &[f64; 4], x: &mut [f64; 6], h: f64, steps: usize) {
        // SAFETY: it reads four parameters and has six states.
        unsafe { (self.rk4)(parameters.as_ptr(), x.as_mut_ptr(), h, steps) }
    }

    /// The same by Dormand-Prince with steps of at most `most`; gives their number.
    pub fn dormand_prince(
        &self,
        parameters: &[f64; 4],
        x: &mut [f64; 6],
        end: f64,
        most: f64,
        tolerance: f64,
    ) -> usize {
        // SAFETY: as above.
        unsafe { (self.dormand_prince)(parameters.as_ptr(), x.as_mut_ptr(), end, most, most, tolerance) }
    }
}

/// A net of masses and springs.
pub struct PlainNet<'p> {
    plain: &'p Plain,
    net: *mut c_void,
    states: usize,
}

impl PlainNet<'_> {
    pub fn evaluate(&self, x: &[f64], dx: &mut [f64]) {
        assert!(x.len() == self.states && dx.len() == self.states);
        // SAFETY: it reads and writes one number for each state.
        unsafe { (self.plain.evaluate_net)(self.net, x.as_ptr(), dx.as_mut_ptr()) }
    }

    /// Dormand-Prince from 0 to `end`, first step `h`; gives the number of evaluations.
    pub fn run(&self, x: &mut [f64], end: f64, h: f64, tolerance: f64) -> usize {
        assert!(x.len() == self.states);
        // SAFETY: as above.
        unsafe { (self.plain.run_net)(self.net, x.as_mut_ptr(), end, h, tolerance) }
    }
}

impl Drop for PlainNet<'_> {
    fn drop(&mut self) {
        // SAFETY: it was made by the same library, and is not used any more.
        unsafe { (self.plain.free_net)(self.net) }
    }
}
