// Raid!: who is out of command and who observes, and one's own indirect fire on the map.

import { shortName } from "../counters.js";
import { h } from "../dom.js";

let shown = true;

/** @param {import("../table.js").Table} table @returns {any[]} */
const own = (table) => (table.sight.view.counters ?? []).filter((/** @type {any} */ one) => one.side === table.shown.side && one.hex);

/** @param {import("../table.js").Table} table @param {string} unit */
const hexOf = (table, unit) => table.sight.counters.find((/** @type {any} */ one) => one.name === unit)?.hex ?? "";

/** @param {import("../table.js").Table} table */
const astray = (table) => own(table).filter((one) => one.status.includes("out of command"));

/** @param {import("../table.js").Table} table */
function status(table) {
  const { view } = table.sight, lost = astray(table), missions = view.missions ?? [];
  const forces = (view.forces ?? []).map((/** @type {any} */ force) => h("div", { class: "fact" }, h("span", {}, `${force.side} has lost`), h("b", {}, `${force.men_lost} men`)));
  const box = h("input", { type: "checkbox", id: "command", checked: shown, change: () => { shown = !shown; overlay(table); } });
  return h("div", {}, view.night ? h("p", { class: "muted" }, "Night") : null, forces,
    lost.length ? h("div", { class: "fact" }, h("span", {}, "Out of command"), h("b", {}, lost.map((one) => shortName({ name: one.unit, side: "" })).join(", "))) : null,
    missions.length ? h("details", { class: "secret", open: true }, h("summary", {}, "Indirect fire"), missions.map((/** @type {any} */ one) =>
      h("p", { class: "muted" }, `${shortName({ name: one.gun, side: "" })}: ${one.smoke ? "smoke" : "HE"} on ${one.hex} in turn ${one.turn}, observed by ${shortName({ name: one.spotter ?? "nobody", side: "" })}`))) : null,
    lost.length || missions.length ? h("p", {}, box, h("label", { for: "command" }, " Command and observation on the map")) : null);
}

/** @param {import("../table.js").Table} table */
function overlay(table) {
  const missions = (table.sight.view.missions ?? []).concat(table.asks.ask?.name === "plot-fire" ? table.asks.ask.draft?.missions ?? [] : []);
  const plots = missions.flatMap((/** @type {any} */ one) => [
    { hexes: [one.hex], kind: "mission", words: `${shortName({ name: one.gun, side: "" })}${one.smoke ? " smoke" : ""}` },
    { hexes: [hexOf(table, one.spotter), one.hex].filter(Boolean), kind: "eye" }]);
  table.map.ways(shown ? [...plots, ...astray(table).map((one) => ({ hexes: [one.hex], kind: "stray" }))] : []);
}

/** @type {import("../table.js").GamesOwn} */
export default { status, overlay };
