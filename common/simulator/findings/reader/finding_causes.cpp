#include "finding_causes.hpp"

#include <utility>

namespace scanlab {

void Causes::add(const sim::Finding& finding) {
    const std::string own = root(finding.fingerprint), other = root(finding.group);
    if (own != other) explained_by_[own] = other;
}

std::string Causes::root(std::string fingerprint) const {
    for (auto next = explained_by_.find(fingerprint); next != explained_by_.end();
         next = explained_by_.find(fingerprint))
        fingerprint = next->second;
    return fingerprint;
}

} // namespace scanlab
