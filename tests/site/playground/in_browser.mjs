// in_browser.mjs MODULES SITE BROWSER: uses the playground as a student does, in chromium or firefox.
import assert from "node:assert/strict";
import child_process from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const [modules, site, name] = process.argv.slice(2);
const puppeteer = createRequire(path.resolve(modules, "package.json"))("puppeteer-core");
const isFirefox = name.startsWith("firefox");
const which = (program) => child_process.execFileSync("/bin/sh", ["-c", `command -v ${program}`], { encoding: "utf8" }).trim();
const serve = fileURLToPath(new URL("../../../docs/site/playground/serve.mjs", import.meta.url));

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "playground-"));
const server = child_process.spawn(process.execPath, [serve, modules, site, "0"], { stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise((found) => server.stdout.once("data", (text) => found(String(text).split(" ")[0])));
const browser = await puppeteer.launch({
    browser: isFirefox ? "firefox" : "chrome", executablePath: which(name), headless: true, userDataDir: scratch,
    args: isFirefox ? [] : ["--no-sandbox"], protocolTimeout: 600_000 });
const page = await browser.newPage();
const complaints = [];
page.on("pageerror", (error) => complaints.push(error.message));

const patience = { timeout: 400_000 }; // of a busy machine
const status = () => page.$eval(".pg-status [role=status]", (element) => element.textContent);
async function until(pattern) {
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector(".pg-status [role=status]")?.textContent), patience, pattern.source);
    return status();
}
const ended = /^(PASS|The simulator|It |The result|The lesson|Stopped|Solved|Not yet|This did|Drawn|Nothing|In \d)/;
const text = (selector) => page.$eval(selector, (element) => element.textContent);

async function open(program) {
    await page.goto("about:blank");
    await page.goto(`${address}#open=${program}`);
    await page.waitForSelector(".cm-content", patience);
}
async function press(button) {
    await page.click(`.scanlab-playground button[name=${button}]`);
    return until(ended);
}
/** Puts the cursor at the end of the first line that has this text, or of the `which`-th. */
async function goToLine(words, which = 0) {
    const lines = await page.$$(".cm-line");
    const texts = await Promise.all(lines.map((line) => line.evaluate((element) => element.textContent)));
    const found = texts.flatMap((line, i) => (line.includes(words) ? [i] : []))[which];
    assert.notEqual(found, undefined, `no line has ${words}`);
    await lines[found].click();
    await page.keyboard.press("End");
    return found + 1;
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
    await page.keyboard.down("Control");
    await page.keyboard.press("Enter");
    await page.keyboard.up("Control");
    return until(ended);
}

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
        assert.equal((await page.$$(".cm-lint-marker")).length, 2);
    },
    async "the picture shows what is wrong"() {
        await press("draw");
        const frame = await (await page.waitForSelector("iframe.steps", patience)).contentFrame();
        await frame.waitForSelector("#problems li", patience);
    },
    async "what was changed is there after a reload, and can be put back"() {
        await page.reload();
        await page.waitForSelector(".cm-content", patience);
        assert.doesNotMatch(await text(".cm-content"), /all have read/);
        page.once("dialog", (dialog) => dialog.accept());
        await page.click("button[name=reset]");
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
        page.once("dialog", (dialog) => dialog.accept());
        await page.click("button[name=reset]");
        assert.match(await press("run"), /^PASS/);
    },
    async "a warm-up is solved, and stays so"() {
        await open("lessons/02_hillis_steele_shared/warm_up_02_exercise.cu");
        await page.click(".pg-exercise .pg-main");
        assert.match(await until(ended), /^Not yet/);
        await goToLine("// TODO");
        await page.keyboard.press("Enter");
        await page.keyboard.type("__syncthreads();");
        await page.click(".pg-exercise .pg-main");
        assert.match(await until(/^(Solved|Not yet: 0)/), /^Solved/);
        await page.reload();
        await page.waitForSelector(".cm-content", patience);
        assert.match(await text(".pg-solved"), /solved/);
    },
    async "without a network it goes on"() {
        server.kill();
        await page.reload();
        await page.waitForSelector(".cm-content", patience);
        await page.select("select[name=program]", "tests/planted_bugs/barrier_in_branch.cu");
        assert.match(await press("run"), /^The simulator found/);
    },
};

let failed = 0;
for (const [what, step] of Object.entries(steps)) {
    const begun = Date.now();
    try {
        await step();
        console.log(`ok      ${name}: ${what} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
    } catch (error) {
        ++failed;
        console.log(`FAILED  ${name}: ${what}: ${error.message} [${await status().catch(() => "no page")}]`);
    }
}
if (complaints.length) console.log(`the page complains: ${complaints.join("; ")}`);
await browser.close();
server.kill();
fs.rmSync(scratch, { recursive: true, force: true });
process.exit(failed || complaints.length ? 1 : 0);
