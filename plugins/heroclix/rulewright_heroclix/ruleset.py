"""Everything that HeroClix registers."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Final

from rulewright import Carriers, EffectKind, Procedure, Ruleset, TimingPolicy, active_first, rule

from . import ANNOUNCED, actions, attack, control, damage, elements, moving, objects, rolls, running, victory
from .book import lexicon, load_book
from .effects.lasting import CONDITIONS, SPECIAL, given_no_more
from .entering import starts_the_game
from .events import EVENTS
from .grants import all_granted, in_size, of_special
from .judgement import evaluate
from .names import label, name
from .numbers import PERMISSIONS, STATS
from .odds import DESK
from .panel import panel
from .powers import damage as damage_powers
from .powers import powers
from .powers.special import equip_by_traits, unequip_fallen
from .setup import SETUP, SHELTERED, lay_table, sample_setup, setup_model, sheltered_no_more, teams
from .state import Battle, Character
from .turn import GAME_TURN, active_player

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulewright.powers import Held

    from .book import Book


@rule(
    "20.1",
    "19.4",
    "18",
    "19",
    "19.1",
    "19.3",
    "19.2",
    "19.2a",
    "19.2b",
    "20.4",
    "20.6a",
    "20.6b",
    "keyword.sideline-active",
)
def carried(book: Book, character: Character) -> tuple[str | Held, ...]:
    """The powers that the dial shows, and the abilities of base and card; off the map what says so."""
    card = book.characters[character.card]
    if character.area != "map":
        return card.sideline if character.area == "sideline" else ()
    carries = in_size(card.carries, card.size, character.size or card.size)
    at_points = (trait.id for trait in card.at_points if trait.at == character.points)
    given = (item for id in (*usable(book, character), *at_points) for item in _of_given(book, id))
    return tuple(dict.fromkeys((*card.shows(character.click).powers, *carries, *given)))


@rule("25.4a")
def usable(book: Book, character: Character) -> Iterator[str]:
    """What a character was given; on another force than its own it cannot use a resource."""
    for id in character.given:
        element = book.elements.get(id)
        if element is None or element.kind != "resource" or character.player == character.starting:
            yield id


def _of_given(book: Book, id: str) -> Iterable[str | Held]:
    return of_special(book.specials[id]) if id in book.specials else all_granted((id,))


CARRIED_BY: Final = ("card", "click", "area", "points", "given", "player", "starting", "size")
"""The fields of a character on which it depends what it carries."""


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
    triggers=[
        attack.illegal_targets_drop_out,
        attack.destroy_what_was_shot_through,
        attack.critical_miss_hurts,
        victory.effects_end,
        objects.let_go,
        victory.score_ko,
        victory.score_element,
        victory.attached_goes,
        unequip_fallen,
        equip_by_traits,
        starts_the_game,
        elements.lose_resource,
        elements.use_locations,
        elements.find_clues,
    ],
    powers=powers,
    carriers=[Carriers("characters", carried, reads=CARRIED_BY)],
    offers=[actions.ACTION, attack.FURTHER, attack.INSTEAD],
    stats=STATS,
    permissions=PERMISSIONS,
    effects=(
        *damage_powers.EFFECTS,
        EffectKind(SPECIAL, lost=given_no_more),
        EffectKind(SHELTERED, lost=sheltered_no_more),
    ),
    conditions=CONDITIONS,
    lexicon=lexicon,
    timing=TimingPolicy(active_first, nesting="others wait", recheck=False),
    content=load_book,
    players=lambda setup: len(setup.forces),
    teams=teams,
    active=active_player,
    sample_setup=sample_setup,
    name=name,
    label=label,
    panel=panel,
    evaluate=evaluate,
    odds=DESK,
    ledger=files(__package__) / "rules.toml",
    texts=files(__package__) / "text.toml",
)
