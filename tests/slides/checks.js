// Runs with a list of `pages`, slides and handouts: loads each into a frame, measures it, and leaves a verdict.
const failures = [];
let checks = 0;
const check = (what, holds) => {
    ++checks;
    if (!holds) failures.push(what);
};
const loaded = (element) => new Promise((done) => element.addEventListener("load", done, { once: true }));

const slide = { width: 1280, height: 720 };
const millimetre = 96 / 25.4;
const sheet = { width: 178 * millimetre, height: (297 - 2 * 14) * millimetre }; // A4 without the margins of handout.css

/** What sticks out of this part of a page. */
function outside(part) {
    const { left, top, width, height } = part.getBoundingClientRect();
    return [...part.querySelectorAll("*")].filter((element) => !element.ownerSVGElement).filter((element) => { // a picture clips its parts
        const box = element.getBoundingClientRect();
        return box.width && (box.right > left + width + 1 || box.bottom > top + height + 1 || box.left < left - 1);
    });
}

for (const address of pages) {
    const name = address.split("/").pop();
    const isHandout = name.includes("handout");
    const { width, height } = isHandout ? sheet : slide;
    const frame = document.createElement("iframe");
    frame.style = `width: ${width}px; height: ${height}px; border: 0`;
    frame.src = address;
    document.body.append(frame);
    await loaded(frame);
    const page = frame.contentDocument;
    for (const image of page.images) check(`${name}: ${image.alt} shows`, image.complete && image.naturalWidth > 0);
    if (isHandout)
        check(`${name}: is longer than a page: ${page.body.scrollHeight} of ${Math.floor(height)}`, page.body.scrollHeight <= height);
    for (const section of isHandout ? [] : page.querySelectorAll("body > section")) {
        const [first] = outside(section);
        check(`${name}#${section.id}: sticks out: ${first?.textContent.slice(0, 60)}`, !first);
        check(`${name}#${section.id}: has nothing to show`, section.textContent.trim() !== "");
    }
    if (!isHandout) check(`${name}: has slides`, page.querySelectorAll("body > section").length > 8);
    frame.remove();
}
const verdict = document.createElement("pre");
verdict.id = "verdict";
verdict.textContent = `${checks} checks, ${failures.length} failed\n${failures.join("\n")}`;
document.body.append(verdict);
