// Begins, makes an image, and begins from it twice: node image.mjs FOLDER TESTS LOGS.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, tests, logs] = process.argv.slice(2);
const { python: begin } = await import(pathToFileURL(`${folder}/python.js`).href);
const modules = readFileSync(`${folder}/engine/modules.packed`);
const starts = (image) => begin(`${folder}/engine/`, Promise.resolve(new Uint8Array(modules).buffer), image);
const asked = readFileSync(`${tests}/web/imaged.py`, "utf8");

/** What a start answers, in its own words. */
function answered({ python }) {
  for (const [at, root] of [["/tests", tests], ["/logs", logs]]) {
    python.FS.mkdirTree(at);
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, at);
  }
  return JSON.parse(python.runPython(asked));
}

/** Why a start from this is refused. */
const refused = (image) => starts(image).then(() => "", (error) => String(error.message ?? error).slice(0, 200));

const plain = await starts();
plain.python.pyimport("pbem.web.worker").destroy();
const image = plain.image(), other = image.slice();
other[20] ^= 1; // the engine that it is of
const found = [answered(plain), answered(await starts(image)), answered(await starts(image))];
plain.python.registerJsModule("foreign", { its: 1 });
plain.python.runPython("import foreign");
let foreign = "";
try {
  plain.image();
} catch (error) {
  foreign = error.message;
}
console.log(JSON.stringify({ found, foreign, refused: [await refused(other), await refused(new Uint8Array(64))] }));
