/* Resources in C: a sea that answers, cables that ask, and mistakes. */

#include "simobject.h"

static const BowlineQuantity where[] = {BOWLINE_QUANTITY("Pos", "m", 3)};
static const BowlineQuantity what[] = {BOWLINE_QUANTITY("Vel", "m/s", 3), BOWLINE_QUANTITY("Depth", "m", 1)};
static const BowlineResourceKind WATER =
    BOWLINE_RESOURCE_KIND("WaterKinematics", "How water moves at a position", where, what);

/* Vel = (Surface exp(z) cos(t), Swell, 0), with an in-port and a state. */
typedef struct {
    BowlinePlace surface, swell;
    double limit;
} Sea;

static int kinematics(const Sea *self, BowlineIo *io, const double *pos, double *out) {
    if (pos[2] > self->limit) {
        return bowline_fail(io, BOWLINE_FAILURE_RECOVERABLE, "there is no water above the surface");
    }
    out[0] = *bowline_read(io, self->surface, 1) * exp(pos[2]) * cos(io->time);
    out[1] = *bowline_read(io, self->swell, 1);
    out[2] = 0.0;
    out[3] = 100.0 + pos[2];
    return 0;
}
BOWLINE_ANSWERS(kinematics, Sea, 3, 4)

static int settle(const Sea *self, BowlineIo *io) {
    *bowline_derivative(io, self->swell, 1) = -*bowline_read(io, self->swell, 1);
    return 0;
}
BOWLINE_SWEEP(settle, Sea)

static uint32_t construct_sea(BowlineCreator *creator, void *memory) {
    Sea *self = (Sea *)memory;
    self->surface = bowline_in_port(creator, "Surface", 1, "m/s", "Velocity at the surface");
    self->swell = bowline_state(creator, "Swell", 1, "m/s", "Swell that dies out");
    {
        const uint32_t reads[] = {self->surface.index}, swell[] = {self->swell.index};
        bowline_provides(creator, "Water", &WATER, "Its water", "kinematics", kinematics_answers, BOWLINE_ROW(reads));
        bowline_derivatives(creator, "settle", settle_sweep, BOWLINE_ROW(swell));
    }
    self->limit = bowline_number_or(creator, "Limit", "m", "Where the water ends", 10.0);
    return 0;
}
BOWLINE_TYPE(SEA, Sea, "Environment/Sea", "A sea", construct_sea);

/* Two ends that drift with the water: both are asked for at once. */
typedef struct {
    BowlinePlace ends, depth, water;
} Cable;

static int drift(const Cable *self, BowlineIo *io) {
    const double *ends = bowline_read(io, self->ends, 6);
    double answers[8];
    int i;
    if (bowline_query_many(io, self->water, ends, answers, 2) != 0) {
        return 1;
    }
    for (i = 0; i < 3; ++i) {
        bowline_derivative(io, self->ends, 6)[i] = answers[i];
        bowline_derivative(io, self->ends, 6)[3 + i] = answers[4 + i];
    }
    return 0;
}
BOWLINE_SWEEP(drift, Cable)

static int measure(const Cable *self, BowlineIo *io) {
    double answer[4];
    if (bowline_query(io, self->water, bowline_read(io, self->ends, 6), answer) != 0) {
        return 1;
    }
    *bowline_write(io, self->depth, 1) = answer[3];
    return 0;
}
BOWLINE_SWEEP(measure, Cable)

static uint32_t construct_cable(BowlineCreator *creator, void *memory) {
    Cable *self = (Cable *)memory;
    self->ends = bowline_state(creator, "Ends", 6, "m", "Positions of both ends");
    self->depth = bowline_out_port(creator, "Depth", 1, "m", "Depth at the first end");
    self->water = bowline_uses(creator, "Water", &WATER, "The water around it");
    {
        const uint32_t reads[] = {self->ends.index, self->water.index}, fills[] = {self->depth.index};
        bowline_derivatives(creator, "drift", drift_sweep, BOWLINE_ROW(reads));
        bowline_common_computation(creator, "measure", measure_sweep, BOWLINE_ROW(reads), BOWLINE_ROW(fills));
    }
    return 0;
}
BOWLINE_TYPE(CABLE, Cable, "Cable/Drifting", "A cable that drifts", construct_cable);

/* Asks what it did not name, and answers from what it did not name. */
typedef struct {
    BowlinePlace in, out, water;
} Careless;

static int blurt(const Careless *self, BowlineIo *io, const double *pos, double *out) {
    int i;
    (void)pos;
    for (i = 0; i < 4; ++i) {
        out[i] = *bowline_read(io, self->in, 1);
    }
    return 0;
}
BOWLINE_ANSWERS(blurt, Careless, 3, 4)

static int peek(const Careless *self, BowlineIo *io) {
    const double pos[] = {0.0, 0.0, 0.0};
    double answer[4];
    *bowline_write(io, self->out, 1) = 0.0;
    return bowline_query(io, self->water, pos, answer);
}
BOWLINE_SWEEP(peek, Careless)

static uint32_t construct_careless(BowlineCreator *creator, void *memory) {
    Careless *self = (Careless *)memory;
    const int answers = (int)bowline_number(creator, "Answers", "", "1: it answers; 0: it asks");
    self->in = bowline_in_port(creator, "In", 1, "", "");
    if (answers) {
        bowline_provides(creator, "Water", &WATER, "", "blurt", blurt_answers, BOWLINE_NONE);
    } else {
        self->out = bowline_out_port(creator, "Out", 1, "", "");
        self->water = bowline_uses(creator, "Water", &WATER, "");
        {
            const uint32_t fills[] = {self->out.index};
            bowline_common_computation(creator, "peek", peek_sweep, BOWLINE_NONE, BOWLINE_ROW(fills));
        }
    }
    return 0;
}
BOWLINE_TYPE(CARELESS, Careless, "Bad/Careless", "Declares too little", construct_careless);

/* Provides the kinds that libraries share, of nothing. */
typedef struct {
    double nothing;
} Nowhere;

static int nothing(const Nowhere *self, BowlineIo *io, const double *pos, double *out) {
    (void)self;
    (void)io;
    (void)pos;
    out[0] = out[1] = out[2] = 0.0;
    return 0;
}
BOWLINE_ANSWERS(nothing, Nowhere, 3, 3)

static uint32_t construct_nowhere(BowlineCreator *creator, void *memory) {
    (void)memory;
    bowline_provides(creator, "Gravity", bowline_gravity(), "", "nothing", nothing_answers, BOWLINE_NONE);
    bowline_provides(creator, "Field", bowline_vector_field(), "", "nothing", nothing_answers, BOWLINE_NONE);
    return 0;
}
BOWLINE_TYPE(NOWHERE, Nowhere, "Environment/Nowhere", "Neither gravity nor wind", construct_nowhere);

/* Asks for more answers than it has room for. */
typedef struct {
    BowlinePlace out, water;
    double count;
} Greedy;

static int grab(const Greedy *self, BowlineIo *io) {
    const double pos[] = {0.0, 0.0, 0.0};
    double answer[4];
    const size_t count = self->count < 0.0 ? (size_t)-1 : (size_t)self->count;
    *bowline_write(io, self->out, 1) = 0.0;
    return bowline_query_many(io, self->water, pos, answer, count);
}
BOWLINE_SWEEP(grab, Greedy)

static uint32_t construct_greedy(BowlineCreator *creator, void *memory) {
    Greedy *self = (Greedy *)memory;
    self->count = bowline_number(creator, "Count", "", "How many; below 0: as many as there are numbers");
    self->out = bowline_out_port(creator, "Out", 1, "", "");
    self->water = bowline_uses(creator, "Water", &WATER, "");
    {
        const uint32_t reads[] = {self->water.index}, fills[] = {self->out.index};
        bowline_common_computation(creator, "grab", grab_sweep, BOWLINE_ROW(reads), BOWLINE_ROW(fills));
    }
    return 0;
}
BOWLINE_TYPE(GREEDY, Greedy, "Bad/Greedy", "Asks for too much", construct_greedy);

BOWLINE_LIBRARY(asking, "1.0", "Resources in C", &SEA, &CABLE, &CARELESS, &NOWHERE, &GREEDY)
