/** Where a card lies: beside what it is about, and over none of what is meant by it. */

import { the } from "./build.js";

/** So many pixels lie between a place and its card, and around it; so far from the left edge lies no button; so far apart are the spots that are tried. */
const GAP = 12, EDGE = 60, STEP = 48;
/** What it costs to cover a pixel: of who stands there or is chosen, of a target, of the place itself, of anybody else, of where one may go; and what it costs besides if a counter is one's own and can be ordered. */
const COSTS = { ".piece.chosen .counter": 20, ".fan": 20, ".outline.target": 12, ".stack .piece:not(.below) .counter": 5 }, PLACE = 6, STACK = 20, OWN = 10, REACH = 2;
/** What lies beside the pointer covers no counter and no name, as far as there is room, nor the way that it tells of. */
const CLEAR = { ".piece.chosen .counter": 20, ".fan": 20, ".outline.target": 12, ".stack .piece:not(.below) .counter": 12, ".names .name": 6, ":is(.way, .arrow).ahead": 12 };
/** What it costs to lie a pixel further off. */
const FAR = 16;

/** @typedef {{left: number, top: number, right: number, bottom: number}} Sides in pixels of the window */

/** @param {Sides} one @param {Sides} other */
function shared(one, other) {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left), down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return across > 0 && down > 0 ? across * down : 0;
}

/** What it costs what follows the pointer to lie a pixel further off: it may cover where one may go, since it goes by itself. */
export const NEAR = 150;

/** Lay a card of the map beside a place. @param {any} card @param {string} place empty: that of who is chosen @param {string[]} units who else is meant @param {string[]} [goals] places that are clicked next @param {number} [far] what it costs to lie a pixel further off @returns {boolean} whether it covers nobody and no target */
export function lay(card, place, units, goals = [], far = FAR) {
  const sheet = the("sheet"), room = the("map").getBoundingClientRect(), { offsetWidth: wide, offsetHeight: high } = card;
  const named = place && `[data-place="${CSS.escape(place)}"]`, sides = (/** @type {any} */ one) => one.getBoundingClientRect();
  const about = sheet.querySelector(named ? `.place${named}` : ".stack:has(> .chosen)"), box = about ? sides(about) : room;
  const kept = Object.entries(far === FAR ? COSTS : CLEAR).flatMap(([which, cost]) => [...sheet.querySelectorAll(which)].map((one) => ({ at: sides(one), cost })));
  const own = /** @type {{at: Sides, cost: number}[]} */ ([]); // a card covers these before it covers the log
  for (const one of sheet.querySelectorAll(".outline.reach")) kept.push({ at: sides(one), cost: REACH });
  for (const one of sheet.querySelectorAll(`.stack .piece[data-side="${CSS.escape(document.documentElement.dataset.side ?? "")}"]:not(.below) .counter:not(.spent)`)) own.push({ at: sides(one), cost: OWN });
  for (const one of the("boards").querySelectorAll(".counter")) kept.push({ at: sides(one), cost: STACK }); // they are clicked as well
  for (const unit of new Set(units)) for (const one of sheet.querySelectorAll(`.stack [data-unit="${CSS.escape(unit)}"] .counter`)) kept.push({ at: sides(one), cost: STACK });
  for (const goal of goals) for (const one of sheet.querySelectorAll(`.place[data-place="${CSS.escape(goal)}"]`)) kept.push({ at: sides(one), cost: STACK });
  if (named) kept.push(...[[`.place${named}`, PLACE], [`.stack${named}`, STACK]].flatMap(([which, cost]) => [...sheet.querySelectorAll(String(which))].map((one) => ({ at: sides(one), cost: Number(cost) }))));
  const within = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) => Math.max(least, Math.min(value, most));
  const grid = (/** @type {number} */ from, /** @type {number} */ to) => Array.from({ length: Math.max(0, Math.ceil((to - from) / STEP)) }, (_, at) => from + at * STEP);
  const alongside = kept.filter(({ cost }) => cost === STACK).flatMap(({ at }) => [at.right + GAP, at.left - GAP - wide]);
  const across = [...alongside, ...grid(room.left + EDGE, room.right - GAP - wide), box.right + GAP, box.left - GAP - wide, (box.left + box.right - wide) / 2, room.left + EDGE, room.right - GAP - wide];
  const down = [...grid(room.top + GAP, room.bottom - GAP - high), (box.top + box.bottom - high) / 2, box.bottom + GAP, box.top - GAP - high, room.top + GAP, room.bottom - GAP - high];
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const lefts = new Set(across.map((left) => within(left, room.left + GAP, room.right - GAP - wide))), tops = new Set(down.map((top) => within(top, room.top + GAP, room.bottom - GAP - high)));
  let best = { left: 0, top: 0, free: false, cost: Infinity };
  for (const left of lefts) for (const top of tops) {
    const whole = { left, top, right: left + wide, bottom: top + high };
    let free = true, cost = far * (far === FAR ? Math.hypot(left + wide / 2 - x, top + high / 2 - y) : Math.hypot(Math.max(0, box.left - whole.right, whole.left - box.right), Math.max(0, box.top - whole.bottom, whole.top - box.bottom)));
    const isWorse = () => (free ? best.free && cost >= best.cost : best.free || cost >= best.cost);
    const covers = (/** @type {{at: Sides, cost: number}[]} */ all, /** @type {boolean} */ bars) => all.every((one) => {
      const much = shared(whole, one.at);
      if (!much) return true;
      cost += one.cost * much;
      if (bars && one.cost >= PLACE) free = false;
      return !isWorse(); // it never becomes better: the rest need not be looked at
    });
    if (!isWorse() && covers(kept, true) && covers(own, false) && !isWorse()) best = { left, top, free, cost };
  }
  card.style.left = `${best.left - room.left}px`;
  card.style.top = `${best.top - room.top}px`;
  return best.free;
}
