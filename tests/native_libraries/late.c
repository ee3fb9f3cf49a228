/* A SimObject that misbehaves, but only later than 1 s: `Way` selects how, `By` how
 * many numbers away from the start of its row. */

#include "simobject.h"

enum { FINE, MEMORY, OUT, SLOPE, STATE, NEXT, FAST, NOW, PREVIOUS, NO_FAST, NO_NEXT, COUNTS };

typedef struct {
    BowlinePlace in, told, x, y, z, ring, out, fast, gap;
    uint64_t way;
    double by;
} Late;

/* Whether to misbehave now. */
static int is_late(const Late *self, const BowlineIo *io, uint64_t way) {
    return self->way == way && io->time > 1.0;
}

static void stray(const Late *self, BowlineIo *io, uint64_t way, double *row, double number) {
    if (is_late(self, io, way)) {
        row[(ptrdiff_t)self->by] = number;
    }
}

static int show(const Late *self, BowlineIo *io) {
    double *out = bowline_write(io, self->out, 1);
    stray(self, io, OUT, out, 77.0);
    *out = *bowline_read(io, self->in, 1);
    stray(self, io, STATE, (double *)bowline_read(io, self->x, 1), 77.0);
    return 0;
}
BOWLINE_SWEEP(show, Late)

static int growth(const Late *self, BowlineIo *io) {
    double *slope = bowline_derivative(io, self->x, 1);
    *slope = 1.0;
    stray(self, io, SLOPE, slope, 77.0);
    return 0;
}
BOWLINE_SWEEP(growth, Late)

static int step(const Late *self, BowlineIo *io) {
    static double count = 0.0;
    const double before = *bowline_read(io, self->y, 1);
    double *next = bowline_next(io, self->y, 1);
    count += 1.0;
    if (!is_late(self, io, NO_NEXT)) {
        *next = self->way == COUNTS ? count : before + 1.0;
    }
    stray(self, io, NEXT, next, 77.0);
    return 0;
}
BOWLINE_SWEEP(step, Late)

static int shift(const Late *self, BowlineIo *io) {
    double *ring = bowline_write(io, self->ring, 2);
    ring[1] = ring[0];
    ring[0] = *bowline_read(io, self->in, 1);
    stray(self, io, MEMORY, ring, 77.0);
    return 0;
}
BOWLINE_SWEEP(shift, Late)

static int hold(const Late *self, BowlineIo *io) {
    double *fast = bowline_write(io, self->fast, 1);
    if (!is_late(self, io, NO_FAST)) {
        *fast = *bowline_read(io, self->told, 1);
    }
    stray(self, io, PREVIOUS, (double *)bowline_read(io, self->told, 1), 77.0);
    stray(self, io, FAST, fast, 77.0);
    return 0;
}
BOWLINE_SWEEP(hold, Late)

/* Falls below 0 at 1.55 s. */
static int watch(const Late *self, BowlineIo *io) {
    *bowline_write(io, self->gap, 1) = 1.55 - io->time;
    return 0;
}
BOWLINE_SWEEP(watch, Late)

static int handle(const Late *self, BowlineIo *io) {
    const double one = 1.0;
    bowline_set_now(io, self->z, 1, &one);
    stray(self, io, NOW, (double *)bowline_read(io, self->z, 1), 77.0);
    return 0;
}
BOWLINE_SWEEP(handle, Late)

static uint32_t construct(BowlineCreator *creator, void *memory) {
    Late *self = (Late *)memory;
    const double zero = 0.0;
    const BowlineClock clock = bowline_every(0.1, 0.0);
    self->way = bowline_whole_or(creator, "Way", "", FINE);
    self->by = bowline_number_or(creator, "By", "", "", 0.0);
    self->in = bowline_in_port(creator, "In", 1, "", "");
    self->told = bowline_in_port(creator, "Told", 1, "", "");
    self->x = bowline_state(creator, "X", 1, "", "");
    self->y = bowline_discrete_state(creator, "Y", 1, "", "");
    self->z = bowline_discrete_state(creator, "Z", 1, "", "");
    self->ring = bowline_memory(creator, "Ring", 2);
    self->out = bowline_out_port(creator, "Out", 1, "", "");
    self->fast = bowline_out_port(creator, "Fast", 1, "", "");
    self->gap = bowline_indicator(creator, "Gap", "s", "", BOWLINE_CROSSING_FALLING);
    bowline_out_port_of(creator, "Y", self->y, 1);
    bowline_out_port_of(creator, "Z", self->z, 1);
    bowline_initial_value(creator, self->x, &zero, 1);
    bowline_initial_value(creator, self->y, &zero, 1);
    bowline_initial_value(creator, self->z, &zero, 1);
    bowline_initial_value(creator, self->fast, &zero, 1);
    const uint32_t in[] = {self->in.index}, told[] = {self->told.index}, x[] = {self->x.index};
    const uint32_t in_and_x[] = {self->in.index, self->x.index}, y[] = {self->y.index}, z[] = {self->z.index};
    const uint32_t ring[] = {self->ring.index}, out[] = {self->out.index}, fast[] = {self->fast.index};
    const uint32_t gap[] = {self->gap.index};
    bowline_common_computation(creator, "show", show_sweep, BOWLINE_ROW(in_and_x), BOWLINE_ROW(out));
    bowline_derivatives(creator, "growth", growth_sweep, BOWLINE_ROW(x));
    bowline_update(creator, "step", step_sweep, clock, BOWLINE_ROW(y), BOWLINE_NONE, BOWLINE_ROW(y));
    bowline_update(creator, "shift", shift_sweep, clock, BOWLINE_ROW(in), BOWLINE_NONE, BOWLINE_ROW(ring));
    bowline_common_computation_on(creator, "hold", hold_sweep, clock, BOWLINE_NONE, BOWLINE_ROW(told),
                                  BOWLINE_ROW(fast));
    bowline_common_computation(creator, "watch", watch_sweep, BOWLINE_NONE, BOWLINE_ROW(gap));
    bowline_event_handler(creator, self->gap, "handle", handle_sweep, BOWLINE_ROW(z), BOWLINE_ROW(z));
    return 0;
}
BOWLINE_TYPE(LATE, Late, "Bad/Late", "", construct);

BOWLINE_LIBRARY(late, "1.0", "Wrong from 1 s on, in C", &LATE)
