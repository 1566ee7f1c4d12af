/** The one dialog of the page: fields and a button; what is refused is said in it, and nothing typed is lost. */

import { fill, make, the } from "./build.js";

/** @typedef {{name: string, label: string, type: string}} Field */

/** What is done when the button is pressed. @type {(() => Promise<void>)|null} */
let press = null;
/** What is done when the dialog closes. @type {(() => void)|null} */
let closed = null;

the("dialog").addEventListener("close", () => closed?.());
the("cancel").addEventListener("click", () => the("dialog").close());
// What is being done is not called back by closing the dialog: what came of it would be said nowhere.
the("dialog").addEventListener("cancel", (/** @type {Event} */ event) => { if (the("go").disabled) event.preventDefault(); });
the("dialog").querySelector("form").addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  if (press) await press();
});

/** @param {Field|Node} one @returns {Node} */
function field(one) {
  if (one instanceof Node) return one;
  return make("label", {}, one.label, make("input", { name: one.name, type: one.type, autocomplete: "off", spellcheck: false, autocapitalize: "none" }));
}

/** Ask for something; resolves with what `does` gives, or null if the dialog is closed. @param {string} title @param {string} button @param {(Field|Node)[]} fields @param {(said: Record<string, string>) => Promise<any>} does @returns {Promise<any>} */
export function ask(title, button, fields, does) {
  const dialog = the("dialog"), form = dialog.querySelector("form"), go = the("go");
  the("dialog-title").textContent = title;
  go.textContent = button;
  the("cancel").hidden = false;
  the("refused").textContent = "";
  fill(the("fields"), ...fields.map(field));
  return new Promise((resolve) => {
    let done = null;
    press = async () => {
      const said = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      go.disabled = the("cancel").disabled = true;
      try {
        done = await does(said);
        dialog.close();
      } catch (error) {
        the("refused").textContent = error instanceof Error ? error.message : String(error);
      } finally {
        go.disabled = the("cancel").disabled = false;
      }
    };
    closed = () => { press = closed = null; fill(the("fields")); resolve(done); };
    dialog.showModal();
  });
}

/** Say something, until it is closed. @param {string} title @param {Node[]} says @returns {Promise<any>} */
export function told(title, says) {
  const done = ask(title, "Close", says, async () => null);
  the("cancel").hidden = true;
  return done;
}
