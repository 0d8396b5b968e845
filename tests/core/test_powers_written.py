"""Powers that stand in files: what they do, and what is said of what they cannot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Annotated, Any

import pytest
from pydantic import ValidationError

import rulewright as rw
from rulewright.content import load_files
from rulewright.describe import describe
from rulewright.kinds import ContentKind, Location, NameRegistry
from rulewright.powers import Bearer, after
from rulewright.powers.written import AnyPart, Occasion, WrittenPart, WrittenPower
from rulewright.problems import ContentError
from rulewright.programs import RESOLVE_OF_BEARER
from rulewright.vocabulary import Compiler, Lexicon, Some, Test, Verb

from .test_powers import POWERS, RULES, Fallen, Pawn, Struck, Told, Tough, game_of, sample, struck, told

OCCASIONS: NameRegistry[Occasion] = NameRegistry("event")
OCCASIONS.register("struck")(Occasion(Struck, "amount"))
OCCASIONS.register("fallen")(Occasion(Fallen))


def written(id: str, *does: Any, **fields: Any) -> rw.Power:
    return WrittenPower.model_validate({"id": id, "does": does, **fields}).power(OCCASIONS)


def ruled(*powers: rw.Power) -> rw.Ruleset:
    return replace(RULES, powers=powers)


def wounds_of(pawn: str, *powers: rw.Power, by: str = "", wounded: int = 0) -> int:
    """How many wounds a pawn with this power has after a blow of 3 by a pawn with that one."""
    carried, striking = (pawn,) if pawn else (), (by,) if by else ()
    rules = ruled(*powers, *[POWERS[3]()])
    game = game_of(Pawn(1, 0, gear=("brave", *striking), wounds=1), Pawn(2, 1, gear=carried), rules=rules, dice=[(6,)])
    return int(struck(game, 1, 2).state.pawns[2].wounds)


@pytest.mark.parametrize(
    ("part", "wounds"),
    [
        ({"when": "struck", "me": "pawn", "reduce": 1}, 2),
        ({"when": "struck", "me": "pawn", "reduce": 9}, 0),
        ({"when": "struck", "me": "pawn", "reduce": 9, "least": 2}, 2),
        ({"when": "struck", "me": "pawn", "reduce": 1, "least": 5}, 3),
        ({"when": "struck", "me": "pawn", "increase": 2}, 5),
        ({"when": "struck", "me": "pawn", "prevent": True}, 0),
        ({"when": "struck", "me": "by", "increase": 2}, 3),
        ({"when": "struck", "increase": 2}, 5),
    ],
)
def test_before_an_event_its_amount_is_changed_or_it_is_prevented(part: Any, wounds: int) -> None:
    assert wounds_of("own", written("own", part)) == wounds


def test_it_may_be_the_striker_that_the_event_names() -> None:
    assert wounds_of("", written("fierce", {"when": "struck", "me": "by", "increase": 2}), by="fierce") == 5


@pytest.mark.parametrize(("name", "wounds"), [("hide", 2), ("hide:2", 1), ("hide:9", 0)])
def test_a_version_says_by_how_much(name: str, wounds: int) -> None:
    hide = written("hide", {"when": "struck", "me": "pawn", "reduce": "version"})
    assert wounds_of(name, hide) == wounds


def test_a_version_that_is_no_number_is_refused_where_it_is_carried() -> None:
    hide = written("hide", {"when": "struck", "me": "pawn", "reduce": "version"})
    with pytest.raises(rw.BrokenRules, match="pawns 2 carries the version 'thick', expected a number"):
        wounds_of("hide:thick", hide)


def test_numbers_and_permissions_are_changed() -> None:
    big = written("big", {"modifies": "strength", "layer": "added", "by": "version"}, {"forbids": "be pushed"})
    lord = written(
        "lord", {"modifies": "strength", "layer": "added", "by": 5, "others": True}, {"permits": "flee", "others": True}
    )
    game = game_of(Pawn(1, gear=("big:3",)), Pawn(2, 1, gear=("lord",)), rules=ruled(big, lord))
    assert [game.number("strength", pawn) for pawn in (1, 2)] == [9, 1]
    assert [game.may("be pushed", pawn) for pawn in (1, 2)] == [False, True]
    assert [game.may("flee", pawn) for pawn in (1, 2)] == [True, False]
    assert {step.name for step in game.value("strength", 1).trace} == {"big:3", "lord"}


def test_its_player_may_be_asked_and_a_scope_limits_it() -> None:
    """By the timing policy, as for any power."""
    shield = written("shield", {"when": "struck", "me": "pawn", "prevent": True, "optional": True, "once": "game"})
    game = game_of(Pawn(1, 0), Pawn(2, 1, gear=("shield",)), Pawn(3, 1), rules=ruled(shield), dice=[(6,)] * 3)
    struck(game, 1, 2)
    assert (game.request.player, game.request.ask, game.request.rule) == (1, "trigger", "")
    game.answer(("shield", 2))
    assert game.state.pawns[2].wounds == 0
    game.answer((3, 1))
    struck(game, 1, 2)
    assert game.state.pawns[2].wounds == 1


@pytest.mark.parametrize("seed", range(8))
def test_random_games_go_as_with_the_power_in_code(seed: int) -> None:
    """The plain twin: all that happens is the same."""
    tough = written(
        "tough", {"when": "struck", "me": "pawn", "reduce": "version"}, rule="2.1", text=Tough.__doc__ or ""
    )
    others = [power for power in POWERS if power is not Tough]
    logs = []
    for powers in (POWERS, (tough, *others)):
        rng = Random(seed)
        game = rw.new_game(replace(RULES, powers=powers), sample(None, rng), seed=seed)
        for _ in range(120):
            if game.request is not None:
                game.answer(game.request.space.sample(rng), game.request.player)
        logs.append(game.events())
    assert logs[0] == logs[1]
    assert len(logs[0]) > 20


def test_it_is_described_and_cited() -> None:
    tough = written(
        "tough", {"when": "struck", "me": "pawn", "reduce": 1}, {"forbids": "flee"}, rule="2.1", text="It is tough."
    )
    rules = ruled(tough)
    (entry,) = describe(rules.freeze())["powers"]
    assert (entry["name"], entry["text"]) == ("tough", "It is tough.")
    game = game_of(Pawn(1, 0), Pawn(2, 1, gear=("tough",)), rules=rules)
    assert [step.rule for step in game.verdict("flee", 2).trace] == ["2.1"]


class Tells(WrittenPart):
    """A part that a game adds: a deed, which may be anything that an event leads to."""

    when: str
    tell: str

    def marked(self, occasions: NameRegistry[Occasion], place: Location) -> Callable[..., Any]:
        def deed(game: rw.Game, me: Bearer, event: Any) -> rw.Event:
            return Told(self.tell)

        return after(occasions.get(self.when, place).event)(deed)


class TellingPower(WrittenPower):
    does: Some[Annotated[AnyPart | Tells, "what pawns do"]]  # type: ignore[assignment]


def test_a_game_adds_parts_of_its_own() -> None:
    raw = {"id": "bard", "does": [{"when": "struck", "me": "pawn", "reduce": 1}, {"when": "struck", "tell": "woe"}]}
    bard = TellingPower.model_validate(raw).power(OCCASIONS)
    game = game_of(Pawn(1, 0), Pawn(2, 1, gear=("bard",)), rules=ruled(bard), dice=[(6,)])
    assert told(struck(game, 1, 2)) == ["woe"]
    assert game.state.pawns[2].wounds == 0


# ------------------------------------------------------------------------------------------ conditions and effects


class Tell(Verb, name="tell"):
    words: str
    en, zh = "tell {words}", "说{words}"

    def do(self, game: Any, run: Any) -> rw.Event:
        return Told(f"{self.words} of {run.bearer}" + (f" by {run.other}" if run.other is not None else ""))


class Wounded(Test, key="wounded"):
    wounded: int

    def holds(self, game: Any, run: Any) -> bool:
        return bool(game.state.pawns[run.bearer].wounds >= self.wounded)


LEXICON = Lexicon(Tell, Wounded)


@dataclass
class Texts:
    """The content: only the deeds of the powers."""

    ops: list[Any]


def texted(*does: Any, kind: type[WrittenPower] = WrittenPower) -> rw.Ruleset:
    """The rules with one written power with verbs, "text", and a window after each blow."""
    compiler = Compiler()
    entry = compiler.inside(LEXICON.read(kind, {"id": "text", "does": does}))
    return replace(
        RULES, powers=[entry.power(OCCASIONS)], procedures=[*RULES.procedures, RESOLVE_OF_BEARER],
        content=lambda added: Texts(compiler.ops),
    )  # fmt: skip


def blow(rules: rw.Ruleset, wounds: int = 0) -> rw.Game:
    """Pawn 1 strikes pawn 2, which has the text, for 3."""
    return struck(game_of(Pawn(1, 0), Pawn(2, 1, gear=("text",), wounds=wounds), rules=rules, dice=[(6,)]), 1, 2)


WOE = [{"do": "tell", "words": "woe"}]


@pytest.mark.parametrize(
    ("part", "tells"),
    [
        ({"when": "struck", "me": "pawn"}, ["woe of 2"]),
        ({"when": "struck", "me": "pawn", "other": "by"}, ["woe of 2 by 1"]),
        ({"when": "struck", "me": "by"}, []),
        ({"when": "struck"}, ["woe of 2"]),
        ({"when": "struck", "me": "pawn", "test": {"wounded": 1}}, ["woe of 2"]),
        ({"when": "struck", "me": "pawn", "test": {"wounded": 2}}, []),
    ],
)
def test_effects_come_after_an_event_of_their_bearer(part: Any, tells: list[str]) -> None:
    assert told(blow(texted({**part, "effects": WOE}))) == tells


def test_optional_effects_are_asked_for_and_come_once() -> None:
    rules = texted({"when": "struck", "me": "pawn", "optional": True, "once": "game", "effects": WOE})
    game = blow(rules)
    assert told(game) == []
    assert game.request is not None
    game.answer(game.request.space.options()[0], 1)
    assert told(game) == ["woe of 2"]


@pytest.mark.parametrize(("wounds", "strength"), [(0, 1), (1, 2)])
def test_a_change_counts_while_its_condition_holds(wounds: int, strength: int) -> None:
    rules = texted({"modifies": "strength", "layer": "added", "by": 1, "test": {"wounded": 1}})
    game = game_of(Pawn(1, 0, gear=("text",), wounds=wounds), Pawn(2, 1), rules=rules)
    assert game.number("strength", 1) == strength


@pytest.mark.parametrize(("wounds", "left", "flees"), [(0, 1, False), (1, 1, True)])
def test_a_permission_and_a_reduction_count_while_their_condition_holds(wounds: int, left: int, flees: bool) -> None:
    test = {"test": {"wounded": 1}}
    rules = texted({"permits": "flee", **test}, {"when": "struck", "me": "pawn", "reduce": 1, **test})
    assert game_of(Pawn(1, 0), Pawn(2, 1, gear=("text",), wounds=wounds), rules=rules).may("flee", 2) is flees
    assert blow(rules, wounds).state.pawns[2].wounds == left


def test_what_the_rules_ask_for_is_the_id_and_the_call_of_the_effects() -> None:
    rules = replace(texted({"offers": "deed", "test": {"wounded": 1}, "effects": WOE}), offers=["deed"])
    assert list(game_of(Pawn(1, 0, gear=("text",)), rules=rules).offers("deed", 1)) == []
    ((_, (id, call)),) = game_of(Pawn(1, 0, gear=("text",), wounds=1), rules=rules).offers("deed", 1)
    assert (id, call.context.bearer, call.context.source) == ("text", 1, "text")


def test_a_field_that_the_event_has_not_is_refused_with_its_place() -> None:
    with pytest.raises(ContentError, match=r"text: does\[0\].other: found 'bye', expected a field of Struck; .* 'by'"):
        texted({"when": "struck", "me": "pawn", "other": "bye", "effects": WOE})


# ----------------------------------------------------------------------------------------------- what is wrong


def problems_in(tmp_path: Path, *does: str) -> str:
    entries = "".join(f"[[powers]]\nid = 'power-{number}'\ndoes = [{one}]\n" for number, one in enumerate(does))
    (tmp_path / "pack.toml").write_text(entries)
    kind = ContentKind("powers", WrittenPower, names={"does.*.when": OCCASIONS})
    with pytest.raises(ContentError) as wrong:
        load_files([tmp_path / "pack.toml"], [kind])
    return str(wrong.value)


def test_names_are_checked_where_they_stand_and_the_nearest_is_named(tmp_path: Path) -> None:
    text = problems_in(tmp_path, "{forbids = 'flee'}", "{when = 'strucc', me = 'pawn', reduce = 1}")
    assert text.endswith(
        "pack.toml: power-1: does[0].when: found 'strucc', expected a known event; did you mean 'struck'?"
    )
    text = problems_in(tmp_path, "{forbids = 'flee'}", "{reduse = 1}")
    assert "pack.toml: power-1: does[0]: found 'reduse', expected a part of a power with one of the keys" in text
    assert text.endswith("did you mean 'reduce'?")


def test_what_nothing_counts_of_cannot_be_reduced() -> None:
    with pytest.raises(ContentError, match=r"tough: does\[1\]: found 'fallen', of which nothing counts, expected"):
        written("tough", {"forbids": "flee"}, {"when": "fallen", "me": "pawn", "reduce": 1})
    with pytest.raises(ContentError, match=r"tough: does\[0\].when: found 'fall', expected a known event; .* 'fallen'"):
        written("tough", {"when": "fall", "me": "pawn", "prevent": True})
    with pytest.raises(ValueError, match="Struck has no field 'amuont'; did you mean 'amount'"):
        Occasion(Struck, "amuont")


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ({"modifies": "strenght", "layer": "added", "by": 1}, "changes 'strenght', .* did you mean 'strength'"),
        ({"modifies": "strength", "layer": "aded", "by": 1}, "changes the layer 'aded' .* did you mean 'added'"),
        ({"forbids": "fly"}, "changes 'fly', which is not registered as a permission"),
        ({"when": "struck", "me": "pown", "prevent": True}, "me='pown', .* no field of Struck; did you mean 'pawn'"),
        ({"when": "struck", "prevent": True, "of": "pawn"}, "is of 'pawn', where nothing carries .* 'pawns'"),
        ({"when": "struck", "prevent": True, "once": "trun"}, "trun"),
    ],
)
def test_what_no_ruleset_has_is_refused_when_it_is_made(part: Any, wrong: str) -> None:
    with pytest.raises(rw.FlowError, match=wrong):
        ruled(written("own", part)).freeze()


def test_an_entry_says_what_it_does() -> None:
    for raw in ({"id": "idle", "does": []}, {"id": "a:1", "does": [{"forbids": "flee"}]}):
        with pytest.raises(ValidationError):
            WrittenPower.model_validate(raw)
