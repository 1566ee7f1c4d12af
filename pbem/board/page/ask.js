/** What the page asks its own program for; nobody else is spoken to. */

/** An answer that is no success: `told` is what the program said, in words for the player. */
export class Refused extends Error {
  /** @param {{error: string, mistakes?: {line: number, why: string}[], stale?: boolean}} told */
  constructor(told) {
    super(told.error);
    this.told = told;
  }
}

/** What started this program. */
const COMMAND = document.documentElement.dataset.lobby ? "pbem lobby" : "pbem board";
export const SILENT = `The program does not answer. It was ended, or the computer slept. What you wrote is still here. If it was ended, start '${COMMAND}' again. It opens a new page, and this one stays as it is.`;
const ANOTHER = `The program that answers at the address of this page is not the program that opened it. It was sent nothing, and this page sends nothing more. What you wrote is still here. Copy it, close this page, start '${COMMAND}' and use the page that it opens.`;

/** Whether somebody else answered here: then nothing is sent any more. */
let over = false;

/** The program's secret, got as the page opens and kept in its memory alone: a store could be read
 * by whoever listens at this port later. Null where there was none. @type {Promise<CryptoKey|null>} */
const secret = own("/secret").then(
  async (found) => found.ok ? crypto.subtle.importKey("raw", await found.arrayBuffer(), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]) : null,
  () => null,
);

/** Ask with the key. @param {string} where @param {RequestInit} [how] */
function own(where, how = {}) {
  return fetch(where, { ...how, headers: { ...how.headers, "X-Board-Key": localStorage.getItem("key") ?? "" } });
}

/** Have the program prove that it is the one which opened this page; raises Refused where it does not. */
export async function proved() {
  const key = await secret, nonce = crypto.getRandomValues(new Uint8Array(32));
  const digits = Array.from(nonce, (one) => one.toString(16).padStart(2, "0")).join("");
  const found = await heard(`/proof?nonce=${digits}`);
  const right = key !== null && found.ok && await crypto.subtle.verify("HMAC", key, await found.arrayBuffer().catch(silent), nonce);
  if (!right) over = true;
  if (over) throw new Refused({ error: ANOTHER });
}

/** Whether this page is at its end, because somebody else answered. */
export const isOver = () => over;

/** @returns {never} */
function silent() {
  throw new Refused({ error: SILENT });
}

/** @param {string} where @param {RequestInit} [how] @returns {Promise<Response>} */
async function heard(where, how) {
  if (over) throw new Refused({ error: ANOTHER });
  return own(where, how).catch(silent);
}

/** @param {string} where @param {RequestInit} [how] @returns {Promise<Response>} */
async function answered(where, how = {}) {
  if (how.method === "POST") await proved();
  const found = await heard(where, how);
  if (found.ok) return found;
  const type = found.headers.get("content-type") ?? "";
  throw new Refused(type.startsWith("application/json") ? await found.json() : { error: await found.text() });
}

/** @param {string} where @returns {Promise<any>} */
export async function read(where) {
  return (await answered(where)).json();
}

/** @param {string} where @returns {Promise<string>} */
export async function text(where) {
  return (await answered(where)).text();
}

/** @param {string} where @param {Blob} what @returns {Promise<any>} */
export async function give(where, what) {
  return (await answered(where, { method: "POST", body: what })).json();
}

/** Tell the program something; its answer as it comes. @param {string} where @param {object} what */
export function send(where, what) {
  return answered(where, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what) });
}

/** @param {string} where @param {object} what @returns {Promise<any>} */
export async function tell(where, what) {
  return (await send(where, what)).json();
}
