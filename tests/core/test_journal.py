"""Journals: header and answers rebuild a game; what does not fit any more is named, never shown as true."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rulewright import (
    FlowError,
    Game,
    Loop,
    Roll,
    Ruleset,
    SaveError,
    SetupError,
    Shuffle,
    Steps,
    Turn,
    load,
    new_game,
    turns,
)
from rulewright.api import from_journal
from rulewright.dice import D6
from rulewright.game import Drift
from rulewright.journal import Journal, journal_of, parse, read, rebuild, save
from tests.core.sketch import Grew, Said, Shrank, ask, said, sketch, sketch_rules, told, value


class Size(msgspec.Struct):
    turns: int = 40


def move(game: Game, turn: Turn) -> Steps:
    if turn.number == 1:
        yield Said((yield Shuffle(tuple("abcd"), 0)))
    by = yield ask("by", 1, 2, 3, player=turn.player)
    (face,) = yield Roll((D6,), turn.player)
    yield Grew(turn.player, by * face)


def advance(game: Game, last: Turn | None) -> Turn | None:
    following = turns(lambda game: game.players)(game, last)
    return following if following is not None and following.number <= game.setup.turns else None


RULES = sketch_rules(flow=Loop("turn", advance, [move]), setup=Size, version="7")


def played(most: int = 25, seed: int = 5, rules: Ruleset = RULES, **setup: Any) -> Game:
    """A game after this many random decisions."""
    game, rng = new_game(rules, setup or None, seed=seed), Random(seed)
    for _ in range(most):
        if game.request is not None:
            game.answer(game.request.space.sample(rng))
    return game


def go_on(game: Game) -> Game:
    rng = Random(9)
    while game.request is not None:
        game.answer(game.request.space.sample(rng))
    return game


def change(path: Path, **fields: Any) -> Path:
    """A copy of a save with some fields changed, as if nothing watched over it: without its chain."""
    data = json.loads(path.read_bytes())
    data.update({"chain": [], **fields})
    other = path.with_name("changed.json")
    other.write_text(json.dumps(data))
    return other


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    played().save(path)
    return path


# ------------------------------------------------------------------------------------------------ saving, loading


def test_a_loaded_game_is_the_game_and_goes_on_like_it(saved: Path) -> None:
    game, again = played(), load(saved, game=RULES)

    assert again.digest() == game.digest()
    assert again.answers == game.answers
    assert told(again) == told(game)
    assert again.positions() == game.positions()
    assert again.request == game.request
    assert told(go_on(again)) == told(go_on(game))
    assert again.result == game.result


def test_a_finished_game_is_saved_with_its_result(tmp_path: Path) -> None:
    game = go_on(played())
    game.save(tmp_path / "over.json")

    again = load(tmp_path / "over.json", game=RULES)

    assert again.request is None
    assert again.result == game.result


def test_a_save_is_readable_json_with_header_and_answers(saved: Path) -> None:
    data = json.loads(saved.read_bytes())

    assert data["rulewright"] == 2
    assert data["header"]["ruleset"] == "sketch"
    assert data["header"]["seed"] == 5
    assert data["header"]["setup"] == {"turns": 40}
    assert data["header"]["version"] == "7"
    assert [player for player, _ in data["answers"][:4]] == [-1, 0, -1, 1]
    assert data["marks"]
    assert data["digest"]


def test_the_setup_stands_in_the_header(tmp_path: Path) -> None:
    game = played(2, turns=3)
    game.save(tmp_path / "short.json")

    assert load(tmp_path / "short.json", game=RULES).setup == Size(3)


def test_a_setup_is_imported_from_its_place_when_it_is_needed() -> None:
    game = new_game(replace(RULES, setup=f"{__name__}:Size"), {"turns": 3}, seed=1)

    assert game.setup == Size(3)


@pytest.mark.parametrize("place", ["nowhere:Size", f"{__name__}:Nothing", "Size", ""])
def test_a_place_where_no_setup_is_is_named(place: str) -> None:
    with pytest.raises(FlowError, match=f"^sketch: setup={place!r} is no model, such as 'my_game.book:Setup': "):
        new_game(replace(RULES, setup=place), seed=1)


def test_saving_replaces_a_file_whole_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    played(20).save(path)
    longer = path.stat().st_size
    played(3).save(path)

    assert path.stat().st_size < longer
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]
    assert len(load(path, game=RULES).answers) == len(played(3).answers)


def test_a_save_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    played(3).save(path)
    before = path.read_bytes()

    def full(*_: Any) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="no space left"):
        save(played(9), path)

    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_the_first_answers_of_a_game(saved: Path) -> None:
    """Counted with those of chance; the dice that fell right after the last of them have fallen."""
    game = load(saved, game=RULES, to=0)
    assert [player for player, _ in game.answers] == [-1]
    assert game.request.ask == "by"

    game = load(saved, game=RULES, to=4)
    assert [player for player, _ in game.answers] == [-1, 0, -1, 1, -1]
    assert len(load(saved, game=RULES, to=10_000).answers) == len(played().answers)
    with pytest.raises(ValueError, match="counted from 0"):
        load(saved, game=RULES, to=-1)


def test_a_fork_and_a_game_taken_back_are_saved_as_they_stand(tmp_path: Path) -> None:
    game = played(6)
    fork = game.fork()
    fork.answer(2)
    fork.undo(force=True)
    fork.save(tmp_path / "fork.json")

    assert load(tmp_path / "fork.json", game=RULES).digest() == game.digest()


def test_a_journal_needs_no_file() -> None:
    game = played()
    data = msgspec.json.encode(journal_of(game))

    assert from_journal(parse(data), game=RULES).digest() == game.digest()


# --------------------------------------------------------------------------------------------------------- drift


def other_rules(step: Any = move, **registered: Any) -> Ruleset:
    return sketch_rules(flow=Loop("turn", advance, [step]), setup=Size, version="8", **registered)


def shrink(game: Game, turn: Turn) -> Steps:
    if turn.number == 1:
        yield Said((yield Shuffle(tuple("abcd"), 0)))
    by = yield ask("by", 1, 2, 3, player=turn.player)
    (face,) = yield Roll((D6,), turn.player)
    yield (Shrank if turn.number > 30 else Grew)(turn.player, by * face)


def test_rules_that_play_otherwise_are_found_by_digests_on_the_way(tmp_path: Path) -> None:
    """The journal of a long game; the rules change what happens in turn 31."""
    path = tmp_path / "game.json"
    played(40).save(path)

    with pytest.raises(SaveError) as error:
        load(path, game=other_rules(shrink))

    text = str(error.value)
    assert "went another way than recorded: things differ" in text or "the position differs" in text
    assert "saved with sketch 7" in text
    assert "installed is 8" in text


def test_the_last_position_is_checked_too(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    played(31).save(path)

    with pytest.raises(SaveError, match=r"position differs from the recorded one|went another way"):
        load(path, game=other_rules(shrink))
    assert load(path, game=other_rules(shrink), to=20).digest() == load(path, game=RULES, to=20).digest()


def test_rules_that_ask_otherwise_are_found_by_the_answer(saved: Path) -> None:
    def narrow(game: Game, turn: Turn) -> Steps:
        yield Said((yield Shuffle(tuple("abcd"), 0)))
        yield ask("by", 7, 8, player=turn.player)

    with pytest.raises(SaveError, match=r"answer 1, \d by player 0, does not fit 'by': \d is not among the options"):
        load(saved, game=other_rules(narrow))


def test_rules_that_ask_someone_else_are_found(saved: Path) -> None:
    def swap(game: Game, turn: Turn) -> Steps:
        yield Said((yield Shuffle(tuple("abcd"), 0)))
        yield ask("by", 1, 2, 3, player=1 - turn.player)

    with pytest.raises(SaveError, match="answer 1: the record has one by player 0, but player 1 is asked 'by'"):
        load(saved, game=other_rules(swap))


def test_rules_that_roll_other_dice_are_found(saved: Path) -> None:
    def more(game: Game, turn: Turn) -> Steps:
        yield Said((yield Shuffle(tuple("abcd"), 0)))
        yield ask("by", 1, 2, 3, player=turn.player)
        yield Roll((D6, D6), turn.player, "attack")

    with pytest.raises(SaveError, match=r"answer 2, .* by chance, does not fit 'attack': 1 face given instead of 2"):
        load(saved, game=other_rules(more))


def test_a_record_that_goes_on_after_the_end_is_found(saved: Path) -> None:
    answers = json.loads(saved.read_bytes())["answers"]
    game = played(2, turns=2)
    journal = journal_of(game)
    journal.answers, journal.chain = [*journal.answers, *map(tuple, answers[-2:])], []

    with pytest.raises(Drift, match=r"the game is over after 5 answers, but the record has 7"):
        rebuild(RULES.freeze(), game.setup, journal)


def test_rules_that_fail_on_the_record_are_named(saved: Path) -> None:
    def fail(game: Game, turn: Turn) -> Steps:
        yield Said((yield Shuffle(tuple("abcd"), 0)))
        yield ask("by", 1, 2, 3, player=turn.player)
        raise KeyError("rewritten")

    with pytest.raises(SaveError, match="the rules fail on the record: KeyError: 'rewritten'"):
        load(saved, game=other_rules(fail))


def test_rules_that_changed_in_nothing_that_was_played_load(saved: Path) -> None:
    assert load(saved, game=other_rules()).digest() == played().digest()


def test_a_changed_die_in_the_record_is_found(saved: Path) -> None:
    answers = json.loads(saved.read_bytes())["answers"]
    face = answers[2][1][0]
    answers[2] = [-1, [face % 6 + 1]]

    with pytest.raises(SaveError, match=r"went another way than recorded: things differ|the position differs"):
        load(change(saved, answers=answers), game=RULES)


def test_a_record_that_misses_a_mark_is_found(saved: Path) -> None:
    marks = json.loads(saved.read_bytes())["marks"]

    with pytest.raises(SaveError, match="after answer 3 no turn ends any more"):
        load(change(saved, marks=[[3, {}], *marks]), game=RULES)


def test_of_the_first_answers_only_the_digests_among_them_are_checked(saved: Path) -> None:
    data = json.loads(saved.read_bytes())
    broken = change(saved, marks=[*data["marks"], [49, {"things": 1}]], digest="nonsense")

    assert len(load(broken, game=RULES, to=20).answers) >= 20
    with pytest.raises(SaveError):
        load(broken, game=RULES)


# ------------------------------------------------------------------------------------------------ what is no save


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not a saved game"),
        (b"[]", "not a saved game: Expected `object`, got `array`"),
        (b"{}", "missing required field `rulewright`"),
        (b"\xff\xfe", "not a saved game"),
        (b"[" * 200_000, "not a saved game"),
        (b'{"rulewright": 1, "header": {"ruleset": "x", "seed": 1}, "answers": [], "more": 1}', "unknown field `more`"),
        (b'{"rulewright": 1, "header": {"ruleset": "x", "seed": "1"}, "answers": []}', r"`str` - at `\$.header.seed`"),
        (b'{"rulewright": 1, "header": {"ruleset": "x", "seed": 1, "sed": 2}, "answers": []}', "unknown field `sed`"),
        (b'{"rulewright": 1, "header": {"ruleset": "x", "seed": 1}, "answers": [[0]]}', r"at `\$.answers\[0\]`"),
        (
            b'{"rulewright": 1, "header": {"ruleset": "x", "seed": 1}, "answers": [[0, {"a": 1}]]}',
            "an answer is plain data",
        ),
        (
            b'{"rulewright": 3, "header": {"ruleset": "x", "seed": 1}, "answers": []}',
            "a save of format 3; this version reads formats 1 and 2",
        ),
    ],
)
def test_what_is_no_save_is_named(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "odd.json"
    path.write_bytes(data)

    with pytest.raises(SaveError, match=words) as error:
        load(path, game=RULES)
    assert "odd.json" in str(error.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"nowhere.json: there is no such file"):
        read(tmp_path / "nowhere.json")


def test_a_game_of_another_ruleset_is_named(saved: Path) -> None:
    with pytest.raises(SaveError, match="a game of 'sketch', not of 'chess'"):
        load(saved, game=replace(RULES, id="chess"))


def test_a_setup_that_does_not_fit_any_more_is_named(saved: Path) -> None:
    header = json.loads(saved.read_bytes())["header"]

    with pytest.raises(SaveError, match=r"setup of sketch: turns: Expected `int`, got `str`"):
        load(change(saved, header={**header, "setup": {"turns": "many"}}), game=RULES)
    with pytest.raises(SetupError, match="setup of sketch"):
        new_game(RULES, {"turns": "many"})


def test_a_setup_with_text_that_is_no_unicode_is_refused() -> None:
    class Named(msgspec.Struct):
        name: str = ""

    with pytest.raises(SetupError, match=r"setup of sketch: .*surrogates not allowed"):
        new_game(replace(RULES, setup=Named), {"name": "\ud800"})


def test_an_answer_is_the_same_after_json() -> None:
    """Tuples, numbers and texts come back as what they were: 1 is neither True nor 1.0."""
    values = (None, True, False, 1, 1.0, "1", (1, ("a", 2.5)), ())

    def choose_all(game: Game, context: Any) -> Steps:
        for _ in values:
            yield Said((yield ask("value", *values)))

    game = sketch(choose_all)
    for answer in values:
        game.answer(answer)
    again = from_journal(parse(msgspec.json.encode(journal_of(game))), game=game.rules)

    assert [(type(word), word) for word in said(again)] == [(type(word), word) for word in values]
    assert value(again) == 0


def test_a_journal_is_data() -> None:
    journal = journal_of(played(3))

    assert isinstance(journal, Journal)
    assert msgspec.json.decode(msgspec.json.encode(journal), type=Journal).header == journal.header


def test_states_are_equal_where_the_same_records_lie_and_the_flow_stands_alike(tmp_path: Path) -> None:
    game = played(7)
    game.save(tmp_path / "game.json")
    loaded = load(tmp_path / "game.json", game=RULES)

    assert loaded.state == game.state
    assert game.fork().state == game.state != game.state.tables
    answer = game.request.space.options()[0]
    game.answer(answer)
    assert loaded.state != game.state
    loaded.answer(answer)
    assert loaded.state == game.state
    other = game.fork()
    other.state.frame = other.state.frame.parent
    assert other.state != game.state
