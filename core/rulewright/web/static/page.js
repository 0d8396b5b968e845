// The page: the lobby, or a table. Which of them, and in which language, the address says.
import { html, render } from "./vendor/preact-htm.js";
import { Lobby } from "./lobby.js";
import { Table } from "./table.js";
import { language, learn } from "./words.js";

addEventListener("hashchange", () => location.reload()); // the link of another seat
const lang = language();
document.documentElement.lang = lang === "zh" ? "zh-Hans" : "en";
await learn(lang);
const [, place, id] = location.pathname.split("/");
const page = place === "table" ? html`<${Table} id=${id} lang=${lang} />` : html`<${Lobby} lang=${lang} />`;
render(page, document.getElementById("page"));
