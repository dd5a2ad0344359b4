// Eight devices: which one is used, who reaches whose memory, and what is refused between them.
#include "../expect.hpp"

#include <nccl.h>

#include <thread>

constexpr int peer_count = 8;

__global__ void set(int* where, int value) { *where = value; }

void expect_error(cudaError_t got, cudaError_t expected, const std::string& what) {
    test::expect(got == expected, what + ": got " + cudaGetErrorName(got) + ", expected " + cudaGetErrorName(expected));
    cudaGetLastError();
}

void check_current_device() {
    int count = 0, device = -1, of_thread = -1;
    test::must(cudaGetDeviceCount(&count));
    test::expect_equal(count, peer_count, "devices");
    test::must(cudaSetDevice(5));
    test::must(cudaInitDevice(5, 0, 0));
    expect_error(cudaInitDevice(peer_count, 0, 0), cudaErrorInvalidDevice, "to begin with a device that is not there");
    expect_error(cudaSetDevice(peer_count), cudaErrorInvalidDevice, "a device that is not there");
    std::thread([&] { test::must(cudaGetDevice(&of_thread)); }).join();
    test::must(cudaGetDevice(&device));
    test::expect_equal(device, 5, "the current device");
    test::expect_equal(of_thread, 0, "a new thread's device");
    cudaDeviceProp properties;
    test::must(cudaGetDeviceProperties(&properties, 7));
    test::expect_equal(properties.pciBusID, 7, "the place of device 7");
    expect_error(cudaGetDeviceProperties(&properties, peer_count), cudaErrorInvalidDevice, "its properties");
}

void check_memory() {
    std::size_t free_before = 0, free_after = 0, total = 0;
    int* data = nullptr;
    void *pinned = nullptr, *managed = nullptr;
    test::must(cudaSetDevice(2));
    test::must(cudaMalloc(&data, 1 << 20));
    test::must(cudaMallocHost(&pinned, 64));
    test::must(cudaMallocManaged(&managed, 64));
    test::must(cudaMemGetInfo(&free_before, &total));
    test::expect_equal(total - free_before, std::size_t{1} << 20, "what device 2 has given");
    test::must(cudaSetDevice(3));
    test::must(cudaMemGetInfo(&free_after, &total));
    cudaPointerAttributes attributes;
    test::must(cudaPointerGetAttributes(&attributes, data + 5));
    test::expect_equal(attributes.device, 2, "whose memory it is");
    for (void* shared : {pinned, managed}) { // every device reaches these
        set<<<1, 1>>>(static_cast<int*>(shared), 12);
        test::must(cudaDeviceSynchronize());
        test::expect_equal(*static_cast<int*>(shared), 12, "memory of the host");
    }
    test::must(cudaFree(data)); // whichever device is the current one
    test::must(cudaFreeHost(pinned));
    test::must(cudaFree(managed));
}

void check_peers(bool have_access) {
    int can = -1;
    test::must(cudaDeviceCanAccessPeer(&can, 1, 2));
    test::expect_equal(can, static_cast<int>(have_access), "access of 1 to 2");
    test::must(cudaDeviceCanAccessPeer(&can, 1, 1));
    test::expect_equal(can, 0, "access to itself, as to a peer");
    expect_error(cudaDeviceCanAccessPeer(&can, 1, peer_count), cudaErrorInvalidDevice, "access to a device that is not there");
    test::must(cudaSetDevice(1));
    expect_error(cudaDeviceDisablePeerAccess(2), cudaErrorPeerAccessNotEnabled, "access disabled before it was enabled");
    expect_error(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessUnsupported, "access enabled to itself");
    expect_error(cudaDeviceEnablePeerAccess(2, 1), cudaErrorInvalidValue, "flags");
    if (!have_access) return expect_error(cudaDeviceEnablePeerAccess(2, 0), cudaErrorPeerAccessUnsupported, "access that cannot be had");
    expect_error(cudaDeviceEnablePeerAccess(2, 0), cudaSuccess, "access enabled");
    expect_error(cudaDeviceEnablePeerAccess(2, 0), cudaErrorPeerAccessAlreadyEnabled, "access enabled twice");
    int* of_2 = nullptr;
    test::must(cudaSetDevice(2));
    test::must(cudaMalloc(&of_2, sizeof(int)));
    test::must(cudaSetDevice(1));
    set<<<1, 1>>>(of_2, 21);
    int value = 0;
    test::must(cudaDeviceSynchronize());
    test::must(cudaMemcpy(&value, of_2, sizeof value, cudaMemcpyDefault));
    test::expect_equal(value, 21, "what a peer has written");
    expect_error(cudaDeviceDisablePeerAccess(2), cudaSuccess, "access disabled");
    test::must(cudaFree(of_2));
}

void check_copies() { // which need no access
    int *from = nullptr, *to = nullptr, value = 0;
    test::must(cudaSetDevice(6));
    test::must(cudaMalloc(&from, sizeof(int)));
    set<<<1, 1>>>(from, 66);
    test::must(cudaSetDevice(7));
    test::must(cudaMalloc(&to, sizeof(int)));
    test::must(cudaMemcpyPeer(to, 7, from, 6, sizeof(int)));
    test::must(cudaMemcpy(&value, to, sizeof value, cudaMemcpyDefault));
    test::expect_equal(value, 66, "a copy between devices");
    expect_error(cudaMemcpyPeer(to, peer_count, from, 6, sizeof(int)), cudaErrorInvalidDevice, "a copy to a device that is not there");
    test::must(cudaFree(from));
    test::must(cudaFree(to));
}

void check_streams_and_events() {
    cudaStream_t of_0 = nullptr;
    cudaEvent_t event_of_0 = nullptr, event_of_4 = nullptr;
    test::must(cudaSetDevice(0));
    test::must(cudaStreamCreate(&of_0));
    test::must(cudaEventCreate(&event_of_0));
    int* data = nullptr;
    test::must(cudaMalloc(&data, sizeof(int)));
    test::must(cudaSetDevice(4));
    test::must(cudaEventCreate(&event_of_4));
    expect_error(cudaEventRecord(event_of_4, of_0), cudaErrorInvalidResourceHandle, "an event of another device than the stream");
    expect_error(cudaEventRecord(event_of_0, nullptr), cudaErrorInvalidResourceHandle,
                 "an event of another device than the default stream");
    test::must(cudaEventRecord(event_of_0, of_0));
    test::must(cudaEventRecord(event_of_4, nullptr));
    test::must(cudaStreamWaitEvent(of_0, event_of_4, 0));
    test::must(cudaEventSynchronize(event_of_0));
    float time = 0;
    expect_error(cudaEventElapsedTime(&time, event_of_0, event_of_4), cudaErrorInvalidResourceHandle, "time between devices");
    test::must(cudaMemsetAsync(data, 0, sizeof(int), of_0)); // in any device's stream
    test::must(cudaStreamSynchronize(of_0));
    set<<<1, 1, 0, of_0>>>(data, 1);
    expect_error(cudaGetLastError(), cudaErrorInvalidResourceHandle, "a launch into another device's stream");
    test::must(cudaStreamDestroy(of_0));
    test::must(cudaEventDestroy(event_of_0));
    test::must(cudaEventDestroy(event_of_4));
    test::must(cudaFree(data));
}

void check_nccl() {
    ncclComm_t communicators[peer_count], another = nullptr;
    const int twice[] = {1, 1}, missing[] = {0, peer_count};
    test::expect(ncclCommInitAll(communicators, 2, twice) == ncclInvalidUsage, "a device twice in a communicator");
    test::expect(ncclCommInitAll(communicators, 2, missing) == ncclUnhandledCudaError, "a device that is not there in a communicator");
    test::expect(ncclCommInitAll(communicators, peer_count + 1, nullptr) == ncclInvalidArgument, "more ranks than devices");
    test::expect(ncclCommInitAll(communicators, peer_count, nullptr) == ncclSuccess, "a communicator of all devices");
    int value = 0;
    ncclCommCount(communicators[3], &value);
    test::expect_equal(value, peer_count, "ranks");
    ncclCommUserRank(communicators[3], &value);
    test::expect_equal(value, 3, "the rank");
    ncclCommCuDevice(communicators[3], &value);
    test::expect_equal(value, 3, "the rank's device");
    ncclUniqueId id;
    ncclGetUniqueId(&id);
    test::expect(ncclCommInitRank(&another, 2, id, 2) == ncclInvalidArgument, "a rank beyond the last");
    test::expect(ncclGroupEnd() == ncclInvalidUsage, "the end of no group");

    unsigned char* bytes[peer_count];
    for (int rank = 0; rank < peer_count; ++rank) {
        test::must(cudaSetDevice(rank));
        test::must(cudaMalloc(&bytes[rank], 64));
        test::must(cudaMemset(bytes[rank], 40, 64));
    }
    const auto reduce = [&](ncclDataType_t type, ncclRedOp_t op) {
        ncclGroupStart();
        for (int rank = 0; rank < peer_count; ++rank)
            ncclAllReduce(bytes[rank], bytes[rank] + 32, 4, type, op, communicators[rank], nullptr);
        ncclGroupEnd();
        unsigned char first = 0;
        test::must(cudaSetDevice(5)); // for whose default stream the copy waits
        test::must(cudaMemcpy(&first, bytes[5] + 32, 1, cudaMemcpyDefault));
        return static_cast<int>(first);
    };
    test::expect_equal(reduce(ncclUint8, ncclSum), 8 * 40 % 256, "a sum of bytes");
    test::expect_equal(reduce(ncclInt64, ncclMax), 40, "the greatest");
    test::expect_equal(reduce(ncclInt8, ncclProd), 0, "a product");
    test::expect_equal(reduce(ncclHalf, ncclMin), 40, "the least half");
    test::expect_equal(reduce(ncclFloat, ncclAvg), 40, "an average");
    for (int rank = 0; rank < peer_count; ++rank) {
        test::must(cudaFree(bytes[rank]));
        test::expect(ncclCommDestroy(communicators[rank]) == ncclSuccess, "a communicator destroyed");
    }
    test::expect(ncclCommDestroy(nullptr) == ncclInvalidArgument, "no communicator destroyed");
}

int main(int arguments, char**) {
    const bool have_access = arguments == 1;
    check_current_device();
    check_memory();
    check_peers(have_access);
    check_copies();
    check_streams_and_events();
    check_nccl();
    return test::verdict();
}
