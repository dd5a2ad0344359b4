/// \file
/// Takes the text of an asm statement in PTX apart.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::translate {

/// One statement of PTX: an instruction, a directive, a label, or a brace.
struct PtxStatement {
    enum class Kind { instruction, registers, label, open, close };
    Kind kind;
    std::size_t begin;                   ///< offset in the text
    std::string predicate{};             ///< "p" of `@p` and of `@!p`
    bool is_negated = false;             ///< `@!p`
    std::vector<std::string> words{};    ///< "ld", "global", "u32"; of a label, its name
    std::vector<std::string> operands{}; ///< as they are written, without blanks
    std::string spelling() const;        ///< "ld.global.u32"
    const std::string& opcode() const { return words.front(); }
};

/// Is this PTX rather than the assembly language of the host?
bool is_ptx(std::string_view text);

/// The text's statements, without its comments.
std::vector<PtxStatement> ptx_statements(std::string_view text);

/// "a, {b, c}, [d]" → "a", "{b, c}", "[d]".
std::vector<std::string> split_operands(std::string_view text);

} // namespace scanlab::translate
