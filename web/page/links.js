// Links that carry a program: all of it stands behind the #, which no server gets to see.
//
//   #go=checkers&speed=max            what stands on the desk, and how fast
//   #type=TYPE%20FSQT(2),!%0A         keys
//   #program=...                      a FOCAL program, deflated, in base64 for addresses
//   #tape=...                         a tape for the reader, the same way

const toAddress = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
  .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const fromAddress = (text) => fromBase64(text.replace(/-/g, "+").replace(/_/g, "/"));

/** Sends bytes through a stream. */
async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
const pack = async (bytes) => toAddress(await through(bytes, new CompressionStream("deflate-raw")));
const unpack = async (text) => through(fromAddress(text), new DecompressionStream("deflate-raw"));

/** What an address asks for; null when for nothing. */
async function wishOf(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const known = ["go", "type", "program", "tape", "speed"].filter((name) => words.has(name));
  if (known.length === 0) return null;
  const wish = Object.fromEntries(known.map((name) => [name, words.get(name)]));
  try {
    if (wish.program) wish.program = new TextDecoder().decode(await unpack(wish.program));
    if (wish.tape) wish.tape = await unpack(wish.tape);
  } catch {
    throw new Error("this link is cut short or changed: its program cannot be unpacked");
  }
  return wish;
}

/** The address of a program that is run at once. */
async function linkTo(program, speed) {
  const words = new URLSearchParams({ go: "focal", program: await pack(new TextEncoder().encode(program)), type: "GO\n" });
  if (speed !== "1") words.set("speed", speed);
  return `${location.href.split("#")[0]}#${words}`;
}
