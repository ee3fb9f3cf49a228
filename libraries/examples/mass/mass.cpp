// A library in C++: a point mass that translates in three dimensions.
//
// dPos/dt = Vel and dVel/dt = Force / Mass - (0, 0, g), equation (5) of
// FhSim's tutorial. With z pointing down, gravity is g = -9.81.

#include "simobject.hpp"

class Mass : public bowline::SimObject {
public:
    static constexpr const char *TypeName = "Body/Mass";
    static constexpr const char *TypeDoc = "A point mass that translates in three dimensions";

    Mass(const std::string &name, bowline::ISimObjectCreator *creator) : SimObject(name) {
        creator->AddInport("Force", 3, &m_force, {"N", "Force on the mass"});
        m_pos = creator->AddState("Pos", 3, {"m", "Position"});
        m_vel = creator->AddState("Vel", 3, {"m/s", "Velocity"});
        creator->AddOutportOfState("Pos", "Pos");
        creator->AddOutportOfState("Vel", "Vel");
        creator->AddOutport("Energy", 1, PORT_FUNCTION(Mass::Energy), {"J", "Kinetic energy"}).Reads(m_vel);

        creator->GetDoubleParam("Mass", &m_mass, bowline::About("kg", "Mass").MoreThan(0.0));
        creator->GetDoubleParam("g", &m_g, 0.0, {"m/s^2", "Acceleration of gravity towards -z"});
        double scale;
        std::string material;
        creator->GetDoubleParam("Scale", &scale, 1.0, {"", "Size of the sphere in the 3D view"});
        creator->GetStringParam("Material", material, "Simple/Black", {"", "Material in the 3D view"});
        creator->AddLook(bowline::Look::Sphere("Pos", 0.5 * scale).Material(material));
    }

    void OdeFcn(const double T, const double *const X, double *const XDot) const {
        const double *const force = m_force->GetPortValue(T, X);
        for (int i = 0; i < 3; i++) {
            XDot[m_pos + i] = X[m_vel + i];
            XDot[m_vel + i] = force[i] / m_mass;
        }
        XDot[m_vel + 2] -= m_g;
    }

    double Energy(const double, const double *const X) const {
        const double *const vel = X + m_vel;
        return 0.5 * m_mass * (vel[0] * vel[0] + vel[1] * vel[1] + vel[2] * vel[2]);
    }

private:
    bowline::ISignalPort *m_force;
    int m_pos, m_vel;
    double m_mass, m_g;
};

BOWLINE_LIBRARY(mass_in_cpp, "1.0", "A mass written in C++", Mass)
