// Questions to the map in words: the nearest enemy I can see, what blocks a line, where somebody is, how far he gets.

import { h, percent, tell } from "./dom.js";

const HELP = "Try: nearest enemy · what blocks 0304 to 0708 · reach NAME · where is NAME · odds NAME at NAME · 0304";

export class Commands {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.input = /** @type {HTMLInputElement} */ (h("input", { type: "text", placeholder: "Ask the map ( / )", "aria-label": "Ask the map", autocomplete: "off" }));
    this.answer = h("output", { class: "map-answer" });
    this.element = h("form", { class: "commands", submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.ask(this.input.value.trim());
    } }, this.input, this.answer);
  }

  /** @param {string} words */
  async ask(words) {
    const told = words ? await this.find(words).catch((error) => String(error.message ?? error)) : HELP;
    this.answer.textContent = told;
    tell(told);
  }

  /** @param {string} words @returns {Promise<string>} */
  async find(words) {
    const hexes = words.match(/\b[A-Z]?\d{4}\b/g) ?? [];
    const known = hexes.filter((hex) => this.table.map.hexes.has(hex));
    if (/nearest|closest/i.test(words)) return this.nearest(known[0]);
    if (known.length === 2) return this.sight(known[0], known[1]);
    const odds = words.match(/^odds (.+) (?:at|against) (.+)$/i);
    if (odds) return this.odds(this.unit(odds[1]), this.unit(odds[2]));
    const reach = words.match(/^reach (.+)$/i);
    if (reach) return this.reach(this.unit(reach[1]));
    if (known.length) return this.go(known[0]);
    return this.go(this.where(this.unit(words.replace(/^where is |\?$/gi, ""))));
  }

  /** @param {string} words */
  unit(words) {
    const wanted = words.trim().toLowerCase();
    const names = this.table.sight.counters.map((/** @type {any} */ one) => one.name);
    const found = names.find((/** @type {string} */ name) => name.toLowerCase() === wanted) ?? names.find((/** @type {string} */ name) => name.toLowerCase().includes(wanted));
    if (!found) throw new Error(`No counter on the map is called ${words}. ${HELP}`);
    return found;
  }

  /** @param {string} unit */
  where(unit) {
    return this.table.sight.counters.find((/** @type {any} */ one) => one.name === unit)?.hex ?? "";
  }

  /** @param {string} hex */
  go(hex) {
    this.table.map.point(hex, false);
    this.table.map.centre(hex);
    return this.table.map.words(hex);
  }

  /** @param {string} from @param {string} to */
  async sight(from, to) {
    this.table.looking.turn += 1;
    return (await this.table.looking.line(from, to)) || "That is one and the same hex.";
  }

  /** @param {string} unit */
  async reach(unit) {
    const { hexes } = await this.table.say({ do: "reach", unit });
    const names = Object.keys(hexes).filter((hex) => Number(hexes[hex]));
    this.table.map.reach(names);
    const far = names.slice(0, 30).map((hex) => `${hex} for ${hexes[hex]}`).join(", ");
    return names.length ? `${unit} can reach ${names.length} hexes: ${far}${names.length > 30 ? " …" : ""}` : `${unit} can go nowhere now.`;
  }

  /** @param {string} firer @param {string} target */
  async odds(firer, target) {
    const { odds } = await this.table.say({ do: "odds", query: { firer, target } });
    const chances = Object.entries(odds.chances).map(([result, chance]) => `${result} ${percent(String(chance))}`).join(", ");
    return `${firer} at ${target}: needs ${odds.needed}; ${chances}`;
  }

  /**
   * The nearest enemy that can be seen from a hex, by the engine's own lines of sight.
   * @param {string} [hex]
   */
  async nearest(hex) {
    const map = this.table.map;
    const asked = this.table.asks.ask?.unit;
    const from = hex || (asked && this.where(asked)) || map.cursor || map.lookedAt;
    const here = map.hexes.get(from);
    if (!here) return "From where? Put the cursor on a hex, or name one: nearest enemy from 0304.";
    const far = (/** @type {any} */ one) => Math.hypot((map.hexes.get(one.hex)?.x ?? 0) - here.x, (map.hexes.get(one.hex)?.y ?? 0) - here.y);
    const enemies = this.table.sight.counters.filter((/** @type {any} */ one) => one.side && one.side !== this.table.shown.side).sort((/** @type {any} */ a, /** @type {any} */ b) => far(a) - far(b));
    for (const enemy of enemies.slice(0, 12)) {
      const { sight } = await this.table.say({ do: "los", from, to: enemy.hex }).catch(() => ({ sight: { clear: false } }));
      if (!sight.clear && enemy.hex !== from) continue;
      map.sight({ from, to: enemy.hex, clear: true });
      return `${enemy.name || "a counter"} in ${enemy.hex}, about ${Math.max(0, Math.round(far(enemy) / 69.3))} hexes from ${from}, in clear sight.`;
    }
    return enemies.length ? `None of the nearest enemies is in sight of ${from}.` : "No enemy is on the map.";
  }
}
