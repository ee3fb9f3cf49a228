//! Libraries and their types, as a host sees them.

use std::alloc::Layout;
use std::borrow::Cow;
use std::ffi::c_void;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::{mem, ptr};

use simobject::abi::{self, row};
use simobject::{SimObject, TableOf};

use crate::calling::{Call, Whom};
use crate::sized::{Sized32, address, read_library};
use crate::store::Memory;
use crate::text;
use crate::{Argument, CachedDeclaration, Declared, Repetition, Session, Surroundings};

/// A set of SimObject types under one name; made by
/// [`library!`](simobject::library!), or of what a loaded file exports.
#[repr(transparent)]
pub struct Library(abi::Library);

/// One type of SimObject.
#[repr(transparent)]
pub struct ObjectType(abi::Type);

/// Most names and types of a library; more are taken for a mistake.
const MOST: usize = 1 << 16;

/// A flag of our own, in our copies of the types of loaded libraries.
const LOADED: u32 = 1 << 31;

/// A foreign library: one not written in Rust.
const FOREIGN: u32 = 1 << 30;

/// Most bytes of a SimObject; more are taken for a mistake.
const MOST_SIZE: usize = 1 << 30;

impl Library {
    /// A library that is linked into the program.
    pub fn linked_in(library: &'static simobject::Library) -> &'static Self {
        // SAFETY: both are transparent views of a table that stays.
        unsafe { &*ptr::from_ref(library.table()).cast() }
    }

    /// The library that a loaded file gives.
    ///
    /// # Errors
    /// Why it cannot be used, in words.
    ///
    /// # Safety
    /// `table` must be null or what the entry of a library returned that is
    /// never unloaded.
    pub unsafe fn from_table(table: *const abi::Library) -> Result<&'static Self, String> {
        if table.is_null() {
            return Err("its entry returns a null pointer".to_owned());
        }
        // SAFETY: all versions begin with these two.
        let (major, minor) = unsafe { ((*table).abi_major, (*table).abi_minor) };
        if major != abi::ABI_MAJOR {
            let ours = match abi::ABI_MINOR {
                0 => format!("{}.0", abi::ABI_MAJOR),
                minor => format!("{0}.0 to {0}.{minor}", abi::ABI_MAJOR),
            };
            return Err(format!("it was built for ABI {major}.{minor}; this program takes ABI {ours}"));
        }
        // SAFETY: the caller's promise. The copy has zeros in fields that the
        // library did not know.
        let mut library = unsafe { read_library(table)? };
        if library.reserved != 0 {
            return Err("a field of its table that is reserved is not 0".to_owned());
        }
        if library.flags & !abi::LIBRARY_KEEPS_TO_ROWS != 0 {
            return Err(format!("it has unknown flags ({:#x})", library.flags));
        }
        if library.needs_minor > abi::ABI_MINOR {
            let (needs, ours) = (library.needs_minor, abi::ABI_MINOR);
            return Err(format!("it needs ABI {major}.{needs}; this program has ABI {}.{ours}", abi::ABI_MAJOR));
        }
        // SAFETY: as above.
        unsafe { check_names(&library)? };
        // SAFETY: as above.
        unsafe { keep_texts(&mut library) };
        // SAFETY: as above.
        let types = unsafe { types(&library)? };
        let types: Vec<&'static abi::Type> = types.into_iter().map(|kind| &*Box::leak(Box::new(kind))).collect();
        library.type_count = types.len();
        library.types = types.leak().as_ptr().cast();
        // It stays, as the library itself does.
        let library: &'static Self = Box::leak(Box::new(Self(library)));
        Loaded::note(library);
        Ok(library)
    }

    /// The loaded library that a type is of. A signal handler may call it.
    pub(crate) fn loaded_with(kind: &ObjectType) -> Option<&'static Self> {
        let is_its = |library: &&'static Self| library.types().any(|own| ptr::eq(own, kind));
        Loaded::all().find(is_its)
    }

    /// The table as C sees it.
    pub fn table(&self) -> &abi::Library {
        &self.0
    }

    /// The `LibName` of scenarios.
    pub fn name(&self) -> &'static str {
        checked(self.0.name)
    }

    /// Other names that scenarios may use for it.
    pub fn aliases(&self) -> impl Iterator<Item = &'static str> + use<> {
        // SAFETY: they were checked, or are a slice of the macro's.
        unsafe { row(self.0.aliases, self.0.alias_count) }.iter().map(|alias| checked(*alias))
    }

    /// Whether scenarios may call it so.
    pub fn is_called(&self, name: &str) -> bool {
        self.name() == name || self.aliases().any(|alias| alias == name)
    }

    /// Its version.
    pub fn version(&self) -> &'static str {
        checked(self.0.version)
    }

    /// One line for the reader of the reference.
    pub fn doc(&self) -> &'static str {
        checked(self.0.doc)
    }

    /// Major and minor version of the ABI that it was built for.
    pub fn abi(&self) -> (u32, u32) {
        (self.0.abi_major, self.0.abi_minor)
    }

    /// Its types.
    pub fn types(&self) -> impl ExactSizeIterator<Item = &'static ObjectType> + use<> {
        // SAFETY: they were checked, or are a slice of the macro's.
        let types: &'static [*const abi::Type] = unsafe { row(self.0.types, self.0.type_count) };
        // SAFETY: as above; `ObjectType` is a transparent view.
        types.iter().map(|kind| unsafe { &*kind.cast::<ObjectType>() })
    }

    /// The type of that name.
    pub fn find(&self, kind: &str) -> Option<&'static ObjectType> {
        self.types().find(|candidate| candidate.name() == kind)
    }
}

/// The libraries that were loaded: they stay, and so does this list.
struct Loaded {
    library: &'static Library,
    earlier: *mut Loaded,
}

static LAST_LOADED: AtomicPtr<Loaded> = AtomicPtr::new(ptr::null_mut());

impl Loaded {
    fn note(library: &'static Library) {
        let entry = Box::leak(Box::new(Self { library, earlier: LAST_LOADED.load(Ordering::Acquire) }));
        while let Err(other) = LAST_LOADED.compare_exchange(entry.earlier, entry, Ordering::AcqRel, Ordering::Acquire) {
            entry.earlier = other;
        }
    }

    fn all() -> impl Iterator<Item = &'static Library> {
        // SAFETY: entries are never freed, nor changed once they are in the list.
        let entry = |entry: *mut Self| unsafe { entry.as_ref() };
        let last = entry(LAST_LOADED.load(Ordering::Acquire));
        std::iter::successors(last, move |at| entry(at.earlier)).map(|at| at.library)
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library").field("name", &self.name()).field("version", &self.version()).finish()
    }
}

impl ObjectType {
    /// A type of this program.
    pub fn of<T: SimObject>() -> &'static Self {
        // SAFETY: a transparent view of a table that stays.
        unsafe { &*ptr::from_ref(TableOf::<T>::TYPE).cast() }
    }

    /// Its name in scenarios.
    pub fn name(&self) -> &'static str {
        checked(self.0.name)
    }

    /// One line for the reader of the reference.
    pub fn doc(&self) -> &'static str {
        let doc = checked(self.0.doc);
        doc.split_once('\n').map_or(doc, |(line, _)| line.trim_end())
    }

    /// What stands behind that line: mostly its equations; empty if nothing does.
    pub fn equations(&self) -> &'static str {
        checked(self.0.doc).split_once('\n').map_or("", |(_, rest)| rest.trim_matches('\n'))
    }

    /// Whether several calculations of one SimObject may run at once.
    pub fn is_reentrant(&self) -> bool {
        self.0.flags & abi::TYPE_NOT_REENTRANT == 0
    }

    /// Whether it comes from a file: what its code does is not taken on trust.
    pub fn is_loaded(&self) -> bool {
        self.0.flags & LOADED != 0
    }

    /// Whether only its own care keeps it to its rows of numbers: it comes from a
    /// file, and was not written in Rust.
    pub fn is_foreign(&self) -> bool {
        self.0.flags & FOREIGN != 0
    }

    /// Runs a constructor to hear what it declares. All faults are noted,
    /// including a panic.
    pub fn declare(&self, session: Session<'_>) -> Declared {
        self.pass(session, Session::finish).0
    }

    /// The same; and, where nothing is wrong, what those of the type that come
    /// after it can be compared with.
    pub fn declare_first(&self, mut session: Session<'_>) -> (Declared, Option<CachedDeclaration>) {
        session.listen();
        self.pass(session, Session::finish)
    }

    /// Runs a constructor to hear whether it declares what one before it did.
    /// `None` if it does not, or something is wrong: then it has to declare anew.
    pub fn declare_again(
        &self,
        cached: &CachedDeclaration,
        object: &str,
        arguments: &[Argument<'_>],
        surroundings: &dyn Surroundings,
    ) -> Option<Repetition> {
        let session = Session::repeating(object, arguments, surroundings, cached);
        self.pass(session, Session::finish_repetition)
    }

    /// Runs a constructor for what it says.
    fn pass<'s, R>(&self, mut session: Session<'s>, finish: impl FnOnce(Session<'s>, bool) -> R) -> R {
        let (name, memory) = (session.object(), Memory::new(self.object_layout(), 1));
        // SAFETY: there is memory for one object, and none in it yet.
        let constructed = unsafe { session.run(self, memory.at(0)) };
        if constructed {
            // SAFETY: it was constructed there, and is not used any more.
            unsafe { self.destroy(name, memory.at(0)) };
        }
        finish(session, constructed)
    }

    pub(crate) fn object_layout(&self) -> Layout {
        Layout::from_size_align(self.0.object_size, self.0.object_alignment).unwrap_or(Layout::new::<u64>())
    }

    /// # Safety
    /// `creator` must be the beginning of a session, `object` memory of the
    /// type's layout with nothing in it.
    pub(crate) unsafe fn construct(&self, creator: *mut abi::Creator, object: *mut c_void) -> u32 {
        match self.0.construct {
            Some(construct) => {
                // SAFETY: the two differ only in that an exception may leave
                // the one, which the compiler would take for impossible.
                let construct: unsafe extern "C-unwind" fn(*mut abi::Creator, *mut c_void) -> u32 =
                    unsafe { mem::transmute(construct) };
                // SAFETY: the caller's promise.
                unsafe { construct(creator, object) }
            }
            None => u32::MAX,
        }
    }

    /// Destroys the SimObject of that name.
    ///
    /// # Safety
    /// `object` must be constructed, and not be used afterwards.
    pub(crate) unsafe fn destroy(&self, name: &str, object: *mut c_void) {
        if let Some(destroy) = self.0.destroy {
            // SAFETY: as in `construct`.
            let destroy: unsafe extern "C-unwind" fn(*mut c_void) = unsafe { mem::transmute(destroy) };
            let call = Call { whom: Whom::One { kind: self, name }, io: ptr::null() };
            // SAFETY: the caller's promise.
            call.during(|| unsafe { destroy(object) });
        }
    }
}

impl std::fmt::Debug for ObjectType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ObjectType").field("name", &self.name()).finish()
    }
}

/// # Safety
/// What the table points to must be there.
unsafe fn check_names(library: &abi::Library) -> Result<(), String> {
    // SAFETY: the caller's promise.
    let name = unsafe { utf8(library.name, "name")? };
    if !simobject::Library::is_identifier(&name) {
        let rule = "letters, digits and `_`, beginning with no digit";
        return Err(format!("its name `{name}` is no library's name ({rule})"));
    }
    if library.alias_count > MOST || library.type_count > MOST {
        return Err(format!("it claims {} aliases and {} types", library.alias_count, library.type_count));
    }
    for (what, count, found) in [
        ("aliases", library.alias_count, address(library.aliases)),
        ("types", library.type_count, address(library.types)),
    ] {
        if let (1.., Err(address)) = (count, found) {
            return Err(format!("it claims {count} {what} at {address}"));
        }
    }
    // SAFETY: the caller's promise.
    unsafe {
        utf8(library.version, "version")?;
        utf8(library.doc, "description")?;
        row(library.aliases, library.alias_count).iter().try_for_each(|alias| utf8(*alias, "alias").map(|_| ()))
    }
}

/// Replaces the texts, which were checked, by our own copies.
///
/// # Safety
/// As for [`check_names`].
unsafe fn keep_texts(library: &mut abi::Library) {
    // SAFETY: the caller's promise.
    unsafe {
        [library.name, library.version, library.doc] =
            [library.name, library.version, library.doc].map(|text| kept(text));
        let aliases: Vec<abi::Text> =
            row(library.aliases, library.alias_count).iter().map(|alias| kept(*alias)).collect();
        library.aliases = aliases.leak().as_ptr();
    }
}

/// A copy of a text, for the rest of the process: overwriting a file also
/// destroys the texts in it, just when a crash has to be reported.
///
/// # Safety
/// The text must exist.
unsafe fn kept(text: abi::Text) -> abi::Text {
    // SAFETY: the caller's promise.
    let copy: &'static str = unsafe { text::read(text) }.0.into_owned().leak();
    abi::Text { first: copy.as_ptr().cast(), length: copy.len() }
}

/// Copies of the library's types, in which fields that it did not know are 0.
///
/// # Safety
/// What the table points to must be there.
unsafe fn types(library: &abi::Library) -> Result<Vec<abi::Type>, String> {
    let mut types: Vec<abi::Type> = Vec::with_capacity(library.type_count);
    let mut names = Vec::with_capacity(library.type_count);
    // SAFETY: the caller's promise.
    for (position, kind) in unsafe { row(library.types, library.type_count) }.iter().enumerate() {
        // SAFETY: the caller's promise.
        let kind =
            unsafe { abi::Type::read(*kind) }.map_err(|fault| format!("type {position} cannot be read: {fault}"))?;
        // SAFETY: the caller's promise.
        let name = unsafe { utf8(kind.name, "type")? };
        // SAFETY: the caller's promise.
        unsafe { utf8(kind.doc, "type's description")? };
        if name.trim().is_empty() || name.chars().any(|c| c.is_control() || c.is_whitespace()) {
            return Err(format!("type {position} is called `{name}`, which is no type's name"));
        }
        let is_reserved = kind.flags & abi::TYPE_ONE_PER_RUN != 0 || kind.save.is_some() || kind.restore.is_some();
        if is_reserved {
            let version = env!("CARGO_PKG_VERSION");
            return Err(format!("type `{name}` saves what lies outside, which Bowline {version} does not support"));
        }
        if kind.flags & !abi::TYPE_NOT_REENTRANT != 0 {
            return Err(format!("type `{name}` has unknown flags ({:#x})", kind.flags));
        }
        if kind.object_size > MOST_SIZE
            || Layout::from_size_align(kind.object_size, kind.object_alignment).is_err()
            || kind.object_size % kind.object_alignment != 0
        {
            let (size, alignment) = (kind.object_size, kind.object_alignment);
            return Err(format!("objects of type `{name}` have size {size} and alignment {alignment}"));
        }
        if kind.construct.is_none() {
            return Err(format!("type `{name}` has no constructor"));
        }
        if names.contains(&name) {
            return Err(format!("two types are called `{name}`"));
        }
        names.push(name);
        let foreign = if library.flags & abi::LIBRARY_KEEPS_TO_ROWS == 0 { FOREIGN } else { 0 };
        // SAFETY: they were read above.
        let [name, doc] = [kind.name, kind.doc].map(|text| unsafe { kept(text) });
        types.push(abi::Type { flags: kind.flags | LOADED | foreign, name, doc, ..kind });
    }
    Ok(types)
}

/// # Safety
/// The text must be there, and stay.
unsafe fn utf8(text: abi::Text, what: &str) -> Result<Cow<'static, str>, String> {
    // SAFETY: the caller's promise.
    match unsafe { text::read(text) } {
        (read, false) => Ok(read),
        (read, true) => Err(text::fault(text, &read, &format!("its {what}"))),
    }
}

/// A text of a table that was checked, or that the macro wrote.
fn checked(text: abi::Text) -> &'static str {
    // SAFETY: it is there as long as the program, since libraries are never
    // unloaded, and is UTF-8: `check` saw it, or it comes from a `str`.
    unsafe { str::from_utf8_unchecked(row(text.first.cast(), text.length)) }
}
