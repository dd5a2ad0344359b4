// What becomes of a shuffle's result, as the source says.
#include "catch.hpp"
#include "findings/result_use.hpp"

#include <cstdio>
#include <fstream>
#include <string>
#include <unistd.h>

namespace {

using scanlab::sim::ResultUse;

/// Of the shuffle in a function's first line. Each body has a file of its own: one is read only once, and test cases may
/// run side by side.
ResultUse use_in(const std::string& body) {
    static int files = 0;
    const std::string path = "result_use_test." + std::to_string(getpid()) + "." + std::to_string(++files) + ".cu";
    std::ofstream(path) << "__device__ int f(int x) {\n" << body << "\n}\nint y = 0; int z = y + 1;\n";
    const ResultUse use = scanlab::sim::use_of_result(path, 2, "shfl");
    std::remove(path.c_str());
    return use;
}

} // namespace

TEST_CASE("a result that is looked at under a condition only is guarded") {
    const std::string body = GENERATE("int y = __shfl_up_sync(m, x, d);\nif (lane >= d) x += y;",
                                      "const int y = __shfl_up_sync(m, x, d); // comes from y below\nif (lane >= d) {\n  f();\n  x = "
                                      "x + y;\n}",
                                      "y = __shfl_up_sync(m, x, d);\nx = lane >= d ? x + y : x;",
                                      "for (int d = 1; d < 32; d *= 2) { int y = __shfl_up_sync(m, x, d); if (lane >= d) x += y; }",
                                      "float y = __shfl_up_sync(m, x, d);\nif (lane < d) continue;\nx += y;",
                                      "int y = __shfl_up_sync(m, x, d);\nif (lane < d) y = 0;\nx += y;", "int y = __shfl_up_sync(m, x, d);",
                                      "int y = __shfl_up_sync(m, x, d);\ny = 0;\nx += y;");
    CHECK(use_in(body) == ResultUse::guarded);
}

TEST_CASE("a result in an expression, or in a variable that is used whatever happens, is used") {
    const std::string body =
        GENERATE("x += __shfl_up_sync(m, x, d);", "int y = x + __shfl_up_sync(m, x, d);\nif (lane >= d) x += y;",
                 "int y = __shfl_up_sync(m, x, d);\nx += y;", "int y = __shfl_up_sync(m, x, d);\nif (y > 0) x += 1;",
                 "int y = __shfl_up_sync(m, x, d);\nif (lane == 0) x = 1;\nx += y;", "if (lane >= d) x += __shfl_up_sync(m, x, d);",
                 "return x + __shfl_up_sync(m, x, d);", "int y = __shfl_up_sync(m, x, d);\nif (lane > d) { x = 1; }\nx += y;");
    CHECK(use_in(body) == ResultUse::used);
}

TEST_CASE("a result that is returned is the caller's") {
    CHECK(use_in("return __shfl_up_sync(m, x, d);") == ResultUse::returned);
    CHECK(use_in("T y = __shfl_up_sync(m, x, d);\nreturn y;") == ResultUse::returned);
    CHECK(scanlab::sim::use_of_result("/no/such/file.cu", 1, "shfl") == ResultUse::used);
}
