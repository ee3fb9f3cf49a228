//! Shared code of all doors of Bowline (the program, the C library, the Python package): built-in libraries, sessions,
//! messages for people and for programs, and files of results.
//!
//! It adds nothing to the engine: a run has the same bits through each of them.

pub mod advice;
pub mod earlier_file;
pub mod inputs;
pub mod libraries;
pub mod listener;
pub mod messages;
pub mod own_file;
pub mod result_file;
pub mod result_table;
pub mod rows;
pub mod scenario_request;
pub mod session;
pub mod signal_list;
pub mod writing;
