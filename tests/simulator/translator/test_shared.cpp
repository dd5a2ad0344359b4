// __shared__ declarations in every form, and the scope in which they stand.
#include "catch.hpp"
#include "translated.hpp"

#include <string>

namespace {

/// What a declaration in a kernel becomes.
std::string in_kernel(const std::string& declaration) {
    const std::string before = "__global__ void k(int* p) { ";
    const std::string text = translated(before + declaration + " }");
    REQUIRE(text.substr(0, before.size()) == before);
    return text.substr(before.size(), text.size() - before.size() - 2);
}

std::string aligned(const std::string& n, const std::string& type) { return "::scanlab::sim::Aligned<" + n + ", " + type + ">"; }

} // namespace

TEST_CASE("each variable of a shared declaration gets its own type") {
    CHECK(in_kernel("__shared__ float x;") == "SCANLAB_SHARED(x, float);");
    CHECK(in_kernel("__shared__ float x[32][N + 1], y, *z, *w[4];") ==
          "SCANLAB_SHARED(x, float[32][N + 1]); SCANLAB_SHARED(y, float); SCANLAB_SHARED(z, float*); "
          "SCANLAB_SHARED(w, float*[4]);");
    CHECK(in_kernel("__shared__ int (*rows)[4];") == "SCANLAB_SHARED(rows, int(*)[4]);");
    CHECK(in_kernel("__shared__ void (*f[2])(int, int);") == "SCANLAB_SHARED(f, void(*[2])(int,int));");
}

TEST_CASE("shared types may have several words, templates and scopes") {
    const std::string type = GENERATE("unsigned long long", "const unsigned", "std::pair<int, std::pair<int, int>>", "::ns::T",
                                      "typename T::U", "typename T::template U<4>::V", "struct S", "decltype(f(1, 2))",
                                      "cub::BlockScan<int, (4 > 2)>::TempStorage", "volatile int", "A<1 << 4>", "A<sizeof(int)>");
    CHECK(in_kernel("__shared__ " + type + " x[4];") == "SCANLAB_SHARED(x, " + type + "[4]);");
    CHECK(in_kernel("static __shared__ " + type + " x;") == "SCANLAB_SHARED(x, " + type + ");");
}

TEST_CASE("__shared__ may stand anywhere among the specifiers") {
    CHECK(in_kernel("int __shared__ x[4];") == "SCANLAB_SHARED(x, int[4]);");
    CHECK(in_kernel("A<1, 2> __shared__ x[4];") == "SCANLAB_SHARED(x, A<1, 2>[4]);");
    CHECK(in_kernel("unsigned __shared__ int x;") == "SCANLAB_SHARED(x, unsigned int);");
    CHECK(in_kernel("volatile __shared__ T x;") == "SCANLAB_SHARED(x, volatile T);");
    CHECK(in_kernel("__device__ static __shared__ T x;") == "SCANLAB_SHARED(x, T);");
    CHECK(in_kernel("[[maybe_unused]] __shared__ T x;") == "SCANLAB_SHARED(x, T);");
    CHECK(in_kernel("if (n) __shared__ T x;") == "if (n) SCANLAB_SHARED(x, T);");
    CHECK(in_kernel("case 1: __shared__ T x;") == "case 1: SCANLAB_SHARED(x, T);");
    CHECK(in_kernel("f(); __shared__ T x;") == "f(); SCANLAB_SHARED(x, T);");
}

TEST_CASE("an extent that holds a comparison does not end the type") {
    CHECK(in_kernel("__shared__ int x[(4 > 2) ? 3 : 4];") == "SCANLAB_SHARED(x, int[((4 > 2) ? 3 : 4)]);");
    CHECK(in_kernel("__shared__ int x[a > b ? a : b][A<1, 2>::n];") == "SCANLAB_SHARED(x, int[(a > b ? a : b)][(A<1, 2>::n)]);");
}

TEST_CASE("dynamic shared memory is told apart from static") {
    CHECK(in_kernel("extern __shared__ float x[];") == "SCANLAB_DYNAMIC_SHARED(x, float);");
    CHECK(in_kernel("extern __shared__ int x;") == "SCANLAB_SHARED(x, int);"); // as under nvcc
    CHECK(in_kernel("extern volatile __shared__ T x[];") == "SCANLAB_DYNAMIC_SHARED(x, volatile T);");
    CHECK(in_kernel("__shared__ extern float x[][32];") == "SCANLAB_DYNAMIC_SHARED(x, float[32]);");
    CHECK(in_kernel("extern __shared__ float a[], b[];") == "SCANLAB_DYNAMIC_SHARED(a, float); SCANLAB_DYNAMIC_SHARED(b, float);");
}

TEST_CASE("an alignment asked for is kept") {
    CHECK(in_kernel("__shared__ __align__(16) int x[4];") == "SCANLAB_SHARED(x, " + aligned("16", "int[4]") + ");");
    CHECK(in_kernel("alignas(2 * N) __shared__ int x;") == "SCANLAB_SHARED(x, " + aligned("2 * N", "int") + ");");
    CHECK(in_kernel("__shared__ int __align__(8) x;") == "SCANLAB_SHARED(x, " + aligned("8", "int") + ");");
    CHECK(in_kernel("__shared__ alignas(double) char x[8];") == "SCANLAB_SHARED(x, " + aligned("alignof(double)", "char[8]") + ");");
    CHECK(in_kernel("__shared__ alignas(float4) char x[8];") == "SCANLAB_SHARED(x, " + aligned("alignof(float4)", "char[8]") + ");");
    CHECK(in_kernel("alignas(Big) __shared__ char x[8];") ==
          "SCANLAB_SHARED(x, " + aligned("::scanlab::sim::alignment_of<Big>()", "char[8]") + ");");
    CHECK(in_kernel("extern __shared__ __attribute__((aligned(16))) char x[];") ==
          "SCANLAB_DYNAMIC_SHARED(x, " + aligned("16", "char") + ");");
}

TEST_CASE("a type defined in the shared declaration is kept, and named if it has no name") {
    CHECK(in_kernel("__shared__ struct S { int a, b; } x[2], y;") ==
          "struct S { int a, b; }; SCANLAB_SHARED(x, S[2]); SCANLAB_SHARED(y, S);");
    CHECK(in_kernel("__shared__ union { int a; float b; } x;") ==
          "union scanlab_shared_type_1 { int a; float b; }; SCANLAB_SHARED(x, scanlab_shared_type_1);");
    CHECK(in_kernel("__shared__ volatile struct __align__(8) : B { int a; } x;") ==
          "struct __align__(8) scanlab_shared_type_1 : B { int a; }; SCANLAB_SHARED(x, volatile "
          "scanlab_shared_type_1);");
}

TEST_CASE("a shared declaration in a macro works") {
    CHECK(translated("#define BUFFER(T, n) __shared__ T buf##n[n]\n") == "#define BUFFER(T, n) SCANLAB_SHARED(buf##n, T[n])\n");
    CHECK(translated("#define BUFFER(T) __shared__ T a; \\\n  __shared__ T b;\n") ==
          "#define BUFFER(T) SCANLAB_SHARED(a, T); \\\n  SCANLAB_SHARED(b, T);\n");
}

TEST_CASE("a macro that stands for __shared__ declares shared memory") {
    CHECK(translated("#define SHARED static __shared__\nvoid k() { SHARED int x; }") ==
          "#define SHARED static __shared__\nvoid k() { SCANLAB_SHARED(x, int); }");
    CHECK(translated("#define DYNAMIC extern __shared__\nvoid k() { DYNAMIC int x[]; }") ==
          "#define DYNAMIC extern __shared__\nvoid k() { SCANLAB_DYNAMIC_SHARED(x, int); }");
}

TEST_CASE("a shared variable at file scope is told apart from one in a function") {
    const std::string file_scope =
        GENERATE("", "namespace a::b { ", "extern \"C\" { ", "extern \"C\" { namespace { ", "void f() {} ", "struct S { void f() {} }; ",
                 "enum class E : int { a = 1, b }; ", "int a[2] = {1, 2}; ", "auto f = [](int x) { return x; }; ",
                 "#ifdef A\nvoid f(int) {\n#else\nvoid f() {\n#endif\n}\n", "#define OPEN {\n",
                 "template <class T = void (*)()> struct S { int operator()() const { if (a < b) {} "
                 "return 0; } }; ");
    CHECK(translated(file_scope + "__shared__ int x[4];") == file_scope + "SCANLAB_FILE_SHARED(x, int[4]);");
    CHECK(translated(file_scope + "extern __shared__ int x[];") == file_scope + "SCANLAB_FILE_DYNAMIC_SHARED(x, int);");
}

TEST_CASE("a shared variable in any kind of function is a function's") {
    const std::string function =
        GENERATE("__global__ void k(int n) { ", "extern \"C\" __global__ void k() { ", "namespace a { void k() { ",
                 "struct S { __device__ void f() const { ", "template <int N, bool B = (N > 2)> void k() { ", "struct S f() { ",
                 "__global__ __align__(16) void k() { ", "void k() { for (int i = 0; i < 2; ++i) { ", "void k() { do { ",
                 "void k() { auto f = [&] { ", "void k() { struct S { int f() { ", "struct S : T<sizeof(int)> { S() : a{1}, b{2} { ",
                 "void k() try { ", "void k() { switch (x) { case 1: { ", "void k() { struct P { int a; }; ");
    CHECK(translated(function + "__shared__ int x;") == function + "SCANLAB_SHARED(x, int);");
}
