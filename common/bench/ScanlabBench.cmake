# The list of programs that ./scanlab bench starts: bench.json in the build folder.

# scanlab_add_benchmark(KIND TARGET [NAME…]): a program of that kind (lesson, shape of one, solution, rival or cpu) to be measured,
# once for each name, which is its first argument.
function(scanlab_add_benchmark kind target)
    add_dependencies(bench_programs ${target})
    set(names ${ARGN})
    if(NOT names)
        set(names "")
        set_property(GLOBAL APPEND PROPERTY SCANLAB_BENCHMARKS
            "{\"kind\": \"${kind}\", \"command\": [\"$<TARGET_FILE:${target}>\"]}")
    endif()
    foreach(name IN LISTS names)
        set_property(GLOBAL APPEND PROPERTY SCANLAB_BENCHMARKS
            "{\"kind\": \"${kind}\", \"command\": [\"$<TARGET_FILE:${target}>\", \"${name}\"]}")
    endforeach()
endfunction()

# scanlab_benchmark_program(KIND NAME [LIBRARY…]): measures the program NAME. For a GPU its object files are linked once
# more, with a library whose scanlab::run() measures; the simulator's programs are measured as they are.
function(scanlab_benchmark_program kind name)
    if(SCANLAB_BACKEND STREQUAL "cuda")
        add_executable(${name}_bench EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${name}>)
        set_target_properties(${name}_bench PROPERTIES LINKER_LANGUAGE CUDA)
        target_link_libraries(${name}_bench PRIVATE ${ARGN} scanlab_benchmark CUDA::cudart)
        scanlab_add_benchmark(${kind} ${name}_bench)
    else()
        scanlab_add_benchmark(${kind} ${name})
    endif()
endfunction()

# scanlab_benchmark_shapes(NN_name COUNT…): measures a lesson with so many 16-byte vectors per thread.
function(scanlab_benchmark_shapes folder)
    if(NOT SCANLAB_BACKEND STREQUAL "cuda")
        return()
    endif()
    string(REGEX REPLACE "^[0-9]+_" "" name ${folder})
    foreach(count IN LISTS ARGN)
        set(target ${name}_of_${count}_vectors_bench)
        add_executable(${target} EXCLUDE_FROM_ALL ${folder}/${name}.cu)
        target_compile_definitions(${target} PRIVATE SCANLAB_VECTORS=${count} SCANLAB_BLOCK=256)
        target_link_libraries(${target} PRIVATE scanlab_benchmark CUDA::cudart)
        scanlab_add_benchmark(shape ${target})
    endforeach()
endfunction()

# scanlab_benchmark_ablation(NAME NN_lesson [TILE EDIT]): measures a lesson without something: its source with the edit NAME of
# ablations/NN_lesson.edits and, if EDIT is one of ablations/tile.edits, tile.cuh with that.
function(scanlab_benchmark_ablation name folder)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "TILE" "")
    if(NOT SCANLAB_BACKEND STREQUAL "cuda")
        return()
    endif()
    string(REGEX REPLACE "^[0-9]+_" "" lesson ${folder})
    set(edits ${PROJECT_SOURCE_DIR}/common/bench/ablations)
    set(place ${CMAKE_CURRENT_BINARY_DIR}/ablations/${name})
    scanlab_make_edit(${place}/${lesson}.cu ${edits}/${folder}.edits ${name})
    add_executable(${name}_bench EXCLUDE_FROM_ALL ${place}/${lesson}.cu)
    target_include_directories(${name}_bench PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/${folder}) # for its own headers
    if(arg_TILE)
        scanlab_make_edit(${place}/scanlab/tile.cuh ${edits}/tile.edits ${arg_TILE})
        target_include_directories(${name}_bench BEFORE PRIVATE ${place} ${PROJECT_SOURCE_DIR}/common/include/scanlab)
    endif()
    target_link_libraries(${name}_bench PRIVATE scanlab_benchmark CUDA::cudart)
    scanlab_add_benchmark(ablation ${name}_bench)
endfunction()

# Once, after the last program.
function(scanlab_write_benchmarks)
    get_property(programs GLOBAL PROPERTY SCANLAB_BENCHMARKS)
    list(JOIN programs ",\n    " programs)
    file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/bench.json CONTENT
"{
  \"backend\": \"${SCANLAB_BACKEND}\",
  \"programs\": [
    ${programs}
  ]
}
")
endfunction()
