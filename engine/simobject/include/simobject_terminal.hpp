/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The part of simobject.hpp about terminals, where a SimObject is joined to others
 * without a direction, and about branches, what lies between: include that.
 *
 *     const bowline::Terminal p = creator->AddTerminal("P", bowline::nature::Electric, "Positive pin");
 *     const bowline::Terminal n = creator->AddTerminal("N", bowline::nature::Electric, "Negative pin");
 *     creator->AddInport("v", 1, &m_v, {"V", "Voltage from P to N"});
 *     creator->AddOutport("i", 1, PORT_FUNCTION(Resistor::Current), {"A", "Current from P to N"}).Reads(m_v);
 *     creator->GivesThrough({p, n}, "i").Across(m_v);
 *
 *     double Current(double T, const double *X) const { return *m_v->GetPortValue(T, X) / m_resistance; }
 */

#include "simobject.hpp"

#ifndef BOWLINE_SIMOBJECT_TERMINAL_HPP
#define BOWLINE_SIMOBJECT_TERMINAL_HPP

namespace bowline {

/// A variable of a nature: its short name and its SI unit.
struct Variable {
    const char *name, *unit;
};

/// What flows through terminals, and what drives it: data, so that libraries agree by
/// declaring the same, in whatever language they are written.
class Nature {
public:
    /// `across` is the same at all terminals of a node, the sum of `through` there is 0.
    constexpr Nature(const char *name, const char *doc, Variable across, Variable through) {
        m_nature.size = sizeof m_nature;
        m_nature.name = detail::text(name);
        m_nature.doc = detail::text(doc);
        m_nature.across = detail::text(across.name);
        m_nature.across_unit = detail::text(across.unit);
        m_nature.through = detail::text(through.name);
        m_nature.through_unit = detail::text(through.unit);
    }

    /// Its across variable is the rate of this one.
    constexpr Nature Position(Variable position) const {
        Nature nature = *this;
        nature.m_nature.position = detail::text(position.name);
        nature.m_nature.position_unit = detail::text(position.unit);
        return nature;
    }

    /// This is the rate of its across variable.
    constexpr Nature Rate(Variable rate) const {
        Nature nature = *this;
        nature.m_nature.rate = detail::text(rate.name);
        nature.m_nature.rate_unit = detail::text(rate.unit);
        return nature;
    }

    /// Typical magnitudes of its across and through variables, in which absolute tolerances
    /// are counted; else 1.
    constexpr Nature Nominal(double across, double through) const {
        Nature nature = *this;
        nature.m_nature.across_nominal = across;
        nature.m_nature.through_nominal = through;
        return nature;
    }

private:
    friend class Creator;

    BowlineNature m_nature = {};
};

/// Natures that libraries share. Names and signs are those of Modelica's standard library:
/// through variables are positive into an element.
namespace nature {

/// Motion along a line: velocity and force.
inline constexpr Nature Translational =
    Nature("Translational", "Motion along a line", {"v", "m/s"}, {"f", "N"}).Position({"s", "m"}).Rate({"a", "m/s^2"});

/// Motion about an axis: angular velocity and torque.
inline constexpr Nature Rotational = Nature("Rotational", "Motion about an axis", {"w", "rad/s"}, {"tau", "N m"})
                                         .Position({"phi", "rad"})
                                         .Rate({"a", "rad/s^2"});

/// Electricity: voltage against ground and current.
inline constexpr Nature Electric = Nature("Electric", "Electricity", {"v", "V"}, {"i", "A"});

/// Hydraulics: absolute pressure and volume flow.
inline constexpr Nature Hydraulic =
    Nature("Hydraulic", "Oil under pressure", {"p", "Pa"}, {"q", "m^3/s"}).Nominal(1e5, 1e-4);

/// Heat: absolute temperature and heat flow.
inline constexpr Nature Thermal = Nature("Thermal", "Heat", {"T", "K"}, {"Q_flow", "W"});

} // namespace nature

/// A declared terminal.
class Terminal {
private:
    friend class Creator;
    friend class Ends;

    /// By which branches name it.
    std::uint32_t m_end = BOWLINE_REFERENCE;
};

/// Where a branch begins and ends: at two terminals, or at one and the reference of its
/// nature (ground, standstill, absolute zero).
class Ends {
public:
    Ends(const Terminal &first, const Terminal &second) : m_pair{first.m_end, second.m_end} {}
    Ends(const Terminal &first) : m_pair{first.m_end, BOWLINE_REFERENCE} {}

private:
    friend class Creator;

    std::uint32_t m_pair[2];
};

/// A signal that a branch gives, or is given: a port, state or unknown by its name, or the
/// handle of an in-port or unknown.
class BranchSignal {
public:
    BranchSignal(const char *name) : m_name(name) {}
    BranchSignal(const std::string &name) : m_name(name) {}
    BranchSignal(const SignalPort *port) : BranchSignal(static_cast<const detail::Signal *>(port), "an in-port") {}
    BranchSignal(const Unknown *unknown) : BranchSignal(static_cast<const detail::Signal *>(unknown), "an unknown") {}

private:
    friend class Creator;

    BranchSignal(const detail::Signal *signal, const char *what) : m_signal(signal) {
        if (signal == nullptr) {
            throw Failure("a branch was given a null pointer for " + std::string(what) + "; declare that before");
        }
    }

    std::string m_name;
    const detail::Signal *m_signal = nullptr;
};

/// What lies between terminals, of which more may be said; the host is told when the
/// constructor is done.
///
/// Its across variable, position and rate are those of the first end less those of the
/// second; its through variable is positive from the first end through the SimObject to
/// the second.
class Branch {
public:
    /// Names it, for messages: where a SimObject has several.
    Branch &Named(const std::string &name) {
        m_name = name;
        return *this;
    }

    /// Its across variable: an in-port that is given it, or, where the branch fixes it, the
    /// out-port that gives it.
    Branch &Across(const BranchSignal &signal) { return Of(0, signal); }
    /// Its position, the same way.
    Branch &Position(const BranchSignal &signal) { return Of(1, signal); }
    /// The rate of its across variable, the same way.
    Branch &Rate(const BranchSignal &signal) { return Of(2, signal); }
    /// With what the across variable of a branch that stores begins, where the scenario says
    /// nothing: else with 0.
    Branch &Begins(double across) {
        m_numbers.resize(1);
        m_numbers.push_back(across);
        return *this;
    }
    /// Its through variable: an in-port that is given it.
    Branch &Through(const BranchSignal &signal) { return Of(3, signal); }
    /// What flows through a branch of friction where it slides: an out-port, above 0.
    /// Without this it is the limit.
    Branch &Sliding(const BranchSignal &signal) { return Of(4, signal); }

private:
    friend class Creator;

    Branch &Of(std::size_t slot, const BranchSignal &signal) {
        m_signals.emplace_back(slot, signal);
        return *this;
    }

    std::uint32_t m_form = 0;
    std::string m_name;
    std::vector<std::uint32_t> m_ends;
    std::vector<std::pair<std::size_t, BranchSignal>> m_signals;
    std::vector<double> m_numbers;
};

} // namespace bowline

#endif
