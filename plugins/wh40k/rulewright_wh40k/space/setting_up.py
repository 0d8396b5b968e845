"""Units that are set up, from Reserves or out of a Transport: where, or not at all, and the moment afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rulewright import Context, Procedure, Request, rule
from rulewright.field.inches import SetUp
from rulewright.geometry.evidence import Fault

from ..book.wording import both
from ..moments import moment

if TYPE_CHECKING:
    from rulewright import Steps
    from rulewright.plaindata import Answer
    from rulewright.text import Words

FAR: Final = 9.0
"""Inches, measured horizontally, that Infiltrators and units from Reserves keep from enemies; more than that."""


class Landing(SetUp, frozen=True):
    """Models that may be set up together, as `SetUp`; () is to stay where they are, always legal."""

    KEY: ClassVar[str] = "landing"
    STAY: ClassVar[tuple[str, str]] = ("not now", "暂不")
    """What is typed for ()."""
    MEANT: ClassVar[str] = "meant.not_now"

    def faults(self, answer: Answer) -> tuple[Fault, ...]:
        return () if answer == () else SetUp.faults(self, answer)

    def last_resort(self) -> Iterator[Answer]:
        return iter(((),))

    def typed(self, text: str, called: Mapping[str, Words]) -> Answer | None:
        return () if text.casefold() in self.STAY else SetUp.typed(self, text, called)

    def texts(self, answer: Answer, called: Mapping[str, Words]) -> Iterator[str]:
        if answer == ():
            yield self.STAY[0]
        else:
            yield from SetUp.texts(self, answer, called)

    def outcome(self, answer: Answer) -> Iterator[Any]:
        return iter(()) if answer == () else SetUp.outcome(self, answer)

    def in_words(self, answer: Answer) -> Words:
        return both(self.MEANT) if answer == () else SetUp.in_words(self, answer)

    def ideas(self, rng: Random) -> Iterator[Answer]:
        yield from SetUp.ideas(self, rng)
        yield ()

    def how(self) -> Words:
        return both(f"how.{self.KEY}")


class Squeeze(Landing, frozen=True):
    """Models that must be set up where no room was found for all of them, and none was proven: () says that there is
    none."""

    KEY: ClassVar[str] = "squeeze"
    STAY: ClassVar[tuple[str, str]] = ("no room", "无处可放")
    MEANT: ClassVar[str] = "meant.no_room"


@rule("commentary.set-up-on-the-battlefield", "faq.movement.no-room-to-set-up")
def set_up_all(player: int, ask: str, question: SetUp, cites: str, **about: Any) -> Steps:
    """Models that must be set up, where their player puts them; receives () where there is no room for all of them."""
    room = question.has_room()
    if room is False:
        return ()
    kind = SetUp if room else Squeeze
    asked = kind(
        question.scene, question.models, question.policy, question.rules, hints=question.hints, names=question.names
    )
    return (yield Request(player, ask, asked, cites, about))


class SetDown(Context):
    """A unit that was set up, from Reserves or out of a Transport."""

    player: int
    unit: str


SET_DOWN: Final = Procedure("set down", [moment("set up")], SetDown)
