// Inline PTX: what becomes C++, what stays, and what is refused.
#include "catch.hpp"
#include "translated.hpp"

#include <algorithm>
#include <string>

namespace {

/// What the compiler says of the translation, if it comes to it, after its line.
std::string error_of(const std::string& source) {
    const std::string text = translated(source), before = "_Pragma(\"GCC error \\\"", after = "\\\"\")";
    const std::size_t begin = text.find(before);
    REQUIRE(begin != std::string::npos);
    const std::size_t message = begin + before.size();
    return std::to_string(1 + std::count(text.data(), text.data() + begin, '\n')) + ": " + text.substr(message, text.find(after) - message);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE("a PTX instruction becomes a call between its operands") {
    CHECK(translated("asm(\"add.s32 %0, %1, 4;\" : \"=r\"(sum) : \"r\"(a + 1));") ==
          "do { ::scanlab::sim::ptx::Register scanlab_0; ::scanlab::sim::ptx::Register scanlab_1(a + 1); "
          "scanlab_0 = ::scanlab::sim::ptx::add<::scanlab::sim::ptx::s32>(scanlab_1, "
          "::scanlab::sim::ptx::Register(4)); "
          "::scanlab::sim::ptx::give(sum, scanlab_0); } while (false);");
}

TEST_CASE("lists of registers have the lengths that the shape of a matrix asks for") {
    CHECK(has(translated("asm(\"ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2+16];\" : \"=r\"(a), \"=r\"(b) : \"r\"(p));"),
              "load_matrices<true>(::scanlab::sim::ptx::shared_address(scanlab_2, +16), scanlab_0, scanlab_1)"));
    CHECK(has(translated("asm(\"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};\""
                         " : \"+d\"(a), \"+d\"(b) : \"d\"(x), \"d\"(y));"),
              "multiply_matrices<8, false, "));
    for (const char* refused :
         {"ldmatrix.sync.aligned.m8n8.x2.b16 {%0}, [%1]", "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0}, {%0}, {%0}, {%0}",
          "mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0}, {%0}, {%0}, {%0}"})
        CHECK(has(error_of("asm(\"" + std::string(refused) + ";\" : \"=r\"(a) : \"r\"(p));"), "does not have the PTX instruction"));
}

TEST_CASE("every form of an operand is understood") {
    const std::string text = translated("asm volatile(\"{ .reg .pred p; .reg .b32 r<2>; \"\n"
                                        "  \"setp.lt.s32 p, %1, -1; @!p mov.b32 r1, %%laneid; // lane\\n\"\n"
                                        "  \"ld.global.v2.u32 {%0, _}, [%2+8]; }\" : \"=r\"(x) : \"r\"(n), \"l\"(p));");
    CHECK(has(text, "scanlab_r_p = ::scanlab::sim::ptx::setp_lt<::scanlab::sim::ptx::s32>(scanlab_1, "));
    CHECK(has(text, "if (!scanlab_r_p) scanlab_r_r1 = "));
    CHECK(has(text, "Register(::scanlab::sim::lane())"));
    CHECK(has(text, "load_vector<::scanlab::sim::ptx::u32>(::scanlab::sim::ptx::address(scanlab_2, "
                    "+8), scanlab_0, "));
    CHECK(std::count(text.begin(), text.end(), '\n') == 2);
}

TEST_CASE("an instruction is known by its words and by how many operands it has") {
    CHECK(has(translated("asm(\"bar.sync 0;\");"), "__syncthreads()"));
    CHECK(has(translated("asm(\"barrier.sync.aligned 1;\");"), "named_barrier(::scanlab::sim::ptx::Register(1), 0)"));
    CHECK(has(translated("asm(\"bar.cta.sync 1, 64;\");"),
              "named_barrier(::scanlab::sim::ptx::Register(1), ::scanlab::sim::ptx::Register(64))"));
    CHECK(has(translated("asm(\"mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %0, [%1+8], 1;\" : "
                         "\"=r\"(a) : \"r\"(b));"),
              "scanlab_0 = ::scanlab::sim::mbarrier_wait(::scanlab::sim::ptx::shared_address(scanlab_1, "
              "+8), true, true, "));
    CHECK(has(error_of("asm(\"bar.red.and.pred p, 1, q;\");"), "'bar.red.and.pred"));
    CHECK(has(error_of("asm(\"vadd4.u32.u32.u32.sat %0, 1, 2, 3;\" : \"=r\"(a));"), "'vadd4.u32.u32.u32.sat'"));
}

TEST_CASE("labels are the statement's own") {
    CHECK(has(translated("asm(\"AGAIN: @%0 bra AGAIN;\" : \"+r\"(p));"),
              "[&]() SCANLAB_CALLED_HERE { scanlab_AGAIN:; if (scanlab_0) goto scanlab_AGAIN; }();"));
}

TEST_CASE("the host's assembly language is left alone") {
    for (const std::string text : {"asm volatile(\"rdtsc\" : \"=A\"(t));", "asm volatile(\"\" ::: \"memory\");", "asm(\".symver a, b@c\");",
                                   "asm volatile(\"pause; nop\");", "int asm_(\"add.s32\");"})
        CHECK(translated(text) == text);
}

TEST_CASE("what the simulator lacks is named, with its line") {
    CHECK(error_of("asm(\"add.s32 %0, 1, 2;\\n\"\n\"wgmma.fence.sync.aligned;\" : \"=r\"(x));") ==
          "2: the simulator does not have the PTX instruction 'wgmma.fence.sync.aligned': say it in "
          "CUDA C++, or run this "
          "program on a GPU");
    CHECK(has(error_of("asm(\"add.sat.s32 %0, 1, 2;\" : \"=r\"(x));"), "'add.sat.s32'"));
    CHECK(has(error_of("asm(\"add.s32 %[sum], 1, 2;\" : [sum] \"=r\"(x));"), "no names for operands, such as '%[sum]'"));
    CHECK(has(error_of("asm(\"mov.u32 %0, %%pm0;\" : \"=r\"(x));"), "'%%pm0'"));
    CHECK(has(error_of("asm(\"mov.u32 %0, %%\" REGISTER \";\" : \"=r\"(x));"), "from macros"));
}

TEST_CASE("a qualifier right after a literal is none of its suffixes") {
    CHECK(translated("extern \"C\"__global__ void k();") == "extern \"C\" __global__ void k();");
}
