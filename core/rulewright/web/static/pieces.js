// The pieces of a panel. `point` has what is pointed at: the ids that can be chosen, those that stand out, and clicks.
import { html, useEffect, useRef } from "./vendor/preact-htm.js";
import { say } from "./words.js";

export function Pieces({ pieces, point }) {
  return pieces.map((piece) => html`<${DRAWN[piece.type] ?? Unknown} ...${piece} piece=${piece} point=${point} />`);
}

// What makes a thing answer to the pointer and the keyboard where it can be chosen.
function thing(about, point, name = "") {
  if (!about) return { class: name };
  const can = point.open.has(about);
  const marked = [name, can && "can", point.near.has(about) && "near"].filter(Boolean).join(" ");
  const over = { onMouseEnter: () => point.look(about), onMouseLeave: () => point.look("") };
  if (!can) return { class: marked, ...over };
  const go = (event) => { event.stopPropagation(); point.click(about); };
  const key = (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), go(event));
  return { class: marked, role: "button", tabindex: 0, onClick: go, onKeyDown: key, ...over };
}

const Heading = ({ text, about, point }) => html`<h3 ...${thing(about, point)}>${text}</h3>`;
const Text = ({ text, emphasis = "plain", about, point }) => html`<p ...${thing(about, point, emphasis)}>${text}</p>`;

function Bar({ value, most, title, about, point }) {
  const share = most > 0 ? Math.max(0, Math.min(1, value / most)) : 0;
  const low = share <= 0.25 ? "low" : share <= 0.5 ? "half" : "";
  return html`<span ...${thing(about, point, "bar")} aria-label=${`${title ?? ""} ${value}/${most}`}>
    ${title && html`<small>${title}</small>`}
    <progress class=${low} value=${share} max="1"></progress><b>${value}</b><small>/${most}</small></span>`;
}

function Thing({ name, text, notes = [], count = 1, emphasis = "plain", about, point, kind }) {
  return html`<div ...${thing(about, point, `${kind} ${emphasis}`)}>
    <div class="name">${name}${count > 1 && html` <b>×${count}</b>`}</div>
    ${notes.length > 0 && html`<div class="notes">${notes.filter(Boolean).map((note) => html`<span>${note}</span>`)}</div>`}
    ${text && html`<div class="text">${text}</div>`}</div>`;
}

const List = ({ things, title, about, point, kind, hidden = 0 }) => html`<div ...${thing(about, point, `list ${kind}s`)}>
  ${title && html`<h4>${title}</h4>`}
  <div class="things">${things.map((one) => html`<${Thing} ...${one} kind=${kind} point=${point} />`)}
  ${hidden > 0 && html`<div class="${kind} back">${say("hidden", { count: hidden })}</div>`}</div></div>`;

const Items = ({ items, ...rest }) => html`<${List} things=${items} kind="item" ...${rest} />`;
const Cards = ({ cards, ...rest }) => html`<${List} things=${cards} kind="playing" ...${rest} />`;
const Tokens = ({ tokens, ...rest }) => html`<${List} things=${tokens} kind="token" ...${rest} />`;

const Dice = ({ dice, title, about, point }) => html`<div ...${thing(about, point, "list dice")}>
  ${title && html`<h4>${title}</h4>`}
  <div class="things">${dice.map((die) => html`<div ...${thing(die.about, point, "die")}><b>${die.face}</b>
    ${die.symbol && html`<small>${die.symbol}</small>`}</div>`)}</div></div>`;

const Cell = ({ cell, point }) => html`<td>${cell.type === "Bar" ? html`<${Bar} ...${cell} point=${point} />`
  : html`<span ...${thing(cell.about, point, cell.emphasis ?? "plain")}>${cell.text}</span>`}</td>`;

function Rows({ rows, heads = [], title, about, point }) {
  const wide = Math.max(1, heads.length, ...rows.map((row) => row.cells.length)) + 1;
  return html`<div ...${thing(about, point, "rows")}>${title && html`<h4>${title}</h4>`}<table>
    ${heads.length > 0 && html`<thead><tr><th></th>${heads.map((head) => html`<th>${head}</th>`)}</tr></thead>`}
    <tbody>${rows.map((row) => html`<tr ...${thing(row.about, point)}><td class="mark">${row.mark}</td>
        ${row.cells.map((cell) => html`<${Cell} cell=${cell} point=${point} />`)}</tr>
      ${row.below?.length > 0 && html`<tr class="below"><td></td><td colspan=${wide}><${Pieces} pieces=${row.below} point=${point} /></td></tr>`}`)}
    </tbody></table></div>`;
}

function Spots({ spots, links = [], point }) {
  const rows = Math.max(...spots.map((spot) => spot.row)), columns = Math.max(...spots.map((spot) => spot.column));
  const size = 100, at = Object.fromEntries(spots.map((spot) => [spot.about, [(spot.column - 0.5) * size, (spot.row - 0.5) * size]]));
  const firstRow = Math.min(...spots.map((spot) => spot.row)), firstColumn = Math.min(...spots.map((spot) => spot.column));
  const box = [(firstColumn - 1) * size, (firstRow - 1) * size, (columns - firstColumn + 1) * size, (rows - firstRow + 1) * size];
  return html`<svg class="spots" viewBox=${box.join(" ")} role="group" aria-label=${say("board")}>
    ${links.map(([one, other]) => at[one] && at[other] && html`<line x1=${at[one][0]} y1=${at[one][1]} x2=${at[other][0]} y2=${at[other][1]} />`)}
    ${spots.map((spot) => html`<g ...${thing(spot.about, point, `spot ${spot.emphasis ?? "plain"}`)}
      transform=${`translate(${(spot.column - 0.5) * size} ${(spot.row - 0.5) * size})`}>
      <rect x="-44" y="-34" width="88" height="68" rx="12" /><text y=${spot.holds ? -12 : 4}>${spot.name}</text>
      ${spot.holds && html`<text class="holds" y="14">${spot.holds}</text>`}</g>`)}</svg>`;
}

// A drawing of the server's: what can be chosen in it is marked, clicks on things and places are told.
function MapOf({ svg, point }) {
  const place = useRef(null);
  useEffect(() => { place.current.innerHTML = svg; thinOut(place.current); }, [svg]);
  useEffect(() => {
    for (const one of place.current.querySelectorAll("[data-id]")) {
      const id = one.dataset.id;
      one.classList.toggle("can", point.open.has(id));
      one.classList.toggle("near", point.near.has(id));
    }
  });
  const under = (event) => event.target.closest?.("[data-id]")?.dataset.id ?? "";
  return html`<div class="map" ref=${place} onClick=${(event) => point.click(under(event), event)}
    onMouseMove=${(event) => point.look(under(event))} onMouseLeave=${() => point.look("")}></div>`;
}

// Of labels that would lie over each other only the first is shown; the others when someone looks at their thing.
function thinOut(map) {
  const kept = [];
  for (const text of map.querySelectorAll("text[data-id]")) {
    const box = text.getBBox(), right = box.x + box.width, low = box.y + box.height;
    const over = kept.some((one) => box.x < one.right && one.x < right && box.y < one.low && one.y < low);
    text.classList.toggle("spare", over);
    if (!over) kept.push({ x: box.x, y: box.y, right, low });
  }
}

const Section = ({ pieces, title, about, point }) => html`<section ...${thing(about, point, "part")}>
  ${title && html`<h3>${title}</h3>`}<${Pieces} pieces=${pieces} point=${point} /></section>`;

const Unknown = ({ piece }) => html`<pre>${JSON.stringify(piece)}</pre>`;

const DRAWN = { Heading, Text, Bar, Items, Cards, Tokens, Dice, Rows, Spots, MapOf, Section };
