// The words of the page in the language of its reader.
const known = {};

export function language() {
  const chosen = new URLSearchParams(location.search).get("lang") || localStorage.getItem("lang");
  if (chosen === "en" || chosen === "zh") return chosen;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

export function choose(lang) {
  localStorage.setItem("lang", lang);
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  location.replace(address);
  location.reload();
}

export async function learn(lang) {
  Object.assign(known, await (await fetch(`/api/words/${lang}`)).json());
}

export function say(key, facts = {}) {
  return (known[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
}
