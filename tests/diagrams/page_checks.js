// Runs inside a page opened at #step=3: uses it as a reader does, and leaves a verdict in the document.
const failures = [];
let checks = 0;
const check = (what, holds) => {
    ++checks;
    if (!holds) failures.push(what);
};
const byId = (id) => document.getElementById(id);
const steps = JSON.parse(byId("steps").textContent);
const last = steps.length - 1;
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const press = (key, target = document.body, more = {}) =>
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
const within = (element, pane) => {
    const inner = element.getBoundingClientRect();
    const outer = pane.getBoundingClientRect();
    return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
};

function checkStep(index, how) {
    const groups = [...byId("picture").querySelectorAll('[class*="step-"]')];
    const stepOf = (group) => Number(group.getAttribute("class").match(/step-(\d+)/)[1]);
    check(`${how}: something is drawn in step ${index}`, groups.some((g) => stepOf(g) === index));
    check(`${how}: the groups of step ${index} are current, the later ones faded`, groups.every((g) =>
        g.classList.contains("current") === (stepOf(g) === index) &&
        g.classList.contains("later") === stepOf(g) > index));
    check(`${how}: the address says step ${index}, not ${location.hash}`, location.hash === `#step=${index}`);
    check(`${how}: the slider says step ${index}`, byId("slider").valueAsNumber === index);
    check(`${how}: step ${index} is described`, byId("now").textContent.includes(steps[index].label) &&
        byId("now").textContent.includes(steps[index].description));
    const marked = [...document.querySelectorAll("#source .current")];
    check(`${how}: the lines of step ${index} are marked`,
        JSON.stringify(marked.map((line) => line.id).sort()) === JSON.stringify([...new Set(steps[index].lines)].sort()));
    if (marked.length > 0) check(`${how}: the first marked line is in sight`, within(marked[0], byId("source")));
}

checkStep(3, "opened at #step=3");
check("some step has a line", steps.some((step) => step.lines.length > 0));
check("the description is announced", byId("now").getAttribute("aria-live") === "polite");

press("ArrowRight");
checkStep(4, "right arrow");
press("ArrowLeft");
press("ArrowLeft");
checkStep(2, "left arrow twice");
press("End");
checkStep(last, "End");
check("at the end there is no way forward", byId("forward").ariaDisabled === "true" && byId("back").ariaDisabled === "false");
press("ArrowRight");
checkStep(last, "right arrow at the end");
press("Home");
checkStep(0, "Home");
press("ArrowRight", document.body, { ctrlKey: true });
checkStep(0, "a key of the browser's");

byId("forward").click();
checkStep(1, "Forward");
byId("last").click();
checkStep(last, "Last step");
byId("back").click();
checkStep(last - 1, "Back");
byId("first").click();
checkStep(0, "First step");
byId("slider").value = 2;
byId("slider").dispatchEvent(new Event("input"));
checkStep(2, "slider");
press("ArrowRight", byId("slider"));
checkStep(2, "the slider's own keys");
press(" ", byId("forward"));
checkStep(2, "space on a button, which presses it by itself");

press(" ");
check("space plays", byId("play").getAttribute("aria-label") === "Pause");
await wait(1600);
checkStep(3, "played for a while");
press(" ");
check("space pauses", byId("play").getAttribute("aria-label") === "Play");
await wait(3200);
checkStep(3, "paused");
byId("last").click();
byId("back").click();
byId("play").click();
await wait(3200);
checkStep(last, "played to the end");
check("playing ends with the last step", byId("play").getAttribute("aria-label") === "Play");

location.hash = "#step=2";
await wait(50);
checkStep(2, "the address was changed");
location.hash = "#step=999";
await wait(50);
checkStep(last, "a step that is too large");

byId("forward").focus({ focusVisible: true });
check("the focus can be seen", getComputedStyle(byId("forward")).outlineStyle === "solid");
check("everything can be reached by Tab", ["first", "back", "play", "forward", "last", "slider", "dark", "picture"]
    .every((id) => byId(id).tabIndex === 0));

const colours = () => [document.body, byId("picture").querySelector(".node :is(ellipse, polygon)"), byId("source")]
    .map((element) => getComputedStyle(element)).map((style) => `${style.backgroundColor} ${style.fill}`);
const dark = matchMedia("(prefers-color-scheme: dark)").matches;
check("the page is as dark as the system", byId("dark").getAttribute("aria-pressed") === String(dark) &&
    (getComputedStyle(document.body).backgroundColor === "rgb(255, 255, 255)") !== dark);
const before = colours();
byId("dark").click();
const after = colours();
check("the button changes the page, the picture and the source", before.every((colour, i) => colour !== after[i]));
byId("dark").click();
check("and back", JSON.stringify(colours()) === JSON.stringify(before));

check("only the picture is wider than the window", document.documentElement.scrollWidth <= innerWidth);
const pictureBox = byId("picture").getBoundingClientRect();
const sourceBox = byId("source").getBoundingClientRect();
check("the source stands beside the picture, or below it if there is no room",
    innerWidth > 960 ? sourceBox.left >= pictureBox.right : sourceBox.top >= pictureBox.bottom);
check("nothing was loaded", performance.getEntriesByType("resource").length === 0);

const verdict = document.createElement("pre");
verdict.id = "verdict";
verdict.textContent = [`${checks} checks at ${innerWidth} px, ${failures.length} failed`, ...failures].join("\n");
document.body.append(verdict);
