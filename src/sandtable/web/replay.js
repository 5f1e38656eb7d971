// Replay: the game as this seat saw it, by event and by phase; the board under it is the one of that moment.

import { request } from "./api.js";
import { h, tell } from "./dom.js";

const BATCH = 120;
const BEAT = 700;

export class Replay {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {any[]} */
    this.steps = [];
    /** @type {Map<number, any>} */
    this.frames = new Map();
    this.at = 0;
    this.timer = 0;
    this.slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: "0", value: "0", "aria-label": "Where in the game",
      input: () => this.go(Number(this.slider.value)) }));
    this.where = h("p", { class: "small-caps", "aria-live": "polite" });
    this.story = h("p", { class: "replay-story" });
    this.playing = h("button", { click: () => this.turn() }, "Play");
    const button = (/** @type {string} */ words, /** @type {string} */ title, /** @type {() => void} */ act) => h("button", { title, "aria-label": title, click: act }, words);
    this.element = h("section", { class: "replay", "aria-label": "Replay", hidden: true },
      h("div", { class: "row" }, this.where, button("×", "Back to the table", () => this.end())), this.slider,
      h("div", { class: "row" }, button("«", "The phase before", () => this.phase(-1)), button("◂", "A step back", () => this.go(this.at - 1)), this.playing,
        button("▸", "A step on", () => this.go(this.at + 1)), button("»", "The next phase", () => this.phase(1)), this.story));
  }

  get on() {
    return !this.element.hidden;
  }

  async begin() {
    this.element.hidden = false;
    this.frames.clear();
    await this.load(0);
    this.slider.max = String(Math.max(0, this.steps.length - 1));
    await this.go(0);
    this.slider.focus();
  }

  end() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.playing.textContent = "Play";
    this.element.hidden = true;
    this.table.show();
  }

  /** @param {number} step */
  async load(step) {
    const first = Math.floor(step / BATCH) * BATCH;
    const found = await request(`/api/seat/replay?first=${first}&count=${BATCH}`, { word: this.table.word });
    this.steps = found.steps;
    for (const frame of found.frames) this.frames.set(frame.step, frame);
  }

  /** @param {number} step */
  async go(step) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, step));
    this.slider.value = String(this.at);
    if (!this.frames.has(this.at)) await this.load(this.at);
    const frame = this.frames.get(this.at);
    if (!frame || !this.on) return;
    this.table.map.place_counters(frame.counters, this.table.sides());
    this.table.map.light(new Map());
    const words = frame.events.map((/** @type {any} */ event) => event.text);
    this.where.textContent = `Turn ${frame.turn} · ${frame.phase} · step ${this.at + 1} of ${this.steps.length}`;
    this.story.textContent = words.slice(-3).join(". ");
    const place = frame.events.map((/** @type {any} */ event) => event.hex).filter(Boolean).at(-1);
    if (place) {
      this.table.map.point(place, false);
      this.table.map.centre(place, true);
    }
    if (!this.timer) tell(words.join(". "));
  }

  /** @param {number} way */
  phase(way) {
    const here = this.steps[this.at];
    let step = this.at;
    const same = () => this.steps[step]?.rung === here.rung && this.steps[step]?.turn === here.turn;
    while (this.steps[step] && same()) step += way;
    this.go(step);
  }

  turn() {
    if (this.timer) {
      clearTimeout(this.timer);
      this.timer = 0;
      this.playing.textContent = "Play";
      return;
    }
    this.playing.textContent = "Pause";
    const beat = async () => {
      await this.go(this.at + 1);
      if (this.at + 1 < this.steps.length && this.timer) this.timer = setTimeout(beat, BEAT);
      else if (this.timer) this.turn();
    };
    this.timer = setTimeout(beat, 0);
  }
}
