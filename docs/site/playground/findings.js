// What the simulator and the compiler have to say, as marks at lines and as a list.
import { count, html } from "./dom.js";

export const sameFile = (one, other) => one?.replace(/^\//, "") === other?.replace(/^\//, "");

/** Marks for the editor, of findings in this file. */
export function marksOf(findings, file) {
    const marks = [];
    for (const finding of findings) {
        const { severity, kind, message, hint } = finding;
        const says = `${kind}: ${message}${hint ? `\n${hint}` : ""}`;
        if (sameFile(finding.file, file)) marks.push({ line: finding.line, severity, message: says });
        if (sameFile(finding.other_file, file) && finding.other_line !== finding.line)
            marks.push({ line: finding.other_line, severity, message: `${kind}: the other place is line ${finding.line}. ${message}` });
    }
    return marks;
}

export const marksOfErrors = (errors, file, severity) =>
    errors.filter((error) => sameFile(error.file, file)).map(({ line, column, message }) => ({ line, column, severity, message }));

function lineButton(file, line, shown, goTo) {
    const name = `line ${line}`;
    return sameFile(file, shown)
        ? html("button", { type: "button", class: "pg-line", click: () => goTo(line) }, name)
        : html("span", {}, `${file?.split("/").pop()}, ${name}`);
}

const repeated = ({ count: times, runs }) => (runs ? `in ${count(runs, "run")}` : times > 1 ? `${times} times` : "");

const triple = (at) => `(${at.join(",")})`;
/** As the terminal says it. */
const placeOf = ({ block, thread, warp, lane }) => [block && `block ${triple(block)}`, thread && `thread ${triple(thread)}`,
    Number.isInteger(warp) && `warp ${warp}`, Number.isInteger(lane) && `lane ${lane}`].filter(Boolean).join(", ");

function item(finding, { file, goTo, replay }) {
    const places = [[finding.file, finding.line], [finding.other_file, finding.other_line]]
        .filter(([at, line], i, all) => at && line && (i === 0 || line !== all[0][1] || at !== all[0][0]));
    return html("li", { class: `pg-${finding.severity}` },
        html("p", { class: "pg-kind" }, html("strong", {}, `${finding.severity}: ${finding.kind}`), " ",
            ...places.flatMap(([at, line], i) => [i ? " and " : "", lineButton(at, line, file, goTo)]),
            ` ${repeated(finding)}`),
        html("p", {}, `${finding.message}.`.replace(/([.!?])\.$/, "$1")),
        placeOf(finding) ? html("p", { class: "pg-detail" }, `where: ${placeOf(finding)}`) : undefined,
        ...finding.details.map((detail) => html("p", { class: "pg-detail" }, detail)),
        finding.hint ? html("p", { class: "pg-hint" }, `hint: ${finding.hint}`) : undefined,
        finding.runs
            ? html("button", { type: "button", class: "pg-replay", click: () => replay(finding) },
                `Replay order ${finding.order}, ${finding.schedule}`)
            : undefined);
}

export const findingList = (findings, actions) => html("ol", { class: "pg-findings" }, ...findings.map((finding) => item(finding, actions)));

export function errorList(errors, { file, goTo }) {
    return html("ol", { class: "pg-findings" }, ...errors.map(({ file: at, line, column, message }) =>
        html("li", { class: "pg-error" }, html("p", {}, lineButton(at, line, file, goTo), column ? `, column ${column}: ${message}` : ` ${message}`))));
}

/** Findings of several runs, each once: with the number of runs that show it, and one of them. */
export class Collected {
    #all = new Map();
    #rules;
    constructor(rules) { this.#rules = rules; }
    async add(findings, { order, schedule }) {
        if (!findings.length) return;
        const identities = await this.#rules.identities(findings);
        for (const [i, finding] of findings.entries()) {
            const key = identities[i];
            const known = this.#all.get(key);
            if (known) ++known.runs;
            else this.#all.set(key, { ...finding, runs: 1, order: Number(order), schedule });
        }
    }
    get findings() { return [...this.#all.values()]; }
}

/** "2 errors and 1 warning". */
export function summary(findings) {
    const errors = findings.filter(({ severity }) => severity === "error").length, warnings = findings.length - errors;
    return [errors && count(errors, "error"), warnings && count(warnings, "warning")].filter(Boolean).join(" and ");
}
