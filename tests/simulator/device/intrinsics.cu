// Vector types, integer and floating-point intrinsics, min and max, loads and stores with cache hints.
#include "../expect.hpp"

#include <cmath>

#define LAYOUT(type, size, alignment) static_assert(sizeof(type) == size && alignof(type) == alignment)
// clang-format off
LAYOUT(char1, 1, 1); LAYOUT(char2, 2, 2); LAYOUT(char3, 3, 1); LAYOUT(char4, 4, 4);
LAYOUT(uchar1, 1, 1); LAYOUT(uchar2, 2, 2); LAYOUT(uchar3, 3, 1); LAYOUT(uchar4, 4, 4);
LAYOUT(short1, 2, 2); LAYOUT(short2, 4, 4); LAYOUT(short3, 6, 2); LAYOUT(short4, 8, 8);
LAYOUT(ushort1, 2, 2); LAYOUT(ushort2, 4, 4); LAYOUT(ushort3, 6, 2); LAYOUT(ushort4, 8, 8);
LAYOUT(int1, 4, 4); LAYOUT(int2, 8, 8); LAYOUT(int3, 12, 4); LAYOUT(int4, 16, 16);
LAYOUT(uint1, 4, 4); LAYOUT(uint2, 8, 8); LAYOUT(uint3, 12, 4); LAYOUT(uint4, 16, 16);
LAYOUT(float1, 4, 4); LAYOUT(float2, 8, 8); LAYOUT(float3, 12, 4); LAYOUT(float4, 16, 16);
LAYOUT(long1, 8, 8); LAYOUT(long2, 16, 16); LAYOUT(long3, 24, 8); LAYOUT(ulong2, 16, 16);
LAYOUT(longlong1, 8, 8); LAYOUT(longlong2, 16, 16); LAYOUT(longlong3, 24, 8); LAYOUT(ulonglong2, 16, 16);
LAYOUT(double1, 8, 8); LAYOUT(double2, 16, 16); LAYOUT(double3, 24, 8); LAYOUT(dim3, 12, 4);
#if CUDART_VERSION >= 13000
LAYOUT(double4_16a, 32, 16); LAYOUT(double4_32a, 32, 32); LAYOUT(longlong4_16a, 32, 16); LAYOUT(ulong4_32a, 32, 32);
#endif
// clang-format on
#undef LAYOUT

constexpr int rows = 64;

/// Row i of `got` must equal row i of `expected`; both are written down side by side.
__global__ void integers(unsigned long long* got, unsigned long long* expected, int* count) {
    int i = 0;
#define ROW(expression, value)                                                                                                             \
    got[i] = static_cast<unsigned long long>(expression);                                                                                  \
    expected[i++] = static_cast<unsigned long long>(value);
    ROW(__popc(0xF0F0u), 8)
    ROW(__popcll(0xFFFF0000FFFFULL), 32)
    ROW(__clz(1), 31)
    ROW(__clz(0), 32)
    ROW(__clz(-1), 0)
    ROW(__clzll(1LL << 40), 23)
    ROW(__ffs(0), 0)
    ROW(__ffs(0x50), 5)
    ROW(__ffsll(1LL << 40), 41)
    ROW(__brev(0x80000001u), 0x80000001u)
    ROW(__brev(0x6u), 0x60000000u)
    ROW(__brevll(1ULL), 1ULL << 63)
    ROW(__fns(0xF0u, 0, 1), 4)
    ROW(__fns(0xF0u, 0, 4), 7)
    ROW(__fns(0xF0u, 0, 5), 0xFFFFFFFFu)
    ROW(__fns(0xF0u, 31, -1), 7)
    ROW(__fns(0xF0u, 5, 0), 5)
    ROW(__byte_perm(0x33221100u, 0x77665544u, 0x7531), 0x77553311u)
    ROW(__dp4a(make_char4(-1, 2, 3, 4), make_char4(5, 6, 7, 8), 1), 61)
    ROW(__dp4a(make_uchar4(255, 2, 3, 4), make_uchar4(5, 6, 7, 8), 1u), 1341)
    ROW(__byte_perm(0x33221100u, 0x77665544u, 0x0246), 0x00224466u)
    ROW(__funnelshift_l(0x80000000u, 1u, 1), 3u)
    ROW(__funnelshift_l(0x80000000u, 1u, 33), 3u)
    ROW(__funnelshift_lc(0x80000000u, 1u, 40), 0x80000000u)
    ROW(__funnelshift_r(2u, 1u, 1), 0x80000001u)
    ROW(__funnelshift_r(2u, 1u, 32), 2u)
    ROW(__funnelshift_rc(2u, 1u, 32), 1u)
    ROW(__mul24(-3, 5), -15)
    ROW(__umul24(0x1000003u, 4u), 12u)
    ROW(__mulhi(-2, 3), -1)
    ROW(__umulhi(0x80000000u, 6u), 3u)
    ROW(__mul64hi(-2LL, 3LL), -1)
    ROW(__umul64hi(1ULL << 63, 6ULL), 3)
    ROW(__hadd(-3, 0), -2)
    ROW(__sad(-2, 3, 10u), 15)
    ROW(__float_as_int(1.0f), 0x3F800000)
    ROW(__float_as_uint(-2.0f), 0xC0000000u)
    ROW(__double_as_longlong(1.0), 0x3FF0000000000000LL)
    ROW(__double2hiint(1.0), 0x3FF00000)
    ROW(min(3, -4), -4)
    ROW(max(3u, 4u), 4)
    ROW(min(-1, 1u), 1) // compared as unsigned
    ROW(max(-1LL, 5LL), 5)
    ROW(max(1LL << 40, 5LL), 1LL << 40)
    ROW(__float2int_rn(2.5f), 2)
    ROW(__float2int_rn(3.5f), 4)
    ROW(__float2int_rz(-2.9f), -2)
    ROW(__float2int_ru(2.1f), 3)
    ROW(__float2int_rd(-2.1f), -3)
    ROW(__float2int_rz(1e20f), 0x7FFFFFFF)
    ROW(__float2uint_rz(-5.0f), 0)
    ROW(__double2int_rn(1e10), 0x7FFFFFFF)
    ROW(abs(-7), 7)
#undef ROW
    *count = i;
}

__global__ void floats(float* got, float* expected, int* count) {
    int i = 0;
#define ROW(expression, value)                                                                                                             \
    got[i] = static_cast<float>(expression);                                                                                               \
    expected[i++] = value;
    ROW(__int_as_float(0x40490FDB), 3.14159274f)
    ROW(__uint_as_float(0xC0000000u), -2.0f)
    ROW(__longlong_as_double(0x4000000000000000LL), 2.0f)
    ROW(__hiloint2double(0x40080000, 0), 3.0f)
    ROW(__saturatef(1.5f), 1.0f)
    ROW(__saturatef(-0.5f), 0.0f)
    ROW(__saturatef(0.25f), 0.25f)
    ROW(rsqrtf(4.0f), 0.5f)
    ROW(rsqrt(16.0), 0.25f)
    ROW(__fadd_rn(1.5f, 2.0f), 3.5f)
    ROW(__fmul_rn(1.5f, 2.0f), 3.0f)
    ROW(__fmaf_rn(2.0f, 3.0f, 1.0f), 7.0f)
    ROW(__fdividef(1.0f, 4.0f), 0.25f)
    ROW(__frcp_rn(8.0f), 0.125f)
    ROW(__fsqrt_rn(9.0f), 3.0f)
    ROW(__expf(0.0f), 1.0f)
    ROW(__logf(1.0f), 0.0f)
    ROW(__powf(2.0f, 3.0f), 8.0f)
    ROW(fminf(1.0f, 2.0f), 1.0f)
    ROW(max(1.0f, 2.0f), 2.0f)
    ROW(min(1.0f, -2.0), -2.0f)
    ROW(sinpi(0.5), 1.0f)
    ROW(cospif(1.0f), -1.0f)
    ROW(fabsf(-1.5f), 1.5f)
    ROW(abs(-1.5f), 1.5f)
    ROW(__int2float_rn(-3), -3.0f)
    ROW(__double2float_rn(0.5), 0.5f)
#undef ROW
    *count = i;
}

/// Copies with every hint there is; the values must arrive.
__global__ void hints(const int4* in, int4* out, const double* scalars_in, double* scalars_out) {
    out[0] = __ldg(in);
    out[1] = __ldca(in + 1);
    __stwb(out + 2, __ldcg(in + 2));
    __stcg(out + 3, __ldcs(in + 3));
    __stcs(out + 4, __ldlu(in + 4));
    __stwt(out + 5, __ldcv(in + 5));
    scalars_out[0] = __ldg(scalars_in);
    __stcg(scalars_out + 1, __ldcg(scalars_in + 1));
    __stwt(scalars_out + 2, __ldcv(scalars_in + 2));
}

__global__ void vectors(int4* sums, const float4* points) {
    const float4 p = points[threadIdx.x];
    const int2 pair = make_int2(static_cast<int>(p.x), static_cast<int>(p.y));
    const uchar4 bytes = make_uchar4(1, 2, 3, 255);
    const double3 far = make_double3(p.x, p.y, p.z);
    sums[threadIdx.x] = make_int4(pair.x + pair.y, bytes.w + bytes.x, static_cast<int>(far.z), static_cast<int>(p.w));
}

int main() {
    test::DeviceArray<unsigned long long> got(rows), expected(rows);
    test::DeviceArray<int> count(1);
    integers<<<1, 1>>>(got.data(), expected.data(), count.data());
    const auto g = got.read(), e = expected.read();
    for (std::size_t i = 0; i < static_cast<std::size_t>(count.read()[0]); ++i)
        test::expect_equal(g[i], e[i], "integer intrinsics, row " + std::to_string(i));

    test::DeviceArray<float> got_floats(rows), expected_floats(rows);
    floats<<<1, 1>>>(got_floats.data(), expected_floats.data(), count.data());
    const auto gf = got_floats.read(), ef = expected_floats.read();
    for (std::size_t i = 0; i < static_cast<std::size_t>(count.read()[0]); ++i)
        test::expect(std::abs(gf[i] - ef[i]) < 1e-6f, "float intrinsics, row " + std::to_string(i) + ": " + std::to_string(gf[i]));

    std::vector<int> ints(24);
    for (int i = 0; i < 24; ++i) ints[static_cast<std::size_t>(i)] = i * i;
    test::DeviceArray<int> in(ints), out(24);
    test::DeviceArray<double> scalars(std::vector<double>{1.5, 2.5, 3.5}), scalars_out(3);
    hints<<<1, 1>>>(reinterpret_cast<const int4*>(in.data()), reinterpret_cast<int4*>(out.data()), scalars.data(), scalars_out.data());
    test::expect(out.read() == ints, "vectors loaded and stored with cache hints");
    test::expect(scalars_out.read() == std::vector<double>{1.5, 2.5, 3.5}, "numbers loaded and stored with cache hints");

    test::DeviceArray<float> points(std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8});
    test::DeviceArray<int> sums(8);
    vectors<<<1, 2>>>(reinterpret_cast<int4*>(sums.data()), reinterpret_cast<const float4*>(points.data()));
    test::expect(sums.read() == std::vector<int>{3, 256, 3, 4, 11, 256, 7, 8}, "vectors made and taken apart");
    return test::verdict();
}
