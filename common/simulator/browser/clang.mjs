// The compiler, which is itself a module of WebAssembly: LLVM as npm's @yowasp/clang has it, run as the kit's own tools are.
import { runCommand } from './wasi.mjs';
import { asBytes, isFolder, merged } from './files.mjs';

const bytesOf = (tree) => Object.fromEntries(Object.entries(tree).map(([name, entry]) => [name, isFolder(entry) ? bytesOf(entry) : asBytes(entry)]));

/// The commands, word by word, that Clang's driver prints for -###.
const commandsIn = (text) => text.split('\n').filter((line) => line.startsWith(' "')).map((line) =>
    [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word]) => word.replace(/\\(.)/g, '$1')).filter(Boolean));

/// Runs commands on trees of files: gives the tree that one leaves, and what it says. `module`: all of LLVM; `system`: the
/// folder /usr, with the headers of C and C++, and its libraries if programs are to be linked with them; `below`: the contents of the
/// folder / behind both.
export function clangOf(module, system, below) {
    const usr = bytesOf(system);
    const steps = new Map(); // of each command that was run before

    function run(args, files) {
        const { code, err, out, files: left } = runCommand(module, { args: ['yowasp-llvm', ...args], files: { tmp: {}, ...files, usr: { ...files.usr, ...usr } }, below });
        for (const name of Object.keys(usr)) delete left.usr[name];
        return { ok: code === 0, said: out + err, files: left };
    }

    function stepsOf(command, args, files) {
        if (!command.startsWith('clang') || args.includes('--version')) return [[command, ...args]];
        const key = [command, ...args].join('\0');
        if (!steps.has(key)) {
            const { ok, said } = run([command, '-###', ...args], files);
            steps.set(key, ok ? commandsIn(said) : [[command, ...args]]);
        }
        return steps.get(key);
    }

    return (command, args, files = {}) => {
        let said = '';
        for (const step of stepsOf(command, args, files)) {
            const ran = run(step, files);
            said += ran.said;
            if (!ran.ok) return { ...ran, said };
            files = ran.files;
        }
        delete files.tmp;
        return { ok: true, said, files };
    };
}
