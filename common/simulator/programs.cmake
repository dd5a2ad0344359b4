# How a CUDA program becomes one that runs on the simulator, as shell scripts in the build folder, since the command line, CMake and
# whoever else makes such programs compile them alike: scanlab_compile_object makes an object of a source, scanlab_compile_host one of a
# file for the host only, scanlab_link a program of objects, scanlab_compile both.

# Only Clang shows its intermediate representation, in which the hooks are put (compile/).
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
    -fwrapv # signed sums that overflow are undefined in CUDA C++, too, but NVCC lets them wrap around
    -fno-finite-loops -fno-strict-aliasing
    -fstack-clash-protection # a large local array does not skip the guard below its stack
    -Wno-unknown-pragmas -Wno-pass-failed) # such as #pragma unroll
set(as_nvcc_has_it "-Wno-error=c++11-narrowing -Wno-error=return-type") # which only warns of dim3{a_size_t}
list(APPEND options ${as_nvcc_has_it})
list(JOIN options " " options)
set(version_of_nvcc "-D__NVCC__=1 -D__CUDACC_VER_MAJOR__=13 -D__CUDACC_VER_MINOR__=0 -D__CUDACC_VER_BUILD__=0")
# Nothing is optimised: no access is merged, moved or deleted; and frame pointers tell who called a library's function. (Code that is, after the hooks have been put in, runs no faster.)
set(checked_options "${options} -DSCANLAB_CHECKED -Wno-ignored-attributes -O0 -Xclang -disable-O0-optnone -fno-omit-frame-pointer -fsanitize=array-bounds")
set(fast_options "${options} -O2 -fno-builtin -fno-vectorize -fno-slp-vectorize -fno-optimize-sibling-calls") # calls return to where they stand


# Whoever builds programs for the simulator may hand in what they all can include and what they are linked with, and headers that
# are compiled before them. The scripts know these once CMake has read everything.
#
# scanlab_all_programs([FOLDERS folder…] [LIBRARIES target…]): folders of headers, and static libraries, of which a program takes
# what it needs.
function(scanlab_all_programs)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FOLDERS;LIBRARIES")
    list(TRANSFORM arg_FOLDERS REPLACE "(.+)" "-I '\\1'")
    set_property(TARGET scanlab_program_compiler APPEND PROPERTY SCANLAB_FOLDERS ${arg_FOLDERS})
    foreach(library IN LISTS arg_LIBRARIES)
        set_property(TARGET scanlab_program_compiler APPEND PROPERTY SCANLAB_LIBRARIES "'$<TARGET_FILE:${library}>'")
        add_dependencies(scanlab_sim_toolchain ${library})
    endforeach()
endfunction()

# scanlab_programs_that_include(HEADER BEGIN name [LIBRARIES target…]): programs with #include <HEADER> begin with what
# scanlab_precompile(name …) has compiled, and are linked with these, too. The first that suits a program counts.
function(scanlab_programs_that_include header)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "BEGIN" "LIBRARIES")
    set(row "${header} ${arg_BEGIN}")
    foreach(library IN LISTS arg_LIBRARIES)
        string(APPEND row " $<TARGET_FILE:${library}>")
        add_dependencies(scanlab_sim_toolchain ${library})
    endforeach()
    set_property(TARGET scanlab_program_compiler APPEND PROPERTY SCANLAB_BEGINNINGS "${row}")
endfunction()

# scanlab_precompile(NAME HEADER SPEED…): compiles the header for programs that are checked, fast, judged, or picture_2 or picture_4:
# for a diagram, with warps of so many lanes. Newer Clangs lose track of what va_list is if <string> comes after a precompiled header
# without it (github.com/llvm/llvm-project/issues/123946); <atomic> is slow to read.
set(slow_headers -include atomic)
if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 15)
    list(APPEND slow_headers -include string)
endif()
function(scanlab_precompile name header)
    get_property(folders TARGET scanlab_program_compiler PROPERTY SCANLAB_FOLDERS)
    list(JOIN folders " " folders)
    foreach(speed IN LISTS ARGN)
        separate_arguments(words UNIX_COMMAND "${${speed}_options} -I '${simulator_include}' ${folders}")
        set(made ${precompiled_folder}/${name}_${speed}.pch)
        add_custom_command(
            OUTPUT ${made}
            COMMAND ${SCANLAB_CLANG} ${words} -fpch-instantiate-templates ${slow_headers} -MD -MF ${made}.d -x c++-header ${header} -o ${made}
            DEPENDS ${header}
            DEPFILE ${made}.d
            COMMENT "Precompiling for the simulator: ${name}_${speed}"
            VERBATIM)
        set_property(GLOBAL APPEND PROPERTY SCANLAB_PRECOMPILED ${made})
        add_custom_target(scanlab_precompiled_${name}_${speed} DEPENDS ${made})
        add_dependencies(scanlab_program_compiler scanlab_precompiled_${name}_${speed})
    endforeach()
endfunction()

include(ScanlabLinkLine)
function(scanlab_property variable name separator)
    set(${variable} "$<JOIN:$<TARGET_GENEX_EVAL:scanlab_program_compiler,$<TARGET_PROPERTY:scanlab_program_compiler,${name}>>,${separator}>" PARENT_SCOPE)
endfunction()
scanlab_property(folders SCANLAB_FOLDERS " ")
scanlab_property(libraries SCANLAB_LIBRARIES " ")
scanlab_property(beginnings SCANLAB_BEGINNINGS "\n")
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/scanlab_beginnings CONTENT "${beginnings}\n")
scanlab_link_line(link_program "\"$program\"" "\"$@\"" "${libraries} '$<TARGET_FILE:scanlab_simulator>'")
foreach(script scanlab_compile_object scanlab_compile_host scanlab_link scanlab_compile)
    configure_file(${script}.in ${script}.configured @ONLY)
    file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/${script} INPUT ${CMAKE_CURRENT_BINARY_DIR}/${script}.configured)
endforeach()

add_custom_target(scanlab_program_compiler)
add_dependencies(scanlab_program_compiler scanlab_translate scanlab_instrument)
add_custom_target(scanlab_sim_toolchain) # all that makes a program
add_dependencies(scanlab_sim_toolchain scanlab_program_compiler scanlab_simulator)

set(simulator_include ${CMAKE_CURRENT_SOURCE_DIR}/include)
set(precompiled_folder ${CMAKE_CURRENT_BINARY_DIR})
# All headers that a judged file may include, so that nothing in it can change what they say.
# The first of them says what of the C++ library becomes a part of the file.
set(judged_options "${checked_options} -include ${simulator_include}/scanlab_sim/library_nodes.hpp -include algorithm")
foreach(header cuda/atomic cooperative_groups.h cooperative_groups/reduce.h cooperative_groups/scan.h cuda/cmath nccl.h)
    string(APPEND judged_options " -include ${simulator_include}/${header}")
endforeach()
set(picture_2_options "${checked_options} -DSCANLAB_WARP_SIZE=2")
set(picture_4_options "${checked_options} -DSCANLAB_WARP_SIZE=4")
foreach(variable checked_options fast_options judged_options picture_2_options picture_4_options slow_headers simulator_include precompiled_folder)
    set(${variable} "${${variable}}" CACHE INTERNAL "for scanlab_precompile")
endforeach()
scanlab_precompile(cuda ${simulator_include}/cuda_runtime.h checked fast)
