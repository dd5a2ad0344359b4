// Puts the playground into its page. Browsers load no modules, and start no workers, from a folder.
(() => {
    const root = document.getElementById("scanlab-playground");
    if (!root) return;
    const folder = new URL("../playground/", document.currentScript.src);
    const say = (text) => (root.textContent = text);
    if (location.protocol === "file:")
        return say("The playground needs a server, as browsers run no compiler from a folder: ./scanlab playground starts one on this machine, and says where.");
    say("Loading …");
    const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `${folder}playground.css` });
    document.head.append(style);
    const begin = async () => {
        await keptOffline();
        const { mount } = await import(`${folder}app.js`);
        root.className = "scanlab-playground";
        await mount(root);
    };
    /** From its second visit on, the page works without a network. It works without that, too. */
    async function keptOffline() {
        try {
            await navigator.serviceWorker.register(new URL("../service_worker.js", folder));
            if (navigator.serviceWorker.controller) return;
            const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
            await Promise.race([taken, new Promise((resolve) => setTimeout(resolve, 3000))]);
        } catch {
            // a browser that keeps nothing, as in a private window
        }
    }
    begin().catch((error) => say(`The playground cannot be loaded: ${error.message}`));
})();
