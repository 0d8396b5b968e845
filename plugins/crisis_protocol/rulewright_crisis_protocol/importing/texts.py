"""Rules in words as documents of the game: by program where every clause is understood, else by hand at their moment.

Clauses are of these kinds; `phrases.toml` says which phrase is which.

- ``head``: fields of the rule itself, such as ``{when = "after attack"}`` or ``{once = "turn"}``; ``card``: those that
  only team tactic cards have;
- ``test``: a condition; it counts for what follows in its sentence, or, at the end of one, for what stands before it;
- ``effect``: an effect or several. ``opens = "then"`` puts what follows into it, ``joined = true`` ("if it does") into
  the one before, which may be left out; ``amends = true`` says more about the last effect with the same verb, and
  ``instead = "condition"`` takes the place of the last one with that verb, which is what happens ``otherwise``;
  ``inside = "for_each"`` goes into the last one with that verb, ``behind`` follows it, ``wraps`` goes around what is
  in it, ``ahead`` comes before it, and ``during = "attack"`` counts for the attack that it grants;
- ``otherwise``: what follows happens if the last condition does not hold;
- ``line``, ``power`` and ``leading``: a special rule of an attack, a superpower, or a part of a leadership, that
  names no moment: ``head``, ``effects``, ``does``, ``keywords``, fields of the ``attack``;
- ``nothing``: a reminder of what holds anyway.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct, field

from rulewright.documents import parse_toml
from rulewright.phrases import Clause, Phrasebook, Reading

from ..superpowers.moments import MOMENTS
from .delays import SAID, delayed, renamed, within

Document: TypeAlias = dict[str, Any]
Played: TypeAlias = Literal["program", "partly", "by hand"]

OPTIONAL: Final = "may"
"""The verb whose effects a player may leave out."""
OPENING: Final = ("choose_character", "choose_terrain", "for_tokens", "roll", "spend", "spend_tokens", "suffer")
"""The verbs that say about whom what follows is."""
DICE_AT: Final = {
    "reroll": ("own dice", "allied dice", "opposing dice", "enemy dice", "dice modified"),
    "change_die": ("own dice", "opposing dice", "enemy dice", "dice modified"),
    "add_dice": ("attack pool", "defense pool", "own pool"),
    "reduce_damage": ("before damage",),
    "redirect": ("targeted", "ally targeted", "anyone targeted"),
}
"""At which moments verbs about the dice of an attack do something."""
_ROLLED: Final = (
    "defense pool", "own dice", "opposing dice", "dice modified", "before damage", "after attack", "after attacked",
)  # fmt: skip
TOO_LATE: Final = {"attack dice": ("attack pool", "own pool", *_ROLLED), "defense dice": _ROLLED}
"""At which moments of an attack a number of dice does not count for it any more."""
ANYWHERE: Final = "anywhere"
EARLIER: Final = "before"
"""The field by which a condition says that it asks what was so before the text did anything."""
MOVED: Final = ("place", "move")
"""The verbs that move their character."""
AFTER: Final = "after attack"
RESOLVED: Final = ("attack resolved", "ally attacked", "fought", "pushed", "other moves")
"""The moments at which an attack, or a movement of someone, is resolved that are not called so."""
HEADS: Final = ("head", "card", "crisis")
"""The kinds of clauses that are fields of the rule itself."""
WHOLE: Final = ("line", "power", "leading", "crisis rule")
"""The kinds of clauses that are rules themselves."""
TESTS: Final = ("test", "crisis test")
EFFECTS: Final = ("effect", "crisis effect")
BEGINS: Final = ("when", "follows", "ability")
"""The fields with which another rule begins."""

OR_ITSELF: Final = "allied or itself"
"""The side of an ally that is not said to be another one."""
DEFENDER: Final = "defender"
"""Whom "the defense roll" means, in phrases."""
DEFENDERS: Final = {"targeted": "self", "anyone targeted": "chosen", "ally targeted": "chosen"}
"""Who that is at the moments at which someone is targeted."""


@cache
def own_phrases() -> tuple[Mapping[str, Any], ...]:
    """The phrases that come with the game; those of a later file count first."""
    return tuple(
        parse_toml((files(__package__) / f"{name}.toml").read_bytes())
        for name in ("phrases", "superpowers", "tactics", "crises", "leading", "tokens")
    )


def phrasebook(*more: Mapping[str, Any]) -> Phrasebook:
    """The phrases of the game, behind those of a player. Raises ContentError."""
    return Phrasebook([*own_phrases(), *more])


_THEN: Final = re.compile(r"then\b")
"""With this word a sentence goes on where the one before it was, also after an attack."""


class NotUnderstood(Exception):
    """A text of which some clause is not understood, or whose clauses make no rule together; says which and why."""


class Parts(Struct):
    """What the clauses of one rule come to."""

    head: Document = field(default_factory=dict)
    test: list[Any] = field(default_factory=list)
    effects: list[Document] = field(default_factory=list)
    does: list[Document] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)
    attack: Document = field(default_factory=dict)

    @property
    def does_something(self) -> bool:
        """Whether it is a rule at all."""
        return bool(self.effects or self.does or self.keywords or self.attack)


def heads(reading: Reading) -> Document:
    """What was understood of the fields of the rule itself, whatever else was not; what is said twice is left out."""
    found: Document = {}
    for clause in reading.clauses:
        if clause.kind in HEADS:
            found = {**clause.means, **found}
    return _once_resolved({key: value for key, value in found.items() if key != SAID})


def assemble(reading: Reading) -> list[Parts]:
    """The rules that a text is about: a sentence with a moment of its own begins another one.

    Raises NotUnderstood.
    """
    if not reading.understood:
        rest = next((one.rest for one in reading.sentences if one.rest), "no text")
        raise NotUnderstood(rest.strip(" ,;"))
    rules = [Parts()]
    for sentence in reading.sentences:
        heads = [_head(one) for one in sentence.clauses]
        if any(heads) or not _THEN.match(sentence.text):
            _close(rules)
        after = any(SAID in head for head in heads) and rules[-1].head.get("when", AFTER) != AFTER
        if any(key in head for head in heads for key in BEGINS) and (rules[-1].does_something or after):
            rules.append(Parts())
        _add(rules[-1], sentence.clauses)
    _close(rules, last=True)
    for rule in rules:
        _spare(rule)
        _name_defender(rule)
        if not _waits_for_it(rule.head):
            raise NotUnderstood("it waits for the effect by which something happened, and there is no such moment")
        rule.head = _once_resolved(rule.head)
        _once_for_all(rule)
        rule.effects.sort(key=_ends_the_attack)
        if not rule.does_something:
            raise NotUnderstood("it says when, and not what")
        _refuse_open(rule.effects)
        _refuse_dice(rule)
    return rules


def _spare(rule: Parts) -> None:
    """What reduces damage that any effect would deal is another verb than what reduces that of an attack."""
    if rule.head.get("when") == "would suffer":
        for effect in within(rule.effects):
            if effect.get("do") == "reduce_damage":
                effect["do"] = "reduce_suffered"


def _name_defender(rule: Parts) -> None:
    """ "The defense roll" is that of whom the moment of the text is about, even if someone else becomes the target."""
    for effect in within(rule.effects):
        if effect.get("who") == DEFENDER:
            effect["who"] = DEFENDERS.get(rule.head.get("when", ""), "target")


def _waits_for_it(head: Document) -> bool:
    """Whether there is a moment at which an effect is resolved, where a rule says that it waits for that."""
    when = str(head.get("when", ""))
    return not head.get("resolved") or when.startswith("after ") or when in RESOLVED or f"after {when}" in MOMENTS


def _once_resolved(head: Document) -> Document:
    """What happens once an effect is resolved has a moment of its own, where an attack may be what is resolved."""
    then = f"after {head.get('when')}"
    moment = {"when": then} if head.get("resolved") and then in MOMENTS else {}
    return {key: value for key, value in {**head, **moment}.items() if key != "resolved"}


def _ends_the_attack(effect: Document) -> bool:
    """Whether an effect may end the attack, behind which nothing else of the text would happen."""
    return any(one.get("do") == "end_attack" for one in within([effect]))


def _once_for_all(rule: Parts) -> None:
    """Where something happens to someone else than those who were chosen together, it happens once, and to each of
    them whatever speaks of them."""
    for effect in list(within(rule.effects)):
        then = effect.get("then", [])
        if "up_to" not in effect or effect["do"] != "choose_character":
            continue
        if any(one["do"] in MOVED and one.get("who") == "self" for one in then):
            effect["together"] = True
            effect["then"] = [_to_each_chosen(one) if _speaks_of("chosen", one) else one for one in then]


def _to_each_chosen(effect: Document) -> Document:
    return {
        "do": "for_each",
        "side": "any",
        "range": None,
        "itself": True,
        "among": True,
        "ordered": True,
        "then": [effect],
    }


def _speaks_of(role: str, means: Any) -> bool:
    return f'"{role}"' in json.dumps(means)


def _close(rules: list[Parts], last: bool = False) -> None:
    """A rule about what comes after the attack of the one before it is a part of that one, once all of it is read."""
    if not last and _opened(rules[-1].effects) is not rules[-1].effects:
        return
    if rules[-1].head.pop(SAID, None) and len(rules) > 1 and delayed(rules[-2], rules[-1], _all):
        rules.pop()


def _head(clause: Clause) -> Document:
    if clause.kind in HEADS:
        return dict(clause.means)
    return dict(clause.means.get("head", {})) if clause.kind in WHOLE else {}


def _add(rule: Parts, clauses: Iterable[Clause]) -> None:
    """Put a sentence behind the others of its rule: into what the last effect opened, if it did."""
    place = _opened(rule.effects)
    first = len(place)
    tests: list[Any] = []
    for clause in clauses:
        _merge(rule, _head(clause))
        if clause.kind in HEADS and len(place) == first:
            rule.test += tests
            tests = []
        elif clause.kind == "otherwise":
            place, first = _last_with("if", rule).setdefault("otherwise", []), 0
        elif clause.kind in TESTS and len(place) > first and not clause.joint:
            place[first:] = [_if([clause.means], place[first:])]
        elif clause.kind in TESTS:
            tests.append(clause.means)
        elif clause.kind in EFFECTS:
            tests, place = [], _put(rule, _several(clause.means, clause.text), tests, place, first)
        elif clause.kind in WHOLE:
            effects = _several(clause.means.get("effects", []), clause.text)
            tests, place = [], _put(rule, effects, tests, place, first)
            _last(rule, clause, tests)
    if tests:
        raise NotUnderstood("a condition of nothing")


def _several(means: Any, text: str) -> list[Document]:
    """Effects, one or several; what someone else ``does`` than the character itself."""
    found: list[Document] = []
    for one in means if isinstance(means, list) else [means]:
        if "does" not in one:
            found.append(_anywhere(one))
        elif one["by"] == "self":
            found += _several(one["does"], text)
        else:
            found.append({"do": "let", "who": one["by"], "effects": _done_by(one["by"], one["does"], text)})
    return found


def _done_by(who: Any, does: list[Document], text: str) -> list[Document]:
    """What someone else does, as it stands in the text of whoever does it.

    Raises NotUnderstood where it speaks of whom only the text of the card knows.
    """
    if not isinstance(who, str) or re.search(r"\bthis character\b", text):
        raise NotUnderstood(f"{who!r} does what only the character itself can do")
    done: list[Document] = renamed(_several(does, text), {who: "self"})
    if who != "chosen" and '"chosen"' in json.dumps(done):
        raise NotUnderstood(f"{who!r} does something to whom nobody has chosen for it")
    return done


def _anywhere(means: Any) -> Any:
    """What a template means: with no range where it says "anywhere", with itself where it says so of allies, and with
    attacks that have only a name by that."""
    if isinstance(means, list):
        return [_anywhere(one) for one in means]
    if isinstance(means, dict):
        if isinstance(means.get("attack"), dict) and means.get("do") == "attack":
            means = {key: one for key, one in means.items() if key != "attack"} | means["attack"]
        if means.get("side") == OR_ITSELF:
            means = {**means, "side": "allied", "itself": True}
        return {key: None if (key, one) == ("range", ANYWHERE) else _anywhere(one) for key, one in means.items()}
    return means


def _merge(rule: Parts, means: Document) -> None:
    for key, value in means.items():
        if key == "test":
            rule.test.append(value)
        elif rule.head.setdefault(key, value) != value:
            raise NotUnderstood(f"{key} is both {rule.head[key]!r} and {value!r}")


def _put(rule: Parts, effects: list[Document], tests: list[Any], place: list[Document], first: int) -> list[Document]:
    """Put effects behind those of their sentence; the list into which what follows goes."""
    for effect in effects:
        if effect.pop("amends", False):
            _last_with(effect["do"], rule).update(effect)
            continue
        if "wraps" in effect:
            chosen = _last_with(effect.pop("wraps"), rule)
            if any(one.get("do") == effect["do"] for one in within(chosen["then"])):
                continue  # each of several ways says so itself
            chosen["then"] = [{**effect, "then": chosen["then"]}]
            continue
        if "during" in effect:
            granted = _last_with(effect.pop("during"), rule)
            granted["besides"] = [*granted.get("besides", ()), effect]
            continue
        if "instead" in effect:
            before = _last_with(effect.pop("instead"), rule)
            effect["otherwise"] = [dict(before)]
            before.clear()
            before.update(effect)
            continue
        if "ahead" in effect:
            here = _list_with(verb := effect.pop("ahead"), rule.effects)
            place_of_verb = max(place for place, one in enumerate(here) if one.get("do") == verb)
            here.insert(place_of_verb, _tested(tests, effect))
            tests = []
            continue
        if "behind" in effect:
            _list_with(effect.pop("behind"), rule.effects).append(_tested(tests, effect))
            tests = []
            continue
        if "inside" in effect:
            around = _last_with(effect.pop("inside"), rule)
            around["then" if "then" in around else "effects"].append(_tested(tests, effect))
            tests = []
            continue
        here = place
        if effect.pop("joined", False):
            here = _left_out(place)
        if tests:
            asked = _if(tests, [])
            here.insert(_before_it(here, tests), asked)
            here, tests = asked["then"], []
        elif here is place and len(place) > first and place[-1].get("do") == "if":
            here = place[-1]["then"]
        if effect.pop("paid", False) and all(one.get("do") != "spend" for one in within(rule.effects)):
            raise NotUnderstood("it depends on power that nobody may spend")
        here.append(effect)
        if "opens" in effect:
            key = effect.pop("opens")
            effect[key] = place = []
            first = 0
    return place


def _before_it(place: list[Document], tests: list[Any]) -> int:
    """Where a condition stands in a list of effects: at its end, or before what gives someone the special condition of
    which it asks whether that was there already."""
    asked = [(test["has"], test["who"]) for test in tests if EARLIER in test]
    for number, effect in enumerate(place):
        if effect.get("do") == "condition" and (effect["condition"], effect.get("who", "target")) in asked:
            return number
    return len(place)


def _tested(tests: list[Any], effect: Document) -> Document:
    return _if(tests, [effect]) if tests else effect


def _last_with(verb: str, rule: Parts) -> Document:
    """The last effect with a verb, of which a text says more."""
    found = None
    for effect in within(rule.effects):
        if effect.get("do") == verb:
            found = effect
    if found is None:
        raise NotUnderstood(f"it speaks of {verb!r} where there is none")
    return found


def _list_with(verb: str, effects: list[Document]) -> list[Document]:
    """The list in which the last effect with a verb stands, wherever in a rule that is."""
    for effect in reversed(effects):
        if effect.get("do") == verb:
            return effects
        for key in ("then", "effects"):
            if any(one.get("do") == verb for one in within(effect.get(key, []))):
                return _list_with(verb, effect[key])
    raise NotUnderstood(f"it speaks of {verb!r} where there is none")


def _left_out(place: list[Document]) -> list[Document]:
    last = place[-1] if place else {}
    if last.get("do") == "if" and last["then"]:
        last = last["then"][-1]
    if last.get("do") != OPTIONAL:
        raise NotUnderstood("it depends on something that nobody may leave out")
    inside: list[Document] = last["effects"]
    return inside


def _opened(effects: list[Document]) -> list[Document]:
    """Where a next sentence goes on: in what the last effect opened, or behind all."""
    last = effects[-1] if effects else {}
    inside: list[Document] = last.get("then", [])
    if last.get("do") in OPENING:
        return _opened(inside)
    if last.get("do") == "if":
        inside = last.get("otherwise") or inside
    if last.get("do") == "if" and inside and inside[-1].get("do") in OPENING:
        return _opened(inside)
    return effects


def _refuse_open(effects: Iterable[Document]) -> None:
    for effect in within(effects):
        if effect.get("do") in OPENING and not effect["then"]:
            raise NotUnderstood("someone is chosen, and nothing happens to them")


def _refuse_dice(rule: Parts) -> None:
    """Dice are rerolled and changed while they lie there, and added before they fall: at no other moment."""
    later = [one for one in within(rule.effects) if one.get("do") == "later"]
    inside = {id(one) for each in later for one in within(each["effects"])}
    now = (one for one in within(rule.effects) if id(one) not in inside)
    for when, effects in ((rule.head.get("when"), now), *((each["when"], within(each["effects"])) for each in later)):
        for effect in effects:
            moments = DICE_AT.get(effect.get("do", ""))
            if moments is not None and when not in moments:
                raise NotUnderstood(f"{effect['do']!r} when no dice lie there")
            if effect.get("until") == "attack" and when in TOO_LATE.get(effect.get("stat", ""), ()):
                raise NotUnderstood(f"{effect['stat']} are counted already")


def _last(rule: Parts, clause: Clause, tests: list[Any]) -> None:
    """What lasts: what is changed and forbidden, and keywords. Phrases of a player may say the former as they did."""
    tested = {"test": _all(tests)} if tests else {}
    for key in ("does", "changes", "bans"):
        rule.does += ({**one, **tested} for one in clause.means.get(key, ()))
    keywords = clause.means.get("keywords", [])
    if keywords and tests:
        raise NotUnderstood(clause.text)
    rule.keywords += keywords
    if clause.means.get("attack") and tests:
        raise NotUnderstood(clause.text)
    for key, value in clause.means.get("attack", {}).items():
        rule.attack[key] = [*rule.attack.get(key, []), *value] if isinstance(value, list) else value


def _if(tests: list[Any], effects: list[Document]) -> Document:
    return {"do": "if", "test": _all(tests), "then": effects}


def _all(tests: list[Any]) -> Any:
    plain = [{key: value for key, value in test.items() if key != EARLIER} for test in tests]
    return plain[0] if len(plain) == 1 else {"all": plain}


def whole_rule(rule: Parts) -> Document:
    """A rule as the fields of a special rule, a superpower or a card."""
    tests = {"test": _all(rule.test)} if rule.test else {}
    found = {**rule.head, **tests, "effects": rule.effects, "does": rule.does}
    return {key: value for key, value in found.items() if value not in ([], None)}


def by_hand(text: str) -> Iterator[Document]:
    """The effect that asks the player what a text does."""
    yield {"do": "by_hand", "text": text or "-"}
