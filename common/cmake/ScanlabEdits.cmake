# Sources with a change: common/grading/edits/README.md.
set(scanlab_apply_edit ${PROJECT_SOURCE_DIR}/common/grading/edits/apply.sh)

# scanlab_source_of_edits(VARIABLE FILE.edits): the source that the file changes.
function(scanlab_source_of_edits variable edits)
    file(STRINGS ${edits} source LIMIT_COUNT 1)
    string(REGEX REPLACE "^# " "" source "${source}")
    set(${variable} ${PROJECT_SOURCE_DIR}/${source} PARENT_SCOPE)
endfunction()

# scanlab_names_of_edits(VARIABLE FILE.edits): what its edits are called. CMake configures again if the file changes.
function(scanlab_names_of_edits variable edits)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${edits})
    file(STRINGS ${edits} names REGEX "^## ")
    list(TRANSFORM names REPLACE "^## ([a-z0-9_]+).*" "\\1")
    set(${variable} ${names} PARENT_SCOPE)
endfunction()

# scanlab_make_edit(OUTPUT FILE.edits NAME): writes the source with that edit when CMake configures, which it does again if one of
# them changes.
function(scanlab_make_edit output edits name)
    scanlab_source_of_edits(source ${edits})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${edits} ${source} ${scanlab_apply_edit})
    cmake_path(GET output PARENT_PATH folder)
    file(MAKE_DIRECTORY ${folder})
    execute_process(COMMAND sh ${scanlab_apply_edit} ${edits} ${name}
        OUTPUT_FILE ${output}.new ERROR_VARIABLE error RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${error}")
    endif()
    file(COPY_FILE ${output}.new ${output} ONLY_IF_DIFFERENT)
    file(REMOVE ${output}.new)
endfunction()
