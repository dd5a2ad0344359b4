// task.mjs LABEL [FILE.cu]: runs a task of VS Code, of .vscode/tasks.json in this folder, while FILE.cu is open, and prints the problems
// that its matcher takes from the output: the file, the line, the column, the severity and the message. Exit code: that of the task.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const [label, file = ""] = process.argv.slice(2);
const variables = { "${file}": path.resolve(file), "${workspaceFolder}": process.cwd() };
const filled = (text) => text.replace(/\$\{\w+\}/g, (name) => variables[name] ?? name);
const { command, args, problemMatcher } = JSON.parse(fs.readFileSync(".vscode/tasks.json", "utf8")).tasks.find((task) => task.label === label);
const { regexp, ...groups } = problemMatcher.pattern;
const folder = filled(problemMatcher.fileLocation[1]); // where relative paths begin

const { status, stdout, stderr } = spawnSync(command, args.map(filled), { encoding: "utf8" });
for (const line of `${stdout}${stderr}`.split("\n")) {
    const found = line.match(regexp);
    if (!found) continue;
    const { file: at, line: number, column, severity, message } = Object.fromEntries(Object.entries(groups).map(([name, i]) => [name, found[i]]));
    console.log(`${path.resolve(folder, at)}:${number}:${column}: ${severity}: ${message}`);
}
process.exitCode = status;
