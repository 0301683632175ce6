// A file that is no program, tape or core image says what it is, by how it begins or by its length.

/** How files of other kinds begin, as text of one byte a character. */
const BEGINNINGS = [
  ["\x89PNG", "a picture (PNG)"], ["\xff\xd8\xff", "a picture (JPEG)"], ["GIF8", "a picture (GIF)"], ["BM", "a picture (BMP)"],
  ["%PDF", "a document (PDF)"], ["PK\x03\x04", "an archive (ZIP)"], ["\x1f\x8b", "a compressed file (gzip)"],
  ["\x7fELF", "a program for another computer"], ["MZ", "a program for another computer"], ["\0asm", "a program for a browser"],
  ["\xff\xfe", "a text in UTF-16: save it as plain text or UTF-8"], ["\xfe\xff", "a text in UTF-16: save it as plain text or UTF-8"],
];
/** Lengths of the media that are no tape, in bytes. */
const LENGTHS = new Map([
  [3325952, "the image of a disc pack (RK05)"], [2494464, "the image of a disc pack (RK05)"], [6651904, "the image of a disc pack (RK05)"],
  [380292, "the image of a DECtape"], [377344, "the image of a DECtape"], [256256, "the image of a floppy disk (RX01)"],
]);
/** Frames of a roll of paper tape, 1,000 feet of it. */
const ROLL = 120000;

/** What a file is that the page cannot take; null when it may be a program, a tape or a core image. */
function whatElse(bytes) {
  const begin = String.fromCharCode(...bytes.slice(0, 4));
  const other = BEGINNINGS.find(([magic]) => begin.startsWith(magic))?.[1] ?? LENGTHS.get(bytes.length);
  if (other) return other;
  if (bytes.length === 0) return "empty";
  const isText = bytes.slice(0, 4096).every((byte) => byte >= 0o11 && byte < 0o177);
  if (!isText && bytes.length > ROLL) return `too long for a tape: ${count(bytes.length)} bytes, and a roll has ${count(ROLL)} frames`;
  return null;
}
