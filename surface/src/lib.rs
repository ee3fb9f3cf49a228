//! What all doors of Bowline share, be it the program, the C library or the Python package: the libraries that are built
//! in, messages for people and for programs, and files of results.
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
