// Makes the playground's part of the site.
//     node build.mjs MADE SITE: MADE/page has package.json's packages, MADE/static is what the simulator's build for pages has made,
//     MADE/prebuilt is prebuilt.mjs's.
import crypto from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { programs } from "./programs.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../../..");
const [made, site] = process.argv.slice(2).map((folder) => path.resolve(folder));
const modules = path.join(made, "page");
const { build } = createRequire(path.join(modules, "package.json"))("esbuild");
const out = path.join(site, "playground");

/** Only Node wants binaryen as it is, and commands. */
const isOfPages = (name) => !/libraries.binaryen|command\.wasm/.test(name);

fs.mkdirSync(out, { recursive: true });
await build({
    entryPoints: ["app.js", "draw.js", "panel.js"].map((name) => path.join(here, name)),
    outdir: out,
    bundle: true, minify: true, format: "esm", target: "es2022", loader: { ".html": "text" }, legalComments: "eof", logLevel: "warning",
    nodePaths: [path.join(modules, "node_modules")],
});
for (const name of ["worker.js", "playground.css"]) fs.copyFileSync(path.join(here, name), path.join(out, name));
fs.writeFileSync(path.join(out, "programs.json"), JSON.stringify(programs(root)));
for (const [folder, name] of [["static", "runtime"], ["prebuilt", "prebuilt"]])
    if (fs.existsSync(path.join(made, folder))) fs.cpSync(path.join(made, folder), path.join(out, name), { recursive: true, dereference: true, filter: isOfPages });
const runtime = path.join(out, "runtime");
for (const ending of [".mjs", ".js"]) // each as it is called
    if (fs.existsSync(runtime))
        await build({
            entryPoints: fs.readdirSync(runtime, { recursive: true }).filter((name) => path.extname(name) === ending).map((name) => path.join(runtime, name)),
            outdir: runtime, outbase: runtime, outExtension: { ".js": ending }, allowOverwrite: true, minify: true, format: "esm", target: "es2022", logLevel: "warning",
        });

const lessons = fs.existsSync(path.join(made, "prebuilt")) ? fs.readdirSync(path.join(made, "prebuilt")).flatMap((name) => /^(\d\d)\.json\./.exec(name)?.[1] ?? []) : [];
fs.writeFileSync(path.join(out, "panels.json"), JSON.stringify(lessons));

const digestOf = (file) => crypto.createHash("sha256").update(fs.readFileSync(file)).digest("hex").slice(0, 32);
const files = fs.readdirSync(out, { recursive: true }).sort().map((name) => path.join(out, name)).filter((file) => fs.statSync(file).isFile());
const digests = Object.fromEntries(files.map((file) => [path.relative(site, file).replaceAll(path.sep, "/"), digestOf(file)]));
const worker = fs.readFileSync(path.join(here, "service_worker.js"), "utf8");
fs.writeFileSync(path.join(site, "service_worker.js"), worker.replace("/* @digests@ */ {}", JSON.stringify(digests)));
