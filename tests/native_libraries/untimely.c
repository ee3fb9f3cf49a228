/* Clocks, updates and handlers that are wrong in ways of which `Way` chooses one. */

#include "simobject.h"

enum {
    FINE,
    NO_CLOCK,
    TWO_UPDATES,
    NO_PERIOD,
    EARLY,
    NO_INDICATOR,
    FILLS_SAMPLED,
    TIME_OF_STEPS,
    UNFILLED,
    CONTINUOUS_BEFORE,
    NO_PREVIOUS,
    NEXT_BEYOND,
    MEMORY_BEYOND,
    UNDECLARED_NOW,
    NAN_NOW,
    NAN_NEXT,
    WRITES_HELD,
    FAILS,
    NOW_IN_UPDATE,
    READS_BEYOND,
    READS_BEYOND_NOW
};

typedef struct {
    BowlinePlace in, y, z, ring, out, fast, gap;
    uint64_t way;
} Untimely;

static int step(const Untimely *self, BowlineIo *io) {
    double before = *bowline_read(io, self->y, 1);
    if (self->way == READS_BEYOND) {
        before += bowline_read(io, self->y, 2)[1];
    }
    if (self->way == FAILS && io->tick == 5) {
        return bowline_fail(io, BOWLINE_FAILURE_RECOVERABLE, "the clock stopped");
    }
    if (self->way == NOW_IN_UPDATE) {
        bowline_set_now(io, self->z, 1, &before);
        return 0;
    }
    if (self->way == WRITES_HELD) {
        *bowline_write(io, self->y, 1) = before + 1.0;
    }
    *bowline_next(io, self->y, 1) = self->way == NAN_NEXT && io->tick == 4 ? (double)NAN : before + 1.0;
    if (self->way == NEXT_BEYOND) {
        bowline_next(io, self->y, 2)[1] = 77.0;
    }
    return 0;
}
BOWLINE_SWEEP(step, Untimely)

static int shift(const Untimely *self, BowlineIo *io) {
    double *ring = bowline_write(io, self->ring, 2);
    ring[1] = ring[0];
    ring[0] = *bowline_read(io, self->in, 1);
    if (self->way == MEMORY_BEYOND) {
        ring[2] = 77.0;
    }
    return 0;
}
BOWLINE_SWEEP(shift, Untimely)

static int show(const Untimely *self, BowlineIo *io) {
    *bowline_write(io, self->out, 1) = *bowline_read(io, self->in, 1);
    return 0;
}
BOWLINE_SWEEP(show, Untimely)

static int hold(const Untimely *self, BowlineIo *io) {
    *bowline_write(io, self->fast, 1) = 1.0;
    return 0;
}
BOWLINE_SWEEP(hold, Untimely)

/* Falls below 0 at 0.55 s. */
static int watch(const Untimely *self, BowlineIo *io) {
    *bowline_write(io, self->gap, 1) = 0.55 - io->time;
    return 0;
}
BOWLINE_SWEEP(watch, Untimely)

static int handle(const Untimely *self, BowlineIo *io) {
    const double seven = 7.0, nan = (double)NAN;
    const double *const other = self->way == READS_BEYOND_NOW ? bowline_read(io, self->z, 2) + 1 : &seven;
    const double *const value = self->way == NAN_NOW ? &nan : other;
    bowline_set_now(io, self->z, 1, value);
    if (self->way == UNDECLARED_NOW) {
        bowline_set_now(io, self->y, 1, &seven);
    }
    return 0;
}
BOWLINE_SWEEP(handle, Untimely)

static uint32_t construct(BowlineCreator *creator, void *memory) {
    Untimely *self = (Untimely *)memory;
    const double zero = 0.0;
    BowlineClock clock = bowline_every(0.1, 0.0);
    self->way = bowline_whole_or(creator, "Way", "", FINE);
    if (self->way == NO_PERIOD) {
        clock.period = 0.0;
    }
    if (self->way == EARLY) {
        clock.offset = -0.1;
    }
    if (self->way == TIME_OF_STEPS) {
        bowline_sample_time(creator, bowline_steps());
    }
    self->in = bowline_in_port(creator, "In", 1, "", "");
    self->y = bowline_discrete_state(creator, "Y", 1, "", "");
    self->z = bowline_discrete_state(creator, "Z", 1, "", "");
    self->ring = bowline_memory(creator, "Ring", 2);
    self->out = bowline_out_port(creator, "Out", 1, "", "");
    self->fast = bowline_out_port(creator, "Fast", 1, "", "");
    self->gap = bowline_indicator(creator, "Gap", "s", "", BOWLINE_CROSSING_FALLING);
    bowline_out_port_of(creator, "Y", self->y, 1);
    bowline_out_port_of(creator, "Z", self->z, 1);
    bowline_initial_value(creator, self->y, &zero, 1);
    bowline_initial_value(creator, self->z, &zero, 1);
    const uint32_t in[] = {self->in.index}, y[] = {self->y.index}, z[] = {self->z.index}, ring[] = {self->ring.index};
    const uint32_t out[] = {self->out.index}, fast[] = {self->fast.index}, gap[] = {self->gap.index};
    if (self->way == NO_CLOCK) {
        bowline_calculation(creator, BOWLINE_PURPOSE_UPDATE, "step", step_sweep, BOWLINE_NONE, BOWLINE_ROW(y));
    } else {
        bowline_update(creator, "step", step_sweep, clock, BOWLINE_ROW(y),
                       self->way == CONTINUOUS_BEFORE ? out : NULL, self->way == CONTINUOUS_BEFORE, BOWLINE_ROW(y));
    }
    if (self->way == TWO_UPDATES) {
        bowline_update(creator, "again", step_sweep, clock, BOWLINE_ROW(y), BOWLINE_NONE, BOWLINE_ROW(y));
    }
    bowline_update(creator, "shift", shift_sweep, clock, BOWLINE_ROW(in), BOWLINE_NONE, BOWLINE_ROW(ring));
    bowline_common_computation(creator, "show", show_sweep, BOWLINE_ROW(in),
                               self->way == FILLS_SAMPLED ? z : out, 1);
    bowline_common_computation_on(creator, "hold", hold_sweep, clock, BOWLINE_NONE,
                                  self->way == NO_PREVIOUS ? in : NULL, self->way == NO_PREVIOUS, BOWLINE_ROW(fast));
    if (self->way != UNFILLED) {
        bowline_common_computation(creator, "watch", watch_sweep, BOWLINE_NONE, BOWLINE_ROW(gap));
    }
    bowline_event_handler(creator, self->way == NO_INDICATOR ? self->out : self->gap, "handle", handle_sweep,
                          BOWLINE_ROW(z), BOWLINE_ROW(z));
    return 0;
}
BOWLINE_TYPE(UNTIMELY, Untimely, "Bad/Untimely", "", construct);

BOWLINE_LIBRARY(untimely, "1.0", "Wrong clocks and events in C", &UNTIMELY)
