// Before the theme's own script: its search fetches an index and starts a worker, and browsers allow neither to a page
// that was opened from a folder. The index comes as a script, search_index.js, and where there can be no worker, a frame
// runs the worker's script as soon as the reader turns to the search: it reads the whole index. (The idea is that of the
// package iframe-worker.)
var __search = {
    get index() { // what the theme asks for up to version 8; later it takes __index itself
        return Promise.resolve(__index);
    },
};

if (location.protocol === "file:") {
    const searching = new Promise((begin) =>
        addEventListener("focusin", ({ target }) => target.matches(".md-search__input") && begin()));
    window.Worker = class extends EventTarget {
        constructor(address) {
            super();
            const frame = document.createElement("iframe");
            frame.hidden = true;
            document.body.append(frame);
            this.inside = frame.contentWindow;
            this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
            const script = this.inside.document.createElement("script");
            script.src = new URL(address, document.baseURI);
            this.ready = new Promise((ready) => (script.onload = ready));
            searching.then(() => this.inside.document.body.append(script));
        }
        async postMessage(data) {
            await this.ready;
            this.inside.dispatchEvent(new MessageEvent("message", { data }));
        }
    };
}
