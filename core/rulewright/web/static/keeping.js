// What a browser keeps for its person: the key of a seat, and what is staged at a table.
export function kept(store, name) {
  try { return JSON.parse(store.getItem(name)); } catch { return null; }
}

export function keep(store, name, data) {
  try { store.setItem(name, JSON.stringify(data)); return true; } catch { return false; }
}

// The key of the seat, taken out of the address: a tab has its own, and a new tab the last one of its table.
export function keyOf(id) {
  const name = `key:${id}`, given = location.hash.slice(1);
  if (!given) return kept(sessionStorage, name) ?? kept(localStorage, name) ?? "";
  keep(localStorage, name, given);
  if (keep(sessionStorage, name, given)) history.replaceState(null, "", location.pathname + location.search);
  return given;
}
