"""Everything that Brawl registers."""

from __future__ import annotations

from importlib.resources import files

from rulewright import EffectKind, Ruleset, TimingPolicy, active_first
from rulewright.zones import CardsUncovered, Shuffled

from . import ANNOUNCED
from .attack import ATTACK, STRENGTH, grit, may_hold_reaction, react
from .before import Setup, lay_table
from .cards import load_cards
from .faces import name, panel
from .minds import determinize, evaluate
from .state import DiceRolled, Healed, Tavern, Wounded
from .turn import GAME, knock_out

RULESET = Ruleset(
    id=ANNOUNCED.id,
    title=ANNOUNCED.title,
    version=ANNOUNCED.version,
    # the table and the rules
    state=Tavern,
    setup=Setup,
    populate=lay_table,
    flow=GAME,
    procedures=[ATTACK],
    events=[DiceRolled, Wounded, Healed, CardsUncovered, Shuffled],
    reactions=[react],
    triggers=[knock_out, grit],
    effects=[EffectKind("strengthened")],
    stats=[STRENGTH],
    timing=TimingPolicy(active_first, until="all pass", ask_all=may_hold_reaction),
    # data
    content=load_cards,
    ledger=files(__package__) / "rules.toml",
    # bots and people
    determinize=determinize,
    evaluate=evaluate,
    name=name,
    panel=panel,
    texts=files(__package__) / "text.toml",
)
