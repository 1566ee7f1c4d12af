/** The page around: it starts the worker, shows the lobby or a board in a frame, and saves files. */

import { invitation } from "./invitation.js";

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
/** Whether the worker has begun. */
let begun = false;
/** Whether one of this page has ended. */
let again = false;
/** How often it may end and be started again while the page is loaded. */
let left = 3;
/** @type {() => void} */
let arrived = () => {};
/** When the worker has begun for the first time. @type {Promise<void>} */
const ready = new Promise((done) => { arrived = done; });
/** What went wrong, which is said until the page is loaded again. */
let lasting = "";

/** @param {string} words @param {boolean} [wrong] */
function status(words, wrong = false) {
  the("status").textContent = words;
  the("bar").classList.toggle("wrong", wrong);
}

function start() {
  over = "";
  begun = false;
  // A worker that a blob starts has the policy of this page; one from an address has none.
  const source = `import ${JSON.stringify(new URL("worker.js", location.href).href)};`;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  // One that takes the place of another begins from no image (worker.js).
  worker = new Worker(url, { type: "module", name: again ? "plain" : "" });
  worker.onmessage = ({ data }) => data.id === undefined ? said(data) : answered(data);
  worker.onerror = (event) => died(event.message || "the worker ended");
}

/** @param {any} data */
function said(data) {
  if (data.said === "ready") {
    begun = true;
    arrived();
    keep();
    send({ kind: "copies" }).then(copied, () => {});
    the("loading").hidden = true;
    look();
  }
  if (data.said === "failed") {
    stop(data.why);
    the("again-empty").hidden = !data.damaged;
  }
}

/** Say that nothing works any more, and why. @param {string} why */
function stop(why) {
  over = why;
  arrived();
  the("loading").hidden = the("frame").hidden = true;
  for (const one of waiting.values()) one.fail(new Error(why));
  waiting.clear();
  status(why, true);
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
  again = true;
  if (!begun) return stop(`The program cannot be loaded (${why}). What was signed is kept. Look at your network, and load this page again.`);
  if (left-- === 0) return stop(`The program ended again and again (${why}). What was signed is kept. Load this page again, and do something else.`);
  for (const one of waiting.values()) one.fail(new Error(why));
  waiting.clear();
  lasting = `The program ended and was started again: ${why}. What was signed is kept.`;
  status(lasting, true);
  start();
  the("frame").src = "lobby.html";
}

/** What is left of a damaged journal, as a file. */
const LEFT = "pbem-damaged-journal";

/** Save what is left of a damaged journal. A page cannot see whether the file arrives: its owner says so. */
async function rescue() {
  const left = new Blob(await send({ kind: "left" }));
  save(LEFT, left);
  asking({ title: "Begin again", why: `Look in your downloads folder. '${LEFT}' must be there, with ${left.size.toLocaleString("en")} bytes: somebody may still read your games in it. If it is not there, press Cancel, and then 'Begin again': that saves it again. Once you say that you have the file, this browser forgets these games. Then restore your last backup.`, words: "Write: I have the file", go: "Forget these games and begin again" }, anew);
}

/** Forget a damaged journal, and begin again. @param {string} words */
async function anew(words) {
  if (words.trim().toLowerCase() !== "i have the file") throw new Error("Write 'I have the file' once you see it in its folder.");
  if (!await send({ kind: "forget" })) throw new Error("The browser does not let go of these files. Load this page again, and try once more.");
  worker?.terminate();
  the("again-empty").hidden = true;
  the("loading").hidden = the("frame").hidden = false;
  status("Loading the program.");
  start();
  the("frame").src = "lobby.html";
}

/** @param {any} what @returns {Promise<any>} */
function send(what) {
  return new Promise((done, fail) => {
    waiting.set(++count, { done, fail });
    worker?.postMessage({ id: count, ...what });
  });
}

/** @param {any} what @returns {Promise<any>} */
function ask(what) {
  if (over) return Promise.reject(new Error(over));
  return send(what).then((found) => {
    if (what.file && found[0] === 200) held(what.file.name);
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

/** Ask the program for something; a file is saved, and its name and size are returned. @param {string} path @param {Uint8Array} [body] @returns {Promise<any>} */
async function post(path, body = new Uint8Array()) {
  const [code, headers, content] = await ask({ kind: "http", method: "POST", path, query: "", body });
  if (code !== 200) throw new Error(JSON.parse(new TextDecoder().decode(content)).error);
  const named = /filename="([^"]+)"/.exec(new Map(headers).get("content-disposition") ?? "");
  if (!named) return JSON.parse(new TextDecoder().decode(content));
  save(named[1], new Blob([content]));
  return { name: named[1], size: content.length };
}

/** Offer to keep a copy of a module that was chosen: a page forgets a file of its player's. @param {string} name */
function held(name) {
  the("chosen").hidden = false;
  the("chosen").querySelector("span").textContent = `${name} stays on your disk: nothing was uploaded. Next time this page asks for it again.`;
}

/** Show which copies of modules this browser keeps. @param {string[]} names */
function copied(names) {
  the("copied").hidden = !names.length;
  the("copied").querySelector("span").textContent = `This browser keeps a copy of ${names.join(" and ")}.`;
}

/** Keep a signed release of this site for later, and take a newer one only if it is signed (sw.js). */
async function keep() {
  const started = () => send({ kind: "keep" }).catch(() => {}); // what the start computed (worker.js)
  if (!("serviceWorker" in navigator) || !(await fetch("signed.json")).ok) return started();
  await navigator.serviceWorker.register("sw.js");
  const kept = await navigator.serviceWorker.ready, channel = new MessageChannel();
  channel.port1.onmessage = async ({ data }) => {
    await started();
    the("release").textContent = data || "This release works without a network.";
  };
  kept.active?.postMessage("update", [channel.port2]);
}

/** Show whether the games are safe. */
async function look() {
  const now = await post("/browser/state").catch(() => null);
  if (!now) return over ? undefined : status(lasting, lasting !== "");
  const asks = now.keys && !now.safe && !now.moved;
  the("save").hidden = the("without").hidden = !asks;
  the("again").hidden = !now.keys;
  the("move").hidden = !now.keys || now.moved;
  the("restore").hidden = !now.moved;
  the("all-here").hidden = now.moved || now.waits.length === 0;
  if (now.moved) status("You moved your games to another device. Nothing is signed here any more. To come back, move there too, and restore that backup here.");
  else if (lasting) status(lasting, true);
  else if (asks) status("Save a backup before you sign: a browser may throw away what it keeps.");
  else if (now.waits.length) status(`This browser may lack what you signed in ${now.waits.join(", ")}. Ask every opponent for a new mail of the game, and drop it on this page.`);
  else status("");
}

/** Save a backup. It counts once its owner says that the file is there, for a page cannot see that. @returns {Promise<boolean>} whether it counts */
async function back() {
  // Firefox asks its owner, who need not answer: nothing waits for it.
  Promise.resolve(navigator.storage?.persist?.()).catch(() => false).then((kept) => {
    the("kept").textContent = kept ? "This browser keeps your games until you delete them." : "This browser may delete your games when it needs room: keep your backup.";
  });
  const { name, size } = await post("/backup", bytes("{}"));
  const there = await new Promise((done) => {
    the("asking").addEventListener("close", () => done(false), { once: true });
    asking({ title: "Is the backup there?", why: `Look in your downloads folder: '${name}' must be there, with ${size.toLocaleString("en")} bytes. If it is not there, press Cancel, and save it once more.`, words: "", go: "The file is there" }, async () => {
      await post("/backup-saved", bytes("{}"));
      done(true);
    });
  });
  await look();
  return there;
}

/** Ask for words, or with none for a button alone; what is refused is said in the dialog.
 * @param {{title: string, why: string, words: string, go: string}} form
 * @param {(words: string) => Promise<any>} does */
function asking(form, does) {
  the("asked").textContent = form.title;
  the("why").textContent = form.why;
  the("words-label").textContent = form.words;
  the("words").parentElement.hidden = !form.words;
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

the("copy").onclick = () => send({ kind: "copy" }).then(copied, (error) => { lasting = error.message; }).finally(() => { the("chosen").hidden = true; look(); });
the("ask-again").onclick = () => { the("chosen").hidden = true; };
the("forget").onclick = () => send({ kind: "drop" }).then(copied);
the("save").onclick = the("again").onclick = () => back().catch((error) => status(error.message, true));
the("restore").onclick = () => {
  const field = Object.assign(document.createElement("input"), { type: "file" });
  field.onchange = async () => {
    try {
      if (field.files?.[0]) status((await post("/restore", new Uint8Array(await field.files[0].arrayBuffer()))).lines.join(" "));
    } catch (error) {
      status(error instanceof Error ? error.message : String(error), true);
    }
  };
  field.click();
};
the("again-empty").onclick = () => rescue().catch((error) => status(error.message, true));
the("without").onclick = () => asking({ title: "Go on without a backup", why: "If this browser deletes what it keeps, your name and your games are lost, and nobody can give them back.", words: "Write: I take the risk", go: "Go on" }, (words) => post("/browser/refuse", bytes(words)));
the("all-here").onclick = () => asking({ title: "Nothing is missing", why: "Have every opponent import all mail that you sent. Then import all mail that they and you sent. Two different moves of yours after the same event forfeit a game.", words: "Write: I imported everything", go: "Sign again" }, (words) => post("/browser/all-here", bytes(words)));
the("move").onclick = () => asking({ title: "Move to another device", why: "You get one file with your keys and games. Restore it there. This browser then signs nothing any more.", words: "Write: move", go: "Save the file and move" }, async (words) => {
  if (words.trim().toLowerCase() !== "move") throw new Error("Write 'move' to be sure.");
  await post("/browser/move");
});
Object.assign(globalThis, { pbem: { ask, save, onChange } });

/** Whether another page shows this one. Its owner could steer clicks, and a web space sends no header that forbids it. */
const framed = parent !== globalThis;

/** What is lacking for the program, if anything. */
const lacking = () => framed ? "This page is inside another page, whose owner could steer your clicks. Open its own address." : typeof WebAssembly === "object" && "locks" in navigator && "getDirectory" in (navigator.storage ?? {}) ? "" : "This browser is too old for the program, or keeps nothing in a private window. Copy the link, and open it in another browser.";

/** Show a page in the frame. @param {string} page */
function show(page) {
  the("invitation").hidden = true;
  the("frame").src = page;
  the("frame").hidden = false;
}

/** Show the lobby, which reads what the link of this page carries. @param {string} hash */
function lobby(hash) {
  show(`lobby.html${hash}`);
}

/** Ask the program; an answer that refuses is an error. @param {string} path @param {object} what */
const tell = (path, what) => post(path, bytes(JSON.stringify(what)));

/** A file in base64; nothing for none. @param {any} file @returns {Promise<string>} */
function coded(file) {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => fail(new Error("The browser cannot read this file. Choose it once more."));
    reader.readAsDataURL(file ?? new Blob());
  });
}

/** Answer an invitation: keys, a backup of them, the opening. @param {import("./invitation.js").Invitation} one */
async function take(one) {
  const form = new FormData(the("take")), passphrase = String(form.get("passphrase")), file = await coded(form.get("table"));
  if (one.needs && !file) throw new Error(`This table is too long for a link. Ask ${one.who} for its file, and choose it here.`);
  await ready;
  if (over) throw new Error(over);
  const now = await post("/browser/state");
  if (!now.keys) await tell("/identity", { handle: form.get("handle"), passphrase });
  if (!now.safe && !await back()) throw new Error("Nothing was signed. Press Play again to save your keys once more.");
  await tell("/accept", { link: one.link, passphrase, ...(file ? { file } : {}) });
  the("take").reset(); // the passphrase stays in no field, which may be shown as text
  history.replaceState(null, "", location.pathname);
  lobby("#send");
}

/** Offer the form of an invitation. @param {import("./invitation.js").Invitation} one */
function offer(one) {
  const form = the("take"), play = the("play"), refused = the("take-refused");
  const named = () => { play.firstChild.textContent = form.elements.handle.value ? `Play as ${form.elements.handle.value}` : "Play"; };
  form.elements.handle.oninput = named;
  named(); // somebody may have typed before the map was there
  play.disabled = false;
  the("seen").onchange = () => { form.elements.passphrase.type = the("seen").checked ? "text" : "password"; };
  the("round").onclick = () => lobby("");
  the("copy-link").onclick = async () => { await navigator.clipboard.writeText(location.href); the("copy-link").textContent = "Copied"; };
  form.onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    play.disabled = true;
    refused.textContent = begun ? "" : "Ready in a moment: the program is loading.";
    try {
      await take(one);
    } catch (error) {
      refused.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      play.disabled = false;
    }
  };
  // Who has keys here needs no new name.
  ready.then(() => ask({ kind: "http", method: "GET", path: "/hall", query: "", body: bytes("") })).then(([, , content]) => {
    const { me } = JSON.parse(new TextDecoder().decode(content));
    the("name").hidden = Boolean(me);
    if (me) the("secret").textContent = `Passphrase of ${me.handle}`;
  }, () => {});
}

/** The name of a game in a link to watch it, or the path of its log at this site. */
const WATCH = /^#watch=((?:\/?(?:[\w.-]{1,100}\/){1,20}(?=.*\.pbem$))?[A-Za-z0-9][\w.-]{0,99})$/;
/** Bytes of a log, at most. */
const LOG_MOST = 32 << 20;

/** Show a game that the owner of this site put beside the program, or among other pages. @param {string} name */
async function watch(name) {
  let why = "";
  try {
    status(`Loading the game ${name}.`);
    const found = await fetch(name.includes("/") ? name : `games/${name}.pbem`, { cache: "no-cache" });
    const log = found.ok ? await found.blob() : null;
    if (!log || log.size > LOG_MOST) throw new Error(`This site has no game '${name}'. Ask the person who sent you the link.`);
    status(`Loading the program that checks the game ${name}.`);
    await ready;
    if (over) return;
    status("Making the replay. This takes a few seconds.");
    const { there } = await post("/replay", new Uint8Array(await log.arrayBuffer()));
    const [, , page] = await ask({ kind: "http", method: "GET", path: "/watch", query: there.split("?")[1], body: bytes("") });
    /** @type {any} */ (globalThis).pbem.replay = new TextDecoder().decode(page);
  } catch (error) {
    why = error instanceof TypeError ? "The game cannot be loaded: there is no network." : error instanceof Error ? error.message : String(error);
  }
  if (why) lobby("");
  else show("watch.html");
  lasting = why;
  await look();
}

const one = lacking() ? null : await invitation();
if (lacking()) {
  if (!framed) await invitation();
  stop(lacking());
  the("take").hidden = !location.hash;
} else {
  start();
  if (one) offer(one);
  else if (WATCH.test(location.hash)) watch(WATCH.exec(location.hash)?.[1] ?? "");
  else if (the("invitation").hidden) lobby(location.hash);
  else the("without-it").onclick = () => lobby("");
}
addEventListener("hashchange", () => { if (location.hash) location.reload(); });
