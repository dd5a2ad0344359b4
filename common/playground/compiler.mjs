// From a .cu file to a module that runs with the simulator's runtime.
import binaryen from 'binaryen';
import { as_text, merged, put } from './files.mjs';
import * as options from './options.mjs';
import { run_command } from './wasi.mjs';

const features = () => {
    const f = binaryen.Features;
    return f.MutableGlobals | f.SignExt | f.BulkMemory | f.BulkMemoryOpt | f.NontrappingFPToInt | f.Multivalue | f.ReferenceTypes | f.CallIndirectOverlong;
};

/// Lets functions be left in the middle and entered again (common/simulator/platform/fiber_wasm.cpp). The runtime has the state
/// of that, which programs share.
export function with_fibers(linked, { is_runtime = false, optimize = 0, runtime_arguments = {} } = {}) {
    const module = binaryen.readBinary(linked);
    module.setFeatures(features());
    binaryen.clearPassArguments();
    binaryen.setPassArgument(is_runtime ? 'asyncify-export-globals' : 'asyncify-import-globals', '1');
    for (const [name, value] of Object.entries(runtime_arguments)) binaryen.setPassArgument(name, value);
    binaryen.setOptimizeLevel(optimize);
    binaryen.setShrinkLevel(optimize ? 1 : 0);
    module.runPasses(['asyncify']);
    if (optimize) module.optimize();
    const bytes = module.emitBinary();
    module.dispose();
    return bytes;
}

/// Why a program could not be made; its message is what the compiler has said.
export class Refused extends Error {}

export class Compiler {
    /// `tools`: the modules of the translator and of the instrumenter; `headers`: a tree of files; `objects`: a tree of what is
    /// linked with programs; `precompiled`: of headers, by what a source begins with: cuda, lesson.
    /// `run_clang`: as in clang.mjs.
    constructor({ run_clang, tools, headers, objects, precompiled = {} }) {
        Object.assign(this, { run_clang, tools, headers, objects, precompiled });
    }

    /// The module's bytes. `name`: the source's path; `more`: a tree of files that it may include. `lap` gets the name of each step that has ended.
    async compile(source, { name = '/program.cu', more = {}, lap = () => {} } = {}) {
        const translated = this.translate(source, name, more);
        lap('translate');
        const ir = await this.to_ir(source, translated);
        lap('compile');
        const hooked = this.instrument(ir.module);
        lap('instrument');
        const object = await this.step('clang++', ['-w', '-O0', '-fPIC', '-c', 'hooked.ll', '-o', 'program.o'], { 'hooked.ll': hooked }, 'program.o');
        lap('assemble');
        const linked = await this.link(object);
        lap('link');
        const program = with_fibers(linked);
        lap('fibers');
        return { program, warnings: ir.said };
    }

    translate(source, name, more) {
        const files = merged(this.headers, more, put({}, name, source));
        const { code, err, files: left } = run_command(this.tools.translate, {
            args: ['scanlab_translate', name, '-o', '/translated.cpp', '--leave', '/scanlab/common/simulator/include', '-I', '/scanlab/common/include'], files });
        if (code !== 0) throw new Refused(err);
        return left;
    }

    async to_ir(source, files) {
        const text = as_text(source);
        const is_lesson = /#\s*include\s*<scanlab\/(lesson|exercise)\.hpp>/.test(text);
        const precompiled = this.precompiled[is_lesson ? 'lesson' : 'cuda'];
        const flags = [...options.for_program, ...(is_lesson ? options.include_harness : options.as_nvcc)];
        if (precompiled) {
            files = { ...files, 'header.pch': precompiled };
            flags.push('-include-pch', 'header.pch');
        }
        const { ok, said, files: left } = await this.run_clang('clang++', [...flags, '-S', '-emit-llvm', 'translated.cpp', '-o', 'program.ll'], files, ['program.ll']);
        if (!ok) throw new Refused(said);
        return { module: left['program.ll'], said };
    }

    instrument(module) {
        const { code, err, files } = run_command(this.tools.instrument, {
            args: ['scanlab_instrument', '--sites', '/program.ll', '/hooked.ll'], files: { 'program.ll': module } });
        if (code !== 0) throw new Refused(err);
        return files['hooked.ll'];
    }

    link(object) {
        const files = { ...this.objects, 'program.o': object };
        return this.step('wasm-ld', ['-shared', '--no-entry', '--experimental-pic', '--unresolved-symbols=import-dynamic', '--strip-debug',
            ...['__wasm_call_ctors', '__main_void', '__main_argc_argv', 'scanlab_program'].map((name) => `--export-if-defined=${name}`),
            ...Object.keys(files), '-o', 'program.wasm'], files, 'program.wasm');
    }

    async step(command, args, files, result) {
        const { ok, said, files: left } = await this.run_clang(command, args, files, [result]);
        if (!ok) throw new Refused(said);
        return left[result];
    }
}
