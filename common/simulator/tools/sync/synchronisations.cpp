#include "synchronisations.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace scanlab::sync {
namespace {

struct Row {
    std::string_view function;
    std::vector<std::string_view> narrower{}; ///< calls that could come in its place, least first
};

const std::vector<Row>& rows() {
    static const std::vector<Row> all{
        {"__syncthreads", {"__syncwarp()"}},
        {"__syncwarp"},
        {"__threadfence_block"},
        {"__threadfence", {"__threadfence_block()"}},
        {"__threadfence_system", {"__threadfence_block()", "__threadfence()"}},
        {"cooperative_groups::thread_block::sync", {"__syncwarp()"}},
        {"cooperative_groups::grid_group::sync", {"__syncwarp()", "__syncthreads()"}},
        {"cooperative_groups::lane_group::sync"},
        {"cooperative_groups::thread_block_tile::sync"},
        {"cooperative_groups::thread_group::sync"},
        {"cooperative_groups::sync"},
        {"cooperative_groups::synchronize"},
    };
    return all;
}

/// What the order could be instead: of a load, of a store, of what does both.
struct OrderRow {
    std::string_view order;
    std::vector<std::string_view> weaker; ///< least first
};
const std::vector<OrderRow>& orders() {
    static const std::vector<OrderRow> all{
        {"acquire", {"relaxed"}},
        {"release", {"relaxed"}},
        {"acq_rel", {"relaxed", "acquire", "release"}},
        {"seq_cst", {"relaxed", "acquire", "release", "acq_rel"}},
    };
    return all;
}

/// Whether an atomic function of this name may have the order: loads do not release, stores do not
/// acquire.
bool may_have(std::string_view function, std::string_view order) {
    if (function.ends_with("::load")) return order == "relaxed" || order == "acquire";
    if (function.ends_with("::store")) return order == "relaxed" || order == "release";
    return true;
}

/// "memory_order_" and "acquire"; of a name that is no order, nothing.
struct OrderName {
    std::string_view prefix, order;
};
OrderName split_order(std::string_view name) {
    constexpr std::string_view prefix = "memory_order_";
    const std::size_t begin = name.starts_with(prefix) ? prefix.size() : 0;
    const std::string_view order = name.substr(begin);
    const bool is_one = order == "relaxed" || std::ranges::count(orders(), order, &OrderRow::order) > 0;
    return is_one ? OrderName{name.substr(0, begin), order} : OrderName{};
}

/// The order that orders most of what a function of this name may have.
std::string_view strongest(std::string_view function) {
    return function.ends_with("::load")    ? "acquire"
           : function.ends_with("::store") ? "release"
                                           : "acq_rel";
}

void add_stronger_order(const Call& call, const Call::Argument& argument, std::vector<Edit>& edits) {
    const auto [prefix, order] = split_order(argument.name);
    const std::string_view stronger = strongest(call.function);
    if (!order.empty() && order != stronger && order != "seq_cst")
        edits.push_back({argument.name_at, std::string(prefix).append(stronger)});
}

void add_weaker_orders(const Call& call, const Call::Argument& argument, std::vector<Edit>& edits) {
    const auto [prefix, order] = split_order(argument.name);
    const auto row = std::ranges::find(orders(), order, &OrderRow::order);
    if (row == orders().end()) return;
    for (const std::string_view weaker : row->weaker)
        if (may_have(call.function, weaker))
            edits.push_back({argument.name_at, std::string(prefix).append(weaker)});
}

/// As in "atomicAdd", which has siblings for a block and for all devices.
void add_smaller_scopes(const Call& call, std::vector<Edit>& edits) {
    constexpr auto functions = std::to_array<std::string_view>(
        {"atomicAdd", "atomicSub", "atomicExch", "atomicMin", "atomicMax", "atomicInc", "atomicDec",
         "atomicCAS", "atomicAnd", "atomicOr", "atomicXor"});
    constexpr std::string_view all_devices = "_system";
    std::string_view name = call.function;
    const bool is_of_all_devices = name.ends_with(all_devices);
    if (is_of_all_devices) name.remove_suffix(all_devices.size());
    if (std::ranges::find(functions, name) == functions.end()) return;
    edits.push_back({call.name, std::string(name) + "_block"});
    if (is_of_all_devices) edits.push_back({call.name, std::string(name)});
}

std::optional<Synchronisation> synchronisation(const Call& call) {
    const auto row = std::ranges::find(rows(), call.function, &Row::function);
    Synchronisation found{.call = call, .can_go = row != rows().end(), .narrower = {}};
    if (found.can_go) {
        for (const std::string_view other : row->narrower)
            found.narrower.push_back({call.all, std::string(other)});
        return found;
    }
    for (const Call::Argument& argument : call.arguments)
        add_weaker_orders(call, argument, found.narrower);
    add_smaller_scopes(call, found.narrower);
    if (found.narrower.empty()) return std::nullopt;
    return found;
}

} // namespace

std::vector<Synchronisation> synchronisations(const SyntaxTree& tree) {
    std::vector<Synchronisation> all;
    for (const Call& call : tree.calls)
        if (auto found = synchronisation(call)) all.push_back(std::move(*found));
    return all;
}

std::vector<Alternative> strengthenings(const SyntaxTree& tree) {
    constexpr std::string_view of_block = "_block";
    std::vector<Alternative> all;
    for (const Call& call : tree.calls) {
        std::vector<Edit> edits;
        for (const Call::Argument& argument : call.arguments) add_stronger_order(call, argument, edits);
        const bool is_fence = call.function == "__threadfence_block";
        if (is_fence || (call.function.starts_with("atomic") && call.function.ends_with(of_block)))
            edits.push_back(
                {call.name, call.function.substr(0, call.function.size() - of_block.size())});
        if (call.function == "__ldg") edits.push_back({call.name, "*"}); // an ordinary load
        for (const Edit& edit : edits) all.push_back({call.all, edit});
    }
    return all;
}

} // namespace scanlab::sync
