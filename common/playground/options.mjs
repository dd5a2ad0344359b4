// How C++ is compiled here. The same options as natively (common/simulator/programs.cmake), but for what WebAssembly lacks:
// exceptions, which end the program where they are thrown.
const cpp = ['-std=c++20', '-fwrapv', '-fno-strict-aliasing', '-fno-finite-loops', '-fignore-exceptions', '-fdebug-compilation-dir=/'];

const simulator = 'scanlab/common/simulator';
export const include = ['-I', 'scanlab/common/playground/include', '-I', `${simulator}/include`, '-I', 'scanlab/common/include'];
export const include_harness = ['-I', 'scanlab/common/harness'];

const libraries = ['-isystem', 'libraries', '-DFMT_HEADER_ONLY=1', '-DFMT_CONSTEVAL='];

/// The kit's own tools.
export const for_tools = [...cpp, '-O1', '-w', '-I', `${simulator}/include`, ...libraries];

export const for_runtime = [...cpp, '-O2', '-w', '-fvisibility=hidden', '-I', `${simulator}`, '-I', `${simulator}/include`,
    '-include', `${simulator}/machine/interface.hpp`, '-include', `${simulator}/platform/callers_wasm.hpp`];

/// What is linked with programs. They are modules apart, which can lie anywhere in memory.
const beside = ['-fPIC', '-fvisibility=hidden', '-fvisibility-inlines-hidden'];
export const for_harness = [...cpp, ...beside, '-O1', '-w', ...include, ...include_harness, ...libraries];
export const for_program = [...cpp, ...beside, '-fdiscard-value-names', '-g1', '-Wall', '-DSCANLAB_PROGRAM', '-UNDEBUG', '-Wno-unknown-pragmas', '-Wno-pass-failed',
    '-O0', '-Xclang', '-disable-O0-optnone', '-fno-omit-frame-pointer', '-fsanitize=array-bounds', '-fno-sanitize-trap=array-bounds',
    ...include];
export const as_nvcc = ['-D__NVCC__=1', '-D__CUDACC_VER_MAJOR__=13', '-D__CUDACC_VER_MINOR__=0', '-D__CUDACC_VER_BUILD__=0'];
