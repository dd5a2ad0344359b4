// The extension of VS Code, with a stand-in for the editor. What the checker finds and counts comes from the checker itself, named by
// SCANLAB; scripts take its place where it is to fail, to draw or to take long.
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const sources = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../../common/simulator/editor/vscode");
const require = createRequire(import.meta.url);
const editor = require("vscode"); // NODE_PATH leads to the stand-in
const manifest = JSON.parse(fs.readFileSync(path.join(sources, "package.json")));
const { seen } = editor;
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "scanlab-editor-")));
test.after(() => fs.rmSync(folder, { recursive: true }));
editor.folder = folder;
process.env.TMPDIR = path.join(folder, "temporary");
fs.mkdirSync(process.env.TMPDIR);
require(path.join(sources, manifest.main)).activate({ subscriptions: [] });

function file(name, text, mode) {
    const at = path.join(folder, name);
    fs.mkdirSync(path.dirname(at), { recursive: true });
    fs.writeFileSync(at, text, { mode });
    return at;
}
/** A script in the checker's place. $3 of `sim --json FILE` is the file, and of `draw NAME.cu --out FILE` $4. */
const script = (name, text) => file(name, `#!/bin/sh\n${text}\n`, 0o755);
/** Does a command of the extension with this checker and these settings, and returns the errors that the user reads. */
async function does(command, checker = process.env.SCANLAB, settings = {}) {
    Object.assign(editor.settings, { path: checker, options: [], arguments: [] }, settings);
    seen.errors.length = seen.status.length = seen.executed.length = 0;
    await seen.commands.get(`scanlab.${command}`)();
    return [...seen.errors];
}
const place = ({ start, end }) => [start.line + 1, start.character + 1, end.line + 1, end.character + 1];
const problems = () => [...seen.diagnostics].flatMap(([at, all]) => all.map((problem) => ({ ...problem, at })));

const header = file("include/shift.cuh", `__global__ void shift(int* numbers) {
    /* äöü𝄞äöü */ const int next = numbers[threadIdx.x + 1];
    numbers[threadIdx.x] = next;
}
`);
const race = file("race.cu", `#include "shift.cuh"
int main() {
    int* numbers;
    cudaMalloc(&numbers, 65 * sizeof(int));
    cudaMemset(numbers, 0, 65 * sizeof(int));
    shift<<<1, 64>>>(numbers);
    cudaDeviceSynchronize();
    cudaFree(numbers);
}
`);
const included = { options: ["-I", "include"] };

test("the manifest names the commands and settings that there are", () => {
    assert.deepEqual(manifest.contributes.commands.map(({ command }) => command), [...seen.commands.keys()]);
    assert.deepEqual(Object.keys(manifest.contributes.configuration.properties), Object.keys(editor.settings).map((name) => `scanlab.${name}`));
});

test("both accesses of a race, and the costs of its lines", async () => {
    const shown = editor.open(race);
    assert.deepEqual(await does("counters", undefined, included), []);
    assert.deepEqual(seen.status, ["Scanlab: 1 finding in race.cu"]);
    const [problem, ...others] = problems();
    assert.deepEqual(others, []);
    assert.deepEqual([problem.at, problem.source, problem.code, problem.severity], [header, "Scanlab", "race-global", 0]);
    const [other] = problem.relatedInformation;
    assert.equal(other.location.uri.fsPath, header);
    // Of which of the two it speaks first depends on the order of the threads. Bytes become letters.
    const places = [place(problem.range), place(other.location.range)].sort(([a], [b]) => a - b);
    assert.deepEqual(places[0], [2, 37, 2, 44]);
    assert.deepEqual(places[1].slice(0, 2), [3, 26]);
    assert.match(problem.message, /^Thread \d+ (reads|writes) `numbers\[\d+\]` here.*\nother: block \(0,0,0\).*\nIf many threads/s);
    assert.match(seen.output, /race-global at include\/shift.cuh/);

    assert.deepEqual(shown.decorations, []);
    const costs = editor.open(header);
    editor.listeners.editors.forEach((listener) => listener());
    assert.deepEqual(costs.decorations.map(({ range, renderOptions }) => [range.start.line + 1, renderOptions.after.contentText]),
        [[2, "global × sectors: 2 × 5.00"], [3, "global × sectors: 2 × 4.00"]]);
    editor.listeners.text.forEach((listener) => listener({ document: costs.document, contentChanges: ["another text"] }));
    assert.deepEqual(costs.decorations, []);
    await does("clear");
    assert.deepEqual(problems(), []);
});

test("errors of the compiler and of the linker", async () => {
    editor.open(file("wrong.cu", "int main() { return nothing; }\n"));
    const draws = script("draws", 'echo "$2:1:21: error: use of undeclared identifier \'nothing\'\n    ^" >&2; exit 1');
    for (const [command, done, checker] of [["check", "checked"], ["draw", "drawn", draws]]) {
        assert.deepEqual(await does(command, checker), [`\`wrong.cu\` was not ${done}: it does not compile. The errors are among the problems`]);
        assert.deepEqual(problems().map(({ at, range, severity, message }) => [path.basename(at), place(range), severity, message]),
            [["wrong.cu", [1, 21, 1, 28], 0, "use of undeclared identifier 'nothing'"]]);
        await does("clear");
    }
    editor.open(file("unlinked.cu", "int elsewhere();\nint main() { return elsewhere(); }\n"));
    const [linker] = await does("check");
    assert.match(linker, /^`unlinked.cu` was not checked: /);
    assert.deepEqual(problems(), []);
});

const finding = { kind: "deadlock", severity: "warning", file: null, line: null, other_line: null, message: "All wait.", details: [], hint: "",
    fingerprint: "1", group: "1", suppressed: null, runs: 3, schedule: "random", order: 7, choices: "0.5=33" };
const finds = (...findings) => `cat >"$3" <<'END'\n${findings.map((f) => `${JSON.stringify({ ...finding, ...f })}\n`).join("")}END`;

test("all orders: the options, and how to see a finding again", async () => {
    const asked = path.join(folder, "asked");
    const checker = script("orders", `echo "$*" >${asked}\n${finds({}, { group: "2" }, { suppressed: { rule: "x" } }, { file: "gone.cu", line: 4 })}\nexit 3`);
    editor.open(race);
    assert.deepEqual(await does("explore", "./orders", { options: ["--strict"], arguments: ["100"] }), []);
    assert.match(fs.readFileSync(asked, "utf8"), /^sim --json \S+ --all-orders --strict \S+\/race.cu -- 100\n$/);
    assert.equal(checker, path.join(folder, "orders"));
    assert.deepEqual(problems().map(({ at, range, severity, message }) => [at, place(range), severity, message]), [
        [race, [1, 1, 1, 21], 1, "All wait.\nIn 3 runs; again: scanlab sim --choices 0.5=33"],
        [path.join(folder, "gone.cu"), [4, 1, 4, 1], 1, "All wait.\nIn 3 runs; again: scanlab sim --choices 0.5=33"]]);
});

test("nothing is found: an exit code of the program is named", async () => {
    editor.open(race);
    await does("check", script("clean", ': >"$3"'));
    assert.deepEqual(seen.status, ["Scanlab: no findings in race.cu"]);
    await does("check", script("ends", ': >"$3"; exit 5'));
    assert.deepEqual(seen.status, ["Scanlab: no findings in race.cu, but it has ended with exit code 5"]);
});

test("a picture, or why there is none", async () => {
    editor.open(race);
    assert.deepEqual(await does("draw", script("draws", 'echo "<p>$1 $5 $6</p>" >"$4"'), { arguments: ["100"] }), []);
    const [panel] = seen.panels;
    assert.deepEqual([panel.title, panel.webview.html, panel.options.enableScripts], ["race.cu", "<p>draw -- 100</p>\n", true]);
    assert.deepEqual(await does("draw", script("refuses", 'echo "scanlab draw: 986 elements are too many" >&2; exit 2')),
        ["`race.cu` was not drawn: scanlab draw: 986 elements are too many"]);
    assert.equal(seen.panels.length, 1);
});

test("a checker that is missing, refuses, or has a bug", async () => {
    editor.open(race);
    editor.answer = "Open Settings";
    assert.deepEqual(await does("check", "no-such-checker"),
        ["The checker `no-such-checker` cannot be started. Install Scanlab, or name the program in the setting `scanlab.path`."]);
    assert.deepEqual(seen.executed, [["workbench.action.openSettings", "scanlab.path"]]);
    editor.answer = "Show Output";
    const shown = seen.outputShown;
    assert.deepEqual(await does("check", script("usage", 'echo "scanlab sim: unknown option --x" >&2; exit 2')),
        ["`race.cu` was not checked: scanlab sim: unknown option --x"]);
    assert.equal(seen.outputShown, shown + 1);
    assert.deepEqual(await does("check", script("bug", ': >"$3"; echo "scanlab: internal error" >&2; exit 70')),
        ["`race.cu` was not checked: scanlab: internal error"]);
    assert.deepEqual(await does("check", script("silent", "kill -KILL $$")), ["`race.cu` was not checked: a signal has ended the checker"]);
    assert.deepEqual(seen.status, []);
    editor.open(race).document.isDirty = true;
    assert.deepEqual(await does("check"), ["`race.cu` cannot be saved, so it was not run."]);
    editor.open(header);
    assert.deepEqual(await does("check"), ["Scanlab runs the program of a `.cu` file. Open one, and start the command there."]);
});

test("a run that is cancelled ends with all that it has started, and nothing is said", async () => {
    editor.open(race);
    const begun = path.join(folder, "begun");
    const slow = script("slow", `sleep 1000 & echo $! >${begun}.new; mv ${begun}.new ${begun}; wait`);
    const run = does("check", slow);
    while (!fs.existsSync(begun)) await new Promise((resolve) => setTimeout(resolve, 10));
    editor.listeners.cancel.at(-1)();
    assert.deepEqual(await run, []);
    assert.deepEqual(seen.status, []);
    const child = Number(fs.readFileSync(begun));
    const runs = () => { try { return !/\) [ZX] /.test(fs.readFileSync(`/proc/${child}/stat`, "utf8")); } catch { return false; } };
    while (runs()) await new Promise((resolve) => setTimeout(resolve, 10));
});

test("nothing is left among the temporary files", () => assert.deepEqual(fs.readdirSync(process.env.TMPDIR), []));
