/* Small elements in C, for the benchmark of languages. */

#include "simobject.h"

typedef struct {
    BowlinePlace in, x;
    double rate;
} Lag;

static int lag(const Lag *self, BowlineIo *io) {
    const double x = bowline_read(io, self->x, 1)[0];
    bowline_derivative(io, self->x, 1)[0] = self->rate * (bowline_read(io, self->in, 1)[0] - x);
    return 0;
}
BOWLINE_SWEEP(lag, Lag)

static uint32_t construct_lag(BowlineCreator *creator, void *memory) {
    Lag *self = (Lag *)memory;
    const double zero = 0.0;
    self->in = bowline_in_port(creator, "In", 1, "", "");
    self->x = bowline_state(creator, "X", 1, "", "");
    bowline_initial_value(creator, self->x, &zero, 1);
    bowline_out_port_of(creator, "Out", self->x, 1);
    self->rate = bowline_number(creator, "Rate", "1/s", "");
    bowline_derivatives(creator, "lag", lag_sweep, BOWLINE_ALL);
    return 0;
}
BOWLINE_TYPE(LAG, Lag, "Lag", "", construct_lag);

typedef struct {
    BowlinePlace in, out;
    double factor;
} Gain;

static int gain(const Gain *self, BowlineIo *io) {
    bowline_write(io, self->out, 1)[0] = self->factor * bowline_read(io, self->in, 1)[0];
    return 0;
}
BOWLINE_SWEEP(gain, Gain)

static uint32_t construct_gain(BowlineCreator *creator, void *memory) {
    Gain *self = (Gain *)memory;
    uint32_t fills[1];
    self->in = bowline_in_port(creator, "In", 1, "", "");
    self->out = bowline_out_port(creator, "Out", 1, "", "");
    self->factor = bowline_number(creator, "Factor", "", "");
    fills[0] = self->out.index;
    bowline_common_computation(creator, "gain", gain_sweep, BOWLINE_ALL, BOWLINE_ROW(fills));
    return 0;
}
BOWLINE_TYPE(GAIN, Gain, "Gain", "", construct_gain);

typedef struct {
    BowlinePlace a, b, force;
    double stiffness, length;
} Spring;

static int force(const Spring *self, BowlineIo *io) {
    const double *a = bowline_read(io, self->a, 3), *b = bowline_read(io, self->b, 3);
    const double dx = b[0] - a[0], dy = b[1] - a[1], dz = b[2] - a[2];
    const double length = sqrt(dx * dx + dy * dy + dz * dz);
    const double tension = self->stiffness * (1.0 - self->length / length);
    double *out = bowline_write(io, self->force, 3);
    out[0] = tension * dx;
    out[1] = tension * dy;
    out[2] = tension * dz;
    return 0;
}
BOWLINE_SWEEP(force, Spring)

static uint32_t construct_spring(BowlineCreator *creator, void *memory) {
    Spring *self = (Spring *)memory;
    uint32_t fills[1];
    self->a = bowline_in_port(creator, "A", 3, "", "");
    self->b = bowline_in_port(creator, "B", 3, "", "");
    self->force = bowline_out_port(creator, "Force", 3, "", "");
    self->stiffness = bowline_number(creator, "Stiffness", "", "");
    self->length = bowline_number(creator, "Length", "", "");
    fills[0] = self->force.index;
    bowline_common_computation(creator, "force", force_sweep, BOWLINE_ALL, BOWLINE_ROW(fills));
    return 0;
}
BOWLINE_TYPE(SPRING, Spring, "Spring", "", construct_spring);

BOWLINE_LIBRARY(small_c, "1.0", "Small elements", &LAG, &GAIN, &SPRING)
