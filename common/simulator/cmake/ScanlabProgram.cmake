# How programs for the simulator are linked: as its command line does it, without the compiler's driver.
set(CMAKE_SCANLAB_LINK_EXECUTABLE "sh \"${CMAKE_BINARY_DIR}/scanlab_link\" <TARGET> <OBJECTS> <LINK_LIBRARIES>" CACHE INTERNAL "")

# scanlab_add_program(NAME SOURCE [CHECKED_ONLY] [PICTURE_WARP lanes] [FOLDERS folder…] [LIBRARIES target…] [OPTIONS option…]): a CUDA program for the
# simulator: NAME, checked (every memory access of a kernel is observed), and NAME_fast, optimised and unobserved, which CHECKED_ONLY
# leaves out. It may include headers from FOLDERS. PICTURE_WARP makes a program to draw diagrams of: its warps have that many lanes, and
# the simulator sees the kernels' own variables, too. OPTIONS: of scanlab_compile_object, such as --extended-lambda.
function(scanlab_add_program name source)
    cmake_parse_arguments(PARSE_ARGV 2 arg "CHECKED_ONLY" "PICTURE_WARP" "FOLDERS;LIBRARIES;OPTIONS")
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    set(folders --)
    foreach(folder IN LISTS arg_FOLDERS)
        list(APPEND folders -I ${folder})
    endforeach()
    set(speeds checked fast)
    if(arg_CHECKED_ONLY OR arg_PICTURE_WARP)
        set(speeds checked)
    endif()
    get_property(precompiled GLOBAL PROPERTY SCANLAB_PRECOMPILED)
    foreach(speed ${speeds})
        set(target ${name})
        set(options ${arg_OPTIONS})
        if(speed STREQUAL "fast")
            set(target ${name}_fast)
            list(APPEND options --fast)
        elseif(arg_PICTURE_WARP)
            list(APPEND options --picture ${arg_PICTURE_WARP})
        endif()
        set(object ${CMAKE_CURRENT_BINARY_DIR}/${target}.o)
        add_custom_command(
            OUTPUT ${object}
            COMMAND sh ${CMAKE_BINARY_DIR}/scanlab_compile_object ${options} ${source} ${object} ${object}.d ${folders}
            DEPENDS ${source} scanlab_translate scanlab_instrument ${precompiled} ${CMAKE_BINARY_DIR}/scanlab_compile_object
                    ${CMAKE_BINARY_DIR}/scanlab_beginnings ${CMAKE_BINARY_DIR}/scanlab_toolchain ${CMAKE_BINARY_DIR}/scanlab_paths
            DEPFILE ${object}.d
            COMMENT "Compiling ${target} for the simulator"
            VERBATIM)
        add_executable(${target} ${object})
        set_target_properties(${target} PROPERTIES LINKER_LANGUAGE SCANLAB LINK_DEPENDS "${CMAKE_BINARY_DIR}/scanlab_link;${CMAKE_BINARY_DIR}/scanlab_toolchain;${CMAKE_BINARY_DIR}/scanlab_paths")
        target_link_libraries(${target} PRIVATE ${arg_LIBRARIES} scanlab_simulator)
        add_dependencies(${target} scanlab_sim_toolchain) # scanlab_link names all libraries
    endforeach()
endfunction()
