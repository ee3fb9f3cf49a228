/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The part of simobject.hpp that the host calls: include that.
 *
 * An out-port becomes a computation that calls its function and copies the
 * result to the port's place. A common calculation becomes one that fills a
 * private value, its token: what reads the token comes after it. */

#ifndef BOWLINE_SIMOBJECT_HOST_HPP
#define BOWLINE_SIMOBJECT_HOST_HPP

#include "simobject.hpp"

namespace bowline {
namespace detail {

/// The message of what a catch of everything has caught, as the ABI wants it.
inline std::string Thrown() {
    try {
        throw;
    } catch (const std::exception &exception) {
        return std::string("threw an exception: ") + exception.what();
    } catch (...) {
        return "threw something that is not a std::exception";
    }
}

/// Tells the host what a catch of everything in a calculation has caught.
inline void FailWithThrown(BowlineIo *io) {
    try {
        throw;
    } catch (const Failure &failure) {
        bowline_fail(io, failure.GetKind(), failure.what());
    } catch (...) {
        bowline_fail(io, BOWLINE_FAILURE_THROWN, Thrown().c_str());
    }
}

/// Calls the calculation `tag` of like SimObjects, one after the other.
template <class T> std::size_t Sweep(void *objects, std::size_t count, BowlineIo *io, std::size_t tag) {
    const CurrentIo current(io);
    try {
        for (std::size_t i = 0; i < count; ++i) {
            io->object = i;
            SimObject &object = static_cast<T *>(objects)[i];
            object.m_functions[tag](object, *io);
        }
        return count;
    } catch (...) {
        FailWithThrown(io);
        return io->object;
    }
}

/// Answers for a resource, with the function `tag`.
template <class T>
std::size_t Answers(const void *object, BowlineIo *io, const double *inputs, double *outputs, std::size_t count,
                    std::size_t tag) {
    const Answering answering(io);
    std::size_t done = 0;
    try {
        const SimObject &base = *static_cast<const T *>(object);
        const Answer &answer = base.m_answers[tag];
        for (; done < count; ++done) {
            answer.function(base, *io, inputs + done * answer.inputs, outputs + done * answer.outputs);
        }
    } catch (...) {
        FailWithThrown(io);
    }
    return done;
}

template <class T> double NextTimeEvent(void *object, BowlineIo *io, std::size_t) {
    const CurrentIo current(io);
    try {
        return static_cast<T *>(object)->NextTimeEvent(io->time);
    } catch (...) {
        FailWithThrown(io);
        return INFINITY;
    }
}

template <class T> double NextStop(void *object, BowlineIo *io, std::size_t) {
    const CurrentIo current(io);
    try {
        return static_cast<T *>(object)->NextStop(io->time);
    } catch (...) {
        FailWithThrown(io);
        return INFINITY;
    }
}

template <class T> std::uint32_t Construct(BowlineCreator *host, void *memory) {
    Creator creator(host);
    try {
        T *object = ::new (memory) T(creator.GetSimObjectName(), &creator);
        try {
            creator.Finish(*object);
        } catch (...) {
            object->~T();
            throw;
        }
        return 0;
    } catch (const Failure &failure) {
        creator.Fault(BOWLINE_FAULT_NOT_CONSTRUCTED, "", failure.what());
    } catch (...) {
        creator.Fault(BOWLINE_FAULT_EXCEPTION, "", Thrown());
    }
    return 1;
}

template <class T> void Destroy(void *object) {
    static_cast<T *>(object)->~T(); // which never throws, unless T asks for the end of the program
}

} // namespace detail

template <class T>
Registration &Creator::Provide(const std::string &name, const BowlineResourceKind *kind,
                               void (T::*function)(double, const double *, const double *, double *) const,
                               const char *function_name, const std::string &doc) {
    static_assert(T::Reentrant, "who provides a resource says `static constexpr bool Reentrant = true`: several may "
                                "ask at once");
    if (kind == nullptr) {
        throw Failure("the kind of the resource `" + name + "` is a null pointer");
    }
    Registration &registration = Register(detail::PROVIDED, name);
    registration.m_doc = doc;
    registration.m_resource = bowline_resource(BOWLINE_RESOURCE_PROVIDES, nullptr, kind, nullptr);
    registration.m_function_name = LastPart(function_name);
    registration.m_answer.function = [function](const SimObject &object, BowlineIo &io, const double *inputs,
                                                double *outputs) {
        (static_cast<const T &>(object).*function)(io.time, io.values, inputs, outputs);
    };
    registration.m_answer.inputs = detail::Elements(kind->inputs, kind->input_count);
    registration.m_answer.outputs = detail::Elements(kind->outputs, kind->output_count);
    return registration;
}

inline void Creator::DeclareResource(Registration &registration, BowlineAnswer answers, std::size_t tag) {
    const std::vector<std::uint32_t> reads = Reads(registration);
    BowlineResource resource = registration.m_resource;
    resource.name = detail::text(registration.m_name);
    resource.doc = detail::text(registration.m_doc);
    resource.function = detail::text(registration.m_function_name);
    resource.answer = answers;
    resource.tag = tag;
    resource.reads = reads.data();
    resource.read_count = reads.size();
    resource.flags = (registration.m_named ? BOWLINE_CALCULATION_READS_NAMED : 0) |
                     (registration.m_stateless ? BOWLINE_CALCULATION_READS_NO_STATES : 0);
    m_host->calls->resource(m_host, &resource);
}

inline void Creator::DeclareTokens() {
    for (Registration &registration : m_registrations) {
        if (registration.m_purpose != BOWLINE_PURPOSE_COMMON_COMPUTATION) {
            continue;
        }
        if (registration.m_common == nullptr) {
            for (const Named &named : m_named) {
                if (named.role == BOWLINE_ROLE_STATE && named.name == registration.m_name) {
                    throw Failure("the out-port `" + named.name +
                                  "` has the name of a state: if it is the state, declare it with "
                                  "AddOutportOfState, else call it something else");
                }
            }
            continue;
        }
        // A common calculation fills a value of its own, which puts it before
        // what reads that; named like the function, unless something is already.
        std::string name = registration.m_name;
        while (std::any_of(m_named.begin(), m_named.end(), [&](const Named &named) { return named.name == name; })) {
            name += '_';
        }
        static_cast<detail::Signal &>(*registration.m_common) = Declare(BOWLINE_ROLE_PRIVATE, name, 1, {});
    }
}

/// What a calculation reads. One that does not say it asks all resources, and reads the
/// common calculations that run when it does: of another common calculation those that were registered
/// before it, of others all.
inline std::vector<std::uint32_t> Creator::Reads(const Registration &reader) const {
    std::vector<std::uint32_t> reads = Indices(reader.m_reads);
    bool is_before = true;
    for (const Registration &common : m_registrations) {
        is_before = is_before && &common != &reader;
        if (common.m_common == nullptr) {
            continue;
        }
        const std::uint32_t token = common.m_common->place.index;
        const bool is_there = common.m_clock.rate == BOWLINE_RATE_CONTINUOUS || common.RunsLike(reader);
        if (!reader.m_named && reader.m_purpose != BOWLINE_PURPOSE_INITIAL_CONDITION) {
            if (is_there && (is_before || reader.m_common == nullptr)) {
                reads.push_back(token);
            }
        } else if (!is_there && std::find(reads.begin(), reads.end(), token) != reads.end()) {
            throw Failure("`" + reader.m_name + "` reads the common calculation `" + common.m_name +
                          "`, but does not run on its clock: what that leaves in members is not held between ticks; "
                          "run both on one clock, or let a discrete state or an out-port hold it");
        }
    }
    return reads;
}

template <class T> void Creator::Finish(T &object) {
    static_assert(std::is_invocable_v<decltype(&T::OdeFcn), T &, double, const double *, double *>,
                  "OdeFcn takes (T, X, XDot); there is no bIsMajorTimeStep here: what is done once for each accepted "
                  "step is an update on Clock::Steps()");
    static_assert(std::is_invocable_v<decltype(&T::InitialConditionSetup), T &, double, const double *, double *>,
                  "InitialConditionSetup takes (T, currentIC, updatedIC); there is no creator any more then");
    DeclareTokens();

    SimObject &base = object;
    const auto add = [&](const Registration &registration, const std::vector<std::uint32_t> &gives,
                         detail::Function function) {
        Calculation(registration, gives, detail::Sweep<T>, base.m_functions.size());
        base.m_functions.push_back(std::move(function));
    };
    for (Registration &registration : m_registrations) {
        if (registration.m_purpose == detail::PROVIDED) {
            DeclareResource(registration, detail::Answers<T>, base.m_answers.size());
            base.m_answers.push_back(std::move(registration.m_answer));
            continue;
        }
        std::vector<std::uint32_t> gives = Indices(registration.m_sets);
        if (registration.m_common != nullptr) {
            gives = {registration.m_common->place.index};
        } else if (registration.m_purpose == BOWLINE_PURPOSE_COMMON_COMPUTATION) {
            gives = {registration.m_filled.place.index};
        }
        add(registration, gives, std::move(registration.m_function));
    }

    if (!std::is_same_v<decltype(&T::OdeFcn), decltype(&SimObject::OdeFcn)> && !m_states.empty()) {
        Registration derivatives;
        derivatives.m_purpose = BOWLINE_PURPOSE_DERIVATIVES;
        derivatives.m_name = "OdeFcn";
        add(derivatives, {}, [](SimObject &self, BowlineIo &io) {
            for (const detail::Signal &state : self.m_states) {
                if (!bowline_inside(state.place.first, state.width, io.result_count)) {
                    io.calls->out_of_bounds(&io, state.place.first, state.width);
                    return;
                }
            }
            self.OdeFcn(io.time, io.values, io.results);
        });
    }
    if (!std::is_same_v<decltype(&T::InitialConditionSetup), decltype(&SimObject::InitialConditionSetup)> &&
        !(m_states.empty() && m_discrete_states.empty())) {
        std::vector<std::uint32_t> states;
        for (const detail::Signal &state : m_states) {
            states.push_back(state.place.index);
        }
        for (const DiscreteState &state : m_discrete_states) {
            states.push_back(state.place.index);
        }
        m_initial.m_purpose = BOWLINE_PURPOSE_INITIAL_CONDITION;
        m_initial.m_name = "InitialConditionSetup";
        add(m_initial, states, [](SimObject &self, BowlineIo &io) {
            std::vector<double> known;
            for (const detail::Signal &state : self.m_states) {
                const double *values = bowline_read(&io, state.place, state.width);
                known.insert(known.end(), values, values + state.width);
            }
            self.InitialConditionSetup(io.time, io.values, io.values);
            auto value = known.begin();
            for (const detail::Signal &state : self.m_states) {
                double *values = bowline_write(&io, state.place, state.width);
                for (std::size_t i = 0; i < state.width; ++i, ++value) {
                    values[i] = std::isnan(*value) ? values[i] : *value;
                }
            }
        });
    }
    if (!std::is_same_v<decltype(&T::NextTimeEvent), decltype(&SimObject::NextTimeEvent)>) {
        const BowlineTimeEvents events = {sizeof events, BOWLINE_TIMES_EVENT, detail::NextTimeEvent<T>, 0};
        m_host->calls->time_events(m_host, &events);
    }
    if (!std::is_same_v<decltype(&T::NextStop), decltype(&SimObject::NextStop)>) {
        const BowlineTimeEvents stops = {sizeof stops, BOWLINE_TIMES_STOP, detail::NextStop<T>, 0};
        m_host->calls->time_events(m_host, &stops);
    }

    base.m_ports = std::move(m_ports);
    base.m_commons = std::move(m_commons);
    base.m_discrete_states = std::move(m_discrete_states);
    base.m_memories = std::move(m_memories);
    base.m_resources = std::move(m_resources);
    base.m_states = std::move(m_states);
}

/* -- the library ----------------------------------------------------------------- */

namespace detail {

template <class T> constexpr BowlineType Type() {
    static_assert(std::is_base_of_v<SimObject, T>, "a type of SimObjects derives from bowline::SimObject");
    return {sizeof(BowlineType), T::Reentrant ? 0 : BOWLINE_TYPE_NOT_REENTRANT, text(T::TypeName), text(T::TypeDoc),
            sizeof(T),           alignof(T),                                Construct<T>,      Destroy<T>,
            nullptr,             nullptr};
}

template <std::size_t N>
constexpr std::array<const BowlineType *, N> Pointers(const std::array<BowlineType, N> &types) {
    std::array<const BowlineType *, N> pointers{};
    for (std::size_t i = 0; i < N; ++i) {
        pointers[i] = &types[i];
    }
    return pointers;
}

template <class... Types> constexpr std::array<BowlineType, sizeof...(Types)> Table() { return {Type<Types>()...}; }

} // namespace detail
} // namespace bowline

#endif
