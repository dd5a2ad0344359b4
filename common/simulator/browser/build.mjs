// Builds the simulator for pages and Node: its runtime and its tools, as modules of WebAssembly.
//     node build.mjs BUILD [PARTS.mjs]
// BUILD/static gets all that a page needs. BUILD/node_modules gets the packages of package-lock.json, BUILD/system what the compiler
// comes with, BUILD/objects what makes the next build short. PARTS.mjs hands in more: `headers` and `sources`, folders that programs
// and its own modules include from; `kinds`, a file in place of kinds.mjs; and `make`, a function that gets what is exported
// below as `building`, and promises its own modules.
import child_process from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { get, put } from './files.mjs';
import * as options from './options.mjs';
import { isGzipped, packedName } from './packing.mjs';
import { Pool } from './pool.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../../..');
const build = path.resolve(process.argv[2] ?? path.join(root, 'build/playground'));
const parts = process.argv[3] ? await import(pathToFileURL(path.resolve(process.argv[3]))) : { headers: [], sources: [], kinds: path.join(here, 'kinds.mjs'), make: () => [] };
const finished = path.join(build, 'static'), objects = path.join(build, 'objects');
for (const folder of [finished, objects]) fs.mkdirSync(folder, { recursive: true });

// --- packages

const lock = path.join(here, 'package-lock.json'), installed = path.join(build, 'node_modules/.installed'), system = path.join(build, 'system');
const llvm = path.join(build, 'node_modules/@yowasp/clang/gen');
function mustDo(command, args, cwd, orSay) {
    if (child_process.spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] }).status === 0) return;
    console.error(`scanlab: ${orSay}`);
    process.exit(1);
}
if (!fs.existsSync(installed) || !fs.readFileSync(installed).equals(fs.readFileSync(lock)) || !fs.existsSync(system)) {
    for (const name of ['package.json', 'package-lock.json']) fs.copyFileSync(path.join(here, name), path.join(build, name));
    mustDo('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], build,
        'npm could not install the packages of common/simulator/browser/package-lock.json (see above)');
    fs.rmSync(system, { recursive: true, force: true });
    fs.mkdirSync(system);
    mustDo('tar', ['-xf', path.join(llvm, 'llvm-resources.tar'), '-C', system], build, "cannot unpack what @yowasp/clang comes with (see above)");
    fs.copyFileSync(lock, installed);
}

// --- modules of JavaScript, and the libraries beside them

const modules = ['clang', 'compiler', 'fibers', 'files', 'once', 'options', 'packing', 'playground', 'program', 'wasi'];
const libraries = { binaryen: 'binaryen', brotli: 'brotli-dec-wasm/pkg', wasi: '@bjorn3/browser_wasi_shim/dist' };

const written = new Set(['libraries']);
for (const file of [...modules.map((name) => path.join(here, `${name}.mjs`)), parts.kinds]) {
    fs.copyFileSync(file, path.join(finished, path.basename(file)));
    written.add(path.basename(file));
}
for (const [name, folder] of Object.entries(libraries)) {
    const from = path.join(build, 'node_modules', folder), to = path.join(finished, 'libraries', name);
    fs.mkdirSync(to, { recursive: true });
    for (const file of fs.readdirSync(from).filter((file) => file.endsWith('.js'))) {
        const [source, copy] = [path.join(from, file), path.join(to, file)];
        if (!fs.existsSync(copy) || fs.statSync(copy).size !== fs.statSync(source).size) fs.copyFileSync(source, copy);
    }
}

const { kinds } = await import(pathToFileURL(path.join(finished, 'kinds.mjs')));

// --- sources and headers

/// What `read` gives of the files below a folder, unless it is null.
function tree(folder, read = fs.readFileSync) {
    const all = {};
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
        const name = path.join(folder, entry.name), contents = entry.isDirectory() ? tree(name, read) : read(name);
        if (contents) all[entry.name] = contents;
    }
    return all;
}

/// Files whose names have one of these endings; '' is none. What one includes from a folder above, it includes by its path from the
/// topmost one, since the compiler of pages does not know `..`.
const sourcesIn = (top, endings) => tree(top, (name) => (!endings.includes(path.extname(name)) ? null
    : Buffer.from(fs.readFileSync(name, 'utf8').replace(
        /^(#\s*include\s*)"(\.\.\/[^"]*)"/gm, (_, include, other) => `${include}"${path.relative(top, path.join(path.dirname(name), other))}"`))));
const headerEndings = ['.h', '.hpp', '.cuh', ''], sourceEndings = [...headerEndings, '.cpp'];

const simulator = 'common/simulator', base = 'common/base';
const headers = {}, sources = {};
for (const folder of [`${simulator}/include`, `${simulator}/browser/include`, base, ...parts.headers]) put(headers, `scanlab/${folder}`, sourcesIn(path.join(root, folder), headerEndings));
for (const folder of [simulator, `${simulator}/include`, `${simulator}/browser/include`, base, ...parts.headers, ...parts.sources])
    put(sources, `scanlab/${folder}`, sourcesIn(path.join(root, folder), sourceEndings));
for (const library of ['CLI', 'fmt', 'nlohmann']) put(sources, `libraries/${library}`, sourcesIn(path.join('/usr/include', library), headerEndings));

// --- compiling

const compilerBytes = fs.readFileSync(path.join(llvm, 'llvm.core.wasm')), comesWithIt = tree(system);
const threads = new Pool(path.join(here, 'build_thread.mjs'), () => ({
    modules: pathToFileURL(finished).href, stage: path.join(build, 'stage'), compiler: new WebAssembly.Module(compilerBytes), system: comesWithIt, sources }));
const runClang = (command, args, files, outputs) => threads.ask({ name: 'clang', args: [command, args, files, outputs] });

function fail(what, said) {
    console.error(`${said}\nscanlab: ${what}`);
    process.exit(1);
}
function digestOf(...parts) {
    const hash = crypto.createHash('sha256');
    for (const part of parts) hash.update(`${part.length} `).update(part);
    return hash.digest('hex');
}
const tools = digestOf(fs.readFileSync(lock), process.env.SCANLAB_WASM_CLANG ?? '');

const used = new Set();
const keptAt = (digest) => {
    used.add(digest.slice(0, 16)).add(`${digest.slice(0, 16)}.json`);
    return path.join(objects, digest.slice(0, 16));
};
function keep(file, bytes) { // so that what is there is whole
    fs.writeFileSync(`${file}.part`, bytes);
    fs.renameSync(`${file}.part`, file);
}

/// What is made of these parts, texts and bytes, by the tools; it is kept.
async function kept(parts, make) {
    const file = keptAt(digestOf(tools, ...parts));
    if (!fs.existsSync(file)) keep(file, await make());
    return fs.readFileSync(file);
}

/// Whether a file is made as the note beside it says: of sources as they are now.
const isCurrent = (note) => fs.existsSync(note) && JSON.parse(fs.readFileSync(note))
    .every(([name, digest]) => { const now = get(sources, name) ?? get(generated, name); return now && digestOf(now) === digest; });

/// The kit's files that a rule for make names.
const filesIn = (rule) => rule.replace(/\\\n/g, ' ').split(':').slice(1).join(':').split(/\s+/)
    .map((name) => path.posix.normalize(name).replace(/^\//, '')).filter((name) => /^(scanlab|libraries|lots)\//.test(name));

const generated = {}; // sources that are made here: those that include several, and those of parts
/// What the compiler makes of a source, which is kept as long as nothing changes that it depends on. Null if it refuses: then `said` gets why.
async function compiled(source, flags, said = []) {
    const file = keptAt(digestOf(tools, ...flags, source)), note = `${file}.json`;
    if (isCurrent(note)) return fs.readFileSync(file);
    const ran = await runClang('clang++', [...flags, '-MD', '-MF', 'depends', source, '-o', 'made'], generated, ['made', 'depends']);
    if (!ran.ok) return said.push(ran.said), null;
    const [made, depends] = ran.files;
    const read = filesIn(new TextDecoder().decode(Buffer.from(depends)));
    keep(file, made);
    keep(note, JSON.stringify(read.map((name) => [name, digestOf(get(sources, name) ?? get(generated, name))])));
    return fs.readFileSync(file);
}

/// Objects of several sources, which are compiled as one, since most of the time goes into headers; in halves if their names clash.
async function compileAll(names, flags, most = names.length) {
    if (names.length > most) return Object.assign({}, ...await Promise.all([compileAll(names.slice(0, most), flags), compileAll(names.slice(most), flags, most)]));
    const name = `${names[0].replace(/[^\w]/g, '_')}_${digestOf(...names).slice(0, 8)}`; // several lists may begin with the same
    put(generated, `lots/${name}.cpp`, names.map((source) => `#include "scanlab/${source}"\n`).join(''));
    const said = [];
    const object = await compiled(`lots/${name}.cpp`, [...flags, '-I', '.', '-c'], said);
    if (object) return { [`${name}.o`]: object };
    if (names.length === 1) fail(`cannot compile ${names[0]}`, said[0]);
    return compileAll(names, flags, Math.ceil(names.length / 2));
}

const inFolder = (folder, accepts = () => true) =>
    fs.readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.cpp') && accepts(name)).sort().map((name) => `${folder}/${name}`);
/// The same of a folder with rooms in it.
const inRooms = (folder, accepts = () => true) =>
    fs.readdirSync(path.join(root, folder), { recursive: true }).filter((name) => name.endsWith('.cpp') && accepts(path.basename(name))).sort().map((name) => `${folder}/${name}`);

/// The module of objects by their names, of several of compileAll()'s.
async function linked(name, command, args, compilations) {
    const files = Object.assign({}, ...await Promise.all(compilations));
    const line = [...Object.keys(files), ...args, '-o', name];
    return kept([command, ...line, ...Object.values(files)], async () => {
        const ran = await runClang(command, line, files, [name]);
        if (!ran.ok) fail(`cannot link ${name}`, ran.said);
        return ran.files[0];
    });
}

const optimize = process.env.SCANLAB_QUICK ? 0 : 1;

const quality = optimize ? 11 : 1;
const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
const brotli = (bytes) => promisify(zlib.brotliCompress)(bytes, {
    params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: bytes.length } });
const gzip = (bytes) => promisify(zlib.gzip)(bytes, { level: 9 });

const sizes = {}; // of what a page fetches
/// Compressed, since not every server would do it.
async function write(name, bytes) {
    const called = packedName(name), pack = isGzipped(name) ? gzip : brotli, file = path.join(finished, called);
    const packed = await kept([pack.name, String(quality), bytes], () => pack(bytes));
    written.add(called);
    sizes[name] = packed.length;
    if (fs.existsSync(file) && fs.readFileSync(file).equals(packed)) return;
    fs.writeFileSync(file, packed);
    console.log(`${name}: ${bytes.length} bytes, ${packed.length} compressed`);
}

const withFibers = (module, how = {}) => kept([module, JSON.stringify(how), String(optimize)],
    () => threads.ask({ name: 'withFibers', args: [module, { ...how, optimize }] }));

// --- the runtime, which takes longest

const ofPrograms = ['program_new.cpp', 'builtins.cpp'];
const throwing = `${simulator}/platform/throws_wasm.cpp`;
// Watchers name their functions alike, after the events.
const watchers = inRooms(`${simulator}/watch`, (name) => ['checks.cpp', 'counters.cpp', 'synchronisations.cpp', 'observer.cpp', 'recorder.cpp'].includes(name));
const ofRuntime = [
    ...inRooms(`${simulator}/machine`, (name) => !ofPrograms.includes(name)), ...inFolder(`${simulator}/findings`),
    ...inRooms(`${simulator}/watch`).filter((name) => !watchers.includes(name))];
const ofPlatform = [...inFolder(`${simulator}/platform`, (name) => name.endsWith('_wasm.cpp') && !throwing.endsWith(name)), ...inFolder(`${simulator}/browser/runtime`)];

/// Of the compiler's own library: what its code calls for numbers that WebAssembly has no instructions for.
const ofCompiler = [
    ...['ashl', 'ashr', 'lshr', 'mul', 'div', 'mod', 'udiv', 'umod'].map((what) => `__${what}ti3`), '__muloti4',
    ...['add', 'sub', 'mul', 'div'].map((what) => `__${what}tf3`), ...['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'unord'].map((what) => `__${what}tf2`),
    '__extenddftf2', '__extendsftf2', '__trunctfdf2', '__trunctfsf2', '__extendhfsf2', '__truncsfhf2', '__truncdfhf2',
    ...['si', 'di'].flatMap((size) => [`__fixtf${size}`, `__fixunstf${size}`, `__float${size}tf`, `__floatun${size}tf`]),
    ...['df', 'sf'].flatMap((size) => [`__fix${size}ti`, `__fixuns${size}ti`, `__floatti${size}`, `__floatunti${size}`])];

const ofAllRuntimes = [
    compileAll(ofRuntime, options.ofRuntime, 8),
    compileAll([...watchers, throwing], options.ofRuntime, 1),
    compileAll(ofPlatform, options.ofRuntime),
    compileAll([`${simulator}/machine/base/builtins.cpp`], options.ofBuiltins),
];
const linkedRuntime = (name, args) => linked(name, 'clang++',
    ['-mexec-model=reactor', '-Wl,--export=__stack_pointer', '-Wl,--export-table', '-Wl,--growable-table', ...args.map((arg) => (arg.startsWith('-l') ? arg : `-Wl,${arg}`)),
        '-Wl,--allow-multiple-definition', '-Wl,--strip-debug', '-Wl,--max-memory=4294967296', '-Wl,-z,stack-size=1048576'], ofAllRuntimes);

/// Programs may call whatever the libraries have; what the runtime replaces comes first.
async function makeRuntime() {
    await write('runtime.wasm', await withFibers(await linkedRuntime('runtime.wasm', [
        '--export-all', ...ofCompiler.map((name) => `--export=${name}`),
        '--whole-archive', '-lc++', '-lc++abi', '-lc', '-lwasi-emulated-getpid', '--no-whole-archive']), { isRuntime: true }));
}

// --- the translator, the instrumenter, and the commands of Node

async function makeTool(name, objects, libraries = []) {
    await write(name, await linked(name, 'clang++', ['-Wl,--strip-all', ...libraries], [objects]));
}
const ofTool = (...folders) => compileAll([...folders.flatMap((folder) => inFolder(`${simulator}/${folder}`)), throwing], options.ofTools);

/// As natively, but for what takes the host's compiler; of processes and the kit there are others.
function makeCommand() {
    const [, version] = /project\(.* VERSION ([\d.]+)/.exec(fs.readFileSync(path.join(root, simulator, 'CMakeLists.txt'), 'utf8'));
    const folders = ['tools/commands', 'tools/explore', 'findings/reader'].map((folder) => `${simulator}/${folder}`), [commands, explore, reader] = folders;
    const flags = [
        ...options.ofTools, '-D_WASI_EMULATED_GETPID', '-D_WASI_EMULATED_SIGNAL', `-DSCANLAB_SIMULATOR_VERSION="${version}"`,
        ...[base, ...folders].flatMap((folder) => ['-I', `scanlab/${folder}`])];
    const named = (folder, ...names) => names.map((name) => `${folder}/${name}.cpp`);
    return makeTool('command.wasm', compileAll([
        ...inFolder(`${simulator}/tools/node`),
        ...named(commands, 'doctor_command', 'findings_command', 'format_options', 'kernel_command', 'kernel_host', 'nvcc_options', 'programs', 'sim_command', 'simulator_options'),
        ...inFolder(explore), ...inFolder(reader), ...named(`${simulator}/findings`, 'finding', 'formats', 'rules', 'sarif', 'source_text'),
        ...named(base, 'command_program', 'help', 'output_file', 'process_results'), throwing], flags, 4),
    ['-lwasi-emulated-getpid', '-lwasi-emulated-signal']);
}

// --- what programs include, and what they are linked with

/// Of C and C++, but for what there is for other processors and older standards; and Thrust, which CUB's device-wide algorithms need, too.
function systemHeaders() {
    const wanted = /^(c\+\+\/v1\/(?!__cxx03)|wasm32-wasip1\/|(__)?(std|float|limits|inttypes|iso646|tgmath|unwind)[^/]*$)/;
    const all = {};
    for (const name of fs.readdirSync(path.join(system, 'include'), { recursive: true }))
        if (wanted.test(name) && get(comesWithIt, `include/${name}`) instanceof Uint8Array) put(all, `include/${name}`, get(comesWithIt, `include/${name}`));
    const thrust = '/usr/include/thrust';
    if (!fs.existsSync(thrust)) fail('Thrust is missing', `there is no ${thrust} (Debian: apt-get install libthrust-dev)`);
    return put(all, 'include/thrust', tree(thrust));
}

async function makeHeaders() {
    const writeTexts = (name, tree) =>
        write(name, Buffer.from(JSON.stringify(tree, (_, entry) => (entry?.type === 'Buffer' ? Buffer.from(entry.data).toString() : entry))));
    await writeTexts('headers.json', headers);
    await writeTexts('system.json', systemHeaders());
    await write('program.o', await linked('program.o', 'wasm-ld', ['-r'], [compileAll([`${simulator}/machine/program/program_new.cpp`], options.ofNew)]));
}

async function makePrecompiledHeader(kind) { // of kinds.mjs
    // Files of a page have no times. With -fpch-instantiate-templates the compiler of pages stops at an assertion of its own
    // when it reads the header (of float_control, in Clang's ASTReader).
    const said = [], header = await compiled(kind.header, [...options.ofProgram(kind), '-Xclang', '-fno-pch-timestamp', '-include', 'atomic', '-x', 'c++-header'], said);
    await write(`${kind.name}.pch`, header ?? fail(`cannot compile ${kind.header}`, said[0]));
}

const building = { root, options, put, generated, simulator, base, throwing, inFolder, compileAll, linked, linkedRuntime, withFibers, write, makeTool };
await Promise.all([
    makeRuntime(), ...parts.make(building), makeTool('translate.wasm', ofTool('compile/translator')), makeTool('instrument.wasm', ofTool('compile/ir', 'compile/hooks', 'compile/definedness', 'compile/judge', 'compile/spaces', 'compile')),
    makeCommand(), makeHeaders(), ...kinds.map(makePrecompiledHeader), write('clang.wasm', compilerBytes),
    write('brotli.wasm', fs.readFileSync(path.join(build, 'node_modules', libraries.brotli, 'brotli_dec_wasm_bg.wasm'))),
    write('binaryen.js', fs.readFileSync(path.join(build, 'node_modules', libraries.binaryen, 'index.js')))]);
await write('sizes.json', Buffer.from(JSON.stringify(sizes, Object.keys(sizes).sort())));
await threads.close();

for (const [folder, current] of [[finished, written], [objects, used]])
    for (const name of fs.readdirSync(folder)) if (!current.has(name)) fs.rmSync(path.join(folder, name), { recursive: true });
