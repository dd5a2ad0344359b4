#!/usr/bin/env node
// The simulator's commands in Node. They are a module of WebAssembly (tools/node), which starts programs as it would natively: this
// is the computer that it runs on.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { disk, entryAt, inModules, writeChanged, writeFile } from './disk.mjs';
import { digestOf, folderOfPrograms, keepProgram, keptProgram, open, unpacked } from './load.mjs';
import { asBytes, put } from './runtime/files.mjs';
import { Fd } from './runtime/libraries/wasi/index.js';
import { runCommand } from './runtime/wasi.mjs';

const contents = disk({ inMemory: ['scanlab'] });
const made = new Map(); // programs, by the paths that commands know
const [playground, commands] = await Promise.all([open(), unpacked('command.wasm').then((bytes) => WebAssembly.compile(bytes))]);
let compiler; // takes longest to load
const isMissing = new Error('the compiler is not loaded'); // ends a command, which then begins again
function needCompiler() {
    if (!compiler) throw isMissing;
}

// --- streams

function writeAll(stream, bytes) {
    for (let at = 0; at < bytes.length;)
        try {
            at += fs.writeSync(stream, bytes, at);
        } catch (error) {
            if (error.code === 'EPIPE') process.exit(141); // as a shell says that nobody reads any more
            if (error.code !== 'EAGAIN') throw error;
        }
}

class Input extends Fd {
    fd_read(size) {
        const bytes = new Uint8Array(size);
        return { ret: 0, data: bytes.subarray(0, fs.readSync(0, bytes)) };
    }
}

/// Where a program writes to: a stream, or a file that it leaves.
class Sink {
    #bytes = [];
    constructor(name) { this.name = name; }
    write = (bytes) => {
        const stream = { stdout: 1, stderr: 2 }[this.name];
        if (stream) writeAll(stream, bytes);
        else this.#bytes.push(bytes.slice());
    };
    end() {
        if (!this.name.startsWith('std')) writeFile(contents, this.name, Buffer.concat(this.#bytes));
    }
}

// --- programs: each gets its words and where it is, and returns its exit code

/// Options of Clang's, whose folders have their whole path: it is in another one.
const inWholePaths = (flags) => flags.map((word, i) => (['-I', '-isystem', '-include'].includes(flags[i - 1]) ? inModules(word) : word));

/// As the user names files.
const asTyped = (text) => text.replaceAll(`${inModules('.')}/`, '');

/// [options] SOURCE PROGRAM [options] [-- options of Clang's]
function compile(words, { err }) {
    const end = words.includes('--') ? words.indexOf('--') : words.length;
    const spaces = words.slice(0, end).filter((word) => word.startsWith('--')), [source, program] = words.slice(0, end).filter((word) => !word.startsWith('--'));
    const say = (text) => err(asBytes(asTyped(text)));
    if (spaces.includes('--fast')) return say('scanlab sim: --fast makes a program of the machine, and Node has none: leave it out, or install Scanlab\n'), 2;
    const name = inModules(source).slice(1), text = entryAt(contents, inModules(source)).data, flags = inWholePaths(words.slice(end + 1));
    const how = JSON.stringify([name, digestOf(text), spaces, flags]);
    let result = keptProgram(program, how);
    if (!result) {
        needCompiler();
        try {
            result = compiler.compile(put({}, name, text), name, { spaces, flags });
        } catch (error) {
            if (!(error instanceof playground.Refused)) throw error;
            return say(error.message), 1;
        }
        keepProgram(program, result, how);
    }
    say(result.warnings);
    made.set(program, result.program);
    return 0;
}

const version = (tool) => (words, { out }) => {
    needCompiler();
    out(asBytes(compiler.runClang(tool, words).said));
    return 0;
};

const programs = {
    scanlab: runScanlab,
    scanlab_compile: compile,
    scanlab_compile_host: version('clang++'),
    'ld.lld': version('wasm-ld'),
};

/// Runs what a request of tools/node/processes.cpp asks for.
function start({ command, environment, out, err }) {
    const [name, ...words] = command[0] === 'sh' ? command.slice(1) : command;
    const known = programs[path.posix.basename(name)];
    if (!known && !made.has(name)) return -1;
    writeChanged();
    const sinks = { out: new Sink(out), err: new Sink(err) }, streams = { out: sinks.out.write, err: sinks.err.write };
    const settings = Object.fromEntries(environment.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]));
    const code = known ? known(words, { environment: settings, ...streams })
        : playground.start(made.get(name), { ...streams, args: [name, ...words], environment: settings, contents, input: out === 'stdout' ? new Input() : undefined }).code;
    for (const sink of Object.values(sinks)) sink.end();
    return code;
}

function runScanlab(words, { environment, out, err }) {
    return runCommand(commands, { args: ['scanlab', ...words], environment, contents, out, err, imports: (memory) => ({ scanlab: {
        start: (at, bytes) => start(JSON.parse(Buffer.from(memory().buffer, at, bytes))) } }) }).code;
}

// --- the command line

const environment = { ...process.env, PWD: inModules('.'), SCANLAB_TYPED: 'npx scanlab', SCANLAB_PACKAGE: inModules(path.dirname(fileURLToPath(import.meta.url))), SCANLAB_PROGRAMS: inModules(folderOfPrograms) };
async function run(words) {
    for (;;)
        try {
            return runScanlab(words, { environment, out: (bytes) => writeAll(1, bytes), err: (bytes) => writeAll(2, bytes) });
        } catch (error) {
            if (error !== isMissing) throw error;
            compiler = await playground.loadCompiler();
        }
}

try {
    process.exitCode = await run(process.argv.slice(2));
    writeChanged();
} catch (error) {
    if (!error.syscall) throw error; // the disk is full, a file may not be written, …
    console.error(`scanlab: ${error.message}`);
    process.exitCode = 2;
}
