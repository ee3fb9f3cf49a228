//! How the processor's floating-point unit is set: rounding, subnormal numbers,
//! traps. It belongs to a thread, and everything that the thread calculates
//! depends on it; so a library must leave it as it is.

/// Sets it back to what it is at the start of a program. Whether it was something else.
#[inline]
pub fn restore() -> bool {
    let is_changed = current::is_changed();
    if is_changed {
        current::reset();
    }
    is_changed
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod current {
    use std::arch::asm;

    /// All of SSE's control bits, without the flags that calculations leave.
    const CONTROL: u32 = 0xFFC0;
    /// Rounds to nearest, keeps subnormal numbers, traps nothing.
    const DEFAULT: u32 = 0x1F80;
    /// The same of the old unit, for `long double`, in its 64 bits.
    const DEFAULT_X87: u16 = 0x037F;

    #[inline]
    pub(super) fn is_changed() -> bool {
        let mut control = 0_u32;
        // SAFETY: it writes the SSE control register to the local.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut control, options(nostack, preserves_flags)) };
        control & CONTROL != DEFAULT
    }

    #[cold]
    pub(super) fn reset() {
        let (control, x87) = (DEFAULT, DEFAULT_X87);
        // SAFETY: the settings with which programs begin, and which the compiler takes for granted.
        unsafe {
            asm!("ldmxcsr [{}]", "fldcw [{}]", in(reg) &raw const control, in(reg) &raw const x87,
                 options(nostack, preserves_flags, readonly));
        }
    }
}

#[cfg(all(target_arch = "aarch64", not(miri)))]
mod current {
    use std::arch::asm;

    #[inline]
    pub(super) fn is_changed() -> bool {
        let control: u64;
        // SAFETY: it reads the control register.
        unsafe { asm!("mrs {}, fpcr", out(reg) control, options(nomem, nostack, preserves_flags)) };
        control != 0
    }

    #[cold]
    pub(super) fn reset() {
        // SAFETY: the settings with which programs begin, and which the compiler takes for granted.
        unsafe { asm!("msr fpcr, {}", in(reg) 0_u64, options(nomem, nostack, preserves_flags)) };
    }
}

#[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod current {
    pub(super) fn is_changed() -> bool {
        false
    }

    pub(super) fn reset() {}
}
