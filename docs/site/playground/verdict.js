// One sentence for each way in which a run can end.
import { count } from "./dom.js";
import { summary } from "./findings.js";

/** What became of a run: { text, good }. */
export function verdictOf({ exitCode, findings, report }) {
    const found = findings.length ? summary(findings) : "";
    if (report?.status === "skipped" || exitCode === 77) return { text: "The lesson needs what this device lacks, and was skipped.", good: false };
    if (exitCode === 0 && !found)
        return { text: report ? `PASS: right in ${count(report.checks.cases, "case")}, and nothing to find in this order.` : "It ran, and there is nothing to find in this order.", good: true };
    if (found) return { text: `The simulator found ${found}${exitCode === 1 ? ", and the result is wrong" : ""}.`, good: false };
    if (exitCode === 1) return { text: "The result is wrong; what was printed says where.", good: false };
    if (exitCode === 2) return { text: "It refused its options; what was printed says why.", good: false };
    if (exitCode === 127) return { text: "It cannot be started; what was printed says why.", good: false };
    if (exitCode >= 128) return { text: `It crashed (exit code ${exitCode}); what was printed says where.`, good: false };
    return { text: `It ended with exit code ${exitCode}.`, good: false };
}

/** Of a run under many orders. */
export function verdictOfMany(findings, runs, wrong) {
    if (!findings.length && !wrong) return { text: `Nothing to find in ${count(runs, "order")}.`, good: true };
    const results = wrong ? `${wrong} of ${runs} results are wrong` : "";
    return { text: [findings.length ? `In ${count(runs, "order")}: ${summary(findings)}` : "", results].filter(Boolean).join("; ") + ".", good: false };
}
