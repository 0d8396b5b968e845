"""What cannot be done now is refused by the rule that forbids it, in both languages."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright import Ledger, new_game
from rulewright.cli import main
from rulewright.narrator import Narrator
from rulewright_unmatched_nemesis.book.wording import TEXTS
from rulewright_unmatched_nemesis.hands import hand as hand_of
from rulewright_unmatched_nemesis.ruleset import RULESET
from rulewright_unmatched_nemesis.space.arena import sheet_of
from rulewright_unmatched_nemesis.terms import panel_of
from tests.unmatched_nemesis.table import acting, attack, attacking, fighter, invent, rule, special


@rule("turn.move")
@rule("turn.move-limits", 2)
def test_a_move_that_cannot_be_made_is_refused_by_the_rules_of_moves() -> None:
    position = acting(spaces=("b2", "b3"))
    with position.refused(rule="turn.move-limits", match="the other fighter stands on b3") as refusal:
        position.answer(("move", "b3"))
    assert refusal.value.told("zh") == "对手的斗士站在 b3 [turn.move-limits]"
    with position.refused(rule="turn.move", match="b5 is not next to your fighter"):
        position.answer(("move", "b5"))


@rule("combo.hand-cards", 1)
def test_an_attack_with_a_card_of_the_hand_is_refused() -> None:
    position = acting(hands=(("hook",), ()))
    with position.refused(rule="combo.hand-cards", match="Hook is in your hand: attacks are chosen from the display"):
        position.answer(("attack", "hook"))


@rule("special.pay", 3)
@rule("dash.pay", 1)
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


@rule("corridor.network", 2)
def test_a_corridor_from_a_space_without_one_is_refused() -> None:
    position = acting(spaces=("b2", "b4"))
    red = next(iter(sheet_of(position.game).entrances))
    with position.refused(rule="corridor.network", match="corridors begin on red spaces"):
        position.answer(("corridor", red))


@rule("icon.block")
@rule("block.use", 1)
def test_a_block_without_a_shield_is_refused() -> None:
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


ARROW, SHIELD, FIST = "lunge", "guard-jab", "hook"


def grit(what: str) -> Any:
    """Rules with a skill by whose text its fighter cannot do something, and the first player has it."""
    skill = {"id": "grit", "initiative": 9, "changes": [{"cannot": what}]}
    return {"rules": invent(skills=[skill]), "active": (("grit",), ())}


def combo(*specials: Any, **how: Any) -> Any:
    """A player of a fighter with these special attacks, who is asked for an action."""
    return acting(rules=invent(fighters=[fighter(*specials)]), fighters=("tester", "katie"), **how)


def after_all_specials() -> Any:
    """The only special attack is used, by one whose hand the opponent does not know; arrows are left."""
    hands = ((FIST, ARROW, ARROW), ())
    position = combo(special("jab"), hands=hands, spaces=("b2", "b4"), known=False, combo_end="specials over")
    return position.answer(("special", "jab"), (FIST,))


def defending(*cards: str, effects: Sequence[Any] = ()) -> Any:
    """A fighter with these cards is hit by an assault."""
    return attacking(attack("blow", *effects, heavy=2), hands=((), cards))


def under_attack(what: str) -> Any:
    """The attacker is asked something in an attack against a fighter who cannot do that, by the text of the attack."""
    may = {"do": "may", "effects": [{"do": "draw"}]}
    blow = attack("blow", may, light=2, changes=[{"cannot": what, "of": "opponent"}])
    answer = special("return", type="response", answers="assault", light=2, cost=("eye",))
    rules = invent(attacks=[blow], fighters=[fighter(answer)])
    return acting(rules=rules, fighters=("katie", "tester"), display=("blow",), hands=((), ("taunt", SHIELD)))


def by_hand(**how: Any) -> Any:
    text = {"en": "Something happens.", "zh": "发生了什么。"}
    return attacking(attack("test", {"do": "by_hand", "text": text}), **how)


PROVOKED: dict[str, tuple[Any, Any, str]] = {
    "not_in_display": (lambda: acting(hands=((FIST,), ())), ("attack", FIST), "combo.hand-cards"),
    "space_taken": (lambda: acting(spaces=("b2", "b3")), ("move", "b3"), "turn.move-limits"),
    "space_too_far": (lambda: acting(spaces=("b2", "b3")), ("move", "b5"), "turn.move"),
    "not_on_red": (lambda: acting(spaces=("b2", "b4")), ("corridor", "b3"), "corridor.network"),
    "no_corridor": (lambda: acting(spaces=("b1", "b4"), **grit("corridor")), ("corridor", "b3"), "skill-card.active"),
    "used_in_combo": (lambda: combo(special("jab"), special("poke"), hands=((FIST,) * 3, ())).answer(
        ("special", "jab")), ("special", "jab"), "special.once"),
    "cannot_pay": (acting, ("special", "suppressing-fire"), "special.pay"),
    "out_of_range": (lambda: combo(special("jab", range={"most": 1}), spaces=("b1", "b5"), hands=((FIST,), ())),
                     ("special", "jab"), "attack.range-required"),
    "no_arrow": (lambda: acting(spaces=("b2", "b4")), ("dash", "b3"), "dash.pay"),
    "no_dash": (lambda: acting(spaces=("b2", "b4"), hands=((ARROW,), ()), **grit("dash")),
                ("dash", "b3"), "skill-card.active"),
    "combo_over": (after_all_specials, ("dash", "b3"), "combo.end"),
    "no_shield": (lambda: defending(SHIELD, FIST), ("block", ("reduce", FIST)), "icon.block"),
    "blocked_so": (lambda: defending(*[SHIELD] * 2, effects=[{"do": "draw"}]).answer(
        ("block", ("reduce", SHIELD))), ("block", ("reduce", SHIELD)), "block.both"),
    "nothing_to_block": (lambda: defending(SHIELD), ("block", ("cancel", SHIELD)), "block.cancel"),
    "no_blocks": (lambda: under_attack("block"), ("block", ("reduce", SHIELD)), "rule.golden"),
    "no_responses": (lambda: under_attack("respond"), ("respond", "return"), "rule.golden"),
    "cannot_move": (lambda: by_hand(spaces=("a2", "c5")), (("move", ("who", "opponent"), ("way", "backward")),),
                    "move.backward"),
    "no_cubes": (by_hand, (("recover",),), "attack.step-2"),
    "nothing_taken": (by_hand, (("discard_taken",),), "rule.golden"),
}  # fmt: skip
"""How each refusal comes about: a position, what is tried there, and the rule that forbids it."""


PROVED: dict[str, tuple[str, int]] = {
    "not_in_display": ("combo.hand-cards", 2),
    "space_taken": ("turn.move-limits", 2),
    "space_too_far": ("turn.move", 1),
    "not_on_red": ("corridor.network", 2),
    "no_corridor": ("rule.golden", 1),
    "used_in_combo": ("special.once", 1),
    "cannot_pay": ("special.pay", 3),
    "out_of_range": ("attack.range-required", 3),
    "no_arrow": ("dash.pay", 1),
    "no_dash": ("rule.golden", 1),
    "combo_over": ("combo.end", 1),
    "no_shield": ("icon.block", 1),
    "blocked_so": ("block.both", 1),
    "nothing_to_block": ("block.use", 2),
    "no_blocks": ("rule.golden", 1),
    "no_responses": ("rule.golden", 1),
    "cannot_move": ("move.backward", 1),
    "no_cubes": ("attack.step-2", 2),
    "nothing_taken": ("rule.golden", 1),
}
"""The assert of which a refusal is a proof."""
KEYS = [key.removeprefix("refusal.") for key in TEXTS if key.startswith("refusal.")]


@pytest.mark.parametrize("key", [pytest.param(key, marks=rule(*PROVED[key]) if key in PROVED else ()) for key in KEYS])
def test_every_refusal_comes_about_with_its_rule_and_its_words(key: str) -> None:
    """Each key of the texts is provoked in a game."""
    texts, ledger = RULESET.freeze().texts, Ledger.load(RULESET.ledger, "unmatched_nemesis")
    arranged, answer, id = PROVOKED[key]
    position = arranged()
    out_of_turn: int | None = None
    if key in ("no_blocks", "no_responses"):
        position.answer(("attack", "blow"), *([None] if key == "no_responses" else []))
        out_of_turn = 1
    with position.refused() as caught:
        position.game.answer(answer, out_of_turn)
    (violation,) = caught.value.violations
    assert (violation.key, violation.rule) == (key, id)
    assert id in ledger
    assert not {f"refusal.{key}"} & {*texts.missing("en"), *texts.missing("zh")}
    assert "{" not in violation.told() + violation.told("zh")
    assert re.search(r"[\u4e00-\u9fff]", violation.told("zh"))


@rule("rule.golden")
@rule("dash.pay", 1)
@rule("combo.end")
def test_the_card_that_forbids_something_is_named() -> None:
    position = PROVOKED["no_dash"][0]()
    with position.refused(rule="skill-card.active", match="^grit: your fighter cannot dash$") as refusal:
        position.answer(("dash", "b3"))
    assert refusal.value.told("zh") == "grit：你的斗士不能突进 [skill-card.active]"


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
