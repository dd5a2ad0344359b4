# A folder that looks like an installed CUDA toolkit, for what asks for one (make CUDA_PATH=…, CMake's FindCUDAToolkit): its nvcc
# is the command nvcc, and its runtime library the simulator.
set(toolkit ${CMAKE_BINARY_DIR}/toolkit)
file(MAKE_DIRECTORY ${toolkit}/bin ${toolkit}/lib64 ${toolkit}/nvvm/libdevice)
if(SCANLAB_NVCC)
    file(CREATE_LINK ${SCANLAB_NVCC} ${toolkit}/bin/nvcc SYMBOLIC)
else()
    file(GENERATE OUTPUT ${toolkit}/bin/nvcc CONTENT "#!/bin/sh\nexec '$<TARGET_FILE:scanlab>' nvcc \"$@\"\n"
         FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endif()
file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/include ${toolkit}/include SYMBOLIC)
foreach(library cudart_static.a cudart.so)
    file(GENERATE OUTPUT ${toolkit}/lib64/lib${library} CONTENT "INPUT($<TARGET_FILE:scanlab_simulator> ${scanlab_simulator_libraries})\n")
endforeach()
foreach(library cudadevrt.a cuda.so nvToolsExt.so) # which the simulator has no need of
    file(CONFIGURE OUTPUT ${toolkit}/lib64/lib${library} CONTENT "/* nothing */\n")
endforeach()
