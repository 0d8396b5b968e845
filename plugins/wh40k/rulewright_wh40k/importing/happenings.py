"""What texts say that happens at a moment, as data, where every word of it is understood.

A text is taken apart from its front: the moment, conditions, whom its player selects, and then clause by clause what
happens to these, or to the unit with the text. Where a word is left over nothing of it is claimed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rulewright import rule

from .moments import ITSELF, at_moment
from .nouns import ALONE, all_of, either, having, in_common, keywords, measured

Document: TypeAlias = dict[str, Any]
Parts: TypeAlias = list[Document]
Says: TypeAlias = Callable[[str], Parts]
"""What a sentence says that counts at all times, as data."""

NUMBERS: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8}
SHOTS: Final = ("has shot", "model has shot")
"""The moments at which a unit has shot."""


class Telling(Struct, frozen=True):
    """How far a text is told: the moment that it named, and from whom "it" measures."""

    when: str
    says: Says
    that: str = ""
    """Whom "that unit" means: the chosen one, or an enemy that acts; nobody where none was named."""
    it: Document = {}


def happening(printed: str, says: Says) -> Parts:
    """What a text says that happens at a moment; nothing where a word of it is not understood."""
    for pattern, tell in WHOLE:
        if found := _match(pattern, printed.removesuffix(".")):
            return tell(found)
    led = re.match(LEADING, printed, re.IGNORECASE)
    printed = printed[led.end() :] if led else printed
    head = at_moment(printed.lower())
    if head is None:
        return []
    means, behind = head
    start = len(printed) - len(behind)
    named, rest = printed[:start], printed[start:].removeprefix(",").strip().removesuffix(".")
    if re.search(INEXACT, named, re.IGNORECASE):
        return []
    tests = [means["test"]] if "test" in means else []
    tests += [LED] if led else []
    if means["when"] == "model has shot" and _match(MOVES, _without_conditions(rest)):
        means = {**means, "when": "has shot"}
        tests.insert(0, ALONE)
    may = False
    while not _match(SECURED, rest):
        if found := re.match(PERMISSION, rest, re.IGNORECASE):
            may = True
        elif found := re.match(CONDITION, rest, re.IGNORECASE):
            more = _conditions(found["what"])
            if more is None:
                return []
            tests += more
        else:
            break
        rest = rest[found.end() :]
    it = {"of": "bearer"} if re.search(r"this model|the bearer(?!'s)", named, re.IGNORECASE) else {}
    that = "acting" if means.get("whose") == "opposing" and "an enemy unit" in named.lower() else ""
    effects, optional = _effects(rest, Telling(means["when"], says, that, it))
    if not effects:
        return []
    plain = {name: value for name, value in means.items() if name != "test"}
    may = may or optional or "once" in means
    if "a unit with this ability" in named.lower():
        plain["army"] = True
    return [{**plain, **({"may": True} if may else {}), **_under(tests), "effects": effects}]


def _under(tests: Sequence[Document]) -> Document:
    return {"test": all_of(tests)} if tests else {}


def _match(pattern: str, printed: str) -> re.Match[str] | None:
    return re.fullmatch(pattern, printed, re.IGNORECASE)


# What stands before ----------------------------------------------------------------------------------------

FREE: Final = rf"if {ITSELF} is not within engagement range of (?:one or more|any) enemy (?:units|models), "
NONE_ENGAGED: Final[Document] = {"none": [{"unit": "target", "engaged": True}]}
SURGE: Final = (
    rf"once per turn, when an enemy unit ends a normal, advance or fall back move within (\d+)\" of ({ITSELF}), "
    rf"({FREE}|)"
    r"(?:it|this unit|this model|this model's unit) can make a normal move of up to (d6|\d+)\"\.?"
)
FALLEN: Final = r"(?:the destroyed model|that destroyed model|this model|it)"
LAST_FIGHT: Final = (
    r"(?P<led>while (?:this model|the bearer) is leading a unit, |)(?:each time|if) (?P<who>a model in this unit|a "
    r"model in that unit|a model in the bearer's unit|this model) is destroyed by a melee attack, if (?:it|that model) "
    rf"ha[sd] not fought this phase, roll one d6(?:: |\. )on a (?P<on>\d)\+, do not remove {FALLEN} from play[.;] "
    rf"{FALLEN} can fight after the attacking (?:model's )?unit has finished making its attacks,? and (?:it )?is then "
    r"removed from play\.?"
)
LEADING: Final = r"while (?:this model|the bearer) is leading a unit, "
LED: Final[Document] = {"none": [ALONE]}
"""The condition that a model leads a unit."""
INEXACT: Final = r"destroys an|per battle for each|the first time"
"""Words about a moment that say more than the moment does."""
PERMISSION: Final = (
    r"(?:you|this model|this unit|the bearer|this fortification|it) can use this (?:ability|enhancement)\. "
    r"if (?:it does|you do)(?: so)?, |you can (?=select |remove )"
)
"""What leaves it to the player whether something happens."""
CONDITION: Final = r"if (?P<what>[^,]+?), (?:then )?"


@rule("core.normal-move")
def _surge(found: re.Match[str]) -> Parts:
    """A move when an enemy has moved near it."""
    near: Document = {"unit": "acting", "within": int(found[1]), **measured(found[2]), "moved": True}
    return [{
        "when": "move ends", "whose": "opposing", "once": "turn", "may": True,
        "test": {"all": [near, NONE_ENGAGED]} if found[3] else near,
        "effects": [{"do": "move", "inches": _inches(found[4])}],
    }]  # fmt: skip


def _without_conditions(printed: str) -> str:
    while found := re.match(CONDITION, printed, re.IGNORECASE):
        printed = printed[found.end() :]
    return printed


def _conditions(printed: str) -> Parts | None:
    """What is asked behind "if", one condition after the other; None for other words."""
    found: Parts = []
    for each in re.split(r" and (?=not within|is |if )", printed, flags=re.IGNORECASE):
        subject = re.match(rf"{ITSELF} is ", each, re.IGNORECASE)
        said = each[subject.end() :] if subject else re.sub(r"^is ", "", each, flags=re.IGNORECASE)
        if not (subject or found):
            return None
        for pattern, means in CONDITIONS:
            if told := _match(pattern, said):
                test = means(told)
                break
        else:
            return None
        if test is None:
            return None
        found += [test] if test else []
    return found


def _beside(found: re.Match[str]) -> Document | None:
    each = keywords(found[2], named=True)
    if not each:
        return None
    near = {"units": "friendly", "other": True, "within": int(found[1]), **having(each)}
    return {"amount": near, "at_least": 1}


CONDITIONS: Final[tuple[tuple[str, Callable[[re.Match[str]], Document | None]], ...]] = (
    (r"on the battlefield", lambda found: {}),
    (r"not within engagement range of (?:one or more|any) enemy (?:units|models)", lambda found: NONE_ENGAGED),
    (r"within engagement range of one or more enemy units", lambda found: {"unit": "target", "engaged": True}),
    (r"not leading a unit", lambda found: ALONE),
    (
        r"wholly within (\d+)\" of one or more battlefield edges",
        lambda found: {"unit": "target", "edge": "wholly", "inches": int(found[1])},
    ),
    (
        r"within (\d+)\" of any battlefield edge",
        lambda found: {"unit": "target", "edge": "near", "inches": int(found[1])},
    ),
    (r"within (\d+)\" of one or more (?:other )?friendly (.+?) units", _beside),
)
"""What is said of the unit with the text behind "is"."""

# Whom its player selects ------------------------------------------------------------------------------------

ENDS: Final = r"(?:[.;] |,? and (?=roll)|,? then (?=roll)|, (?=roll)|; then |, and (?=that ))"
SELECTED: Final = (
    r"(?P<may>you can |)select one (?P<other>other |)(?P<side>friendly |enemy |)(?P<words>[^.;(]*?)"
    rf"(?P<sort>unit|model)\b(?P<where>[^.;:]*?){ENDS}(?P<then>.+)"
)
EACH_HARMED: Final = r"roll one d6 for each enemy unit(?P<where>[^.;:]+?): (?P<then>.+)"
ALL_TESTED: Final = r"each enemy unit(?P<where>[^.;]+?) (?P<then>must take a battle-shock test.*)"


def _effects(rest: str, telling: Telling) -> tuple[Parts, bool]:
    """What happens, and whether its player may leave it."""
    if (found := _match(SECURED, rest)) or (found := _match(MOVES, rest)):
        effects = _whole(found, telling)
        return effects, "can make" in rest.lower()
    if found := _match(SELECTED, rest):
        group, chosen = _group(found, telling), replace(telling, that="chosen")
        then = _clauses(found["then"], chosen) if group is not None else []
        if found["sort"].lower() == "model":
            then = _of_model(then, group or {}, telling)
        if not then:
            return [], False
        return [{"do": "choose_unit", **(group or {}), "then": then}], bool(found["may"])
    for pattern, prefix in ((EACH_HARMED, "roll one d6: "), (ALL_TESTED, "that unit ")):
        if found := _match(pattern, rest):
            which = _where(found["where"], telling)
            then = _clauses(prefix + found["then"], replace(telling, that="chosen")) if which is not None else []
            return ([{"do": "for_each", **(which or {}), "then": then}] if then else []), False
    return _clauses(rest, telling), bool(re.match(r"you can (?:remove|place)", rest, re.IGNORECASE))


def _of_model(then: Parts, group: Document, telling: Telling) -> Parts:
    """What happens to a model that is selected in a unit: it regains wounds. Nothing else is known of such."""
    if [one["do"] for one in then] != ["heal"] or not set(group) <= {
        "side",
        "keyword",
        "keywords",
        "either",
        "within",
        "of",
    }:
        return []
    if "within" in group and group.get("of") != "bearer":
        return []
    return [{**then[0], **({"within": group["within"]} if "within" in group else {})}]


def _group(found: re.Match[str], telling: Telling) -> Document | None:
    """Which units may be selected; None for other words."""
    words, where = found["words"].strip(), found["where"]
    which = _where(where, telling)
    if which is None:
        return None
    group: Document = {}
    side = found["side"].strip().lower()
    if side == "friendly":
        group["side"] = "friendly"
    elif not side and "hit" not in which:
        return None
    if shocked := re.match(r"battle-shocked ?", words, re.IGNORECASE):
        words, which = words[shocked.end() :], {"shocked": True, **which}
    if found["other"]:
        group["other"] = True
    if words:
        having_these = in_common(either(words, named=True) or [])
        if having_these is None:
            return None
        group |= having_these
    without = [*group.pop("without", ()), *which.pop("without", ())]
    return {**group, **({"without": without} if without else {}), **which}


NAMES: Final = r"(this model|this unit|the bearer|the bearer's unit|this model's unit|this fortification|it|that unit)"
EXCLUDING: Final = r" ?\(excluding ([^)]+?)(?: units| models)?\)"


def _where(printed: str, telling: Telling) -> Document | None:
    """Which units are meant by what stands behind "unit"; None for other words."""
    which: Document = {}
    if excluded := re.search(EXCLUDING, printed, re.IGNORECASE):
        without = either(excluded[1], named=True)
        if without is None or any(len(one) != 1 for one in without):
            return None
        which["without"] = [one[0] for one in without]
        printed = printed[: excluded.start()] + printed[excluded.end() :]
    printed = printed.strip()
    if flying := re.search(r",? that (can|cannot) fly$", printed, re.IGNORECASE):
        printed = printed[: flying.start()]
        which |= {"keyword": "Fly"} if flying[1].lower() == "can" else {"without": [*which.get("without", ()), "Fly"]}
    if shocked := re.match(r"that is battle-shocked and ", printed, re.IGNORECASE):
        printed, which = printed[shocked.end() :], {**which, "shocked": True}
    if not printed or printed.lower() == "on the battlefield":
        return which
    if found := _match(rf"within (\d+)\"(?: of(?P<seen> and visible to|) {NAMES})?", printed):
        seen = {"seen": True} if found["seen"] else {}
        return {**which, "within": int(found[1]), **seen, **_from(found[3], telling)}
    if found := _match(rf"within engagement range of {NAMES}", printed):
        return {**which, "engaging": True, **_from(found[1], telling)}
    if _match(r"it moved over during that move", printed):
        return {**which, "over": True} if telling.when == "move ends" else None
    if _match(r"hit by one or more of those attacks|it scored one or more hits against this phase", printed):
        return {"hit": True, **which} if telling.when in SHOTS else None
    return None


def _from(printed: str | None, telling: Telling) -> Document:
    """From whom distances are measured."""
    return telling.it if (printed or "").lower() == "it" else measured(printed or "")


# What happens -----------------------------------------------------------------------------------------------

THAT: Final = r"(?:that(?: enemy| friendly)? unit|that(?: enemy| friendly)? model|the selected unit)"
SELF: Final = (
    r"(?:this unit|this fortification|this model's unit|the bearer's unit|this psyker's unit|that unit|this model|"
    r"the bearer|it)"
)
SECURED: Final = (
    r"(?P<secured>)if (?:this unit|the bearer's unit|this model's unit|that unit) is within range of an objective "
    r"marker you control, that objective marker remains under your control,?"
    r"(?: even if you have no models (?:within|in) range of it,)? until (?:"
    r"your opponent's level of control over (?:that(?: objective marker)?|it) is greater than yours at the end of a "
    r"phase|your opponent controls it at (?:the )?start or end of any turn)"
)
MOVES: Final = (
    rf"(?:{ITSELF}|that unit) can make a normal move of up to (?P<inches>d6|\d+)\"(?:\. if it does(?: so)?, until the "
    rf"end of the turn, (?:{ITSELF}|that unit) is not eligible to declare a charge)?"
)
LONG: Final = {
    "the end of the phase": "phase", "the end of the turn": "turn", "the end of the battle": "battle",
    "the start of the next battle round": "round", "the start of your next turn": "next turn",
    "the start of your next command phase": "next turn", "the end of your opponent's next turn": "next turn",
    "the start of your next movement phase": "next movement phase",
    "the start of your next shooting phase": "next shooting phase",
}  # fmt: skip
"""How long something lasts, as it is printed; nothing happens between the end of a turn and the start of the next."""
UNTIL: Final = "|".join(sorted(LONG, key=len, reverse=True))
FRESH: Final = r"\. each model can only be (?:selected for this ability|repaired) once per turn$"
CALLED: Final = (
    rf"until ({UNTIL}),?(?: while (?:that )?unit is on the battlefield,)? that (?:enemy )?unit is (\w+)\. "
    r"while a unit is \2, (.+)"
)
"""Something counts for whoever is called so; nothing else is said of them."""


@rule("commentary.objective-secured", "core.normal-move")
def _whole(found: re.Match[str], telling: Telling) -> Parts:
    """What a whole text says: objective markers stay under control, or a move. Whatever the first says, control is
    lost at the end of a phase."""
    if "secured" in found.groupdict():
        return [{"do": "secure"}]
    last = {"last": True} if "declare a charge" in found[0].lower() else {}
    return [{"do": "move", "inches": _inches(found["inches"]), **last}]


@rule("commentary.fight-on-death")
def _last_fight(found: re.Match[str]) -> Parts:
    """Models fight before they are removed, if a die is high enough."""
    of = "led" if found["led"] else "model" if found["who"].lower() == "this model" else "unit"
    return [{"modifies": "last fight", "layer": "at least", "by": int(found["on"]), "of": of}]


CORE: Final = (
    "counter-offensive", "epic challenge", "tank shock", "fire overwatch", "go to ground", "smokescreen",
    "heroic intervention", "grenade", "command re-roll", "insane bravery",
)  # fmt: skip
"""The Stratagems that every army has and that are used on a unit, as they are printed."""
OFTEN: Final = r"once per (?P<once>battle round|battle|turn), "
AGAIN: Final = (
    r",?(?: even if (?:(?:another unit from your army|a different unit) has already been targeted (?:by|with) that "
    r"stratagem|you have already (?:targeted a different unit with that stratagem|used that stratagem on a different "
    r"unit))| and can do so if you have already targeted a different unit with that stratagem) this phase"
)
WITH_ABILITY: Final = r"one (?:unit|model) from your army with this ability can "
REDUCED: Final = r"if it does, reduce the cp cost of that (?:use of that )?stratagem by (?P<less>\d)cp"
NAMED: Final = rf"the (?P<named>(?:{'|'.join(CORE)})(?: or (?:{'|'.join(CORE)}))*) stratagem"
SCORED: Final = (
    r"(?:\. in addition, each time you target this unit with the fire overwatch stratagem, while resolving that "
    r"stratagem, hits are scored on unmodified hit rolls of (?P<overwatch>\d)\+)?"
)
NEAR: Final = r"(?P<words>[^,.]+?) unit within (?P<inches>\d+)\" of (?:this model|this unit|the bearer)"


@rule("commentary.modifying-stratagem-cost")
def _cheaper(found: re.Match[str]) -> Parts:
    """Stratagems that cost less once in a while: on its unit, on one of all that have the text, or on a unit near."""
    said = {"words": "", "less": "", "named": "", "overwatch": "", **found.groupdict(default="")}
    part: Document = {"frees": ["any"], "once": said["once"].lower().removeprefix("battle ")}
    if said["named"]:
        part["frees"] = [one.replace(" ", "-") for one in said["named"].lower().split(" or ")]
    if said["words"]:
        near = keywords(said["words"], named=True)
        if not near:
            return []
        part |= {"aura": int(said["inches"]), "keywords": near}
    else:
        part["of"] = "unit"
    plain = found[0].lower()
    if "with this ability" in plain:
        part["army"] = True
    if said["less"]:
        part["less"] = int(said["less"])
    if "already" not in plain:
        part["again"] = False
    scored = {"modifies": "overwatch", "layer": "at least", "by": int(said["overwatch"] or 6), "of": "unit"}
    return [part, *([scored] if said["overwatch"] else ())]


@rule("core.aura-abilities", "errata.gaining-cp")
def _repaid(found: re.Match[str]) -> Parts:
    """CP that may come back when a Stratagem is used on a unit near, once however many have the text."""
    words = keywords(found["words"], named=True)
    if not words:
        return []
    near = {"unit": "acting", "side": "friendly", **having(words), "within": int(found["inches"]), "of": "bearer"}
    gain = {"do": "roll", "on": int(found["on"]), "then": [{"do": "gain_cp", "cp": 1}]}
    return [{"when": "stratagem used", "whose": "any", "army": True, "test": near, "effects": [gain]}]


REANIMATES: Final = (
    r"if your army faction is [^,]+, at the end of your command phase, each unit from your army with this ability"
    r"(?: that is on the battlefield)? activates its [\w ]+ and reanimates (d3|d6|\d) wounds?\. each time such a unit "
    r"reanimates a wound: ■ if that unit contains one or more models with fewer than their starting number of wounds "
    r"remaining, select one of those models; that model regains one lost wound\. ■ if all models in that unit have "
    r"their starting number of wounds, but that unit is not at its starting strength, one destroyed model is returned "
    r"to that unit with one wound remaining\. once such a unit is at its starting strength and all of its models have "
    r"their starting number of wounds, nothing further happens"
)


@rule("commentary.regain-wounds", "commentary.returning-models-to-a-unit")
def _reanimates(found: re.Match[str]) -> Parts:
    """Wounds that come back one after the other, and with them models."""
    return [{"when": "end of command phase", "effects": [{"do": "reanimate", **_many(found[1], "wounds")}]}]


@rule("commentary.objective-secured")
def _keeps(found: re.Match[str]) -> Parts:
    """Objective markers that stay under control without models."""
    return [{"when": "end of command phase", "effects": [{"do": "secure"}]}]


WHOLE: Final[tuple[tuple[str, Callable[[re.Match[str]], Parts]], ...]] = (
    (SURGE, _surge),
    (LAST_FIGHT, _last_fight),
    (rf"{OFTEN}{WITH_ABILITY}be targeted (?:with|by) (?:a stratagem|{NAMED}) for 0cp{AGAIN}{SCORED}", _cheaper),
    (rf"{OFTEN}{WITH_ABILITY}use it when its unit is targeted with a stratagem\. {REDUCED}", _cheaper),
    (rf"{OFTEN}when a friendly {NEAR} is targeted with a stratagem, this model can use this ability\. {REDUCED}",
     _cheaper),
    (rf"{OFTEN}one friendly (?P<words>[^,.]+?) unit within (?P<inches>\d+)\" of one or more models with this ability "
     rf"can be targeted with a stratagem for 0cp{AGAIN}", _cheaper),
    (rf"{OFTEN}(?:this model can use this ability\. if it does, )?you can target this unit with {NAMED} for 0cp"
     rf"(?:{AGAIN})?", _cheaper),
    (r"while a friendly (?P<words>[^,.]+?) unit is within (?P<inches>\d+)\" of (?:the bearer|this model|this "
     r"fortification), each time you (?:select that unit as the target of|target that unit with) a stratagem, roll one "
     r"d6: on a (?P<on>\d)\+, you gain 1cp", _repaid),
    (REANIMATES, _reanimates),
    (r"if you control an objective marker at the end of your command phase and this unit is within range of that "
     r"objective marker, that objective marker remains under your control,(?: even if you have no models in range of "
     r"it,)? until your opponent controls it at the start or end of any turn", _keeps),
)  # fmt: skip
"""Texts that say one thing in several sentences, and what they mean."""


def _inches(printed: str) -> int | str:
    return int(printed) if printed.isdigit() else printed.upper()


def _clauses(printed: str, telling: Telling) -> Parts:
    """What happens, clause by clause; nothing where one of them is not understood."""
    fresh = re.search(FRESH, printed, re.IGNORECASE)
    if fresh and telling.that:
        healed = _clauses(printed[: fresh.start()], telling)
        return [{**one, "fresh": True} for one in healed] if [one["do"] for one in healed] == ["heal"] else []
    if told := _match(CALLED, printed):
        printed = f"until {told[1]}, {told[3]}"
    if found := _clause(printed, telling):
        return found
    for place in re.finditer(r"(?:\. |; |,? and,? |, )(?:in addition, )?", printed, re.IGNORECASE):
        first = _clause(printed[: place.start()], telling)
        if first and (more := _clauses(printed[place.end() :], telling)):
            return first + more
    return []


def _clause(printed: str, telling: Telling) -> Parts:
    """What one clause says."""
    for pattern, means in CLAUSES:
        if (found := _match(pattern, printed)) and (told := means(found, telling)):
            return told
    return []


def _test(found: re.Match[str], telling: Telling) -> Parts:
    if not telling.that:
        return []
    to = {"to": telling.that} if telling.that != "chosen" else {}
    return [{"do": "take_test", **to, **({"by": -int(found[1])} if found[1] else {})}]


def _recovered(found: re.Match[str], telling: Telling) -> Parts:
    return [{"do": "recover"}] if telling.that == "chosen" else []


def _suffers(found: re.Match[str], telling: Telling) -> Parts:
    own = bool(re.match(r"this|the bearer", found["who"], re.IGNORECASE))
    if own and re.fullmatch(r"this model|the bearer", found["who"], re.IGNORECASE):
        return []
    who = "target" if own else telling.that
    if not who:
        return []
    return [{"do": "suffer", **({"to": who} if who != "chosen" else {}), **_many(found["many"], "wounds")}]


def _many(printed: str, name: str) -> Document:
    return {name: int(printed)} if printed.isdigit() else {"dice": printed.upper()}


@rule("commentary.regain-wounds")
def _healed(found: re.Match[str], telling: Telling) -> Parts:
    return [{"do": "heal", "to": "chosen", **_many(found["many"], "wounds")}] if telling.that == "chosen" else []


@rule("commentary.regain-wounds")
def _heals_itself(found: re.Match[str], telling: Telling) -> Parts:
    own = {"to": "bearer"} if re.match(r"this model|the bearer", found["who"], re.IGNORECASE) else {}
    return [{"do": "heal", **own, **_many(found["many"], "wounds")}]


def _returned(found: re.Match[str], telling: Telling) -> Parts:
    return [{"do": "return", "to": "chosen"}] if telling.that == "chosen" else []


def _gained(found: re.Match[str], telling: Telling) -> Parts:
    return [{"do": "gain_cp", "cp": int(found[1])}]


@rule("commentary.repositioned-units")
def _withdrawn(found: re.Match[str], telling: Telling) -> Parts:
    return [] if telling.that else [{"do": "withdraw", **({"again": True} if found["again"] else {})}]


# Dice -------------------------------------------------------------------------------------------------------

DICE: Final[tuple[tuple[str, Any], ...]] = (
    (r" for each model in this unit", {"models": "target"}),
    (r" for each of this model's remaining wounds", {"wounds": "left"}),
)
"""For each of what a die is rolled, where it is for several."""
ROLLED: Final = (
    rf"roll (?P<dice>{'|'.join(NUMBERS)}) d6(?P<each>{'|'.join(each for each, _ in DICE)}|): (?P<then>.+?)"
    r"(?: \(to a maximum of (?P<most>\d+) mortal wounds\))?"
    r"(?P<shock>\. if (?:an enemy|an enemy unit|that enemy unit|that unit) suffers one or more mortal wounds as a "
    r"result of this ability, (?:it|that enemy unit|that unit) must take a battle-shock test)?"
)
OUTCOME: Final = r"(?P<how>on an?|for each) (?P<low>\d)(?:(?P<more>\+)|-(?P<high>\d)|), (?P<then>.+)"


@rule("core.mortal-wounds", "core.dice")
def _rolled(found: re.Match[str], telling: Telling) -> Parts:
    """What dice decide, by what they show."""
    dice: Any = next((means for each, means in DICE if each == found["each"].lower()), NUMBERS[found["dice"].lower()])
    results = []
    for one in re.split(r"[;,] (?=on an? \d)", found["then"], flags=re.IGNORECASE):
        told = _match(OUTCOME, one)
        then = _clauses(told["then"], telling) if told else []
        if told is None or not then or (dice != 1) is not (told["how"].lower() == "for each"):
            return []
        results.append((int(told["low"]), 6 if told["more"] else int(told["high"] or told["low"]), then))
    if found["most"] and (dice == 1 or [one["do"] for _, _, then in results for one in then] != ["suffer"]):
        return []
    if found["shock"]:
        if [one["do"] for _, _, then in results for one in then] != ["suffer"]:
            return []
        shocked = {"of": "highest", "shows": [*range(results[0][0], results[0][1] + 1)], "then": [{"do": "take_test"}]}
    most = {"most": int(found["most"])} if found["most"] else {}
    if [one["do"] for _, _, then in results for one in then] == ["gain_cp"] and dice == 1 and results[0][1] == 6:
        return [{"do": "roll", "on": results[0][0], "then": results[0][2]}]
    listed: Parts = [{"shows": list(range(low, high + 1)), "then": then} for low, high, then in results]
    listed += [shocked] if found["shock"] else []
    return [{"do": "roll_for", **({"dice": dice} if dice != 1 else {}), **most, "results": listed}]


# What is lent -----------------------------------------------------------------------------------------------

TOO_LATE: Final = ("assault", "pistol", "blast", "indirect-fire", "heavy")
"""Abilities of weapons that matter when targets are selected."""
AGAINST: Final = (
    r"each time (?:an? (?:friendly )?(?P<words>.*?)(?:model|unit)(?: from your army)?|"
    r"a model in an? (?:friendly )?(?P<in>.*?)unit(?: from your army)?) makes an? (?P<sort>ranged |melee |)attack "
    rf"(?:that targets|against) {THAT}, (?P<then>.+)"
)
UNCOVERED: Final = rf"(?:{THAT}|it) cannot have the benefit of cover"
TESTS: Final = rf"each time a battle-shock or leadership test is taken for {THAT}, subtract (\d) from that test"


@rule("errata.persisting-effects")
def _lasting(found: re.Match[str], telling: Telling) -> Parts:
    """What units have until then."""
    return _lasting_for(LONG[found[1].lower()], found[2], telling)


def _lasting_for(until: str, said: str, telling: Telling) -> Parts:
    """What units have so long."""
    if telling.that and re.search(rf"{THAT}|\bit\b", said, re.IGNORECASE):
        parts = _of_chosen(said, telling)
        return [{"do": "lend", "to": telling.that, **_for(until), "parts": parts}] if parts else []
    parts = _said(_of_itself(said), telling)
    own = [one for one in parts if one.get("of") == "model"]
    if not parts or (own and own != parts):
        return []
    whom = {"to": "bearer"} if own else {}
    if telling.when == "targets selected" and any(name.startswith(TOO_LATE) for one in parts for name in
                                                  one.get("arms", ())):  # fmt: skip
        return []
    return [{"do": "lend", **whom, **_for(until), "parts": parts}]


def _charges(found: re.Match[str], telling: Telling) -> Parts:
    """It can charge in this phase."""
    parts = telling.says(found[0].replace(found[1], "this unit")) if telling.when == "select to charge" else []
    return [{"do": "lend", "parts": parts}] if parts else []


def _for(until: str) -> Document:
    return {"until": until} if until != "phase" else {}


def _of_chosen(said: str, telling: Telling) -> Parts:
    """What is said of a unit that was chosen."""
    if _match(UNCOVERED, said):
        return [{"permits": "no cover"}]
    if found := _match(TESTS, said):
        return [{"modifies": "battle-shock", "by": -int(found[1])}]
    if found := _match(AGAINST, said):
        return list(_against(found, telling))
    if re.search(r"this (?:model|unit)|the bearer|your army|friendly|targets that", said, re.IGNORECASE):
        return []
    said = re.sub(rf"(?:models in )?{THAT}'s", "this unit's", said, flags=re.IGNORECASE)
    said = re.sub(THAT, "this unit", said, flags=re.IGNORECASE)
    said = re.sub(r"\b(from|to) its\b", r"\1 this unit's", said, flags=re.IGNORECASE)
    said = re.sub(r"\bmade for it\b", "made for this unit", said, flags=re.IGNORECASE)
    said = re.sub(r"allocated to a model in this unit", "targets this unit", said, flags=re.IGNORECASE)
    return _said(re.sub(r"an attack is targets", "an attack targets", said), telling)


def _against(found: re.Match[str], telling: Telling) -> Iterator[Document]:
    """What attackers do better against a unit, those with some keywords; those with several have it once."""
    words = (found["words"] or found["in"] or "").strip()
    groups = either(words, named=True) if words else [[]]
    parts = _said(f"each time a model in this unit makes an {found['sort']}attack, {found['then']}", telling)
    if not groups or any(one.get("of") != "unit" or "arms" in one or "ignores" in one for one in parts):
        return
    if len(groups) > 1 and any(len(one) != 1 for one in groups):
        return
    before: list[str] = []
    for group in groups:
        whom = {**({"keywords": group} if group else {}), **({"without": list(before)} if before else {})}
        yield from ({**one, "of": "unit attackers", **whom} for one in parts)
        before += group


def _of_itself(said: str) -> str:
    """What is said of the unit with the text, with the names that sentences have."""
    said = re.sub(r"^(it|that unit) (?=has|is)", _named, said, flags=re.IGNORECASE)
    said = re.sub(r"this model's (ranged |melee |)weapons (?=have)", r"\1weapons equipped by this model ", said,
                  flags=re.IGNORECASE)  # fmt: skip
    if found := re.search(r"(?:ranged |melee |)weapons equipped by (?:models in )?[\w' ]+?(?= by| and|,|$)", said,
                          re.IGNORECASE):  # fmt: skip
        said = re.sub(r"those weapons", found[0], said, flags=re.IGNORECASE)
    return re.sub(r"\bthat unit\b", "this unit", said, flags=re.IGNORECASE)


def _named(found: re.Match[str]) -> str:
    return "this model " if found[1].lower() == "it" else "this unit "


def _said(said: str, telling: Telling) -> Parts:
    """What a sentence says; Weapon Skill is one of melee weapons, Ballistic Skill of ranged ones."""
    parts = telling.says(said)
    sort = "melee" if "weapon skill" in said.lower() else "ranged"
    return [{**one, "attacking": sort} if one.get("modifies") == "skill" else one for one in parts]


# One of several ------------------------------------------------------------------------------------------------


def _items(printed: str) -> list[str]:
    """The items of a list."""
    return [one.strip().removesuffix(".") for one in printed.split("■") if one.strip()]


def _each_lent(sentences: Sequence[str], telling: Telling, until: str) -> Parts:
    """What each sentence lends, each told apart; nothing where one of them is not understood."""
    lent = [(_lasting_for(until, said, telling), number) for number, said in enumerate(sentences, start=1)]
    if not all(len(one) == 1 for one, _ in lent):
        return []
    return [{**one[0], "called": f"lent{number}"} for one, number in lent]


def _either(lent: Parts) -> Parts:
    return [{"do": "choose", "options": [{"effects": [one]} for one in lent]}] if lent else []


def _picked(found: re.Match[str], telling: Telling) -> Parts:
    """One of several abilities of weapons, which the player picks."""
    said = [f"{found['whose']} have the {one} ability" for one in _items(found["list"])]
    return _either(_each_lent(said, telling, "phase"))


def _one_of_two(found: re.Match[str], telling: Telling) -> Parts:
    """One of two abilities of weapons, which the player picks."""
    said = [f"{found['whose']} have the {found[one]} ability" for one in ("one", "other")]
    return _either(_each_lent(said, telling, "phase"))


def _stance(found: re.Match[str], telling: Telling) -> Parts:
    """One of several sentences, each behind a name."""
    said = [re.search(r"(?:melee|ranged) weapons .+", one, re.IGNORECASE) for one in _items(found["list"])]
    if telling.when != "selected to fight" or not all(said):
        return []
    return _either(_each_lent([one[0] for one in said if one], telling, "phase"))


@rule("core.dice")
def _rolled_ability(found: re.Match[str], telling: Telling) -> Parts:
    """One of several abilities of weapons, which a die picks."""
    items = [re.fullmatch(r"(\d)(?:-(\d))?: (.+)", one) for one in _items(found["list"])]
    shows = [[*range(int(one[1]), int(one[2] or one[1]) + 1)] for one in items if one]
    if [*chain.from_iterable(shows)] != [1, 2, 3, 4, 5, 6]:
        return []
    said = [f"{found['whose']} have the {one[3]} ability" for one in items if one]
    lent = _each_lent(said, telling, LONG[found[1].lower()])
    results = [{"shows": each, "then": [one]} for each, one in zip(shows, lent, strict=False)]
    return [{"do": "roll_for", "results": results}] if lent else []


CLAUSES: Final[tuple[tuple[str, Callable[[re.Match[str], Telling], Parts]], ...]] = (
    (rf"{THAT} must take a battle-shock test(?:,? subtracting (\d) from (?:the (?:roll|result)|that test)"
     r"(?: when it does so)?)?", _test),
    (rf"{THAT} is no longer battle-shocked", _recovered),
    (rf"(?P<who>{THAT}|{SELF}) suffers (?P<many>d3(?:\+\d)?|d6(?:\+\d)?|\d) mortal wounds?", _suffers),
    (rf"(?:one model in )?{THAT} regains (?:up to )?(?P<many>d3(?:\+\d)?|d6|\d) lost wounds?", _healed),
    (r"(?P<who>one model in this unit|this model|the bearer) regains (?:up to )?(?P<many>d3(?:\+\d)?|d6|\d) "
     r"lost wounds?", _heals_itself),
    (rf"(?:one destroyed model is returned to {THAT}|return one destroyed model to {THAT})", _returned),
    (r"you gain (\d)cp", _gained),
    (rf"({SELF}) is eligible to declare a charge in a turn in which it (?:advanced|fell back)", _charges),
    (rf"(?:you can )?remove {SELF} from the battlefield(?: and place it into strategic reserves|"
     rf"(?P<again>(?:\. (?:then, )?|,? (?:and )?then,? )in the reinforcements step of your (?:next|subsequent) "
     rf"movement phase, set (?:up {SELF}|{SELF} up) anywhere on the battlefield that is more than 9\" horizontally "
     r"away from all enemy models)"
     rf"(?:\. if the battle ends and {SELF} is not on the battlefield, it is destroyed)?)", _withdrawn),
    (ROLLED, _rolled),
    (rf"until ({UNTIL}), (.+)", _lasting),
    (r"select one of the following abilities to apply to (?P<whose>(?:ranged |melee |)weapons equipped by models in "
     r"(?:that|this) unit) until the end of the phase: (?P<list>■.+)", _picked),
    (r"select one of the [\w' ]+ below\. until that unit has finished making its attacks, the selected [\w' ]+ is "
     r"active for it and it gains the relevant ability\. (?P<list>■.+)", _stance),
    (r"select either the (?P<one>[^.]+?) or (?P<other>[^.]+?) ability\. until those attacks are resolved, "
     r"(?P<whose>(?:ranged |melee |)weapons equipped by (?:the bearer|this model|models in this unit)) have the "
     r"select(?:ed)? ability", _one_of_two),
    (rf"roll one d6: until ({UNTIL}), (?P<whose>(?:ranged |melee |)weapons equipped by models in (?:that|this) unit) "
     r"gain the ability below that corresponds with that roll: (?P<list>■.+)", _rolled_ability),
)  # fmt: skip
"""What a clause says that happens, and what that means."""
