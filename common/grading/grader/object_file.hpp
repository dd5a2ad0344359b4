/// \file
/// What an object file defines and asks for: the ELF of this machine, read without running anything.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace scanlab::grader {

struct Symbol {
    std::string name; ///< as the linker sees it
    bool is_defined;
    bool is_local;
    bool is_variable;         ///< an object of the program's data, thread-local or not
    bool is_indirect;         ///< a function that is chosen when the program is loaded
    std::string section = {}; ///< where it is defined
    bool section_is_writable = false;
};

struct Section {
    std::string name;
    std::size_t bytes;
};

struct ObjectFile {
    std::vector<Section> sections;
    std::vector<Symbol> symbols;
};

/// Throws std::runtime_error if the file is no object of 64 bits, or is damaged.
ObjectFile read_object_file(const std::filesystem::path& path);

} // namespace scanlab::grader
