"""How modifiers count: some values cannot be modified, some units ignore modifiers, and players order what sets one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import Modifier, rule
from rulewright.effects import active_effects

from ..terms import has_keyword, model, profile
from .comparing import better

if TYPE_CHECKING:
    from rulewright import Position

SET: Final = "replaced"
"""The layer in which rules change a characteristic to a value."""
FIRST: Final = frozenset({"printed", "at least", "limited below", "limited above"})
"""The layers of what is printed, had or allowed: nothing in them modifies a number."""
FIXED: Final = "cannot be modified"
IGNORED: Final = "ignored"
IGNORES: Final = "ignores"
"""By this name texts offer what units ignore: a function of a number, which says whether its modifiers are ignored."""
ORDERED: Final = "ordered"
"""A rule that sets a characteristic of a unit or a model comes last, as a player has decided."""
NONE: Final = 7
"""A save that there is not: no D6 shows that."""


def weighed(game: Any, subject: str, modifiers: Sequence[Modifier]) -> list[Modifier]:
    """The modifiers of a number as they count; those that do not have a reason in ``unless``."""
    first = [one for one in modifiers if one.layer in FIRST]
    others = [one for one in modifiers if one.layer not in FIRST]
    if not others:
        return first
    absent = ABSENT.get(others[0].stat)
    if absent is not None and absent(game, subject, first):
        return [*first, *(replace(one, unless=FIXED) for one in others)]
    if game.content.ignoring:
        others = list(_heeded(game, subject, first, others))
    return _unlimited([*first, *in_order(game, subject, others)])


@rule("commentary.modifying-characteristics", "errata.weapon-characteristics")
def _unlimited(modifiers: list[Modifier]) -> list[Modifier]:
    """A Damage that a rule changes to 0 has no least value."""
    last = next((one for one in reversed(modifiers) if one.layer == SET and not one.unless), None)
    if last is None or last.stat != "damage" or last.amount:
        return modifiers
    return [one for one in modifiers if one.layer != "limited below"]


@rule("commentary.modifying-characteristics")
def is_absent(position: Position, subject: str, first: Sequence[Modifier]) -> bool:
    """Whether a model has no such save: none is printed, and no ability gives one."""
    return not any(one.layer == "at least" for one in first)


@rule("commentary.modifying-characteristics")
def has_no_invulnerable(position: Position, subject: str, first: Sequence[Modifier]) -> bool:
    """Whether a model has no invulnerable save."""
    return profile(position, subject).invulnerable is None and is_absent(position, subject, first)


@rule("commentary.no-characteristic")
def has_no_leadership(position: Position, subject: str, first: Sequence[Modifier]) -> bool:
    """Whether the Leadership of a model is -, for which its Toughness stands."""
    return not profile(position, subject).leadership


@rule("commentary.modifying-characteristics")
def has_fixed_move(position: Position, subject: str, first: Sequence[Modifier]) -> bool:
    """Whether the Move of a model is - or 20+."""
    return not profile(position, subject).move or has_keyword(position, model(position, subject).unit, "Aircraft")


ABSENT: Final[Mapping[str, Callable[[Any, str, Sequence[Modifier]], bool]]] = {
    "invulnerable": has_no_invulnerable, "feel no pain": is_absent, "leadership": has_no_leadership,
    "move": has_fixed_move,
}  # fmt: skip
"""The numbers that some models do not have, or that nothing modifies: functions that say so, given what is had."""


# Ignoring ---------------------------------------------------------------------------------------------------


@rule("commentary.ignoring-modifiers")
def _heeded(game: Any, subject: str, first: Sequence[Modifier], modifiers: Sequence[Modifier]) -> Iterator[Modifier]:
    """Of modifiers that may be ignored its player lets those count that do not make anything worse."""
    ignoring = ignores(game, modifiers[0].stat, subject)
    for one in modifiers:
        yield replace(one, unless=IGNORED) if ignoring and worsens(game, subject, first, one) else one


@rule("commentary.ignoring-modifiers")
def ignores(position: Position, stat: str, subject: str) -> bool:
    """Whether modifiers to a number of a unit, or of a model in it, may be ignored."""
    one = position.state.models.get(subject)
    unit = subject if one is None else one.unit
    if unit not in position.state.units:
        return False
    carriers = (unit, *position.state.units[unit].leaders)
    return any(names(stat, subject) for id in carriers for _, names in position.offers(IGNORES, id))


@rule("commentary.negative-modifier", "commentary.positive-modifier")
def worsens(position: Position, subject: str, first: Sequence[Modifier], one: Modifier) -> bool:
    """Whether a modifier is negative: by itself it makes a number worse that ``first`` is printed or had."""
    known = position.rules.stats[one.stat]
    base = known.base_of(position, subject)
    return better(one.stat, known.stat.number(base, first), known.stat.number(base, [*first, one]))


# Several that set a characteristic --------------------------------------------------------------------------


def key_of(one: Any) -> tuple[str, str]:
    """By what a modifier is known again: its name and its source."""
    return (one.name, str(one.source or ""))


@rule("faq.timing.two-rules-set-a-characteristic")
def in_order(position: Position, subject: str, modifiers: list[Modifier]) -> list[Modifier]:
    """Modifiers in their order: of several that set a characteristic the one that a player has chosen comes last."""
    if sum(one.layer == SET for one in modifiers) < 2:
        return modifiers
    last = last_of(position, modifiers[0].stat, subject)
    return sorted(modifiers, key=lambda one: key_of(one) == last)


def last_of(position: Position, stat: str, subject: str) -> tuple[str, str]:
    """The rule that sets a characteristic last, as a player has decided; nothing where nobody has."""
    found = [one.data["last"] for one in active_effects(position, ORDERED, subject) if one.data["number"] == stat]
    return tuple(found[-1]) if found else ("", "")
