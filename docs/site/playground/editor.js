// The editor: CodeMirror, with the kit's colours, marks at lines that something is said about, and what lines cost.
import { closeBrackets } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import {
    drawSelection, EditorView, gutter, GutterMarker, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

// The colours are the site's, so dark mode needs nothing here.
const theme = EditorView.theme({
    "&": { backgroundColor: "var(--md-code-bg-color)", color: "var(--md-code-fg-color)", fontSize: "0.68rem" },
    "&.cm-focused": { outline: "2px solid var(--scanlab-accent)" },
    ".cm-scroller": { fontFamily: "var(--md-code-font)", lineHeight: "1.5" },
    ".cm-content": { caretColor: "var(--scanlab-ink)" },
    ".cm-cursor": { borderLeftColor: "var(--scanlab-ink)" },
    ".cm-gutters": { backgroundColor: "var(--md-code-bg-color)", color: "var(--scanlab-quiet)", border: "0" },
    ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--scanlab-accent) 9%, transparent)" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
        backgroundColor: "color-mix(in srgb, var(--scanlab-accent) 30%, transparent)",
    },
    ".cm-tooltip, .cm-panels": { backgroundColor: "var(--scanlab-paper)", color: "var(--scanlab-ink)", borderColor: "var(--scanlab-rule)" },
    ".cm-diagnostic": { maxWidth: "32rem", whiteSpace: "normal" },
    ".cm-lintRange-error": { backgroundImage: "none", backgroundColor: "color-mix(in srgb, var(--scanlab-wrong) 20%, transparent)" },
    ".cm-lintRange-warning": { backgroundImage: "none", backgroundColor: "color-mix(in srgb, #c77800 22%, transparent)" },
    ".cm-lintRange-info": { backgroundImage: "none", borderBottom: "2px dotted var(--scanlab-wrong)" },
    ".cm-costs": { color: "var(--scanlab-quiet)", padding: "0 0.6em", whiteSpace: "pre" },
});

const colours = HighlightStyle.define([
    { tag: [tags.keyword, tags.modifier, tags.controlKeyword], color: "var(--md-code-hl-keyword-color)" },
    { tag: [tags.typeName, tags.standard(tags.name)], color: "var(--md-code-hl-constant-color)" },
    { tag: [tags.string, tags.character], color: "var(--md-code-hl-string-color)" },
    { tag: [tags.number, tags.bool, tags.null], color: "var(--md-code-hl-number-color)" },
    { tag: [tags.comment], color: "var(--scanlab-quiet)" },
    { tag: [tags.processingInstruction, tags.macroName], color: "var(--md-code-hl-special-color)" },
    { tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName))], color: "var(--md-code-hl-function-color)" },
]);

class Cost extends GutterMarker {
    constructor(text) {
        super();
        this.text = text;
    }
    eq(other) { return other.text === this.text; }
    toDOM() { return document.createTextNode(this.text); }
}

function gutterOf(costs) {
    if (costs.size === 0) return [];
    return gutter({
        class: "cm-costs",
        side: "after",
        lineMarker: (view, block) => {
            const text = costs.get(view.state.doc.lineAt(block.from).number);
            return text === undefined ? null : new Cost(text);
        },
    });
}

/** What code looks like. */
export const look = [cpp(), theme, syntaxHighlighting(colours)];

export class Editor {
    #view;
    #costs = new Compartment();
    #extensions;

    constructor({ parent, change, run }) {
        this.#extensions = [
            lineNumbers(), lintGutter(), this.#costs.of([]), highlightSpecialChars(), history(), drawSelection(), bracketMatching(),
            closeBrackets(), highlightActiveLine(), highlightSelectionMatches(), indentUnit.of("    "), EditorState.tabSize.of(4),
            keymap.of([
                { key: "Mod-Enter", run: () => (run(), true) },
                ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap, indentWithTab,
            ]),
            ...look,
            EditorView.contentAttributes.of({
                "aria-label": "The program. Escape, then Tab, leaves the editor; F8 goes to the next mark.",
            }),
            EditorView.updateListener.of((update) => {
                if (!update.docChanged) return;
                if (update.transactions.some((transaction) => transaction.isUserEvent("input") || transaction.isUserEvent("delete")))
                    this.showCosts(new Map());
                change();
            }),
        ];
        this.#view = new EditorView({ parent, state: this.#state("") });
    }

    #state(doc) { return EditorState.create({ doc, extensions: this.#extensions }); }

    get text() { return this.#view.state.doc.toString(); }
    set text(text) { this.#view.setState(this.#state(text)); }

    /** Puts another text there, which Undo takes back. */
    replace(text) {
        const { doc, selection } = this.#view.state;
        const anchor = Math.min(selection.main.anchor, text.length);
        this.#view.dispatch({ changes: { from: 0, to: doc.length, insert: text }, selection: { anchor }, userEvent: "input.replace" });
    }

    /** Marks of { line, severity, message }, from "error", "warning" and "info". One with a column (from 1) marks the word there, others the line. */
    mark(marks) {
        const { doc } = this.#view.state;
        const diagnostics = marks.filter(({ line }) => line >= 1 && line <= doc.lines).map(({ line, column, severity, message }) => {
            const { from, to, text } = doc.line(line);
            if (!column) return { from: from + text.search(/\S|$/), to, severity, message };
            const at = Math.min(column - 1, text.length), [word] = /^\w*/.exec(text.slice(at));
            return { from: from + at, to: Math.min(from + at + Math.max(word.length, 1), to), severity, message };
        });
        this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
    }

    /** A text beside each line of the map. */
    showCosts(costs) {
        // Not while the editor is at work on a change.
        queueMicrotask(() => this.#view.dispatch({ effects: this.#costs.reconfigure(gutterOf(costs)) }));
    }

    #startOf(line) {
        const { doc } = this.#view.state;
        return doc.line(Math.min(line, doc.lines)).from;
    }

    /** Scrolls the line into the middle of the editor. The page stays where it is, with the verdict in sight. */
    show(line) {
        const { scrollDOM } = this.#view, { top, height } = this.#view.lineBlockAt(this.#startOf(line));
        scrollDOM.scrollTop = top + (height - scrollDOM.clientHeight) / 2;
    }

    /** Puts the cursor there, too, and the editor into view. */
    goTo(line) {
        this.show(line);
        this.#view.dom.scrollIntoView({ block: "nearest" });
        this.#view.dispatch({ selection: { anchor: this.#startOf(line) } });
        this.#view.focus();
    }
}
