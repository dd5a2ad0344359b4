// Before the theme's own script: its search fetches an index and starts a worker, and browsers allow neither to a page
// that was opened from a folder. The index comes as a script, search_index.js, as soon as the reader turns to the search,
// because it is larger than most pages. Where there can be no worker, a frame runs the worker's script. (The idea is that
// of the package iframe-worker.)
const searching = new Promise((begin) => {
    if (new URLSearchParams(location.search).has("q")) begin();
    addEventListener("focusin", ({ target }) => target.matches(".md-search__input") && begin());
});
const indexScript = new URL("../search/search_index.js", document.currentScript.src);
const loadIndex = () => new Promise((resolve, reject) =>
    document.head.append(Object.assign(document.createElement("script"), { src: indexScript, onload: () => resolve(__index), onerror: reject })));

var __search = { index: searching.then(loadIndex) };

if (location.protocol === "file:") {
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
