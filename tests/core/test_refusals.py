"""Refusals: each is a key with facts, and the kernel's own have their sentences in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright import (
    CHANCE,
    Event,
    Game,
    Limit,
    Loop,
    Refused,
    Roll,
    Scripted,
    Steps,
    Turn,
    Violation,
    Window,
    choose,
    load,
    reaction,
    rule,
)
from rulewright.refusals import refusal_texts
from rulewright.testing import refused
from rulewright.text import Texts
from tests.core.sketch import Grew, Said, ask, sketch, sketch_rules
from tests.core.test_game import counting, counting_game, turns_of

KERNEL = Path(rulewright.__file__).parent
CHINESE = re.compile(r"[\u4e00-\u9fff]")


def keys() -> list[str]:
    return [key.removeprefix("refusal.") for key in refusal_texts() if key.startswith("refusal.")]


@pytest.mark.parametrize("key", keys())
def test_every_refusal_of_the_kernel_is_said_in_both_languages(key: str) -> None:
    text = refusal_texts()
    facts: dict[str, Any] = dict.fromkeys(text.fields(f"refusal.{key}"), 1)
    violation = Violation(key, "1.2", **facts)

    assert not {f"refusal.{key}"} & {*text.missing("en"), *text.missing("zh")}
    assert "{" not in violation.told() + violation.told("zh")
    assert not CHINESE.search(violation.reason)
    assert CHINESE.search(violation.told("zh"))
    assert violation.told("zh").endswith(" [1.2]")


def sources() -> Iterator[tuple[str, ast.Call]]:
    """Every call in the kernel that makes a violation, with its place."""
    for path in sorted(KERNEL.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                yield f"{path.relative_to(KERNEL)}:{node.lineno}", node


def keys_in(node: ast.expr) -> Iterator[str]:
    """The keys that an argument may be: its texts, where f-strings leave gaps."""
    for part in ast.walk(node):
        if isinstance(part, ast.JoinedStr):
            yield "".join(str(p.value) if isinstance(p, ast.Constant) else ".*" for p in part.values)
            return
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield re.escape(part.value)


def test_the_kernel_refuses_by_keys_that_have_sentences() -> None:
    """No bare English: what is made into a violation is a key of the texts, and a refusal is made of violations."""
    known, said = keys(), 0
    for place, call in sources():
        name = call.func.id if isinstance(call.func, ast.Name) else call.func.attr  # type: ignore[attr-defined]
        prefix = {"Violation": "", "NoAnswer": "inches."}.get(name)
        if prefix is None or not call.args:
            assert name != "Refused" or call.args, place
            continue
        if isinstance(call.args[0], ast.IfExp):
            given = [*keys_in(call.args[0].body), *keys_in(call.args[0].orelse)]
        else:
            given = [*keys_in(call.args[0])]
        for key in given:
            said += 1
            assert any(re.fullmatch(prefix + key, one) for one in known), f"{place}: {key!r} has no sentence"
    assert said > 50


def test_a_refusal_is_never_made_of_a_text() -> None:
    for place, call in sources():
        if isinstance(call.func, ast.Name) and call.func.id == "Refused":
            assert not any(isinstance(part, ast.Constant | ast.JoinedStr) for part in call.args), place


# ---------------------------------------------------------------------------------------------- one family


def finished() -> Game:
    return sketch(lambda game, context: Said())


@pytest.mark.parametrize(
    ("game", "call", "key", "said"),
    [
        (counting_game, lambda game: game.answer(9), "not_among", "9 不在可选范围内"),
        (counting_game, lambda game: game.answer(1, 1), "not_asked", "现在没有问玩家 1"),
        (counting_game, lambda game: game.answer(1, 7), "no_seat", "没有玩家 7"),
        (counting_game, lambda game: game.answer((6,), -1), "not_asked", "现在没有问命运"),
        (counting_game, lambda game: game.answer({1: 2}), "not_plain", "回答只能由"),
        (counting_game, lambda game: game.undo(), "nothing_to_undo", "没有可以收回的决定"),
        (finished, lambda game: game.answer(1), "game_over", "游戏已结束"),
    ],
)
def test_wrong_answers_seats_and_moments_are_one_family(game: Any, call: Any, key: str, said: str) -> None:
    one = game()
    with refused(one) as refusal:
        call(one)
    assert [violation.key for violation in refusal.value.violations] == [key]
    assert said in refusal.value.told("zh")


# ---------------------------------------------------------------------------------------------- why not


def dear(game: Game, player: int) -> list[tuple[str, Violation]]:
    """The cards that cost more than there is."""
    have = game.state.things[0].value
    return [(card, Violation("too_dear", "4.2", cost=cost, have=have)) for card, cost in COSTS.items() if cost > have]


COSTS = {"axe": 1, "bow": 3}
TEXTS = Texts({"refusal.too_dear": {"en": "that costs {cost}, and there is {have}", "zh": "需要 {cost}，只有 {have}"}})


def shop(game: Game, context: Any) -> Steps:
    yield Grew(0)
    cards = [card for card, cost in COSTS.items() if cost <= game.state.things[0].value]
    yield Said((yield choose(0, "buy", cards, "4.1", why_not=game.on_demand(dear, 0))))


def test_a_forbidden_answer_cites_the_rule_that_forbids_it() -> None:
    game = sketch(shop, texts=TEXTS)

    with refused(game, rule="4.2", match="^that costs 3, and there is 1$") as refusal:
        game.answer("bow")
    assert refusal.value.told("zh") == "需要 3，只有 1 [4.2]"
    assert refusal.facts == {"cost": 3, "have": 1}
    with refused(game, rule="4.1", match="'pie' is not among the options"):
        game.answer("pie")
    game.answer("axe")


def test_the_reason_of_a_step_is_said_in_the_words_of_the_game() -> None:
    def strict(game: Game, context: Any) -> Steps:
        yield ask("go")
        raise Refused(Violation("too_dear", "4.2", cost=2, have=0))

    game = sketch(strict, texts=TEXTS)
    with refused(game, rule="4.2", match="that costs 2, and there is 0"):
        game.answer(True)


@reaction("pause", options=lambda game, player, context: ["axe"], limit=Limit(1, "turn", per="player"),
          why_not=lambda game, player, context: dear(game, player))  # fmt: skip
@rule("5.1")
def use(game: Game, player: int, choice: str, context: Any) -> Said:
    """A tool is used, once a turn."""
    return Said(choice)


def test_a_reaction_says_why_not_and_what_is_used_up() -> None:
    window = Window("pause", "each until pass", lambda game, context: (0,), "5.0")
    more = reaction("pause", options=lambda game, player, context: ["pie"], name="eat")(lambda *_: Said("pie"))
    game = sketch(flow=Loop("turn", turns_of((0,)), [window]), reactions=[use, more], texts=TEXTS)

    with refused(game, rule="4.2"):
        game.answer(("use", "bow"))
    game.answer(("use", "axe"))
    with refused(game, rule="5.1", match="used already"):
        game.answer(("use", "axe"))
    with refused(game, rule="5.0", match="is not among the options"):
        game.answer(("use", "pie"))
    game.answer(("eat", "pie"))


# ---------------------------------------------------------------------------------------------- who is not asked


def test_a_ruleset_says_by_which_rule_a_player_is_not_asked() -> None:
    def stunned(game: Game, player: int) -> Violation | None:
        return Violation("too_dear", "7.3", cost=9, have=0) if player == 1 else None

    def asks(game: Game, context: Any) -> Any:
        return ask("go on", player=2)

    game = sketch(asks, players=lambda setup: 3, texts=TEXTS, why_not_asked=stunned)
    with refused(game, rule="7.3", match="^that costs 9, and there is 0$") as refusal:
        game.answer(True, 1)
    assert refusal.value.told("zh") == "需要 9，只有 0 [7.3]"
    for player, who in ((0, "player 0"), (CHANCE, "chance")):
        with refused(game, match=f"{who} is not asked anything now"):
            game.answer(True, player)


# ---------------------------------------------------------------------------------------------- taking back


def test_a_loaded_game_takes_back_what_could_be_taken_back_before(tmp_path: Path) -> None:
    rules = sketch_rules(flow=Loop("turn", turns_of((0, 1, 1)), [counting])).freeze()
    game = rulewright.new_game(rules, seed=1)
    stands = []
    for answer in (1, True, 2, False, 3):
        stands.append(game.digest())
        game.answer(answer)
    game.save(tmp_path / "game.json")

    again = load(tmp_path / "game.json", game=rules)
    for expected in reversed(stands[2:]):
        again.undo()
        assert again.digest() == expected
    with refused(again, match="another player has acted since"):
        again.undo()

    again = load(tmp_path / "game.json", game=rules)
    again.answer(True)
    for _ in range(2):
        again.undo()
    assert again.digest() == stands[4]
    again.answer(3)
    assert again.digest() == game.digest()


def test_what_is_not_taken_back_says_truly_why(tmp_path: Path) -> None:
    class Shown(Event, frozen=True):
        REVEALS = True

    def throw(game: Game, turn: Turn) -> Steps:
        yield ask("throw")
        yield Roll.d6(1, 0, "throw")
        yield ask("look")
        yield Shown()
        yield ask("go on")

    rules = sketch_rules(throw).freeze()
    game = rulewright.new_game(rules, seed=1, chance=Scripted([(3,)]))
    game.answer(True)
    game.save(tmp_path / "game.json")
    for one in (game, load(tmp_path / "game.json", game=rules)):
        with refused(one, match="dice have fallen"):
            one.undo()
    game.answer(True)
    game.save(tmp_path / "game.json")
    for one in (game, load(tmp_path / "game.json", game=rules)):
        with refused(one, match="cards were turned up since"):
            one.undo()


def test_a_sentence_as_a_key_is_told_with_what_to_write_instead() -> None:
    """
    It was the reason itself in an earlier version; today it would only look like one, in one language.
    """
    with pytest.warns(DeprecationWarning, match="named by a key, not by a sentence.*refusal"):
        assert Violation("the boat is full").reason == "the boat is full"
