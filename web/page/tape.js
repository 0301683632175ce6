// Punched tape: eight channels, and the feed holes between the third and the fourth.

/** Holes across the tape, from its upper edge: channels 8 to 1, the feed hole between 4 and 3. */
const TRACKS = [0o200, 0o100, 0o40, 0o20, 0o10, "feed", 0o4, 0o2, 0o1];
const PITCH = 9;

/** Draws the frames around `at`, which lies under the head; the head is so far from the left. */
function drawTape(canvas, frames, at, head) {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (width === 0) return;
  if (canvas.width !== Math.round(width * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  if (frames.length === 0) {
    pen.fillStyle = getComputedStyle(canvas).color;
    pen.globalAlpha = 0.55;
    pen.font = "13px sans-serif";
    pen.textAlign = "center";
    pen.fillText("no tape", width / 2, height / 2 + 4);
    pen.globalAlpha = 1;
    return;
  }
  const left = head * width;
  const place = (index) => left + (index - at) * PITCH;
  const [from, to] = [Math.max(0, place(-3)), Math.min(width, place(frames.length + 3))];
  pen.fillStyle = "#e9d79a";
  pen.fillRect(from, 4, to - from, height - 8);
  pen.fillStyle = "#0000001a";
  pen.fillRect(from, height - 7, to - from, 3);
  const first = Math.max(0, Math.floor(at - left / PITCH) - 1);
  const last = Math.min(frames.length, Math.ceil(at + (width - left) / PITCH) + 1);
  const track = (height - 8) / (TRACKS.length + 0.6);
  pen.fillStyle = "#2a241c";
  for (let index = first; index < last; index++) {
    TRACKS.forEach((channel, row) => {
      const isFeed = channel === "feed";
      if (!isFeed && !(frames[index] & channel)) return;
      pen.beginPath();
      pen.arc(place(index), 4 + track * (row + 0.8), isFeed ? 1.5 : 3.1, 0, 2 * Math.PI);
      pen.fill();
    });
  }
  pen.strokeStyle = "#b7392b";
  pen.lineWidth = 2;
  pen.strokeRect(left - PITCH / 2, 2, PITCH, height - 4);
}
