# cmake -DPROGRAM=… -P compare_orders.cmake
# What the program prints must depend on the order, and on nothing else.
foreach(run 1 1 2)
    execute_process(COMMAND ${CMAKE_COMMAND} -E env SCANLAB_SIM_ORDER=${run} ${PROGRAM}
        OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY TIMEOUT 60)
    list(APPEND outputs ${output})
endforeach()
list(GET outputs 0 first)
list(GET outputs 1 again)
list(GET outputs 2 other)
if(NOT first STREQUAL again)
    message(FATAL_ERROR "the same number gave two orders:\n${first}${again}")
endif()
if(first STREQUAL other)
    message(FATAL_ERROR "two numbers gave the same order:\n${first}")
endif()
