// Compiles and runs CUDA programs on the simulator, in a Web Worker or in Node: README.md.
import { asText, get, put } from './files.mjs';
import { kinds, library } from './kinds.mjs';
import { once } from './once.mjs';
import { importPacked, unpackedBy } from './packing.mjs';
import { runProgram, settingsOf, suits } from './program.mjs';

/// `hear` is told how many bytes have come.
async function readBeside(name, hear) {
    const url = new URL(name, import.meta.url);
    if (url.protocol === 'file:') return (await import('node:fs/promises')).readFile(url);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`cannot load ${url}: ${response.status} ${response.statusText}`);
    const heard = new TransformStream({ transform(bytes, stream) { hear(bytes.length); stream.enqueue(bytes); } });
    return new Uint8Array(await new Response(response.body.pipeThrough(heard)).arrayBuffer());
}

/// Node can load modules from files only, pages can load what they have unpacked.
const importBinaryen = async (get) =>
    (import.meta.url.startsWith('file:') ? import('./libraries/binaryen/index.js') : importPacked(await get('binaryen.js')));

export async function openPlayground({ read = readBeside, unpacked = unpackedBy(read), runClang, below } = {}) {
    const wanted = library ? [library.runtime, library.module] : ['runtime.wasm'];
    const [runtime, libraryModule] = await Promise.all(wanted.map(async (name) => WebAssembly.compile(await unpacked(name))));
    return new Playground(unpacked, runClang, [runtime], libraryModule, below);
}

class Playground {
    /// `runtimes`: the smallest first.
    constructor(read, runClang, runtimes, libraryModule, below) {
        Object.assign(this, { read, runClang, runtimes, libraryModule, below });
    }

    /// Only once, however often it is called.
    loadCompiler = once((onProgress = () => {}) => this.makeCompiler(onProgress));

    async makeCompiler(onProgress) {
        const { Compiler, Refused } = await import('./compiler.mjs');
        this.Refused = Refused;
        const sizes = JSON.parse(asText(await this.read('sizes.json')));
        const progress = { done: 0, total: 0 };
        const get = (name) => {
            progress.total += sizes[name];
            return this.read(name, (bytes) => { progress.done += bytes; onProgress({ ...progress }); });
        };
        const text = async (name) => JSON.parse(asText(await get(name))), module = async (name) => WebAssembly.compile(await get(name));
        const clang = async () => {
            const [{ clangOf }, ...files] = await Promise.all([import('./clang.mjs'), module('clang.wasm'), text('system.json')]);
            return clangOf(...files, this.below);
        };
        const fibers = async () => {
            const [{ fibersOf }, { default: binaryen }] = await Promise.all([import('./fibers.mjs'), importBinaryen(get)]);
            return fibersOf(binaryen);
        };
        const [runClang, withFibers, translate, instrument, headers, object, ...precompiled] = await Promise.all([
            this.runClang ?? clang(), fibers(), module('translate.wasm'), module('instrument.wasm'), text('headers.json'), get('program.o'),
            ...kinds.map(({ name }) => get(`${name}.pch`)), this.loadRuntime(get)]);
        return new Compiler({ runClang, withFibers, tools: { translate, instrument }, headers, object, below: this.below,
            precompiled: Object.fromEntries(kinds.map(({ name }, i) => [name, precompiled[i]])) });
    }

    /// The runtime with all of the libraries, which programs may call.
    loadRuntime = once(async (get = this.read) => {
        if (library) this.runtimes.push(await WebAssembly.compile(await get('runtime.wasm')));
    });

    /// Before run(), of a program that was not compiled here: gets the whole runtime if it wants that.
    async prepare(program) {
        if (!this.runtimes.some((runtime) => suits(runtime, this.libraryModule, moduleOf(program)))) await this.loadRuntime();
    }

    /// Of the simulator, as `run()` takes them.
    settings() {
        return JSON.parse(settingsOf(this.runtimes[0]));
    }

    async compile(files, { define, picture, lap } = {}) {
        const compiler = await this.loadCompiler();
        const tree = {};
        for (const [name, text] of Object.entries(files)) put(tree, name, text);
        try {
            const { program, warnings } = compiler.compile(tree, Object.keys(files)[0], { define, picture, lap });
            return { program, files: tree, warnings: messagesIn(warnings) };
        } catch (error) {
            if (!(error instanceof this.Refused)) throw error;
            return { errors: messagesIn(error.message).filter(({ kind }) => kind !== 'warning'), text: error.message };
        }
    }

    /// As runProgram() of program.mjs, with a runtime that has all that the program calls.
    start(program, surroundings) {
        const module = moduleOf(program);
        const runtime = this.runtimes.find((each) => suits(each, this.libraryModule, module)) ?? this.runtimes.at(-1);
        return runProgram({ ...surroundings, runtime, libraryModule: this.libraryModule, program: module });
    }

    /// Returns when the program has ended.
    run(program, { arguments: words = [], settings = {}, files = {}, wants = [], mostOutput = 1_000_000, onOutput = () => {}, name = 'program' } = {}) {
        const output = new Output(mostOutput, onOutput);
        const left = { findings: '.findings', counters: '.counters', recording: '.recording', report: '.report' };
        const asked = { FINDINGS: left.findings, ...(wants.includes('counters') && { COUNTERS: left.counters }), ...(wants.includes('recording') && { RECORD: left.recording }) };
        for (const [setting, value] of Object.entries(settings)) asked[setting.toUpperCase()] = value;
        const environment = Object.fromEntries(Object.entries(asked).map(([setting, value]) => [`SCANLAB_SIM_${setting}`, value]));
        const { code, files: after } = this.start(program, {
            environment, files: { ...files },
            args: [name, ...words, ...(wants.includes('report') ? ['--json', left.report] : [])],
            out: output.taker('out'), err: output.taker('err') });
        const text = (what) => (get(after, left[what]) ? asText(get(after, left[what])) : undefined);
        const object = (what) => (text(what) ? JSON.parse(text(what)) : undefined);
        const findings = (text('findings') ?? '').split('\n').filter(Boolean).map((line) => JSON.parse(line)).filter(({ severity }) => severity !== 'note');
        return { exitCode: code, findings, counters: object('counters'), recording: text('recording'), report: object('report'), output: output.text, truncated: output.isFull };
    }
}

const modules = new WeakMap();
function moduleOf(program) {
    if (!modules.has(program)) modules.set(program, new WebAssembly.Module(program));
    return modules.get(program);
}

/// What a program prints, up to a limit.
class Output {
    text = '';
    isFull = false;

    constructor(most, onOutput) {
        Object.assign(this, { most, onOutput });
    }

    /// A function that takes the bytes of one stream.
    taker(stream) {
        const decoder = new TextDecoder();
        return (bytes) => {
            if (this.isFull) return;
            const text = decoder.decode(bytes, { stream: true }).slice(0, this.most - this.text.length);
            this.text += text;
            this.isFull = this.text.length >= this.most;
            if (text) this.onOutput(text, stream);
        };
    }
}

/// "name.cu:3:5: error: …": the compiler's messages, and those of the translator, which have no column.
function messagesIn(text) {
    const pattern = /^(?:\/?([^\s:][^:\n]*)):(\d+):(?:(\d+):)? (?:(fatal error|error|warning|note): )?(.*)$/gm;
    return [...text.matchAll(pattern)].map(([, file, line, column, kind = 'error', message]) => (
        { file, line: Number(line), column: column ? Number(column) : null, kind: kind.replace('fatal ', ''), message }));
}
