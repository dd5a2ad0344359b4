# scanlab_add_exercise(NN_lesson NAME): the student's program NAME_exercise and, where solutions/ is there,
# NAME_solution, which is made like it from the canonical solution.
function(scanlab_add_exercise folder name)
    set(sources exercise lessons solution solutions)
    while(sources)
        list(POP_FRONT sources kind root)
        set(source ${PROJECT_SOURCE_DIR}/${root}/${folder}/${name}_exercise.cu)
        if(kind STREQUAL "exercise" OR EXISTS ${source})
            scanlab_add_program(${name}_${kind} ${source} HARNESS CHECKED_ONLY)
            target_link_libraries(${name}_${kind} PRIVATE scanlab_exercise_main)
            if(NOT TARGET ${kind}s)
                add_custom_target(${kind}s)
            endif()
            add_dependencies(${kind}s ${name}_${kind})
            if(kind STREQUAL "solution")
                scanlab_benchmark_program(solution ${name}_solution scanlab_exercise_main)
            endif()
        endif()
    endwhile()
    set_property(GLOBAL APPEND PROPERTY SCANLAB_EXERCISES ${folder}/${name})
    if(TARGET grader)
        scanlab_add_checks(${folder} ${name})
    endif()
endfunction()

# The targets check_05_raking, and check_05 if it is the lesson's main exercise: they grade the student's file.
function(scanlab_add_checks folder name)
    string(SUBSTRING ${folder} 0 2 number)
    add_custom_target(check_${number}_${name}
        COMMAND ${CMAKE_COMMAND} -E env SCANLAB_BUILD=no $<TARGET_FILE:scanlab> check ${number}_${name}
        USES_TERMINAL)
    add_dependencies(check_${number}_${name} scanlab grader)
    if(NOT TARGET check_${number})
        add_custom_target(check_${number})
        add_dependencies(check_${number} check_${number}_${name})
    endif()
endfunction()

# All that exercises.json lists. Once, after the last lesson.
function(scanlab_add_exercises)
    get_property(folders GLOBAL PROPERTY SCANLAB_LESSON_FOLDERS)
    file(READ ${PROJECT_SOURCE_DIR}/common/exercises/exercises.json exercises)
    string(JSON count LENGTH "${exercises}")
    math(EXPR last "${count} - 1")
    foreach(i RANGE ${last})
        string(JSON number GET "${exercises}" ${i} number)
        string(JSON name GET "${exercises}" ${i} name)
        math(EXPR place "${number} - 1") # of its lesson
        list(GET folders ${place} folder)
        scanlab_add_exercise(${folder} ${name})
    endforeach()
    if(TARGET grader)
        add_custom_target(grade
            COMMAND ${CMAKE_COMMAND} -E env SCANLAB_BUILD=no $<TARGET_FILE:scanlab> grade --submission ${PROJECT_SOURCE_DIR}
            USES_TERMINAL)
        add_dependencies(grade scanlab grader)
    endif()
endfunction()
