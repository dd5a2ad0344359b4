// Runs programs as the playground does, and compares what comes of it with what comes natively: exit codes, counters, and each
// finding's kind, lines, position and words, in the same order.
//     node compare.mjs PLAYGROUND NATIVE SOURCE.cu…
// PLAYGROUND: what the playground's build has made. NATIVE: a build folder that has the same programs.
import child_process from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nativeClang } from '../../common/simulator/browser/native_clang.mjs';

// A busy machine stops nothing: the time limit is of processor time, as natively.
Object.defineProperty(performance, 'now', { value: () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; } });

const [playgroundFolder, native, ...sources] = process.argv.slice(2);
const root = fileURLToPath(new URL('../..', import.meta.url));
const { openPlayground } = await import(pathToFileURL(path.resolve(playgroundFolder, 'static/playground.mjs')));
const playground = await openPlayground({ runClang: nativeClang(path.resolve(playgroundFolder, 'stage')) ?? undefined });

/// The program of a source: the build folder's, or one that is made here.
function nativeProgram(source, scratch) {
    const folders = path.dirname(path.relative(root, source)).split('/');
    const built = folders[0] === 'tests' ? path.join('tests/simulator/corpus', folders.at(-1)) : folders[0];
    const program = path.join(native, built, path.basename(source, '.cu'));
    if (fs.existsSync(program)) return program;
    const made = path.join(scratch, 'program');
    child_process.execFileSync(path.join(native, 'scanlab_compile'), [source, made], { stdio: ['ignore', 'ignore', 'inherit'] });
    return made;
}

/// The settings that a program of the corpus asks for.
function settingsOf(text) {
    const asked = [...text.matchAll(/^\/\/ runs with: (.*)$/gm)].flatMap(([, settings]) => settings.trim().split(/\s+/).map((one) => one.split('=')));
    const settings = Object.fromEntries(asked.map(([name, value]) => [name.replace('SCANLAB_SIM_', '').toLowerCase(), value]));
    return { timeout: text.includes('// finds: timeout') ? 2 : 60, ...settings };
}

/// As the kit names its files, wherever they lie, and without the numbers of paths in a repository, which a page has none of; and templates,
/// whose brackets demanglers write in two ways.
const ofPaths = ['fingerprint', 'group'];
const comparable = (value) => JSON.parse(JSON.stringify(value, (name, entry) => (ofPaths.includes(name) ? undefined : entry)).replaceAll('> >', '>>').replaceAll(/"\/?[^" ]*\/?((tests\/simulator\/(planted_bugs|correct_tricky|corpus)|lessons|solutions|common)\/[^"/ ]*)/g, '"$1'));

function runNatively(source, settings) {
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'scanlab-'));
    const [findings, counters] = ['findings', 'counters'].map((name) => path.join(scratch, name));
    const environment = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`SCANLAB_SIM_${name.toUpperCase()}`, value]));
    const { status } = child_process.spawnSync(nativeProgram(source, scratch), [], {
        env: { ...process.env, ...environment, SCANLAB_SIM_FINDINGS: findings, SCANLAB_SIM_COUNTERS: counters }, timeout: 200_000 });
    const text = (name) => (fs.existsSync(name) ? fs.readFileSync(name, 'utf8') : '');
    const result = { exitCode: status, findings: text(findings).split('\n').filter(Boolean).map((line) => JSON.parse(line)), counters: text(counters) && JSON.parse(text(counters)) };
    fs.rmSync(scratch, { recursive: true });
    return result;
}

/// The source, and what it includes from beside it.
function filesOf(source, files = {}) {
    const text = files[path.relative(root, source)] = fs.readFileSync(source, 'utf8');
    for (const [, name] of text.matchAll(/^#include "(.*)"$/gm)) {
        const other = path.join(path.dirname(source), name);
        if (fs.existsSync(other)) filesOf(other, files);
    }
    return files;
}

async function runHere(source, settings) {
    const files = filesOf(source);
    const made = await playground.compile(files);
    if (made.errors) return { exitCode: null, findings: [`does not compile: ${made.text.split('\n').find((line) => /error/.test(line))}`] };
    const begun = process.cpuUsage();
    const { exitCode, findings, counters = '' } = playground.run(made.program, { settings, files: made.files, wants: ['counters'] });
    seconds += process.cpuUsage(begun).user / 1e6;
    return { exitCode, findings, counters };
}

/// Kernels' lines stand in the order of their files' names, which differ by the folder that the kit lies in.
function sorted(kernels) {
    const key = ({ file, line }) => `${file}:${String(line).padStart(6, '0')}`;
    return kernels && kernels.map((kernel) => ({ ...kernel, lines: kernel.lines && [...kernel.lines].sort((a, b) => (key(a) < key(b) ? -1 : 1)) }));
}

/// Every number and text of an object on a line of its own, after its path.
const flat = (value, at) => (value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, entry]) => flat(entry, `${at} ${name}`)) : [`${at}: ${value}`]);

/// How far a program comes in its time differs from run to run.
function lines({ exitCode, findings, counters }) {
    const isStopped = findings.some(({ kind }) => kind === 'timeout');
    return [`exit code ${exitCode}`, ...findings.map((finding) => JSON.stringify(finding.kind === 'timeout' ? finding.kind : comparable(finding))),
        ...(isStopped ? [] : flat(sorted(comparable(counters ?? '')), 'counters'))];
}

/// What is different here, and why. Of the others all has to be the same.
const known = {
    counters: { // differ
        'kernel_heap_copied_by_host kernel_heap_used_after_delete lists_on_the_kernel_heap memory_from_the_device_heap': 'pointers have 32 bits',
        'object_around_a_member virtual_functions_on_the_device': 'and so have those to virtual functions',
        'device_variables_through_symbols flag_in_device_variable device_array_into_its_neighbour matrix_as_one_array rows_and_columns_swapped': 'variables of the program begin elsewhere in a sector',
        'host_pointer bug_2': "the host's memory begins elsewhere in a sector",
        padding_counted: 'what a variable holds that was never set decides what is stored',
    },
    sharedBytes: { // differ; no other counter does
        persistent_compaction: 'pointers in shared memory have 32 bits, too',
    },
    words: { // the finding and its lines are the same
        host_array_too_small: 'so many bytes are left of a frame of the host',
        recursive_sum_without_end: 'so much stack has a thread',
    },
    lines: { // and counters
        placement_new_in_one_place: 'a struct of 8 bytes is returned in memory, where the caller wants it: it is written in line 12',
    },
    nothing: { // to compare
        handles_its_own_signals: 'there are no processes and no signals',
        'work_on_three_devices work_in_two_streams': 'there are no threads of the host',
        'latency timing': 'they want more device memory than there is here, and say so',
    },
};
function isKnown(source, what) {
    return Object.keys(known[what]).some((names) => names.split(' ').includes(path.basename(source, '.cu')));
}

/// What is to be compared of a run.
function compared(source, { exitCode, findings, counters }) {
    if (isKnown(source, 'nothing')) return [];
    const only = (...names) => findings.map((finding) => Object.fromEntries(names.map((name) => [name, finding[name]])));
    if (isKnown(source, 'lines')) return lines({ exitCode, findings: only('kind', 'file') });
    if (isKnown(source, 'words')) return lines({ exitCode, findings: only('kind', 'file', 'line', 'other_file', 'other_line'), counters });
    const all = lines({ exitCode, findings, counters: isKnown(source, 'counters') ? '' : counters });
    return isKnown(source, 'sharedBytes') ? all.filter((line) => !line.includes('dynamic_shared_bytes')) : all;
}

let same = 0, seconds = 0;
for (const source of sources.map((name) => path.resolve(name))) {
    const settings = settingsOf(fs.readFileSync(source, 'utf8'));
    let here;
    try {
        here = compared(source, await runHere(source, settings));
    } catch (error) {
        here = [`does not run: ${error.stack}`];
    }
    const expected = compared(source, runNatively(source, settings));
    if (JSON.stringify(here) === JSON.stringify(expected)) {
        ++same;
        continue;
    }
    const only = (some, others, whose) => some.filter((line) => !others.includes(line)).slice(0, 10).map((line) => `  ${whose} ${line}`);
    console.log([path.relative(root, source), ...only(expected, here, 'natively'), ...only(here, expected, 'here    ')].join('\n'));
}
console.log(`${same} of ${sources.length} programs do here what they do natively; they ran for ${seconds.toFixed(1)} s of processor time`);
process.exit(same === sources.length ? 0 : 1);
