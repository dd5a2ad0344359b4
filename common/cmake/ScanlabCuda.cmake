# The CUDA toolkit, and for which GPUs to compile: the one in this machine, or, where there is none, the oldest
# that the toolkit still compiles for without a warning.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
        OUTPUT_VARIABLE capabilities ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE no_gpu)
    if(no_gpu)
        set(CMAKE_CUDA_ARCHITECTURES 75)
    else()
        string(REGEX MATCH "[0-9]+\\.[0-9]+" capability "${capabilities}")
        string(REPLACE "." "" CMAKE_CUDA_ARCHITECTURES "${capability}")
    endif()
    set(CMAKE_CUDA_ARCHITECTURES ${CMAKE_CUDA_ARCHITECTURES} CACHE STRING "GPUs to compile for")
endif()
enable_language(CUDA)
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION) # CMake 3.25 does not know yet that nvcc 12 can
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
endif()
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_EXTENSIONS OFF)
find_package(CUDAToolkit REQUIRED)

# NCCL, which lesson 12 joins slices by, if it is there.
find_path(SCANLAB_NCCL_INCLUDE nccl.h HINTS ${CUDAToolkit_INCLUDE_DIRS})
find_library(SCANLAB_NCCL_LIBRARY NAMES nccl libnccl.so.2 HINTS ${CUDAToolkit_LIBRARY_DIR} ${CUDAToolkit_LIBRARY_ROOT}/lib)
if(SCANLAB_NCCL_INCLUDE AND SCANLAB_NCCL_LIBRARY)
    set(SCANLAB_NCCL ON)
    add_library(scanlab_nccl INTERFACE)
    target_include_directories(scanlab_nccl SYSTEM INTERFACE ${SCANLAB_NCCL_INCLUDE})
    target_link_libraries(scanlab_nccl INTERFACE ${SCANLAB_NCCL_LIBRARY})
endif()

add_library(scanlab_cuda_headers INTERFACE)
target_include_directories(scanlab_cuda_headers SYSTEM INTERFACE ${CUDAToolkit_INCLUDE_DIRS})
add_library(scanlab_cuda_api INTERFACE)
target_link_libraries(scanlab_cuda_api INTERFACE scanlab_cuda_headers CUDA::cudart)

# scanlab_add_program(NAME SOURCE [LIBRARIES target…]): a CUDA program, compiled by nvcc. What else the simulator's function of this name
# (common/simulator/cmake/ScanlabProgram.cmake) takes has no meaning on a GPU.
function(scanlab_add_program name source)
    cmake_parse_arguments(PARSE_ARGV 2 arg "CHECKED_ONLY" "PICTURE_WARP" "FOLDERS;LIBRARIES")
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    add_executable(${name} ${source})
    target_compile_options(${name} PRIVATE -UNDEBUG) # assert works in kernels
    target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} scanlab_warnings CUDA::cudart)
endfunction()
