// A browser with the playground, for tests: what they do to it, and how they tell what became of each step.
import child_process from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
export const patience = { timeout: 400_000 }; // of a busy machine
const serve = path.join(root, "docs/site/playground/serve.mjs");
const which = (program) => child_process.execFileSync("/bin/sh", ["-c", `command -v ${program}`], { encoding: "utf8" }).trim();

/** Serves SITE, and opens a page in chromium or firefox; MODULES has puppeteer and esbuild. */
export async function begin(modules, site, name) {
    const puppeteer = createRequire(path.resolve(modules, "package.json"))("puppeteer-core");
    const isFirefox = name.startsWith("firefox");
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "playground-"));
    const server = child_process.spawn(process.execPath, [serve, modules, site, "0"], { stdio: ["ignore", "pipe", "inherit"] });
    const address = await new Promise((found) => server.stdout.once("data", (text) => found(String(text).split(" ")[0])));
    const browser = await puppeteer.launch({
        browser: isFirefox ? "firefox" : "chrome", executablePath: which(name), headless: true, userDataDir: scratch,
        args: isFirefox ? [] : ["--no-sandbox"], protocolTimeout: 600_000 });
    const complaints = [];
    async function newPage() {
        const page = await browser.newPage();
        await page.setViewport({ width: 1400, height: 1000 });
        page.setDefaultNavigationTimeout(patience.timeout);
        page.on("pageerror", (error) => complaints.push(error.message));
        return page;
    }
    async function end() {
        await browser.close();
        server.kill();
        fs.rmSync(scratch, { recursive: true, force: true });
    }
    return { name, isFirefox, scratch, server, address, browser, complaints, newPage, end };
}

/** Opens the playground anew. */
export async function openAt(page, address) {
    await page.goto("about:blank");
    await page.goto(address);
    await page.waitForSelector(".cm-content", patience);
}
export const status = (page) => page.$eval(".pg-status [role=status]", (element) => element.textContent);
export const text = (page, selector) => page.$eval(selector, (element) => element.textContent);

/** Puts the cursor at the end of the first line that has this text, or of the `which`-th; returns the line's number. */
export async function goToLine(page, words, which = 0) {
    const lines = await page.$$(".cm-line");
    const texts = await Promise.all(lines.map((line) => line.evaluate((element) => element.textContent)));
    const found = texts.flatMap((line, i) => (line.includes(words) ? [i] : []))[which];
    if (found === undefined) throw new Error(`no line has ${words}`);
    await lines[found].click();
    await page.keyboard.press("End");
    return found + 1;
}

/** A button of the File menu. */
export async function fromMenu(page, name) {
    await page.click(".pg-menu summary");
    await page.click(`.pg-menu button[name=${name}]`);
}

/** Answers what the page asks, by the value of a choice. */
export async function answer(page, value) {
    await (await page.waitForSelector(`.pg-dialog button[value=${value}]`, { visible: true })).click();
    await page.waitForFunction(() => !document.querySelector(".pg-dialog"));
}

/** Runs each of { what: step }, and ends the process: with 1 if a step failed or the page complained. */
export async function runSteps({ name, complaints, end }, page, steps) {
    let failed = 0;
    for (const [what, step] of Object.entries(steps)) {
        const begun = Date.now();
        try {
            await step();
            console.log(`ok      ${name}: ${what} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
        } catch (error) {
            ++failed;
            console.log(`FAILED  ${name}: ${what}: ${error.message} [${await status(page).catch(() => "no page")}]`);
        }
        if (process.env.SCANLAB_SHOTS) await page.screenshot({ path: path.join(process.env.SCANLAB_SHOTS, `${name} ${what}.png`) }).catch(() => {});
    }
    if (complaints.length) console.log(`the page complains: ${complaints.join("; ")}`);
    await end();
    process.exit(failed || complaints.length ? 1 : 0);
}
