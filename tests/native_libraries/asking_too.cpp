// Resources in C++: a sea that answers, cables that ask, and mistakes. What they
// calculate is what asking.c does, operation by operation.

#include <cstdlib>

#include "simobject.hpp"

namespace {

constexpr BowlineQuantity WHERE[] = {BOWLINE_QUANTITY("Pos", "m", 3)};
constexpr BowlineQuantity WHAT[] = {BOWLINE_QUANTITY("Vel", "m/s", 3), BOWLINE_QUANTITY("Depth", "m", 1)};
constexpr BowlineResourceKind WATER = BOWLINE_RESOURCE_KIND("WaterKinematics", "", WHERE, WHAT);

class Sea : public bowline::SimObject {
public:
    static constexpr const char *TypeName = "Environment/Sea";
    static constexpr const char *TypeDoc = "A sea";

    Sea(const std::string &name, bowline::ISimObjectCreator *creator) : SimObject(name) {
        creator->AddInport("Surface", 1, &m_surface, {"m/s", "Velocity at the surface"});
        m_swell = creator->AddState("Swell", 1, {"m/s", "Swell that dies out"});
        creator->Provide("Water", &WATER, ANSWER_FUNCTION(Sea::Kinematics), "Its water").Reads(m_surface, m_swell);
        creator->GetDoubleParam("Limit", &m_limit, 10.0, {"m", "Where the water ends"});
    }

    void OdeFcn(const double, const double *const X, double *const XDot) const { XDot[m_swell] = -X[m_swell]; }

    void Kinematics(double T, const double *X, const double *pos, double *out) const {
        if (pos[2] > m_limit) {
            throw bowline::Failure("there is no water above the surface", bowline::Failure::Recoverable);
        }
        out[0] = *m_surface->GetPortValue(T, X) * std::exp(pos[2]) * std::cos(T);
        out[1] = X[m_swell];
        out[2] = 0.0;
        out[3] = 100.0 + pos[2];
    }

private:
    bowline::ISignalPort *m_surface = nullptr;
    int m_swell = 0;
    double m_limit = 0.0;
};

class Cable : public bowline::SimObject {
public:
    static constexpr const char *TypeName = "Cable/Drifting";
    static constexpr bool Reentrant = false;
    static constexpr const char *TypeDoc = "A cable that drifts";

    Cable(const std::string &name, bowline::ISimObjectCreator *creator) : SimObject(name) {
        m_ends = creator->AddState("Ends", 6, {"m", "Positions of both ends"});
        creator->AddResource("Water", &WATER, &m_water, "The water around it");
        creator->AddOutport("Depth", 1, PORT_FUNCTION(Cable::Depth), {"m", "Depth at the first end"})
            .Reads(m_water, m_ends);
    }

    void OdeFcn(const double, const double *const X, double *const XDot) {
        double answers[8];
        m_water->Query(X + m_ends, answers, 2);
        for (int i = 0; i < 3; ++i) {
            XDot[m_ends + i] = answers[i];
            XDot[m_ends + 3 + i] = answers[4 + i];
        }
    }

    const double *Depth(double, const double *X) {
        m_water->Query(X + m_ends, m_answer);
        return m_answer + 3;
    }

private:
    int m_ends = 0;
    bowline::Resource *m_water = nullptr;
    double m_answer[4] = {};
};

// Twice what another one answers: an answer in which it asks.
class Echo : public bowline::SimObject {
public:
    static constexpr const char *TypeName = "Environment/Echo";

    Echo(const std::string &name, bowline::ISimObjectCreator *creator) : SimObject(name) {
        creator->AddResource("Source", &WATER, &m_source);
        creator->Provide("Water", &WATER, ANSWER_FUNCTION(Echo::Twice)).Reads(m_source);
    }

    void Twice(double, const double *, const double *pos, double *out) const {
        m_source->Query(pos, out);
        for (int i = 0; i < 4; ++i) {
            out[i] *= 2.0;
        }
    }

private:
    bowline::Resource *m_source = nullptr;
};

// Throws what is no Failure.
class Stormy : public bowline::SimObject {
public:
    static constexpr const char *TypeName = "Bad/Stormy";

    Stormy(const std::string &name, bowline::ISimObjectCreator *creator) : SimObject(name) {
        creator->Provide("Water", &WATER, ANSWER_FUNCTION(Stormy::Throw));
    }

    void Throw(double, const double *, const double *, double *) const { throw std::runtime_error("a storm"); }
};

// Takes the process down from some time on.
class Sinking : public bowline::SimObject {
public:
    static constexpr const char *TypeName = "Bad/Sinking";

    Sinking(const std::string &name, bowline::ISimObjectCreator *creator) : SimObject(name) {
        creator->Provide("Water", &WATER, ANSWER_FUNCTION(Sinking::Sink));
    }

    void Sink(double T, const double *, const double *, double *out) const {
        if (T >= 0.5) {
            std::abort();
        }
        out[0] = out[1] = out[2] = out[3] = 1.0;
    }
};

} // namespace

BOWLINE_LIBRARY(asking_too, "1.0", "Resources in C++", Sea, Cable, Echo, Stormy, Sinking)
