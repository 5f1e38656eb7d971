// Rapid Deployment Force: one's own secret sheet beside the ask, its axis and what the formation allows on the map.

import { h } from "../dom.js";

/** @param {import("../table.js").Table} table @returns {any} */
function ownSheet(table) {
  const view = table.sight.view;
  const number = view.sides?.indexOf(table.shown.side) ?? -1;
  return view.sheets?.[number] ?? null;
}

/** @param {import("../table.js").Table} table */
function status(table) {
  const sheet = ownSheet(table);
  if (!sheet) return null;
  const facts = [["Formation", sheet.formation], ["Option", sheet.option], ["Orders", sheet.orders || ""], ["Axis", sheet.entry ? `${sheet.entry} to ${sheet.exit}` : ""],
    ["HQ rating", sheet.rating || ""], ["Air strikes", sheet.strikes ? `${sheet.strikes} a turn from turn ${sheet.strikes_from}` : ""],
    ["Headquarters with", sheet.host], ["Sighted", sheet.sighted || ""]].filter(([, value]) => value !== "" && value !== null && value !== undefined);
  if (!facts.length) return null;
  const axis = h("input", { type: "checkbox", id: "axis", checked: shown, change: () => { shown = !shown; overlay(table); } });
  return h("details", { class: "secret", open, toggle: (/** @type {any} */ event) => { open = event.target.open; } }, h("summary", {}, "Your secret sheet"),
    facts.map(([name, value]) => h("div", { class: "fact" }, h("span", {}, name), h("b", {}, String(value)))),
    h("p", {}, axis, h("label", { for: "axis" }, " Axis of advance on the map")));
}

let shown = true, open = innerHeight > 900;

/** @param {import("../table.js").Table} table */
function overlay(table) {
  const sheet = ownSheet(table);
  const ways = shown && sheet?.axis?.length ? [{ hexes: sheet.axis, kind: "axis", words: "axis" }] : [];
  const marks = (table.sight.view.marks ?? []).map((/** @type {any} */ mark) => ({ hexes: [mark.hex], kind: "area" }));
  table.map.ways([...ways, ...marks]);
}

/** @type {import("../table.js").GamesOwn} */
export default { status, overlay };
