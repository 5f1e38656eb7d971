// The drawn sheet: fetched as a drawing, painted in a few sizes to move about by, and finely where it comes to rest.

import { fetched } from "./api.js";
import { h } from "./dom.js";

const FONTS = /** @type {[string, string, string][]} */ ([
  ["Sandtable Sans", "sandtable-sans.ttf", ""], ["Sandtable Sans", "sandtable-sans-bold.ttf", "font-weight:700;"],
  ["Sandtable Serif", "sandtable-serif.ttf", ""], ["Sandtable Serif", "sandtable-serif-italic.ttf", "font-style:italic;"],
]);
/** As many points as the largest painting may have. */
const MOST = 9e6;
const PATIENCE = 140;
/** The sheet lies on a table. */
const SHADOW = "#1d14061f";

/** @type {Promise<string> | undefined} */
let faces;

/** The fonts as rules of style: a drawing that is shown as an image cannot use those of the page. */
async function fontFaces() {
  const rules = await Promise.all(FONTS.map(async ([family, file, more]) => {
    const bytes = new Uint8Array(await (await fetch(`/api/fonts/${file}`)).arrayBuffer());
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    return `@font-face{font-family:"${family}";${more}src:url(data:font/ttf;base64,${btoa(letters)})}`;
  }));
  return rules.join("");
}

/**
 * The drawing as an image.
 * @param {string} address @param {string} word
 */
async function drawing(address, word) {
  const [plain, rules] = await Promise.all([fetched(address, word), (faces ??= fontFaces())]);
  const text = await plain.text();
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text.replace("<style>", `<style>${rules}</style><style>`)], { type: "image/svg+xml" }));
  await image.decode();
  URL.revokeObjectURL(image.src);
  return image;
}

export class Sheet {
  constructor() {
    this.canvas = /** @type {HTMLCanvasElement} */ (h("canvas", { class: "sheet", "aria-hidden": "true" }));
    /** The drawing as painted once, then at half and at a quarter of that size: little is read for little that is shown. */
    this.levels = /** @type {HTMLCanvasElement[]} */ ([]);
    /** @type {HTMLImageElement | null} */
    this.image = null;
    /** @type {{width: number, height: number} | null} */
    this.box = null;
    this.grain = 1;
    this.timer = 0;
    this.asked = 0;
    this.due = 0;
    this.at = { x: 0, y: 0, scale: 1 };
  }

  /**
   * Blank paper of this size, until the drawing is there.
   * @param {number[]} box
   */
  lay([, , width, height]) {
    this.box = { width, height };
    this.image = null;
  }

  /**
   * Show this drawing from now on.
   * @param {string} address @param {string} word
   */
  async show(address, word) {
    const asked = ++this.asked;
    const image = await drawing(address, word);
    if (asked !== this.asked || !this.box) return;
    const { width, height } = this.box;
    this.image = image;
    this.grain = Math.min(1.5, Math.sqrt(MOST / (width * height)));
    this.levels = [paint(image, width * this.grain, height * this.grain)];
    for (const part of [2, 4, 8]) this.levels.push(paint(this.levels[this.levels.length - 1], (width * this.grain) / part, (height * this.grain) / part));
    this.canvas.dataset.ready = "true";
  }

  /**
   * The map has moved: it is painted from what is there with the next frame, and finely once it rests.
   * @param {number} x @param {number} y @param {number} scale
   */
  moved(x, y, scale) {
    this.at = { x, y, scale };
    this.due ||= requestAnimationFrame(() => {
      this.due = 0;
      this.paint(1, "low");
    });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.paint(devicePixelRatio, "high"), PATIENCE);
  }

  /**
   * Paint what the window shows.
   * @param {number} sharp points of the screen for each of the page @param {"low" | "high"} quality
   */
  paint(sharp, quality) {
    const { canvas, image, box } = this;
    if (!box) return;
    const [wide, high] = [Math.round(canvas.clientWidth * sharp), Math.round(canvas.clientHeight * sharp)];
    if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
    const brush = canvas.getContext("2d", { alpha: true });
    if (!brush) return;
    const scale = this.at.scale * sharp, [x, y] = [this.at.x * sharp, this.at.y * sharp];
    brush.clearRect(0, 0, wide, high);
    shade(brush, x, y, box.width * scale, box.height * scale);
    if (!image) {
      brush.fillStyle = getComputedStyle(canvas).color;
      brush.fillRect(x, y, box.width * scale, box.height * scale);
      return;
    }
    brush.imageSmoothingQuality = quality;
    brush.drawImage(quality === "high" && scale > this.grain ? image : this.level(scale), x, y, box.width * scale, box.height * scale);
  }

  /**
   * The smallest painting that is fine enough.
   * @param {number} scale
   */
  level(scale) {
    const enough = this.levels.filter((_, n) => this.grain / 2 ** n >= scale * 0.85);
    return enough[enough.length - 1] ?? this.levels[0];
  }
}

/**
 * The shadow of the sheet on the table, right of it and below.
 * @param {CanvasRenderingContext2D} brush @param {number} x @param {number} y @param {number} width @param {number} height
 */
function shade(brush, x, y, width, height) {
  brush.fillStyle = SHADOW;
  for (const off of [3, 7, 12]) {
    brush.fillRect(x + width, y + off, off * 0.6, height);
    brush.fillRect(x + off * 0.6, y + height, width - off * 0.6, off);
  }
}

/** @param {CanvasImageSource} from @param {number} width @param {number} height */
function paint(from, width, height) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(width), Math.round(height)];
  const brush = canvas.getContext("2d");
  if (brush) brush.imageSmoothingQuality = "high";
  brush?.drawImage(from, 0, 0, canvas.width, canvas.height);
  return canvas;
}
