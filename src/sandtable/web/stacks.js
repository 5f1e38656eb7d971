// What lies on the map: counters in stacks, fanned by five points, and spread out under the pointer or a long press.

import { FAN, drawCounter } from "./counters.js";
import { s } from "./dom.js";

const ABREAST = 4;
const APART = 52;
const LONG = 420;

export class Stacks {
  constructor() {
    this.layer = s("g", { class: "counters" });
    /** @type {Map<string, import("./counters.js").Counter[]>} */
    this.held = new Map();
    this.pressed = 0;
    this.layer.addEventListener("pointerover", (event) => this.fan(pile(event), event.pointerType === "touch"));
    this.layer.addEventListener("pointerdown", (event) => this.press(pile(event), event.pointerType === "touch"));
    this.layer.addEventListener("pointerleave", () => this.fan(null, false));
    for (const end of ["pointerup", "pointercancel"]) this.layer.addEventListener(end, () => clearTimeout(this.pressed));
  }

  /**
   * @param {import("./counters.js").Counter[]} counters @param {string[]} sides @param {Map<string, {x: number, y: number}>} hexes @param {string} game
   */
  place(counters, sides, hexes, game) {
    this.held = new Map();
    for (const counter of counters) this.held.set(counter.hex, [...(this.held.get(counter.hex) ?? []), counter]);
    const drawn = [];
    for (const [name, stack] of this.held) {
      const hex = hexes.get(name);
      if (hex) drawn.push(s("g", { class: `stack${stack.length > 1 ? " several" : ""}`, "data-hex": name, transform: `translate(${hex.x} ${hex.y})` }, drawPile(stack, sides, game)));
    }
    this.layer.replaceChildren(...drawn);
  }

  /** @param {Element | null} stack @param {boolean} touched */
  press(stack, touched) {
    clearTimeout(this.pressed);
    if (touched) this.pressed = setTimeout(() => this.fan(stack, false), LONG);
  }

  /** @param {Element | null} stack @param {boolean} touched */
  fan(stack, touched) {
    if (touched || stack?.classList.contains("fanned")) return;
    for (const one of this.layer.querySelectorAll(".fanned")) one.classList.remove("fanned");
    if (!stack?.classList.contains("several")) return;
    stack.classList.add("fanned");
    if (stack !== this.layer.lastElementChild) this.layer.append(stack);
  }
}

/** @param {PointerEvent} event */
const pile = (event) => /** @type {Element} */ (event.target).closest(".stack");

/** @param {import("./counters.js").Counter[]} stack @param {string[]} sides @param {string} game */
function drawPile(stack, sides, game) {
  const abreast = Math.min(ABREAST, stack.length), rows = Math.ceil(stack.length / ABREAST);
  const tray = stack.length < 2 ? null : s("rect", { class: "tray", x: (-abreast * APART) / 2 - 3, y: (-rows * APART) / 2 - 3, width: abreast * APART + 6, height: rows * APART + 6, rx: 6 });
  const shown = stack.map((counter, n) => {
    const drawn = drawCounter(counter, Math.max(0, sides.indexOf(counter.side)), game);
    const lean = Math.min(FAN, 22 / stack.length) * (n - (stack.length - 1) / 2);
    drawn.setAttribute("transform", `translate(${lean.toFixed(1)} ${(-lean).toFixed(1)})`);
    drawn.style.setProperty("--dx", `${((n % ABREAST) - (abreast - 1) / 2) * APART}px`);
    drawn.style.setProperty("--dy", `${(Math.floor(n / ABREAST) - (rows - 1) / 2) * APART}px`);
    return drawn;
  });
  return s("g", { class: "pile" }, tray, shown);
}
