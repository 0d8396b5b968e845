"""Mustering armies: rosters are checked, drawn at random, and put beside the battlefield."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any, Final

from rulewright import Problem, SetupError, did_you_mean, nearest, rule

from .setup_model import ArmyChoice, Setup, UnitChoice
from .state import Army, Battle, Model, Unit, War

if TYPE_CHECKING:
    from .book import Book, UnitSheet

POINTS: Final = {"incursion": 1000, "strike force": 2000, "onslaught": 3000}
COPIES: Final = 3
"""Units of one datasheet in an army; twice as many of Battleline and Dedicated Transports (core.muster-units)."""


def setup_model() -> type[Setup]:
    """The model of the setup."""
    return Setup


# Mustering --------------------------------------------------------------------------------------------------


@rule("core.muster-roster", "core.armies-and-units", "commentary.starting-strength")
def lay_table(state: War, setup: Setup, book: Book) -> None:
    """Check the armies, and put their units beside the battlefield. Raises SetupError with all that is wrong."""
    if problems := list(_mistakes(setup, book)):
        raise SetupError("setup of wh40k", list(map(str, problems)))
    state.battle.add(Battle(0))
    armies = setup.armies or drawn(book, Random(0), POINTS[setup.size])
    numbers: Counter[str] = Counter()
    for seat, army in enumerate(armies):
        state.armies.add(Army(seat, seat, army.faction))
        for choice in army.units:
            numbers[choice.sheet] += 1
            _muster(state, book, seat, choice, numbers[choice.sheet])


def _muster(state: War, book: Book, seat: int, choice: UnitChoice, number: int) -> None:
    sheet = book.units[choice.sheet]
    count = models_of(sheet, choice)
    id = f"{choice.sheet}#{number}"
    state.units.add(Unit(id, seat, choice.sheet, strength=count, points=points_of(sheet, choice)))
    named: Counter[str] = Counter()
    for profile, weapons in composition(sheet, count):
        named[profile] += 1
        model = f"{profile}#{number}.{named[profile]}"
        state.models.add(Model(model, id, id, seat, profile, weapons, book.profiles[profile].wounds))


def models_of(sheet: UnitSheet, choice: UnitChoice) -> int:
    """How many models a unit has."""
    return min(sheet.points) if choice.models is None else choice.models


@rule("core.datasheet")
def composition(sheet: UnitSheet, count: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The profile and weapons of each of so many models: the fewest of each line, and more of the first ones."""
    left = count - sum(part.least for part in sheet.parts)
    for part in sheet.parts:
        more = min(left, part.most - part.least)
        left -= more
        yield from ((part.profile, part.weapons) for _ in range(part.least + more))


@rule("core.muster-units", "core.datasheet")
def points_of(sheet: UnitSheet, choice: UnitChoice) -> int:
    """The points of a unit: those of the smallest size that has room for its models."""
    count = models_of(sheet, choice)
    return next(points for models, points in sheet.points.items() if models >= count)


def _mistakes(setup: Setup, book: Book) -> Iterator[Problem]:
    if setup.battlefield not in book.battlefields:
        hint = did_you_mean(nearest(setup.battlefield, book.battlefields))
        yield Problem("battlefield", found=repr(setup.battlefield), expected=f"the id of a battlefield{hint}")
    for seat, army in enumerate(setup.armies or ()):
        yield from _mistakes_of(f"armies[{seat}]", army, POINTS[setup.size], book)


@rule("core.muster-faction", "core.muster-units", "errata.select-units", "core.muster-battle-size")
def _mistakes_of(place: str, army: ArmyChoice, limit: int, book: Book) -> Iterator[Problem]:
    total, copies = 0, Counter[str]()
    for number, choice in enumerate(army.units):
        where = f"{place}.units[{number}]"
        sheet = book.units.get(choice.sheet)
        if sheet is None:
            hint = did_you_mean(nearest(choice.sheet, book.units))
            yield Problem(f"{where}.sheet", found=repr(choice.sheet), expected=f"the id of a datasheet{hint}")
            continue
        least, most = (sum(getattr(part, end) for part in sheet.parts) for end in ("least", "most"))
        if not least <= models_of(sheet, choice) <= min(most, max(sheet.points)):
            yield Problem(f"{where}.models", found=str(choice.models), expected=f"{least} to {most} models")
            continue
        if sheet.faction != army.faction:
            wish = f"a unit of {army.faction}, the Army Faction (core.muster-faction)"
            yield Problem(where, found=f"{choice.sheet} of {sheet.faction}", expected=wish)
        total += points_of(sheet, choice)
        copies[choice.sheet] += 1
        most_copies = 2 * COPIES if sheet.keywords & {"Battleline", "Dedicated Transport"} else COPIES
        if "Epic Hero" in sheet.keywords:
            most_copies = 1
        if copies[choice.sheet] == most_copies + 1:
            wish = f"at most {most_copies} units of that datasheet (core.muster-units)"
            yield Problem(where, found=f"more units of {choice.sheet}", expected=wish)
    if total > limit:
        yield Problem(place, found=f"{total} points", expected=f"at most {limit} (core.muster-units)")
    known = [book.units[choice.sheet] for choice in army.units if choice.sheet in book.units]
    if known and not any("Character" in sheet.keywords for sheet in known):
        yield Problem(place, found="no Character", expected="at least one, to be the Warlord (errata.select-units)")


# Drawing ----------------------------------------------------------------------------------------------------


def drawn(book: Book, rng: Random, limit: int) -> tuple[ArmyChoice, ArmyChoice]:
    """Two random armies of so many points."""
    factions = sorted({sheet.faction for sheet in book.units.values()})
    return _army(book, rng, rng.choice(factions), limit), _army(book, rng, rng.choice(factions), limit)


def _army(book: Book, rng: Random, faction: str, limit: int) -> ArmyChoice:
    sheets = [one for one in book.units.values() if one.faction == faction]
    leaders = [one for one in sheets if "Character" in one.keywords]
    chosen, total = [UnitChoice(sheet=rng.choice(leaders).id, models=None)], 0
    total = points_of(book.units[chosen[0].sheet], chosen[0])
    for _ in range(40):
        sheet = rng.choice(sheets)
        choice = UnitChoice(sheet=sheet.id, models=rng.choice(list(sheet.points)))
        more = points_of(sheet, choice)
        copies = sum(one.sheet == sheet.id for one in chosen)
        if total + more <= limit and copies < (1 if "Epic Hero" in sheet.keywords else COPIES):
            chosen.append(choice)
            total += more
    return ArmyChoice(faction=faction, units=tuple(chosen))


@rule("core.muster-battle-size")
def sample_setup(book: Book, rng: Random) -> dict[str, Any]:
    """Two random armies on a random battlefield; of half the points mostly, so that games are short."""
    limit = rng.choice((400, 600, 1000))
    return {
        "armies": [army.model_dump() for army in drawn(book, rng, limit)],
        "battlefield": rng.choice(sorted(book.battlefields)),
    }
