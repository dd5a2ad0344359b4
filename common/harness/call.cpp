#include "call.hpp"

#include "format.hpp"
#include "reference.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace scanlab {
namespace {

std::vector<Neighbour> neighbours_of(long long index, const Evidence& evidence) {
    constexpr long long reach = 3;
    std::vector<Neighbour> rows;
    const long long end = std::min(count(evidence.expected), index + reach + 1);
    for (long long i = std::max(0LL, index - reach); i < end; ++i) {
        const auto at = static_cast<std::size_t>(i);
        Neighbour row{i, std::nullopt, evidence.expected[at], evidence.got[at]};
        if (evidence.task != Task::compaction) row.input = evidence.input[at];
        rows.push_back(row);
    }
    return rows;
}

std::optional<Fault> written_outside(const GuardedBuffer& buffer, const char* array,
                                     long long element_bytes) {
    const auto damage = buffer.damage();
    if (!damage) return std::nullopt;
    const bool before = *damage < 0;
    // The element that a damaged byte belongs to: -1 is the one just before the array.
    const long long index = before ? -ceil_div(-*damage, element_bytes) : *damage / element_bytes;
    return Fault{Fault::Kind::out_of_bounds,
                 fmt::format("{}[{}] was written, which lies {} the array.", array, index,
                             before ? "before the start of" : "past the end of")};
}

} // namespace

std::string_view name(Fault::Kind kind) {
    constexpr std::array<std::string_view, 5> names{"cuda-error", "hang", "out-of-bounds",
                                                    "input-changed", "wrong-result"};
    return names[static_cast<std::size_t>(kind)];
}

long long reach_of(const Lesson& lesson, const Layout& layout, long long n) {
    return lesson.scope == Scope::block ? layout.tile() : std::max(n, 1LL);
}

HostArray reference_result(const Lesson& lesson, const Layout& layout, std::span<const int> input) {
    HostArray result(count(input));
    if (lesson.task == Task::compaction) {
        result.truncate(compact_plain(input, result));
    } else {
        const long long tile =
            lesson.scope == Scope::block ? layout.tile() : std::max(count(input), 1LL);
        scan_plain(input, result, lesson.task, tile);
    }
    return result;
}

double device_bytes(const Variant& variant, long long n) {
    constexpr double guards = 6.0 * GuardedBuffer::guard_bytes;
    // Only a size whose arrays can exist is worth asking the lesson about.
    const double workspace = n <= (1LL << 40) ? static_cast<double>(variant.workspace(n)) : 0;
    return 8.0 * static_cast<double>(n) + workspace + guards;
}

Call::Call(const Lesson& lesson, const Variant& variant, std::span<const int> input)
    : lesson_(lesson), variant_(variant), host_input_(input), input_(input.size_bytes()),
      output_(input.size_bytes()), workspace_(variant.workspace(count(input))),
      kept_(sizeof(long long)) {
    require(cudaMemcpy(input_.data(), input.data(), input.size_bytes(), cudaMemcpyHostToDevice),
            "cudaMemcpy");
    require(cudaDeviceSynchronize(),
            "cudaDeviceSynchronize"); // our stream does not wait for the poisoning
}

void Call::poison_output() { output_.poison(stream_); }

Problem Call::problem() const {
    return {.input = reinterpret_cast<const int*>(input_.data()),
            .output = static_cast<int*>(output_.data()),
            .n = count(host_input_),
            .workspace = workspace_.data(),
            .kept = static_cast<long long*>(kept_.data()),
            .stream = stream_};
}

void Call::launch() { variant_.launch(problem()); }

void Call::copy() {
    require(cudaMemcpyAsync(output_.data(), input_.data(), host_input_.size_bytes(),
                            cudaMemcpyDeviceToDevice, stream_),
            "cudaMemcpyAsync");
}

std::optional<Fault> Call::verify(std::span<const int> expected) {
    const cudaError_t error = stream_.wait();
    if (error != cudaSuccess) {
        const auto kind = error == cudaErrorLaunchTimeout ? Fault::Kind::hang : Fault::Kind::cuda_error;
        return Fault{kind, CudaError(error, "the call failed").what()};
    }
    if (auto fault = check_guards()) return fault;
    if (auto fault = check_input()) return fault;
    return check_result(expected);
}

std::optional<Fault> Call::check_guards() const {
    if (auto fault = written_outside(output_, "output", sizeof(int))) return fault;
    if (auto fault = written_outside(workspace_, "(char*)workspace", 1)) return fault;
    return written_outside(kept_, "kept", sizeof(long long));
}

std::optional<Fault> Call::check_input() const {
    HostArray after(count(host_input_));
    require(cudaMemcpy(after.data(), input_.data(), after.bytes(), cudaMemcpyDeviceToHost),
            "cudaMemcpy");
    const auto changed = std::ranges::mismatch(host_input_, std::span<const int>(after)).in1;
    if (changed == host_input_.end()) return std::nullopt;
    const auto index = changed - host_input_.begin();
    return Fault{Fault::Kind::input_changed,
                 fmt::format("The call changed its input: input[{}] was {} and is {} afterwards.",
                             index, *changed, after.data()[index])};
}

std::optional<Fault> Call::check_result(std::span<const int> expected) {
    got_ = HostArray(count(host_input_));
    require(cudaMemcpy(got_.data(), output_.data(), got_.bytes(), cudaMemcpyDeviceToHost),
            "cudaMemcpy");
    std::optional<long long> kept;
    if (lesson_.task == Task::compaction) {
        kept.emplace();
        require(cudaMemcpy(&*kept, kept_.data(), sizeof *kept, cudaMemcpyDeviceToHost), "cudaMemcpy");
    }
    const Evidence evidence{lesson_.task, lesson_.scope, layout_of(variant_), host_input_, expected,
                            got_,         kept};
    auto diagnosis = diagnose(evidence);
    if (!diagnosis) {
        got_.truncate(count(expected));
        return std::nullopt;
    }
    Fault fault{Fault::Kind::wrong_result, diagnosis->cause, diagnosis};
    if (diagnosis->first_wrong) fault.neighbours = neighbours_of(*diagnosis->first_wrong, evidence);
    return fault;
}

std::optional<Fault> check_once(const Lesson& lesson, const Variant& variant,
                                std::span<const int> input, std::uint64_t seed) {
    const HostArray expected = reference_result(lesson, layout_of(variant), input);
    seed_scheduler(seed);
    auto call = std::make_unique<Call>(lesson, variant, input);
    call->launch();
    auto fault = call->verify(expected);
    // Giving memory back would wait for a kernel that never ends.
    if (fault && fault->kind == Fault::Kind::hang) static_cast<void>(call.release());
    return fault;
}

} // namespace scanlab
