// Every access gets its hook, and what has none is told.
#include "catch.hpp"
#include "compile/hooks/whole_program.hpp"
#include "compile/instrument.hpp"
#include "scanlab_sim/hooks.hpp"

#include <string>

using namespace scanlab::instrument;
namespace hooks = scanlab::hooks;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string function(const std::string& body, const std::string& attributes = "#0") {
    return "%big = type { [10 x i32] }\n%struct.bits = type { i32 }\n%pair = type { i64, i64 "
           "}\n@threadIdx = external global i32\n@words = global [4 x i32] zeroinitializer\n@short = "
           "global i16 0\n"
           "define void @f(i32* %p, %big* %b, %struct.bits* %s, i8* %c, i64 %n) " +
           attributes + " {\n" + body +
           "  ret void\n}\n"
           "attributes #0 = { nounwind }\nattributes #1 = { disable_sanitizer_instrumentation nounwind "
           "}\n";
}

/// The body with its hooks, and without what is declared after it.
std::string hooked(const std::string& body) {
    const std::string text = instrumented(function(body));
    const std::size_t begin = text.find("{\n", text.find("define void @f")) + 2;
    return text.substr(begin, text.find("  ret void", begin) - begin);
}

/// An argument of a hook, and what comes after it.
template <class Number>
std::string number(Number value, const std::string& after = ")") {
    return "i32 " + std::to_string(static_cast<unsigned>(value)) + after;
}

} // namespace

TEST_CASE("a load and a store go where their hooks say") {
    CHECK(hooked("  %1 = load i32, i32* %p, align 4, !dbg !5\n") ==
          "  %scanlab.1 = bitcast i32* %p to i8*, !dbg !5\n"
          "  %scanlab.2 = call i8* @__scanlab_read4(i8* %scanlab.1, i8* null), !dbg !5\n"
          "  %scanlab.3 = bitcast i8* %scanlab.2 to i32*, !dbg !5\n"
          "  %1 = load i32, i32* %scanlab.3, align 4, !dbg !5\n");
    CHECK(hooked("  store i8 1, i8* %c, align 1\n") ==
          "  %scanlab.1 = call i8* @__scanlab_write1(i8* %c, i8* null)\n  store i8 1, i8* %scanlab.1, align 1\n");
}

TEST_CASE("what only the host runs calls a hook only where an access may matter") {
    const HostsFunctions hosts{"@f"};
    const std::string text = instrumented(function("  %1 = load i32, i32* %p, align 4\n"), {}, {}, &hosts);
    CHECK_THAT(text, ContainsSubstring("%scanlab.2 = call i8* @scanlab.host.0(i8* %scanlab.1, i8* null)\n") &&
                         ContainsSubstring("%address, %host\n  br i1 %is_other, label %look, label %value\n") &&
                         ContainsSubstring("br i1 %is_unset, label %look, label %end\nlook:\n  %found = call i8* "
                                           "@__scanlab_read4(i8* %pointer, i8* %argument0) cold\n") &&
                         ContainsSubstring("\nattributes #9000020 = { nomerge null_pointer_is_valid ") &&
                         !ContainsSubstring("noduplicate"));
    CHECK_NOTHROW(check_complete(text));
}

TEST_CASE("what a device may run is optimised, but its calls neither merged nor doubled") {
    const HostsFunctions none;
    const std::string text =
        instrumented(function("  %1 = load i32, i32* %p, align 4, !dbg !5\n  call void @g() #0, !dbg !6\n"), {}, {}, &none);
    CHECK_THAT(text, ContainsSubstring(" #9000020 ") && ContainsSubstring("\nattributes #9000020 = { nomerge null_pointer_is_valid ") &&
                         ContainsSubstring("@__scanlab_read4(i8* %scanlab.1, i8* null) noduplicate, !dbg !5\n") &&
                         ContainsSubstring("  call void @g() noduplicate #0, !dbg !6\n") && !ContainsSubstring("@scanlab.host."));
    CHECK_NOTHROW(check_complete(text));
}

TEST_CASE("a function becomes a part of others only if it calls nothing, no hook either") {
    const HostsFunctions none;
    CHECK_THAT(instrumented(function("  %1 = call float @llvm.fabs.f32(float 1.0)\n"), {}, {}, &none),
               ContainsSubstring(" #9000010 ") && !ContainsSubstring("noduplicate") && !ContainsSubstring(" noinline"));
    CHECK_THAT(instrumented(function("  store i8 1, i8* %c, align 1\n"), {}, {}, &none),
               ContainsSubstring(" #9000020 ") && ContainsSubstring(" noinline"));
}

TEST_CASE("a variable whose address goes elsewhere has its gap below it, wherever it lies") {
    const std::string text = hooked("  %1 = alloca i32, align 4\n  call void @g(i32* %1)\n");
    CHECK_THAT(text, ContainsSubstring("  %scanlab.room.1 = alloca { [32 x i8], i32 }, align 4\n"
                                       "  %1 = getelementptr inbounds { [32 x i8], i32 }, { [32 x i8], i32 }* "
                                       "%scanlab.room.1, i32 0, i32 1\n") &&
                         ContainsSubstring("call void @__scanlab_local("));
}

TEST_CASE("what was never set may be moved and added to, and is looked at where it counts") {
    const std::string variables = "  %1 = alloca float, align 4\n  %2 = alloca float, align 4\n  %q = bitcast i32* "
                                  "%p to float*\n",
                      moved = "  %3 = load float, float* %1, align 4\n  %4 = fadd float %3, 1.0\n  store float %4, "
                              "float* %2, align 4\n",
                      stored = "  %5 = load float, float* %2, align 4\n  store float %5, float* %q, align 4\n",
                      compared = "  %5 = load float, float* %2, align 4\n  %6 = fcmp olt float %5, 0.0\n  br i1 %6, "
                                 "label %7, label %8\n7:\n  store i32 1, i32* %p, align 4\n  br label %8\n8:\n";
    CHECK_THAT(hooked(variables + moved + compared),
               ContainsSubstring(", i64 4, " + number(hooks::any_value_bit | hooks::propagated_bit | hooks::alignment_bits(4), ", ")) &&
                   ContainsSubstring("@__scanlab_propagated_value(i8* %scanlab.7, i64 4)"));
    CHECK_THAT(hooked(variables + moved + stored),
               ContainsSubstring("@__scanlab_deferred_value(i8* %scanlab.7, i64 4, " + number(hooks::propagated_bit)));
    CHECK_THAT(hooked(variables + "  store float 1.0, float* %1, align 4\n" + moved + stored), !ContainsSubstring("deferred_value"));
}

TEST_CASE("what is only calculated with and stored next is looked at where that is read") {
    const std::string load = "  %1 = load i16, i16* @short, align 2\n", sum = "  %2 = zext i16 %1 to i32\n  %3 = add i32 %2, 1\n",
                      store = "  store i32 %3, i32* %p, align 4\n";
    CHECK_THAT(hooked(load + sum + store), ContainsSubstring("@__scanlab_defer2("));
    CHECK_THAT(hooked(load + sum + "  %5 = sdiv i32 1, %3\n" + store), ContainsSubstring("@__scanlab_read2("));
    CHECK_THAT(hooked(load + sum + "  call void @g()\n" + store), ContainsSubstring("@__scanlab_read2("));
    CHECK_THAT(hooked(load + sum + "  store i32 1, i32* @words, align 4\n" + store), ContainsSubstring("@__scanlab_read2("));
    CHECK_THAT(hooked(load + "  %2 = zext i16 %1 to i64\n  %3 = getelementptr i32, i32* %p, i64 %2\n  "
                             "store i32 1, i32* %3, align 4\n"),
               ContainsSubstring("@__scanlab_read2("));
    CHECK_THAT(hooked(load + "  %2 = sext i16 %1 to i32\n  %3 = sdiv i32 1, %2\n" + store), ContainsSubstring("@__scanlab_read2("));
}

TEST_CASE("what a branch only selects is undefined where its sides meet, if it depends on what was never set") {
    const std::string variables = "  %1 = alloca i32, align 4\n  %2 = alloca i32, align 4\n  store i32 0, i32* %2, align 4\n",
                      compared = "  %3 = load i32, i32* %1, align 4\n  %4 = icmp slt i32 %3, 7\n",
                      branch = "  br i1 %4, label %5, label %6\n5:\n", assigned = "  store i32 7, i32* %2, align 4\n",
                      meet = "  br label %6\n6:\n  %7 = load i32, i32* %2, align 4\n";
    const auto is_selected = [&](const std::string& body) {
        const std::string text = hooked(variables + body);
        return text.find("@__scanlab_selects(") != std::string::npos && text.find("@__scanlab_selected(") > text.find("6:") &&
               text.find("@__scanlab_selects_end(") != std::string::npos;
    };
    CHECK(is_selected(compared + branch + assigned + meet));
    CHECK_FALSE(is_selected("  store i32 1, i32* %1, align 4\n" + compared + branch + assigned + meet));
    CHECK_FALSE(is_selected(compared + branch + assigned + "  store i32 1, i32* %p, align 4\n" + meet));
    CHECK_FALSE(is_selected(compared + branch + assigned + "  call void @g()\n" + meet));
    CHECK_FALSE(is_selected(compared + branch + assigned + "  ret void\n6:\n"));
    CHECK_FALSE(is_selected(compared + "  store i32 1, i32* %p, align 4\n" + branch + assigned + meet));
    const std::string in_a_loop = "  br label %8\n8:\n" + compared + branch + assigned + "  br label %8\n6:\n";
    CHECK_FALSE(is_selected(in_a_loop));
}

TEST_CASE("a number of floating point is looked at where it counts, wherever it comes from") {
    const std::string load = "  %1 = alloca float, align 4\n  %q = bitcast i32* %p to float*\n  %2 = "
                             "load float, float* %q, align 4\n",
                      kept = load + "  store float %2, float* %1, align 4\n",
                      used = "  %3 = load float, float* %1, align 4\n  %4 = fptosi float %3 to i64\n  "
                             "%5 = sdiv i64 %n, %4\n";
    CHECK_THAT(hooked(kept + used), ContainsSubstring("@__scanlab_propagate4(") && ContainsSubstring("@__scanlab_propagated_value("));
    CHECK_THAT(hooked(load + "  store float %2, float* %q, align 4\n"), ContainsSubstring("@__scanlab_move4("));
    CHECK_THAT(hooked(kept + "  %3 = bitcast float* %1 to i8*\n  call void "
                             "@llvm.memcpy.p0i8.p0i8.i64(i8* %c, i8* %3, i64 4, i1 false)\n"),
               ContainsSubstring("@__scanlab_read4("));
}

TEST_CASE("what is calculated from a variable that may lack a value is noted beside the variable that "
          "gets it") {
    const std::string variables = "  %1 = alloca i32, align 4\n  %2 = alloca i32, align 4\n",
                      sum = "  %3 = load i32, i32* %1, align 4\n  %4 = add i32 %3, 1\n", store = "  store i32 %4, i32* %2, align 4\n";
    const auto is_noted = [&](const std::string& body) {
        const std::string text = hooked(variables + body + "  %5 = load i32, i32* %2, align 4\n");
        return text.find("i64 4, i32 584, ") != std::string::npos && text.find("i64 4, i32 577, ") != std::string::npos;
    };
    CHECK(is_noted(sum + store));
    CHECK_FALSE(is_noted("  store i32 1, i32* %1, align 4\n" + sum + store));
    CHECK_FALSE(is_noted(sum + store + "  %7 = sdiv i32 1, %4\n"));
    CHECK_FALSE(is_noted(sum + "  call void @g()\n" + store));
}

TEST_CASE("what was never set may be handed to functions and back, if all are known that get it") {
    const std::string same = "@same(i32 %0) #0 {\n  %2 = alloca i32, align 4\n  store i32 %0, i32* %2, align 4\n"
                             "  %3 = load i32, i32* %2, align 4\n  ret i32 %3\n}\n",
                      call = "define void @f() #0 {\n  %1 = alloca i32, align 4\n  %2 = load i32, i32* %1, align 4\n"
                             "  %3 = call i32 @same(i32 %2)\n",
                      use = "  %4 = sdiv i32 1, %3\n", end = "  ret void\n}\n";
    const auto is_moved = [](const std::string& text) { return text.find("i64 4, i32 536, ") != std::string::npos; };
    const auto is_returned = [](const std::string& text) {
        return text.find("@__scanlab_propagated_value(i8* %scanlab.1, i64 0)") != std::string::npos;
    };
    const std::string known = instrumented("define internal i32 " + same + call + use + end);
    CHECK((is_moved(known) && is_returned(known)));
    CHECK_THAT(known, ContainsSubstring("call void @__scanlab_result(i64 %scanlab."));
    CHECK_THAT(instrumented("define internal i32 " + same + call + end), !ContainsSubstring("call void @__scanlab_result"));
    CHECK_FALSE(is_returned(instrumented("define i32 " + same + call + end)));
    CHECK_FALSE(is_returned(instrumented("@p = global i32 (i32)* @same\ndefine internal i32 " + same + call + end)));
    CHECK_FALSE(is_moved(instrumented("declare i32 @same(i32)\n" + call + end)));
}

TEST_CASE("a function of the device's only is seen by no other file, whatever its visibility") {
    for (const std::string words : {"", "dso_local ", "hidden ", "dso_local hidden "}) {
        const std::string module = "@.str = private unnamed_addr constant [15 x i8] c\"scanlab.device\\00\", section "
                                   "\"llvm.metadata\"\n"
                                   "@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, "
                                   "ptr, ptr, i32, ptr } "
                                   "{ ptr @f, ptr @.str, ptr @.str, i32 1, ptr null }], section \"llvm.metadata\"\n"
                                   "define " +
                                   words + "void @f() {\n  ret void\n}\n";
        CHECK_THAT(as_whole_program(module), ContainsSubstring("define internal void @f()"));
    }
}

TEST_CASE("opaque pointers need no cast") {
    const std::string text = instrumented("define void @f(ptr %p) {\n  store i64 1, ptr %p, align 8\n}\n");
    CHECK_THAT(text, ContainsSubstring("  %scanlab.1 = call ptr @__scanlab_write8(ptr %p, ptr null)\n  store i64 "
                                       "1, ptr %scanlab.1, align 8\n"));
}

TEST_CASE("pointers are opaque, too, in a program none of whose functions takes one") {
    const std::string text = instrumented("@g = global ptr null\n\ndefine ptr @f() {\n  %1 = load ptr, "
                                          "ptr @g, align 8\n  ret ptr %1\n}\n");
    CHECK_THAT(text, ContainsSubstring("call ptr @__scanlab_read8(ptr @g, ptr null)"));
}

TEST_CASE("what is volatile, unaligned or of another size says so, by the numbers that the runtime knows") {
    CHECK_THAT(hooked("  store volatile i32 1, i32* %p, align 4\n"),
               ContainsSubstring("@__scanlab_access(i8* %scanlab.1, i64 4, " +
                                 number(hooks::write_bit | hooks::volatile_bit | hooks::aligned_bit, ", ")));
    CHECK_THAT(hooked("  %1 = load volatile i32, i32* %p, align 4\n"),
               ContainsSubstring("i64 4, " + number(hooks::volatile_bit | hooks::aligned_bit, ", ")));
    CHECK_THAT(hooked("  store i32 1, i32* %p, align 1\n"), ContainsSubstring("i64 4, " + number(hooks::write_bit, ", ")));
    CHECK_THAT(hooked("  %1 = load %big, %big* %b, align 4\n"), ContainsSubstring("i64 40, " + number(0u, ", ")));
}

TEST_CASE("atomic instructions are told apart") {
    CHECK_THAT(hooked("  %1 = load atomic i32, i32* %p acquire, align 4\n"),
               ContainsSubstring("@__scanlab_atomic(i8* %scanlab.1, i64 4, i32 0)"));
    CHECK_THAT(hooked("  store atomic i32 1, i32* %p release, align 4\n"), ContainsSubstring("i64 4, " + number(hooks::Atomic::store)));
    CHECK_THAT(hooked("  %1 = atomicrmw volatile add i32* %p, i32 1 seq_cst, align 4\n"),
               ContainsSubstring("i64 4, " + number(hooks::Atomic::update)));
    CHECK_THAT(hooked("  %1 = cmpxchg weak i32* %p, i32 0, i32 1 monotonic monotonic, align 4\n"),
               ContainsSubstring("i64 4, " + number(hooks::Atomic::update)));
}

TEST_CASE("blocks of memory, and arguments passed by value") {
    CHECK(hooked("  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 16 %c, i8* align 4 %c, i64 16, i1 "
                 "false), !dbg !3\n") == "  %scanlab.1 = call i8* @__scanlab_block(i8* %c, i64 16, i32 4, i32 0), !dbg !3\n"
                                         "  %scanlab.2 = call i8* @__scanlab_block(i8* %c, i64 16, i32 16, i32 1), !dbg !3\n"
                                         "  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 16 %scanlab.2, i8* align 4 %scanlab.1, i64 "
                                         "16, i1 false), !dbg !3\n");
    CHECK(hooked("  call void @llvm.memset.p0i8.i64(i8* align 1 %c, i8 0, i64 %n, i1 false)\n") ==
          "  %scanlab.1 = call i8* @__scanlab_block(i8* %c, i64 %n, i32 1, i32 1)\n"
          "  call void @llvm.memset.p0i8.i64(i8* align 1 %scanlab.1, i8 0, i64 %n, i1 false)\n");
    CHECK(hooked("  %1 = call i32 @memcmp(i8* %c, i8* %c, i64 3)\n") == "  %1 = call i32 @__scanlab_memcmp(i8* %c, i8* %c, i64 3)\n");
    CHECK_THAT(hooked("  call void @g(i32 1, %big* byval(%big) align 8 %b)\n"),
               ContainsSubstring("@__scanlab_access(i8* %scanlab.1, i64 40, i32 0, ") &&
                   ContainsSubstring("byval(%big) align 8 %scanlab.3"));
    CHECK_THAT(hooked("  invoke void @g(%big* byval(%big) %b)\n          to label %1 unwind label %2, !dbg !9\n"),
               ContainsSubstring("i64 40, i32 0, i8* null), !dbg !9"));
}

TEST_CASE("a function's own variable needs no hook as long as nothing can go astray") {
    const std::string whole = "  %1 = alloca i32, align 4\n  store i32 1, i32* %1, align 4\n  %2 = "
                              "load i32, i32* %1, align 4\n";
    CHECK(hooked(whole) == whole);
    const std::string members = "  %1 = alloca %pair, align 8\n  %2 = getelementptr inbounds %pair, %pair* %1, i32 0, i32 1\n"
                                "  store i64 1, i64* %2, align 8\n";
    CHECK(hooked(members) == members);
    const std::string branches = "  %1 = alloca i32, align 4\n  br i1 true, label %2, label %3\n\n2:\n"
                                 "  store i32 1, i32* %1, align 4\n  br label %4\n\n3:\n"
                                 "  store i32 2, i32* %1, align 4\n  br label %4\n\n4:\n  %5 = load i32, i32* %1, align 4\n";
    CHECK(hooked(branches) == branches);
}

TEST_CASE("a variable that may be read before it is written, or by an index, is watched") {
    const auto is_watched = [](const std::string& body) {
        const std::string text = hooked(body);
        return text.find("@__scanlab_unwritten(") != std::string::npos && text.find("@__scanlab_own(") != std::string::npos;
    };
    CHECK(is_watched("  %1 = alloca i32, align 4\n  %2 = load i32, i32* %1, align 4\n"));
    CHECK(is_watched("entry:\n  %1 = alloca i32, align 4\n  %2 = load i32, i32* %1, align 4\n"));
    CHECK(is_watched("  %1 = alloca i32, align 4\n  br i1 true, label %2, label %3\n\n2:\n"
                     "  store i32 1, i32* %1, align 4\n  br label %3\n\n3:\n  %4 = load i32, i32* %1, align 4\n"));
    CHECK(is_watched("  %1 = alloca %pair, align 8\n  %2 = getelementptr inbounds %pair, %pair* %1, i32 0, i32 0\n"
                     "  store i64 1, i64* %2, align 8\n  %3 = getelementptr inbounds %pair, %pair* %1, i32 0, i32 "
                     "1\n"
                     "  %4 = load i64, i64* %3, align 8\n"));
    CHECK(is_watched("  %1 = alloca [4 x i32], align 4\n  %2 = getelementptr [4 x i32], [4 x i32]* %1, "
                     "i64 0, i64 %n\n"
                     "  store i32 1, i32* %2, align 4\n"));
    CHECK(is_watched("  %1 = alloca i32, align 4\n  %2 = bitcast i32* %1 to i64*\n  store i64 1, i64* "
                     "%2, align 4\n"));
    CHECK_FALSE(is_watched("  %1 = alloca i32, align 4\n  call void @g(i32* %1)\n  %2 = load i32, i32* %1, align 4\n"));
}

TEST_CASE("a variable whose address goes elsewhere is hooked like any memory, but not by its name") {
    CHECK_THAT(hooked("  %1 = alloca [4 x i32], align 4\n  call void @g([4 x i32]* %1)\n"
                      "  %2 = getelementptr [4 x i32], [4 x i32]* %1, i64 0, i64 %n\n  store i32 1, "
                      "i32* %2, align 4\n"),
               ContainsSubstring("@__scanlab_write4"));
    const std::string exposed = "  %1 = alloca i32, align 4\n  %2 = bitcast i32* %1 to i8*\n"
                                "  call void @_ZN7scanlab3sim6exposeEPVKv(i8* %2)\n  store i32 1, i32* %1, align 4\n";
    CHECK_THAT(hooked(exposed), ContainsSubstring("@__scanlab_write4"));
}

TEST_CASE("threadIdx is read without a hook, and the simulator's own functions have none") {
    const std::string index = "  %1 = load i32, i32* @threadIdx, align 4\n";
    CHECK(hooked(index) == index);
    CHECK(instrumented(function("  store i32 1, i32* %p, align 4\n", "#1")).find("  %scanlab") == std::string::npos);
}

TEST_CASE("what is read only to keep the bits beside a bit field needs no value") {
    const std::string load = "  %1 = load i32, i32* %p, align 4\n", cleared = "  %2 = and i32 %1, -16\n", set = "  %3 = or i32 %2, 3\n",
                      write = "  store i32 %3, i32* %p, align 4\n";
    CHECK_THAT(hooked(load + cleared + set + write), ContainsSubstring("@__scanlab_access(i8* %scanlab.1, i64 4, i32 12, "));
    CHECK_THAT(hooked(load + cleared + set + "  store i32 %3, i32* @words, align 4\n"), ContainsSubstring("@__scanlab_defer4"));
    CHECK_THAT(hooked(load + cleared + set + write + "  call void @g(i32 %1)\n"), ContainsSubstring("@__scanlab_read4"));
    CHECK_THAT(hooked(load + cleared + set + write + "  call void @g(i32 %3)\n"), ContainsSubstring("@__scanlab_read4"));
    CHECK_THAT(hooked(load + "  %2 = add i32 %1, 3\n" + set + write), ContainsSubstring("@__scanlab_defer4"));
}

TEST_CASE("a bit field is set to zero without an or, as nothing else but a struct's member is") {
    const std::string zeroed = "  %2 = load i32, i32* %1, align 4\n  %3 = and i32 %2, -16\n  store i32 %3, i32* %1, align 4\n";
    CHECK_THAT(hooked("  %1 = bitcast %struct.bits* %s to i32*\n" + zeroed), ContainsSubstring("i64 4, i32 12, "));
    CHECK_THAT(hooked("  %1 = getelementptr i32, i32* %p, i64 %n\n" + zeroed), ContainsSubstring("@__scanlab_defer4"));
}

TEST_CASE("functions that the user has not written are put into a section of their own") {
    const auto definition = [](const std::string& file, const std::string& flags) {
        const std::string text = instrumented("define linkonce_odr void @f(i32 %0) unnamed_addr #0 comdat align 2 !dbg !1 {\n  ret "
                                              "void\n}\n"
                                              "attributes #0 = { nounwind }\n!0 = !DIFile(filename: \"" +
                                              file +
                                              "\", directory: \"/\")\n"
                                              "!1 = distinct !DISubprogram(name: \"f\", scope: !0, file: !0, line: 4, flags: " +
                                              flags + ")\n");
        return text.substr(0, text.find('\n'));
    };
    const std::string placed = "define linkonce_odr void @f(i32 %0) unnamed_addr #0 section "
                               "\"scanlab_library\" comdat align 2 !dbg !1 {";
    CHECK(definition("/usr/include/c++/12/bits/move.h", "DIFlagPrototyped") == placed);
    CHECK(definition("scan.cu", "DIFlagArtificial | DIFlagPrototyped") == placed);
    CHECK_THAT(definition("scan.cu", "DIFlagPrototyped"), !ContainsSubstring("section"));
}

TEST_CASE("a list of values is copied from what nobody writes") {
    CHECK_THAT(instrumented("@constinit.1 = private global [2 x i32] [i32 3, i32 4], align 4\n"),
               ContainsSubstring("@constinit.1 = private constant [2 x i32]"));
}

TEST_CASE("an index outside is told with its array, where that was there before the check") {
    const std::string known = instrumented(function("  call void @__ubsan_handle_out_of_bounds(i8* @check, i64 %i)\n"
                                                    "  br label %3\n\n3:\n"
                                                    "  %4 = getelementptr [8 x i32], [8 x i32]* %p, i64 0, i64 %i\n"));
    CHECK_THAT(known, ContainsSubstring("bitcast [8 x i32]* %p to i8*") && !ContainsSubstring("ubsan"));
    const std::string late = instrumented(function("  call void @__ubsan_handle_out_of_bounds(i8* @check, i64 %i)\n"
                                                   "  br label %3\n\n3:\n"
                                                   "  %4 = load [8 x i32]*, [8 x i32]** %q, align 8\n"
                                                   "  %5 = getelementptr [8 x i32], [8 x i32]* %4, i64 0, i64 %i\n"));
    CHECK_THAT(late, ContainsSubstring("@__scanlab_index(i8* @check, i64 %i, i8* null)"));
}

TEST_CASE("what is checked in a judged program is what is used, even if C++ leaves it undefined") {
    const auto judged = [](const std::string& body) { return instrumented(function(body), "/kit/"); };
    const std::string copied = judged("  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %c, i8* %c, i64 poison, i1 false)\n");
    CHECK_THAT(copied, ContainsSubstring("%scanlab.1 = freeze i64 poison"));
    CHECK_THAT(copied, ContainsSubstring("@__scanlab_block(i8* %c, i64 %scanlab.1, i32 1, i32 1)"));
    CHECK_THAT(copied, ContainsSubstring("i64 %scanlab.1, i1 false)"));
    const std::string freed = judged("  call i32 @_Z10cudaMemsetPvim(i8* undef, i32 0, i64 %n)\n");
    CHECK_THAT(freed, ContainsSubstring("@__scanlab_given(i8* %scanlab.2, i64 %scanlab.1, " + number(hooks::Given::device)));
    CHECK_THAT(freed, ContainsSubstring("@_Z10cudaMemsetPvim(i8* %scanlab.2, i32 0, i64 %scanlab.1)"));
}

TEST_CASE("a call by an address tells the type, in which all pointers are one") {
    const auto type_of = [](const std::string& call) {
        const std::string text = instrumented(function("  " + call + "\n"), "/kit/");
        const std::size_t begin = text.find("i64 ", text.find("call void @__scanlab_function("));
        return text.substr(begin, text.find(')', begin) - begin);
    };
    CHECK(type_of("call void %f(i32* %p)") == type_of("call void %f(i8* noundef %c)"));
    for (const char* other : {"call void %f(i32* %p, i32* %p)", "call i32 %f(i32* %p)", "call void %f(i32* sret(i32) %p)",
                              "call void %f(i64 %n)", "call void %f()", "call void %f(i32* byval(i32) %p)"}) {
        INFO(other);
        CHECK(type_of("call void %f(i32* %p)") != type_of(other));
    }
    CHECK(type_of("call void %f(i1 zeroext %x)") != type_of("call void %f(i1 %x)"));
}

TEST_CASE("an access that would go unseen is told") {
    const auto check = [](const std::string& body) { check_complete(function(body)); };
    CHECK_THROWS_WITH(check("  store i32 7, i32* %p, align 4\n"), ContainsSubstring("store i32 7, i32* %p"));
    CHECK_THROWS_AS(check("  %1 = load i32, i32* %p, align 4\n"), MissedAccess);
    CHECK_THROWS_AS(check("  %1 = atomicrmw add i32* %p, i32 1 seq_cst, align 4\n"), MissedAccess);
    CHECK_THROWS_AS(check("  call void @g(%big* byval(%big) %b)\n"), MissedAccess);
    CHECK_THROWS_AS(check("  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %c, i8* %c, i64 3, i1 false)\n"), MissedAccess);
    CHECK_THROWS_AS(check("  store %unknown %x, %unknown* %p, align 4\n"), MissedAccess);
    CHECK_NOTHROW(check("  ret void\n"));
    for (const char* body : {"  %1 = load i32, i32* %p, align 4\n", "  store volatile i32 1, i32* %p, align 4\n"})
        CHECK_NOTHROW(check_complete(instrumented(function(body))));
    CHECK_THROWS_AS(instrumented(function("  call void @llvm.masked.store.v4i32.p0(i32* %p)\n")), MissedAccess);
}

TEST_CASE("the program announces its device variables by name and size") {
    const std::string text = instrumented("@sums = global [4 x i32] zeroinitializer, align 16\n"
                                          "@n = private constant [15 x i8] c\"scanlab.device\\00\", section \"llvm.metadata\"\n"
                                          "@llvm.global.annotations = appending global [1 x { i8*, i8*, i8*, i32, i8* }] [{ i8*, i8*, "
                                          "i8*, i32, i8* } "
                                          "{ i8* bitcast ([4 x i32]* @sums to i8*), i8* getelementptr inbounds ([15 x i8], [15 x i8]* "
                                          "@n, i32 0, i32 0), "
                                          "i8* null, i32 5, i8* null }], section \"llvm.metadata\"\n"
                                          "@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { "
                                          "i32 65535, void ()* @init, i8* null }]\n");
    CHECK_THAT(text, ContainsSubstring("{ i8* bitcast ([4 x i32]* @sums to i8*), i64 16, "));
    CHECK_THAT(text, ContainsSubstring("align 16\n@sums.gap = internal global { i64, [31 x i64] } { "
                                       "i64 0, [31 x i64] zeroinitializer }\n"));
    CHECK_THAT(text, ContainsSubstring("@llvm.compiler.used = appending global [2 x i8*] [i8* bitcast ({ i64, [31 x i64] }* "
                                       "@sums.gap to i8*), i8* bitcast ([4 x i32]* @sums to i8*)], section"));
    CHECK_THAT(text, ContainsSubstring("  notail call void @__scanlab_program("));
    CHECK_THAT(text, ContainsSubstring("c\"sums\\00\"") && ContainsSubstring("c\"device\\00\""));
    CHECK_THAT(text, ContainsSubstring("[2 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 "
                                       "101, void ()* @scanlab.announce") &&
                         ContainsSubstring("void ()* @init"));
}

TEST_CASE("with opaque pointers, too, a function is called by no other type than its own") {
    const auto judged = [](const std::string& call) {
        return instrumented("%four = type { [4 x i64] }\ndeclare i32 @_Z10cudaMallocPPvm(ptr, "
                            "i64)\ndeclare i32 @printf(ptr, ...)\n"
                            "define i64 @own(ptr byval(%four) align 8 %s) {\n  ret i64 0\n}\n"
                            "define void @f(ptr %p, i64 %n) {\n  " +
                                call + "\n  ret void\n}\n",
                            "/kit/");
    };
    for (const char* call : {"call i32 @_Z10cudaMallocPPvm(ptr noundef %p, i64 noundef %n)", "call i32 (ptr, ...) @printf(ptr %p, i64 %n)",
                             "call i64 @own(ptr noundef byval(%four) align 8 %p)"})
        CHECK_NOTHROW(judged(call));
    for (const char* call :
         {"call i32 @_Z10cudaMallocPPvm(ptr byval(%four) align 8 %p, ptr %p, i64 4)", "call i64 @own(i32 1)",
          "call i32 @_Z10cudaMallocPPvm(ptr nest %p, i64 %n)", "call void @_Z10cudaMallocPPvm(ptr sret(%four) %p, i64 %n)",
          "call i32 (ptr, ...) @printf(ptr byval(%four) %p, ptr %p)", "call i32 @printf(ptr %p)"}) {
        INFO(call);
        CHECK_THROWS_AS(judged(call), NotAllowed);
    }
}
