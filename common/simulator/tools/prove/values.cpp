#include "values.hpp"

#include <llvm/IR/InstrTypes.h>

namespace scanlab::prove {
namespace {

using llvm::CmpInst;
using llvm::Instruction;

std::optional<z3::expr> calculated_truth(unsigned opcode, const z3::expr& a, const z3::expr& b) {
    switch (opcode) {
    case Instruction::And:
        return a && b;
    case Instruction::Or:
        return a || b;
    case Instruction::Xor:
    case Instruction::Add:
    case Instruction::Sub:
        return a != b;
    default:
        return std::nullopt;
    }
}

} // namespace

std::optional<std::uint64_t> Value::constant() const {
    if (!term) return std::nullopt;
    if (term->is_true() || term->is_false()) return term->is_true();
    std::uint64_t value;
    return term->is_numeral_u64(value) ? std::optional(value) : std::nullopt;
}

Value number(const z3::expr& term) {
    Value value;
    value.kind = Value::Kind::number;
    value.bits = term.is_bool() ? 1 : term.get_sort().bv_size();
    value.term = term;
    return value;
}

Value number(z3::context& context, std::uint64_t value, unsigned bits) {
    if (bits == 1) return number(context.bool_val((value & 1) != 0));
    return number(context.bv_val(value, bits));
}

Value pointer(int object, const z3::expr& offset) {
    Value value;
    value.kind = Value::Kind::pointer;
    value.bits = 64;
    value.object = object;
    value.term = offset;
    return value;
}

z3::expr as_bits(const z3::expr& truth, unsigned bits) {
    z3::context& context = truth.ctx();
    return z3::ite(truth, context.bv_val(1, bits), context.bv_val(0, bits)).simplify();
}

bool is_same(const Value& a, const Value& b) {
    if (a.kind != b.kind || a.bits != b.bits || a.object != b.object || a.function != b.function ||
        a.parts != b.parts)
        return false;
    return a.term && b.term ? z3::eq(*a.term, *b.term) : !a.term && !b.term;
}

std::optional<z3::expr> calculated(unsigned opcode, const z3::expr& a, const z3::expr& b) {
    if (a.is_bool()) return calculated_truth(opcode, a, b);
    switch (opcode) {
    case Instruction::Add:
        return a + b;
    case Instruction::Sub:
        return a - b;
    case Instruction::Mul:
        return a * b;
    case Instruction::UDiv:
        return z3::udiv(a, b);
    case Instruction::SDiv:
        return a / b;
    case Instruction::URem:
        return z3::urem(a, b);
    case Instruction::SRem:
        return z3::srem(a, b);
    case Instruction::Shl:
        return z3::shl(a, b);
    case Instruction::LShr:
        return z3::lshr(a, b);
    case Instruction::AShr:
        return z3::ashr(a, b);
    case Instruction::And:
        return a & b;
    case Instruction::Or:
        return a | b;
    case Instruction::Xor:
        return a ^ b;
    default:
        return std::nullopt;
    }
}

z3::expr compared(unsigned predicate, const z3::expr& a, const z3::expr& b) {
    if (a.is_bool() && predicate != CmpInst::ICMP_EQ && predicate != CmpInst::ICMP_NE)
        return compared(predicate, as_bits(a, 2), as_bits(b, 2));
    switch (predicate) {
    case CmpInst::ICMP_EQ:
        return a == b;
    case CmpInst::ICMP_NE:
        return a != b;
    case CmpInst::ICMP_UGT:
        return z3::ugt(a, b);
    case CmpInst::ICMP_UGE:
        return z3::uge(a, b);
    case CmpInst::ICMP_ULT:
        return z3::ult(a, b);
    case CmpInst::ICMP_ULE:
        return z3::ule(a, b);
    case CmpInst::ICMP_SGT:
        return a > b;
    case CmpInst::ICMP_SGE:
        return a >= b;
    case CmpInst::ICMP_SLT:
        return a < b;
    default:
        return a <= b;
    }
}

z3::expr converted(const z3::expr& term, unsigned bits, bool is_signed) {
    if (term.is_bool()) {
        if (bits == 1) return term;
        z3::context& context = term.ctx();
        return z3::ite(term, is_signed ? ~context.bv_val(0, bits) : context.bv_val(1, bits),
                       context.bv_val(0, bits));
    }
    if (bits == 1) return term.extract(0, 0) == term.ctx().bv_val(1, 1);
    const unsigned has = term.get_sort().bv_size();
    if (bits <= has) return bits == has ? term : term.extract(bits - 1, 0);
    return is_signed ? z3::sext(term, bits - has) : z3::zext(term, bits - has);
}

} // namespace scanlab::prove
