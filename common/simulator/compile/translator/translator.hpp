/// \file
/// Turns the three things of CUDA C++ that an ordinary C++ compiler cannot read into plain C++: kernel
/// launches, `__shared__` declarations and `extern __shared__` arrays. The simulator's headers do the
/// rest.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanlab::translate {

struct Error {
    std::string file;
    int line, column; ///< counted from 1
    std::string message;
};

struct Translation {
    std::string text; ///< every construct on the line where it stood, or where a `#line` says so
    std::vector<Error> errors;
};

/// An include as it is spelled, with its quotes or angle brackets, and what to write instead.
using IncludeMap = std::map<std::string, std::string, std::less<>>;

/// Whether kernels' own variables are to be seen by the simulator, as a recording needs it.
enum class Locals { hidden, exposed };

/// Files and lines with arrays that the compiler does not have (unsized_arrays.hpp).
using UnsizedArrays = std::set<std::pair<std::string, int>>;

/// Translates one file. `file` is its name in errors.
Translation translate(std::string_view source, const std::string& file, const IncludeMap& includes = {},
                      Locals locals = Locals::hidden, const UnsizedArrays& unsized = {});

/// What decides whether a file, and those it includes, must be translated.
struct Contents {
    bool has_cuda =
        false; ///< a launch, a kernel, `__CUDA_ARCH__` or a `__shared__` outside comments and strings
    bool has_kernels = false;          ///< a function that runs on the GPU
    std::vector<std::string> includes; ///< as they are spelled
};
Contents inspect(std::string_view source);

} // namespace scanlab::translate
