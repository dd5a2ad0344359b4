// What build.mjs has made, read by Node.
import fs from 'node:fs';
import path from 'node:path';
import { Compiler } from './compiler.mjs';
import { run_clang as run_clang_of_npm } from './clang.mjs';
import { native_commands } from './native.mjs';

export async function read_kit(folder) {
    const read = (name) => fs.readFileSync(path.join(folder, name));
    const module = (name) => new WebAssembly.Module(read(name));
    const names = JSON.parse(read('objects.json'));
    const objects = Object.fromEntries(Object.entries(names).map(([kind, all]) => [kind, Object.fromEntries(all.map((name) => [name, read(`${kind}.${name}`)]))]));
    const run_clang = native_commands(path.join(folder, `stage-${process.pid}`)) ?? run_clang_of_npm;
    const common = { run_clang, tools: { translate: module('translate.wasm'), instrument: module('instrument.wasm') }, headers: JSON.parse(read('headers.json')) };
    return {
        runtime: module('runtime.wasm'),
        /// One that links what a source of this kind needs.
        compiler(source) {
            const is_lesson = /#\s*include\s*<scanlab\/(lesson|exercise)\.hpp>/.test(source);
            return new Compiler({ ...common, objects: is_lesson ? { ...objects.cuda, ...objects.lesson } : objects.cuda });
        },
    };
}
