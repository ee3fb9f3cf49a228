// Takes the program down as its parameter says, from t = 0.5 on or while it is constructed.

#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include <sys/wait.h>
#include <unistd.h>

#include "simobject.h"

namespace {

struct Crashing {
    BowlinePlace state, out;
    int how, destroyed;
};

enum How { NOTHING, ABORT, SEGFAULT, OVERFLOW, EXCEPTION, EXIT, HANG, LEAVE, RAW_EXIT, C99_EXIT, QUICK_EXIT, SMASH, FORK, GO_ON };

int recurse(volatile int *depth) {
    volatile char room[4096];
    room[0] = static_cast<char>(*depth);
    ++*depth;
    return *depth > 0 ? recurse(depth) + room[0] : 0;
}

// Overwrites its own stack frame, and those of its callers.
__attribute__((noinline)) void smash(volatile char *beyond) {
    for (int i = 0; i < 6000; ++i) {
        beyond[i] = 0x55;
    }
}

__attribute__((noinline)) void smashed() {
    volatile char room[16];
    smash(room);
}

// A forked process may end as it likes.
void leave_in_child() {
    const pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child || status != 0) {
        std::abort();
    }
}

void crash(int how) {
    volatile int depth = 1;
    switch (how) {
    case ABORT:
        std::abort();
    case SEGFAULT:
        *reinterpret_cast<volatile int *>(16) = 1;
        break;
    case OVERFLOW:
        recurse(&depth);
        break;
    case EXCEPTION:
        throw std::runtime_error("nobody catches this");
    case EXIT:
        std::exit(0);
    case HANG:
        std::fputs("hangs\n", stderr);
        for (;;) {
            usleep(1000);
        }
    case LEAVE:
        if (chdir("/") != 0) {
            std::abort();
        }
        break;
    case RAW_EXIT:
        _exit(0);
    case C99_EXIT:
        std::_Exit(0);
    case QUICK_EXIT:
        std::quick_exit(0);
    case SMASH:
        smashed();
        break;
    case FORK:
        leave_in_child();
        break;
    case GO_ON: {
        // The child goes on with the run, once.
        static bool has_forked = false;
        if (!has_forked) {
            has_forked = true;
            fork();
        }
        break;
    }
    default:
        break;
    }
}

// The file's own actions, chosen by the environment.
int asked(const char *name) {
    const char *how = std::getenv(name);
    return how == nullptr ? NOTHING : std::atoi(how);
}

__attribute__((constructor)) void load() { crash(asked("CRASHING_LOAD")); }

int calculate(const Crashing *self, BowlineIo *io) {
    if (io->time >= 0.5) {
        crash(self->how);
    }
    bowline_write(io, self->out, 1)[0] = bowline_read(io, self->state, 1)[0];
    return 0;
}
BOWLINE_SWEEP(calculate, Crashing)

int move(const Crashing *self, BowlineIo *io) {
    bowline_derivative(io, self->state, 1)[0] = 1.0;
    return 0;
}
BOWLINE_SWEEP(move, Crashing)

uint32_t construct(BowlineCreator *creator, void *memory) {
    Crashing *self = static_cast<Crashing *>(memory);
    self->state = bowline_state(creator, "X", 1, "", "The time");
    self->out = bowline_out_port(creator, "Out", 1, "", "The same");
    self->how = static_cast<int>(bowline_whole_or(creator, "How", "What it does at t = 0.5", NOTHING));
    const int now = static_cast<int>(bowline_whole_or(creator, "Constructor", "What it does at once", NOTHING));
    self->destroyed = static_cast<int>(bowline_whole_or(creator, "Destructor", "What it does at its end", NOTHING));
    const uint32_t fills[] = {self->out.index}, reads[] = {self->state.index};
    bowline_common_computation(creator, "calculate", calculate_sweep, BOWLINE_ROW(reads), BOWLINE_ROW(fills));
    bowline_derivatives(creator, "move", move_sweep, BOWLINE_ROW(fills));
    crash(now);
    return 0;
}

void destroy(void *memory) { crash(static_cast<Crashing *>(memory)->destroyed); }

const BowlineType CRASHING = {sizeof(BowlineType),    0,
                              BOWLINE_LITERAL("Bad/Crashing"), BOWLINE_LITERAL("Crashes"),
                              sizeof(Crashing),       alignof(Crashing),
                              construct,              destroy,
                              nullptr,                nullptr};
const BowlineType *const TYPES[] = {&CRASHING};
const BowlineLibrary LIBRARY = {
    BOWLINE_ABI_MAJOR,           BOWLINE_ABI_MINOR,      sizeof(BowlineLibrary),     0,
    BOWLINE_LITERAL("crashing"), BOWLINE_LITERAL("1.0"), BOWLINE_LITERAL("Crashes"), nullptr,
    0,                           BOWLINE_ROW(TYPES),     BOWLINE_NEEDS_MINOR,        0};

} // namespace

BOWLINE_EXPORT const BowlineLibrary *bowline_library_crashing();
const BowlineLibrary *bowline_library_crashing() {
    crash(asked("CRASHING_ENTRY"));
    return &LIBRARY;
}
