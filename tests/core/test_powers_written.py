"""Powers that stand in files: what they do, and what is said of what they cannot."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Annotated, Any

import pytest
from pydantic import ValidationError

import rulewright as rw
import rulewright.testing
from rulewright import Event
from rulewright.content import load_files
from rulewright.describe import describe
from rulewright.kinds import ContentKind, Location, NameRegistry
from rulewright.narrator import Narrator
from rulewright.powers import Bearer, after
from rulewright.powers.texts import TextContent
from rulewright.powers.written import (
    AnyPart,
    NumberChange,
    Occasion,
    WrittenChange,
    WrittenPart,
    WrittenPower,
    parts_of,
)  # fmt: skip
from rulewright.problems import ContentError
from rulewright.programs import RESOLVE_OF_BEARER
from rulewright.vocabulary import Compiler, Count, Lexicon, Moments, NamedMoment, Some, Test, Verb
from rulewright.wording import Wording

from .test_powers import POWERS, RULES, Fallen, Pawn, Struck, Told, Tough, game_of, pass_all, sample, struck, told

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
    shield = written("shield", {"when": "struck", "me": "pawn", "prevent": True, "may": True, "once": "game"})
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
    does: Some[Annotated[AnyPart | Tells, "what pawns do"]]


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
        others = {"by": run.other, "at": None if run.subject == run.bearer else run.subject}
        return Told(" ".join([f"{self.words} of {run.bearer}", *(f"{how} {id}" for how, id in others.items() if id)]))


class Wounded(Test, key="wounded"):
    wounded: int

    def holds(self, game: Any, run: Any) -> bool:
        return bool(game.state.pawns[run.bearer].wounds >= self.wounded)

    def said(self, wording: Wording) -> str:
        return wording.say("test.wounded")


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
    rules = texted({"when": "struck", "me": "pawn", "may": True, "once": "game", "effects": WOE})
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


def test_what_is_offered_once_is_offered_no_more_when_it_has_been_done() -> None:
    """Each bearer has a limit of its own; what nobody has begun does not count."""
    offer = {"offers": "deed", "once": "game", "effects": WOE}
    rules = replace(texted(offer), offers=["deed"])
    position = rw.testing.set_up(rules, [Pawn(1, 0, gear=("text",)), Pawn(2, 0, gear=("text",))], empty=True)
    ((_, (_, call)),) = position.game.offers("deed", 1)
    assert position.game.offers("deed", 1)

    position.begin(call)
    assert told(position.game) and position.game.offers("deed", 1) == position.game.view(0).offers("deed", 1) == []
    assert len(position.game.offers("deed", 2)) == 1


def test_an_offer_limited_by_what_is_no_scope_is_refused_with_its_place() -> None:
    entry = LORE.read(TextOfPawns, {"id": "text", "does": [{"offers": "deed", "once": "trun", "effects": WOE}]})
    compiler = Compiler()
    power = compiler.inside(entry).power(MOMENTS, "lore.toml")
    rules = replace(RULES, powers=[power], offers=["deed"], content=lambda added: Texts(compiler.ops))
    with pytest.raises(rw.FlowError, match=r"^lore.toml: text: does\[0\]: .*'trun'.*did you mean 'turn'"):
        rules.freeze()


def test_whom_the_event_does_not_name_is_refused_with_its_place() -> None:
    with pytest.raises(ContentError, match=r"own: does\[0\].me: found 'pown', expected a field of Struck; .* 'pawn'"):
        written("own", {"when": "struck", "me": "pown", "prevent": True})


def test_what_was_optional_may_be_done() -> None:
    with pytest.warns(FutureWarning, match="optional = ... in content is now may = ..."):
        entry = WrittenPower.model_validate(
            {"id": "own", "does": [{"when": "struck", "prevent": True, "optional": True}]}
        )
    (part,) = entry.does
    assert part.model_dump(exclude_defaults=True) == {"when": "struck", "prevent": True, "may": True}


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


# ------------------------------------------------------------------------------------- what all texts of a game know

BLOW = "a blow"
FOE = "someone else whom the moment concerns"

MOMENTS = Moments(
    NamedMoment("struck", Struck, "pawn", "by", (BLOW, FOE), amount="amount"),
    NamedMoment("strikes", Struck, "by", "pawn", (BLOW, FOE), amount="amount"),
    NamedMoment("fallen", Fallen, "pawn", left=True),
    NamedMoment("die rolled", window="die rolled"),
    NamedMoment("told", Told),
    NamedMoment("impending", Struck, "pawn", amount="amount", before=True),
)


class Text(WrittenPart):
    """What all texts of pawns know: who is on their side, and that they speak of a rank."""

    moments = MOMENTS
    of_others = (FOE,)


class Rank(Count, key="rank"):
    rank: bool

    def count(self, game: Any, run: Any) -> int:
        return int(run.bearer)


class Banners(Text, NumberChange):
    """A change of those of its side."""

    to: str = "self"

    def reaches_others(self) -> bool:
        return self.to != "self"

    def stacks_as(self, place: Location) -> str:
        return place.entry

    def concerns(self, game: Any, me: Bearer, other: Any) -> bool:
        return bool(game.state.pawns[other].player == me.player)


class TextOfPawns(WrittenPower):
    does: Some[parts_of(Text, Banners, without=("permits",))]  # type: ignore[valid-type]


LORE = Lexicon(Tell, Wounded, Rank)


def lore(*does: Any) -> rw.Ruleset:
    """The rules with one text, "text", at moments of the game."""
    compiler = Compiler()
    entry = compiler.inside(LORE.read(TextOfPawns, {"id": "text", "does": does}))
    return replace(
        RULES, powers=[entry.power(MOMENTS)], procedures=[*RULES.procedures, RESOLVE_OF_BEARER],
        content=lambda added: Texts(compiler.ops),
    )  # fmt: skip


def table(rules: rw.Ruleset, player: int) -> rw.Game:
    """Pawn 1 strikes pawn 3; pawn 2 of that player has the text, and is struck by pawn 1 and strikes where it can."""
    pawns = Pawn(1, 0), Pawn(2, player, gear=("text",)), Pawn(3, 1)
    return game_of(*pawns, rules=rules, dice=[(6,)])


@pytest.mark.parametrize(
    ("part", "player", "blow", "tells"),
    [
        ({"when": "struck"}, 1, (1, 2), ["woe of 2 by 1"]),
        ({"when": "struck"}, 1, (1, 3), []),
        ({"when": "strikes"}, 0, (2, 3), ["woe of 2 by 3"]),
        ({"when": "strikes"}, 0, (1, 3), []),
        ({"when": "struck", "whose": "friendly"}, 1, (1, 3), ["woe of 2 by 1 at 3"]),
        ({"when": "struck", "whose": "friendly"}, 0, (1, 3), []),
        ({"when": "struck", "whose": "opposing"}, 0, (2, 3), ["woe of 2 by 2 at 3"]),
        ({"when": "struck", "whose": "opposing"}, 1, (1, 3), []),
        ({"when": "struck", "whose": "any"}, 1, (1, 3), ["woe of 2 by 1 at 3"]),
        ({"when": "struck", "whose": "any"}, 1, (1, 2), []),
        ({"when": "told"}, 1, (1, 2), []),
    ],
)
def test_a_text_speaks_up_at_its_own_moment_or_at_that_of_others(
    part: Any, player: int, blow: Any, tells: list[str]
) -> None:
    assert told(struck(table(lore({**part, "effects": WOE}), player), *blow)) == tells


@pytest.mark.parametrize(("part", "wounds"), [({"reduce": 1}, 0), ({"increase": 1}, 2), ({"prevent": True}, 0)])
@pytest.mark.parametrize(("whose", "of_others"), [("self", 1), ("friendly", None)])
def test_less_and_more_are_of_the_amount_that_the_moment_names(
    part: Any, wounds: int, whose: str, of_others: int | None
) -> None:
    rules = lore({"when": "struck", "whose": whose, **part})
    assert struck(table(rules, 1), 1, 2).state.pawns[2].wounds == (wounds if whose == "self" else 1)
    assert struck(table(rules, 1), 1, 3).state.pawns[3].wounds == (wounds if of_others is None else of_others)


def test_who_is_gone_speaks_up_once_more_and_its_side_hears_of_it() -> None:
    """Where the event names its player."""

    class Lost(Event, frozen=True):
        pawn: int
        player: int

        def apply(self, state: Any) -> None:
            state.pawns.remove(self.pawn)

    moments = Moments(NamedMoment("lost", Lost, "pawn", player="player", left=True))

    class OfLost(Text):
        moments = Moments(NamedMoment("lost", Lost, "pawn", player="player", left=True))

    class Epitaph(WrittenPower):
        does: Some[parts_of(OfLost)]  # type: ignore[valid-type]

    compiler = Compiler()
    does = [
        {"when": "lost", "whose": whose, "effects": [{"do": "tell", "words": whose}]} for whose in ("self", "friendly")
    ]
    entry = compiler.inside(LORE.read(Epitaph, {"id": "text", "does": does}))
    rules = replace(
        RULES, powers=[entry.power(moments)], procedures=[*RULES.procedures, RESOLVE_OF_BEARER],
        events=[*RULES.events, Lost], content=lambda added: Texts(compiler.ops),
    )  # fmt: skip
    pawns = [Pawn(id, player, gear=("text",)) for id, player in ((1, 0), (2, 0), (3, 1))]
    position = rw.testing.set_up(rules, pawns, empty=True)
    position.happen(Lost(1, 0))
    assert told(position.game) == ["self of 1", "friendly of 2 at 1"]


def test_in_a_window_it_is_used_by_whoever_wants_to() -> None:
    game = table(lore({"when": "die rolled", "effects": WOE}), 0)
    pass_all(game).answer((1, 3))
    assert (game.request.ask, told(game)) == ("react", [])
    game.answer(("text", 2))
    assert told(game) == ["woe of 2"]


def test_a_change_may_vary_with_its_bearer_and_counts_once_by_its_name() -> None:
    rules = lore({"modifies": "strength", "layer": "added", "by": {"rank": True}, "to": "friends"})
    game = game_of(Pawn(4, 0, gear=("text",)), Pawn(2, 0, gear=("text",)), Pawn(3, 0), Pawn(1, 1), rules=rules)
    plain = game.number("strength", 1)
    assert game.number("strength", 3) == plain + 4, "that of rank 4 counts, and not that of rank 2 besides"
    (spared,) = [one for one in game.value("strength", 3).trace if not one.counted]
    assert spared.why, "and is told so"


def test_whose_moment_it_is_needs_someone_whose_it_is() -> None:
    with pytest.raises(ValidationError, match="whose: 'told' is nobody's moment"):
        LORE.read(TextOfPawns, {"id": "text", "does": [{"when": "told", "whose": "any", "effects": WOE}]})


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ({"when": "fallen", "reduce": 1}, "when: at 'fallen' nothing can be less or more"),
        ({"when": "die rolled", "prevent": True}, "when: at 'die rolled' nothing can be less or more"),
        ({"when": "impending", "effects": WOE}, "when: 'impending' has not happened yet"),
        ({"when": "strukc", "effects": WOE}, "found 'strukc', expected a known moment; did you mean 'struck'"),
    ],
)
def test_what_cannot_stand_at_a_moment_is_refused_when_it_is_read(part: Any, wrong: str) -> None:
    with pytest.raises((ValidationError, ContentError), match=wrong):
        LORE.read(TextOfPawns, {"id": "text", "does": [part]})


def test_of_two_parts_with_one_key_the_games_own_counts_and_what_it_leaves_out_is_refused() -> None:
    (part,) = LORE.read(TextOfPawns, {"id": "text", "does": [{"modifies": "strength", "layer": "added", "by": 1}]}).does
    assert isinstance(part, Banners)
    with pytest.raises(ValidationError, match="a part of a text with one of the keys modifies, forbids, reduce"):
        LORE.read(TextOfPawns, {"id": "text", "does": [{"permits": "flee"}]})


def test_an_action_is_offered_while_it_can_be_done() -> None:
    class Limp(Verb, name="limp"):
        en, zh = "limp", "跛行"

        def can(self, game: Any, run: Any) -> bool:
            return bool(game.state.pawns[run.bearer].wounds)

        def do(self, game: Any, run: Any) -> rw.Event:
            return Told("limps")

    lexicon, compiler = Lexicon(Limp), Compiler()
    offer = {"id": "text", "does": [{"offers": "trick", "effects": [{"do": "limp"}]}]}
    entry = compiler.inside(lexicon.read(TextOfPawns, offer))
    rules = replace(RULES, powers=[entry.power(MOMENTS)], content=lambda added: Texts(compiler.ops))
    offered = [
        list(game_of(Pawn(1, 0, gear=("text",), wounds=wounds), rules=rules).offers("trick", 1)) for wounds in (0, 1)
    ]
    assert [len(one) for one in offered] == [0, 1]


def test_what_no_ruleset_has_is_said_with_its_place_in_the_file() -> None:
    for part, field in (({"offers": "trik", "effects": WOE}, "trik"), ({"forbids": "be pushd"}, "be pushd")):
        entry = LORE.read(TextOfPawns, {"id": "text", "does": [{"forbids": "flee"}, part]})
        compiler = Compiler()
        power = compiler.inside(entry).power(MOMENTS, "lore.toml")
        with pytest.raises(rw.FlowError, match=rf"^lore.toml: text: does\[1\]: pawns: .*'{field}'"):
            replace(RULES, powers=[power], content=lambda added, ops=compiler.ops: Texts(ops)).freeze()


@pytest.mark.parametrize(("part", "wrong"), [
    ({"when": "struck", "reduce": -1}, "at least 1"), ({"when": "struck", "increase": 0}, "at least 1"),
    ({"modifies": "strength", "layer": "added", "by": {"value": 1, "at_least": 4, "at_most": 1}}, "4 is more than 1"),
])  # fmt: skip
def test_amounts_that_make_no_sense_are_refused(part: Any, wrong: str) -> None:
    with pytest.raises((ValidationError, ContentError), match=wrong):
        LORE.read(TextOfPawns, {"id": "text", "does": [part]})


def test_it_is_less_by_an_amount_that_varies() -> None:
    game = table(lore({"when": "struck", "reduce": {"rank": True}}), 1)
    assert struck(game, 1, 2).state.pawns[2].wounds == 0


def test_parts_say_themselves() -> None:
    does = [
        {"modifies": "strength", "layer": "added", "by": 1, "test": {"wounded": 1}},
        {"forbids": "flee"},
        {"when": "struck", "whose": "friendly", "may": True, "once": "turn", "effects": WOE},
        {"when": "struck", "reduce": 1, "least": 1},
        {"when": "strikes", "increase": 1},
        {"when": "struck", "prevent": True},
        {"offers": "deed", "effects": WOE},
        {"offers": "deed", "once": "turn", "effects": WOE},
    ]
    parts = LORE.read(TextOfPawns, {"id": "text", "does": does}).does
    wording = Wording(rw.Texts({"test.wounded": {"en": "it is hurt", "zh": "它受伤"}}), "en")
    assert [part.said(wording) for part in parts] == [
        "if it is hurt: strength +1 (added)",
        "cannot: flee",
        "once a turn, a friend: struck: you may: tell woe",
        "this: struck: 1 less, to no less than 1",
        "this: strikes: 1 more",
        "this: struck: it does not happen",
        "deed: tell woe",
        "once a turn, deed: tell woe",
    ]


def test_what_changes_know_is_said_once_for_numbers_and_permissions() -> None:
    class OfSide(Text, WrittenChange):
        def reaches_others(self) -> bool:
            return True

        def concerns(self, game: Any, me: Bearer, other: Any) -> bool:
            return bool(game.state.pawns[other].player == me.player)

    class Banner(WrittenPower):
        does: Some[parts_of(Text, changes=OfSide)]  # type: ignore[valid-type]

    does = [
        {"permits": "flee"},
        {"modifies": "strength", "layer": "added", "by": 1},
        {"when": "struck", "prevent": True},
    ]
    entry = Banner.model_validate({"id": "text", "does": does})
    game = game_of(Pawn(1, 0), Pawn(2, 1, gear=("text",)), Pawn(3, 1), rules=ruled(entry.power(MOMENTS)))
    assert [game.may("flee", pawn) for pawn in (1, 2, 3)] == [False, False, True]
    assert [game.number("strength", pawn) for pawn in (1, 2, 3)] == [1, 1, 2]


def test_content_with_texts_has_numbers_for_its_effects_and_tells_what_is_chosen(tmp_path: Path) -> None:
    """An option is told by its name, or as what it does."""
    options = [{"name": {"en": "Cry", "zh": "哭"}, "effects": WOE}, {"effects": [{"do": "tell", "words": "joy"}]}]
    entry = {"id": "text", "does": [{"when": "struck", "effects": [{"do": "choose", "options": options}]}]}
    file = tmp_path / "texts.json"
    file.write_text(json.dumps({"powers": [entry]}), encoding="utf-8")
    pack = load_files([file], [ContentKind("powers", TextOfPawns, lexicon=LORE)])
    content = TextContent(pack, LORE, lambda lang: Wording(rw.Texts({}), lang))
    powers = [one.power(MOMENTS) for one in content["powers"].values()]
    rules = replace(
        RULES, powers=powers, procedures=[*RULES.procedures, RESOLVE_OF_BEARER], content=lambda added: content
    )
    game = blow(rules)
    teller = Narrator(game.rules)
    assert [teller.option(game.view(1), game.request, place) for place in (0, 1)] == ["Cry", "tell joy"]
    game.answer(1)
    assert told(game) == ["joy of 2 by 1"]
    with pytest.raises(ContentError, match="a kind of content"):
        content["pawns"]
