# cmake -DPROGRAM=… -DCODE=… -DMESSAGE=… -P expect_exit.cmake
# The program must exit with that code and say something on standard error that matches.
execute_process(COMMAND ${PROGRAM} RESULT_VARIABLE code ERROR_VARIABLE message OUTPUT_QUIET TIMEOUT 600)
if(NOT code STREQUAL CODE)
    message(FATAL_ERROR "exit code ${code}, expected ${CODE}\n${message}")
endif()
if(NOT message MATCHES "${MESSAGE}")
    message(FATAL_ERROR "no match for '${MESSAGE}' in:\n${message}")
endif()
