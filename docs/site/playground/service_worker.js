// Keeps what was loaded once, so that the pages that were read, and the playground, work without a network. Nothing that the
// network can give fails because of it: what comes is passed on at once, and kept beside that if there is room.
const digests = new Map(Object.entries(/* @digests@ */ {})); // of the playground's files, by their paths: build.mjs knows them
const cacheName = `scanlab ${registration.scope}`; // two sites of one origin have two
const opened = () => caches.open(cacheName).catch(() => undefined); // a private window may have none

/** The path of a file below the site. */
const pathOf = (address) => decodeURIComponent(address.href.slice(registration.scope.length).replace(/[?#].*/, ""));
/** What a file of the playground is kept as: another one as soon as it has changed, whatever else has. */
const keyOf = (path) => `${registration.scope}${path}?${digests.get(path)}`;

async function digestOf(bytes) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Only what is right: a login page, or half a file, is not. */
async function keepFile(cache, path, response) {
    const { headers } = response, bytes = await response.arrayBuffer();
    if ((await digestOf(bytes)).startsWith(digests.get(path))) await cache.put(keyOf(path), new Response(bytes, { headers }));
}

async function fileOf(event, path) {
    const cache = await opened(), known = await cache?.match(keyOf(path)).catch(() => undefined);
    if (known) return known;
    const response = await fetch(event.request, { cache: "no-cache" });
    if (cache && response.status === 200) event.waitUntil(keepFile(cache, path, response.clone()).catch(() => {}));
    return response;
}

/** Of pages the newest is wanted. */
async function pageOf(event) {
    const cache = await opened();
    try {
        const response = await fetch(event.request);
        if (cache && response.status === 200) event.waitUntil(cache.put(event.request, response.clone()).catch(() => {}));
        return response;
    } catch (error) {
        const known = await cache?.match(event.request, { ignoreSearch: true }).catch(() => undefined);
        if (known) return known;
        throw error;
    }
}

addEventListener("fetch", (event) => {
    const { request } = event, address = new URL(request.url);
    if (request.method !== "GET" || !address.href.startsWith(registration.scope)) return;
    const path = pathOf(address);
    event.respondWith(digests.has(path) ? fileOf(event, path) : pageOf(event));
});

/** Forgets files of the playground that have changed since, and what earlier versions kept under names of their own. */
async function forgetOld() {
    const cache = await opened(), current = new Set([...digests.keys()].map(keyOf)), playground = `${registration.scope}playground/`;
    for (const request of (await cache?.keys()) ?? []) if (request.url.startsWith(playground) && !current.has(request.url)) await cache.delete(request);
    for (const name of await caches.keys()) {
        const isOfThisSite = name.startsWith("scanlab-") && (await (await caches.open(name)).keys()).every(({ url }) => url.startsWith(registration.scope));
        if (isOfThisSite) await caches.delete(name);
    }
    await clients.claim();
}
addEventListener("activate", (event) => event.waitUntil(forgetOld().catch(() => {})));

// A page that is open goes on with the files it began with: a new version waits until it is the only page that asks.
addEventListener("message", (event) => event.waitUntil(clients.matchAll({ type: "window", includeUncontrolled: true })
    .then((pages) => (pages.length < 2 ? skipWaiting() : undefined))));
