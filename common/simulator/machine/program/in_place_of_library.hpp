/// \file
/// Functions that the program gets in place of the C library's. Natively they have the library's names,
/// and the library has others for those who stand in for it. In WebAssembly programs are linked so that
/// they call these instead (browser/program.mjs).
#pragma once

#if defined(__GLIBC__)
#define SCANLAB_IN_PLACE_OF(name) name [[gnu::visibility("default")]]
#define SCANLAB_OF_LIBRARY(glibc, name) glibc
#elif defined(__wasm__)
#define SCANLAB_IN_PLACE_OF(name)                                                                      \
    scanlab_program_##name [[clang::export_name("scanlab_program_" #name)]]
#define SCANLAB_OF_LIBRARY(glibc, name) ::name
#endif
