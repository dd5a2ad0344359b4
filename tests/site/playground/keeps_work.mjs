// keeps_work.mjs MODULES SITE BROWSER: whether the playground's page loses anything that somebody wrote. Nothing is compiled.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { to_fragment } from "../../../docs/site/playground/link.js";
import { answer, begin, fromMenu, goToLine, openAt, patience, runSteps, status, text } from "./driver.mjs";

const [modules, site, name] = process.argv.slice(2);
const session = await begin(modules, site, name);
const { address, browser, newPage, scratch } = session;
const page = await newPage();
const lesson02 = "lessons/02_hillis_steele_shared/hillis_steele_shared.cu", lesson01 = "lessons/01_hillis_steele_naive/hillis_steele_naive.cu";

const code = (tab = page) => text(tab, ".cm-content");
const waitForCode = (words, tab = page) => tab.waitForFunction((wanted) => document.querySelector(".cm-content")?.textContent.includes(wanted), { ...patience, polling: 200 }, words);
const linkOf = async (source, at = "") => address + await to_fragment({ path: at, source });
const chosen = () => page.$eval("select[name=program]", ({ selectedOptions: [option] }) => option.textContent);
async function reload(tab = page) {
    await tab.reload();
    await tab.waitForSelector(".cm-content", patience);
}
async function write(words, tab = page, line = "int") {
    await goToLine(tab, line);
    await tab.keyboard.type(words);
}
async function forgetAll() {
    await openAt(page, address);
    await page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); });
}
const versions = async () => {
    await fromMenu(page, "versions");
    const titles = await page.$$eval(".pg-versions option", (all) => all.map(({ textContent }) => textContent));
    await page.keyboard.press("Escape");
    return titles;
};
/** Lets the page run out of room at this many characters. */
const limit = (characters) => page.evaluate((most) => {
    const setItem = (window.unlimited ??= Storage.prototype.setItem);
    Storage.prototype.setItem = function (key, value) {
        const used = Object.entries({ ...this }).reduce((all, [name, had]) => all + (name === key ? 0 : name.length + had.length), 0);
        if (used + key.length + value.length > most) throw new DOMException("no room", "QuotaExceededError");
        setItem.call(this, key, value);
    };
}, characters);

const steps = {
    async "what was changed in a linked program is there after a reload"() {
        await forgetAll();
        await openAt(page, await linkOf("int from_a_link;\n"));
        await write(" // and mine");
        await reload();
        assert.match(await code(), /from_a_link; \/\/ and mine/);
    },
    async "a linked program starts over as the link had it"() {
        await page.click("button[name=reset]");
        await answer(page, "yes");
        assert.match(await code(), /from_a_link;/);
        assert.doesNotMatch(await code(), /and mine/);
        assert.equal((await versions()).length, 2); // the changed text, and the link's
    },
    async "a second link leaves the first one's program alone"() {
        await openAt(page, await linkOf("int one;\n"));
        await write(" // solved");
        await openAt(page, await linkOf("int two;\n"));
        assert.match(await code(), /two/);
        await openAt(page, await linkOf("int one;\n"));
        await answer(page, "mine");
        assert.match(await code(), /one; \/\/ solved/);
    },
    async "a link that differs from one's own version asks which"() {
        await openAt(page, await linkOf("int one;\n"));
        await answer(page, "link");
        assert.doesNotMatch(await code(), /solved/);
        await page.keyboard.down("Control");
        await page.click(".cm-content");
        await page.keyboard.press("z");
        await page.keyboard.up("Control");
        await waitForCode("one; // solved");
    },
    async "copying a link leaves the page where it is"() {
        await openAt(page, `${address}#open=${lesson02}`);
        await write(" // before", page, "const int t = threadIdx.x");
        await page.click("button[name=share]");
        await page.waitForFunction(() => /link/.test(document.querySelector(".pg-status").textContent));
        await write(" // after", page, "const int t = threadIdx.x");
        await reload();
        assert.match(await code(), /before \/\/ after/);
        assert.match(await chosen(), /^02.*•$/);
    },
    async "the address follows the choice"() {
        await openAt(page, `${address}#open=${lesson02}`);
        await page.select("select[name=program]", lesson01);
        await reload();
        assert.match(await chosen(), /^01/);
        await page.evaluate((hash) => { location.hash = hash; }, await to_fragment({ path: "", source: "int pasted;\n" }));
        await waitForCode("pasted");
    },
    async "two tabs with one program see each other"() {
        await openAt(page, `${address}#open=${lesson01}`);
        const other = await newPage();
        await openAt(other, `${address}#open=${lesson01}`);
        await other.bringToFront();
        await write(" // of the other tab", other, "#include");
        await page.bringToFront();
        await waitForCode("// of the other tab");
        await write(" // and of this", page, "of the other tab");
        await reload();
        assert.match(await code(), /of the other tab \/\/ and of this/);
        await other.close();
    },
    async "what another tab wrote unseen becomes a version"() {
        await page.evaluate((at) => {
            const key = Object.keys(localStorage).find((entry) => entry.endsWith(`text.${at}`));
            localStorage.setItem(key, "int unseen;\n"); // no event comes to the tab that does this
        }, lesson01);
        await write(" // later", page, "of the other tab");
        await fromMenu(page, "versions");
        await page.waitForFunction(() => document.querySelector(".pg-compared")?.textContent.includes("unseen"));
        await page.keyboard.press("Escape");
        assert.match(await text(page, ".pg-notice"), /Another tab/);
    },
    async "full storage drops old versions, then says that it is full"() {
        await forgetAll();
        await openAt(page, `${address}#open=${lesson02}`);
        await limit(await page.evaluate(() => Object.entries({ ...localStorage }).reduce((all, [key, value]) => all + key.length + value.length, 0)) + 12_000);
        await write(` // ${"x".repeat(500)}`, page, "#include");
        await page.click("button[name=reset]");
        await answer(page, "yes"); // a version of some 4,000 characters
        await write(" // kept", page, "#include");
        assert.equal(await page.$eval(".pg-notice", ({ hidden }) => hidden), true);
        await limit(100);
        await write(" // not kept", page, "#include");
        assert.match(await text(page, ".pg-notice"), /no more room/);
        const isAsked = await page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
        assert.ok(isAsked);
        await limit(Infinity);
        await write(" // kept again", page, "#include");
    },
    async "damaged entries are said, put aside and survived"() {
        await forgetAll();
        const prefix = await page.evaluate(() => `scanlab:${new URL("..", location.href).pathname}:playground.`);
        await page.evaluate((at) => {
            localStorage.setItem(`${at}current`, "[");
            localStorage.setItem(`${at}solved`, "{[");
            localStorage.setItem(`${at}program.own:1`, "}");
        }, prefix);
        await openAt(page, address);
        assert.match(await code(), /__global__/);
        await page.waitForFunction(() => /damaged/.test(document.querySelector(".pg-notice").textContent), patience);
        assert.equal(await page.evaluate((at) => localStorage.getItem(`${at}damaged.program.own:1`), prefix), "}");
    },
    async "what an earlier version of the page kept is taken over"() {
        await forgetAll();
        await page.evaluate((at) => {
            localStorage.setItem(`scanlab.playground.text.${at}`, "int of_earlier;\n");
            localStorage.setItem("scanlab.playground.text.linked", "int of_a_link;\n");
        }, lesson02);
        await openAt(page, `${address}#open=${lesson02}`);
        assert.match(await code(), /of_earlier/);
        assert.match(await text(page, "select[name=program]"), /From an earlier link/);
        assert.equal(await page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith("scanlab.playground."))), false);
    },
    async "a new program, and one from a file, have names of their own"() {
        await forgetAll();
        await openAt(page, address);
        await fromMenu(page, "begin");
        assert.equal(await chosen(), "program.cu");
        await fromMenu(page, "begin");
        assert.equal(await chosen(), "program_2.cu");
        const file = path.join(scratch, "race.cu");
        fs.writeFileSync(file, "int of_a_file;\n");
        const [chooser] = await Promise.all([page.waitForFileChooser(), fromMenu(page, "load")]);
        await chooser.accept([file]);
        await waitForCode("of_a_file");
        await write(" // mine");
        await reload();
        assert.match(await code(), /of_a_file; \/\/ mine/);
        assert.equal(await chosen(), "race.cu");
    },
    async "all of one's work goes into a file and comes back"() {
        const bytes = await page.evaluate(() => new Promise((resolve) => {
            const { createObjectURL } = URL;
            URL.createObjectURL = (blob) => (blob.arrayBuffer().then((all) => resolve([...new Uint8Array(all)])), createObjectURL.call(URL, blob));
            document.querySelector("button[name=export]").click();
        }));
        const file = path.join(scratch, "work.zip");
        fs.writeFileSync(file, Buffer.from(bytes));
        await forgetAll();
        await openAt(page, address);
        const bring = async (at) => {
            const [chooser] = await Promise.all([page.waitForFileChooser(), fromMenu(page, "load")]);
            await chooser.accept([at]);
        };
        await bring(file);
        await page.waitForFunction(() => /came back/.test(document.querySelector(".pg-status").textContent));
        assert.match(await text(page, "select[name=program]"), /race\.cu/);
        await page.select("select[name=program]", await page.$eval("select[name=program]", ({ options }) => [...options].find(({ textContent }) => textContent === "race.cu").value));
        assert.match(await code(), /of_a_file; \/\/ mine/);
        const broken = path.join(scratch, "broken.zip");
        fs.writeFileSync(broken, Buffer.from(bytes.slice(0, 60)));
        await bring(broken);
        await page.waitForFunction(() => /cannot be opened: it is no zip/.test(document.querySelector(".pg-status").textContent));
    },
    async "a program of one's own can be deleted, one of the kit cannot"() {
        await fromMenu(page, "remove");
        await answer(page, "yes");
        assert.doesNotMatch(await text(page, "select[name=program]"), /race\.cu/);
        assert.equal(await page.$eval("button[name=remove]", ({ disabled }) => disabled), true);
    },
    async "a broken link says so, and opens what was open"() {
        await openAt(page, `${address}#open=${lesson01}`);
        await openAt(page, `${address}#program=@@@`);
        assert.match(await status(page), /leads to no program/);
        assert.match(await chosen(), /^01/);
    },
};

await runSteps({ ...session, browser }, page, steps);
