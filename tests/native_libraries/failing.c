/* Fails as its parameter says, from t = 0.5 on. */

#include <math.h>

#include "simobject.h"

typedef struct {
    BowlinePlace undeclared, sum, value, out;
    int how;
} Failing;

enum { WITH_REASON, WITHOUT_REASON, NAN_OUT, NAN_DERIVATIVE, UNDECLARED_READ, REASON_AND_GOES_ON, BEYOND, NOTHING };

static int out(const Failing *self, BowlineIo *io) {
    double *result = bowline_write(io, self->out, 1);
    bowline_sum(io, self->sum, 1, result);
    if (self->how == UNDECLARED_READ) {
        result[0] += bowline_read(io, self->undeclared, 1)[0];
    }
    if (io->time < 0.5) {
        return 0;
    }
    switch (self->how) {
    case WITH_REASON:
        return bowline_fail(io, BOWLINE_FATAL, "the pump ran dry");
    case WITHOUT_REASON:
        return 1;
    case NAN_OUT:
        result[0] = NAN;
        return 0;
    case REASON_AND_GOES_ON:
        bowline_fail(io, BOWLINE_FATAL, "the pump ran dry");
        return 0;
    default:
        return 0;
    }
}
BOWLINE_SWEEP(out, Failing)

static int motion(const Failing *self, BowlineIo *io) {
    bowline_derivative(io, self->value, 1)[0] = self->how == NAN_DERIVATIVE && io->time >= 0.5 ? NAN : 1.0;
    return 0;
}
BOWLINE_SWEEP(motion, Failing)

/* Returns a position that is not there. */
static size_t beyond(void *objects, size_t count, BowlineIo *io, size_t tag) {
    const Failing *self = (const Failing *)objects;
    const size_t done = motion_sweep(objects, count, io, tag);
    return self->how == BEYOND && io->time >= 0.5 ? count + 5 : done;
}

static int begin(const Failing *self, BowlineIo *io) {
    const double zero = 0.0;
    bowline_set_initial(io, self->value, 1, &zero);
    return 0;
}
BOWLINE_SWEEP(begin, Failing)

static uint32_t construct(BowlineCreator *creator, void *memory) {
    Failing *self = (Failing *)memory;
    self->undeclared = bowline_in_port(creator, "Undeclared", 1, "", "An in-port that nothing says it reads");
    self->sum = bowline_sum_port(creator, "Sum", 1, "", "What goes out");
    self->value = bowline_state(creator, "Value", 1, "", "The time");
    self->out = bowline_out_port(creator, "Out", 1, "", "What comes in");
    self->how = (int)bowline_whole_or(creator, "How", "What goes wrong", NOTHING);
    const uint32_t reads[] = {self->sum.index}, fills[] = {self->out.index}, sets[] = {self->value.index};
    bowline_common_computation(creator, "out", out_sweep, BOWLINE_ROW(reads), BOWLINE_ROW(fills));
    bowline_derivatives(creator, "motion", beyond, BOWLINE_ROW(fills));
    bowline_initial(creator, "begin", begin_sweep, NULL, 0, BOWLINE_ROW(sets));
    return 0;
}
BOWLINE_TYPE(FAILING, Failing, "Bad/Failing", "Fails", construct);

/* A constructor that gives up, with a fault and without one. */
static uint32_t refuse(BowlineCreator *creator, void *memory) {
    BowlineFault fault = {sizeof fault, BOWLINE_NOT_CONSTRUCTED, {NULL, 0}, BOWLINE_LITERAL("there is no licence")};
    (void)memory;
    creator->calls->fault(creator, &fault);
    return 1;
}
BOWLINE_TYPE(REFUSING, char, "Bad/Refusing", "Gives up", refuse);

static uint32_t refuse_in_silence(BowlineCreator *creator, void *memory) {
    (void)creator, (void)memory;
    return 7;
}
BOWLINE_TYPE(SILENT, char, "Bad/Silent", "Gives up", refuse_in_silence);

BOWLINE_LIBRARY(failing, "1.0", "Fails", &FAILING, &REFUSING, &SILENT)
