// A file that is no program, tape or core image says what it is, by how it begins or by its length.

const UTF_16 = "a text in UTF-16: save it as plain text or UTF-8";

/** How files of other kinds begin, as text of one byte a character. */
const BEGINNINGS = [
  ["\x89PNG", "a picture (PNG)"], ["\xff\xd8\xff", "a picture (JPEG)"], ["GIF8", "a picture (GIF)"], ["BM", "a picture (BMP)"],
  ["%PDF", "a document (PDF)"], ["PK\x03\x04", "an archive (ZIP)"], ["\x1f\x8b", "a compressed file (gzip)"],
  ["\x7fELF", "a program for another computer"], ["MZ", "a program for another computer"], ["\0asm", "a program for a browser"],
  ["\xff\xfe", UTF_16], ["\xfe\xff", UTF_16], ["OggS", "sound (Ogg)"], ["ID3", "sound (MP3)"], ["fLaC", "sound (FLAC)"],
];
/** Kinds of RIFF files, by the word after the length. */
const RIFF = { WEBP: "a picture (WebP)", WAVE: "sound (WAV)", "AVI ": "a film (AVI)" };
/** How marked-up text begins, after spaces, comments and declarations. */
const MARKUP = [[/^<svg[\s>]/i, "a picture (SVG) and no drawing of a tape"], [/^<(!doctype\s+html|html|head|body)[\s>]/i, "a page for a browser (HTML)"], [/^<\?xml|^<!doctype/i, "a document (XML)"]];
/** Lengths of the media that are no tape, in bytes. */
const LENGTHS = new Map([
  [3325952, "the image of a disc pack (RK05)"], [2494464, "the image of a disc pack (RK05)"], [6651904, "the image of a disc pack (RK05)"],
  [380292, "the image of a DECtape"], [377344, "the image of a DECtape"], [256256, "the image of a floppy disk (RX01)"],
]);
/** Frames of a roll of paper tape, 1,000 feet of it. */
const ROLL = 120000;

/** The marked-up text that a file is; null when it is none. */
function markupOf(bytes) {
  const text = String.fromCharCode(...bytes.slice(0, 4096)).replace(/^\xef\xbb\xbf/, "");
  const declarations = /^(\s+|<\?xml[^>]*\?>|<!--[^]*?-->|<!doctype\s+svg[^>]*>)+/i;
  const kindOf = (words) => MARKUP.find(([pattern]) => pattern.test(words))?.[1];
  return kindOf(text.replace(declarations, "")) ?? kindOf(text.trimStart()) ?? null;
}

/** Whether every second byte is NUL and no other is, as in a text in UTF-16 without a mark of its order. A tape has
 * leader (0o200), or several blank frames after one another. */
function isWide(bytes) {
  const begin = bytes.slice(0, 4096 & ~1);
  const isLetter = (byte) => byte >= 0o11 && byte !== 0o200;
  const isAlternating = (parity) => begin.every((byte, at) => (at % 2 === parity ? isLetter(byte) : byte === 0));
  return begin.length >= 4 && (isAlternating(0) || isAlternating(1));
}

/** What a file is that the page cannot take; null when it may be a program, a tape or a core image.
 *
 * The reader takes any bytes, so there what is too long for a roll is no tape, text or not. */
function whatElse(bytes, where) {
  const begin = String.fromCharCode(...bytes.slice(0, 12));
  const other = BEGINNINGS.find(([magic]) => begin.startsWith(magic))?.[1] ?? LENGTHS.get(bytes.length);
  if (other) return other;
  if (bytes.length === 0) return "empty";
  if (begin.startsWith("RIFF")) return RIFF[begin.slice(8)] ?? "a recording (RIFF)";
  if (isWide(bytes)) return UTF_16;
  const isText = bytes.slice(0, 4096).every((byte) => byte >= 0o11 && byte < 0o177);
  if ((where === "reader" || !isText) && bytes.length > ROLL) {
    return `too long for a tape: ${count(bytes.length)} bytes, and a roll has ${count(ROLL)} frames`;
  }
  return markupOf(bytes);
}
