"""Writes asymmetric_top.csv: a rigid body on which nothing acts.

Closed form: the angular velocity in the principal axes by Jacobi's elliptic functions, as in Landau and Lifshitz,
Mechanics, section 37 (moments I1 < I2 < I3, M^2 > 2 E I2); the angle about the constant angular momentum, which lies
along z, by quadrature with 30 digits. Nothing is integrated step by step.
"""

from mpmath import cos, ellipfun, linspace, matrix, mp, mpf, quad, sin, sqrt, atan2, acos

mp.dps = 30
I1, I2, I3 = mpf(1), mpf(2), mpf(3)
W1, W3 = mpf("1.5"), mpf(1)
E2 = I1 * W1**2 + I3 * W3**2
M2 = (I1 * W1) ** 2 + (I3 * W3) ** 2
M = sqrt(M2)
SPEED = sqrt((I3 - I2) * (M2 - E2 * I1) / (I1 * I2 * I3))
PARAMETER = (I2 - I1) * (E2 * I3 - M2) / ((I3 - I2) * (M2 - E2 * I1))


def rates(t):
    cn, sn, dn = (ellipfun(name, SPEED * t, m=PARAMETER) for name in ("cn", "sn", "dn"))
    return (
        sqrt((E2 * I3 - M2) / (I1 * (I3 - I1))) * cn,
        sqrt((E2 * I3 - M2) / (I2 * (I3 - I2))) * sn,
        sqrt((M2 - E2 * I1) / (I3 * (I3 - I1))) * dn,
    )


def precession(t):
    p, q, _ = rates(t)
    return M * (I1 * p**2 + I2 * q**2) / ((I1 * p) ** 2 + (I2 * q) ** 2)


def about_z(a):
    return matrix([[cos(a), -sin(a), 0], [sin(a), cos(a), 0], [0, 0, 1]])


def about_x(a):
    return matrix([[1, 0, 0], [0, cos(a), -sin(a)], [0, sin(a), cos(a)]])


with open("asymmetric_top.csv", "w") as out:
    # Angular velocity in the body's axes; the body's x and y in the frame in which the angular momentum lies along z.
    out.write("t,p,q,r,xx,xy,xz,yx,yy,yz\n")
    phi, before = mpf(0), mpf(0)
    for t in linspace(0, 20, 81):
        phi, before = phi + quad(precession, [before, t]), t
        p, q, r = rates(t)
        world_from_body = about_z(phi) * about_x(acos(I3 * r / M)) * about_z(atan2(I1 * p, I2 * q))
        axes = [world_from_body[row, column] for column in (0, 1) for row in (0, 1, 2)]
        out.write(",".join(f"{float(number):.16g}" for number in [t, p, q, r, *axes]) + "\n")
