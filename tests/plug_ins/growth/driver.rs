//! A small host: constructs a stick-slip element of each library that it is given, and calculates once.

use std::ffi::{CString, c_char, c_int, c_void};
use std::sync::Arc;

use simobject_host::{Argument, HostIo, Library, ObjectStore, Place, Role, SampleTime, Session, Surroundings};

unsafe extern "C" {
    fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

struct NoFiles;

impl Surroundings for NoFiles {
    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        Err(format!("{path}: not found"))
    }

    fn sample_time(&self) -> SampleTime {
        SampleTime::Missing
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    for pair in arguments.chunks(2) {
        let [file, name] = pair else { panic!("a library and its name") };
        calculate(file, name);
    }
}

fn calculate(file: &str, name: &str) {
    let (file, entry) = (CString::new(file).unwrap(), CString::new(format!("bowline_library_{name}")).unwrap());
    let library = unsafe { dlopen(file.as_ptr(), 2) };
    assert!(!library.is_null(), "{file:?}");
    let entry = unsafe { dlsym(library, entry.as_ptr()) };
    assert!(!entry.is_null(), "{name}");
    let entry: extern "C" fn() -> *const simobject::abi::Library = unsafe { std::mem::transmute(entry) };
    let table = entry();
    let today = unsafe { (*table).size };
    println!("size {today} -> {}", size_of::<simobject::abi::Library>());
    let kind = unsafe { Library::from_table(table) }.unwrap().find("Friction/StickSlip").unwrap();
    let arguments =
        [("Mass", "1"), ("Stiffness", "4"), ("Belt", "1"), ("Static", "2"), ("Sliding", "1"), ("Law", "Coulomb")];
    let arguments = arguments.map(|(name, value)| Argument { name, value });
    let declared = kind.declare(Session::declaring("X", &arguments, &NoFiles));
    assert!(declared.faults.is_empty(), "{:?}", declared.faults);
    let interface = &declared.declaration.interface;
    let mut places: Vec<Place> = (0..).map(Place::at).take(interface.signals.len()).collect();
    for (index, signal) in interface.signals.iter().enumerate() {
        if let Role::OutOfState(state) = signal.role {
            places[index] = places[state as usize];
        }
    }
    let mut store = ObjectStore::new(kind, 1);
    store.bind(Session::binding("X", &arguments, &NoFiles, interface, &places)).unwrap();
    let index = |name: &str| interface.signals.iter().position(|signal| *signal.name == *name).unwrap();
    let mut values = vec![0.0; interface.signals.len()];
    let mut results = vec![0.0; interface.signals.len()];
    (values[index("Pos")], values[index("Vel")], values[index("Mode")]) = (0.25, 2.0, 1.0);
    for calculation in interface.calculations.iter().filter(|c| ["OdeFcn", "move", "measure", "Lead"].contains(&&*c.name)) {
        let results = if calculation.gives.len() > 1 { &mut results[..] } else { &mut [] };
        let mut io = HostIo::new(&mut values, results, &[], 0.0);
        unsafe { store.run(calculation.kernel, 0..1, &mut io) }.unwrap();
    }
    let [x, v, lead] = [results[index("Pos")], results[index("Vel")], values[index("Lead")]];
    println!("Pos' = {x}, Vel' = {v}, Lead = {lead}");
}
