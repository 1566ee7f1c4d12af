/** A dangerous act is asked once more, in the dock; where the key is closed, with its passphrase. */

import { the } from "./build.js";

/** @param {string} what @param {string} yes what the button says that goes on @param {boolean} locked whether the passphrase is asked too @returns {Promise<boolean>} */
export function sure(what, yes, locked = false) {
  const place = the("sure"), before = /** @type {any} */ (document.activeElement);
  the("sure-what").textContent = what;
  the("sure-yes").textContent = yes;
  if (locked) the("sure-key").append(the("key"));
  place.hidden = false;
  (locked ? the("passphrase") : the("sure-no")).focus();
  return new Promise((then) => {
    const ends = (/** @type {boolean} */ answer) => {
      place.hidden = true;
      if (locked && !answer) /** @type {any} */ (the("passphrase")).value = ""; // it was typed for this alone
      the("signing").prepend(the("key"));
      if (before?.isConnected) before.focus();
      removeEventListener("keydown", keyed, { capture: true });
      then(answer);
    };
    const keyed = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") ends(false);
      else if (event.key === "Enter" && event.target === the("passphrase")) ends(true);
      else return;
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    addEventListener("keydown", keyed, { capture: true });
    the("sure-no").onclick = () => ends(false);
    the("sure-yes").onclick = () => ends(true);
  });
}
