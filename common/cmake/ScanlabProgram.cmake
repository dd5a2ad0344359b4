# scanlab_add_program(NAME SOURCE [HARNESS] [CHECKED_ONLY] [PICTURE_WARP lanes]): a CUDA program that runs on the chosen backend.
#
# cuda: one executable NAME, compiled by nvcc.
# sim:  NAME, checked (every memory access of a kernel is observed, so nothing is optimised), and
#       NAME_fast, optimised and unobserved. Both come from the same translated source.
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
        set(translator_options -I ${PROJECT_SOURCE_DIR}/common/include)
        if(arg_PICTURE_WARP)
            list(APPEND translator_options --expose-locals)
        endif()
        set(translated ${CMAKE_CURRENT_BINARY_DIR}/${name}.translated.cpp)
        add_custom_command(
            OUTPUT ${translated}
            COMMAND scanlab_translate ${source} -o ${translated} --depfile ${translated}.d
                    ${translator_options}
            DEPENDS ${source} scanlab_translate
            DEPFILE ${translated}.d
            COMMENT "Translating ${name}.cu for the simulator"
            VERBATIM)
        set(speeds checked fast)
        if(arg_CHECKED_ONLY OR arg_PICTURE_WARP)
            set(speeds checked)
        endif()
        foreach(speed ${speeds})
            set(target ${name})
            if(speed STREQUAL "fast")
                set(target ${name}_fast)
            endif()
            add_executable(${target} ${translated})
            target_link_libraries(${target} PRIVATE ${libraries} scanlab_simulator_${speed})
            if(arg_PICTURE_WARP)
                target_compile_definitions(${target} PRIVATE SCANLAB_WARP_SIZE=${arg_PICTURE_WARP})
            elseif(arg_HARNESS)
                target_precompile_headers(${target} REUSE_FROM scanlab_lesson_header_${speed})
            else()
                target_precompile_headers(${target} REUSE_FROM scanlab_cuda_header_${speed})
            endif()
        endforeach()
    endif()
endfunction()
