// Takes the program down in the callback that a parameter names, from t = 0.5 on where that has a time.

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include <pthread.h>
#include <unistd.h>

#include "simobject.h"

namespace {

const char *const PLACES[] = {"common", "derivatives", "initial", "update",  "handler",
                              "event",  "stop",        "answer",  "indicator", "nowhere"};
enum Place { COMMON, DERIVATIVES, INITIAL, UPDATE, HANDLER, EVENT, STOP, ANSWER, INDICATOR, NOWHERE, PLACE_COUNT };
const char *const WAYS[] = {"abort", "segfault", "overflow", "throw",   "exit",   "_exit",
                            "_Exit", "quick",    "illegal",  "divide", "thread"};

struct Everywhere {
    BowlinePlace state, held, seen, out, watched, asked;
    uint64_t place, way;
};

int recurse(volatile int *depth) {
    volatile char room[4096];
    room[0] = static_cast<char>(*depth);
    ++*depth;
    return *depth > 0 ? recurse(depth) + room[0] : 0;
}

void crash(const Everywhere *self, Place place, double time) {
    if (self->place != place || time < 0.5) {
        return;
    }
    volatile int depth = 1, zero = 0;
    switch (self->way) {
    case 0:
        std::abort();
    case 1:
        *reinterpret_cast<volatile int *>(16) = 1;
        break;
    case 2:
        recurse(&depth);
        break;
    case 3:
        throw std::runtime_error("nobody catches this");
    case 4:
        std::exit(0);
    case 5:
        _exit(0);
    case 6:
        std::_Exit(0);
    case 7:
        std::quick_exit(0);
    case 8:
        __builtin_trap();
    case 9:
        depth = depth / zero;
        raise(SIGFPE); // where a division by 0 has a result
        break;
    default:
        pthread_exit(nullptr);
    }
}

int common(const Everywhere *self, BowlineIo *io) {
    crash(self, COMMON, io->time);
    *bowline_write(io, self->out, 1) = *bowline_read(io, self->state, 1);
    return 0;
}
BOWLINE_SWEEP(common, Everywhere)

int indicator(const Everywhere *self, BowlineIo *io) {
    crash(self, INDICATOR, io->time);
    *bowline_write(io, self->watched, 1) = *bowline_read(io, self->state, 1) - 0.55;
    return 0;
}
BOWLINE_SWEEP(indicator, Everywhere)

int derivatives(const Everywhere *self, BowlineIo *io) {
    double in = 1.0, out = 0.0;
    crash(self, DERIVATIVES, io->time);
    *bowline_derivative(io, self->state, 1) = 1.0;
    return bowline_query(io, self->asked, &in, &out);
}
BOWLINE_SWEEP(derivatives, Everywhere)

int initial(const Everywhere *self, BowlineIo *io) {
    const double zero = 0.0;
    crash(self, INITIAL, 1.0);
    bowline_set_initial(io, self->state, 1, &zero);
    return 0;
}
BOWLINE_SWEEP(initial, Everywhere)

int update(const Everywhere *self, BowlineIo *io) {
    crash(self, UPDATE, io->time);
    *bowline_next(io, self->held, 1) = io->time;
    return 0;
}
BOWLINE_SWEEP(update, Everywhere)

int handler(const Everywhere *self, BowlineIo *io) {
    const double one = 1.0;
    crash(self, HANDLER, 1.0);
    bowline_set_now(io, self->seen, 1, &one);
    return 0;
}
BOWLINE_SWEEP(handler, Everywhere)

double event(const Everywhere *self, double time) {
    crash(self, EVENT, time);
    return time < 0.6 ? 0.6 : static_cast<double>(INFINITY);
}
BOWLINE_NEXT(event, Everywhere)

double stop(const Everywhere *self, double time) {
    crash(self, STOP, time);
    return time < 0.6 ? 0.6 : static_cast<double>(INFINITY);
}
BOWLINE_NEXT(stop, Everywhere)

int answer(const Everywhere *self, BowlineIo *io, const double *in, double *out) {
    crash(self, ANSWER, io->time);
    *out = *in;
    return 0;
}
BOWLINE_ANSWERS(answer, Everywhere, 1, 1)

const BowlineQuantity NUMBER[] = {BOWLINE_QUANTITY("Number", "", 1)};
const BowlineResourceKind KIND = BOWLINE_RESOURCE_KIND("Echo", "The same number", NUMBER, NUMBER);

uint64_t chosen(BowlineCreator *creator, const char *name, const char *const *words, size_t count) {
    BowlineText options[PLACE_COUNT + 11];
    for (size_t i = 0; i < count; ++i) {
        options[i] = bowline_text(words[i]);
    }
    return bowline_choice(creator, name, "Which", options, count);
}

uint32_t construct(BowlineCreator *creator, void *memory) {
    Everywhere *self = static_cast<Everywhere *>(memory);
    const double zero = 0.0;
    self->place = chosen(creator, "Place", PLACES, PLACE_COUNT);
    self->way = chosen(creator, "Way", WAYS, BOWLINE_COUNT(WAYS));
    self->state = bowline_state(creator, "X", 1, "", "The time");
    self->held = bowline_discrete_state(creator, "Held", 1, "", "The time of a tick");
    self->seen = bowline_discrete_state(creator, "Seen", 1, "", "1 after the event");
    self->out = bowline_out_port(creator, "Out", 1, "", "The time");
    self->watched = bowline_indicator(creator, "Watched", "", "", BOWLINE_CROSSING_RISING);
    bowline_initial_value(creator, self->held, &zero, 1);
    bowline_initial_value(creator, self->seen, &zero, 1);
    bowline_provides(creator, "Own", &KIND, "Echoes", "answer", answer_answers, BOWLINE_NONE);
    self->asked = bowline_uses(creator, "Other", &KIND, "Asked");
    {
        const uint32_t state[] = {self->state.index}, out[] = {self->out.index}, held[] = {self->held.index};
        const uint32_t watched[] = {self->watched.index}, seen[] = {self->seen.index};
        bowline_common_computation(creator, "common", common_sweep, BOWLINE_ROW(state), BOWLINE_ROW(out));
        bowline_common_computation(creator, "indicator", indicator_sweep, BOWLINE_ROW(state), BOWLINE_ROW(watched));
        bowline_derivatives(creator, "derivatives", derivatives_sweep, BOWLINE_ALL);
        bowline_initial(creator, "initial", initial_sweep, BOWLINE_NONE, BOWLINE_ROW(state));
        bowline_update(creator, "update", update_sweep, bowline_every(0.1, 0.0), BOWLINE_NONE, BOWLINE_NONE,
                       BOWLINE_ROW(held));
        bowline_event_handler(creator, self->watched, "handler", handler_sweep, BOWLINE_NONE, BOWLINE_ROW(seen));
    }
    bowline_time_events(creator, event_next);
    bowline_stops(creator, stop_next);
    return 0;
}

const BowlineType EVERYWHERE = {sizeof(BowlineType),    0,
                                BOWLINE_LITERAL("Bad/Everywhere"), BOWLINE_LITERAL("Crashes"),
                                sizeof(Everywhere),     alignof(Everywhere),
                                construct,              nullptr,
                                nullptr,                nullptr};
const BowlineType *const TYPES[] = {&EVERYWHERE};
const BowlineLibrary LIBRARY = {
    BOWLINE_ABI_MAJOR,             BOWLINE_ABI_MINOR,      sizeof(BowlineLibrary),     0,
    BOWLINE_LITERAL("everywhere"), BOWLINE_LITERAL("1.0"), BOWLINE_LITERAL("Crashes"), nullptr,
    0,                             BOWLINE_ROW(TYPES),     BOWLINE_NEEDS_MINOR,        0};

} // namespace

BOWLINE_EXPORT const BowlineLibrary *bowline_library_everywhere();
const BowlineLibrary *bowline_library_everywhere() { return &LIBRARY; }
