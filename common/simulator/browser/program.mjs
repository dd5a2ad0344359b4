// Runs a program with the simulator's runtime: modules that share memory, table and stack, as a program and its shared libraries.
import { library } from './kinds.mjs';
import { Exit, Surroundings } from './wasi.mjs';

/// Functions that a program gets in place of the C library's, since a kernel's memory comes from the device's heap and the host may
/// read and write what a device uses; and of the library's.
const ours = ['malloc', 'realloc', 'calloc', 'aligned_alloc', 'posix_memalign', 'free', 'fwrite', 'fread', 'write', 'read'];
const replaced = { ...Object.fromEntries(ours.map((name) => [name, `scanlab_program_${name}`])), ...library?.replaces };

const pageBytes = 65536;

/// What the section says that the linker has written: how much memory and how many places in the table the module wants.
function wants(module) {
    const bytes = new Uint8Array(WebAssembly.Module.customSections(module, 'dylink.0')[0]);
    let at = 2; // the number and the length of the first part
    const number = () => {
        let value = 0;
        for (let shift = 0; ; shift += 7) {
            const byte = bytes[at++];
            value += (byte & 127) << shift;
            if (byte < 128) return value;
        }
    };
    const [memory, memoryAlignment, table, tableAlignment] = [number(), 1 << number(), number(), 1 << number()];
    return { memory, memoryAlignment, table, tableAlignment };
}

const roundUp = (value, multiple) => Math.ceil(value / multiple) * multiple;

/// A program that cannot be started, and why.
export class Unlinkable extends Error {}

/// A module in the runtime's memory, table and stack, as a shared library is in a process.
class Linked {
    /// `before`: those that were loaded before, whose functions and variables it may use.
    constructor(runtime, module, before = []) {
        Object.assign(this, { runtime, before });
        const { memory, __indirect_function_table: table } = runtime;
        const wanted = wants(module);
        this.begin = memory.grow(roundUp(wanted.memory, pageBytes) / pageBytes) * pageBytes;
        this.end = this.begin + wanted.memory;
        this.tableBase = roundUp(table.length, wanted.tableAlignment);
        table.grow(this.tableBase + wanted.table - table.length);
        this.own = new WebAssembly.Instance(module, this.imports(module)).exports;
        for (const [name, global] of this.functions) global.value = pointerTo(runtime, this.own[name] ?? this.functionElsewhere(name));
        for (const [name, global] of this.variables) global.value = this.addressOf(name);
        this.own.__wasm_apply_data_relocs?.();
    }

    functionElsewhere(name) {
        const found = [...this.before.map(({ own }) => own), this.runtime].map((exports) => exports[replaced[name] ?? name]).find(Boolean);
        if (typeof found !== 'function') throw new Unlinkable(`the program calls ${name}(), which neither it nor the playground has`);
        return found;
    }

    addressOf(name) {
        const owner = [this, ...this.before].find(({ own }) => own[name]);
        if (owner) return owner.own[name].value + owner.begin;
        const found = this.runtime[name];
        if (!(found instanceof WebAssembly.Global)) throw new Unlinkable(`the program uses ${name}, which neither it nor the playground has`);
        return found.value;
    }

    imports(module) {
        const constant = (value) => new WebAssembly.Global({ value: 'i32', mutable: false }, value);
        const { memory, __indirect_function_table, __stack_pointer, __asyncify_state, __asyncify_data } = this.runtime;
        const env = { memory, __indirect_function_table, __stack_pointer, __asyncify_state, __asyncify_data,
            __memory_base: constant(this.begin), __table_base: constant(this.tableBase) };
        const all = { env, 'GOT.mem': {}, 'GOT.func': {} };
        this.functions = [];
        this.variables = [];
        for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
            if (from === 'env' && kind === 'function')
                env[name] = this.functionElsewhere(name);
            else if (from.startsWith('GOT.')) {
                const global = all[from][name] = new WebAssembly.Global({ value: 'i32', mutable: true }, 0);
                (from === 'GOT.func' ? this.functions : this.variables).push([name, global]);
            }
        }
        return all;
    }
}

const places = new WeakMap(); // of functions in their tables
function pointerTo(runtime, f) {
    const table = runtime.__indirect_function_table;
    if (!places.has(f)) {
        places.set(f, table.length);
        table.grow(1, f);
    }
    return places.get(f);
}

const traps = [
    [/divi(de|sion) by zero|unrepresentable|overflow.*integer|integer overflow/i, 1],
    [/unreachable|indirect call|signature|null function/i, 2],
];
/// The number of a platform::Fault.
function faultOf(error) {
    if (!(error instanceof WebAssembly.RuntimeError)) return 0; // the engine's own stack is full
    const known = traps.find(([words]) => words.test(error.message));
    return known ? known[1] : 0;
}

const isOfProgram = (error) =>
    error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error?.constructor?.name === 'InternalError';

function started(runtime, surroundings) {
    const { exports } = new WebAssembly.Instance(runtime, { wasi_snapshot_preview1: surroundings.imports });
    surroundings.serve(exports);
    return exports;
}

/// What scanlab_settings() says.
export function settingsOf(runtime) {
    const exports = started(runtime, new Surroundings({}));
    exports._initialize();
    const begin = exports.scanlab_settings(), memory = new Uint8Array(exports.memory.buffer);
    return new TextDecoder().decode(memory.subarray(begin, memory.indexOf(0, begin)));
}

const namesOf = new WeakMap();
function exportsOf(module) {
    if (!namesOf.has(module)) namesOf.set(module, new Set(WebAssembly.Module.exports(module).map(({ name }) => name)));
    return namesOf.get(module);
}
/// What every program gets from this page.
const given = new Set(['__memory_base', '__table_base']);

/// Whether the runtime has all that the program calls.
export function suits(runtime, libraryModule, program) {
    return WebAssembly.Module.imports(program).every(({ name }) =>
        given.has(name) || [runtime, libraryModule, program].some((module) => module && exportsOf(module).has(replaced[name] ?? name)));
}

const usesLibrary = (module) => library && WebAssembly.Module.imports(module).some(({ name }) => name in library.replaces);

/// Runs a program to its end: returns its exit code and the files that it leaves. `runtime`, `libraryModule` and `program` are modules;
/// `out` and `err` get bytes while it runs; `files`, `contents` and `input` are as in wasi.mjs.
export function runProgram({ runtime, libraryModule, program, args, environment, files, contents, input, out, err }) {
    const surroundings = new Surroundings({ args, environment, files, contents, input, out, err });
    const exports = started(runtime, surroundings);
    const ended = (code) => ({ code, get files() { return surroundings.files(); } });
    let step = () => {
        const libraries = usesLibrary(program) ? [new Linked(exports, libraryModule)] : [];
        const linked = new Linked(exports, program, libraries);
        exports.scanlab_load(linked.own.scanlab_program ? linked.own.scanlab_program.value + linked.begin : 0, linked.begin, linked.end);
        exports._initialize();
        for (const { own } of libraries) own.__wasm_call_ctors();
        const main = linked.own.__main_void, withArguments = main ? undefined : linked.own.__main_argc_argv;
        if (!main && !withArguments) throw new Unlinkable('the program has no main()');
        exports.scanlab_start(...[linked.own.__wasm_call_ctors, main, withArguments].map((f) => (f ? pointerTo(exports, f) : 0)));
    };
    for (;;) {
        try {
            step();
            return ended(0);
        } catch (error) {
            if (error instanceof Exit) return ended(error.code);
            if (error instanceof Unlinkable) {
                err(new TextEncoder().encode(`error: ${error.message}\n`));
                return ended(127);
            }
            if (!isOfProgram(error)) throw error;
            if (globalThis.SCANLAB_SHOWS_TRAPS) console.error(error);
            if (exports.asyncify_get_state() !== 0) exports.asyncify_stop_unwind(); // it was about to switch
            const handler = exports.scanlab_handler_of_trap(faultOf(error));
            step = () => exports.scanlab_run_instead(handler);
        }
    }
}
