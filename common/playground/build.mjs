// Builds what the playground consists of: the simulator's runtime, its tools and the harness, as modules of WebAssembly.
//     node build.mjs BUILD
// BUILD/static gets all that a page needs. BUILD/node_modules gets the packages of package-lock.json, BUILD/objects what makes the
// next build short.
import child_process from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import zlib from 'node:zlib';
import { get, put } from './files.mjs';
import { nativeClang } from './native_clang.mjs';
import * as options from './options.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
const build = path.resolve(process.argv[2] ?? path.join(root, 'build/playground'));
const finished = path.join(build, 'static'), objects = path.join(build, 'objects');
for (const folder of [finished, objects]) fs.mkdirSync(folder, { recursive: true });

// --- packages

const lock = path.join(here, 'package-lock.json'), installed = path.join(build, 'node_modules/.installed');
if (!fs.existsSync(installed) || !fs.readFileSync(installed).equals(fs.readFileSync(lock))) {
    for (const name of ['package.json', 'package-lock.json']) fs.copyFileSync(path.join(here, name), path.join(build, name));
    const { status } = child_process.spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: build, stdio: ['ignore', 2, 2] });
    if (status !== 0) {
        console.error('scanlab: npm could not install the packages of common/playground/package-lock.json (see above)');
        process.exit(1);
    }
    fs.copyFileSync(lock, installed);
}

// --- modules of JavaScript, and the libraries beside them

const modules = ['clang', 'compiler', 'fibers', 'files', 'options', 'playground', 'program', 'wasi'];
const libraries = { binaryen: 'binaryen', wasi: '@bjorn3/browser_wasi_shim/dist' };

for (const name of modules) fs.copyFileSync(path.join(here, `${name}.mjs`), path.join(finished, `${name}.mjs`));
for (const [name, folder] of Object.entries(libraries)) {
    const from = path.join(build, 'node_modules', folder), to = path.join(finished, 'libraries', name);
    fs.mkdirSync(to, { recursive: true });
    for (const file of fs.readdirSync(from).filter((file) => file.endsWith('.js'))) {
        const [source, copy] = [path.join(from, file), path.join(to, file)];
        if (!fs.existsSync(copy) || fs.statSync(copy).size !== fs.statSync(source).size) fs.copyFileSync(source, copy);
    }
}
const beside = (name) => import(pathToFileURL(path.join(finished, name)));
const { clangOf } = await beside('clang.mjs');
const { withFibers } = await beside('fibers.mjs');

function write(name, bytes) {
    const packed = zlib.gzipSync(bytes, { level: 9 });
    fs.writeFileSync(path.join(finished, `${name}.gz`), packed);
    console.log(`${name}: ${bytes.length} bytes, ${packed.length} compressed`);
}
const digestOf = (bytes) => crypto.createHash('sha256').update(bytes).digest('hex');

/// What takes long is done once for a module.
function writeOnce(name, module, make = () => module) {
    const note = path.join(objects, `${name}.digest`), digest = digestOf(module);
    if (fs.existsSync(path.join(finished, `${name}.gz`)) && fs.existsSync(note) && fs.readFileSync(note, 'utf8') === digest) return;
    write(name, make());
    fs.writeFileSync(note, digest);
}

// --- the compiler

const llvm = path.join(build, 'node_modules/@yowasp/clang/gen'), unpacked = path.join(build, 'system');
fs.mkdirSync(unpacked, { recursive: true });
child_process.execFileSync('tar', ['-xf', path.join(llvm, 'llvm-resources.tar'), '-C', unpacked]);
const system = {};
for (const name of fs.readdirSync(unpacked, { recursive: true }))
    if (fs.statSync(path.join(unpacked, name)).isFile()) put(system, name, fs.readFileSync(path.join(unpacked, name)));

const llvmModule = fs.readFileSync(path.join(llvm, 'llvm.core.wasm'));
const runClang = nativeClang(path.join(build, 'stage')) ?? clangOf(await WebAssembly.compile(llvmModule), system);
writeOnce('clang.wasm', llvmModule);

// --- sources and headers

/// The files below a folder whose names have one of these endings; '' is none. What a file includes from a folder above, it
/// includes by its path from the topmost one, since the compiler of pages does not know `..`.
function tree(folder, endings, top = folder) {
    const all = {};
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
        const name = path.join(folder, entry.name);
        if (entry.isDirectory()) all[entry.name] = tree(name, endings, top);
        else if (endings.includes(path.extname(entry.name)))
            all[entry.name] = Buffer.from(fs.readFileSync(name, 'utf8').replace(
                /^(#\s*include\s*)"(\.\.\/[^"]*)"/gm, (_, include, other) => `${include}"${path.relative(top, path.join(folder, other))}"`));
    }
    return all;
}
const headerEndings = ['.h', '.hpp', '.cuh', ''], sourceEndings = [...headerEndings, '.cpp'];

const simulator = 'common/simulator', harness = 'common/harness', exercises = 'common/exercises', generator = 'diagrams/generator';
const headers = {}, sources = {};
for (const folder of [`${simulator}/include`, 'common/playground/include', 'common/include', harness]) put(headers, `scanlab/${folder}`, tree(path.join(root, folder), headerEndings));
for (const folder of [simulator, `${simulator}/include`, 'common/playground', 'common/include', harness, exercises, 'common/formula', 'common/text', 'common/findings', generator])
    put(sources, `scanlab/${folder}`, tree(path.join(root, folder), sourceEndings));
for (const library of ['CLI', 'fmt', 'nlohmann']) put(sources, `libraries/${library}`, tree(path.join('/usr/include', library), headerEndings));

// As CMake does it.
const partOfPage = (_, name, ending) => fs.readFileSync(path.join(root, generator, `${name}.${ending}`), 'utf8');
put(sources, `scanlab/${generator}/page_template.hpp`, Buffer.from(
    fs.readFileSync(path.join(root, generator, 'page_template.hpp.in'), 'utf8').replace(/@(\w+)_(\w+)@/g, partOfPage)));

// --- compiling

function fail(what, said) {
    console.error(`${said}\nscanlab: ${what}`);
    process.exit(1);
}
const versionOfCompiler = digestOf((await runClang('clang++', ['--version'])).said + JSON.stringify(process.env.SCANLAB_WASM_CLANG ?? ''));

/// Whether a file is made as the note beside it says: by this command, of sources as they are now.
function isCurrent(note, command) {
    if (!fs.existsSync(note)) return false;
    const known = JSON.parse(fs.readFileSync(note));
    return known.command === command &&
        known.read.every(([name, digest]) => { const now = get(sources, name); return now && digestOf(now) === digest; });
}

/// The kit's files that a rule for make names.
const filesIn = (rule) => rule.replace(/\\\n/g, ' ').split(':').slice(1).join(':').split(/\s+/)
    .map((name) => path.posix.normalize(name).replace(/^\//, '')).filter((name) => /^(scanlab|libraries|lots)\//.test(name));

/// What the compiler makes of a source, which is kept as long as nothing changes that it depends on. Null if it refuses: then `said` gets why.
async function compiled(source, flags, said = []) {
    const command = [versionOfCompiler, ...flags, source].join(' ');
    const kept = path.join(objects, digestOf(command).slice(0, 16)), note = `${kept}.json`;
    if (isCurrent(note, command)) return fs.readFileSync(kept);
    const ran = await runClang('clang++', [...flags, '-MD', '-MF', 'depends', source, '-o', 'made'], sources);
    if (!ran.ok) return said.push(ran.said), null;
    const read = filesIn(new TextDecoder().decode(Buffer.from(ran.files.depends)));
    fs.writeFileSync(kept, ran.files.made);
    fs.writeFileSync(note, JSON.stringify({ command, read: read.map((name) => [name, digestOf(get(sources, name))]) }));
    return fs.readFileSync(kept);
}

/// Objects of several sources, which are compiled as one, since most of the time goes into headers; in halves if their names clash.
async function compileAll(names, flags, most = names.length) {
    if (names.length > most) return { ...await compileAll(names.slice(0, most), flags), ...await compileAll(names.slice(most), flags, most) };
    const name = names[0].replace(/[^\w]/g, '_');
    put(sources, `lots/${name}.cpp`, names.map((source) => `#include "scanlab/${source}"\n`).join(''));
    const said = [];
    const object = await compiled(`lots/${name}.cpp`, [...flags, '-I', '.', '-c'], said);
    if (object) return { [`${name}.o`]: object };
    if (names.length === 1) fail(`cannot compile ${names[0]}`, said[0]);
    return compileAll(names, flags, Math.ceil(names.length / 2));
}

const inFolder = (folder, accepts = () => true) =>
    fs.readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.cpp') && accepts(name)).sort().map((name) => `${folder}/${name}`);

async function linked(name, command, args, files) {
    const ran = await runClang(command, [...Object.keys(files), ...args, '-o', name], files);
    if (!ran.ok) fail(`cannot link ${name}`, ran.said);
    return Buffer.from(ran.files[name]);
}

/// A module whose functions can be left and entered again.
function writeWithFibers(name, module, how = {}) {
    writeOnce(name, module, () => withFibers(module, { ...how, optimize: process.env.SCANLAB_QUICK ? 0 : 1 }));
}

// --- the translator and the instrumenter

const throwing = `${simulator}/platform/throws_wasm.cpp`;
for (const [tool, folder] of [['translate.wasm', 'translator'], ['instrument.wasm', 'instrument']])
    write(tool, await linked(tool, 'clang++', ['-Wl,--strip-all'], await compileAll([...inFolder(`${simulator}/${folder}`), throwing], options.ofTools)));

// --- what draws recordings

write('draw.wasm', await linked('draw.wasm', 'clang++', ['-Wl,--strip-all'], await compileAll(
    [...inFolder(generator, (name) => name !== 'neato.cpp'), 'common/findings/read_findings.cpp', throwing], options.ofDrawer, 8)));

// --- the runtime

const ofPrograms = ['program_malloc.cpp', 'program_new.cpp', 'builtins.cpp'];
// Watchers name their functions alike, after the events.
const watchers = inFolder(`${simulator}/watch`, (name) => ['checks.cpp', 'counters.cpp', 'meetings.cpp', 'observer.cpp', 'recorder.cpp'].includes(name));
const ofRuntime = [
    ...inFolder(`${simulator}/machine`, (name) => !ofPrograms.includes(name)), ...inFolder(`${simulator}/words`),
    ...inFolder(`${simulator}/watch`).filter((name) => !watchers.includes(name))];
const ofPlatform = [...inFolder(`${simulator}/platform`, (name) => name.endsWith('_wasm.cpp') && !throwing.endsWith(name)), ...inFolder('common/playground/runtime')];

/// Of the compiler's own library: what its code calls for numbers that WebAssembly has no instructions for.
const ofCompiler = [
    ...['ashl', 'ashr', 'lshr', 'mul', 'div', 'mod', 'udiv', 'umod'].map((what) => `__${what}ti3`), '__muloti4',
    ...['add', 'sub', 'mul', 'div'].map((what) => `__${what}tf3`), ...['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'unord'].map((what) => `__${what}tf2`),
    '__extenddftf2', '__extendsftf2', '__trunctfdf2', '__trunctfsf2', '__extendhfsf2', '__truncsfhf2', '__truncdfhf2',
    ...['si', 'di'].flatMap((size) => [`__fixtf${size}`, `__fixunstf${size}`, `__float${size}tf`, `__floatun${size}tf`]),
    ...['df', 'sf'].flatMap((size) => [`__fix${size}ti`, `__fixuns${size}ti`, `__floatti${size}`, `__floatunti${size}`])];

const ofAllRuntimes = {
    ...await compileAll(ofRuntime, options.ofRuntime, 8),
    ...await compileAll([...watchers, throwing], options.ofRuntime, 1),
    ...await compileAll(ofPlatform, options.ofRuntime),
    ...await compileAll([`${simulator}/machine/builtins.cpp`], options.ofBuiltins),
};
const linkedRuntime = (name, args) => linked(name, 'clang++',
    ['-mexec-model=reactor', '-Wl,--export=__stack_pointer', '-Wl,--export-table', '-Wl,--growable-table', ...args.map((arg) => (arg.startsWith('-l') ? arg : `-Wl,${arg}`)),
        '-Wl,--allow-multiple-definition', '-Wl,--strip-debug', '-Wl,--max-memory=4294967296', '-Wl,-z,stack-size=1048576'], ofAllRuntimes);

/// Programs may call whatever the libraries have; what the runtime replaces comes first.
writeWithFibers('runtime.wasm', await linkedRuntime('runtime.wasm', [
    '--export-all', ...ofCompiler.map((name) => `--export=${name}`),
    '--whole-archive', '-lc++', '-lc++abi', '-lc', '-lwasi-emulated-getpid', '--no-whole-archive']), { isRuntime: true });

// --- the harness

const apart = ['diagnosis.cpp', 'inputs.cpp', 'parallel.cpp', 'reference.cpp', 'run.cpp'];
const ofHarness = {
    ...await compileAll(inFolder(harness, (name) => !apart.includes(name)), options.ofHarness, 8),
    ...await compileAll([...apart.map((name) => `${harness}/${name}`), 'common/playground/harness/entry.cpp'], options.ofHarness, 1),
};
const harnessModule = await linked('harness.wasm', 'wasm-ld', [
    '-shared', '--no-entry', '--experimental-pic', '--unresolved-symbols=import-dynamic', '--strip-debug',
    '--export-if-defined=__wasm_call_ctors', `--export=${options.runForLessons}`], ofHarness);
writeWithFibers('harness.wasm', harnessModule);

/// A smaller runtime, which has what the harness and lessons call.
const ofLessons = ['scanlab_frame', 'scanlab_site', 'threadIdx', 'blockIdx', 'blockDim', 'gridDim', 'aligned_alloc', 'free', 'malloc', 'realloc', 'abort', 'memcmp', 'memmove', 'strlen'];
const called = WebAssembly.Module.imports(new WebAssembly.Module(harnessModule)).map(({ name }) => name)
    .filter((name) => !/^(__memory_base|__table_base|__stack_pointer|__indirect_function_table|memory|.*scanlab.*)$/.test(name));
writeWithFibers('runtime_of_lessons.wasm', await linkedRuntime('runtime_of_lessons.wasm', [
    '--export-dynamic', ...[...ofLessons, ...called].map((name) => `--export=${name}`), '-lc++', '-lc++abi', '-lwasi-emulated-getpid']), { isRuntime: true });

// --- what programs include, and what they are linked with

const writeTexts = (name, tree) =>
    write(name, Buffer.from(JSON.stringify(tree, (_, entry) => (entry?.type === 'Buffer' ? Buffer.from(entry.data).toString() : entry))));
writeTexts('headers.json', headers);

/// Of C and C++, but for what there is for other processors and older standards.
const ofPages = /^(c\+\+\/v1\/(?!__cxx03)|wasm32-wasip1\/|(__)?(std|float|limits|inttypes|iso646|tgmath|unwind)[^/]*$)/;
const systemHeaders = {};
for (const name of fs.readdirSync(path.join(unpacked, 'include'), { recursive: true }))
    if (ofPages.test(name) && get(system, `include/${name}`) instanceof Uint8Array) put(systemHeaders, `include/${name}`, get(system, `include/${name}`));
writeTexts('system.json', systemHeaders);

write('program.o', await linked('program.o', 'wasm-ld', ['-r'], await compileAll([`${simulator}/machine/program_new.cpp`], options.ofNew)));
for (const kind of options.kinds) {
    // Files of a page have no times. With -fpch-instantiate-templates the compiler of pages stops at an assertion of its own
    // when it reads the header (of float_control, in Clang's ASTReader).
    const header = await compiled(options.headerOf[kind], [...options.ofProgram[kind], ...(kind === 'cuda' ? options.asNvcc : []),
        '-Xclang', '-fno-pch-timestamp', '-include', 'atomic', '-x', 'c++-header']);
    write(`${kind}.pch`, header);
}

write('sizes.json', Buffer.from(JSON.stringify(Object.fromEntries(fs.readdirSync(finished).filter((name) => name.endsWith('.gz'))
    .map((name) => [name.replace('.gz', ''), fs.statSync(path.join(finished, name)).size])))));
