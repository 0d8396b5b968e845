"""Texts that the program understands: whole sentences, as datasheets print them, and what they say as data.

A sentence is taken apart from its front: while what it counts (`WHILE`), at which attacks, and what is changed then.
Where any word of a text is left over nothing of it is claimed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rulewright import rule

from ..abilities import wrong_ability
from ..book.sheets import ability_id
from ..book.weapons import of_weapons
from .abilities import unmarked
from .happenings import happening
from .moments import ITSELF
from .nouns import (
    ALONE,
    EXCLUDED,
    KEYWORDS,
    OBJECTIVE,
    all_of,
    any_of,
    bearer,
    either,
    having,
    is_unit,
    keywords,
    measured,
    target,
)  # fmt: skip

Document: TypeAlias = dict[str, Any]
Parts: TypeAlias = list[Document]


class Scope(Struct, frozen=True):
    """What the beginning of a sentence says: of ``whom`` "that unit" is, the field ``of`` of what is about it, the
    reach of an Aura, and the conditions so far."""

    that: str = ""
    """What "that unit" is: one that is led, or one within an Aura; nothing where it was not named."""
    reach: Document = {}
    tests: tuple[Document, ...] = ()

    def when(self, test: Document) -> Scope:
        """The same under one more condition."""
        return replace(self, tests=(*self.tests, test))

    def of(self, printed: str) -> Document | None:
        """Whom a part is about that speaks of these; None where it is not known."""
        plain = printed.lower()
        if plain in ("this model", "the bearer", "this fortification"):
            return None if self.that == "aura" else {"of": "model"}
        if plain in ("this unit", "the bearer's unit", "this model's unit"):
            return None if self.that else {"of": "unit"}
        if plain in ("that unit", "that enemy unit"):
            return {"led": {"of": "led"}, "aura": {}}.get(self.that)
        return None

    def part(self, part: Document, about: Document) -> Document:
        """A part with its reach and its conditions."""
        tests = [one["test"] for one in (about, part) if "test" in one]
        return {**part, **about, **self.reach, **_under(self, {"test": all_of(tests)} if tests else {})}


@rule("commentary.while-leading-a-unit")
def by_program(text: str) -> Parts:
    """What a text says as data, where every word of it is understood; nothing for any other."""
    printed = folded(text)
    scope = Scope()
    if found := re.match(rf"({KEYWORDS}) (?:models? )?only(?: \(excluding ({KEYWORDS}) models?\))?\. ", printed):
        test = bearer(found[1], found[2] or "")
        if test is None:
            return []
        printed, scope = printed[found.end() :], scope.when(test)
    return [{**one, **_under(scope, one)} for one in happening(printed)] or _sentences(printed, scope)


def _under(scope: Scope, part: Document) -> Document:
    """The condition of a part under those of the scope."""
    tests = [*scope.tests, *([part["test"]] if "test" in part else ())]
    return {"test": all_of(tests)} if tests else {}


def _sentences(printed: str, scope: Scope) -> Parts:
    """What the sentences of a text say."""
    parts: Parts = []
    for sentence in re.split(r"(?<=[\w\]\"+])\.\s+(?=[A-Z])", printed.removesuffix(".")):
        found = _sentence(re.sub(r"^In addition, ", "", sentence), scope)
        if not found:
            return _whole(printed.removesuffix("."), scope)
        parts += found
    return parts


def folded(text: str) -> str:
    """A text as the patterns have it: keywords in capitals where they are marked, signs folded, without notes."""
    text = re.sub(r"\*", "", text)
    text = re.sub(r"\^\^(.+?)\^\^", lambda found: found[1].upper(), text)
    text = unmarked(text).replace("’", "'").replace("‑", "-").replace("‐", "-").replace("”", '"').replace("“", '"')
    text = re.sub(r"\s*Designer's Note:.*$", "", text, flags=re.IGNORECASE)
    return re.sub(r"[\[\]]", "", text).strip()


def _match(pattern: str, printed: str) -> re.Match[str] | None:
    return re.fullmatch(pattern, printed, re.IGNORECASE)


# Two sentences ----------------------------------------------------------------------------------------------

NO_ROLL: Final = (
    r"each time (this unit|this model|the bearer's unit) advances, do not make an advance roll for it\. instead, until "
    r"the end of the phase, add (\d+)\"? to the move characteristic of (?:models in )?\1"
)
OVERWATCH: Final = (
    rf"each time you (?:target|select) {ITSELF} (?:with|for) the fire overwatch stratagem, (?:while resolving that "
    r"stratagem, hits are scored on unmodified hit rolls of ([2-6])\+|hits are scored on unmodified hit rolls of "
    r"([2-6])\+ "
    r"(?:while|when) resolving that stratagem)"
)
AS_WELL: Final = (
    r"(each time [^.]+? makes an? (?:ranged |melee |)attack[^.]*?, )([^.,]+)\. "
    r"if (?:that|the) target(?: of that attack)? is (?:an? )?(?P<what>[^,]+?)(?: unit)?, (?P<more>[^.,]+?) as well"
)
INSTEAD: Final = (
    r"(each time .+?), re-roll an? (hit|wound) roll of 1\. "
    r"(?:if|while) (?:(?:that attack targets an? (?:enemy )?unit that|the target of that attack|that enemy unit) "
    r"(?:is )?(?:an enemy unit )?(?P<target>.+?)|this unit (?:is )?(?P<own>.+?)), you can re-roll the \2 roll instead"
)


def _whole(printed: str, scope: Scope) -> Parts:
    """What two sentences say together."""
    if found := _match(NO_ROLL, printed):
        about = _whole_unit(scope.of(found[1])) or {}
        return [scope.part({"modifies": "set advance", "by": int(found[2])}, about)]
    if found := _match(OVERWATCH, printed):
        return [
            scope.part({"modifies": "overwatch", "layer": "at least", "by": int(found[1] or found[2])}, {"of": "unit"})
        ]
    if found := _match(AS_WELL, printed):
        return _as_well(found, scope)
    if found := _match(INSTEAD, printed):
        told = found["target"] or found["own"]
        test = is_unit("attacked", told.removeprefix("is ")) if found["target"] else _own(told)
        ones = _sentence(f"{found[1]}, re-roll a {found[2]} roll of 1", scope)
        if test and ones:
            (one,) = ones
            tests = [one["test"], test] if "test" in one else [test]
            every = {name: value for name, value in one.items() if name != "only"}
            return [one, {**every, "test": all_of(tests)}]
    return []


def _as_well(found: re.Match[str], scope: Scope) -> Parts:
    """What happens each time, and something more if the target is such a unit."""
    test = target(f"{found['what']} unit") or is_unit("attacked", found["what"])
    first = _sentence(found[1] + found[2], scope)
    more = _sentence(found[1] + found["more"], scope)
    if not test or not first or not more:
        return []
    return [*first, *({**one, "test": all_of([*([one["test"]] if "test" in one else ()), test])} for one in more)]


def _own(printed: str) -> Document | None:
    """What is said of the unit itself behind its name."""
    if _match(r"made a charge move this turn", printed):
        return {"unit": "target", "charged": True}
    return is_unit("target", printed)


# One sentence -----------------------------------------------------------------------------------------------

NAMES: Final = (
    r"(this model's unit|the bearer's unit|this model|this unit|that unit|that enemy unit|the bearer|"
    r"this fortification)"
)
NEAR: Final = rf"is within (\d+)\"? of {NAMES}"
SELF: Final = r"this model|this unit|the bearer|the bearer's unit|this model's unit"


@rule("commentary.while-leading-a-unit", "core.aura-abilities")
def _sentence(printed: str, scope: Scope) -> Parts:
    """What a sentence says; nothing where a word of it is not understood."""
    for pattern, means in WHILE:
        if found := re.match(rf"(?:{pattern}), (.+)$", printed, re.IGNORECASE):
            inner = means(found, scope)
            return _sentence(found[found.re.groups], inner) if inner else []
    if found := _match(EACH, printed):
        return _each(found, scope)
    return _list(printed, scope, _change)


def _list(printed: str, scope: Scope, one: Callable[[str, Scope], Parts]) -> Parts:
    """What a list of effects says: all of them, with "and" between two."""
    if found := one(printed, scope):
        return found
    for place in re.finditer(r",? and(?: you can)? ", printed):
        first, behind = one(printed[: place.start()], scope), printed[place.end() :]
        if not first:
            continue
        subject = re.match(rf"{WHO} {HAVE} ", printed, re.IGNORECASE)
        for rest in (behind, *([subject[0] + behind] if subject else ())):
            if more := _list(rest, scope, _and_each if one is _change else one):
                return first + more
    return []


def _and_each(printed: str, scope: Scope) -> Parts:
    """What may stand behind "and": a change, or what happens each time."""
    return _sentence(printed, scope) if printed.lower().startswith("each time ") else _change(printed, scope)


def _led(found: re.Match[str], scope: Scope) -> Scope | None:
    return replace(scope, that="led") if not scope.that else None


def _led_by(found: re.Match[str], scope: Scope) -> Scope | None:
    each = either(found[1], named=True)
    if not each:
        return None
    return scope.when(any_of([all_of([{"unit": "target", "leader": each} for each in one]) for one in each]))


def _aura(found: re.Match[str], scope: Scope) -> Scope | None:
    side, printed, excluded, inches, _, _ = found.groups()
    own = keywords(printed.strip(), named=True) if printed.strip() else []
    without = either(excluded) if excluded else []
    if own is None or without is None or any(len(one) != 1 for one in without) or scope.that:
        return None
    reach: Document = {"aura": int(inches), **({"side": "enemy"} if side.lower() == "enemy" else {})}
    reach |= {"keywords": own} if own else {}
    reach |= {"without": [one[0] for one in without]} if without else {}
    return replace(scope, that="aura", reach=reach)


def _holding(found: re.Match[str], scope: Scope) -> Scope | None:
    test = is_unit("target", found[2])
    return scope.when(test) if test and not measured(found[1]) else None


def _beside(found: re.Match[str], scope: Scope) -> Scope | None:
    inches, printed = found[2], found[4]
    each = either(printed, named=True)
    if not each:
        return None
    group: Document = {"units": "friendly", "other": True, "within": int(inches), **measured(found[1])}
    near = [{**group, **having(one)} for one in each]
    return scope.when(any_of([{"amount": one, "at_least": 1} for one in near]))


WHILE: Final[tuple[tuple[str, Callable[[re.Match[str], Scope], Scope | None]], ...]] = (
    (r"while (?:this model|the bearer) is leading a unit", _led),
    (rf"while an? ({KEYWORDS}) (?:model )?is leading this unit", _led_by),
    (rf"while an? (friendly|enemy) ({KEYWORDS} |)unit{EXCLUDED} {NEAR}", _aura),
    (rf"(?:while|if) ({SELF}) is ({OBJECTIVE})", _holding),
    (rf"while ({SELF}) is within (\d+)\" of one or more (other )?friendly ({KEYWORDS})(?: units| models)?", _beside),
)
"""While what a sentence counts, and what that means."""

EACH: Final = (
    rf"each time (?:(?P<maker>a model in (?:this unit|that unit|the bearer's unit|that enemy unit)|{SELF}) makes an? "
    r"(?P<sort>ranged |melee |)attack(?: that targets (?P<target>[^,]+?(?:, [^,]+? or [^,]+?)?)| "
    r"\(excluding attacks that target (?P<except>[^)]+)\)|)|"
    rf"(?:a model makes )?an? (?P<sort2>ranged |melee |)attack (?:that )?targets (?P<of>{NAMES[1:-1]})|"
    rf"an? (?P<sort3>ranged |melee |)attack is allocated to (?P<to>{SELF}|this fortification)), (?P<then>.+)"
)


def _each(found: re.Match[str], scope: Scope) -> Parts:
    """What happens each time that attacks are made, target someone or are allocated."""
    sort = (found["sort"] or found["sort2"] or found["sort3"] or "").strip().lower()
    attacking = {"attacking": sort} if sort else {}
    if maker := found["maker"]:
        about = scope.of(re.sub(r"^a model in ", "", maker, flags=re.IGNORECASE))
        for printed, excepted in ((found["target"], False), (found["except"], True)):
            if printed:
                test = target(printed)
                if test is None or scope.that == "aura":
                    return []
                if "within" in test:  # from the model that attacks, which is known where it has the text
                    if about != {"of": "model"}:
                        return []
                    test = {**test, "of": "bearer"}
                scope = scope.when({"none": [test]} if excepted else test)
        change = _of_own
    else:
        about = _attackers(found, scope)
        change = _of_others
    if about is None:
        return []
    return _list(found["then"], scope, lambda printed, inner: [
        inner.part(one, {**about, **attacking}) for one in change(printed, inner)
    ])  # fmt: skip


def _attackers(found: re.Match[str], scope: Scope) -> Document | None:
    """Whose attacks it is about, where others attack."""
    if scope.that == "aura":
        return None
    about = scope.of(re.sub(r"^a model in ", "", found["of"] or found["to"], flags=re.IGNORECASE))
    if about is None or (found["to"] and about.get("of") != "model"):
        return None
    if found["of"] and found["of"].lower() == "the bearer":
        return None  # its unit is attacked, and who of it the attack is about the rules do not say
    alone = {"test": ALONE} if found["of"] and about["of"] == "model" else {}
    return {"of": {"model": "attackers", "unit": "unit attackers", "led": "led attackers"}[about["of"]], **alone}


# What changes -----------------------------------------------------------------------------------------------

OF_ATTACKS: Final = {
    "strength": "strength", "armour penetration": "ap", "armor penetration": "ap", "damage": "damage",
    "attacks": "attacks", "ballistic skill": "skill", "weapon skill": "skill",
}  # fmt: skip
"""The characteristics of attacks, as they are printed."""
OF_WEAPONS: Final = {**OF_ATTACKS, "range": "range"}
OF_MODELS: Final = {
    "move": "move", "toughness": "toughness", "save": "save", "wounds": "wounds", "leadership": "leadership",
    "objective control": "oc",
}  # fmt: skip
IGNORABLE: Final = {
    "the hit roll": "hit", "the wound roll": "wound",
    **{f"that attack's {printed} characteristic": name for printed, name in OF_ATTACKS.items()},
}  # fmt: skip
CHANGE: Final = r"(add|subtract) (\d+)\"? (?:to|from)"
BETTER: Final = r"(improve|worsen)"
HARM: Final = r"(?: against ((?:mortal wounds|psychic attacks)(?: and (?:mortal wounds|psychic attacks))?))?"
CRITICAL: Final = (
    r"(?:an unmodified (?:successful )?|a successful unmodifi?ed )(hit|wound) roll of (\d)\+ scores a critical \1"
)


def _signed(word: str, by: str) -> int:
    return int(by) * (1 if word.lower() == "add" else -1)


def _better(word: str, stat: str, by: str) -> Document:
    return {"modifies": stat, "layer": f"{word.lower().removesuffix('e')}ed", "by": int(by)}


@rule("commentary.modifying-by-improving-or-worsening", "commentary.ignoring-modifiers", "commentary.re-rolls")
def _of_own(printed: str, scope: Scope) -> Iterator[Document]:
    """What changes in attacks that someone makes."""
    if found := _match(r"(.+?)(?: as well)? if (this unit|the target of that attack) is (.+)", printed):
        test = is_unit("target" if found[2].lower() == "this unit" else "attacked", found[3])
        if test and not (scope.that and found[2].lower() == "this unit") and scope.that != "aura":
            yield from ({**one, "test": test} for one in _of_own(found[1], scope))
    elif found := _match(rf"{CHANGE} the (hit|wound) roll", printed):
        yield {"modifies": found[3].lower(), "by": _signed(found[1], found[2])}
    elif found := _match(r"re-roll an? (hit|wound|damage) roll of 1", printed):
        yield {"rerolls": found[1].lower(), "only": [1]}
    elif found := _match(r"(?:you can )?re-roll the (hit|wound|damage) roll", printed):
        yield {"rerolls": found[1].lower()}
    elif found := _match(CRITICAL, printed):
        yield {"modifies": f"critical {found[1].lower()}", "layer": "at least", "by": int(found[2])}
    elif found := _match(r"you can ignore any or all modifiers to (?:the following: )?(.+)", printed):
        names = re.split(r",? and/or (?:to )?|,? and (?:to )?|, |; ", found[1].lower())
        if all(name in IGNORABLE for name in names) and scope.that != "aura":
            yield {"ignores": [IGNORABLE[name] for name in names]}
    elif found := _match(r"that attack has the (.+?) abilit(?:y|ies)", printed):
        if scope.that != "aura":
            yield from _arms(found[1])
    else:
        yield from _of_attack(printed)


def _of_attack(printed: str) -> Iterator[Document]:
    """What changes in the characteristics of an attack."""
    stats = "|".join(OF_ATTACKS)
    if found := _match(rf"{BETTER} the ({stats}) characteristic of that attack by (\d)", printed):
        yield _better(found[1], OF_ATTACKS[found[2].lower()], found[3])
        return
    if found := _match(rf"{CHANGE} (?:the|that attack's) ({stats}) characteristic(?: of that attack)?", printed):
        stat = OF_ATTACKS[found[3].lower()]
        if stat not in ("ap", "skill"):
            yield {"modifies": stat, "by": _signed(found[1], found[2])}


def _of_others(printed: str, scope: Scope) -> Iterator[Document]:
    """What changes in attacks of others."""
    stronger = re.match(
        r"if the strength characteristic of that attack is greater than "
        r"(?:the toughness characteristic of (?:this|that) (?:unit|model)|"
        r"(?:this|that) (?:unit|model)'s toughness characteristic), (.+)$",
        printed, re.IGNORECASE,
    )  # fmt: skip
    printed = stronger[1] if stronger else printed
    if found := _match(rf"{CHANGE} the (hit|wound) roll", printed):
        changed: Parts = [{"modifies": found[3].lower(), "by": _signed(found[1], found[2])}]
    elif found := _match(r"halve the damage characteristic of that attack", printed):
        changed = [{"modifies": "damage", "layer": "halved", "by": 2}]
    else:
        changed = list(_of_attack(printed))
    yield from ({**one, **({"test": {"attack": "stronger"}} if stronger else {})} for one in changed)


WHO: Final = rf"(?:(?:all |each )?models? in )?{NAMES}"
HAVE: Final = r"(?:has|have)"
STAT: Final = "|".join(OF_MODELS)


def _change(printed: str, scope: Scope) -> Parts:
    """What is so at all times, or while the sentence counts."""
    for pattern, means in CHANGES:
        if found := _match(pattern, printed):
            about, parts = means(found, scope)
            return [scope.part(one, about) for one in parts] if about is not None else []
    return []


Meaning: TypeAlias = tuple[Document | None, Parts]


@rule("core.feel-no-pain")
def _pain(found: re.Match[str], scope: Scope) -> Meaning:
    harm = [one for one in ("mortal wounds", "psychic attacks") if found[3] and one in found[3].lower()]
    part: Document = {"modifies": "feel no pain", "layer": "at least", "by": int(found[2])}
    return scope.of(found[1]), [{**part, **({"test": {"harm": harm}} if harm else {})}]


@rule("core.invulnerable-save")
def _invulnerable(found: re.Match[str], scope: Scope) -> Meaning:
    part: Document = {"modifies": "invulnerable", "layer": "at least", "by": int(found[2])}
    return scope.of(found[1]), [{**part, **({"attacking": found[3].lower()} if found[3] else {})}]


@rule("core.ability-leader")
def _armed(found: re.Match[str], scope: Scope) -> Meaning:
    """Weapons are those of a whole unit: which models of it carry them the rules do not tell apart."""
    about = _whole_unit(scope.of(found[2])) if found[2].lower() == "this model" else scope.of(found[2])
    if about is None or about.get("of") not in ("unit", "led"):
        return None, []
    return {**about, **_attacking(found[1])}, list(_arms(found[3]))


def _attacking(printed: str | None) -> Document:
    return {"attacking": printed.strip().lower()} if printed and printed.strip() else {}


def _models(found: re.Match[str], scope: Scope) -> Meaning:
    stat = OF_MODELS[found[3].lower()]
    if stat in ("save", "leadership"):
        return None, []
    return scope.of(found[4]), [{"modifies": stat, "by": _signed(found[1], found[2])}]


def _its(found: re.Match[str], scope: Scope) -> Meaning:
    stat = OF_MODELS[found[4].lower()]
    if stat in ("save", "leadership"):
        return None, []
    return scope.of(found[3]), [{"modifies": stat, "by": _signed(found[1], found[2])}]


def _improved(found: re.Match[str], scope: Scope) -> Meaning:
    return scope.of(found[3]), [_better(found[1], OF_MODELS[found[2].lower()], found[4])]


def _its_improved(found: re.Match[str], scope: Scope) -> Meaning:
    return scope.of(found[2]), [_better(found[1], OF_MODELS[found[3].lower()], found[4])]


def _set(found: re.Match[str], scope: Scope) -> Meaning:
    return scope.of(found[1]), [{"modifies": OF_MODELS[found[2].lower()], "layer": "replaced", "by": int(found[3])}]


def _is_set(found: re.Match[str], scope: Scope) -> Meaning:
    return scope.of(found[2]), [{"modifies": OF_MODELS[found[1].lower()], "layer": "replaced", "by": int(found[3])}]


def _weapons(found: re.Match[str], scope: Scope) -> Meaning:
    stat = OF_WEAPONS[found[3].lower()]
    about = scope.of(found[5])
    if stat in ("ap", "skill") or about is None or (stat == "range" and (about == {"of": "model"} or scope.reach)):
        return None, []
    attacking = {} if stat == "range" and found[4].strip().lower() == "ranged" else _attacking(found[4])
    return {**about, **attacking}, [{"modifies": stat, "by": _signed(found[1], found[2])}]


def _weapons_improved(found: re.Match[str], scope: Scope) -> Meaning:
    about = scope.of(found[4])
    return (None if about is None else {**about, **_attacking(found[3])}), [
        _better(found[1], OF_ATTACKS[found[2].lower()], found[5])
    ]


ROLLS: Final = r"(advance|charge|advance and charge|charge and advance) rolls made for"


def _rolled(printed: str) -> list[str]:
    return printed.lower().split(" and ")


def _whole_unit(about: Document | None) -> Document | None:
    """Whom something is about that only whole units do; a model does it where it is one."""
    return {"of": "unit", "test": ALONE} if about == {"of": "model"} else about


def _rerolled(found: re.Match[str], scope: Scope) -> Meaning:
    return _whole_unit(scope.of(found[2])), [{"rerolls": one} for one in _rolled(found[1])]


def _added(found: re.Match[str], scope: Scope) -> Meaning:
    parts: Parts = [{"modifies": one, "by": _signed(found[1], found[2])} for one in _rolled(found[3])]
    return _whole_unit(scope.of(found[4])), parts


def _eligible(found: re.Match[str], scope: Scope) -> Meaning:
    deeds = {"shoot": ["shoot"], "declare a charge": ["charge"], "shoot and declare a charge": ["shoot", "charge"]}
    how = {"fell back": "falling back", "advanced": "advancing"}
    ways = [how[one] for one in found[3].lower().split(" or ")]
    permitted: Parts = [{"permits": f"{deed} after {way}"} for way in ways for deed in deeds[found[2].lower()]]
    return _whole_unit(scope.of(found[1])), permitted


def _lonely(found: re.Match[str], scope: Scope) -> Meaning:
    about = scope.of(found[1])
    return ({"of": "unit"} if about == {"of": "model"} else about), [{"permits": "lone operative"}]


def _first(found: re.Match[str], scope: Scope) -> Meaning:
    return _whole_unit(scope.of(found[1])), [{"permits": "fight first"}]


STRATAGEMS: Final = (
    "counter-offensive", "epic challenge", "tank shock", "fire overwatch", "go to ground", "smokescreen",
    "heroic intervention", "grenade",
)  # fmt: skip
"""The Stratagems that every army has and that are used on a unit, as they are printed."""


@rule("commentary.modifying-stratagem-cost")
def _freed(found: re.Match[str], scope: Scope) -> Meaning:
    return _whole_unit(scope.of(found[1])), [{"frees": [found[2].lower().replace(" ", "-")]}]


def _keeps_off(found: re.Match[str], scope: Scope) -> Meaning:
    return _whole_unit(scope.of(found[2])), [{"modifies": "keeps off", "by": int(found[1])}]


CHANGES: Final[tuple[tuple[str, Callable[[re.Match[str], Scope], Meaning]], ...]] = (
    (rf"{WHO} {HAVE} the feel no pain ([2-6])\+ ability{HARM}", _pain),
    (rf"{WHO} {HAVE} an? ([2-6])\+ invulnerable save(?: against (ranged|melee) attacks)?", _invulnerable),
    (rf"(?:all )?(ranged |melee |)weapons equipped by {WHO} {HAVE} the (.+?) abilit(?:y|ies)", _armed),
    (rf"{CHANGE} the ({STAT}) characteristic of {WHO}", _models),
    (rf"{CHANGE} {NAMES}'s ({STAT}) characteristic", _its),
    (rf"{BETTER} the ({STAT}) characteristic of {WHO} by (\d)", _improved),
    (rf"{BETTER} {NAMES}'s ({STAT}) characteristic by (\d)", _its_improved),
    (rf"{WHO} {HAVE} an? ({STAT}) characteristic of (\d+)[+\"]?", _set),
    (rf"the ({STAT}) characteristic of {WHO} is (\d+)[+\"]?", _is_set),
    (rf"{CHANGE} the ({'|'.join(OF_WEAPONS)}) characteristic of (ranged |melee |)weapons equipped by {WHO}", _weapons),
    (rf"{BETTER} the ({'|'.join(OF_ATTACKS)}) characteristic of (ranged |melee |)weapons equipped by {WHO} by (\d)",
     _weapons_improved),
    (rf"(?:you can )?re-roll {ROLLS} {NAMES}", _rerolled),
    (rf"{CHANGE} {ROLLS} {NAMES}", _added),
    (rf"{NAMES} is eligible to (shoot and declare a charge|shoot|declare a charge) in a turn in which it "
     r"(fell back|advanced|advanced or fell back|fell back or advanced)", _eligible),
    (rf"{WHO} {HAVE} the lone operative ability", _lonely),
    (rf"{WHO} {HAVE} the fights first ability", _first),
    (rf"you can target {NAMES} with the ({'|'.join(STRATAGEMS)}) stratagem for 0cp,?(?: and can do so)? even if "
     r"you have already (?:used that stratagem on a different unit|targeted a different unit with that stratagem) "
     r"this phase", _freed),
    (r"enemy units that are set up on the battlefield (?:from reserves|as reinforcements) cannot be set up "
     rf"within (\d+)\" of {NAMES}", _keeps_off),
)  # fmt: skip
"""What a sentence changes, and what that means."""


def _arms(printed: str) -> Iterator[Document]:
    """Abilities of weapons; nothing where one of them is no ability of weapons."""
    names = [ability_id(one.removesuffix("+").lower()) for one in re.split(r", | and ", printed)]
    if not any(wrong_ability(one) or of_weapons(one) is None for one in names):
        yield {"arms": names}
