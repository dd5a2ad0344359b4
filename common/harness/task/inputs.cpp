#include "inputs.hpp"

#include "parallel.hpp"
#include "recipe.hpp"
#include "scanlab/enumerators.hpp"
#include "task.hpp"

#include <array>
#include <utility>

namespace scanlab {
namespace {

constexpr std::array names{"ones", "zeros", "random", "large", "one-hot", "file"};
static_assert(names.size() == enumerators<InputKind>);

} // namespace

std::string_view name(InputKind kind) { return names[static_cast<std::size_t>(kind)]; }

std::optional<InputKind> input_kind(std::string_view text) {
    for (const InputKind kind :
         {InputKind::ones, InputKind::zeros, InputKind::random, InputKind::large, InputKind::one_hot}) {
        if (name(kind) == text) return kind;
    }
    return std::nullopt;
}

std::vector<InputKind> input_kinds(Task task) {
    const std::span<const InputKind> kinds = traits(task).kinds;
    return {kinds.begin(), kinds.end()};
}

HostArray make_input(InputKind kind, Task task, long long n, std::uint64_t seed) {
    const Recipe recipe{kind, task, n, seed};
    HostArray input(n);
    for_each_chunk(n, [&](int, long long begin, long long end) {
        for (long long i = begin; i < end; ++i) input.data()[i] = recipe.value(i);
    });
    return input;
}

HostArray make_heads(long long n, std::uint64_t seed) {
    HostArray heads(n);
    for_each_chunk(n, [&](int, long long begin, long long end) {
        for (long long i = begin; i < end; ++i) heads.data()[i] = head_of(seed, i);
    });
    return heads;
}

InputArrays make_inputs(InputKind kind, Task task, long long n, std::uint64_t seed) {
    return with_heads(make_input(kind, task, n, seed), task, seed);
}

InputArrays with_heads(HostArray values, Task task, std::uint64_t seed) {
    HostArray heads;
    if (traits(task).has_heads) heads = make_heads(values.size(), seed);
    return {std::move(values), std::move(heads)};
}

} // namespace scanlab
