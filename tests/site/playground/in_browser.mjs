// in_browser.mjs MODULES SITE BROWSER NATIVE: uses the playground as a student does, in chromium or firefox. NATIVE: a build
// folder with the corpus, whose findings are compared.
import assert from "node:assert/strict";
import child_process from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { to_fragment } from "../../../docs/site/playground/link.js";
import * as driver from "./driver.mjs";
import { answer, patience, root } from "./driver.mjs";

const [modules, site, name, native] = process.argv.slice(2);
const session = await driver.begin(modules, site, name);
const { address, isFirefox, scratch, server } = session;
const page = await session.newPage();

async function until(pattern) {
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector(".pg-status [role=status]")?.textContent), patience, pattern.source);
    return driver.status(page);
}
const ended = /^(PASS|The simulator|It |The result|The lesson|Stopped|Solved|Not yet|This did|Drawn|Nothing|In \d)/;
const text = (selector) => driver.text(page, selector);
const goToLine = (words, which) => driver.goToLine(page, words, which);
const openAt = (fragment) => driver.openAt(page, address + fragment);
const open = (program) => openAt(`#open=${program}`);
const forget = () => page.$eval(".pg-status [role=status]", (element) => { element.textContent = ""; });
async function click(selector) {
    await forget();
    await page.click(selector);
    return until(ended);
}
const press = (button) => click(`.scanlab-playground button[name=${button}]`);
const check = () => click(".pg-exercise .pg-main");
/** Whether a reader sees it where it is, with nothing over it. */
const isInSight = (selector) => page.$eval(selector, (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
});
/** In a frame of an origin of its own. */
async function pictureIsRed() {
    const frame = await (await page.waitForSelector(".pg-picture iframe", patience)).contentFrame();
    await frame.waitForSelector("#problems li", patience);
}
async function deleteLine(words, which) {
    const line = await goToLine(words, which);
    await page.keyboard.down("Shift");
    await page.keyboard.press("Home");
    await page.keyboard.up("Shift");
    await page.keyboard.press("Backspace");
    return line;
}
async function runByKeyboard() {
    await forget();
    await page.keyboard.down("Control");
    await page.keyboard.press("Enter");
    await page.keyboard.up("Control");
    return until(ended);
}

/** Of each finding: its kind, and its lines. */
const found = () => page.$$eval(".pg-findings .pg-kind", (all) => all.map(({ textContent }) =>
    [...textContent.matchAll(/^\w+: [\w-]+|(?<=line )\d+/g)].join(" ")));

/** Programs of the corpus that need no setting, and have been built. */
function sample(size) {
    const names = fs.readdirSync(path.join(root, "tests/simulator/planted_bugs")).filter((file) => file.endsWith(".cu")).map((file) => file.slice(0, -3))
        .filter((bug) => fs.existsSync(path.join(native, "tests/simulator/corpus/planted_bugs", bug)) &&
            !/runs with|finds: timeout/.test(fs.readFileSync(path.join(root, "tests/simulator/planted_bugs", `${bug}.cu`), "utf8")));
    return Array.from({ length: size }, (_, i) => names[Math.floor((i * names.length) / size)]);
}

function foundNatively(bug) {
    const file = path.join(scratch, "findings");
    child_process.spawnSync(path.join(native, "tests/simulator/corpus/planted_bugs", bug), { env: { ...process.env, SCANLAB_SIM_FINDINGS: file } });
    const findings = fs.readFileSync(file, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
    const shown = findings.filter(({ severity }) => severity !== "note"); // nobody has asked for notes
    return shown.map(({ severity, kind, file: at, line, other_file, other_line }) =>
        [`${severity}: ${kind}`, line, other_file === at && other_line === line ? null : other_line].filter(Boolean).join(" "));
}

const controls = ["button", "checkbox", "combobox", "DisclosureTriangle", "Iframe", "link", "listbox", "progressbar", "radio", "searchbox", "slider", "spinbutton", "textbox"];
/** What a screen reader meets on the page. */
async function heard() {
    const session = await page.createCDPSession();
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    await session.detach();
    return nodes.filter(({ ignored }) => !ignored).map(({ role, name, properties = [] }) => ({
        role: role.value, name: name?.value.trim(), live: properties.find((property) => property.name === "live")?.value.value }));
}
async function screenReadersKnowEverything() {
    if (isFirefox) return; // whose drivers do not show it
    const all = await heard();
    assert.deepEqual(all.filter(({ role, name }) => controls.includes(role) && !name), []);
    assert.ok(all.some(({ role, live }) => role === "status" && live === "polite"), "nobody hears a verdict");
}

const badInput = {
    loop: "deadlock", endless: "timeout", "host-loop": "timeout", threads: "timeout", "host-memory": "host-crash", recursion: "stack-overflow",
    "host-recursion": "host-crash", division: "division-by-zero", throw: "host-crash",
};

const steps = {
    async "a lesson passes as it is, and says what a call costs"() {
        await open("lessons/02_hillis_steele_shared/hillis_steele_shared.cu");
        assert.match(await press("run"), /^PASS/);
        assert.match(await text(".pg-cost"), /barriers per thread\s*17/);
    },
    async "without a barrier both lines are named and marked"() {
        const line = await deleteLine("__syncthreads(); // all have read");
        assert.match(await runByKeyboard(), /^The simulator found/);
        assert.match(await text(".pg-findings"), new RegExp(`race-shared line ${line + 1} and line ${line - 1}|race-shared line ${line - 1} and line ${line + 1}`));
        assert.match(await text(".pg-findings"), /where: block \(0,0,0\), thread.*hint: /);
        assert.equal((await page.$$(".cm-lint-marker")).length, 2);
        const left = (selector) => page.$eval(selector, (element) => element.getBoundingClientRect().left);
        assert.equal(await left(".pg-findings li"), await left(".pg-results")); // whatever margins the theme gives a list
        await screenReadersKnowEverything();
    },
    async "on a phone the finding is in sight, and nothing is wider than it"() {
        const { width, height } = page.viewport();
        await page.setViewport({ width: 390, height: 844 });
        await press("run");
        const isShown = await isInSight(".pg-findings .pg-kind"), widest = await page.evaluate(() => document.documentElement.scrollWidth);
        await page.setViewport({ width, height });
        assert.ok(isShown && widest <= 390, `${widest} pixels wide`);
    },
    async "the picture shows what is wrong"() {
        await press("draw");
        await pictureIsRed();
        const [picture, room] = await Promise.all([".pg-picture iframe", ".scanlab-playground"].map((selector) => page.$eval(selector, ({ clientWidth }) => clientWidth)));
        assert.ok(picture > 0.95 * room, `the picture has ${picture} of ${room} pixels`);
    },
    async "what was changed is there after a reload, and can be put back"() {
        await page.reload();
        await page.waitForSelector(".cm-content", patience);
        assert.doesNotMatch(await text(".cm-content"), /all have read/);
        await page.click("button[name=reset]");
        await answer(page, "yes");
        await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("all have read"), patience);
    },
    async "an error of the compiler stands at its line"() {
        await goToLine("const int t = threadIdx.x");
        await page.keyboard.press("Backspace");
        assert.match(await runByKeyboard(), /^It does not compile/);
        assert.ok(await page.$(".pg-error .pg-line"));
        await page.keyboard.type(";");
    },
    async "an endless loop is ended by Cancel, and the page lives on"() {
        await goToLine("const int t = threadIdx.x");
        await page.keyboard.type(" while (t >= 0) __syncthreads();");
        await page.click("button[name=run]");
        await until(/^Running/);
        await page.click("button[name=cancel]");
        assert.match(await until(ended), /^Stopped after/);
        await page.click("button[name=reset]");
        await answer(page, "yes");
        assert.match(await press("run"), /^PASS/);
    },
    async "Cancel while it compiles, and a double click on Run, leave it able to run"() {
        await goToLine("const int t = threadIdx.x");
        await page.keyboard.type(" ");
        await forget();
        await page.click("button[name=run]");
        await until(/^Compiling/);
        await page.click("button[name=cancel]");
        assert.match(await until(ended), /^Stopped after/);
        await forget();
        await page.click("button[name=run]", { count: 2 });
        assert.match(await until(ended), /^PASS/);
    },
    async "bad input gets a sentence each, and the page lives on"() {
        const source = fs.readFileSync(path.join(root, "tests/playground/bad_input.cu"), "utf8");
        await openAt(await to_fragment({ path: "", source, options: { timeout: "2" } }));
        const set = (name, value) => page.$eval(`input[name=${name}]`, (field, text) => { field.value = text; }, value);
        for (const [word, kind] of Object.entries(badInput)) {
            await set("arguments", word);
            assert.match(await press("run"), /^The simulator found/, word);
            assert.match((await found())[0], new RegExp(`^error: ${kind}`), word);
            for (const what of [".pg-status [role=status]", "button[name=run]"]) assert.ok(await isInSight(what), `${word}: ${what} is out of sight`);
        }
        await set("arguments", "flood");
        await set("timeout", "100"); // of a busy machine
        await press("run");
        assert.match(await text(".pg-results .pg-quiet"), /more than a page can show/);
    },
    async "what a program says is shown as text, whatever it says"() {
        const attack = "<img src=x onerror=attacked=1>";
        const source = `#include <cstdio>
#line 1 "${attack}.cuh"
__global__ void kernel(int* values) { values[threadIdx.x + 1] = 1; }
int main() {
    std::puts("${attack}");
    int* values;
    cudaMalloc(&values, sizeof *values);
    kernel<<<1, 1>>>(values);
    cudaDeviceSynchronize();
}
`;
        await openAt(await to_fragment({ path: "", source, options: {} }));
        assert.match(await press("run"), /^The simulator found/);
        for (const where of [".pg-findings", ".pg-output"]) assert.ok((await text(where)).includes(attack), where);
        assert.equal(await page.$(".pg-results img"), null);
        assert.equal(await page.evaluate(() => window.attacked), undefined);
    },
    async "in a frame of another page the editor is alone"() {
        await openAt("?embed#open=lessons/02_hillis_steele_shared/hillis_steele_shared.cu");
        const shown = (selector) => page.$eval(selector, (element) => element.checkVisibility());
        assert.deepEqual(await Promise.all([".md-header", "h1", ".md-footer", ".pg-editor", ".pg-status"].map(shown)), [false, false, false, true, true]);
        assert.match(await press("run"), /^PASS/);
    },
    async "twenty planted bugs are found as natively"() {
        for (const bug of sample(20)) {
            await page.select("select[name=program]", `tests/simulator/planted_bugs/${bug}.cu`);
            await press("run");
            assert.deepEqual(await found(), foundNatively(bug), bug);
        }
    },
    async "a warm-up is solved, and stays so"() {
        await open("lessons/02_hillis_steele_shared/warm_up_02_exercise.cu");
        assert.match(await check(), /^Not yet/);
        await goToLine("// TODO");
        await page.keyboard.press("Enter");
        await page.keyboard.type("__syncthreads();");
        assert.match(await check(), /^Solved/);
        await page.reload();
        await page.waitForSelector(".cm-content", patience);
        assert.match(await text(".pg-solved"), /solved/);
    },
    async "a lesson's page runs its kernel, and draws it without a barrier in red"() {
        for (const file of ["", "index.html"]) { // some servers leave it out
            await page.goto(new URL(`../lessons/02_hillis_steele_shared/${file}`, address));
            await page.waitForSelector(".scanlab-panel summary", patience);
        }
        await page.click(".scanlab-panel summary");
        await page.waitForSelector(".scanlab-panel [name=variant]", patience);
        assert.match(await press("run"), /^PASS/);
        await page.select("[name=variant]", "2");
        assert.match(await press("draw"), /^The simulator found/);
        await pictureIsRed();
        await screenReadersKnowEverything();
    },
    async "a server may send the policy that docs/instructor.md shows"() {
        const policy = /^Content-Security-Policy: (.*)$/m.exec(fs.readFileSync(path.join(root, "docs/instructor.md"), "utf8"))[1];
        const strict = http.createServer(async ({ url }, response) => {
            const answer = await fetch(new URL(url, address));
            response.writeHead(answer.status, { "Content-Type": answer.headers.get("content-type") ?? "", "Content-Security-Policy": policy });
            response.end(Buffer.from(await answer.arrayBuffer()));
        }).listen(0, "127.0.0.1");
        await new Promise((listens) => strict.once("listening", listens));
        const { pathname } = new URL(address);
        const openStrictly = (program) => driver.openAt(page, `http://127.0.0.1:${strict.address().port}${pathname}#open=lessons/02_hillis_steele_shared/${program}`);
        await openStrictly("hillis_steele_shared.cu");
        await deleteLine("__syncthreads(); // all have read");
        assert.match(await press("run"), /^The simulator found/);
        assert.match(await press("draw"), /^The simulator found/);
        await pictureIsRed();
        await openStrictly("block_serial_exercise.cu");
        assert.match(await check(), /^Not yet/);
        strict.close();
    },
    async "without a network it goes on"() {
        await open("lessons/02_hillis_steele_shared/hillis_steele_shared.cu");
        await press("run"); // then all of it is there
        server.kill();
        await page.reload();
        await page.waitForSelector(".cm-content", patience);
        await page.select("select[name=program]", "tests/simulator/planted_bugs/barrier_in_branch.cu");
        assert.match(await press("run"), /^The simulator found/);
    },
};

await driver.runSteps(session, page, steps);
