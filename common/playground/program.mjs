// Runs a program with the simulator's runtime: two modules that share memory, table and stack, as a program and a shared library.
import { Exit, Surroundings } from './wasi.mjs';

/// Functions that a program gets in place of the C library's: a kernel's memory comes from the device's heap.
const replaced = { malloc: 'scanlab_program_malloc', realloc: 'scanlab_program_realloc', free: 'scanlab_program_free' };

const page_bytes = 65536;

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
    const [memory, memory_alignment, table, table_alignment] = [number(), 1 << number(), number(), 1 << number()];
    return { memory, memory_alignment, table, table_alignment };
}

const round_up = (value, multiple) => Math.ceil(value / multiple) * multiple;

/// A program that cannot be started, and why.
export class Unlinkable extends Error {}

class Linked {
    constructor(runtime, module) {
        this.runtime = runtime;
        const { memory, __indirect_function_table: table } = runtime;
        const wanted = wants(module);
        this.begin = memory.grow(round_up(wanted.memory, page_bytes) / page_bytes) * page_bytes;
        this.end = this.begin + wanted.memory;
        this.table_base = round_up(table.length, wanted.table_alignment);
        table.grow(this.table_base + wanted.table - table.length);
        this.places = new Map(); // of functions in the table
        this.own = new WebAssembly.Instance(module, this.imports(module)).exports;
        for (const [name, global] of this.functions) global.value = this.pointer_to(this.own[name] ?? this.function_of_runtime(name));
        for (const [name, global] of this.variables) global.value = this.address_of(name);
        this.own.__wasm_apply_data_relocs?.();
    }

    function_of_runtime(name) {
        const found = this.runtime[replaced[name] ?? name];
        if (typeof found !== 'function') throw new Unlinkable(`the program calls ${name}(), which is defined nowhere`);
        return found;
    }

    address_of(name) {
        if (this.own[name]) return this.own[name].value + this.begin;
        const found = this.runtime[name];
        if (!(found instanceof WebAssembly.Global)) throw new Unlinkable(`the program uses ${name}, which is defined nowhere`);
        return found.value;
    }

    pointer_to(function_) {
        const table = this.runtime.__indirect_function_table;
        if (!this.places.has(function_)) {
            this.places.set(function_, table.length);
            table.grow(1, function_);
        }
        return this.places.get(function_);
    }

    imports(module) {
        const constant = (value) => new WebAssembly.Global({ value: 'i32', mutable: false }, value);
        const env = {
            memory: this.runtime.memory,
            __indirect_function_table: this.runtime.__indirect_function_table,
            __stack_pointer: this.runtime.__stack_pointer,
            __asyncify_state: this.runtime.__asyncify_state,
            __asyncify_data: this.runtime.__asyncify_data,
            __memory_base: constant(this.begin),
            __table_base: constant(this.table_base),
        };
        const all = { env, 'GOT.mem': {}, 'GOT.func': {} };
        this.functions = [];
        this.variables = [];
        for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
            if (from === 'env' && kind === 'function')
                // One that the program defines, too, is its own: a later definition than that of a library.
                env[name] = this.function_of_runtime(name);
            else if (from.startsWith('GOT.')) {
                const global = all[from][name] = new WebAssembly.Global({ value: 'i32', mutable: true }, 0);
                (from === 'GOT.func' ? this.functions : this.variables).push([name, global]);
            }
        }
        return all;
    }
}

const traps = [
    [/divi(de|sion) by zero|unrepresentable|overflow.*integer|integer overflow/i, 1],
    [/unreachable|indirect call|signature|null function/i, 2],
];
/// The number of a platform::Fault.
function fault_of(error) {
    if (!(error instanceof WebAssembly.RuntimeError)) return 0; // the engine's own stack is full
    const known = traps.find(([words]) => words.test(error.message));
    return known ? known[1] : 0;
}

const is_of_program = (error) =>
    error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error?.constructor?.name === 'InternalError';

/// Runs a program to its end: returns its exit code and the files that it leaves. `runtime` and `program` are modules;
/// `out` and `err` get bytes while it runs.
export function run_program({ runtime, program, args, environment, files, out, err }) {
    const surroundings = new Surroundings({ args, environment, files, out, err });
    const exports = new WebAssembly.Instance(runtime, { wasi_snapshot_preview1: surroundings.imports }).exports;
    surroundings.serve(exports);
    let step = () => {
        const linked = new Linked(exports, program);
        exports.scanlab_load(linked.own.scanlab_program ? linked.own.scanlab_program.value + linked.begin : 0, linked.begin, linked.end);
        exports._initialize();
        const main = linked.own.__main_void, with_arguments = main ? undefined : linked.own.__main_argc_argv;
        if (!main && !with_arguments) throw new Unlinkable('the program has no main()');
        exports.scanlab_start(...[linked.own.__wasm_call_ctors, main, with_arguments].map((f) => (f ? linked.pointer_to(f) : 0)));
    };
    for (;;) {
        try {
            step();
            return { code: 0, files: surroundings.files() };
        } catch (error) {
            if (error instanceof Exit) return { code: error.code, files: surroundings.files() };
            if (!is_of_program(error)) throw error;
            if (globalThis.SCANLAB_SHOWS_TRAPS) console.error(error);
            if (exports.asyncify_get_state() !== 0) exports.asyncify_stop_unwind(); // it was about to switch
            const handler = exports.scanlab_handler_of_trap(fault_of(error));
            step = () => exports.scanlab_run_instead(handler);
        }
    }
}
