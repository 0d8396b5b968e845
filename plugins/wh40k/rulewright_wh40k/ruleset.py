"""Everything that Warhammer 40,000 registers."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from rulewright import Carriers, Ruleset, TimingPolicy, active_first, rule

from . import ANNOUNCED, attack, charging, fighting, movement
from .abilities import KNOWN, powers
from .before_events import BEFORE
from .book import load_book
from .events import EVENTS
from .flow import GAME
from .mustering import lay_table, sample_setup, setup_model
from .names import label, name
from .numbers import PERMISSIONS, STATS
from .odds import DESK
from .panel import about, panel
from .state import Unit, War
from .terms import LARGE

if TYPE_CHECKING:
    from .book import Book


@rule("core.datasheet", "core.keywords")
def carried(book: Book, unit: Unit) -> tuple[str, ...]:
    """The abilities of a unit on the battlefield, and those of its weapons."""
    if unit.area != "table":
        return ()
    sheet = book.units[unit.sheet]
    ids = (leader.partition("#")[0] for leader in unit.leaders)
    leaders = [book.units[one] for one in ids if one in book.units]
    own = (used for one in (sheet, *leaders) for part in one.parts for used in part.weapons)
    weapons = (book.weapons[used] for used in (*own, *unit.borrowed))
    arms = (ability.replace(" ", "-") for weapon in weapons for ability in weapon.abilities)
    large = () if sheet.keywords.isdisjoint(LARGE) else ("big-guns-never-tire", "in-the-fray")
    gifts = book.enhancements[unit.enhancement].abilities if unit.enhancement and unit.strength == 1 else ()
    both = (*large, *sheet.abilities, *gifts, *("anti" if ability.startswith("anti-") else ability for ability in arms))
    return tuple(dict.fromkeys(one for one in both if one.partition(":")[0] in KNOWN))


def _procedures() -> list[Any]:
    return [attack.STRIKE, attack.SUFFER, movement.GOING, charging.CHARGE, fighting.FIGHT]


RULESET: Final = Ruleset(
    id=ANNOUNCED.id,
    title=ANNOUNCED.title,
    version=ANNOUNCED.version,
    state=War,
    flow=GAME,
    procedures=_procedures(),
    populate=lay_table,
    setup=setup_model,
    events=(*EVENTS, *BEFORE),
    powers=powers,
    carriers=[Carriers("units", carried, reads=("sheet", "area", "leaders", "borrowed", "enhancement", "strength"))],
    stats=STATS,
    permissions=PERMISSIONS,
    timing=TimingPolicy(active_first),
    content=load_book,
    sample_setup=sample_setup,
    name=name,
    label=label,
    panel=panel,
    odds=DESK,
    about=about,
    ledger=files(__package__) / "rules.toml",
    texts=files(__package__) / "text.toml",
)
