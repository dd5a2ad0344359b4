// first_visit.mjs MODULES SITE BROWSER [LESSON…]: what a first visit costs until something is painted, until the panel of a lesson's page
// says its first verdict, and until the editor does. Prints bytes and seconds, at full speed and as over a slow line. The server
// compresses nothing and runs on the same machine.
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import * as driver from "./driver.mjs";
import { patience } from "./driver.mjs";

const [modules, site, name, ...wanted] = process.argv.slice(2);
const lessons = wanted.length ? wanted : ["01", "02", "08", "11", "14"];
const lines = { "at full speed": { bytesPerSecond: Infinity, latency: 0 }, "at 1.6 Mbit/s and 150 ms": { bytesPerSecond: 200_000, latency: 150 } };
const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json" };
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A server behind such a line, which all of its answers share: { address, sentUntil(time), close }. */
async function serve({ bytesPerSecond, latency }) {
    const sent = []; // { time, bytes }
    let isFreeAt = 0;
    async function send(response, bytes) {
        isFreeAt = Math.max(isFreeAt, Date.now()) + (bytes.length / bytesPerSecond) * 1000;
        if (isFreeAt > Date.now()) await sleep(isFreeAt - Date.now());
        sent.push({ time: Date.now(), bytes: bytes.length });
        response.write(bytes);
    }
    const server = http.createServer(async ({ url }, response) => {
        const file = path.join(site, decodeURIComponent(new URL(url, "http://localhost").pathname));
        await sleep(latency);
        if (!fs.existsSync(file)) return response.writeHead(404).end();
        response.writeHead(200, { "Content-Type": types[path.extname(file)] ?? "application/octet-stream" });
        const contents = fs.readFileSync(file), packet = 4096;
        for (let at = 0; at < contents.length && !response.destroyed; at += packet) await send(response, contents.subarray(at, at + packet));
        response.end();
    }).listen(0, "127.0.0.1");
    await new Promise((listens) => server.once("listening", listens));
    const sentUntil = (until) => sent.reduce((all, { time, bytes }) => all + (time <= until ? bytes : 0), 0);
    return { address: `http://127.0.0.1:${server.address().port}/`, sentUntil, close: () => server.close() };
}

const painted = () => new Promise((resolve) => new PerformanceObserver((list) => {
    const [entry] = list.getEntriesByName("first-contentful-paint");
    if (entry) resolve(performance.timeOrigin + entry.startTime);
}).observe({ type: "paint", buffered: true }));

/** Opens a page as a browser does that has seen nothing, and does a thing there: what each of both has cost, as { bytes, seconds }. */
async function visit(browser, line, where, act) {
    const server = await serve(line), context = await browser.createBrowserContext(), page = await context.newPage();
    page.setDefaultNavigationTimeout(patience.timeout);
    await page.goto(server.address + where, { waitUntil: "domcontentloaded" });
    const begun = await page.evaluate(() => performance.timeOrigin);
    const cost = (time) => ({ bytes: server.sentUntil(time), seconds: (time - begun) / 1000 });
    const paint = await page.evaluate(painted);
    await act(page);
    const verdict = Date.now();
    await context.close();
    server.close();
    return [paint, verdict].map(cost);
}

const runs = async (page) => {
    await page.click(".scanlab-playground button[name=run]");
    await page.waitForFunction(() => /^(PASS|It |The )/.test(document.querySelector(".pg-status [role=status]")?.textContent), patience);
};
const inPanel = async (page) => {
    await (await page.waitForSelector(".scanlab-panel summary", patience)).click();
    await page.waitForSelector(".scanlab-panel [name=variant] option", patience);
    await runs(page);
};
const inEditor = async (page) => {
    await page.waitForSelector(".cm-content", patience);
    await runs(page);
};

const session = await driver.begin(modules, site, name);
const cell = ({ bytes, seconds }) => `${(bytes / 1000).toFixed(0)} KB, ${seconds.toFixed(1)} s`;
console.log(`${await session.browser.version()}, load ${os.loadavg()[0].toFixed(1)} on ${os.availableParallelism()} processors`);
for (const [how, line] of Object.entries(lines)) {
    console.log(`\n${how}:\n| lesson | first paint | verdict of the panel | verdict of the editor |\n|---|--:|--:|--:|`);
    for (const lesson of lessons) {
        const folder = fs.readdirSync(path.join(site, "lessons")).find((entry) => entry.startsWith(`${lesson}_`));
        const [paint, panel] = await visit(session.browser, line, `lessons/${folder}/index.html`, inPanel);
        const [, editor] = await visit(session.browser, line, `docs/playground.html#open=lessons/${folder}/${folder.slice(3)}.cu`, inEditor);
        console.log(`| ${lesson} | ${[paint, panel, editor].map(cell).join(" | ")} |`);
    }
}
await session.end();
process.exit(0);
