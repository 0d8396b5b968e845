"""Heroes from files of roll-tree programs."""

import json
from functools import cache
from itertools import combinations_with_replacement, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright import new_game, rules_for
from rulewright.cli import main
from rulewright.problems import ContentError
from rulewright_dice_throne.dice.notation import Slots
from rulewright_dice_throne.dice.requirements import read_requirement
from rulewright_dice_throne.importing.roll_tree import RollTreeHero, read_notation, requirement, symbols_of

REAL = Path(__file__).parents[2].parent / "shared" / "data" / "dice-throne" / "roll-tree-heroes"
HANDS = list(combinations_with_replacement(range(1, 7), 5))
DEMO: dict[str, Any] = {
    "id": "demo",
    "name": "Demo Hero",
    "objectives": [
        {"name": "Punch (3)", "notation": "[(123)(123)(123)]", "damage": 4},
        {"name": "Punch (4)", "notation": "[(123)(123)(123)(123)]", "damage": 5},
        {"name": "Feint", "notation": "[(123)(45)(45)6]", "damage": 3, "tokens": ["Evasive", "Sandwich"], "cp": 1},
        {"name": "Rush", "notation": "SmallStraight", "damage": 7},
        {"name": "Storm", "notation": "LargeStraight", "damage": 9, "heal": -2, "cards": 1},
        {"name": "Break", "notation": "[6666]", "damage": 6, "bypassDefense": True},
        {"name": "Finale!", "notation": "[66666]", "damage": 12, "tokens": ["Stun"], "bypassDefense": True},
    ],
}


def read(hero: Any) -> Any:
    return RollTreeHero().read(json.dumps(hero).encode())


def hero_of(hero: Any) -> Any:
    (found,) = read(hero).data["heroes"]
    return found


@cache
def orders(hand: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """All orders of a hand: far fewer than of dice that could be told apart."""
    return frozenset(permutations(hand))


def fills(slots: Slots, hand: tuple[int, ...]) -> bool:
    """Whether some dice of a hand fill the slots, tried out one by one."""
    return any(all(face in slot for face, slot in zip(dice, slots, strict=False)) for dice in orders(hand))


def test_slots_and_straights_are_read() -> None:
    assert read_notation("[(123)(45)(5)6]") == ((1, 2, 3), (4, 5), (5,), (6,))
    assert read_notation("SmallStraight") == "small"
    assert read_notation("LargeStraight") == "large"


@pytest.mark.parametrize("text", ["", "[]", "(123)", "[7]", "[()]", "[12345(6)1]", "smallstraight", "None", "[1 2]"])
def test_other_notations_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_notation(text)


DIE = [(1, 2, 3), (4, 5), (6,), (1,), (2,), (3,), (4,), (5,)]


@settings(deadline=None)
@given(st.lists(st.sampled_from(DIE), min_size=1, max_size=5))
def test_a_requirement_asks_for_what_the_slots_ask_for(slots: list[tuple[int, ...]]) -> None:
    """However symbols and numbers share the dice, every slot has a die of its own."""
    symbols = symbols_of([((1, 2, 3), (4, 5))])
    asked = read_requirement(requirement(tuple(slots), symbols))
    faces = tuple(next(symbol for group, symbol in symbols.items() if face in group) for face in range(1, 7))

    for hand in HANDS:
        assert asked.met(hand, faces) == fills(tuple(slots), hand), hand


def test_the_numbers_that_stand_together_are_a_symbol() -> None:
    assert hero_of(DEMO)["die"]["faces"] == [*["symbol-123"] * 3, *["symbol-45"] * 2, "symbol-6"]


def test_of_numbers_that_overlap_the_more_frequent_ones_are_a_symbol_and_the_others_are_named() -> None:
    wild = {"name": "Wild", "notation": "[(34)(34)]", "damage": 2}

    found = read({**DEMO, "objectives": [*DEMO["objectives"], wild]})

    assert "Wild: 3/4 in one slot, where the die has 1/2/3 as one symbol" in found.left_out
    assert "wild" not in [ability["id"] for ability in found.data["heroes"][0]["abilities"]]


def test_objectives_that_differ_by_a_number_are_tiers_of_one_ability() -> None:
    punch = hero_of(DEMO)["abilities"][0]

    rows = punch["levels"]["1"]["variants"][0]["rows"]
    assert punch["name"]["en"] == "Punch"
    assert [row["requires"] for row in rows] == [{"symbols": {"symbol-123": count}} for count in (3, 4)]
    assert [row["effects"][0]["amount"] for row in rows] == [4, 5]


def test_everything_a_number_says_becomes_an_effect() -> None:
    abilities = {ability["id"]: ability for ability in hero_of(DEMO)["abilities"]}

    def effects(name: str) -> list[Any]:
        found: list[Any] = abilities[name]["levels"]["1"]["variants"][0]["rows"][0]["effects"]
        return found

    assert effects("feint") == [
        {"do": "gain_cp", "amount": 1},
        {"do": "gain", "status": "evasive", "amount": 1},
        {"do": "damage", "amount": 3, "type": "normal"},
    ]
    assert effects("storm") == [
        {"do": "draw", "amount": 1},
        {"do": "damage", "amount": 9, "type": "normal"},
        {"do": "damage", "amount": 2, "type": "pure", "to": "self"},
    ]
    assert effects("break") == [{"do": "damage", "amount": 6, "type": "undefendable"}]
    assert abilities["finale"]["kind"] == "ultimate"
    assert effects("finale") == [
        {"do": "inflict", "status": "stun", "amount": 1},
        {"do": "damage", "amount": 12, "type": "ultimate"},
    ]


def test_what_cannot_be_carried_over_is_named() -> None:
    assert read(DEMO).left_out == (
        "its cards, which the file does not list: the deck is the 18 common ones",
        "its defensive abilities",
        "Feint: the token 'Sandwich', which is not known",
    )


def test_every_problem_of_a_file_is_named_with_its_place() -> None:
    wrong = {
        "id": "!", "name": "Demo",
        "objectives": [
            {"name": "A", "notation": "[7]", "damge": 3},
            {"name": "", "notation": "[6]", "damage": "many", "tokens": "Stun"},
            17,
        ],
    }  # fmt: skip

    with pytest.raises(ContentError) as refused:
        read(wrong)

    places = {problem.field for problem in refused.value.problems}
    assert places == {
        "id", "objectives[0].damge", "objectives[0].notation", "objectives[1].name", "objectives[1].damage",
        "objectives[1].tokens", "objectives[2]",
    }  # fmt: skip
    assert "did you mean 'damage'" in str(refused.value)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"damage": -3}, "objectives[0].damage"),
        ({"damage": True}, "objectives[0].damage"),
        ({"cards": -1}, "objectives[0].cards"),
        ({"bypassDefense": "no"}, "objectives[0].bypassDefense"),
        ({"heal": 2, "hp": 3}, "objectives[0].hp"),
    ],
)
def test_nothing_of_an_objective_is_guessed(change: dict[str, Any], place: str) -> None:
    objective = {"name": "A", "notation": "[6]", "damage": 1, **change}

    with pytest.raises(ContentError) as refused:
        read({"id": "demo", "name": "Demo", "objectives": [objective]})

    assert [problem.field for problem in refused.value.problems] == [place]


def test_a_key_of_the_hero_that_nobody_reads_is_named() -> None:
    with pytest.raises(ContentError, match=r"health: found an unknown key, expected one of id, name, objectives"):
        read({**DEMO, "health": 60})


def test_tiers_stand_in_rising_order_whatever_the_file_does() -> None:
    turned = {**DEMO, "objectives": [DEMO["objectives"][1], DEMO["objectives"][0]]}

    rows = hero_of(turned)["abilities"][0]["levels"]["1"]["variants"][0]["rows"]

    assert [row["effects"][0]["amount"] for row in rows] == [4, 5]


def test_an_ultimate_of_the_name_of_another_ability_stays_an_ultimate() -> None:
    twins = [
        {"name": "Finale", "notation": "[666]", "damage": 3},
        {"name": "Finale!", "notation": "[66666]", "damage": 9},
    ]

    abilities = hero_of({**DEMO, "objectives": twins})["abilities"]

    assert [(ability["id"], ability["kind"]) for ability in abilities] == [
        ("finale", "offensive"), ("finale-ultimate", "ultimate"),
    ]  # fmt: skip


def test_nothing_is_imported_over_a_file_that_is_there(tmp_path: Path) -> None:
    source, out = tmp_path / "demo.json", tmp_path / "game.json"
    source.write_text(json.dumps(DEMO), encoding="utf-8")
    new_game("dice_throne", seed=1).save(out)
    before = out.read_bytes()

    found = CliRunner().invoke(main, ["import", str(source), "-o", str(out)])

    assert found.exit_code == 1
    assert "already exists" in found.stderr
    assert out.read_bytes() == before


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"objectives": 3}', b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_hero_is_refused(data: bytes) -> None:
    with pytest.raises(ContentError):
        RollTreeHero().read(data)


def test_an_imported_hero_plays_from_the_command_line_on(tmp_path: Path) -> None:
    source, out = tmp_path / "demo.json", tmp_path / "hero.json"
    source.write_text(json.dumps(DEMO), encoding="utf-8")

    found = CliRunner().invoke(main, ["import", str(source), "-o", str(out)])

    assert found.exit_code == 0, found.output
    assert "roll-tree hero" in found.output
    assert "left out: Feint: the token 'Sandwich', which is not known" in found.output
    game = new_game(rules_for("dice_throne", [out]), {"heroes": ["demo", "barbarian"]}, seed=2)
    rng = Random(2)
    while game.request is not None:
        game.answer(game.request.space.sample(rng), game.request.player)
    assert game.result is not None


def test_a_file_of_no_known_format_is_not_imported(tmp_path: Path) -> None:
    source, out = tmp_path / "list.txt", tmp_path / "hero.json"
    source.write_text("Punch: 4 damage", encoding="utf-8")

    found = CliRunner().invoke(main, ["import", str(source), "-o", str(out)])

    assert found.exit_code == 1
    assert "roll-tree hero" in found.stderr
    assert not out.exists()


@pytest.mark.skipif(not REAL.is_dir(), reason="the roll-tree heroes are not here")
def test_all_real_files_are_read_and_nothing_of_them_is_lost_in_silence() -> None:
    for file in sorted(REAL.glob("*.json")):
        source = json.loads(file.read_text(encoding="utf-8"))
        assert RollTreeHero().recognizes(file.name, file.read_bytes()[:4096])
        found = RollTreeHero().read(file.read_bytes())
        (hero,) = found.data["heroes"]
        rows = [
            row
            for ability in hero["abilities"]
            for variant in ability["levels"]["1"]["variants"]
            for row in variant["rows"]
        ]
        named = {what.rpartition(": ")[0] for what in found.left_out if "in one slot" in what or "nothing in" in what}
        assert len(rows) + len(named) == len(source["objectives"]), file.name
        dealt = sum(e["amount"] for row in rows for e in row["effects"] if e["do"] == "damage" and "to" not in e)
        lost = sum(o.get("damage", 0) for o in source["objectives"] if o["name"] in named)
        assert dealt + lost == sum(o.get("damage", 0) for o in source["objectives"]), file.name
