// What the source calls a symbol, and what a judged program may call by that.
#include "catch.hpp"
#include "compile/ir/names.hpp"
#include "compile/judge/allowed.hpp"
#include "compile/spaces/device_library.hpp"

#include <string>

using namespace scanlab::instrument;

TEST_CASE("a symbol is told as the source has it, and no name of C's is taken for a type") {
    CHECK(demangled("@_ZN4pair3sumEi") == "pair::sum(int)");
    CHECK(demangled("@i") == "i");
    CHECK(function_in_source("@i") == "i()");
    CHECK(function_in_source("@_Z1iv") == "i()");
    CHECK(function_in_source("@_ZNK4pair3sumEi") == "pair::sum(int) const");
}

TEST_CASE("a function of std is the same in each library's own namespaces") {
    for (const char* name : {"std::frexp", "std::__2::__math::frexp", "std::__1::sqrtf", "std::__2::move"}) {
        INFO(name);
        CHECK(is_on_devices(name));
    }
    for (const char* name : {"std::__2::sort", "mine::__math::frexp", "std::__2::__math"}) {
        INFO(name);
        CHECK_FALSE(is_on_devices(name));
    }
}

TEST_CASE("a function of C has one name, whatever symbol a header gives to it") {
    for (const char* symbol :
         {"@strtol", "@__isoc23_strtol", "@__isoc99_strtol", "@__strtol_chk", "@strtol64", "@__xpg_strtol", "@__isoc2y_strtol"}) {
        INFO(symbol);
        CHECK(name_in_c(symbol) == "strtol");
    }
    for (const char* symbol : {"@cosf64", "@_chk", "@__isoc", "@__xpg", "@strtol_chk", "@__strtol"}) {
        INFO(symbol);
        CHECK(name_in_c(symbol) == std::string_view(symbol).substr(1));
    }
}

TEST_CASE("what may be called is decided by name and parameters, and by what the function does") {
    for (const char* callee : {"@_Z8cudaFreePv", "@printf", "@__isoc23_printf", "@_Znwm", "@_ZNSt9exceptionD1Ev", "@_ZNSt9exceptionD2Ev"}) {
        INFO(callee);
        CHECK(allowed_function(callee));
    }
    for (const char* callee : {"@cudaFree", "@_Z8cudaFreePvi", "@_ZN2my8cudaFreeEPv", "@_Z8cudaFreePv.cold", "@_Z6printf", "@_Z6printfPKcz",
                               "@__printf_chk", "@_ZNSt9exceptionD0Ev", "@_Z3cosd", "@_ZSt8__whateverv", "@_ZN9__gnu_cxx8whateverEv",
                               "@_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE15_M_replace_coldEPcmPKcmm",
                               "@_ZNSt8__detail15_List_node_base7_M_hookEPS0_"}) {
        INFO(callee);
        CHECK_FALSE(allowed_function(callee));
    }
}

TEST_CASE("the simulator's functions for tiles get memory of the program's") {
    for (const char* callee : {"@_ZN7scanlab3sim9tile_showEjjPKvm", "@_ZN7scanlab3sim9tile_lookEjjjPvm"}) {
        INFO(callee);
        REQUIRE(allowed_function(callee));
        CHECK(allowed_function(callee)->only_kit);
        REQUIRE(allowed_function(callee)->given.size() == 1);
        CHECK(allowed_function(callee)->given[0].kind == Given::Kind::own);
    }
}

TEST_CASE("what throws ends the program, whatever it is given") {
    for (const char* callee : {"@_ZSt17__throw_bad_allocv", "@_ZSt20__throw_length_errorPKc", "@_ZSt9terminatev",
                               "@_ZNSt13runtime_errorC1EPKc", "@_ZNSt11logic_errorD2Ev", "@__cxa_throw"}) {
        INFO(callee);
        REQUIRE(allowed_function(callee));
        CHECK(allowed_function(callee)->how == Allowed::How::ends);
    }
}

TEST_CASE("variables that a program does not define are known by their names in the source") {
    for (const char* symbol :
         {"@_ZTIi", "@_ZTVN10__cxxabiv117__class_type_infoE", "@_ZTVSt9exception", "@_ZNSt12placeholders2_1E", "@_ZSt7nothrow", "@stderr"})
        CHECK(is_known_variable(symbol));
    for (const char* symbol : {"@environ", "@_ZTVSt12domain_error", "@_ZSt4cout", "@_ZTI", "@i"}) CHECK_FALSE(is_known_variable(symbol));
}
