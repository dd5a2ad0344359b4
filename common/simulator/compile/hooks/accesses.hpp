/// \file
/// What an instruction does to memory.
#pragma once

#include "compile/ir/ir.hpp"

namespace scanlab::instrument {

/// One access of memory by a load, a store, an atomic instruction, or an argument that is passed by
/// value.
struct Access {
    enum class Kind { read, write, atomic_load, atomic_store, atomic_update };
    Kind kind;
    Operand pointer; ///< lies in the instruction's text
    std::size_t bytes;
    std::size_t alignment;
    bool is_volatile = false;
    bool needs_value = true; ///< if it is a read: not only to write it back
};

/// A function of the C library, or of LLVM, that touches memory.
struct BlockFunction {
    std::string_view callee; ///< "@memcmp"; of an intrinsic, how it begins: "@llvm.memcpy."
    std::string_view
        instead;      ///< the simulator's, which the program calls instead; of an intrinsic, none
    int pointers = 0; ///< of an intrinsic: its first arguments, what is written before what is read
    bool is_intrinsic() const { return callee.ends_with('.'); }
};
const BlockFunction* block_function(std::string_view callee);

/// An intrinsic that touches no memory of the program's.
bool is_harmless_intrinsic(std::string_view callee);

struct Unreadable {};
/// The accesses of one instruction, a line of a function's body. Throws Unreadable if it is a load, a
/// store or an atomic instruction that this kit does not understand.
std::vector<Access> accesses_of(std::string_view instruction, const Types& types);

} // namespace scanlab::instrument
