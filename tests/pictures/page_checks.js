// Runs inside a page opened at #step=3: uses it as a reader does, and leaves a verdict in the document.
const failures = [];
let checks = 0;
const check = (what, holds) => {
    ++checks;
    if (!holds) failures.push(what);
};
const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent)[0];
const steps = data.steps;
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
    const row = document.querySelector("#threads tr.current");
    check(`${how}: the threads of step ${index} are current`, row?.dataset.step === String(index));
    if (marked.length > 0) check(`${how}: the first marked line is in sight`, within(marked[0], byId("source")));
}

checkStep(3, "opened at #step=3");
const memory = [...document.querySelectorAll("#memory li")];
check("step 3 shows two loads and a store, of two lanes at one bank", memory.length === 3 &&
    memory.every((row) => row.querySelectorAll(".waits").length === 1 && row.querySelector(".waits").textContent === "0\n1" &&
        row.textContent.endsWith("2 turns: a bank conflict")));
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
await wait(2100);
checkStep(3, "played for a while");
press(" ");
check("space pauses", byId("play").getAttribute("aria-label") === "Play");
await wait(3200);
checkStep(3, "paused");
byId("last").click();
byId("back").click();
byId("play").click();
await wait(2100);
checkStep(last, "played to the end");
check("playing ends with the last step", byId("play").getAttribute("aria-label") === "Play");

location.hash = "#step=2";
await wait(50);
checkStep(2, "the address was changed");
location.hash = "#step=999";
await wait(50);
checkStep(last, "a step that is too large");

byId("speed").value = 4;
byId("first").click();
byId("play").click();
await wait(1100);
press(" ");
checkStep(2, "played four times as fast");

// Numbers: the recorded run of an exclusive scan adds up what is typed.
const scanned = (numbers) => numbers.map((_, i) => numbers.slice(0, i).reduce((sum, x) => sum + x, 0));
const lastRow = () => Object.keys(data.nodes).filter((id) => data.nodes[id].step === last && document.getElementById(id).querySelector("text"))
    .sort((a, b) => Number(a.split("_")[1]) - Number(b.split("_")[1]));
const shown = (id) => Number(document.getElementById(id).querySelector(".number").textContent.replace("−", "-"));
const type = (text) => {
    byId("typed").value = text;
    byId("typed").dispatchEvent(new Event("input"));
};
check("what stands there is scanned", JSON.stringify(lastRow().map(shown)) === JSON.stringify(scanned(byId("typed").value.split(" ").map(Number))));
const own = Array.from({ length: 16 }, (_, i) => (i - 3) * 1000);
type(own.join(", "));
check("what is typed is scanned", JSON.stringify(lastRow().map(shown)) === JSON.stringify(scanned(own)));
type("7 oops");
check("what is no number is named, and changes nothing", byId("refused").textContent.includes("oops") && shown(lastRow()[15]) === scanned(own)[15]);
type("7 2");
check("what is not typed is 0", byId("refused").textContent !== "" && shown(lastRow()[15]) === 9);
byId("shown").value = "elements";
byId("shown").dispatchEvent(new Event("change"));
check("elements instead of sums", !document.querySelector("#picture .number") && document.getElementById(lastRow()[5]).textContent.includes("0–4"));
byId("shown").value = "both";
byId("shown").dispatchEvent(new Event("change"));

// Tracing, and threads.
const traced = (selector) => document.querySelectorAll(`${selector}.traced`).length;
const final = document.getElementById(lastRow()[4]);
final.focus();
check("who has made a value is said", /thread \d+ (makes|copies to) tree\[4\] = .*line \d+/.test(byId("traced").textContent));
check("what flows into it is traced", traced("#picture .node") > 4 && traced("#picture .edge") > 4 && traced("#picture .node") < 40);
check("its line and its thread are traced", traced("#source span") === 1 && traced("#threads td") === 1);
check("it can be read aloud", final.getAttribute("role") === "img" && final.getAttribute("aria-label").includes("tree[4]"));
press("ArrowRight", final);
check("arrows go to the next value", document.activeElement.id === lastRow()[5]);
document.activeElement.blur();
check("nothing is traced any more", traced("#picture .node") === 0);
final.dispatchEvent(new PointerEvent("pointerenter"));
check("pointing traces, too", traced("#picture .node") > 4);
final.dispatchEvent(new PointerEvent("pointerleave"));
const adding = [...document.querySelectorAll("#threads tr[data-step]")].map((row) => row.querySelectorAll(".adds").length);
check("threads fall idle, and come back", JSON.stringify(adding) === JSON.stringify([0, 8, 4, 2, 1, 0, 1, 2, 4, 8]));

byId("first").click();
check("the source begins at the kernel", within(document.getElementById(data.kernel), byId("source")) && byId("source").scrollTop > 0);
check("no code is cut", byId("source").scrollWidth <= byId("source").clientWidth);
byId("picture").scrollLeft = 1000;
const isInSight = () => document.querySelector("#picture .stays text").getBoundingClientRect().left >= byId("picture").getBoundingClientRect().left;
for (let tries = 0; tries < 200 && (tries === 0 || !isInSight()); ++tries) await wait(50); // it takes a frame, which may come late
check("labels stay in sight when a picture is scrolled", isInSight());

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
