"""What grants what: combat symbols, sizes, special powers and traits give standard powers, keyphrases, abilities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright import rule
from rulewright.powers import Held

from ..lasting import OUTWITTED, PROTECTION, PULSE_WAVED, protection

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from .models import Special, Trait


INHERENT: Final = ("move", "close", "range", "carry", "destroy", "terrain", "pilot", "equip")
"""The abilities that every character has (7.3, 16.9, 19.1)."""

SYMBOLS: Final[Mapping[str, tuple[str, ...]]] = {
    "flight": ("flight",),
    "dolphin": ("swim",),
    "autonomous": ("autonomous",),
    "vehicle": ("vehicle", "pilot-values", "pilot-power", "safeguard:mind-control"),
}
"""What combat symbols grant (1.3c to 1.3e, 1.3i, 19.5)."""

OF_SIZE: Final[Mapping[str, tuple[str, ...]]] = {
    "tiny": ("tiny-size",),
    "standard": (),
    "giant": ("giant-reach:2", "great-size"),
    "colossal": ("giant-reach:3", "great-size"),
}
"""What size symbols grant (1.3f to 1.3h)."""

INCLUDED: Final[Mapping[str, tuple[str, ...]]] = {
    "flight": ("passenger:1", "improved-movement-elevated", "improved-movement-outdoor-blocking",
               "improved-movement-move-through"),
    "great-size": ("willpower:3", "improved-movement-elevated", "improved-movement-outdoor-blocking",
                   "improved-movement-move-through", "improved-targeting-adjacent"),
    "telekinesis": ("telekinetic-throw",),
    "battle-fury": ("safeguard:mind-control",),
}  # fmt: skip
"""What powers and keyphrases include (pac.battle-fury, pac.telekinesis, keyword.flight, keyword.great-size)."""

PROTECTED: Final[Mapping[str, tuple[str, ...]]] = {
    "great-size": (PULSE_WAVED,),
    "immune": (PULSE_WAVED,),
    "stop": (OUTWITTED, PULSE_WAVED),
    "safeguard:pulse-wave": (PULSE_WAVED,),
    "safeguard:outwit": (OUTWITTED,),
}
"""What keyphrases are protected against by themselves."""


@rule(
    "19.5",
    "pac.battle-fury",
    "pac.telekinesis",
    "keyword.flight",
    "keyword.great-size",
    "keyword.safeguard",
    "keyword.immune",
    "keyword.stop",
)
def granted(name: str, through: tuple[str, ...] = (), proof: tuple[str, ...] = ()) -> Iterator[str | Held]:
    """A power or ability with all that it includes."""
    proof = tuple(dict.fromkeys((*proof, *PROTECTED.get(name, ()))))
    yield Held(name, through, proof) if through or proof else name
    for more in INCLUDED.get(name, ()):
        yield from granted(more, (*through, name), proof)


@rule("18.2", "19.2", "21.1c", "20.5", "20.7a", "22.7", "22.9", "24.5", "24.5b", "keyword.protected-outwit",
      "keyword.protected-pulse-wave")  # fmt: skip
def of_special(special: Special) -> Iterator[str | Held]:
    """A special power or trait, and what it grants; who cannot use it can use none of that."""
    proof = protection(special)
    if special.plot:
        yield from granted(special.id, (), proof)
        return
    yield from granted(special.id, (), proof)
    for grant in special.grants:
        yield from granted(grant, (special.id,), proof)
    for power in special.results:
        yield from granted(f"{power}:{special.id}", (special.id,), proof)
    for grant, words in special.protects.items():
        yield from granted(grant, (special.id,), (*proof, *(PROTECTION[word] for word in words)))


@rule("21.2c", "1.4")
def in_size(carries: Iterable[str | Held], printed: str, size: str) -> Iterator[str | Held]:
    """What a character of a printed size carries in another size: without the keyphrases of the old symbol."""
    old = set(all_granted(OF_SIZE[printed])) if size != printed else set()
    yield from (one for one in carries if one not in old)
    if size != printed:
        yield from all_granted(OF_SIZE[size])


def all_granted(names: Iterable[str]) -> Iterator[str | Held]:
    """Several powers and abilities with all that they include."""
    for name in names:
        yield from granted(name)


@rule("7.3", "16.9", "19.1")
def inherent() -> Iterator[str | Held]:
    """What every character can do."""
    return all_granted(INHERENT)


@rule("1.3c", "1.3d", "1.3e", "1.3i", "19.5")
def of_symbols(symbols: Iterable[str]) -> Iterator[str | Held]:
    """What combat symbols grant, each beside the others."""
    return all_granted(power for symbol in symbols for power in SYMBOLS[symbol])


@rule("1.3a", "1.3f", "1.3g", "1.3h")
def of_size(size: str) -> Iterator[str | Held]:
    """What a size symbol grants: that of standard size nothing."""
    return all_granted(OF_SIZE[size])


@rule("19.2", "19.2a", "2.2c", "24.4a")
def always(trait: Trait) -> bool:
    """Whether a character has a trait in any case: not one that is paid for, or for a point value or a pilot."""
    return not trait.cost and trait.at is None and trait.pilot is None
