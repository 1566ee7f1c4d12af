// Compiles the modules in a folder with the engine's own Python: node compile.mjs ENGINE FOLDER.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [engine, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${engine}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: engine });
python.FS.mkdirTree("/program");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/program");
python.runPython(readFileSync(new URL("compiling.py", import.meta.url), "utf8"));
