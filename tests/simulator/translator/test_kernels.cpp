// Definitions of kernels: references among their parameters, launch bounds, and the architecture that
// is asked for.
#include "catch.hpp"
#include "translated.hpp"

#include <algorithm>
#include <string>

namespace {

using scanlab::translate::translate;

std::string bounded(const std::string& head, const std::string& arguments) { return head + "{ SCANLAB_LAUNCH_BOUNDS(" + arguments + ") }"; }

std::string on_both_sides(const std::string& device, int line, const std::string& host) {
    return "{ if (::scanlab::sim::on_device()) {" + device + "} else {\n#line " + std::to_string(line) + "\n" + host + "}}";
}

} // namespace

TEST_CASE("a kernel with a reference among its parameters gets what stands at the launch, not a copy") {
    for (const std::string parameters : {"(int* a, int& b)", "(Pair<int, int>& b)", "(T&& b)"})
        CHECK(translated("__global__ void k" + parameters + " {}\ntemplate <class T> void f() { k<<<1, 1>>>(x); g<<<1, 1>>>(x); }")
                  .find("{ ::scanlab::sim::launch_by_reference(\"k\"") != std::string::npos);
}

TEST_CASE("a reference among the parameters of a kernel's template is refused where it stands") {
    const std::string kernel = "template <class T> __global__ void k(T* a, T& b) {}";
    const auto result = translate("\n" + kernel, "a.cu");
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].line == 2);
    CHECK(result.errors[0].column == static_cast<int>(kernel.find('&')) + 1);
    CHECK(result.errors[0].message.find("cannot be a reference") != std::string::npos);
}

TEST_CASE("what only looks like a reference among a kernel's parameters is none") {
    const std::string kernel = GENERATE("__global__ void k(int a = 3 & 1, T b = f<A && B>(&x)) {}", "__global__ void k(Op<int&> o) {}",
                                        "__global__ void k(void (*f)(int&)) {}", "__device__ void d(int& a) {}",
                                        "template <class T = int&> __global__ void k(int* a) { f(a & 1); }");
    CHECK(translate(kernel, "a.cu").errors.empty());
    CHECK(translated(kernel + " void f() { k<<<1, 1>>>(x); }").find("by_reference") == std::string::npos);
}

TEST_CASE("a kernel makes its launch bounds known, with its own template arguments") {
    for (const std::string head : {"__global__ void __launch_bounds__(256, 2) k(int* a) ", "__launch_bounds__(256, 2) __global__ void k() ",
                                   "namespace n { static __global__ __launch_bounds__(256, 2) void k(int) "})
        CHECK(translated(head + "{ }") == bounded(head, "(256, 2), k"));
    const std::string templated = "template <int B = 2 * (3 > 2), class T, typename... Ts> __global__ "
                                  "void __launch_bounds__(B) k(T, Ts...) ";
    CHECK(translated(templated + "{ }") == bounded(templated, "(B), k<B, T, Ts...>"));
    for (const std::string as_it_is :
         {"__global__ void __launch_bounds__(B) k();", "template <int> __global__ void __launch_bounds__(64) k() { }"})
        CHECK(translated(as_it_is) == as_it_is);
}

TEST_CASE("in functions of the device the architecture is known") {
    CHECK(translated("__device__ void f() {\n#ifdef __CUDA_ARCH__\n#endif\n}") == "__device__ void f() {\n#if 1\n#endif\n}");
    CHECK(translated("__global__ void f() {\n#  ifndef __CUDA_ARCH__ // no\n#endif\n}") ==
          "__global__ void f() {\n#  if 0 // no\n#endif\n}");
    CHECK(translated("#define D __device__\nD int f() {\n#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ > 7\n#elif "
                     "!defined __CUDA_ARCH__\n#endif\nreturn __CUDA_ARCH__; }") ==
          "#define D __device__\nD int f() {\n#if 1 && 900 > 7\n#elif !1\n#endif\nreturn 900; }");
    CHECK(translated("auto f = [] __device__ (int) {\n#ifdef __CUDA_ARCH__\n#endif\n};") ==
          "auto f = []  (int) __device__  {\n#if 1\n#endif\n};");
}

TEST_CASE("a function for host and device is there twice if it asks for the architecture") {
    const std::string body = "\n#ifdef __CUDA_ARCH__\na;\n#else\nb;\n#endif\n";
    const std::string decided = "\n#if 1\na;\n#else\nb;\n#endif\n";
    for (const std::string head :
         {"__host__ __device__ int f() ", "inline __device__ __host__ int f(int) const ", "#define HD __host__ __device__\nHD void f() ",
          "#define D __device__\n#define HD __host__ D\nstruct S { HD void f() "}) {
        const int line = static_cast<int>(std::count(head.begin(), head.end(), '\n')) + 1;
        CHECK(translated(head + "{" + body + "}") == head + on_both_sides(decided, line, body));
    }
    const std::string without = "__host__ __device__ int f() { return 1; }";
    CHECK(translated(without) == without);
}

TEST_CASE("elsewhere the architecture is a number, and not defined") {
    CHECK(translated("#if __CUDA_ARCH__ >= 600\n#endif\n") == "#if 900 >= 600\n#endif\n");
    CHECK(translated("#define PTX (__CUDA_ARCH__ / 10)\n") == "#define PTX (900 / 10)\n");
    for (const std::string as_it_is : {"#ifdef __CUDA_ARCH__\n#endif\n", "#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600\n#endif\n",
                                       "void host() {\n#ifdef __CUDA_ARCH__\n#endif\n}"})
        CHECK(translated(as_it_is) == as_it_is);
}

TEST_CASE("errors after a function that is there twice name the source's lines") {
    const auto result = translate("__host__ __device__ int f() {\n#ifdef __CUDA_ARCH__\n#endif\n}\n"
                                  "\n__global__ void k() { __shared__ int& a; }\n",
                                  "a.cu");
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].line == 6);
}

TEST_CASE("what a kernel's parameters are is written down where it is cast to a pointer to void") {
    const std::string before = "void f() { cudaLaunchKernel(", after = ", 1, 1, a); }";
    const auto expect = [&](const std::string& cast, const std::string& operand) {
        CHECK(translated(before + cast + operand + after) == before + cast + "::scanlab::sim::known_kernel(" + operand + ")" + after);
    };
    expect("(void*)", "kernel");
    expect("(const void *)", "&space::kernel<int, (3 > 2)>");
    CHECK(translated(before + "reinterpret_cast<void*>(k)" + after) ==
          before + "reinterpret_cast<void*>(::scanlab::sim::known_kernel(k))" + after);
    for (const std::string other : {"(void*)(a + 1)", "(void*)a[3]", "(void*)a->b", "(void**)k", "(void)k"})
        CHECK(translated(before + other + after) == before + other + after);
    const std::string without_launch = "void* p = (void*)kernel;";
    CHECK(translated(without_launch) == without_launch);
}

TEST_CASE("a texture reference is a type of the simulator's") {
    CHECK(translated("static texture<float, 2> t;") == "static ::scanlab::sim::TextureReference<float, 2> t;");
    CHECK(translated("int i; texture<float> t;") == "int i; static ::scanlab::sim::TextureReference<float> t;");
    CHECK(translated("void bind(texture<float>& t);") == "void bind(::scanlab::sim::TextureReference<float>& t);");
    const std::string other = "int texture; bool f(int n) { return texture < n; }";
    CHECK(translated(other) == other);
}
