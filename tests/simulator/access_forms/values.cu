// Forms of access to numbers, pointers and CUDA's vectors.
#include "form.cuh"

#include <cuda/atomic>

#include <algorithm>
#include <utility>

enum class Colour : int { red, green };
using Pointer = int*;
using Function = int (*)(int);

// A form is one line.
// clang-format off
FORM(bool_read, bool, reads, bool x = p[i];)
FORM(bool_write, bool, writes, p[i] = true;)
FORM(char_read, char, reads, char x = p[i];)
FORM(char_write, char, writes, p[i] = 'x';)
FORM(short_read, short, reads, short x = p[i];)
FORM(short_write, short, writes, p[i] = 3;)
FORM(int_read, int, reads, int x = p[i];)
FORM(int_write, int, writes, p[i] = 3;)
FORM(long_long_read, long long, reads, long long x = p[i];)
FORM(long_long_write, long long, writes, p[i] = 3;)
// A floating-point number that was never set is found if something depends on it.
FORM(float_read, float, reads, float x = p[i]; if (x > 3) __threadfence();)
FORM(float_write, float, writes, p[i] = 3;)
FORM(double_read, double, reads, double x = p[i]; if (x > 3) __threadfence();)
FORM(double_write, double, writes, p[i] = 3;)
FORM(enum_read, Colour, reads, Colour x = p[i];)
FORM(enum_write, Colour, writes, p[i] = Colour::green;)
FORM(pointer_read, Pointer, reads, int* x = p[i];)
FORM(pointer_write, Pointer, writes, p[i] = nullptr;)
FORM(function_pointer_read, Function, reads, Function x = p[i];)
FORM(function_pointer_write, Function, writes, p[i] = [](int x) { return x; };)

FORM(compound_assignment, int, updates, p[i] += 3;)
FORM(compound_assignment_of_char, char, updates, p[i] |= 3;)
FORM(pre_increment, int, updates, ++p[i];)
FORM(post_increment, short, updates, p[i]++;)
FORM(post_decrement, long long, updates, p[i]--;)
FORM(as_condition, int, reads, if (p[i]) __threadfence();)
FORM(as_index, int, reads, int x[2] = {}; x[p[i] & 1] = 3;)
FORM(as_argument, int, reads, [](int) {}(p[i]);)
FORM(conditional_lvalue, int, writes, (i >= 0 ? p[i] : *p) = 3;)
FORM(comma, int, writes, ((void)i, p[i]) = 3;)
FORM(chained_assignment, int, writes, int x = p[i] = 3;)
FORM(reference_write, int, writes, int& x = p[i]; x = 3;)
FORM(reference_read, int, reads, const int& x = p[i]; int y = x;)
FORM(moved_from, int, reads, int x = std::move(p[i]);)
FORM(pointer_arithmetic, int, writes, *(p + i) = 3;)
FORM(index_first, int, writes, i[p] = 3;)
FORM(pointer_increment, int, writes, int* q = p + i; *q++ = 3;)
FORM(pointer_decrement, int, reads, int* q = p + i + 1; int x = *--q;)
FORM(captured_by_reference, int, writes, int& x = p[i]; [&] { x = 3; }();)
FORM(captured_by_value, int, reads, [x = p[i]] { return x; }();)
FORM(generic_function, int, writes, [](auto& x) { x = 3; }(p[i]);)
FORM(called_by_pointer, int, writes, void (*set)(int&) = [](int& x) { x = 3; }; set(p[i]);)
FORM(list_of_values, int, reads, const int all[] = {1, p[i]};)
FORM(placement_new, int, writes, new (p + i) int(3);)
FORM(placement_new_of_a_call, int, writes, new (p + i) int([] { return 3; }());)
#undef FORM_SIDES
#define FORM_SIDES __host__ __device__
FORM(swapped, int, updates, int x = 3; std::swap(p[i], x);)
FORM(exchanged, int, updates, std::exchange(p[i], 3);)
FORM(larger_of_two, int, reads, for (int k = std::max(p[i], 3); k > 3; k = 3) i = 0;)
#undef FORM_SIDES
#define FORM_SIDES __device__

FORM(volatile_read, int, reads, int x = static_cast<volatile int*>(p)[i];)
FORM(volatile_write, int, writes, static_cast<volatile int*>(p)[i] = 3;)
FORM(volatile_increment, int, updates, volatile int& x = p[i]; x = x + 1;)
FORM(volatile_char_write, char, writes, static_cast<volatile char*>(p)[i] = 3;)
FORM(ldg, int, reads, int x = __ldg(p + i);)
FORM(ldg_of_float4, float4, reads, float4 x = __ldg(p + i);)
FORM(ldcg, int, reads, int x = __ldcg(p + i);)
FORM(stcg, int, writes, __stcg(p + i, 3);)
FORM(shuffled, int, reads, if (__shfl_sync(1u, p[i], 0) > 3) __threadfence();)

FORM(atomic_add, int, updates, atomicAdd(p + i, 3);)
FORM(atomic_add_of_float, float, updates, atomicAdd(p + i, 3.0f);)
FORM(atomic_add_of_double, double, updates, atomicAdd(p + i, 3.0);)
FORM(atomic_min, int, updates, atomicMin(p + i, -3);)
FORM(atomic_max_of_64_bits, unsigned long long, updates, atomicMax(p + i, 3ull);)
FORM(atomic_exchange, int, writes, atomicExch(p + i, 3);)
FORM(atomic_compare_and_swap, int, updates, atomicCAS(p + i, 0, 3);)
FORM(atomic_ref_add, int, updates, cuda::atomic_ref<int>(p[i]).fetch_add(3);)
FORM(atomic_ref_load, int, reads, int x = cuda::atomic_ref<int>(p[i]).load();)
FORM(atomic_ref_store, int, writes, cuda::atomic_ref<int>(p[i]).store(3);)
FORM(atomic_object_add, cuda::atomic<int>, updates, p[i].fetch_add(3);)

FORM(int2_copied, int2, reads, int2 x = p[i];)
FORM(int2_made, int2, writes, p[i] = make_int2(1, 2);)
FORM_PART(int2_member_read, int2, y, reads, int x = p[i].y;)
FORM_PART(int2_member_write, int2, y, writes, p[i].y = 3;)
FORM(int3_copied, int3, reads, int3 x = p[i];)
FORM(int3_made, int3, writes, p[i] = make_int3(1, 2, 3);)
FORM(uchar3_copied, uchar3, reads, uchar3 x = p[i];)
FORM(char4_assigned, char4, writes, char4 x{1, 2, 3, 4}; p[i] = x;)
FORM(int4_copied, int4, reads, int4 x = p[i];)
FORM(int4_made, int4, writes, p[i] = make_int4(1, 2, 3, 4);)
FORM(float4_assigned, float4, writes, float4 x{}; p[i] = x;)
FORM(float4_list, float4, writes, p[i] = {1, 2, 3, 4};)
FORM_PART(float4_member_update, float4, z, updates, p[i].z *= 2;)
FORM(double2_copied, double2, reads, double2 x = p[i];)
