/** What computes: libsodium and noble, as Python modules of the engine. */

import { cbc } from "./engine/noble-ciphers/aes.js";
import { hkdf } from "./engine/noble-hashes/hkdf.js";
import { pbkdf2 } from "./engine/noble-hashes/pbkdf2.js";
import { scrypt } from "./engine/noble-hashes/scrypt.js";
import { sha256 } from "./engine/noble-hashes/sha2.js";

/** Copy what Python lends for one call. @param {any} lent @returns {Uint8Array} */
function bytes(lent) {
  if (lent instanceof Uint8Array) return lent;
  const view = lent.getBuffer("u8");
  try {
    return view.data.slice();
  } finally {
    view.release();
  }
}

/** Call a function with the addresses of its output and of its inputs; undefined where it refuses, which is None in Python.
 * @param {any} sodium @param {number} size of the output @param {any[]} inputs @param {(out: number, ...inputs: number[]) => number|void} call */
function called(sodium, size, inputs, call) {
  const given = inputs.map(bytes), room = size + given.reduce((sum, one) => sum + one.length, 0);
  const start = sodium._malloc(Math.max(room, 1));
  try {
    let at = start + size;
    const places = given.map((one) => {
      sodium.HEAPU8.set(one, at);
      at += one.length;
      return at - one.length;
    });
    const code = call(start, ...places); // some functions always succeed, and return nothing
    return code ? undefined : sodium.HEAPU8.slice(start, start + size);
  } finally {
    sodium.HEAPU8.fill(0, start, start + room); // secrets do not stay in memory that is given back
    sodium._free(start);
  }
}

/** The functions of `pbem.crypto.backend.browser`. @param {any} sodium libsodium, ready */
export function sodiumFor(sodium) {
  /** @param {any} one */
  const size = (one) => bytes(one).length;
  return {
    /** @param {string} name @param {number} out @param {any[]} inputs */
    call: (name, out, ...inputs) => called(sodium, out, inputs, sodium[`_${name}`]),
    /** @param {any} point */
    valid: (point) => called(sodium, 0, [point], (_, at) => sodium._crypto_core_ed25519_is_valid_point(at) === 1 ? 0 : 1) !== undefined,
    /** @param {any} seed */
    pair: (seed) => called(sodium, 96, [seed], (out, at) => sodium._crypto_sign_seed_keypair(out, out + 32, at)),
    /** @param {any} message @param {any} key */
    sign: (message, key) => called(sodium, 64, [message, key], (out, text, at) => sodium._crypto_sign_detached(out, 0, text, size(message), 0, at)),
    /** @param {any} signature @param {any} message @param {any} key */
    verify: (signature, message, key) => size(signature) === 64 && called(sodium, 0, [signature, message, key], (_, at, text, by) => sodium._crypto_sign_verify_detached(at, text, size(message), 0, by)) !== undefined,
    /** @param {any} message @param {any} key */
    seal: (message, key) => called(sodium, size(message) + 48, [message, key], (out, text, at) => sodium._crypto_box_seal(out, text, size(message), 0, at)),
    /** @param {any} box @param {any} key @param {any} secret */
    unseal: (box, key, secret) => size(box) < 48 ? undefined : called(sodium, size(box) - 48, [box, key, secret], (out, at, open, own) => sodium._crypto_box_seal_open(out, at, size(box), 0, open, own)),
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
