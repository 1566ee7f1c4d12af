/** The past as the program tells it: read on as the log grows, each map when it is looked at. */

import { read, Refused, text } from "./ask.js";
import { fill, the } from "./build.js";
import * as map from "./map.js";
import * as past from "./past.js";
import * as rolls from "./rolls.js";
import * as tray from "./tray.js";

/** Show what came. @param {number} many how many events there are now */
export async function grow(many) {
  const list = the("past");
  if (many < list.childElementCount) fill(list);
  while (list.childElementCount < many) {
    const more = await read(`past?from=${list.childElementCount}`);
    const items = new DOMParser().parseFromString(`<ol>${more}</ol>`, "text/html").body.children[0].children;
    if (!items.length) break;
    rolls.fold(items);
    list.append(...items);
    past.grow(); // one can look back while the rest comes
  }
  past.grow();
}

/** @type {past.Source} */
export const source = {
  here: ": not the position of now",
  now: () => text("map"),
  map: async (event, step) => {
    try {
      return await text(`map?event=${event}&step=${step}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return null;
    }
  },
  draw: (drawing) => {
    the("sheet").classList.toggle("earlier", past.looksBack());
    map.draw(drawing);
    tray.lift(); // the same map may lie behind now and an earlier moment
  },
};
