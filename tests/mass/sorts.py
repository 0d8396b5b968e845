"""Sorts of content that should come up in random games, each in some battle: counted, and what never did is named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from rulewright import Event, Game, rules_for

CameUp: TypeAlias = Callable[[Game, Event], Iterator[str]]


class Sorts(NamedTuple):
    """The sorts that should come up, and those that an event shows."""

    known: Iterable[str]
    shown: CameUp


def of_wh40k() -> Sorts:
    """Abilities of weapons that attacked; abilities, keywords and Leaders of units on the battlefield; detachments."""
    from rulewright_wh40k.book.weapons import WEAPON_ABILITIES
    from rulewright_wh40k.events.attacks import TargetsDeclared
    from rulewright_wh40k.events.before import Deployed
    from rulewright_wh40k.events.movement import Arrived
    from rulewright_wh40k.terms import sheet, weapon

    keywords = ("Aircraft", "Character", "Infantry", "Monster", "Mounted", "Swarm", "Transport", "Vehicle")
    core = (
        "deadly-demise", "deep-strike", "feel-no-pain", "fights-first", "firing-deck", "hover", "infiltrators",
        "lone-operative", "scouts", "stealth",
    )  # fmt: skip

    def shown(game: Game, event: Event) -> Iterator[str]:
        match event:
            case TargetsDeclared():
                for ability in weapon(game, event.weapon).abilities:
                    yield from (one for one in WEAPON_ABILITIES if ability.startswith(one))
            case Deployed() | Arrived() if event.unit in game.state.units:
                one, record = sheet(game, event.unit), game.state.units[event.unit]
                yield from (
                    each for each in core if any(ability.partition(":")[0] == each for ability in one.abilities)
                )
                yield from (each for each in keywords if each in one.keywords)
                yield from ("Attached unit",) if record.leaders else ()
                yield f"detachment {game.state.armies[record.player].detachment}"

    detachments = (f"detachment {id}" for id in rules_for("wh40k").content.detachments)
    return Sorts((*WEAPON_ABILITIES, *core, *keywords, "Attached unit", *detachments), shown)


SORTS: Final[Mapping[str, Callable[[], Sorts]]] = {"wh40k": of_wh40k}
"""For each game its sorts."""
