# Headers that take the compiler longer than the files that include them, compiled once. With Clang that includes the
# templates that they use; GCC makes these in each file all the same, so that nothing would be gained.
set(headers_pay OFF)
if(NOT SCANLAB_BACKEND STREQUAL "cuda" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set(headers_pay ON)
endif()

# scanlab_compile_headers(NAME [HEADER…]): compiles what most of the host's files include, and these headers.
function(scanlab_compile_headers name)
    file(CONFIGURE OUTPUT empty.cpp CONTENT "")
    add_library(${name} OBJECT EXCLUDE_FROM_ALL ${CMAKE_CURRENT_BINARY_DIR}/empty.cpp)
    target_link_libraries(${name} PRIVATE fmt::fmt nlohmann_json::nlohmann_json)
    target_precompile_headers(${name} PRIVATE
        <fmt/format.h> <fmt/ranges.h> <nlohmann/json.hpp>
        <algorithm> <chrono> <filesystem> <fstream> <functional> <map> <memory> <optional> <set> <span> <sstream> <vector> ${ARGN})
endfunction()

# scanlab_use_headers(NAME TARGET…): these targets begin with them. All of a target must be compiled with the same options.
function(scanlab_use_headers name)
    if(headers_pay)
        foreach(target IN LISTS ARGN)
            target_precompile_headers(${target} REUSE_FROM ${name})
        endforeach()
    endif()
endfunction()
