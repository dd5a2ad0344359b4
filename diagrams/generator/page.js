const byId = (id) => document.getElementById(id);
const steps = JSON.parse(byId("steps").textContent);
const last = steps.length - 1;
const picture = byId("picture");
const source = byId("source"); // null if no step has a line
const svg = picture.querySelector("svg");
svg.style.setProperty("--width", svg.getAttribute("width"));

// What is drawn in which step: dot.cpp gives each group the class step-<index>.
const drawn = steps.map((_, i) => [...svg.getElementsByClassName(`step-${i}`)]);

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
// At first, too: whoever opens a page at a step wants to be there.
const scrolling = () => (reducedMotion.matches || current === undefined ? "instant" : "smooth");
let current; // index of the step that is shown

/** Scrolls a pane, and only the pane, until its elements are in sight: in the middle if they were not. */
function reveal(pane, elements) {
    if (!pane || elements.length === 0) return;
    const boxes = elements.map((element) => element.getBoundingClientRect());
    const view = pane.getBoundingClientRect();
    const distance = (low, high, size) => {
        const from = Math.min(...boxes.map((box) => box[low]));
        const to = Math.max(...boxes.map((box) => box[high]));
        if (from >= view[low] && to <= view[high]) return 0;
        return to - from > view[size] ? from - view[low] : (from + to - view[low] - view[high]) / 2;
    };
    pane.scrollBy({
        left: distance("left", "right", "width"),
        top: distance("top", "bottom", "height"),
        behavior: scrolling(),
    });
}

function show(index) {
    index = Math.max(0, Math.min(last, index));
    if (index === current) return;
    const { label, description, lines } = steps[index];

    drawn.forEach((groups, i) => {
        for (const group of groups) {
            group.classList.toggle("later", i > index);
            group.classList.toggle("current", i === index);
        }
    });
    reveal(picture, drawn[index]);

    const marked = lines.map(byId).filter(Boolean);
    source?.querySelectorAll(".current").forEach((line) => line.classList.remove("current"));
    marked.forEach((line) => line.classList.add("current"));
    reveal(source, marked);

    const count = document.createElement("span");
    count.className = "count";
    count.textContent = ` (${index} of ${last}) `;
    const name = document.createElement("strong");
    name.textContent = label;
    byId("now").replaceChildren(name, count, description);

    byId("slider").value = index;
    byId("slider").setAttribute("aria-valuetext", label);
    // Not disabled: a button that has the focus must keep it.
    for (const id of ["first", "back"]) byId(id).ariaDisabled = index === 0;
    for (const id of ["last", "forward"]) byId(id).ariaDisabled = index === last;
    history.replaceState(null, "", `#step=${index}`);
    current = index;
}

let timer = 0;

function stop() {
    clearInterval(timer);
    timer = 0;
    byId("play").classList.remove("playing");
    byId("play").setAttribute("aria-label", "Play");
}

function play() {
    if (current === last) show(0);
    byId("play").classList.add("playing");
    byId("play").setAttribute("aria-label", "Pause");
    timer = setInterval(() => {
        show(current + 1);
        if (current === last) stop();
    }, 1500);
}

const goTo = (index) => {
    stop();
    show(index);
};
const actions = {
    first: () => goTo(0),
    back: () => goTo(current - 1),
    play: () => (timer ? stop() : play()),
    forward: () => goTo(current + 1),
    last: () => goTo(last),
};
for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
byId("slider").addEventListener("input", (event) => goTo(event.target.valueAsNumber));

const keys = { Home: "first", ArrowLeft: "back", " ": "play", ArrowRight: "forward", End: "last" };
document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.shiftKey) {
        // The plain arrows step, so these move a picture that is too wide.
        const sideways = { ArrowLeft: -80, ArrowRight: 80 }[event.key];
        if (sideways) picture.scrollBy({ left: sideways, behavior: scrolling() });
        return;
    }
    // Space presses the button that has the focus, and the slider knows its own keys.
    const target = event.target.closest("button, input")?.localName;
    if (!(event.key in keys) || target === "input" || (target === "button" && event.key === " ")) return;
    event.preventDefault();
    actions[keys[event.key]]();
});

// Dark or light: whatever the rules of the page and of the picture ask the system, the button answers.
const darkRules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule.media?.mediaText.includes("prefers-color-scheme: dark"));
let isDark = matchMedia("(prefers-color-scheme: dark)").matches;
byId("dark").setAttribute("aria-pressed", isDark);
byId("dark").addEventListener("click", () => {
    isDark = !isDark;
    for (const rule of darkRules) rule.media.mediaText = isDark ? "all" : "not all";
    byId("dark").setAttribute("aria-pressed", isDark);
});

const stepInAddress = () => Number(location.hash.match(/^#step=(\d+)$/)?.[1] ?? 0);
addEventListener("hashchange", () => goTo(stepInAddress()));
show(stepInAddress());

// Within another page: that page has a title and a button for the dark of its own, and wants to know how high this is.
if (self !== top) {
    document.documentElement.classList.add("embedded");
    new ResizeObserver(() => parent.postMessage({ height: document.documentElement.offsetHeight }, "*"))
        .observe(document.documentElement);
}
