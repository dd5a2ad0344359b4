# CUDA's libraries: each is a file of libraries/, compiled for the simulator as a user's program is. Programs are linked with what they
# call of them. In the toolkit each is a library of its own, beside libcudart.so, for other linkers.
set(scanlab_cuda_libraries ${CMAKE_CURRENT_BINARY_DIR}/libscanlab_cuda_libraries.a CACHE INTERNAL "cuBLAS and its like")
set(objects "")
set(shared_libraries "")
foreach(name cublas cufft curand)
    set(source ${CMAKE_CURRENT_SOURCE_DIR}/libraries/${name}.cu)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
    add_custom_command(
        OUTPUT ${object}
        COMMAND sh ${CMAKE_BINARY_DIR}/scanlab_compile_object --without-headers ${source} ${object} ${object}.d
                -- -fPIC -fno-sanitize=array-bounds # whose messages would name this folder
                "-ffile-prefix-map=${CMAKE_CURRENT_SOURCE_DIR}/libraries=${scanlab_debug_name}/libraries"
                "-ffile-prefix-map=${CMAKE_CURRENT_BINARY_DIR}=${scanlab_debug_name}/made"
        DEPENDS ${source} scanlab_translate scanlab_instrument ${CMAKE_BINARY_DIR}/scanlab_compile_object ${CMAKE_BINARY_DIR}/scanlab_toolchain
        DEPFILE ${object}.d
        COMMENT "Compiling ${name} for the simulator"
        VERBATIM)
    list(APPEND objects ${object})
    foreach(runtime IN ITEMS ${scanlab_shared_runtime} ${scanlab_installed_runtime})
        cmake_path(GET runtime PARENT_PATH folder)
        add_custom_command(
            OUTPUT ${folder}/lib${name}.so
            COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/link_cuda_library.sh ${SCANLAB_CLANG} ${scanlab_taken} ${runtime} ${object} ${folder}/lib${name}.so
            DEPENDS link_cuda_library.sh ${object} ${runtime}
            VERBATIM)
        list(APPEND shared_libraries ${folder}/lib${name}.so)
    endforeach()
endforeach()
add_custom_command(
    OUTPUT ${scanlab_cuda_libraries}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${scanlab_cuda_libraries}
    COMMAND ${CMAKE_AR} rcs ${scanlab_cuda_libraries} ${objects}
    DEPENDS ${objects}
    VERBATIM)
add_custom_target(scanlab_cuda_libraries ALL DEPENDS ${scanlab_cuda_libraries} ${shared_libraries})
add_dependencies(scanlab_sim_toolchain scanlab_cuda_libraries)
