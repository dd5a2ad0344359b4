#include "call.hpp"

#include "device_checks.hpp"
#include "format.hpp"
#include "task/reference.hpp"
#include "task/rounding.hpp"
#include "task/task.hpp"

#include <utility>

namespace scanlab {
namespace {

std::optional<Fault> written_outside(const GuardedBuffer& buffer, std::string_view array,
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

void copy_to_device(const DeviceBuffer& buffer, std::span<const int> values) {
    require(cudaMemcpy(buffer.data(), values.data(), values.size_bytes(), cudaMemcpyHostToDevice),
            "cudaMemcpy");
}

std::optional<Fault> changed(const DeviceBuffer& buffer, std::span<const int> before,
                             const char* array) {
    HostArray after(count(before));
    require(cudaMemcpy(after.data(), buffer.data(), after.bytes(), cudaMemcpyDeviceToHost),
            "cudaMemcpy");
    return changed_input(before, after, array);
}

std::size_t bytes(long long ints) { return static_cast<std::size_t>(ints) * sizeof(int); }

std::optional<Fault> fault_of(cudaError_t error) {
    if (error == cudaSuccess) return std::nullopt;
    const auto kind = error == cudaErrorLaunchTimeout ? Fault::Kind::hang : Fault::Kind::cuda_error;
    return Fault{kind, CudaError(error, "the call failed").what()};
}

/// A new workspace, or the one that is kept, if its size fits.
std::shared_ptr<Workspace> workspace_for(const Variant& variant, std::size_t bytes,
                                         std::shared_ptr<Workspace> kept) {
    if (variant.keeps_workspace && kept && kept->front().bytes() == bytes) return kept;
    auto workspace = std::make_shared<Workspace>();
    for (int device = 0; device < devices_of(variant); ++device) {
        const OnDevice on(device);
        workspace->emplace_back(bytes);
        if (variant.keeps_workspace) workspace->back().clear();
    }
    return workspace;
}

/// Shares of a call, if the lesson deals its arrays to several devices.
std::optional<Shares> shares_for(const Variant& variant, long long n, const Workspace& workspace) {
    if (!variant.piece) return std::nullopt;
    return std::optional<Shares>(std::in_place, variant, n, workspace,
                                 std::make_shared<DeviceGroup>(devices_of(variant)));
}

} // namespace

double device_bytes(const Lesson& lesson, const Variant& variant, long long n) {
    constexpr double guards = 6.0 * GuardedBuffer::guard_bytes;
    const int arrays = traits(lesson.task).inputs() + traits(lesson.task).words;
    // Only a size whose arrays can exist is worth asking the lesson about.
    const double workspace = n <= (1LL << 40) ? static_cast<double>(variant.workspace(n)) : 0;
    const int copies = variant.piece ? 2 : 1; // a share, besides the whole
    return 4.0 * arrays * copies * static_cast<double>(n) + workspace + guards;
}

CallArrays::CallArrays(const Lesson& lesson, long long elements)
    : n(elements), input(bytes(n)), heads(traits(lesson.task).has_heads ? bytes(n) : 0),
      output(bytes(n * traits(lesson.task).words)), kept(sizeof(long long)) {}

void CallArrays::fill(const Input& host) const {
    copy_to_device(input, host.values);
    copy_to_device(heads, host.heads);
}

Call::Call(const Lesson& lesson, const Variant& variant, long long n,
           std::shared_ptr<Workspace> workspace)
    : lesson_(lesson), variant_(variant), arrays_(lesson, n),
      workspace_(workspace_for(variant, variant.workspace(n), std::move(workspace))),
      shares_(shares_for(variant, n, *workspace_)) {}

Call::Call(const Lesson& lesson, const Variant& variant, const Input& input,
           std::shared_ptr<Workspace> workspace)
    : Call(lesson, variant, count(input.values), std::move(workspace)) {
    host_input_ = input;
    arrays_.fill(input);
    require(cudaDeviceSynchronize(),
            "cudaDeviceSynchronize"); // our stream does not wait for the poisoning
    if (shares_) shares_->deal(problem().input, stream_);
}

Call::Call(const Lesson& lesson, const Variant& variant, CallArrays arrays, std::size_t workspace_bytes)
    : lesson_(lesson), variant_(variant), arrays_(std::move(arrays)),
      workspace_(workspace_for(variant, workspace_bytes, nullptr)),
      shares_(shares_for(variant, n(), *workspace_)) {
    require(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    if (shares_) shares_->deal(problem().input, stream_);
}

void Call::poison_output() {
    arrays_.output.poison(stream_);
    if (shares_) shares_->poison_output();
}

Problem Call::problem() const {
    return {.input = reinterpret_cast<const int*>(arrays_.input.data()),
            .output = static_cast<int*>(arrays_.output.data()),
            .n = n(),
            .workspace = workspace_->front().data(),
            .kept = static_cast<long long*>(arrays_.kept.data()),
            .stream = stream_,
            .heads = reinterpret_cast<const int*>(arrays_.heads.data()),
            .wide_output = static_cast<long long*>(arrays_.output.data()),
            .shares = shares_ ? shares_->all() : std::span<const Share>{}};
}

void Call::launch() {
    Problem call = problem();
    if (lesson_.in_place) {
        copy();
        call.input = nullptr;
    }
    if (!shares_) return variant_.launch(call);
    shares_->group().side_by_side(stream_, [&] { variant_.launch(call); });
}

void Call::copy() {
    if (shares_) return shares_->group().side_by_side(stream_, [&] { shares_->copy(); });
    require(cudaMemcpyAsync(arrays_.output.data(), arrays_.input.data(), bytes(n()),
                            cudaMemcpyDeviceToDevice, stream_),
            "cudaMemcpyAsync");
}

cudaError_t Call::finish() const {
    if (const cudaError_t error = stream_.wait(); error != cudaSuccess || !shares_) return error;
    if (const cudaError_t error = shares_->group().wait(); error != cudaSuccess) return error;
    shares_->collect(reinterpret_cast<int*>(arrays_.input.data()),
                     static_cast<int*>(arrays_.output.data()), stream_);
    return stream_.wait();
}

std::optional<Fault> Call::verify(std::span<const int> expected) {
    if (auto fault = fault_of(finish())) return fault;
    if (auto fault = check_guards()) return fault;
    if (auto fault = check_inputs()) return fault;
    return check_result(expected);
}

std::optional<Fault> Call::check_guards() const {
    const int words = traits(lesson_.task).words;
    if (auto fault = written_outside(arrays_.output, words == 1 ? "output" : "wide_output",
                                     static_cast<long long>(sizeof(int)) * words))
        return fault;
    for (const GuardedBuffer& workspace : *workspace_)
        if (auto fault = written_outside(workspace, "(char*)workspace", 1)) return fault;
    for (int device = 0; shares_ && device < devices_of(variant_); ++device)
        if (auto fault = written_outside(shares_->output(device),
                                         fmt::format("shares[{}].output", device), sizeof(int)))
            return fault;
    return written_outside(arrays_.kept, "kept", sizeof(long long));
}

std::optional<Fault> Call::check_inputs() const {
    if (auto fault = changed(arrays_.input, host_input_.values, "input")) return fault;
    return changed(arrays_.heads, host_input_.heads, "heads");
}

std::optional<Fault> Call::check_result(std::span<const int> expected) {
    got_ = HostArray(n() * traits(lesson_.task).words);
    require(cudaMemcpy(got_.data(), arrays_.output.data(), got_.bytes(), cudaMemcpyDeviceToHost),
            "cudaMemcpy");
    std::optional<long long> kept;
    if (traits(lesson_.task).counts_kept()) {
        kept.emplace();
        require(cudaMemcpy(&*kept, arrays_.kept.data(), sizeof *kept, cudaMemcpyDeviceToHost),
                "cudaMemcpy");
    }
    const Evidence evidence{.task = lesson_.task,
                            .scope = lesson_.scope,
                            .layout = layout_of(variant_),
                            .input = host_input_.values,
                            .expected = expected,
                            .got = got_,
                            .kept = kept,
                            .heads = host_input_.heads,
                            .additions = additions_of(variant_, n())};
    auto fault = judge(evidence);
    if (!fault) got_.truncate(count(expected));
    return fault;
}

#ifdef SCANLAB_GPU_KERNELS
namespace {

/// Longer inputs stay on the device.
constexpr long long longest_on_host = 1 << 14;

Fault disagreement() {
    return {
        Fault::Kind::wrong_result,
        "The checks on the device and the CPU's disagree about this result: a mistake of Scanlab's."};
}

/// Device memory for one T per chunk of n elements.
template <class T>
class PerChunk {
public:
    explicit PerChunk(long long n) : buffer_(static_cast<std::size_t>(chunks_of(n)) * sizeof(T)) {}
    T* data() const { return reinterpret_cast<T*>(buffer_.data()); }

private:
    DeviceBuffer buffer_;
};

/// A float's bits can depend on more than what is right about it, and blocks may scan by themselves.
bool only_the_host_can_check(const Lesson& lesson) {
    const TaskTraits& task = traits(lesson.task);
    return task.only_on_host || (task.is_rounded && lesson.scope == Scope::block);
}

} // namespace

Call::Call(const Lesson& lesson, const Variant& variant, const Recipe& recipe,
           std::shared_ptr<Workspace> workspace)
    : Call(lesson, variant, recipe.n, std::move(workspace)) {
    require(cudaDeviceSynchronize(), "cudaDeviceSynchronize"); // as above
    make_on_device(recipe, reinterpret_cast<int*>(arrays_.input.data()),
                   reinterpret_cast<int*>(arrays_.heads.data()), stream_);
    if (shares_) shares_->deal(problem().input, stream_);
}

bool Call::is_right(const Recipe& recipe) {
    if (check_guards()) return false;
    const TaskTraits& task = traits(lesson_.task);
    const DeviceBuffer verdict(sizeof(Verdict));
    const PerChunk<long long> ranks(task.counts_kept() ? n() : 0);
    const PerChunk<FloatsSummed> sums(task.is_rounded ? n() : 0);
    auto* const found = reinterpret_cast<Verdict*>(verdict.data());
    require(cudaMemset(found, 0, sizeof *found), "cudaMemset");
    require(cudaDeviceSynchronize(), "cudaDeviceSynchronize"); // our stream does not wait for that
    check_made(recipe, problem(), found);
    if (task.counts_kept()) {
        rank_chunks(task.kept, problem().input, n(), ranks.data(), stream_);
        check_moved(task.task, problem(), ranks.data(), 0, found);
    } else if (task.is_rounded) {
        check_floats(problem(), additions_of(variant_, n()), 0, sums.data(), found);
    } else {
        check_scan(task.task, problem(), reach_of(lesson_, layout_of(variant_), n()), 0, found);
    }
    require(stream_.wait(), "checking a result");
    Verdict result{};
    require(cudaMemcpy(&result, found, sizeof result, cudaMemcpyDeviceToHost), "cudaMemcpy");
    return result.is_right();
}

long long Call::result_size() {
    const TaskTraits& task = traits(lesson_.task);
    if (!task.is_shortened) return n() * task.words;
    const PerChunk<long long> ranks(n());
    return task.words * rank_chunks(task.kept, problem().input, n(), ranks.data(), stream_);
}

std::optional<Fault> Call::verify(const Recipe& recipe) {
    if (auto fault = fault_of(finish())) return fault;
    const bool on_host = only_the_host_can_check(lesson_);
    const bool right = on_host || is_right(recipe);
    if (!on_host && right && n() > longest_on_host) return std::nullopt;
    const InputArrays input = make_inputs(recipe);
    host_input_ = input;
    const auto fault = verify(reference_result(lesson_, layout_of(variant_), input));
    host_input_ = {};
    return !on_host && right == fault.has_value() ? disagreement() : fault;
}
#endif

namespace {

/// After a call: its workspace stays for the next one, unless it failed.
void end_call(std::unique_ptr<Call> call, const std::optional<Fault>& fault,
              std::shared_ptr<Workspace>& workspace) {
    workspace = fault ? nullptr : call->workspace();
    // Giving memory back would wait for a kernel that never ends.
    if (fault && fault->kind == Fault::Kind::hang) static_cast<void>(call.release());
}

} // namespace

std::optional<Fault> check_once(const Lesson& lesson, const Variant& variant, const Input& input,
                                std::uint64_t order, std::shared_ptr<Workspace>& workspace) {
    const HostArray expected = reference_result(lesson, layout_of(variant), input);
    set_order(order);
    auto call = std::make_unique<Call>(lesson, variant, input, workspace);
    call->launch();
    const auto fault = call->verify(expected);
    end_call(std::move(call), fault, workspace);
    return fault;
}

std::optional<Fault> check_once(const Lesson& lesson, const Variant& variant, const Recipe& recipe,
                                std::uint64_t order, std::shared_ptr<Workspace>& workspace) {
#ifdef SCANLAB_GPU_KERNELS
    if (recipe.n > 0) {
        auto call = std::make_unique<Call>(lesson, variant, recipe, workspace);
        call->launch();
        const auto fault = call->verify(recipe);
        end_call(std::move(call), fault, workspace);
        return fault;
    }
#endif
    return check_once(lesson, variant, make_inputs(recipe), order, workspace);
}

} // namespace scanlab
