/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The part of simobject_inline.h with former names, which includes this: sources
 * that use them compile as before. */

#ifndef BOWLINE_SIMOBJECT_FORMER_H
#define BOWLINE_SIMOBJECT_FORMER_H

#define BOWLINE_FALLBACK BOWLINE_MEANING_DEFAULT_INPUT
#define BOWLINE_FALLBACK_PARAMETER BOWLINE_MEANING_DEFAULT_INPUT_PARAMETER
#define BOWLINE_SAMPLED_STATE BOWLINE_ROLE_DISCRETE_STATE

/* Deprecated: write bowline_discrete_state. */
static inline BowlinePlace bowline_sampled_state(BowlineCreator *creator, const char *name, size_t width,
                                                 const char *unit, const char *doc) {
    return bowline_discrete_state(creator, name, width, unit, doc);
}

#endif
