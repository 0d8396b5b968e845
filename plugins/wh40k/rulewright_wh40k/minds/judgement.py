"""What programs think: what texts are usually worth."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from rulewright import programs

from ..running import ROLES, Run
from ..stratagems.using import OFFERED

if TYPE_CHECKING:
    from rulewright import View
    from rulewright.vocabulary import Verb


class Judge(programs.Judge):
    """What texts are usually worth, in mortal wounds."""

    roles = ROLES
    run = Run
    values = MappingProxyType({"toughness": 5})
    sides = MappingProxyType({**programs.SIDES, "target": 1, "acting": -1, "attacked": -1})
    worths = MappingProxyType({
        "mortal wound": -1.0, "battle_shock": 0.7, "take_test": -0.7, "pass": 0.7, "gain_cp": 1.0, "return": 1.5,
        "reposition": 0.5, "move": 0.5, "withdraw": 0.2, "heal": 1.0, "reanimate": 1.5, "revive": 3.0, "add_unit": 3.0,
        "replace": 2.0, "shoot": 1.0, "charge": 1.0, "fight_next": 1.0, "arrive": 1.0, "challenge": 0.5, "reroll": 0.5,
        "recover": 0.5, "secure": 1.0, "give": 1.0, "change": 1.0,
    })  # fmt: skip

    def promise(self, position: View, request: Any, answer: Any) -> float:
        """What it costs to use a Stratagem counts, too."""
        used = _stratagem(position, answer)
        cost = 0 if used is None else used.cp
        return super().promise(position, request, answer) - self.worths["gain_cp"] * cost

    def offered(self, position: View, answer: Any) -> Sequence[Verb]:
        used = _stratagem(position, answer)
        return super().offered(position, answer) if used is None else used.does


def _stratagem(view: View, answer: Any) -> Any:
    """The Stratagem that an answer uses; None for any other."""
    if isinstance(answer, tuple) and str(answer[0]).startswith(OFFERED):
        return view.content.stratagems[answer[1][0]]
    return None


JUDGE: Final = Judge()
