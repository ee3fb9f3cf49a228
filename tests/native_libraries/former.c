/* What C authors wrote before: former names mean what those of today do. */

#include "simobject.h"

typedef struct {
    BowlinePlace in, mode;
} Former;

static int step(const Former *self, BowlineIo *io) {
    *bowline_next(io, self->mode, 1) = *bowline_read(io, self->in, 1);
    return 0;
}
BOWLINE_SWEEP(step, Former)

static void number(BowlineCreator *creator, uint32_t meaning, BowlinePlace signal, double value) {
    BowlineNumber number;
    memset(&number, 0, sizeof number);
    number.size = sizeof number;
    number.meaning = meaning;
    number.signal = signal.index;
    number.values = &value;
    number.count = 1;
    creator->calls->number(creator, &number);
}

static uint32_t construct(BowlineCreator *creator, void *memory) {
    Former *self = (Former *)memory;
    self->in = bowline_in_port(creator, "In", 1, "", "");
    number(creator, BOWLINE_FALLBACK, self->in, 2.0);
    self->mode = bowline_sampled_state(creator, "Mode", 1, "", "");
    number(creator, BOWLINE_MEANING_INITIAL_VALUE, self->mode, 0.0);
    const uint32_t reads[] = {self->in.index}, sets[] = {self->mode.index};
    bowline_update(creator, "step", step_sweep, bowline_steps(), BOWLINE_ROW(reads), BOWLINE_NONE, BOWLINE_ROW(sets));
    return 0;
}
BOWLINE_TYPE(FORMER, Former, "Signal/Former", "With former names", construct);

BOWLINE_LIBRARY(former, "1.0", "Former names in C", &FORMER)
