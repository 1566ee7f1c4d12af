/** The service worker: it keeps one signed release of the folder, works without a network, and takes no other.
 *
 * A release is `files.json`, the digests of all files, and `signed.json`, who signed it (pbem/web/signed.py). The first
 * one is trusted as it is. After that a release counts if its number is greater, and if a key that the present release
 * names has signed it. A release names the keys for the next one, so keys can be changed.
 */

const LIST = "files.json", SIGNED = "signed.json", STATE = "pbem-state", BEGINNING = "pbem/folder/v1\n";
const here = new URL("./", self.location.href).href;

/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
/** @param {BufferSource} data */
const digest = async (data) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", data))].map((one) => one.toString(16).padStart(2, "0")).join("");

/** What a file is, by the end of its name: nobody signs the headers that a server sends with it. @type {Record<string, string>} */
const TYPES = { html: "text/html; charset=utf-8", css: "text/css; charset=utf-8", js: "text/javascript", mjs: "text/javascript", json: "application/json", svg: "image/svg+xml", wasm: "application/wasm" };
/** A file as it is kept. @param {string} name @param {BodyInit} data */
const kept = (name, data) => new Response(data, { headers: { "content-type": TYPES[name.replace(/.*\./, "")] ?? "application/octet-stream" } });

/** Fetch a file as the site has it now. @param {string} name */
async function fetched(name) {
  const found = await fetch(here + name, { cache: "no-store" });
  if (!found.ok) throw new Error(`the site has no ${name}`);
  return found;
}

/** What is kept: number, keys for the next release, name of its cache; null: nothing yet. */
async function state() {
  const found = await (await caches.open(STATE)).match(STATE);
  return found ? await found.json() : null;
}

/** Whether one of these keys signed a release. @param {any} said @param {string[]} keys */
async function good(said, keys) {
  const text = BEGINNING + JSON.stringify({ digest: said.digest, keys: said.keys, number: said.number });
  for (const key of keys) {
    const one = await crypto.subtle.importKey("raw", bytes(key), "Ed25519", false, ["verify"]);
    if (said.sigs[key] && await crypto.subtle.verify("Ed25519", one, bytes(said.sigs[key]), new TextEncoder().encode(text))) return true;
  }
  return false;
}

/** Take the release that the site has now, if it is newer and signed; all of its files, or none. */
async function update() {
  const now = await state(), said = await (await fetched(SIGNED)).json();
  if (now && said.number <= now.number) return said.number < now.number ? "This site offers an older release than yours. It was not taken." : "";
  if (!await good(said, now ? now.keys : said.keys)) return "This site offers a release without the signature of somebody whom your release trusts. It was not taken.";
  const list = await (await fetched(LIST)).arrayBuffer();
  if (await digest(list) !== said.digest) throw new Error("the list is not the signed one");
  const name = `pbem-${said.number}`, cache = await caches.open(name);
  try {
    for (const [file, wanted] of Object.entries(JSON.parse(new TextDecoder().decode(list)).files)) {
      const data = await (await fetched(file)).arrayBuffer();
      if (await digest(data) !== wanted) throw new Error(`${file} is not the signed one`);
      await cache.put(here + file, kept(file, data));
    }
    await cache.put(here + LIST, kept(LIST, list));
    await cache.put(here + SIGNED, kept(SIGNED, JSON.stringify(said)));
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
  await (await caches.open(STATE)).put(STATE, new Response(JSON.stringify({ number: said.number, keys: said.keys, name })));
  for (const old of await caches.keys()) if (old !== STATE && old !== name) await caches.delete(old);
  return now ? "A new release is here. Load this page again to use it." : "";
}

/** One update after the other. @type {Promise<any>} */
let last = Promise.resolve();
const updated = () => (last = last.catch(() => "").then(update));

/** Logs of games that the owner of the site shows: they belong to no release, and are data alone. */
const SHOWN = /^games\/[A-Za-z0-9][\w.-]{0,99}\.pbem$/;

/** A file of the release that is kept; the network where there is none yet. @param {Request} request */
async function answered(request) {
  const now = await state();
  if (now && request.method !== "GET") return new Response("Nobody sends anything to this site.", { status: 405 });
  const name = request.url.slice(here.length).replace(/[?#].*/s, "") || "index.html";
  if (!now || SHOWN.test(name) && request.mode !== "navigate") return fetch(request);
  return await (await caches.open(now.name)).match(here + name) ?? new Response("This release has no such file.", { status: 404 });
}

addEventListener("install", (/** @type {any} */ event) => { /** @type {any} */ (self).skipWaiting(); event.waitUntil(updated()); });
addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(/** @type {any} */ (self).clients.claim()));
addEventListener("fetch", (/** @type {any} */ event) => { if (event.request.url.startsWith(here)) event.respondWith(answered(event.request)); });
addEventListener("message", (/** @type {any} */ event) => event.waitUntil(updated().catch(() => "").then((said) => event.ports[0].postMessage(said))));
