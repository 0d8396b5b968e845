"""The attack on content, in small; and that it finds what it looks for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright import new_game, rules_for
from rulewright.cli.checking import Checked, check
from rulewright.problems import ContentError
from rulewright.testing.mutants import Mutator
from rulewright.testing.spoiling import put
from tests.lengths import length

from . import content
from .__main__ import FEWER
from .content import LIBRARY, PERSONS, Fault, attack, one_mutant, schemas_of


@pytest.mark.parametrize("game", PERSONS)
def test_what_check_accepts_is_played(game: str) -> None:
    found = attack(length(8 // FEWER.get(game, 1), 8), 30, [game])[game]
    assert found["refused"] and found["played"]


@pytest.mark.parametrize("game", PERSONS)
def test_the_content_of_a_person_is_sound_before_it_is_changed(game: str, tmp_path: Path) -> None:
    document, setups = PERSONS[game](Random(1))
    (tmp_path / "mine.json").write_text(json.dumps(document))
    assert check(tmp_path / "mine.json", game).problems == ()
    assert content.tried(game, setups[:2], tmp_path / "mine.json", Random(1)) == "played"


def test_content_that_check_lets_through_and_no_game_stands_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "check", lambda path, game: Checked(str(path), "content", game))
    with pytest.raises(Fault, match=r"unmatched_nemesis, mutant \d+ of seed 1: .*\n.*Content"):
        attack(40, 1, ["unmatched_nemesis"])


def test_a_mutant_is_another_document_and_the_same_for_a_seed() -> None:
    document, _ = PERSONS["dice_throne"](Random(1))
    before = json.dumps(document)
    mutator = Mutator(schemas_of("dice_throne"), [LIBRARY["dice_throne"]])
    found: list[Any] = [mutator.mutant(document, Random(seed)) for seed in range(60)]
    assert json.dumps(document) == before
    assert json.dumps(found) == json.dumps([mutator.mutant(document, Random(seed)) for seed in range(60)])
    assert len({json.dumps(changed) for _, changed in found} - {before}) > 50
    assert all(what for what, _ in found)


def test_a_mutant_can_be_looked_at_again(tmp_path: Path) -> None:
    result, fault = one_mutant("unmatched_nemesis", "1/unmatched_nemesis/1", tmp_path)
    assert (result in ("refused", "played", "no setup")) and not fault
    assert (tmp_path / "mine.json").read_bytes()


@pytest.mark.parametrize("game", PERSONS)
def test_every_number_of_content_has_bounds(game: str) -> None:
    def unbounded(schema: Any, place: str) -> Iterator[str]:
        if isinstance(schema, dict):
            least, most = ({bound, f"exclusive{bound.title()}"} for bound in ("minimum", "maximum"))
            if schema.get("type") in ("integer", "number") and not (least & schema.keys() and most & schema.keys()):
                yield place
            for key, part in schema.items():
                yield from unbounded(part, f"{place}.{key}")
        elif isinstance(schema, list):
            for number, part in enumerate(schema):
                yield from unbounded(part, f"{place}[{number}]")

    assert list(unbounded(schemas_of(game), game)) == []


@pytest.mark.parametrize("kind", ["offensive", "ultimate", "defensive", "passive"])
def test_an_ability_without_levels_is_named(kind: str, tmp_path: Path) -> None:
    """check said that it was fine, and the game died when the board was read."""
    document, _ = PERSONS["dice_throne"](Random(1))
    name = {"en": "Empty", "zh": "空"}
    document["heroes"][0]["abilities"].append({"id": "empty", "kind": kind, "name": name, "levels": {}})
    (tmp_path / "mine.json").write_text(json.dumps(document))
    (problem,) = check(tmp_path / "mine.json", "dice_throne").problems
    assert ".levels: found a table of 0 fields, expected at least 1 item" in problem


@pytest.mark.parametrize("place", [("copies",), ("heavy",), ("range", "least"), ("effects", 0, "spaces")])
def test_numbers_that_are_too_small_or_too_large_are_named(place: tuple[Any, ...], tmp_path: Path) -> None:
    for number in (-1, 1000):
        document, _ = PERSONS["unmatched_nemesis"](Random(1))
        card = next(one for one in document["attacks"] if one.get("effects", [{}])[0].get("do") == "move")
        card.setdefault("range", {"least": 1})
        put(card, place, number)
        (tmp_path / "mine.json").write_text(json.dumps(document))
        (problem,) = check(tmp_path / "mine.json", "unmatched_nemesis").problems
        assert place[-1] in problem and f"found {number}, expected " in problem


LASTING = ("end_of_attack", "end_of_roll_phase", "end_of_turn", "end_of_next_turn", "end_of_game")


def lasting(until: str) -> list[dict[str, Any]]:
    """Something is forbidden and watched for a time."""
    watched = {"when": "upkeep", "effects": [{"do": "gain_cp", "amount": 1}]}
    return [
        {"do": "forbid", "what": ["cards"], "of": "self", "until": until},
        {"do": "watch", "until": until, "trigger": watched},
    ]


def before_the_game(folder: Path, *effects: dict[str, Any]) -> Any:
    """A game in which the first hero does this before it begins."""
    document, setups = PERSONS["dice_throne"](Random(1))
    document["heroes"][0]["setup"] = effects
    (folder / "mine.json").write_text(json.dumps(document))
    return new_game(rules_for("dice_throne", [folder / "mine.json"]), setups[0], seed=1)


def test_what_lasts_to_the_end_of_a_turn_before_the_first_is_over_at_once(tmp_path: Path) -> None:
    game = before_the_game(tmp_path, *(effect for until in LASTING[2:] for effect in lasting(until)))
    assert sorted(effect.until for effect in game.state.effects.values()) == [
        "condition next turn over", "condition next turn over", "game", "game"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("effects", "needs"),
    [
        (lasting("end_of_attack"), "'end_of_attack' needs an Attack that is still to end"),
        (lasting("end_of_roll_phase"), "'end_of_roll_phase' needs roll phases that are still to end"),
        ([{"do": "contest", "tie": "lose", "against": "defender"}], "'defender' needs the target of an Attack"),
        ([{"do": "contest", "tie": "lose", "against": "each_teammate", "own": "defence"}], "'defence' needs"),
    ],
)  # fmt: skip
def test_before_the_game_nothing_can_speak_of_attacks_and_roll_phases(
    effects: list[dict[str, Any]], needs: str, tmp_path: Path
) -> None:
    with pytest.raises(ContentError, match=needs):
        before_the_game(tmp_path, *effects)


def test_a_contest_with_nobody_to_compare_dice_with_is_left_out(tmp_path: Path) -> None:
    lose = {"do": "lose_cp", "amount": 1}
    contest = {"do": "contest", "tie": "lose", "lose": [lose], "win": [lose], "against": "each_teammate"}
    plain = new_game("dice_throne", {"heroes": ["monk", "monk"]}, seed=1)
    game = before_the_game(tmp_path, contest, {"do": "gain_cp", "amount": 1})
    assert game.state.heroes[0].cp == plain.state.heroes[0].cp + 1
    assert not any(rolled.faces for rolled in game.state.rolls.values())
