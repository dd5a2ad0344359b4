# scanlab_warnings: our own code compiles without a warning. That warnings are errors is for those who change
# it and for CI: a newer compiler's new warning must not keep anybody from using the kit.
if(DEFINED ENV{CI})
    set(werror_default ON)
else()
    set(werror_default OFF)
endif()
option(SCANLAB_WERROR "Treat warnings as errors" ${werror_default})

add_library(scanlab_warnings INTERFACE)
target_compile_options(scanlab_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow $<$<BOOL:${SCANLAB_WERROR}>:-Werror>>
    # GCC 12 takes the insertion of a character into a std::string for an overlap (its bug 105329).
    $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-Wno-restrict>
    $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra $<$<BOOL:${SCANLAB_WERROR}>:-Werror=all-warnings>>)
