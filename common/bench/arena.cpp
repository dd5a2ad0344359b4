#include "arena.hpp"

#include "measure/gpu_kernels.hpp"
#include "task/poison.hpp"
#include "task/task.hpp"

#include <algorithm>

namespace scanlab {
namespace {

constexpr long long spread = 1LL << 28; ///< elements that short calls are spread over
constexpr long long large = 1LL << 26;  ///< from here on one call fills several caches by itself
constexpr std::size_t flush_bytes = 256 << 20;
constexpr long long guard = 32; ///< ints after a result that a call must leave alone

/// From the beginning of one call to that of the next, at least.
long long stride(long long n) { return ceil_div(n + guard, chunk) * chunk; }

std::size_t bytes(long long elements) { return static_cast<std::size_t>(elements) * sizeof(int); }

void set_bytes(const DeviceBuffer& buffer, int value, std::size_t bytes, cudaStream_t stream) {
    require(cudaMemsetAsync(buffer.data(), value, bytes, stream), "cudaMemsetAsync");
}

/// Of the arrays.
double bytes_per_element(const Lesson& lesson) {
    constexpr double rank = static_cast<double>(sizeof(long long)) / chunk;
    return static_cast<double>(sizeof(int)) *
               (traits(lesson.task).inputs() + traits(lesson.task).words) +
           rank;
}

} // namespace

Arena::Arena(const Lesson& lesson, long long n, std::size_t workspace_bytes)
    : lesson_(lesson),
      elements_(stride(std::clamp(largest(lesson, workspace_bytes) / 2, n, std::max(n, 2 * spread)) +
                       most_calls * chunk)),
      input_(bytes(elements_)), heads_(traits(lesson.task).has_heads ? bytes(elements_) : 0),
      output_(bytes(elements_) * static_cast<std::size_t>(traits(lesson.task).words)),
      kept_(most_calls * sizeof(long long)),
      ranks_(static_cast<std::size_t>(elements_ / chunk) * sizeof(long long)),
      workspace_(workspace_bytes), verdict_(sizeof(Verdict)), flush_(flush_bytes),
      workspace_bytes_(workspace_bytes) {
    require(cudaDeviceSynchronize(), "cudaDeviceSynchronize"); // our stream does not wait for others
    set_bytes(verdict_, 0, sizeof(Verdict), stream_);
}

long long Arena::largest(const Lesson& lesson, std::size_t workspace_bytes) {
    const double room = .8 * static_cast<double>(free_device_bytes()) - flush_bytes -
                        static_cast<double>(workspace_bytes);
    return static_cast<long long>(std::max(0.0, room) / bytes_per_element(lesson));
}

void Arena::fill(int kept_percent, Data data) {
    const TaskTraits& task = traits(lesson_.task);
    int* const input = reinterpret_cast<int*>(input_.data());
    fill_input(lesson_.task, input, elements_,
               {.kept_percent = kept_percent, .data = data, .all = elements_}, stream_);
    if (task.has_heads) fill_heads(reinterpret_cast<int*>(heads_.data()), elements_, stream_);
    if (task.counts_kept())
        rank_chunks(task.kept, input, elements_, reinterpret_cast<long long*>(ranks_.data()), stream_);
    require(stream_.wait(), "filling the input");
}

void Arena::reset_workspace(const Variant& variant) {
    set_bytes(workspace_, variant.keeps_workspace ? 0 : poison_byte, workspace_bytes_, stream_);
}

int Arena::calls(long long n) const {
    const long long enough = n < large ? spread / n : std::max(2LL, 2 * spread / n);
    return static_cast<int>(
        std::clamp(std::min(enough, elements_ / stride(n)), 1LL, static_cast<long long>(most_calls)));
}

Problem Arena::problem(long long n, int i, int calls) const {
    const long long used = n < large ? std::min(elements_, spread) : elements_;
    const long long chunks_apart = std::max(stride(n), used / calls) / chunk;
    return problem_at(n, i * chunks_apart, i);
}

Problem Arena::problem_at(long long n, long long first_chunk, int i) const {
    const long long first = first_chunk * chunk;
    int* const output = reinterpret_cast<int*>(output_.data()) + first * traits(lesson_.task).words;
    return {.input = reinterpret_cast<const int*>(input_.data()) + first,
            .output = output,
            .n = n,
            .workspace = workspace_.data(),
            .kept = reinterpret_cast<long long*>(kept_.data()) + i,
            .stream = stream_,
            .heads = traits(lesson_.task).has_heads
                         ? reinterpret_cast<const int*>(heads_.data()) + first
                         : nullptr,
            .wide_output = reinterpret_cast<long long*>(output)};
}

void Arena::poison(const Problem& call) const {
    const std::size_t size = bytes(call.n * traits(lesson_.task).words + guard);
    require(cudaMemsetAsync(call.output, poison_byte, size, stream_), "cudaMemsetAsync");
    require(cudaMemsetAsync(call.kept, poison_byte, sizeof *call.kept, stream_), "cudaMemsetAsync");
}

void Arena::produce(const Problem& call, const Case& c) const {
    fill_input(lesson_.task, const_cast<int*>(call.input), call.n,
               {.kept_percent = c.kept_percent,
                .data = c.data,
                .first = call.input - reinterpret_cast<const int*>(input_.data()),
                .all = elements_},
               stream_);
}

void Arena::consume(const Problem& call, long long ints) const {
    constexpr std::size_t vector = 16;
    start_reading(call.output, bytes(ints) / vector * vector, stream_);
}

void Arena::check(const Problem& call, long long tile) const {
    auto* const verdict = reinterpret_cast<Verdict*>(verdict_.data());
    if (traits(lesson_.task).counts_kept()) {
        const long long first_chunk =
            (call.input - reinterpret_cast<const int*>(input_.data())) / chunk;
        check_moved(lesson_.task, call, reinterpret_cast<const long long*>(ranks_.data()) + first_chunk,
                    guard, verdict);
    } else {
        check_scan(lesson_.task, call, lesson_.scope == Scope::block ? tile : call.n, guard, verdict);
    }
}

unsigned long long Arena::take_wrong() {
    Verdict verdict{};
    require(stream_.wait(), "a call failed");
    require(cudaMemcpyAsync(&verdict, verdict_.data(), sizeof verdict, cudaMemcpyDeviceToHost, stream_),
            "cudaMemcpyAsync");
    require(stream_.wait(), "copying the verdict");
    set_bytes(verdict_, 0, sizeof verdict, stream_);
    return verdict.is_right() ? 0 : std::max(verdict.wrong, 1ULL);
}

void Arena::flush_cache() const { start_reading(flush_.data(), flush_bytes, stream_); }

long long written_ints(Task task, long long n, long long kept) {
    const TaskTraits& row = traits(task);
    return row.words * (row.is_shortened ? kept : row.results(n));
}

double useful_bytes(Task task, long long n, long long kept) {
    const TaskTraits& row = traits(task);
    return static_cast<double>(sizeof(int)) *
           static_cast<double>(n * row.inputs() + written_ints(task, n, kept));
}

} // namespace scanlab
