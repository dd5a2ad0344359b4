// The compiler, which is itself a module of WebAssembly.
import { commands, Exit } from './libraries/clang/bundle.js';
import { put } from './files.mjs';

/// Runs one of its commands on a tree of files. Returns the tree that it leaves, and what it says.
export async function runClang(command, args, files = {}, onProgress = () => {}) {
    let said = '';
    const decoder = new TextDecoder(), output = [];
    const stderr = (bytes) => { if (bytes) said += decoder.decode(bytes, { stream: true }); };
    const stdout = (bytes) => { if (bytes) output.push(new Uint8Array(bytes)); };
    const fetchProgress = ({ doneLength, totalLength }) => onProgress({ done: doneLength, total: totalLength });
    // Its file system makes a file anew for every 4 KB that are added. So what is made goes to its standard output.
    const place = args.indexOf('-o') + 1, name = args[place];
    try {
        const left = await commands[command](args.map((arg, i) => (place && i === place ? '-' : arg)), files, { stdout, stderr, fetchProgress });
        return { ok: true, files: place ? put({ ...left }, name, joined(output)) : left, said };
    } catch (end) {
        if (!(end instanceof Exit)) throw end;
        return { ok: false, files: end.files, said };
    }
}

function joined(parts) {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
}

export const loadClang = (onProgress) => runClang('clang++', ['--version'], {}, onProgress);
