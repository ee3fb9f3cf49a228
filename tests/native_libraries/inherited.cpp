// Functions of a base class, in a class that is put together of several.

#include "simobject.hpp"

using namespace bowline;

struct Mixin {
    virtual ~Mixin() = default;
    double offsets[3] = {1.0, 2.0, 3.0};
};

class Powers : public SimObject {
public:
    Powers(const std::string &name, ISimObjectCreator *creator) : SimObject(name) {
        creator->AddInport("In", 1, &m_in);
        creator->AddPrivate("Square", 1, PORT_FUNCTION(Powers::Square), &m_square);
        creator->AddOutport("Cube", 1, PORT_FUNCTION(Powers::Cube));
    }

    double Square(const double T, const double *const X) const {
        const double in = *m_in->GetPortValue(T, X);
        return in * in;
    }
    double Cube(const double T, const double *const X) const {
        return *m_square->GetValue(T, X) * *m_in->GetPortValue(T, X);
    }

protected:
    ISignalPort *m_in;

private:
    PrivateValue *m_square;
};

class Derived : public Mixin, public Powers {
public:
    static constexpr const char *TypeName = "Math/Derived";

    Derived(const std::string &name, ISimObjectCreator *creator) : Powers(name, creator) {
        m_x = creator->AddState("X", 1);
        creator->SetInitialValue("X", {0.0});
        creator->AddOutport("Sum", 1, PORT_FUNCTION(Derived::Sum));
        creator->GetDoubleParam("Own", &m_own);
    }

    void OdeFcn(const double T, const double *const X, double *const XDot) const {
        XDot[m_x] = *m_in->GetPortValue(T, X);
    }
    double Sum(const double T, const double *const X) const { return m_own + offsets[2] + *m_in->GetPortValue(T, X); }

private:
    int m_x;
    double m_own;
};

BOWLINE_LIBRARY(inherited, "1.0", "Functions of base classes", Derived)
