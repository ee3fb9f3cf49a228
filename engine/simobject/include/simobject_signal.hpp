/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The part of simobject.hpp about ports and what else has numbers: include that. */

#include "simobject.hpp"

#ifndef BOWLINE_SIMOBJECT_SIGNAL_HPP
#define BOWLINE_SIMOBJECT_SIGNAL_HPP

namespace bowline {

class SimObject;

/// Why a calculation fails, or a constructor cannot go on.
class Failure : public std::runtime_error {
public:
    enum Kind : std::uint32_t {
        Recoverable = BOWLINE_FAILURE_RECOVERABLE, ///< a smaller step may succeed
        Fatal = BOWLINE_FAILURE_FATAL,             ///< the run cannot go on
    };

    explicit Failure(const std::string &why, Kind kind = Fatal) : std::runtime_error(why), m_kind(kind) {}

    Kind GetKind() const noexcept { return m_kind; }

private:
    Kind m_kind;
};

namespace detail {

/// The view of the run for which this thread calculates; null if it does not.
/// Hidden, so that each library has its own.
#ifndef _WIN32
__attribute__((visibility("hidden")))
#endif
inline thread_local BowlineIo *current_io = nullptr;

struct CurrentIo {
    explicit CurrentIo(BowlineIo *io) { current_io = io; }
    ~CurrentIo() { current_io = nullptr; }
    CurrentIo(const CurrentIo &) = delete;
    CurrentIo &operator=(const CurrentIo &) = delete;
};

constexpr BowlineText text(const char *text) { return {text, std::char_traits<char>::length(text)}; }
inline BowlineText text(const std::string &text) { return {text.data(), text.size()}; }
inline std::string string(BowlineText text) {
    return text.length == 0 ? std::string() : std::string(text.first, text.length);
}

/// The view of the run, for what is set.
inline BowlineIo &Io() {
    if (current_io == nullptr || current_io->value_count == 0) {
        throw Failure("states and memory are set in calculations only");
    }
    return *current_io;
}

/// A declared port, state, private value or memory.
struct Signal {
    std::uint32_t m_first = 0, m_index = 0, m_count = 0, m_width = 0;

    Signal() = default;
    Signal(const BowlinePlace &place, std::size_t elements)
        : m_first(place.first), m_index(place.index), m_count(place.count), m_width(static_cast<std::uint32_t>(elements)) {}

    BowlinePlace Place() const { return {m_index, m_first, m_count, 0}; }

    /// Its numbers among all those of the run, which functions get as X.
    const double *Read(const double *values) const {
        if (values == nullptr || m_count != 0) {
            return NotThere();
        }
        return values + m_first;
    }

    /// What takes the place of numbers that are not there, which the host is told.
    const double *NotThere() const {
        if (current_io == nullptr || current_io->value_count == 0) {
            throw Failure("ports and common calculations have values in calculations only");
        }
        return bowline_read(current_io, Place(), m_width);
    }

    /// Throws unless there are as many values as elements.
    void Fits(std::size_t count) const {
        if (count != m_width) {
            throw Failure("a state of " + std::to_string(m_width) + " elements was set to " + std::to_string(count));
        }
    }

    /// Sets a state in a handler.
    void PutNow(const double *values, std::size_t count) const {
        Fits(count);
        bowline_set_now(&Io(), Place(), m_width, values);
    }
};

/// The state that lies there in X.
inline const Signal &Find(const std::vector<Signal> &states, int place) {
    for (const Signal &state : states) {
        if (static_cast<int>(state.m_first) == place) {
            return state;
        }
    }
    throw Failure(std::to_string(place) + " is nothing that AddState returned");
}

/// What one SimObject keeps of what it declared, beside each other: it stays where it is.
class Handles {
public:
    template <class Handle> Handle &Add() { return *AddRow<Handle>(1); }

    template <class Handle> Handle *AddRow(std::size_t count) {
        static_assert(std::is_trivially_destructible_v<Handle> && alignof(Handle) <= alignof(Signal),
                      "handles are plain");
        static_assert(sizeof(Handle) == sizeof(Signal), "handles are alike");
        if (m_left < count) {
            // Most SimObjects need no more than the first few.
            m_left = std::max<std::size_t>(count, m_chunks.empty() ? 4 : 16);
            m_chunks.push_back(std::make_unique<Signal[]>(m_left));
            m_next = m_chunks.back().get();
        }
        Signal *row = m_next;
        m_next += count;
        m_left -= count;
        Handle *handles = reinterpret_cast<Handle *>(row);
        for (std::size_t i = 0; i < count; ++i) {
            ::new (static_cast<void *>(row + i)) Handle;
        }
        return handles;
    }

private:
    std::vector<std::unique_ptr<Signal[]>> m_chunks;
    Signal *m_next = nullptr;
    std::size_t m_left = 0;
};

} // namespace detail

/// An in-port.
class SignalPort : private detail::Signal {
public:
    /// Its numbers at this evaluation; X is what the function got.
    const double *GetPortValue(double /*T*/, const double *X) const { return Read(X); }

private:
    friend class BranchSignal;
    friend class Creator;
    friend class Registration;
    friend class detail::Handles;
    SignalPort() = default;
};

/// Numbers that the host solves for.
class Unknown : private detail::Signal {
public:
    /// Its numbers: in the function of its residuals, those on trial.
    const double *GetValue(double /*T*/, const double *X) const { return Read(X); }

private:
    friend class BranchSignal;
    friend class Creator;
    friend class Registration;
    friend class detail::Handles;
    Unknown() = default;
};

/// An in-port that adds up any number of sources, as forces on a body.
class SumPort : private detail::Signal {
public:
    /// The sum of its sources, as many numbers as it is wide, into `into`.
    void GetPortValue(double /*T*/, const double * /*X*/, double *into) const {
        bowline_sum(&detail::Io(), Place(), m_width, into);
    }
    /// The same of a port of width 1.
    double GetPortValue(double /*T*/, const double * /*X*/) const {
        Fits(1);
        double sum;
        bowline_sum(&detail::Io(), Place(), 1, &sum);
        return sum;
    }

private:
    friend class Creator;
    friend class Registration;
    friend class detail::Handles;
    SumPort() = default;
};

/// Numbers that one function gives and others of the same SimObject read.
class PrivateValue : private detail::Signal {
public:
    /// Its numbers at this evaluation.
    const double *GetValue(double /*T*/, const double *X) const { return Read(X); }

private:
    friend class Creator;
    friend class Registration;
    friend class detail::Handles;
    PrivateValue() = default;
};

/// A calculation that several functions of one SimObject share.
class CommonComputation : private detail::Signal {
public:
    /// Sees to it that its results are there. The host has called it before
    /// any function that reads it, so there is nothing to do but to check that
    /// the function that is running does read it: what has not run in this run
    /// is found here, the rest by `bowline check`.
    void ComputeFunction(double /*T*/, const double *X) const {
        if (*Read(X) != 0.0) {
            throw Failure("a common calculation is used that has not run yet; name it with Reads");
        }
    }

private:
    friend class Creator;
    friend class Registration;
    friend class detail::Handles;
    CommonComputation() = default;
};

/* The names that these have in FhSim. */
using ISignalPort = SignalPort;
using ICommonComputation = CommonComputation;

} // namespace bowline

#endif
