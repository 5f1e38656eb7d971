// Printing in true size: the map in sheets to be joined, the counters to be cut out, the scenario.

import { request } from "./api.js";
import { drawCounter } from "./counters.js";
import { h, s } from "./dom.js";
import { fetched } from "./api.js";

/** A counter of half an inch is 46 units wide on the map. */
const MILLIMETRES = 12.7 / 46;
const [WIDE, HIGH] = [186, 266];

/** @param {import("./table.js").Table} table */
export async function printTable(table) {
  const { board } = table.map;
  if (!board) return;
  const address = URL.createObjectURL(await fetched("/api/seat/map?theme=light", table.word));
  const [, , width, height] = board.box.map((size) => size * MILLIMETRES);
  const sheets = [];
  for (let top = 0; top < height; top += HIGH) {
    for (let left = 0; left < width; left += WIDE) sheets.push(sheet(table, address, width, height, left, top));
  }
  const shown = h("div", { class: "print" }, await scenarioPage(table), ...sheets, countersPage(table));
  document.body.append(shown);
  await Promise.all([...shown.querySelectorAll("img")].map((image) => image.decode()));
  shown.dataset.ready = "true";
  addEventListener("afterprint", () => { shown.remove(); URL.revokeObjectURL(address); }, { once: true });
  print();
}

/** @param {import("./table.js").Table} table @param {string} address @param {number} width @param {number} height @param {number} left @param {number} top */
function sheet(table, address, width, height, left, top) {
  const image = h("img", { src: address, alt: "" });
  const over = /** @type {SVGElement} */ (table.map.over.cloneNode(true));
  for (const one of [image, over]) {
    one.style.setProperty("width", `${width}mm`);
    one.style.setProperty("height", `${height}mm`);
    one.style.setProperty("left", `${-left}mm`);
    one.style.setProperty("top", `${-top}mm`);
  }
  return h("section", { class: "print-sheet" }, image, over,
    h("p", {}, `${table.shown.title} · map, column ${Math.round(left / WIDE) + 1}, row ${Math.round(top / HIGH) + 1}`));
}

/** @param {import("./table.js").Table} table */
function countersPage(table) {
  const sides = table.sides();
  const all = table.sight.counters.map((/** @type {any} */ counter) => s("svg", { viewBox: "-23 -23 46 46", class: "print-counter" },
    drawCounter({ ...counter, status: [], facing: -1 }, Math.max(0, sides.indexOf(counter.side)), table.shown.game)));
  return h("section", { class: "print-counters" }, h("h1", {}, "Counters"), h("div", {}, all));
}

/** @param {import("./table.js").Table} table */
async function scenarioPage(table) {
  const games = await request("/api/games");
  const game = games.games.find((/** @type {any} */ one) => one.name === table.shown.game);
  const scenario = game?.scenarios.find((/** @type {any} */ one) => table.shown.title.endsWith(one.title));
  return h("section", { class: "print-scenario" }, h("h1", {}, table.shown.title),
    h("p", {}, [scenario?.date, scenario?.place, scenario?.length].filter(Boolean).join(" · ")), h("p", {}, scenario?.teaches ?? ""),
    Object.entries(scenario?.goals ?? {}).map(([side, goal]) => h("p", {}, h("b", {}, `${side}: `), String(goal))),
    h("h2", {}, "Sequence of play"), h("ol", {}, table.phases.map((phase) => h("li", {}, phase.title))));
}
