// Memory through the runtime API: allocating, copying in every direction, filling, symbols, and the
// errors.
#include "../expect.hpp"

#include <cuda.h>
#include <numeric>

static_assert(CUDA_VERSION == CUDART_VERSION, "cuda.h and the runtime are of one version");

namespace {

/// The call must return this error and leave it for cudaGetLastError(), which forgets it.
void expect_error(cudaError_t got, cudaError_t wanted, const std::string& what) {
    test::expect(got == wanted, what + ": got " + cudaGetErrorName(got) + ", expected " + cudaGetErrorName(wanted));
    test::expect(cudaGetLastError() == got, what + ": the last error");
    test::expect(cudaGetLastError() == cudaSuccess, what + ": the last error is forgotten");
}

} // namespace

__global__ void add_one(int* data, int n) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) ++data[i];
}

void check_copies() {
    std::vector<int> numbers(1000), back(1000, -1);
    std::iota(numbers.begin(), numbers.end(), 0);
    const std::size_t bytes = numbers.size() * sizeof(int);
    int *a = nullptr, *b = nullptr;
    test::must(cudaMalloc(&a, bytes));
    test::must(cudaMalloc(reinterpret_cast<void**>(&b), bytes));
    test::expect(reinterpret_cast<std::size_t>(a) % 256 == 0, "allocations are aligned to 256 bytes");

    test::must(cudaMemcpy(a, numbers.data(), bytes, cudaMemcpyHostToDevice));
    test::must(cudaMemcpy(b, a, bytes, cudaMemcpyDeviceToDevice));
    test::must(cudaMemcpy(back.data(), b, bytes, cudaMemcpyDeviceToHost));
    test::expect(back == numbers, "host to device to device to host");

    test::must(cudaMemcpy(back.data(), a + 100, 100 * sizeof(int), cudaMemcpyDefault));
    test::expect_equal(back[99], 199, "a copy whose direction the addresses tell");
    test::must(cudaMemset(a, 0x01, bytes));
    test::must(cudaMemcpy(back.data(), a, bytes, cudaMemcpyDeviceToHost));
    test::expect_equal(back[999], 0x01010101, "memset");
    test::must(cudaMemcpy(a, nullptr, 0, cudaMemcpyHostToDevice));

    expect_error(cudaMemcpy(a, numbers.data(), bytes + 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue,
                 "a copy beyond the allocation's end");
    expect_error(cudaMemcpy(nullptr, a, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue, "a copy to null");
    expect_error(cudaMemcpy(back.data(), numbers.data(), 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue,
                 "a host pointer for a device's");
    expect_error(cudaMemset(back.data(), 0, 4), cudaErrorInvalidValue, "memset of host memory");
    expect_error(cudaMemset(a, 0, bytes + 4), cudaErrorInvalidValue, "memset beyond the allocation's end");
    expect_error(cudaMemcpy(a, b, 4, static_cast<cudaMemcpyKind>(9)), cudaErrorInvalidMemcpyDirection, "an unknown direction");

    test::must(cudaFree(a));
    expect_error(cudaFree(a), cudaErrorInvalidValue, "memory freed twice");
    expect_error(cudaFree(back.data()), cudaErrorInvalidValue, "host memory freed as a device's");
    test::must(cudaFree(nullptr));
    test::must(cudaFree(b));
}

void check_sizes() {
    int* p = reinterpret_cast<int*>(8);
    test::must(cudaMalloc(&p, 0));
    test::expect(p == nullptr, "an allocation of no bytes is null");
    expect_error(cudaMalloc(&p, std::size_t{1} << 50), cudaErrorMemoryAllocation, "more memory than the device has");
    std::size_t free_before = 0, free_after = 0, total = 0;
    test::must(cudaMemGetInfo(&free_before, &total));
    test::expect(free_before <= total && total > 0, "free memory is part of all memory");
    test::must(cudaMalloc(&p, 64 << 20));
    test::must(cudaMemGetInfo(&free_after, &total));
    test::expect(free_after <= free_before - (64 << 20), "an allocation takes memory");
    test::must(cudaFree(p));
}

void check_rectangles() {
    constexpr std::size_t width = 30, height = 5;
    std::vector<unsigned char> picture(width * height), back(width * height);
    std::iota(picture.begin(), picture.end(), static_cast<unsigned char>(0));
    unsigned char* device = nullptr;
    std::size_t pitch = 0;
    test::must(cudaMallocPitch(&device, &pitch, width, height));
    test::expect(pitch >= width && pitch % 32 == 0, "rows start at aligned addresses");
    test::must(cudaMemcpy2D(device, pitch, picture.data(), width, width, height, cudaMemcpyHostToDevice));
    test::must(cudaMemcpy2D(back.data(), width, device, pitch, width, height, cudaMemcpyDeviceToHost));
    test::expect(back == picture, "a rectangle there and back");
    test::must(cudaMemset2D(device, pitch, 7, 3, height));
    test::must(cudaMemcpy2D(back.data(), width, device, pitch, width, height, cudaMemcpyDeviceToHost));
    test::expect(back[width + 2] == 7 && back[width + 3] == width + 3, "memset of a rectangle");
    expect_error(cudaMemcpy2D(device, 10, picture.data(), width, width, height, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue,
                 "rows longer than the pitch");
    test::must(cudaFree(device));
}

__constant__ float coefficients[4];
__device__ int counter;
__device__ int table[8];

__managed__ float managed[4];

__global__ void use_symbols(float* out) {
    out[threadIdx.x] = coefficients[threadIdx.x] * 2;
    atomicAdd(&counter, 1);
    table[threadIdx.x] = static_cast<int>(threadIdx.x) + 10;
}

void check_symbols() {
    const float values[] = {1, 2, 3, 4};
    test::must(cudaMemcpyToSymbol(coefficients, values, sizeof values));
    const int start = 5;
    test::must(cudaMemcpyToSymbol(counter, &start, sizeof start));
    test::DeviceArray<float> out(4);
    use_symbols<<<1, 4>>>(out.data());
    test::expect(out.read() == std::vector<float>{2, 4, 6, 8}, "constant memory");

    int count = 0, entry = 0;
    test::must(cudaMemcpyFromSymbol(&count, counter, sizeof count));
    test::expect_equal(count, 9, "a __device__ variable");
    test::must(cudaMemcpyFromSymbol(&entry, table, sizeof entry, 2 * sizeof(int)));
    test::expect_equal(entry, 12, "part of a __device__ array");

    void* address = nullptr;
    std::size_t size = 0;
    test::must(cudaGetSymbolAddress(&address, table));
    test::must(cudaGetSymbolSize(&size, table));
    test::expect(size == sizeof table, "a symbol's size");
    test::must(cudaMemset(address, 0, size));
    test::must(cudaMemcpy(&entry, static_cast<int*>(address) + 3, sizeof entry, cudaMemcpyDeviceToHost));
    test::expect_equal(entry, 0, "a symbol through its address");
    expect_error(cudaMemcpyToSymbol(counter, values, sizeof values), cudaErrorInvalidValue, "more than a symbol holds");
}

void check_managed_variables() {
    const float values[4] = {1, 2, 3, 4};
    float back[4] = {};
    test::must(cudaMemset(managed, 1, sizeof managed));
    test::must(cudaMemcpy(managed, values, sizeof(float), cudaMemcpyHostToDevice));
    test::must(cudaMemcpyToSymbol(managed, values + 1, sizeof(float), sizeof(float)));
    test::must(cudaMemcpy(back, managed, sizeof back, cudaMemcpyDeviceToHost));
    test::expect(back[0] == 1 && back[1] == 2 && back[3] == managed[3] && back[3] != 0, "a managed variable in copies and fills");
}

void check_pools() {
    cudaMemPool_t pool = nullptr, same = nullptr;
    test::must(cudaDeviceGetDefaultMemPool(&pool, 0));
    test::must(cudaDeviceGetMemPool(&same, 0));
    test::expect(pool == same, "the default pool is used at first");
    unsigned long long threshold = 1 << 20, used = 0;
    test::must(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    threshold = 0;
    test::must(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    test::expect_equal(threshold, 1ull << 20, "a pool's attribute");
    int* memory = nullptr;
    test::must(cudaMallocFromPoolAsync(&memory, 400, pool, nullptr));
    test::must(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    test::expect(used >= 400, "a pool's memory");
    test::must(cudaMemsetAsync(memory, 1, 400, nullptr));
    test::must(cudaFreeAsync(memory, nullptr));
    test::must(cudaStreamSynchronize(nullptr));
}

/// The driver's names of what the runtime has, too. (Its library is one that programs have to ask for.)
void check_driver() {
#ifdef SCANLAB_SIMULATOR
    CUdevice device = -1;
    CUcontext context = nullptr;
    CUdeviceptr memory = 0, begin = 0;
    std::size_t bytes = 0;
    int major = 0, value = 0x01020304;
    char name[4];
    const bool works =
        cuInit(0) == CUDA_SUCCESS && cuDeviceGet(&device, 0) == CUDA_SUCCESS && cuCtxCreate(&context, 0, device) == CUDA_SUCCESS &&
        context && cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) == CUDA_SUCCESS &&
        cuDeviceGetName(name, sizeof name, device) == CUDA_SUCCESS && cuMemAlloc(&memory, sizeof value) == CUDA_SUCCESS &&
        cuMemcpyHtoD(memory, &value, sizeof value) == CUDA_SUCCESS && cuMemGetAddressRange(&begin, &bytes, memory + 2) == CUDA_SUCCESS &&
        cuMemcpyDtoH(&device, memory, sizeof value) == CUDA_SUCCESS && cuMemFree(memory) == CUDA_SUCCESS;
    test::expect(begin == memory && bytes == sizeof value, "where memory begins, and its size");
    test::expect(cuMemGetAddressRange(&begin, &bytes, memory) == CUDA_ERROR_NOT_FOUND, "memory that has been freed");
    test::expect(works && major == 9 && name[0] == 'S' && device == value, "the driver's functions");
    test::expect(cuDeviceGet(&device, 1) == CUDA_ERROR_INVALID_DEVICE, "a device that does not exist");
#endif
}

void check_batch_of_copies() {
#ifdef SCANLAB_SIMULATOR // older toolkits have none, and the newer ones differ in what is const
    constexpr std::size_t count = 3, bytes[count] = {4, 8, 4};
    int source[4] = {1, 2, 3, 4}, result[4] = {}, *device = nullptr;
    cudaStream_t stream = nullptr;
    test::must(cudaStreamCreate(&stream));
    test::must(cudaMalloc(&device, sizeof source));
    void *to[count] = {device, device + 1, device + 3}, *back[count] = {result + 3, result + 1, result};
    const void *from[count] = {source, source + 1, source + 3}, *there[count] = {device, device + 1, device + 3};
    cudaMemcpyAttributes attributes[2] = {};
    attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall;
    attributes[1].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    const std::size_t first_copies[2] = {0, 1};
    std::size_t failed = count;
    test::must(cudaMemcpyBatchAsync(to, from, bytes, count, attributes, first_copies, 2, &failed, stream));
    source[0] = 0;
    test::must(cudaMemcpyBatchAsync(back, there, bytes, count, attributes + 1, first_copies, 1, stream));
    test::must(cudaStreamSynchronize(stream));
    test::expect(result[0] == 4 && result[1] == 2 && result[2] == 3 && result[3] == 1 && failed == count, "a batch of copies");
    test::expect(cudaMemcpyBatchAsync(to, from, bytes, count, attributes, first_copies, 2, &failed, nullptr) == cudaErrorInvalidValue,
                 "a batch needs a stream");
    (void)cudaGetLastError();
    test::must(cudaFree(device));
    test::must(cudaStreamDestroy(stream));
#endif
}

void check_shared_with_host() {
    int *managed = nullptr, *pinned = nullptr, *pinned_on_device = nullptr, *device = nullptr;
    test::must(cudaMallocManaged(&managed, 100 * sizeof(int)));
    test::must(cudaHostAlloc(&pinned, 100 * sizeof(int), cudaHostAllocMapped));
    test::must(cudaMalloc(&device, 4));
    for (int i = 0; i < 100; ++i) managed[i] = pinned[i] = i;
    test::must(cudaHostGetDevicePointer(&pinned_on_device, pinned, 0));
    add_one<<<1, 128>>>(managed, 100);
    add_one<<<1, 128>>>(pinned_on_device, 100);
    test::must(cudaDeviceSynchronize());
    test::expect_equal(managed[99], 100, "managed memory");
    test::expect_equal(pinned[99], 100, "pinned memory");

    int on_stack = 0;
    const auto type_of = [](const void* pointer) {
        cudaPointerAttributes attributes{};
        test::must(cudaPointerGetAttributes(&attributes, pointer));
        return attributes.type;
    };
    test::expect(type_of(managed + 5) == cudaMemoryTypeManaged, "managed memory is known as such");
    test::expect(type_of(pinned + 5) == cudaMemoryTypeHost, "pinned memory is known as such");
    test::expect(type_of(device) == cudaMemoryTypeDevice, "device memory is known as such");
    test::expect(type_of(&on_stack) == cudaMemoryTypeUnregistered, "other memory is known as such");
    expect_error(cudaFree(pinned), cudaErrorInvalidValue, "pinned memory freed as a device's");
    test::must(cudaFreeHost(pinned));
    test::must(cudaFree(managed));
    test::must(cudaFree(device));
}

void check_device() {
    int devices = 0, current = -1, value = 0, version = 0;
    test::must(cudaGetDeviceCount(&devices));
    test::expect(devices >= 1, "a device");
    expect_error(cudaSetDevice(1000), cudaErrorInvalidDevice, "a device that is not there");
    test::must(cudaSetDevice(0));
    test::must(cudaGetDevice(&current));
    test::expect_equal(current, 0, "the current device");

    cudaDeviceProp properties{};
    test::must(cudaGetDeviceProperties(&properties, 0));
    test::expect_equal(properties.warpSize, 32, "warpSize");
    test::expect_equal(properties.maxThreadsPerBlock, 1024, "maxThreadsPerBlock");
    test::must(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
    test::expect_equal(value, properties.multiProcessorCount, "an attribute and the property");
    test::must(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, 0));
    test::expect_equal(value, properties.major, "an attribute and the property");
    test::must(cudaDeviceGetAttribute(&value, cudaDevAttrMaxTexture2DHeight, 0));
    test::expect_equal(value, properties.maxTexture2D[1], "an attribute and the property");
    test::must(cudaDeviceGetAttribute(&value, cudaDevAttrPageableMemoryAccessUsesHostPageTables, 0));
    test::expect_equal(value, properties.pageableMemoryAccessUsesHostPageTables, "an attribute and the property");
    test::must(cudaRuntimeGetVersion(&version));
    test::expect(version >= 12000, "the runtime's version");
    expect_error(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 1000), cudaErrorInvalidDevice, "an attribute of no device");
}

#ifdef SCANLAB_SIMULATOR
/// What nobody has written is recognisable.
void check_poison() {
    unsigned *fresh = nullptr, words[2]{};
    test::must(cudaMalloc(&fresh, 100));
    test::must(cudaMemcpy(words, fresh + 12, sizeof words, cudaMemcpyDeviceToHost));
    test::expect_equal(words[0], 0x9d3f7ac5u, "fresh memory");
    test::expect_equal(words[1], words[0], "all fresh memory");
    test::must(cudaFree(fresh));
}
#endif

int main() {
    check_copies();
    check_sizes();
    check_rectangles();
    check_symbols();
    check_managed_variables();
    check_shared_with_host();
    check_device();
#ifdef SCANLAB_SIMULATOR
    check_poison();
#endif
    check_pools();
    check_driver();
    check_batch_of_copies();
    return test::verdict();
}
