// Textures and surfaces: which elements a fetch takes and with what weights (CUDA C++ Programming Guide, "Texture
// Fetching"), arrays, and copies to and from them.
#include "../expect.hpp"

#include <cmath>
#include <cstring>
#include <numeric>

namespace {

class Array {
public:
    template <class T>
    Array(const std::vector<T>& values, cudaExtent extent, unsigned flags = cudaArrayDefault) {
        const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
        test::must(cudaMalloc3DArray(&array_, &format, extent, flags));
        cudaMemcpy3DParms copy{};
        const std::size_t rows = std::max<std::size_t>(extent.height, 1);
        copy.srcPtr = make_cudaPitchedPtr(const_cast<T*>(values.data()), extent.width * sizeof(T), extent.width, rows);
        copy.dstArray = array_;
        copy.extent = make_cudaExtent(extent.width, rows, std::max<std::size_t>(extent.depth, 1));
        copy.kind = cudaMemcpyHostToDevice;
        test::must(cudaMemcpy3D(&copy));
    }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
    ~Array() { cudaFreeArray(array_); }

    cudaArray_t get() const { return array_; }
    cudaResourceDesc resource() const {
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array_;
        return resource;
    }

private:
    cudaArray_t array_ = nullptr;
};

cudaTextureDesc description(cudaTextureAddressMode mode, cudaTextureFilterMode filter, bool is_normalized) {
    cudaTextureDesc result{};
    for (cudaTextureAddressMode& m : result.addressMode) m = mode;
    result.filterMode = filter;
    result.normalizedCoords = is_normalized;
    return result;
}

cudaTextureObject_t texture_of(const cudaResourceDesc& resource, const cudaTextureDesc& description) {
    cudaTextureObject_t texture = 0;
    test::must(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    return texture;
}

/// A fetch of each coordinate, by a thread each.
template <class Fetch>
__global__ void fetch_all(float* out, Fetch fetch) {
    out[threadIdx.x] = fetch(threadIdx.x);
}
template <class Fetch>
void expect_fetches(const std::vector<float>& expected, Fetch fetch, const std::string& what) {
    test::DeviceArray<float> out(expected.size(), -1);
    fetch_all<<<1, static_cast<unsigned>(expected.size())>>>(out.data(), fetch);
    const std::vector<float> got = out.read();
    for (std::size_t i = 0; i < expected.size(); ++i)
        test::expect(std::fabs(got[i] - expected[i]) < 1e-4f,
                     what + " " + std::to_string(i) + ": got " + std::to_string(got[i]) + ", expected " + std::to_string(expected[i]));
}

struct Fetch1D {
    cudaTextureObject_t texture;
    float first, step;
    __device__ float operator()(unsigned i) const { return tex1D<float>(texture, first + static_cast<float>(i) * step); }
};
struct Fetch2D {
    cudaTextureObject_t texture;
    float x, y, step;
    __device__ float operator()(unsigned i) const { return tex2D<float>(texture, x + static_cast<float>(i) * step, y); }
};
struct Fetch3D {
    cudaTextureObject_t texture;
    __device__ float operator()(unsigned i) const { return tex3D<float>(texture, 1, 1, static_cast<float>(i) * 0.5f); }
};
struct FetchLayer {
    cudaTextureObject_t texture;
    __device__ float operator()(unsigned i) const { return tex2DLayered<float>(texture, 1.5f, 0.5f, static_cast<int>(i) - 1); }
};
struct FetchIndex {
    cudaTextureObject_t texture;
    __device__ float operator()(unsigned i) const { return tex1Dfetch<float>(texture, static_cast<int>(i) - 1); }
};
struct FetchNormalized {
    cudaTextureObject_t texture;
    __device__ float operator()(unsigned i) const {
        const float4 texel = tex1Dfetch<float4>(texture, static_cast<int>(i / 4));
        return i % 4 == 0 ? texel.x : i % 4 == 1 ? texel.y : i % 4 == 2 ? texel.z : texel.w;
    }
};
struct FetchCube {
    cudaTextureObject_t texture;
    __device__ float operator()(unsigned i) const {
        const float along = i % 2 == 0 ? 1.0f : -1.0f;
        return texCubemap<float>(texture, i / 2 == 0 ? along : 0.1f, i / 2 == 1 ? along : 0.1f, i / 2 == 2 ? along : 0.1f);
    }
};

const std::vector<float> four{10, 20, 30, 40};

void check_address_modes() {
    const Array array(four, make_cudaExtent(4, 0, 0));
    const auto expect_1d = [&](cudaTextureAddressMode mode, cudaTextureFilterMode filter, bool is_normalized, float first, float step,
                               const std::vector<float>& expected, const std::string& what) {
        cudaTextureDesc along_x = description(mode, filter, is_normalized);
        along_x.addressMode[1] = cudaAddressModeClamp; // else a filter takes half of the border above, too
        const auto texture = texture_of(array.resource(), along_x);
        expect_fetches(expected, Fetch1D{texture, first, step}, what);
        test::must(cudaDestroyTextureObject(texture));
    };
    constexpr auto point = cudaFilterModePoint, linear = cudaFilterModeLinear;
    expect_1d(cudaAddressModeClamp, point, false, -1, 0.75f, {10, 10, 10, 20, 30, 30, 40, 40, 40}, "nearest, clamped");
    expect_1d(cudaAddressModeBorder, point, false, -1.5f, 1, {0, 0, 10, 20, 30, 40, 0}, "nearest, with a border");
    expect_1d(cudaAddressModeWrap, point, true, -0.3f, 0.25f, {30, 40, 10, 20, 30, 40, 10}, "nearest, wrapped");
    expect_1d(cudaAddressModeMirror, point, true, -0.3f, 0.25f, {20, 10, 10, 20, 30, 40, 40}, "nearest, mirrored");
    expect_1d(cudaAddressModeWrap, point, false, -1.5f, 1, {10, 10, 10, 20, 30, 40, 40}, "wrapped, but not normalised");
    expect_1d(cudaAddressModeClamp, linear, false, 0, 0.5f, {10, 10, 15, 20, 25, 30, 35, 40, 40}, "linear, clamped");
    expect_1d(cudaAddressModeBorder, linear, false, 0, 0.5f, {5, 10, 15, 20, 25, 30, 35, 40, 20}, "linear, with a border");
    expect_1d(cudaAddressModeWrap, linear, true, 0, 0.125f, {25, 10, 15, 20, 25, 30, 35, 40, 25}, "linear, wrapped");
    expect_1d(cudaAddressModeMirror, linear, true, -0.125f, 0.125f, {10, 10, 10, 15, 20, 25}, "linear, mirrored");
    // A weight has eight bits after the point.
    expect_1d(cudaAddressModeClamp, linear, false, 0.5f, 1 / 1024.0f, {10, 10, 10 + 10 / 256.0f, 10 + 10 / 256.0f}, "linear, in steps");
}

void check_shapes() {
    std::vector<float> values(24);
    std::iota(values.begin(), values.end(), 0.0f);
    const Array plane(values, make_cudaExtent(6, 4, 0)), box(values, make_cudaExtent(4, 3, 2)),
        layers(values, make_cudaExtent(4, 3, 2), cudaArrayLayered), cube(values, make_cudaExtent(2, 2, 6), cudaArrayCubemap);
    const cudaTextureDesc linear = description(cudaAddressModeClamp, cudaFilterModeLinear, false),
                          point = description(cudaAddressModeClamp, cudaFilterModePoint, false);
    expect_fetches({7, 8, 9, 10, 11, 11}, Fetch2D{texture_of(plane.resource(), point), 1.2f, 1.9f, 1}, "2D, nearest");
    expect_fetches({3, 3.5f, 4, 4.5f, 5}, Fetch2D{texture_of(plane.resource(), linear), 0.5f, 1, 0.5f}, "2D, linear");
    expect_fetches({2.5f, 2.5f, 8.5f, 14.5f, 14.5f}, Fetch3D{texture_of(box.resource(), linear)}, "3D, linear");
    expect_fetches({13, 1, 13, 13}, FetchLayer{texture_of(layers.resource(), point)}, "layers");
    expect_fetches({0, 4 + 1, 8 + 3, 12 + 1, 16 + 1, 20}, FetchCube{texture_of(cube.resource(), point)}, "the faces of a cube");
}

void check_memory() {
    const test::DeviceArray<float> numbers(four);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {const_cast<test::DeviceArray<float>&>(numbers).data(), cudaCreateChannelDesc<float>(), 16};
    expect_fetches({0, 10, 20, 30, 40, 0}, FetchIndex{texture_of(resource, cudaTextureDesc{})}, "linear memory");

    test::DeviceArray<uchar4> colours({{0, 51, 102, 255}, {255, 0, 153, 204}});
    resource.res.linear = {colours.data(), cudaCreateChannelDesc<uchar4>(), 8};
    cudaTextureDesc normalized{};
    normalized.readMode = cudaReadModeNormalizedFloat;
    expect_fetches({0, 0.2f, 0.4f, 1, 1, 0, 0.6f, 0.8f}, FetchNormalized{texture_of(resource, normalized)}, "normalised");
    cudaTextureDesc linear{};
    linear.filterMode = cudaFilterModeLinear;
    cudaTextureObject_t none = 0;
    test::expect(cudaCreateTextureObject(&none, &resource, &linear, nullptr) != cudaSuccess, "integers cannot be filtered");
    cudaGetLastError();

    float* rows = nullptr;
    std::size_t pitch = 0;
    test::must(cudaMallocPitch(&rows, &pitch, 2 * sizeof(float), 2));
    test::must(cudaMemcpy2D(rows, pitch, four.data(), 8, 8, 2, cudaMemcpyHostToDevice));
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D = {rows, cudaCreateChannelDesc<float>(), 2, 2, pitch};
    expect_fetches({30, 40, 40}, Fetch2D{texture_of(resource, cudaTextureDesc{}), 0, 1, 1}, "memory with a pitch");
    test::must(cudaFree(rows));
}

__global__ void double_row(cudaSurfaceObject_t surface, int y) {
    const int x = static_cast<int>(threadIdx.x * sizeof(float));
    float value = 0;
    surf2Dread(&value, surface, x, y);
    surf2Dwrite(2 * value, surface, x, y);
    surf2Dwrite(1.0f, surface, x, y + 7, cudaBoundaryModeZero);
    if (surf2Dread<float>(surface, x, -1, cudaBoundaryModeZero) != 0) surf2Dwrite(-1.0f, surface, x, y);
}

void check_surfaces() {
    const Array array(four, make_cudaExtent(2, 2, 0), cudaArraySurfaceLoadStore);
    const cudaResourceDesc resource = array.resource();
    cudaSurfaceObject_t surface = 0;
    test::must(cudaCreateSurfaceObject(&surface, &resource));
    double_row<<<1, 2>>>(surface, 1);
    std::vector<float> back(4);
    test::must(cudaMemcpy2DFromArray(back.data(), 8, array.get(), 0, 0, 8, 2, cudaMemcpyDeviceToHost));
    test::expect(back == std::vector<float>{10, 20, 60, 80}, "a surface is read and written");
    test::must(cudaMemcpy2DToArray(array.get(), 4, 1, four.data(), 4, 4, 1, cudaMemcpyHostToDevice));
    test::must(cudaMemcpy2DFromArray(back.data(), 8, array.get(), 0, 1, 8, 1, cudaMemcpyDeviceToHost));
    test::expect_equal(back[1], 10.0f, "a copy into the middle of an array");
    test::must(cudaDestroySurfaceObject(surface));
}

} // namespace

int main() {
    check_address_modes();
    check_shapes();
    check_memory();
    check_surfaces();
    return test::verdict();
}
