#include "shares.hpp"

#include <algorithm>
#include <utility>

namespace scanlab {
namespace {

std::size_t bytes_of(long long ints) { return static_cast<std::size_t>(ints) * sizeof(int); }

void start_copy(int* to, const int* from, long long n, cudaStream_t stream) {
    require(cudaMemcpyAsync(to, from, bytes_of(n), cudaMemcpyDefault, stream), "cudaMemcpyAsync");
}

} // namespace

DeviceGroup::DeviceGroup(int count) {
    for (int device = 0; device < count; ++device) {
        const OnDevice on(device);
        lanes_.emplace_back();
    }
}

void DeviceGroup::side_by_side(cudaStream_t stream, const std::function<void()>& start) {
    before_.record(stream);
    for (const Lane& lane : lanes_) before_.hold(lane.stream);
    start();
    for (Lane& lane : lanes_) {
        const OnDevice on(static_cast<int>(&lane - lanes_.data()));
        lane.done.record(lane.stream);
        lane.done.hold(stream);
    }
}

cudaError_t DeviceGroup::wait() const {
    for (const Lane& lane : lanes_) {
        const OnDevice on(static_cast<int>(&lane - lanes_.data()));
        if (const cudaError_t error = lane.stream.wait(); error != cudaSuccess) return error;
    }
    return cudaSuccess;
}

Shares::Shares(const Variant& variant, long long n, const Workspace& workspace,
               std::shared_ptr<DeviceGroup> group)
    : variant_(variant), n_(n), group_(std::move(group)),
      shares_(static_cast<std::size_t>(devices_of(variant))) {
    for (std::size_t i = 0; i < shares_.size(); ++i) shares_[i].device = static_cast<int>(i);
    std::vector<long long> sizes(shares_.size());
    each_piece([&](const Share& share, long long, long long, long long size) {
        sizes[static_cast<std::size_t>(share.device)] += size;
    });
    for (std::size_t i = 0; i < shares_.size(); ++i) {
        Share& share = shares_[i];
        const OnDevice on(share.device);
        memory_.push_back({DeviceBuffer(bytes_of(sizes[i])), GuardedBuffer(bytes_of(sizes[i]))});
        const Memory& memory = memory_.back();
        share.n = sizes[i];
        share.input = reinterpret_cast<const int*>(memory.input.data());
        share.output = static_cast<int*>(memory.output.data());
        share.workspace = workspace[i].data();
        share.stream = group_->stream(share.device);
        require(cudaDeviceSynchronize(), "cudaDeviceSynchronize"); // no stream waits for the poisoning
    }
}

void Shares::each_piece(const PieceAct& act) const {
    std::vector<long long> places(shares_.size());
    for (long long first = 0; first < n_;) {
        const Piece piece = variant_.piece(n_, static_cast<int>(shares_.size()), first);
        const auto device = static_cast<std::size_t>(piece.device);
        const long long n = std::min(piece.n, n_ - first);
        act(shares_[device], places[device], first, n);
        places[device] += n;
        first += n;
    }
}

void Shares::deal(const int* input, cudaStream_t stream) const {
    each_piece([&](const Share& share, long long place, long long first, long long n) {
        start_copy(const_cast<int*>(share.input) + place, input + first, n, stream);
    });
}

void Shares::collect(int* input, int* output, cudaStream_t stream) const {
    each_piece([&](const Share& share, long long place, long long first, long long n) {
        start_copy(input + first, share.input + place, n, stream);
        start_copy(output + first, share.output + place, n, stream);
    });
}

void Shares::poison_output() {
    for (const Share& share : shares_) {
        const OnDevice on(share.device);
        memory_[static_cast<std::size_t>(share.device)].output.poison(share.stream);
    }
}

void Shares::each(const std::function<void(const Share&)>& act) const {
    for (const Share& share : shares_) {
        const OnDevice on(share.device);
        act(share);
    }
}

void Shares::copy() const {
    each([](const Share& share) {
        require(cudaMemcpyAsync(share.output, share.input, bytes_of(share.n), cudaMemcpyDeviceToDevice,
                                share.stream),
                "cudaMemcpyAsync");
    });
}

} // namespace scanlab
