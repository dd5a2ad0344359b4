// Numbers of 16 and 8 bits, complex numbers, SIMD intrinsics, directed rounding, mathematical functions, random numbers, mdspan.
#include "../expect.hpp"

#include <cmath>
#include <cuComplex.h>
#include <cuda/std/array>
#include <cuda/std/mdspan>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <curand_kernel.h>
#include <math_constants.h>

__device__ int failed_line;
/// For kernels: the line is told if it does not hold.
#define HOLDS(...) ((__VA_ARGS__) ? void() : void(failed_line = __LINE__))

__device__ unsigned bits(half h) { return __half_as_ushort(h); }

__global__ void small_floats(const half2* in, half* out) {
    __shared__ half2 tile[32];
    const unsigned i = threadIdx.x;
    tile[i] = __hmul2(in[i], in[i]);
    __syncthreads();
    const half2 v = __hfma2(in[i], in[i], tile[31 - i]);
    half sum = __hadd(__low2half(v), __high2half(v));
    for (unsigned distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(~0u, sum, distance);
    if (i == 0) out[0] = sum;
    if (i < 4) atomicAdd(out + 1, half(0.5f));

    // Ties go to the even neighbour; beyond the largest number, half of the next step is infinite.
    HOLDS(bits(__float2half(2049.0f)) == bits(half(2048.0f)) && bits(__float2half(2051.0f)) == bits(half(2052.0f)));
    HOLDS(bits(__float2half(65519.0f)) == 0x7BFF && bits(__float2half(65520.0f)) == 0x7C00 && bits(__float2half_rz(65520.0f)) == 0x7BFF);
    HOLDS(bits(__float2half(0x1p-24f)) == 1 && bits(__float2half(0x1p-25f)) == 0 && bits(__float2half_ru(1e-10f)) == 1);
    HOLDS(__half2float(__float2half(1.0f / 3)) == 0.333251953125f);
    HOLDS(half(1.5f) + half(1.0f) == half(2.5f) && -half(2.0f) < half(0.0f) && __hgt(half(3.0f), half(2.0f)));
    HOLDS(__half2int_rn(half(2.5f)) == 2 && __half2int_rd(half(-2.5f)) == -3 && __int2half_rn(7) == half(7.0f));
    HOLDS(__half2float(hsqrt(half(2.0f))) == 1.4140625f && __hisnan(hsqrt(half(-1.0f))) && !__heq(hsqrt(half(-1.0f)), half(1.0f)));
    // 1 + 2^-11 lies between two numbers: the product's last bit decides, unless it is rounded before the sum.
    HOLDS(bits(__hfma(half(1.0009765625f), half(0x1p-11f), half(1.0f))) == bits(half(1.0009765625f)));
    HOLDS(__half2float(__hmax(half(1.0f), half(2.0f))) == 2 && __half22float2(__floats2half2_rn(1, 2)).y == 2);

    HOLDS(__bfloat162float(__float2bfloat16(1.00390625f)) == 1.0f && __bfloat162float(__float2bfloat16(1.01171875f)) == 1.015625f);
    __nv_bfloat16 x = __float2bfloat16(3.0f), y = __float2bfloat16_rn(0.5f);
    x *= y;
    HOLDS(__bfloat162float(__hfma(x, y, y)) == 1.25f);
    const __nv_bfloat162 pair = __floats2bfloat162_rn(1, 2);
    HOLDS(__bfloat1622float2(__hadd2(pair, pair)).y == 4);
}

__device__ unsigned e4m3(float x) { return __nv_fp8_e4m3(x).__x; }
__device__ unsigned e5m2(float x) { return __nv_fp8_e5m2(x).__x; }

__global__ void eight_bits() {
    // Ties go to the even neighbour; what is too large becomes the largest, unless it is not to be
    // saturated.
    HOLDS(e4m3(1.0f) == 0x38 && e4m3(-1.0625f) == 0xB8 && e4m3(1.1875f) == 0x3A && e4m3(0x1p-9f) == 1 && e4m3(0x1p-10f) == 0);
    HOLDS(e5m2(1.0f) == 0x3C && e5m2(1.125f) == 0x3C && e5m2(0x1p-16f) == 1 && e5m2(-57344.0f) == 0xFB);
    HOLDS(e4m3(464.0f) == 0x7E && e4m3(1e9f) == 0x7E && e4m3(-INFINITY) == 0xFE && e4m3(NAN) == 0x7F && e5m2(1e9f) == 0x7B);
    HOLDS(__nv_cvt_float_to_fp8(1e9f, __NV_NOSAT, __NV_E4M3) == 0x7F && __nv_cvt_float_to_fp8(1e9f, __NV_NOSAT, __NV_E5M2) == 0x7C);
    for (unsigned i = 0; i < 256; ++i) {
        __nv_fp8_e4m3 x;
        x.__x = static_cast<unsigned char>(i);
        const float value = static_cast<float>(x);
        HOLDS((i & 0x7F) == 0x7F ? isnan(value) : e4m3(value) == i);
        const half as_half = __half(__nv_cvt_fp8_to_halfraw(x.__x, __NV_E5M2));
        HOLDS((i & 0x7F) > 0x7C ? __hisnan(as_half) : bits(as_half) == i << 8);
    }
    const float4 four = static_cast<float4>(__nv_fp8x4_e4m3(make_float4(1, -2, 3.5f, 1000)));
    HOLDS(four.x == 1 && four.y == -2 && four.z == 3.5f && four.w == 448);
    HOLDS(__high2float(static_cast<half2>(__nv_fp8x2_e5m2(__floats2half2_rn(1, 1.6f)))) == 1.5f);
}

__global__ void complex_numbers() {
    const cuDoubleComplex a = make_cuDoubleComplex(3, -4), b = make_cuDoubleComplex(1, 2);
    HOLDS(cuCabs(a) == 5 && cuCreal(cuCmul(a, b)) == 11 && cuCimag(cuCfma(a, b, b)) == 4 && cuCimag(cuConj(a)) == 4);
    HOLDS(cuCreal(cuCdiv(a, b)) == -1 && cuCimag(cuCdiv(a, b)) == -2);
    const cuFloatComplex large = make_cuComplex(1e38f, 1e38f);
    HOLDS(cuCrealf(cuCdivf(large, large)) == 1 && cuCimagf(cuCsubf(cuCaddf(large, cuComplexDoubleToFloat(b)), large)) == 0);
}

template <class T, class Extents, class Layout = cuda::std::layout_right>
using View = cuda::std::mdspan<T, Extents, Layout>;

/// Transposes by way of a tile with a padding, and leaves places by column in a third array.
__global__ void views(View<const int, cuda::std::dextents<int, 2>> from, View<int, cuda::std::extents<int, 8, 16>> to,
                      View<int, cuda::std::dextents<int, 3>, cuda::std::layout_left> places) {
    using Square = cuda::std::extents<int, 16, 16>;
    __shared__ int words[16 * 17];
    const View<int, Square, cuda::std::layout_stride> tile(
        words, cuda::std::layout_stride::mapping<Square>(Square(), cuda::std::array<int, 2>{17, 1}));
    const int i = static_cast<int>(threadIdx.y), j = static_cast<int>(threadIdx.x);
    tile(i, j) = from(i, j);
    __syncthreads();
    to(j, i) = tile(i, j);
    HOLDS(from.extent(0) == 16 && from.stride(0) == 8 && to.size() == 128 && to.static_extent(1) == 16 && places.rank() == 3);
    HOLDS(&tile(15, 7) == words + 15 * 17 + 7 && tile.mapping().required_span_size() == 15 * 17 + 16);
    if (i == 0 && j < 2) places[cuda::std::array<int, 3>{j, 1, 2}] = j + 1;
}

void check_views() {
    std::vector<int> numbers(128), transposed(128), by_column(24);
    for (std::size_t i = 0; i < 128; ++i) {
        numbers[i] = static_cast<int>(i);
        transposed[i % 8 * 16 + i / 8] = static_cast<int>(i);
    }
    by_column[2 + 2 * 6] = 1, by_column[3 + 2 * 6] = 2;
    test::DeviceArray<int> from(numbers), to(128), places(24);
    views<<<1, dim3(8, 16)>>>(View<const int, cuda::std::dextents<int, 2>>(from.data(), 16, 8),
                              View<int, cuda::std::extents<int, 8, 16>>(to.data()),
                              View<int, cuda::std::dextents<int, 3>, cuda::std::layout_left>(places.data(), 2, 3, 4));
    test::expect(to.read() == transposed, "a matrix transposed by its indices");
    test::expect(places.read() == by_column, "a layout by column");
}

__global__ void lanes() {
    HOLDS(__vadd4(0xFF010203u, 0x01010101u) == 0x00020304u && __vsub2(0x00010000u, 0x00020001u) == 0xFFFFFFFFu);
    HOLDS(__vaddus4(0xF0F00102u, 0x20100101u) == 0xFFFF0203u && __vaddss2(0x7FFF8000u, 0x0001FFFFu) == 0x7FFF8000u);
    HOLDS(__vsadu4(0x01020304u, 0x04030201u) == 8 && __vabsdiffu4(0x80000000u, 0x7F000001u) == 0x01000001u);
    HOLDS(__vcmpeq4(0x01020304u, 0x01000300u) == 0xFF00FF00u && __vsetgtu2(0x00020001u, 0x00010001u) == 0x00010000u);
    HOLDS(__vmaxs4(0x80017F00u, 0x00FF0001u) == 0x00017F01u && __vavgu4(0x01000203u, 0x02000304u) == 0x02000304u);
    HOLDS(__vneg2(0x00010002u) == 0xFFFFFFFEu && __vabsss4(0x80FF0102u) == 0x7F010102u);
    HOLDS(__dp2a_lo(0x00030002, 0x04030201, 10) == 18 && __dp2a_hi(0x00030002, 0x04030201, 0) == 18);
    HOLDS(__uhadd(~0u, ~0u) == ~0u && __rhadd(1, 2) == 2);
}

__global__ void roundings() {
    HOLDS(__fadd_ru(1.0f, 1e-10f) > 1.0f && __fadd_rd(1.0f, 1e-10f) == 1.0f && __fadd_rd(-1.0f, -1e-10f) < -1.0f &&
          __fadd_rz(-1.0f, -1e-10f) == -1.0f);
    HOLDS(__ddiv_rd(1.0, 3.0) < __ddiv_ru(1.0, 3.0) && __fsqrt_ru(2.0f) > __fsqrt_rd(2.0f) && __fmaf_ru(1.0f, 1.0f, 1e-20f) > 1.0f);
    HOLDS(__int2float_rz(16777217) == 16777216.0f && __int2float_ru(16777217) == 16777218.0f);
    HOLDS(__double2float_rd(0.1) < 0.1 && __double2float_ru(0.1) > 0.1);
    HOLDS(fabs(normcdf(0.0) - 0.5) < 1e-15 && fabs(erfinv(erf(0.7)) - 0.7) < 1e-12 && fabs(normcdfinv(0.975) - 1.959963984540054) < 1e-9);
    HOLDS(norm4d(1, 1, 1, 1) == 2 && fabsf(rnorm3df(1, 2, 2) - CUDART_THIRD_F) < 1e-6f && cyl_bessel_i0f(0) == 1);
    const clock_t first = clock();
    const long long later = clock64();
    HOLDS(clock() > first && clock64() > later);
}

__global__ void begin(curandState* states) { curand_init(1234, threadIdx.x, 0, &states[threadIdx.x]); }
__global__ void draw(curandState* states, float* numbers) {
    curandState own = states[threadIdx.x];
    for (unsigned i = 0; i < 16; ++i) numbers[16 * threadIdx.x + i] = i % 2 == 0 ? curand_uniform(&own) : curand_normal(&own);
    states[threadIdx.x] = own;
}

__global__ void random_numbers() {
    curandStatePhilox4_32_10_t p, q; // the first numbers as in Random123's table of known answers
    curand_init(0, 0, 0, &p);
    const unsigned first = curand(&p);
    const uint4 next = curand4(&p);
    HOLDS(first == 0x6627e8d5 && next.x == 0xe169c58d && next.y == 0xbc57ac4c && next.z == 0x9b00dbd8);
    curand_init(5, 3, 0, &p);
    curand_init(5, 3, 11, &q);
    for (int i = 0; i < 11; ++i) curand(&p);
    HOLDS(curand(&p) == curand(&q));
    skipahead(6, &p);
    for (int i = 0; i < 6; ++i) curand(&q);
    HOLDS(curand(&p) == curand(&q));

    curandState x, y;
    curand_init(5, 3, 0, &x);
    curand_init(5, 3, 100, &y);
    for (int i = 0; i < 100; ++i) curand(&x);
    HOLDS(curand(&x) == curand(&y));
    curand_init(5, 3, 0, &x);
    curand_init(5, 0, 0, &y);
    skipahead_sequence(3, &y);
    HOLDS(curand(&x) == curand(&y));
    const double number = curand_uniform_double(&x);
    HOLDS(number > 0 && number <= 1 && curand_poisson(&x, 4) < 60);
}

int main() {
    std::vector<half2> numbers;
    float sum = 0;
    for (int i = 0; i < 32; ++i) {
        numbers.push_back(__floats2half2_rn(static_cast<float>(i % 8), 0.5f));
        sum += 2 * static_cast<float>(i % 8 * (i % 8)) + 0.5f;
    }
    test::DeviceArray<half2> in(numbers);
    test::DeviceArray<half> out(std::vector<half>{half(0.0f), half(0.0f)});
    small_floats<<<1, 32>>>(in.data(), out.data());
    test::expect_equal(__half2float(out.read()[0]), sum, "a sum in half precision");
    test::expect_equal(__half2float(out.read()[1]), 2.0f, "atomicAdd() of half precision");

    check_views();
    eight_bits<<<1, 1>>>();
    complex_numbers<<<1, 1>>>();
    lanes<<<1, 1>>>();
    roundings<<<1, 1>>>();
    random_numbers<<<1, 1>>>();

    curandState* states = nullptr;
    test::must(cudaMalloc(&states, 64 * sizeof *states));
    test::DeviceArray<float> drawn(1024);
    begin<<<1, 64>>>(states);
    draw<<<1, 64>>>(states, drawn.data());
    float uniform = 0, normal = 0, squares = 0;
    const auto all = drawn.read();
    for (std::size_t i = 0; i < all.size(); i += 2) {
        uniform += all[i] / 512;
        normal += all[i + 1] / 512;
        squares += all[i + 1] * all[i + 1] / 512;
    }
    test::expect(std::abs(uniform - 0.5f) < 0.05f, "the mean of uniform numbers: " + std::to_string(uniform));
    test::expect(std::abs(normal) < 0.15f, "the mean of normal numbers: " + std::to_string(normal));
    test::expect(std::abs(squares - 1) < 0.25f, "their variance: " + std::to_string(squares));
    test::must(cudaFree(states));

    int line = 0;
    test::must(cudaMemcpyFromSymbol(&line, failed_line, sizeof line));
    test::expect_equal(line, 0, "the line of a kernel in which something does not hold");
    return test::verdict();
}
