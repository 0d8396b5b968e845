"""Army Rosters: what is wrong with one, said with the rule that asks for something else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rulewright import Problem, rule
from rulewright.problems import instead

from ..book.choices import ArmyChoice, Setup, UnitChoice
from ..book.sheets import composition
from ..state import Kit

if TYPE_CHECKING:
    from ..book.sheets import DetachmentSheet, OptionSheet, UnitSheet
    from ..cards.loading import Book

POINTS: Final = {"incursion": 1000, "strike force": 2000, "onslaught": 3000}
LEAST: Final = {"incursion": (44, 60), "strike force": (44, 60), "onslaught": (44, 90)}
"""Inches that a battlefield has at least for a battle of a size (core.only-war-battlefield)."""
COPIES: Final = 3
"""Units of one datasheet in an army; twice as many of Battleline and Dedicated Transports (core.muster-units)."""
ENHANCEMENTS: Final = 3
"""Enhancements of an army, at most (core.muster-enhancements)."""


# What a unit is ---------------------------------------------------------------------------------------------


def models_of(sheet: UnitSheet, choice: UnitChoice) -> int:
    """How many models a unit has."""
    return min(sheet.points) if choice.models is None else choice.models


@rule("core.muster-units", "core.datasheet", "commentary.points-total")
def points_of(sheet: UnitSheet, choice: UnitChoice, book: Book) -> int:
    """The points of a unit: those of the smallest size that has room for its models, and of its Enhancement."""
    count = models_of(sheet, choice)
    more = book.enhancements[choice.enhancement].points if choice.enhancement in book.enhancements else 0
    return more + next(points for models, points in sheet.points.items() if models >= count)


@rule("core.datasheet", "commentary.all-models-wargear", "commentary.any-number-of-models-wargear")
def equipped(sheet: UnitSheet, choice: UnitChoice) -> list[Kit]:
    """What each model of a unit is with the wargear options that it uses, in whatever order all of them can be used."""
    printed, options = list(composition(sheet, models_of(sheet, choice))), list(choice.options.items())
    fitting = _in_any_order(sheet, printed, options)
    for number, count in options if fitting is None else ():
        printed = _using(sheet, sheet.options[number - 1], count, printed)
    return printed if fitting is None else fitting


@rule("core.datasheet")
def _in_any_order(sheet: UnitSheet, kits: list[Kit], options: list[tuple[int, int]]) -> list[Kit] | None:
    """What the models are with all of these options, the first order in which each can be used; None where none is."""
    if not options:
        return kits
    for place, (number, count) in enumerate(options):
        option, rest = sheet.options[number - 1], options[:place] + options[place + 1 :]
        able = able_to_use(option, kits)
        if count == able if option.every else count <= able:
            found = _in_any_order(sheet, _using(sheet, option, count, kits), rest)
            if found is not None:
                return found
    return None


@rule("commentary.all-models-wargear", "commentary.any-number-of-models-wargear")
def able_to_use(option: OptionSheet, kits: Sequence[Kit]) -> int:
    """How many models of a unit can use a wargear option."""
    most = option.most * (len(kits) // option.per) if option.per else option.most
    return min(most, sum(_can_use(option, kit) for kit in kits))


def _can_use(option: OptionSheet, kit: Kit) -> bool:
    """Whether a model has what the option replaces; where it replaces nothing, whether it has not got that yet."""
    have = Counter((*kit.weapons, *kit.items))
    fits = Counter(option.replaces) <= have if option.replaces else not any(have[one] for one in option.by)
    return fits and option.profile in ("", kit.profile)


def _using(sheet: UnitSheet, option: OptionSheet, count: int, kits: Iterable[Kit]) -> list[Kit]:
    """The models, the first of which that can use the option."""
    found = list(kits)
    for place in [place for place, kit in enumerate(found) if _can_use(option, kit)][:count]:
        found[place] = _with_option(sheet, option, found[place])
    return found


def _with_option(sheet: UnitSheet, option: OptionSheet, kit: Kit) -> Kit:
    """A model with the weapons and wargear of an option, in the place of the first that it replaces."""
    have = [*kit.weapons, *kit.items]
    at = min(map(have.index, option.replaces), default=len(have))
    for gone in option.replaces:
        have.remove(gone)
    have[at:at] = option.by
    return Kit(
        kit.profile, tuple(one for one in have if one not in sheet.wargear),
        tuple(one for one in have if one in sheet.wargear),
    )  # fmt: skip


@rule("commentary.unit-champion")
def champions_of(sheet: UnitSheet, choice: UnitChoice, book: Book) -> list[int]:
    """The models of a unit, counted from 1, that represent its leader: one of them is the unit champion."""
    found = enumerate(composition(sheet, models_of(sheet, choice)), start=1)
    return [place for place, kit in found if book.profiles[kit.profile].champion]


@rule("core.muster-detachment")
def detachment_of(army: ArmyChoice, book: Book) -> DetachmentSheet | None:
    """The detachment of an army: the first one of its faction where none is named; None where there is none."""
    own = [one for one in book.detachments.values() if one.faction == army.faction]
    return next((one for one in own if army.detachment in ("", one.id)), None)


@rule("core.muster-warlord", "commentary.warlord-must-or-cannot")
def warlord_of(army: ArmyChoice, book: Book) -> int | None:
    """Which unit has the Warlord: the one that is marked, else the first one that must be, or can be."""
    able = [place for place, choice in enumerate(army.units) if can_be_warlord(book.units[choice.sheet])]
    marked = [place for place in able if army.units[place].warlord]
    must = [place for place in able if book.units[army.units[place].sheet].warlord == "must"]
    return next(iter((*marked, *must, *able)), None)


@rule("errata.select-units", "core.muster-warlord", "commentary.warlord-must-or-cannot")
def can_be_warlord(sheet: UnitSheet) -> bool:
    """Whether a unit has a Character that can be the Warlord."""
    return "Character" in sheet.keywords and sheet.warlord != "cannot"


@rule("core.muster-units", "commentary.battleline-if", "errata.select-units")
def most_copies(sheet: UnitSheet, army: ArmyChoice, book: Book) -> int:
    """How many units of a datasheet an army can have; its detachment and its Warlord may make it Battleline."""
    if "Epic Hero" in sheet.keywords:
        return 1
    detachment, leader = detachment_of(army, book), warlord_of(army, book)
    made = detachment.battleline if detachment else frozenset()
    if leader is not None:
        made |= book.units[army.units[leader].sheet].battleline
    many = sheet.keywords & {"Battleline", "Dedicated Transport"} or sheet.id in made
    return 2 * COPIES if many else COPIES


# What is wrong ----------------------------------------------------------------------------------------------


@rule("core.muster-roster")
def armies_of(setup: Setup, book: Book) -> tuple[ArmyChoice, ...] | None:
    """The armies that a setup names, or has as rosters of the content; None where they are to be drawn."""
    if setup.rosters is None:
        return setup.armies
    return tuple(book.rosters[id] for id in setup.rosters)


def mistakes(setup: Setup, book: Book) -> Iterator[Problem]:
    """Everything wrong with a setup."""
    unknown = list(_wrong_rosters(setup, book))
    yield from unknown
    if setup.battlefield not in book.battlefields:
        hint = instead(setup.battlefield, book.battlefields)
        yield Problem("battlefield", found=repr(setup.battlefield), expected=f"the id of a battlefield{hint}")
    else:
        yield from _too_small(setup, book)
    if setup.mission and setup.mission not in book.missions:
        hint = instead(setup.mission, book.missions)
        yield Problem("mission", found=repr(setup.mission), expected=f"the id of a mission{hint}, or none")
    named = "armies" if setup.rosters is None else "rosters"
    for seat, army in enumerate(() if unknown else armies_of(setup, book) or ()):
        limit = None if setup.open_play else POINTS[setup.size]
        yield from mistakes_of(f"{named}[{seat}]", army, limit, book)


@rule("core.muster-roster")
def _wrong_rosters(setup: Setup, book: Book) -> Iterator[Problem]:
    """Rosters that are not there, or that stand beside armies."""
    if setup.rosters is not None and setup.armies is not None:
        yield Problem("rosters", found="armies as well", expected="armies or rosters, not both")
    for seat, id in enumerate(setup.rosters or ()):
        if id not in book.rosters:
            hint = instead(id, book.rosters)
            yield Problem(f"rosters[{seat}]", found=repr(id), expected=f"the id of a roster{hint}")


@rule("core.only-war-battlefield", "core.muster-battle-size")
def _too_small(setup: Setup, book: Book) -> Iterator[Problem]:
    """A battlefield that is smaller than a battle of that size needs."""
    found, least = book.battlefields[setup.battlefield], LEAST[setup.size]
    if min(found.width, found.depth) < min(least) or max(found.width, found.depth) < max(least):
        wish = f"{least[0]} by {least[1]} inches at least for {setup.size} (core.only-war-battlefield)"
        yield Problem("battlefield", found=f"{found.width:g} by {found.depth:g} inches", expected=wish)


@rule("core.muster-roster")
def mistakes_of(place: str, army: ArmyChoice, limit: int | None, book: Book) -> Iterator[Problem]:
    """Everything wrong with an army; what asks for the whole of it is looked at when all units can be read.

    Without a limit of points only what cannot be read is wrong.
    """
    unreadable = [problem for number, one in enumerate(army.units)
                  for problem in _unreadable(f"{place}.units[{number}]", one, book)]  # fmt: skip
    yield from unreadable
    if unreadable or limit is None:
        return
    yield from _wrong_faction(place, army, book)
    yield from _too_many(place, army, limit, book)
    yield from _wrong_detachment(place, army, book)
    yield from _wrong_enhancements(place, army, book)
    yield from _wrong_warlord(place, army, book)


@rule("core.datasheet")
def _unreadable(where: str, choice: UnitChoice, book: Book) -> Iterator[Problem]:
    """Units that are no units, or of no size that they can have."""
    sheet = book.units.get(choice.sheet)
    if sheet is None:
        hint = instead(choice.sheet, book.units)
        yield Problem(f"{where}.sheet", found=repr(choice.sheet), expected=f"the id of a datasheet{hint}")
        return
    least, most = (sum(getattr(part, end) for part in sheet.parts) for end in ("least", "most"))
    if not least <= models_of(sheet, choice) <= min(most, max(sheet.points)):
        yield Problem(f"{where}.models", found=str(choice.models), expected=f"{least} to {most} models")
    if choice.bearer is not None and choice.bearer > models_of(sheet, choice):
        yield Problem(f"{where}.bearer", found=str(choice.bearer), expected=f"a model, 1 to {models_of(sheet, choice)}")
    yield from _wrong_options(where, sheet, choice)
    champions = champions_of(sheet, choice, book)
    if choice.champion is not None and choice.champion not in champions:
        wish = f"one of {', '.join(map(str, champions))}" if champions else "none: it has no unit champion"
        yield Problem(f"{where}.champion", found=str(choice.champion), expected=f"{wish} (commentary.unit-champion)")


@rule("commentary.all-models-wargear", "commentary.any-number-of-models-wargear")
def _wrong_options(where: str, sheet: UnitSheet, choice: UnitChoice) -> Iterator[Problem]:
    """Wargear options that the datasheet has not, or that too few or too many of its models use, in whatever order."""
    known = all(1 <= number <= len(sheet.options) for number in choice.options)
    printed = list(composition(sheet, models_of(sheet, choice)))
    if known and _in_any_order(sheet, printed, list(choice.options.items())) is not None:
        return
    for number, count in choice.options.items():
        if not 1 <= number <= len(sheet.options):
            wish = f"1 to {len(sheet.options)}" if sheet.options else "none: the datasheet has no wargear options"
            yield Problem(f"{where}.options", found=str(number), expected=wish)
            continue
        option, before = sheet.options[number - 1], {n: k for n, k in choice.options.items() if n != number}
        others = equipped(sheet, choice.model_copy(update={"options": before}))
        able = able_to_use(option, others)
        have = f"have {' and '.join(option.replaces)}" if option.replaces else "can have it"
        if option.every and count != able:
            wish = f"all {able} models that {have} (commentary.all-models-wargear)"
            yield Problem(f"{where}.options[{number}]", found=f"{count} models", expected=wish)
        elif count > able:
            wish = f"at most {able} models, which {have} (commentary.any-number-of-models-wargear)"
            yield Problem(f"{where}.options[{number}]", found=f"{count} models", expected=wish)


@rule("core.muster-faction")
def _wrong_faction(place: str, army: ArmyChoice, book: Book) -> Iterator[Problem]:
    """Units without the Army Faction."""
    for number, choice in enumerate(army.units):
        sheet = book.units[choice.sheet]
        if army.faction not in sheet.keywords:
            wish = f"a unit of {army.faction}, the Army Faction (core.muster-faction)"
            yield Problem(f"{place}.units[{number}]", found=f"{choice.sheet} of {sheet.faction}", expected=wish)


@rule("core.muster-units", "core.muster-battle-size", "commentary.points-total")
def _too_many(place: str, army: ArmyChoice, limit: int, book: Book) -> Iterator[Problem]:
    """More units of a datasheet, or more points, than an army can have."""
    copies: Counter[str] = Counter()
    for number, choice in enumerate(army.units):
        most = most_copies(book.units[choice.sheet], army, book)
        copies[choice.sheet] += 1
        if copies[choice.sheet] == most + 1:
            wish = f"at most {most} units of that datasheet (core.muster-units)"
            yield Problem(f"{place}.units[{number}]", found=f"more units of {choice.sheet}", expected=wish)
    total = sum(points_of(book.units[choice.sheet], choice, book) for choice in army.units)
    if total > limit:
        yield Problem(place, found=f"{total} points", expected=f"at most {limit} (core.muster-units)")


@rule("core.muster-detachment", "commentary.keywords")
def _wrong_detachment(place: str, army: ArmyChoice, book: Book) -> Iterator[Problem]:
    """A detachment of another faction, and units that it requires or forbids."""
    detachment = detachment_of(army, book)
    if detachment is None:
        if army.detachment:
            own = [one.id for one in book.detachments.values() if one.faction == army.faction]
            hint = instead(army.detachment, own)
            wish = f"the id of a detachment of {army.faction}{hint} (core.muster-detachment)"
            yield Problem(f"{place}.detachment", found=repr(army.detachment), expected=wish)
        return
    keywords: Sequence[frozenset[str]] = [book.units[choice.sheet].keywords for choice in army.units]
    for wanted in detachment.requires:
        if not any(wanted in own for own in keywords):
            wish = f"a unit with the keyword {wanted} (core.muster-detachment)"
            yield Problem(place, found="none", expected=wish)
    for number, words in enumerate(keywords):
        if wrong := words & frozenset(detachment.forbids):
            wish = f"no unit with the keyword {', '.join(sorted(wrong))} (core.muster-detachment)"
            yield Problem(f"{place}.units[{number}]", found=army.units[number].sheet, expected=wish)
    yield from _strangers(place, detachment, keywords)


@rule("commentary.keywords")
def _strangers(place: str, detachment: DetachmentSheet, keywords: Sequence[frozenset[str]]) -> Iterator[Problem]:
    """Units without the keyword that all units of a detachment have, save those that it may have besides."""
    for number, words in enumerate(keywords if detachment.only else ()):
        if detachment.only not in words and words.isdisjoint(detachment.besides):
            wish = f"a unit with the keyword {detachment.only} (commentary.keywords)"
            yield Problem(f"{place}.units[{number}]", found="a unit without it", expected=wish)


@rule("core.muster-enhancements", "faq.mustering.two-enhancements-in-attached-unit",
      "commentary.enhancement-bearer")  # fmt: skip
def _wrong_enhancements(place: str, army: ArmyChoice, book: Book) -> Iterator[Problem]:
    """More Enhancements than an army can have, or one twice; or one for a unit that can have none."""
    detachment, given = detachment_of(army, book), [one.enhancement for one in army.units if one.enhancement]
    known = [one.id for one in detachment.enhancements] if detachment else []
    if len(given) > ENHANCEMENTS:
        wish = f"at most {ENHANCEMENTS} (core.muster-enhancements)"
        yield Problem(place, found=f"{len(given)} Enhancements", expected=wish)
    for number, choice in enumerate(army.units):
        where, keywords = f"{place}.units[{number}].enhancement", book.units[choice.sheet].keywords
        if not choice.enhancement:
            continue
        if choice.enhancement not in known:
            hint = instead(choice.enhancement, known)
            wish = f"an Enhancement of the detachment{hint} (core.muster-enhancements)"
            yield Problem(where, found=repr(choice.enhancement), expected=wish)
        if given.count(choice.enhancement) > 1:
            wish = "different Enhancements (core.muster-enhancements)"
            yield Problem(where, found=f"{choice.enhancement} more than once", expected=wish)
        if "Character" not in keywords or "Epic Hero" in keywords:
            wish = "a Character that is no Epic Hero (core.muster-enhancements)"
            yield Problem(where, found=choice.sheet, expected=wish)
        if models_of(book.units[choice.sheet], choice) > 1 and choice.bearer is None:
            wish = "which model bears the Enhancement (commentary.enhancement-bearer)"
            yield Problem(f"{place}.units[{number}].bearer", found="none", expected=wish)


@rule("core.muster-warlord", "errata.select-units", "commentary.warlord-must-or-cannot")
def _wrong_warlord(place: str, army: ArmyChoice, book: Book) -> Iterator[Problem]:
    """No Character that can be the Warlord; or a Warlord that cannot be it, or leaves out one that must be."""
    sheets = [book.units[choice.sheet] for choice in army.units]
    if not any(map(can_be_warlord, sheets)):
        wish = "at least one that can be the Warlord (errata.select-units)"
        yield Problem(place, found="no Character", expected=wish)
    marked = [number for number, choice in enumerate(army.units) if choice.warlord]
    if len(marked) > 1:
        yield Problem(place, found=f"{len(marked)} Warlords", expected="one (core.muster-warlord)")
    must = [number for number, sheet in enumerate(sheets) if sheet.warlord == "must" and can_be_warlord(sheet)]
    for number in marked:
        where = f"{place}.units[{number}].warlord"
        if not can_be_warlord(sheets[number]):
            wish = "a Character that can be the Warlord (core.muster-warlord)"
            yield Problem(where, found=sheets[number].id, expected=wish)
        elif must and number not in must:
            wish = f"{sheets[must[0]].id}, which must be the Warlord (commentary.warlord-must-or-cannot)"
            yield Problem(where, found=sheets[number].id, expected=wish)
