# find_package(Scanlab): lets a project build its CUDA programs a second time, so that they check themselves, and run these with CTest.
cmake_policy(VERSION 3.22)
get_filename_component(scanlab_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(SCANLAB_EXECUTABLE ${scanlab_prefix}/bin/scanlab)
set(SCANLAB_CUDA_COMPILER ${scanlab_prefix}/lib/scanlab/toolkit/bin/nvcc)

# Scanlab::header: scanlab.cuh, the kit's scans for any CUDA program. It needs C++20, which CMake 3.25 cannot ask
# nvcc for. A package of the simulator alone has no such header.
if(EXISTS ${scanlab_prefix}/include/scanlab.cuh AND NOT TARGET Scanlab::header)
    add_library(Scanlab::header INTERFACE IMPORTED)
    target_include_directories(Scanlab::header INTERFACE ${scanlab_prefix}/include)
endif()

# scanlab_add_checked(TARGET [ARGUMENTS word…] [ENVIRONMENT NAME=VALUE…]): makes a checked twin of the executable TARGET, and adds a test,
# TARGET_checked, which runs it with these arguments. The test fails if the program does, or if anything is wrong with it. The twin
# comes from a second build of the whole project, in the folder scanlab of this one, with Scanlab in nvcc's place and the same
# options. So it has all of TARGET's properties, and TARGET need not exist here, for example if there is no nvcc.
function(scanlab_add_checked target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "ARGUMENTS;ENVIRONMENT")
    if(SCANLAB_IS_CHECKED_BUILD)
        set_target_properties(${target} PROPERTIES OUTPUT_NAME ${target}_checked RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/checked$<0:>)
        if(NOT TARGET scanlab_checked)
            add_custom_target(scanlab_checked)
        endif()
        add_dependencies(scanlab_checked ${target})
        return()
    endif()
    set(folder ${CMAKE_BINARY_DIR}/scanlab)
    if(NOT TARGET scanlab_checked)
        cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL scanlab_write_options)
        add_custom_command(
            OUTPUT ${folder}/CMakeCache.txt
            COMMAND ${CMAKE_COMMAND} -S ${CMAKE_SOURCE_DIR} -B ${folder} -G ${CMAKE_GENERATOR} -C ${folder}.cmake
            DEPENDS ${folder}.cmake
            COMMENT "Configuring the checked build"
            VERBATIM)
        add_custom_target(scanlab_checked ALL
            COMMAND ${CMAKE_COMMAND} --build ${folder} --target scanlab_checked
            DEPENDS ${folder}/CMakeCache.txt
            COMMENT "Building checked programs"
            VERBATIM)
    endif()
    add_test(NAME ${target}_checked COMMAND ${folder}/checked/${target}_checked ${arg_ARGUMENTS})
    set_tests_properties(${target}_checked PROPERTIES LABELS scanlab ENVIRONMENT "${arg_ENVIRONMENT}")
endfunction()

# The options of the second build: this one's, but for what says how CUDA is compiled.
function(scanlab_write_options)
    set(text "set(SCANLAB_IS_CHECKED_BUILD ON CACHE BOOL \"\" FORCE)\nset(CMAKE_CUDA_COMPILER [==[${SCANLAB_CUDA_COMPILER}]==] CACHE FILEPATH \"\" FORCE)\n")
    get_cmake_property(names CACHE_VARIABLES)
    list(FILTER names EXCLUDE REGEX "^CMAKE_|CUDA|^SCANLAB_")
    foreach(name IN LISTS names ITEMS CMAKE_BUILD_TYPE CMAKE_C_COMPILER CMAKE_CXX_COMPILER CMAKE_CXX_FLAGS CMAKE_PREFIX_PATH CMAKE_TOOLCHAIN_FILE)
        get_property(type CACHE ${name} PROPERTY TYPE)
        if(DEFINED ${name} AND NOT type MATCHES "INTERNAL|STATIC")
            string(APPEND text "set(${name} [==[${${name}}]==] CACHE STRING \"\" FORCE)\n")
        endif()
    endforeach()
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/scanlab.cmake CONTENT "${text}" @ONLY)
endfunction()
