"""Everything that Slipway registers."""

from __future__ import annotations

from importlib.resources import files

from rulewright import Ruleset

from . import ANNOUNCED
from .before import Setup, populate, sample_setup
from .book import load
from .faces import facts, label, look, name, panel
from .minds import evaluate
from .state import Attacked, Cove, Damaged, KnockedOut, Moved, SmokeLaid
from .turn import GAME

RULESET = Ruleset(
    id=ANNOUNCED.id,
    title=ANNOUNCED.title,
    version=ANNOUNCED.version,
    # the table and the rules
    state=Cove,
    setup=Setup,
    sample_setup=sample_setup,
    populate=populate,
    flow=GAME,
    events=[Moved, SmokeLaid, Attacked, Damaged, KnockedOut],
    # data
    content=load,
    ledger=files(__package__) / "rules.toml",
    texts=files(__package__) / "text.toml",
    # bots and people
    evaluate=evaluate,
    name=name,
    facts=facts,
    label=label,
    panel=panel,
    look=look,
)
