/// \file
/// Whether what the threads of a launch do can go wrong: two of them race, one leaves an array, or some
/// miss a barrier. Two threads stand for all, because a mistake takes no more (GPUVerify: Betts et al.,
/// "GPUVerify: a verifier for GPU kernels", OOPSLA 2012; PUG: Li and Gopalakrishnan, FSE 2010).
#pragma once

#include "launch.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace scanlab::prove {

/// A launch in which something goes wrong, with numbers for all that it is given.
struct Counterexample {
    std::string kind; ///< of the finding: "race", "out-of-bounds", "barrier-divergence"
    std::string text; ///< what happens
    std::vector<Place> places;
    bool depends_on_data; ///< on what a thread has loaded, which may be anything here
    std::array<std::uint64_t, 3> grid, block;
    /// Of each parameter: the number, or how many elements the array has; nothing if that is not known.
    std::vector<std::optional<std::int64_t>> values;
    std::uint64_t dynamic_bytes;
};

struct Proof {
    std::vector<Counterexample> counterexamples;
    std::vector<std::string> checked;   ///< arrays whose bounds are proved, or refuted
    std::vector<std::string> unchecked; ///< those of which it is not known how large they are
    std::map<std::string, std::string>
        assumed;               ///< the parameter that says how many elements an array has
    unsigned questions = 0;    ///< asked of z3
    bool has_given_up = false; ///< z3 did not answer one of them
};

/// `object` says what an object is. `elements`: of arrays of which it is not known how many elements
/// they have, the parameter that says it; "" stands for all.
Proof prove(const Launch& launch, const std::function<const Object&(int)>& object,
            const std::map<std::string, std::string>& elements);

} // namespace scanlab::prove
