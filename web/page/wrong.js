// A file that is no program, tape, core image or disc says what it is, by how it begins or by its length.

const UTF_16 = "a text in UTF-16: save it as plain text or UTF-8";
const OTHER_COMPUTER = "a program for another computer";

/** How files of other kinds begin, as text of one byte a character.
 *
 * Letters that a program may begin with, such as BM or MZ for a label of PAL, are a sign only before bytes that are in no
 * program. */
const BEGINNINGS = [
  [/^\x89PNG/, "a picture (PNG)"], [/^\xff\xd8\xff/, "a picture (JPEG)"], [/^GIF8[79]a/, "a picture (GIF)"],
  [/^BM[^]{4}\0\0\0\0/, "a picture (BMP)"], [/^(II\*\0|MM\0\*|II\+\0|MM\0\+)/, "a picture (TIFF)"],
  [/^8BPS\0/, "a picture (Photoshop)"], [/^\0\0\0\x0cjP {2}/, "a picture (JPEG 2000)"],
  [/^\0\0\0\x0cJXL /, "a picture (JPEG XL)"],
  [/^%PDF/, "a document (PDF)"], [/^%!PS/, "a document (PostScript)"], [/^\{\\rtf/, "a document (RTF)"],
  [/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, "a document of an office program (such as Word or Excel)"],
  [/^PK(\x03\x04|\x05\x06)/, "an archive (ZIP)"], [/^7z\xbc\xaf\x27\x1c/, "an archive (7-Zip)"],
  [/^Rar!\x1a\x07/, "an archive (RAR)"], [/^MSCF\0/, "an archive (CAB)"], [/^[^]{257}ustar[\0 ]/, "an archive (tar)"],
  [/^\x1f\x8b/, "a compressed file (gzip)"], [/^BZh[1-9]1AY&SY/, "a compressed file (bzip2)"],
  [/^\xfd7zXZ\0/, "a compressed file (xz)"], [/^\x28\xb5\x2f\xfd/, "a compressed file (Zstandard)"],
  [/^\x7fELF/, OTHER_COMPUTER], [/^MZ[^]{3}\0[^]{22}\0{8}/, OTHER_COMPUTER],
  [/^([\xce\xcf]\xfa\xed\xfe|\xca\xfe\xba\xbe)/, OTHER_COMPUTER], [/^\0asm/, "a program for a browser"],
  [/^(\xff\xfe|\xfe\xff)/, UTF_16],
  [/^OggS\0/, "sound (Ogg)"], [/^ID3[\x02-\x04]/, "sound (MP3)"], [/^fLaC/, "sound (FLAC)"], [/^MThd\0/, "music (MIDI)"],
  [/^FORM[\0-\x08][^]{3}AIF[FC]/, "sound (AIFF)"], [/^\.snd\0/, "sound (AU)"],
  [/^\x1a\x45\xdf\xa3/, "a film (Matroska or WebM)"], [/^FLV\x01/, "a film (Flash)"],
  [/^\x30\x26\xb2\x75\x8e\x66\xcf\x11/, "sound or a film (Windows Media)"],
  [/^RIFF[^]{3}[\0-\x08]WEBP/, "a picture (WebP)"], [/^RIFF[^]{3}[\0-\x08]WAVE/, "sound (WAV)"], [/^RIFF[^]{3}[\0-\x08]AVI /, "a film (AVI)"],
  [/^RIFF[^]{3}[\0-\x08]/, "a recording (RIFF)"],
  [/^\0\0[\0-\x02][^]ftyp(avif|avis)/, "a picture (AVIF)"], [/^\0\0[\0-\x02][^]ftyp(hei[cxms]|hev[cx]|mif1|msf1)/, "a picture (HEIC)"],
  [/^\0\0[\0-\x02][^]ftypM4[AB]/, "sound (MPEG-4)"], [/^\0\0[\0-\x02][^]ftypqt/, "a film (QuickTime)"], [/^\0\0[\0-\x02][^]ftyp/, "a film (MP4)"],
  [/^(OTTO\0|\0\x01\0\0\0[^]{7}[A-Z][A-Za-z0-9\/]{3}|wOF[F2])/, "a font"], [/^SQLite format 3\0/, "a database (SQLite)"],
  [/^focal8 session/, "a recorded session of focal8: focal8 replay plays it"],
];
/** How marked-up text begins, after spaces, comments and declarations. */
const MARKUP = [[/^<svg[\s>]/i, "a picture (SVG) and no drawing of a tape"], [/^<(!doctype\s+html|html|head|body)[\s>]/i, "a page for a browser (HTML)"], [/^<\?xml|^<!doctype/i, "a document (XML)"]];
/** Lengths of the media that are no tape, in bytes. */
const LENGTHS = new Map([
  [3325952, "the image of a disc pack (RK05)"], [2494464, "the image of a disc pack (RK05)"], [6651904, "the image of a disc pack (RK05)"],
  [380292, "the image of a DECtape"], [377344, "the image of a DECtape"], [256256, "the image of a floppy disk (RX01)"],
]);
/** Frames of a roll of paper tape, 1,000 feet of it. */
const ROLL = 120000;
/** Bytes at the begin of a file that are looked at. */
const LOOKED_AT = 4096;
/** Equal frames at the begin of a tape, without a meaning of their own, that are leader. */
const LEADER = 8;

/** The begin of a file as text of one byte a character. */
const beginOf = (bytes) => String.fromCharCode(...bytes.slice(0, LOOKED_AT));

/** The marked-up text that a file is; null when it is none. */
function markupOf(bytes) {
  const text = beginOf(bytes).replace(/^\xef\xbb\xbf/, "");
  const declarations = /^(\s+|<\?xml[^>]*\?>|<!--[^]*?-->|<!doctype\s+svg[^>]*>)+/i;
  const kindOf = (words) => MARKUP.find(([pattern]) => pattern.test(words))?.[1];
  return kindOf(text.replace(declarations, "")) ?? kindOf(text.trimStart()) ?? null;
}

/** Whether every second byte is NUL and no other is, as in a text in UTF-16 without a mark of its order. A tape has
 * leader (0o200), or several blank frames after one another. */
function isWide(bytes) {
  const begin = bytes.slice(0, LOOKED_AT & ~1);
  const isLetter = (byte) => byte >= 0o11 && byte !== 0o200;
  const isAlternating = (parity) => begin.every((byte, at) => (at % 2 === parity ? isLetter(byte) : byte === 0));
  return begin.length >= 4 && (isAlternating(0) || isAlternating(1));
}

/** Kilobits a second of MPEG audio, layer III, by the number in the header of a frame; version 1, and versions 2 and 2.5. */
const MP3_RATES = [
  [, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320], [, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];

/** The length of the MP3 frame that begins at a byte; undefined when none begins there. */
function mp3Frame(bytes, at) {
  const [sync, kind, numbers] = bytes.slice(at, at + 3);
  const version = (kind >> 3) & 3;
  const isLayer3 = sync === 0xff && (kind & 0xe6) === 0xe2 && version !== 1;
  const rate = isLayer3 ? MP3_RATES[version === 3 ? 0 : 1][numbers >> 4] : undefined;
  const samples = [44100, 48000, 32000][(numbers >> 2) & 3] / { 3: 1, 2: 2, 0: 4 }[version];
  const length = Math.floor((version === 3 ? 144000 : 72000) * rate / samples) + ((numbers >> 1) & 1);
  return length > 0 ? length : undefined;
}

/** Whether a file is an MP3 without a title: two frames, one after the other, since a tape may begin like one. */
function isMp3(bytes) {
  const length = mp3Frame(bytes, 0);
  return length !== undefined && mp3Frame(bytes, length) !== undefined;
}

/** Whether a file is icons or cursors: the place and the length of the first picture are in the file. */
function isIcon(bytes) {
  if (bytes.length < 22) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [reserved, kind, pictures] = [0, 2, 4].map((at) => view.getUint16(at, true));
  const [length, place] = [14, 18].map((at) => view.getUint32(at, true));
  const isHeader = reserved === 0 && (kind === 1 || kind === 2) && pictures > 0 && bytes[9] === 0;
  return isHeader && place >= 6 + 16 * pictures && length > 0 && place + length <= bytes.length;
}

/** What a file is that the page cannot take; null when it may be a program, a tape or a core image.
 *
 * The reader takes any bytes, so there what is too long for a roll is no tape, text or not. */
function whatElse(bytes, where) {
  const begin = beginOf(bytes);
  const other = BEGINNINGS.find(([pattern]) => pattern.test(begin))?.[1] ?? LENGTHS.get(bytes.length);
  if (other) return other;
  if (bytes.length === 0) return "empty";
  if (isMp3(bytes)) return "sound (MP3)";
  if (isIcon(bytes)) return "an icon";
  if (isWide(bytes)) return UTF_16;
  const isText = bytes.slice(0, LOOKED_AT).every((byte) => byte >= 0o11 && byte < 0o177);
  if (where !== "drive" && (where === "reader" || !isText) && bytes.length > ROLL) {
    return `too long for a tape: ${count(bytes.length)} bytes, and a roll has ${count(ROLL)} frames`;
  }
  return markupOf(bytes);
}

/** Whether bytes that are no BIN or RIM tape look like a paper tape all the same: they have leader, or are text with blank
 * frames and marks. Any bytes may be a tape, so this decides only where a file of another kind is more likely. */
function looksLikeTape(bytes) {
  const begin = bytes.slice(0, LOOKED_AT);
  const isLeader = (frame) => frame === 0 || frame === 0o200 || frame === 0o377;
  // BELL, TAB to RETURN, CTRL/Z at the end of a file, and the marks of the type wheel.
  const isText = (frame) => isLeader(frame) || /[\x07\t-\r\x1a -\x7f]/.test(String.fromCharCode(frame & 0o177));
  return begin.length >= LEADER && begin.slice(0, LEADER).every((frame) => isLeader(frame) && frame === begin[0]) || begin.every(isText);
}
