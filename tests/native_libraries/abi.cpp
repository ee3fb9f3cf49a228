// The ABI without simobject.hpp.

#include "simobject.h"

static uint32_t construct(BowlineCreator *, void *) { return 0; }

static const BowlineType EMPTY = {
    sizeof(BowlineType), 0, BOWLINE_LITERAL("Empty"), BOWLINE_LITERAL(""), 1, 1, construct, nullptr, nullptr, nullptr};
static const BowlineType *const TYPES[] = {&EMPTY};
static const BowlineLibrary LIBRARY = {
    BOWLINE_ABI_MAJOR,       BOWLINE_ABI_MINOR,   sizeof(BowlineLibrary), 0,
    BOWLINE_LITERAL("border"), BOWLINE_LITERAL("1"), BOWLINE_LITERAL(""),   nullptr,
    0,                       BOWLINE_ROW(TYPES),  BOWLINE_NEEDS_MINOR,    0};

BOWLINE_EXPORT const BowlineLibrary *bowline_library_border();
const BowlineLibrary *bowline_library_border() { return &LIBRARY; }
