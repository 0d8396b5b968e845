// The lobby: open a table, and look on at those that are open.
import { html, useEffect, useState } from "./vendor/preact-htm.js";
import { choose, say } from "./words.js";

export function Head({ lang, children }) {
  return html`<header class="head">
    <a class="brand" href="/">${say("name")}</a>${children}
    <button class="quiet" onClick=${() => choose(lang === "en" ? "zh" : "en")}>${say("language")}</button>
  </header>`;
}

export function Lobby({ lang }) {
  const [games, setGames] = useState([]);
  const [tables, setTables] = useState(null);
  const [opened, setOpened] = useState(null);
  useEffect(() => {
    fetch(`/api/games?lang=${lang}`).then((found) => found.json()).then(setGames);
    fetch("/api/tables").then((found) => found.json()).then(setTables);
  }, []);
  const titles = Object.fromEntries(games.map((game) => [game.id, game.title]));
  return html`<${Head} lang=${lang} />
    <main class="lobby">
      ${opened ? html`<${Links} opened=${opened} />` : games.length > 0 && html`<${Open} games=${games} onOpen=${setOpened} />`}
      <section class="card">
        <h2>${say("tables")}</h2>
        ${tables?.length === 0 && html`<p class="quiet">${say("none")}</p>`}
        <ul class="tables">
          ${tables?.map((table) => html`<li key=${table.id}>
            <span><b>${titles[table.game] ?? table.game}</b> <small>${table.seats.map(seatName).join(" · ")}</small></span>
            <a class="button" href=${`/table/${table.id}`}>${say("watch")}</a>
          </li>`)}
        </ul>
      </section>
    </main>`;
}

function seatName(seat) {
  return seat === "person" ? say("person") : seat;
}

function Open({ games, onOpen }) {
  const [id, setId] = useState(games[0].id);
  const game = games.find((one) => one.id === id);
  const [seats, setSeats] = useState(["person", "normal"]);
  const [setup, setSetup] = useState({});
  const [hidden, setHidden] = useState(false);
  const [error, setError] = useState("");
  const count = Math.max(game.players, 1);
  const shown = Array.from({ length: count }, (_, seat) => seats[seat] ?? "normal");

  async function open(event) {
    event.preventDefault();
    const wanted = { game: id, seats: shown, private: hidden, setup: Object.keys(setup).length ? setup : null };
    const answer = await fetch("/api/tables", {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wanted),
    });
    const found = await answer.json();
    if (answer.ok) onOpen(found);
    else setError(typeof found.detail === "string" ? found.detail : JSON.stringify(found.detail));
  }

  return html`<form class="card open" onSubmit=${open}>
    <h2>${say("new")}</h2>
    <div class="games" role="radiogroup" aria-label=${say("game")}>
      ${games.map((one) => html`<button type="button" role="radio" aria-checked=${one.id === id} class="game"
        onClick=${() => { setId(one.id); setSetup({}); setError(""); }}>${one.title}</button>`)}
    </div>
    <fieldset><legend>${say("seats")}</legend>
      ${shown.map((name, seat) => html`<label>${say("seat")} ${seat + 1}
        <select value=${name} onChange=${(event) => setSeats(shown.map((old, at) => (at === seat ? event.target.value : old)))}>
          ${game.seats.map((one) => html`<option value=${one}>${seatName(one)}</option>`)}
        </select></label>`)}
    </fieldset>
    <${Options} schema=${game.setup} setup=${setup} onChange=${setSetup} />
    <label class="check"><input type="checkbox" checked=${hidden} onChange=${(event) => setHidden(event.target.checked)} /> ${say("private")}</label>
    ${error && html`<p class="bad" role="alert">${say("failed", { why: error })}</p>`}
    <button class="main">${say("open")}</button>
  </form>`;
}

// What of a setup can be chosen from a list or switched; the rest is given in files.
function Options({ schema, setup, onChange }) {
  const fields = Object.entries(schema?.properties ?? {})
    .map(([name, field]) => [name, resolved(field, schema)])
    .filter(([, field]) => field.enum?.length > 1 || field.type === "boolean");
  if (!fields.length) return null;
  const set = (name, value) => onChange({ ...setup, [name]: value });
  return html`<details class="options"><summary>${say("options")}</summary>
    ${fields.map(([name, field]) => html`<label title=${field.description ?? ""}>${name.replaceAll("_", " ")}
      ${field.type === "boolean"
        ? html`<input type="checkbox" checked=${setup[name] ?? field.default ?? false} onChange=${(event) => set(name, event.target.checked)} />`
        : html`<select value=${setup[name] ?? field.default ?? field.enum[0]} onChange=${(event) => set(name, event.target.value)}>
            ${field.enum.map((value) => html`<option value=${value}>${String(value)}</option>`)}
          </select>`}
    </label>`)}
  </details>`;
}

function resolved(field, schema) {
  const name = field.$ref?.split("/").pop();
  return name ? { ...schema.$defs?.[name], ...field } : field;
}

function Links({ opened }) {
  return html`<section class="card"><h2>${say("tables")}</h2><p>${say("links")}</p>
    <ul class="tables">${opened.keys.map((key, seat) => key && html`<${Seat} id=${opened.id} seat=${seat} secret=${key} />`)}
      ${opened.keys.every((key) => !key) && html`<li><a class="button" href=${`/table/${opened.id}`}>${say("watch")}</a></li>`}
    </ul></section>`;
}

function Seat({ id, seat, secret }) {
  const [copied, setCopied] = useState(false);
  const link = `${location.origin}/table/${id}#${secret}`;
  const copy = () => navigator.clipboard.writeText(link).then(() => setCopied(true));
  return html`<li><span>${say("seat")} ${seat + 1}</span>
    <span class="row"><button class="quiet" onClick=${copy}>${say(copied ? "copied" : "copy")}</button>
    <a class="button main" href=${link}>${say("sit")}</a></span></li>`;
}
