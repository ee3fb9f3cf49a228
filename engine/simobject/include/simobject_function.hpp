/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The part of simobject.hpp that makes loops over like SimObjects of member functions:
 * include that.
 *
 * A member function travels as a type, so that each gets a loop of its own, with the
 * function inlined in it. */

#include "simobject.hpp"

#ifndef BOWLINE_SIMOBJECT_FUNCTION_HPP
#define BOWLINE_SIMOBJECT_FUNCTION_HPP

/* The functions of out-ports, private values and indicators, and of common calculations, as
 * FhSim's code writes them; those of updates and event handlers; and those that answer for
 * a resource. */
#define PORT_FUNCTION(function) BOWLINE_FUNCTION(function)
#define COMMON_COMPUTATION_FUNCTION(function) BOWLINE_FUNCTION(function)
#define UPDATE_FUNCTION(function) BOWLINE_FUNCTION(function)
#define HANDLER_FUNCTION(function) BOWLINE_FUNCTION(function)
#define ANSWER_FUNCTION(function) BOWLINE_FUNCTION(function)

#define BOWLINE_FUNCTION(function) (::bowline::Function<&function>{#function})

namespace bowline {

/// A member function with its name; the macros above make them.
template <auto F> struct Function {
    const char *name;
};

namespace detail {

template <class F> struct MemberFunction;
template <class T, class R, class... Arguments> struct MemberFunction<R (T::*)(Arguments...)> {
    using Owner = T;
    using Signature = R(Arguments...);
    using Result = R;
    static constexpr bool IsConst = false;
};
template <class T, class R, class... Arguments>
struct MemberFunction<R (T::*)(Arguments...) const> : MemberFunction<R (T::*)(Arguments...)> {
    static constexpr bool IsConst = true;
};
template <class T, class R, class... Arguments>
struct MemberFunction<R (T::*)(Arguments...) noexcept> : MemberFunction<R (T::*)(Arguments...)> {};
template <class T, class R, class... Arguments>
struct MemberFunction<R (T::*)(Arguments...) const noexcept> : MemberFunction<R (T::*)(Arguments...) const> {};

/// The class that has a member function.
template <auto F> using Owner = typename MemberFunction<decltype(F)>::Owner;

template <auto F, class Signature>
constexpr bool Is = std::is_same_v<typename MemberFunction<decltype(F)>::Signature, Signature>;

/// Whether it keeps to what re-entrant types may do.
template <auto F> constexpr bool KeepsStill = !Owner<F>::Reentrant || MemberFunction<decltype(F)>::IsConst;

/// The tag of a calculation: which of its SimObject's it is, and where like SimObjects lie.
/// So one loop serves a class and what derives from it.
struct Tag {
    static_assert(sizeof(std::size_t) == 8, "Bowline runs on machines of 64 bits");

    std::size_t index, offset, stride;

    std::size_t Pack() const {
        if (index >> 24 != 0 || offset % 8 != 0 || offset >> 15 != 0 || stride >> 28 != 0) {
            throw Failure("a SimObject has more than 16777215 functions or 268435455 bytes, or is put together of "
                          "classes of more than 32767");
        }
        return stride << 36 | offset / 8 << 24 | index;
    }
    static Tag Of(std::size_t packed) {
        return {packed & 0xFFFFFF, (packed >> 24 & 0xFFF) * 8, packed >> 36};
    }
};

/// What functions see of a run, the same for all SimObjects of a loop.
struct View {
    double time;
    double *values;
    double *results;
    std::size_t value_count;
};

/// Calls something for like SimObjects, one after the other, and tells the host what it throws.
template <class T, class Each> std::size_t Sweep(void *objects, std::size_t count, BowlineIo *io, std::size_t tag, Each each) {
    const CurrentIo current(io);
    const Tag unpacked = Tag::Of(tag);
    const View view = {io->time, io->values, io->results, io->value_count};
    char *at = static_cast<char *>(objects) + unpacked.offset;
    std::size_t i = 0;
    try {
        for (; i < count; ++i, at += unpacked.stride) {
            io->object = i;
            each(*reinterpret_cast<T *>(at), view, *io, unpacked.index);
        }
    } catch (...) {
        FailWithThrown(io);
    }
    return i;
}

/// What a function may be that gives numbers: it sets them, returns where they are, or returns
/// the one number.
using Sets = void(double, const double *, double *);
using Points = const double *(double, const double *);
using Returns = double(double, const double *);
using Runs = void(double, const double *);

/// Fills a port, a private value or an indicator with what a function gives.
template <auto F> std::size_t Fill(void *objects, std::size_t count, BowlineIo *lent, std::size_t tag) {
    return Sweep<Owner<F>>(objects, count, lent, tag, [](Owner<F> &object, const View &view, BowlineIo &io, std::size_t index) {
        const Signal &port = Insides::Filled(object, index);
        double *to = bowline_inside(port.m_first, port.m_width, view.value_count)
                         ? view.values + port.m_first
                         : io.calls->out_of_bounds(&io, port.m_first, port.m_width);
        if constexpr (Is<F, Sets>) {
            (object.*F)(view.time, view.values, to);
        } else if constexpr (Is<F, Returns>) {
            *to = (object.*F)(view.time, view.values);
        } else {
            const double *from = (object.*F)(view.time, view.values);
            if (from == nullptr) {
                throw Failure("the function of an out-port returned a null pointer");
            }
            if (port.m_width == 1) {
                *to = *from;
            } else {
                std::copy(from, from + port.m_width, to);
            }
        }
    });
}

/// Runs a common calculation, and notes that it has run.
template <auto F> std::size_t Share(void *objects, std::size_t count, BowlineIo *lent, std::size_t tag) {
    return Sweep<Owner<F>>(objects, count, lent, tag, [](Owner<F> &object, const View &view, BowlineIo &io, std::size_t index) {
        (object.*F)(view.time, view.values);
        *bowline_write(&io, Insides::Filled(object, index).Place(), 1) = 0.0;
    });
}

/// Runs an update or a handler.
template <auto F> std::size_t Execute(void *objects, std::size_t count, BowlineIo *lent, std::size_t tag) {
    return Sweep<Owner<F>>(objects, count, lent, tag, [](Owner<F> &object, const View &view, BowlineIo &, std::size_t) {
        (object.*F)(view.time, view.values);
    });
}

/// Answers for a resource.
template <auto F>
std::size_t Answers(const void *object, BowlineIo *io, const double *inputs, double *outputs, std::size_t count,
                    std::size_t tag) {
    const Answering answering(io);
    const Tag unpacked = Tag::Of(tag);
    std::size_t done = 0;
    try {
        const auto &owner =
            *reinterpret_cast<const Owner<F> *>(static_cast<const char *>(object) + unpacked.offset);
        const Answered &each = Insides::AnsweredBy(owner, unpacked.index);
        for (; done < count; ++done) {
            (owner.*F)(io->time, io->values, inputs + done * each.inputs, outputs + done * each.outputs);
        }
    } catch (...) {
        FailWithThrown(io);
    }
    return done;
}

/// Where the part of a SimObject is that has a function.
template <class T> void *PartOf(SimObject &object) { return &static_cast<T &>(object); }

} // namespace detail
} // namespace bowline

#endif
