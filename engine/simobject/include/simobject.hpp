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
 *             creator->AddOutport("Out", 1, PORT_FUNCTION(Gain::Out), {"", "Gain times In"});
 *             creator->GetDoubleParam("Gain", &m_gain, {"", "The factor"});
 *         }
 *
 *         double Out(double T, const double *X) const { return m_gain * *m_in->GetPortValue(T, X); }
 *
 *     private:
 *         bowline::ISignalPort *m_in;
 *         double m_gain;
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
 *   if that closes a loop, which the host then solves for nothing, say it with Reads.
 * - Functions are const, and runs share SimObjects. Where a function keeps results in
 *   members, as scratch, the class says `static constexpr bool Reentrant = false;`, and
 *   each run gets its own. What is to be remembered goes into a DiscreteState or Memory:
 *   functions are called at trial points too, which are thrown away.
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

#include "simobject_signal.hpp"

#include "simobject_bundle.hpp"
#include "simobject_look.hpp"
#include "simobject_parameter.hpp"
#include "simobject_resource.hpp"
#include "simobject_sampled.hpp"
#include "simobject_terminal.hpp"

namespace bowline {

class Creator;

namespace detail {
struct Insides;
}

/* The name that it has in FhSim. */
using ISimObjectCreator = Creator;

/// A sub-model. Derive from it, and give the class a `TypeName`. Public functions of these
/// names are found in it, where it has them (each `const`, unless the type is not Reentrant):
///
/// - `void OdeFcn(double T, const double *X, double *XDot) const` sets the derivatives of all
///   states, in SI units per second: X and XDot begin with the model's first state, AddState
///   gave where this SimObject's lie. FhSim's bIsMajorTimeStep is not there: derivatives may
///   depend on nothing but T, X, in-ports and discrete states, and the host does not know yet
///   whether it will keep the step. What was done where it was set is an update on
///   Clock::Steps(), which runs once for each step that was accepted.
/// - `void InitialConditionSetup(double T, const double *currentIC, double *updatedIC) const`
///   completes initial conditions. Elements of currentIC that are NaN are not known yet; only
///   those are set, in updatedIC; discrete states with DiscreteState::SetInitial. It is called
///   once, when all in-ports are known (or those that it reads: see
///   Creator::InitialCondition), if a state of this SimObject is not.
/// - `double NextTimeEvent(double T) const` is the first time strictly after T, s, at which a
///   result jumps; infinite if there is none. Every method then steps exactly to it.
/// - `double NextStop(double T) const` is the first time strictly after T, s, at which a step
///   must end, though all is smooth there, so that no step jumps over what begins there;
///   infinite if there is none. A method goes on from it without a new start.
class SimObject {
public:
    /// Its type in one line, for the reference.
    static constexpr const char *TypeDoc = "";
    /// Whether no function changes a member. Then runs share its SimObjects, and threads share
    /// the work. A type that keeps results in members says false: its functions need not be
    /// const then, and each run gets its own SimObjects.
    static constexpr bool Reentrant = true;

    explicit SimObject(std::string name) : m_SimObjectName(std::move(name)) {}
    virtual ~SimObject() = default;
    SimObject(const SimObject &) = delete;
    SimObject &operator=(const SimObject &) = delete;

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
        detail::Io(); // in a constructor there are no states yet
        detail::Find(m_declared->states, state).PutNow(values, count);
    }

private:
    friend class Creator;
    friend struct detail::Insides;

    /// What its functions seldom need.
    struct Declared {
        detail::Handles handles;
        std::vector<detail::Signal> states;
        std::vector<detail::Answered> answered;
    };

    std::unique_ptr<const Declared> m_declared;
    /// What each of its functions fills.
    const detail::Signal *m_filled = nullptr;
    /// One of its states that the function which runs may not set; null where all are there.
    const detail::Signal *m_missing = nullptr;
};

namespace detail {

/// What loops see of SimObjects.
struct Insides {
    static const Signal &Filled(const SimObject &object, std::size_t index) { return object.m_filled[index]; }
    static const Answered &AnsweredBy(const SimObject &object, std::size_t index) { return object.m_declared->answered[index]; }
    static const Signal *Missing(const SimObject &object) { return object.m_missing; }
    static const std::vector<Signal> &States(const SimObject &object) { return object.m_declared->states; }
};

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

} // namespace detail

} // namespace bowline

#include "simobject_function.hpp"
#include "simobject_registration.hpp"

#include "simobject_creator.hpp"

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
