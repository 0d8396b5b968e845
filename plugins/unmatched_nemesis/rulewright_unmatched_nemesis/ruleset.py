"""Everything that Knockdown: Nemesis registers."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Final

from rulewright import Ruleset, TimingPolicy, active_first
from rulewright.programs import RESOLVE

from . import ANNOUNCED
from .attack import ATTACK, OWN_TEXT, might_react, respond, why_not_asked
from .before.setup import MATCHUPS, lay_table, sample_setup
from .blocks import block
from .cards.loading import lexicon, load_book
from .combo import COMBO
from .events import EVENTS
from .faces.look import look
from .faces.names import facts, label, name
from .faces.panel import about, panel
from .flow import MATCH
from .hands import keep_hand_limit
from .knockdown import recover
from .leaving import LEAVES
from .minds.judgement import JUDGE, determinize, evaluate
from .minds.odds import DESK
from .numbers import PERMISSIONS, STATS
from .paying import PAY
from .skills import CARRIERS, powers
from .state import Duel
from .turn import ATTACK_ACTION

if TYPE_CHECKING:
    from rulewright import Game


def active_player(game: Game) -> int:
    """Whose turn it is."""
    player: int = game.state.match[0].active
    return player


TIMING: Final = TimingPolicy(
    active_first,
    ask_all=might_react,
    recheck=False,
    text="attacker, then the target's blocks and responses; a skill's condition is looked at when its moment comes",
)

RULESET: Final = Ruleset(
    id=ANNOUNCED.id,
    title=ANNOUNCED.title,
    version=ANNOUNCED.version,
    state=Duel,
    flow=MATCH,
    procedures=[ATTACK_ACTION, ATTACK, COMBO, PAY, RESOLVE],
    populate=lay_table,
    setup="rulewright_unmatched_nemesis.book.choices:Setup",
    events=EVENTS,
    triggers=[keep_hand_limit, recover],
    reactions=[block, respond],
    powers=powers,
    carriers=[CARRIERS],
    stats=STATS,
    permissions=PERMISSIONS,
    effects=[OWN_TEXT],
    timing=TIMING,
    active=active_player,
    why_not_asked=why_not_asked,
    content=load_book,
    lexicon=lexicon,
    determinize=determinize,
    evaluate=evaluate,
    foresees=True,
    levels={"hard": "rollout:games=3:keep=3:light=4:replies=3"},
    judge=JUDGE,
    sample_setup=sample_setup,
    leaves=LEAVES,
    matchups=MATCHUPS,
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
