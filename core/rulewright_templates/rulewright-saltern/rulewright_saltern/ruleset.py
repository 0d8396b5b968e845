"""Everything that Saltern registers."""

from __future__ import annotations

from importlib.resources import files

from rulewright import Ruleset

from . import ANNOUNCED
from .book import load_content
from .faces import about, facts, label, look, name, panel
from .fighting import ATTACK, CHARGE
from .flow import GAME, last_side
from .minds import DESK, evaluate, sample_setup
from .state import Attacked, ChargeFailed, Moved, Pans, Setup, WoundLost, set_out

RULESET = Ruleset(
    id=ANNOUNCED.id,
    title=ANNOUNCED.title,
    version=ANNOUNCED.version,
    # the table and the rules
    state=Pans,
    setup=Setup,
    populate=set_out,
    flow=GAME,
    procedures=[ATTACK, CHARGE],
    events=[Moved, Attacked, WoundLost, ChargeFailed],
    triggers=[last_side],
    # data
    content=load_content,
    ledger=files(__package__) / "rules.toml",
    texts=files(__package__) / "text.toml",
    # bots and people
    evaluate=evaluate,
    sample_setup=sample_setup,
    odds=DESK,
    name=name,
    label=label,
    facts=facts,
    panel=panel,
    about=about,
    look=look,
)
