/// \file
/// Translates a source file together with the headers that it includes.
#pragma once

#include "compile/translator/translator.hpp"

#include <filesystem>

namespace scanlab::translate {

/// Where headers are looked for besides the including file's own folder.
struct Folders {
    std::vector<std::filesystem::path> searched{};
    std::vector<std::filesystem::path> left{}; ///< they come before; what is found there stays as it is
};

struct Output {
    std::filesystem::path path;
    std::string text;
};

struct Unit {
    std::vector<Output> outputs;             ///< headers first, the source file last
    std::vector<std::filesystem::path> read; ///< every file that was read, the source file first
    std::vector<Error> errors;
};

/// Translates `input` for writing to `output`. A header that holds CUDA constructs, or includes one
/// that does, is translated into a file beside `output`, and the include names that file. Headers are
/// looked for as a compiler does: beside the including file (quotes only), then in `folders`; what is
/// not found there is left to the compiler. Throws std::runtime_error when `input` cannot be read.
Unit translate_unit(const std::filesystem::path& input, const std::filesystem::path& output,
                    const Folders& folders = {}, Locals locals = Locals::hidden,
                    const UnsizedArrays& unsized = {});

/// The rule that tells make or ninja what `output` was made from.
std::string dependency_rule(const std::filesystem::path& output,
                            const std::vector<std::filesystem::path>& read);

} // namespace scanlab::translate
