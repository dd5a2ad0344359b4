# libbacktrace turns program counters into source lines; it ships with gcc, in gcc's own folders, where Clang looks, too.
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libbacktrace.a OUTPUT_VARIABLE gcc_backtrace OUTPUT_STRIP_TRAILING_WHITESPACE)
cmake_path(GET gcc_backtrace PARENT_PATH gcc_libraries)
find_path(BACKTRACE_INCLUDE_DIR backtrace.h HINTS ${gcc_libraries}/include REQUIRED)
find_library(BACKTRACE_LIBRARY backtrace HINTS ${gcc_libraries} REQUIRED)

# A port to another operating system or processor brings other files.
set(platform platform/memory_posix.cpp platform/faults_posix.cpp platform/ends_posix.cpp platform/copies_linux.cpp
    platform/images_linux.cpp
    platform/surroundings_posix.cpp platform/threads_linux.cpp platform/program_threads_linux.cpp platform/symbols_libbacktrace.cpp platform/columns_dwarf.cpp)
set(simulator_libraries "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    list(APPEND platform platform/fiber_x86_64.cpp)
else()
    find_package(Boost REQUIRED COMPONENTS context)
    list(APPEND platform platform/fiber_boost.cpp)
    list(APPEND simulator_libraries -lboost_context)
endif()

# The runtime's parts, for its tests; programs are linked with scanlab_simulator.
file(GLOB_RECURSE runtime_sources CONFIGURE_DEPENDS machine/*.cpp watch/*.cpp)
file(GLOB of_findings CONFIGURE_DEPENDS findings/*.cpp)
list(APPEND runtime_sources ${of_findings})
# The first defines what all others see as constant; the others are linked only where their symbols are wanted.
set(beside_runtime machine/base/builtins.cpp machine/program/program_malloc.cpp machine/program/program_new.cpp)
list(TRANSFORM beside_runtime PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
list(REMOVE_ITEM runtime_sources ${beside_runtime})
add_library(scanlab_runtime_parts OBJECT ${runtime_sources} ${platform})
target_include_directories(scanlab_runtime_parts PRIVATE ${BACKTRACE_INCLUDE_DIR})
target_include_directories(scanlab_runtime_parts PUBLIC ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/include)
target_link_libraries(scanlab_runtime_parts PUBLIC ${BACKTRACE_LIBRARY} ${simulator_libraries} PRIVATE scanlab_library_folders scanlab_warnings)
# The runtime is a library by itself, too. Its threads' own variables are few enough for the room that the loader keeps.
set_target_properties(scanlab_runtime_parts PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_compile_options(scanlab_runtime_parts PRIVATE -O2 -fvisibility=hidden -ftls-model=initial-exec
    "-ffile-prefix-map=${CMAKE_CURRENT_SOURCE_DIR}=${scanlab_debug_name}"
    -include ${CMAKE_CURRENT_SOURCE_DIR}/machine/interface.hpp $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
if(headers_pay)
    target_precompile_headers(scanlab_runtime_parts PRIVATE machine/interface.hpp
        <algorithm> <chrono> <functional> <map> <memory> <optional> <string> <unordered_map> <vector>)
endif()

# scanlab_simulator: what a program is linked with that runs on the simulator. (Clang's own linker cannot do it.)
foreach(tool ld.bfd nm objcopy)
    find_program(SCANLAB_${tool} ${tool} REQUIRED)
endforeach()
set(runtime_object ${CMAKE_CURRENT_BINARY_DIR}/runtime.o)
set(runtime_parts $<FILTER:$<TARGET_OBJECTS:scanlab_runtime_parts>,EXCLUDE,[.]pch$>) # newer CMakes count precompiled headers among them
add_custom_command(
    OUTPUT ${runtime_object}
    COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/link_runtime.sh ${SCANLAB_ld.bfd} ${SCANLAB_nm} ${SCANLAB_objcopy}
            ${BACKTRACE_LIBRARY} ${runtime_object} ${runtime_parts}
    DEPENDS link_runtime.sh own_variables.ld scanlab_runtime_parts ${runtime_parts}
    COMMENT "Linking the simulator's runtime"
    COMMAND_EXPAND_LISTS VERBATIM)
add_library(scanlab_simulator STATIC ${beside_runtime} ${runtime_object})
set_source_files_properties(${runtime_object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
set_source_files_properties(machine/program/program_new.cpp PROPERTIES COMPILE_OPTIONS -fno-exceptions) # none passes by
# Watchers name their functions after the events: two in one file would clash. What lies beside the runtime is linked file by file.
set_source_files_properties(${beside_runtime} machine/base/host_threads.cpp platform/program_threads_linux.cpp watch/checks.cpp watch/counting/counters.cpp watch/synchronisation/synchronisations.cpp watch/observer.cpp watch/recording/recorder.cpp
    PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
target_include_directories(scanlab_simulator PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_include_directories(scanlab_simulator PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/include)
target_link_libraries(scanlab_simulator PRIVATE ${simulator_libraries} scanlab_warnings)
set_target_properties(scanlab_simulator PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_compile_options(scanlab_simulator PRIVATE -O2 "-ffile-prefix-map=${CMAKE_CURRENT_SOURCE_DIR}=${scanlab_debug_name}")

# The same as a library, for programs that are not linked with the simulator. In the build folder, programs find it by its whole path.
set(scanlab_shared_runtime ${CMAKE_BINARY_DIR}/toolkit/lib64/libcudart.so.13 CACHE INTERNAL "the runtime as a library")
set(scanlab_installed_runtime ${CMAKE_CURRENT_BINARY_DIR}/installed/lib/scanlab/toolkit/lib64/libcudart.so.13)
set(scanlab_taken ${CMAKE_BINARY_DIR}/scanlab_taken)
foreach(name_and_output IN ITEMS "${scanlab_shared_runtime};${scanlab_shared_runtime}" "libcudart.so.13;${scanlab_installed_runtime}")
    list(GET name_and_output 1 output)
    add_custom_command(
        OUTPUT ${output}
        COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/link_shared_runtime.sh ${CMAKE_CXX_COMPILER} ${SCANLAB_nm} $<TARGET_FILE:scanlab_simulator>
                ${name_and_output} ${scanlab_taken} ${simulator_libraries}
        DEPENDS link_shared_runtime.sh scanlab_simulator
        COMMENT "Linking the simulator's runtime as a library"
        VERBATIM)
endforeach()
add_custom_target(scanlab_shared_runtimes ALL DEPENDS ${scanlab_shared_runtime} ${scanlab_installed_runtime})

list(JOIN simulator_libraries " " libraries)
set(scanlab_simulator_libraries "${libraries}" CACHE INTERNAL "for scripts, which link without CMake's help")
