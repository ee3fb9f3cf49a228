#pragma once

#include "simobject.hpp"

/// An open tank with vertical walls that drains through a narrow pipe at its bottom.
///
/// The flow in the pipe is laminar, so that it is proportional to the pressure above it:
///
///     Outflow = Density g Level / Resistance
///     d Level / dt = (Inflow - Outflow) / Area
///
/// Where the level rises above `AlarmLevel` an alarm goes on, and stays on.
class Tank : public bowline::SimObject {
public:
    static constexpr const char *TypeName = "Fluid/Tank";
    static constexpr const char *TypeDoc = "An open tank that drains through a narrow pipe";

    Tank(const std::string &name, bowline::ISimObjectCreator *creator) : SimObject(name) {
        using bowline::About, bowline::Crossing;
        creator->AddInport("Inflow", 1, &m_inflow, {"m^3/s", "Flow into the tank"});
        m_level = creator->AddState("Level", 1, {"m", "Level of the liquid above the pipe"});
        creator->AddOutportOfState("Level", "Level");
        creator->AddDiscreteState("Alarm", 1, &m_alarm, {"", "1 from where the level was too high on"});
        creator->AddOutportOfState("Alarm", "Alarm");
        creator->SetInitialValue("Alarm", {0.0});
        creator->AddIndicator("Excess", PORT_FUNCTION(Tank::Excess), Crossing::Rising, {"m", "Level above AlarmLevel"})
            .Reads(m_level);
        creator->AddEventHandler("Excess", HANDLER_FUNCTION(Tank::RaiseAlarm)).Reads().Sets(m_alarm);
        // It reads no in-port, only the state: else two tanks in a circle would be a loop that has to be solved.
        creator->AddOutport("Outflow", 1, PORT_FUNCTION(Tank::Outflow), {"m^3/s", "Flow out of the pipe"})
            .Reads(m_level);

        creator->GetDoubleParam("Area", &m_area, About("m^2", "Area of the bottom").MoreThan(0.0));
        creator->GetDoubleParam("Height", &m_height, About("m", "Height of the walls").MoreThan(0.0));
        creator->GetDoubleParam("AlarmLevel", &m_alarmLevel, About("m", "Level of the alarm").MoreThan(0.0));
        double resistance, density;
        creator->GetDoubleParam("Resistance", &resistance,
                                About("Pa s/m^3", "Pressure per flow in the pipe").MoreThan(0.0));
        creator->GetDoubleParam("Density", &density, 1000.0, About("kg/m^3", "Density").MoreThan(0.0));
        m_outflowPerLevel = density * Gravity / resistance;
    }

    void OdeFcn(const double T, const double *const X, double *const XDot) const {
        const double level = X[m_level];
        if (level > m_height) {
            throw bowline::Failure("the tank runs over", bowline::Failure::Recoverable);
        }
        XDot[m_level] = (m_inflow->GetPortValue(T, X)[0] - m_outflowPerLevel * level) / m_area;
    }

    double Outflow(const double, const double *const X) const { return m_outflowPerLevel * X[m_level]; }

    double Excess(const double, const double *const X) const { return X[m_level] - m_alarmLevel; }

    // Never in a member: functions run at trial points too, which are thrown away.
    void RaiseAlarm(const double, const double *const) const { m_alarm->SetNow(1.0); }

private:
    /// Acceleration of gravity, m/s^2.
    static constexpr double Gravity = 9.81;

    bowline::ISignalPort *m_inflow;
    bowline::DiscreteState *m_alarm;
    int m_level;
    double m_area, m_height, m_alarmLevel, m_outflowPerLevel;
};
