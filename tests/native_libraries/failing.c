/* Fails as its parameter says, from t = 0.5 on. */

#include <fenv.h>
#include <math.h>

#include "simobject.h"

typedef struct {
    BowlinePlace undeclared, sum, value, out;
    int how;
} Failing;

enum { WITH_REASON, WITHOUT_REASON, NAN_OUT, NAN_DERIVATIVE, UNDECLARED_READ, REASON_AND_GOES_ON, BEYOND, NOTHING,
       ENDLESS_READ, LATE_READ, NARROWS_THE_VIEW, LOSES_THE_VIEW, ROUNDS_UP };

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
        return bowline_fail(io, BOWLINE_FAILURE_FATAL, "the pump ran dry");
    case WITHOUT_REASON:
        return 1;
    case NAN_OUT:
        result[0] = NAN;
        return 0;
    case REASON_AND_GOES_ON:
        bowline_fail(io, BOWLINE_FAILURE_FATAL, "the pump ran dry");
        return 0;
    case ENDLESS_READ:
        result[0] = bowline_read(io, self->undeclared, (size_t)-1)[0];
        return 0;
    case LATE_READ:
        result[0] = bowline_read(io, self->undeclared, 1)[0];
        return 0;
    case NARROWS_THE_VIEW:
        io->value_count = 1;
        return 0;
    case LOSES_THE_VIEW:
        io->values = NULL;
        io->places = NULL;
        io->place_count = 0;
        return 0;
    case ROUNDS_UP:
        fesetround(FE_UPWARD);
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

/* Confuses sum ports and others. */
typedef struct {
    BowlinePlace sum, in, out;
    int read_the_sum;
} Confusing;

static int confuse(const Confusing *self, BowlineIo *io) {
    double *result = bowline_write(io, self->out, 1);
    if (self->read_the_sum) {
        result[0] = bowline_read(io, self->sum, 1)[0];
    } else {
        bowline_sum(io, self->in, 1, result);
    }
    return 0;
}
BOWLINE_SWEEP(confuse, Confusing)

static uint32_t construct_confusing(BowlineCreator *creator, void *memory) {
    Confusing *self = (Confusing *)memory;
    self->sum = bowline_sum_port(creator, "Sum", 1, "", "");
    self->in = bowline_in_port(creator, "In", 1, "", "");
    self->out = bowline_out_port(creator, "Out", 1, "", "");
    self->read_the_sum = bowline_boolean_or(creator, "ReadTheSum", "Which of the two", 0);
    const uint32_t reads[] = {self->sum.index, self->in.index}, fills[] = {self->out.index};
    bowline_common_computation(creator, "confuse", confuse_sweep, BOWLINE_ROW(reads), BOWLINE_ROW(fills));
    return 0;
}
BOWLINE_TYPE(CONFUSING, Confusing, "Bad/Confusing", "Confuses ports", construct_confusing);

/* A loop of its own, which says who calculates only if it is `Named`: what it
 * says then, holds for the next one that does not. */
typedef struct {
    BowlinePlace out;
    int is_named;
} Loop;

static size_t loop(void *objects, size_t count, BowlineIo *io, size_t tag) {
    const Loop *self = (const Loop *)objects;
    size_t i;
    (void)tag;
    for (i = 0; i < count; ++i) {
        bowline_write(io, self[i].out, 1)[0] = 1.0;
        if (self[i].is_named) {
            io->object = i + 1000;
        } else if (io->time >= 0.5) {
            bowline_fail(io, BOWLINE_FAILURE_FATAL, "the pump ran dry");
            return i;
        }
    }
    return count;
}

static uint32_t construct_loop(BowlineCreator *creator, void *memory) {
    Loop *self = (Loop *)memory;
    self->out = bowline_out_port(creator, "Out", 1, "", "");
    self->is_named = bowline_boolean_or(creator, "Named", "Whether it says who calculates", 0);
    const uint32_t fills[] = {self->out.index};
    bowline_common_computation(creator, "loop", loop, NULL, 0, BOWLINE_ROW(fills));
    return 0;
}
BOWLINE_TYPE(LOOP, Loop, "Bad/Loop", "Loops by itself", construct_loop);

/* A constructor that gives up, with a fault and without one. */
static uint32_t refuse(BowlineCreator *creator, void *memory) {
    BowlineFault fault = {sizeof fault, BOWLINE_FAULT_NOT_CONSTRUCTED, {NULL, 0}, BOWLINE_LITERAL("there is no licence")};
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

BOWLINE_LIBRARY(failing, "1.0", "Fails", &FAILING, &CONFUSING, &LOOP, &REFUSING, &SILENT)
