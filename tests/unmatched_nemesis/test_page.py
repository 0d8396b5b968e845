"""The page for players has every option, every contradiction and everything unclear, and names only rules there are."""

import re
from pathlib import Path
from random import Random

from rulewright import Ledger, new_game, rules_for
from rulewright.describe import describe
from rulewright_unmatched_nemesis.attack import ATTACK
from rulewright_unmatched_nemesis.book.choices import Setup
from rulewright_unmatched_nemesis.effects import LEXICON
from rulewright_unmatched_nemesis.ruleset import RULESET
from rulewright_unmatched_nemesis.skill_moments import MOMENTS
from tests.unmatched_nemesis.table import cubes, duel

PAGE = (Path(__file__).parents[2] / "docs" / "knockdown.md").read_text(encoding="utf-8")
LEDGER = Ledger.load(RULESET.ledger)


def first_cells(heading: str) -> list[str]:
    """What stands in the first column of the tables below a heading."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row.split("|")[1])]


def test_every_option_is_listed() -> None:
    assert sorted(first_cells("Options of the setup")) == sorted(Setup.model_fields)


def test_every_note_and_every_unclear_rule_is_decided() -> None:
    notes = [rule.id for rule in LEDGER if rule.id.startswith("note.")]
    unclear = [rule.id for rule in LEDGER if any("[unclear" in text for text in rule.asserts)]

    assert sorted(first_cells("Where the rulebook contradicts itself or is silent")) == sorted(notes + unclear)


def test_every_value_of_an_option_is_named() -> None:
    for name, field in Setup.model_fields.items():
        if name not in ("fighters", "sides", "skill_set", "arena", "deck"):
            for value in field.annotation.__args__:  # type: ignore[union-attr]
                assert f"`{value}`" in PAGE, value


def test_only_rules_that_exist_are_cited() -> None:
    groups = {rule.id.split(".")[0] for rule in LEDGER}
    cited = [id for id in re.findall(r"`([a-z]+(?:-[a-z]+)*\.[a-z0-9-]+)`", PAGE) if id.split(".")[0] in groups]

    assert len(cited) > 30
    assert all(id in LEDGER for id in cited)


# A fighter of one's own -------------------------------------------------------------------------------------

OWN = PAGE.split("\n## Fighters and cards of your own\n")[1]


def test_the_fighter_of_the_page_plays_both_sides(tmp_path: Path) -> None:
    file = tmp_path / "rigger.toml"
    file.write_text(OWN.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    rules = rules_for("unmatched_nemesis", [file])
    for seed, side in enumerate("ab"):
        game = new_game(rules, {"fighters": ("rigger", "katie"), "sides": (side, "a")}, seed=seed)
        rng = Random(seed)
        while game.request is not None:
            game.answer(game.request.space.sample(rng), game.request.player)

        assert game.result is not None
        assert game.state.fighters[0].name == "rigger"


def test_the_card_of_the_page_is_played_by_hand(tmp_path: Path) -> None:
    file = tmp_path / "anchor.toml"
    file.write_text(OWN.split("```toml\n")[2].split("```")[0], encoding="utf-8")
    rules = rules_for("unmatched_nemesis", [file])
    assert describe(rules)["by_hand"] == {"attacks": ["dropped-anchor"]}

    position = duel(rules=rules).begin(ATTACK(player=0, name="dropped-anchor"))
    typed = re.search(r"`(damage[^`]*)`, or `nothing`", OWN)
    assert typed is not None
    position.answer(typed[1].replace("\n", " "))
    assert cubes(position, 1) == (2, 1)


def test_the_page_lists_the_vocabulary() -> None:
    rows = "".join(line for line in OWN.splitlines() if line.startswith("|"))

    assert set(re.findall(r"`(\w+)`", rows)) == set(LEXICON.verbs)
    assert set(LEXICON.values) <= set(re.findall(r"`(\w+)`", OWN))


def test_the_page_lists_the_moments() -> None:
    assert set(MOMENTS) <= set(re.findall(r"`([\w ]+)`", OWN))
