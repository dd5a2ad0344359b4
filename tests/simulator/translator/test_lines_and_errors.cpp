// Line numbers survive a translation; what cannot be translated gets one clear error at its place.
#include "catch.hpp"
#include "compile/translator/translator.hpp"

#include <string>
#include <vector>

namespace {

using scanlab::translate::translate;

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> result(1);
    for (const char c : text) {
        if (c == '\n') {
            result.emplace_back();
        } else {
            result.back() += c;
        }
    }
    return result;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE("a construct of many lines leaves every other line where it was") {
    const auto result = translate("void f() {\n" // 1
                                  "  ns::k<1,\n"
                                  "        2>   // which kernel\n"
                                  "      <<<\n"
                                  "      grid, // how many\n" // 5
                                  "      block\n"
                                  "      >>>\n"
                                  "      (\n"
                                  "      x,\n"
                                  "      y);\n" // 10
                                  "  __shared__ float a[4],\n"
                                  "      b[2 *\n"
                                  "        3]; AFTER\n"
                                  "  __shared__\n"
                                  "  struct\n" // 15
                                  "  {\n"
                                  "    int field;\n"
                                  "  }\n"
                                  "  s; END\n"
                                  "}\n",
                                  "a.cu");
    REQUIRE(result.errors.empty());
    const auto line = lines(result.text);
    REQUIRE(line.size() == 21);
    CHECK(contains(line[4], "grid, // how many"));
    CHECK(contains(line[8], "x,"));
    CHECK(contains(line[10], "SCANLAB_SHARED(a, float[4]);"));
    CHECK(contains(line[11], "SCANLAB_SHARED(b, float[2 * 3])"));
    CHECK(contains(line[12], "; AFTER"));
    CHECK(contains(line[16], "int field;"));
    CHECK(contains(line[18], "SCANLAB_SHARED(s, scanlab_shared_type_15); END"));
}

TEST_CASE("a macro of many lines stays one macro") {
    const auto result = translate("#define L(k) \\\n"
                                  "  k /* a\n comment */ \\\n"
                                  "    <<<1, \\\n"
                                  "       2>>> \\\n"
                                  "    (x); AFTER\n"
                                  "END\n",
                                  "a.cu");
    REQUIRE(result.errors.empty());
    const auto line = lines(result.text);
    REQUIRE(line.size() == 8);
    for (int i = 0; i < 5; ++i) CHECK(line[i].back() == '\\');
    CHECK(contains(line[5], "x); AFTER"));
}

TEST_CASE("Windows line ends and a missing last line end are fine") {
    const auto result = translate("#define A \\\r\n  k<<<1, \\\r\n 2>>>(x)\r\n// k<<<\r\nvoid f() {\r\n__shared__ int x,\r\ny; }", "a.cu");
    REQUIRE(result.errors.empty());
    const auto line = lines(result.text);
    REQUIRE(line.size() == 7);
    CHECK(contains(line[5], "SCANLAB_SHARED(x, int);"));
    CHECK(contains(line[6], "SCANLAB_SHARED(y, int); }"));
}

TEST_CASE("every mistake is reported at its line and column, in words") {
    struct Case {
        std::string source, message;
        int line, column;
    };
    const auto [source, message, line, column] = GENERATE(values<Case>({
        {"\nk<<<1, 2;\n", "no '>>>'", 2, 2},
        {"f(); k<<<1, 2", "no '>>>'", 1, 7},
        {"{ k<<<1, 2 }", "no '>>>'", 1, 4},
        {"k<<<1, 2>>>;", "expected '('", 1, 9},
        {"k<<<1, 2>>>(a", "no closing ')'", 1, 12},
        {"k<<<>>>();", "two to four", 1, 2},
        {"k<<<1>>>();", "two to four", 1, 2},
        {"k<<<1, 2, 3, 4, 5>>>();", "two to four", 1, 2},
        {"= <<<1, 2>>>();", "name of a kernel", 1, 3},
        {"#define ARGS(g, b) <<<g, b>>>\n", "name of a kernel", 1, 20},
        {"__shared__ int x = 3;", "initializer not allowed", 1, 16},
        {"void k() { __shared__ int a, b[2] = {1, 2}; }", "initializer not allowed for __shared__ variable 'b'", 1, 30},
        {"__shared__ int x{};", "initializer not allowed", 1, 16},
        {"__shared__ int x(3);", "initializer not allowed", 1, 16},
        {"__shared__ int& x;", "reference", 1, 15},
        {"__shared__ auto x = 3;", "'auto'", 1, 1},
        {"__shared__ x[3];", "no type", 1, 1},
        {"__shared__ ;", "no type", 1, 1},
        {"__shared__", "no type", 1, 1},
        {"__shared__ int", "expected the name", 1, 15},
        {"__shared__ int x", "expected ';'", 1, 17},
        {"__shared__ int x[3", "expected ';'", 1, 19},
        {"__shared__ int x[];", "needs an extent", 1, 16},
        {"void f(__shared__ int* x);", "parameter", 1, 24},
        {"struct S {\n  static __shared__ int x; };", "member", 2, 10},
    }));
    CAPTURE(source);
    const auto result = translate(source, "a.cu");
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].file == "a.cu");
    CHECK(contains(result.errors[0].message, message));
    CHECK(result.errors[0].line == line);
    CHECK(result.errors[0].column == column);
}

TEST_CASE("all mistakes of a file are reported, not only the first") {
    CHECK(translate("k<<<1>>>();\n__shared__ int& x;\nk<<<1, 2>>>;", "a.cu").errors.size() == 3);
}

TEST_CASE("a damaged file gives errors or text, never a crash") {
    const std::string source = "#define L(k, ...) k##1<<<1, \\\n 2>>>(__VA_ARGS__)\nnamespace n { template <int N> void k() "
                               "{\n"
                               "  extern __shared__ __align__(16) float x[][4]; __shared__ union { int a; } u, *p[(N > 2)];\n"
                               "  a::k<N, f<int>><<<dim3{1, 2}, 'x', R\"(a)\", s>>>(NULL, [] {}); /* c */ } }\n#if "
                               "1\n#endif\n";
    for (std::size_t begin = 0; begin < source.size(); ++begin) {
        translate(source.substr(begin), "a.cu");
        translate(source.substr(0, begin), "a.cu");
        for (const std::size_t length : {1, 2, 7}) {
            translate(std::string(source).erase(begin, length), "a.cu");
        }
    }
    SUCCEED();
}
