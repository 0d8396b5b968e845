"""A game saved while dice wait to be typed, and the first answers of a game, are rebuilt as they were."""

from pathlib import Path

from rulewright import Event, GameOver, Options, Procedure, Request, Roll, Ruleset, State, Steps, load, new_game
from rulewright.chance import Manual, Seeded
from rulewright.journal import journal_of, rebuild


class Nothing(State):
    pass


class Fell(Event, frozen=True):
    faces: tuple[int, ...]


def bet(game: object, context: object) -> Steps:
    for _ in range(3):
        yield Request(0, "bet", Options(("yes", "no")))
        faces = yield Roll.d6(2, 0)
        yield Fell(faces)
    yield GameOver((0,))


RULES = Ruleset(id="bet", title="A bet", state=Nothing, flow=Procedure("game", [bet])).freeze()


def test_a_game_with_open_dice_is_rebuilt_with_open_dice(tmp_path: Path) -> None:
    game = new_game(RULES, seed=1, chance="manual")
    game.answer("yes")
    again = rebuild(RULES, None, journal_of(game), chance=Manual())
    assert again.digest() == game.digest()
    assert isinstance(again.request, Roll)


def test_a_game_with_open_dice_goes_on_with_dice_of_its_seed(tmp_path: Path) -> None:
    game = new_game(RULES, seed=1, chance="manual")
    game.answer("yes")
    game.save(tmp_path / "open.json")
    again = load(tmp_path / "open.json", game=RULES)
    assert again.request.ask == "bet"
    assert again.answers[-1] == (-1, Seeded(1).draw(Roll.d6(2, 0)))


def test_the_first_answers_of_a_game_keep_the_dice_that_fell(tmp_path: Path) -> None:
    game = new_game(RULES, seed=1)
    for _ in range(3):
        game.answer("yes")
    game.save(tmp_path / "whole.json")
    for to in range(len(game.answers) + 1):
        part = load(tmp_path / "whole.json", game=RULES, to=to)
        assert part.answers == game.answers[: len(part.answers)]
        assert to <= len(part.answers) <= to + 1
        assert part.log[-1:] == [] or part.events() == game.events()[: len(part.log)]
