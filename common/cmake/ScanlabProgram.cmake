# How such programs are linked for the simulator: as ./scanlab sim and the grader do it, without the compiler's driver.
set(CMAKE_SCANLAB_LINK_EXECUTABLE "sh \"${CMAKE_BINARY_DIR}/scanlab_link\" <TARGET> <OBJECTS> <LINK_LIBRARIES>")

# scanlab_add_program(NAME SOURCE [HARNESS] [CHECKED_ONLY] [PICTURE_WARP lanes]): a CUDA program that runs on the chosen backend.
#
# cuda: one executable NAME, compiled by nvcc.
# sim:  NAME, checked (every memory access of a kernel is observed), and NAME_fast, optimised and unobserved.
# HARNESS links the lessons' harness as well; CHECKED_ONLY leaves NAME_fast out. PICTURE_WARP makes a program to
# draw diagrams of: its warps have that many lanes, and the simulator sees the kernels' own variables, too.
function(scanlab_add_program name source)
    cmake_parse_arguments(PARSE_ARGV 2 arg "HARNESS;CHECKED_ONLY" "PICTURE_WARP" "")
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    set(libraries)
    if(arg_HARNESS)
        set(libraries scanlab_harness)
    endif()

    if(SCANLAB_BACKEND STREQUAL "cuda")
        add_executable(${name} ${source})
        target_compile_options(${name} PRIVATE -UNDEBUG) # assert works in kernels
        target_link_libraries(${name} PRIVATE ${libraries} scanlab_warnings CUDA::cudart)
    else()
        set(speeds checked fast)
        if(arg_CHECKED_ONLY OR arg_PICTURE_WARP)
            set(speeds checked)
        endif()
        foreach(speed ${speeds})
            set(target ${name})
            set(options)
            if(speed STREQUAL "fast")
                set(target ${name}_fast)
                set(options --fast)
            elseif(arg_PICTURE_WARP)
                set(options --picture ${arg_PICTURE_WARP})
            endif()
            set(folders)
            get_property(precompiled GLOBAL PROPERTY SCANLAB_PRECOMPILED)
            if(arg_HARNESS)
                set(folders -- -I ${PROJECT_SOURCE_DIR}/common/base -I ${PROJECT_SOURCE_DIR}/common/harness)
            endif()
            set(object ${CMAKE_CURRENT_BINARY_DIR}/${target}.o)
            add_custom_command(
                OUTPUT ${object}
                COMMAND sh ${CMAKE_BINARY_DIR}/scanlab_compile_object ${options} ${source} ${object} ${object}.d ${folders}
                DEPENDS ${source} scanlab_translate scanlab_instrument ${precompiled} ${CMAKE_BINARY_DIR}/scanlab_compile_object ${CMAKE_BINARY_DIR}/scanlab_beginnings
                DEPFILE ${object}.d
                COMMENT "Compiling ${target} for the simulator"
                VERBATIM)
            add_executable(${target} ${object})
            set_target_properties(${target} PROPERTIES LINKER_LANGUAGE SCANLAB LINK_DEPENDS ${CMAKE_BINARY_DIR}/scanlab_link)
            target_link_libraries(${target} PRIVATE ${libraries} scanlab_simulator)
        endforeach()
    endif()
endfunction()
