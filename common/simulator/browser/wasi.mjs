// Runs modules of WebAssembly that want files and streams, which lie in memory.
import { ConsoleStdout, Directory, Fd, File, OpenFile, PreopenDirectory, WASI } from './libraries/wasi/index.js';
import { asBytes, isFolder } from './files.mjs';

/// The library copies what a file is made of.
function fileOf(contents) {
    const file = new File([]);
    file.data = asBytes(contents);
    return file;
}

const grown = new WeakSet(); // those with room behind their end
function withRoom(data, size) {
    if (grown.has(data.buffer) && size <= data.buffer.byteLength) return new Uint8Array(data.buffer, 0, size);
    const buffer = new ArrayBuffer(Math.max(2 * size, 4096));
    grown.add(buffer);
    const copy = new Uint8Array(buffer, 0, size);
    copy.set(data);
    return copy;
}

/// In place of the library's, which copies the whole file each time: the compiler writes a few bytes at a time.
OpenFile.prototype.fd_write = function write(bytes) {
    const begin = Number(this.file_pos), end = begin + bytes.length;
    this.file.data = withRoom(this.file.data, Math.max(end, this.file.data.length));
    this.file.data.set(bytes, begin);
    this.file_pos = BigInt(end);
    return { ret: 0, nwritten: bytes.length };
};

const directoryOf = (tree) => new Map(Object.entries(tree).map(([name, entry]) => [
    name, isFolder(entry) ? new Directory(directoryOf(entry)) : fileOf(entry)]));

const treeOf = (contents) => Object.fromEntries([...contents].map(([name, entry]) => [
    name, entry instanceof Directory ? treeOf(entry.contents) : entry.data]));

/// The end of a module that has called exit().
export class Exit extends Error {
    constructor(code) {
        super(`exit ${code}`);
        this.code = code;
    }
}

/// What a module with these arguments and files imports, and what it leaves. `out` and `err` get bytes as they are written.
export class Surroundings {
    constructor({ args = [], environment = {}, files = {}, out = () => {}, err = () => {} }) {
        const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
        this.root = new PreopenDirectory('/', directoryOf(files));
        const streams = [new OpenFile(new File([])), new ConsoleStdout(out), new ConsoleStdout(err)];
        this.wasi = new WASI(args, variables, [...streams, this.root], { debug: false });
        // Addresses beyond 2^31 come as negative numbers.
        const unsigned = (value) => (typeof value === 'number' ? value >>> 0 : value);
        const imports = Object.entries(this.wasi.wasiImport).map(([name, call]) => [name, (...args) => call(...args.map(unsigned))]);
        this.imports = { ...Object.fromEntries(imports), proc_exit(code) { throw new Exit(code); } };
    }
    /// Once, before it runs: where its memory is.
    serve(exports) { this.wasi.inst = { exports }; }
    files() { return treeOf(this.root.dir.contents); }
}

/// Runs a command from beginning to end. `imports`: what else it imports, made by a function that gets one that gives its memory.
export function runCommand(module, { args, files, imports = () => ({}) }) {
    const text = { out: '', err: '' };
    const decoders = { out: new TextDecoder(), err: new TextDecoder() };
    const into = (name) => (bytes) => { text[name] += decoders[name].decode(bytes, { stream: true }); };
    const surroundings = new Surroundings({ args, files, out: into('out'), err: into('err') });
    const instance = new WebAssembly.Instance(module, {
        wasi_snapshot_preview1: surroundings.imports, ...imports(() => instance.exports.memory) });
    surroundings.serve(instance.exports);
    let code = 0;
    try {
        instance.exports._start();
    } catch (end) {
        if (!(end instanceof Exit)) throw end;
        code = end.code;
    }
    return { code, ...text, files: surroundings.files() };
}
