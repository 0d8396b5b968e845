"""Cards as their owners write them: who may play them, at which moment, whom they concern, and what follows."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.cli.checking import check
from rulewright.problems import ContentError
from rulewright_crisis_protocol.book.wording import Wording
from rulewright_crisis_protocol.cards.models import Tactic
from rulewright_crisis_protocol.events.rounds import Scored

from .table import HERO, VILLAIN, at, attack, attacking, battle, card, invent, one, phase, power, tactic, token, turn
from .test_crises import crisis


def squads(*cards: str, seat: int = 0) -> dict[int, dict[str, Any]]:
    return {seat: {"tactics": cards}}


# Who plays a card -------------------------------------------------------------------------------------------

QUILL_OR_SMALL = [{"named": ["Quill"]}, {"size": 2, "holding": False}]


@pytest.mark.parametrize(
    ("size", "holds", "name", "plays"),
    [(2, False, "Anyone", True), (2, True, "Anyone", False), (3, False, "Anyone", False), (3, True, "Quill", True)],
)
def test_a_card_is_played_by_whom_it_names_or_by_whoever_is_as_it_says(
    size: int, holds: bool, name: str, plays: bool
) -> None:
    named = {**card(HERO, size=size), "name": {"en": name, "zh": name}}
    rules = invent(named, tactics=[tactic("shout", {"do": "heal"}, by=QUILL_OR_SMALL)])
    things: list[Any] = [at(HERO, 10, 10, damage=1), at(VILLAIN, 20, 10, 1)]
    things += [token("vial", 0, 0, "vials", holder=HERO)] if holds else []
    position = turn(battle(*things, rules=rules, squads=squads("shout")))
    assert (("card", "shout") in position.options) is plays


def test_a_card_may_be_played_only_while_its_condition_holds() -> None:
    hurt = tactic("shout", {"do": "heal"}, test={"amount": {"stat": "damage"}, "at_least": 2})
    for damage in (1, 2):
        things = at(HERO, 10, 10, damage=damage), at(VILLAIN, 20, 10, 1)
        position = turn(battle(*things, rules=invent(tactics=[hurt]), squads=squads("shout")))
        assert (("card", "shout") in position.options) is (damage == 2)


PLAYED = {"every": "allied", "played": True, "itself": True}
HEAL = {"do": "heal", "who": PLAYED, "amount": 1}
FRIENDS = [card("rush", affiliations=["reeds"]), card("reed", affiliations=["reeds"]), card("stone")]


def friends(*hurt: str, power: int = 2) -> list[Any]:
    """Three of one side that are damaged and have power, or none where they are named."""
    names = ("rush", "reed", "stone")
    own = [at(id, 10 + 4 * at_, 10, damage=2, power=0 if id in hurt else power) for at_, id in enumerate(names)]
    return [*own, at(VILLAIN, 20, 20, 1)]


@pytest.mark.parametrize(
    ("number", "poor", "answer", "healed"),
    [
        ({"most": 10}, (), ("rush",), {"rush"}),
        ({"most": 10}, (), ("rush", "reed"), {"rush", "reed"}),
        ({"least": 2, "most": 2}, (), ("rush", "reed"), {"rush", "reed"}),
        ({"least": 2, "most": 2}, ("reed",), None, None),
        ({"most": 10}, ("reed",), ("rush",), {"rush"}),
    ],
)
def test_several_play_a_card_and_each_of_them_pays(
    number: dict[str, int], poor: tuple[str, ...], answer: tuple[str, ...] | None, healed: set[str] | None
) -> None:
    rules = invent(*FRIENDS, tactics=[tactic("shout", HEAL, by=[{"affiliation": "reeds"}], cost=2, **number)])
    position = turn(battle(*friends(*poor), rules=rules, squads=squads("shout")))
    if answer is None:
        assert ("card", "shout") not in position.options
        return
    position.answer(("card", "shout"))
    if position.asked == "payers":
        assert position.game.request.space.check(("stone",)) is not None
        assert position.game.request.space.check(()) is not None
        position.answer(answer)
    for id in ("rush", "reed", "stone"):
        assert (one(position, id).damage == 1) is (id in (healed or ()))
        assert one(position, id).power == (0 if id in (*answer, *poor) else 2)


@pytest.mark.parametrize(("poor", "plays"), [((), True), (("reed",), True), (("rush",), False), (("stone",), False)])
def test_two_that_a_card_names_play_it_together(poor: tuple[str, ...], plays: bool) -> None:
    """Quill and another one that is no Reed: each pays, and what the text says of "chosen" is about the second."""
    both = [{"named": ["rush"]}, {"named": ["stone"]}]
    swap = {"do": "heal", "who": "chosen", "amount": 2}
    rules = invent(*FRIENDS, tactics=[tactic("shout", swap, HEAL, by=both, cost=1, together=True)])
    position = turn(battle(*friends(*poor), rules=rules, squads=squads("shout")))
    assert (("card", "shout") in position.options) is plays
    if plays:
        position.answer(("card", "shout"))
        assert [one(position, id).damage for id in ("rush", "reed", "stone")] == [1, 2, 0]
        assert [one(position, id).power for id in ("rush", "reed", "stone")] == [1, 0 if poor else 2, 1]


def test_one_character_is_not_two_that_play_a_card_together() -> None:
    both = [{"affiliation": "reeds"}, {"named": ["rush"]}]
    rules = invent(*FRIENDS, tactics=[tactic("shout", HEAL, by=both, cost=1, together=True)])
    position = turn(battle(*friends("reed"), rules=rules, squads=squads("shout")))
    assert ("card", "shout") not in position.options
    position = turn(battle(*friends(), rules=rules, squads=squads("shout"))).answer(("card", "shout"))
    assert [one(position, id).power for id in ("rush", "reed", "stone")] == [1, 1, 2]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"by": [{"affiliation": "reeds"}], "least": 2, "most": 2}, "played by 2 characters, each of them an allied "),
        ({"by": [{"named": ["A"]}, {"injured": True}], "together": True}, "played together by an allied character "),
        ({"by": [{"active": True}]}, "played by an allied character whose activation it is"),
    ],
)
def test_who_plays_a_card_together_is_said_back(written: dict[str, Any], said: str) -> None:
    found = invent(tactics=[tactic("shout", HEAL, **written)]).content.pack.get("tactics", "shout")
    assert found.said(Wording("en")).startswith(said) and found.said(Wording("zh"))


@pytest.mark.parametrize(
    ("wrong", "told"),
    [({"least": 3, "most": 2}, "at least"), ({"together": True}, "two or more"),
     ({"together": True, "by": [{}, {}], "most": 2}, "without least and most")],
)  # fmt: skip
def test_who_plays_a_card_together_makes_sense(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(ContentError, match=told):
        invent(tactics=[tactic("shout", HEAL, **wrong)])


FLARE = attack("bright-flare", range="3")


def test_an_attack_of_a_card_is_lent_for_an_activation_and_made_once() -> None:
    lend = tactic("shout", {"do": "lend_attack", "attack": "bright-flare", "until": "activation"}, attacks=[FLARE])
    things = at(HERO, 10, 10), at(VILLAIN, 15, 10, 1)
    rules, rolls = invent(card(HERO, attack("hero-blow")), tactics=[lend]), ("---", "--")
    position = turn(battle(*things, rules=rules, squads=squads("shout"), rolls=rolls)).answer(("activate", HERO))
    assert ("attack", "bright-flare") not in position.options
    position.answer(("card", "shout")).answer(("attack", "bright-flare"))
    assert position.asked == "act" and ("attack", "hero-blow") in position.options
    assert ("attack", "bright-flare") not in position.options


def test_an_attack_of_a_card_is_made_at_once_by_whoever_plays_it() -> None:
    shot = tactic("shout", {"do": "attack", "attack": "bright-flare", "against": "chosen"}, attacks=[FLARE])
    aimed = {**shot, "effects": [{"do": "choose_character", "range": 3, "then": shot["effects"]}]}
    rules = invent(tactics=[aimed])
    things = at(HERO, 10, 10), at(VILLAIN, 15, 10, 1)
    position = turn(battle(*things, rules=rules, squads=squads("shout"), rolls=["HH-", "--"]))
    position.answer(("card", "shout"))
    assert one(position, VILLAIN).damage == 2 and position.asked == "turn"


def test_each_that_cannot_move_away_loses_power() -> None:
    """All enemies near move away; one that cannot move at all, and one that stands in the corner, lose power."""
    away = {"do": "move", "who": {"every": "enemy", "range": 2}, "tool": "short", "way": "away", "moved_by": "self",
            "otherwise": [{"do": "lose_power", "who": "chosen", "amount": 1}]}  # fmt: skip
    rooted = card("rooted", superpowers=[power("still", "innate", does=[{"forbids": "move"}])])
    rules = invent(card(VILLAIN), rooted, tactics=[tactic("shout", away)])
    things = at(HERO, 10, 10), at(VILLAIN, 13, 10, 1, power=3), at("rooted", 10, 13, 1, power=3)
    position = turn(battle(*things, rules=rules, squads=squads("shout"))).answer(("card", "shout"))
    position.answer(VILLAIN, ("advance", "short"))
    position.answer(position.game.request.space.sample(Random(1)))
    assert (one(position, VILLAIN).power, one(position, "rooted").power) == (3, 2)
    assert one(position, VILLAIN).x > 13


# At any moment ----------------------------------------------------------------------------------------------


def test_an_ally_takes_the_token_that_was_dropped_by_whoever_was_dazed() -> None:
    save = tactic("save", {"do": "take_token", "of": "chosen"}, when="ally dazed", range=3, cost=2)
    blow = attack("hero-blow", strength=9)
    rules = invent(card(HERO, blow), card(VILLAIN, stamina=1), card("near"), card("far"), tactics=[save])
    vial = token("vial", 0, 0, "vials", holder=VILLAIN)
    allies = at("near", 17, 12, 1, power=2), at("far", 34, 34, 1, power=2)
    position = attacking(vial, *allies, rules=rules, rolls=["H" * 9, "--"], squads=squads("save", seat=1))
    position.answer(VILLAIN).answer(("reactive card", "1 save"))
    vials = position.game.state.objectives["vial"]
    assert (vials.holder, one(position, "near").power) == ("near", 0)


def test_a_card_at_a_moment_of_nobody_has_no_range() -> None:
    with pytest.raises(ContentError, match="range: it counts at these moments only"):
        invent(tactics=[tactic("save", {"do": "heal"}, when="round begins", range=2)])


# Crises -----------------------------------------------------------------------------------------------------


def test_each_character_with_much_power_suffers_and_then_who_holds_fewer_scores() -> None:
    card_of = crisis("storm")
    card_of["effects"] = [
        {"when": "cleanup", "whom": "each character", "test": {"amount": {"stat": "power"}, "at_least": 4},
         "effects": [{"do": "damage", "who": "self"}]},
        {"when": "cleanup", "whom": "each side", "test": {"amount": {"held": "allied"}, "less_than": {"held": "enemy"}},
         "effects": [{"do": "score"}]},
    ]  # fmt: skip
    rules = invent(card("third"), crises=[card_of])
    things = at(HERO, 10, 10, power=4), at(VILLAIN, 20, 10, 1, power=3), at("third", 30, 10, 1, power=5)
    held = token("a", 0, 0, "storm", holder=VILLAIN)
    position = phase(battle(*things, held, rules=rules, mission={"extract": "storm"}), "cleanup")
    while position.game.request is not None and position.game.request.ask == "trigger":
        position.answer(position.options[0])
    assert [one(position, id).damage for id in (HERO, VILLAIN, "third")] == [1, 0, 1]
    scored = [(event.player, event.points) for event in position.events(Scored) if event.crisis == "storm"]
    assert (0, 1) in scored


def test_what_concerns_each_side_is_told_by_the_players() -> None:
    card_of = crisis("storm")
    card_of["effects"] = [{"when": "cleanup", "whom": "each side", "effects": [{"do": "score"}]}]
    things = at(HERO, 10, 10), at(VILLAIN, 20, 10, 1)
    position = phase(battle(*things, rules=invent(crises=[card_of]), mission={"extract": "storm"}), "cleanup")
    assert position.labels == ["storm, Player 1: score 1 VP", "storm, Player 2: score 1 VP"]


# Said back --------------------------------------------------------------------------------------------------


def test_a_card_says_who_plays_it_in_both_languages() -> None:
    found = invent(tactics=[tactic("shout", {"do": "heal"}, by=QUILL_OR_SMALL, when="ally dazed")]).content
    entry: Tactic = found["tactics"]["shout"]
    assert entry.said(Wording("en")).startswith(
        "played by an allied character named Quill or "
        "an allied character of size 2 or less that holds no objective token: "
    )
    assert entry.said(Wording("zh")).startswith("由")


# Words that are misspelt ------------------------------------------------------------------------------------


def test_a_keyword_that_the_game_does_not_know_is_refused_with_the_nearest() -> None:
    flies = {"do": "if", "test": {"carries": "flihgt"}, "then": [{"do": "heal"}]}
    with pytest.raises(ContentError, match=r"effects\[0\].test.carries: found 'flihgt', .*did you mean 'flight'"):
        invent(tactics=[tactic("shout", flies)])


def test_an_affiliation_that_nobody_has_is_named_as_a_warning(tmp_path: Path) -> None:
    heal = {"do": "heal", "who": {"every": "allied", "affiliation": "stone-wach"}}
    file = tmp_path / "mine.json"
    sworn = card("warden", affiliations=["stone-watch"])
    file.write_text(json.dumps({"tactics": [tactic("shout", heal)], "characters": [sworn]}))

    (warning,) = check(file, "crisis_protocol").warnings
    assert warning.endswith("nothing carries the affiliation 'stone-wach'; did you mean 'stone-watch'?")


# How content spelled it before ------------------------------------------------------------------------------


def test_content_in_earlier_words_plays_as_before() -> None:
    """What changes and bans said apart stands in one list now; a number that is changed is what it modifies."""
    test = {"rolls": ["attack"]}
    earlier = power(
        "firm", "innate", changes=[{"stat": "physical", "by": 1}, {"stat": "actions", "by": -1, "test": test}],
        bans=[{"cannot": "be moved"}],
    )  # fmt: skip
    does = [{"modifies": "physical", "by": 1}, {"modifies": "actions", "by": -1, "test": test}, {"forbids": "be moved"}]
    with pytest.warns(FutureWarning) as warned:
        before = invent(card(HERO, superpowers=[earlier]))
    now = invent(card(HERO, superpowers=[power("firm", "innate", does=does)]))

    assert {str(one.message) for one in warned} == {
        "changes = ... in content is now does = ...", "bans = ... in content is now does = ...",
        "stat = ... in content is now modifies = ...", "cannot = ... in content is now forbids = ...",
    }  # fmt: skip
    for rules in (before, now):
        game = battle(at(HERO, 10, 10), at(VILLAIN, 20, 10, 1), rules=rules).game
        assert (game.number("physical", HERO), game.may("be moved", HERO)) == (3, False)
    assert before.content["characters"][HERO] == now.content["characters"][HERO]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"does": [{"modify": "physical", "by": 1}]}, r"does\[0\]: found 'modify, by', .* the keys modifies, forbids"),
        ({"does": [{"modifies": "phisical", "by": 1}]}, r"does\[0\]"),
        ({"bans": 3}, "found 3, expected a list"),
        ({"does": [], "bans": []}, "bans"),
    ],
)
@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_what_lasts_and_is_misspelt_is_refused_with_its_place(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(ContentError, match=told):
        invent(card(HERO, superpowers=[power("firm", "innate", **wrong)]))
