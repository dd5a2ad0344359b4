# How a CUDA program becomes one that runs on the simulator, as shell scripts in the build folder, since ./scanlab, the
# grader and CMake compile such programs alike: scanlab_compile_object makes an object of a source, scanlab_compile_host one of a file for the host only, scanlab_link a program of objects, scanlab_compile both.

# Only Clang shows its intermediate representation, in which the hooks are put (instrument/).
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set(SCANLAB_CLANG ${CMAKE_CXX_COMPILER} CACHE INTERNAL "Clang")
else()
    find_program(SCANLAB_CLANG NAMES clang++ clang++-19 clang++-18 clang++-17 clang++-16 clang++-15 clang++-14)
    if(NOT SCANLAB_CLANG)
        message(WARNING "Scanlab: no Clang, without which nothing can be compiled for the simulator (Debian: apt-get install clang)")
        set(SCANLAB_CLANG clang++)
    endif()
endif()

# Findings name lines of the user's files. Others lie in the simulator's folder, or where compilers look by themselves: as they spell it,
# which is what a program's debugging information says, and without its detours.
execute_process(COMMAND ${SCANLAB_CLANG} -E -v -x c++ /dev/null OUTPUT_QUIET ERROR_VARIABLE searched)
string(REGEX MATCHALL "\n /[^\n]*" searched "${searched}")
list(TRANSFORM searched STRIP)
set(system_folders "")
foreach(folder IN LISTS searched CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
    cmake_path(NORMAL_PATH folder OUTPUT_VARIABLE direct)
    list(APPEND system_folders ${folder}/ ${direct}/)
endforeach()
list(APPEND system_folders /usr/src/debug/) # of libraries that a distribution has built
list(REMOVE_DUPLICATES system_folders)
list(JOIN system_folders ":" system_folders)
add_library(scanlab_library_folders INTERFACE)
target_compile_definitions(scanlab_library_folders INTERFACE
    SCANLAB_SIMULATOR_FOLDERS="${CMAKE_CURRENT_SOURCE_DIR}/" SCANLAB_SYSTEM_FOLDERS="${system_folders}")

# A program is compiled in one of two ways: checked, where the simulator gets to see each access; or fast, optimised, but
# by nothing that would delete a loop that waits.
set(options
    -std=c++20 -g1 -Wall -DSCANLAB_PROGRAM
    -UNDEBUG # assert works in kernels
    -fdebug-compilation-dir=/ # files are named in full, wherever the compiler was called
    -fwrapv # integers wrap around on a GPU
    -fno-finite-loops -fno-strict-aliasing
    -fstack-clash-protection # a large local array does not skip the guard below its stack
    -Wno-unknown-pragmas -Wno-pass-failed) # such as #pragma unroll
set(as_nvcc_has_it "-Wno-error=c++11-narrowing -Wno-error=return-type") # which only warns of dim3{a_size_t}
list(APPEND options ${as_nvcc_has_it})
list(JOIN options " " options)
# Nothing is optimised: no access is merged, moved or deleted; and frame pointers tell who called a library's function. (Code that is, after the hooks have been put in, runs no faster.)
set(checked_options "${options} -O0 -Xclang -disable-O0-optnone -fno-omit-frame-pointer -fsanitize=array-bounds")
set(fast_options "${options} -O2 -fno-builtin -fno-vectorize -fno-slp-vectorize -fno-optimize-sibling-calls") # calls return to where they stand

include(ScanlabLinkLine)
set(kit "'$<TARGET_FILE:scanlab_harness>' '$<TARGET_FILE:scanlab_verdict>' '$<TARGET_FILE:scanlab_base>' '$<TARGET_FILE:scanlab_simulator>'")
scanlab_link_line(link_program "\"$program\"" "\"$@\"" "${kit}")
foreach(script scanlab_compile_object scanlab_compile_host scanlab_link scanlab_compile)
    configure_file(${script}.in ${script}.configured @ONLY)
    file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/${script} INPUT ${CMAKE_CURRENT_BINARY_DIR}/${script}.configured)
endforeach()

# What programs begin with is compiled once, and the one header of the C++ library that is slow to read. Newer Clangs lose
# track of what va_list is if <string> comes after a precompiled header without it (github.com/llvm/llvm-project/issues/123946).
set(slow_headers -include atomic)
if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 15)
    list(APPEND slow_headers -include string)
endif()
set(header_of_cuda ${CMAKE_CURRENT_SOURCE_DIR}/include/cuda_runtime.h)
set(header_of_lesson ${PROJECT_SOURCE_DIR}/common/include/scanlab/lesson.hpp)
set(header_of_exercise ${PROJECT_SOURCE_DIR}/common/include/scanlab/exercise.hpp)
# All headers that an exercise may include, so that nothing in a judged file can change what they say.
# The first of them says what of the C++ library becomes a part of the file.
set(judged_options
    "${checked_options} -include ${CMAKE_CURRENT_SOURCE_DIR}/include/scanlab_sim/library_nodes.hpp -include algorithm")
foreach(header cuda/atomic cooperative_groups.h cooperative_groups/reduce.h cooperative_groups/scan.h cuda/cmath nccl.h)
    string(APPEND judged_options " -include ${CMAKE_CURRENT_SOURCE_DIR}/include/${header}")
endforeach()
set(picture_2_options "${checked_options} -DSCANLAB_WARP_SIZE=2")
set(picture_4_options "${checked_options} -DSCANLAB_WARP_SIZE=4")
foreach(kind IN ITEMS cuda_checked cuda_fast lesson_checked lesson_fast lesson_picture_2 lesson_picture_4 exercise_judged)
    string(REGEX MATCH "^([a-z]+)_(.+)$" kind ${kind})
    set(source ${header_of_${CMAKE_MATCH_1}})
    separate_arguments(kind_options UNIX_COMMAND "${${CMAKE_MATCH_2}_options}")
    set(header ${CMAKE_CURRENT_BINARY_DIR}/${kind}.pch)
    add_custom_command(
        OUTPUT ${header}
        COMMAND ${SCANLAB_CLANG} ${kind_options} -I ${CMAKE_CURRENT_SOURCE_DIR}/include -I ${PROJECT_SOURCE_DIR}/common/include
                -fpch-instantiate-templates ${slow_headers} -MD -MF ${header}.d -x c++-header ${source} -o ${header}
        DEPENDS ${source}
        DEPFILE ${header}.d
        COMMENT "Precompiling for the simulator: ${kind}"
        VERBATIM)
    list(APPEND headers ${header})
endforeach()
add_custom_target(scanlab_headers DEPENDS ${headers})
add_custom_target(scanlab_program_compiler)
add_dependencies(scanlab_program_compiler scanlab_translate scanlab_instrument scanlab_headers)
set(scanlab_headers ${headers} CACHE INTERNAL "what scanlab_add_program's programs begin with")
