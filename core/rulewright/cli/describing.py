"""What a ruleset registered, as a tree in the terminal."""

from __future__ import annotations

import io
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from ..text import brief

_SORTS = ("phase", "loop", "procedure", "window", "step")


def show_description(console: Console, data: Mapping[str, Any], *, internals: bool = True) -> None:
    """Print what `rulewright.describe.describe` says: what a player chooses from; with ``internals`` all the rest."""
    root = Tree(Text.assemble((data["title"], "bold"), f"  {data['game']} {data['version']}"))
    _for_players(root, data)
    if internals:
        _internals(root, data)
    else:
        command = f"rulewright describe {data['game']} --internals"
        root.add(Text.assemble("Flow, windows, triggers, numbers, verbs and tables: ", (command, "bold")))
    if console.is_terminal:
        console.print(root)
        return
    whole = Console(file=io.StringIO(), width=1000, highlight=False)  # every line whole, however long
    whole.print(root)
    for line in whole.file.getvalue().splitlines():  # type: ignore[attr-defined]
        print(line.rstrip())


def _for_players(root: Tree, data: Mapping[str, Any]) -> None:
    """What a game is set up from, and what can be asked of it."""
    _list(root, "Options of the setup", [*_options(data["setup"])], lambda told: told)
    content = [_entries(kind, count, data["entries"].get(kind, ())) for kind, count in data["content"].items()]
    _list(root, "Content", content)
    _list(root, "Played by hand", [f"{kind}: {len(ids)}  {', '.join(ids)}" for kind, ids in data["by_hand"].items()])
    _list(root, "Odds", data["odds"])
    _list(root, "Extensions", [f"{part['id']} {part['version']}" for part in data["extensions"]])


def _internals(root: Tree, data: Mapping[str, Any]) -> None:
    """What the rules consist of."""
    _flow(_branch(root, "Flow", data["flow"]), [data["flow"]])
    _flow(_branch(root, "Procedures", data["procedures"]), data["procedures"].values())
    _list(root, "Windows", data["windows"], _window)
    _list(root, "Timing policy", [f"{key.replace('_', ' ')}: {value}" for key, value in data["timing"].items()])
    _list(root, "Triggers", data["triggers"], _trigger)
    _list(root, "Reactions", data["reactions"], _reaction)
    powers = _branch(root, f"Powers, carried by {', '.join(data['carriers'])}", data["powers"])
    for power in data["powers"]:
        inner = powers.add(_ruled(Text.assemble((power["name"], "bold"), f"  {power.get('text', '')}"), power))
        for part in power["does"]:
            inner.add(_part(part))
    _stats(_branch(root, "Stats", data["stats"]), data["stats"])
    _list(root, "Permissions", data["permissions"], _permission)
    _list(root, "Effects", data["effects"])
    _list(root, "Amounts of effects", data["values"])
    _list(root, "Counted amounts", data["amounts"], lambda word: _word("amount", word))
    _list(root, "Conditions of effects", data["tests"], lambda word: _word("test", word))
    _list(root, "Verbs", data["verbs"], lambda word: _word("verb", word))
    _list(root, "Tables", [f"{name}: {_fields(table)}" for name, table in data["tables"].items()])


def _entries(kind: str, count: int, ids: Sequence[str]) -> str:
    """How many entries a kind of content has, and their ids, for they are what a setup is made of."""
    return f"{kind}: {count}  {', '.join(ids)}" if ids else f"{kind}: {count}"


def _branch(root: Tree, title: str, things: Collection[Any]) -> Tree:
    """A branch of its own, or a loose one that is not shown, where there is nothing to tell."""
    return root.add(Text(title, "bold cyan")) if things else Tree("")


def _list(root: Tree, title: str, things: Collection[Any], tell: Callable[[Any], Text] = Text) -> None:
    """A branch with a leaf for each of these."""
    branch = _branch(root, title, things)
    for thing in things:
        branch.add(tell(thing))


def _flow(branch: Tree, nodes: Iterable[Mapping[str, Any]]) -> None:
    for node in nodes:
        sort = next(sort for sort in _SORTS if sort in node)
        label = Text.assemble((sort, "dim"), " ", (node[sort], "magenta" if sort == "window" else "bold"))
        if "scope" in node:
            label.append(f" (scope {node['scope']})", "dim")
        if "does" in node:
            label.append(f"  {node['does']}")
        _flow(branch.add(_ruled(label, node)), node.get("steps", ()))


def _ruled(label: Text, thing: Mapping[str, Any]) -> Text:
    rules = [*thing.get("rules", ()), *([thing["rule"]] if thing.get("rule") else [])]
    if rules:
        label.append(f"  [{', '.join(rules)}]", "dim")
    return label


def _window(window: Mapping[str, Any]) -> Text:
    uses = [*window["reactions"], *window.get("powers", ())]
    reactions = f": {', '.join(uses)}" if uses else ""
    return _ruled(Text.assemble((window["name"], "bold"), f" (until {window['until']}){reactions}"), window)


def _trigger(trigger: Mapping[str, Any]) -> Text:
    how = [key for key in ("left", "optional", "immediate") if trigger.get(key)]
    how += [f"{key} {trigger[key]}" for key in ("delay", "phase", "limit") if trigger.get(key)]
    told = f" ({', '.join(how)})" if how else ""
    text = f" {trigger['when']} {', '.join(trigger['on'])}{told}"
    return _ruled(Text.assemble((trigger["name"], "bold"), text), trigger)


def _reaction(reaction: Mapping[str, Any]) -> Text:
    limit = f" ({reaction['limit']})" if reaction.get("limit") else ""
    return _ruled(Text.assemble((reaction["name"], "bold"), f" in {', '.join(reaction['windows'])}{limit}"), reaction)


def _part(part: Mapping[str, Any]) -> Text:
    """What a part of a power does: when it listens, where it is used, which number it changes, what it offers."""
    if "changes" in part:
        whose = " of others" if part.get("others") else ""
        return _ruled(Text(f"{part['layer']}: {part['changes']}{whose}"), part)
    if "offers" in part:
        return _ruled(Text.assemble((part["name"], "bold"), f" offers {part['offers']}"), part)
    show = _reaction if "windows" in part else _trigger
    return show(part)


def _word(sort: str, word: Mapping[str, Any]) -> Text:
    """A verb, an amount or a condition with its fields, those in brackets that may be left out, and what it does."""
    fields = [*word.get("needs", ()), *(f"[{name}]" for name in word.get("may", ()))]
    told = f" {' '.join(fields)}" if fields else ""
    return _ruled(Text.assemble((word[sort], "bold"), f"{told}  {word.get('does', '')}"), word)


def _permission(permission: Mapping[str, Any]) -> Text:
    names = " / ".join(permission[lang] for lang in ("en", "zh") if lang in permission)
    usual = "allowed unless forbidden" if permission["default"] else "forbidden unless allowed"
    told = ", ".join(part for part in (names, usual) if part)
    return _ruled(Text.assemble((permission["name"], "bold"), f"  {told}"), permission)


def _stats(branch: Tree, stats: Iterable[Mapping[str, Any]]) -> None:
    for stat in stats:
        names = " / ".join(stat[lang] for lang in ("en", "zh") if lang in stat)
        limits = [f"at {key} {stat[key]}" for key in ("least", "most") if key in stat]
        told = [part for part in (names, *limits, f"fractions round {stat['rounding']}") if part]
        inner = branch.add(_ruled(Text.assemble((stat["name"], "bold"), f"  {', '.join(told)}"), stat))
        for layer in stat["layers"]:
            rest = {key: value for key, value in layer.items() if key not in ("name", "op", "rule")}
            more = ", ".join(f"{key} {value}" for key, value in rest.items())
            told_more = f" ({more})" if more else ""
            inner.add(_ruled(Text(f"{layer['name']}: {layer['op']}{told_more}"), layer))


def _fields(table: Mapping[str, Any]) -> str:
    hidden = table.get("hidden", {})
    return ", ".join(f"{field} ({hidden[field]})" if field in hidden else field for field in table["fields"])


def _options(schema: Mapping[str, Any] | None) -> Iterable[Text]:
    """The fields of the setup, with what they may be and what they are unless told otherwise."""
    if schema is None:
        return
    body, definitions = schema, schema.get("$defs", {})
    if "$ref" in schema:
        body = definitions[schema["$ref"].rpartition("/")[2]]
    for name, field in body.get("properties", {}).items():
        default = f" = {brief(str(field['default']), 40)}" if "default" in field else ""
        words = field.get("description") or ""
        yield Text.assemble((name, "bold"), f": {_sort(field, definitions)}{default}", (f"  {words}", "dim"))


def _sort(field: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """What values a field of a JSON Schema takes, in short."""
    if "enum" in field:
        return " | ".join(map(str, field["enum"]))
    if "const" in field:
        return str(field["const"])
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        inner = definitions.get(name, {})
        return _sort(inner, definitions) if "enum" in inner else name
    if "anyOf" in field:
        return " | ".join(_sort(part, definitions) for part in field["anyOf"])
    if field.get("type") == "array":
        items = field.get("items")
        return f"list of {_sort(items, definitions)}" if isinstance(items, dict) and items else "list"
    least, most = field.get("minimum"), field.get("maximum")
    ends = ["" if end is None else str(end) for end in (least, most)]
    bounds = f" {'..'.join(ends)}" if any(ends) else ""
    return f"{field.get('type', 'any')}{bounds}"
