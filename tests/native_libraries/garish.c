/* Sends a message that a terminal obeys. */

#include "simobject.h"

#define GARISH "\033]0;owned\007\033[31m\302\233" "32m\r\010 all is well"
/* Messages of a run need not be UTF-8. */
#define GARBLED GARISH "\377"

typedef struct {
    BowlinePlace out;
} Garish;

static int out(const Garish *self, BowlineIo *io) {
    const BowlineText text = BOWLINE_LITERAL(GARBLED);
    bowline_write(io, self->out, 1)[0] = 1.0;
    if (io->time < 0.5) {
        return 0;
    }
    io->calls->log(io, BOWLINE_LEVEL_WARNING, text);
    return bowline_fail(io, BOWLINE_FAILURE_FATAL, GARBLED);
}
BOWLINE_SWEEP(out, Garish)

static uint32_t construct(BowlineCreator *creator, void *memory) {
    Garish *self = (Garish *)memory;
    const BowlineText text = BOWLINE_LITERAL(GARISH);
    creator->calls->log(creator, BOWLINE_LEVEL_WARNING, text);
    self->out = bowline_out_port(creator, "Out", 1, "", GARISH);
    const uint32_t fills[] = {self->out.index};
    bowline_common_computation(creator, "out", out_sweep, NULL, 0, BOWLINE_ROW(fills));
    return 0;
}
BOWLINE_TYPE(GARISH_TYPE, Garish, "Bad/Garish", GARISH, construct);

BOWLINE_LIBRARY(garish, "1.0", GARISH, &GARISH_TYPE)
