// The files of a computer as modules of WebAssembly see them (runtime/wasi.mjs): folders and files that are read when they are asked for.
import fs from 'node:fs';
import path from 'node:path';
import { Directory, File, wasi } from './runtime/libraries/wasi/index.js';
import { Device } from './runtime/wasi.mjs';

const changed = new Map(); // files by their paths, until writeChanged()

/// Lets the file be the one at this path. `bytes`: its contents, if they are known; `how`: as of disk().
function onDisk(file, at, { isWritable, hear }, bytes) {
    Object.defineProperty(file, 'data', {
        configurable: true,
        get() {
            if (!bytes) hear(at, bytes = new Uint8Array(fs.readFileSync(at)));
            return bytes;
        },
        set(contents) {
            bytes = contents;
            changed.set(at, file);
        } });
    file.stat = () => {
        const found = fs.statSync(at);
        return new wasi.Filestat(file.ino, found.isFile() ? wasi.FILETYPE_REGULAR_FILE : wasi.FILETYPE_CHARACTER_DEVICE, BigInt(bytes?.length ?? found.size));
    };
    file.path_open = (oflags, rights, fdFlags) => {
        if (rights & BigInt(wasi.RIGHTS_FD_WRITE)) {
            if (!isWritable) return { ret: wasi.ERRNO_ROFS, fd_obj: null };
            fs.accessSync(at, fs.constants.W_OK);
        }
        return File.prototype.path_open.call(file, oflags, rights, fdFlags);
    };
    return file;
}

/// What is no file, and may have no end.
function deviceOnDisk(at) {
    const within = (flags, use) => {
        const opened = fs.openSync(at, flags);
        try {
            return use(opened);
        } finally {
            fs.closeSync(opened);
        }
    };
    return new Device(
        (size) => { const bytes = new Uint8Array(size); return bytes.subarray(0, within('r', (opened) => fs.readSync(opened, bytes))); },
        (bytes) => within('a', (opened) => fs.writeSync(opened, bytes)));
}

/// Writes what programs have written. Throws the system's error.
export function writeChanged() {
    for (const [at, file] of changed) fs.writeFileSync(at, file.data);
    changed.clear();
}

/// The contents of a folder, as Directory wants them. An entry is made when it is first asked for, and kept.
class Folder extends Map {
    constructor(at, how) {
        super();
        Object.assign(this, { at, how });
    }
    pathOf(name) { return this.at === '/' && /^\w:$/.test(name) ? `${name}/` : path.join(this.at, name); } // drives are in /
    find(name) {
        const at = this.pathOf(name);
        if (this.how.hidden.includes(at)) return undefined;
        const found = fs.statSync(at, { throwIfNoEntry: false });
        if (found?.isCharacterDevice()) return deviceOnDisk(at);
        if (found) return found.isDirectory() ? new Directory(new Folder(at, this.how)) : onDisk(new File([]), at, this.how);
        this.how.hear(at, null);
        return undefined;
    }
    get(name) {
        if (!super.has(name)) {
            const entry = this.find(name);
            if (entry) super.set(name, entry);
        }
        return super.get(name);
    }
    set(name, entry) {
        const at = this.pathOf(name);
        if (entry instanceof Directory) {
            fs.mkdirSync(at);
            entry.contents = new Folder(at, this.how);
        } else {
            const bytes = entry.data;
            fs.writeFileSync(at, bytes);
            onDisk(entry, at, this.how, bytes);
        }
        return super.set(name, entry);
    }
    delete(name) {
        const at = this.pathOf(name), entry = this.get(name);
        if (entry instanceof Directory) fs.rmdirSync(at);
        else {
            void entry.data; // whoever gives it another name needs it
            changed.delete(at);
            fs.rmSync(at);
        }
        return super.delete(name);
    }
    entries() { return new Map(fs.readdirSync(this.at).flatMap((name) => { const entry = this.get(name); return entry ? [[name, entry]] : []; })).entries(); }
    get size() { return fs.readdirSync(this.at).length; }
}

/// The contents of the topmost folder. `inMemory`: names of folders in it that are empty and in memory; `hidden`: paths of folders that
/// seem not to be there; `hear` is told the path of each file that is read, and its bytes, or null if there is no such file.
export function disk({ isWritable = true, hidden = [], inMemory = [], hear = () => {} } = {}) {
    const top = new Folder('/', { isWritable, hidden, hear });
    for (const name of inMemory) Map.prototype.set.call(top, name, new Directory(new Map()));
    return top;
}

/// As modules name this file or folder of the computer's.
export const inModules = (file) => path.posix.join('/', path.resolve(file).replaceAll(path.sep, '/'));

/// What is at a path, as modules have it; undefined if nothing is.
export const entryAt = (contents, at) => at.split('/').filter(Boolean).reduce((entry, name) => entry?.contents?.get(name), { contents });

/// Writes a file there, with the folders that it lies in.
export function writeFile(contents, at, bytes) {
    const names = at.split('/').filter(Boolean), last = names.pop();
    let folder = contents;
    for (const name of names) {
        if (!folder.get(name)) folder.set(name, new Directory(new Map()));
        folder = folder.get(name).contents;
    }
    const file = folder.get(last);
    if (file) file.data = new Uint8Array(bytes);
    else folder.set(last, new File(bytes));
}
