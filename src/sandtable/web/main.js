// Which page this is: the lobby, or a table whose word stands behind the #.

import { showTheme } from "./kept.js";
import { showLobby } from "./lobby.js";
import { Table } from "./table.js";

const page = /** @type {HTMLElement} */ (document.getElementById("page"));

function show() {
  showTheme();
  const table = location.pathname.match(/^\/table\/([\w-]+)$/)?.[1];
  if (table) Object.assign(window, { sandtable: { table: new Table(page, table, location.hash.slice(1)) } });
  else showLobby(page);
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showTheme);
addEventListener("hashchange", () => location.reload());
show();
