// Builds what the playground consists of: the simulator's runtime, its tools and the harness, as modules of WebAssembly.
//     node build.mjs OUT
import binaryen from 'binaryen';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run_clang as run_clang_of_npm } from './clang.mjs';
import { with_fibers } from './compiler.mjs';
import { put } from './files.mjs';
import { native_commands } from './native.mjs';
import * as options from './options.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
const out = path.resolve(process.argv[2] ?? path.join(root, 'build/playground'));
fs.mkdirSync(path.join(out, 'objects'), { recursive: true });

const read = (name) => fs.readFileSync(path.join(root, name));

/// The files below a folder of the kit's that have one of these endings, or none.
function tree(folder, endings = ['.h', '.hpp', '.cuh', '.cpp', '']) {
    const all = {};
    for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
        const name = `${folder}/${entry.name}`;
        if (entry.isDirectory()) all[entry.name] = tree(name, endings);
        else if (endings.includes(path.extname(entry.name))) all[entry.name] = fs.readFileSync(path.join(root, name));
    }
    return all;
}

function tree_of_library(folder) {
    const all = {};
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
        const name = path.join(folder, entry.name);
        all[entry.name] = entry.isDirectory() ? tree_of_library(name) : fs.readFileSync(name);
    }
    return all;
}

const sources = {};
for (const folder of ['common/simulator', 'common/playground/include', 'common/include', 'common/harness', 'common/exercises', 'common/formula', 'common/text'])
    put(sources, `scanlab/${folder}`, tree(folder));
put(sources, 'libraries', {});
for (const library of ['CLI', 'fmt', 'nlohmann']) sources.libraries[library] = tree_of_library(path.join('/usr/include', library));

const native = native_commands(path.join(out, 'stage'));
const run_clang = native ? (command, args, files, results) => native(command, args, { lots: sources.lots, ...files }, results)
    : (command, args, files) => run_clang_of_npm(command, args, { ...sources, ...files });
if (native) {
    native.link('scanlab/common', path.join(root, 'common'));
    for (const library of Object.keys(sources.libraries)) native.link(`libraries/${library}`, path.join('/usr/include', library));
}

function fail(what, said) {
    console.error(`${said}\nscanlab: ${what}`);
    process.exit(1);
}

const digest_of = (bytes) => crypto.createHash('sha256').update(bytes).digest('hex');
const contents_of = (name) => name.split('/').filter(Boolean).reduce((folder, part) => folder?.[part], sources);

/// What an object was made of: its command and each file that was read.
function is_current(note, command) {
    if (!fs.existsSync(note)) return false;
    const known = JSON.parse(fs.readFileSync(note));
    return known.command === command &&
        known.read.every(([name, digest]) => { const now = contents_of(name); return now && digest_of(now) === digest; });
}

const files_in = (rule) => rule.replace(/\\\n/g, ' ').split(':').slice(1).join(':').split(/\s+/)
    .map((name) => path.posix.normalize(name)).filter((name) => /^\/?(scanlab|libraries|lots)\//.test(name));

/// The object of a source, which is kept as long as nothing changes that it depends on.
async function compile(source, flags) {
    const command = ['clang++', ...flags, source].join(' ');
    const object = path.join(out, 'objects', digest_of(command).slice(0, 16)), note = `${object}.json`;
    if (is_current(note, command)) return fs.readFileSync(object);
    const { ok, said, files } = await run_clang('clang++', [...flags, '-MD', '-MF', 'depends', '-c', source, '-o', 'object'], {}, ['object', 'depends']);
    if (!ok) fail(`cannot compile ${source}`, said);
    fs.writeFileSync(object, files.object);
    const depends = typeof files.depends === 'string' ? files.depends : new TextDecoder().decode(files.depends);
    fs.writeFileSync(note, JSON.stringify({ command, read: files_in(depends).map((name) => [name, digest_of(contents_of(name))]) }));
    return files.object;
}

/// Several sources are compiled as one, since most of the time goes into headers; as many as natively (CMakePresets.json), where
/// the names of each lot are known not to clash.
async function compile_all(names, flags, lot = 8) {
    const objects = {};
    for (let i = 0; i < names.length; i += lot) {
        const name = names[i].replace(/[^\w]/g, '_');
        put(sources, `lots/${name}.cpp`, names.slice(i, i + lot).map((source) => `#include "../scanlab/${source}"\n`).join(''));
        objects[`${name}.o`] = await compile(`lots/${name}.cpp`, flags);
    }
    return objects;
}

const in_folder = (folder, but = []) =>
    fs.readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.cpp') && !but.includes(name)).sort().map((name) => `${folder}/${name}`);

async function link(name, command, args, objects) {
    const { ok, said, files } = await run_clang(command, [...Object.keys(objects), ...args, '-o', name], objects, [name]);
    if (!ok) fail(`cannot link ${name}`, said);
    return files[name];
}

const write = (name, bytes) => { fs.writeFileSync(path.join(out, name), bytes); console.log(`${name}: ${bytes.length} bytes`); };

// --- the tools

const simulator = 'common/simulator';
for (const [tool, folder] of [['translate.wasm', 'translator'], ['instrument.wasm', 'instrument']])
    write(tool, await link(tool, 'clang++', ['-Wl,--strip-all'], await compile_all([...in_folder(`${simulator}/${folder}`), `${simulator}/platform/throws_wasm.cpp`], options.for_tools, 20)));

// --- the runtime

const of_programs = ['program_malloc.cpp', 'program_new.cpp'];
const runtime_sources = [
    ...in_folder(`${simulator}/machine`, [...of_programs, 'builtins.cpp']), ...in_folder(`${simulator}/watch`), ...in_folder(`${simulator}/words`)];
const platform_sources = [
    ...in_folder(`${simulator}/platform`).filter((name) => name.endsWith('_wasm.cpp') && !name.endsWith('/throws_wasm.cpp'))];
/// Of the compiler's own library: what its code calls for numbers that WebAssembly has no instructions for.
const of_compiler = [
    ...['ashl', 'ashr', 'lshr', 'mul', 'div', 'mod', 'udiv', 'umod'].map((what) => `__${what}ti3`), '__muloti4',
    ...['add', 'sub', 'mul', 'div'].map((what) => `__${what}tf3`), ...['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'unord'].map((what) => `__${what}tf2`),
    '__extenddftf2', '__extendsftf2', '__trunctfdf2', '__trunctfsf2', '__extendhfsf2', '__truncsfhf2', '__truncdfhf2',
    ...['si', 'di'].flatMap((size) => [`__fixtf${size}`, `__fixunstf${size}`, `__float${size}tf`, `__floatun${size}tf`]),
    ...['df', 'sf'].flatMap((size) => [`__fix${size}ti`, `__fixuns${size}ti`, `__floatti${size}`, `__floatunti${size}`])];

const runtime = await link('runtime.wasm', 'clang++',
    ['-mexec-model=reactor', '-Wl,--export-all', '-Wl,--export=__stack_pointer', '-Wl,--export-table', '-Wl,--growable-table',
        ...of_compiler.map((name) => `-Wl,--export=${name}`),
        // Programs may call whatever the libraries have; what the runtime replaces comes first.
        '-Wl,--whole-archive', '-lc++', '-lc++abi', '-lc', '-lwasi-emulated-getpid', '-Wl,--no-whole-archive', '-Wl,--allow-multiple-definition',
        '-Wl,--strip-debug', '-Wl,--max-memory=4294967296', '-Wl,-z,stack-size=1048576'],
    { ...await compile_all(runtime_sources, options.for_runtime),
        ...await compile_all(platform_sources, options.for_runtime, 20),
        ...await compile_all([`${simulator}/platform/throws_wasm.cpp`], options.for_runtime),
        ...await compile_all([`${simulator}/machine/builtins.cpp`], options.for_runtime.slice(0, -4)) });

function is_new(bytes, note) {
    const at = path.join(out, note);
    return !fs.existsSync(at) || fs.readFileSync(at, 'utf8') !== digest_of(bytes);
}
if (!fs.existsSync(path.join(out, 'runtime.wasm')) || is_new(runtime, 'runtime.digest')) {
    write('runtime.wasm', with_fibers(runtime, { is_runtime: true, optimize: process.env.SCANLAB_QUICK ? 0 : 1 }));
    fs.writeFileSync(path.join(out, 'runtime.digest'), digest_of(runtime));
}

// --- what programs are linked with

const harness = 'common/harness', compiled_apart = ['diagnosis.cpp', 'inputs.cpp', 'parallel.cpp', 'reference.cpp', 'run.cpp'];
const objects = {
    cuda: await compile_all([`${simulator}/machine/program_new.cpp`], [...options.for_harness, '-I', `scanlab/${simulator}`, '-include', `scanlab/${simulator}/platform/callers_wasm.hpp`]),
    lesson: {
        ...await compile_all(in_folder(harness, compiled_apart), options.for_harness),
        ...await compile_all(compiled_apart.map((name) => `${harness}/${name}`), options.for_harness, 1),
    },
};
for (const [kind, all] of Object.entries(objects))
    for (const [name, bytes] of Object.entries(all)) write(`${kind}.${name}`, bytes);
fs.writeFileSync(path.join(out, 'objects.json'), JSON.stringify(Object.fromEntries(Object.entries(objects).map(([kind, all]) => [kind, Object.keys(all)]))));

// --- what programs include

const headers = {};
const endings = ['.h', '.hpp', '.cuh', ''];
put(headers, `scanlab/${simulator}/include`, tree(`${simulator}/include`, endings));
for (const folder of ['common/playground/include', 'common/include', harness]) put(headers, `scanlab/${folder}`, tree(folder, endings));
fs.writeFileSync(path.join(out, 'headers.json'), JSON.stringify(headers, (_, entry) => (entry instanceof Uint8Array || entry?.type === 'Buffer' ? Buffer.from(entry.data ?? entry).toString() : entry)));
