// node rules.mjs PLAYGROUND RULES: the module that pages ask answers as the program RULES does, which is made of the same C++.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [built, program] = process.argv.slice(2), runtime = path.resolve(built, 'static');
const part = (name) => import(pathToFileURL(path.join(runtime, name)));
const { unpackedBy } = await part('packing.mjs'), { runCommand } = await part('wasi.mjs');
const module = await WebAssembly.compile(await unpackedBy((name) => fs.promises.readFile(path.join(runtime, name)))('rules.wasm'));

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scanlab-rules-')), file = path.join(folder, 'request');
function natively(request) {
    fs.writeFileSync(file, request);
    const { status: code, stdout: out, stderr: err } = spawnSync(program, [file], { encoding: 'utf8' });
    return { code, out, err };
}
function inPage(request) {
    const { code, out, err } = runCommand(module, { args: ['rules', '/request'], files: { request } });
    return { code, out, err };
}

const finding = (changes) => ({ scanlab_finding: 2, kernel: null, fingerprint: '0123456789abcdef', group: '0123456789abcdef', suppressed: null, kind: 'race-global', severity: 'error', file: 'ä.cu', line: 12, other_file: 'ä.cu', other_line: 14,
    variable: null, index: -1, block: [1, 2, 3], thread: [4, 5, 6], warp: 0, lane: 31, message: '', hint: '', details: [], count: 1, ...changes });
const exercise = { task: 'inclusive-scan', block: 64, items_per_thread: 4 };
const requests = [
    { condition: 'launches <= log2(n)', values: { launches: 99, n: 0 } },
    { condition: 'bytes <= 0.1 + 0.2', values: { bytes: 0.3 } },
    { condition: 'thread_steps <= 80', values: {} },
    { condition: 'sin(n) < 2', values: { n: 1 } },
    ...['all', 'whole', 'ragged', 'edge', 'few', 'many', 'huge'].map((name) => ({ class: name, ...exercise })),
    { findings: [finding(), finding({ line: 14, other_line: 12 }), finding({ kind: 'leak', severity: 'warning', other_file: null, other_line: null })] },
    { findings: [finding({ kind: 'no-such-kind' })] },
];
try {
    for (const request of requests.map((question) => JSON.stringify(question))) assert.deepEqual(inPage(request), natively(request), request);
} finally {
    fs.rmSync(folder, { recursive: true });
}
