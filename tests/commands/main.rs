//! The program as a user runs it, in one binary: each file is about one command or one thing that may happen.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod bad_input;
mod c_libraries;
mod campaign_metrics;
mod campaign_reports;
mod campaigns;
mod campaigns_agree;
mod campaigns_at_rest;
mod campaigns_from_states;
mod campaigns_opened;
mod campaigns_under_fire;
mod columns;
mod command_line;
mod comparing;
mod crashes;
mod dimensions;
mod documents;
mod export;
mod faults;
mod further_outputs;
mod interruption;
mod isolated_campaigns;
mod library_files;
mod library_search;
mod linear_models;
mod loaded_libraries;
mod logging;
mod long_steps;
mod loops;
mod machines;
mod manual;
mod own_files;
mod panics;
mod parquet_results;
mod plausibility;
mod plots;
mod plots_of_several;
mod plots_over_frequency;
mod public_cases;
mod real_time;
mod recorded_views;
mod reference;
mod repetition;
mod result_files;
mod result_files_under_fire;
mod same_bits;
mod sampled_libraries;
mod sampled_misbehaviour;
mod schema;
mod schemes;
mod state_files;
mod terminals;
mod traps;
mod variables;
mod verify;
mod without_view;

#[path = "../../benches/ratios/models.rs"]
mod models;
#[path = "../program/mod.rs"]
mod program;
