/** Mail: what came is taken in, what is to go is there as files. */

import { give, read, Refused } from "./ask.js";
import { fill, make, the } from "./build.js";
import { said } from "./underway.js";

/** @type {() => Promise<void>} */
let taken = async () => {};

/** Show what is to be mailed; where others are waited for, at the head of what is told: it is what comes next. @param {boolean} waits */
export async function show(waits) {
  if (waits) the("plain").after(the("outgoing"));
  else the("to-send").append(the("outgoing"));
  try {
    const out = await read("outgoing");
    const people = Object.entries(out.to).map(([handle, address]) => (address ? `${handle} <${address}>` : handle)).join(", ");
    const files = Array.from({ length: out.messages }, (_, number) => link(`message?number=${number}`, out.messages > 1 ? `message ${number + 1}` : "the message"));
    const all = [...files, link("log", "the whole log")];
    fill(the("outgoing"), people ? `To mail to ${people}: ` : "As a file: ", ...all.flatMap((one, number) => (number ? [", ", one] : [one])));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    fill(the("outgoing"), error.message);
  }
}

/** @param {string} where @param {string} words */
function link(where, words) {
  return make("a", { href: where, download: "" }, words);
}

/** @param {File} file */
async function take(file) {
  await said("taken", async () => (await give("came", file)).join("\n"));
  await taken(); // also what does not stand in the log may have changed: a fork was proven
}

/** @param {() => Promise<void>} after what to do once something was taken in */
export function begin(after) {
  taken = after;
  the("came").addEventListener("change", async () => {
    for (const file of the("came").files) await take(file);
    the("came").value = "";
  });
  the("paste").addEventListener("click", async () => {
    if (!the("pasted").value.trim()) return;
    await said("taken", async () => {
      const told = await give("came", new Blob([the("pasted").value]));
      the("pasted").value = "";
      return told.join("\n");
    });
    await taken();
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    for (const file of event.dataTransfer?.files ?? []) await take(file);
  });
}
