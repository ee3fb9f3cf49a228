/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The part of simobject_inline.h about parameters: include simobject.h.
 *
 * What is missing or wrong the host notes; the constructor just goes on. */

#ifndef BOWLINE_SIMOBJECT_PARAMETER_H
#define BOWLINE_SIMOBJECT_PARAMETER_H

/* The request of a parameter, which the scenario must give; `kind` is
 * BOWLINE_PARAMETER_NUMBER to BOWLINE_PARAMETER_CHOICE. Fill in what else there is to say. */
static inline BowlineParameter bowline_parameter(uint32_t kind, const char *name, const char *unit, const char *doc) {
    BowlineParameter request;
    memset(&request, 0, sizeof request);
    request.size = sizeof request;
    request.kind = kind;
    request.name = bowline_text(name);
    request.unit = bowline_text(unit);
    request.doc = bowline_text(doc);
    request.requirement = BOWLINE_REQUIREMENT_REQUIRED;
    return request;
}

/* The value of a parameter. Its pointers hold until the next call to the creator. */
static inline BowlineValue bowline_ask(BowlineCreator *creator, const BowlineParameter *request) {
    BowlineValue value;
    memset(&value, 0, sizeof value);
    value.size = sizeof value;
    creator->calls->parameter(creator, request, &value);
    return value;
}

static inline double bowline_ask_number(BowlineCreator *creator, const BowlineParameter *request) {
    const BowlineValue value = bowline_ask(creator, request);
    return value.count > 0 ? value.numbers[0] : (double)NAN;
}

/* A number that the scenario must give. */
static inline double bowline_number(BowlineCreator *creator, const char *name, const char *unit, const char *doc) {
    const BowlineParameter request = bowline_parameter(BOWLINE_PARAMETER_NUMBER, name, unit, doc);
    return bowline_ask_number(creator, &request);
}

/* One that must be `least` or more. */
static inline double bowline_number_at_least(BowlineCreator *creator, const char *name, const char *unit,
                                             const char *doc, double least) {
    BowlineParameter request = bowline_parameter(BOWLINE_PARAMETER_NUMBER, name, unit, doc);
    request.bounds = BOWLINE_BOUND_LOWER;
    request.lower = least;
    return bowline_ask_number(creator, &request);
}

/* One that must be more than `bound`. */
static inline double bowline_number_more_than(BowlineCreator *creator, const char *name, const char *unit,
                                              const char *doc, double bound) {
    BowlineParameter request = bowline_parameter(BOWLINE_PARAMETER_NUMBER, name, unit, doc);
    request.bounds = BOWLINE_BOUND_LOWER | BOWLINE_BOUND_LOWER_EXCLUDED;
    request.lower = bound;
    return bowline_ask_number(creator, &request);
}

/* One that is `otherwise` if the scenario does not give it. */
static inline double bowline_number_or(BowlineCreator *creator, const char *name, const char *unit, const char *doc,
                                       double otherwise) {
    BowlineParameter request = bowline_parameter(BOWLINE_PARAMETER_NUMBER, name, unit, doc);
    request.requirement = BOWLINE_REQUIREMENT_DEFAULT;
    request.default_numbers = &otherwise;
    request.default_count = 1;
    return bowline_ask_number(creator, &request);
}

/* A whole number from 0 on that is `otherwise` if the scenario does not give it. */
static inline uint64_t bowline_whole_or(BowlineCreator *creator, const char *name, const char *doc,
                                        uint64_t otherwise) {
    BowlineParameter request = bowline_parameter(BOWLINE_PARAMETER_WHOLE, name, "", doc);
    request.requirement = BOWLINE_REQUIREMENT_DEFAULT;
    request.default_whole = otherwise;
    return bowline_ask(creator, &request).whole;
}

/* True (1) or false (0); `otherwise` if the scenario does not say. */
static inline int bowline_boolean_or(BowlineCreator *creator, const char *name, const char *doc, int otherwise) {
    BowlineParameter request = bowline_parameter(BOWLINE_PARAMETER_BOOLEAN, name, "", doc);
    request.requirement = BOWLINE_REQUIREMENT_DEFAULT;
    request.default_whole = otherwise != 0;
    return bowline_ask(creator, &request).whole != 0;
}

/* `length` numbers into `into`. */
static inline void bowline_vector(BowlineCreator *creator, const char *name, const char *unit, const char *doc,
                                  double *into, size_t length) {
    BowlineParameter request = bowline_parameter(BOWLINE_PARAMETER_VECTOR, name, unit, doc);
    BowlineValue value;
    size_t i;
    request.length = length;
    value = bowline_ask(creator, &request);
    for (i = 0; i < length; ++i) {
        into[i] = i < value.count ? value.numbers[i] : (double)NAN;
    }
}

/* `rows` x `columns` numbers into `into`, row by row. */
static inline void bowline_matrix(BowlineCreator *creator, const char *name, const char *unit, const char *doc,
                                  double *into, size_t rows, size_t columns) {
    BowlineParameter request = bowline_parameter(BOWLINE_PARAMETER_MATRIX, name, unit, doc);
    BowlineValue value;
    size_t i;
    request.rows = rows;
    request.columns = columns;
    value = bowline_ask(creator, &request);
    for (i = 0; i < rows * columns; ++i) {
        into[i] = i < value.count ? value.numbers[i] : (double)NAN;
    }
}

/* A matrix of any size: `count` numbers, row by row, in `columns`; they hold until the
 * next call to the creator. One that has to be square says BOWLINE_PARAMETER_SQUARE. */
static inline BowlineValue bowline_any_matrix(BowlineCreator *creator, const char *name, const char *unit,
                                              const char *doc, uint32_t flags) {
    BowlineParameter request = bowline_parameter(BOWLINE_PARAMETER_MATRIX, name, unit, doc);
    request.flags = flags;
    return bowline_ask(creator, &request);
}

/* A text that the scenario must give; it holds until the next call to the creator. */
static inline BowlineText bowline_words(BowlineCreator *creator, const char *name, const char *doc) {
    const BowlineParameter request = bowline_parameter(BOWLINE_PARAMETER_TEXT, name, "", doc);
    return bowline_ask(creator, &request).text;
}

/* One that is `otherwise` if the scenario does not give it. */
static inline BowlineText bowline_words_or(BowlineCreator *creator, const char *name, const char *doc,
                                           const char *otherwise) {
    BowlineParameter request = bowline_parameter(BOWLINE_PARAMETER_TEXT, name, "", doc);
    request.requirement = BOWLINE_REQUIREMENT_DEFAULT;
    request.default_text = bowline_text(otherwise);
    return bowline_ask(creator, &request).text;
}

/* What is in the text file that the scenario names; it holds until the next call to the creator. */
static inline BowlineText bowline_text_file(BowlineCreator *creator, const char *name, const char *doc) {
    const BowlineParameter request = bowline_parameter(BOWLINE_PARAMETER_TEXT_FILE, name, "", doc);
    return bowline_ask(creator, &request).text;
}

/* One of a few words, which the scenario must give: its position among
 *
 *     static const BowlineText ACTS[] = {BOWLINE_LITERAL("BothWays"), BOWLINE_LITERAL("InTension")};
 *     self->acts = bowline_choice(creator, "Acts", "When it pulls", BOWLINE_ROW(ACTS)); */
static inline size_t bowline_choice(BowlineCreator *creator, const char *name, const char *doc,
                                    const BowlineText *options, size_t option_count) {
    BowlineParameter request = bowline_parameter(BOWLINE_PARAMETER_CHOICE, name, "", doc);
    request.options = options;
    request.option_count = option_count;
    return (size_t)bowline_ask(creator, &request).whole;
}

/* One that is the word at position `otherwise` if the scenario does not give it. */
static inline size_t bowline_choice_or(BowlineCreator *creator, const char *name, const char *doc,
                                       const BowlineText *options, size_t option_count, size_t otherwise) {
    BowlineParameter request = bowline_parameter(BOWLINE_PARAMETER_CHOICE, name, "", doc);
    request.requirement = BOWLINE_REQUIREMENT_DEFAULT;
    request.options = options;
    request.option_count = option_count;
    request.default_whole = otherwise;
    return (size_t)bowline_ask(creator, &request).whole;
}

#endif
