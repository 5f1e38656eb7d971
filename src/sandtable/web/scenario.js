// The sheet of a scenario in the lobby: when and where, the forces, what to do, who sits where, and Start.

import { request, told } from "./api.js";
import { counterImage } from "./counters.js";
import { h } from "./dom.js";
import { keepTable, theme } from "./kept.js";

const ME = "me", SOMEBODY = "somebody else";
/** What a unit of a force is by its name, for the counters of the lobby. */
const SYMBOLS = /** @type {[RegExp, string][]} */ ([
  [/helicopter|cobra|hind|blackhawk|gunship|\b(ah|uh|oh|mi)-?\d/i, "helicopter"], [/hq|headq/i, "headquarters"], [/eng|sapper/i, "engineers"],
  [/zsu|rapier|vulcan|stinger|redeye|chaparral|sa-?\d|anti.?air|flak|\baa\b/i, "anti-aircraft"], [/m-?109|2s\d|self.?prop/i, "self-propelled artillery"],
  [/artill|howitz|battery|bm-?21|\bd-?\d|m-?1(0[12]|14|98)\b/i, "artillery"], [/mortar|\d+mm|m-?125|m-?106/i, "mortar"], [/mg\b|machine/i, "machine gun"],
  [/^at\d|\bat\b|anti.?tank|tow|dragon|sagger|milan|recoilless|bazooka|pak|gun\b/i, "anti-tank"], [/recon|scout|scorpion|brdm|pt-?76|commando/i, "armoured reconnaissance"],
  [/mech|apc|btr|bmp|bradley|m-?113|m113|halftrack|carrier/i, "mechanised"], [/inf|rifle|foot|squad|men|section|team|^sec/i, "infantry"], [/truck|jeep/i, "truck"],
]);

/** @param {any} game @param {any} one @param {HTMLElement} trouble */
export function scenarioSheet(game, one, trouble) {
  const forces = h("div", { class: "forces" });
  showForces(game.name, one.key, forces);
  const goals = Object.entries(one.goals ?? {});
  const facts = [one.date, one.place, one.length, one.minutes ? `about ${one.minutes} minutes` : ""].filter(Boolean);
  const sheet = h("article", { class: "scenario", "data-scenario": one.key, "data-game": game.name },
    h("div", { class: "about" },
      h("h2", {}, one.title), h("p", { class: "muted" }, facts.join(" · ")), one.teaches ? h("p", { class: "teaches" }, one.teaches) : null,
      goals.length ? h("dl", { class: "goals" }, goals.map(([side, goal]) => [h("dt", {}, side), h("dd", {}, String(goal))])) : null,
      forces),
    h("div", { class: "seating" },
      h("img", { class: "thumbnail", alt: `Map of ${one.title}`, src: `/api/games/${game.name}/${one.key}/map.png?theme=${theme()}` }),
      chairs(game, one), options(game),
      h("button", { class: "go start", click: () => start(game, one, sheet, trouble) }, "Start")));
  return sheet;
}

/** @param {any} game @param {any} one */
function chairs(game, one) {
  const bots = [...game.bots].sort((a, b) => strength(b) - strength(a));
  const choices = [ME, ...bots, SOMEBODY];
  return h("div", { class: "chairs" }, one.sides.map((/** @type {string} */ side, /** @type {number} */ n) =>
    h("label", {}, h("span", {}, side), h("select", { "data-side": side }, choices.map((choice) =>
      h("option", { value: choice, selected: choice === (n ? bots[0] ?? SOMEBODY : ME) }, words(choice)))))));
}

/** @param {string} bot how strong: a game's own before the general ones */
const strength = (bot) => ["random", "greedy"].indexOf(bot) + 1 ? ["random", "greedy"].indexOf(bot) : 2;

/** @param {string} choice */
function words(choice) {
  if (choice === ME) return "Me";
  if (choice === SOMEBODY) return "Somebody else (a link to send)";
  return `The ${choice} (a bot, ${["weak", "middling", "strong"][strength(choice)]})`;
}

/** @param {any} game */
function options(game) {
  if (!game.options.length) return null;
  return h("details", { class: "options" }, h("summary", {}, "Options"), game.options.map((/** @type {any} */ option) =>
    h("label", {}, h("span", {}, option.text), h("select", { "data-option": option.key },
      option.values.map((/** @type {string} */ value) => h("option", { value }, value))))));
}

/** @param {string} game @param {string} key @param {HTMLElement} place */
async function showForces(game, key, place) {
  try {
    const { forces } = await request(`/api/games/${game}/${key}`);
    place.replaceChildren(...forces.map((/** @type {any} */ force, /** @type {number} */ side) => {
      const counted = new Map();
      for (const { type } of force.units) counted.set(type, (counted.get(type) ?? 0) + 1);
      const pieces = [...counted].map(([type, count]) => h("li", {},
        counterImage({ hex: "", side: force.side, symbol: symbolOf(type.replaceAll("_", " ")), name: "", numbers: "", facing: -1, status: [] }, side, game),
        h("span", {}, `${count} × ${(type || "unit").replaceAll("_", " ")}`)));
      return h("div", { class: "force" }, h("h3", {}, force.side),
        pieces.length ? h("ul", {}, pieces) : h("p", { class: "muted" }, "settled before play begins"));
    }));
  } catch {
    place.replaceChildren();
  }
}

/** @param {string} type */
const symbolOf = (type) => SYMBOLS.find(([like]) => like.test(type))?.[1] ?? "armour";

/** @param {any} game @param {any} one @param {HTMLElement} sheet @param {HTMLElement} trouble */
async function start(game, one, sheet, trouble) {
  performance.mark("start");
  const selects = /** @type {HTMLSelectElement[]} */ ([...sheet.querySelectorAll("select")]);
  const chosen = selects.filter((select) => select.dataset.side).map((select) => [select.dataset.side ?? "", select.value]);
  const seats = chosen.map(([side, who]) => (who === ME || who === SOMEBODY ? { side, name: who === ME ? "Me" : "" } : { side, bot: who }));
  const picked = selects.filter((select) => select.dataset.option).map((select) => [select.dataset.option, select.value]);
  const mine = chosen.filter(([, who]) => who === ME).map(([side]) => side);
  await openTable({ game: game.name, scenario: one.key, options: Object.fromEntries(picked), chairs: seats }, game.name, trouble, mine);
}

/**
 * Set a table up and go there. Nobody's sides named: all of them are mine.
 * @param {any} wanted @param {string} game @param {HTMLElement} trouble @param {string[]} mine
 */
export async function openTable(wanted, game, trouble, mine) {
  trouble.textContent = "";
  try {
    const opened = await request("/api/tables", { body: wanted });
    const everybody = !wanted.chairs;
    const links = opened.links.map((/** @type {any} */ link) => ({ ...link, mine: link.role === "player" && (everybody || mine.includes(link.side)) }));
    const rank = (/** @type {any} */ link) => (link.mine ? 0 : link.role === "watcher" ? 1 : 2);
    links.sort((/** @type {any} */ a, /** @type {any} */ b) => rank(a) - rank(b));
    keepTable({ table: opened.table, title: opened.title, game, links, opened: Date.now() });
    location.href = `/table/${opened.table}#${links[0].token}`;
  } catch (error) {
    trouble.textContent = told(error);
  }
}
