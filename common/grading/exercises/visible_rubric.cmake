# cmake -DRUBRIC=FILE -P visible_rubric.cmake: takes the lines that students are not to see out of a rubric.
cmake_minimum_required(VERSION 3.25)
file(READ ${RUBRIC} rubric)

# remove_hidden(MEMBER…): from the list there.
function(remove_hidden)
    string(JSON count LENGTH "${rubric}" ${ARGN})
    while(count GREATER 0)
        math(EXPR count "${count} - 1")
        string(JSON visibility ERROR_VARIABLE absent GET "${rubric}" ${ARGN} ${count} visibility)
        if(NOT absent AND NOT visibility STREQUAL "visible")
            string(JSON rubric REMOVE "${rubric}" ${ARGN} ${count})
        endif()
    endwhile()
    set(rubric "${rubric}" PARENT_SCOPE)
endfunction()

remove_hidden(every)
string(JSON exercises ERROR_VARIABLE none LENGTH "${rubric}" exercises)
if(NOT none) # one exercise's own rubric has lines for every exercise only
    foreach(i RANGE 1 ${exercises})
        math(EXPR i "${i} - 1")
        string(JSON exercise MEMBER "${rubric}" exercises ${i})
        remove_hidden(exercises ${exercise})
    endforeach()
endif()
file(WRITE ${RUBRIC} "${rubric}\n")
