/// \file
/// Which students' files have more in common than the exercise explains: winnowing of tokens
/// (Schleimer, Wilkerson, Aiken: "Winnowing: Local Algorithms for Document Fingerprinting", SIGMOD
/// 2003).
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::grader {

using Fingerprints = std::set<std::uint64_t>;

/// What is left of a CUDA source when comments, white space, the names that it invents and all that
/// stands in the `starter`, too, are left out. Two sources that share 19 tokens in a row share a
/// fingerprint.
Fingerprints fingerprints(std::string_view source, std::string_view starter);

/// A source to compare.
struct Comparable {
    std::string owner;
    Fingerprints fingerprints;
};

/// Two owners, and what they share.
struct Likeness {
    std::string a, b;
    std::size_t shared; ///< fingerprints
    double share;       ///< of the fingerprints of the one who has fewer
};

/// All pairs that share at least this, those who share most first. Too few fingerprints say nothing.
std::vector<Likeness> likenesses(const std::vector<Comparable>& sources, double least_share,
                                 std::size_t least_shared = 8);

/// Without the pairs of which each is at least as much like `source`, which is among the owners: what
/// they share, they have from there.
std::vector<Likeness> without_those_from(const std::string& source, std::vector<Likeness> pairs);

} // namespace scanlab::grader
