// Links that carry a program: all of it stands behind the #, which no server gets to see.
//
//   #go=checkers&speed=max            what stands on the desk, and how fast
//   #type=TYPE%20FSQT(2),!%0A         keys
//   #program=...                      a FOCAL program, deflated, in base64 for addresses
//   #tape=...                         a tape for the reader, the same way
//   #state=...                        the whole machine at a moment: a core image, the same way
//   #twin=on&show=panel,keyboard      what of the page is open

const toAddress = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
  .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const fromAddress = (text) => fromBase64(text.replace(/-/g, "+").replace(/_/g, "/"));

/** The most bytes that a link may unpack to: a roll of tape has 120,000 frames, and no core holds a longer program. */
const UNPACKED = 1 << 20;
/** Bytes that are unpacked at once, into a thousand times as many at most. */
const PIECE = 512;

class TooLong extends Error {}

/** Sends bytes through a stream, a piece at a time; more than `most` of them is an error. */
async function through(bytes, stream, most = Infinity) {
  let at = 0;
  const source = new ReadableStream({
    pull(sink) {
      if (at >= bytes.length) return sink.close();
      sink.enqueue(bytes.slice(at, at + PIECE));
      at += PIECE;
    },
  });
  const reader = source.pipeThrough(stream).getReader();
  const pieces = [];
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new TooLong();
    }
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
const pack = async (bytes) => toAddress(await through(bytes, new CompressionStream("deflate-raw")));
const unpack = async (text) => through(fromAddress(text), new DecompressionStream("deflate-raw"), UNPACKED);

/** What an address asks for; null when for nothing. */
async function wishOf(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const known = ["go", "type", "program", "tape", "state", "speed", "twin", "show"].filter((name) => words.has(name));
  if (known.length === 0) return null;
  const wish = Object.fromEntries(known.map((name) => [name, words.get(name)]));
  try {
    if (wish.program) wish.program = new TextDecoder().decode(await unpack(wish.program));
    if (wish.state) wish.state = new TextDecoder().decode(await unpack(wish.state));
    if (wish.tape) wish.tape = await unpack(wish.tape);
  } catch (error) {
    throw new Error(error instanceof TooLong
      ? "this link is refused: what it carries unpacks to more than 1 MiB, longer than any program, tape or core image"
      : "this link is cut short or changed: what it carries cannot be unpacked");
  }
  return wish;
}

/** The address of a program that is run at once. */
async function linkTo(program, speed) {
  const words = new URLSearchParams({ go: "focal", program: await pack(new TextEncoder().encode(program)), type: "GO\n" });
  if (speed !== "1") words.set("speed", speed);
  return `${location.href.split("#")[0]}#${words}`;
}

/** The address of the machine at this moment, and of what of the page is open. */
async function linkToMoment(image, { what, speed, twin, parts }) {
  const words = new URLSearchParams({ go: what, state: await pack(new TextEncoder().encode(image)), show: parts.join(",") });
  if (speed !== "1") words.set("speed", speed);
  if (twin) words.set("twin", "on");
  return `${location.href.split("#")[0]}#${words}`;
}
