"""Everything that Dice Throne registers."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from rulewright import Matchups, Ruleset, TimingPolicy

from . import ANNOUNCED
from .before.setup import lay_table, sample_setup, teams_of
from .cards.content import CONTENT
from .cards.loading import load_book
from .effects.resolving import RESOLVE
from .effects.worth import JUDGE
from .events import EVENTS
from .faces.about import about
from .faces.look import look
from .faces.names import facts, name
from .faces.options import label
from .faces.panel import panel
from .faces.stops import stops
from .flow import GAME
from .leaving import LEAVES
from .minds.judgement import determinize, evaluate, suggest
from .minds.odds import DESK
from .moments import OFFERS, WINDOWS
from .numbers import PERMISSIONS, STATS
from .playing import might_react, play, sell
from .state import Throne
from .status_effects.powers import CARRIERS, powers
from .status_effects.spending import spend
from .status_effects.triggers import MOMENT
from .terms import active_player, clockwise, why_not_asked


def next_turn_is_over(game: object, effect: object) -> bool:
    """Whether the turn after the one in which an effect began is past."""
    return bool(game.state.round[0].number > effect.data["turn"] + 1)  # type: ignore[attr-defined]


TIMING: Final = TimingPolicy(
    clockwise,
    until="all pass",
    ask_all=might_react,
    text="active player, then clockwise, until all pass; instants, roll cards, spent tokens and Ultimates stand alone",
)

RULESET: Final = Ruleset(
    id=ANNOUNCED.id,
    title=ANNOUNCED.title,
    version=ANNOUNCED.version,
    state=Throne,
    flow=GAME,
    procedures=[RESOLVE, MOMENT],
    windows=WINDOWS,
    populate=lay_table,
    setup="rulewright_dice_throne.book.choices:Setup",
    players=lambda setup: len(setup.heroes),
    teams=teams_of,
    events=EVENTS,
    reactions=[play, spend, sell],
    powers=powers,
    carriers=[CARRIERS],
    offers=OFFERS,
    stats=STATS,
    permissions=PERMISSIONS,
    conditions={"next turn over": next_turn_is_over},
    timing=TIMING,
    active=active_player,
    why_not_asked=why_not_asked,
    content=load_book,
    lexicon=CONTENT.lexicon,
    determinize=determinize,
    evaluate=evaluate,
    levels={"easy": "greedy:worlds=1:oversights=0.25"},
    judge=JUDGE,
    suggest=suggest,
    stops=stops,
    sample_setup=sample_setup,
    leaves=LEAVES,
    matchups=Matchups(
        names=lambda book: tuple(book.heroes),
        setup=lambda setup, heroes: {**setup, "heroes": tuple(heroes)},
    ),
    name=name,
    label=label,
    facts=facts,
    panel=panel,
    about=about,
    look=look,
    odds=DESK,
    ledger=files(__package__) / "rules.toml",
    texts=files(__package__) / "text.toml",
    tutorial=files(__package__) / "tutorial.toml",
)
