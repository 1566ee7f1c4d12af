/** What computes: libsodium and noble, as Python modules of the engine. */

import { cbc } from "./engine/noble-ciphers/aes.js";
import { hkdf } from "./engine/noble-hashes/hkdf.js";
import { pbkdf2 } from "./engine/noble-hashes/pbkdf2.js";
import { scrypt } from "./engine/noble-hashes/scrypt.js";
import { sha256 } from "./engine/noble-hashes/sha2.js";

/** Bytes of a place where values are worked on. */
const ROOM = 1 << 16;

/** Use what Python lends for one call. @template T @param {any} lent @param {(data: Uint8Array) => T} use @returns {T} */
function used(lent, use) {
  if (lent instanceof Uint8Array) return use(lent);
  const view = lent.getBuffer("u8");
  try {
    return use(view.data);
  } finally {
    view.release();
  }
}

/** Copy what Python lends. @param {any} lent @returns {Uint8Array} */
const bytes = (lent) => used(lent, (data) => data.slice());

/** Call a function with the addresses of its output and of its inputs; undefined where it refuses, which is None in Python.
 * @param {any} sodium @param {number} extra size of the output; that of the input `like` is added @param {any[]} inputs
 * @param {(out: number, places: number[], sizes: number[]) => number|void} call @param {number} [like] */
function called(sodium, extra, inputs, call, like = -1) {
  const sizes = inputs.map((one) => one.length), size = extra + (sizes[like] ?? 0);
  if (size < 0) return undefined;
  const room = sizes.reduce((sum, one) => sum + one, size), start = sodium._malloc(Math.max(room, 1));
  try {
    let at = start + size;
    const places = inputs.map((one, number) => {
      used(one, (data) => sodium.HEAPU8.set(data, at));
      at += sizes[number];
      return at - sizes[number];
    });
    const code = call(start, places, sizes); // some functions always succeed, and return nothing
    return code ? undefined : sodium.HEAPU8.slice(start, start + size);
  } finally {
    sodium.HEAPU8.fill(0, start, start + room); // secrets do not stay in memory that is given back
    sodium._free(start);
  }
}

/** The functions of `pbem.crypto.backend.browser`.
 * @param {any} sodium libsodium, ready
 * @param {() => Uint8Array} memory that of Python, as it is now */
export function sodiumFor(sodium, memory) {
  /** Where a value lies while libsodium works on it. */
  const room = sodium._malloc(ROOM);
  /** Copy values from Python's memory, and call a function that works on them; its result goes to their place.
   * @param {number} at @param {number} size of them @param {number} result size @param {(out: number, first: number) => number|void} call */
  function nearby(at, size, result, call) {
    const here = memory(), first = room + result;
    if (result + size > ROOM) throw new RangeError("values without room");
    sodium.HEAPU8.set(here.subarray(at, at + size), first);
    here.fill(0, at, at + size);
    try {
      const good = !call(room, first); // some functions always succeed, and return nothing
      if (good) here.set(sodium.HEAPU8.subarray(room, first), at);
      return good;
    } finally {
      sodium.HEAPU8.fill(0, room, first + size);
    }
  }
  // A call from Python costs as much as an addition, so what is always done together is one.
  const { _crypto_core_ed25519_add: add, _crypto_core_ed25519_sub: subtract } = sodium;
  const { _crypto_scalarmult_ed25519_noclamp: times, _crypto_scalarmult_ed25519_base_noclamp: base } = sodium;
  return {
    /** The address of a place in Python's memory. @param {any} place */
    address: (place) => used(place, (data) => data.byteOffset),
    /** Call a function with values that lie at an address of Python's, at these distances; no object is lent.
     * @param {string} name @param {number} at @param {number} size @param {number[]} places */
    near: (name, at, size, ...places) => nearby(at, size, 32, (out, first) => sodium[`_${name}`](out, ...places.map((one) => first + one))),
    /** Eight times a point. @param {number} at */
    eight: (at) => nearby(at, 32, 32, (out, point) => add(out, point, point) || add(out, out, out) || add(out, out, out)),
    /** One point times its scalar, less another times its own: scalar, point, scalar, point. @param {number} at */
    less: (at) => nearby(at, 128, 32, (out, first) => times(out, first, first + 32) || times(first, first + 64, first + 96) || subtract(out, out, first)),
    /** The base point times a scalar, less a point times its own: scalar, scalar, point. @param {number} at */
    baseLess: (at) => nearby(at, 96, 32, (out, first) => base(out, first) || times(first, first + 32, first + 64) || subtract(out, out, first)),
    /** Verify a signature of 64 bytes, before a key of 32 and a message. @param {number} at @param {number} size of all */
    verifyNear: (at, size) => nearby(at, size, 0, (_, first) => sodium._crypto_sign_verify_detached(first, first + 96, size - 96, 0, first + 64)),
    /** Say whether a point is one of the subgroup. @param {number} at */
    valid: (at) => nearby(at, 32, 0, (_, point) => sodium._crypto_core_ed25519_is_valid_point(point) === 1 ? 0 : 1),
    /** @param {any} seed */
    pair: (seed) => called(sodium, 96, [seed], (out, [at]) => sodium._crypto_sign_seed_keypair(out, out + 32, at)),
    /** @param {any} message @param {any} key */
    sign: (message, key) => called(sodium, 64, [message, key], (out, [text, at], [size]) => sodium._crypto_sign_detached(out, 0, text, size, 0, at)),
    /** @param {any} signature @param {any} message @param {any} key */
    verify: (signature, message, key) => called(sodium, 0, [signature, message, key], (_, [at, text, by], [signed, size]) => signed === 64 ? sodium._crypto_sign_verify_detached(at, text, size, 0, by) : 1) !== undefined,
    /** @param {any} message @param {any} key */
    seal: (message, key) => called(sodium, 48, [message, key], (out, [text, at], [size]) => sodium._crypto_box_seal(out, text, size, 0, at), 0),
    /** @param {any} box @param {any} key @param {any} secret */
    unseal: (box, key, secret) => called(sodium, -48, [box, key, secret], (out, [at, open, own], [size]) => sodium._crypto_box_seal_open(out, at, size, 0, open, own), 0),
  };
}

/** The functions of `pbem.crypto.backend.browser_keys`. */
export const keys = {
  /** @param {any} password @param {any} salt @param {number} N @param {number} r */
  scrypt: (password, salt, N, r) => scrypt(bytes(password), bytes(salt), { N, r, p: 1, dkLen: 32 }),
  /** @param {any} secret @param {any} info */
  hkdf: (secret, info) => hkdf(sha256, bytes(secret), undefined, bytes(info), 32),
  /** @param {any} password @param {any} salt @param {number} c */
  pbkdf2: (password, salt, c) => pbkdf2(sha256, bytes(password), bytes(salt), { c, dkLen: 32 }),
  /** @param {any} key @param {any} iv @param {any} plain */
  encrypt: (key, iv, plain) => cbc(bytes(key), bytes(iv)).encrypt(bytes(plain)),
  /** Undefined where the padding is wrong. @param {any} key @param {any} iv @param {any} locked */
  decrypt(key, iv, locked) {
    try {
      return cbc(bytes(key), bytes(iv)).decrypt(bytes(locked));
    } catch {
      return undefined;
    }
  },
};
