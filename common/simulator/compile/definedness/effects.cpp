#include "compile/definedness/effects.hpp"

#include "compile/ir/uses.hpp"

#include <algorithm>
#include <array>

namespace scanlab::instrument {

namespace {

struct Rule {
    std::string_view opcode;
    Effect effect;
};

/// All others use their operands, even a division of integers, which may end the program.
/// Floating-point arithmetic propagates, since the sentinel is no number, and a processor hands on its
/// bits.
constexpr std::array rules{Rule{"fadd", Effect::propagates},   Rule{"fsub", Effect::propagates},
                           Rule{"fmul", Effect::propagates},   Rule{"fdiv", Effect::propagates},
                           Rule{"phi", Effect::propagates},    Rule{"bitcast", Effect::propagates},
                           Rule{"select", Effect::propagates}, // its condition: derives
                           Rule{"add", Effect::derives},       Rule{"sub", Effect::derives},
                           Rule{"mul", Effect::derives},       Rule{"shl", Effect::derives},
                           Rule{"lshr", Effect::derives},      Rule{"ashr", Effect::derives},
                           Rule{"and", Effect::derives},       Rule{"or", Effect::derives},
                           Rule{"xor", Effect::derives},       Rule{"trunc", Effect::derives},
                           Rule{"zext", Effect::derives},      Rule{"sext", Effect::derives},
                           Rule{"fneg", Effect::derives},      Rule{"fpext", Effect::derives},
                           Rule{"fptrunc", Effect::derives},   Rule{"sitofp", Effect::derives},
                           Rule{"uitofp", Effect::derives},    Rule{"fptosi", Effect::derives},
                           Rule{"fptoui", Effect::derives},    Rule{"icmp", Effect::derives},
                           Rule{"fcmp", Effect::derives},      Rule{"br", Effect::selects},
                           Rule{"store", Effect::stores},      Rule{"ret", Effect::returns}};

/// Of functions, by how their names begin; the first that fits.
constexpr std::array rules_of_calls{Rule{"@llvm.dbg.", Effect::ignores},
                                    Rule{"@llvm.lifetime.", Effect::ignores},
                                    Rule{"@llvm.fmuladd.", Effect::propagates},
                                    Rule{"@llvm.fma.", Effect::propagates},
                                    Rule{"@llvm.", Effect::uses},
                                    Rule{"@", Effect::passes}};

} // namespace

Effect effect_on(std::string_view value, std::string_view instruction) {
    if (const auto call = read_call(instruction)) {
        const auto rule = std::ranges::find_if(
            rules_of_calls, [&](const Rule& r) { return call->callee.starts_with(r.opcode); });
        return rule == rules_of_calls.end() ? Effect::uses : rule->effect;
    }
    const std::string_view text = without_result(instruction), opcode = text.substr(0, text.find(' '));
    if (opcode == "select" && uses(split(text)[0], value)) return Effect::derives;
    const auto rule = std::ranges::find(rules, opcode, &Rule::opcode);
    return rule == rules.end() ? Effect::uses : rule->effect;
}

} // namespace scanlab::instrument
