"""What sentences say that happens each time that attacks are made, target someone, or are allocated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from rulewright import rule

from ...abilities import wrong_arm
from ...book.sheets import ability_id
from ..nouns import ALONE, all_of, is_unit, target
from ..patterns import matched
from .scope import ARMY, NAMES, SELF, Document, Parts, Scope, better, listed, signed

WITH: Final = r"(?: with (?:its|an?|their) (?P<with>[^,]+?))?"
TARGETS: Final = r"(?: that targets (?P<target>[^,]+?(?:, [^,]+? or [^,]+?)?)| \(excluding attacks that target "
EACH: Final = (
    rf"each time (?:(?P<maker>a model in (?:this unit|that unit|the bearer's unit|this model's unit|that enemy unit)|"
    rf"{SELF}|an? {ARMY}) "
    rf"makes an? (?P<sort>ranged |melee |)attack{WITH}{TARGETS}(?P<except>[^)]+)\)|)|"
    rf"(?:a model makes )?an? (?P<sort2>ranged |melee |)attack (?:that )?targets (?P<of>{NAMES[1:-1]})|"
    rf"an? (?P<sort3>ranged |melee |)attack is allocated to (?P<to>{SELF}|this fortification)), (?P<then>.+)"
)
"""Each time that attacks are made; what is said of them, and what is so then."""
SAME: Final[tuple[tuple[str, str], ...]] = (
    (r"makes an attack with a (ranged|melee) weapon\b", r"makes a \1 attack"),
    (rf"each time an? (ranged |melee |)attack (?:is )?made by ((?:a model in )?(?:{NAMES[1:-1]}))(?= targets)",
     r"each time \2 makes a \1attack that"),
    (r"\btargets (an? [^,]*?unit) with a (ranged|melee) attack,", r"makes a \2 attack that targets \1,"),
    (r"(makes an? (?:ranged |melee |)attack(?: with [^,]+?)?) against (an? [^,]*?)(?=,)", r"\1 that targets \2"),
)  # fmt: skip
"""Other words for the same."""


def each_time(printed: str, scope: Scope) -> Parts:
    """What a sentence says that begins so; nothing where a word of it is not understood."""
    for other, usual in SAME:
        printed = re.sub(other, usual, printed, flags=re.IGNORECASE)
    found = matched(EACH, printed)
    return _each(found, scope) if found else []


def _each(found: re.Match[str], scope: Scope) -> Parts:
    whole = scope
    sort = (found["sort"] or found["sort2"] or found["sort3"] or "").strip().lower()
    fields: Document = {"attacking": sort} if sort else {}
    change = _of_others
    if maker := found["maker"]:
        about, change = scope.of(re.sub(r"^a model in ", "", maker, flags=re.IGNORECASE)), _of_own
        fields |= {"weapons": _named(found["with"])} if found["with"] else {}
        for printed, excepted in ((found["target"], False), (found["except"], True)):
            if printed and not matched(r"an? (?:enemy )?unit", printed):
                test = target(printed)
                if test is None:
                    return []
                scope = scope.when({"none": [test]} if excepted else test)
    else:
        about = _attackers(found, scope)
    if about is None:
        return []

    def change_of(printed: str, inner: Scope) -> Parts:
        return [inner.part({**one, **fields}, about) for one in change(printed, inner)]

    def behind(printed: str, inner: Scope) -> Parts:
        return each_time(printed, whole) if printed.lower().startswith("each time ") else change_of(printed, inner)

    return listed(found["then"], scope, change_of, behind)


def _named(printed: str) -> list[str]:
    """The weapons that are named."""
    return re.split(r", | and | or ", printed)


@rule("core.aura-abilities")
def _attackers(found: re.Match[str], scope: Scope) -> Document | None:
    """Whose attacks it is about, where others attack."""
    printed = found["of"] or found["to"]
    if scope.that == "aura":
        return {"of": "unit attackers"} if found["of"] and printed.lower().startswith("that ") else None
    about = scope.of(printed)
    if about is None or (found["to"] and about.get("of") != "model"):
        return None
    if found["of"] and found["of"].lower() == "the bearer":
        return None  # its unit is attacked, and who of it the attack is about the rules do not say
    alone = {"test": ALONE} if found["of"] and about["of"] == "model" else {}
    return {"of": {"model": "attackers", "unit": "unit attackers", "led": "led attackers"}[about["of"]], **alone}


# What changes in attacks ------------------------------------------------------------------------------------

OF_ATTACKS: Final = {
    "strength": "strength", "armour penetration": "ap", "armor penetration": "ap", "damage": "damage",
    "attacks": "attacks", "ballistic skill": "skill", "weapon skill": "skill",
}  # fmt: skip
"""The characteristics of attacks, as they are printed."""
IGNORABLE: Final = {
    "the hit roll": "hit", "the wound roll": "wound",
    **{f"that attack's {printed} characteristic": name for printed, name in OF_ATTACKS.items()},
}  # fmt: skip
CHANGE: Final = r"(add|subtract) (\d+)\"? (?:to|from)"
BETTER: Final = r"(improve|worsen)"
CRITICAL: Final = (
    r"(?:an unmodified (?:successful )?|a successful unmodifi?ed )(hit|wound) roll of (\d)\+ scores a critical \1"
)
ITS_UNIT: Final = r"(this unit|that unit|that enemy unit)"


@rule("commentary.modifying-by-improving-or-worsening", "commentary.ignoring-modifiers", "commentary.re-rolls")
def _of_own(printed: str, scope: Scope) -> Iterator[Document]:
    """What changes in attacks that someone makes."""
    if found := matched(rf"(.+?)(?: as well)? if ({ITS_UNIT[1:-1]}|the target of that attack) is (.+)", printed):
        yield from _if(found[2], found[3], found[1], scope)
    elif found := matched(rf"if ({ITS_UNIT[1:-1]}|the target of that attack) is (.+?), (.+?)(?: as well)?", printed):
        yield from _if(found[1], found[2], found[3], scope)
    elif found := matched(rf"{CHANGE} the (hit|wound) roll", printed):
        yield {"modifies": found[3].lower(), "by": signed(found[1], found[2])}
    elif found := matched(r"re-roll an? (hit|wound|damage) roll of 1", printed):
        yield {"rerolls": found[1].lower(), "only": [1]}
    elif found := matched(r"(?:you can )?re-roll the (hit|wound|damage) roll", printed):
        yield {"rerolls": found[1].lower()}
    elif found := matched(CRITICAL, printed):
        yield {"modifies": f"critical {found[1].lower()}", "layer": "at least", "by": int(found[2])}
    elif matched(r"a successful hit roll scores a critical hit", printed):
        yield {"permits": "only critical hits"}
    elif found := matched(r"you can ignore any or all modifiers to (?:the following: )?(.+)", printed):
        names = re.split(r",? and/or (?:to )?|,? and (?:to )?|, |; ", found[1].lower())
        if all(name in IGNORABLE for name in names) and scope.that != "aura":
            yield {"ignores": [IGNORABLE[name] for name in names]}
    elif found := matched(r"that attack has the (.+?) abilit(?:y|ies)", printed):
        yield from arms(found[1])
    else:
        yield from _of_attack(printed)


def _if(whom: str, state: str, then: str, scope: Scope) -> Iterator[Document]:
    """What changes where something is said of the unit that attacks, or of its target."""
    own = whom.lower() != "the target of that attack"
    if own and (whom.lower() == "this unit") is bool(scope.that):
        return
    test = is_unit(scope.subject, state) if own else target(f"unit that is {state}")
    if test:
        for one in _of_own(then, scope):
            tests = [test, *([one["test"]] if "test" in one else ())]
            yield {**one, "test": all_of(tests)}


def _of_attack(printed: str) -> Iterator[Document]:
    """What changes in the characteristics of an attack."""
    stats = "|".join(OF_ATTACKS)
    if found := matched(rf"{BETTER} the ({stats}) characteristic of that attack by (\d)", printed):
        yield better(found[1], OF_ATTACKS[found[2].lower()], found[3])
        return
    if found := matched(rf"{CHANGE} (?:the|that attack's) ({stats}) characteristic(?: of that attack)?", printed):
        stat = OF_ATTACKS[found[3].lower()]
        if stat not in ("ap", "skill"):
            yield {"modifies": stat, "by": signed(found[1], found[2])}


STRONGER: Final = (
    r"the strength characteristic of that attack is greater than (?:the toughness characteristic of (?:this|that) "
    r"(?:unit|model)|(?:this|that) (?:unit|model)'s toughness characteristic)"
)


def _of_others(printed: str, scope: Scope) -> Iterator[Document]:
    """What changes in attacks of others."""
    test: Any = None
    if found := matched(rf"if {STRONGER}, (.+)", printed):
        test, printed = {"attack": "stronger"}, found[1]
    elif found := matched(r"if (?:this|that) (?:unit|model) is (.+?), (.+)", printed):
        test, printed = is_unit(scope.subject, found[1]), found[2]
        if test is None:
            return
    if found := matched(rf"{CHANGE} the (hit|wound) roll", printed):
        changed: Parts = [{"modifies": found[3].lower(), "by": signed(found[1], found[2])}]
    elif matched(r"halve the damage characteristic of that attack", printed):
        changed = [{"modifies": "damage", "layer": "halved", "by": 2}]
    else:
        changed = list(_of_attack(printed))
    yield from ({**one, **({"test": test} if test else {})} for one in changed)


def arms(printed: str) -> Iterator[Document]:
    """Abilities of weapons; nothing where one of them is no ability of weapons."""
    names = [ability_id(one.removesuffix("+").lower()) for one in re.split(r", | and ", printed)]
    if not any(map(wrong_arm, names)):
        yield {"arms": names}
