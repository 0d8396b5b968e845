"""Describe: everything that a ruleset registered, as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from .flow import LOOP, STEP, Node
from .powers import Power
from .powers.hooks import Changes, Offer, Part, WindowUse
from .rules import Ledger, LedgerError
from .ruleset import Rules, Ruleset
from .state import Context, Record, hidden_fields
from .timing import AFTER, BEFORE, LEFT
from .windows import Moment

if TYPE_CHECKING:
    from .programs import Deed
    from .timing import Limit
    from .vocabulary import ContentModel, Lexicon

_KERNEL_TABLES = ("effects", "uses", "delayed")


def describe(rules: Rules) -> dict[str, Any]:
    """What the ruleset and its extensions registered, as one JSON document: flow, stats, timing, setup, content."""
    ruleset = rules.ruleset
    inside = dict(_below(rules.flow))
    loose = [node for node in rules.nodes.values() if node.path not in inside and "/" not in node.path]
    return {
        "game": rules.id,
        "title": ruleset.title,
        "version": ruleset.version,
        "fingerprint": rules.fingerprint,
        "phases": [node.name for node in rules.nodes.values() if node.is_phase],
        "flow": _tree(rules.flow),
        "procedures": {node.name: _tree(node) for node in loose if node.window is None},
        "windows": [_window(rules, name) for name in rules.windows],
        "timing": _timing(rules),
        "triggers": [_trigger(trigger) for trigger in rules.triggers.values()],
        "reactions": [_reaction(reaction) for reaction in rules.reactions.values()],
        "powers": [_power(power) for power in rules.powers.powers.values()],
        "carriers": [one.table for one in rules.powers.carriers],
        "stats": [_stat(rule) for rule in rules.stats.values()],
        "permissions": [_permission(rule) for rule in rules.permissions.values()],
        "effects": list(rules.effect_kinds),
        "conditions": list(rules.conditions),
        **_words(rules.lexicon),
        "tables": {name: _table(kind) for name, kind in rules.tables.items() if name not in _KERNEL_TABLES},
        "hidden": has_secrets(rules),
        "setup": setup_schema(rules),
        "content": content_counts(rules.content),
        "entries": {kind: [str(id) for id in table] for kind, table in content_tables(rules.content).items()},
        "by_hand": {kind: list(names) for kind, names in by_hand(rules.content, ruleset).items()},
        "extensions": [{"id": part.id, "version": part.version} for part in rules.extensions],
        "odds": [option.name for option in ruleset.odds.options] if ruleset.odds is not None else [],
        "faces": {name: getattr(ruleset, name) is not None for name in _FACES},
    }


DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
"""The JSON Schema that our schemas are written in."""

_FACES = (
    "texts", "name", "label", "panel", "about", "look", "evaluate", "suggest", "stops", "usual", "orders",
    "determinize", "ledger", "odds",
)  # fmt: skip


# Flow -------------------------------------------------------------------------------


def _below(node: Node) -> Iterator[tuple[str, Node]]:
    yield node.path, node
    for step in node.steps:
        yield from _below(step)


def _tree(node: Node) -> dict[str, Any]:
    """A node of the flow with its parts, as the rulebook would list it."""
    if node.window is not None:
        return _filled({"window": node.name, "rule": node.window.rule})
    if node.kind == STEP:
        return _filled({"step": node.name, "does": _first_line(node.fn), "rules": list(node.rules)})
    sort = "phase" if node.is_phase else "loop" if node.kind == LOOP else "procedure"
    own = {"scope": node.scope if node.scope not in (node.name, "phase") else ""}
    steps = [_tree(step) for step in node.steps if not _announces(step)]
    return {sort: node.name, **_filled(own), "steps": steps}


def _announces(node: Node) -> bool:
    """Whether a step only tells that a scope began or ended: the kernel put it there."""
    return node.kind == STEP and node.name in ("began", "ended") and getattr(node.fn, "__name__", "") == "announce"


def _window(rules: Rules, name: str) -> dict[str, Any]:
    window = rules.windows[name]
    return {
        "name": name,
        "until": window.until or rules.timing.until,
        "reactions": [reaction.name for reaction in rules.reactions_in(name)],
        **_filled({"powers": sorted(rules.powers.users(name))}),
        **_filled({"rule": window.rule}),
    }


def _timing(rules: Rules) -> dict[str, Any]:
    policy = rules.timing
    asks_all = policy.ask_all if isinstance(policy.ask_all, bool) else _first_line(policy.ask_all) or "sometimes"
    return {
        "order": _first_line(policy.order) or _name(policy.order),
        **_filled({"orders": policy.orders and (_first_line(policy.orders) or _name(policy.orders))}),
        "nesting": policy.nesting,
        "until": policy.until,
        "ask_order": policy.ask_order,
        "ask_all": asks_all,
        **_filled({"text": policy.text}),
    }


def _trigger(trigger: Any) -> dict[str, Any]:
    return {
        "name": trigger.name,
        "on": [kind.__name__ for kind in trigger.on],
        "when": "before" if trigger.before else "after",
        **_filled({key: getattr(trigger, key) for key in ("optional", "immediate", "delay", "phase")}),
        **_resolved(trigger),
    }


def _reaction(reaction: Any) -> dict[str, Any]:
    return {"name": reaction.name, "windows": list(reaction.windows), **_resolved(reaction)}


def _resolved(thing: Any) -> dict[str, Any]:
    """What a trigger or a reaction does, how often, and by which rules."""
    return _filled({"limit": _limit(thing.limit), "does": _first_line(thing.resolve), "rules": list(thing.rules)})


def _power(power: Power) -> dict[str, Any]:
    """A power with its text and what it does: one entry for each of its parts."""
    return {
        "name": power.name,
        **_filled({"text": " ".join(power.text.split()), "rule": power.rule}),
        "does": [_part(part) for part in power.parts],
    }


def _part(part: Part) -> dict[str, Any]:
    hook = part.hook
    own: dict[str, Any] = {"name": part.name, "does": _first_line(part.do), "rules": list(part.rules)}
    if isinstance(hook, Changes):
        own |= {"changes": hook.stat, "layer": hook.layer, "others": hook.others, "of": hook.of}
    elif isinstance(hook, Offer):
        own |= {"offers": hook.name, "limit": _limit(hook.limit)}
    elif isinstance(hook, WindowUse):
        own |= {"limit": _limit(hook.limit), "windows": list(hook.windows)}
    else:
        own |= {"on": [kind.__name__ for kind in hook.events], "when": BEFORE if hook.stage == BEFORE else AFTER}
        own |= {"limit": _limit(hook.limit), "left": hook.stage == LEFT}
        own |= {key: getattr(hook, key) for key in ("me", "of", "optional", "immediate", "delay", "phase")}
    return _filled(own)


def _limit(limit: Limit | None) -> str:
    return f"{limit.times} per {limit.scope}, per {limit.per}" if limit else ""


# Stats, tables, content --------------------------------------------------------------


def _stat(rule: Any) -> dict[str, Any]:
    stat = rule.stat
    return {
        "name": stat.name,
        "layers": [_filled(msgspec.structs.asdict(layer), keep=("name", "op")) for layer in stat.layers],
        "rounding": stat.rounding,
        "modifiers": [_name(source) for source in rule.modifiers],
        **_filled({"en": stat.en, "zh": stat.zh, "rule": stat.rule, "reads": list(rule.reads), "own": list(rule.own)}),
        **{name: limit for name in ("least", "most") if (limit := getattr(stat, name)) is not None},
    }


def _permission(rule: Any) -> dict[str, Any]:
    """A permission, and whether it is given where nothing forbids it."""
    permission = rule.permission
    return {
        "name": permission.name,
        "default": permission.default,
        "modifiers": [_name(source) for source in rule.modifiers],
        **_filled({"en": permission.en, "zh": permission.zh, "rule": permission.rule}),
    }


def _table(kind: type[Any]) -> dict[str, Any]:
    """The fields of a record, and who may know those that are not public."""
    hidden = {name: seen.value for name, seen in hidden_fields(kind)}
    return {"record": kind.__name__, "fields": list(kind.__struct_fields__), **_filled({"hidden": hidden})}


def has_secrets(rules: Rules) -> bool:
    """Whether some players know what others do not: hidden fields, or records with a ``seen_by`` of their own."""
    tables = [kind for name, kind in rules.tables.items() if name not in _KERNEL_TABLES]
    kinds: list[Any] = [*tables, *(kind for kind in rules.contexts if kind is not Moment)]
    return any(kind.seen_by not in (Record.seen_by, Context.seen_by) or hidden_fields(kind) for kind in kinds)


def ledger_of(rules: Rules) -> Ledger | None:
    """The ledger of a game; None where it has none, or it cannot be read."""
    source = rules.ruleset.ledger
    try:
        return None if source is None else Ledger.load(source, rules.id)
    except LedgerError:
        return None


def setup_schema(rules: Rules | Ruleset) -> dict[str, Any] | None:
    """The JSON Schema of the setup's model; None where the game has no setup."""
    from .setups import setup_model

    model = setup_model(rules)
    if model is None:
        return None
    schema: dict[str, Any] = (
        msgspec.json.schema(model) if issubclass(model, msgspec.Struct) else model.model_json_schema()
    )
    return schema


def _words(lexicon: Lexicon | None) -> dict[str, Any]:
    """The verbs, amounts, conditions and named values that content may use."""
    if lexicon is None:
        return {"verbs": [], "amounts": [], "tests": [], "values": []}
    return {
        "verbs": [_word("verb", verb.word, verb, verb.rule) for verb in lexicon.verbs.values()],
        "amounts": [_word("amount", key, kind) for key, kind in lexicon.amounts.items()],
        "tests": [_word("test", key, kind) for key, kind in lexicon.conditions.items()],
        "values": [*lexicon.values],
    }


def _word(sort: str, name: str, kind: type[ContentModel], rule: str = "") -> dict[str, Any]:
    """A word as content writes it: its fields, those that it needs, and its first line."""
    fields = {label: field.is_required() for label, field in kind.model_fields.items() if label != name}
    needed = {"needs": [label for label, needs in fields.items() if needs]}
    others = {"may": [label for label, needs in fields.items() if not needs]}
    return _filled({sort: name, **needed, **others, "does": _first_line(kind), "rule": rule}, keep=(sort,))


def content_tables(content: Any) -> dict[str, Mapping[str, Any]]:
    """The entries by kind and id of a content that is a `Pack`, behaves like one, or is a mapping of mappings."""
    kinds: Any = getattr(content, "kinds", None)
    if kinds is None:
        kinds = list(content) if isinstance(content, Mapping) else ()
    return {str(kind): content[kind] for kind in kinds if isinstance(content[kind], Mapping)}


def by_hand(content: Any, ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """What of a content, by kind, has a text that people play by hand (`vocabulary.ByHand`).

    That is an entry by its id, or something in it that has an id of its own: ``lamplighter/spare-oil``.
    """
    if ruleset.lexicon is None or not _may_be_by_hand(content):
        return {}
    found = {
        kind: tuple(dict.fromkeys(name for id, entry in table.items() for name in _places_by_hand(str(id), entry)))
        for kind, table in content_tables(content).items()
    }
    return {kind: names for kind, names in found.items() if names}


def _may_be_by_hand(content: Any) -> bool:
    """Whether any effect that was compiled, where there is a table of deeds (`programs`), is one that people play."""
    from .vocabulary import ByHand

    deeds: Iterable[Deed] | None = getattr(content, "ops", None)
    return deeds is None or any(issubclass(verb, ByHand) for verb in {type(deed.verb) for deed in deeds})


def _places_by_hand(id: str, entry: Any) -> Iterator[str]:
    """The entry, or what in it has an id of its own, for each text that is played by hand."""
    from .vocabulary import ByHand, walk

    if not hasattr(type(entry), "model_fields"):
        return
    inside: list[tuple[str, str]] = []
    for path, part in walk(entry):
        while inside and not path.startswith(inside[-1][0]):
            inside.pop()
        if path and isinstance(own := getattr(part, "id", None), str):
            inside.append((f"{path}.", own))
        if isinstance(part, ByHand):
            yield f"{id}/{inside[-1][1]}" if inside else id


def content_schemas(content: Any) -> dict[str, dict[str, Any]]:
    """JSON Schemas of content files: "content" for a file with lists of entries under the names of their kinds.

    And for each kind one of a file in the kind's folder, with one entry or a list of them. Empty where no pydantic
    models stand behind the content.
    """
    from .content import json_schema
    from .kinds import ContentKind

    forms: dict[str, ContentKind] = dict(getattr(content, "forms", None) or {})
    for kind, table in content_tables(content).items():
        entry: Any = next(iter(table.values()), None)
        if kind not in forms and hasattr(entry, "model_json_schema"):
            forms[kind] = ContentKind(kind, type(entry))
    if not forms:
        return {}
    found = {"content": json_schema(forms.values())}
    for kind, form in forms.items():
        found[kind] = _entries_schema(json_schema([form]), kind)
    return found


def _entries_schema(schema: dict[str, Any], kind: str) -> dict[str, Any]:
    """The schema of a file with one entry of a kind, a list of them, or a table with that list."""
    entry = schema["properties"][kind]["items"]
    own = schema["$defs"][entry["$ref"].rpartition("/")[2]]
    own["properties"]["$schema"] = {"type": "string"}
    table = {key: schema[key] for key in ("type", "properties", "additionalProperties")} | {"required": [kind]}
    forms = [entry, {"type": "array", "items": entry}, table]
    return {"$schema": DRAFT, "title": kind, "anyOf": forms, "$defs": schema["$defs"]}


def content_counts(content: Any) -> dict[str, int]:
    """How many entries of each kind a content has: a `Pack`, a mapping, or an object with mappings and lists."""
    if content is None:
        return {}
    if hasattr(content, "kinds"):
        return {kind: len(content[kind]) for kind in content.kinds}
    if isinstance(content, Mapping):
        return {str(kind): len(table) for kind, table in content.items() if _is_countable(table)}
    names = getattr(content, "__struct_fields__", None) or getattr(content, "__dict__", {})
    named = ((name, getattr(content, name)) for name in names if not name.startswith("_"))
    return {name: len(table) for name, table in named if _is_countable(table)}


def _is_countable(table: object) -> bool:
    return isinstance(table, Mapping | list | tuple) or hasattr(table, "keys")


# Words ------------------------------------------------------------------------------


def _filled(fields: Mapping[str, Any], keep: Iterable[str] = ()) -> dict[str, Any]:
    """The fields that say something."""
    return {key: value for key, value in fields.items() if key in keep or not _is_empty(value)}


def _is_empty(value: object) -> bool:
    return value is None or value is False or value in ("", "none") or (isinstance(value, list | dict) and not value)


def _first_line(thing: object) -> str:
    """What the author's docstring says in its first sentence."""
    text = (getattr(thing, "__doc__", None) or "").strip()
    return text.splitlines()[0] if text else ""


def _name(thing: object) -> str:
    return str(getattr(thing, "__name__", type(thing).__name__))


__all__ = ["content_counts", "content_schemas", "content_tables", "describe", "has_secrets", "setup_schema"]
