// A compiler for WebAssembly that runs natively, ten times as fast, for those who change the runtime. What is delivered is not made
// by it: objects and precompiled headers are of the one version that pages have. SCANLAB_WASM_CLANG names a folder with clang++
// and wasm-ld for wasm32-wasip1.
import child_process from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { asText, get, isFolder, put } from './files.mjs';

/// The root of the files is a folder here.
const below = (text) => asText(text).replaceAll('#include "/', '#include "');

function writeTree(folder, tree) {
    fs.mkdirSync(folder, { recursive: true });
    for (const [name, entry] of Object.entries(tree)) {
        const at = path.join(folder, name);
        if (isFolder(entry)) writeTree(at, entry);
        else if (!fs.existsSync(at) || !Buffer.from(entry).equals(fs.readFileSync(at))) fs.writeFileSync(at, name.startsWith('translated.') ? below(entry) : entry);
    }
}

/// As runClang() of clang.mjs, with the files in a folder; null if there is no such compiler.
export function nativeClang(stage) {
    const folder = process.env.SCANLAB_WASM_CLANG;
    if (!folder) return null;
    return (command, args, files = {}) => {
        writeTree(stage, files);
        const { status, stderr: said } = child_process.spawnSync(path.join(folder, command), args, { cwd: stage, encoding: 'utf8' });
        const left = {};
        const results = [...args.entries()].filter(([i]) => ['-o', '-MF'].includes(args[i - 1])).map(([, name]) => name);
        if (status === 0) for (const name of results) put(left, name, fs.readFileSync(path.join(stage, name)));
        return { ok: status === 0, said, files: left };
    };
}
