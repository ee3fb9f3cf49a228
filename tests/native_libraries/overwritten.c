/* Empties its own file while it is loaded, as a new build may do. */

#include <stdio.h>

#include "simobject.h"

typedef struct {
    BowlinePlace out;
} Overwritten;

static int out(const Overwritten *self, BowlineIo *io) {
    bowline_write(io, self->out, 1)[0] = 1.0;
    if (io->time >= 0.5) {
        FILE *file = fopen("overwritten.library", "w");
        if (file != NULL) {
            fclose(file);
        }
    }
    return 0;
}
BOWLINE_SWEEP(out, Overwritten)

static uint32_t construct(BowlineCreator *creator, void *memory) {
    Overwritten *self = (Overwritten *)memory;
    self->out = bowline_out_port(creator, "Out", 1, "", "One");
    const uint32_t fills[] = {self->out.index};
    bowline_common_computation(creator, "out", out_sweep, NULL, 0, BOWLINE_ROW(fills));
    return 0;
}
BOWLINE_TYPE(OVERWRITTEN, Overwritten, "Bad/Overwritten", "Empties its file", construct);

BOWLINE_LIBRARY(overwritten, "1.0", "Empties its file", &OVERWRITTEN)
