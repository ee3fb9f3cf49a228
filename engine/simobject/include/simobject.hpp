/* SimObjects in C++17, in the manner of FhSim's, on top of simobject.h.
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
 * - The constructor is called twice for each SimObject and must make the same
 *   calls both times: no clocks, no random numbers. Nothing is to be kept in
 *   static variables that change: runs go on side by side.
 * - The host decides when a function is called, from what it reads: each at
 *   most once an evaluation, and after all that it reads. An out-port or common
 *   calculation that does not say what it reads counts as reading all in-ports;
 *   if that closes an algebraic loop, say it with Reads.
 * - Members may keep results. A type that keeps none (so that its functions
 *   could all be const) may say `static constexpr bool Reentrant = true;`: then
 *   runs share its SimObjects, and threads share the work.
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

/* The functions of out-ports and common calculations, as FhSim's code writes them. */
#define PORT_FUNCTION(function) &function
#define COMMON_COMPUTATION_FUNCTION(function) &function, #function

namespace bowline {

class Creator;
class SimObject;

/// Why a calculation fails, or a constructor cannot go on.
class Failure : public std::runtime_error {
public:
    enum Kind : std::uint32_t {
        Recoverable = BOWLINE_RECOVERABLE, ///< a smaller step may succeed
        Fatal = BOWLINE_FATAL,             ///< the run cannot go on
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

/// A declared port, state or private value.
struct Signal {
    BowlinePlace place{};
    std::size_t width = 0;

    const double *Read() const {
        if (current_io == nullptr || current_io->value_count == 0) {
            throw Failure("ports and common calculations have values in calculations only");
        }
        return bowline_read(current_io, place, width);
    }
};

using Function = std::function<void(SimObject &, BowlineIo &)>;

template <class T> std::size_t Sweep(void *objects, std::size_t count, BowlineIo *io, std::size_t tag);

} // namespace detail

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

    About &AtLeast(double bound) { return Lower(bound, BOWLINE_LOWER_BOUND); }
    About &MoreThan(double bound) { return Lower(bound, BOWLINE_LOWER_BOUND | BOWLINE_LOWER_EXCLUDED); }
    About &AtMost(double bound) { return Upper(bound, BOWLINE_UPPER_BOUND); }
    About &LessThan(double bound) { return Upper(bound, BOWLINE_UPPER_BOUND | BOWLINE_UPPER_EXCLUDED); }

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

/// An out-port or common calculation that was just registered.
class Registration {
public:
    /// Says what its function reads, instead of all in-ports and common
    /// calculations: any number of `ISignalPort *` and `ICommonComputation *`.
    /// The SimObject's own states always count as read.
    template <class... Handles> Registration &Reads(Handles *...handles) {
        m_named = true;
        (Name(handles), ...);
        return *this;
    }

private:
    friend class Creator;

    template <class Handle> void Name(const Handle *handle) {
        if (handle == nullptr) {
            throw Failure("`Reads` was given a null pointer; declare what is read before what reads it");
        }
        m_reads.push_back(handle);
    }

    std::string m_name;
    bool m_named = false;
    std::vector<const detail::Signal *> m_reads;
    detail::Signal m_out_port;
    CommonComputation *m_common = nullptr;
    detail::Function m_function;
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
    /// depend on nothing but T, X and in-ports, and the host does not know yet
    /// whether it will keep the step.
    virtual void OdeFcn(const double /*T*/, const double *const /*X*/, double *const /*XDot*/) {}

    /// Completes initial conditions. Elements of currentIC that are NaN are not
    /// known yet; only those are set, in updatedIC. It is called once, when all
    /// in-ports are known (or those that it reads: see
    /// Creator::InitialCondition), if a state of this SimObject is not.
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

    /// Says something to the user, in a calculation: BOWLINE_ERROR to
    /// BOWLINE_TRACE. (In the constructor there is Creator::Log.)
    static void Log(std::uint32_t level, const std::string &message) {
        if (detail::current_io != nullptr) {
            detail::current_io->calls->log(detail::current_io, level, detail::text(message));
        }
    }

private:
    friend class Creator;
    template <class T> friend std::size_t detail::Sweep(void *, std::size_t, BowlineIo *, std::size_t);

    std::list<SignalPort> m_ports;
    std::list<CommonComputation> m_commons;
    std::vector<detail::Signal> m_states;
    std::vector<detail::Function> m_functions;
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
        static_cast<detail::Signal &>(declared) = Declare(BOWLINE_IN_PORT, name, width, about);
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
        Declare(BOWLINE_OUT_PORT_OF_STATE, name, static_cast<int>(declared.width), {}, declared.index);
    }

    /// A state. Returns where it lies in the X and XDot of functions.
    int AddState(const std::string &name, int width, const About &about = {}) {
        m_states.push_back(Declare(BOWLINE_STATE, name, width, about));
        return static_cast<int>(m_states.back().place.first);
    }

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
        Registration &registration = m_registrations.emplace_back();
        const std::string path = function_name;
        const std::size_t colon = path.rfind(':');
        registration.m_name = colon == std::string::npos ? path : path.substr(colon + 1);
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
        const BowlineParameter request = Request(BOWLINE_NUMBER, name, about);
        *into = bowline_ask_number(m_host, &request);
    }
    void GetDoubleParam(const std::string &name, double *into, double otherwise, const About &about = {}) {
        BowlineParameter request = Request(BOWLINE_NUMBER, name, about, BOWLINE_DEFAULT);
        request.default_numbers = &otherwise;
        request.default_count = 1;
        *into = bowline_ask_number(m_host, &request);
    }

    /// A whole number from 0 on.
    void GetIntParam(const std::string &name, int *into, const About &about = {}) {
        const BowlineParameter request = Request(BOWLINE_WHOLE, name, about);
        *into = Whole(name, request);
    }
    /// A default below 0, as in `-1`, says that the parameter may be left out.
    void GetIntParam(const std::string &name, int *into, int otherwise, const About &about = {}) {
        BowlineParameter request =
            Request(BOWLINE_WHOLE, name, about, otherwise < 0 ? BOWLINE_OPTIONAL : BOWLINE_DEFAULT);
        request.default_whole = static_cast<std::uint64_t>(std::max(otherwise, 0));
        *into = Whole(name, request, otherwise);
    }

    void GetBoolParam(const std::string &name, bool *into, const About &about = {}) {
        const BowlineParameter request = Request(BOWLINE_BOOLEAN, name, about);
        *into = bowline_ask(m_host, &request).whole != 0;
    }
    void GetBoolParam(const std::string &name, bool *into, bool otherwise, const About &about = {}) {
        BowlineParameter request = Request(BOWLINE_BOOLEAN, name, about, BOWLINE_DEFAULT);
        request.default_whole = otherwise;
        *into = bowline_ask(m_host, &request).whole != 0;
    }

    void GetStringParam(const std::string &name, std::string &into, const About &about = {}) {
        const BowlineParameter request = Request(BOWLINE_TEXT, name, about);
        into = detail::string(bowline_ask(m_host, &request).text);
    }
    void GetStringParam(const std::string &name, std::string &into, const char *otherwise, const About &about = {}) {
        BowlineParameter request = Request(BOWLINE_TEXT, name, about, BOWLINE_DEFAULT);
        request.default_text = detail::text(otherwise);
        into = detail::string(bowline_ask(m_host, &request).text);
    }

    /// A vector of that length, which a single number fills; of any length if it is 0.
    void GetDoubleVectorParam(const std::string &name, std::vector<double> &into, int length = 0,
                              const About &about = {}) {
        BowlineParameter request = Request(BOWLINE_VECTOR, name, about);
        request.length = Width(name, length);
        into = Numbers(request);
    }
    void GetDoubleVectorParam(const std::string &name, std::vector<double> &into, int length,
                              std::initializer_list<double> otherwise, const About &about = {}) {
        BowlineParameter request = Request(BOWLINE_VECTOR, name, about, BOWLINE_DEFAULT);
        request.length = Width(name, length);
        request.default_numbers = otherwise.begin();
        request.default_count = otherwise.size();
        into = Numbers(request);
    }

    /// The contents of a text file that the scenario names. (What a SimObject
    /// reads by itself, the host knows nothing of.)
    void GetTextFileParam(const std::string &name, std::string &contents, const About &about = {}) {
        const BowlineParameter request = Request(BOWLINE_TEXT_FILE, name, about);
        contents = detail::string(bowline_ask(m_host, &request).text);
    }

    /// Notes that a parameter is wrong in a way that its bounds do not say.
    void ReportParameterError(const std::string &parameter, const std::string &message) {
        Fault(BOWLINE_WRONG_PARAMETER, parameter, message);
    }

    /* -- more about what is declared, by its name */

    /// Typical magnitude of a state; its absolute tolerance is multiplied by it.
    void SetNominal(const std::string &state, double magnitude) { Number(BOWLINE_NOMINAL, state, {magnitude}); }

    /// Value of an in-port that is not connected; a single number fills it.
    void SetFallback(const std::string &port, const std::vector<double> &value) {
        Number(BOWLINE_FALLBACK, port, value);
    }

    /// Initial value of a state that the scenario does not give.
    void SetInitialValue(const std::string &state, const std::vector<double> &value) {
        Number(BOWLINE_INITIAL_VALUE, state, value);
    }

    /// Shows a BOWLINE_SPHERE, BOWLINE_LINE or BOWLINE_COIL at ports or states of width 3, m.
    void AddLook(std::uint32_t shape, std::initializer_list<const char *> points, double radius,
                 const std::string &material = "") {
        std::vector<std::uint32_t> indices;
        for (const char *point : points) {
            indices.push_back(Find(point).index);
        }
        BowlineLook look{};
        look.size = sizeof look;
        look.shape = shape;
        look.points = indices.data();
        look.point_count = indices.size();
        look.radius = radius;
        look.windings = 10;
        look.material = detail::text(material);
        m_host->calls->look(m_host, &look);
    }

    /// Says something to the user: BOWLINE_ERROR to BOWLINE_TRACE.
    void Log(std::uint32_t level, const std::string &message) {
        m_host->calls->log(m_host, level, detail::text(message));
    }

    /// Notes that something is wrong: BOWLINE_WRONG_PARAMETER to BOWLINE_MISTAKE.
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
                           std::uint32_t state = 0) {
        BowlineSignal signal{};
        signal.size = sizeof signal;
        signal.role = role;
        signal.name = detail::text(name);
        signal.unit = detail::text(about.m_unit);
        signal.doc = detail::text(about.m_doc);
        signal.width = Width(name, width);
        signal.state = state;
        detail::Signal declared;
        declared.place = m_host->calls->signal(m_host, &signal);
        declared.width = signal.width;
        m_named.push_back({name, role, declared.place.index, declared.width});
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

    template <class T, class F>
    Registration &AddOutportFunction(const std::string &name, int width, F function, const About &about) {
        const detail::Signal port = Declare(BOWLINE_OUT_PORT, name, width, about);
        Registration &registration = m_registrations.emplace_back();
        registration.m_name = name;
        registration.m_out_port = port;
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
                             std::uint32_t requirement = BOWLINE_REQUIRED) const {
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

    static std::uint32_t Flags(const Registration &registration) {
        return registration.m_named ? 0 : BOWLINE_READS_ALL_IN_PORTS;
    }

    static std::vector<std::uint32_t> Indices(const std::vector<const detail::Signal *> &signals) {
        std::vector<std::uint32_t> indices;
        for (const detail::Signal *signal : signals) {
            indices.push_back(signal->place.index);
        }
        return indices;
    }

    void Calculation(std::uint32_t purpose, const std::string &name, std::uint32_t flags,
                     const std::vector<std::uint32_t> &reads, const std::vector<std::uint32_t> &gives,
                     BowlineCalculate sweep, std::size_t tag) {
        BowlineCalculation calculation{};
        calculation.size = sizeof calculation;
        calculation.purpose = purpose;
        calculation.name = detail::text(name);
        calculation.flags = flags;
        calculation.reads = reads.data();
        calculation.read_count = reads.size();
        calculation.gives = gives.data();
        calculation.give_count = gives.size();
        calculation.calculate = sweep;
        calculation.tag = tag;
        m_host->calls->calculation(m_host, &calculation);
    }

    void DeclareTokens();

    BowlineCreator *m_host;
    std::vector<Named> m_named;
    std::list<SignalPort> m_ports;
    std::list<CommonComputation> m_commons;
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
                                               pointers.size()};                                            \
        return &library;                                                                                    \
    }

#endif
