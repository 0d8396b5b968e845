"""What the log and questions say besides: what lasts from now on, how dice lie, which terrain was destroyed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from rulewright import EffectBegan
from rulewright.geometry import grid
from rulewright.labels import by_kind
from rulewright.text import show

from ..attack.dice import dice_now
from ..book.wording import Wording, say
from ..dice.rolls import Rolling
from ..events.attacks import RollFinalized
from ..events.dice import DiceLie
from ..events.terrain import TerrainDestroyed
from ..lasting import SHAPE_CHANGED
from ..numbers import may
from ..space.hints import attacks_after
from ..special_powers.giving import GIVEN
from ..terms import attack_of
from .names import power

if TYPE_CHECKING:
    from rulewright import Event, Request, View

Facts = Mapping[str, Any]

ADDED: Final = ("modify", "beyond", "increase")
"""The layers of a number that add to it."""
TOLD: Final = ("divide", "multiply", "minimum", "maximum")
"""The layers that have words of their own; the others set a number."""


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
        by = f"{amount:+d}" if layer in ADDED else str(amount)
        key = "changed" if layer in ADDED else layer if layer in TOLD else "becomes"
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


def _lying(view: View, event: DiceLie, lang: str) -> Facts:
    """How dice lie, and what an attack roll makes of them."""
    who, faces = show(view.content.names(event.character), lang), Wording(lang).comma.join(map(str, event.faces))
    told = say(f"dice.{event.how}", lang, who=who, faces=faces)
    return {"told": told + _against(view, event.total, event.defenses, lang)}


def _against(view: View, total: int, defenses: Iterable[tuple[str, int]], lang: str) -> str:
    """The attack total against the defense values of the targets."""
    each = [(show(view.content.names(target), lang), value) for target, value in defenses]
    told = [str(value) if len(each) == 1 else say("dice.defense", lang, who=who, value=value) for who, value in each]
    return say("dice.against", lang, total=total, defenses=Wording(lang).comma.join(told)) if told else ""


def _unsaid(view: View, event: Event, lang: str) -> Facts:
    """Nothing: what the dice show was told when they fell."""
    return {"told": ""}


def _reacting(view: View, request: Request, lang: str) -> Facts:
    """The dice on the table that may be rolled again, or replaced, and what an attack roll makes of them."""
    faces = Wording(lang).comma.join(map(str, dice_now(view)))
    if not faces:
        return {"dice": ""}
    attack, told = attack_of(view), say("dice.now", lang, faces=faces)
    if attack is None or view.find_context(Rolling) is not None:
        return {"dice": told}
    return {"dice": told + _against(view, int(view.number("attack total", attack.attacker)), attack.defenses, lang)}


def _targeting(view: View, request: Request, lang: str) -> Facts:
    """Whether an attack chooses, or a text."""
    source = request.about.get("source", "")
    by = say("asked.by", lang, what=power(view, source, lang)) if source else ""
    return {"does": say("asked.choose" if source else "asked.attack", lang), "by": by}


def _naming(view: View, request: Request, lang: str) -> Facts:
    """Whether a power is lost, or can be used from now on."""
    return {"asked": say("asked.lost" if request.rule == "pac.outwit" else "asked.gained", lang)}


def _putting(view: View, request: Request, lang: str) -> Facts:
    """Whether a character is put down, or what it holds."""
    return {"held": say("asked.held", lang) if request.rule in ("17.7", "17.8") else ""}


facts: Final = by_kind(
    {EffectBegan: _begun, TerrainDestroyed: _destroyed, DiceLie: _lying, RollFinalized: _unsaid},
    {"move": _moving, "react": _reacting, "target": _targeting, "power": _naming, "put_down": _putting},
)
"""The facts of events and questions besides their fields."""
