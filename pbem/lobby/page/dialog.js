/** The one dialog of the page: fields and a button; what is refused is said in it, and nothing typed is lost. */

import { fill, make, the } from "./build.js";
import { named } from "./parts.js";

/** @typedef {{name: string, label: string, type: string, help?: string, value?: string, placeholder?: string}} Field */
/** What differs from dialog to dialog: a sentence beside the buttons, more there, how wide it is, whether the cross alone calls it off, and whose passphrase its button asks for before it signs. @typedef {{hint?: string|Node, extra?: Node[], wide?: boolean|"mid"|"full", crossed?: boolean, signs?: string}} More */

/** What is done when the button is pressed. @type {(() => Promise<void>)|null} */
let press = null;
/** What is done when the dialog closes. @type {(() => void)|null} */
let closed = null;

// It comes late: by then the next dialog may be open.
the("dialog").addEventListener("close", () => { if (!the("dialog").open) closed?.(); });
for (const id of ["cancel", "close"]) the(id).addEventListener("click", () => the("dialog").close());
// What is being done is not called back by closing the dialog: what came of it would be said nowhere.
the("dialog").addEventListener("cancel", (/** @type {Event} */ event) => { if (the("go").disabled) event.preventDefault(); });
the("dialog").querySelector("form").addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  if (press) await press();
});

/** A label above what it names, and its help below, which readers of screens say after the name. @param {string} words @param {any} box @param {Node} help @returns {Node} */
export function labelled(words, box, help) {
  /** @type {any} */ (help).id = `help-${box.name}`;
  box.setAttribute("aria-describedby", `help-${box.name}`);
  return make("div", { className: "field" }, make("label", {}, words, box), help);
}

/** A field with its label and its help. @param {Field|Node} one @returns {Node} */
export function field(one) {
  if (one instanceof Node) return one;
  const input = make("input", { name: one.name, type: one.type, value: one.value ?? "", placeholder: one.placeholder ?? "", autocomplete: "off", spellcheck: false, autocapitalize: "none" });
  return labelled(one.label, input, make("span", { className: "help" }, one.help ?? ""));
}

/** One of several: all of them to be seen, or where they are more than `most`, in a list that opens. @param {string} name @param {string} words @param {number} [most] */
export function choice(name, words, most = 4) {
  const row = make("div", { className: "radios" }), help = make("span", { className: "help" });
  const group = make("fieldset", {}, make("legend", {}, words), row, help);
  /** Each is its value, its words, and what stands before them. @param {[string, string, Node?][]} all @param {string} [chosen] */
  const fills = (all, chosen = all[0]?.[0]) => fill(row, ...(all.length > most
    ? [make("select", { name, ariaLabel: words }, ...all.map(([value, shown]) => make("option", { value, selected: value === chosen }, shown)))]
    : all.map(([value, shown, mark]) => {
      const [first, rest] = shown.split(/: (.*)/s);
      return make("label", { className: "radio" }, make("input", { type: "radio", name, value, checked: value === chosen }), ...(mark ? [mark] : []), make("span", {}, first, ...(rest ? [make("small", {}, rest)] : [])));
    })));
  return { group, fills, help, listed: () => row.querySelector("select") !== null, value: () => String(/** @type {any} */ (row.querySelector("input:checked, select"))?.value ?? "") };
}

/** The passphrase, which is asked for where it signs, once the button is pressed. @param {string} handle */
const signature = (handle) => make("label", { className: "signs", hidden: true }, `Passphrase of ${named(handle)}`, make("input", { name: "passphrase", type: "password", autocomplete: "off" }));

/** Ask for something; resolves with what `does` gives, or null if the dialog is closed. @param {string} title @param {string} button @param {(Field|Node)[]} fields @param {(said: Record<string, string>) => Promise<any>} does @param {More} [more] @returns {Promise<any>} */
export function ask(title, button, fields, does, more = {}) {
  const dialog = the("dialog"), form = dialog.querySelector("form"), go = the("go");
  if (dialog.open) {
    dialog.close();
    closed?.();
  }
  the("dialog-title").textContent = title;
  dialog.className = more.wide === true ? "wide" : more.wide || "";
  go.textContent = button;
  // Closing is nobody's aim: what a dialog is for is the filled button in it.
  go.className = button === "Close" ? "" : "primary";
  the("cancel").hidden = button === "Close" || more.crossed === true;
  fill(the("hint"), more.hint ?? "");
  the("refused").textContent = "";
  const key = more.signs ? signature(more.signs) : null;
  fill(the("extra"), ...(more.extra ?? []), ...(key ? [key] : []));
  fill(the("fields"), ...fields.map(field));
  return new Promise((resolve) => {
    let done = null;
    press = async () => {
      if (key?.hidden) {
        key.hidden = false;
        key.querySelector("input").focus();
        return;
      }
      const said = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      busy(true);
      try {
        done = await does(said);
        dialog.close();
      } catch (error) {
        the("refused").textContent = error instanceof Error ? error.message : String(error);
      } finally {
        busy(false);
      }
    };
    closed = () => { press = closed = null; fill(the("fields")); fill(the("extra")); resolve(done); };
    dialog.showModal();
  });
}

/** @param {boolean} yes */
function busy(yes) {
  for (const id of ["go", "cancel", "close"]) the(id).disabled = yes;
}

/** Say something, until it is closed. @param {string} title @param {Node[]} says @param {More} [more] @returns {Promise<any>} */
export function told(title, says, more = {}) {
  return ask(title, "Close", says, async () => null, more);
}
