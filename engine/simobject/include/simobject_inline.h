/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * What makes simobject.h pleasant to use from C: short ways to declare, and
 * accessors that check bounds. Include simobject.h, which includes this.
 *
 * A SimObject is a struct that keeps places and parameters, a constructor that
 * declares them, and functions that calculate:
 *
 *     typedef struct { BowlinePlace in, out; double gain; } Gain;
 *
 *     static int output(const Gain *self, BowlineIo *io) {
 *         bowline_write(io, self->out, 1)[0] = self->gain * bowline_read(io, self->in, 1)[0];
 *         return 0;
 *     }
 *     BOWLINE_SWEEP(output, Gain)
 *
 *     static uint32_t construct(BowlineCreator *creator, void *memory) {
 *         Gain *self = (Gain *)memory;
 *         self->in = bowline_in_port(creator, "In", 1, "", "What is multiplied");
 *         self->out = bowline_out_port(creator, "Out", 1, "", "Gain times In");
 *         self->gain = bowline_number(creator, "Gain", "", "The factor");
 *         const uint32_t reads[] = {self->in.index}, fills[] = {self->out.index};
 *         bowline_common_computation(creator, "output", output_sweep, BOWLINE_ROW(reads), BOWLINE_ROW(fills));
 *         return 0;
 *     }
 *     BOWLINE_TYPE(GAIN, Gain, "Signal/Gain", "Multiplies", construct);
 *
 *     BOWLINE_LIBRARY(my_library, "1.0", "What it is about", &GAIN)
 *
 * Rules: the constructor is called several times for each SimObject and makes the
 * same calls each time; the struct does not change after it (else the type says
 * BOWLINE_TYPE_NOT_REENTRANT); there are no static variables that change; a
 * function uses only what its declaration reads and fills. What is to be
 * remembered goes into a discrete state or into memory, never into the struct. */

#ifndef BOWLINE_SIMOBJECT_INLINE_H
#define BOWLINE_SIMOBJECT_INLINE_H

#include <math.h>
#include <string.h>

#ifdef __cplusplus
#define BOWLINE_C extern "C"
extern "C" {
#else
#define BOWLINE_C
#endif

/* What a host finds in a library. */
#ifdef _WIN32
#define BOWLINE_EXPORT BOWLINE_C __declspec(dllexport)
#define BOWLINE_HIDDEN
#else
#define BOWLINE_EXPORT BOWLINE_C __attribute__((visibility("default")))
#define BOWLINE_HIDDEN __attribute__((visibility("hidden")))
#endif

/* The least minor version of the ABI that a host must have for this library. Define
 * a smaller one before you include this, if you use nothing that came later. */
#ifndef BOWLINE_NEEDS_MINOR
#define BOWLINE_NEEDS_MINOR BOWLINE_ABI_MINOR
#endif

/* -- texts and rows -------------------------------------------------------- */

/* A literal as a BowlineText, also where only constants are allowed. */
#define BOWLINE_LITERAL(literal) {"" literal, sizeof("" literal) - 1}

/* An array as two arguments: its first element, and how many there are. */
#define BOWLINE_ROW(array) (array), BOWLINE_COUNT(array)

/* How many elements an array has. */
#define BOWLINE_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* No array, as two arguments: nothing. */
#define BOWLINE_NONE NULL, 0

/* In place of what a calculation reads: all in-ports, resources and states. */
#define BOWLINE_ALL NULL, SIZE_MAX

/* A text that ends with a zero, or null for none. */
static inline BowlineText bowline_text(const char *text) {
    BowlineText result;
    result.first = text;
    result.length = text == NULL ? 0 : strlen(text);
    return result;
}

#include "simobject_parameter.h"

/* -- ports, states, private values, indicators -------------------------------- */

static inline BowlineSignal bowline_described_signal(uint32_t role, const char *name, size_t width, const char *unit,
                                                     const char *doc) {
    BowlineSignal signal;
    memset(&signal, 0, sizeof signal);
    signal.size = sizeof signal;
    signal.role = role;
    signal.name = bowline_text(name);
    signal.unit = bowline_text(unit);
    signal.doc = bowline_text(doc);
    signal.width = width;
    return signal;
}

static inline BowlinePlace bowline_signal(BowlineCreator *creator, uint32_t role, const char *name, size_t width,
                                          const char *unit, const char *doc) {
    const BowlineSignal signal = bowline_described_signal(role, name, width, unit, doc);
    return creator->calls->signal(creator, &signal);
}

/* An in-port with one source; see bowline_read. */
static inline BowlinePlace bowline_in_port(BowlineCreator *creator, const char *name, size_t width, const char *unit,
                                           const char *doc) {
    return bowline_signal(creator, BOWLINE_ROLE_IN_PORT, name, width, unit, doc);
}

/* An in-port that adds up any number of sources; see bowline_sum. */
static inline BowlinePlace bowline_sum_port(BowlineCreator *creator, const char *name, size_t width, const char *unit,
                                            const char *doc) {
    return bowline_signal(creator, BOWLINE_ROLE_SUM_PORT, name, width, unit, doc);
}

/* An out-port that a common computation fills; see bowline_write. */
static inline BowlinePlace bowline_out_port(BowlineCreator *creator, const char *name, size_t width, const char *unit,
                                            const char *doc) {
    return bowline_signal(creator, BOWLINE_ROLE_OUT_PORT, name, width, unit, doc);
}

/* A state; see bowline_read, bowline_derivative and bowline_set_initial. */
static inline BowlinePlace bowline_state(BowlineCreator *creator, const char *name, size_t width, const char *unit,
                                         const char *doc) {
    return bowline_signal(creator, BOWLINE_ROLE_STATE, name, width, unit, doc);
}

/* A value that one calculation leaves for another of the same SimObject. */
static inline BowlinePlace bowline_private(BowlineCreator *creator, const char *name, size_t width) {
    return bowline_signal(creator, BOWLINE_ROLE_PRIVATE, name, width, "", "");
}

/* An out-port that is a state of that width, with its unit and description; it
 * may have the state's name, and costs nothing. */
static inline BowlinePlace bowline_out_port_of(BowlineCreator *creator, const char *name, BowlinePlace state,
                                               size_t width) {
    BowlineSignal signal = bowline_described_signal(BOWLINE_ROLE_OUT_PORT_OF_STATE, name, width, "", "");
    signal.state = state.index;
    return creator->calls->signal(creator, &signal);
}

/* A discrete state: it stays the same until an update's next value takes effect
 * at a tick, or an event handler sets it; see bowline_read, bowline_next and
 * bowline_set_now. It has initial values as other states have. */
static inline BowlinePlace bowline_discrete_state(BowlineCreator *creator, const char *name, size_t width,
                                                 const char *unit, const char *doc) {
    return bowline_signal(creator, BOWLINE_ROLE_DISCRETE_STATE, name, width, unit, doc);
}

/* Numbers that the host solves for: it chooses them so that their residuals, for which
 * `residual` will stand, become 0. To others they are an out-port; see bowline_read. A
 * function that bowline_residuals registers fills the residuals, with bowline_write. */
static inline BowlinePlace bowline_unknown(BowlineCreator *creator, const char *name, size_t width, const char *unit,
                                           const char *doc, const char *residual_name, BowlinePlace *residual) {
    const BowlinePlace unknown = bowline_signal(creator, BOWLINE_ROLE_UNKNOWN, name, width, unit, doc);
    BowlineSignal signal = bowline_described_signal(BOWLINE_ROLE_RESIDUAL, residual_name, width, "", "");
    signal.state = unknown.index;
    *residual = creator->calls->signal(creator, &signal);
    return unknown;
}

/* Room for delay lines and the like, zeros at first: one update writes it in
 * place, with bowline_write; that update and sampled computations on its clock
 * read it, with bowline_read. */
static inline BowlinePlace bowline_memory(BowlineCreator *creator, const char *name, size_t width) {
    return bowline_signal(creator, BOWLINE_ROLE_MEMORY, name, width, "", "");
}

/* The same as a ring of entries of a width: at tick n, counted from 0, the update replaces entry n % entries, which
 * is the oldest one, and no other. So the host knows what it remembers, as linear models need it. */
static inline BowlinePlace bowline_ring(BowlineCreator *creator, const char *name, size_t entries, size_t width) {
    BowlineSignal signal = bowline_described_signal(BOWLINE_ROLE_MEMORY, name, entries * width, "", "");
    signal.ring = (uint32_t)width;
    return creator->calls->signal(creator, &signal);
}

/* A number, of width 1, that a common computation fills and whose sign the host
 * watches: where it crosses 0 (BOWLINE_CROSSING_FALLING, BOWLINE_CROSSING_RISING or BOWLINE_CROSSING_EITHER)
 * the step ends, and the indicator's handlers run. It should cross 0 with a
 * slope, and go on smoothly behind it. */
static inline BowlinePlace bowline_indicator(BowlineCreator *creator, const char *name, const char *unit,
                                             const char *doc, uint32_t crossing) {
    BowlineSignal signal = bowline_described_signal(BOWLINE_ROLE_INDICATOR, name, 1, unit, doc);
    signal.crossing = crossing;
    return creator->calls->signal(creator, &signal);
}

static inline BowlineNumber bowline_described_number(uint32_t meaning, BowlinePlace place) {
    BowlineNumber number;
    memset(&number, 0, sizeof number);
    number.size = sizeof number;
    number.meaning = meaning;
    number.signal = place.index;
    return number;
}

static inline void bowline_number_of(BowlineCreator *creator, uint32_t meaning, BowlinePlace place,
                                     const double *values, size_t count) {
    BowlineNumber number = bowline_described_number(meaning, place);
    number.values = values;
    number.count = count;
    creator->calls->number(creator, &number);
}

/* Initial value of a state of either kind or of memory, where the scenario gives
 * none; or of an out-port or private value that is filled at ticks, for those
 * who read its previous value before there is any. A single number fills it. */
static inline void bowline_initial_value(BowlineCreator *creator, BowlinePlace place, const double *values,
                                         size_t count) {
    bowline_number_of(creator, BOWLINE_MEANING_INITIAL_VALUE, place, values, count);
}

/* Typical magnitude of a state, of an unknown, of an out-port that may be in a loop, or of an indicator, in its unit; the
 * absolute tolerance is multiplied by it. */
static inline void bowline_nominal(BowlineCreator *creator, BowlinePlace place, double magnitude) {
    bowline_number_of(creator, BOWLINE_MEANING_NOMINAL, place, &magnitude, 1);
}

/* Where the search for an unknown begins, or for an out-port in a loop, where the scenario says
 * nothing else; a single number fills it. */
static inline void bowline_guess(BowlineCreator *creator, BowlinePlace place, const double *values, size_t count) {
    bowline_number_of(creator, BOWLINE_MEANING_GUESS, place, values, count);
}

/* What an in-port has that is not connected; a single number fills it. */
static inline void bowline_default_input(BowlineCreator *creator, BowlinePlace port, const double *values,
                                         size_t count) {
    bowline_number_of(creator, BOWLINE_MEANING_DEFAULT_INPUT, port, values, count);
}

/* The same: the value of a parameter. */
static inline void bowline_default_input_parameter(BowlineCreator *creator, BowlinePlace port,
                                                   const char *parameter) {
    BowlineNumber number = bowline_described_number(BOWLINE_MEANING_DEFAULT_INPUT_PARAMETER, port);
    number.parameter = bowline_text(parameter);
    creator->calls->number(creator, &number);
}

/* Between which values an in-port means something: who moves it by hand has a slider from one to the other. They are no
 * check; what is beyond them, the calculation that reads it deals with. */
static inline void bowline_input_range(BowlineCreator *creator, BowlinePlace port, double low, double high) {
    bowline_number_of(creator, BOWLINE_MEANING_LOWER, port, &low, 1);
    bowline_number_of(creator, BOWLINE_MEANING_UPPER, port, &high, 1);
}

/* From where the numbers of a port, state or private value are counted: BOWLINE_DATUM_ABSOLUTE,
 * BOWLINE_DATUM_RELATIVE or BOWLINE_DATUM_BOOKKEEPING. */
static inline void bowline_datum(BowlineCreator *creator, BowlinePlace place, uint32_t datum) {
    BowlineNumber number = bowline_described_number(BOWLINE_MEANING_DATUM, place);
    number.datum = datum;
    creator->calls->number(creator, &number);
}

/* On which side of 0 an indicator has to be in a mode, a discrete state of width 1 that its handler sets:
 * where it is on the other one at the start, or at the end of an instant, its handler runs. A falling or
 * rising one has to be before 0; one for BOWLINE_CROSSING_EITHER above 0 where the mode is not 0, else not. */
static inline void bowline_side(BowlineCreator *creator, BowlinePlace indicator, BowlinePlace mode) {
    BowlineNumber number = bowline_described_number(BOWLINE_MEANING_SIDE, indicator);
    number.datum = mode.index;
    creator->calls->number(creator, &number);
}

/* The in-port `rate` reads the rate of the in-port `of`, in its unit per second. There is one in equilibria, 0, and in
 * frequency responses; a model in which `rate` is not connected does not run. Give it the default input 0. */
static inline void bowline_rate(BowlineCreator *creator, BowlinePlace rate, BowlinePlace of) {
    BowlineNumber number = bowline_described_number(BOWLINE_MEANING_RATE, rate);
    number.datum = of.index;
    creator->calls->number(creator, &number);
}

static inline BowlinePattern bowline_described_pattern(uint32_t kind, BowlinePlace rows, BowlinePlace columns) {
    BowlinePattern pattern;
    memset(&pattern, 0, sizeof pattern);
    pattern.size = sizeof pattern;
    pattern.kind = kind;
    pattern.rows = rows.index;
    pattern.columns = columns.index;
    return pattern;
}

/* Says that the derivatives of the state `rows` depend on no other elements of the state or
 * in-port `columns` than so many diagonals about the main one. What is not said counts as
 * all; the more is known, the faster are implicit methods. */
static inline void bowline_pattern_band(BowlineCreator *creator, BowlinePlace rows, BowlinePlace columns,
                                        uint32_t below, uint32_t above) {
    BowlinePattern pattern = bowline_described_pattern(BOWLINE_PATTERN_BAND, rows, columns);
    pattern.below = below;
    pattern.above = above;
    creator->calls->pattern(creator, &pattern);
}

/* The same of listed elements: pairs of row and column, one after the other. */
static inline void bowline_pattern_elements(BowlineCreator *creator, BowlinePlace rows, BowlinePlace columns,
                                            const uint32_t *pairs, size_t number_count) {
    BowlinePattern pattern = bowline_described_pattern(BOWLINE_PATTERN_ELEMENTS, rows, columns);
    pattern.elements = pairs;
    pattern.element_count = number_count / 2;
    creator->calls->pattern(creator, &pattern);
}

/* -- clocks --------------------------------------------------------------------- */

/* When something runs; made by bowline_every and its neighbours. */
typedef struct {
    uint32_t rate;
    double period, offset;
} BowlineClock;

/* Every `period`, s, for the first time `offset`, s, after the run's start. */
static inline BowlineClock bowline_every(double period, double offset) {
    BowlineClock clock;
    clock.rate = BOWLINE_RATE_EVERY;
    clock.period = period;
    clock.offset = offset;
    return clock;
}

/* Every `SampleTime`, s, that the scenario gives: to the SimObject itself, else with its `Engine`. */
static inline BowlineClock bowline_sample_time_clock(void) {
    BowlineClock clock;
    clock.rate = BOWLINE_RATE_SAMPLE_TIME;
    clock.period = clock.offset = 0.0;
    return clock;
}

/* After each step that was accepted: for what remembers what happened. Where the
 * steps are is the method's choice. */
static inline BowlineClock bowline_steps(void) {
    BowlineClock clock;
    clock.rate = BOWLINE_RATE_STEPS;
    clock.period = clock.offset = 0.0;
    return clock;
}

/* The period of a clock, s, for coefficients that depend on it. The clock of
 * accepted steps has none, which is told to the host as a mistake. */
static inline double bowline_sample_time(BowlineCreator *creator, BowlineClock clock) {
    BowlineFault fault;
    if (clock.rate == BOWLINE_RATE_EVERY) {
        return clock.period;
    }
    if (clock.rate == BOWLINE_RATE_SAMPLE_TIME) {
        return creator->calls->sample_time(creator);
    }
    memset(&fault, 0, sizeof fault);
    fault.size = sizeof fault;
    fault.kind = BOWLINE_FAULT_MISTAKE;
    fault.message = bowline_text("the clock of accepted steps has no sample time");
    creator->calls->fault(creator, &fault);
    return 1.0;
}

/* -- calculations ------------------------------------------------------------ */

/* Defines `function_sweep`, which calls `int function(Type *, BowlineIo *)` for
 * like SimObjects, one after the other, as the host wants it. A function that
 * does not return 0 (but bowline_fail) stops it. */
#define BOWLINE_SWEEP(function, Type)                                                          \
    static size_t function##_sweep(void *objects, size_t count, BowlineIo *io, size_t tag) {   \
        Type *object = (Type *)objects;                                                        \
        size_t i;                                                                              \
        (void)tag;                                                                             \
        for (i = 0; i < count; ++i) {                                                          \
            io->object = i;                                                                    \
            if (function(object + i, io) != 0) {                                               \
                return i;                                                                      \
            }                                                                                  \
        }                                                                                      \
        return count;                                                                          \
    }

/* What a calculation reads is said by the `index` of places: of in-ports, resources,
 * private values and out-ports exactly these; of its own states of both kinds
 * these, or all if none is among them. BOWLINE_NONE says that it reads nothing,
 * BOWLINE_ALL that it may read all in-ports, resources and states (an initial
 * condition none that initial conditions set). */
static inline uint32_t bowline_reads_flags(size_t read_count) {
    return read_count == SIZE_MAX ? 0 : BOWLINE_CALCULATION_READS_NAMED;
}

static inline BowlineCalculation bowline_described(uint32_t purpose, const char *name, BowlineCalculate sweep,
                                                   const uint32_t *reads, size_t read_count, const uint32_t *gives,
                                                   size_t give_count) {
    BowlineCalculation calculation;
    memset(&calculation, 0, sizeof calculation);
    calculation.size = sizeof calculation;
    calculation.purpose = purpose;
    calculation.name = bowline_text(name);
    calculation.flags = bowline_reads_flags(read_count);
    calculation.reads = reads;
    calculation.read_count = read_count == SIZE_MAX ? 0 : read_count;
    calculation.gives = gives;
    calculation.give_count = give_count;
    calculation.calculate = sweep;
    return calculation;
}

static inline void bowline_calculation(BowlineCreator *creator, uint32_t purpose, const char *name,
                                       BowlineCalculate sweep, const uint32_t *reads, size_t read_count,
                                       const uint32_t *gives, size_t give_count) {
    const BowlineCalculation calculation =
        bowline_described(purpose, name, sweep, reads, read_count, gives, give_count);
    creator->calls->calculation(creator, &calculation);
}

static inline void bowline_calculation_on(BowlineCreator *creator, BowlineCalculation calculation, BowlineClock clock,
                                          const uint32_t *previous, size_t previous_count) {
    calculation.rate = clock.rate;
    calculation.period = clock.period;
    calculation.offset = clock.offset;
    calculation.previous = previous;
    calculation.previous_count = previous_count;
    creator->calls->calculation(creator, &calculation);
}

/* A function that fills out-ports, private values and indicators. `reads` and
 * `fills` hold the `index` of places. */
static inline void bowline_common_computation(BowlineCreator *creator, const char *name, BowlineCalculate sweep,
                                              const uint32_t *reads, size_t read_count, const uint32_t *fills,
                                              size_t fill_count) {
    bowline_calculation(creator, BOWLINE_PURPOSE_COMMON_COMPUTATION, name, sweep, reads, read_count, fills, fill_count);
}

/* A function that fills residuals, whose `index` `residuals` holds. It is called with unknowns on trial: where it
 * fails recoverably, or a residual is not finite, the host tries others. */
static inline void bowline_residuals(BowlineCreator *creator, const char *name, BowlineCalculate sweep,
                                     const uint32_t *reads, size_t read_count, const uint32_t *residuals,
                                     size_t residual_count) {
    bowline_calculation(creator, BOWLINE_PURPOSE_RESIDUAL, name, sweep, reads, read_count, residuals, residual_count);
}

/* The function that sets the derivatives of all states. */
static inline void bowline_derivatives(BowlineCreator *creator, const char *name, BowlineCalculate sweep,
                                       const uint32_t *reads, size_t read_count) {
    bowline_calculation(creator, BOWLINE_PURPOSE_DERIVATIVES, name, sweep, reads, read_count, NULL, 0);
}

/* A function that completes the initial values of states, once, when all that it reads is known. */
static inline void bowline_initial(BowlineCreator *creator, const char *name, BowlineCalculate sweep,
                                   const uint32_t *reads, size_t read_count, const uint32_t *sets, size_t set_count) {
    bowline_calculation(creator, BOWLINE_PURPOSE_INITIAL_CONDITION, name, sweep, reads, read_count, sets, set_count);
}

/* The same for a function that applies to a first start only. A `bowline_initial` also
 * runs when a run continues from a state file: Bowline drops what it sets, and rejects
 * the state if it fails. */
static inline void bowline_initial_only_at_start(BowlineCreator *creator, const char *name, BowlineCalculate sweep,
                                                 const uint32_t *reads, size_t read_count, const uint32_t *sets,
                                                 size_t set_count) {
    BowlineCalculation calculation =
        bowline_described(BOWLINE_PURPOSE_INITIAL_CONDITION, name, sweep, reads, read_count, sets, set_count);
    calculation.flags |= BOWLINE_CALCULATION_ONLY_AT_START;
    creator->calls->calculation(creator, &calculation);
}

/* A function that fills out-ports, private values and indicators at the ticks of a
 * clock: what it fills is held until the next one. Of the signals `previous` it
 * reads what was held when the instant began, before anything ran in it: so two
 * may read each other's results without a loop. BOWLINE_NONE says that there are none. */
static inline void bowline_common_computation_on(BowlineCreator *creator, const char *name, BowlineCalculate sweep,
                                                 BowlineClock clock, const uint32_t *reads, size_t read_count,
                                                 const uint32_t *previous, size_t previous_count,
                                                 const uint32_t *fills, size_t fill_count) {
    bowline_calculation_on(
        creator,
        bowline_described(BOWLINE_PURPOSE_COMMON_COMPUTATION, name, sweep, reads, read_count, fills, fill_count),
        clock, previous, previous_count);
}

/* A function that sets, at the ticks of a clock, the next values of discrete
 * states, with bowline_next, and writes memory in place. A next value takes effect
 * at the next tick, before anything runs: so all updates of an instant see the
 * same values, and a unit delay is one line. `sets` holds the `index` of both. */
static inline void bowline_update(BowlineCreator *creator, const char *name, BowlineCalculate sweep,
                                  BowlineClock clock, const uint32_t *reads, size_t read_count,
                                  const uint32_t *previous, size_t previous_count, const uint32_t *sets,
                                  size_t set_count) {
    bowline_calculation_on(creator,
                           bowline_described(BOWLINE_PURPOSE_UPDATE, name, sweep, reads, read_count, sets, set_count), clock,
                           previous, previous_count);
}

/* The same for a function of which what it keeps depends on how long the ticks are, as a delay
 * of so many ticks does: a run continues from a state file only with the period and offset
 * with which that was kept. Memory counts as such anyway. */
static inline void bowline_update_counting_ticks(BowlineCreator *creator, const char *name, BowlineCalculate sweep,
                                                 BowlineClock clock, const uint32_t *reads, size_t read_count,
                                                 const uint32_t *previous, size_t previous_count,
                                                 const uint32_t *sets, size_t set_count) {
    BowlineCalculation update = bowline_described(BOWLINE_PURPOSE_UPDATE, name, sweep, reads, read_count, sets, set_count);
    update.flags |= BOWLINE_CALCULATION_COUNTS_TICKS;
    bowline_calculation_on(creator, update, clock, previous, previous_count);
}

/* A function that runs when an indicator crosses 0, and sets states of both kinds
 * with bowline_set_now. It sees the state just behind the crossing. */
static inline void bowline_event_handler(BowlineCreator *creator, BowlinePlace indicator, const char *name,
                                         BowlineCalculate sweep, const uint32_t *reads, size_t read_count,
                                         const uint32_t *sets, size_t set_count) {
    BowlineCalculation handler = bowline_described(BOWLINE_PURPOSE_HANDLER, name, sweep, reads, read_count, sets, set_count);
    handler.indicator = indicator.index;
    creator->calls->calculation(creator, &handler);
}

/* -- announced times -------------------------------------------------------------- */

/* Defines `function_next`, which calls `double function(const Type *, double time)` as the host
 * wants it: the first such time strictly after `time`, s; INFINITY if there is none. */
#define BOWLINE_NEXT(function, Type)                                                           \
    static double function##_next(void *object, BowlineIo *io, size_t tag) {                   \
        (void)tag;                                                                             \
        return function((const Type *)object, io->time);                                       \
    }

static inline void bowline_times(BowlineCreator *creator, uint32_t kind,
                                 double (*next)(void *object, BowlineIo *io, size_t tag)) {
    BowlineTimeEvents times;
    memset(&times, 0, sizeof times);
    times.size = sizeof times;
    times.kind = kind;
    times.next = next;
    creator->calls->time_events(creator, &times);
}

/* Announces where something jumps: every method steps exactly to it, and starts afresh. */
static inline void bowline_time_events(BowlineCreator *creator,
                                       double (*next)(void *object, BowlineIo *io, size_t tag)) {
    bowline_times(creator, BOWLINE_TIMES_EVENT, next);
}

/* Announces where a step must end though all is smooth there, so that none jumps over what begins there. */
static inline void bowline_stops(BowlineCreator *creator, double (*next)(void *object, BowlineIo *io, size_t tag)) {
    bowline_times(creator, BOWLINE_TIMES_STOP, next);
}

/* -- other declarations -------------------------------------------------------- */

/* Notes that a parameter is wrong in a way that its bounds do not say. */
static inline void bowline_wrong_parameter(BowlineCreator *creator, const char *parameter, const char *message) {
    BowlineFault fault;
    memset(&fault, 0, sizeof fault);
    fault.size = sizeof fault;
    fault.kind = BOWLINE_FAULT_WRONG_PARAMETER;
    fault.parameter = bowline_text(parameter);
    fault.message = bowline_text(message);
    creator->calls->fault(creator, &fault);
}

/* -- in a calculation ------------------------------------------------------------
 * `width` is what the place was declared with. A place that the calculation did
 * not declare is told to the host, which names it, and gives NaNs to go on with. */

static inline int bowline_inside(uint32_t first, size_t width, size_t count) {
    return first <= count && width <= count - first;
}

/* Tells the host that a place is of another kind; numbers to go on with. */
static inline double *bowline_misused(BowlineIo *io, BowlinePlace place, size_t width, const char *why) {
    io->calls->fail(io, BOWLINE_FAILURE_FATAL, bowline_text(why));
    return io->calls->out_of_bounds(io, place.first, width);
}

/* The numbers of an in-port, a state, a private value, memory or an out-port. Of a
 * signal whose previous value is read: those that were held when the instant began. */
static inline const double *bowline_read(BowlineIo *io, BowlinePlace place, size_t width) {
    if (!bowline_inside(place.first, width, io->value_count)) {
        return io->calls->out_of_bounds(io, place.first, width);
    }
    if (place.count != 0) {
        return bowline_misused(io, place, width, "bowline_read was used for a sum port: use bowline_sum");
    }
    return io->values + place.first;
}

/* Where the numbers of an out-port, a private value, an indicator or, in its update, memory go. */
static inline double *bowline_write(BowlineIo *io, BowlinePlace place, size_t width) {
    return bowline_inside(place.first, width, io->value_count) ? io->values + place.first
                                                               : io->calls->out_of_bounds(io, place.first, width);
}

/* Where the derivatives of a state go, in its unit per second. */
static inline double *bowline_derivative(BowlineIo *io, BowlinePlace state, size_t width) {
    return bowline_inside(state.first, width, io->result_count) ? io->results + state.first
                                                                : io->calls->out_of_bounds(io, state.first, width);
}

/* Where an update puts the next values of a discrete state: they take effect at the
 * next tick of its clock. */
static inline double *bowline_next(BowlineIo *io, BowlinePlace state, size_t width) {
    return bowline_inside(state.first, width, io->result_count) ? io->results + state.first
                                                                : io->calls->out_of_bounds(io, state.first, width);
}

/* Sets a state of either kind, in the handler of an event: at once. A next value
 * that an update has given to it is forgotten. */
static inline void bowline_set_now(BowlineIo *io, BowlinePlace state, size_t width, const double *values) {
    /* Where nothing may be set, there are no results. */
    if (!bowline_inside(state.first, width, io->result_count) || !bowline_inside(state.first, width, io->value_count)) {
        io->calls->out_of_bounds(io, state.first, width);
        return;
    }
    memcpy(io->results + state.first, values, width * sizeof *values);
    memcpy(io->values + state.first, values, width * sizeof *values);
}

/* The sum of the sources of a sum port, into `into`. */
static inline void bowline_sum(BowlineIo *io, BowlinePlace port, size_t width, double *into) {
    size_t i, source;
    memset(into, 0, width * sizeof *into);
    if (port.count == 0) {
        memcpy(into, bowline_misused(io, port, width, "bowline_sum was used for what is no sum port: use bowline_read"),
               width * sizeof *into);
        return;
    }
    if (!bowline_inside(port.first, port.count, io->place_count)) {
        memcpy(into, io->calls->out_of_bounds(io, port.first, width), width * sizeof *into);
        return;
    }
    for (source = 0; source < port.count; ++source) {
        BowlinePlace place = port;
        const double *numbers;
        place.first = io->places[port.first + source];
        place.count = 0;
        numbers = bowline_read(io, place, width);
        for (i = 0; i < width; ++i) {
            into[i] += numbers[i];
        }
    }
}

/* Sets the initial value of a state of either kind or of memory, in those elements that nobody gave. */
static inline void bowline_set_initial(BowlineIo *io, BowlinePlace state, size_t width, const double *values) {
    double *numbers = bowline_write(io, state, width);
    size_t i;
    for (i = 0; i < width; ++i) {
        if (isnan(numbers[i])) {
            numbers[i] = values[i];
        }
    }
}

/* Says why a calculation fails: BOWLINE_FAILURE_RECOVERABLE (a smaller step may
 * succeed) or BOWLINE_FAILURE_FATAL. Return what it returns, which is not 0. */
static inline int bowline_fail(BowlineIo *io, uint32_t kind, const char *why) {
    io->calls->fail(io, kind, bowline_text(why));
    return 1;
}

#include "simobject_bundle.h"
#include "simobject_former.h"
#include "simobject_look.h"
#include "simobject_resource.h"
#include "simobject_terminal.h"

#ifdef __cplusplus
}
#endif

/* -- types and the library, in C -------------------------------------------------
 * (simobject.hpp has its own.) */
#ifndef __cplusplus

/* Bytes to which a type is aligned. */
#define BOWLINE_ALIGNMENT(Type) (sizeof(struct { char first; Type second; }) - sizeof(Type))

/* Defines `variable`, the type of SimObjects that are a `Struct` and have nothing to destroy. */
#define BOWLINE_TYPE(variable, Struct, name, doc, construct)                                            \
    BOWLINE_TYPE_WITH(variable, Struct, name, doc, construct, NULL, 0)

/* The same with `void destroy(void *object)`, or NULL, for what the struct has to free; and 0, or
 * BOWLINE_TYPE_NOT_REENTRANT for one in which calculations keep results. */
#define BOWLINE_TYPE_WITH(variable, Struct, name, doc, construct, destroy, flags)                       \
    BOWLINE_DECLARE_TYPE(variable);                                                                     \
    const BowlineType variable = {sizeof(BowlineType),   flags,                                         \
                                  BOWLINE_LITERAL(name), BOWLINE_LITERAL(doc),                          \
                                  sizeof(Struct),        BOWLINE_ALIGNMENT(Struct),                     \
                                  construct,             destroy,                                       \
                                  NULL,                  NULL}

/* Declares one that another source file of the library defines. */
#define BOWLINE_DECLARE_TYPE(variable) extern BOWLINE_HIDDEN const BowlineType variable

/* Defines the library of these types and what a host finds it by. `Name` is
 * its LibName, without quotes; after `doc` follow the addresses of the types. */
#define BOWLINE_LIBRARY(Name, version, doc, ...)                                                        \
    BOWLINE_EXPORT const BowlineLibrary *bowline_library_##Name(void);                                  \
    const BowlineLibrary *bowline_library_##Name(void) {                                                \
        static const BowlineType *const types[] = {__VA_ARGS__};                                        \
        static const BowlineLibrary library = {BOWLINE_ABI_MAJOR,       BOWLINE_ABI_MINOR,              \
                                               sizeof(BowlineLibrary),  0,                              \
                                               BOWLINE_LITERAL(#Name),  BOWLINE_LITERAL(version),       \
                                               BOWLINE_LITERAL(doc),    NULL,                           \
                                               0,                       BOWLINE_ROW(types),             \
                                               BOWLINE_NEEDS_MINOR,     0};                             \
        return &library;                                                                                \
    }

#endif

#endif
