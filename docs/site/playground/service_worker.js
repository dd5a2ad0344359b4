// Keeps what was loaded once, so that the pages that were read, and the playground, work without a network.
const version = "@version@"; // of the playground's files, which build.mjs knows
const cacheName = `scanlab-${version}`;

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => {
    const forgetOthers = async () => {
        for (const name of await caches.keys()) if (name.startsWith("scanlab-") && name !== cacheName) await caches.delete(name);
        await clients.claim();
    };
    event.waitUntil(forgetOthers());
});

const isPlaygrounds = ({ pathname }) => pathname.startsWith(new URL("playground/", registration.scope).pathname);

async function fetched(request, cache) {
    const response = await fetch(request);
    if (response.status === 200) await cache.put(request, response.clone());
    return response;
}

/** The playground's files change only with the version; of pages the newest is wanted. */
async function answer(request, address) {
    const cache = await caches.open(cacheName);
    const known = () => cache.match(request, { ignoreSearch: true });
    if (isPlaygrounds(address)) return (await known()) ?? fetched(request, cache);
    try {
        return await fetched(request, cache);
    } catch (error) {
        const found = await known();
        if (found) return found;
        throw error;
    }
}

addEventListener("fetch", (event) => {
    const address = new URL(event.request.url);
    if (event.request.method === "GET" && address.origin === location.origin) event.respondWith(answer(event.request, address));
});
