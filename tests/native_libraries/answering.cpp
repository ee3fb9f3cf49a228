// The culprit hides behind another SimObject: a provider that counts, or answers with
// NaN, behind the one that asks it; and a member that remembers, in a type that claims
// to be re-entrant, behind the SimObjects connected to it.

#include <algorithm>
#include <cmath>

#include "simobject.hpp"

namespace {

constexpr BowlineQuantity WHERE[] = {BOWLINE_QUANTITY("Pos", "m", 1)};
constexpr BowlineQuantity WHAT[] = {BOWLINE_QUANTITY("Speed", "m/s", 1)};
constexpr BowlineResourceKind WIND = BOWLINE_RESOURCE_KIND("Wind", "", WHERE, WHAT);

class Weather : public bowline::SimObject {
public:
    static constexpr const char *TypeName = "Bad/Weather";

    Weather(const std::string &name, bowline::ISimObjectCreator *creator) : SimObject(name) {
        creator->GetStringParam("What", m_what);
        creator->Provide("Wind", &WIND, ANSWER_FUNCTION(Weather::Blow), "The wind").Reads();
    }

    void Blow(double T, const double *, const double *, double *out) const {
        static double count = 0.0;
        count += 1.0;
        out[0] = m_what == "counts" || (m_what == "counts later" && T > 1.0) ? count : 1.0;
        if (m_what == "no number" && T > 1.0) {
            out[0] = std::nan("");
        }
    }

private:
    std::string m_what;
};

// X' is the wind at X.
class Balloon : public bowline::SimObject {
public:
    static constexpr const char *TypeName = "Body/Balloon";

    Balloon(const std::string &name, bowline::ISimObjectCreator *creator) : SimObject(name) {
        m_x = creator->AddState("X", 1, {"m", ""});
        creator->SetInitialValue("X", {0.0});
        creator->AddResource("Wind", &WIND, &m_wind, "The wind around it");
    }

    void OdeFcn(const double, const double *const X, double *const XDot) const {
        m_wind->Query(X + m_x, XDot + m_x);
    }

private:
    int m_x = 0;
    bowline::Resource *m_wind = nullptr;
};

// The largest In so far.
class Peak : public bowline::SimObject {
public:
    static constexpr const char *TypeName = "Bad/Peak";

    Peak(const std::string &name, bowline::ISimObjectCreator *creator) : SimObject(name) {
        creator->AddInport("In", 1, &m_in);
        creator->AddOutport("Out", 1, PORT_FUNCTION(Peak::Out)).Reads(m_in);
    }

    const double *Out(const double T, const double *const X) const {
        m_peak = std::max(m_peak, *m_in->GetPortValue(T, X));
        return &m_peak;
    }

private:
    bowline::ISignalPort *m_in = nullptr;
    mutable double m_peak = 0.0;
};

} // namespace

BOWLINE_LIBRARY(answering, "1.0", "Who is to blame stands behind somebody else", Weather, Balloon, Peak)
