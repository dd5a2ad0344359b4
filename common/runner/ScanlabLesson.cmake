# The list of lessons that ./scanlab run reads: lessons.json in the build folder. Only a lesson's number, name
# and program stand there; its title and scope the program itself tells (--describe).

# scanlab_add_lesson(NN_name LANES [ARCHITECTURE 80]): the program NN_name/name.cu, and its place in the list. The one that its picture
# is drawn from, name_picture, has warps of so many lanes. ARCHITECTURE: the oldest GPUs that it can be compiled for.
function(scanlab_add_lesson folder picture_warp)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "ARCHITECTURE" "")
    if(NOT folder MATCHES "^([0-9][0-9])_([a-z0-9_]+)$")
        message(FATAL_ERROR "scanlab_add_lesson(${folder}): a lesson's folder is named like 02_hillis_steele_shared")
    endif()
    math(EXPR number "1${CMAKE_MATCH_1} - 100")
    set(name ${CMAKE_MATCH_2})
    scanlab_add_program(${name} ${folder}/${name}.cu HARNESS)
    if(arg_ARCHITECTURE AND CMAKE_CUDA_ARCHITECTURES MATCHES "^[0-9]+$"
       AND CMAKE_CUDA_ARCHITECTURES LESS arg_ARCHITECTURE)
        set_target_properties(${name} PROPERTIES CUDA_ARCHITECTURES ${arg_ARCHITECTURE})
    endif()
    if(SCANLAB_BACKEND STREQUAL "sim")
        scanlab_add_program(${name}_picture ${folder}/${name}.cu HARNESS PICTURE_WARP ${picture_warp})
        if(NOT TARGET pictures)
            add_custom_target(pictures)
        endif()
        add_dependencies(pictures ${name}_picture)
    endif()

    set_property(GLOBAL APPEND PROPERTY SCANLAB_LESSON_FOLDERS ${folder})
    if(NOT TARGET lessons)
        add_custom_target(lessons)
    endif()
    add_dependencies(lessons ${name})
    scanlab_benchmark_program(lesson ${name})

    set(entry "{\"number\": ${number}, \"name\": \"${name}\", \"program\": \"$<TARGET_FILE:${name}>\"")
    if(TARGET ${name}_fast)
        add_dependencies(lessons ${name}_fast)
        string(APPEND entry ", \"fast\": \"$<TARGET_FILE:${name}_fast>\"")
    endif()
    set_property(GLOBAL APPEND PROPERTY SCANLAB_LESSONS "${entry}}")
endfunction()

# Once, after the last lesson.
function(scanlab_write_lessons)
    get_property(lessons GLOBAL PROPERTY SCANLAB_LESSONS)
    list(JOIN lessons ",\n    " lessons)
    file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/lessons.json CONTENT
"{
  \"backend\": \"${SCANLAB_BACKEND}\",
  \"lessons\": [
    ${lessons}
  ]
}
")
endfunction()
