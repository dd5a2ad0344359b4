if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    find_package(Boost REQUIRED COMPONENTS context) # see fiber.hpp
endif()

# libbacktrace turns program counters into source lines; it ships with gcc, in gcc's own folders.
execute_process(COMMAND gcc -print-file-name=include OUTPUT_VARIABLE gcc_include OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND gcc -print-file-name=libbacktrace.a OUTPUT_VARIABLE gcc_backtrace OUTPUT_STRIP_TRAILING_WHITESPACE)
cmake_path(GET gcc_backtrace PARENT_PATH gcc_libraries)
find_path(BACKTRACE_INCLUDE_DIR backtrace.h HINTS ${gcc_include} REQUIRED)
find_library(BACKTRACE_LIBRARY backtrace HINTS ${gcc_libraries} REQUIRED)

# scanlab_simulator: what a program is linked with that runs on the simulator.
file(GLOB runtime_sources CONFIGURE_DEPENDS machine/*.cpp watch/*.cpp words/*.cpp)
add_library(scanlab_simulator STATIC ${runtime_sources})
# The one defines what all others see as constant; the other is linked only where its symbols are wanted.
set_source_files_properties(machine/builtins.cpp watch/block_copies.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
# scanlab_findings has these two as well: a program that is linked with both takes them from either.
set_source_files_properties(words/finding.cpp words/source_text.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
target_include_directories(scanlab_simulator PRIVATE ${BACKTRACE_INCLUDE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
target_include_directories(scanlab_simulator PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/include)
target_link_libraries(scanlab_simulator PRIVATE $<TARGET_NAME_IF_EXISTS:Boost::context> ${BACKTRACE_LIBRARY} scanlab_warnings)
target_compile_options(scanlab_simulator PRIVATE -g1 -O2)

# For whoever links without CMake's help.
set(simulator_libraries ${BACKTRACE_LIBRARY})
if(TARGET Boost::context)
    list(APPEND simulator_libraries -lboost_context)
endif()
list(JOIN simulator_libraries " " simulator_libraries)
