# scanlab_tool_reads(SCRIPT COMPILER… PATHS PATH…): writes SCRIPT.reads, what a script that compiles for the grader reads besides
# the system's folders (common/grading/grader/student_program.hpp): the compilers, wherever they are installed, and these paths.
function(scanlab_tool_reads script)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PATHS")
    foreach(compiler IN LISTS arg_UNPARSED_ARGUMENTS)
        file(REAL_PATH ${compiler} compiler)
        cmake_path(GET compiler PARENT_PATH bin)
        cmake_path(GET bin PARENT_PATH prefix)
        list(APPEND arg_PATHS ${prefix})
    endforeach()
    list(APPEND arg_PATHS ${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES} ${CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES}
         $<TARGET_LINKER_FILE_DIR:fmt::fmt>)
    list(REMOVE_DUPLICATES arg_PATHS)
    list(REMOVE_ITEM arg_PATHS /)
    list(JOIN arg_PATHS "\n" paths)
    file(GENERATE OUTPUT ${script}.reads CONTENT "${paths}\n")
endfunction()
