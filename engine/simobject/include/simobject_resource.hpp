/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The part of simobject.hpp about resources, which one SimObject answers for and
 * many ask: include that.
 *
 *     creator->Provide("Water", &CURRENT, ANSWER_FUNCTION(Sea::Velocity), "Its current").Reads(m_level);
 *
 *     void Velocity(double T, const double *X, const double *pos, double *vel) const;
 *
 * and, in another SimObject:
 *
 *     creator->AddResource("Water", &CURRENT, &m_water, "The water around it");
 *
 *     m_water->Query(pos, vel);
 *
 * simobject_resource.h has kinds, and tells how to declare others. */

#include "simobject.hpp"

#ifndef BOWLINE_SIMOBJECT_RESOURCE_HPP
#define BOWLINE_SIMOBJECT_RESOURCE_HPP

namespace bowline {

/// A resource that the SimObject asks. Name it with Reads in what asks.
class Resource : private detail::Signal {
public:
    /// Asks `count` times at once: the inputs and outputs of one after those of the
    /// other. If there is no answer, the calculation ends here; the host knows why.
    void Query(const double *inputs, double *outputs, std::size_t count = 1) const {
        if (detail::current_io == nullptr || detail::current_io->value_count == 0) {
            throw Failure("resources are asked in calculations only");
        }
        if (bowline_query_many(detail::current_io, Place(), inputs, outputs, count) != 0) {
            throw Failure("a resource that it asks gave no answer");
        }
    }

private:
    friend class Creator;
    friend class Registration;
    friend class detail::Handles;
    Resource() = default;
};

namespace detail {

/// The view of who asks, while this thread answers; then that of before again.
struct Answering {
    explicit Answering(BowlineIo *io) : outer(current_io) { current_io = io; }
    ~Answering() { current_io = outer; }
    Answering(const Answering &) = delete;
    Answering &operator=(const Answering &) = delete;

    BowlineIo *outer;
};

/// The purpose of a registration that answers for a resource; no calculation has it.
constexpr std::uint32_t PROVIDED = UINT32_MAX;

/// How many numbers a function that answers takes and gives.
struct Answered {
    std::size_t inputs = 0, outputs = 0;
};

inline std::size_t Elements(const BowlineQuantity *quantities, std::size_t count) {
    std::size_t elements = 0;
    for (std::size_t i = 0; i < count; ++i) {
        elements += static_cast<std::size_t>(quantities[i].width);
    }
    return elements;
}

} // namespace detail
} // namespace bowline

#endif
