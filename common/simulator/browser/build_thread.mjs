// A thread of build.mjs, for what takes long.
import path from 'node:path';
import { threadId, parentPort, workerData } from 'node:worker_threads';
import { get, merged } from './files.mjs';
import { nativeClang } from './native_clang.mjs';

const { modules, stage, compiler, system, sources } = workerData;
const { clangOf } = await import(`${modules}/clang.mjs`);
const { fibersOf } = await import(`${modules}/fibers.mjs`);
const { default: binaryen } = await import(`${modules}/libraries/binaryen/index.js`);
const runClang = nativeClang(path.join(stage, String(threadId))) ?? clangOf(compiler, system);

const work = {
    /// `outputs`: which of the files that the command leaves are wanted.
    async clang(command, args, files, outputs) {
        const { ok, said, files: left } = await runClang(command, args, merged(sources, files));
        return { ok, said, files: ok && outputs.map((name) => get(left, name)) };
    },
    withFibers: fibersOf(binaryen),
};

parentPort.on('message', async ({ name, args }) => parentPort.postMessage(await work[name](...args)));
