"""Everything that Marvel: Crisis Protocol registers."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Final

from rulewright import Ruleset, TimingPolicy, rule

from . import ANNOUNCED
from .activation import ACTIVATION
from .activation import TRIGGERS as ACTIVATED
from .attack import PROCEDURES as ATTACKS
from .attack import REACTIONS as COVERING
from .attack.special_rules import special_rule
from .before.setup import lay_table, sample_setup
from .cards.loading import lexicon, load_book
from .conditions import TRIGGERS as CONDITIONS
from .crises import TRIGGERS as CRISES
from .damage import TRIGGERS as DAMAGE
from .effects.granted_rerolls import REACTIONS as GRANTED
from .events import EVENTS
from .faces.facts import facts
from .faces.look import look
from .faces.names import label, name
from .faces.orders import orders
from .faces.panel import about, panel
from .faces.stops import stops, usual
from .flow import GAME
from .lasting import KINDS
from .lasting import TRIGGERS as LASTING
from .leaderships import GAINED, LEADERSHIP
from .leaving import LEAVES
from .minds.ideas import suggest
from .minds.judgement import JUDGE, determinize, evaluate
from .minds.odds import DESK
from .movement.moves import MOVE
from .movement.throws import PROCEDURES as DODGES
from .numbers import PERMISSIONS, STATS
from .objectives import HELD, SEALED
from .objectives import TRIGGERS as OBJECTIVES
from .phases import TRIGGERS as PHASES
from .running import RESOLVE
from .space.hints import FOLLOW_UPS
from .state import Battlefield
from .superpowers.powers import ACTIVE, CARRIERS, powers
from .superpowers.powers import TRIGGERS as SPARING
from .superpowers.stopping import PROCEDURES as USAGES
from .tactics import REACTIONS as TACTICS
from .tactics import TRIGGERS as LEFT_OVER
from .tactics import card_triggers
from .terms import Attack, TurnOf

if TYPE_CHECKING:
    from rulewright import Game


def active_player(game: Game) -> int:
    """Whose turn it is; outside of turns the player with priority."""
    turn = game.find_context(TurnOf)
    return turn.player if turn is not None else int(game.state.mission[0].priority)


@rule("attack.step-2", "power-phase.step-2")
def order(game: Game) -> tuple[int, int]:
    """In an attack the attacker first, otherwise the player with priority."""
    running = game.find_context(Attack)
    first = running.player if running is not None else int(game.state.mission[0].priority)
    return first, 1 - first


TIMING: Final = TimingPolicy(
    order,
    until="each until pass",
    text="in an attack the attacker first, otherwise the player with priority; each orders their own effects",
)

TRIGGERS: Final = (
    *CONDITIONS, *DAMAGE, *OBJECTIVES, *CRISES, *ACTIVATED, *PHASES, *LASTING, *SPARING, *LEFT_OVER, special_rule,
)  # fmt: skip

RULESET: Final = Ruleset(
    id=ANNOUNCED.id,
    title=ANNOUNCED.title,
    version=ANNOUNCED.version,
    state=Battlefield,
    flow=GAME,
    procedures=[*ATTACKS, *DODGES, *USAGES, MOVE, ACTIVATION, RESOLVE],
    populate=lay_table,
    setup="rulewright_crisis_protocol.book.choices:Setup",
    events=EVENTS,
    triggers=lambda book: [*TRIGGERS, *card_triggers(book)],
    reactions=[*COVERING, *GRANTED, *TACTICS],
    powers=powers,
    carriers=[CARRIERS],
    offers=[ACTIVE],
    stats=STATS,
    permissions=PERMISSIONS,
    effects=[LEADERSHIP, GAINED, HELD, SEALED, *KINDS],
    timing=TIMING,
    active=active_player,
    content=load_book,
    lexicon=lexicon,
    determinize=determinize,
    evaluate=evaluate,
    foresees=True,
    judge=JUDGE,
    suggest=suggest,
    stops=stops,
    usual=usual,
    orders=orders,
    follow_ups=FOLLOW_UPS,
    levels={
        "normal": "greedy:tries=32",
        "hard": "rollout:games=8:keep=3:turns=2:tries=32:through=6:sure=1:onward=24:deeds=1",
    },
    sample_setup=sample_setup,
    leaves=LEAVES,
    name=name,
    label=label,
    facts=facts,
    panel=panel,
    look=look,
    about=about,
    odds=DESK,
    ledger=files(__package__) / "rules.toml",
    texts=files(__package__) / "text.toml",
    tutorial=files(__package__) / "tutorial.toml",
)
