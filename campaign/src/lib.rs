//! Campaigns: many runs of one scenario, with parameters that vary from case to
//! case, on all cores or on many machines.
