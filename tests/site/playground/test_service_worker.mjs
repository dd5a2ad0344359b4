// The service worker in a browser of a few lines: what it answers, and what it keeps, when room, network or server let it down.
import assert from "node:assert/strict";
import crypto from "node:crypto";
import fs from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

const source = fs.readFileSync(fileURLToPath(new URL("../../../docs/site/playground/service_worker.js", import.meta.url)), "utf8");
const digestOf = (text) => crypto.createHash("sha256").update(text).digest("hex").slice(0, 32);

class Cache {
    entries = new Map();
    async match(key, { ignoreSearch } = {}) {
        const plain = (url) => (ignoreSearch ? url.replace(/\?.*/, "") : url), wanted = key.url ?? key;
        for (const [url, make] of this.entries) if (plain(url) === plain(wanted)) return make();
        return undefined;
    }
    async put(key, response) {
        if (this.isFull) throw new Error("QuotaExceededError");
        const bytes = await response.arrayBuffer();
        this.entries.set(key.url ?? key, () => new Response(bytes));
    }
    async keys() { return [...this.entries.keys()].map((url) => ({ url })); }
    async delete({ url }) { return this.entries.delete(url); }
}
class Caches {
    all = new Map();
    async open(name) {
        if (this.isForbidden) throw new Error("SecurityError");
        if (!this.all.has(name)) this.all.set(name, new Cache());
        return this.all.get(name);
    }
    async keys() { return [...this.all.keys()]; }
    async delete(name) { return this.all.delete(name); }
}

/** A browser that has installed the worker of a site with these files. `net`: { url: text }, and what was asked of it. */
async function browserWith(files, { scope = "https://a.example/2026/", caches = new Caches(), net = {}, pages = 1 } = {}) {
    const listeners = {}, asked = [];
    const state = { skipped: 0 };
    const self = {
        caches, registration: { scope }, crypto: crypto.webcrypto, Response, URL, clients: { claim: async () => {}, matchAll: async () => Array(pages) },
        skipWaiting: async () => { ++state.skipped; },
        fetch: async (request) => {
            asked.push(request.url);
            if (!(request.url in net)) throw new TypeError("Failed to fetch");
            return new Response(net[request.url]);
        },
        addEventListener: (name, listener) => { listeners[name] = listener; },
    };
    const digests = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, digestOf(text)]));
    vm.runInNewContext(source.replace("/* @digests@ */ {}", JSON.stringify(digests)), { ...self, self });
    const send = async (name, event = {}) => {
        const waits = [];
        let answer;
        listeners[name]({ ...event, waitUntil: (promise) => waits.push(promise), respondWith: (promise) => { answer = promise; } });
        const response = await answer;
        await Promise.all(waits);
        return response;
    };
    await send("activate");
    const get = async (url, method = "GET") => (await send("fetch", { request: { url, method } }))?.text();
    return { caches, asked, get, send, state, keys: async () => (await (await caches.open(`scanlab ${scope}`)).keys()).map(({ url }) => url) };
}
const at = (name) => `https://a.example/2026/${name}`;
const files = { "playground/app.js": "app", "playground/runtime/clang.wasm.packed": "clang" };
const net = () => Object.fromEntries(Object.entries(files).map(([name, text]) => [at(name), text]));

test("a file of the playground is fetched once, and then it is there without a network", async () => {
    const online = net(), { get, asked } = await browserWith(files, { net: online });
    assert.equal(await get(at("playground/app.js")), "app");
    for (const url of Object.keys(online)) delete online[url];
    assert.equal(await get(at("playground/app.js")), "app");
    assert.equal(asked.length, 1);
});

test("no room to keep anything, or none at all, costs nothing but that", async () => {
    for (const how of ["isFull", "isForbidden"]) {
        const caches = new Caches();
        if (how === "isFull") (await caches.open("scanlab https://a.example/2026/")).isFull = true;
        else caches.isForbidden = true;
        const { get } = await browserWith(files, { net: { ...net(), [at("index.html")]: "page" }, caches });
        assert.equal(await get(at("playground/app.js")), "app");
        assert.equal(await get(at("index.html")), "page");
    }
});

test("a wrong answer is passed on, but not kept", async () => {
    const online = { ...net(), [at("playground/app.js")]: "<html>Please log in" }, { get, keys } = await browserWith(files, { net: online });
    assert.match(await get(at("playground/app.js")), /log in/);
    assert.deepEqual(await keys(), []);
    online[at("playground/app.js")] = "app";
    assert.equal(await get(at("playground/app.js")), "app");
    assert.equal((await keys()).length, 1);
});

test("a deployment costs what it has changed", async () => {
    const online = net(), first = await browserWith(files, { net: online });
    for (const url of Object.keys(online)) await first.get(url);
    online[at("playground/app.js")] = "app 2";
    const second = await browserWith({ ...files, "playground/app.js": "app 2" }, { net: online, caches: first.caches });
    for (const url of Object.keys(online)) await second.get(url);
    assert.deepEqual(second.asked, [at("playground/app.js")]);
    assert.equal((await second.keys()).length, 2);
});

test("of a page the newest is wanted, and without a network the one that was read, whatever was deployed since", async () => {
    const online = { [at("lessons/index.html")]: "old" }, first = await browserWith(files, { net: online });
    assert.equal(await first.get(at("lessons/index.html")), "old");
    const second = await browserWith({ ...files, "playground/app.js": "app 2" }, { net: online, caches: first.caches });
    online[at("lessons/index.html")] = "new";
    assert.equal(await second.get(at("lessons/index.html")), "new");
    delete online[at("lessons/index.html")];
    assert.equal(await second.get(`${at("lessons/index.html")}?embed`), "new");
});

test("two sites of one origin keep out of each other's way", async () => {
    const caches = new Caches(), one = await browserWith(files, { net: net(), caches });
    await one.get(at("playground/app.js"));
    await caches.open("scanlab-0123456789abcdef").then((cache) => cache.put("https://a.example/2025/playground/app.js", new Response("old")));
    await browserWith(files, { caches, scope: "https://a.example/2025/x/" });
    assert.equal((await one.keys()).length, 1);
    assert.ok((await caches.keys()).includes("scanlab-0123456789abcdef"));
});

test("what earlier versions of the worker kept for this site is forgotten", async () => {
    const caches = new Caches();
    await caches.open("scanlab-0123456789abcdef").then((cache) => cache.put(at("playground/app.js"), new Response("old")));
    await browserWith(files, { caches });
    assert.deepEqual(await caches.keys(), ["scanlab https://a.example/2026/"]);
});

test("a new version waits while two pages are open", async () => {
    for (const [pages, skipped] of [[2, 0], [1, 1]]) {
        const { send, state } = await browserWith(files, { pages });
        await send("message");
        assert.equal(state.skipped, skipped);
    }
});

test("what is not asked by GET, or lies outside of the site, is left alone", async () => {
    const { get } = await browserWith(files, { net: net() });
    assert.equal(await get(at("playground/app.js"), "HEAD"), undefined);
    assert.equal(await get("https://a.example/2025/playground/app.js"), undefined);
});
