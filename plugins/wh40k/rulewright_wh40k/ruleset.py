"""Everything that Warhammer 40,000 registers."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from rulewright import Carriers, Ruleset, TimingPolicy, rule

from . import ANNOUNCED, command, lasting
from .abilities import FOR_UNIT, KNOWN, powers
from .attack import HAS_SHOT, MODEL_HAS_SHOT, MORTAL, STRIKE, SUFFER, UNIT_FALLS, attached_units
from .before.muster import lay_table, sample_setup
from .book.choices import Setup
from .cards.loading import lexicon, load_book
from .charge import CHARGE
from .dice.rolls import REROLLS, THROW
from .events import EVENTS
from .faces.look import look
from .faces.names import label, name
from .faces.orders import orders
from .faces.panel import about, panel
from .faces.stops import stops, usual
from .fight import phase
from .flow import GAME
from .leaving import LEAVES
from .minds.ideas import suggest
from .minds.judgement import JUDGE, evaluate
from .minds.odds.desk import DESK
from .movement.free_moves import FREE_MOVE
from .movement.move_units import MOVE, STAY
from .numbers import IGNORES, PERMISSIONS, STATS
from .running import RESOLVE
from .sequencing import OUTSIDE_TURNS, deciders, sequencer
from .shooting import reselecting
from .shooting.on_death import AFTER_SHOTS
from .space.setting_up import SET_DOWN
from .state import Unit, War
from .stratagems.using import AFTER_USE, REACTIONS
from .terms import ADDS, ARMS, FREES, GRANTS, LARGE

if TYPE_CHECKING:
    from .cards.loading import Book


@rule("core.datasheet", "core.keywords", "core.attached-units",
      "faq.transports.embarked-unit-rules-do-not-affect-transport",
      "faq.transports.firing-deck-extra-rules", "commentary.embarked-units")  # fmt: skip
def carried(book: Book, unit: Unit) -> tuple[str, ...]:
    """The abilities of a unit on the battlefield, and those of its weapons; a Leader that is attached keeps its own.

    One that is embarked has those alone that are about its Transport, or give it core abilities; one that is in
    Reserves or waits to be deployed has the latter. Both have those that are used before the battle.

    A unit has also what its Leaders do for their whole unit.
    """
    sheet = book.units[unit.sheet]
    gifts = book.enhancements[unit.enhancement].abilities if unit.enhancement and unit.strength == 1 else ()
    own = (*sheet.abilities, *gifts, *book.of_faction[sheet.faction])
    if unit.area == "embarked":
        return tuple(one for one in own if one in book.from_within or one in book.granting or one in book.before_battle)
    if unit.area not in ("table", "attached"):
        early = book.before_battle if unit.area != "destroyed" else ()
        return tuple(one for one in own if one in book.granting or one in early)
    if unit.area == "attached":
        return _known(book, (name for name in own if name.partition(":")[0] not in FOR_UNIT))
    ids = (leader.partition("#")[0] for leader in unit.leaders)
    leaders = [book.units[one] for one in ids if one in book.units]
    led = (name for one in leaders for name in one.abilities if name.partition(":")[0] in FOR_UNIT)
    used = (arm for one in (sheet, *leaders) for arm in one.weapons)
    weapons = (book.weapons[arm] for arm in (*used, *unit.borrowed))
    arms = (ability.replace(" ", "-") for weapon in weapons for ability in weapon.abilities)
    printed = ("anti" if ability.startswith("anti-") else ability for ability in arms)
    plain = all(one.keywords.isdisjoint(LARGE) for one in (sheet, *leaders))
    large = () if plain else ("big-guns-never-tire", "in-the-fray")
    return _known(book, (*large, *own, *printed, *led, *sorted(book.lent), *sorted(book.granted)))


def _known(book: Book, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for one in names if one in book.texts or one.partition(":")[0] in KNOWN))


PROCEDURES: Final = (
    STRIKE, SUFFER, MOVE, STAY, CHARGE, phase.FIGHT, THROW, SET_DOWN, MORTAL, RESOLVE, AFTER_SHOTS, UNIT_FALLS,
    HAS_SHOT, MODEL_HAS_SHOT, FREE_MOVE, AFTER_USE, *OUTSIDE_TURNS.values(),
)  # fmt: skip
"""What is called in the middle of the flow."""
RULESET: Final = Ruleset(
    id=ANNOUNCED.id,
    title=ANNOUNCED.title,
    version=ANNOUNCED.version,
    state=War,
    flow=GAME,
    procedures=PROCEDURES,
    populate=lay_table,
    setup=Setup,
    events=EVENTS,
    reactions=REACTIONS,
    triggers=[*lasting.TRIGGERS, *command.TRIGGERS, *attached_units.TRIGGERS, *phase.TRIGGERS, *reselecting.TRIGGERS],
    offers=["re-roll", REROLLS, ARMS, IGNORES, FREES, GRANTS, ADDS],
    effects=lasting.KINDS,
    powers=powers,
    carriers=[Carriers("units", carried, reads=("sheet", "area", "leaders", "borrowed", "enhancement", "strength"))],
    stats=STATS,
    permissions=PERMISSIONS,
    timing=TimingPolicy(deciders, orders=sequencer),
    content=load_book,
    lexicon=lexicon,
    judge=JUDGE,
    evaluate=evaluate,
    foresees=True,
    suggest=suggest,
    stops=stops,
    usual=usual,
    orders=orders,
    levels={
        "easy": "greedy:worlds=1:oversights=0.6:blunders=0.4",
        "hard": "rollout:games=3:keep=3:light=1:turns=2:patience=60",
    },
    sample_setup=sample_setup,
    leaves=LEAVES,
    name=name,
    label=label,
    panel=panel,
    look=look,
    odds=DESK,
    about=about,
    ledger=files(__package__) / "rules.toml",
    texts=files(__package__) / "text.toml",
    tutorial=files(__package__) / "tutorial.toml",
)
