// How C++ is compiled here. The same options as natively (common/simulator/scanlab_toolchain), but for what WebAssembly lacks:
// exceptions, which end the program where they are thrown.
const cpp = ['-std=c++20', '-fwrapv', '-fno-strict-aliasing', '-fno-finite-loops', '-fignore-exceptions', '-fdebug-compilation-dir=/'];

export const simulator = 'scanlab/common/simulator';
const headers = ['-I', `${simulator}/browser/include`, '-I', `${simulator}/include`];
export const libraries = ['-isystem', 'libraries', '-DFMT_HEADER_ONLY=1', '-DFMT_CONSTEVAL='];
/// Options that have these folders searched for headers.
export const including = (...folders) => folders.flatMap((folder) => ['-I', folder]);

/// Files that are not the user's: a page's programs lie elsewhere.
const folders = [`-DSCANLAB_SIMULATOR_FOLDERS="/${simulator}/:${simulator}/"`, '-DSCANLAB_SYSTEM_FOLDERS="/usr/"'];

/// Tools, which run as programs of their own.
export const ofTools = [...cpp, '-O1', '-w', ...folders, ...headers, '-I', simulator, ...libraries];

/// There is one process, and no clock of what it has used of the processor.
const clock = '-DCLOCK_PROCESS_CPUTIME_ID=CLOCK_MONOTONIC';
export const ofBuiltins = [...cpp, '-O2', '-w', '-fvisibility=hidden', ...folders, clock, '-I', `${simulator}/browser/include`, '-I', simulator, '-I', `${simulator}/include`];
export const ofRuntime = [...ofBuiltins, '-include', `${simulator}/machine/interface.hpp`, '-include', `${simulator}/platform/callers_wasm.hpp`,
    '-fno-c++-static-destructors']; // nothing of the runtime is destroyed: whatever runs later may call it

// What is linked with programs. They are modules apart, which can lie anywhere in memory.
const beside = ['-fPIC', '-fvisibility=hidden', '-fvisibility-inlines-hidden'];
export const ofLibrary = [...cpp, ...beside, '-Oz', '-w', ...headers];
export const ofNew = [...ofLibrary, '-I', simulator, '-include', `${simulator}/platform/callers_wasm.hpp`];

/// Half of a precompiled header would be what the C++ library's headers include besides.
const lean = '-D_LIBCPP_REMOVE_TRANSITIVE_INCLUDES';
/// As Thrust names this C++ library's namespace, which had a macro of its own once.
const forThrust = '-D_VSTD=std';
const program = [...cpp, ...beside, lean, forThrust, '-g1', '-Wall', '-DSCANLAB_PROGRAM', '-DSCANLAB_CHECKED', '-Wno-ignored-attributes', '-UNDEBUG', '-Wno-unknown-pragmas', '-Wno-pass-failed',
    '-Wno-error=c++11-narrowing', '-Wno-error=register', '-Wno-error=return-type',
    '-O0', '-Xclang', '-disable-O0-optnone', '-fno-omit-frame-pointer', '-ffp-contract=off', '-fdiscard-value-names', '-fsanitize=array-bounds', '-fno-sanitize-trap=array-bounds', ...headers];

/// Of programs of a kind (kinds.mjs).
export const ofProgram = (kind) => [...program, ...including(...kind.folders), ...kind.options];
/// Only where a program includes nothing that nvcc does not compile.
export const asNvcc = ['-D__NVCC__=1', '-D__CUDACC_VER_MAJOR__=13', '-D__CUDACC_VER_MINOR__=0', '-D__CUDACC_VER_BUILD__=0'];
