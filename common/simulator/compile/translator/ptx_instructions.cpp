#include "compile/translator/ptx_instructions.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <sstream>
#include <string_view>

namespace scanlab::translate {
namespace {

using Words = std::span<const std::string>;
const std::string ptx = "::scanlab::sim::ptx::", sim = "::scanlab::sim::";

bool is_listed(std::string_view list, std::string_view word) {
    std::istringstream words{std::string(list)};
    for (std::string other; words >> other;)
        if (other == word) return true;
    return false;
}

bool is_type(std::string_view word) {
    return is_listed("u8 u16 u32 u64 s8 s16 s32 s64 b8 b16 b32 b64 f32 f64 pred", word);
}

/// Instructions whose first operand takes the result of a function of the others.
struct Computation {
    std::string_view opcode;
    std::string_view named;   ///< modifiers that are part of the function's name
    std::string_view dropped; ///< those that change nothing here
};
constexpr Computation computations[] = {
    {"abs", "", "ftz"},
    {"activemask", "", ""},
    {"add", "", "rn ftz"},
    {"and", "", ""},
    {"bfe", "", ""},
    {"bfi", "", ""},
    {"bfind", "shiftamt", ""},
    {"brev", "", ""},
    {"clz", "", ""},
    {"cnot", "", ""},
    {"copysign", "", ""},
    {"cos", "", "approx ftz"},
    {"cvt", "rni rzi rmi rpi", "rn ftz"},
    {"div", "", "rn full approx ftz"},
    {"ex2", "", "approx ftz"},
    {"fma", "", "rn ftz"},
    {"fns", "", ""},
    {"lg2", "", "approx ftz"},
    {"lop3", "", ""},
    {"mad", "lo hi wide", "rn ftz"},
    {"mad24", "lo", ""},
    {"match", "any", "sync"},
    {"max", "", "ftz"},
    {"min", "", "ftz"},
    {"mov", "", ""},
    {"mul", "lo hi wide", "rn ftz"},
    {"mul24", "lo", ""},
    {"neg", "", "ftz"},
    {"not", "", ""},
    {"or", "", ""},
    {"popc", "", ""},
    {"prmt", "", ""},
    {"rcp", "", "rn approx ftz"},
    {"redux", "add min max and or xor", "sync"},
    {"rem", "", ""},
    {"rsqrt", "", "approx ftz"},
    {"sad", "", ""},
    {"selp", "", ""},
    {"setp", "eq ne lt le gt ge", "ftz"},
    {"shf", "l r wrap clamp", ""},
    {"shl", "", ""},
    {"shr", "", ""},
    {"sin", "", "approx ftz"},
    {"sqrt", "", "rn approx ftz"},
    {"sub", "", "rn ftz"},
    {"tanh", "", "approx"},
    {"vote", "all any uni ballot", "sync"},
    {"xor", "", ""},
};

/// Instructions that are one call, by how they are spelled without the words that change nothing, and
/// by how many operands they have where there are several forms. {1} is an operand, {s1} an address in
/// shared memory, {g1} a generic one.
const std::map<std::string, std::string, std::less<>> calls = {
    {"bar.arrive", sim + "named_barrier({0}, {1}, false)"},
    {"bar.red.and.pred", "{0} = __syncthreads_and({2})"},
    {"bar.red.or.pred", "{0} = __syncthreads_or({2})"},
    {"bar.red.popc.u32", "{0} = __syncthreads_count({2})"},
    {"bar.sync", sim + "named_barrier({0}, 0)"},
    {"bar.sync 0", "__syncthreads()"},
    {"bar.sync/2", sim + "named_barrier({0}, {1})"},
    {"bar.warp.sync", "__syncwarp({0})"},
    {"brkpt", "__brkpt()"},
    {"cp.async.bulk.commit_group", sim + "bulk_commit()"},
    {"cp.async.bulk.global.shared.bulk_group", sim + "bulk_store({g0}, {s1}, {2})"},
    {"cp.async.bulk.shared.global.mbarrier::complete_tx::bytes",
     sim + "bulk_load({s0}, {g1}, {2}, {s3})"},
    {"cp.async.bulk.wait_group", sim + "bulk_wait({0}, false)"},
    {"cp.async.bulk.wait_group.read", sim + "bulk_wait({0}, true)"},
    {"cp.async.commit_group", sim + "async_commit()"},
    {"cp.async.wait_all", sim + "async_wait_all()"},
    {"cp.async.wait_group", sim + "async_wait({0})"},
    {"cp.async.shared.global", ptx + "cp_async({0}, {1}, {2})"},
    {"discard", ""},
    {"fence.acq_rel.cta", sim + "fence(" + sim + "MemoryOrder::acq_rel, " + sim + "Scope::block)"},
    {"fence.acq_rel.gpu", sim + "fence(" + sim + "MemoryOrder::acq_rel, " + sim + "Scope::device)"},
    {"fence.acq_rel.sys", sim + "fence(" + sim + "MemoryOrder::acq_rel, " + sim + "Scope::system)"},
    {"fence.sc.cta", "__threadfence_block()"},
    {"fence.sc.gpu", "__threadfence()"},
    {"fence.sc.sys", "__threadfence_system()"},
    {"fence.mbarrier_init.release.cluster", sim + "copy_fence()"},
    {"fence.proxy.async", sim + "copy_fence()"},
    {"griddepcontrol.launch_dependents", "cudaTriggerProgrammaticLaunchCompletion()"},
    {"griddepcontrol.wait", "cudaGridDependencySynchronize()"},
    {"isspacep.global", "{0} = !" + ptx + "is_shared({1})"},
    {"isspacep.shared", "{0} = " + ptx + "is_shared({1})"},
    {"mbarrier.arrive.expect_tx.shared.b64", "{0} = " + sim + "mbarrier_arrive({s1}, 1, {2})"},
    {"mbarrier.arrive.shared.b64", "{0} = " + sim + "mbarrier_arrive({s1}, 1, 0)"},
    {"mbarrier.arrive.shared.b64/3", "{0} = " + sim + "mbarrier_arrive({s1}, {2}, 0)"},
    {"mbarrier.arrive_drop.shared.b64", "{0} = " + sim + "mbarrier_drop({s1})"},
    {"mbarrier.expect_tx.shared.b64", sim + "mbarrier_expect({s0}, {1})"},
    {"mbarrier.init.shared.b64", sim + "mbarrier_init({s0}, {1})"},
    {"mbarrier.inval.shared.b64", ""},
    {"mbarrier.test_wait.parity.shared.b64", "{0} = " + sim + "mbarrier_wait({s1}, false, true, {2})"},
    {"mbarrier.test_wait.shared.b64", "{0} = " + sim + "mbarrier_wait({s1}, false, false, {2})"},
    {"mbarrier.try_wait.parity.shared.b64", "{0} = " + sim + "mbarrier_wait({s1}, true, true, {2})"},
    {"mbarrier.try_wait.shared.b64", "{0} = " + sim + "mbarrier_wait({s1}, true, false, {2})"},
    {"membar.cta", "__threadfence_block()"},
    {"membar.gl", "__threadfence()"},
    {"membar.sys", "__threadfence_system()"},
    {"nanosleep.u32", "__nanosleep({0})"},
    {"prefetch.L1", ""},
    {"prefetch.L2", ""},
    {"trap", "__trap()"},
};

/// What says how a cache is to be used: there is none.
bool is_cache_hint(const std::string& word) {
    return is_listed("ca cg cs lu cv wb wt", word) || word.starts_with("L1::") ||
           word.starts_with("L2::");
}

std::string state_space(const std::string& word) { return word.substr(0, word.find("::")); }
bool is_state_space(const std::string& word) {
    return is_listed("global shared const param local", state_space(word));
}

/// What accesses memory: how it is spelled.
struct AccessSpelling {
    bool is_shared = false, is_volatile = false, is_read_only = false;
    std::string order, scope = "device", vector, operation, type;

    /// Nothing is left of the words that is not understood?
    bool read(Words words) {
        for (const std::string& word : words) {
            if (is_state_space(word)) {
                if (state_space(word) == "local") return false;
                is_shared = state_space(word) == "shared";
            } else if (is_listed("relaxed acquire release acq_rel", word)) {
                order = word;
            } else if (is_listed("cta cluster gpu sys", word)) {
                scope = word == "sys" ? "system" : word == "gpu" ? "device" : "block";
            } else if (word == "volatile") {
                is_volatile = true;
            } else if (word == "nc") {
                is_read_only = true;
            } else if (is_listed("v2 v4", word)) {
                vector = word;
            } else if (is_listed("add exch cas min max inc dec and or xor", word)) {
                operation = word;
            } else if (is_type(word) && type.empty()) {
                type = word;
            } else if (word != "weak" && !is_cache_hint(word)) {
                return false;
            }
        }
        return !type.empty();
    }
    std::string ordering() const {
        return sim + "MemoryOrder::" + (order.empty() ? "legacy" : order) + ", " + sim +
               "Scope::" + scope;
    }
};

/// "[p + 4]" as a C++ expression.
std::optional<std::string> address(const std::string& text, bool is_shared,
                                   const OperandText& operand) {
    if (!text.starts_with('[') || !text.ends_with(']')) return std::nullopt;
    const std::string inner = text.substr(1, text.size() - 2);
    const std::size_t sign = inner.find_first_of("+-", 1);
    std::string offset = sign == std::string::npos ? "0" : inner.substr(sign);
    if (offset.starts_with("+-")) offset.erase(0, 1);
    return ptx + (is_shared ? "shared_address(" : "address(") + operand(inner.substr(0, sign)) + ", " +
           offset + ")";
}

/// The operands in "{a, b}", or the only one.
std::vector<std::string> listed(const std::string& text) {
    return split_operands(text.starts_with('{') ? text.substr(1, text.size() - 2) : text);
}
bool has_elements(const std::string& text, std::size_t count) { return listed(text).size() == count; }

/// "{a, b}" as ", a, b".
std::string elements(const std::string& text, const OperandText& operand) {
    std::string result;
    for (const std::string& element : listed(text)) result += ", " + operand(element);
    return result;
}

std::optional<std::string> load(const PtxStatement& s, const OperandText& operand) {
    AccessSpelling a;
    if (s.operands.size() != 2 || !a.read(Words(s.words).subspan(1))) return std::nullopt;
    const auto from = address(s.operands[1], a.is_shared, operand);
    if (!from) return std::nullopt;
    if (!a.vector.empty())
        return ptx + "load_vector<" + ptx + a.type + ">(" + *from + elements(s.operands[0], operand) +
               ")";
    const std::string how = !a.order.empty() ? "load_atomic"
                            : a.is_volatile  ? "load_volatile"
                            : a.is_read_only ? "load_read_only"
                                             : "load";
    return operand(s.operands[0]) + " = " + ptx + how + "<" + ptx + a.type + ">(" + *from +
           (a.order.empty() ? "" : ", " + a.ordering()) + ")";
}

std::optional<std::string> store(const PtxStatement& s, const OperandText& operand) {
    AccessSpelling a;
    if (s.operands.size() != 2 || !a.read(Words(s.words).subspan(1))) return std::nullopt;
    const auto to = address(s.operands[0], a.is_shared, operand);
    if (!to) return std::nullopt;
    if (!a.vector.empty())
        return ptx + "store_vector<" + ptx + a.type + ">(" + *to + elements(s.operands[1], operand) +
               ")";
    const std::string how = !a.order.empty() ? "store_atomic"
                            : a.is_volatile  ? "store_volatile"
                                             : "store";
    return ptx + how + "<" + ptx + a.type + ">(" + *to + ", " + operand(s.operands[1]) +
           (a.order.empty() ? "" : ", " + a.ordering()) + ")";
}

std::optional<std::string> update(const PtxStatement& s, const OperandText& operand) {
    AccessSpelling a;
    const bool returns = s.opcode() == "atom";
    if (!a.read(Words(s.words).subspan(1)) || a.operation.empty()) return std::nullopt;
    const std::size_t first = returns ? 1 : 0, expected = first + (a.operation == "cas" ? 3 : 2);
    if (s.operands.size() != expected) return std::nullopt;
    const auto where = address(s.operands[first], a.is_shared, operand);
    if (!where) return std::nullopt;
    static const std::map<std::string, std::string, std::less<>> operations = {
        {"add", "Add"}, {"exch", "Exchange"}, {"min", "Min"},
        {"max", "Max"}, {"inc", "Increment"}, {"dec", "Decrement"},
        {"and", "And"}, {"or", "Or"},         {"xor", "Xor"}};
    std::string call =
        returns && s.operands[0] != "_" ? operand(s.operands[0]) + " = " : "static_cast<void>(";
    const bool is_void = call.starts_with("static");
    if (a.operation == "cas")
        call += ptx + "compare_and_swap<" + ptx + a.type + ">(" + *where + ", " +
                operand(s.operands[first + 1]) + ", " + operand(s.operands[first + 2]);
    else
        call += ptx + "update<" + sim + "operation::" + operations.at(a.operation) + ", " + ptx +
                a.type + ">(" + *where + ", " + operand(s.operands[first + 1]);
    return call + ", " + a.ordering() + ")" + (is_void ? ")" : "");
}

/// "shfl.sync.down.b32 d|p, a, b, c, mask"
std::optional<std::string> shuffle(const PtxStatement& s, const OperandText& operand) {
    if (s.words.size() != 4 || s.words[1] != "sync" || s.words[3] != "b32" || s.operands.size() != 5 ||
        !is_listed("up down bfly idx", s.words[2]))
        return std::nullopt;
    const std::string& to = s.operands[0];
    const std::size_t bar = to.find('|');
    std::string values;
    for (std::size_t i = 1; i < 5; ++i) values += ", " + operand(s.operands[i]);
    return ptx + "shfl_" + s.words[2] + "(" + operand(to.substr(0, bar)) + ", " +
           (bar == std::string::npos ? ptx + "Register().itself()" : operand(to.substr(bar + 1))) +
           values + ")";
}

std::optional<std::string> convert_address(const PtxStatement& s, const OperandText& operand) {
    const bool to = s.words.size() > 1 && s.words[1] == "to";
    const std::size_t space = to ? 2 : 1;
    if (s.words.size() != space + 2 || s.operands.size() != 2) return std::nullopt;
    const bool is_shared = state_space(s.words[space]) == "shared";
    if (!is_shared && s.words[space] != "global") return std::nullopt;
    const std::string from = operand(s.operands[1]);
    const std::string call = !is_shared ? from
                             : to       ? ptx + "to_shared(" + from + ")"
                                        : ptx + "shared_address(" + from + ", 0)";
    return operand(s.operands[0]) + " = " + call;
}

std::optional<std::string> computation(const PtxStatement& s, const OperandText& operand) {
    const auto known =
        std::ranges::find(computations, std::string_view(s.opcode()), &Computation::opcode);
    if (known == std::end(computations) || s.operands.empty()) return std::nullopt;
    std::string name = s.opcode(), types;
    for (const std::string& word : Words(s.words).subspan(1)) {
        if (is_type(word))
            types += (types.empty() ? "<" : ", ") + ptx + word;
        else if (is_listed(known->named, word))
            name += "_" + word;
        else if (!is_listed(known->dropped, word))
            return std::nullopt;
    }
    if (is_listed("and or xor not", s.opcode())) name += "_"; // which are operators in C++
    std::string arguments;
    for (const std::string& text : std::span(s.operands).subspan(1))
        arguments += (arguments.empty() ? "" : ", ") + operand(text);
    return operand(s.operands[0]) + " = " + ptx + name + types + (types.empty() ? "" : ">") + "(" +
           arguments + ")";
}

/// Does the word change nothing? A barrier in shared memory orders all that it can.
bool is_dropped(const std::string& opcode, const std::string& word) {
    if (opcode == "membar" || opcode == "fence") return false;
    return is_cache_hint(word) || is_listed("cta aligned", word) ||
           (opcode == "mbarrier" && is_listed("relaxed acquire release cluster", word));
}

std::string spelling_of_call(const PtxStatement& s) {
    std::string name;
    for (const std::string& word : s.words)
        if (!is_dropped(s.opcode(), word))
            name += (name.empty() ? "" : ".") + (is_state_space(word) ? state_space(word) : word);
    if (name.starts_with("barrier.")) name.erase(3, 4); // the same as bar
    if (name.starts_with("fence.proxy.async")) name = "fence.proxy.async";
    if (name == "bar.sync" && s.operands.size() == 1 && s.operands[0] == "0") name += " 0";
    return name;
}

std::optional<std::string> call(const PtxStatement& s, const OperandText& operand) {
    const std::string name = spelling_of_call(s);
    auto known = calls.find(name + "/" + std::to_string(s.operands.size()));
    if (known == calls.end()) known = calls.find(name);
    if (known == calls.end()) return std::nullopt;
    const bool votes = name.starts_with("bar.red");
    if (votes && !(s.operands.size() == 3 && s.operands[1] == "0"))
        return std::nullopt; // not for some of the threads
    std::string text = known->second;
    for (std::size_t begin; (begin = text.find('{')) != std::string::npos;) {
        const std::size_t end = text.find('}', begin), digit = end - 1;
        const std::size_t i = static_cast<std::size_t>(text[digit] - '0');
        if (i >= s.operands.size()) return std::nullopt;
        const std::string& given = s.operands[i];
        const bool is_address = given.starts_with('[');
        const auto value = digit > begin + 1
                               ? address(given, text[begin + 1] == 's', operand)
                               : operand(is_address ? given.substr(1, given.size() - 2) : given);
        if (!value) return std::nullopt;
        text.replace(begin, end + 1 - begin, *value);
    }
    return text;
}

/// "mov.b64 {low, high}, a" and "mov.b64 a, {low, high}"
std::optional<std::string> move_parts(const PtxStatement& s, const OperandText& operand) {
    if (s.operands.size() != 2 || s.words.size() != 2) return std::nullopt;
    const std::string &to = s.operands[0], &from = s.operands[1], type = ptx + s.words[1];
    if (to.starts_with('{'))
        return ptx + "unpack<" + type + ">(" + operand(from) + elements(to, operand) + ")";
    if (from.starts_with('{'))
        return operand(to) + " = " + ptx + "pack<" + type + ">(" + elements(from, operand).substr(2) +
               ")";
    return std::nullopt;
}

/// "vabsdiff4.u32.u32.u32.add d, a, b, c"
std::optional<std::string> video(const PtxStatement& s, const OperandText& operand) {
    static const std::map<std::string, std::string, std::less<>> operations = {
        {"vadd", "Sum"},          {"vsub", "Difference"}, {"vavrg", "Average"},
        {"vabsdiff", "Distance"}, {"vmin", "Least"},      {"vmax", "Most"}};
    const std::string& opcode = s.opcode();
    const auto known = operations.find(opcode.substr(0, opcode.size() - 1));
    const bool adds_up = s.words.size() == 5 && s.words[4] == "add";
    if (known == operations.end() || !is_listed("2 4", opcode.substr(opcode.size() - 1)) ||
        s.operands.size() != 4 || !(s.words.size() == 4 || adds_up))
        return std::nullopt;
    const auto is_signed = [&](std::size_t word) { return s.words[word] == "s32" ? "true" : "false"; };
    return operand(s.operands[0]) + " = " + ptx + "video<" + ptx + known->second + ", " +
           opcode.back() + ", " + is_signed(2) + ", " + is_signed(3) + ">(" + operand(s.operands[1]) +
           ", " + operand(s.operands[2]) + (adds_up ? ", " + operand(s.operands[3]) : "") + ")";
}

/// "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {a, b}, [p]"
std::optional<std::string> load_matrices(const PtxStatement& s, const OperandText& operand) {
    bool is_transposed = false, is_shared = false;
    std::string count;
    for (const std::string& word : Words(s.words).subspan(1)) {
        is_transposed |= word == "trans";
        is_shared |= state_space(word) == "shared";
        if (is_listed("x1 x2 x4", word))
            count = word.substr(1);
        else if (!is_listed("sync aligned m8n8 trans b16", word) && state_space(word) != "shared")
            return std::nullopt;
    }
    if (s.operands.size() != 2 || count.empty()) return std::nullopt;
    const auto row = address(s.operands[1], is_shared, operand);
    if (!row || !has_elements(s.operands[0], std::stoul(count))) return std::nullopt;
    return ptx + "load_matrices<" + (is_transposed ? "true" : "false") + ">(" + *row +
           elements(s.operands[0], operand) + ")";
}

/// "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d…}, {a…}, {b…}, {c…}"
std::optional<std::string> multiply_matrices(const PtxStatement& s, const OperandText& operand) {
    struct Shape {
        std::string_view name;
        unsigned m, k;
        std::string_view factors, sums; ///< types
    };
    static constexpr Shape shapes[] = {
        {"m8n8k4", 8, 4, "f64", "f64"},         {"m8n8k16", 8, 16, "s8 u8", "s32"},
        {"m16n8k4", 16, 4, "tf32", "f32"},      {"m16n8k8", 16, 8, "tf32 bf16", "f32"},
        {"m16n8k8", 16, 8, "f16", "f16 f32"},   {"m16n8k16", 16, 16, "bf16", "f32"},
        {"m16n8k16", 16, 16, "f16", "f16 f32"}, {"m16n8k16", 16, 16, "s8 u8", "s32"},
        {"m16n8k32", 16, 32, "s8 u8", "s32"},
    };
    if (s.operands.size() != 4) return std::nullopt;
    std::vector<std::string> types;
    std::string shape;
    bool saturates = false;
    for (const std::string& word : Words(s.words).subspan(1)) {
        if (is_listed("f16 bf16 tf32 f32 f64 s8 u8 s32", word))
            types.push_back(word);
        else if (word.starts_with('m'))
            shape = word;
        else if (word == "satfinite")
            saturates = true;
        else if (!is_listed("sync aligned row col", word))
            return std::nullopt;
    }
    if (types.size() != 4) return std::nullopt;
    const auto known = std::ranges::find_if(shapes, [&](const Shape& one) {
        return one.name == shape && is_listed(one.factors, types[1]) &&
               is_listed(one.factors, types[2]) && is_listed(one.sums, types[0]) &&
               is_listed(one.sums, types[3]);
    });
    if (known == std::end(shapes)) return std::nullopt;
    const unsigned factors_of_register = types[1] == "f64" || types[1] == "tf32" ? 1
                                         : types[1].ends_with("16")              ? 2
                                                                                 : 4;
    const std::size_t registers_of_b = known->k / (4 * factors_of_register);
    const auto registers_of_sums = [&](const std::string& type) {
        return known->m / 8 * (type == "f16" ? 1u : 2u);
    };
    if (!has_elements(s.operands[0], registers_of_sums(types[0])) ||
        !has_elements(s.operands[1], known->m / 8 * registers_of_b) ||
        !has_elements(s.operands[2], registers_of_b) ||
        !has_elements(s.operands[3], registers_of_sums(types[3])))
        return std::nullopt;
    std::string text =
        ptx + "multiply_matrices<" + std::to_string(known->m) + ", " + (saturates ? "true" : "false");
    for (const std::string& type : types) text += ", " + ptx + type;
    const auto list = [&](const std::string& of) {
        return ptx + "Registers{" + elements(of, operand).substr(2) + "}";
    };
    return text + ">(" + list(s.operands[1]) + ", " + list(s.operands[2]) + ", " + list(s.operands[3]) +
           elements(s.operands[0], operand) + ")";
}

} // namespace

std::optional<std::string> translated_instruction(const PtxStatement& s, const OperandText& operand) {
    if (s.words.empty()) return std::nullopt;
    const std::string& opcode = s.opcode();
    if (opcode == "ld" || opcode == "ldu") return load(s, operand);
    if (opcode == "st") return store(s, operand);
    if (opcode == "atom" || opcode == "red") return update(s, operand);
    if (opcode == "shfl") return shuffle(s, operand);
    if (opcode == "ldmatrix") return load_matrices(s, operand);
    if (opcode == "mma") return multiply_matrices(s, operand);
    if (opcode == "cvta") return convert_address(s, operand);
    if (opcode == "bra" && s.operands.size() == 1) return "goto scanlab_" + s.operands[0];
    if (opcode == "mov" && (s.operands.front().starts_with('{') || s.operands.back().starts_with('{')))
        return move_parts(s, operand);
    if (opcode.starts_with('v') && opcode != "vote") return video(s, operand);
    if (auto text = computation(s, operand)) return text;
    return call(s, operand);
}

std::optional<std::string> special_register(const std::string& name) {
    static const std::map<std::string, std::string, std::less<>> registers = {
        {"laneid", sim + "lane()"},
        {"warpid", ptx + "warp_in_block()"},
        {"nwarpid", "64u"},
        {"smid", sim + "multiprocessor()"},
        {"nsmid", sim + "multiprocessors()"},
        {"gridid", "0ull"},
        {"clock", "static_cast<unsigned>(clock64())"},
        {"clock_hi", "static_cast<unsigned>(clock64() >> 32)"},
        {"clock64", "clock64()"},
        {"globaltimer", ptx + "globaltimer()"},
        {"globaltimer_lo", "static_cast<unsigned>(" + ptx + "globaltimer())"},
        {"globaltimer_hi", "static_cast<unsigned>(" + ptx + "globaltimer() >> 32)"},
        {"lanemask_eq", "(1u << " + sim + "lane())"},
        {"lanemask_lt", "((1u << " + sim + "lane()) - 1)"},
        {"lanemask_le", "((2u << " + sim + "lane()) - 1)"},
        {"lanemask_gt", "~((2u << " + sim + "lane()) - 1)"},
        {"lanemask_ge", "~((1u << " + sim + "lane()) - 1)"},
        {"dynamic_smem_size", sim + "dynamic_shared_bytes()"},
    };
    if (const auto found = registers.find(name); found != registers.end()) return found->second;
    for (const auto& [start, variable] : {std::pair{"tid.", "threadIdx."},
                                          {"ntid.", "blockDim."},
                                          {"ctaid.", "blockIdx."},
                                          {"nctaid.", "gridDim."}})
        if (name.starts_with(start) && is_listed("x y z", name.substr(std::string_view(start).size())))
            return "::" + std::string(variable) + name.back();
    return std::nullopt;
}

} // namespace scanlab::translate
