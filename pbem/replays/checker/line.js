/**
 * One line of a log (protocol, sections 2 and 3).
 *
 * @typedef {{v: number, game: string, seq: number, prev: string, by: string, at: string, kind: string, salt: string,
 *   data: Record<string, any>, sig: string, id: string, signed: Uint8Array, size: number, bytes: Uint8Array}} LogEvent
 *   ``signed``: what the signature stands on; ``size``: bytes of the line, ``bytes``, with its newline
 */

const NEWLINE = 0x0a;
/** What stands before the body in what is signed. */
const SIGNED = utf8("pbem/event/v1\n");

/** @param {Uint8Array} file @yields {{bytes: Uint8Array, ended: boolean}} its lines, without their newline */
function* linesOf(file) {
  for (let from = 0; from < file.length; ) {
    const to = file.indexOf(NEWLINE, from);
    yield { bytes: file.subarray(from, to < 0 ? file.length : to), ended: to >= 0 };
    from = to < 0 ? file.length : to + 1;
  }
}

/** The versions of the protocol: in 2, witnesses keep the dice who were agreed on at the opening. */
const VERSIONS = [1, 2];

/**
 * @param {{bytes: Uint8Array, ended: boolean}} line
 * @param {number[]} versions that the event may have: that of the first event, once it is read
 * @returns {Promise<LogEvent>} @throws {Finding} it is no event, whatever stands before it
 */
async function readLine({ bytes, ended }, versions = VERSIONS) {
  demand(bytes.length <= LIMITS.ruling, "json.size", "the line is too long");
  demand(bytes.length > 0, "file.line", "there is an empty line");
  demand(!bytes.includes(0x0d), "file.line", "there is a carriage return in the line");
  demand(ended, "file.torn", "the file stops in the middle of a line");
  let read;
  try {
    read = readCanonical(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Finding("json.form", `the line is not in the canonical form: ${error.message}`);
  }
  const isRuling = isObject(read.value) && isObject(read.value.body) && read.value.body.kind === "ruling";
  demand(isRuling || bytes.length <= LIMITS.line, "json.size", "the line is too long for anything but a ruling");
  demand(isRuling || read.depth <= LIMITS.depth, "json.form", "the line is nested too deep for anything but a ruling");
  return readEvent(read.value, bytes, versions);
}

/** @param {any} value @param {Uint8Array} bytes its canonical form @param {number[]} versions @returns {Promise<LogEvent>} @throws {Finding} */
async function readEvent(value, bytes, versions = VERSIONS) {
  try {
    demand(isObject(value) && isObject(value.body) && has(value, "sig") && Object.keys(value).length === 2, "event.fields", "the line is not an object with a body and its signature");
    const { body, sig } = value;
    demand(!Number.isInteger(body.v) || versions.includes(body.v), "event.version", `the event has version ${body.v} of the protocol, which this page does not know`);
    demand(isBody(body) && hexOf(64)(sig), "event.fields", "the event does not have exactly the nine fields, each well formed");
    demand(!has(body.data, "note") || isNote(body.data.note), "event.fields", "its note is too long, or has an invisible character or one that reverses text");
    const signedBytes = joined(SIGNED, bytes.subarray(8, bytes.length - 138));
    return { ...body, sig, id: toHex(await sha256(signedBytes)), signed: signedBytes, size: bytes.length + 1, bytes };
  } catch (error) {
    const seq = isObject(value) && isObject(value.body) && has(value, "sig") ? value.body.seq : null;
    throw numbered(error, seq);
  }
}

/** @template E @param {E} error @param {any} seq @returns {E} a finding with its event's own number */
function numbered(error, seq) {
  if (error instanceof Finding && Number.isInteger(seq)) error.seq = seq;
  return error;
}
