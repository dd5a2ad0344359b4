// The parts of the playground's page that need no browser.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const part = (name) => import(pathToFileURL(path.join(root, "docs/site/playground", name)));

const finding = (changes) => ({ scanlab_finding: 2, kernel: null, fingerprint: "0123456789abcdef", group: "0123456789abcdef", suppressed: null, kind: "race-shared", severity: "error", file: "/a.cu", line: 7, other_file: "/a.cu", other_line: 5, variable: "s",
    index: null, block: null, thread: null, warp: null, lane: null, message: "two threads meet", hint: "", details: [], count: 1, ...changes });

/** What pages ask, answered by the program that is compiled to WebAssembly for them, here as it is. */
const { rulesBy } = await part("rules.js");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "scanlab-rules-"));
test.after(() => fs.rmSync(folder, { recursive: true }));
const rules = rulesBy((request) => {
    fs.writeFileSync(path.join(folder, "request"), request);
    const { status: code, stdout: out, stderr: err } = spawnSync(process.env.SCANLAB_RULES ?? path.join(root, "build/sim/common/grading/grader/scanlab_rules"), [path.join(folder, "request")], { encoding: "utf8" });
    return { code, out, err };
});

test("a link brings back the very program, whatever letters it has", async () => {
    const { from_fragment, to_fragment } = await part("link.js");
    const shared = { path: "x/y.cu", source: "int main() {} // ä€𝄞\n".repeat(500), options: { n: "8" } };
    const fragment = await to_fragment(shared);
    assert.match(fragment, /^#program=[\w-]+$/);
    assert.ok(fragment.length < 600);
    assert.deepEqual(await from_fragment(fragment), shared);
    assert.deepEqual(await from_fragment("#open=lessons%2Fa.cu"), { open: "lessons/a.cu" });
    assert.equal(await from_fragment("#a-heading"), undefined);
});

test("a damaged link is refused, and not taken for a program", async () => {
    const { from_fragment, to_fragment } = await part("link.js");
    const fragment = await to_fragment({ path: "", source: "int main() {}" });
    await assert.rejects(from_fragment(fragment.slice(0, -6)));
    await assert.rejects(from_fragment("#program=@@@"));
    await assert.rejects(from_fragment(await to_fragment({ path: "a" })), /no program/);
});

test("a finding marks both of its lines, in this file only", async () => {
    const { marksOf } = await part("findings.js");
    assert.deepEqual(marksOf([finding()], "a.cu").map(({ line }) => line), [7, 5]);
    assert.deepEqual(marksOf([finding({ other_file: "/b.cuh" })], "a.cu").map(({ line }) => line), [7]);
    assert.deepEqual(marksOf([finding({ file: null, line: null, other_file: null, other_line: null })], "a.cu"), []);
});

test("what several runs find is listed once, with a run to replay", async () => {
    const { Collected, summary } = await part("findings.js");
    const collected = new Collected(rules);
    await collected.add([finding(), finding({ severity: "warning", line: 9 })], { order: "1", schedule: "random" });
    await collected.add([finding({ message: "two others meet" })], { order: "2", schedule: "reversed" });
    await collected.add([], { order: "3", schedule: "random" });
    assert.deepEqual(collected.findings.map(({ runs, order }) => [runs, order]), [[2, 1], [1, 1]]);
    assert.equal(summary(collected.findings), "1 error and 1 warning");
});

test("a race is one, whichever of its two accesses a run sees first", async () => {
    const { Collected } = await part("findings.js");
    const collected = new Collected(rules);
    await collected.add([finding({ line: 12, other_line: 14 })], { order: "1", schedule: "random" });
    await collected.add([finding({ line: 14, other_line: 12 })], { order: "2", schedule: "random" });
    await collected.add([finding({ line: 12, other_line: 15 })], { order: "3", schedule: "random" });
    assert.deepEqual(collected.findings.map(({ line, other_line, runs }) => [line, other_line, runs]), [[12, 14, 2], [12, 15, 1]]);
});

test("every way to end has its sentence", async () => {
    const { verdictOf } = await part("verdict.js");
    assert.equal(verdictOf({ exitCode: 0, findings: [] }).good, true);
    assert.equal(verdictOf({ exitCode: 0, findings: [finding({ severity: "warning" })] }).good, false);
    for (const exitCode of [1, 2, 3, 77, 134]) {
        const { text, good } = verdictOf({ exitCode, findings: [] });
        assert.ok(!good && /^[A-Z].*\.$/.test(text), text);
    }
    assert.match(verdictOf({ exitCode: 127, findings: [] }).text, /cannot be started; what was printed/); // without main()
    assert.match(verdictOf({ exitCode: 1, findings: [finding()] }).text, /found 1 error, and the result is wrong/);
});

test("conditions mean here what they mean to the grader", async () => {
    const { holds } = rules;
    assert.equal(await holds("barriers <= 2*log2(tile)", { barriers: 16, tile: 256 }), true);
    assert.equal(await holds("launches <= max(log2(n), 1)", { launches: 17, n: 65537 }), true);
    assert.equal(await holds("launches < max(log2(n), 1)", { launches: 17, n: 65537 }), false);
    assert.equal(await holds("launches <= log2(n)", { launches: 99, n: 0 }), false);
    assert.equal(await holds("bytes_per_element <= 0.1 + 0.2", { bytes_per_element: 0.3 }), true);
    assert.equal(await holds("thread_steps <= 80", {}), undefined);
    await assert.rejects(holds("launches < 2 2", { launches: 1 }), /an end is expected/);
});

test("a class has the sizes that the grader tries", async () => {
    const exercise = { task: "inclusive-scan", block: 256, items_per_thread: 4 };
    assert.deepEqual(await rules.sizes("edge", exercise), [0, 1]);
    assert.deepEqual(await rules.sizes("few", exercise), [4096]);
    for (const n of await rules.sizes("ragged", exercise)) assert.notEqual(n % 1024, 0);
    assert.ok((await rules.sizes("many", exercise)).every((n) => n > 1024 * 1024));
    await assert.rejects(rules.sizes("huge", exercise), /a line's class is 'huge'/);
});

test("each visible line of the rubric is looked at, or says that it is not", async () => {
    const { programs } = await part("programs.mjs");
    const { runsOf, valuesOf } = await part("rubric.js");
    const kernel = { grid: [4, 1, 1], block: [256, 1, 1], launches: 1, counters: { collectives: 0 } };
    const values = valuesOf({ n: 1000, block: 256, items_per_thread: 1, kernels: [kernel],
        cost: { launches: 1, barriers_per_thread: 17, bytes_per_element: 8, sectors_per_element: 0.25, sector_bytes_used: 1, bank_conflicts_per_element: 0 } });
    assert.equal(values.threads, 1024);
    const exercises = programs(root).programs.map(({ exercise }) => exercise).filter((exercise) => exercise?.rubric);
    assert.ok(exercises.length >= 25);
    let looked = 0, conditions = 0;
    for (const exercise of exercises) {
        assert.equal(exercise.hints.length, 3, exercise.name);
        for (const line of exercise.rubric) {
            assert.equal(line.visibility ?? "visible", "visible");
            assert.notEqual(line.kind, "time");
            looked += line.kind === "findings" || (await runsOf(line, exercise, rules)).length > 0;
            for (const condition of line.conditions ?? []) conditions += (await rules.holds(condition, values)) !== undefined;
        }
    }
    assert.ok(looked > 200 && conditions > 80, `${looked} lines, ${conditions} conditions`);
});

test("the programs come with all that they include", async () => {
    const { programs } = await part("programs.mjs");
    const all = programs(root);
    for (const group of ["Lessons", "Warm-ups", "Exercises", "Planted bugs"])
        assert.ok(all.programs.filter((program) => program.group === group).length >= 10, group);
    for (const program of all.programs)
        for (const file of program.files)
            for (const [, included] of all.files[file].matchAll(/^\s*#\s*include\s*"([^"]+)"/gm))
                assert.ok(program.files.includes(path.posix.join(path.posix.dirname(file), included)), `${program.files[0]}: ${included}`);
    assert.ok(!Object.keys(all.files).some((file) => file.startsWith("solutions/")), "a solution is given away");
});

test("an exercise gets a main, and a lesson loses one barrier at a time; all lines stay where they are", async () => {
    const { withMain } = await part("exercise.js");
    const { programs, variantsOf } = await part("programs.mjs");
    const all = programs(root);
    const named = (name) => all.programs.find(({ files: [file] }) => file.endsWith(name));
    const warmUp = named("warm_up_02_exercise.cu"), source = all.files[warmUp.files[0]];
    const whole = withMain(source, warmUp.exercise);
    assert.ok(whole.startsWith(source));
    assert.match(whole, /Task::inclusive_scan,[^]*Scope::block, \.block = 256/);
    const lesson = all.files[named("hillis_steele_shared.cu").files[0]];
    const variants = variantsOf(lesson);
    assert.equal(variants.length, 4);
    assert.match(variants[2].title, /^without the barrier in line 23: all have read/);
    for (const { source: changed } of variants) assert.equal(changed.split("\n").length, lesson.split("\n").length);
});

test("arguments are words as in a shell", async () => {
    const { usesHarness, words } = await part("options.js");
    assert.deepEqual(words(`--n 8 'two words' "3"`), ["--n", "8", "two words", "3"]);
    assert.equal(usesHarness("// x\n#include <scanlab/lesson.hpp>\n"), true);
    assert.equal(usesHarness("#include <scanlab/check.cuh>\n"), false);
});

/** A worker that answers when it is told to. */
class Puppet extends EventTarget {
    static all = [];
    asked = [];
    constructor() { super(); Puppet.all.push(this); }
    postMessage(message) { this.asked.push(message); }
    answer(result) { this.dispatchEvent(Object.assign(new Event("message"), { data: { id: this.asked.shift().id, result } })); }
    terminate() { this.isEnded = true; }
}
const turn = () => new Promise(setImmediate);

test("Cancel ends what is waited for, and the program after it compiles", async (t) => {
    const { Cancelled, Workers } = await part("workers.js");
    t.mock.timers.enable({ apis: ["setTimeout"] });
    globalThis.Worker = Puppet;
    t.after(() => delete globalThis.Worker);
    const workers = new Workers();
    const refused = (promise) => assert.rejects(promise, Cancelled);
    const cancelled = async (promise) => { await turn(); workers.cancel(); await refused(promise); };

    await cancelled(workers.orCancelled(new Promise(() => {})));
    await cancelled(workers.compile("first"));
    await cancelled(workers.compile("second")); // while the compiler is still at work on the first
    const third = workers.compile("third");
    const [compiler] = Puppet.all;
    await turn();
    assert.deepEqual(compiler.asked.map(({ options }) => options.files), ["first"]);
    compiler.answer();
    await turn();
    assert.deepEqual(compiler.asked.map(({ options }) => options.files), ["third"]);
    compiler.answer("made");
    assert.equal(await third, "made");

    await cancelled(workers.compile("endless"));
    const after = workers.compile("after it");
    await turn();
    t.mock.timers.tick(3000);
    await turn();
    assert.ok(compiler.isEnded);
    Puppet.all.at(-1).answer("made anew");
    assert.equal(await after, "made anew");

    await cancelled(workers.run("program"));
    Puppet.all.at(-1).answer("too late");
    const next = workers.run("program");
    Puppet.all.at(-1).answer("ran");
    assert.equal(await next, "ran");
});

test("what cannot be loaded fails for those who wait for it, and for nobody else", async () => {
    const browser = path.join(root, "common/simulator/browser"), library = path.join(browser, "libraries/brotli/brotli_dec_wasm.js"); // not there
    const { unpackedBy } = await import(pathToFileURL(path.join(browser, "packing.mjs")));
    const asked = [];
    const read = () => new Promise((resolve) => asked.push(resolve));
    const refused = assert.rejects(unpackedBy(read)("a.wasm"), /brotli_dec_wasm/);
    await assert.rejects(import(pathToFileURL(library)));
    await turn();
    for (const give of asked) give(new Uint8Array());
    await refused;
});
