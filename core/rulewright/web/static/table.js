// A table: what it shows, what is asked, and what happened.
import { html, useEffect, useMemo, useRef, useState } from "./vendor/preact-htm.js";
import { Connection } from "./connection.js";
import { keep, keyOf, kept } from "./keeping.js";
import { Head } from "./lobby.js";
import { Pieces } from "./pieces.js";
import { say } from "./words.js";

const word = (words) => (typeof words === "string" ? words : (words?.en ?? ""));
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const NOTHING = new Set();
const READ = 500; // milliseconds: nobody has read a question sooner, so what is clicked was meant for the one before

export function Table({ id, lang }) {
  const [table, setTable] = useState(null);
  const [lines, setLines] = useState([]);
  const [lost, setLost] = useState(null);
  const [near, setNear] = useState("");
  const [stagedThen, setStaged] = useState(null);
  const [problem, setProblem] = useState("");
  const [why, setWhy] = useState(null);
  const [picked, setPicked] = useState([]);
  const [typed, setTyped] = useState("");
  const connection = useRef(null);
  const asked = useRef({});

  useEffect(() => {
    connection.current = new Connection(id, keyOf(id), lang, {
      onTable: (now, log) => {
        if (now.at !== asked.current.at) asked.current = { at: now.at, before: asked.current.at, since: performance.now() };
        setTable(now); setLines(log); setLost(null);
      },
      onLost: (reason) => setLost(reason),
    });
  }, []);

  const question = table?.question ?? null;
  const staged = stagedThen?.at === table?.at ? stagedThen : null; // what was tried on another table shows nothing now
  const stored = `staged:${id}`;
  const remember = (part) => {
    const before = kept(sessionStorage, stored);
    keep(sessionStorage, stored, { ...(before?.at === table.at ? before : {}), at: table.at, ...part });
  };
  useEffect(() => { // what was staged for this very question, before the page was loaded anew, is staged again
    const then = kept(sessionStorage, stored), mine = then?.at === table?.at ? then : {};
    setPicked(mine?.picked ?? []);
    setTyped(mine?.typed ?? "");
    if (mine?.answer !== undefined) attempt({ answer: mine.answer });
  }, [table?.at]);
  const things = useMemo(() => aboutThings(question), [question]);

  const ask = async (wish) => {
    const reply = await connection.current.send({ at: table.at, ...wish });
    setProblem(reply.why && reply.nack !== undefined ? reply.why : "");
    return reply;
  };
  const answer = (given) => {
    const { at, before, since } = asked.current;
    return ask({ do: "answer", at: before !== undefined && performance.now() - since < READ ? before : at, ...given });
  };
  const attempt = async (given) => {
    const reply = await ask({ do: "try", ...given });
    if (reply.ack === undefined) return;
    setStaged({ at: table.at, answer: reply.answer, svg: reply.svg, wrong: reply.wrong });
    remember({ answer: reply.answer });
  };
  if (!table) return html`<${Head} lang=${lang} /><main class="wait">${lost || say("lost")}</main>`;

  const clear = () => { setStaged(null); setPicked([]); remember({ answer: undefined, picked: [] }); };
  const type = (text) => { setTyped(text); remember({ typed: text }); };
  const click = (about, event) => {
    const found = things.get(about);
    if (found?.length === 1) found[0].whole ? answer({ answer: found[0].answer }) : toggle(found[0]);
    else if (found) setStaged({ at: table.at, among: found });
    else if (event && question?.ideas) attempt({ typed: meant(question, about) ?? placeOf(event) });
  };
  const toggle = ({ number }) => {
    const now = picked.includes(number) ? picked.filter((one) => one !== number) : [...picked, number];
    setPicked(now);
    remember({ picked: now });
  };

  const point = {
    open: question ? new Set(things.keys()) : NOTHING,
    near: new Set([near, ...picked.flatMap((number) => question?.items?.[number - 1]?.about ?? [])].filter(Boolean)),
    look: (about) => about !== near && setNear(about),
    click,
  };
  const panel = staged?.svg ? redrawn(table.panel, staged.svg) : table.panel;
  const mine = question !== null;

  return html`<${Head} lang=${lang}><span class="title">${table.title}</span><${Players} table=${table} /></${Head}>
    ${lost !== null && html`<p class="banner bad" role="status">${lost || say("lost")}</p>`}
    ${table.stopped && html`<p class="banner bad" role="alert">${say("stopped", { why: table.stopped })}</p>`}
    ${table.result && html`<p class="banner good" role="status"><b>${table.result}</b></p>`}
    ${problem && html`<p class="banner bad problem" role="alert">${problem} <button class="quiet" onClick=${() => setProblem("")}>${say("close")}</button></p>`}
    <main class="table">
      <div class="shown"><${Pieces} pieces=${panel} point=${point} /></div>
      <aside>
        <section class=${`ask ${mine ? "mine" : ""}`} aria-live="polite">
          ${mine ? html`<${Question} question=${question} near=${near} look=${setNear} answer=${answer} attempt=${attempt}
              picked=${picked} toggle=${toggle} staged=${staged} typed=${typed} type=${type} clear=${clear} />`
            : !table.result && html`<p class="quiet">${table.seat === null ? say("onlooker")
              : say("waiting", { who: table.asked.map((seat) => table.players[seat]).join(", ") })}</p>`}
          ${table.seat !== null && html`<button class="quiet" onClick=${() => ask({ do: "back" })}>${say("undo")}</button>`}
          ${table.stops && html`<${Stops} stops=${table.stops} wish=${(answer) => ask({ do: "stops", answer, at: "" })} />`}
        </section>
        <${Log} lines=${lines} onWhy=${async (line) => setWhy((await ask({ do: "why", line, at: "" })).why)} />
      </aside>
    </main>
    ${Array.isArray(why) && html`<dialog open class="why"><h3>${say("why")}</h3><pre>${why.join("\n")}</pre>
      <button class="main" onClick=${() => setWhy(null)}>${say("close")}</button></dialog>`}
    <footer class="quiet" title=${`${table.dice.seed ?? ""} ${table.dice.salt ?? ""}`}>${say("dice")}: <code>${table.dice.commitment.slice(0, 16)}…</code>
      ${table.dice.seed && html` = sha256(<code>${table.dice.salt}:${table.dice.seed}</code>)
        <button class="quiet" onClick=${async () => save(`${table.game}-${id}.table.json`, (await ask({ do: "journal" })).journal)}>${say("journal")}</button>`}</footer>`;
}

// Gives the reader a file.
function save(name, text) {
  if (!text) return;
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

// What a click on a thing means where a direction or a charge is asked for; everywhere else its place counts.
function meant(question, about) {
  if (question.space.kind === "charge") return "charge";
  const item = question.items?.find((one) => one.about?.includes(about));
  return ["direction", "aside"].includes(question.space.kind) && item ? `to ${word(item.label)}` : undefined;
}

// The things that can be clicked, each with the choices or items that are about it. Where a place is asked for, none.
function aboutThings(question) {
  const found = new Map();
  if (question?.ideas) return found;
  const note = (about, one) => found.set(about, [...(found.get(about) ?? []), one]);
  for (const choice of question?.choices ?? []) for (const about of choice.about ?? []) note(about, { ...choice, whole: true });
  question?.items?.forEach((item, place) => { for (const about of item.about ?? []) note(about, { ...item, number: place + 1 }); });
  return found;
}

// The panel with another drawing in the place of its first map.
function redrawn(pieces, svg) {
  let done = false;
  const each = (list) => list.map((piece) => {
    if (!done && piece.type === "MapOf") { done = true; return { ...piece, svg }; }
    return piece.pieces ? { ...piece, pieces: each(piece.pieces) } : piece;
  });
  return each(pieces);
}

// Where on a map the pointer is, as it would be typed: inches, or the name of a square.
function placeOf(event) {
  const map = event.currentTarget.querySelector("svg[data-frame]");
  const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
  const [left, top, unit, height] = map.dataset.frame.split(" ").map(Number), board = map.dataset.board;
  const x = (spot.x - left) / unit, down = (spot.y - top) / unit;
  if (board === "true") return `${column(Math.floor(x))}${Math.floor(down) + 1}`;
  return `${x.toFixed(2)},${(height - down).toFixed(2)}`;
}

const column = (number) => (number < 26 ? "" : column(Math.floor(number / 26) - 1)) + String.fromCharCode(65 + (number % 26));

function Players({ table }) {
  return html`<ul class="players">${table.players.map((name, seat) => html`<li class=${[
    table.asked.includes(seat) && "asked", seat === table.seat && "you"].filter(Boolean).join(" ")}>
    ${name}${table.chairs[seat] && html` <small>${table.chairs[seat]}</small>`}</li>`)}</ul>`;
}

function Question({ question, near, look, answer, attempt, picked, toggle, staged, typed, type, clear }) {
  const field = useRef(null);
  const send = (event) => {
    event.preventDefault();
    if (staged?.answer !== undefined && !typed) answer({ answer: staged.answer });
    else if (picked.length && !typed) answer({ typed: picked.join(" ") });
    else answer({ typed });
    type("");
  };
  const [ordering, setOrdering] = useState("");
  const among = staged?.among;
  const orders = question.orders ?? [], called = [...new Set(orders.map((order) => word(order.label)))];
  const ordered = (label) => orders.filter((order) => word(order.label) === label);
  const sayOrder = (order) => { setOrdering(""); answer({ order: orders.indexOf(order) }); };
  const orderBy = (label) => (ordered(label).length === 1 ? sayOrder(ordered(label)[0]) : setOrdering(label === ordering ? "" : label));
  const choose = (choice) => {
    const order = ordered(ordering).find((one) => same(one.answer, choice.answer));
    return order ? sayOrder(order) : answer({ answer: choice.answer });
  };
  const wanted = ordered(ordering);
  const choices = wanted.length ? question.choices.filter((choice) => wanted.some((one) => same(one.answer, choice.answer))) : among ? question.choices.filter((choice) => among.some((one) => same(one.answer, choice.answer))) : question.choices;
  const button = (choice, act, chosen) => html`<button type="button" aria-pressed=${chosen}
    class=${`choice ${choice.about?.includes(near) ? "near" : ""} ${chosen ? "chosen" : ""}`}
    onClick=${act} onMouseEnter=${() => look(choice.about?.[0] ?? "")} onMouseLeave=${() => look("")}>${word(choice.label)}</button>`;
  const free = !question.choices?.length;
  return html`<form onSubmit=${send}>
    <h2>${word(question.text)}${question.rule && html` <small class="rule">${question.rule}</small>`}</h2>
    <div class="choices">
      ${choices?.map((choice) => button(choice, () => choose(choice), false))}
      ${among && html`<button type="button" class="quiet" onClick=${clear}>${say("clear")}</button>`}
      ${!question.ideas && question.items?.map((item, place) => button(item, () => toggle({ number: place + 1 }), picked.includes(place + 1)))}
      ${called.length > 0 && html`<h4>${say("orders")}</h4>
        ${called.map((label) => button({ label }, () => orderBy(label), label === ordering))}`}
      ${question.ideas?.length > 0 && html`<h4 class="ideas">${say("ideas")}</h4>
        ${question.ideas.map((idea) => button(idea, () => attempt({ answer: idea.answer }), staged && same(staged.answer, idea.answer)))}`}
    </div>
    ${staged?.wrong && html`<p class="bad" role="alert">${staged.wrong}</p>`}
    ${free && html`<p class="how">${word(question.how)}</p>
      <div class="row"><input ref=${field} value=${typed} placeholder=${say("typed")} aria-label=${say("typed")} autocomplete="off"
        onInput=${(event) => type(event.target.value)} />
      <button class="main" disabled=${Boolean(staged?.wrong) && !typed}>${say("confirm")}</button>
      ${(staged || picked.length > 0) && html`<button type="button" class="quiet" onClick=${clear}>${say("clear")}</button>`}</div>`}
    ${question.closed?.length > 0 && html`<details class="closed"><summary>${say("closed")}</summary>
      <ul>${question.closed.map((one) => html`<li>${word(one.label)} <small>${word(one.why_not)}</small></li>`)}</ul></details>`}
  </form>`;
}

// Where the player is asked for reactions.
function Stops({ stops, wish }) {
  const { mode, moment, wishes } = stops;
  const button = (key, one, given) => html`<button type="button" class="quiet" onClick=${() => wish({ window: one.window, ...given })}>
    ${say(key, { moment: one.called })}</button>`;
  return html`<details class="stops"><summary>${say("stops")}</summary>
    ${stops.in_sight && html`<p class="quiet">${say("stops_in_sight")}</p>`}
    <label class="check"><input type="checkbox" checked=${mode === "all"}
      onChange=${(event) => wish({ mode: event.target.checked ? "all" : "smart" })} /> ${say("stops_all")}</label>
    ${moment && html`${button("stops_turn", moment, { asked: false, turn: true })}${button("stops_never", moment, { asked: false })}`}
    ${wishes.map((one) => button("stops_again", one, {}))}
  </details>`;
}

function Log({ lines, onWhy }) {
  const end = useRef(null);
  useEffect(() => { end.current.scrollTop = end.current.scrollHeight; }, [lines]);
  return html`<section class="log" aria-label=${say("log")}><h3>${say("log")}</h3><ol ref=${end}>
    ${lines.map((line, number) => line.opens ? html`<li class="opens">${line.text}</li>`
      : html`<li><span>${line.text}</span> <button class="quiet why" title=${line.rule ?? ""} onClick=${() => onWhy(number)}>${say("why")}</button></li>`)}
  </ol></section>`;
}
