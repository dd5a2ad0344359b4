// How C++ is compiled here. The same options as natively (common/simulator/programs.cmake), but for what WebAssembly lacks:
// exceptions, which end the program where they are thrown.
const cpp = ['-std=c++20', '-fwrapv', '-fno-strict-aliasing', '-fno-finite-loops', '-fignore-exceptions', '-fdebug-compilation-dir=/'];

const simulator = 'scanlab/common/simulator';
const headers = ['-I', 'scanlab/common/playground/include', '-I', `${simulator}/include`, '-I', 'scanlab/common/include'];
const libraries = ['-isystem', 'libraries', '-DFMT_HEADER_ONLY=1', '-DFMT_CONSTEVAL='];
const harness = ['base', 'harness', 'exercises'].flatMap((folder) => ['-I', `scanlab/common/${folder}`]);

/// Files that are not the user's: a page's programs lie elsewhere.
const folders = [`-DSCANLAB_SIMULATOR_FOLDERS="/${simulator}/:${simulator}/"`, '-DSCANLAB_SYSTEM_FOLDERS="/usr/"'];

/// The kit's own tools.
export const ofTools = [...cpp, '-O1', '-w', ...folders, '-I', simulator, '-I', `${simulator}/include`, ...libraries];

export const ofDrawer = [...ofTools, ...['diagrams/generator', 'common/simulator/findings/reader', 'common/base'].flatMap((folder) => ['-I', `scanlab/${folder}`])];

/// What the grader and the simulator go by, for pages.
export const ofRules = [...ofTools, '-Oz', ...headers, ...harness, ...['common/grading/grader', 'common/base', 'common/simulator/findings/reader'].flatMap((folder) => ['-I', `scanlab/${folder}`])];

/// There is one process, and no clock of what it has used of the processor.
const clock = '-DCLOCK_PROCESS_CPUTIME_ID=CLOCK_MONOTONIC';
export const ofBuiltins = [...cpp, '-O2', '-w', '-fvisibility=hidden', ...folders, clock, '-I', 'scanlab/common/playground/include', '-I', simulator, '-I', `${simulator}/include`];
export const ofRuntime = [...ofBuiltins, '-include', `${simulator}/machine/interface.hpp`, '-include', `${simulator}/platform/callers_wasm.hpp`,
    '-fno-c++-static-destructors']; // nothing of the runtime is destroyed: whatever runs later may call it

// What is linked with programs. They are modules apart, which can lie anywhere in memory.
const beside = ['-fPIC', '-fvisibility=hidden', '-fvisibility-inlines-hidden'];
export const ofHarness = [...cpp, ...beside, '-Oz', '-w', ...headers, ...harness, ...libraries];
export const ofNew = [...ofHarness, '-I', simulator, '-include', `${simulator}/platform/callers_wasm.hpp`];

/// Half of a precompiled header would be what the C++ library's headers include besides.
const lean = '-D_LIBCPP_REMOVE_TRANSITIVE_INCLUDES';
const program = [...cpp, ...beside, lean, '-g1', '-Wall', '-DSCANLAB_PROGRAM', '-UNDEBUG', '-Wno-unknown-pragmas', '-Wno-pass-failed',
    '-Wno-error=c++11-narrowing', '-Wno-error=return-type',
    '-O0', '-Xclang', '-disable-O0-optnone', '-fno-omit-frame-pointer', '-fdiscard-value-names', '-fsanitize=array-bounds', '-fno-sanitize-trap=array-bounds', ...headers];

/// What lessons call of the harness, and what they get for it.
export const runOfHarness = '_ZN7scanlab3runERKNS_6LessonENSt3__24spanIKNS_7VariantELm4294967295EEEiPPc';
export const runForLessons = 'scanlab_run_lesson';

export const kinds = ['cuda', 'lesson'];
/// A program that has the harness's main() is a lesson.
export const kindOf = (source) => (/#\s*include\s*<scanlab\/(lesson|exercise)\.hpp>/.test(source) ? 'lesson' : 'cuda');
/// Of programs of a kind.
export const ofProgram = { cuda: program, lesson: [...program, ...harness] };
/// Headers with which programs of a kind begin.
export const headerOf = { cuda: `${simulator}/include/cuda_runtime.h`, lesson: 'scanlab/common/include/scanlab/lesson.hpp' };
/// Only where there is no harness, which nvcc does not compile either.
export const asNvcc = ['-D__NVCC__=1', '-D__CUDACC_VER_MAJOR__=13', '-D__CUDACC_VER_MINOR__=0', '-D__CUDACC_VER_BUILD__=0'];
