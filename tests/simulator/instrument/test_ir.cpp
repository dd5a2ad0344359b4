// Reading LLVM's intermediate representation: types, operands and calls, with typed pointers and with
// opaque ones.
#include "catch.hpp"
#include "compile/ir/ir.hpp"

using namespace scanlab::instrument;

TEST_CASE("a list is cut at its own commas only") {
    const auto parts = split("i32* getelementptr inbounds (%a, %a* @b, i32 0), [2 x { i8, i8 }] %c, %\"x, y\" %d");
    REQUIRE(parts.size() == 3);
    CHECK(parts[0] == "i32* getelementptr inbounds (%a, %a* @b, i32 0)");
    CHECK(parts[1] == "[2 x { i8, i8 }] %c");
    CHECK(parts[2] == "%\"x, y\" %d");
}

TEST_CASE("an operand is a type and a value, whatever stands between them") {
    const auto reads = [](std::string_view text, std::string_view type, std::string_view value) {
        const auto operand = read_operand(text);
        REQUIRE(operand);
        CHECK(operand->type == type);
        CHECK(operand->value == value);
    };
    reads("i32* %5", "i32*", "%5");
    reads("ptr noundef align 16 %x", "ptr", "%x");
    reads("%\"struct.a<b, c>\"** @p", "%\"struct.a<b, c>\"**", "@p");
    reads("void (i8*)* null", "void (i8*)*", "null");
    reads("%s* noundef byval(%s) align 8 %35", "%s*", "%35");
    reads("i64 -5", "i64", "-5");
    reads("i8* bitcast (i32* @a to i8*)", "i8*", "bitcast (i32* @a to i8*)");
    reads("ptr getelementptr (i8, ptr @a, i64 4)", "ptr", "getelementptr (i8, ptr @a, i64 4)");
    const char* const of_range = "getelementptr inbounds inrange(-8, 4) ({ [3 x ptr] }, ptr @a, i32 0, i32 0, i32 2)";
    reads("ptr " + std::string(of_range), "ptr", of_range);
}

TEST_CASE("an address has a type, a pointer and indices, whatever is promised of it") {
    for (const std::string flags : {"", "inbounds ", "inbounds nuw ", "nusw nuw "}) {
        const std::string instruction = "  %1 = getelementptr " + flags + "[4 x i8], ptr %p, i64 0, i64 %i";
        CHECK(parts_of_address(instruction) == std::vector<std::string_view>{"[4 x i8]", "ptr %p", "i64 0", "i64 %i"});
    }
    CHECK(parts_of_address("  %1 = load i8, ptr %p").empty());
}

TEST_CASE("a store touches as many bytes as its type says") {
    Types types;
    types.define("%pair", "{ i8, i64 }");
    types.define("%packed", "<{ i8, i64, [3 x i8] }>");
    types.define("%nested", "{ [2 x %pair], float }");
    const auto bytes = [&](std::string_view type) { return types.store_bytes(type).value_or(0); };
    CHECK(bytes("i1") == 1);
    CHECK(bytes("i24") == 3);
    CHECK(bytes("i32") == 4);
    CHECK(bytes("double") == 8);
    CHECK(bytes("x86_fp80") == 10);
    CHECK(bytes("ptr") == 8);
    CHECK(bytes("%unknown*") == 8);
    CHECK(bytes("<4 x float>") == 16);
    CHECK(bytes("[3 x [5 x i16]]") == 30);
    CHECK(bytes("%pair") == 16);
    CHECK(bytes("%packed") == 12);
    CHECK(bytes("%nested") == 40);
    CHECK_FALSE(types.store_bytes("%unknown"));
    types.set_data_layout("target datalayout = \"e-m:e-p:32:32-i64:64\"");
    CHECK(bytes("ptr") == 4);
}

TEST_CASE("constant indices lead so many bytes from a pointer") {
    Types types;
    types.define("%pair", "{ i8, i64 }");
    types.define("%packed", "<{ i8, i64 }>");
    types.define("%nested", "{ float, [2 x %pair], %packed }");
    CHECK(types.offset("i32", {"i64 3"}) == 12);
    CHECK(types.offset("%pair", {"i64 1", "i32 1"}) == 24);
    CHECK(types.offset("%packed", {"i32 0", "i32 1"}) == 1);
    CHECK(types.offset("%nested", {"i32 0", "i32 1", "i64 1", "i32 1"}) == 32);
    CHECK(types.offset("%nested", {"i32 0", "i32 2", "i32 1"}) == 41);
    CHECK_FALSE(types.offset("i32", {"i64 %5"}));
    CHECK_FALSE(types.offset("%pair", {"i32 0", "i32 2"}));
    CHECK_FALSE(types.offset("i32", {"i64 -1"}));
}

TEST_CASE("a call has a callee and arguments, however it is spelled") {
    const auto call = read_call("  %3 = tail call noundef i32 @\"f<a, b>\"(i32* %1, %s* byval(%s) %2) #4, !dbg !7");
    REQUIRE(call);
    CHECK(call->callee == "@\"f<a, b>\"");
    CHECK(call->arguments == "i32* %1, %s* byval(%s) %2");
    CHECK(read_call("  invoke void %5(i32 1)")->callee == "%5");
    CHECK(read_call("  %1 = call i32 (i8*, ...) @printf(i8* %2)")->callee == "@printf");
    CHECK_FALSE(read_call("  %3 = load i32, i32* %2"));
}
