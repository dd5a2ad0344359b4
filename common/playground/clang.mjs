// The compiler, which is itself a module of WebAssembly.
import { commands, Exit } from '@yowasp/clang';

/// Runs one of its commands. Returns the files that it leaves, and what it says.
export async function run_clang(command, args, files = {}, options = {}) {
    let said = '';
    const decoder = new TextDecoder();
    const hear = (bytes) => { if (bytes) said += decoder.decode(bytes, { stream: true }); };
    try {
        const left = await commands[command](args, files, { stdout: hear, stderr: hear, fetchProgress: () => {}, ...options });
        return { ok: true, said, files: left };
    } catch (end) {
        if (!(end instanceof Exit)) throw end;
        return { ok: false, said, files: end.files };
    }
}
