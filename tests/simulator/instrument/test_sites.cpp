// For WebAssembly a program says where it stands, and brings a table of its places.
#include "catch.hpp"
#include "compile/hooks/sites.hpp"

#include <string>

using Catch::Matchers::ContainsSubstring;

namespace {

/// A function that divides, calls and returns, with the debug information that belongs to it.
const std::string module_text = R"(@total = global i32 0
define void @_Z4calmv() !dbg !4 {
  ret void, !dbg !6
}
define i32 @_Z4busyi(i32 %a) !dbg !7 {
  %1 = sdiv i32 %a, 2, !dbg !8
  call void @_Z4calmv(), !dbg !9
  br label %2, !dbg !9, !llvm.loop !10
2:
  ret i32 %1, !dbg !9
}
!1 = !DIFile(filename: "busy.cu", directory: "/folder")
!4 = distinct !DISubprogram(name: "calm", file: !1, line: 1, unit: !2)
!6 = !DILocation(line: 1, column: 1, scope: !4)
!7 = distinct !DISubprogram(name: "busy", file: !1, line: 3, unit: !2)
!8 = !DILocation(line: 4, column: 14, scope: !7)
!9 = !DILocation(line: 5, column: 3, scope: !7)
)";

} // namespace

TEST_CASE("what may be asked about is preceded by its place, and a round of a loop and a call are counted") {
    const std::string text = scanlab::instrument::with_sites(module_text);
    CHECK_THAT(text, ContainsSubstring("  %scanlab.frame = alloca { ptr, ptr, i32 }\n  call void @__scanlab_called(ptr "
                                       "%scanlab.frame, ptr getelementptr (i8, ptr @scanlab.sites, i32 2)), !dbg !8\n"
                                       "  store ptr getelementptr (i8, ptr @scanlab.sites, i32 3), ptr @scanlab_site, !dbg !8\n"
                                       "  %1 = sdiv i32 %a, 2, !dbg !8\n"));
    CHECK_THAT(text, ContainsSubstring("@scanlab.sites, i32 4), ptr @scanlab_site, !dbg !8\n  call void @_Z4calmv(), !dbg !9\n"));
    CHECK_THAT(text, ContainsSubstring("@scanlab.sites, i32 5), ptr @scanlab_site, !dbg !8\n  call "
                                       "void @__scanlab_step(), !dbg !8\n  br label %2"));
    CHECK_THAT(text, ContainsSubstring("store ptr %scanlab.caller.2, ptr @scanlab_frame, !dbg !8\n"));
    CHECK_THAT(text, ContainsSubstring("store ptr %scanlab.place.2.site, ptr @scanlab_site, !dbg !8\n  ret i32 %1, !dbg !9\n"));
}

TEST_CASE("where a function gets an array of any length, its variables end lower") {
    const std::string text = scanlab::instrument::with_sites("define void @f(i32 %n) !dbg !2 {\n  %1 = alloca [4 x i8], align 4\n"
                                                             "  %2 = alloca i8, i32 %n, align 16\n  ret void, !dbg !3\n}\n"
                                                             "!2 = distinct !DISubprogram(name: \"f\", line: 1)\n"
                                                             "!3 = !DILocation(line: 2, scope: !2)\n");
    CHECK_THAT(text, ContainsSubstring("align 4\n  %2 = alloca i8, i32 %n, align 16\n"
                                       "  call void @__scanlab_more_variables(ptr %scanlab.frame), !dbg !3\n"));
}

TEST_CASE("an array of 16 bytes or more is aligned as on x86-64") {
    const std::string text = scanlab::instrument::with_sites("@table = global [4 x i32] zeroinitializer, align 4, !dbg !4\n"
                                                             "define void @f() !dbg !2 {\n"
                                                             "  %1 = alloca [32 x i8], align 1\n  %2 = alloca [15 x i8], align 1\n"
                                                             "  %3 = alloca [2 x double], align 32\n  ret void, !dbg !3\n}\n"
                                                             "!2 = distinct !DISubprogram(name: \"f\", line: 1)\n"
                                                             "!3 = !DILocation(line: 2, scope: !2)\n");
    CHECK_THAT(text, ContainsSubstring("zeroinitializer, align 16, !dbg !4\n"));
    CHECK_THAT(text, ContainsSubstring("[32 x i8], align 16\n  %2 = alloca [15 x i8], align 1\n  %3 = alloca [2 x double], align 32\n"));
}

TEST_CASE("a table says of each place its line and column, and names functions and variables") {
    const std::string text = scanlab::instrument::with_sites(module_text);
    CHECK_THAT(text, ContainsSubstring("@scanlab.site_locations = internal constant [5 x i32] [i32 1, i32 2, i32 3, i32 4, i32 4]"));
    CHECK_THAT(text, ContainsSubstring("[4 x { ptr, i32, i32, i32 }] [{ ptr, i32, i32, i32 } { ptr @scanlab.text.1, i32 1, i32 0, i32 "
                                       "0 }, { ptr, i32, i32, i32 } { ptr @scanlab.text.1, i32 3, i32 0, i32 0 }, "
                                       "{ ptr, i32, i32, i32 } { ptr @scanlab.text.1, i32 4, i32 14, i32 "
                                       "0 }, { ptr, i32, i32, i32 } { ptr @scanlab.text.1, i32 5, i32 3, i32 0 }]"));
    CHECK_THAT(text, ContainsSubstring("c\"/folder/busy.cu\\00\""));
    CHECK_THAT(text, ContainsSubstring("c\"_Z4busyi\\00\""));
    CHECK_THAT(text, ContainsSubstring("@scanlab.known_variables = internal constant [1 x { ptr, i32, "
                                       "ptr, i32 }] [{ ptr, i32, ptr, i32 } { ptr @total, i32 4, "));
}
