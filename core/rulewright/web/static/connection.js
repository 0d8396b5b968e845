// The connection to a table: it comes back by itself, and sends again what was not acknowledged.
const SLOWEST = 5000;

export class Connection {
  constructor(id, key, lang, { onTable, onLost }) {
    Object.assign(this, { id, key, lang, onTable, onLost });
    this.waiting = new Map();
    this.delay = 100;
    this.lines = [];
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    addEventListener("online", () => this.hurry());
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live`);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ key: this.key, lang: this.lang }));
      for (const { wish } of this.waiting.values()) socket.send(JSON.stringify(wish));
    };
    socket.onmessage = (message) => this.take(JSON.parse(message.data));
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.onLost(event.code === 4400 || event.code === 4429 ? event.reason : "");
      if (event.code === 4400) return;
      if (event.code === 4429) this.delay = SLOWEST;
      this.timer = setTimeout(() => this.open(), this.delay);
      this.delay = Math.min(SLOWEST, this.delay * 2);
    };
  }

  hurry() {
    if (this.socket.readyState === WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.delay = 100;
    this.socket.onclose = null;
    this.socket.close();
    this.open();
  }

  take(frame) {
    this.delay = 100;
    if (frame.table) {
      this.lines = [...this.lines.slice(0, frame.log.from), ...frame.log.lines];
      this.onTable(frame.table, this.lines);
      return;
    }
    const id = frame.ack ?? frame.nack;
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    waiting?.settle(frame);
  }

  // Promises what the server replies: {ack, ...} or {nack, why}.
  send(wish) {
    const named = { ...wish, id: crypto.randomUUID?.() ?? String(Math.random()).slice(2) };
    return new Promise((settle) => {
      this.waiting.set(named.id, { wish: named, settle });
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(named));
    });
  }
}
