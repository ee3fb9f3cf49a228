/* A stick-slip element and a sampled filter in C; three_too.cpp and the test have the same. */

#include <stdlib.h>

#include "simobject.h"

/* A mass that a spring holds on a belt: it sticks (mode 0), is faster than the belt (1), or
 * slower (-1). */
typedef struct {
    BowlinePlace pos, vel, mode, lead, forwards, backwards, stop;
    double mass, stiffness, belt, at_rest, sliding;
    size_t law;
} StickSlip;

static int move(const StickSlip *self, BowlineIo *io) {
    const double mode = *bowline_read(io, self->mode, 1);
    const double pos = *bowline_read(io, self->pos, 1), vel = *bowline_read(io, self->vel, 1);
    double friction = self->sliding;
    *bowline_derivative(io, self->pos, 1) = vel;
    if (mode == 0.0) {
        *bowline_derivative(io, self->vel, 1) = 0.0;
        return 0;
    }
    if (self->law == 1) {
        friction += (self->at_rest - self->sliding) * exp(-fabs(vel - self->belt) / 0.1);
    }
    *bowline_derivative(io, self->vel, 1) = (-self->stiffness * pos - mode * friction) / self->mass;
    return 0;
}
BOWLINE_SWEEP(move, StickSlip)

static int watch(const StickSlip *self, BowlineIo *io) {
    const double mode = *bowline_read(io, self->mode, 1), load = -self->stiffness * *bowline_read(io, self->pos, 1);
    *bowline_write(io, self->forwards, 1) = mode == 0.0 ? self->at_rest - load : 1.0;
    *bowline_write(io, self->backwards, 1) = mode == 0.0 ? self->at_rest + load : 1.0;
    *bowline_write(io, self->stop, 1) = mode == 0.0 ? 1.0 : mode * (*bowline_read(io, self->vel, 1) - self->belt);
    return 0;
}
BOWLINE_SWEEP(watch, StickSlip)

static int measure(const StickSlip *self, BowlineIo *io) {
    *bowline_write(io, self->lead, 1) = *bowline_read(io, self->vel, 1) - self->belt;
    return 0;
}
BOWLINE_SWEEP(measure, StickSlip)

static int slip_forwards(const StickSlip *self, BowlineIo *io) {
    const double mode = 1.0;
    bowline_set_now(io, self->mode, 1, &mode);
    return 0;
}
BOWLINE_SWEEP(slip_forwards, StickSlip)

static int slip_backwards(const StickSlip *self, BowlineIo *io) {
    const double mode = -1.0;
    bowline_set_now(io, self->mode, 1, &mode);
    return 0;
}
BOWLINE_SWEEP(slip_backwards, StickSlip)

static int stick(const StickSlip *self, BowlineIo *io) {
    const double mode = 0.0;
    bowline_set_now(io, self->mode, 1, &mode);
    bowline_set_now(io, self->vel, 1, &self->belt);
    return 0;
}
BOWLINE_SWEEP(stick, StickSlip)

static uint32_t construct_stick_slip(BowlineCreator *creator, void *memory) {
    static const BowlineText LAWS[] = {BOWLINE_LITERAL("Coulomb"), BOWLINE_LITERAL("Stribeck")};
    StickSlip *self = (StickSlip *)memory;
    const double zero = 0.0;
    self->pos = bowline_state(creator, "Pos", 1, "m", "Stretch of the spring");
    self->vel = bowline_state(creator, "Vel", 1, "m/s", "Velocity");
    self->mode = bowline_discrete_state(creator, "Mode", 1, "", "1 faster than the belt, -1 slower, 0 with it");
    self->lead = bowline_out_port(creator, "Lead", 1, "m/s", "How much faster than the belt it is");
    self->forwards = bowline_indicator(creator, "Forwards", "N", "", BOWLINE_CROSSING_FALLING);
    self->backwards = bowline_indicator(creator, "Backwards", "N", "", BOWLINE_CROSSING_FALLING);
    self->stop = bowline_indicator(creator, "Stop", "m/s", "", BOWLINE_CROSSING_FALLING);
    bowline_side(creator, self->forwards, self->mode);
    bowline_side(creator, self->backwards, self->mode);
    bowline_nominal(creator, self->forwards, 2.0);
    bowline_out_port_of(creator, "Pos", self->pos, 1);
    bowline_initial_value(creator, self->pos, &zero, 1);
    bowline_initial_value(creator, self->mode, &zero, 1);
    bowline_nominal(creator, self->pos, 0.1);
    bowline_pattern_band(creator, self->pos, self->vel, 0, 0);
    bowline_datum(creator, self->lead, BOWLINE_DATUM_RELATIVE);
    self->mass = bowline_number_more_than(creator, "Mass", "kg", "Mass", 0.0);
    self->stiffness = bowline_number_more_than(creator, "Stiffness", "N/m", "Stiffness", 0.0);
    self->belt = bowline_number(creator, "Belt", "m/s", "Velocity of the belt");
    self->at_rest = bowline_number_more_than(creator, "Static", "N", "Friction at rest", 0.0);
    self->sliding = bowline_number_at_least(creator, "Sliding", "N", "Friction where it slides", 0.0);
    self->law = bowline_choice_or(creator, "Law", "How friction depends on velocity", BOWLINE_ROW(LAWS), 0);
    bowline_initial_value(creator, self->vel, &self->belt, 1);
    {
        const uint32_t watched[] = {self->forwards.index, self->backwards.index, self->stop.index};
        const uint32_t mode[] = {self->mode.index}, lead[] = {self->lead.index}, vel[] = {self->vel.index};
        const uint32_t both[] = {self->mode.index, self->vel.index};
        bowline_derivatives(creator, "move", move_sweep, BOWLINE_ALL);
        bowline_common_computation(creator, "watch", watch_sweep, BOWLINE_ALL, BOWLINE_ROW(watched));
        bowline_common_computation(creator, "measure", measure_sweep, BOWLINE_ROW(vel), BOWLINE_ROW(lead));
        bowline_event_handler(creator, self->forwards, "slip_forwards", slip_forwards_sweep, BOWLINE_NONE,
                              BOWLINE_ROW(mode));
        bowline_event_handler(creator, self->backwards, "slip_backwards", slip_backwards_sweep, BOWLINE_NONE,
                              BOWLINE_ROW(mode));
        bowline_event_handler(creator, self->stop, "stick", stick_sweep, BOWLINE_NONE, BOWLINE_ROW(both));
    }
    return 0;
}
BOWLINE_TYPE(STICK_SLIP, StickSlip, "Friction/StickSlip", "A mass on a belt, held by a spring", construct_stick_slip);

/* x[k+1] = A x[k] + B In[k], Out = C x, on the scenario's clock, where A sets the order. */
typedef struct {
    BowlinePlace in, out, x;
    size_t order;
    double *a, *b, *c;
    double jump_at;
} Filter;

static int step(const Filter *self, BowlineIo *io) {
    const double *x = bowline_read(io, self->x, self->order);
    double *next = bowline_next(io, self->x, self->order);
    double in;
    size_t row, column;
    bowline_sum(io, self->in, 1, &in);
    for (row = 0; row < self->order; ++row) {
        double sum = self->b[row] * in;
        for (column = 0; column < self->order; ++column) {
            sum += self->a[row * self->order + column] * x[column];
        }
        next[row] = sum;
    }
    return 0;
}
BOWLINE_SWEEP(step, Filter)

static int give(const Filter *self, BowlineIo *io) {
    const double *x = bowline_read(io, self->x, self->order);
    double sum = io->time < self->jump_at ? 0.0 : 1.0;
    size_t i;
    for (i = 0; i < self->order; ++i) {
        sum += self->c[i] * x[i];
    }
    *bowline_write(io, self->out, 1) = sum;
    return 0;
}
BOWLINE_SWEEP(give, Filter)

static double jump(const Filter *self, double time) { return time < self->jump_at ? self->jump_at : (double)INFINITY; }
BOWLINE_NEXT(jump, Filter)

static double every_second(const Filter *self, double time) {
    (void)self;
    return floor(time) + 1.0;
}
BOWLINE_NEXT(every_second, Filter)

static uint32_t construct_filter(BowlineCreator *creator, void *memory) {
    Filter *self = (Filter *)memory;
    const BowlineValue a = bowline_any_matrix(creator, "A", "", "Square", BOWLINE_PARAMETER_SQUARE);
    const double zero = 0.0;
    memset(self, 0, sizeof *self);
    self->order = a.columns > 0 ? a.columns : 1;
    self->a = (double *)malloc(sizeof(double) * self->order * self->order);
    self->b = (double *)malloc(sizeof(double) * self->order);
    self->c = (double *)malloc(sizeof(double) * self->order);
    if (self->a == NULL || self->b == NULL || self->c == NULL) {
        return 1;
    }
    memcpy(self->a, a.numbers, sizeof(double) * self->order * self->order);
    bowline_matrix(creator, "B", "", "A column", self->b, self->order, 1);
    bowline_matrix(creator, "C", "", "A row", self->c, 1, self->order);
    self->jump_at = bowline_number_or(creator, "JumpAt", "s", "When 1 is added to Out", 1e9);
    self->in = bowline_sum_port(creator, "In", 1, "", "What is filtered");
    self->out = bowline_out_port(creator, "Out", 1, "", "What is left");
    self->x = bowline_discrete_state(creator, "X", self->order, "", "What it remembers");
    bowline_default_input(creator, self->in, &zero, 1);
    bowline_initial_value(creator, self->x, &zero, 1);
    bowline_time_events(creator, jump_next);
    bowline_stops(creator, every_second_next);
    {
        const uint32_t out[] = {self->out.index}, x[] = {self->x.index}, both[] = {self->in.index, self->x.index};
        bowline_update_counting_ticks(creator, "step", step_sweep, bowline_sample_time_clock(), BOWLINE_ROW(both),
                                      BOWLINE_NONE, BOWLINE_ROW(x));
        bowline_common_computation(creator, "give", give_sweep, BOWLINE_ROW(x), BOWLINE_ROW(out));
    }
    return 0;
}

static void destroy_filter(void *object) {
    Filter *self = (Filter *)object;
    free(self->a);
    free(self->b);
    free(self->c);
}
BOWLINE_TYPE_WITH(FILTER, Filter, "Signal/Filter", "A linear filter", construct_filter, destroy_filter, 0);

/* Colebrook's friction factor, which stands on both sides of its equation. */
typedef struct {
    BowlinePlace reynolds, factor, residual;
    double roughness;
} Pipe;

static int equation(const Pipe *self, BowlineIo *io) {
    const double factor = *bowline_read(io, self->factor, 1), reynolds = *bowline_read(io, self->reynolds, 1);
    if (factor <= 0.0) {
        return bowline_fail(io, BOWLINE_FAILURE_RECOVERABLE, "a friction factor is more than 0");
    }
    *bowline_write(io, self->residual, 1) =
        1.0 / sqrt(factor) + 2.0 * log10(self->roughness / 3.7 + 2.51 / (reynolds * sqrt(factor)));
    return 0;
}
BOWLINE_SWEEP(equation, Pipe)

static uint32_t construct_pipe(BowlineCreator *creator, void *memory) {
    Pipe *self = (Pipe *)memory;
    const double guess = 0.02;
    self->roughness = bowline_number(creator, "Roughness", "", "Roughness over diameter");
    self->reynolds = bowline_in_port(creator, "Re", 1, "", "Reynolds number");
    self->factor = bowline_unknown(creator, "Factor", 1, "", "Friction factor", "Factor-residual", &self->residual);
    bowline_guess(creator, self->factor, &guess, 1);
    bowline_nominal(creator, self->factor, 0.01);
    {
        const uint32_t reads[] = {self->reynolds.index, self->factor.index}, residuals[] = {self->residual.index};
        bowline_residuals(creator, "equation", equation_sweep, BOWLINE_ROW(reads), BOWLINE_ROW(residuals));
    }
    return 0;
}
BOWLINE_TYPE(PIPE, Pipe, "Pipe/Colebrook", "A friction factor", construct_pipe);

BOWLINE_LIBRARY(three, "1.0", "The same in three languages", &STICK_SLIP, &FILTER, &PIPE)
