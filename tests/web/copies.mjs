// Counts how often each function looks at what Python lends: node copies.mjs FOLDER.
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const { sodiumFor } = await load("crypto.js");
const { default: makeSodium } = await load("engine/libsodium-sumo.mjs");
const sodium = await makeSodium({ getRandomValue: () => 4 });
sodium._sodium_init();

let looked = 0, open = 0;
const lent = (size) => ({
  length: size,
  getBuffer: () => {
    looked++;
    open++;
    return { data: new Uint8Array(size).fill(7), release: () => { open--; } };
  },
});
const made = sodiumFor(sodium, () => new Uint8Array());
const counts = {};
for (const [name, ...sizes] of [["sign", 1000, 64], ["verify", 64, 1000, 32], ["seal", 1000, 32], ["unseal", 1048, 32, 32], ["unseal", 3, 32, 32], ["pair", 32]]) {
  looked = 0;
  try {
    made[name](...sizes.map(lent));
  } catch {
    // a point that is none: it was looked at all the same
  }
  counts[`${name} ${sizes[0]}`] = looked;
}
console.log(JSON.stringify({ counts, open }));
