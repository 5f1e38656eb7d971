// The lobby: boxes on a shelf, the scenarios in the open box, and the tables one has been at.

import { request, told } from "./api.js";
import { h } from "./dom.js";
import { like, setLike, showTheme, theme } from "./kept.js";
import { openTable, scenarioSheet } from "./scenario.js";
import { showTables } from "./tables.js";

/** What stands under the title of each box that has a cover of its own. */
const COVERS = /** @type {Record<string, string>} */ ({
  tank: "Armoured combat · 1937–74", rdf: "Battalions · Middle East", raid: "Commando operations", tcs: "The Ardennes · 1944", drill: "Every kind of ask, in 20 minutes",
});
const ORDER = ["tank", "rdf", "raid", "tcs", "drill"];

/** @param {HTMLElement} page */
export async function showLobby(page) {
  document.title = "Sandtable";
  const shelf = h("div", { class: "shelf", role: "group", "aria-label": "Games" });
  const inside = h("section", { class: "inside", "aria-live": "polite" });
  const going = h("section", { class: "going", "aria-label": "Your tables" });
  const trouble = h("p", { class: "trouble", role: "alert" });
  page.replaceChildren(h("main", { class: "lobby" }, head(), trouble, shelf, inside, going, drop(trouble)));
  takeDrops(page, trouble);
  showTables(going);
  try {
    const { games } = await request("/api/games");
    const rank = (/** @type {any} */ game) => (ORDER.indexOf(game.name) + 10) % 10;
    games.sort((/** @type {any} */ a, /** @type {any} */ b) => rank(a) - rank(b));
    const open = (/** @type {any} */ game) => openBox(game, shelf, inside, trouble);
    shelf.replaceChildren(...games.map((/** @type {any} */ game) => box(game, open)));
    const last = games.find((/** @type {any} */ game) => game.name === like("game", ""));
    if (last) open(last);
  } catch (error) {
    trouble.textContent = told(error);
  }
}

function head() {
  const light = () => {
    setLike("theme", theme() === "dark" ? "light" : "dark");
    showTheme();
  };
  return h("header", {}, h("h1", {}, "Sandtable"),
    h("p", { class: "muted" }, "Tactical hex wargames, played by their full rules."),
    h("button", { class: "tool", click: light, title: "Daylight or lamplight", "aria-label": "Daylight or lamplight" }, "◐"));
}

/** @param {any} game @param {(game: any) => void} open */
function box(game, open) {
  const cover = game.name in COVERS ? game.name : "other";
  const count = game.scenarios.length;
  return h("button", { class: `box box-${game.name}`, "data-game": game.name, "aria-pressed": "false", click: () => open(game) },
    h("span", { class: `cover of-${cover}` }, h("img", { alt: "", src: new URL(`./covers/${cover}.svg`, import.meta.url).href }),
      h("span", { class: `box-title${game.title.length > 12 ? " long" : ""}` }, game.title), h("span", { class: "box-line" }, COVERS[game.name] ?? "")),
    h("span", { class: "muted" }, `${count} scenario${count > 1 ? "s" : ""}`));
}

/** @param {any} game @param {HTMLElement} shelf @param {HTMLElement} inside @param {HTMLElement} trouble */
function openBox(game, shelf, inside, trouble) {
  setLike("game", game.name);
  for (const one of shelf.querySelectorAll(".box")) {
    one.setAttribute("aria-pressed", String(one.getAttribute("data-game") === game.name));
  }
  const sheet = h("div", { class: "sheet-place" });
  /** @type {HTMLElement[]} */
  const entries = game.scenarios.map((/** @type {any} */ one, /** @type {number} */ n) => h("button", {
    class: "entry", "data-scenario": one.key, "aria-pressed": "false", click: () => pick(n),
  }, h("b", {}, one.title), h("span", { class: "muted" }, [one.date, one.place].filter(Boolean).join(" · ") || one.length),
  n === 0 ? h("span", { class: "learn" }, "begin here") : null));
  /** @param {number} n */
  function pick(n) {
    entries.forEach((entry, m) => entry.setAttribute("aria-pressed", String(m === n)));
    sheet.replaceChildren(scenarioSheet(game, game.scenarios[n], trouble));
  }
  inside.replaceChildren(h("nav", { class: "entries", "aria-label": `Scenarios of ${game.title}` }, entries), sheet);
  pick(0);
}

/** @param {HTMLElement} trouble */
function drop(trouble) {
  const file = h("input", { type: "file", class: "unseen", id: "file", accept: ".jsonl,.toml,.map,.txt",
    change: (/** @type {any} */ event) => take(event.target.files[0], trouble) });
  return h("footer", {}, h("p", {}, "Drop a record, a position or a scenario file anywhere here to open it, or ",
    h("label", { for: "file", class: "file" }, "choose one"), file, ". Everything stays on this machine."));
}

/** @param {HTMLElement} page @param {HTMLElement} trouble */
function takeDrops(page, trouble) {
  page.ondragover = (event) => event.preventDefault();
  page.ondrop = (event) => {
    event.preventDefault();
    take(event.dataTransfer?.files[0], trouble);
  };
}

/** @param {File | undefined} file @param {HTMLElement} trouble */
async function take(file, trouble) {
  if (!file) return;
  const text = await file.text();
  if (text.startsWith("format:")) {
    trouble.textContent = `${file.name} is a map. A position file that names it (map = …) puts counters on it; drop that one here.`;
    return;
  }
  await openTable(file.name.endsWith(".jsonl") || text.startsWith("{") ? { record: text } : { position: text }, "", trouble, []);
}
