// Runs in a page beside the site: loads the site's pages into a frame, uses them as a reader does, and leaves a verdict.
const failures = [];
let checks = 0;
// A document is loaded when all of its frames are, and the browser waits for that: until this one is closed.
const last = document.body.appendChild(document.createElement("iframe"));
last.contentDocument.open();

const check = (what, holds) => {
    ++checks;
    if (!holds) failures.push(what);
};
// What a style or a size depends on is done when a picture is drawn.
const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 10)));
const until = async (holds) => {
    for (let tries = 0; !holds() && tries < 100; ++tries) await drawn();
};
const loaded = (element) => new Promise((done) => element.addEventListener("load", done, { once: true }));

const toggle = (frame) => frame.contentDocument.querySelector("doxygen-awesome-dark-mode-toggle");
const diagrams = (frame) => frame.contentDocument.querySelectorAll("iframe.steps");

/** Opens a page in a window of its own, as it were. */
async function open(page, width, scheme) {
    const frame = document.createElement("iframe");
    frame.style = `width: ${width}px; height: 900px; border: 0; color-scheme: ${scheme}`;
    frame.src = site + page;
    document.body.append(frame);
    await loaded(frame);
    await until(() => toggle(frame) && isDark(frame.contentDocument.body) === (scheme === "dark") &&
        [...diagrams(frame)].every(hasItsHeight));
    return frame;
}

const isDark = (element) => element.ownerDocument.defaultView.getComputedStyle(element).backgroundColor
    .match(/\d+/g).slice(0, 3).every((part) => part < 128);

// A diagram tells its height, which the page gives it.
const hasItsHeight = ({ contentDocument, clientHeight }) =>
    Math.abs(clientHeight - contentDocument.documentElement.offsetHeight) <= 1;

async function checkDiagram(where, frame, dark) {
    const page = frame.contentDocument;
    const drawing = page.querySelector("#picture svg").getBoundingClientRect();
    check(`${where}: the diagram shows`, drawing.width > 200 && drawing.height > 100);
    check(`${where}: the diagram is as dark as the page`, isDark(page.body) === dark);
    check(`${where}: the diagram has the height that it needs`, hasItsHeight(frame));
    check(`${where}: the diagram fits in`, page.documentElement.scrollWidth <= frame.clientWidth);
    const state = () => page.getElementById("now").textContent + page.getElementById("picture").innerHTML;
    const whole = state();
    page.getElementById("first").click();
    const first = state();
    page.getElementById("forward").click();
    check(`${where}: the diagram steps`, whole !== first && first !== state());
}

async function checkText(name, width, scheme) {
    const where = `${name} at ${width} px, ${scheme}`;
    const dark = scheme === "dark";
    const frame = await open(name, width, scheme);
    const page = frame.contentDocument;
    check(`${where}: there is a title`, page.title.startsWith("Scanlab: "));
    check(`${where}: the page is ${scheme}`, isDark(page.body) === dark);
    const content = page.getElementById("doc-content");
    check(`${where}: nothing is wider than the window`, page.documentElement.scrollWidth <= width &&
        content.scrollWidth <= content.clientWidth);
    for (const image of page.querySelectorAll(".contents img"))
        check(`${where}: ${image.getAttribute("src")} shows`, image.complete && image.naturalWidth > 0);
    for (const diagram of diagrams(frame)) await checkDiagram(where, diagram, dark);

    toggle(frame).click();
    await drawn();
    check(`${where}: the button changes it`, isDark(page.body) !== dark);
    toggle(frame).click();
    frame.remove();
}

async function checkTree() {
    const frame = await open("index.html", 1280, "light");
    const labels = () => [...frame.contentDocument.querySelectorAll("#nav-tree-contents .label")];
    await until(() => labels().length > 0);
    const names = labels().map((label) => label.textContent.trim());
    const lessons = names.filter((name) => name.startsWith("Lesson "));
    check(`the tree has the lessons in their order, not ${names.join(", ")}`, lessons.length >= 9 &&
        lessons.every((name, i) => name.startsWith(`Lesson ${String(i + 1).padStart(2, "0")}`)));
    frame.remove();
}

async function checkSearch(query, expected) {
    const frame = await open("index.html", 1280, "light");
    const page = frame.contentDocument;
    const field = page.getElementById("MSearchField");
    const type = async (text) => {
        field.value = text;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        await until(() => page.getElementById("results")?.hidden === false);
    };
    field.focus();
    await type(query);
    const results = page.getElementById("results");
    const found = [...results.querySelectorAll("a")];
    check(`${query} finds ${expected}, not ${found.slice(0, 5).map((link) => link.textContent).join(" | ")}`,
        found.slice(0, 5).some((link) => link.textContent.includes(expected)) && !results.hidden);
    const arrives = loaded(frame);
    found[0]?.click();
    await arrives;
    check(`${query}: what is found is there`, frame.contentDocument.getElementById(frame.contentWindow.location.hash.slice(1)));
    frame.remove();
}

// What Doxygen makes of headers and sources is alike: one page of each kind will do.
const kinds = [/_source\.html$/, /-members\.html$/, /_8[a-z]+\.html$/, /^(class|struct)/, /^concept/, /^namespace/, /^dir_/,
    /^(annotated|classes|files|functions|hierarchy|pages|usergroup).*\.html$/];
const kindOf = (name) => kinds.findIndex((kind) => kind.test(name));
const texts = pages.filter((name) => kindOf(name) < 0);
check("there are pages", texts.length > 20);
for (const name of texts) {
    await checkText(name, 1280, "light");
    await checkText(name, 390, "dark");
}
for (const kind of kinds) {
    const example = pages.find((name) => kinds[kindOf(name)] === kind);
    if (example) (await open(example, 1280, "light")).remove();
}
await checkTree();
await checkSearch("look-back", "Lesson 08: decoupled look-back");
await checkSearch("bank conflict", "Bank conflict · Glossary");
await checkSearch("warp_inclusive_scan", "collectives.cuh");

const verdict = document.createElement("pre");
verdict.id = "verdict";
verdict.textContent = [`${checks} checks of ${pages.length} pages, ${failures.length} failed`, ...failures].join("\n");
document.body.append(verdict);
last.contentDocument.close();
