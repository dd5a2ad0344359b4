# Tests in C++, by Catch2, and tests that need not run again.
set(scanlab_testing ${CMAKE_CURRENT_LIST_DIR})
find_package(Catch2 REQUIRED)
include(Catch)

# Catch2 2.x leaves main to us, 3.x brings it along; tests include "catch.hpp" for either.
add_library(scanlab_catch INTERFACE)
target_include_directories(scanlab_catch INTERFACE ${CMAKE_CURRENT_LIST_DIR})
string(REGEX MATCH "^[0-9]+" catch2_major ${Catch2_VERSION})
target_compile_definitions(scanlab_catch INTERFACE SCANLAB_CATCH2_MAJOR=${catch2_major})
if(catch2_major LESS 3)
    add_library(scanlab_catch_main STATIC ${scanlab_testing}/catch_main.cpp)
    target_link_libraries(scanlab_catch_main PUBLIC Catch2::Catch2)
    target_link_libraries(scanlab_catch INTERFACE scanlab_catch_main)
else()
    target_link_libraries(scanlab_catch INTERFACE Catch2::Catch2WithMain)
endif()
scanlab_compile_headers(scanlab_test_headers ${CMAKE_CURRENT_LIST_DIR}/catch.hpp)
target_link_libraries(scanlab_test_headers PRIVATE scanlab_catch)

# scanlab_add_test(NAME SOURCES… [LIBS …] [PROPERTIES …]): a Catch2 program; each TEST_CASE becomes a ctest test.
function(scanlab_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBS;PROPERTIES")
    add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
    target_link_libraries(${name} PRIVATE scanlab_catch scanlab_warnings ${arg_LIBS})
    scanlab_use_headers(scanlab_test_headers ${name})
    catch_discover_tests(${name} TEST_PREFIX "${name}: " PROPERTIES ${arg_PROPERTIES})
endfunction()

# scanlab_unchanged(VARIABLE NAME FILE…): what stands before the command of the test NAME, so that it runs only if one of the
# files has changed, which must be all that it depends on.
function(scanlab_unchanged variable name)
    set(${variable} sh ${scanlab_testing}/unchanged.sh ${CMAKE_BINARY_DIR}/unchanged/${name}
        ${scanlab_testing}/unchanged.sh ${ARGN} -- PARENT_SCOPE)
endfunction()

# Every run of the tests has a sixteenth of those that are many of a kind, and none of those that take long where others look at
# the same room. The rest is thorough: ./scanlab test --all runs it, too, and what only it needs is built by this target.
if(NOT TARGET thorough)
    add_custom_target(thorough)
endif()

# scanlab_thorough(TEST…): these tests of this folder are.
function(scanlab_thorough)
    set_property(TEST ${ARGN} APPEND PROPERTY LABELS thorough)
endfunction()

# scanlab_sample(REGEX): of this folder's tests whose names match, every run has the sample. A test's name decides, so that no
# other test that comes or goes changes that.
function(scanlab_sample regex)
    get_property(tests DIRECTORY PROPERTY TESTS)
    list(FILTER tests INCLUDE REGEX "${regex}")
    foreach(test IN LISTS tests)
        string(MD5 hash ${test})
        if(NOT hash MATCHES "^0")
            scanlab_thorough(${test})
        endif()
    endforeach()
endfunction()

# scanlab_only_for(PROGRAM [TEST…]): it is for these tests of this folder alone. If all of them are thorough, so is the program.
function(scanlab_only_for program)
    foreach(test IN LISTS ARGN)
        get_property(labels TEST ${test} PROPERTY LABELS)
        if(NOT "thorough" IN_LIST labels)
            return()
        endif()
    endforeach()
    set_target_properties(${program} PROPERTIES EXCLUDE_FROM_ALL ON)
    add_dependencies(thorough ${program})
endfunction()
