"""Everything that HeroClix registers."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from rulewright import Carriers, EffectKind, Procedure, Ruleset, TimingPolicy, active_first, rule, trigger

from . import ANNOUNCED, actions, attack, control, damage, moving, rolls, running
from .book import lexicon, load_book
from .effects.lasting import CONDITIONS, SPECIAL, given_no_more
from .events import EVENTS, KnockedOut, RemovedFromGame
from .names import label, name
from .numbers import PERMISSIONS, STATS
from .panel import panel
from .powers import damage as damage_powers
from .powers import powers
from .setup import SETUP, lay_table, sample_setup, setup_model
from .state import Battle, Character
from .turn import GAME_TURN

if TYPE_CHECKING:
    from rulewright.powers import Held

    from .book import Book


@rule("20.1", "18", "19.1", "19.2", "20.4", "20.6a", "20.6b", "keyword.sideline-active")
def carried(book: Book, character: Character) -> tuple[str | Held, ...]:
    """The powers that the dial shows, and the abilities of base and card; off the map what says so."""
    card = book.characters[character.card]
    if character.area != "map":
        return card.sideline if character.area == "sideline" else ()
    return tuple(dict.fromkeys((*card.shows(character.click).powers, *card.carries)))


@trigger(KnockedOut, RemovedFromGame, player=lambda game, event, source: None)
@rule("21.7")
def attached_goes(game: Any, event: KnockedOut | RemovedFromGame, source: None) -> Any:
    """What is attached to a KO'd element leaves the map and is removed from the game."""
    attached = [one for one in game.state.characters.values() if one.attached == event.character]
    return [RemovedFromGame(str(one.id), rule="21.7") for one in attached if one.area == "map"] or None


@trigger(KnockedOut, RemovedFromGame, player=lambda game, event, source: None)
@rule("5.4a", "21.8")
def score_ko(game: Any, event: KnockedOut | RemovedFromGame, source: None) -> Any:
    """Whoever opposes a KO'd character scores it."""
    return damage.score(game, event)


RULESET: Final = Ruleset(
    id=ANNOUNCED.id,
    title=ANNOUNCED.title,
    version=ANNOUNCED.version,
    state=Battle,
    flow=Procedure("game", [SETUP, GAME_TURN]),
    procedures=[
        actions.PROCEDURE,
        attack.ATTACK,
        moving.MOVE,
        damage.TURN_DIAL,
        control.CONTROLLED,
        rolls.ROLL,
        running.RESOLVE,
    ],
    populate=lay_table,
    setup=setup_model,
    events=EVENTS,
    triggers=[attack.illegal_targets_drop_out, score_ko, attached_goes],
    powers=powers,
    carriers=[Carriers("characters", carried, reads=("card", "click", "area"))],
    offers=[actions.ACTION, attack.FURTHER, attack.INSTEAD],
    stats=STATS,
    permissions=PERMISSIONS,
    effects=(*damage_powers.EFFECTS, EffectKind(SPECIAL, lost=given_no_more)),
    conditions=CONDITIONS,
    lexicon=lexicon,
    timing=TimingPolicy(active_first, nesting="others wait", recheck=False),
    content=load_book,
    sample_setup=sample_setup,
    name=name,
    label=label,
    panel=panel,
    ledger=files(__package__) / "rules.toml",
    texts=files(__package__) / "text.toml",
)
