//! What a program holds of Bowline: a pointer to memory that says what it is.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::thread;

use crate::error::{BowlineStatus, Fault};

/// A kind of handle, which a program knows by this name only.
pub(crate) trait Kind: Sized {
    /// What is behind it.
    type Inner;
    /// What is called from any thread while another one works with it.
    type Shared: Default;
    /// What it is called in messages.
    const NAME: &'static str;
    /// A number that no other kind has.
    const MAGIC: u64;
}

/// Numbers that other memory hardly begins with: each kind has one of its own.
pub(crate) const fn magic(kind: u8) -> u64 {
    0xB0_11_1E_5A_9D_3C_77_00 | kind as u64
}

/// What a handle says that was freed.
const FREED: u64 = magic(0xFF);

/// Nobody uses it; more than that are so many calls that read it.
const FREE: i32 = 0;
/// A call changes it.
const BUSY: i32 = -1;
/// A call ended in a panic: nobody knows what is behind it.
const BROKEN: i32 = -2;

/// The memory behind a pointer.
#[repr(C)]
struct Behind<K: Kind> {
    magic: AtomicU64,
    state: AtomicI32,
    shared: K::Shared,
    inner: UnsafeCell<K::Inner>,
}

/// Gives a program something to hold.
pub(crate) fn give<K: Kind>(inner: K::Inner) -> *mut K {
    let behind = Behind::<K> {
        magic: AtomicU64::new(K::MAGIC),
        state: AtomicI32::new(FREE),
        shared: K::Shared::default(),
        inner: UnsafeCell::new(inner),
    };
    Box::into_raw(Box::new(behind)).cast()
}

/// Looks whether a pointer is what it should be.
///
/// # Safety
/// It is null, or what [`give`] gave, perhaps of another kind; or at least so much memory of any kind that can be read.
unsafe fn behind<'a, K: Kind>(handle: *const K) -> Result<&'a Behind<K>, Fault> {
    let wrong = |what: &str| Err(Fault::new(BowlineStatus::WrongHandle, "wrong-handle", what));
    let name = K::NAME;
    if handle.is_null() {
        return wrong(&format!("the {name} is a null pointer"));
    }
    let pointer: *const Behind<K> = handle.cast();
    if !pointer.is_aligned() {
        return wrong(&format!("this is no {name}: the pointer is not one that Bowline gave"));
    }
    // SAFETY: the caller's promise; all handles begin with that number.
    match unsafe { (*pointer.cast::<AtomicU64>()).load(Ordering::Acquire) } {
        // SAFETY: it is of that kind, and was not freed.
        found if found == K::MAGIC => Ok(unsafe { &*pointer }),
        FREED => wrong(&format!("the {name} was freed")),
        _ => wrong(&format!("this is no {name}: the pointer is of something else")),
    }
}

/// What is behind a handle that never changes.
///
/// # Safety
/// As of [`behind`]; nobody frees it while this lives.
pub(crate) unsafe fn shared<'a, K: Kind<Shared = ()>>(handle: *const K) -> Result<&'a K::Inner, Fault> {
    // SAFETY: the caller's promise; what is shared is never lent to be changed.
    unsafe { behind(handle).map(|behind| &*behind.inner.get()) }
}

/// What belongs to a handle and may be used from any thread.
///
/// # Safety
/// As of [`behind`]; nobody frees it while this lives.
pub(crate) unsafe fn beside<'a, K: Kind + 'a>(handle: *const K) -> Result<&'a K::Shared, Fault> {
    // SAFETY: the caller's promise.
    unsafe { behind(handle).map(|behind| &behind.shared) }
}

/// What is behind a handle, for one call at a time.
pub(crate) struct Exclusive<'a, K: Kind> {
    behind: &'a Behind<K>,
}

/// Takes a handle for a call.
///
/// # Safety
/// As of [`behind`]; nobody frees it while this lives.
pub(crate) unsafe fn exclusive<'a, K: Kind>(handle: *const K) -> Result<Exclusive<'a, K>, Fault> {
    // SAFETY: the caller's promise.
    let behind = unsafe { behind(handle) }?;
    match behind.state.compare_exchange(FREE, BUSY, Ordering::Acquire, Ordering::Relaxed) {
        Ok(_) => Ok(Exclusive { behind }),
        Err(state) => Err(taken::<K>(state)),
    }
}

/// Why a call cannot use a handle now.
fn taken<K: Kind>(state: i32) -> Fault {
    let name = K::NAME;
    if state == BROKEN {
        let message = format!("a call with this {name} ended in a defect of Bowline: free it, and make another one");
        return Fault::new(BowlineStatus::Refused, "broken", message);
    }
    let message = format!("another call works with this {name}: one call at a time, also within callbacks");
    Fault::new(BowlineStatus::Busy, "busy", message)
}

/// What is behind a handle, for calls that only read it.
pub(crate) struct Reading<'a, K: Kind> {
    behind: &'a Behind<K>,
}

/// Takes a handle for a call that only reads.
///
/// # Safety
/// As of [`behind`]; nobody frees it while this lives.
pub(crate) unsafe fn reading<'a, K: Kind>(handle: *const K) -> Result<Reading<'a, K>, Fault>
where
    K::Inner: Sync,
{
    // SAFETY: the caller's promise.
    let behind = unsafe { behind(handle) }?;
    let one_more = |readers: i32| (readers >= FREE).then_some(readers + 1);
    match behind.state.fetch_update(Ordering::Acquire, Ordering::Relaxed, one_more) {
        Ok(_) => Ok(Reading { behind }),
        Err(state) => Err(taken::<K>(state)),
    }
}

impl<K: Kind> Reading<'_, K> {
    /// What is behind it.
    pub(crate) fn get(&self) -> &K::Inner {
        // SAFETY: nobody changes it while there are readers.
        unsafe { &*self.behind.inner.get() }
    }
}

impl<K: Kind> Drop for Reading<'_, K> {
    fn drop(&mut self) {
        self.behind.state.fetch_sub(1, Ordering::Release);
    }
}

impl<'a, K: Kind> Exclusive<'a, K> {
    /// What is behind it, and what belongs to it.
    pub(crate) fn parts(&mut self) -> (&mut K::Inner, &'a K::Shared) {
        // SAFETY: nobody else has it while the state says that it is busy.
        (unsafe { &mut *self.behind.inner.get() }, &self.behind.shared)
    }

    /// What is behind it.
    pub(crate) fn get(&mut self) -> &mut K::Inner {
        self.parts().0
    }
}

impl<K: Kind> Drop for Exclusive<'_, K> {
    fn drop(&mut self) {
        let next = if thread::panicking() { BROKEN } else { FREE };
        self.behind.state.store(next, Ordering::Release);
    }
}

/// Takes a handle back; a null pointer is nothing.
///
/// # Safety
/// As of [`behind`]; nobody uses the handle after it.
pub(crate) unsafe fn take<K: Kind>(handle: *mut K) -> Result<Option<K::Inner>, Fault> {
    if handle.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's promise.
    let found = unsafe { behind(handle.cast_const()) }?;
    let take = |state: i32| matches!(state, FREE | BROKEN).then_some(BUSY);
    if found.state.fetch_update(Ordering::Acquire, Ordering::Relaxed, take).is_err() {
        let message = format!("another call works with this {}: it cannot be freed now", K::NAME);
        return Err(Fault::new(BowlineStatus::Busy, "busy", message));
    }
    found.magic.store(FREED, Ordering::Release);
    // SAFETY: it is what `give` made, and this is the one call that takes it back.
    Ok(Some(unsafe { Box::from_raw(handle.cast::<Behind<K>>()) }.inner.into_inner()))
}
