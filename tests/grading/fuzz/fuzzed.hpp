/// \file
/// What a fuzzer calls with bytes that it has made up. libFuzzer's main calls it, or replay.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace scanlab::grader {

/// Ends the program, which is how a fuzzer learns that something is wrong, unless it is so.
inline void demand(bool is_so, const std::string& what) {
    if (is_so) return;
    std::fprintf(stderr, "%s\n", what.c_str());
    std::abort();
}

} // namespace scanlab::grader
