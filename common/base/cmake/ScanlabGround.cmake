# What every build of ours begins with: C++20, the linker, sanitizers, libraries, warnings, and tests.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# ccache does not know what is in a precompiled header.
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES ccache)
    set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()

# The tests are hundreds of programs, which these linkers, where they are, link in a third or half of the time.
include(CheckLinkerFlag)
foreach(linker lld gold)
    check_linker_flag(CXX -fuse-ld=${linker} SCANLAB_HAS_${linker})
    if(SCANLAB_HAS_${linker} AND NOT SCANLAB_BACKEND STREQUAL "cuda" AND NOT SCANLAB_LINKER)
        set(SCANLAB_LINKER -fuse-ld=${linker})
        if(linker STREQUAL "lld")
            list(APPEND SCANLAB_LINKER -Wl,--threads=1) # many are linked at a time
        endif()
        add_link_options(${SCANLAB_LINKER})
    endif()
endforeach()

# The kit's own tools, their libraries and unit tests under a sanitizer (tests/sanitizers.sh). What the simulator runs cannot be
# built so, because its runtime stands in for the same functions: such programs come from another build folder.
set(SCANLAB_SANITIZE "" CACHE STRING "address, undefined or thread: what Clang is to look for in the kit's own tools")
set(SCANLAB_PROGRAMS "" CACHE PATH "The build folder that programs for the simulator come from; empty: this one")
if(SCANLAB_SANITIZE)
    add_compile_definitions(SCANLAB_SANITIZED)
    add_compile_options(-fsanitize=${SCANLAB_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
    add_link_options(-fsanitize=${SCANLAB_SANITIZE})
endif()

# Libraries that most rooms use.
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)

include(CTest)
include(ScanlabHeaders)
include(ScanlabWarnings)
