"""Everything that HeroClix registers."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from rulewright import Carriers, EffectKind, Procedure, Ruleset, TimingPolicy, active_first, rule, trigger

from . import ANNOUNCED, actions, attack, damage, moving
from .book import load_book
from .events import EVENTS, KnockedOut
from .names import label, name
from .numbers import PERMISSIONS, STATS
from .panel import panel
from .powers import powers
from .setup import SETUP, lay_table, sample_setup, setup_model
from .state import Battle, Character
from .turn import GAME_TURN

if TYPE_CHECKING:
    from .book import Book


@rule("20.1", "18", "19.1", "19.2", "20.4", "20.6a", "20.6b")
def carried(book: Book, character: Character) -> tuple[str, ...]:
    """The powers that the dial shows, and the abilities of base and card; nothing off the map."""
    if character.area != "map":
        return ()
    card = book.characters[character.card]
    return tuple(dict.fromkeys((*card.shows(character.click).powers, *card.carries)))


@trigger(KnockedOut, player=lambda game, event, source: None)
@rule("5.4a")
def score_ko(game: Any, event: KnockedOut, source: None) -> Any:
    """Whoever opposes a KO'd character scores it."""
    return damage.score(game, event)


EFFECTS: Final = (
    EffectKind("perplexed", lost=rule("20.3", "20.6c")(lambda game, effect: not game.has("perplex", effect.source))),
    EffectKind("outwitted", lost=rule("20.3", "20.6c")(lambda game, effect: not game.has("outwit", effect.source))),
)

RULESET: Final = Ruleset(
    id=ANNOUNCED.id,
    title=ANNOUNCED.title,
    version=ANNOUNCED.version,
    state=Battle,
    flow=Procedure("game", [SETUP, GAME_TURN]),
    procedures=[actions.PROCEDURE, attack.ATTACK, moving.MOVE, damage.TURN_DIAL],
    populate=lay_table,
    setup=setup_model,
    events=EVENTS,
    triggers=[attack.illegal_targets_drop_out, score_ko],
    powers=powers,
    carriers=[Carriers("characters", carried, reads=("card", "click", "area"))],
    offers=[actions.ACTION],
    stats=STATS,
    permissions=PERMISSIONS,
    effects=EFFECTS,
    timing=TimingPolicy(active_first, nesting="others wait", recheck=False),
    content=load_book,
    sample_setup=sample_setup,
    name=name,
    label=label,
    panel=panel,
    ledger=files(__package__) / "rules.toml",
    texts=files(__package__) / "text.toml",
)
