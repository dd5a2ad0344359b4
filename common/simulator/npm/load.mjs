// Gets what the package has, which is compressed. The compiler is kept unpacked from its first use on, and so are programs, because these
// take longest.
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import v8 from 'node:v8';
import zlib from 'node:zlib';
import { disk, inModules } from './disk.mjs';
import { packedName } from './runtime/packing.mjs';
import { openPlayground } from './runtime/playground.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(fs.readFileSync(path.join(here, 'package.json')));

/// Where users' programs keep what they can make again.
const cache = path.join(process.env.XDG_CACHE_HOME || process.env.LOCALAPPDATA || path.join(os.homedir(), '.cache'), 'scanlab', `npm-${version}`);

/// Keeps a file whole, or not at all: another process may do the same, the disk may be full, and the folder another user's.
function keep(file, bytes) {
    const part = `${file}.${process.pid}`;
    try {
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(part, bytes);
        fs.renameSync(part, file);
    } catch {
        fs.rmSync(part, { force: true });
    }
}

const isKept = (name) => name === 'clang.wasm';
/// The bytes of a file of the package.
export async function unpacked(name) {
    const file = path.join(cache, name);
    if (isKept(name) && fs.existsSync(file)) return fs.promises.readFile(file);
    const bytes = await promisify(zlib.brotliDecompress)(await fs.promises.readFile(path.join(here, 'runtime', packedName(name))));
    if (isKept(name)) keep(file, bytes);
    return bytes;
}

/// What runs programs, and loads a compiler that reads the disk's files.
export function open() {
    v8.setFlagsFromString('--wasm-lazy-validation'); // of functions that a program needs none of
    return openPlayground({ unpacked, below: disk({ isWritable: false, hidden: ['/usr/include', '/usr/lib', '/usr/share'], hear: noteRead }) });
}

// --- programs that are kept, each with a note of what it was made of

export const folderOfPrograms = path.join(cache, 'programs');
/// Where a program of this path is on the disk; undefined if it is to be kept nowhere.
const fileOf = (program) => (program.startsWith(`${inModules(folderOfPrograms)}/`) ? path.join(folderOfPrograms, path.posix.basename(program)) : undefined);

export const digestOf = (bytes) => bytes && crypto.createHash('sha256').update(bytes).digest('hex');
const digestAt = (at) => (fs.existsSync(at) ? digestOf(fs.readFileSync(at)) : null);

const read = new Map(); // what the compiler has read, and looked for in vain
function noteRead(at, bytes) { read.set(at, digestOf(bytes)); }

/// Keeps what the compiler has made for this path. `how`: a text that says of what source and with which options.
export function keepProgram(at, { program, warnings }, how) {
    const file = fileOf(at);
    if (!file) return;
    keep(file, program);
    keep(`${file}.json`, JSON.stringify({ how, warnings, program: digestOf(program), read: [...read] }));
}

/// The same, if it was made in the same way, and nothing that it was made of has changed.
export function keptProgram(at, how) {
    const file = fileOf(at);
    if (!file) return null;
    try {
        const note = JSON.parse(fs.readFileSync(`${file}.json`)), program = fs.readFileSync(file);
        const isCurrent = note.how === how && note.program === digestOf(program) && note.read.every(([at, digest]) => digestAt(at) === digest);
        return isCurrent ? { program, warnings: note.warnings } : null;
    } catch {
        return null; // there is none
    }
}
