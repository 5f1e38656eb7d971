// Playback: what happened while one waited, event by event on the map, with pause and step.

import { h } from "./dom.js";

const ENOUGH = 4;
const BEAT = 260;
/** Events after which a unit stands where their hex says. */
const MOVES = new Set(["moved", "came-on", "stepped-back", "placed", "arrived", "entered", "deployed", "retreated", "withdrew"]);
const GONE = new Set(["destroyed", "left", "eliminated", "exited", "died"]);

export class Playback {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {any[]} */
    this.events = [];
    /** @type {import("./counters.js").Counter[]} */
    this.counters = [];
    this.at = 0;
    this.timer = 0;
    this.words = h("p", {});
    this.hold = h("button", { click: () => this.pause() }, "Pause");
    this.element = h("section", { class: "playback", "aria-label": "What just happened", hidden: true }, this.words,
      h("div", { class: "row" }, this.hold, h("button", { click: () => this.one() }, "Step"), h("button", { click: () => this.end() }, "Skip")));
  }

  get on() {
    return !this.element.hidden;
  }

  /**
   * Play it back if enough has moved to be worth it.
   * @param {import("./counters.js").Counter[]} before @param {any[]} events
   */
  offer(before, events) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const moved = events.filter((event) => MOVES.has(event.type)).length;
    if (still || moved < ENOUGH || !before.length || this.table.replay.on) return this.end();
    clearTimeout(this.timer);
    this.events = events;
    this.counters = before.map((counter) => ({ ...counter }));
    this.at = 0;
    this.element.hidden = false;
    this.hold.textContent = "Pause";
    this.beat();
    return undefined;
  }

  beat() {
    this.timer = setTimeout(() => {
      this.step();
      if (this.on) this.beat();
    }, BEAT);
  }

  /** The next event that shows on the map. */
  step() {
    while (this.at < this.events.length) {
      const event = this.events[this.at++];
      this.words.textContent = event.text;
      if (this.apply(event)) {
        this.table.map.place_counters(this.counters, this.table.sides());
        return;
      }
    }
    this.end();
  }

  /** @param {any} event */
  apply(event) {
    const own = this.counters.find((counter) => counter.name && counter.name === event.unit);
    if (MOVES.has(event.type) && own && event.hex) {
      own.hex = event.hex;
      this.table.map.point(event.hex, false);
      return true;
    }
    if (GONE.has(event.type) && own) {
      this.counters = this.counters.filter((counter) => counter !== own);
      return true;
    }
    if (event.hex && this.table.map.hexes.has(event.hex)) this.table.map.point(event.hex, false);
    return event.type === "rolled" || event.type === "segment-began" || Boolean(event.hex);
  }

  one() {
    if (this.timer) this.pause();
    this.step();
  }

  pause() {
    if (this.timer) {
      clearTimeout(this.timer);
      this.timer = 0;
      this.hold.textContent = "Go on";
    } else {
      this.hold.textContent = "Pause";
      this.beat();
    }
  }

  end() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.on) return;
    this.element.hidden = true;
    this.table.map.unpoint();
    this.table.map.place_counters(this.table.sight.counters, this.table.sides());
  }
}
