# A folder that looks like an installed CUDA toolkit, for what asks for one (make CUDA_PATH=…, CMake's FindCUDAToolkit): its nvcc
# is the command nvcc, and its runtime libraries are the simulator.

# scanlab_make_toolkit(FOLDER NVCC INCLUDE LIBRARY): NVCC and INCLUDE may be given as seen from where links to them lie.
function(scanlab_make_toolkit folder nvcc include library)
    file(MAKE_DIRECTORY ${folder}/bin ${folder}/lib64 ${folder}/nvvm/libdevice)
    file(CREATE_LINK ${nvcc} ${folder}/bin/nvcc SYMBOLIC)
    file(CREATE_LINK ${include} ${folder}/include SYMBOLIC)
    file(GENERATE OUTPUT ${folder}/lib64/libcudart_static.a CONTENT "INPUT(${library} ${scanlab_simulator_libraries})\n")
    file(REMOVE ${folder}/lib64/libcudart.so) # of an earlier version, which was no link
    file(CREATE_LINK libcudart.so.13 ${folder}/lib64/libcudart.so SYMBOLIC) # runtime.cmake makes it
    foreach(name cudadevrt.a cuda.so nvToolsExt.so cublasLt.so cusparse.so cusolver.so) # which the simulator has no need of, or not
        file(CONFIGURE OUTPUT ${folder}/lib64/lib${name} CONTENT "/* nothing */\n")
    endforeach()
endfunction()

if(NOT SCANLAB_NVCC)
    set(SCANLAB_NVCC ${CMAKE_BINARY_DIR}/scanlab-nvcc)
    file(GENERATE OUTPUT ${SCANLAB_NVCC} CONTENT "#!/bin/sh\nexec '$<TARGET_FILE:scanlab>' nvcc \"$@\"\n"
         FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endif()
scanlab_make_toolkit(${CMAKE_BINARY_DIR}/toolkit ${SCANLAB_NVCC} ${CMAKE_CURRENT_SOURCE_DIR}/include $<TARGET_FILE:scanlab_simulator>)
