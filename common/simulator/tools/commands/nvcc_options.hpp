/// \file
/// nvcc's command line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scanlab {

using Words = std::vector<std::string>;
void append_words(Words& words, const Words& more);

struct NvccFile {
    std::filesystem::path file;
    enum class Kind { cuda, cpp, c, linked } kind;
};

/// What a command line of nvcc's asks for, in terms of the host's compiler.
struct NvccCall {
    enum class Goal {
        program,      ///< compile what is no object yet, and link
        object,       ///< -c: one object per source
        preprocessed, ///< -E
        dependencies, ///< -M: a rule for make
        device_link,  ///< -dlink: an object that nothing depends on
        archive,      ///< -lib
        help,
        version
    };
    Goal goal = Goal::program;
    /// Of -std; if it was not given, nvcc's own.
    std::string standard = "gnu++17";
    std::vector<NvccFile> inputs;
    std::string output;        ///< of -o; empty if it was not given
    std::string output_folder; ///< of -odir
    Words compile;             ///< options of the compiler for every source
    Words host;                ///< the same for host sources only, such as -O2
    Words link;                ///< options of the linker, and libraries
    Words spaces;              ///< what device code may use besides: options of scanlab_compile_object
    bool separate = false;     ///< -rdc=true: files see each other's device functions and variables
    bool fast = false;         ///< optimised, and not observed
    bool runs = false;         ///< -run
    bool verbose = false, dry = false;
    bool writes_rule = false; ///< -MD: a rule for make beside the object
    std::string rule_file, rule_target;
    Words notes; ///< what was left out that changes the meaning, a sentence each
};

/// Reads the words. Throws UsageError, which says what is wrong and what to do.
NvccCall read_nvcc(const Words& words);

/// Whether compilers read such a file, or link it: "a.cu", "b.cpp", "c.o", "libd.a".
bool is_source_or_object(const std::filesystem::path& file);

} // namespace scanlab
