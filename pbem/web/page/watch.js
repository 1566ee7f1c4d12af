/** A replay in a frame with an origin of its own: it reaches nothing of this page, and no network. */

/** @param {string} id @returns {any} */
const the = (id) => document.getElementById(id);
const outer = parent === globalThis ? undefined : /** @type {any} */ (parent).pbem;

const page = new Blob([outer?.replay ?? ""], { type: "text/html" });

if (!outer?.replay) location.replace(outer ? "lobby.html" : "./");
else the("frame").src = URL.createObjectURL(page); // its address takes the step that is shown
the("save").onclick = () => outer.save("replay.html", page);
the("leave").onclick = () => location.assign("lobby.html");
