"""What lines of the log say besides: what lasts from now on, and which terrain was destroyed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from rulewright import EffectBegan
from rulewright.geometry import grid
from rulewright.labels import by_kind
from rulewright.text import show

from ..book.wording import Wording, say
from ..events.terrain import TerrainDestroyed
from ..lasting import SHAPE_CHANGED
from ..numbers import may
from ..space.hints import attacks_after
from ..special_powers.giving import GIVEN
from .names import power

if TYPE_CHECKING:
    from rulewright import Request, View

Facts = Mapping[str, Any]


def _begun(view: View, event: EffectBegan, lang: str) -> Facts:
    """What lasts from now on, for whom and by what; nothing where a text gives it only as long as it holds."""
    effect = event.effect
    if effect.kind == GIVEN or effect.target is None:
        return {"told": ""}
    whom = show(view.content.names(str(effect.target)), lang)
    if effect.kind == SHAPE_CHANGED:
        attacker = show(view.content.names(str(effect.source)), lang)
        return {"told": say("lasts.slips_away", lang, whom=whom, attacker=attacker)}
    what = Wording(lang).comma.join(_counts(effect.data, lang, view))
    return {"told": say("lasts.line", lang, whom=whom, what=what) if what else ""}


def _counts(data: Facts, lang: str, view: View) -> Iterator[str]:
    """What an effect changes, forbids, gives and takes."""
    stat, layer, amount = data.get("stat"), data.get("layer"), data.get("amount")
    if layer in ("cannot", "may"):
        yield say("part.forbids" if layer == "cannot" else "part.permits", lang, what=may(str(stat), lang))
    elif stat is not None:
        by = f"{amount:+d}" if layer in ("modify", "beyond", "increase") else str(amount)
        key = "changed" if layer in ("modify", "beyond", "increase") else "becomes"
        yield say(f"lasts.{key}", lang, value=Wording(lang).number(str(stat).replace(" ", "_")), by=by)
    for key in ("gives", "counters"):
        names = data.get(key, ())
        told = [power(view, name, lang) for name in ((names,) if isinstance(names, str) else names) if name != "*"]
        if told:
            yield say(f"lasts.{key}", lang, powers=Wording(lang).either.join(told))


def _destroyed(view: View, event: TerrainDestroyed, lang: str) -> Facts:
    """Where the terrain stood."""
    squares = [grid.name_of(square) for square in event.squares]
    walls = ["|".join(map(grid.name_of, wall)) for wall in event.walls]
    return {"where": " ".join((*squares, *walls))}


def _moving(view: View, request: Request, lang: str) -> Facts:
    """Which attack may follow the move."""
    kinds = attacks_after(view, request.about["character"])
    return {"then": say(f"then.{'_'.join(kinds) or 'nothing'}", lang)}


facts: Final = by_kind({EffectBegan: _begun, TerrainDestroyed: _destroyed}, {"move": _moving})
"""The facts of events and questions besides their fields."""
