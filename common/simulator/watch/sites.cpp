#include "watch/sites.hpp"

#include <cstdio>
#include <cstdlib>

namespace scanlab::sim {

Site sites[1u << site_bits];

Site& probe_site(const void* pc, std::uint32_t from) {
    constexpr std::uint32_t mask = (1u << site_bits) - 1;
    for (std::uint32_t i = 0; i <= mask; ++i) {
        Site& site = sites[(from + i) & mask];
        if (!site.pc) site.pc = pc;
        if (site.pc == pc) return site;
    }
    std::fprintf(stderr,
                 "scanlab: the program's kernels have more than %u accesses of memory; "
                 "--fast runs them unobserved\n",
                 mask);
    std::_Exit(2);
}

} // namespace scanlab::sim
