/* SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * libbowline: models are loaded from scenarios, and run. C99 and C++11.
 *
 * Generated from bindings/c/src of the Bowline repository: change that, not this.
 * docs/embedding.md shows how to use it.
 *
 * - You free each handle that you get, in any order; a model outlives its scenario, a run its model. Freeing null does
 *   nothing.
 * - A call that can fail takes `error` as its last argument: null, or the address of a pointer, which the call sets to an
 *   error or to null. Calls that return a handle return null on failure.
 * - Scenarios, sets of libraries and runs take one call at a time; a second call fails with BOWLINE_STATUS_BUSY. Runs share
 *   nothing: run as many as you like on as many threads. All other handles are immutable, and any number of threads may use
 *   them. Do not free a handle while another thread uses it.
 * - Calls detect a null pointer, a handle of another kind and, as long as its memory is not reused, a freed handle. Passing
 *   any other pointer is undefined.
 * - Texts are UTF-8. Times are in seconds, numbers in the listed SI units.
 * - The library installs no signal handlers, leaves locale and standard output alone, and lets nothing unwind. */


#ifndef BOWLINE_H
#define BOWLINE_H

#include <stddef.h>
#include <stdint.h>

/// How a call ended.
typedef enum BowlineStatus {
  /// Success.
  BOWLINE_STATUS_OK = 0,
  /// A handle is null, was freed, or is of another kind.
  BOWLINE_STATUS_WRONG_HANDLE = 1,
  /// An argument is wrong: null, no text, not as many numbers as there have to be, not finite, a name that means
  /// nothing.
  BOWLINE_STATUS_WRONG_ARGUMENT = 2,
  /// Another call works with the handle.
  BOWLINE_STATUS_BUSY = 3,
  /// The scenario is wrong: the message shows each place.
  BOWLINE_STATUS_WRONG_SCENARIO = 4,
  /// A library cannot be used.
  BOWLINE_STATUS_WRONG_LIBRARY = 5,
  /// A file cannot be read or written.
  BOWLINE_STATUS_FILE = 6,
  /// The run cannot do what was asked; it is as it was.
  BOWLINE_STATUS_REFUSED = 7,
  /// The run ended with an error. A snapshot can be restored.
  BOWLINE_STATUS_RUN_FAILED = 8,
  /// The run was cancelled between two steps. It may go on.
  BOWLINE_STATUS_CANCELLED = 9,
  /// A defect of Bowline: please report it.
  BOWLINE_STATUS_DEFECT = 10,
} BowlineStatus;

/// How much a message matters.
typedef enum BowlineLevel {
  /// Something is wrong.
  BOWLINE_LEVEL_ERROR = 1,
  /// Something may be wrong.
  BOWLINE_LEVEL_WARNING = 2,
  /// Good to know: the stages of loading, what SimObjects say.
  BOWLINE_LEVEL_INFO = 3,
  /// Each fresh start of a method.
  BOWLINE_LEVEL_DEBUG = 4,
  /// More than anybody wants to know.
  BOWLINE_LEVEL_TRACE = 5,
} BowlineLevel;

/// What can be listed of a model.
typedef enum BowlineList {
  /// In-ports that can be set: they are fed by numbers, or by nothing.
  BOWLINE_LIST_INPUTS = 0,
  /// What SimObjects give, out-ports and states: all that can be read, but private values and elements.
  BOWLINE_LIST_OUTPUTS = 1,
  /// The numbers of the state vector.
  BOWLINE_LIST_STATES = 2,
  /// The columns of results behind the time: what the scenario records.
  BOWLINE_LIST_COLUMNS = 3,
} BowlineList;

/// An error of a call, as a text and as JSON. The caller owns it.
typedef struct BowlineError BowlineError;

/// In-ports that are set together, in runs of one model. It never changes: any number of threads may use it.
typedef struct BowlineInputs BowlineInputs;

/// Libraries: those that are built in, and those that were added. One call at a time.
typedef struct BowlineLibraries BowlineLibraries;

/// A scenario that was checked and wired. It never changes: any number of threads may use it.
typedef struct BowlineModel BowlineModel;

/// Signals that are read together, in runs of one model. It never changes: any number of threads may use it.
typedef struct BowlineProbes BowlineProbes;

/// A run of a model. One call at a time, on any thread; `bowline_run_cancel` and `bowline_run_time` at any time.
typedef struct BowlineRun BowlineRun;

/// A scenario with its settings and its log function. One call at a time.
typedef struct BowlineScenario BowlineScenario;

/// All of a run at one time. It never changes: any number of runs of its model may go on from it, on any threads.
typedef struct BowlineSnapshot BowlineSnapshot;

/// Gets a row: the time, s, and the numbers of the columns, which live until the function returns. It returns 0, or
/// anything else to end the run with an error. It must not throw or jump out of the call.
typedef int (*BowlineRowFunction)(void *context, double time, const double *values, size_t count);

/// What a run cost so far.
typedef struct BowlineStatistics {
  /// Size of this struct, bytes: set it before the call. What a newer library knows beyond it is left out.
  size_t size;
  /// Accepted steps.
  uint64_t steps;
  /// Steps that were repeated with a smaller size.
  uint64_t rejected;
  /// Evaluations of the derivatives.
  uint64_t evaluations;
  /// Jacobians of implicit methods.
  uint64_t jacobians;
  /// Time events.
  uint64_t time_events;
  /// Crossings of indicators.
  uint64_t state_events;
  /// Instants at which clocks ticked.
  uint64_t ticks;
  /// Rows recorded.
  uint64_t rows;
  /// Threads that share the work.
  uint64_t threads;
  /// Wall-clock time, s.
  double wall_s;
} BowlineStatistics;

/// Gets a message: UTF-8, which lives until the function returns. It may be called on any thread that works for the
/// model or its runs, on several at once. It must not throw or jump out of the call.
typedef void (*BowlineLogFunction)(void *context, enum BowlineLevel level, const char *message);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/// The version of the library, as in `0.1.0`.
const char *bowline_version(void);

/// How the call ended that gave the error.
enum BowlineStatus bowline_error_status(const struct BowlineError *error);

/// The error message for people: UTF-8, perhaps several lines, with the places in the scenario. Valid as long as the error.
const char *bowline_error_message(const struct BowlineError *error);

/// The error for programs: JSON in the format of `bowline check --format json`. Valid as long as the error.
const char *bowline_error_json(const struct BowlineError *error);

/// Frees an error; null is nothing.
enum BowlineStatus bowline_error_free(struct BowlineError *error);

/// The libraries that are built in.
struct BowlineLibraries *bowline_libraries_new(struct BowlineError **error);

/// Adds the library of a file, a shared library, whose code runs from now on. It is never unloaded.
enum BowlineStatus bowline_libraries_add_file(struct BowlineLibraries *libraries,
                                              const char *path,
                                              struct BowlineError **error);

/// Adds a directory of libraries: one is loaded when a scenario names it.
enum BowlineStatus bowline_libraries_add_directory(struct BowlineLibraries *libraries,
                                                   const char *path,
                                                   struct BowlineError **error);

/// Frees a set of libraries; models that were loaded with it stay. Null is nothing.
enum BowlineStatus bowline_libraries_free(struct BowlineLibraries *libraries);

/// Loads a model. The libraries may be null: those that are built in. Calls with one scenario and one set of libraries may
/// run at once.
struct BowlineModel *bowline_model_load(const struct BowlineScenario *scenario,
                                        const struct BowlineLibraries *libraries,
                                        struct BowlineError **error);

/// What there is to be warned of, for people, as errors are; empty if that is nothing. It lives as long as the model; null
/// for a wrong handle.
const char *bowline_model_warnings(const struct BowlineModel *model);

/// When runs begin, s; not a number for a wrong handle.
double bowline_model_start(const struct BowlineModel *model);

/// The last output time, s; not a number for a wrong handle. A run may go on behind it.
double bowline_model_end(const struct BowlineModel *model);

/// How many there are in a list, a `BowlineList`; 0 for a wrong handle or list.
size_t bowline_model_count(const struct BowlineModel *model, uint32_t list);

/// The name of one of a list, `Object.Signal`; null if there is none. It lives as long as the model.
const char *bowline_model_name(const struct BowlineModel *model,
                               uint32_t list,
                               size_t position);

/// The unit of one of a list, in SI unless the scenario records it in another one, and empty for a pure number; null if
/// there is none. It lives as long as the model.
const char *bowline_model_unit(const struct BowlineModel *model,
                               uint32_t list,
                               size_t position);

/// How many numbers one of a list has; 0 if there is none.
size_t bowline_model_width(const struct BowlineModel *model, uint32_t list, size_t position);

/// Frees a model; its runs stay. Null is nothing.
enum BowlineStatus bowline_model_free(struct BowlineModel *model);

/// A run of a model, at its start.
struct BowlineRun *bowline_run_new(const struct BowlineModel *model, struct BowlineError **error);

/// Simulated time, s; not a number for a wrong handle. From any thread, also while the run is advanced: then it is that of
/// the start of the present step.
double bowline_run_time(const struct BowlineRun *run);

/// Sets inputs from now on, all of them or none: as many numbers as they have together, finite.
enum BowlineStatus bowline_run_set(struct BowlineRun *run,
                                   const struct BowlineInputs *inputs,
                                   const double *values,
                                   size_t count,
                                   struct BowlineError **error);

/// Reads signals where the run stands: as many numbers as they have together. At an event they are those after it.
enum BowlineStatus bowline_run_get(struct BowlineRun *run,
                                   const struct BowlineProbes *probes,
                                   double *values,
                                   size_t count,
                                   struct BowlineError **error);

/// Frees a run, when what it recorded is written: `BOWLINE_STATUS_FILE` if it could not be. Null is nothing.
enum BowlineStatus bowline_run_free(struct BowlineRun *run);

/// Runs to a time, s, exactly. Rows up to there are recorded; behind the last output time there are none.
enum BowlineStatus bowline_run_advance(struct BowlineRun *run,
                                       double time,
                                       struct BowlineError **error);

/// Runs to the last output time.
enum BowlineStatus bowline_run_to_end(struct BowlineRun *run, struct BowlineError **error);

/// Runs to the end of the method's own step, or of one more; without continuous states to the next tick.
enum BowlineStatus bowline_run_step(struct BowlineRun *run,
                                    struct BowlineError **error);

/// Ends the call that advances the run now, between two steps; if there is none, or it comes to its goal before, the next
/// call that advances ends at once. The call fails with `BOWLINE_STATUS_CANCELLED`, and the run may go on. From any thread.
enum BowlineStatus bowline_run_cancel(const struct BowlineRun *run);

/// Keeps all of the run as it is now. The method starts afresh, as it does where the snapshot is restored: both go on with
/// the same bits.
struct BowlineSnapshot *bowline_run_snapshot(struct BowlineRun *run,
                                             struct BowlineError **error);

/// Goes back, or on, to a snapshot of this run or of another one of the model; also after an error. Rows are recorded again
/// from there on.
enum BowlineStatus bowline_run_restore(struct BowlineRun *run,
                                       const struct BowlineSnapshot *snapshot,
                                       struct BowlineError **error);

/// Writes the state into a file, with which other runs begin: `bowline_scenario_load_state`, or `--initial-state`. The
/// method starts afresh, as theirs do: all go on with the same bits.
enum BowlineStatus bowline_run_save_state(struct BowlineRun *run,
                                          const char *path,
                                          struct BowlineError **error);

/// The same as a text, for `bowline_scenario_set_state`; null on failure. Valid until the next call of this function, or
/// until the run is freed.
const char *bowline_run_state(struct BowlineRun *run,
                              struct BowlineError **error);

/// Writes rows from now on to a file: Parquet if its name ends in `.parquet`, else CSV. A file that holds something other
/// than results is not replaced.
enum BowlineStatus bowline_run_record_to_file(struct BowlineRun *run,
                                              const char *path,
                                              struct BowlineError **error);

/// Passes rows from now on to a function, with the columns that the scenario records. It runs on the thread that advances
/// the run, and must not use the run.
enum BowlineStatus bowline_run_record_to(struct BowlineRun *run,
                                         BowlineRowFunction function,
                                         void *context,
                                         struct BowlineError **error);

/// What the run cost so far.
enum BowlineStatus bowline_run_statistics(struct BowlineRun *run,
                                          struct BowlineStatistics *statistics,
                                          struct BowlineError **error);

/// The run record as JSON, as the program writes it beside results: model, method, interventions, outcome; null on
/// failure. Valid until the next call of this function, or until the run is freed.
const char *bowline_run_record(struct BowlineRun *run,
                               struct BowlineError **error);

/// Writes the rows that were recorded so far. So does a call that comes to the last output time, or ends with an error,
/// and `bowline_run_free`.
enum BowlineStatus bowline_run_flush(struct BowlineRun *run,
                                     struct BowlineError **error);

/// The scenario of a file.
struct BowlineScenario *bowline_scenario_from_file(const char *path, struct BowlineError **error);

/// A scenario from a text, UTF-8. Messages use the name. Relative paths in it start at the folder, or, if that is null, at
/// the current directory.
struct BowlineScenario *bowline_scenario_from_text(const char *name,
                                                   const char *text,
                                                   const char *folder,
                                                   struct BowlineError **error);

/// Sets a parameter, an initial condition or an input, as `--set` does: `Object.Name=VALUE` or `Engine:Attribute=VALUE`. The
/// last setting of a name counts. Loading a model checks the name.
enum BowlineStatus bowline_scenario_set(struct BowlineScenario *scenario,
                                        const char *setting,
                                        struct BowlineError **error);

/// Makes a connected in-port an input: the values that you set are added to its source.
enum BowlineStatus bowline_scenario_add_input(struct BowlineScenario *scenario,
                                              const char *name,
                                              struct BowlineError **error);

/// Ends runs at this time, s.
enum BowlineStatus bowline_scenario_set_end(struct BowlineScenario *scenario,
                                            double time,
                                            struct BowlineError **error);

/// Looks for files of schemes in this directory too.
enum BowlineStatus bowline_scenario_add_scheme_directory(struct BowlineScenario *scenario,
                                                         const char *path,
                                                         struct BowlineError **error);

/// Starts runs from the state in a file, instead of the initial conditions.
enum BowlineStatus bowline_scenario_load_state(struct BowlineScenario *scenario,
                                               const char *path,
                                               struct BowlineError **error);

/// The same with the text of a state.
enum BowlineStatus bowline_scenario_set_state(struct BowlineScenario *scenario,
                                              const char *state,
                                              struct BowlineError **error);

/// Sets the log function for models that you load from now on, and for their runs: it gets all messages of this
/// `BowlineLevel` and above, with the context. Null switches logging off.
enum BowlineStatus bowline_scenario_log(struct BowlineScenario *scenario,
                                        uint32_t most,
                                        BowlineLogFunction function,
                                        void *context,
                                        struct BowlineError **error);

/// Frees a scenario; models that were loaded from it stay. Null is nothing.
enum BowlineStatus bowline_scenario_free(struct BowlineScenario *scenario);

/// In-ports by their names, `Object.InPort`, to be set together.
struct BowlineInputs *bowline_inputs_new(const struct BowlineModel *model,
                                         const char *const *names,
                                         size_t count,
                                         struct BowlineError **error);

/// How many numbers they have together; 0 for a wrong handle.
size_t bowline_inputs_width(const struct BowlineInputs *inputs);

/// Frees a set of inputs. Null is nothing.
enum BowlineStatus bowline_inputs_free(struct BowlineInputs *inputs);

/// Signals by their names, to be read together: `Object.Signal`, `Object.Signal[2]`, `Object.Signal[0:3]`, perhaps with a
/// unit behind, `Object.Signal [mm]`; states, ports, and what the scenario records under a name of its own.
struct BowlineProbes *bowline_probes_new(const struct BowlineModel *model,
                                         const char *const *names,
                                         size_t count,
                                         struct BowlineError **error);

/// How many numbers they have together; 0 for a wrong handle.
size_t bowline_probes_width(const struct BowlineProbes *probes);

/// Frees a set of probes. Null is nothing.
enum BowlineStatus bowline_probes_free(struct BowlineProbes *probes);

/// When it was taken, s; not a number for a wrong handle.
double bowline_snapshot_time(const struct BowlineSnapshot *snapshot);

/// Frees a snapshot. Null is nothing.
enum BowlineStatus bowline_snapshot_free(struct BowlineSnapshot *snapshot);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* BOWLINE_H */
