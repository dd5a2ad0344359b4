// Runs in a page beside the site, with a list of its `pages`: loads them into a frame, uses them as a reader does, and
// leaves a verdict.
const failures = [];
let checks = 0;
const check = (what, holds) => {
    ++checks;
    if (!holds) failures.push(what);
};

// What depends on a style or a size is done when a picture is drawn.
const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 10)));
const until = async (holds) => {
    for (let tries = 0; !holds() && tries < 100; ++tries) await drawn();
};
const loaded = (element) => new Promise((done) => element.addEventListener("load", done, { once: true }));

const isDark = (page) => page.defaultView.getComputedStyle(page.body).backgroundColor
    .match(/\d+/g).slice(0, 3).every((part) => part < 128);
const toggle = (page) => page.querySelector("doxygen-awesome-dark-mode-toggle");
const diagrams = (page) => [...page.querySelectorAll("iframe.steps")];
const hasItsHeight = ({ contentDocument, clientHeight }) =>
    Math.abs(clientHeight - contentDocument.documentElement.offsetHeight) <= 1;

/** Opens a page in a window of its own, as it were. */
async function open(name) {
    const frame = document.createElement("iframe");
    frame.style = "width: 1280px; height: 900px; border: 0; color-scheme: light";
    frame.src = site + name;
    document.body.append(frame);
    await loaded(frame);
    await until(() => toggle(frame.contentDocument));
    return frame;
}

function checkDiagram(where, frame) {
    const page = frame.contentDocument;
    const drawing = page.querySelector("#picture svg").getBoundingClientRect();
    check(`${where}: the diagram shows`, drawing.width > 200 && drawing.height > 100);
    check(`${where}: the diagram has the height that it needs`, hasItsHeight(frame));
    check(`${where}: the diagram fits in`, page.documentElement.scrollWidth <= frame.clientWidth);
    const state = () => page.getElementById("now").textContent + page.getElementById("picture").innerHTML;
    page.getElementById("last").click();
    const whole = state();
    page.getElementById("first").click();
    const first = state();
    page.getElementById("forward").click();
    check(`${where}: the diagram steps`, whole !== first && first !== state());
}

async function checkText(name) {
    const frame = await open(name);
    const page = frame.contentDocument;
    const content = page.getElementById("doc-content");
    check(`${name}: there is a title`, page.title.startsWith("Scanlab: "));
    for (const image of page.querySelectorAll(".contents img"))
        check(`${name}: ${image.getAttribute("src")} shows`, image.complete && image.naturalWidth > 0);

    for (const [width, dark] of [[1280, false], [390, true]]) {
        const where = `${name} at ${width} px`;
        frame.style.width = `${width}px`;
        frame.style.colorScheme = dark ? "dark" : "light";
        const is = (dark) => isDark(page) === dark &&
            diagrams(page).every(({ contentDocument }) => isDark(contentDocument) === dark);
        await until(() => is(dark) && diagrams(page).every(hasItsHeight));
        check(`${where}: page and diagrams are as dark as the system`, is(dark));
        check(`${where}: nothing is wider than the window`, page.documentElement.scrollWidth <= width &&
            content.scrollWidth <= content.clientWidth);
        for (const folded of page.querySelectorAll("details")) {
            const title = folded.querySelector("summary")?.textContent ?? "";
            check(`${where}: "${title}" has something to unfold`,
                title && folded.textContent.trim().length > title.length + 20);
        }
        for (const diagram of diagrams(page)) checkDiagram(where, diagram);
        toggle(page).click();
        await until(() => is(!dark));
        check(`${where}: the button changes page and diagrams`, is(!dark));
        toggle(page).click();
    }
    frame.remove();
}

async function checkTree() {
    const frame = await open("index.html");
    const labels = () => [...frame.contentDocument.querySelectorAll("#nav-tree-contents .label")];
    await until(() => labels().length > 0);
    const lessons = labels().map((label) => label.textContent.trim()).filter((name) => name.startsWith("Lesson "));
    check(`the tree has the lessons in their order, not ${lessons}`, lessons.length >= 9 &&
        lessons.every((name, i) => name.startsWith(`Lesson ${String(i).padStart(2, "0")}`)));
    frame.remove();
}

async function checkSearch(query, expected) {
    const frame = await open("index.html");
    const page = frame.contentDocument;
    const field = page.getElementById("MSearchField");
    field.focus();
    field.value = query;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await until(() => page.getElementById("results")?.hidden === false);
    const found = [...page.querySelectorAll("#results a")].slice(0, 5);
    const index = found.findIndex((link) => link.textContent.includes(expected));
    check(`${query} finds ${expected}, not ${found.map((link) => link.textContent).join(" | ")}`, index >= 0);
    if (index >= 0) {
        const arrives = loaded(frame);
        found[index].click();
        await arrives;
        const { hash } = frame.contentWindow.location;
        check(`${query}: what is found is there`, hash === "" || frame.contentDocument.getElementById(hash.slice(1)));
    }
    frame.remove();
}

// What Doxygen makes of headers and sources is alike: one page of each kind will do.
const kinds = [/_source\.html$/, /-members\.html$/, /_8[a-z]+\.html$/, /^(class|struct)/, /^concept/, /^namespace/, /^dir_/,
    /^(annotated|classes|files|functions|hierarchy|pages|usergroup).*\.html$/];
const kindOf = (name) => kinds.findIndex((kind) => kind.test(name));

async function checkAll() {
    const texts = pages.filter((name) => kindOf(name) < 0);
    check(`there are pages, not only ${texts}`, texts.length > 20);
    for (const name of texts) await checkText(name);
    for (const kind of kinds) {
        const example = pages.find((name) => kinds[kindOf(name)] === kind);
        if (example) (await open(example)).remove();
    }
    await checkTree();
    await checkSearch("look-back", "Lesson 08: decoupled look-back");
    await checkSearch("bank conflict", "Bank conflict · Glossary");
    await checkSearch("warp_inclusive_scan", "collectives.cuh");
}

// A document is loaded when all of its frames are, and the browser waits for that: until this one is closed.
const last = document.body.appendChild(document.createElement("iframe")).contentDocument;
last.open();
await checkAll().catch((error) => check(error.stack, false));
const verdict = document.createElement("pre");
verdict.id = "verdict";
verdict.textContent = [`${checks} checks of ${pages.length} pages, ${failures.length} failed`, ...failures].join("\n");
document.body.append(verdict);
last.close();
