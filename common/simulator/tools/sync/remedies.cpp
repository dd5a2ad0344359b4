#include "remedies.hpp"

#include "format.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <span>

namespace scanlab::sync {
namespace {

using OperatorRow =
    std::pair<std::string_view, std::string_view>; ///< an operator, and the atomic function

std::string_view function_of(std::span<const OperatorRow> rows, std::string_view operation) {
    const auto row = std::ranges::find(rows, operation, &OperatorRow::first);
    return row == rows.end() ? std::string_view() : row->second;
}

std::string_view atomic_function(std::string_view operation) {
    constexpr auto functions = std::to_array<OperatorRow>({{"+=", "atomicAdd"},
                                                           {"-=", "atomicSub"},
                                                           {"&=", "atomicAnd"},
                                                           {"|=", "atomicOr"},
                                                           {"^=", "atomicXor"},
                                                           {"++", "atomicAdd"},
                                                           {"--", "atomicSub"}});
    return function_of(functions, operation);
}

/// A name that the source does not have.
std::string new_name(const std::string& source, const std::string& word) {
    std::string name = word;
    while (source.find(name) != std::string::npos) name += "_value";
    return name;
}

/// The parts between commas that are in no brackets.
std::vector<std::string> parts(const std::string& list) {
    std::vector<std::string> all(1);
    int depth = 0;
    for (const char c : list) {
        depth += std::string_view("([{").find(c) != std::string_view::npos;
        depth -= std::string_view(")]}").find(c) != std::string_view::npos;
        if (c == ',' && depth == 0)
            all.emplace_back();
        else if (c != ' ' || !all.back().empty())
            all.back() += c;
    }
    return all;
}

/// What `text` has between the two, the first time; empty if it has not.
std::string between(const std::string& text, std::string_view before, std::string_view after) {
    std::size_t begin = text.find(before);
    if (begin == std::string::npos) return {};
    begin += before.size();
    const std::size_t end = text.find(after, begin);
    return end == std::string::npos ? std::string() : text.substr(begin, end - begin);
}

bool contains(const Extent& outer, const Extent& inner) {
    return outer.begin <= inner.begin && inner.end <= outer.end;
}

} // namespace

Edit insertion(std::string_view call, const Boundary& boundary) {
    return {{boundary.offset, boundary.offset},
            std::string(call) + (boundary.in_expression ? ", " : "; ")};
}

std::vector<Missing> missing_for_copies(const SyntaxTree& tree) {
    constexpr std::array rows{
        Missing{"__pipeline_wait_prior(0)", "__pipeline_memcpy_async"},
        Missing{"cuda::ptx::fence_proxy_async(cuda::ptx::space_shared)", "cp_async_bulk"},
        Missing{"cuda::ptx::cp_async_bulk_wait_group_read(cuda::ptx::n32_t<0>{})",
                "cp_async_bulk_commit_group"},
        Missing{"cuda::ptx::cp_async_bulk_wait_group(cuda::ptx::n32_t<0>{})",
                "cp_async_bulk_commit_group"},
    };
    std::vector<Missing> all;
    for (const Missing& one : rows) {
        const auto calls_it = [&](const Call& call) { return call.function.ends_with(one.beside); };
        if (std::ranges::any_of(tree.calls, calls_it)) all.push_back(one);
    }
    return all;
}

std::string text_of(const Extent& part, const std::string& source) {
    return source.substr(part.begin, part.end - part.begin);
}

Edit atomic_update(const Update& update, const std::string& source) {
    const std::string operand = text_of(update.operand, source);
    return {update.all, fmt::format("{}(&{}, {})", atomic_function(update.operation),
                                    text_of(update.target, source), operand.empty() ? "1" : operand)};
}

std::vector<Edit> atomic_assignments(const Assignment& one, const std::string& source) {
    constexpr auto operators = std::to_array<OperatorRow>({{"+", "atomicAdd"},
                                                           {"-", "atomicSub"},
                                                           {"&", "atomicAnd"},
                                                           {"|", "atomicOr"},
                                                           {"^", "atomicXor"}});
    constexpr auto functions = std::to_array<OperatorRow>({{"max", "atomicMax"},
                                                           {"::max", "atomicMax"},
                                                           {"std::max", "atomicMax"},
                                                           {"min", "atomicMin"},
                                                           {"::min", "atomicMin"},
                                                           {"std::min", "atomicMin"}});
    if (one.operation != "=") return {};
    const std::string target = text_of(one.target, source), value = text_of(one.value, source);
    const auto atomic = [&](std::string_view function, const std::string& operand) {
        return std::vector{Edit{one.all, fmt::format("{}(&{}, {})", function, target, operand)}};
    };
    if (value.starts_with(target + " ") && value.size() > target.size() + 3) {
        const std::string_view function = function_of(operators, value.substr(target.size() + 1, 1));
        if (!function.empty()) return atomic(function, value.substr(target.size() + 3));
    }
    const std::size_t open = value.find('(');
    const std::string_view function = function_of(functions, value.substr(0, open));
    if (!function.empty()) {
        const std::vector<std::string> of = parts(value.substr(open + 1, value.size() - open - 2));
        if (of.size() == 2 && (of[0] == target || of[1] == target))
            return atomic(function, of[of[0] == target]);
    }
    return one.is_of_element ? std::vector<Edit>{} : atomic("atomicMax", value);
}

namespace {
std::string atomic_reference(const Extent& place, const std::string& type, std::string_view scope,
                             const std::string& source) {
    return fmt::format("cuda::atomic_ref<{}, cuda::thread_scope_{}>({})", type, scope,
                       text_of(place, source));
}
} // namespace

Edit atomic_load(const Load& load, std::string_view scope, const std::string& source) {
    return {load.all,
            atomic_reference(load.all, load.type, scope, source) + ".load(cuda::memory_order_acquire)"};
}

Edit atomic_store(const Assignment& one, std::string_view scope, const std::string& source) {
    return {one.all, fmt::format("{}.store({}, cuda::memory_order_release)",
                                 atomic_reference(one.target, one.type, scope, source),
                                 text_of(one.value, source))};
}

std::vector<Edit> halves(const Assignment& one, const Missing& wait, const std::string& source,
                         const std::string& condition) {
    const std::string target = text_of(one.target, source), name = new_name(source, "next");
    const std::string value =
        one.operation == "="
            ? text_of(one.value, source)
            : fmt::format("{} {} ({})", target, one.operation.substr(0, one.operation.size() - 1),
                          text_of(one.value, source));
    std::vector<Edit> edits;
    for (const std::string& again : {std::string(), fmt::format("; {}", wait.call)}) {
        const std::string read = condition.empty() ? fmt::format("const auto {} = {}", name, value)
                                                   : fmt::format("{0} {1}{{}}; {2}{1} = {3}", one.type,
                                                                 name, condition, value);
        const std::string all =
            fmt::format("{}; {}; {}{} = {}{}", read, wait.call, condition, target, name, again);
        edits.push_back({one.all, one.is_body ? "{ " + all + "; }" : all});
    }
    return edits;
}

std::vector<Edit> staying(const Extent& function, const SyntaxTree& tree, const std::string& source) {
    const std::string is_out = new_name(source, "is_out");
    std::vector<Edit> edits;
    for (const Boundary& place : tree.boundaries) {
        if (place.block != function || place.in_expression) continue;
        const auto begins_here = [&](const auto& part) { return part.all.begin == place.offset; };
        const auto branch = std::ranges::find_if(tree.branches, begins_here);
        const auto call = std::ranges::find_if(tree.calls, begins_here);
        const bool is_barrier = call != tree.calls.end() && call->function == "__syncthreads";
        if (branch != tree.branches.end() && branch->kind == "ReturnStmt") {
            const std::string condition = text_of(branch->condition, source);
            edits.push_back({branch->all, edits.empty()
                                              ? fmt::format("bool {} = {}", is_out, condition)
                                              : fmt::format("{0} = {0} || ({1})", is_out, condition)});
        } else if (!edits.empty() && place.is_conditionable && !is_barrier)
            edits.push_back({{place.offset, place.offset}, fmt::format("if (!{}) ", is_out)});
    }
    return edits;
}

std::vector<Edit> unconditional_waits(const SyntaxTree& tree, const std::string& source) {
    std::vector<Edit> all;
    for (const Branch& branch : tree.branches) {
        const auto follows = [&](const Extent& wait) {
            return branch.all.end <= wait.begin && wait.end <= branch.block.end;
        };
        const auto is_in_it = [&](const Extent& wait) { return wait.begin == branch.then.begin; };
        if (branch.kind == "ContinueStmt" && std::ranges::any_of(tree.waits, follows))
            all.push_back({branch.all, std::string(nothing)});
        else if (std::ranges::any_of(tree.waits, is_in_it))
            all.push_back({{branch.all.begin, source.find(')', branch.condition.end) + 1}, ""});
    }
    return all;
}

namespace {

void ask_again(const Call& call, const std::string& source, std::vector<Alternative>& all) {
    const bool may_fail =
        call.function.ends_with("try_wait") || call.function.ends_with("try_wait_parity");
    if (call.is_statement && may_fail)
        all.push_back({{},
                       {call.all, fmt::format("while (!{})", text_of(call.all, source))},
                       Alternative::Form::instead_of_statement});
}

void count_phases(const Call& call, const SyntaxTree& tree, const std::string& source,
                  std::vector<Alternative>& all) {
    if (!call.function.ends_with("wait_parity") || call.arguments.empty()) return;
    const Extent& phase = call.arguments.back().all;
    for (const Loop& loop : tree.loops)
        if (contains(loop.all, call.all) && phase != Extent{} &&
            text_of(phase, source).find(loop.variable) == std::string::npos)
            all.push_back({phase, {phase, loop.variable + " & 1"}});
}

void choose_others(const Mention& one, const SyntaxTree& tree, std::vector<Alternative>& all) {
    // An mbarrier is a number of 64 bits.
    if (!one.type.starts_with("unsigned long") && one.type.find("barrier") == std::string::npos) return;
    std::set<std::string> others;
    for (const Mention& other : tree.mentions)
        if (other.function == one.function && other.type == one.type && other.name != one.name &&
            others.insert(other.name).second)
            all.push_back({one.at, {one.at, other.name}});
}

} // namespace

std::vector<Alternative> changed_waits(const SyntaxTree& tree, const std::string& source) {
    std::vector<Alternative> all;
    for (const Call& call : tree.calls) {
        ask_again(call, source, all);
        count_phases(call, tree, source, all);
    }
    for (const Mention& one : tree.mentions) choose_others(one, tree, all);
    return all;
}

std::vector<Arrival> later_arrivals(const SyntaxTree& tree, const std::string& source) {
    std::vector<Arrival> all;
    for (const Call& call : tree.calls) {
        const auto here = std::ranges::find(tree.boundaries, call.all.begin, &Boundary::offset);
        if (call.function.find("arrive") == std::string::npos || here == tree.boundaries.end())
            continue;
        for (auto later = here + 1; later != tree.boundaries.end(); ++later)
            if (later->block == here->block && !later->in_expression)
                all.push_back(
                    {{call.all, std::string(nothing)}, insertion(text_of(call.all, source), *later)});
    }
    return all;
}

std::vector<Edit> wider_scopes(std::string_view scope, const std::string& source) {
    constexpr auto scopes = std::to_array<std::string_view>(
        {"thread_scope_thread", "thread_scope_block", "thread_scope_device", "thread_scope_system"});
    std::vector<Edit> edits;
    for (auto narrower = scopes.begin(); *narrower != scope; ++narrower)
        for (std::size_t at = 0; (at = source.find(*narrower, at)) != std::string::npos; ++at) {
            const std::size_t line = source.rfind('\n', at) + 1;
            const bool is_in_comment = source.find("//", line) < at;
            if (!is_in_comment) edits.push_back({{at, at + narrower->size()}, std::string(scope)});
        }
    return edits;
}

namespace {
/// Of kernels, as the translator writes them.
std::vector<Call> launches(const SyntaxTree& tree, const std::string& source) {
    std::vector<Call> all = tree.calls;
    std::erase_if(all, [&](const Call& call) {
        return !call.is_statement || !text_of(call.all, source).starts_with("::scanlab::sim::launch(");
    });
    return all;
}
} // namespace

std::vector<Edit> clearings(const SyntaxTree& tree, const std::string& source) {
    constexpr std::array words{"Memset", "clear", "reset", "zero", "fill"};
    std::vector<Edit> edits;
    for (const Call& statement : tree.calls) {
        const std::string text = text_of(statement.all, source);
        const auto is_in_it = [&](const char* word) { return text.find(word) != std::string::npos; };
        if (!statement.is_statement || std::ranges::none_of(words, is_in_it)) continue;
        for (const Call& launch : launches(tree, source))
            if (statement.all.end <= launch.all.begin)
                edits.push_back({{launch.all.begin, launch.all.begin}, text + "; "});
    }
    return edits;
}

std::vector<Edit> cooperative_launches(const SyntaxTree& tree, const std::string& source) {
    constexpr std::array members{"gridDim", "blockDim", "dynamicSmemBytes", "stream"};
    std::vector<Edit> edits;
    for (const Call& call : launches(tree, source)) {
        const std::string launch = text_of(call.all, source);
        const std::vector<std::string> sizes =
            parts(between(launch, "::scanlab::sim::LaunchConfig(", "), SCANLAB_KERNEL("));
        const std::string kernel = between(launch, "SCANLAB_KERNEL(", ")");
        const std::string from_kernel = launch.substr(launch.find("SCANLAB_KERNEL("));
        if (sizes.size() < 2 || sizes.size() > members.size() || kernel.empty()) continue;
        const std::string attribute = new_name(source, "cooperative"),
                          config = new_name(source, "config");
        std::string text = fmt::format("{{\v    cudaLaunchAttribute {0}{{}};\v"
                                       "    {0}.id = cudaLaunchAttributeCooperative;\v"
                                       "    {0}.val.cooperative = 1;\v"
                                       "    cudaLaunchConfig_t {1}{{}};\v",
                                       attribute, config);
        for (std::size_t i = 0; i < sizes.size(); ++i)
            text += fmt::format("    {}.{} = {};\v", config, members[i], sizes[i]);
        text += fmt::format("    {0}.attrs = &{1};\v    {0}.numAttrs = 1;\v"
                            "    cudaLaunchKernelEx(&{0}, {2}{3};\v}}",
                            config, attribute, kernel, from_kernel.substr(from_kernel.find(')') + 1));
        const bool has_semicolon = source[call.all.end] == ';';
        edits.push_back({{call.all.begin, call.all.end + has_semicolon}, text});
    }
    return edits;
}

} // namespace scanlab::sync
