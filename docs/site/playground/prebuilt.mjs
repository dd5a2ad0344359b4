// Compiles the lessons for the panels of their pages: as they are, and without each of their barriers.
//     node prebuilt.mjs RUNTIME OUT
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import zlib from "node:zlib";
import { nativeClang } from "../../../common/simulator/browser/native_clang.mjs";
import { programs, variantsOf } from "./programs.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const [runtime, out] = process.argv.slice(2).map((folder) => path.resolve(folder));

const digestOf = (...parts) => parts.reduce((hash, part) => hash.update(part), crypto.createHash("sha256")).digest("hex").slice(0, 16);
const { packedName, unpackedBy } = await import(pathToFileURL(path.join(runtime, "packing.mjs")));
const unpacked = unpackedBy((name) => fs.promises.readFile(path.join(runtime, name)));
/** Of all that programs are made with. */
const made_with = digestOf(...await Promise.all(["headers.json", "translate.wasm", "instrument.wasm", "program.o"].map((name) => unpacked(name))));

const { openPlayground } = await import(pathToFileURL(path.join(runtime, "playground.mjs")));
const playground = await openPlayground({ runClang: nativeClang(path.join(runtime, "../stage")) ?? undefined });
fs.mkdirSync(out, { recursive: true });
const wanted = new Set();
/** As the runtime's files are. */
function writePacked(name, contents) {
    fs.writeFileSync(path.join(out, packedName(name)), zlib.brotliCompressSync(contents, { params: { [zlib.constants.BROTLI_PARAM_LGWIN]: 24 } }));
    wanted.add(packedName(name));
}
const { files, programs: all } = programs(root);

/** The name of the program that is made of this, or nothing if it does not compile. */
async function compiled(lesson, sources, how = {}) {
    const name = `${lesson}-${digestOf(made_with, JSON.stringify([sources, how]))}`;
    if (fs.existsSync(path.join(out, packedName(`${name}.wasm`)))) wanted.add(packedName(`${name}.wasm`));
    else {
        const made = await playground.compile(sources, how);
        if (made.errors) return undefined;
        writePacked(`${name}.wasm`, made.program);
    }
    return name;
}

for (const { group, files: [main, ...included] } of all) {
    const [, lesson, number] = /^lessons\/((\d\d)_[^/]*)\/.*\.cu$/.exec(main) ?? [];
    if (group !== "Lessons" || path.basename(main, ".cu") !== lesson?.slice(3) || !files[main].includes("scanlab/lesson.hpp")) continue;
    const more = Object.fromEntries(included.map((file) => [file, files[file]]));
    const variants = [];
    for (const { title, source } of variantsOf(files[main])) {
        const sources = { [main]: source, ...more };
        const name = await compiled(number, sources);
        if (!name) throw new Error(`${main} does not compile ${title}`);
        variants.push({ title, source, name, picture: await compiled(number, sources, { picture: 4 }) });
    }
    writePacked(`${number}.json`, JSON.stringify({ path: main, files: more, variants }));
    console.log(`${main}: ${variants.length} variants`);
}

for (const name of fs.readdirSync(out)) if (!wanted.has(name)) fs.rmSync(path.join(out, name));
