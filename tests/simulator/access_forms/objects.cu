// Forms of access to structs, unions, bit fields and arrays in them.
#include "form.cuh"

#include <cuda/std/array>

#include <new>

struct Pair {
    int a, b;
};

struct Wide {
    int w[6];
};

struct Large {
    long long l[20];
};

struct Bytes {
    unsigned char c[3];
};

struct Nested {
    Pair first;
    Wide rest;
};

struct Derived : Pair {
    int c;
};

struct Framed {
    int before[3], after;
    int rows[2][3];
};

struct BitFields {
    unsigned low : 4, high : 12, rest : 16;
};

union Number {
    int i;
    float f;
};

union Block {
    int i[4];
    float f[4];
    int4 v;
};

struct Complex {
    float re, im;
    static constexpr int line_of_constructor = __LINE__ + 1;
    __device__ Complex(float r, float i) : re(r), im(i) {}
    static constexpr int line_of_real = __LINE__ + 1;
    __device__ float real() const { return re; }
    static constexpr int line_of_update = __LINE__ + 1;
    __device__ void operator+=(Complex other) { im += other.im; }
};
__device__ Complex operator*(Complex x, Complex y) { return {x.re * y.re, x.im * y.im}; }

struct Copied {
    int n;
    static constexpr int line_of_copy = __LINE__ + 1;
    __device__ Copied(const Copied& other) : n(other.n) {}
    static constexpr int line_of_assignment = __LINE__ + 1;
    __device__ Copied& operator=(int value) { return n = value, *this; }
};

struct Argument {
    int n;
    static constexpr int line_of_copy = __LINE__ + 1;
    __device__ Argument(const Argument& other) : n(other.n) {}
};
__device__ int number_in(Argument x) { return x.n; }

struct Shape {
    virtual __device__ int corners() const { return 3; }
};

struct Square : Shape {
    __device__ int corners() const override { return 4; }
};

using SixInts = cuda::std::array<int, 6>;
using BaseOfDerived = AllocatedObject<Derived, 0, 8>;
using RestOfDerived = AllocatedObject<Derived, 8, 4>;
using RealPart = AllocatedObject<Complex, 0, 4>;
using ImaginaryPart = AllocatedObject<Complex, 4, 4>;
using UpperHalf = AllocatedObject<BitFields, 2, 2>;
using LowestByte = AllocatedObject<BitFields, 0, 1>;

template <class T>
__device__ T zero() {
    return T{};
}

template <class T>
__device__ void take(T) {}

// A form is one line.
// clang-format off
FORM(struct_copied, Pair, reads, Pair x = p[i];)
FORM(struct_assigned, Pair, writes, Pair x{1, 2}; p[i] = x;)
FORM(struct_from_call, Pair, writes, p[i] = zero<Pair>();)
FORM(struct_from_list, Pair, writes, p[i] = {1, 2};)
FORM(struct_from_conditional, Pair, writes, Pair x{}; Pair y{}; p[i] = i >= 0 ? x : y;)
FORM(struct_passed_by_value, Pair, reads, take(p[i]);)
FORM(struct_returned, Pair, reads, Pair x = [](const Pair* q) { return *q; }(p + i);)
FORM(struct_from_lambda, Pair, writes, p[i] = [] { return Pair{1, 2}; }();)
FORM(struct_captured, Pair, reads, [x = p[i]] { return x.a; }();)
FORM(struct_placed, Pair, writes, new (p + i) Pair{1, 2};)
FORM(struct_placed_from_call, Pair, writes, new (p + i) Pair(zero<Pair>());)
FORM(struct_by_reference, Pair, writes, Pair& x = p[i]; x = Pair{1, 2};)
FORM(members_added, Pair, reads, int sum = p[i].a + p[i].b;)
FORM(aggregate_of_members, Pair, reads, Pair x{p[i].a, p[i].b};)
FORM(bound_by_value, Pair, reads, auto [a, b] = p[i];)
FORM(bound_by_reference, Pair, writes, auto& [a, b] = p[i]; a = 1; b = 2;)
FORM_PART(pointer_to_member, Pair, b, writes, int Pair::*m = &Pair::b; p[i].*m = 3;)
FORM_PART(member_by_pointer, Pair, b, writes, int* b = &p[i].b; *b = 3;)
FORM_PART(member_incremented, Pair, b, updates, p[i].b++;)

FORM(bytes_copied, Bytes, reads, Bytes x = p[i];)
FORM(bytes_from_call, Bytes, writes, p[i] = zero<Bytes>();)
FORM(wide_copied, Wide, reads, Wide x = p[i];)
FORM(wide_assigned, Wide, writes, Wide x{}; p[i] = x;)
FORM(wide_from_call, Wide, writes, p[i] = zero<Wide>();)
FORM(wide_passed_by_value, Wide, reads, take(p[i]);)
FORM(wide_returned, Wide, reads, Wide x = [](const Wide* q) { return *q; }(p + i);)
FORM(large_copied, Large, reads, Large x = p[i];)
FORM(large_from_call, Large, writes, p[i] = zero<Large>();)
FORM(large_passed_by_value, Large, reads, take(p[i]);)
FORM(large_cleared, Large, writes, p[i] = {};)
FORM(nested_copied, Nested, reads, Nested x = p[i];)
FORM(nested_from_list, Nested, writes, p[i] = {{1, 2}, {{3, 4, 5, 6, 7, 8}}};)
FORM_PART(nested_struct_read, Nested, rest, reads, Wide x = p[i].rest;)
FORM_PART(nested_member_write, Nested, first.b, writes, p[i].first.b = 3;)
FORM_PART(nested_element_write, Nested, rest.w[5], writes, p[i].rest.w[5] = 3;)
FORM_OF(base_copied, BaseOfDerived, __LINE__, reads, Pair x = p[i];)
FORM_OF(base_assigned, BaseOfDerived, __LINE__, writes, static_cast<Pair&>(p[i]) = Pair{1, 2};)
FORM_OF(derived_member_write, RestOfDerived, __LINE__, writes, p[i].c = 3;)
FORM(range_for_write, Wide, writes, for (int& n : p[i].w) n = 3;)
FORM(range_for_read, Wide, reads, for (int n : p[i].w) i += n;)
FORM(array_object_copied, SixInts, reads, auto x = p[i];)
FORM(array_object_from_list, SixInts, writes, p[i] = {1, 2, 3, 4, 5, 6};)
FORM_PART(row_element_write, Framed, rows[1][2], writes, p[i].rows[1][2] = 3;)

FORM_OF(constructor, AllocatedObject<Complex>, Complex::line_of_constructor, writes, new (p + i) Complex(1, 2);)
FORM(constructed_and_assigned, Complex, writes, p[i] = Complex(1, 2);)
FORM(operator_by_value, Complex, reads, Complex x = p[i] * p[i];)
FORM(operator_result, Complex, writes, Complex x(1, 2); p[i] = x * x;)
FORM_OF(member_function, RealPart, Complex::line_of_real, reads, if (p[i].real() > 3) __threadfence();)
FORM_OF(member_operator, ImaginaryPart, Complex::line_of_update, updates, p[i] += Complex(1, 2);)
FORM_OF(copy_constructor, AllocatedObject<Copied>, Copied::line_of_copy, reads, Copied x = p[i]; if (x.n > 3) __threadfence();)
FORM_OF(copied_as_argument, AllocatedObject<Argument>, Argument::line_of_copy, reads, if (number_in(p[i]) > 3) __threadfence();)
FORM_OF(assignment_operator, AllocatedObject<Copied>, Copied::line_of_assignment, writes, p[i] = 3;)
FORM(vtable_pointer_written, Square, writes, new (p + i) Square;)
FORM(virtual_call, Square, reads | has_value | is_private, if (i == 0) new (p) Square; static_cast<Shape*>(p + i)->corners();)

FORM_OF(bit_field_read, UpperHalf, __LINE__, reads, unsigned x = p[i].rest;)
FORM_OF(bit_field_write, UpperHalf, __LINE__, writes, p[i].rest = 3;)
FORM_OF(bit_field_of_half_a_byte, LowestByte, __LINE__, writes, p[i].low = 3;)
FORM(bit_fields_copied, BitFields, reads, BitFields x = p[i];)
FORM(union_read, Number, reads, float x = p[i].f; if (x > 3) __threadfence();)
FORM(union_write, Number, writes, p[i].i = 3;)
FORM(union_copied, Number, reads, Number x = p[i];)
FORM_PART(union_element_write, Block, f[3], writes, p[i].f[3] = 3;)
FORM(union_vector_read, Block, reads, int4 x = p[i].v;)
