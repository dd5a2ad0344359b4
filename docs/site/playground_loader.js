// Puts the playground into its page, and a small one into each lesson's. Browsers load no modules, and start no workers, from a
// folder.
(() => {
    const folder = new URL("../playground/", document.currentScript.src);
    const root = document.getElementById("scanlab-playground");
    const lesson = /\/lessons\/(\d\d)_[^/]*\/index\.html/.exec(location.pathname)?.[1];
    const isServed = location.protocol !== "file:";
    if (root) begin(root, "app.js").catch((error) => (root.textContent = `The playground cannot be loaded: ${error.message}`));
    else if (lesson && isServed) offer().catch(() => {}); // a site may be without

    async function begin(room, script, ...options) {
        if (!isServed)
            throw new Error("browsers run no compiler from a folder. ./scanlab playground serves these pages to this machine, and says where");
        room.textContent = "Loading …";
        document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: `${folder}playground.css` }));
        await keptOffline(script === "app.js");
        const { mount } = await import(`${folder}${script}`).catch(() => {
            throw new Error("this site was made without it. ./scanlab playground makes and serves one with it");
        });
        room.className = "scanlab-playground";
        await mount(room, ...options);
    }

    /** After its first visit the page works without a network. It works without that, too. `all`: also what it has loaded until now. */
    async function keptOffline(all) {
        try {
            await navigator.serviceWorker.register(new URL("../service_worker.js", folder));
            if (navigator.serviceWorker.controller) return;
            const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
            await Promise.race([taken, new Promise((resolve) => setTimeout(resolve, 3000))]);
            if (all) for (const { name } of performance.getEntries()) if (name.startsWith(location.origin)) fetch(name).catch(() => {});
        } catch {
            // a browser that keeps nothing, as in a private window
        }
    }

    /** A lesson's panel, which loads what it needs when it is unfolded; above the experiments, if there are any. */
    async function offer() {
        const { ok } = await fetch(`${folder}prebuilt/${lesson}.json.br`, { method: "HEAD" });
        if (!ok) return;
        const room = document.createElement("div"), folded = document.createElement("details");
        folded.className = "scanlab-panel";
        folded.append(Object.assign(document.createElement("summary"), { textContent: "Run this kernel here" }), room);
        folded.addEventListener("toggle", () => begin(room, "panel.js", lesson).catch((error) => (room.textContent = error.message)), { once: true });
        const experiments = document.getElementById("experiment");
        if (experiments) experiments.before(folded);
        else document.querySelector(".scanlab-mark").before(folded);
    }
})();
