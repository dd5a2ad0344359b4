// Runs inside the page of lesson 02: switches barriers off and on, and leaves a verdict in the document.
const failures = [];
let checks = 0;
const check = (what, holds) => {
    ++checks;
    if (!holds) failures.push(what);
};
const byId = (id) => document.getElementById(id);
const choices = [...document.querySelectorAll("input[name=variant]")];
const wrong = () => document.querySelectorAll("#picture .n-wrong").length;
const last = () => byId("last").click();
const column = (id) => Number(id.split("_")[1]);
/** What stands lowest in each column. */
const results = () => {
    const lowest = [];
    for (const node of document.querySelectorAll("#picture .node[id^=r]")) {
        const at = node.getBoundingClientRect().top;
        const known = lowest[column(node.id)];
        if (node.querySelector(".number") && !(known?.at > at))
            lowest[column(node.id)] = { at, text: node.querySelector(".number").textContent };
    }
    return JSON.stringify(lowest.map(({ text }) => text));
};
const ink = () => getComputedStyle(document.querySelector("#picture g.text text")).fill;

check("the lesson comes first, as it is", choices.length >= 3 && choices[0].checked && wrong() === 0 && !byId("problems"));
byId("typed").value = "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1";
byId("typed").dispatchEvent(new Event("input"));
last();
const right = results();
check("the sums are right", right.includes('"16"'));
let wrongOnes = 0;
choices.slice(1).forEach((choice) => {
    choice.click();
    last();
    check(`${choice.value}: what is wrong is said`, byId("problems")?.textContent.includes("Nothing decides which of the two comes first"));
    check(`${choice.value}: the barrier is left out`, byId("source").textContent.includes("// left out: __syncthreads()"));
    const isWrong = wrong() > 0;
    wrongOnes += isWrong;
    check(`${choice.value}: red means wrong sums`, isWrong === (results() !== right));
    check(`${choice.value}: the numbers stay`, byId("typed").value.startsWith("1 1 1"));
    check(`${choice.value}: one picture`, document.querySelectorAll("#picture > svg").length === 1);
});
check("without a barrier sums go wrong, but not in every order", wrongOnes > 0 && wrongOnes < choices.length - 1);
const light = ink();
byId("dark").click();
const dark = ink();
choices[0].click();
check("the button for the dark holds for the next picture, too", dark !== light && ink() === dark);
last();
check("as it is again", wrong() === 0 && results() === right && !byId("problems"));

const verdict = document.createElement("pre");
verdict.id = "verdict";
verdict.textContent = [`${checks} checks of variants, ${failures.length} failed`, ...failures].join("\n");
document.body.append(verdict);
