/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * SimObjects in C++17, in the manner of FhSim's, on top of simobject.h.
 *
 *     class Gain : public bowline::SimObject {
 *     public:
 *         static constexpr const char *TypeName = "Signal/Gain";
 *         static constexpr const char *TypeDoc = "Multiplies";
 *
 *         Gain(const std::string &name, bowline::ISimObjectCreator *creator) : SimObject(name) {
 *             creator->AddInport("In", 1, &m_in, {"", "What is multiplied"});
 *             creator->AddOutport("Out", 1, PORT_FUNCTION(Gain::Out), {"", "Gain times In"}).Reads(m_in);
 *             creator->GetDoubleParam("Gain", &m_gain, {"", "The factor"});
 *         }
 *
 *         const double *Out(double T, const double *X) {
 *             m_out = m_gain * m_in->GetPortValue(T, X)[0];
 *             return &m_out;
 *         }
 *
 *     private:
 *         bowline::ISignalPort *m_in;
 *         double m_gain, m_out;
 *     };
 *
 *     BOWLINE_LIBRARY(my_library, "1.0", "What it is about", Gain)
 *
 * What to know:
 *
 * - The constructor is called several times for each SimObject and must make the
 *   same calls each time: no clocks, no random numbers. Nothing is to be kept in
 *   static variables that change: runs go on side by side.
 * - The host decides when a function is called, from what it reads: each at
 *   most once an evaluation, and after all that it reads. An out-port or common
 *   calculation that does not say what it reads counts as reading all in-ports;
 *   if that closes an algebraic loop, say it with Reads.
 * - Members may keep results, as scratch. What is to be remembered goes into a
 *   DiscreteState or Memory: functions are called at trial points too, which are
 *   thrown away. A type that keeps no results (so that its functions could all be
 *   const) may say `static constexpr bool Reentrant = true;`: then runs share its
 *   SimObjects, and threads share the work.
 * - Exceptions become errors that name the SimObject. Throw bowline::Failure
 *   to say whether a smaller step may help. */

#ifndef BOWLINE_SIMOBJECT_HPP
#define BOWLINE_SIMOBJECT_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <list>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "simobject.h"

/* The functions of out-ports and common calculations, as FhSim's code writes them;
 * and those of updates and event handlers. */
#define PORT_FUNCTION(function) &function
#define COMMON_COMPUTATION_FUNCTION(function) &function, #function
#define UPDATE_FUNCTION(function) &function, #function
#define HANDLER_FUNCTION(function) &function, #function

namespace bowline {

class Creator;
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
    BowlinePlace place{};
    std::size_t width = 0;

    const double *Read() const {
        if (current_io == nullptr || current_io->value_count == 0) {
            throw Failure("ports and common calculations have values in calculations only");
        }
        return bowline_read(current_io, place, width);
    }

    /// Throws unless there are as many values as elements.
    void Fits(std::size_t count) const {
        if (count != width) {
            throw Failure("a state of " + std::to_string(width) + " elements was set to " + std::to_string(count));
        }
    }

    /// Sets a state in a handler.
    void PutNow(const double *values, std::size_t count) const {
        Fits(count);
        bowline_set_now(&Io(), place, width, values);
    }
};

/// The state that lies there in X.
inline const Signal &Find(const std::vector<Signal> &states, int place) {
    for (const Signal &state : states) {
        if (static_cast<int>(state.place.first) == place) {
            return state;
        }
    }
    throw Failure(std::to_string(place) + " is nothing that AddState returned");
}

using Function = std::function<void(SimObject &, BowlineIo &)>;

template <class T> std::size_t Sweep(void *objects, std::size_t count, BowlineIo *io, std::size_t tag);

} // namespace detail

} // namespace bowline

#include "simobject_bundle.hpp"
#include "simobject_look.hpp"
#include "simobject_resource.hpp"
#include "simobject_sampled.hpp"

namespace bowline {

/// An in-port.
class SignalPort : private detail::Signal {
public:
    /// Its numbers at this evaluation.
    const double *GetPortValue(double /*T*/, const double * /*X*/) const { return Read(); }

private:
    friend class Creator;
    friend class Registration;
};

/// A calculation that several functions of one SimObject share.
class CommonComputation : private detail::Signal {
public:
    /// Sees to it that its results are there. The host has called it before
    /// any function that reads it, so there is nothing to do but to check that
    /// the function that is running does read it: what has not run in this run
    /// is found here, the rest by `bowline check`.
    void ComputeFunction(double /*T*/, const double * /*X*/) const {
        if (*Read() != 0.0) {
            throw Failure("a common calculation is used that has not run yet; name it with Reads");
        }
    }

private:
    friend class Creator;
    friend class Registration;
};

/* The names that these have in FhSim. */
using ISignalPort = SignalPort;
using ICommonComputation = CommonComputation;
using ISimObjectCreator = Creator;

/// Unit and description for the reference; for a parameter also its bounds.
class About {
public:
    About() = default;
    About(const char *unit, const char *doc) : m_unit(unit), m_doc(doc) {}

    About &AtLeast(double bound) { return Lower(bound, BOWLINE_BOUND_LOWER); }
    About &MoreThan(double bound) { return Lower(bound, BOWLINE_BOUND_LOWER | BOWLINE_BOUND_LOWER_EXCLUDED); }
    About &AtMost(double bound) { return Upper(bound, BOWLINE_BOUND_UPPER); }
    About &LessThan(double bound) { return Upper(bound, BOWLINE_BOUND_UPPER | BOWLINE_BOUND_UPPER_EXCLUDED); }

private:
    friend class Creator;

    About &Lower(double bound, std::uint32_t bits) {
        m_lower = bound;
        m_bounds |= bits;
        return *this;
    }
    About &Upper(double bound, std::uint32_t bits) {
        m_upper = bound;
        m_bounds |= bits;
        return *this;
    }

    const char *m_unit = "";
    const char *m_doc = "";
    std::uint32_t m_bounds = 0;
    double m_lower = 0.0, m_upper = 0.0;
};

/// What was just registered: an out-port, common calculation, indicator, update or
/// event handler.
class Registration {
public:
    /// Says what its function reads, instead of all in-ports, resources, common
    /// calculations and states: any number of `ISignalPort *`, `ICommonComputation *`,
    /// `Resource *` and `Memory *`, exactly these; and of its own states of both kinds
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
    /// Of a handler.
    std::uint32_t m_indicator = 0;
    detail::Function m_function;
    /// Of a resource that is provided.
    BowlineResource m_resource = {};
    std::string m_doc, m_function_name;
    detail::Answer m_answer;
};

/// A sub-model. Derive from it, and give the class a `TypeName`.
class SimObject {
public:
    /// Its type in one line, for the reference.
    static constexpr const char *TypeDoc = "";
    /// Whether no calculation changes a member.
    static constexpr bool Reentrant = false;

    explicit SimObject(std::string name) : m_SimObjectName(std::move(name)) {}
    virtual ~SimObject() = default;
    SimObject(const SimObject &) = delete;
    SimObject &operator=(const SimObject &) = delete;

    /// Sets the derivatives of all states, in SI units per second: X and XDot
    /// begin with the model's first state, AddState gave where this
    /// SimObject's lie. FhSim's bIsMajorTimeStep is not there: derivatives may
    /// depend on nothing but T, X, in-ports and discrete states, and the host does not
    /// know yet whether it will keep the step. What was done where it was set is an
    /// update on Clock::Steps(), which runs once for each step that was accepted.
    virtual void OdeFcn(const double /*T*/, const double *const /*X*/, double *const /*XDot*/) {}

    /// Completes initial conditions. Elements of currentIC that are NaN are not
    /// known yet; only those are set, in updatedIC; discrete states with
    /// DiscreteState::SetInitial. It is called once, when all in-ports are known (or
    /// those that it reads: see Creator::InitialCondition), if a state of this
    /// SimObject is not.
    virtual void InitialConditionSetup(const double /*T*/, const double *const /*currentIC*/,
                                       double *const /*updatedIC*/) {}

    /// The first time strictly after T, s, at which a result jumps; infinite if
    /// there is none. Every method then steps exactly to it.
    virtual double NextTimeEvent(const double /*T*/) { return INFINITY; }

    /// The first time strictly after T, s, at which a step must end, though all
    /// is smooth there, so that no step jumps over what begins there; infinite
    /// if there is none. A method goes on from it without a new start.
    virtual double NextStop(const double /*T*/) { return INFINITY; }

protected:
    /// The SimObject's name in the scenario.
    const std::string m_SimObjectName;

    /// Says something to the user, in a calculation: BOWLINE_LEVEL_ERROR to
    /// BOWLINE_LEVEL_TRACE. (In the constructor there is Creator::Log.)
    static void Log(std::uint32_t level, const std::string &message) {
        if (detail::current_io != nullptr) {
            detail::current_io->calls->log(detail::current_io, level, detail::text(message));
        }
    }

    /// In what runs on a clock: how many of its ticks came before this one. It goes
    /// on counting in a run that goes on from a state file.
    static std::uint64_t GetTick() { return detail::Io().tick; }

    /// Sets a state, which AddState returned, in the handler of an event: at once.
    void SetNow(int state, double value) const { SetNow(state, &value, 1); }
    void SetNow(int state, std::initializer_list<double> values) const {
        SetNow(state, values.begin(), values.size());
    }
    void SetNow(int state, const double *values, std::size_t count) const {
        detail::Find(m_states, state).PutNow(values, count);
    }

private:
    friend class Creator;
    template <class T> friend std::size_t detail::Sweep(void *, std::size_t, BowlineIo *, std::size_t);
    template <class T>
    friend std::size_t detail::Answers(const void *, BowlineIo *, const double *, double *, std::size_t, std::size_t);

    std::list<SignalPort> m_ports;
    std::list<CommonComputation> m_commons;
    std::list<DiscreteState> m_discrete_states;
    std::list<Memory> m_memories;
    std::list<Resource> m_resources;
    std::vector<detail::Signal> m_states;
    std::vector<detail::Function> m_functions;
    std::vector<detail::Answer> m_answers;
};

/// What a constructor declares its SimObject to. A wrong parameter does not
/// stop it: the host notes what is wrong, and gives a value to go on with.
class Creator {
public:
    explicit Creator(BowlineCreator *host) : m_host(host) {}

    std::string GetSimObjectName() const { return detail::string(m_host->calls->object_name(m_host)); }

    /* -- ports, states, calculations */

    /// An in-port, for which `port` will stand.
    void AddInport(const std::string &name, int width, SignalPort **port, const About &about = {}) {
        SignalPort &declared = m_ports.emplace_back();
        static_cast<detail::Signal &>(declared) = Declare(BOWLINE_ROLE_IN_PORT, name, width, about);
        *port = &declared;
    }

    /// An out-port whose numbers a function returns a pointer to:
    /// `const double *Function(double T, const double *X)`.
    template <class T>
    Registration &AddOutport(const std::string &name, int width, const double *(T::*function)(double, const double *),
                             const About &about = {}) {
        return AddOutportFunction<T>(name, width, function, about);
    }
    template <class T>
    Registration &AddOutport(const std::string &name, int width,
                             const double *(T::*function)(double, const double *) const, const About &about = {}) {
        return AddOutportFunction<T>(name, width, function, about);
    }

    /// An out-port that is a state, with its unit and description, which costs
    /// nothing. It may have the state's name; any other out-port must not.
    void AddOutportOfState(const std::string &name, const std::string &state) {
        const Named declared = Find(state);
        Declare(BOWLINE_ROLE_OUT_PORT_OF_STATE, name, static_cast<int>(declared.width), {}, declared.index);
    }

    /// A bundle of that side of a kind. Declare every member of it, once: what the
    /// side gives as out-ports, the rest as in-ports. A member is a port called
    /// `Bundle.member`, with the width, unit and description of the kind.
    Bundle AddBundle(const std::string &name, const BowlineBundleKind *kind, const std::string &side,
                     const std::string &doc = "") {
        if (kind == nullptr) {
            throw Failure("the kind of the bundle `" + name + "` is a null pointer");
        }
        Bundle bundle;
        bundle.m_name = name;
        bundle.m_kind = kind;
        bundle.m_number = bowline_bundle(m_host, name.c_str(), kind, side.c_str(), doc.c_str());
        return bundle;
    }

    /// A member that the other side gives.
    void AddInport(const Bundle &bundle, const std::string &member, SignalPort **port) {
        SignalPort &declared = m_ports.emplace_back();
        static_cast<detail::Signal &>(declared) = DeclareMember(BOWLINE_ROLE_IN_PORT, bundle, member, bundle.Width(member));
        *port = &declared;
    }

    /// A member that this side gives, whose numbers a function returns a pointer to.
    template <class T>
    Registration &AddOutport(const Bundle &bundle, const std::string &member,
                             const double *(T::*function)(double, const double *)) {
        return AddOutportFunction<T>(bundle, member, function);
    }
    template <class T>
    Registration &AddOutport(const Bundle &bundle, const std::string &member,
                             const double *(T::*function)(double, const double *) const) {
        return AddOutportFunction<T>(bundle, member, function);
    }

    /// A member that this side gives and that is a state.
    void AddOutportOfState(const Bundle &bundle, const std::string &member, const std::string &state) {
        const Named declared = Find(state);
        DeclareMember(BOWLINE_ROLE_OUT_PORT_OF_STATE, bundle, member, declared.width, declared.index);
    }

    /// A resource that it asks, for which `resource` will stand. The SimObject that
    /// provides such a kind is found by itself; where several do, the scenario says which.
    void AddResource(const std::string &name, const BowlineResourceKind *kind, Resource **resource,
                     const std::string &doc = "") {
        Resource &declared = m_resources.emplace_back();
        declared.place = bowline_uses(m_host, name.c_str(), kind, doc.c_str());
        *resource = &declared;
    }

    /// A resource that it answers for: `void Function(double T, const double *X, const
    /// double *inputs, double *outputs) const`. What the answers depend on is said as for
    /// other functions, `.Reads(...)`. Several may ask at once: so the function changes no
    /// member, and the class says `static constexpr bool Reentrant = true`.
    template <class T>
    Registration &Provide(const std::string &name, const BowlineResourceKind *kind,
                          void (T::*function)(double, const double *, const double *, double *) const,
                          const char *function_name, const std::string &doc = "");

    /// A state. Returns where it lies in the X and XDot of functions.
    int AddState(const std::string &name, int width, const About &about = {}) {
        m_states.push_back(Declare(BOWLINE_ROLE_STATE, name, width, about));
        return static_cast<int>(m_states.back().place.first);
    }

    /// A discrete state, for which `state` will stand.
    void AddDiscreteState(const std::string &name, int width, DiscreteState **state, const About &about = {}) {
        DiscreteState &declared = m_discrete_states.emplace_back();
        static_cast<detail::Signal &>(declared) = Declare(BOWLINE_ROLE_DISCRETE_STATE, name, width, about);
        *state = &declared;
    }

    [[deprecated("write AddDiscreteState")]] void AddSampledState(const std::string &name, int width,
                                                                  DiscreteState **state, const About &about = {}) {
        AddDiscreteState(name, width, state, about);
    }

    /// Room for so many numbers, zeros at first, for which `memory` will stand.
    void AddMemory(const std::string &name, int width, Memory **memory) {
        Memory &declared = m_memories.emplace_back();
        static_cast<detail::Signal &>(declared) = Declare(BOWLINE_ROLE_MEMORY, name, width, {});
        *memory = &declared;
    }

    /// A number whose sign the host watches, which a function returns: `double
    /// Function(double T, const double *X)`. Where it crosses 0 the step ends, and
    /// its handlers run. It should cross 0 with a slope, and go on smoothly behind.
    template <class T>
    Registration &AddIndicator(const std::string &name, double (T::*function)(double, const double *),
                               Crossing crossing, const About &about = {}) {
        return AddIndicatorFunction<T>(name, function, crossing, about);
    }
    template <class T>
    Registration &AddIndicator(const std::string &name, double (T::*function)(double, const double *) const,
                               Crossing crossing, const About &about = {}) {
        return AddIndicatorFunction<T>(name, function, crossing, about);
    }

    /// A function, `void Function(double T, const double *X)`, that runs at the ticks
    /// of a clock (`.On(...)`), sets next values of discrete states and writes memory
    /// (`.Sets(...)`).
    template <class T>
    Registration &AddUpdate(void (T::*function)(double, const double *), const char *function_name) {
        return AddFunction<T>(BOWLINE_PURPOSE_UPDATE, function, function_name);
    }
    template <class T>
    Registration &AddUpdate(void (T::*function)(double, const double *) const, const char *function_name) {
        return AddFunction<T>(BOWLINE_PURPOSE_UPDATE, function, function_name);
    }

    /// A function, `void Function(double T, const double *X)`, that runs where the
    /// indicator of that name crosses 0, just behind, and sets states of both kinds
    /// (`.Sets(...)`).
    template <class T>
    Registration &AddEventHandler(const std::string &indicator, void (T::*function)(double, const double *),
                                  const char *function_name) {
        return AddHandlerFunction<T>(indicator, function, function_name);
    }
    template <class T>
    Registration &AddEventHandler(const std::string &indicator, void (T::*function)(double, const double *) const,
                                  const char *function_name) {
        return AddHandlerFunction<T>(indicator, function, function_name);
    }

    /// The period of a clock, s, for coefficients that depend on it. Clock::Steps()
    /// has none.
    double GetSampleTime(const Clock &clock) { return bowline_sample_time(m_host, clock.m_clock); }

    /// A calculation, `void Function(double T, const double *X)`, that other
    /// functions share, for which `common` will stand. It counts as reading all
    /// in-ports, and the common calculations that were registered before it.
    template <class T>
    Registration &RegisterCommonCalculation(void (T::*function)(double, const double *), const char *function_name,
                                            CommonComputation **common = nullptr) {
        CommonComputation &declared = m_commons.emplace_back();
        if (common != nullptr) {
            *common = &declared;
        }
        Registration &registration = Register(BOWLINE_PURPOSE_COMMON_COMPUTATION, LastPart(function_name));
        registration.m_common = &declared;
        registration.m_function = [function, &declared](SimObject &object, BowlineIo &io) {
            (static_cast<T &>(object).*function)(io.time, io.values);
            *bowline_write(&io, declared.place, 1) = 0.0;
        };
        return registration;
    }

    /// Where to say what InitialConditionSetup reads, `InitialCondition().Reads(m_in)`, if
    /// not all in-ports: initial conditions that wait for each other are an error.
    Registration &InitialCondition() { return m_initial; }

    /* -- parameters: without a default, the scenario must give them */

    void GetDoubleParam(const std::string &name, double *into, const About &about = {}) {
        const BowlineParameter request = Request(BOWLINE_PARAMETER_NUMBER, name, about);
        *into = bowline_ask_number(m_host, &request);
    }
    void GetDoubleParam(const std::string &name, double *into, double otherwise, const About &about = {}) {
        BowlineParameter request = Request(BOWLINE_PARAMETER_NUMBER, name, about, BOWLINE_REQUIREMENT_DEFAULT);
        request.default_numbers = &otherwise;
        request.default_count = 1;
        *into = bowline_ask_number(m_host, &request);
    }

    /// A whole number from 0 on.
    void GetIntParam(const std::string &name, int *into, const About &about = {}) {
        const BowlineParameter request = Request(BOWLINE_PARAMETER_WHOLE, name, about);
        *into = Whole(name, request);
    }
    /// A default below 0, as in `-1`, says that the parameter may be left out.
    void GetIntParam(const std::string &name, int *into, int otherwise, const About &about = {}) {
        BowlineParameter request =
            Request(BOWLINE_PARAMETER_WHOLE, name, about, otherwise < 0 ? BOWLINE_REQUIREMENT_OPTIONAL : BOWLINE_REQUIREMENT_DEFAULT);
        request.default_whole = static_cast<std::uint64_t>(std::max(otherwise, 0));
        *into = Whole(name, request, otherwise);
    }

    void GetBoolParam(const std::string &name, bool *into, const About &about = {}) {
        const BowlineParameter request = Request(BOWLINE_PARAMETER_BOOLEAN, name, about);
        *into = bowline_ask(m_host, &request).whole != 0;
    }
    void GetBoolParam(const std::string &name, bool *into, bool otherwise, const About &about = {}) {
        BowlineParameter request = Request(BOWLINE_PARAMETER_BOOLEAN, name, about, BOWLINE_REQUIREMENT_DEFAULT);
        request.default_whole = otherwise;
        *into = bowline_ask(m_host, &request).whole != 0;
    }

    void GetStringParam(const std::string &name, std::string &into, const About &about = {}) {
        const BowlineParameter request = Request(BOWLINE_PARAMETER_TEXT, name, about);
        into = detail::string(bowline_ask(m_host, &request).text);
    }
    void GetStringParam(const std::string &name, std::string &into, const char *otherwise, const About &about = {}) {
        BowlineParameter request = Request(BOWLINE_PARAMETER_TEXT, name, about, BOWLINE_REQUIREMENT_DEFAULT);
        request.default_text = detail::text(otherwise);
        into = detail::string(bowline_ask(m_host, &request).text);
    }

    /// A vector of that length, which a single number fills; of any length if it is 0.
    void GetDoubleVectorParam(const std::string &name, std::vector<double> &into, int length = 0,
                              const About &about = {}) {
        BowlineParameter request = Request(BOWLINE_PARAMETER_VECTOR, name, about);
        request.length = Width(name, length);
        into = Numbers(request);
    }
    void GetDoubleVectorParam(const std::string &name, std::vector<double> &into, int length,
                              std::initializer_list<double> otherwise, const About &about = {}) {
        BowlineParameter request = Request(BOWLINE_PARAMETER_VECTOR, name, about, BOWLINE_REQUIREMENT_DEFAULT);
        request.length = Width(name, length);
        request.default_numbers = otherwise.begin();
        request.default_count = otherwise.size();
        into = Numbers(request);
    }

    /// The contents of a text file that the scenario names. (What a SimObject
    /// reads by itself, the host knows nothing of.)
    void GetTextFileParam(const std::string &name, std::string &contents, const About &about = {}) {
        const BowlineParameter request = Request(BOWLINE_PARAMETER_TEXT_FILE, name, about);
        contents = detail::string(bowline_ask(m_host, &request).text);
    }

    /// Notes that a parameter is wrong in a way that its bounds do not say.
    void ReportParameterError(const std::string &parameter, const std::string &message) {
        Fault(BOWLINE_FAULT_WRONG_PARAMETER, parameter, message);
    }

    /* -- more about what is declared, by its name */

    /// Typical magnitude of a state; its absolute tolerance is multiplied by it.
    void SetNominal(const std::string &state, double magnitude) { Number(BOWLINE_MEANING_NOMINAL, state, {magnitude}); }

    /// Value of an in-port that is not connected; a single number fills it.
    void SetDefaultInput(const std::string &port, const std::vector<double> &value) {
        Number(BOWLINE_MEANING_DEFAULT_INPUT, port, value);
    }

    [[deprecated("write SetDefaultInput")]] void SetFallback(const std::string &port,
                                                             const std::vector<double> &value) {
        SetDefaultInput(port, value);
    }

    /// Initial value of a state of either kind or of memory that the scenario does not
    /// give; or of an out-port on a clock, for those who read its previous value.
    void SetInitialValue(const std::string &state, const std::vector<double> &value) {
        Number(BOWLINE_MEANING_INITIAL_VALUE, state, value);
    }

    /// Adds a shape to what the SimObject looks like; the ports and states that it
    /// names are declared before.
    void AddLook(const Look &look) {
        std::vector<BowlineLookAttribute> attributes;
        for (const auto &[attribute, binding] : look.m_bindings) {
            for (const Binding::Piece &piece : binding.m_pieces) {
                const std::uint32_t signal = piece.signal.empty() ? BOWLINE_LOOK_NUMBERS : Find(piece.signal).index;
                attributes.push_back({attribute, signal, piece.first, piece.count, piece.numbers.data(),
                                      piece.numbers.size()});
            }
        }
        const BowlineLook passed = {sizeof passed,     look.m_shape, attributes.data(),
                                    attributes.size(), detail::text(look.m_material), detail::text(look.m_text),
                                    sizeof(BowlineLookAttribute), 0};
        m_host->calls->look(m_host, &passed);
    }

    /// Says something to the user: BOWLINE_LEVEL_ERROR to BOWLINE_LEVEL_TRACE.
    void Log(std::uint32_t level, const std::string &message) {
        m_host->calls->log(m_host, level, detail::text(message));
    }

    /// Notes that something is wrong: BOWLINE_FAULT_WRONG_PARAMETER to BOWLINE_FAULT_MISTAKE.
    void Fault(std::uint32_t kind, const std::string &parameter, const std::string &message) {
        BowlineFault fault{};
        fault.size = sizeof fault;
        fault.kind = kind;
        fault.parameter = detail::text(parameter);
        fault.message = detail::text(message);
        m_host->calls->fault(m_host, &fault);
    }

    /// Tells the host the calculations of a constructed SimObject, which takes
    /// over what was declared. (Only now all is known that they may read.)
    template <class T> void Finish(T &object);

private:
    struct Named {
        std::string name;
        std::uint32_t role, index;
        std::size_t width;
    };

    static std::size_t Width(const std::string &name, int width) {
        if (width < 0) {
            throw Failure("`" + name + "` has a negative width, " + std::to_string(width));
        }
        return static_cast<std::size_t>(width);
    }

    detail::Signal Declare(std::uint32_t role, const std::string &name, int width, const About &about,
                           std::uint32_t state = 0, std::uint32_t crossing = 0) {
        BowlineSignal signal{};
        signal.size = sizeof signal;
        signal.role = role;
        signal.name = detail::text(name);
        signal.unit = detail::text(about.m_unit);
        signal.doc = detail::text(about.m_doc);
        signal.width = Width(name, width);
        signal.state = state;
        signal.crossing = crossing;
        detail::Signal declared;
        declared.place = m_host->calls->signal(m_host, &signal);
        declared.width = signal.width;
        m_named.push_back({name, role, declared.place.index, declared.width});
        return declared;
    }

    detail::Signal DeclareMember(std::uint32_t role, const Bundle &bundle, const std::string &member,
                                 std::size_t width, std::uint32_t state = 0) {
        detail::Signal declared;
        declared.place = bowline_member(m_host, role, bundle.m_number, member.c_str(), width, state);
        declared.width = width;
        m_named.push_back({bundle.m_name + "." + member, role, declared.place.index, width});
        return declared;
    }

    const Named &Find(const std::string &name) const {
        for (const Named &named : m_named) {
            if (named.name == name) {
                return named;
            }
        }
        throw Failure("no port or state `" + name + "` is declared yet");
    }

    Registration &Register(std::uint32_t purpose, const std::string &name) {
        Registration &registration = m_registrations.emplace_back();
        registration.m_purpose = purpose;
        registration.m_name = name;
        return registration;
    }

    /// `Forces` of `Spring::Forces`.
    static std::string LastPart(const std::string &path) {
        const std::size_t colon = path.rfind(':');
        return colon == std::string::npos ? path : path.substr(colon + 1);
    }

    template <class T, class F>
    Registration &AddFunction(std::uint32_t purpose, F function, const char *function_name) {
        Registration &registration = Register(purpose, LastPart(function_name));
        registration.m_function = [function](SimObject &object, BowlineIo &io) {
            (static_cast<T &>(object).*function)(io.time, io.values);
        };
        return registration;
    }

    template <class T, class F>
    Registration &AddHandlerFunction(const std::string &indicator, F function, const char *function_name) {
        const std::uint32_t index = Find(indicator).index;
        Registration &registration = AddFunction<T>(BOWLINE_PURPOSE_HANDLER, function, function_name);
        registration.m_indicator = index;
        return registration;
    }

    template <class T, class F>
    Registration &AddIndicatorFunction(const std::string &name, F function, Crossing crossing, const About &about) {
        const detail::Signal indicator = Declare(BOWLINE_ROLE_INDICATOR, name, 1, about, 0, static_cast<std::uint32_t>(crossing));
        Registration &registration = Register(BOWLINE_PURPOSE_COMMON_COMPUTATION, name);
        registration.m_filled = indicator;
        registration.m_function = [function, indicator](SimObject &object, BowlineIo &io) {
            *bowline_write(&io, indicator.place, 1) = (static_cast<T &>(object).*function)(io.time, io.values);
        };
        return registration;
    }

    template <class T, class F>
    Registration &AddOutportFunction(const std::string &name, int width, F function, const About &about) {
        return FillPort<T>(Declare(BOWLINE_ROLE_OUT_PORT, name, width, about), name, function);
    }

    template <class T, class F>
    Registration &AddOutportFunction(const Bundle &bundle, const std::string &member, F function) {
        const detail::Signal port = DeclareMember(BOWLINE_ROLE_OUT_PORT, bundle, member, bundle.Width(member));
        return FillPort<T>(port, m_named.back().name, function);
    }

    template <class T, class F>
    Registration &FillPort(const detail::Signal &port, const std::string &name, F function) {
        Registration &registration = Register(BOWLINE_PURPOSE_COMMON_COMPUTATION, name);
        registration.m_filled = port;
        registration.m_function = [function, port](SimObject &object, BowlineIo &io) {
            const double *result = (static_cast<T &>(object).*function)(io.time, io.values);
            if (result == nullptr) {
                throw Failure("the function of an out-port returned a null pointer");
            }
            std::copy(result, result + port.width, bowline_write(&io, port.place, port.width));
        };
        return registration;
    }

    BowlineParameter Request(std::uint32_t kind, const std::string &name, const About &about,
                             std::uint32_t requirement = BOWLINE_REQUIREMENT_REQUIRED) const {
        BowlineParameter request = bowline_parameter(kind, name.c_str(), about.m_unit, about.m_doc);
        request.requirement = requirement;
        request.bounds = about.m_bounds;
        request.lower = about.m_lower;
        request.upper = about.m_upper;
        return request;
    }

    int Whole(const std::string &name, const BowlineParameter &request, int otherwise = 0) {
        const BowlineValue value = bowline_ask(m_host, &request);
        if (value.given == 0) {
            return otherwise;
        }
        const std::uint64_t whole = value.whole;
        if (whole > INT32_MAX) {
            ReportParameterError(name, "must be at most 2147483647");
            return INT32_MAX;
        }
        return static_cast<int>(whole);
    }

    std::vector<double> Numbers(const BowlineParameter &request) {
        const BowlineValue value = bowline_ask(m_host, &request);
        std::vector<double> numbers(value.numbers, value.numbers + value.count);
        numbers.resize(request.length > 0 ? request.length : value.count);
        return numbers;
    }

    void Number(std::uint32_t meaning, const std::string &name, const std::vector<double> &values) {
        BowlineNumber number{};
        number.size = sizeof number;
        number.meaning = meaning;
        number.signal = Find(name).index;
        number.values = values.data();
        number.count = values.size();
        m_host->calls->number(m_host, &number);
    }

    std::vector<std::uint32_t> Indices(const std::vector<Registration::Named> &names) const {
        std::vector<std::uint32_t> indices;
        for (const auto &[handle, state] : names) {
            indices.push_back(handle != nullptr ? handle->place.index : detail::Find(m_states, state).place.index);
        }
        return indices;
    }

    std::vector<std::uint32_t> Reads(const Registration &registration) const;

    void Calculation(const Registration &registration, const std::vector<std::uint32_t> &gives, BowlineCalculate sweep,
                     std::size_t tag) {
        const std::vector<std::uint32_t> reads = Reads(registration), previous = Indices(registration.m_previous);
        BowlineCalculation calculation =
            bowline_described(registration.m_purpose, registration.m_name.c_str(), sweep, reads.data(), reads.size(),
                              gives.data(), gives.size());
        calculation.flags = (registration.m_named ? BOWLINE_CALCULATION_READS_NAMED : 0) |
                            (registration.m_stateless ? BOWLINE_CALCULATION_READS_NO_STATES : 0) |
                            (registration.m_only_at_start ? BOWLINE_CALCULATION_ONLY_AT_START : 0) |
                            (registration.m_counts_ticks ? BOWLINE_CALCULATION_COUNTS_TICKS : 0);
        calculation.tag = tag;
        calculation.indicator = registration.m_indicator;
        bowline_calculation_on(m_host, calculation, registration.m_clock, previous.data(), previous.size());
    }

    void DeclareTokens();
    void DeclareResource(Registration &registration, BowlineAnswer answers, std::size_t tag);

    BowlineCreator *m_host;
    std::vector<Named> m_named;
    std::list<SignalPort> m_ports;
    std::list<CommonComputation> m_commons;
    std::list<DiscreteState> m_discrete_states;
    std::list<Memory> m_memories;
    std::list<Resource> m_resources;
    std::vector<detail::Signal> m_states;
    std::list<Registration> m_registrations;
    Registration m_initial;
};

} // namespace bowline

#include "simobject_host.hpp"

/* Defines the library of these types and what a host finds it by. `Name` is
 * its LibName, without quotes; after `doc` follow the types. Write it outside
 * of namespaces, in one source file. */
#define BOWLINE_LIBRARY(Name, version, doc, ...)                                                            \
    BOWLINE_EXPORT const BowlineLibrary *bowline_library_##Name(void);                                      \
    BOWLINE_EXPORT const BowlineLibrary *bowline_library_##Name(void) {                                     \
        static const auto types = ::bowline::detail::Table<__VA_ARGS__>();                                  \
        static const auto pointers = ::bowline::detail::Pointers(types);                                    \
        static const BowlineLibrary library = {BOWLINE_ABI_MAJOR,      BOWLINE_ABI_MINOR,                   \
                                               sizeof(BowlineLibrary), 0,                                   \
                                               BOWLINE_LITERAL(#Name), BOWLINE_LITERAL(version),            \
                                               BOWLINE_LITERAL(doc),   nullptr,                             \
                                               0,                      pointers.data(),                     \
                                               pointers.size(),        BOWLINE_NEEDS_MINOR,                 \
                                               0};                                            \
        return &library;                                                                                    \
    }

#endif
