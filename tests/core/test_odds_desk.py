"""Asking a ruleset for odds: options as data, what is refused, and how an answer is shown."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulewright import odds
from rulewright.cli import main
from rulewright.cli.odds import games_with_odds
from rulewright.describe import describe
from rulewright.odds_desk import BadWish, Listing, OddsDesk, Option, Told
from rulewright.plugins import registry
from rulewright.ruleset import Rules

from .small_games import DUEL, install


def knocked_down(rules: Rules, wishes: Mapping[str, Any], lang: str) -> Told:
    """At least one six among some dice; each helper adds one."""
    dice = wishes["dice"] + len(wishes["helpers"])
    if wishes["lucky"] and not dice:
        raise BadWish("lucky", "nobody is lucky without dice")
    chance = 1 - Fraction(5, 6) ** dice
    table = Listing("Odds", ("dice", "chance"), ((str(dice), f"{float(chance):.1%}"), ("100", "100.0%")))
    data = {"dice": dice, "exact": str(chance), "wishes": {name: wishes[name] for name in sorted(wishes)}}
    return Told({"en": "Knocked down", "zh": "击倒"}[lang], (table,), ("Try it.",), data)


DESK = OddsDesk(
    "How likely someone is knocked down.",
    knocked_down,
    [
        Option("dice", "How many dice.", int, 2, least=0, most=9),
        Option("helpers", "Who helps.", many=True, apart=","),
        Option("lucky", "Whether luck helps.", bool, False),
        Option("note_well", "Anything."),
    ],
)
RULES = replace(DUEL, id="nemesis", odds=DESK).freeze()


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small games are installed, and one that can be asked."""
    install()
    monkeypatch.setitem(registry().rulesets, "nemesis", RULES.ruleset)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ("odds", *arguments), prog_name="rulewright")


def test_every_option_has_a_value() -> None:
    assert DESK.read({}) == {"dice": 2, "helpers": (), "lucky": False, "note_well": None}
    assert DESK.read({"dice": "3", "helpers": ["a, b", "c"], "lucky": True})["helpers"] == ("a", "b", "c")


@pytest.mark.parametrize(
    ("wishes", "reason"),
    [
        ({"die": 3}, "there is no option 'die'; did you mean 'dice'?"),
        ({"dice": "three"}, "'three' is not a whole number"),
        ({"dice": 2.0}, "2.0 is not a whole number"),
        ({"dice": True}, "True is not a whole number"),
        ({"dice": 10}, "10 is not from 0 to 9"),
        ({"lucky": 1}, "1 is not yes or no"),
        ({"note_well": 1}, "1 is not a text"),
        ({"helpers": [3]}, "3 is not a text"),
        ({"dice": 0, "lucky": True}, "nobody is lucky without dice"),
    ],
)
def test_what_cannot_be_asked_is_refused(wishes: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadWish) as refused:
        odds.ask(RULES, **wishes)
    assert str(refused.value) == reason


@pytest.mark.parametrize("name", ["json", "lang", "two words", ""])
def test_an_option_has_a_name_of_its_own(name: str) -> None:
    with pytest.raises(ValueError, match="not a name that an option can have"):
        Option(name, "")


def test_an_option_is_a_text_a_number_or_a_switch() -> None:
    with pytest.raises(TypeError, match="str, int or bool"):
        Option("share", "", float)
    assert Option("n", "", int, least=1).bounds == "at least 1" and Option("n", "", int, most=1).bounds == "at most 1"


def test_a_game_is_asked_from_python() -> None:
    told = odds.ask(RULES, dice=1, helpers="ann,bob")

    assert told.data is not None and told.data["exact"] == str(1 - Fraction(125, 216))
    assert odds.ask(RULES, lang="zh").title == "击倒"
    with pytest.raises(odds.OddsError, match="duel has no odds to ask for"):
        odds.ask(DUEL.freeze())


def test_the_command_has_the_options_of_the_game() -> None:
    shown = run("nemesis", "--help").stdout

    assert "How likely someone is knocked down." in shown
    assert "--dice N" in shown and "[default: 2]" in shown and "--lucky" in shown and "--note-well TEXT" in shown
    assert "nemesis" in run("--help").stdout and "duel" not in run("--help").stdout


def test_what_may_be_asked_is_described() -> None:
    assert describe(RULES)["odds"] == ["dice", "helpers", "lucky", "note_well"] and describe(RULES)["faces"]["odds"]
    assert describe(DUEL.freeze())["odds"] == [] and not describe(DUEL.freeze())["faces"]["odds"]
    shown = CliRunner().invoke(main, ("describe", "nemesis"), prog_name="rulewright").stdout
    assert "Odds" in shown and "note_well" in shown


def test_an_answer_for_people() -> None:
    result = run("nemesis", "--helpers", "a,b", "--helpers", "c", "--lucky")

    assert result.exit_code == 0, result.output
    assert result.stdout == "Knocked down\n\nOdds\n  dice  chance\n     5   59.8%\n   100  100.0%\n\nTry it.\n"


def test_an_answer_for_programs() -> None:
    data = json.loads(run("nemesis", "--json", "--dice", "1", "--note-well", "yes").stdout)

    assert data["exact"] == "1/6"
    assert data["wishes"] == {"dice": 1, "helpers": [], "lucky": False, "note_well": "yes"}


@pytest.mark.parametrize(
    ("arguments", "status", "reason"),
    [
        (("nemesis", "--dice", "ten"), 2, "Invalid value for --dice: 'ten' is not a whole number"),
        (("nemesis", "--die", "3"), 2, "No such option"),
        (("duel",), 1, "rulewright: duel has no odds to ask for; games that have: "),
        (("nemessis",), 1, "did you mean 'nemesis'?"),
    ],
)
def test_refusals_at_the_command_line(arguments: tuple[str, ...], status: int, reason: str) -> None:
    result = run(*arguments)

    assert result.exit_code == status and result.stdout == "" and reason in result.stderr


# Every desk -------------------------------------------------------------------------------

WHOLE: dict[str, dict[str, str]] = {
    "crisis_protocol": {"attacker": "barnacle", "attack": "", "target": "brick"},
    "dice_throne": {"hero": "barbarian"},
    "heroclix": {"attacker": "mason", "target": "mason"},
    "wh40k": {"attacker": "wardens", "weapon": "", "target": "wardens"},
}
"""What a question about things by their ids needs at least; an empty one is read from the content."""
NONSENSE = ("zzz", "", "-99999999999999999999", "é\x1b[2J", "a,b=c", "[" * 500)


def nonsense() -> Iterator[Any]:
    for game in games_with_odds():
        for option in registry().get(game).odds.options:  # type: ignore[union-attr]
            if option.kind is not bool:
                yield pytest.param(game, option, id=f"{game} {option.name}")


def whole(game: str) -> dict[str, str]:
    content = registry().rules(game).content
    asked = dict(WHOLE.get(game, {}))
    if game == "crisis_protocol":
        asked["attack"] = content.characters[asked["attacker"]].healthy.attacks[0]
    if game == "wh40k":
        asked["weapon"] = next(used for part in content.units[asked["attacker"]].parts for used in part.weapons)
    return asked


@pytest.mark.parametrize(("game", "option"), [*nonsense()])
def test_every_option_of_every_desk_refuses_nonsense_in_words(game: str, option: Option) -> None:
    for base in ({}, whole(game)):
        for value in NONSENSE:
            words = [f"--{name.replace('_', '-')}={given}" for name, given in {**base, option.name: value}.items()]
            done = CliRunner().invoke(main, ["odds", game, *words], prog_name="rulewright")
            if not value.strip() and option.many:
                continue  # nothing is wished
            assert done.exit_code == 2, (words, done.output)
            assert "Error: Invalid value for --" in done.stderr and "\x1b" not in done.stderr


@pytest.mark.parametrize(
    ("game", "option"),
    [("wh40k", "attacker"), ("heroclix", "attacker"), ("crisis_protocol", "side"), ("unmatched_nemesis", "plan")],
)
def test_an_unknown_name_is_answered_with_those_that_there_are(game: str, option: str) -> None:
    asked = {**whole(game), option: "zzz"}
    with pytest.raises(BadWish, match=r"there is no .* 'zzz'; there are [a-z]"):
        odds.ask(game, **asked)
