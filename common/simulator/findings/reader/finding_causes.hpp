/// \file
/// Which findings of several runs have one cause. In another run the finding that explains most may be
/// another one.
#pragma once

#include "findings/finding.hpp"

#include <map>
#include <string>

namespace scanlab {

class Causes {
public:
    /// Takes what a run says: which finding explains this one.
    void add(const sim::Finding& finding);
    /// The fingerprint of the one finding that stands for all of its cause.
    std::string of(const sim::Finding& finding) const { return root(finding.fingerprint); }

private:
    std::string root(std::string fingerprint) const;

    std::map<std::string, std::string> explained_by_;
};

} // namespace scanlab
