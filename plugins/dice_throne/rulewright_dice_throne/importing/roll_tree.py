"""Hero files of the roll-tree programs: boards without cards, read as heroes that play.

Such a file lists objectives, each with a notation of dice and what it is worth. ``[(123)(45)6]`` is a slot for each of
this many dice, with the numbers that fill it; ``SmallStraight`` and ``LargeStraight`` are straights. What the file does
not say (cards, a defence, the health) is filled in or left out, and whatever cannot be carried over is named.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from rulewright.documents import DocumentError, parse_json
from rulewright.plugins import Imported
from rulewright.problems import MAX_PROBLEMS, ContentError, Problem, nearest

from ..dice.notation import Slots, read_slots

FACES: Final = range(1, 7)
DICE: Final = 5
STRAIGHTS: Final = {"SmallStraight": "small", "LargeStraight": "large"}
KEYS: Final = ("name", "notation", "damage", "heal", "hp", "cp", "cards", "tokens", "bypassDefense")
NUMBERS: Final = ("damage", "heal", "hp", "cp", "cards")
SIGNED: Final = ("heal", "hp")
"""What may be negative: that is damage to oneself."""
HERO_KEYS: Final = ("id", "name", "objectives")
ULTIMATE: Final = ((6,),) * DICE
TIER: Final = re.compile(r"\s*\(\d\)$")


class RollTreeHero:
    """The file format of these heroes."""

    name = "roll-tree hero"
    ruleset = "dice_throne"

    def recognizes(self, file_name: str, head: bytes) -> bool:
        """Whether a file is a JSON object with objectives in a notation of dice."""
        return head.lstrip()[:1] == b"{" and b'"objectives"' in head and b'"notation"' in head

    def read(self, data: bytes) -> Imported:
        """The hero as content of Dice Throne. Raises ContentError with every problem of the file."""
        from ..cards.content import load_content

        statuses = load_content().statuses
        return imported(_document(data), {status.name.en.casefold(): status for status in statuses.values()})


def read_notation(text: str) -> Slots | str:
    """What the dice must show: a slot for each die, or "small" or "large" for a straight. Raises ValueError."""
    if text in STRAIGHTS:
        return STRAIGHTS[text]
    slots = read_slots(text)
    if slots is None:
        raise ValueError(f"found {text!r}, expected slots like [(123)(45)6], SmallStraight or LargeStraight")
    if len(slots) > DICE:
        raise ValueError(f"found {text!r} with {len(slots)} slots, expected at most {DICE}, one for each die")
    return slots


# The file -------------------------------------------------------------------------------------------------------


def _document(data: bytes) -> Mapping[str, Any]:
    try:
        hero = parse_json(data)
    except DocumentError as error:
        raise ContentError([Problem("", found=f"no JSON: {error}")]) from None
    problems = list(islice(_problems(hero), MAX_PROBLEMS))
    if problems:
        raise ContentError(problems)
    return hero  # type: ignore[no-any-return]


def _problems(hero: Any) -> Iterator[Problem]:
    if not isinstance(hero, dict):
        yield Problem("", found=type(hero).__name__, expected="an object with id, name and objectives")
        return
    for key in (key for key in hero if key not in HERO_KEYS):
        yield Problem("", "", key, "an unknown key", f"one of {', '.join(HERO_KEYS)}", nearest(key, HERO_KEYS))
    for key in ("id", "name"):
        if not isinstance(hero.get(key), str) or not _slug(hero[key]):
            yield Problem("", field=key, found=repr(hero.get(key)), expected="a name with letters")
    objectives = hero.get("objectives")
    if not isinstance(objectives, list) or not objectives:
        yield Problem("", field="objectives", found=repr(objectives), expected="a list of objectives")
        return
    for number, objective in enumerate(objectives):
        yield from _problems_of(objective, f"objectives[{number}]")


def _problems_of(objective: Any, place: str) -> Iterator[Problem]:
    if not isinstance(objective, dict):
        yield Problem("", field=place, found=repr(objective), expected="an object with name and notation")
        return
    for key in (key for key in objective if key not in KEYS):
        yield Problem("", "", f"{place}.{key}", "an unknown key", f"one of {', '.join(KEYS)}", nearest(key, KEYS))
    if not isinstance(objective.get("name"), str) or not _slug(objective["name"]):
        yield Problem("", field=f"{place}.name", found=repr(objective.get("name")), expected="a name with letters")
    for key in NUMBERS:
        number = objective.get(key, 0)
        if type(number) is not int or (number < 0 and key not in SIGNED):
            wish = "a whole number" if key in SIGNED else "a whole number from 0"
            yield Problem("", field=f"{place}.{key}", found=repr(number), expected=wish)
    if "heal" in objective and "hp" in objective:
        yield Problem("", field=f"{place}.hp", found="heal as well", expected="one of the two")
    if type(objective.get("bypassDefense", False)) is not bool:
        found = repr(objective["bypassDefense"])
        yield Problem("", field=f"{place}.bypassDefense", found=found, expected="true or false")
    tokens = objective.get("tokens", [])
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        yield Problem("", field=f"{place}.tokens", found=repr(tokens), expected="a list of names")
    try:
        read_notation(str(objective.get("notation")))
    except ValueError as error:
        yield Problem("", field=f"{place}.notation", found=str(error).removeprefix("found "))


# The hero -------------------------------------------------------------------------------------------------------


def imported(hero: Mapping[str, Any], statuses: Mapping[str, Any]) -> Imported:
    """A hero of the vocabulary of this game from a file that was found right."""
    notations = [read_notation(objective["notation"]) for objective in hero["objectives"]]
    symbols = symbols_of(notation for notation in notations if not isinstance(notation, str))
    left_out = ["its cards, which the file does not list: the deck is the 18 common ones", "its defensive abilities"]
    used: dict[str, None] = {}
    abilities: dict[str, dict[str, Any]] = {}
    for objective, notation in zip(hero["objectives"], notations, strict=True):
        try:
            requires = requirement(notation, symbols)
        except ValueError as error:
            left_out.append(f"{objective['name']}: {error}")
            continue
        ultimate = notation == ULTIMATE
        effects, missing = _effects(objective, statuses, ultimate)
        left_out += missing
        if effects:
            used.update((effect["status"], None) for effect in effects if "status" in effect)
            _add_row(abilities, objective["name"], ultimate, {"requires": requires, "effects": effects})
    entry = {
        "id": _slug(hero["id"]),
        "name": _name(hero["name"]),
        "edition": "imported",
        "sources": ["a roll-tree hero file: requirements and numbers of level I"],
        "uncertain": "health, which the file does not say: 50 as most heroes have",
        "die": {
            "symbols": {symbol: _name(_range(faces)) for faces, symbol in symbols.items()},
            "faces": [next(symbol for faces, symbol in symbols.items() if face in faces) for face in FACES],
        },
        "statuses": list(used),
        "abilities": list(abilities.values()),
        "cards": [],
        "deck": {"size": 18, "common": "all"},
    }  # fmt: skip
    return Imported("content", {"heroes": [entry]}, tuple(left_out))


def symbols_of(notations: Iterable[Slots]) -> dict[tuple[int, ...], str]:
    """The symbols of a die: faces that the notations take together, most often first, and each face left alone."""
    groups = Counter(slot for slots in notations for slot in slots if len(slot) > 1)
    taken: list[tuple[int, ...]] = []
    for group, _ in groups.most_common():
        if not any(set(group) & set(other) for other in taken):
            taken.append(group)
    free = [(face,) for face in FACES if not any(face in group for group in taken)]
    return {faces: "symbol-" + "".join(map(str, faces)) for faces in sorted([*taken, *free])}


def requirement(notation: Slots | str, symbols: Mapping[tuple[int, ...], str]) -> dict[str, Any]:
    """A notation as a requirement: this many dice of each symbol, and among them this many of some numbers.

    Raises ValueError for faces that are no symbol of this die.
    """
    if isinstance(notation, str):
        return {"straight": notation}
    shown: Counter[str] = Counter()
    numbers: Counter[int] = Counter()
    for slot in notation:
        faces = next(faces for faces in symbols if slot[0] in faces)
        if slot != faces and len(slot) > 1:
            raise ValueError(f"{_range(slot)} in one slot, where the die has {_range(faces)} as one symbol")
        shown[symbols[faces]] += 1
        if slot != faces:
            numbers[slot[0]] += 1
    symbols_shown = {"symbols": dict(shown)}
    if not numbers:
        return symbols_shown
    return {"all": [symbols_shown, {"numbers": {str(face): count for face, count in numbers.items()}}]}


def _effects(
    objective: Mapping[str, Any], statuses: Mapping[str, Any], ultimate: bool
) -> tuple[list[dict[str, Any]], list[str]]:
    """What an objective does, and what of it has no counterpart."""
    type = "ultimate" if ultimate else "undefendable" if objective.get("bypassDefense") else "normal"
    effects: list[dict[str, Any]] = []
    if cp := objective.get("cp"):
        effects.append({"do": "gain_cp", "amount": cp})
    if cards := objective.get("cards"):
        effects.append({"do": "draw", "amount": cards})
    missing = []
    for token, count in Counter(objective.get("tokens", ())).items():
        status = statuses.get(token.casefold())
        if status is None:
            missing.append(f"{objective['name']}: the token {token!r}, which is not known")
        else:
            verb = "gain" if status.polarity == "positive" else "inflict"
            effects.append({"do": verb, "status": status.id, "amount": count})
    healing = objective.get("heal", objective.get("hp", 0))
    if healing > 0:
        effects.append({"do": "heal", "amount": healing})
    if damage := objective.get("damage"):
        effects.append({"do": "damage", "amount": damage, "type": type})
    if healing < 0:
        effects.append({"do": "damage", "amount": -healing, "type": "pure", "to": "self"})
    if not effects:
        missing.append(f"{objective['name']}: nothing in it has a number or a known token")
    return effects, missing


def _add_row(abilities: dict[str, dict[str, Any]], title: str, ultimate: bool, row: dict[str, Any]) -> None:
    """Put a row into its ability: what differs only by the number behind the name are tiers of one."""
    title = TIER.sub("", title)
    kind = "ultimate" if ultimate else "offensive"
    id = _slug(title)
    if id in abilities and abilities[id]["kind"] != kind:
        id = f"{id}-{kind}"
    if id not in abilities:
        variant = {"id": id, "rows": []}
        abilities[id] = {"id": id, "kind": kind, "name": _name(title), "levels": {"1": {"variants": [variant]}}}
    rows = abilities[id]["levels"]["1"]["variants"][0]["rows"]
    rows.append(row)
    rows.sort(key=_dice_wanted)


def _dice_wanted(row: Mapping[str, Any]) -> int:
    """How many dice a row asks for: tiers stand in rising order."""
    requires = row["requires"]
    shown = requires["all"][0] if "all" in requires else requires
    return sum(shown.get("symbols", {}).values())


def _name(text: str) -> dict[str, str]:
    return {"en": text, "zh": text}


def _range(faces: Sequence[int]) -> str:
    return "/".join(map(str, faces))


def _slug(text: str) -> str:
    """A name as an id: lower-case words joined by hyphens."""
    words = re.findall(r"[a-z0-9]+", text.casefold().replace("'", "").replace("’", ""))
    slug = "-".join(words)
    return slug if slug[:1].isalpha() else f"x-{slug}" if slug else ""
