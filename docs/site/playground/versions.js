// The last versions of a program, and how each differs from what the editor has.
import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { html } from "./dom.js";
import { look } from "./editor.js";

const timeOf = (at) => new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** Shows `versions` ({ title | at, text }) beside the editor's text; promises the text that is chosen, or nothing. */
export function chooseVersion(root, versions, text) {
    return new Promise((resolve) => {
        let view, chosen;
        const room = html("div", { class: "pg-compared" });
        const list = html("select", { size: "8", "aria-label": "Versions", change: () => show() },
            ...versions.map(({ title, at }, i) => html("option", { value: i }, title ?? timeOf(at))));
        const take = html("button", { class: "pg-main", type: "button", click: () => { chosen = versions[list.value].text; dialog.close(); } }, "Take this version");
        const dialog = html("dialog", { class: "pg-dialog pg-versions", close: () => { view?.destroy(); dialog.remove(); resolve(chosen); } },
            html("h2", {}, "Versions"),
            html("p", { class: "pg-quiet" }, "A version is kept each time that you run a changed program, and before a text is replaced. What the chosen version lacks is green, and what only it has is red."),
            html("div", { class: "pg-version-columns" }, list, room),
            html("p", { class: "pg-buttons" }, take, html("button", { type: "button", click: () => dialog.close() }, "Close")));
        function show() {
            view?.destroy();
            view = new EditorView({ parent: room, doc: text, extensions: [
                lineNumbers(), EditorState.readOnly.of(true), ...look, unifiedMergeView({ original: versions[list.value].text, mergeControls: false, collapseUnchanged: {} }) ] });
        }
        root.append(dialog);
        dialog.showModal();
        list.selectedIndex = 0;
        show();
    });
}
