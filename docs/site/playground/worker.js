// Compiles and runs programs, so that the page does not have to wait.
const playground = import(new URL("runtime/playground.mjs", import.meta.url)).then(({ openPlayground }) => openPlayground());
playground.catch(() => {}); // each command says it

const commands = {
    load: async (_, say) => { await (await playground).loadCompiler((progress) => say({ progress })); },
    compile: async ({ files, how }) => (await playground).compile(files, how),
    run: async ({ program, ...options }, say) => {
        await (await playground).prepare(program);
        let text = "", told = 0;
        const tell = () => {
            if (text) say({ text });
            [text, told] = ["", performance.now()];
        };
        const often = 100; // milliseconds: a page that is told each line of a flood does nothing else
        const ran = (await playground).run(program, { ...options, onOutput: (more) => { text += more; if (performance.now() > told + often) tell(); } });
        tell();
        return ran;
    },
    settings: async () => (await playground).settings(),
};

addEventListener("message", async ({ data: { id, command, options } }) => {
    try {
        postMessage({ id, result: await commands[command](options, (said) => postMessage({ id, said })) });
    } catch (error) {
        postMessage({ id, error: String(error?.message ?? error) });
    }
});
