// Runs programs as the playground does, and compares what is found with what the same programs find natively: each finding's
// kind, lines, position and words, in the same order.
//     node compare.mjs PLAYGROUND NATIVE SOURCE.cu…
// PLAYGROUND: what common/playground/build.mjs has made. NATIVE: a folder that has planted_bugs/NAME and so on.
import child_process from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { asText, merged, put } from '../../common/playground/files.mjs';
import { readKit } from '../../common/playground/kit.mjs';
import { Refused } from '../../common/playground/compiler.mjs';
import { runProgram, Unlinkable } from '../../common/playground/program.mjs';

const [playground, native, ...sources] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, '../..');
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'scanlab-'));
globalThis.SCANLAB_SHOWS_TRAPS = process.env.SCANLAB_SHOWS_TRAPS;
const kit = await readKit(playground);

/// What a finding says, but for where its files lie.
const comparable = (lines) => lines.trim().split('\n').filter(Boolean).map((line) => line.replaceAll(`${root}/`, '/').replaceAll(/"\/[^"]*\/tests\//g, '"/tests/'));

function environmentOf(source) {
    return Object.fromEntries([...source.matchAll(/^\/\/ runs with: (.*)$/gm)].flatMap(([, settings]) => settings.trim().split(/\s+/).map((one) => one.split('='))));
}

function runNatively(name, environment) {
    const findings = path.join(scratch, 'native.json');
    fs.rmSync(findings, { force: true });
    const { status } = child_process.spawnSync(path.join(native, name), [], { env: { ...process.env, ...environment, SCANLAB_SIM_FINDINGS: findings }, timeout: 120_000 });
    return { code: status, findings: fs.existsSync(findings) ? comparable(fs.readFileSync(findings, 'utf8')) : [] };
}

async function runHere(source, text, environment) {
    const name = `/${path.relative(root, source)}`;
    const common = put({}, 'tests/corpus/device.cuh', fs.readFileSync(path.join(root, 'tests/corpus/device.cuh')));
    const { program } = await kit.compiler(text).compile(text, { name, more: common });
    const begun = process.cpuUsage();
    const { code, files } = runProgram({
        runtime: kit.runtime, program: new WebAssembly.Module(program), args: [name], environment: { ...environment, SCANLAB_SIM_FINDINGS: '/findings.json', SCANLAB_SIM_QUIET: '1' },
        files: merged(common, put({}, name, text)), out: () => {}, err: () => {} });
    return { code, findings: comparable(asText(files['findings.json'] ?? '')), seconds: process.cpuUsage(begun).user / 1e6 };
}

let same = 0, seconds = 0;
const different = [];
for (const source of sources) {
    const text = fs.readFileSync(source, 'utf8'), environment = environmentOf(text);
    const name = path.join(path.basename(path.dirname(source)), path.basename(source, '.cu'));
    const expected = runNatively(name, environment);
    let here;
    try {
        here = await runHere(source, text, environment);
    } catch (error) {
        if (!(error instanceof Refused || error instanceof Unlinkable)) console.error(error);
        here = { code: null, findings: [`not run: ${error.message.split('\n').find((line) => /error|calls|uses/.test(line)) ?? error.message}`], seconds: 0 };
    }
    seconds += here.seconds;
    if (here.code === expected.code && JSON.stringify(here.findings) === JSON.stringify(expected.findings)) {
        ++same;
        continue;
    }
    different.push(name);
    const missing = expected.findings.filter((line) => !here.findings.includes(line)), extra = here.findings.filter((line) => !expected.findings.includes(line));
    console.log([`${name}: exit code ${here.code}, natively ${expected.code}`, ...missing.map((line) => `  natively ${line}`), ...extra.map((line) => `  here     ${line}`)].join('\n'));
}
fs.rmSync(scratch, { recursive: true });
console.log(`${same} of ${sources.length} programs find here what they find natively; they ran for ${seconds.toFixed(1)} s of processor time`);
process.exit(different.length === 0 ? 0 : 1);
