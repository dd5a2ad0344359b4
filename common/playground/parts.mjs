// What the course's pages have besides the simulator: the harness, what draws recordings, and the rules of the grader. The simulator's
// build makes it:
//     node common/simulator/browser/build.mjs BUILD common/playground/parts.mjs
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const kinds = fileURLToPath(new URL('kinds.mjs', import.meta.url));

const base = 'common/base', harness = 'common/harness', grader = 'common/grading/grader', generator = 'diagrams/generator';
export const headers = ['common/include', harness];
export const sources = ['common/playground', 'common/grading/exercises', grader, generator];

/// Promises of all modules. `building`: of build.mjs.
export function make({ root, options, put, generated, simulator, throwing, inFolder, compileAll, linked, linkedRuntime, withFibers, write, makeTool }) {
    const including = (...folders) => options.including(...folders.map((folder) => `scanlab/${folder}`));
    const readFindings = `${simulator}/findings/reader`;

    // --- the harness

    const ofHarness = [...options.ofLibrary, ...including('common/include', base, harness), ...options.libraries];
    const ofBase = ['csv.cpp', 'numbers.cpp', 'output_file.cpp'].map((name) => `${base}/${name}`); // the others start programs
    const ofRooms = ['task', 'check', 'measure', 'report'].flatMap((room) => inFolder(`${harness}/${room}`));
    const apart = ['task/inputs.cpp', 'task/parallel.cpp', 'check/diagnosis.cpp', 'report/run.cpp'].map((name) => `${harness}/${name}`);

    async function makeHarness() {
        const harnessModule = await linked('harness.wasm', 'wasm-ld', [
            '-shared', '--no-entry', '--experimental-pic', '--unresolved-symbols=import-dynamic', '--strip-debug',
            '--export-if-defined=__wasm_call_ctors', '--export=scanlab_run_lesson'], [
            compileAll([...ofRooms.filter((name) => !apart.includes(name)), ...ofBase], ofHarness, 8),
            compileAll([...apart, 'common/playground/entry.cpp'], ofHarness, 1)]);
        await Promise.all([withFibers(harnessModule).then((module) => write('harness.wasm', module)), makeRuntimeOfLessons(harnessModule)]);
    }

    /// A smaller runtime, which has what the harness and lessons call.
    async function makeRuntimeOfLessons(harnessModule) {
        const ofLessons = ['scanlab_frame', 'scanlab_site', 'threadIdx', 'blockIdx', 'blockDim', 'gridDim', 'aligned_alloc', 'free', 'malloc', 'realloc', 'abort', 'memcmp', 'memmove', 'strlen'];
        const called = WebAssembly.Module.imports(new WebAssembly.Module(harnessModule)).map(({ name }) => name)
            .filter((name) => !/^(__memory_base|__table_base|__stack_pointer|__indirect_function_table|memory|.*scanlab.*)$/.test(name));
        await write('runtime_of_lessons.wasm', await withFibers(await linkedRuntime('runtime_of_lessons.wasm', [
            '--export-dynamic', ...[...ofLessons, ...called].map((name) => `--export=${name}`), '-lc++', '-lc++abi', '-lwasi-emulated-getpid']), { isRuntime: true }));
    }

    // --- what draws recordings, and what pages ask

    // As CMake does it.
    const partOfPage = (_, name, ending) => fs.readFileSync(path.join(root, generator, `${name}.${ending}`), 'utf8');
    put(generated, `scanlab/${generator}/page_template.hpp`, Buffer.from(
        fs.readFileSync(path.join(root, generator, 'page_template.hpp.in'), 'utf8').replace(/@(\w+)_(\w+)@/g, partOfPage)));

    const reader = `${readFindings}/read_findings.cpp`;
    const drawer = compileAll([...inFolder(generator, (name) => name !== 'neato.cpp'), reader, throwing],
        [...options.ofTools, ...including(generator, readFindings, base)], 8);
    const rules = compileAll([
        `${grader}/rules_main.cpp`, `${grader}/size_class.cpp`, `${base}/formula.cpp`, reader, ...inFolder(`${harness}/task`),
        ...['finding', 'source_text'].map((name) => `${simulator}/findings/${name}.cpp`), throwing],
        [...options.ofTools, '-Oz', ...including('common/include', base, harness, grader, readFindings)], 1);

    return [makeHarness(), makeTool('draw.wasm', drawer), makeTool('rules.wasm', rules)];
}
