// The lobby: boxes on a shelf, their scenarios, who is to sit where, and the tables one has been at.

import { Refusal, request } from "./api.js";
import { h } from "./dom.js";
import { forgetTable, keepTable, setLike, showTheme, tables, theme } from "./kept.js";

const ME = "me", SOMEBODY = "somebody else";

/** @param {HTMLElement} page */
export async function showLobby(page) {
  document.title = "Sandtable";
  const shelf = h("section", { class: "shelf", "aria-label": "Games" });
  const going = h("section", { class: "going", "aria-label": "Your tables" });
  const trouble = h("p", { class: "trouble", role: "alert" });
  page.replaceChildren(h("main", { class: "lobby" },
    h("header", {}, h("h1", {}, "Sandtable"), h("p", {}, "Tactical hex wargames, played by their full rules."),
      h("button", { class: "tool", click: () => { setLike("theme", theme() === "dark" ? "light" : "dark"); showTheme(); showLobby(page); } }, "◐")),
    trouble, shelf, going, h("footer", {}, h("p", { class: "muted" },
      "Drop a record, a position file or a scenario here to open it. Everything stays on this machine."))));
  takeDrops(page, trouble);
  showTables(going);
  try {
    const { games } = await request("/api/games");
    shelf.replaceChildren(...games.map((/** @type {any} */ game) => box(game, trouble)));
  } catch (error) {
    trouble.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** @param {any} game @param {HTMLElement} trouble */
function box(game, trouble) {
  const inside = h("div", { class: "scenarios" });
  const details = h("details", { class: `box box-${game.name}` },
    h("summary", {}, h("span", { class: "cover", "aria-hidden": "true" }), h("span", { class: "box-title" }, game.title),
      h("span", { class: "muted" }, `${game.scenarios.length} scenario${game.scenarios.length > 1 ? "s" : ""}`)), inside);
  details.addEventListener("toggle", () => {
    if (!inside.childElementCount) inside.append(...game.scenarios.map((/** @type {any} */ one) => scenario(game, one, trouble)));
  });
  return details;
}

/** @param {any} game @param {any} one @param {HTMLElement} trouble */
function scenario(game, one, trouble) {
  const bots = game.bots.filter((/** @type {string} */ bot) => bot !== "random" && bot !== "greedy");
  const choices = [ME, ...bots, "greedy", "random", SOMEBODY];
  const opponent = bots[0] ?? "greedy";
  const chairs = one.sides.map((/** @type {string} */ side, /** @type {number} */ n) => h("label", {}, h("span", {}, side),
    h("select", { "data-side": side }, choices.map((choice) => h("option", { value: choice, selected: choice === (n ? opponent : ME) },
      choice === ME ? "Me" : choice === SOMEBODY ? "Somebody else (a link)" : `The ${choice} (a bot)`)))));
  const options = game.options.map((/** @type {any} */ option) => h("label", {}, h("span", {}, option.text),
    h("select", { "data-option": option.key }, option.values.map((/** @type {string} */ value) => h("option", { value }, value)))));
  const card = h("article", { class: "scenario", "data-scenario": one.key },
    h("img", { class: "thumbnail", loading: "lazy", alt: "", src: `/api/games/${game.name}/${one.key}/map?theme=${theme()}` }),
    h("div", { class: "about" }, h("h3", {}, one.title), h("p", {}, one.teaches), h("p", { class: "muted" }, one.length),
      h("div", { class: "chairs" }, chairs), options.length ? h("details", { class: "options" }, h("summary", {}, "Options"), options) : null,
      h("button", { class: "go", click: () => start(game.name, one.key, card, trouble) }, "Start")));
  return card;
}

/** @param {string} game @param {string} key @param {HTMLElement} card @param {HTMLElement} trouble */
async function start(game, key, card, trouble) {
  const selects = /** @type {HTMLSelectElement[]} */ ([...card.querySelectorAll("select")]);
  const chosen = selects.filter((select) => select.dataset.side).map((select) => [select.dataset.side, select.value]);
  const chairs = chosen.map(([side, who]) => (who === ME || who === SOMEBODY ? { side, name: who === ME ? "Me" : "" } : { side, bot: who }));
  const options = Object.fromEntries(selects.filter((select) => select.dataset.option).map((select) => [select.dataset.option, select.value]));
  await open({ game, scenario: key, options, chairs }, game, trouble, chosen.filter(([, who]) => who === ME).map(([side]) => side));
}

/** @param {any} wanted @param {string} game @param {HTMLElement} trouble @param {(string | undefined)[]} mine */
async function open(wanted, game, trouble, mine) {
  trouble.textContent = "";
  try {
    const opened = await request("/api/tables", { body: wanted });
    const own = (/** @type {any} */ link) => mine.includes(link.side) || (!mine.length && link.role === "watcher");
    const links = [...opened.links].sort((a, b) => Number(own(b)) - Number(own(a)));
    keepTable({ table: opened.table, title: opened.title, game, links, opened: Date.now() });
    location.href = `/table/${opened.table}#${links[0].token}`;
  } catch (error) {
    const faults = error instanceof Refusal ? error.faults.map((one) => `${one.place ? `${one.place}: ` : ""}${one.reason}`) : [];
    trouble.textContent = faults.join("\n") || (error instanceof Error ? error.message : String(error));
  }
}

/** @param {HTMLElement} page @param {HTMLElement} trouble */
function takeDrops(page, trouble) {
  page.ondragover = (event) => event.preventDefault();
  page.ondrop = async (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    const text = await file.text();
    await open(file.name.endsWith(".jsonl") ? { record: text } : { position: text }, "", trouble, []);
  };
}

/** @param {HTMLElement} place */
async function showTables(place) {
  const known = tables();
  if (!known.length) return;
  const list = h("ul", {});
  place.replaceChildren(h("h2", {}, "Your tables"), list);
  for (const table of known) {
    const line = h("li", {}, h("a", { href: `/table/${table.table}#${table.links[0].token}` }, table.title || table.table),
      h("span", { class: "muted state" }), h("button", { class: "quiet", title: "Forget this table here", click: () => { forgetTable(table.table); line.remove(); } }, "×"));
    list.append(line);
    request("/api/seat", { word: table.links[0].token }).then((shown) => {
      const { turn, asked, over, winner } = shown.standing;
      const state = over ? (winner ? `over: ${winner} won` : "over") : `turn ${turn}; ${asked.includes(table.links[0].side) ? "your move" : `${asked.join(", ")} to answer`}`;
      /** @type {HTMLElement} */ (line.querySelector(".state")).textContent = ` ${state}`;
    }, () => { /** @type {HTMLElement} */ (line.querySelector(".state")).textContent = " gone"; });
  }
}
