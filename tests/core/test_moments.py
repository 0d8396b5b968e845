"""Moments of texts: what a word needs is there where it stands, or the content is refused with its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, Literal

import pytest

from rulewright import Event
from rulewright.content import load_files
from rulewright.kinds import ContentKind
from rulewright.problems import ContentError
from rulewright.vocabulary import (
    Amount,
    ContentModel,
    Count,
    Effect,
    If,
    Lexicon,
    NamedMoment,
    Needs,
    Some,
    Test,
    TextPart,
    Verb,
    speaks_of,
    unmet,
)
from rulewright.vocabulary import Moments as MomentsOf

FIGHT: Final = "a fight"
FOE: Final = "a foe"
PICKED: Final = "someone whom the text has picked"


class Struck(Event, frozen=True):
    by: int
    whom: int

    def apply(self, state: Any) -> None: ...


MOMENTS: Final = MomentsOf(
    NamedMoment("dawn", Struck),
    NamedMoment("strikes", Struck, "by", "whom", offers=(FIGHT, FOE)),
    NamedMoment("is struck", Struck, "whom", "by", offers=(FIGHT,)),
)

Whom = Annotated[Literal["self", "foe", "picked"], Needs({"foe": (FOE,), "picked": (PICKED,)})]


class Hurt(Verb, name="hurt"):
    to: Whom = "self"
    amount: Amount = 1

    en, zh = "hurt {to}", "伤害{to}"

    def do(self, game: Any, run: Any) -> None: ...


class Parry(Verb, name="parry", needs=(FIGHT,)):
    en, zh = "parry", "格挡"

    def do(self, game: Any, run: Any) -> None: ...


class Pick(Verb, name="pick", opens=(PICKED,)):
    then: Some[Effect]

    en, zh = "pick one: {then}", "选一个：{then}"

    def do(self, game: Any, run: Any) -> None: ...


class Point(Verb, name="point", leaves=(PICKED,)):
    en, zh = "point at one", "指定一个"

    def do(self, game: Any, run: Any) -> None: ...


class Nod(Verb, name="nod"):
    """Whoever is named for it is known to the text from then on."""

    at: Literal["", "someone"] = ""
    to: Whom = "self"
    amount: Amount = 1

    en, zh = "nod to {to}", "向{to}点头"

    def brings(self) -> tuple[str, ...]:
        return (PICKED,) if self.at else ()

    def do(self, game: Any, run: Any) -> None: ...


class AtDusk(Verb, TextPart, name="at_dusk", needs=(FIGHT,), leaves=(FOE,)):
    """What comes later still knows whom the text has picked, and nothing else."""

    keeps = (PICKED,)
    effects: Some[Effect]

    en, zh = "at dusk {effects}", "黄昏时{effects}"

    def do(self, game: Any, run: Any) -> None: ...


class Fury(Count, key="fury", needs=(FIGHT,)):
    fury: Literal[True]


class Near(Test, key="near"):
    near: Whom


@speaks_of(FIGHT)
def wounds(game: Any, run: Any) -> int:
    return 2


LEXICON: Final = Lexicon(
    Hurt, Parry, Pick, Point, Nod, AtDusk, Fury, Near, If, values={"wounds": wounds, "luck": lambda game, run: 1}
)


class Says(TextPart):
    moments: ClassVar[Any] = MOMENTS

    when: Literal["dawn", "strikes", "is struck", ""] = ""
    effects: Some[Effect]


class Card(ContentModel):
    id: str
    says: tuple[Says, ...]


def wrong(when: str, *effects: Any) -> list[tuple[str, str]]:
    data = {"id": "card", "says": [{"when": when, "effects": effects}]}
    card = Card.model_validate(data, context=LEXICON)
    return [*unmet(card, LEXICON)]


HURT_FOE: Final = {"do": "hurt", "to": "foe"}
HURT_PICKED: Final = {"do": "hurt", "to": "picked"}


@pytest.mark.parametrize(
    ("when", "effects"),
    [
        ("strikes", [HURT_FOE, {"do": "parry"}]),
        ("is struck", [{"do": "parry"}, {"do": "hurt", "amount": "wounds"}, {"do": "hurt", "amount": {"fury": True}}]),
        ("dawn", [{"do": "hurt", "amount": "luck"}]),
        ("dawn", [{"do": "pick", "then": [HURT_PICKED, {"do": "pick", "then": [HURT_PICKED]}]}]),
        ("", [{"do": "point"}, HURT_PICKED]),
        ("", [{"do": "if", "test": {"near": "self"}, "then": [{"do": "point"}]}, HURT_PICKED]),
        ("", [{"do": "nod", "at": "someone", "to": "picked"}, HURT_PICKED]),
        ("is struck", [{"do": "point"}, {"do": "at_dusk", "effects": [HURT_PICKED]}, HURT_FOE]),
    ],
)
def test_a_word_can_stand_where_what_it_needs_is_there(when: str, effects: list[Any]) -> None:
    assert not wrong(when, *effects)


@pytest.mark.parametrize(
    ("when", "effects", "place"),
    [
        ("dawn", [{"do": "hurt"}, {"do": "parry"}], "effects[1]"),
        ("is struck", [HURT_FOE], "effects[0].to"),
        ("", [HURT_FOE], "effects[0].to"),
        ("dawn", [{"do": "hurt", "amount": "wounds"}], "effects[0].amount"),
        ("dawn", [{"do": "hurt", "amount": {"value": {"fury": True}, "times": 2}}], "effects[0].amount.value"),
        ("dawn", [{"do": "if", "test": {"near": "foe"}, "then": [{"do": "hurt"}]}], "effects[0].test.near"),
        ("dawn", [{"do": "pick", "then": [{"do": "hurt"}]}, HURT_PICKED], "effects[1].to"),
        ("dawn", [HURT_PICKED, {"do": "point"}], "effects[0].to"),
        ("", [{"do": "nod"}, HURT_PICKED], "effects[1].to"),
        ("strikes", [{"do": "at_dusk", "effects": [{"do": "parry"}]}], "effects[0].effects[0]"),
        ("strikes", [{"do": "at_dusk", "effects": [{"do": "point"}]}, HURT_PICKED], "effects[1].to"),
        ("strikes", [{"do": "pick", "then": [{"do": "if", "test": {"near": "picked"}, "then": [HURT_FOE]}]},
                     HURT_PICKED], "effects[1].to"),
    ],
)  # fmt: skip
def test_a_word_that_needs_what_is_not_there_is_found_with_its_place(when: str, effects: list[Any], place: str) -> None:
    ((path, _),) = wrong(when, *effects)
    assert path == f"says[0].{place}"


def test_it_says_what_is_needed_and_where_it_is() -> None:
    ((_, parry),) = wrong("dawn", {"do": "parry"})
    ((_, picked),) = wrong("", HURT_PICKED)

    assert parry == "'parry' needs a fight, and at 'dawn' there is none; it can stand at 'strikes', 'is struck'"
    assert picked == (
        "'picked' needs someone whom the text has picked, and here there is none; "
        "it can stand inside 'pick' or behind 'point'"
    )


def test_content_is_refused_with_file_entry_and_field(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([{"id": "knave", "says": [{"when": "dawn", "effects": [{"do": "parry"}]}]}]))

    with pytest.raises(ContentError, match=r"cards\.json: knave: says\[0\]\.effects\[0\]: 'parry' needs a fight"):
        load_files([file], [ContentKind("cards", Card, lexicon=LEXICON)])


def test_what_a_lexicon_reads_is_looked_at_too() -> None:
    says = {"when": "dawn", "effects": [{"do": "parry"}]}

    with pytest.raises(ContentError, match=r"says\[0\]\.effects\[0\]: 'parry' needs a fight, and at 'dawn'"):
        LEXICON.read(Card, {"id": "knave", "says": [says]})
    assert LEXICON.read(Card, {"id": "knave", "says": [{**says, "when": "strikes"}]}).id == "knave"


def test_moments_have_names_of_their_own_and_fields_that_their_events_have() -> None:
    with pytest.raises(ValueError, match="two moments are both named 'dawn'"):
        MomentsOf(NamedMoment("dawn"), NamedMoment("dawn"))
    with pytest.raises(ValueError, match="the moment 'noon': Struck has no field 'whmo'; did you mean 'whom'"):
        NamedMoment("noon", Struck, "whmo")
    assert [*MOMENTS.of("dawn", "is struck")] == ["dawn", "is struck"]
