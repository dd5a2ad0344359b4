// Compiles the lessons for the panels of their pages: as they are, and without each of their barriers.
//     node prebuilt.mjs RUNTIME OUT
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import zlib from "node:zlib";
import { programs } from "./programs.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const [runtime, out] = process.argv.slice(2).map((folder) => path.resolve(folder));
const barrier = /__syncthreads\(\);/g;

/** The source as it is, and without its first, its second … barrier: lines keep their numbers. */
export function variantsOf(source) {
    const lines = source.split("\n");
    const places = [...source.matchAll(barrier)].map(({ index }) => index);
    return [{ title: "as it is", source }, ...places.map((at) => {
        const line = source.slice(0, at).split("\n").length;
        return { title: `without the barrier in line ${line}: ${lines[line - 1].replace(/^.*__syncthreads\(\);/, "").replace(/^\s*\/\/ /, "") || "no comment"}`,
            source: source.slice(0, at) + source.slice(at).replace(barrier.source.replaceAll("\\", ""), "") };
    })];
}

const { openPlayground } = await import(pathToFileURL(path.join(runtime, "playground.mjs")));
const playground = await openPlayground();
fs.mkdirSync(out, { recursive: true });
const offered = {};
const { files, programs: all } = programs(root);
for (const { group, files: [main, ...included] } of all) {
    const [, lesson, name] = /^lessons\/((\d\d)_[^/]*)\/.*\.cu$/.exec(main) ?? [];
    if (group !== "Lessons" || path.basename(main, ".cu") !== lesson?.slice(3) || !files[main].includes("scanlab/lesson.hpp")) continue;
    const more = Object.fromEntries(included.map((file) => [file, files[file]]));
    const variants = [];
    for (const { title, source } of variantsOf(files[main])) {
        const known = crypto.createHash("sha256").update(JSON.stringify([source, more])).digest("hex").slice(0, 16);
        const program = `${name}-${known}`, file = path.join(out, `${program}.wasm`);
        if (!fs.existsSync(file)) {
            const made = await playground.compile({ [main]: source, ...more });
            if (made.errors) throw new Error(`${main} does not compile ${title}:\n${made.text}`);
            fs.writeFileSync(file, zlib.gzipSync(made.program, { level: 9 }));
        }
        variants.push({ title, source, name: program });
    }
    offered[name] = { path: main, source: files[main], variants };
    console.log(`${main}: ${variants.length} variants`);
}
fs.writeFileSync(path.join(out, "lessons.json"), JSON.stringify(offered));
