/* SPDX-License-Identifier: MIT-0 OR MIT OR Apache-2.0
 *
 * The part of simobject.hpp about bundles, in-ports and out-ports that one
 * connection joins: include that.
 *
 *     const bowline::Bundle port = creator->AddBundle("P1", bowline_tlm_mechanic(), "Q", "Where it is held");
 *     creator->AddInport(port, "c", &m_c);
 *     creator->AddInport(port, "Zc", &m_zc);
 *     creator->AddOutport(port, "v", PORT_FUNCTION(Mass::Velocity)).Reads(m_c, m_zc);
 *
 * simobject_bundle.h has kinds, and tells how to declare others. */

#include "simobject.hpp"

#ifndef BOWLINE_SIMOBJECT_BUNDLE_HPP
#define BOWLINE_SIMOBJECT_BUNDLE_HPP

namespace bowline {

/// A declared bundle, by which its members are declared.
class Bundle {
private:
    friend class Creator;

    /// As wide as the kind says; the host tells of a member that is not there.
    std::size_t Width(const std::string &member) const {
        for (int side = 0; side < 2; ++side) {
            for (std::size_t i = 0; i < m_kind->member_counts[side]; ++i) {
                const BowlineBundleMember &known = m_kind->members[side][i];
                if (detail::string(known.name) == member) {
                    return static_cast<std::size_t>(known.width);
                }
            }
        }
        return 1;
    }

    std::string m_name;
    const BowlineBundleKind *m_kind = nullptr;
    std::uint32_t m_number = 0;
};

} // namespace bowline

#endif
