// SimObjects whose ports are bundles, as a C++ author writes them.

#include "simobject.hpp"

using namespace bowline;

// A mass between two springs, by waves; velocities are positive out of it.
class Mass : public SimObject {
public:
    static constexpr const char *TypeName = "Tlm/Mass";
    static constexpr bool Reentrant = false;
    static constexpr const char *TypeDoc = "A mass between two springs";

    Mass(const std::string &name, ISimObjectCreator *creator) : SimObject(name) {
        creator->AddDiscreteState("V", 1, &m_v, {"m/s", ""});
        creator->AddDiscreteState("X", 1, &m_x, {"m", ""});
        double start;
        creator->GetDoubleParam("Start", &start, 0.0, {"m/s", "Velocity at the start"});
        creator->GetDoubleParam("Mass", &m_mass, About("kg", "Mass").MoreThan(0.0));
        m_step = creator->GetSampleTime(Clock::Model());
        creator->SetInitialValue("V", {start});
        creator->SetInitialValue("X", {0.0});

        const Bundle ports[] = {creator->AddBundle("P1", bowline_tlm_mechanic(), "Q", "Where it is held"),
                                creator->AddBundle("P2", bowline_tlm_mechanic(), "Q", "Where it is held")};
        for (int i = 0; i < 2; ++i) {
            creator->AddInport(ports[i], "c", &m_c[i]);
            creator->AddInport(ports[i], "Zc", &m_zc[i]);
        }
        creator->RegisterCommonCalculation(COMMON_COMPUTATION_FUNCTION(Mass::Motion), &m_motion)
            .On(Clock::Model())
            .Reads(m_c[0], m_zc[0], m_c[1], m_zc[1], m_v, m_x);
        AddOutports<0>(creator, ports[0]);
        AddOutports<1>(creator, ports[1]);
        creator->SetInitialValue("P1.v", {-start});
        creator->SetInitialValue("P2.v", {start});
        creator->AddUpdate(UPDATE_FUNCTION(Mass::Keep)).On(Clock::Model()).Reads(m_motion).Sets(m_v, m_x);
    }

    void Motion(const double T, const double *const X) {
        const double perMass = m_step / m_mass;
        const double c1 = *m_c[0]->GetPortValue(T, X), c2 = *m_c[1]->GetPortValue(T, X);
        const double z1 = *m_zc[0]->GetPortValue(T, X), z2 = *m_zc[1]->GetPortValue(T, X);
        const double v = (*m_v->GetValue(T, X) + perMass * (c1 - c2)) / (1.0 + (z1 + z2) * perMass);
        const double x = *m_x->GetValue(T, X) + m_step * v;
        m_velocity[0] = -v;
        m_velocity[1] = v;
        m_position[0] = -x;
        m_position[1] = x;
        m_force[0] = c1 + z1 * -v;
        m_force[1] = c2 + z2 * v;
    }

    template <int Port> const double *Velocity(double, const double *) { return &m_velocity[Port]; }
    template <int Port> const double *Force(double, const double *) { return &m_force[Port]; }
    template <int Port> const double *Position(double, const double *) { return &m_position[Port]; }
    const double *EquivalentMass(double, const double *) { return &m_mass; }

    void Keep(double, const double *) {
        m_v->SetNext(m_velocity[1]);
        m_x->SetNext(m_position[1]);
    }

private:
    template <int Port> void AddOutports(ISimObjectCreator *creator, const Bundle &port) {
        const Clock clock = Clock::Model();
        creator->AddOutport(port, "v", PORT_FUNCTION(Mass::Velocity<Port>)).On(clock).Reads(m_motion);
        creator->AddOutport(port, "f", PORT_FUNCTION(Mass::Force<Port>)).On(clock).Reads(m_motion);
        creator->AddOutport(port, "x", PORT_FUNCTION(Mass::Position<Port>)).On(clock).Reads(m_motion);
        creator->AddOutport(port, "me", PORT_FUNCTION(Mass::EquivalentMass)).On(clock).Reads();
    }

    ISignalPort *m_c[2], *m_zc[2];
    ICommonComputation *m_motion;
    DiscreteState *m_v, *m_x;
    double m_mass, m_step, m_velocity[2], m_position[2], m_force[2];
};

// A kind of its own.
static const double Nothing[] = {0.0};
static const BowlineBundleMember Drive[] = {
    BOWLINE_MEMBER("w", "rad/s", 1, "Angular velocity"),
    BOWLINE_MEMBER("axis", "", 3, "Direction of the shaft"),
};
static const BowlineBundleMember LoadGives[] = {
    BOWLINE_OPEN_MEMBER("T", "N m", 1, "Torque that slows it down", Nothing),
};
static const BowlineBundleKind Shaft =
    BOWLINE_BUNDLE_KIND("Shaft", "A rotating shaft", "Drive", Drive, "Load", LoadGives);

// A brake: T = Damping w.
class Brake : public SimObject {
public:
    static constexpr const char *TypeName = "Rotating/Brake";
    static constexpr bool Reentrant = false;
    static constexpr const char *TypeDoc = "Slows a shaft down";

    Brake(const std::string &name, ISimObjectCreator *creator) : SimObject(name) {
        const Bundle shaft = creator->AddBundle("Shaft", &Shaft, "Load", "The shaft that it slows down");
        ISignalPort *axis;
        creator->AddInport(shaft, "w", &m_w);
        creator->AddInport(shaft, "axis", &axis);
        creator->AddOutport(shaft, "T", PORT_FUNCTION(Brake::Torque)).Reads(m_w);
        creator->GetDoubleParam("Damping", &m_damping, 3.0, {"N m s/rad", "Damping"});
    }

    const double *Torque(const double T, const double *const X) {
        m_torque = m_damping * *m_w->GetPortValue(T, X);
        return &m_torque;
    }

private:
    ISignalPort *m_w;
    double m_damping, m_torque;
};

// dw/dt = -T: a member that is a state.
class Wheel : public SimObject {
public:
    static constexpr const char *TypeName = "Rotating/Wheel";
    static constexpr bool Reentrant = false;
    static constexpr const char *TypeDoc = "A mass that turns";

    Wheel(const std::string &name, ISimObjectCreator *creator) : SimObject(name) {
        const Bundle shaft = creator->AddBundle("Shaft", &Shaft, "Drive");
        m_velocity = creator->AddState("Velocity", 1, {"rad/s", "Angular velocity"});
        creator->SetInitialValue("Velocity", {1.0});
        creator->AddOutportOfState(shaft, "w", "Velocity");
        creator->AddInport(shaft, "T", &m_torque);
        creator->AddOutport(shaft, "axis", PORT_FUNCTION(Wheel::Axis)).Reads();
    }

    const double *Axis(double, const double *) const { return m_axis; }

    void OdeFcn(const double T, const double *const X, double *const XDot) {
        XDot[m_velocity] = -*m_torque->GetPortValue(T, X);
    }

private:
    int m_velocity;
    ISignalPort *m_torque;
    const double m_axis[3] = {0.0, 0.0, 1.0};
};

// A member that is not there, and a null pointer for a kind.
class Bungling : public SimObject {
public:
    static constexpr const char *TypeName = "Bad/Bungling";
    static constexpr bool Reentrant = false;

    Bungling(const std::string &name, ISimObjectCreator *creator) : SimObject(name) {
        const Bundle shaft = creator->AddBundle("Shaft", &Shaft, "Load");
        ISignalPort *port;
        creator->AddInport(shaft, "angle", &port);
        creator->AddBundle("Other", nullptr, "Load");
    }
};

BOWLINE_LIBRARY(bundled_too, "1.0", "Ports that are bundles", Mass, Brake, Wheel, Bungling)
