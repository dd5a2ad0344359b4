// Runs programs as the playground does, and compares what comes of it with what comes natively: exit codes, counters, and each
// finding's kind, lines, position and words, in the same order.
//     node compare.mjs [--rows FILE] PLAYGROUND NATIVE SOURCE.cu[:NAME=VALUE]…
// PLAYGROUND: what the playground's build has made. NATIVE: a build folder that has the same programs. NAME: a macro that is defined.
// FILE gets a row for each program, as soon as it is known: exit codes and findings, and whether they are the same, and so is all else.
// Programs that have a row there are left out, so a run that was ended goes on where it was.
import child_process from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nativeClang } from '../../common/simulator/browser/native_clang.mjs';

// A busy machine stops nothing: the time limit is of processor time, as natively.
Object.defineProperty(performance, 'now', { value: () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; } });

const words = process.argv.slice(2), rows = words[0] === '--rows' ? words.splice(0, 2)[1] : undefined;
const [playgroundFolder, native, ...programs] = words;
const root = fileURLToPath(new URL('../..', import.meta.url));
const { openPlayground } = await import(pathToFileURL(path.resolve(playgroundFolder, 'static/playground.mjs')));
const playground = await openPlayground({ runClang: nativeClang(path.resolve(playgroundFolder, 'stage')) ?? undefined });

/// The program of a source: the build folder's, or one that is made here.
function nativeProgram(source, macros, scratch) {
    const folders = path.dirname(path.relative(root, source)).split('/');
    const built = folders[0] === 'tests' ? path.join('tests/simulator/corpus', folders.at(-1)) : folders[0];
    const program = path.join(native, built, path.basename(source, '.cu'));
    if (macros.length === 0 && fs.existsSync(program)) return program;
    const made = path.join(scratch, 'program'), run = (tool, ...args) => child_process.execFileSync(path.join(native, tool), args, { stdio: ['ignore', 'ignore', 'inherit'] });
    if (macros.length === 0) {
        run('scanlab_compile', source, made);
    } else {
        run('scanlab_compile_object', source, `${made}.o`, '--', ...macros.map((macro) => `-D${macro}`));
        run('scanlab_link', made, `${made}.o`);
    }
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
const comparable = (value) => JSON.parse(JSON.stringify(value, (name, entry) => (ofPaths.includes(name) ? undefined : entry)).replaceAll('> >', '>>').replaceAll(/"\/?[^" ]*\/?((tests\/simulator\/\w+|lessons|solutions|common)\/[^"/ ]*)/g, '"$1'));

function runNatively(source, macros, settings) {
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'scanlab-'));
    const [findings, counters] = ['findings', 'counters'].map((name) => path.join(scratch, name));
    const environment = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`SCANLAB_SIM_${name.toUpperCase()}`, value]));
    const { status, signal } = child_process.spawnSync(nativeProgram(source, macros, scratch), [], {
        env: { ...process.env, ...environment, SCANLAB_SIM_FINDINGS: findings, SCANLAB_SIM_COUNTERS: counters }, timeout: 200_000 });
    const text = (name) => (fs.existsSync(name) ? fs.readFileSync(name, 'utf8') : '');
    const result = { exitCode: status ?? 128 + os.constants.signals[signal], findings: text(findings).split('\n').filter(Boolean).map((line) => JSON.parse(line)).filter(({ severity }) => severity !== 'note'), counters: text(counters) && JSON.parse(text(counters)) };
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

async function runHere(source, macros, settings) {
    const files = filesOf(source);
    const made = await playground.compile(files, { define: Object.fromEntries(macros.map((macro) => macro.split('='))) });
    if (made.errors) return { exitCode: null, findings: [{ kind: 'does not compile', message: made.text.split('\n').find((line) => /error/.test(line)) }] };
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
    const isStopped = findings.some(({ kind }) => ['timeout', 'livelock'].includes(kind));
    return [`exit code ${exitCode}`, ...findings.map((finding) => JSON.stringify(finding.kind === 'timeout' ? finding.kind : comparable(finding))),
        ...(isStopped ? [] : flat(sorted(comparable(counters ?? '')), 'counters'))];
}

/// What is different here, and why. Of the others all has to be the same.
const known = {
    counters: { // differ
        'constants_on_both_sides copied_table_of_pointers functions_of_the_host functions_on_both_sides kernel_heap_copied_by_host kernel_heap_used_after_delete lists_on_the_kernel_heap memory_from_the_device_heap': 'pointers have 32 bits',
        'object_around_a_member virtual_functions_of_the_host virtual_functions_on_the_device': 'and so have those to virtual functions',
        'device_variables_through_symbols flag_in_device_variable device_array_into_its_neighbour matrix_as_one_array rows_and_columns_swapped': 'variables of the program begin elsewhere in a sector',
        'host_pointer bug_2': "the host's memory begins elsewhere in a sector",
        padding_counted: 'what a variable holds that was never set decides what is stored',
    },
    sharedBytes: { // differ; no other counter does
        persistent_compaction: 'pointers in shared memory have 32 bits, too',
    },
    words: { // the finding and its lines are the same
        host_array_too_small: 'so many bytes are left of a frame of the host',
        'endless_recursion large_local_array recursive_sum_without_end': 'so much stack has a thread',
        exception_in_kernel: 'what is thrown is told where it is',
        struct_never_written: 'a struct is copied by its members, and each of them counts',
    },
    lines: { // and counters
        device_wide_too_early: 'a kernel that a library launches does not know the call of the library',
        placement_new_in_one_place: 'a struct of 8 bytes is returned in memory, where the caller wants it: it is written in line 12',
    },
    nothing: { // to compare
        handles_its_own_signals: 'there are no processes and no signals',
        large_local_arrays: 'a thread has less stack than its array needs, and says so',
        'work_on_three_devices work_in_two_streams threads_of_the_host host_threads_append host_threads_both_allocate host_threads_free_too_early host_threads_lose_an_update host_threads_one_buffer host_threads_read_before_written host_threads_sleep host_threads_stop_too_early': 'there are no threads of the host',
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

/// These findings without the columns that the others do not know: natively none is known of a call that has become a part of its function.
const withColumnsOf = (others, findings) => findings.map((finding, i) => ({ ...finding, column: others[i]?.column && finding.column, other_column: others[i]?.other_column && finding.other_column }));

/// The verdict of a run: its exit code, and kinds and lines of its findings. In which line of a loop the time is over differs from run to run.
const verdict = ({ exitCode, findings }) => [exitCode,
    findings.map(({ kind, line, other_line: other }) => [kind, ...(kind === 'timeout' ? [] : [line, other])].filter(Boolean).join(' ')).join(' ')];
const columns = ['program', 'natively', 'found natively', 'here', 'found here', 'verdict', 'all'];
if (rows && !fs.existsSync(rows)) fs.writeFileSync(rows, `${columns.join(',')}\n`);
const done = rows ? fs.readFileSync(rows, 'utf8').split('\n').map((row) => row.split(',')[0]) : [];

let same = 0, seconds = 0;
const wanted = programs.filter((program) => !done.includes(path.relative(root, path.resolve(program))));
for (const program of wanted) {
    const [name, ...macros] = program.split(':'), source = path.resolve(name);
    const settings = settingsOf(fs.readFileSync(source, 'utf8'));
    let here;
    try {
        here = await runHere(source, macros, settings);
    } catch (error) {
        here = { exitCode: null, findings: [{ kind: 'does not run', message: error.stack }] };
    }
    const expected = runNatively(source, macros, settings);
    here.findings = withColumnsOf(expected.findings, here.findings);
    const [linesHere, linesExpected] = [here, expected].map((ran) => compared(source, ran));
    const isSame = JSON.stringify(linesHere) === JSON.stringify(linesExpected);
    if (rows) {
        const verdicts = [expected, here].map(verdict), answer = (is) => (is ? 'same' : 'differs');
        fs.appendFileSync(rows, `${[path.relative(root, path.resolve(program)), ...verdicts.flat(), answer(verdicts[0].join() === verdicts[1].join()), answer(isSame)].join(',')}\n`);
    }
    if (isSame) {
        ++same;
        continue;
    }
    const only = (some, others, whose) => some.filter((line) => !others.includes(line)).slice(0, 10).map((line) => `  ${whose} ${line}`);
    console.log([path.relative(root, path.resolve(program)), ...only(linesExpected, linesHere, 'natively'), ...only(linesHere, linesExpected, 'here    ')].join('\n'));
}
console.log(`${same} of ${wanted.length} programs do here what they do natively; they ran for ${seconds.toFixed(1)} s of processor time`);
process.exit(same === wanted.length ? 0 : 1);
