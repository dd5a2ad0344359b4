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
    scanlab_add_lesson_program(${name} ${folder}/${name}.cu)
    if(arg_ARCHITECTURE AND CMAKE_CUDA_ARCHITECTURES MATCHES "^[0-9]+$"
       AND CMAKE_CUDA_ARCHITECTURES LESS arg_ARCHITECTURE)
        set_target_properties(${name} PROPERTIES CUDA_ARCHITECTURES ${arg_ARCHITECTURE})
    endif()
    if(SCANLAB_BACKEND STREQUAL "sim")
        scanlab_add_lesson_program(${name}_picture ${folder}/${name}.cu PICTURE_WARP ${picture_warp})
        if(NOT TARGET pictures)
            add_custom_target(pictures)
        endif()
        add_dependencies(pictures ${name}_picture)
        scanlab_add_variants(${folder} ${picture_warp})
    endif()

    set_property(GLOBAL APPEND PROPERTY SCANLAB_LESSON_FOLDERS ${folder})
    if(NOT TARGET lessons)
        add_custom_target(lessons) # what ./scanlab run starts
        add_custom_target(fast_lessons) # and with --fast
    endif()
    add_dependencies(lessons ${name})
    scanlab_benchmark_program(lesson ${name})

    set(entry "{\"number\": ${number}, \"name\": \"${name}\", \"program\": \"$<TARGET_FILE:${name}>\"")
    if(TARGET ${name}_fast)
        add_dependencies(fast_lessons ${name}_fast)
        string(APPEND entry ", \"fast\": \"$<TARGET_FILE:${name}_fast>\"")
    endif()
    set_property(GLOBAL APPEND PROPERTY SCANLAB_LESSONS "${entry}}")
endfunction()

# For each line of diagrams/variants about the lesson: name_picture_EDIT, the lesson with that edit.
function(scanlab_add_variants folder picture_warp)
    set(list ${PROJECT_SOURCE_DIR}/diagrams/variants)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
    string(REGEX REPLACE "^[0-9]+_" "" name ${folder})
    file(STRINGS ${list} edits REGEX "^${folder} ")
    list(TRANSFORM edits REPLACE "^[^ ]+ +([^ ]+) .*" "\\1")
    list(REMOVE_DUPLICATES edits) # the same in another order of threads
    foreach(edit IN LISTS edits)
        set(source ${CMAKE_CURRENT_BINARY_DIR}/variants/${edit}/${name}.cu)
        scanlab_make_edit(${source} ${PROJECT_SOURCE_DIR}/diagrams/edits/${folder}.edits ${edit})
        scanlab_add_lesson_program(${name}_picture_${edit} ${source} PICTURE_WARP ${picture_warp})
        add_dependencies(pictures ${name}_picture_${edit})
    endforeach()
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
