"""Mustering armies: rosters are checked, drawn at random, and put beside the battlefield."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any, Final

from rulewright import SetupError, rule

from ..book.choices import ArmyChoice, Setup, UnitChoice
from ..state import Army, Battle, Champion, Equipment, Equipped, Model, Unit, War
from .rosters import (
    COPIES,
    POINTS,
    armies_of,
    champions_of,
    detachment_of,
    equipped,
    mistakes,
    mistakes_of,
    models_of,
    points_of,
    warlord_of,
)

if TYPE_CHECKING:
    from ..cards.loading import Book


# Mustering --------------------------------------------------------------------------------------------------


@rule("core.muster-roster", "core.armies-and-units", "commentary.starting-strength", "commentary.army",
      "commentary.unit-champion")  # fmt: skip
def lay_table(state: War, setup: Setup, book: Book) -> None:
    """Check the armies, and put their units beside the battlefield. Raises SetupError with all that is wrong."""
    if problems := list(mistakes(setup, book)):
        raise SetupError("setup of wh40k", list(map(str, problems)))
    state.battle.add(Battle(0))
    armies = armies_of(setup, book) or drawn(book, Random(0), POINTS[setup.size])
    numbers: Counter[str] = Counter()
    for seat, army in enumerate(armies):
        chosen = detachment_of(army, book)
        leader = warlord_of(army, book)
        warlord = ""
        for place, choice in enumerate(army.units):
            numbers[choice.sheet] += 1
            own = muster_unit(state, book, seat, choice, numbers[choice.sheet])
            warlord = own if place == leader else warlord
        state.armies.add(Army(seat, seat, army.faction, detachment=chosen.id if chosen else "", warlord=warlord))


def muster_unit(state: War, book: Book, seat: int, choice: UnitChoice, number: int) -> str:
    """Put a unit beside the battlefield. Returns its first model, or the one that bears its Enhancement."""
    sheet = book.units[choice.sheet]
    count = models_of(sheet, choice)
    champions = champions_of(sheet, choice, book)
    id = f"{choice.sheet}#{number}"
    ids: list[str] = []
    named: Counter[str] = Counter()
    kits = equipped(sheet, choice)
    for kit in kits:
        named[kit.profile] += 1
        model = f"{kit.profile}#{number}.{named[kit.profile]}"
        ids.append(model)
        wounds = book.profiles[kit.profile].wounds
        state.models.add(Model(model, id, id, seat, kit.profile, kit.weapons, wounds, away=True))
        if kit.items:
            state.equipped.add(Equipped(model, kit.items))
    if choice.options:
        state.equipment.add(Equipment(id, tuple(kits)))
    if len(champions) > 1:
        state.champions.add(Champion(id, ids[(choice.champion or champions[0]) - 1]))
    first = ids[(choice.bearer or 1) - 1]
    points, bearer = points_of(sheet, choice, book), first if choice.enhancement else ""
    state.units.add(Unit(
        id, seat, choice.sheet, strength=count, points=points, enhancement=choice.enhancement, bearer=bearer
    ))  # fmt: skip
    return first


# Drawing ----------------------------------------------------------------------------------------------------

HALF: Final = 0.5


def drawn(book: Book, rng: Random, limit: int) -> tuple[ArmyChoice, ArmyChoice]:
    """Two random armies of so many points."""
    factions = sorted({sheet.faction for sheet in book.units.values() if "Character" in sheet.keywords})
    return _army(book, rng, rng.choice(factions), limit), _army(book, rng, rng.choice(factions), limit)


def _army(book: Book, rng: Random, faction: str, limit: int) -> ArmyChoice:
    sheets = [one for one in book.units.values() if one.faction == faction]
    leaders = [one for one in sheets if "Character" in one.keywords]
    chosen, total = [UnitChoice(sheet=rng.choice(leaders).id, models=None)], 0
    total = points_of(book.units[chosen[0].sheet], chosen[0], book)
    for _ in range(40):
        sheet = rng.choice(sheets)
        choice = UnitChoice(sheet=sheet.id, models=rng.choice(list(sheet.points)))
        more = points_of(sheet, choice, book)
        copies = sum(one.sheet == sheet.id for one in chosen)
        if total + more <= limit and copies < (1 if "Epic Hero" in sheet.keywords else COPIES):
            chosen.append(choice)
            total += more
    return ArmyChoice(faction=faction, units=tuple(chosen))


@rule("core.muster-battle-size")
def sample_setup(book: Book, rng: Random) -> dict[str, Any]:
    """Two random armies with a detachment and perhaps an Enhancement, on a random battlefield, in a random mission or
    none; of half the points mostly, so that games are short. Where the content has rosters those play half of the time.
    """
    limit = rng.choice((400, 600, 1000))
    where = {
        "battlefield": rng.choice(sorted(book.battlefields)),
        "mission": rng.choice(("", *sorted(book.missions))),
    }
    ready = sorted(id for id, one in book.rosters.items() if not any(mistakes_of(id, one, None, book)))
    if ready and rng.random() < HALF:
        return {**where, "rosters": rng.choices(ready, k=2), "open_play": True}
    armies = [_enhanced(book, rng, army, limit) for army in drawn(book, rng, limit)]
    return {**where, "armies": [army.model_dump() for army in armies]}


@rule("core.muster-detachment", "core.muster-enhancements")
def _enhanced(book: Book, rng: Random, army: ArmyChoice, limit: int) -> ArmyChoice:
    """An army with a random detachment of its faction, and an Enhancement of that for its first Character if it may."""
    own = sorted(id for id, one in book.detachments.items() if one.faction == army.faction)
    if not own:
        return army
    chosen = book.detachments[rng.choice(own)]
    first, *others = army.units
    gift = rng.choice(("", *(one.id for one in chosen.enhancements)))
    spent = sum(points_of(book.units[one.sheet], one, book) for one in army.units)
    may = "Epic Hero" not in book.units[first.sheet].keywords and models_of(book.units[first.sheet], first) == 1
    if gift and may and spent + book.enhancements[gift].points <= limit:
        first = first.model_copy(update={"enhancement": gift})
    return army.model_copy(update={"detachment": chosen.id, "units": (first, *others)})
