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

/* Whether a class has a function that is found by its name: one that is public, and the only one of that
 * name. What else has the name would be passed over in silence, and so is refused. */
#define BOWLINE_FINDS(function)                                                                             \
    template <class T, class = void> struct Has##function : std::false_type {};                             \
    template <class T> struct Has##function<T, std::void_t<decltype(&T::function)>> : std::true_type {};    \
    struct Named##function {                                                                                \
        int function;                                                                                       \
    };                                                                                                      \
    template <class T> struct With##function : T, Named##function {};                                       \
    template <class T> constexpr bool Finds##function() {                                                   \
        if constexpr (!Has##function<T>::value && !std::is_final_v<T>) {                                    \
            static_assert(Has##function<With##function<T>>::value,                                          \
                          #function " has to be public, and the only function of that name in its class");  \
        }                                                                                                   \
        return Has##function<T>::value;                                                                     \
    }
BOWLINE_FINDS(OdeFcn)
BOWLINE_FINDS(InitialConditionSetup)
BOWLINE_FINDS(NextTimeEvent)
BOWLINE_FINDS(NextStop)
#undef BOWLINE_FINDS

/// Whether a function that was found may be called for SimObjects that runs share.
template <class T, class F> constexpr bool MayBeShared = !T::Reentrant || MemberFunction<F>::IsConst;

#define BOWLINE_NOT_CONST(function)                                                                         \
    function " may change members of its SimObject: write `const` behind it, or say `static constexpr bool " \
             "Reentrant = false;` in the class"

/// The derivatives of all states.
template <class T> std::size_t Derive(void *objects, std::size_t count, BowlineIo *lent, std::size_t tag) {
    return Sweep<T>(objects, count, lent, tag, [](T &object, const View &view, BowlineIo &io, std::size_t) {
        if (const Signal *missing = Insides::Missing(object)) {
            io.calls->out_of_bounds(&io, missing->m_first, missing->m_width);
            return;
        }
        object.OdeFcn(view.time, view.values, view.results);
    });
}

/// Initial conditions: what is known stays.
template <class T> std::size_t Initialise(void *objects, std::size_t count, BowlineIo *lent, std::size_t tag) {
    return Sweep<T>(objects, count, lent, tag, [](T &object, const View &view, BowlineIo &io, std::size_t) {
        std::vector<double> known;
        for (const Signal &state : Insides::States(object)) {
            const double *values = bowline_read(&io, state.Place(), state.m_width);
            known.insert(known.end(), values, values + state.m_width);
        }
        object.InitialConditionSetup(view.time, view.values, view.values);
        auto value = known.begin();
        for (const Signal &state : Insides::States(object)) {
            double *values = bowline_write(&io, state.Place(), state.m_width);
            for (std::size_t i = 0; i < state.m_width; ++i, ++value) {
                values[i] = std::isnan(*value) ? values[i] : *value;
            }
        }
    });
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

template <auto F>
Registration &Creator::Provide(const std::string &name, const BowlineResourceKind *kind, Function<F> function,
                               const std::string &doc) {
    static_assert(detail::Owner<F>::Reentrant, "who provides a resource is Reentrant: several may ask at once");
    static_assert(detail::Is<F, void(double, const double *, const double *, double *)>,
                  "a function that answers is `void F(double T, const double *X, const double *inputs, double "
                  "*outputs) const`");
    if (kind == nullptr) {
        throw Failure("the kind of the resource `" + name + "` is a null pointer");
    }
    Registration &registration = OfFunction<F>(detail::PROVIDED, name);
    registration.m_doc = doc;
    registration.m_resource = bowline_resource(BOWLINE_RESOURCE_PROVIDES, nullptr, kind, nullptr);
    registration.m_function_name = LastPart(function.name);
    registration.m_answers = detail::Answers<F>;
    registration.m_answered = {detail::Elements(kind->inputs, kind->input_count),
                               detail::Elements(kind->outputs, kind->output_count)};
    return registration;
}

inline void Creator::DeclareResource(Registration &registration, std::size_t tag) {
    const std::vector<std::uint32_t> reads = Reads(registration);
    BowlineResource resource = registration.m_resource;
    resource.name = detail::text(registration.m_name);
    resource.doc = detail::text(registration.m_doc);
    resource.function = detail::text(registration.m_function_name);
    resource.answer = registration.m_answers;
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
        registration.m_filled = Declare(BOWLINE_ROLE_PRIVATE, name, 1, {});
        static_cast<detail::Signal &>(*registration.m_common) = registration.m_filled;
    }
}

/// What a calculation reads. One that does not say it reads the common calculations and private
/// values that run when it does: of another one of these those that were registered before it, of
/// others all.
inline std::vector<std::uint32_t> Creator::Reads(const Registration &reader) const {
    std::vector<std::uint32_t> reads = Indices(reader.m_reads);
    bool is_before = true;
    for (const Registration &common : m_registrations) {
        is_before = is_before && &common != &reader;
        if (common.m_common == nullptr && !common.m_is_private) {
            continue;
        }
        const std::uint32_t token = common.m_filled.m_index;
        const bool is_there = common.m_clock.rate == BOWLINE_RATE_CONTINUOUS || common.RunsLike(reader);
        if (!reader.m_named && reader.m_purpose != BOWLINE_PURPOSE_INITIAL_CONDITION) {
            if (is_there && (is_before || (reader.m_common == nullptr && !reader.m_is_private))) {
                reads.push_back(token);
            }
        } else if (!is_there && common.m_common != nullptr && std::find(reads.begin(), reads.end(), token) != reads.end()) {
            throw Failure("`" + reader.m_name + "` reads the common calculation `" + common.m_name +
                          "`, but does not run on its clock: what that leaves in members is not held between ticks; "
                          "run both on one clock, or let a discrete state or an out-port hold it");
        }
    }
    return reads;
}

template <class T> void Creator::Finish(T &object) {
    DeclareBranches();
    DeclareTokens();
    DeclareOwn(object);

    SimObject &base = object;
    std::size_t index = 0;
    detail::Signal *const filled = m_handles.AddRow<detail::Signal>(m_registrations.size());
    std::vector<detail::Answered> answered;
    for (Registration &registration : m_registrations) {
        const std::ptrdiff_t offset =
            static_cast<char *>(registration.m_part(base)) - reinterpret_cast<char *>(std::addressof(object));
        detail::Tag tag{index, static_cast<std::size_t>(offset), sizeof(T)};
        if (registration.m_purpose == detail::PROVIDED) {
            tag.index = answered.size();
            DeclareResource(registration, tag.Pack());
            answered.push_back(registration.m_answered);
            continue;
        }
        std::vector<std::uint32_t> gives = Indices(registration.m_sets);
        if (registration.m_purpose == BOWLINE_PURPOSE_COMMON_COMPUTATION ||
            registration.m_purpose == BOWLINE_PURPOSE_RESIDUAL) {
            gives = {registration.m_filled.m_index};
            filled[index++] = registration.m_filled;
        }
        Calculation(registration, gives, tag.Pack());
    }

    base.m_filled = filled;
    const auto is_missing = [](const detail::Signal &state) { return state.m_count != 0; };
    const auto missing = std::find_if(m_states.begin(), m_states.end(), is_missing);
    base.m_missing = missing == m_states.end() ? nullptr : &*missing;
    base.m_declared.reset(new SimObject::Declared{std::move(m_handles), std::move(m_states), std::move(answered)});
}

/// Registers the functions that are found by their names.
template <class T> void Creator::DeclareOwn(T &) {
    const auto own = [this](Registration &registration, std::uint32_t purpose, const char *name, BowlineCalculate sweep) {
        registration.m_purpose = purpose;
        registration.m_name = name;
        registration.m_sweep = sweep;
        registration.m_part = detail::PartOf<T>;
        m_registrations.push_back(registration);
    };
    if constexpr (detail::FindsOdeFcn<T>()) {
        static_assert(std::is_invocable_v<decltype(&T::OdeFcn), T &, double, const double *, double *>,
                      "OdeFcn takes (T, X, XDot); there is no bIsMajorTimeStep here: what is done once for each "
                      "accepted step is an update on Clock::Steps()");
        static_assert(detail::MayBeShared<T, decltype(&T::OdeFcn)>, BOWLINE_NOT_CONST("OdeFcn"));
        if (!m_states.empty()) {
            Registration derivatives;
            own(derivatives, BOWLINE_PURPOSE_DERIVATIVES, "OdeFcn", detail::Derive<T>);
        }
    }
    if constexpr (detail::FindsInitialConditionSetup<T>()) {
        static_assert(std::is_invocable_v<decltype(&T::InitialConditionSetup), T &, double, const double *, double *>,
                      "InitialConditionSetup takes (T, currentIC, updatedIC); there is no creator any more then");
        static_assert(detail::MayBeShared<T, decltype(&T::InitialConditionSetup)>,
                      BOWLINE_NOT_CONST("InitialConditionSetup"));
        if (!m_states.empty() || !m_discrete_states.empty()) {
            for (const detail::Signal &state : m_states) {
                m_initial.m_sets.push_back({nullptr, static_cast<int>(state.m_first)});
            }
            for (const DiscreteState *state : m_discrete_states) {
                m_initial.m_sets.push_back({state, 0});
            }
            own(m_initial, BOWLINE_PURPOSE_INITIAL_CONDITION, "InitialConditionSetup", detail::Initialise<T>);
        }
    }
    if constexpr (detail::FindsNextTimeEvent<T>()) {
        static_assert(detail::MayBeShared<T, decltype(&T::NextTimeEvent)>, BOWLINE_NOT_CONST("NextTimeEvent"));
        bowline_time_events(m_host, detail::NextTimeEvent<T>);
    }
    if constexpr (detail::FindsNextStop<T>()) {
        static_assert(detail::MayBeShared<T, decltype(&T::NextStop)>, BOWLINE_NOT_CONST("NextStop"));
        bowline_stops(m_host, detail::NextStop<T>);
    }
}

#undef BOWLINE_NOT_CONST

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
