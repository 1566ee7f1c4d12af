/** The page around: it starts the worker, shows the lobby or a board in a frame, and saves files. */

/** @param {string} id @returns {any} */
const the = (id) => document.getElementById(id);

/** What was asked of the worker and is not answered. @type {Map<number, {done: (found: any) => void, fail: (error: Error) => void}>} */
const waiting = new Map();
/** Who is told of a change. @type {Set<() => void>} */
const hearing = new Set();
let count = 0;
/** @type {Worker|null} */
let worker = null;
/** Why nothing works any more; empty: it does. */
let over = "";
/** That the program ended and was started again, which is said until the page is loaded again. */
let ended = "";

/** @param {string} words @param {boolean} [wrong] */
function status(words, wrong = false) {
  the("status").textContent = words;
  the("bar").classList.toggle("wrong", wrong);
}

function start() {
  // A worker that a blob starts has the policy of this page; one from an address has none.
  const source = `import ${JSON.stringify(new URL("worker.js", location.href).href)};`;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  worker = new Worker(url, { type: "module" });
  worker.onmessage = ({ data }) => data.id === undefined ? said(data) : answered(data);
  worker.onerror = (event) => died(event.message || "the worker ended");
}

/** @param {any} data */
function said(data) {
  if (data.said === "ready") {
    the("loading").hidden = true;
    status(ended, ended !== "");
    look();
    globalThis.pbem.times = data.times;
    globalThis.pbem.ready = true;
  }
  if (data.said === "failed") {
    over = data.why;
    the("loading").hidden = true;
    the("frame").hidden = true;
    status(data.why, true);
  }
}

/** @param {any} data */
function answered({ id, found, error, fatal }) {
  const one = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) one?.done(found);
  else one?.fail(new Error(error));
  if (fatal) died(error);
}

/** Start another worker in the place of one that ended; the journal has all that was signed. @param {string} why */
function died(why) {
  worker?.terminate();
  for (const one of waiting.values()) one.fail(new Error(why));
  waiting.clear();
  ended = `The program ended and was started again: ${why}. What was signed is kept.`;
  status(ended, true);
  start();
  the("frame").src = "lobby.html";
}

/** @param {any} what @returns {Promise<any>} */
function ask(what) {
  if (over) return Promise.reject(new Error(over));
  return new Promise((done, fail) => {
    waiting.set(++count, { done, fail });
    worker?.postMessage({ id: count, ...what });
  }).then((found) => {
    if (what.method === "POST") {
      for (const hear of hearing) hear();
      if (!String(what.path).startsWith("/browser/")) look();
    }
    return found;
  });
}

/** Save a file as the browser saves what it loads. @param {string} name @param {Blob} blob */
function save(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @param {() => void} hear */
function onChange(hear) {
  hearing.add(hear);
  return () => hearing.delete(hear);
}

/** Ask the program for something; a file is saved. @param {string} path @param {Uint8Array} [body] */
async function post(path, body = new Uint8Array()) {
  const [code, headers, content] = await ask({ kind: "http", method: "POST", path, query: "", body });
  if (code !== 200) throw new Error(JSON.parse(new TextDecoder().decode(content)).error);
  const named = /filename="([^"]+)"/.exec(new Map(headers).get("content-disposition") ?? "");
  if (!named) return JSON.parse(new TextDecoder().decode(content));
  save(named[1], new Blob([content]));
  return null;
}

/** Show whether the games are safe. */
async function look() {
  const now = await post("/browser/state").catch(() => null);
  if (!now) return;
  const asks = now.keys && !now.safe && !now.moved;
  the("save").hidden = the("without").hidden = !asks;
  the("move").hidden = the("again").hidden = !now.keys;
  if (now.moved) status("You moved your games to another device. Nothing is signed here any more.");
  else if (asks) status("Save a backup before you sign: a browser may throw away what it keeps.");
  else status(ended, ended !== "");
}

/** @param {boolean} moves */
async function back(moves) {
  try {
    const kept = await navigator.storage?.persist?.() ?? false;
    the("kept").textContent = kept ? "This browser keeps your games until you delete them." : "This browser may delete your games when it needs room: keep your backup.";
    await post("/backup", bytes("{}"));
    if (moves) await post("/browser/move");
  } catch (error) {
    status(error instanceof Error ? error.message : String(error), true);
    return;
  }
  await look();
}

/** Ask for words; what is refused is said in the dialog.
 * @param {{title: string, why: string, words: string, go: string}} form
 * @param {(words: string) => Promise<any>} does */
function asking(form, does) {
  the("asked").textContent = form.title;
  the("why").textContent = form.why;
  the("words-label").textContent = form.words;
  the("words").value = the("refused").textContent = "";
  the("go").textContent = form.go;
  the("go").onclick = async () => {
    try {
      await does(the("words").value);
      the("asking").close();
      await look();
    } catch (error) {
      the("refused").textContent = error instanceof Error ? error.message : String(error);
    }
  };
  the("asking").showModal();
}

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);

the("save").onclick = the("again").onclick = () => back(false);
the("without").onclick = () => asking({ title: "Go on without a backup", why: "If this browser deletes what it keeps, your name and your games are lost, and nobody can give them back.", words: "Write: I take the risk", go: "Go on" }, (words) => post("/browser/refuse", bytes(words)));
the("move").onclick = () => asking({ title: "Move to another device", why: "You get one file with your keys and games. Restore it there. This browser then signs nothing any more.", words: "Write: move", go: "Save the file and move" }, async (words) => {
  if (words.trim().toLowerCase() !== "move") throw new Error("Write 'move' to be sure.");
  await back(true);
});
Object.assign(globalThis, { pbem: { ask, save, onChange, times: {}, ready: false } });
start();
the("frame").src = "lobby.html";
the("frame").hidden = false;
