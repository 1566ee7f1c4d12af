/** The past as the program tells it: read on as the log grows, each map when it is looked at. */

import { read, Refused, text } from "./ask.js";
import { fill, the } from "./build.js";
import * as athand from "./athand.js";
import * as dressed from "./dressed.js";
import * as map from "./map.js";
import * as past from "./past.js";
import * as rolls from "./rolls.js";
import * as tray from "./tray.js";

/** The id of the game's last event, and that event as it came, when it was told last. */
let head = "", newest = "";

/** Show what came; of another log, as where another side of a fork counts now, all of it. @param {{events: number, head: string, you?: string|null, seats?: dressed.Seat[]}} shown */
export async function grow({ events: many, head: now, you = null, seats = [] }) {
  const list = the("past");
  if (many < list.childElementCount) fill(list);
  let known = now !== head && list.childElementCount ? 1 : 0; // the last that stands there is read once more: it names all before it
  while (list.childElementCount - known < many) {
    const more = await read(`past?from=${list.childElementCount - known}`);
    const items = [...new DOMParser().parseFromString(`<ol>${more}</ol>`, "text/html").body.children[0].children];
    if (!items.length) break;
    if (known && items.shift()?.outerHTML !== newest) fill(list);
    else {
      newest = items.at(-1)?.outerHTML ?? newest;
      rolls.fold(items);
      list.append(...items);
      dressed.dress(list, items, you, seats);
    }
    known = 0;
    past.grow(); // one can look back while the rest comes
  }
  head = now;
  past.grow();
}

/** What is drawn of a moment: a map, or of an open table its pieces; null of those: as they lie now. @typedef {string|{pieces: any}} Drawn */

/** @type {past.Source<Drawn>} */
export const source = {
  here: ": not the position of now",
  now: () => athand.isLaid() ? Promise.resolve({ pieces: null }) : text("map"),
  map: async (event, step) => {
    const where = `?event=${event}&step=${step}`;
    try {
      return await (athand.isLaid() ? read(`table${where}`) : text(`map${where}`));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return null;
    }
  },
  draw: (drawn) => {
    the("sheet").classList.toggle("earlier", past.looksBack());
    if (typeof drawn !== "string") return athand.earlier(drawn.pieces ? drawn : null);
    map.draw(drawn);
    tray.lift(); // the same map may lie behind now and an earlier moment
  },
};
