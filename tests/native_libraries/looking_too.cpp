// A SimObject with one of each shape: the one of looking.c.

#include "simobject.hpp"

using bowline::Binding;
using bowline::Look;

class Looking : public bowline::SimObject {
public:
    static constexpr const char *TypeName = "Looking";
    static constexpr bool Reentrant = false;
    static constexpr const char *TypeDoc = "Something with one of each shape";

    Looking(const std::string &name, bowline::ISimObjectCreator *creator) : SimObject(name) {
        creator->AddInport("Pos", 3, &m_pos, {"m", "Position"});
        creator->AddInport("Turn", 4, &m_turn, {"", "Orientation"});
        creator->AddInport("Nodes", 6, &m_nodes, {"m", "Two points"});
        creator->AddInport("Force", 3, &m_force, {"N", "Force"});

        const Binding end = Binding::Elements("Nodes", 3, 3);
        creator->AddLook(Look::Sphere("Pos", 0.25).Colour({0.5, 0.0, 1.0}));
        creator->AddLook(Look::Box({0, 0, 0}, {2, 4, 6}).Frame("Pos", "Turn").Material("#ff8000"));
        creator->AddLook(Look::Cylinder("Pos", end, 0.25).Material("Simple/Red"));
        creator->AddLook(Look::Cone("Pos", end, 0.25));
        creator->AddLook(Look::Capsule("Pos", end, 0.25));
        creator->AddLook(Look::Line({"Nodes", Binding::Elements("Pos", 2, 1), 10, {20.0}}));
        creator->AddLook(Look::Tube("Nodes", 0.25).Frame("Pos", "Turn"));
        creator->AddLook(Look::Coil("Pos", end, 0.25).Windings(7).Windings(Binding::Elements("Pos", 2, 1)));
        creator->AddLook(Look::HydraulicCylinder({0, 0, 0}, {0, 0, 2}).Barrel(0.25, 1.5).Rod(0.25, 1.5));
        creator->AddLook(Look::Arrow("Pos", "Force", 0.001));
        creator->AddLook(Look::Text("Pos", "so high", 0.25).Visible(Binding::Elements("Pos", 0, 1)));
        creator->AddLook(Look::Axes(1.5).Frame("Pos", "Turn"));
        creator->AddLook(Look::Mesh("hull.glb").Frame("Pos", std::string("Turn")));
        creator->AddLook(Look::Surface("Nodes", 3, std::vector<double>{10.0, 20.0}));
        creator->AddLook(Look::Trail("Pos", 0.25));
    }

private:
    bowline::ISignalPort *m_pos, *m_turn, *m_nodes, *m_force;
};

BOWLINE_LIBRARY(looking_in_cpp, "1.0", "Looks", Looking)
