// The machine: a WebAssembly module, and calls with bytes and text in place of addresses.

const STATUS = { BUDGET: 0, WAITING: 1, LOOP: 2, HALT: 3, STANDS: 4 };

/** Decodes base64, which is how a page from a file can carry a module. */
function fromBase64(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Puts up a desk in a fresh instance of the module. */
async function openDesk(module) {
  const routines = new Routines();
  const { instance } = await WebAssembly.instantiate(module, { focal8: routines.imports });
  const calls = instance.exports;
  routines.connect(calls);
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const answer = (length) => new Uint8Array(calls.memory.buffer, calls.place(), length).slice();

  /** A call with one text or some bytes. */
  const hand = (call, input, ...more) => {
    const bytes = typeof input === "string" ? encoder.encode(input) : input;
    const at = calls.buffer(bytes.length);
    new Uint8Array(calls.memory.buffer, at, bytes.length).set(bytes);
    return calls[call](...more);
  };
  /** The bytes of an answer; an error is thrown. */
  const bytes = (length) => {
    if (length < 0) throw new Error(decoder.decode(answer(-1 - length)));
    return answer(length);
  };
  const text = (length) => decoder.decode(bytes(length));

  return {
    calls,
    routines,
    answer: bytes,
    ask: (call, input) => bytes(input === undefined ? calls[call]() : hand(call, input)),
    /** The text that a call answers with; also that of a call that has been made, by its result. */
    askText: (call, input) => text(typeof call === "number" ? call : input === undefined ? calls[call]() : hand(call, input)),
    tell: hand,
  };
}
