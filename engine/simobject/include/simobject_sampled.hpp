/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The part of simobject.hpp about clocks and what is held between their ticks:
 * include that. */

#include "simobject.hpp"

#ifndef BOWLINE_SIMOBJECT_SAMPLED_HPP
#define BOWLINE_SIMOBJECT_SAMPLED_HPP

namespace bowline {

/// When something runs. A tick is at the double nearest to the decimal number
/// start + offset + k period: a million of them do not drift.
class Clock {
public:
    /// Every `period`, s, for the first time `offset`, s, after the run's start.
    static Clock Every(double period, double offset = 0.0) { return Clock(bowline_every(period, offset)); }

    /// Every `SampleTime`, s, that the scenario gives: to the SimObject itself, else with its `Engine`.
    static Clock Model() { return Clock(bowline_sample_time_clock()); }

    /// After each step that was accepted: what FhSim's OdeFcn does where
    /// bIsMajorTimeStep is set. Trial points are not seen. Where the steps are is the
    /// method's choice: for what remembers what happened, not for control.
    static Clock Steps() { return Clock(bowline_steps()); }

private:
    friend class Creator;
    friend class Registration;

    explicit Clock(BowlineClock clock) : m_clock(clock) {}

    BowlineClock m_clock;
};

/// Which crossing of 0 by an indicator is an event.
enum class Crossing : std::uint32_t {
    Falling = BOWLINE_CROSSING_FALLING, ///< from 0 or more to less
    Rising = BOWLINE_CROSSING_RISING,   ///< from 0 or less to more
    Either = BOWLINE_CROSSING_EITHER,   ///< both
};

/// A state that stays the same until an update's next value takes effect at a
/// tick, or the handler of an event sets it. One that only handlers set is a
/// mode: functions branch on it, and stay smooth within a step.
class DiscreteState : private detail::Signal {
public:
    /// Its numbers; for a function that named it in ReadsPrevious, those that
    /// were held when the instant began.
    const double *GetValue(double /*T*/, const double *X) const { return Read(X); }

    /// Sets its next value, in an update: it takes effect at the next tick of the
    /// clock, so that all updates of an instant see the same values.
    void SetNext(double value) const { SetNext(&value, 1); }
    void SetNext(std::initializer_list<double> values) const { SetNext(values.begin(), values.size()); }
    void SetNext(const double *values, std::size_t count) const {
        Fits(count);
        std::copy(values, values + count, bowline_next(&detail::Io(), Place(), m_width));
    }

    /// Sets it, in the handler of an event: at once. A next value that an update
    /// has given to it is forgotten.
    void SetNow(double value) const { SetNow(&value, 1); }
    void SetNow(std::initializer_list<double> values) const { SetNow(values.begin(), values.size()); }
    void SetNow(const double *values, std::size_t count) const { PutNow(values, count); }

    /// Sets its initial value, in InitialConditionSetup, where the scenario or
    /// SetInitialValue gave none.
    void SetInitial(double value) const { SetInitial(&value, 1); }
    void SetInitial(std::initializer_list<double> values) const { SetInitial(values.begin(), values.size()); }
    void SetInitial(const double *values, std::size_t count) const {
        Fits(count);
        bowline_set_initial(&detail::Io(), Place(), m_width, values);
    }

private:
    friend class Creator;
    friend class Registration;
    friend class detail::Handles;
    DiscreteState() = default;
};

using SampledState [[deprecated("write DiscreteState")]] = DiscreteState;

/// Room for delay lines and the like. It belongs to the state of a run.
class Memory : private detail::Signal {
public:
    /// What is in it: for its update, and sampled functions on the same clock.
    const double *GetValue(double /*T*/, const double *X) const { return Read(X); }

    /// Where its update writes, in place.
    double *Write() const { return bowline_write(&detail::Io(), Place(), m_width); }

private:
    friend class Creator;
    friend class Registration;
    friend class detail::Handles;
    Memory() = default;
};

} // namespace bowline

#endif
