/// \file
/// What the registers of a symbolic run hold: numbers of up to 64 bits as terms of z3, and pointers as
/// an object and an offset in bytes.
#pragma once

#include <cstdint>
#include <llvm/IR/Instruction.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>
#include <z3++.h>

namespace scanlab::prove {

/// Why a program is outside of what can be decided, and where.
struct Outside {
    std::string file;
    int line = 0;
    std::string reason;
};

struct Value {
    enum class Kind { opaque, number, pointer, function, aggregate };
    Kind kind = Kind::opaque;     ///< opaque: of floats and the like nothing is known
    unsigned bits = 0;            ///< of a number; a truth value, of 1 bit, is a Boolean term
    int object = 0;               ///< of a pointer; 0: null
    std::optional<z3::expr> term; ///< the number, or the pointer's offset of 64 bits
    const llvm::Function* function = nullptr;
    std::shared_ptr<const std::vector<Value>> parts{}; ///< of an aggregate

    bool is_number() const { return kind == Kind::number; }
    bool is_pointer() const { return kind == Kind::pointer; }
    /// The number or offset if it is a constant.
    std::optional<std::uint64_t> constant() const;
};

Value number(const z3::expr& term);
Value number(z3::context& context, std::uint64_t value, unsigned bits);
Value pointer(int object, const z3::expr& offset);

/// A truth value as a number of so many bits.
z3::expr as_bits(const z3::expr& truth, unsigned bits);
/// Whether two values are the same term.
bool is_same(const Value& a, const Value& b);

/// The result of LLVM's instruction `opcode`; nothing if it is none of whole numbers.
std::optional<z3::expr> calculated(unsigned opcode, const z3::expr& a, const z3::expr& b);
/// The result of a comparison, by LLVM's predicate.
z3::expr compared(unsigned predicate, const z3::expr& a, const z3::expr& b);
/// The number cut or extended to `bits`.
z3::expr converted(const z3::expr& term, unsigned bits, bool is_signed);

} // namespace scanlab::prove
