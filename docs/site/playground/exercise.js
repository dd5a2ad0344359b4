// The card of an exercise: hints, what is looked at, and whether this browser knows it as solved.
import { html } from "./dom.js";
import { inOrder, judge } from "./rubric.js";
import { rules } from "./rules.js";
import { kept } from "./storage.js";

/** The source with a main that checks it as a lesson is checked (common/grading/exercises/main.cpp); its own lines keep their numbers. */
export function withMain(source, { number, name, title, task, scope, block }) {
    if (!source.includes("SCANLAB_EXERCISE(")) return source;
    const cpp = (word) => word.replaceAll("-", "_");
    return `${source}
int main(int argc, char** argv) {
    const scanlab::Exercise exercise = scanlab::exercise();
    return scanlab::run({.number = ${number}, .name = "${name}", .title = ${JSON.stringify(title)}, .task = scanlab::Task::${cpp(task)},
                         .scope = scanlab::Scope::${cpp(scope)}, .block = ${block}}, exercise.variants, argc, argv);
}
`;
}

const signs = new Map([[true, "✓"], [false, "✗"], [undefined, "–"]]);
const spoken = new Map([[true, "holds"], [false, "does not hold"], [undefined, "only ./scanlab check looks at this"]]);

const warmUp = ({ sizes }) => [
    { title: `Right for ${sizes.join(" and ")} elements`, kind: "sizes" },
    { title: "Nothing for the simulator to find", kind: "findings" },
];

export class ExerciseCard {
    #element;
    #actions;
    #exercise;

    /** `actions.check(look)` compiles, and gives look() a function that runs the program. */
    constructor(element, actions) {
        this.#element = element;
        this.#actions = actions;
    }

    show(program) {
        this.#exercise = program.exercise;
        this.#element.hidden = !program.exercise;
        if (!program.exercise) return;
        const { exercise } = program;
        const lines = inOrder(exercise.rubric ?? warmUp(exercise));
        const page = `../${program.path.replace(/[^/]*$/, exercise.kind === "warm-up" ? "index.html" : "exercises.html")}`;
        this.lines = html("ul", { class: "pg-rubric" }, ...lines.map(({ title }) => html("li", {}, title)));
        this.#element.replaceChildren(
            html("h2", {}, exercise.title, html("span", { class: "pg-solved" }, kept.solved().has(exercise.name) ? " ✓ solved" : "")),
            html("p", {}, "Your code goes where the file says ", html("code", {}, "TODO"), ". ", html("a", { href: page, target: "_blank" }, "What it is about")),
            html("p", {}, html("button", { type: "button", class: "pg-main", click: () => this.#check(lines) }, "Check")),
            this.lines,
            ...(exercise.hints ?? []).map((hint, i) => {
                const summary = html("summary", {});
                summary.innerHTML = `Hint ${i + 1}: ${hint.title}`;
                const folded = html("details", {}, summary);
                folded.insertAdjacentHTML("beforeend", hint.html);
                return folded;
            }),
            html("p", { class: "pg-quiet" }, "A tab looks at fewer sizes and counts less than ", html("code", {}, "./scanlab check"),
                ", and points that count come from ", html("code", {}, "./scanlab grade"), "."));
    }

    async #check(lines) {
        const exercise = this.#exercise, items = [...this.lines.children];
        for (const item of items) item.removeAttribute("data-held");
        await this.#actions.check(async (run, findings) => {
            const held = [];
            for (const [i, line] of lines.entries()) {
                const verdict = line.kind === "sizes"
                    ? await this.#rightFor(exercise.sizes, exercise, run)
                    : await judge(line, exercise, { run, findings, rules });
                held.push(verdict);
                items[i].dataset.held = String(verdict);
                items[i].replaceChildren(html("span", { "aria-hidden": "true" }, `${signs.get(verdict)} `), line.title,
                    html("span", { class: "pg-hidden" }, `: ${spoken.get(verdict)}`));
            }
            const wrong = held.filter((verdict) => verdict === false).length, unknown = held.filter((verdict) => verdict === undefined).length;
            if (wrong === 0) {
                kept.solve(exercise.name);
                this.#element.querySelector(".pg-solved").textContent = " ✓ solved";
            }
            return { good: wrong === 0, text: wrong === 0
                ? `Solved: ${held.length - unknown} of ${held.length} lines hold${unknown ? `, the others only ./scanlab check looks at` : ""}.`
                : `Not yet: ${wrong} of ${held.length} lines do not hold.` };
        });
    }

    async #rightFor(sizes, { block }, run) {
        for (const n of sizes) if ((await run({ n, block })).exitCode !== 0) return false;
        return true;
    }
}
