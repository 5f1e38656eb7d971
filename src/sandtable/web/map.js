// The map: the drawn sheet, and over it what lies and moves: counters, lit hexes, lines of sight, the cursor.

import { counterWords } from "./counters.js";
import { h, s } from "./dom.js";
import { HEX, Overlays, SIDE } from "./overlays.js";
import { Sheet } from "./sheet.js";
import { Stacks } from "./stacks.js";

const CLOSEST = 3.5;

/** @typedef {{name: string, x: number, y: number, words: string}} HexShown */
/** @typedef {{title: string, hash: string, box: number[], columns: number, hexes: HexShown[]}} BoardShown */
/** @typedef {import("./overlays.js").Tone} Tone */

export class MapView {
  /** @param {{picked: (hex: string, unit: string) => boolean, looked: (hex: string, aloud?: boolean) => void, view: () => any}} told */
  constructor(told) {
    this.told = told;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    /** @type {Map<string, HexShown>} */
    this.hexes = new Map();
    this.cursor = "";
    /** Are several hexes being picked? Then Space picks, and Enter is left to confirm them all. */
    this.several = false;
    /** Has the reader chosen the scale? */
    this.handled = false;
    /** The hex under the pointer. */
    this.lookedAt = "";
    this.sheet = new Sheet();
    this.resting = 0;
    this.pieces = new Stacks();
    this.overlays = new Overlays((name) => this.hexes.get(name));
    this.mark = s("path", { class: "cursor", d: HEX, visibility: "hidden" });
    const { reach, graphics, ways, lit, lines, path, notes } = this.overlays.layers;
    this.over = s("svg", { class: "over", "aria-hidden": "true" }, reach, graphics, ways, lit, path, this.pieces.layer, lines, notes, this.mark);
    this.above = h("div", { class: "map-paper" }, this.over);
    this.spoken = h("p", { class: "unseen", "aria-live": "polite" });
    this.element = h(
      "div",
      { class: "map", tabindex: "0", role: "group", "aria-label": "Map: arrow keys move from hex to hex, Enter picks" },
      this.sheet.canvas,
      this.above,
      this.spoken,
    );
    this.listen();
  }

  /** @param {BoardShown} board */
  show(board) {
    this.board = board;
    this.hexes = new Map(board.hexes.map((hex) => [hex.name, hex]));
    this.sheet.lay(board.box);
    const [left, top, width, height] = board.box;
    this.over.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    this.above.style.setProperty("width", `${width}px`);
    this.above.style.setProperty("height", `${height}px`);
    this.fit();
  }

  /**
   * The picture of the ground.
   * @param {string} address @param {string} word
   */
  async draw(address, word) {
    await this.sheet.show(address, word);
    this.place();
  }

  // -- moving about --------------------------------------------------------------------------

  fit() {
    if (!this.board) return;
    const [, , width, height] = this.board.box;
    const room = this.element.getBoundingClientRect();
    this.scale = Math.min(room.width / width, room.height / height) || 1;
    this.least = this.scale * 0.7;
    this.x = (room.width - width * this.scale) / 2;
    this.y = (room.height - height * this.scale) / 2;
    this.place();
  }

  /**
   * Begin where the counters are, near enough to read them; where they lie far apart, with one's own; without any, at the whole map.
   * @param {string} side
   */
  frame(side) {
    const own = [...this.stacks].filter(([, stack]) => stack.some((one) => one.side === side)).map(([name]) => name);
    this.fit();
    for (const names of [[...this.stacks.keys()], own]) {
      const places = /** @type {HexShown[]} */ (names.map((name) => this.hexes.get(name)).filter(Boolean));
      if (places.length && this.frameThese(places) > 0.55) break;
    }
  }

  /** @param {HexShown[]} places */
  frameThese(places) {
    const xs = places.map((hex) => hex.x), ys = places.map((hex) => hex.y);
    const [left, right, top, bottom] = [Math.min(...xs) - 240, Math.max(...xs) + 240, Math.min(...ys) - 240, Math.max(...ys) + 240];
    const room = this.element.getBoundingClientRect(), [x, y] = this.board?.box ?? [0, 0];
    this.scale = Math.max(this.scale, Math.min(1.1, room.width / (right - left), room.height / (bottom - top)));
    this.x = room.width / 2 - ((left + right) / 2 - x) * this.scale;
    this.y = room.height / 2 - ((top + bottom) / 2 - y) * this.scale;
    this.keepIn();
    this.place();
    return this.scale;
  }

  /**
   * Somebody is asked about this hex: let it be seen, and near enough to read, unless the reader has set the scale.
   * @param {string} name
   */
  bring(name) {
    if (!this.handled && this.scale < 0.7) this.scale = 0.85;
    else return this.centre(name, true);
    return this.centre(name);
  }

  /** No more of the window beside the map than there has to be. */
  keepIn() {
    const [, , width, height] = this.board?.box ?? [0, 0, 0, 0];
    const [wide, high] = [this.element.clientWidth, this.element.clientHeight];
    const kept = (/** @type {number} */ at, /** @type {number} */ room, /** @type {number} */ size) =>
      size <= room ? (room - size) / 2 : Math.min(24, Math.max(room - size - 24, at));
    this.x = kept(this.x, wide, width * this.scale);
    this.y = kept(this.y, high, height * this.scale);
  }

  place() {
    this.above.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.sheet.moved(this.x, this.y, this.scale);
    if (!this.resting) this.element.classList.add("moving");
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(), 160);
  }

  /** What only changes once the map has come to rest, as it would have to be drawn anew. */
  rest() {
    this.resting = 0;
    this.element.classList.remove("moving");
    this.element.dataset.zoom = this.scale < 0.45 ? "far" : this.scale < 0.9 ? "middle" : "near";
  }

  /** @param {number} factor @param {number} [x] @param {number} [y] */
  zoom(factor, x = this.element.clientWidth / 2, y = this.element.clientHeight / 2) {
    const scale = Math.max(this.least ?? 0.1, Math.min(CLOSEST, this.scale * factor));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.place();
  }

  /** @param {string} name @param {boolean} [gently] only if it cannot be seen now */
  centre(name, gently = false) {
    const hex = this.hexes.get(name);
    if (!hex || !this.board) return;
    const [left, top] = this.board.box;
    const [x, y] = [(hex.x - left) * this.scale, (hex.y - top) * this.scale];
    const [wide, high] = [this.element.clientWidth, this.element.clientHeight];
    const seen = x + this.x > 60 && x + this.x < wide - 60 && y + this.y > 60 && y + this.y < high - 60;
    if (gently && seen) return;
    this.x = wide / 2 - x;
    this.y = high / 2 - y;
    this.keepIn();
    this.place();
  }

  listen() {
    const map = this.element;
    /** @type {Map<number, PointerEvent>} */
    const down = new Map();
    let moved = 0;
    map.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.handled = true;
      const room = map.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.clientX - room.left, event.clientY - room.top);
    }, { passive: false });
    map.addEventListener("pointerdown", (event) => {
      down.set(event.pointerId, event);
      moved = 0;
    });
    map.addEventListener("pointermove", (event) => {
      const before = down.get(event.pointerId);
      if (!before) return this.look(event);
      const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
      if (down.size === 2) this.pinch(down, event);
      moved += Math.abs(dx) + Math.abs(dy);
      if (moved > 6 && !map.hasPointerCapture(event.pointerId)) map.setPointerCapture(event.pointerId);
      if (moved > 6) {
        this.x += dx / down.size;
        this.y += dy / down.size;
        this.place();
        map.classList.add("dragged");
      }
      down.set(event.pointerId, event);
    });
    const up = (/** @type {PointerEvent} */ event) => {
      down.delete(event.pointerId);
      map.classList.remove("dragged");
    };
    map.addEventListener("pointerup", (event) => {
      if (down.has(event.pointerId) && moved <= 6 && event.button === 0) this.pick(event);
      up(event);
    });
    map.addEventListener("pointercancel", up);
    map.addEventListener("dblclick", (event) => this.centre(this.hexAt(event)?.name ?? ""));
    map.addEventListener("pointerleave", () => this.told.looked(""));
    map.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => (this.scale <= (this.least ?? 0) / 0.69 ? this.fit() : (this.keepIn(), this.place()))).observe(map);
  }

  /** @param {Map<number, PointerEvent>} down @param {PointerEvent} event */
  pinch(down, event) {
    const other = [...down.values()].find((one) => one.pointerId !== event.pointerId);
    const before = down.get(event.pointerId);
    if (!other || !before) return;
    const apart = (/** @type {PointerEvent} */ one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    const room = this.element.getBoundingClientRect();
    this.handled = true;
    this.zoom(apart(event) / (apart(before) || 1), other.clientX - room.left, other.clientY - room.top);
  }

  /**
   * The hex under the pointer.
   * @param {MouseEvent} event
   */
  hexAt(event) {
    if (!this.board) return undefined;
    const room = this.element.getBoundingClientRect();
    const [left, top] = this.board.box;
    const x = (event.clientX - room.left - this.x) / this.scale + left;
    const y = (event.clientY - room.top - this.y) / this.scale + top;
    let best, least = SIDE;
    for (const hex of this.hexes.values()) {
      const far = Math.hypot(hex.x - x, hex.y - y);
      if (far < least) [best, least] = [hex, far];
    }
    return best;
  }

  /** @param {PointerEvent} event */
  look(event) {
    this.unpoint();
    const hex = this.hexAt(event)?.name ?? "";
    if (hex !== this.lookedAt) {
      this.lookedAt = hex;
      this.told.looked(hex);
    }
  }

  /** @param {PointerEvent} event */
  pick(event) {
    const unit = /** @type {Element} */ (event.target).closest("[data-unit]")?.getAttribute("data-unit") ?? "";
    const hex = this.hexAt(event);
    if (!hex) return;
    this.cursor = hex.name;
    this.told.picked(hex.name, unit);
  }

  // -- the cursor of the keyboard ------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    const steps = { ArrowUp: [0, -69], ArrowDown: [0, 69], ArrowLeft: [-60, 0], ArrowRight: [60, 0] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.step(step[0], step[1]);
    } else if ((event.key === " " || (event.key === "Enter" && !this.several)) && this.cursor && this.told.picked(this.cursor, "")) {
      // Where there is nothing to pick, Enter confirms, as it does everywhere else.
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** @param {number} dx @param {number} dy */
  step(dx, dy) {
    const from = this.hexes.get(this.cursor);
    const [first] = this.hexes.values();
    if (!from) return this.point(first?.name ?? "");
    const [x, y] = [from.x + dx, from.y + dy];
    let best, least = 50;
    for (const hex of this.hexes.values()) {
      const far = Math.hypot(hex.x - x, hex.y - y);
      if (hex !== from && far < least) [best, least] = [hex, far];
    }
    if (best) this.point(best.name);
  }

  /** @param {string} name @param {boolean} [say] */
  point(name, say = true) {
    const hex = this.hexes.get(name);
    if (!hex) return;
    this.cursor = name;
    this.mark.setAttribute("transform", `translate(${hex.x} ${hex.y})`);
    this.mark.setAttribute("visibility", "visible");
    if (!say) return;
    this.spoken.textContent = this.words(name);
    this.centre(name, true);
    this.told.looked(name, true);
  }

  /** Point no longer. */
  unpoint() {
    this.mark.setAttribute("visibility", "hidden");
  }

  /**
   * A hex as a sentence.
   * @param {string} name
   */
  words(name) {
    const view = this.told.view(), lying = (this.stacks.get(name) ?? []).map((counter) => counterWords(counter, view));
    return [name, this.hexes.get(name)?.words, ...lying].filter(Boolean).join("; ");
  }

  // -- what lies on it -----------------------------------------------------------------------

  get stacks() {
    return this.pieces.held;
  }

  /** @param {import("./counters.js").Counter[]} counters @param {string[]} sides */
  place_counters(counters, sides) {
    this.pieces.place(counters, sides, this.hexes, this.element.dataset.game ?? "");
  }

  /** @param {Map<string, {tone: Tone, note?: string}>} lit */
  light(lit) {
    this.overlays.light(lit);
  }

  /**
   * A line of sight: clear, or blocked at a hex.
   * @param {{from: string, to: string, clear: boolean, at?: string} | null} line
   */
  sight(line) {
    this.overlays.sight(line ? [line] : []);
  }

  /** @param {string[]} names */
  reach(names) {
    this.overlays.reach(names);
  }

  /** @param {import("./overlays.js").Way[]} ways */
  ways(ways) {
    this.overlays.ways(ways);
  }
}
