// From a .cu file to a module that runs with the simulator's runtime.
import { asText, get, merged, put } from './files.mjs';
import { kinds } from './kinds.mjs';
import { ofProgram, simulator } from './options.mjs';
import { runCommand } from './wasi.mjs';

/// A program could not be made; the message is what the compiler has said.
export class Refused extends Error {}

const exported = ['__wasm_call_ctors', '__main_void', '__main_argc_argv', 'scanlab_program'];

export class Compiler {
    /// `runClang`: as in clang.mjs. `withFibers`: of fibers.mjs. `tools`: the modules of the translator and of the instrumenter. `headers`: a tree of files.
    /// `object`: what each program is linked with. `precompiled`: the headers it begins with, by its kind (options.mjs). `below`: the
    /// contents of the folder / behind all of these, if any.
    constructor({ runClang, withFibers, tools, headers, object, precompiled, below }) {
        Object.assign(this, { runClang, withFibers, tools, headers, object, precompiled, below });
    }

    /// The program's bytes, and what the compiler says of it. `files`: a tree; `name`: the program's path in it. `lap` gets the
    /// name of each step that has ended. `picture`: the lanes of its warps, if it is to be drawn. `flags`: more of Clang's options;
    /// `spaces`: of the instrumenter's.
    compile(files, name, { define = {}, picture, flags = [], spaces = [], lap = () => {} } = {}) {
        const source = asText(get(files, name) ?? '');
        const kind = kinds.find(({ accepts }) => accepts(source));
        const translated = this.translate(files, name, kind, picture ? ['--expose-locals'] : [], flags);
        lap('translate');
        const { module, warnings } = this.toIr(translated, kind, picture ? { ...define, SCANLAB_WARP_SIZE: picture } : define, flags);
        lap('compile');
        const hooked = this.instrument(module, spaces);
        lap('instrument');
        const object = this.step('clang++', ['-w', '-O0', '-fPIC', '-c', 'hooked.ll', '-o', 'program.o'], { 'hooked.ll': hooked });
        lap('assemble');
        const linked = this.link(object['program.o']);
        lap('link');
        const program = this.withFibers(linked);
        lap('fibers');
        return { program, warnings };
    }

    translate(files, name, kind, more, flags) {
        const { code, err, files: left } = runCommand(this.tools.translate, {
            args: ['scanlab_translate', ...more, `/${name}`, '-o', '/translated.cpp', '--leave', `/${simulator}/include`, ...kind.folders.flatMap((folder) => ['-I', `/${folder}`]), '--', ...flags],
            files: merged(this.headers, files), below: this.below });
        if (code !== 0) throw new Refused(err);
        return left;
    }

    toIr(files, kind, define, more) {
        const flags = [...ofProgram(kind), ...more, ...Object.entries(define).map(([name, value]) => `-D${name}=${value}`)];
        const header = 'SCANLAB_WARP_SIZE' in define ? undefined : this.precompiled[kind.name]; // which have 32 lanes
        if (header) {
            files = put({ ...files }, 'header.pch', header);
            flags.push('-include-pch', 'header.pch');
        }
        const { ok, said, files: left } = this.runClang('clang++', [...flags, '-S', '-emit-llvm', 'translated.cpp', '-o', 'program.ll'], files);
        if (!ok) throw new Refused(said);
        return { module: left['program.ll'], warnings: said };
    }

    instrument(module, spaces) {
        const { code, err, files } = runCommand(this.tools.instrument, {
            args: ['scanlab_instrument', '--sites', ...spaces, '/program.ll', '/hooked.ll'], files: { 'program.ll': module } });
        if (code !== 0) throw new Refused(err);
        return files['hooked.ll'];
    }

    link(object) {
        const objects = { 'program.o': object, 'beside.o': this.object };
        const left = this.step('wasm-ld', ['-shared', '--no-entry', '--experimental-pic', '--unresolved-symbols=import-dynamic', '--strip-debug',
            ...exported.map((name) => `--export-if-defined=${name}`), ...Object.keys(objects), '-o', 'program.wasm'], objects);
        return left['program.wasm'];
    }

    step(command, args, files) {
        const { ok, said, files: left } = this.runClang(command, args, files);
        if (!ok) throw new Refused(said);
        return left;
    }
}
