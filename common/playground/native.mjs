// The compiler's commands, if there are any for this machine: what they make is the same, in a tenth of the time. The environment
// variable SCANLAB_WASM_CLANG names a folder that has clang++ and wasm-ld, for wasm32-wasip1 and of the same version.
import child_process from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { as_text, is_folder } from './files.mjs';

/// The root of the files is a folder here.
const below = (text) => as_text(text).replaceAll('#include "/', '#include "');

function write_tree(folder, tree) {
    fs.mkdirSync(folder, { recursive: true });
    for (const [name, entry] of Object.entries(tree)) {
        const at = path.join(folder, name);
        if (is_folder(entry)) write_tree(at, entry);
        else fs.writeFileSync(at, name.startsWith('translated.') ? below(entry) : entry);
    }
}

/// As run_clang() in clang.mjs, but the files are written below `stage`, where they stay; `results` are those to be given back.
/// Null if there are no such commands.
export function native_commands(stage) {
    const folder = process.env.SCANLAB_WASM_CLANG;
    if (!folder) return null;
    const run = (command, args, files = {}, results = []) => {
        write_tree(stage, files);
        const { status, stderr } = child_process.spawnSync(path.join(folder, command), args, { cwd: stage, encoding: 'utf8' });
        const ok = status === 0;
        return { ok, said: stderr, files: ok ? Object.fromEntries(results.map((name) => [name, fs.readFileSync(path.join(stage, name))])) : {} };
    };
    run.link = (name, to) => {
        const at = path.join(stage, name);
        fs.mkdirSync(path.dirname(at), { recursive: true });
        fs.rmSync(at, { recursive: true, force: true });
        fs.symlinkSync(to, at);
    };
    return run;
}
