// The compiler, which is itself a module of WebAssembly.
import { commands, Exit } from './libraries/clang/bundle.js';

/// Runs one of its commands on a tree of files. Returns the tree that it leaves, and what it says.
export async function runClang(command, args, files = {}, onProgress = () => {}) {
    let said = '';
    const decoder = new TextDecoder();
    const hear = (bytes) => { if (bytes) said += decoder.decode(bytes, { stream: true }); };
    const fetchProgress = ({ doneLength, totalLength }) => onProgress({ done: doneLength, total: totalLength });
    try {
        return { ok: true, files: await commands[command](args, files, { stdout: hear, stderr: hear, fetchProgress }), said };
    } catch (end) {
        if (!(end instanceof Exit)) throw end;
        return { ok: false, files: end.files, said };
    }
}

export const loadClang = (onProgress) => runClang('clang++', ['--version'], {}, onProgress);
