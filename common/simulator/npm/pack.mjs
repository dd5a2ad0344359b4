// Makes the package for npm of what browser/build.mjs has made.
//     node pack.mjs BUILD FOLDER: BUILD is as in build.mjs; FOLDER gets scanlab-VERSION.tgz.
import child_process from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const [build, out] = process.argv.slice(2).map((name) => path.resolve(name));
const made = path.join(build, 'static');

const modules = ['clang', 'compiler', 'fibers', 'files', 'once', 'options', 'packing', 'playground', 'program', 'wasi'].map((name) => `${name}.mjs`);
const packed = ['clang.wasm', 'command.wasm', 'cuda.pch', 'headers.json', 'instrument.wasm', 'program.o', 'runtime.wasm', 'sizes.json', 'system.json', 'translate.wasm']
    .map((name) => `${name}.packed`);
const licences = [ // of what is in the package, and in its modules
    ...[['binaryen', 'LICENSE'], ['@bjorn3/browser_wasi_shim', 'LICENSE-MIT'], ['@yowasp/clang', 'README.md']].map((names) => path.join(build, 'node_modules', ...names)),
    ...['libfmt-dev', 'nlohmann-json3-dev', 'libcli11-dev', 'libthrust-dev'].map((name) => `/usr/share/doc/${name}/copyright`)];

const stage = fs.mkdtempSync(path.join(os.tmpdir(), 'scanlab-'));
function copy(from, to) {
    fs.mkdirSync(path.dirname(path.join(stage, to)), { recursive: true });
    fs.cpSync(from, path.join(stage, to), { recursive: true, dereference: true });
}
for (const name of ['package.json', 'README.md', 'disk.mjs', 'load.mjs', 'scanlab.mjs']) copy(path.join(here, name), name);
copy(path.join(here, '../../../LICENSE'), 'LICENSE');
copy(path.join(here, '../browser/kinds.mjs'), 'runtime/kinds.mjs'); // BUILD's may be another project's
for (const name of [...modules, ...packed, 'libraries/binaryen', 'libraries/wasi']) copy(path.join(made, name), `runtime/${name}`);
for (const file of licences) copy(file, `licences/${path.relative(path.join(build, 'node_modules'), file).replace(/^.*\/doc\//, '').replaceAll('/', '_')}`);

fs.mkdirSync(out, { recursive: true });
const { status } = child_process.spawnSync('npm', ['pack', '--silent', '--pack-destination', out], { cwd: stage, stdio: 'inherit', shell: process.platform === 'win32' });
fs.rmSync(stage, { recursive: true });
process.exit(status);
