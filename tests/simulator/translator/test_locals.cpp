// Exposed locals: every variable of a kernel's own, and nothing else, becomes visible to the simulator.
#include "catch.hpp"
#include "translated.hpp"

#include <string>

namespace {

std::string exposed(const std::string& source) { return translated(source, Locals::exposed); }

/// What the statements of a kernel with the parameters `int* p, int n` become.
std::string exposed_in_kernel(const std::string& statements) {
    const std::string text = exposed("__global__ void k(int* p, int n) {" + statements + "}");
    const std::string before = "__global__ void k(int* p, int n) { SCANLAB_EXPOSE(n);";
    REQUIRE(text.substr(0, before.size()) == before);
    return text.substr(before.size(), text.size() - before.size() - 1);
}

} // namespace

TEST_CASE("variables are exposed after their declaration") {
    CHECK(exposed_in_kernel("int a;") == "int a; SCANLAB_EXPOSE(a);");
    CHECK(exposed_in_kernel("unsigned long long a = p[0];") == "unsigned long long a = p[0]; SCANLAB_EXPOSE(a);");
    CHECK(exposed_in_kernel("float a[4], b = 1, c{2};") ==
          "float a[4], b = 1, c{2}; SCANLAB_EXPOSE(a); SCANLAB_EXPOSE(b); SCANLAB_EXPOSE(c);");
    CHECK(exposed_in_kernel("ns::Tile<4, B> tile;") == "ns::Tile<4, B> tile; SCANLAB_EXPOSE(tile);");
    CHECK(exposed_in_kernel("if (n) { int a = f<A, B>(n); }") == "if (n) { int a = f<A, B>(n); SCANLAB_EXPOSE(a); }");
}

TEST_CASE("a constant that varies loses its const, since the compiler does not report constants") {
    CHECK(exposed_in_kernel("const int a = n;") == " int a = n; SCANLAB_EXPOSE(a);");
    CHECK(exposed_in_kernel("const int a = f(threadIdx.x);") == " int a = f(threadIdx.x); SCANLAB_EXPOSE(a);");
    CHECK(exposed_in_kernel("int a; const int b = a;") == "int a; SCANLAB_EXPOSE(a);  int b = a; SCANLAB_EXPOSE(b);");
    CHECK(exposed("__device__ int f(const int a) { return a; }") == "__device__ int f( int a) { SCANLAB_EXPOSE(a); return a; }");
}

TEST_CASE("a constant that may be the bound of an array stays one") {
    CHECK(exposed_in_kernel("const int W = 4; int a[W];") == "const int W = 4; SCANLAB_EXPOSE(W); int a[W]; SCANLAB_EXPOSE(a);");
}

TEST_CASE("what declares no variable of the thread's own stays as it is") {
    for (const char* statement :
         {"return;", "n = 2;", "f(n);", "using T = int;", "constexpr int W = 4;", "int& r = p[0];", "static_assert(W > 2);", "n * n;",
          "a.b = 1;", "for (int i = 0; i < n; ++i) p[i] = 0;", "struct S { int a; };", "else_(n);", "p[0] = n < 2 ? 1 : 0;", "goto done;"})
        CHECK(exposed_in_kernel(statement) == statement);
}

TEST_CASE("parameters are exposed if they are values") {
    CHECK(exposed("__device__ int f(int a, const int* p, int& r, int4 v = {}, float) { }") ==
          "__device__ int f(int a, const int* p, int& r, int4 v = {}, float) { SCANLAB_EXPOSE(a); "
          "SCANLAB_EXPOSE(v); }");
    CHECK(exposed("template <int B> __global__ void __launch_bounds__(B) k(Pair<int, int> a) {}") ==
          "template <int B> __global__ void __launch_bounds__(B) k(Pair<int, int> a) { "
          "SCANLAB_EXPOSE(a); SCANLAB_LAUNCH_BOUNDS((B), k<B>)}");
}

TEST_CASE("host code, declarations and variables of the device stay as they are") {
    for (const char* source :
         {"void f(int n) { int a = n; }", "__device__ int f(int a);", "__device__ int table[2] = {1, 2};", "__constant__ int c;"})
        CHECK(exposed(source) == source);
}
