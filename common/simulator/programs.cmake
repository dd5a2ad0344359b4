# How a CUDA program becomes one that runs on the simulator, as shell scripts, since the command line, CMake and whoever else makes
# such programs compile them alike: scanlab_compile_object makes an object of a source, scanlab_compile_host one of a file for the
# host only, scanlab_link a program of objects, scanlab_compile both. They find the rest by scanlab_paths beside them.

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
list(APPEND system_folders /usr/include/ /usr/lib/) # where it is installed, the compiler may be another one
list(APPEND system_folders /usr/src/debug/) # of libraries that a distribution has built
list(REMOVE_DUPLICATES system_folders)
list(JOIN system_folders ":" system_folders)
add_library(scanlab_library_folders INTERFACE)
target_compile_definitions(scanlab_library_folders INTERFACE
    SCANLAB_SIMULATOR_FOLDERS="${scanlab_debug_name}/" SCANLAB_SYSTEM_FOLDERS="${system_folders}")

# Whoever builds programs for the simulator may hand in what they all can include and what they are linked with, and headers that
# are compiled before them. The scripts know these once CMake has read everything.
#
# scanlab_all_programs([FOLDERS folder…] [LIBRARIES target…] [LINK_OPTIONS option…]): folders of headers, and libraries, of which a
# program takes what it needs.
function(scanlab_all_programs)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FOLDERS;LIBRARIES;LINK_OPTIONS")
    list(TRANSFORM arg_FOLDERS REPLACE "(.+)" "-I '\\1'")
    set_property(TARGET scanlab_program_compiler APPEND PROPERTY SCANLAB_FOLDERS ${arg_FOLDERS})
    set_property(TARGET scanlab_program_compiler APPEND PROPERTY SCANLAB_LINK_OPTIONS ${arg_LINK_OPTIONS})
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

# scanlab_precompile(NAME HEADER KIND…): compiles the header for such programs (scanlab_toolchain).
function(scanlab_precompile name header)
    foreach(kind IN LISTS ARGN)
        set(made ${scanlab_made}/${name}_${kind}.pch)
        add_custom_command(
            OUTPUT ${made}
            COMMAND sh -c "set -eu; here=$0; . \"$here/scanlab_toolchain\"; precompile \"$@\"" ${CMAKE_BINARY_DIR} ${kind} ${header} ${made} ${made}.d
            DEPENDS ${header} ${CMAKE_BINARY_DIR}/scanlab_toolchain ${CMAKE_BINARY_DIR}/scanlab_paths
            DEPFILE ${made}.d
            COMMENT "Precompiling for the simulator: ${name}_${kind}"
            VERBATIM)
        set_property(GLOBAL APPEND PROPERTY SCANLAB_PRECOMPILED ${made})
        add_custom_target(scanlab_precompiled_${name}_${kind} DEPENDS ${made})
        add_dependencies(scanlab_program_compiler scanlab_precompiled_${name}_${kind})
    endforeach()
endfunction()

function(scanlab_property variable name separator)
    set(${variable} "$<JOIN:$<TARGET_GENEX_EVAL:scanlab_program_compiler,$<TARGET_PROPERTY:scanlab_program_compiler,${name}>>,${separator}>" PARENT_SCOPE)
endfunction()
scanlab_property(folders SCANLAB_FOLDERS " ")
scanlab_property(libraries SCANLAB_LIBRARIES " ")
scanlab_property(beginnings SCANLAB_BEGINNINGS "\n")
scanlab_property(link_options SCANLAB_LINK_OPTIONS " ")
set(scanlab_made ${CMAKE_CURRENT_BINARY_DIR} CACHE INTERNAL "what is made once for all programs")
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/scanlab_beginnings CONTENT "${beginnings}\n")
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/scanlab_paths CONTENT "\
include='${CMAKE_CURRENT_SOURCE_DIR}/include'
translate='$<TARGET_FILE:scanlab_translate>'
instrument='$<TARGET_FILE:scanlab_instrument>'
simulator='$<TARGET_FILE:scanlab_simulator>'
shared_runtime='${scanlab_shared_runtime}'
taken='${scanlab_taken}'
cuda_libraries='${CMAKE_CURRENT_BINARY_DIR}/libscanlab_cuda_libraries.a'
headers_named='${scanlab_debug_name}/include'
folders=\"${folders}\"
libraries=\"${libraries}\"
link_options='${scanlab_simulator_libraries} ${link_options}'
beginnings='${CMAKE_BINARY_DIR}/scanlab_beginnings'
clang='${SCANLAB_CLANG}'
driver='${CMAKE_CXX_COMPILER}'
made='${scanlab_made}'
")
file(REMOVE ${scanlab_made}/link_line) # which another compiler may have said
set(scanlab_scripts scanlab_compile scanlab_compile_host scanlab_compile_object scanlab_link scanlab_syntax scanlab_toolchain shorten_errors.awk)
foreach(script IN LISTS scanlab_scripts)
    configure_file(${script} ${CMAKE_BINARY_DIR}/${script} COPYONLY)
endforeach()

add_custom_target(scanlab_program_compiler)
add_dependencies(scanlab_program_compiler scanlab_translate scanlab_instrument)
add_custom_target(scanlab_sim_toolchain) # all that makes a program
add_dependencies(scanlab_sim_toolchain scanlab_program_compiler scanlab_simulator scanlab_shared_runtimes)

scanlab_precompile(cuda ${CMAKE_CURRENT_SOURCE_DIR}/include/cuda_runtime.h checked fast checked_17 fast_17)
