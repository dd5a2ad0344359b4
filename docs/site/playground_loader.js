// Puts the playground into its page, and a small one into each lesson's. Browsers load no modules, and start no workers, from a
// folder.
(() => {
    const folder = new URL("../playground/", document.currentScript.src);
    const root = document.getElementById("scanlab-playground");
    const lesson = /\/lessons\/(\d\d)_[^/]*\/(index\.html)?$/.exec(location.pathname)?.[1];
    const isServed = location.protocol !== "file:";
    if (new URLSearchParams(location.search).has("embed")) document.documentElement.classList.add("scanlab-embed");
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
            const { waiting } = await navigator.serviceWorker.register(new URL("../service_worker.js", folder));
            if (navigator.serviceWorker.controller && !waiting) return;
            waiting?.postMessage("take over if this is the only page");
            const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
            await Promise.race([taken, new Promise((resolve) => setTimeout(resolve, 3000))]);
            // The worker was not there when these came; and what is needed only later must be there without a network.
            const later = ["draw.js", "worker.js", "runtime/rules.wasm.packed", "runtime/draw.wasm.packed"].map((name) => `${folder}${name}`);
            if (all) for (const name of [...performance.getEntries().map((entry) => entry.name), ...later]) if (name.startsWith(location.origin)) fetch(name).catch(() => {});
        } catch {
            // a browser that keeps nothing, as in a private window
        }
    }

    /** A lesson's panel, which loads what it needs when it is unfolded; above the experiments, if there are any. */
    async function offer() {
        if (!(await (await fetch(`${folder}panels.json`)).json()).includes(lesson)) return;
        const room = document.createElement("div"), folded = document.createElement("details");
        folded.className = "scanlab-panel";
        folded.append(Object.assign(document.createElement("summary"), { textContent: "Run this kernel here" }), room);
        folded.addEventListener("toggle", () => begin(room, "panel.js", lesson).catch((error) => (room.textContent = error.message)), { once: true });
        const experiments = document.getElementById("experiment");
        if (experiments) experiments.before(folded);
        else document.querySelector(".scanlab-mark").before(folded);
    }
})();
