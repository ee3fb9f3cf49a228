// Terminals and branches of all forms, as a C++ author writes them.

#include "simobject.hpp"

using namespace bowline;

// A terminal of each nature that comes with Bowline, and of one of its own.
class Natures : public SimObject {
public:
    static constexpr const char *TypeName = "Joined/Natures";
    static constexpr const char *TypeDoc = "A terminal of each nature";
    static constexpr Nature Traffic = Nature("Traffic", "Cars", {"density", "1/m"}, {"flow", "1/s"});

    Natures(const std::string &name, ISimObjectCreator *creator) : SimObject(name) {
        creator->AddTerminal("Translational", nature::Translational);
        creator->AddTerminal("Rotational", nature::Rotational);
        creator->AddTerminal("Electric", nature::Electric);
        creator->AddTerminal("Hydraulic", nature::Hydraulic);
        creator->AddTerminal("Thermal", nature::Thermal);
        creator->AddTerminal("Traffic", Traffic, "A road");
    }
};

class Forms : public SimObject {
public:
    static constexpr const char *TypeName = "Joined/Forms";
    static constexpr const char *TypeDoc = "A branch of each form";

    Forms(const std::string &name, ISimObjectCreator *creator) : SimObject(name) {
        const Terminal a = creator->AddTerminal("A", nature::Translational, "One end");
        const Terminal b = creator->AddTerminal("B", nature::Translational, "The other end");
        const Terminal r = creator->AddTerminal("R", nature::Rotational, "A shaft");
        double factor;
        creator->GetDoubleParam("Factor", &factor, 2.0);
        ISignalPort *in[10];
        for (int i = 0; i < 10; ++i) {
            creator->AddInport("I" + std::to_string(i + 1), 1, &in[i]);
        }
        for (int i = 0; i < 6; ++i) {
            creator->AddOutport("O" + std::to_string(i + 1), 1, PORT_FUNCTION(Forms::Rest)).Reads();
        }
        ISignalPort *rate;
        creator->AddInport("Rate", 1, &rate);
        creator->SetDefaultInput("Rate", {0.0});
        creator->SetRate("Rate", "I1");
        creator->GivesThrough({a, b}, "O1").Named("gives").Across(in[0]).Position(in[1]).Rate("I3");
        creator->Measures(b).Named("measures").Rate(in[3]);
        creator->Stores(a, factor).Named("stores").Begins(7.0).Through(in[4]);
        creator->Stores(a, "O2").Named("stores with").Begins(8.0).Across(in[5]);
        creator->FixesAcross(b).Named("fixes").Across("O3").Position("O4").Through(in[6]);
        creator->Relates({{{a, b}, 1.0}, {r, -factor}}).Through(in[7]);
        creator->Holds({a, b}, "O5").Named("holds").Sliding("O6").Through(in[8]);
        creator->Blocks(a, -factor, 0.5, 0.001).Named("blocks").Through(in[9]);
    }

    double Rest(double, const double *) const { return 1.0; }
};

// An unknown as a through variable; a name that is not there; a null pointer.
class Bungling : public SimObject {
public:
    static constexpr const char *TypeName = "Bad/Bungling";

    Bungling(const std::string &name, ISimObjectCreator *creator) : SimObject(name) {
        const Terminal a = creator->AddTerminal("A", nature::Electric);
        bool isNull;
        creator->GetBoolParam("Null", &isNull, false);
        creator->AddInport("v", 1, &m_v);
        creator->AddUnknown("i", 1, PORT_FUNCTION(Bungling::Equation), &m_i);
        creator->GivesThrough(a, m_i).Across(isNull ? m_nothing : m_v);
        creator->Measures(a).Across("u");
    }

    double Equation(const double T, const double *const X) const {
        return *m_v->GetPortValue(T, X) - *m_i->GetValue(T, X);
    }

private:
    ISignalPort *m_v, *const m_nothing = nullptr;
    Unknown *m_i;
};

BOWLINE_LIBRARY(joined_too, "1.0", "Terminals", Natures, Forms, Bungling)
