/* A SimObject that uses more than its ports have, or changes what it must not. */

#include "simobject.h"

typedef struct {
    BowlinePlace in, undeclared, summed, state, out;
    uint64_t way;
} Beyond;

enum { FAITHFUL, READS, WRITES, CHANGES, DIFFERENTIATES, READS_RAW, SUMS_RAW, WRITES_RAW };

static int output(const Beyond *self, BowlineIo *io) {
    const double *in = bowline_read(io, self->in, self->way == READS ? 2 : 1);
    double *out = bowline_write(io, self->out, self->way == WRITES ? 2 : 1);
    out[0] = self->way == READS ? in[1] : in[0];
    if (self->way == WRITES) {
        out[1] = 7.0;
    }
    /* Without asking whether the place is within bounds. */
    if (self->way == READS_RAW) {
        out[0] = io->values[self->undeclared.first];
    }
    if (self->way == SUMS_RAW) {
        out[0] = io->values[io->places[self->summed.first]];
    }
    if (self->way == WRITES_RAW) {
        io->values[self->undeclared.first] = 7.0;
    }
    if (self->way == CHANGES) {
        bowline_write(io, self->in, 1)[0] = 7.0;
    }
    return 0;
}
BOWLINE_SWEEP(output, Beyond)

static int growth(const Beyond *self, BowlineIo *io) {
    const size_t width = self->way == DIFFERENTIATES ? 2 : 1;
    double *derivative = bowline_derivative(io, self->state, width);
    derivative[width - 1] = 1.0;
    derivative[0] = 1.0;
    return 0;
}
BOWLINE_SWEEP(growth, Beyond)

static uint32_t construct(BowlineCreator *creator, void *memory) {
    Beyond *self = (Beyond *)memory;
    self->in = bowline_in_port(creator, "In", 1, "", "");
    self->undeclared = bowline_in_port(creator, "Undeclared", 3, "", "");
    self->summed = bowline_sum_port(creator, "Summed", 1, "", "");
    self->state = bowline_state(creator, "X", 1, "", "");
    self->out = bowline_out_port(creator, "Out", 1, "", "");
    self->way = bowline_whole_or(creator, "Way", "", FAITHFUL);
    const uint32_t in[] = {self->in.index}, state[] = {self->state.index}, out[] = {self->out.index};
    bowline_common_computation(creator, "output", output_sweep, BOWLINE_ROW(in), BOWLINE_ROW(out));
    bowline_derivatives(creator, "growth", growth_sweep, BOWLINE_ROW(state));
    return 0;
}
BOWLINE_TYPE(BEYOND, Beyond, "Beyond", "", construct);

BOWLINE_LIBRARY(beyond, "1.0", "", &BEYOND)
