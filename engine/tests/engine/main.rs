//! The engine against numbers from elsewhere: closed forms, reference data,
//! conservation laws, orders of convergence.

#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod drawing;
mod laboratory;
#[path = "../../../benches/ratios/models.rs"]
mod models;

mod actuator;
mod actuator_ambient;
mod actuator_arm;
mod actuator_faults;
mod adjacent;
mod base_math;
mod base_signals;
mod base_sources;
mod benchmark_models;
mod bouncing;
mod brake;
mod breaking;
mod bundle_faults;
mod bundles;
mod conservation;
mod convergence;
mod crossings;
mod diagnostics;
mod excavator;
mod failures;
mod fields;
mod from_outside;
mod hydraulic_accumulator;
mod hydraulic_circuit;
mod hydraulic_oil;
mod hydraulic_pump;
mod hydraulic_valves;
mod implicit;
mod initial_conditions;
mod inputs;
mod instants;
mod layers;
mod like_simobjects;
mod live;
mod live_failures;
mod mutations;
mod nonsmooth;
mod not_reentrant;
mod one_dimension;
mod overrides;
mod parameters;
mod planar_linkage;
mod points;
mod position_servo;
mod profile;
mod recording;
mod replay;
mod resources;
mod rigid_body;
mod rotational_joint;
mod sampled_control;
mod sampled_faults;
mod sampling;
mod save_points;
mod scene;
mod servo_rack;
mod sides;
mod snapshots;
mod state_files;
mod stepping;
mod stops;
mod switching;
mod threads;
mod time_events;
mod tlm;
mod tutorial;
mod visuals;
mod wiring;
