"""Whom a Stratagem can be used on: the unit that acts, those that it attacks, or others, and their conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from rulewright import Turn, rule

from ..running import Run
from ..space.battlefield import engaged, within
from ..terms import Fallen, did, has_ability, has_keyword, models, on_table, unit, units

if TYPE_CHECKING:
    from rulewright import Game, Position

    from ..cards.stratagems import Stratagem, Target


def begun(player: int, stratagem: Stratagem, context: Any) -> Run:
    """What a Stratagem would do now, on no units yet: who acts in this procedure, and whom that unit attacks."""
    declared = getattr(context, "declared", ())
    foes = tuple(dict.fromkeys(one.target for one in declared)) if declared else getattr(context, "targets", ())
    acting = context.last if isinstance(context, Fallen) else getattr(context, "unit", "")
    return Run(
        player=player,
        source=stratagem.id,
        queue=(),
        acting=acting,
        attacked=tuple(foes),
        cites=stratagem.rule,
        hit=getattr(context, "hit", ()),
    )


@rule("commentary.affected-by-a-stratagem", "commentary.your-unit-in-stratagems", "core.stratagems",
      "commentary.controlling-player", "faq.reserves.stratagem-target-in-reserves")  # fmt: skip
def targets(
    game: Game, stratagem: Stratagem, now: Run, may: Callable[[tuple[str, ...]], bool] = lambda chosen: True
) -> Iterator[tuple[str, ...]]:
    """The units that a Stratagem can be used on, as its Target section says, and ``may``; () where it has none.

    Of single units only those are looked at that ``may`` be chosen.
    """
    target = stratagem.target
    if target.who == "none":
        yield from filter(may, [()])
        return
    among = _among(game, target, now)
    if target.count == 1:
        yield from ((id,) for id in among if may((id,)) and fulfils(game, id, target, now))
    else:
        able = [id for id in among if fulfils(game, id, target, now)]
        yield from filter(may, combinations(able, target.count))


@rule("commentary.embarked-units")
def _among(position: Position, target: Target, now: Run) -> Iterator[str]:
    """The units of the player among which targets are."""
    player = now.player
    if target.who in ("reserves", "destroyed"):
        yield from units(position, player, target.who)
        return
    named = {"acting": (now.acting,) if now.acting else (), "attacked": now.attacked}.get(target.who)
    for id in units(position, player) if named is None else named:
        if models(position, id) and unit(position, id).player == player:
            yield id


@rule("core.keywords", "commentary.keywords", "commentary.your-unit-in-stratagems", "commentary.with-the-x-ability")
def fulfils(position: Position, id: str, target: Target, now: Run) -> bool:
    """Whether a unit fulfils the conditions of a target."""
    if not all(of_kind(position, id, one) for one in target.keywords):
        return False
    if target.either and not any(of_kind(position, id, one) for one in target.either):
        return False
    if any(of_kind(position, id, one) for one in target.without) and not any(
        of_kind(position, id, one) for one in target.unless
    ):
        return False
    if target.ability and not has_any(position, id, target.ability.replace(" ", "-")):
        return False
    if did(position, id, *target.not_done) or (target.unselected and selected(position, id)):
        return False
    if target.engaged is not None and bool(engaged(position, id)) is not target.engaged:
        return False
    if target.within is None:
        return True
    measured = models(position, now.acting) and on_table(position, now.acting) and on_table(position, id)
    return bool(measured) and within(position, id, now.acting, target.within)


@rule("commentary.not-selected-to-shoot-or-fight")
def selected(position: Position, id: str) -> bool:
    """Whether a unit has been selected to shoot in this Shooting phase, or to fight in this Fight phase.

    In a Shooting phase only the units of the player whose turn it is are; what others did before was out of phase.
    """
    turn = position.find_context(Turn)
    if position.phase == "shooting phase":
        return turn is not None and turn.player == unit(position, id).player and did(position, id, "shot")
    return bool(position.phase == "fight phase" and did(position, id, "fought"))


@rule("commentary.with-the-x-ability")
def has_any(position: Position, id: str, ability: str) -> bool:
    """Whether a unit, or a model in it, has an ability, whatever its number."""
    return any(has_ability(position, str(one.id), ability) for one in models(position, id))


@rule("core.keywords")
def of_kind(position: Position, id: str, keyword: str) -> bool:
    """Whether a unit, or a model in it, has a keyword."""
    origins = dict.fromkeys(one.origin for one in models(position, id))
    return has_keyword(position, id, keyword) or any(has_keyword(position, one, keyword) for one in origins)
