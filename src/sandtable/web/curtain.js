// The curtain: two at one screen take turns, and neither sees what only the other may.

import { h } from "./dom.js";
import { like, setLike } from "./kept.js";

/**
 * Whose turn it is at this screen: the link of another side of mine that is asked, while the present one is not.
 * @param {import("./table.js").Table} table
 */
export function nextAtScreen(table) {
  const asked = table.sight.standing.asked ?? [];
  if (table.asks.own.length || table.sight.standing.over || table.shown.role !== "player") return null;
  const mine = (table.kept()?.links ?? []).filter((link) => link.mine && link.token !== table.word);
  return mine.find((link) => asked.includes(link.side)) ?? null;
}

/**
 * Draw the curtain until the other one says that he sits here.
 * @param {import("./table.js").Table} table @param {import("./kept.js").Link} link
 */
export function drawCurtain(table, link) {
  if (like("open", false)) return table.sit(link.token);
  if (table.page.querySelector(".curtain")) return undefined;
  table.map.place_counters([], table.sides());
  table.log.hide(true);
  const open = h("input", { type: "checkbox", id: "no-curtain" });
  const go = h("button", { class: "go", click: () => {
    setLike("open", /** @type {HTMLInputElement} */ (open).checked);
    curtain.remove();
    table.log.hide(false);
    table.sit(link.token);
  } }, `I am ${link.side}`);
  const curtain = h("div", { class: "curtain", role: "dialog", "aria-modal": "true", "aria-label": "The curtain" },
    h("div", {}, h("h1", {}, `${link.side} to play`), h("p", {}, `${table.shown.side} looks away.`), go,
      h("p", {}, open, h("label", { for: "no-curtain" }, " We have no secrets: no curtain on this machine"))));
  table.page.append(curtain);
  go.focus();
  return undefined;
}
