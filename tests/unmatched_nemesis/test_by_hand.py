"""Texts that no program understands: the acting player says what happens, in the words of the game."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from rulewright import Game, new_game
from rulewright.bots import make_bot, seat_seed
from rulewright.cli.main import main
from rulewright.cli.simulating import summary_lines
from rulewright.describe import describe
from rulewright.events import FoundImpossible, LeftByHand, PlayedByHand
from rulewright.journal import journal_of, rebuild
from rulewright.narrator import Narrator
from rulewright.programs import Resolution
from rulewright.reading import Unreadable
from rulewright.ruleset import Rules
from rulewright.simulate import simulate
from rulewright.simulate.plan import game_seed
from rulewright.testing import Scenario, check_ruleset, refused
from rulewright.vocabulary import HandEffects
from rulewright_unmatched_nemesis.events.fighters import DamageTaken
from tests.unmatched_nemesis.table import attack, attacking, cubes, invent, rule, rules, space

TEXT = {"en": "Stun: the opponent reels.", "zh": "眩晕：对手踉跄。"}
STUN = {"do": "by_hand", "text": TEXT}


SETUP = {"deck": "hands", "arena": "hall"}


def stunned(*before_and_after: dict[str, Any], **how: Any) -> Scenario:
    """The attack that is played by hand is being resolved; its text may have effects before and after it."""
    return attacking(attack("stun", STUN, *before_and_after), **how)


def sayings() -> HandEffects:
    return HandEffects(rules().content.by_hand)


def lines(game: Game, lang: str, player: int) -> list[str]:
    """The log as a player reads it."""
    teller, view = Narrator(game.rules, lang), game.view(player)
    return [line for entry in game.log if (line := teller.event(view, entry.event))]


@rule("rule.golden")
def test_the_acting_player_says_what_a_text_does() -> None:
    position = stunned({"do": "damage", "light": 1})

    assert (position.asked, position.player) == ("by_hand", 0)
    position.answer((("damage", ("heavy", 2)), ("move", ("spaces", 1), ("who", "opponent"))))
    assert cubes(position, 1) == (2, 0), "what comes later in the text waits"
    assert position.asked == "move_to"
    position.answer("c3")
    assert (cubes(position, 1), space(position, 1)) == ((2, 1), "c3")


def test_what_happens_may_be_given_as_a_text_or_as_content_writes_it() -> None:
    for given in ("damage 2; draw", [{"do": "damage", "heavy": 2}, {"do": "draw"}]):
        position = stunned()
        position.answer(given)
        assert cubes(position, 1) == (2, 0)


def test_nothing_is_an_answer_that_is_told() -> None:
    position = stunned({"do": "damage", "light": 1})
    position.answer(())

    assert cubes(position, 1) == (0, 1)
    assert [event.source for event in position.events(LeftByHand)] == ["stun"]


def test_what_was_said_is_shown_to_all_in_both_languages() -> None:
    position = stunned()
    position.answer((("damage", ("heavy", 2)),))

    for player in (0, 1):
        (en,) = [line for line in lines(position.game, "en", player) if "by hand" in line]
        (zh,) = [line for line in lines(position.game, "zh", player) if "手动" in line]
        assert en == "stun (by hand): the opponent takes 2 heavy. The text: “Stun: the opponent reels.”"
        assert zh == "stun（手动结算）：对手受到 2 重伤。原文：“眩晕：对手踉跄。”"


def test_what_happens_by_hand_cites_the_text_of_the_owner() -> None:
    position = stunned()
    position.answer((("damage", ("heavy", 2)), ("damage", ("light", 1))))

    for event in position.events(DamageTaken):
        chain = position.game.why(event).chain
        assert chain[0].by == "what was said by hand"
        assert isinstance(chain[1].event, PlayedByHand)
        assert chain[1].event.text == TEXT
        assert "unmatched_nemesis:rule.golden".endswith(chain[1].rules[0])
        told = Narrator(position.game.rules).why(position.game.view(1), position.game.why(event))
        assert any("Stun: the opponent reels." in line for line in told)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ((("dammage", ("heavy", 2)),), "dammage is no verb that can be said; try damage"),
        ((("damage", ("hevy", 2)),), "damage has no hevy that can be said; it has heavy, light, to"),
        ((("damage", ("heavy", 2), ("to", "everyone")),), "to is self or opponent, not 'everyone'"),
        ((("damage", ("heavy", 2), ("heavy", 1)),), "damage: heavy is said more than once"),
        ((("damage", ("heavy", True)),), "heavy is a whole number or distance or"),
        ((("move", ("way", "forwards")),), "move: way cannot be 'forwards'; did you mean forward"),
        ((("move", ("spaces", 1000)),), "spaces: found 1000, expected at most 999"),
        ((("damage",),), "damage has at least one of them"),
        ((("trade_for_tokens",),), "symbol: found nothing, expected a value"),
        ((("may", ("effects", ())),), "may leads to other effects or needs a list, and cannot be said by hand"),
        ((("by_hand", ("text", "more")),), "by_hand leads to other effects or needs a list"),
        (((),), r"an effect is a verb and pairs of a field and its value"),
        (2, "the answer is a tuple of effects such as"),
        (None, "the answer is a tuple of effects such as"),
    ],
)
def test_what_the_vocabulary_does_not_have_is_refused(said: Any, told: str) -> None:
    position = stunned()
    with refused(position.game, rule="rule.golden", match=told):
        position.answer(said)


def test_what_is_impossible_now_is_refused_as_its_verb_says() -> None:
    position = stunned()
    with refused(position.game, match="your fighter has no light cubes"):
        position.answer((("recover",),))
    cornered = stunned(spaces=("a2", "c5"))
    with refused(cornered.game, rule="move.backward", match="the fighter has no space to move to in this way"):
        cornered.answer((("move", ("who", "opponent"), ("way", "backward")),))
    position.answer((("damage", ("light", 1), ("to", "self")), ("recover",)))
    assert cubes(position, 0) == (0, 0), "what comes later may become possible by what comes before"


def test_what_turns_out_impossible_is_asked_for_anew_with_the_reason() -> None:
    position = stunned({"do": "damage", "light": 1})
    position.answer((("damage", ("heavy", 2)), ("recover",), ("damage", ("heavy", 9))))

    assert (position.asked, position.player, cubes(position, 1)) == ("by_hand_again", 0, (2, 0))
    (found,) = position.events(FoundImpossible)
    assert found.told == {"en": "discard 1 light cube", "zh": "弃掉 1 个轻伤方块"}
    asked = Narrator(position.game.rules).question(position.game.view(0), position.game.request)
    assert "Impossible now: discard 1 light cube (your fighter has no light cubes)" in asked
    assert "现在无法执行" in Narrator(position.game.rules, "zh").question(position.game.view(0), position.game.request)
    with refused(position.game, match="your fighter has no light cubes"):
        position.answer((("recover",),))
    position.answer((("gain_tokens", ("amount", 1)),))
    assert cubes(position, 1) == (2, 1), "instead of all that was to follow; then the text goes on"


def test_what_turns_out_impossible_may_be_left() -> None:
    position = stunned({"do": "damage", "light": 1})
    position.answer((("damage", ("heavy", 2)), ("recover",), ("damage", ("heavy", 9))))
    position.answer(())

    assert cubes(position, 1) == (2, 1)
    assert [event.source for event in position.events(LeftByHand)] == ["stun"]


# Saved, taken back, forked ------------------------------------------------------------------


def test_what_was_said_is_kept_in_the_journal_and_undone_like_anything_else() -> None:
    position = stunned({"do": "damage", "light": 1})
    before = position.game.digest()
    position.answer((("move", ("spaces", 1)), ("damage", ("heavy", 1))))
    asked = position.game.digest()
    copy = position.game.fork()
    assert copy.request.ask == "move_to"

    copy.answer(None, 0)
    position.answer("a2")
    assert copy.state.fighters[1].heavy == position.state.fighters[1].heavy == 1
    assert copy.state.fighters[0].space != position.state.fighters[0].space
    position.game.undo()
    assert position.game.digest() == asked, "the effects that were said wait in the queue again"
    position.game.undo()
    assert position.game.digest() == before


def all_by_hand() -> Rules:
    """The rules with an attack deck in which every text is played by hand."""
    names = [f"text-{number}" for number in range(24)]
    cards = [attack(name, STUN, {"do": "recover"}, light=1, box="hands", copies=2) for name in names]
    hall = {**rules().content["arenas"]["nemesis"].model_dump(), "id": "hall", "deck": None}
    made = invent(attacks=cards, arenas=[hall])
    return replace(made.ruleset, content=lambda *_: made.content, sample_setup=lambda *_: SETUP).freeze()


def played(rules: Rules, rng: Random, decisions: int) -> Game:
    """A match with random answers, in the middle of things; effects by hand among them."""
    game = new_game(rules, SETUP, seed=rng.randrange(1000))
    for _ in range(decisions):
        if game.request is None:
            break
        answer = game.request.space.sample(rng)
        while game.request.ask == "by_hand" and not answer:
            answer = game.request.space.sample(rng)
        game.answer(answer, game.request.player)
    return game


def test_a_game_goes_on_alike_wherever_it_was_saved_forked_or_undone() -> None:
    rules, waiting = all_by_hand(), 0
    for number in range(40):
        game = played(rules, Random(number), 12 + number)
        loaded = rebuild(rules, game.setup, journal_of(game))
        copy = game.fork()
        runs = [frame.context for frame in game.frames() if isinstance(frame.context, Resolution)]
        waiting += any(isinstance(key, tuple) for run in runs for key in run.queue)
        for _ in range(6):
            if game.request is None:
                break
            answer = game.request.space.sample(Random(number))
            for one in (game, loaded, copy):
                one.answer(answer, one.request.player)
            assert game.digest() == loaded.digest() == copy.digest()
        game.undo(force=True)
        assert game.digest() == rebuild(rules, game.setup, journal_of(game)).digest() != copy.digest()
    assert waiting > 2, "some of the games stood in the middle of effects that were said"


# Typed and shown ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("damage 2 to opponent", (("damage", ("heavy", 2), ("to", "opponent")),)),
        ("damage heavy 2 light 1", (("damage", ("heavy", 2), ("light", 1)),)),
        ("damage 2 1 self", (("damage", ("heavy", 2), ("light", 1), ("to", "self")),)),
        ("draw 1; gain_tokens 2", (("draw", ("amount", 1)), ("gain_tokens", ("amount", 2)))),
        ("draw，gain-tokens own_hand；", (("draw",), ("gain_tokens", ("amount", "own_hand")))),
        ("move 2 must who opponent", (("move", ("spaces", 2), ("must", True), ("who", "opponent")),)),
        ("move must no backward", (("move", ("must", False), ("way", "backward")),)),
        ('[{"do": "damage", "heavy": 2}, {"do": "draw"}]', (("damage", ("heavy", 2)), ("draw",))),
        ("nothing", ()),
        ("无", ()),
    ],
)
def test_effects_are_typed_in_the_order_of_their_fields_or_by_name(typed: str, said: Any) -> None:
    assert sayings().read(typed) == said
    assert sayings().check(said) == ()


@pytest.mark.parametrize(
    ("typed", "en", "zh"),
    [
        ("dmage 2", "dmage is no verb that can be said; try damage", "没有 dmage 这个可用的动词；可用：damage"),
        ("move 1 2", "move: 2 fits none of its fields (who: self or opponent;", "move：2 不适合任何字段"),
        ("trade_for_tokens symbol", "behind symbol stands shield or dash", "symbol 之后应为 shield 或 dash"),
        ("draw amount 1 amount 2", "draw: amount is said more than once", "draw：amount 填了不止一次"),
        ("", "type what happens, such as damage heavy 1; or nothing", "请输入发生的效果"),
    ],
)
def test_what_cannot_be_read_is_answered_with_what_would_be_right(typed: str, en: str, zh: str) -> None:
    with pytest.raises(Unreadable) as error:
        sayings().read(typed)
    reason: Any = error.value.reason
    assert (en in reason["en"], zh in reason["zh"]) == (True, True)


def test_what_is_shown_is_read_back() -> None:
    rng, answers = Random(14), set()
    for _ in range(400):
        answer = sayings().sample(rng)
        assert sayings().check(answer) == ()
        assert sayings().read(sayings().shown(answer)) == answer
        answers.add(answer)
    assert {said[0] for answer in answers for said in answer} == set(sayings().sayings.verbs)


def test_help_lists_the_verbs_with_an_example_each() -> None:
    listed = dict(sayings().prompt().all)

    assert listed["damage heavy 1"] == {
        "en": "the opponent takes 1 heavy (heavy, light, to)", "zh": "对手受到 1 重伤（heavy, light, to）"
    }  # fmt: skip
    assert len(listed) == len(sayings().sayings.verbs) + 1
    assert all(sayings().check(sayings().read(example)) == () for example in listed)


# Programs leave it --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["random", "greedy", "search:iterations=4"])
def test_bots_leave_what_is_played_by_hand(name: str) -> None:
    for seed in range(4):
        game = stunned().game
        bot = make_bot(name, seed)
        assert bot.choose(game.view(0), game.request) == ()


def test_a_simulation_counts_what_was_left_by_hand() -> None:
    summary = simulate(all_by_hand(), 3, seed=5, setup=SETUP)
    (game, *_) = [played_game(5, number) for number in range(3)]

    assert summary.finished == 3
    assert set(summary.by_hand) <= {f"text-{number}" for number in range(24)}
    left = [entry.event for entry in game.log if isinstance(entry.event, LeftByHand)]
    assert sum(summary.by_hand.values()) >= len(left) > 0
    assert not [entry.event for entry in game.log if isinstance(entry.event, PlayedByHand)]
    assert any("no effect, played by hand" in line for line in lines(game, "en", 0))
    assert any("手动结算，无效果" in line for line in lines(game, "zh", 0))
    told = "\n".join(summary_lines(msgspec.to_builtins(summary), ()))
    assert f"{sum(summary.by_hand.values())} effects had none, because people play them by hand:" in told


def played_game(seed: int, number: int) -> Game:
    """A game of that simulation, played again."""
    rules = all_by_hand()
    game = new_game(rules, SETUP, seed=game_seed(seed, number))
    bots = [make_bot("random", seat_seed(game.header.seed, seat)) for seat in (0, 1)]
    while (request := game.request) is not None:
        game.answer(bots[request.player].choose(game.view(request.player), request), request.player)
    return game


def test_a_simulation_goes_on_with_what_it_counted(tmp_path: Path) -> None:
    rules = all_by_hand()
    whole = simulate(rules, 3, seed=5, setup=SETUP)
    for name in ("games.csv", "games.parquet"):
        simulate(rules, 2, seed=5, setup=SETUP, records=tmp_path / name)
        assert simulate(rules, 3, seed=5, setup=SETUP, records=tmp_path / name).by_hand == whole.by_hand


# What is by hand is said before -------------------------------------------------------------


def test_a_description_lists_what_is_played_by_hand() -> None:
    assert describe(rules())["by_hand"] == {}
    may = {"do": "may", "effects": [STUN]}
    skill = {"id": "trance", "initiative": 1, "triggers": [{"when": "turn start", "effects": [STUN]}]}
    made = invent(attacks=[attack("stun", STUN), attack("perhaps", may), attack("plain")], skills=[skill])

    assert describe(made)["by_hand"] == {"attacks": ["stun", "perhaps"], "skills": ["trance"]}


def test_a_description_lists_the_verbs() -> None:
    shown = CliRunner().invoke(main, ["describe", "unmatched_nemesis", "--internals"]).output

    for line in (
        "draw [amount] [to]  Cards are drawn from the attack deck, unseen.  [attack.step-2]",
        "by_hand text  The acting player says what a text does that no program understands.  [rule.golden]",
    ):
        assert line in shown


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Content of a player with one attack by hand."""
    entry = {"name": {"en": "Stun", "zh": "眩晕"}, "box": "test", **attack("stun", STUN)}
    (tmp_path / "attacks.json").write_text(json.dumps([entry]), encoding="utf-8")
    return tmp_path


def test_a_check_says_what_is_played_by_hand(folder: Path) -> None:
    found = CliRunner().invoke(main, ["check", "--game", "unmatched_nemesis", str(folder)])

    assert found.exit_code == 0, found.output
    assert "people play by hand: stun (attacks)" in found.output


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "You resolve 1 text by hand (attack cards)"), ("zh", "手动结算：攻击牌中有 1 处")]
)
def test_a_game_says_before_it_begins_how_much_is_by_hand(folder: Path, lang: str, told: str) -> None:
    play = ["play", "unmatched_nemesis", "--seats", "human,random", "--lang", lang]
    with_it = CliRunner().invoke(main, [*play, "--content", str(folder)])
    without = CliRunner().invoke(main, play)

    assert told in with_it.output.split("1.")[0]
    assert told not in without.output


def test_a_ruleset_with_texts_by_hand_keeps_what_every_ruleset_owes() -> None:
    check_ruleset(all_by_hand(), games=2, seed=2, looks=2)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_person_types_what_happens(tmp_path: Path, lang: str) -> None:
    from tests.core.test_cli_terminal import Person  # skips where there are no such terminals

    asked, listed, verb, field, happened, left = {
        "en": ("What happens?", "heavy, light, to)", "try damage", "did you mean", "takes 2 heavy", "no effect"),
        "zh": ("效果是什么？", "heavy, light, to）", "可用：damage", "是不是", "受到 2 重伤", "无效果"),
    }[lang]
    skills = [skill(f"trance-{number}") for number in range(8)]
    (tmp_path / "skills.json").write_text(json.dumps(skills), encoding="utf-8")
    play = ("play", "unmatched_nemesis", "--set", "skill_set=test", "--seats", "human,random", "--seed", "1")
    person = Person(tmp_path, *play, "--lang", lang, "--content", str(tmp_path))
    try:
        while person.sees(asked, "\n> ", "] > ") != asked:
            person.types("1")
        assert listed not in person.everything()
        for line, seen in (
            ("?", listed), ("dmage 2", verb), ("damage 2 to opponnent", field), ("damage 2", happened),
        ):  # fmt: skip
            person.sees("\n> ")
            person.types(line)
            person.sees(seen)
        while person.sees(asked, "\n> ", "] > ") != asked:
            person.types("1")
        person.types("nothing")
        person.sees(left)
    finally:
        person.close()


def skill(id: str) -> dict[str, Any]:
    """A skill that is played by hand in every turn."""
    trigger = {"when": "turn start", "effects": [STUN]}
    return {"id": id, "name": {"en": id, "zh": id}, "box": "test", "initiative": 1, "triggers": [trigger]}
