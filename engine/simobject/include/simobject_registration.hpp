/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The part of simobject.hpp about what was registered, and what it reads and sets:
 * include that. */

#include "simobject.hpp"

#ifndef BOWLINE_SIMOBJECT_REGISTRATION_HPP
#define BOWLINE_SIMOBJECT_REGISTRATION_HPP

namespace bowline {

/// What was just registered: an out-port, private value, common calculation, indicator,
/// update or event handler.
class Registration {
public:
    /// Says what its function reads, instead of all in-ports, resources, common
    /// calculations, private values and states: any number of `ISignalPort *`, `SumPort *`, `Unknown *`, `ICommonComputation *`,
    /// `PrivateValue *`, `Resource *` and `Memory *`, exactly these; and of its own states of both kinds
    /// (`DiscreteState *`, or what AddState returned) these, or all if none is among
    /// them. `Reads()` says that it reads nothing at all.
    template <class... Handles> Registration &Reads(Handles... handles) {
        m_named = true;
        (Name(m_reads, handles, "Reads"), ...);
        return *this;
    }

    /// Says that it reads none of the SimObject's own states.
    Registration &ReadsNoStates() {
        m_stateless = true;
        return *this;
    }

    /// Restricts InitialCondition() to a first start. Without this InitialConditionSetup
    /// also runs when a run continues from a state file: Bowline drops what it sets, and
    /// rejects the state if it throws.
    Registration &OnlyAtTheStart() {
        m_only_at_start = true;
        return *this;
    }

    /// Says of an update that what it keeps depends on how long the ticks are, as a
    /// delay of so many ticks does: a run continues from a state file only with the
    /// period and offset with which that was kept. Memory counts as such anyway.
    Registration &CountsTicks() {
        if (m_purpose != BOWLINE_PURPOSE_UPDATE) {
            throw Failure("`CountsTicks` was said of `" + m_name + "`, which is no update");
        }
        m_counts_ticks = true;
        return *this;
    }

    /// Says of which in-ports and discrete states its function, which runs on a
    /// clock, reads what was held when the instant began, before anything ran in
    /// it: so two SimObjects may read each other's results without a loop.
    template <class... Handles> Registration &ReadsPrevious(const Handles *...handles) {
        (Name(m_previous, handles, "ReadsPrevious"), ...);
        return *this;
    }

    /// Says that it runs at the ticks of a clock. What an out-port gives is held
    /// until the next one; what functions on the same clock read of a common
    /// calculation was calculated at this one.
    Registration &On(const Clock &clock) {
        if (m_purpose != BOWLINE_PURPOSE_COMMON_COMPUTATION && m_purpose != BOWLINE_PURPOSE_UPDATE) {
            throw Failure("`On` was said of `" + m_name + "`, which runs on no clock");
        }
        m_clock = clock.m_clock;
        return *this;
    }

    /// Says what an update sets the next values of, `DiscreteState *`, or writes,
    /// `Memory *`; or which states a handler sets, `DiscreteState *` and what AddState
    /// returned.
    template <class... Handles> Registration &Sets(Handles... handles) {
        if (m_purpose != BOWLINE_PURPOSE_UPDATE && m_purpose != BOWLINE_PURPOSE_HANDLER) {
            throw Failure("`Sets` was said of `" + m_name + "`, which is neither an update nor a handler");
        }
        (Name(m_sets, handles, "Sets"), ...);
        return *this;
    }

private:
    friend class Creator;

    /// Something that was declared: a handle, or where a state lies.
    struct Named {
        const detail::Signal *handle;
        int state;
    };

    template <class Handle> static void Name(std::vector<Named> &names, const Handle *handle, const char *what) {
        if (handle == nullptr) {
            throw Failure("`" + std::string(what) + "` was given a null pointer; declare what is named before that");
        }
        names.push_back({handle, 0});
    }
    static void Name(std::vector<Named> &names, int state, const char *) { names.push_back({nullptr, state}); }

    bool RunsLike(const Registration &other) const {
        return m_clock.rate == other.m_clock.rate && m_clock.period == other.m_clock.period &&
               m_clock.offset == other.m_clock.offset;
    }

    std::uint32_t m_purpose = BOWLINE_PURPOSE_COMMON_COMPUTATION;
    std::string m_name;
    bool m_named = false, m_stateless = false, m_only_at_start = false, m_counts_ticks = false;
    BowlineClock m_clock = {BOWLINE_RATE_CONTINUOUS, 0.0, 0.0};
    std::vector<Named> m_reads, m_previous, m_sets;
    /// What the function of an out-port or indicator fills.
    detail::Signal m_filled;
    CommonComputation *m_common = nullptr;
    /// Whether that is a private value, which others of the SimObject read.
    bool m_is_private = false;
    /// Of a handler.
    std::uint32_t m_indicator = 0;
    /// The loop, and the part of the SimObject that has its function.
    BowlineCalculate m_sweep = nullptr;
    void *(*m_part)(SimObject &) = nullptr;
    /// Of a resource that is provided.
    BowlineResource m_resource = {};
    std::string m_doc, m_function_name;
    BowlineAnswer m_answers = nullptr;
    detail::Answered m_answered;
};

} // namespace bowline

#endif
