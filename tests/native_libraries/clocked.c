/* What runs on clocks, and what happens in between, as a C author writes it. */

#include "simobject.h"

/* Y is what In was at the tick before. */
typedef struct {
    BowlinePlace in, y;
} UnitDelay;

static int sample(const UnitDelay *self, BowlineIo *io) {
    *bowline_next(io, self->y, 1) = *bowline_read(io, self->in, 1);
    return 0;
}
BOWLINE_SWEEP(sample, UnitDelay)

static uint32_t construct_delay(BowlineCreator *creator, void *memory) {
    UnitDelay *self = (UnitDelay *)memory;
    const double zero = 0.0;
    self->in = bowline_in_port(creator, "In", 1, "", "");
    self->y = bowline_discrete_state(creator, "Y", 1, "", "In at the tick before");
    bowline_out_port_of(creator, "Y", self->y, 1);
    bowline_initial_value(creator, self->y, &zero, 1);
    const uint32_t reads[] = {self->in.index}, sets[] = {self->y.index};
    bowline_update(creator, "sample", sample_sweep, bowline_sample_time_clock(), BOWLINE_ROW(reads), BOWLINE_NONE,
                   BOWLINE_ROW(sets));
    return 0;
}
BOWLINE_TYPE(DELAY, UnitDelay, "Signal/UnitDelay", "Delays by a tick", construct_delay);

/* A line that pulls as a spring does until it breaks: a mode, which an event sets. */
typedef struct {
    BowlinePlace stretch, tension, broken, reserve;
    double stiffness, strength;
} Line;

static int pull(const Line *line, BowlineIo *io) {
    const double stretch = *bowline_read(io, line->stretch, 1);
    const double is_broken = *bowline_read(io, line->broken, 1);
    *bowline_write(io, line->tension, 1) = is_broken != 0.0 ? 0.0 : line->stiffness * stretch;
    *bowline_write(io, line->reserve, 1) = is_broken != 0.0 ? 1.0 : line->strength - line->stiffness * stretch;
    return 0;
}
BOWLINE_SWEEP(pull, Line)

static int tear(const Line *line, BowlineIo *io) {
    const double yes = 1.0;
    bowline_set_now(io, line->broken, 1, &yes);
    return 0;
}
BOWLINE_SWEEP(tear, Line)

static uint32_t construct_line(BowlineCreator *creator, void *memory) {
    Line *line = (Line *)memory;
    const double no = 0.0;
    line->stretch = bowline_in_port(creator, "Stretch", 1, "m", "How much longer it is than at rest");
    line->tension = bowline_out_port(creator, "Tension", 1, "N", "What it pulls with");
    line->broken = bowline_discrete_state(creator, "Broken", 1, "", "1 when it is broken");
    bowline_out_port_of(creator, "Broken", line->broken, 1);
    bowline_initial_value(creator, line->broken, &no, 1);
    line->reserve = bowline_indicator(creator, "Reserve", "N", "Up to its strength", BOWLINE_CROSSING_FALLING);
    const uint32_t reads[] = {line->stretch.index, line->broken.index};
    const uint32_t fills[] = {line->tension.index, line->reserve.index}, sets[] = {line->broken.index};
    bowline_common_computation(creator, "pull", pull_sweep, BOWLINE_ROW(reads), BOWLINE_ROW(fills));
    bowline_event_handler(creator, line->reserve, "tear", tear_sweep, BOWLINE_NONE, BOWLINE_ROW(sets));
    line->stiffness = bowline_number_more_than(creator, "Stiffness", "N/m", "Stiffness", 0.0);
    line->strength = bowline_number_more_than(creator, "Strength", "N", "What it holds", 0.0);
    return 0;
}
BOWLINE_TYPE(LINE, Line, "Cable/Line", "A line that may break", construct_line);

/* Out is what In was two ticks before, from memory; Sum adds up what Out was a tick
 * before, that is, In of three ticks before; both on a clock of its own that begins
 * late. Tick tells which tick it was. */
typedef struct {
    BowlinePlace in, ring, out, sum, tick;
    double period;
} Ring;

static int read_ring(const Ring *self, BowlineIo *io) {
    *bowline_write(io, self->out, 1) = bowline_read(io, self->ring, 2)[1];
    *bowline_write(io, self->tick, 1) = (double)io->tick;
    return 0;
}
BOWLINE_SWEEP(read_ring, Ring)

static int add(const Ring *self, BowlineIo *io) {
    *bowline_next(io, self->sum, 1) = *bowline_read(io, self->sum, 1) + self->period * *bowline_read(io, self->out, 1);
    return 0;
}
BOWLINE_SWEEP(add, Ring)

static int shift(const Ring *self, BowlineIo *io) {
    double *ring = bowline_write(io, self->ring, 2);
    ring[1] = ring[0];
    ring[0] = *bowline_read(io, self->in, 1);
    return 0;
}
BOWLINE_SWEEP(shift, Ring)

static uint32_t construct_ring(BowlineCreator *creator, void *memory) {
    Ring *self = (Ring *)memory;
    const BowlineClock clock = bowline_every(0.5, 0.25);
    const double begin[] = {-1.0, -2.0}, out = -7.0, zero = 0.0;
    self->period = bowline_sample_time(creator, clock);
    self->in = bowline_in_port(creator, "In", 1, "", "");
    self->ring = bowline_memory(creator, "Ring", 2);
    self->out = bowline_out_port(creator, "Out", 1, "", "");
    self->tick = bowline_out_port(creator, "Tick", 1, "", "");
    self->sum = bowline_discrete_state(creator, "Sum", 1, "", "");
    bowline_out_port_of(creator, "Sum", self->sum, 1);
    bowline_initial_value(creator, self->ring, BOWLINE_ROW(begin));
    bowline_initial_value(creator, self->out, &out, 1);
    bowline_initial_value(creator, self->sum, &zero, 1);
    const uint32_t reads_ring[] = {self->ring.index}, fills[] = {self->out.index, self->tick.index};
    bowline_common_computation_on(creator, "read_ring", read_ring_sweep, clock, BOWLINE_ROW(reads_ring), BOWLINE_NONE,
                                  BOWLINE_ROW(fills));
    const uint32_t out_before[] = {self->out.index}, sum[] = {self->sum.index};
    bowline_update(creator, "add", add_sweep, clock, BOWLINE_ROW(sum), BOWLINE_ROW(out_before), BOWLINE_ROW(sum));
    const uint32_t reads_in[] = {self->in.index}, ring[] = {self->ring.index};
    bowline_update(creator, "shift", shift_sweep, clock, BOWLINE_ROW(reads_in), BOWLINE_NONE, BOWLINE_ROW(ring));
    return 0;
}
BOWLINE_TYPE(RING, Ring, "Signal/Ring", "Delays by two ticks", construct_ring);

/* What an accepted step has seen most of. */
typedef struct {
    BowlinePlace in, peak;
} Peak;

static int step(const Peak *self, BowlineIo *io) {
    *bowline_next(io, self->peak, 1) = fmax(*bowline_read(io, self->peak, 1), *bowline_read(io, self->in, 1));
    return 0;
}
BOWLINE_SWEEP(step, Peak)

static int begin(const Peak *self, BowlineIo *io) {
    bowline_set_initial(io, self->peak, 1, bowline_read(io, self->in, 1));
    return 0;
}
BOWLINE_SWEEP(begin, Peak)

static uint32_t construct_peak(BowlineCreator *creator, void *memory) {
    Peak *self = (Peak *)memory;
    self->in = bowline_in_port(creator, "In", 1, "", "");
    self->peak = bowline_discrete_state(creator, "Peak", 1, "", "");
    bowline_out_port_of(creator, "Peak", self->peak, 1);
    const uint32_t reads[] = {self->in.index}, sets[] = {self->peak.index};
    bowline_initial(creator, "begin", begin_sweep, BOWLINE_ROW(reads), BOWLINE_ROW(sets));
    bowline_update(creator, "step", step_sweep, bowline_steps(), BOWLINE_ROW(reads), BOWLINE_NONE, BOWLINE_ROW(sets));
    return 0;
}
BOWLINE_TYPE(PEAK, Peak, "Signal/Peak", "The largest input of a step", construct_peak);

BOWLINE_LIBRARY(clocked, "1.0", "Clocks, updates and events in C", &DELAY, &LINE, &RING, &PEAK)
