"""What cannot be done now is refused by the rule that forbids it, in both languages."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright import new_game
from rulewright.cli import main
from rulewright.narrator import Narrator
from rulewright_unmatched_nemesis.arena import sheet_of
from rulewright_unmatched_nemesis.attack_terms import panel_of
from rulewright_unmatched_nemesis.hands import hand as hand_of
from rulewright_unmatched_nemesis.ruleset import RULESET
from tests.unmatched_nemesis.table import acting, attack, attacking, fighter, invent, rule, special


@rule("turn.move")
@rule("turn.move-limits", 2)
def test_a_move_that_cannot_be_made_is_refused_by_the_rules_of_moves() -> None:
    position = acting(spaces=("b2", "b3"))
    with position.refused(rule="turn.move-limits", match="the other fighter stands on b3") as refusal:
        position.answer(("move", "b3"))
    assert refusal.value.told("zh") == "对方战士站在 b3 [turn.move-limits]"
    with position.refused(rule="turn.move", match="b5 is not next to your fighter"):
        position.answer(("move", "b5"))


@rule("combo.hand-cards", 1)
def test_an_attack_with_a_card_of_the_hand_is_refused() -> None:
    position = acting(hands=(("hook",), ()))
    with position.refused(rule="combo.hand-cards", match="Hook is in your hand: attacks are chosen from the display"):
        position.answer(("attack", "hook"))


@rule("special.pay")
@rule("dash.pay")
def test_what_the_hand_does_not_pay_is_refused() -> None:
    position = acting(spaces=("b2", "b4"))
    with position.refused(rule="special.pay", match="your hand does not pay for "):
        position.answer(("special", "suppressing-fire"))
    with position.refused(rule="dash.pay", match="a dash costs a card with an arrow"):
        position.answer(("dash", "b3"))


@rule("attack.range-required", 3)
def test_a_special_attack_out_of_range_is_refused() -> None:
    rules = invent(fighters=[fighter(special("jab", range={"most": 1}))])
    position = acting(spaces=("b1", "b5"), hands=(("hook",), ()), rules=rules, fighters=("tester", "katie"))
    with position.refused(rule="attack.range-required", match="the opponent is out of range of jab"):
        position.answer(("special", "jab"))


@rule("special.once", 1)
def test_a_special_attack_is_not_used_twice_in_a_combo() -> None:
    rules = invent(fighters=[fighter(special("jab"), special("poke"))])
    position = acting(hands=(("hook", "hook", "hook"), ()), rules=rules, fighters=("tester", "katie"))
    position.answer(("special", "jab"))
    with position.refused(rule="special.once", match="jab was used in this combo already"):
        position.answer(("special", "jab"))


@rule("corridor.network")
def test_a_corridor_from_a_space_without_one_is_refused() -> None:
    position = acting(spaces=("b2", "b4"))
    red = next(iter(sheet_of(position.game).entrances))
    with position.refused(rule="corridor.network", match="corridors begin on red spaces"):
        position.answer(("corridor", red))


@rule("icon.block")
@rule("block.both")
def test_a_block_without_a_shield_or_used_twice_is_refused() -> None:
    position = attacking(attack("blow", {"do": "damage", "light": 1}, heavy=2), hands=((), ("headbutt", "study")))
    shield = next(choice for name, choice in (option for option in position.options if option))[1]
    other = next(card for card in ("headbutt", "study") if card != shield)
    with position.refused(rule="icon.block"):
        position.answer(("block", ("reduce", other)))


@pytest.mark.parametrize("seed", range(5))
def test_what_can_be_thought_of_can_be_done_or_says_why_not(seed: int) -> None:
    """In random positions: every space, special attack, response and card of the hand is on one of the two lists."""
    rng = random.Random(seed)
    game = new_game("unmatched_nemesis", RULESET.sample_setup(RULESET.content([]), rng), seed=seed)  # type: ignore[misc]
    looked = 0
    for _ in range(300):
        request: Any = game.request
        if request is None:
            break
        if request.ask in ("action", "combo", "react"):
            options, reasons = list(request.options()), [answer for answer, _ in request.space.barred()]
            assert not set(options) & set(reasons) and len(set(reasons)) == len(reasons)
            every, player = {*options, *reasons}, request.player
            if request.ask == "action":
                assert {("move", space) for space in sheet_of(game).place.adjacent} - every == {
                    ("move", game.state.fighters[player].space)
                }
            if request.ask != "react":
                assert {("special", name) for name in panel_of(game, player).specials} <= every
            elif request.about["window"] == "assault declared":
                blocks = {("block", (use, card)) for use in ("reduce", "cancel") for card in hand_of(game, player)}
                assert blocks <= every
            else:
                assert {("respond", name) for name in panel_of(game, player).responses} <= every
            looked += 1
        game.answer(request.space.sample(rng))
    assert looked > 10


def test_every_refusal_has_its_words() -> None:
    texts = RULESET.freeze().texts
    found = {key for key in texts if key.startswith("refusal.")}
    assert found and not found & {*texts.missing("en"), *texts.missing("zh")}
    assert all(re.search(r"[\u4e00-\u9fff]", texts.say(key, "zh", what="X", space="b3")) for key in found)


@pytest.mark.parametrize(("lang", "words"), [("en", "That cannot be done: "), ("zh", "不能这样做：")])
def test_a_person_who_types_what_cannot_be_done_reads_why(lang: str, words: str, tmp_path: Any) -> None:
    rng, game = random.Random(3), new_game("unmatched_nemesis", seed=3)
    while (request := game.request).ask != "action" or request.player:
        game.answer(request.space.sample(rng))
    game.save(tmp_path / "game.json")
    answer, why = next((one, why) for one, why in request.space.barred() if one[0] == "move")
    line = Narrator(game.rules, lang).option(game.view(0), request, answer)
    arguments = ["play", "unmatched_nemesis", "--load", str(tmp_path / "game.json"), "--seats", "human,random"]
    shown = CliRunner().invoke(main, [*arguments, "--lang", lang], input=f"{line}\nquit\n").output
    assert words + why.said_in(game.rules.texts).told(lang) in shown
