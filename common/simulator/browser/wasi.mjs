// Runs modules of WebAssembly that want files and streams, which lie in memory.
import { ConsoleStdout, Directory, Fd, File, OpenFile, PreopenDirectory, WASI, wasi } from './libraries/wasi/index.js';
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

/// A file that keeps nothing: `read` gives at most so many bytes, `write` takes some.
export class Device extends File {
    constructor(read, write = () => {}) {
        super([]);
        Object.assign(this, { read, write });
    }
    stat() { return new wasi.Filestat(this.ino, wasi.FILETYPE_CHARACTER_DEVICE, 0n); }
    path_open() {
        const { ERRNO_SUCCESS: ret } = wasi, opened = new OpenFile(this);
        opened.fd_read = (size) => ({ ret, data: this.read(size) });
        opened.fd_write = (bytes) => (this.write(bytes), { ret, nwritten: bytes.length });
        return { ret, fd_obj: opened };
    }
}
const devices = () => new Directory(new Map([['null', new Device(() => new Uint8Array(0))], ['zero', new Device((size) => new Uint8Array(size))]]));

/// What is in a folder in memory; a name that is not there is looked for in `below`, as in a folder of the disk. What is written goes into
/// memory, unless `below` has it.
class Layered extends Map {
    constructor(entries, below) {
        super(entries);
        this.below = below;
    }
    get(name) { return super.get(name) ?? this.below.get(name); }
    entries() { return new Map([...this.below.entries(), ...super.entries()]).entries(); }
    get size() { return [...this.entries()].length; }
}

/// The contents of a Directory: a tree of files, in front of the contents of another one.
export function contentsOf(tree, below) {
    const contentsBelow = (name) => { const entry = below?.get(name); return entry instanceof Directory ? entry.contents : undefined; };
    const entries = Object.entries(tree).map(([name, entry]) => [name, isFolder(entry) ? new Directory(contentsOf(entry, contentsBelow(name))) : fileOf(entry)]);
    return below ? new Layered(entries, below) : new Map(entries);
}

const treeOf = (contents) => Object.fromEntries([...contents].filter(([, entry]) => !(entry instanceof Device)).map(([name, entry]) => [
    name, entry instanceof Directory ? treeOf(entry.contents) : entry.data]));

/// What a call gives, or the number of the error of the disk's that it throws.
function numberOfError(call) {
    try {
        return call();
    } catch (error) {
        const number = wasi[`ERRNO_${String(error?.code).slice(1)}`];
        if (number === undefined) throw error;
        return number;
    }
}

/// The end of a module that has called exit().
export class Exit extends Error {
    constructor(code) {
        super(`exit ${code}`);
        this.code = code;
    }
}

/// What a module with these arguments and files imports, and what it leaves. `out` and `err` get bytes as they are written. `contents`: all
/// files, if they are not only this module's; `input`: an Fd for its standard input.
export class Surroundings {
    constructor({ args = [], environment = {}, files = {}, contents = contentsOf(files).set('dev', devices()), input = new OpenFile(new File([])), out = () => {}, err = () => {} }) {
        const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
        this.root = new PreopenDirectory('/', contents);
        this.wasi = new WASI(args, variables, [input, new ConsoleStdout(out), new ConsoleStdout(err), this.root], { debug: false });
        // Addresses beyond 2^31 come as negative numbers.
        const unsigned = (value) => (typeof value === 'number' ? value >>> 0 : value);
        const imports = Object.entries(this.wasi.wasiImport).map(([name, call]) => [name, (...args) => numberOfError(() => call(...args.map(unsigned)))]);
        this.imports = { ...Object.fromEntries(imports), args_sizes_get: (...at) => this.sizesOf(args, ...at.map(unsigned)), path_readlink: () => wasi.ERRNO_INVAL, proc_exit(code) { throw new Exit(code); } };
    }
    /// In place of the library's, which takes each letter for a byte.
    sizesOf(args, countAt, bytesAt) {
        const view = new DataView(this.wasi.inst.exports.memory.buffer);
        view.setUint32(countAt, args.length, true);
        view.setUint32(bytesAt, args.reduce((bytes, word) => bytes + asBytes(word).length + 1, 0), true);
        return wasi.ERRNO_SUCCESS;
    }
    /// Once, before it runs: where its memory is.
    serve(exports) { this.wasi.inst = { exports }; }
    files() { return treeOf(this.root.dir.contents); }
}

/// Runs a command from beginning to end. `imports`: what else it imports, made by a function that gets one that gives its memory;
/// `below`: the contents behind its files.
export function runCommand(module, { args, files, below, imports = () => ({}), ...others }) {
    const text = { out: '', err: '' };
    const decoders = { out: new TextDecoder(), err: new TextDecoder() };
    const into = (name) => (bytes) => { text[name] += decoders[name].decode(bytes, { stream: true }); };
    const surroundings = new Surroundings({ args, contents: contentsOf(files ?? {}, below), out: into('out'), err: into('err'), ...others });
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
    return { code, ...text, get files() { return surroundings.files(); } };
}
