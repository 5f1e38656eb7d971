// The drawn sheet: fetched as a drawing, painted once for moving about, and once more, finely, for what is seen near.

import { fetched } from "./api.js";
import { h } from "./dom.js";

const FONTS = /** @type {[string, string, string][]} */ ([
  ["Sandtable Sans", "sandtable-sans.ttf", ""], ["Sandtable Sans", "sandtable-sans-bold.ttf", "font-weight:700;"],
  ["Sandtable Serif", "sandtable-serif.ttf", ""], ["Sandtable Serif", "sandtable-serif-italic.ttf", "font-style:italic;"],
]);
/** As many points as the coarse painting may have. */
const MOST = 9e6;
const PATIENCE = 140;

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
    this.coarse = /** @type {HTMLCanvasElement} */ (h("canvas", { class: "sheet", "aria-hidden": "true" }));
    this.fine = /** @type {HTMLCanvasElement} */ (h("canvas", { class: "fine", "aria-hidden": "true", hidden: true }));
    this.grain = 1;
    this.timer = 0;
    this.asked = 0;
  }

  /**
   * Show this drawing from now on.
   * @param {string} address @param {string} word @param {number[]} box
   */
  async show(address, word, box) {
    const asked = ++this.asked;
    const image = await drawing(address, word);
    if (asked !== this.asked) return;
    const [, , width, height] = box;
    this.image = image;
    this.grain = Math.min(2, Math.sqrt(MOST / (width * height)));
    this.coarse.width = Math.round(width * this.grain);
    this.coarse.height = Math.round(height * this.grain);
    this.coarse.getContext("2d")?.drawImage(image, 0, 0, this.coarse.width, this.coarse.height);
    this.coarse.dataset.ready = "true";
  }

  /**
   * The map has moved: what was painted finely no longer fits, and is painted anew once it rests.
   * @param {number} x @param {number} y @param {number} scale @param {HTMLElement} window
   */
  moved(x, y, scale, window) {
    this.fine.hidden = true;
    clearTimeout(this.timer);
    const sharp = scale * devicePixelRatio;
    if (sharp <= this.grain * 1.15 && sharp >= this.grain * 0.8) return;
    this.timer = setTimeout(() => this.refine(x, y, scale, window), PATIENCE);
  }

  /** @param {number} x @param {number} y @param {number} scale @param {HTMLElement} window */
  refine(x, y, scale, window) {
    const image = this.image;
    if (!image) return;
    const [wide, high] = [window.clientWidth, window.clientHeight];
    this.fine.width = wide * devicePixelRatio;
    this.fine.height = high * devicePixelRatio;
    const brush = this.fine.getContext("2d");
    if (!brush) return;
    const near = scale * devicePixelRatio > this.grain;
    brush.scale(devicePixelRatio, devicePixelRatio);
    brush.imageSmoothingQuality = "high";
    brush.drawImage(near ? image : this.coarse, x, y, image.naturalWidth * scale, image.naturalHeight * scale);
    this.fine.hidden = false;
  }
}
