"""The games that the benchmarks measure are played right; how fast they are is not tested here."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from benchmarks import run, shares, strength, terminal, work
from benchmarks.games import drill, duel, leduc, skirmish, tictactoe, warband
from benchmarks.measure import Absent, Figure, Pair, Row, Tools, measure
from benchmarks.peers import plain, zoo
from benchmarks.players import play_any, play_choices, play_listed
from benchmarks.rows import agents, bots
from benchmarks.rows.cards import paid, same_leduc
from benchmarks.rows.play import SQUADS, replayed, same_story

from rulewright import Game, Refused, Scripted, new_game, rules_for
from rulewright.bots import LEVELS, SearchBot, bot_names
from rulewright.dice import Die
from rulewright.requests import CHANCE
from rulewright.simulate import compare
from rulewright.state import Result

SEEDS = range(25)
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_bitboards_of_tictactoe_agree_with_a_list_of_marks(seed: int) -> None:
    game, decisions = play_listed(tictactoe.RULES, seed)
    cells = iter([cell for _, cell in game.answers])

    def next_cell(free: Sequence[int]) -> int:
        cell: int = next(cells)
        assert cell in free
        return cell

    assert game.result is not None and game.result.winners == plain.tictactoe(next_cell)
    assert next(cells, None) is None and decisions == len(game.answers) == len(game.log) - 1


def test_every_free_cell_is_offered_and_no_other() -> None:
    game = new_game(tictactoe.RULES, seed=1)
    for cell in (4, 0, 8):
        game.answer(cell)
    assert game.request.player == 1 and tuple(game.request.space.values) == (1, 2, 3, 5, 6, 7)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_skirmish_goes_the_same_way_as_without_a_kernel(seed: int) -> None:
    game, decisions = play_listed(skirmish.RULES, seed)
    assert same_story(game)
    assert decisions == sum(player != CHANCE for player, _ in game.answers)


def test_the_skirmish_is_told_to_its_five_listeners() -> None:
    before = skirmish.TALLY.seen
    game, _ = play_listed(skirmish.RULES, 3)
    names = [type(entry.event).__name__ for entry in game.log]
    assert names.count("Attacked") and names.count("Damaged") and names.count("Moved")
    heard = 2 * names.count("Attacked") + 2 * names.count("Damaged") + names.count("Moved")
    assert skirmish.TALLY.seen - before == heard


def test_a_skirmish_is_won_by_who_has_someone_left() -> None:
    winners = {play_listed(skirmish.RULES, seed)[0].result for seed in range(5)}
    assert winners == {Result((), "rounds")}
    game = new_game(skirmish.RULES, seed=1)
    game.state.writing = True
    for unit in skirmish.SIDES[1][1:]:
        game.state.units.edit(unit).hp = 0
    board = game.state.board.edit(0)
    board.ready = (board.ready[0], skirmish.SIDES[1][:1])
    game.state.units.edit(skirmish.SIDES[1][0]).hp = 1
    game.state.writing = False
    rng = Random(1)
    while game.request is not None:
        values = game.request.space.values
        at_target = game.request.ask == "action" and game.request.player == 0 and skirmish.ATTACK in values
        game.answer(skirmish.ATTACK if at_target else game.request.space.sample(rng))
    assert game.result is not None
    alive = {unit.owner for unit in game.state.units.values() if unit.hp > 0}
    assert alive == {0} and game.result.winners == (0,)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_duel_keeps_its_cards_together(seed: int) -> None:
    game, _ = play_listed(duel.RULES, seed)
    sides, deck = game.state.sides, game.state.deck[0]
    struck = [entry.event for entry in game.log if isinstance(entry.event, duel.Struck)]
    cards = [card for side in sides.values() for card in (*side.hand, *side.board)] + list(deck.cards)
    assert len(set(cards)) == len(cards) == duel.CARDS - len(struck)
    for player in (0, 1):
        lost = sum(event.damage for event in struck if event.player != player)
        assert sides[player].hp == duel.HEALTH - lost
    assert game.result is not None
    assert game.result.winners == tuple(player for player in (0, 1) if sides[1 - player].hp <= 0)


def test_a_duel_is_replayed_from_its_deck_moves_and_dice() -> None:
    game, _ = play_listed(duel.RULES, 4)
    fallen = [answer for player, answer in game.answers if player == CHANCE]
    moves = [(player, answer) for player, answer in game.answers if player != CHANCE]
    trace = {"deck": fallen[0], "damage": [face for (face,) in fallen[1:]], "moves": moves}
    assert replayed(duel.RULES, trace).result == game.result
    with pytest.raises(AssertionError, match="another player"):
        replayed(duel.RULES, {**trace, "moves": [(1 - moves[0][0], moves[0][1])]})


def test_the_draft_ends_when_both_have_enough_and_the_next_player_begins_the_battle() -> None:
    game = new_game(duel.RULES, seed=1, chance=Scripted([tuple(range(duel.CARDS))]))
    for count in (3, 3, 3):
        assert game.phase == "draft"
        game.answer(count)
    game.answer(2)
    assert game.phase == "battle" and game.request.player == 0 and game.request.ask == "play"
    assert game.state.sides[0].hand == (59, 58, 57, 53, 52, 51, 48)
    assert game.view(1).state.sides[0].hand == (None,) * 7


# Leduc hold'em ----------------------------------------------------------------------------

JACK, QUEEN, KING = 0, 2, 4


@pytest.mark.parametrize(
    ("cards", "actions", "brings"),
    [
        ((JACK, KING, QUEEN), "f", (1, -1)),
        ((JACK, KING, QUEEN), "rf", (-2, 2)),
        ((JACK, KING, QUEEN), "rc" + "cc", (-4, 4)),
        ((JACK, KING, JACK + 1), "cc" + "cc", (2, -2)),
        ((QUEEN, JACK, JACK + 1), "cc" + "rc", (-6, 6)),
        ((QUEEN, QUEEN + 1, KING), "rrc" + "rrc", (0, 0)),
        ((KING, QUEEN, JACK), "rrc" + "rrf", (-10, 10)),
    ],
)
def test_leduc_pays_who_has_a_pair_or_the_higher_rank(
    cards: tuple[int, int, int], actions: str, brings: tuple[int, int]
) -> None:
    # "c" is to call or to check, whichever is legal; never both are.
    game = new_game(leduc.RULES, seed=0, chance=Scripted([deck_of(cards), (1, 0)]))
    for letter in actions:
        legal = game.request.space.values
        game.answer(next(action for action in legal if action.startswith(letter)))
    assert paid(game) == brings


def deck_of(cards: tuple[int, int, int]) -> tuple[int, ...]:
    """A deck from which these are dealt to player 0, to player 1 and to the table."""
    return (*(card for card in range(6) if card not in cards), *reversed(cards))


def test_a_round_of_leduc_sees_two_raises_and_what_is_called_is_not_checked() -> None:
    game = new_game(leduc.RULES, seed=0, chance=Scripted([deck_of((JACK, KING, QUEEN)), (1, 0)]))
    asked = []
    for action in ("raise", "raise", "call", "check"):
        asked.append((game.request.player, game.request.space.values))
        game.answer(action)
    assert asked == [
        (1, ("call", "raise", "fold")),
        (0, ("call", "raise", "fold")),
        (1, ("call", "fold")),
        (0, ("raise", "fold", "check")),
    ]
    assert [seat.chips for seat in game.state.seats.values()] == [6, 6]
    with pytest.raises(Refused):
        game.answer("call")


def test_nobody_sees_the_other_card_of_leduc_or_the_one_that_comes() -> None:
    game = new_game(leduc.RULES, seed=0, chance=Scripted([deck_of((JACK, KING, QUEEN)), (1, 0)]))
    seen = game.view(0).state
    assert (seen.seats[0].card, seen.seats[1].card) == (JACK, None)
    assert (seen.middle[0].covered, seen.middle[0].shown) == (None, None)
    game.answer("call")
    game.answer("check")
    assert game.view(0).state.middle[0].shown == QUEEN


LEDUC_GAME: dict[str, Any] = {
    "deck": deck_of((JACK, KING, QUEEN)),
    "small_blind": 1,
    "moves": [(1, ("call", "raise", "fold"), "raise"), (0, ("call", "raise", "fold"), "fold")],
    "paid": (-2.0, 2.0),
}


def test_a_recorded_game_of_leduc_is_compared_move_by_move() -> None:
    same_leduc(LEDUC_GAME)
    wrong = [(0, ("call", "raise", "fold"), "fold")]
    for change in ({"paid": (2.0, -2.0)}, {"moves": LEDUC_GAME["moves"][:1]}, {"moves": wrong}):
        with pytest.raises(AssertionError):
            same_leduc({**LEDUC_GAME, **change})


def test_leduc_goes_as_in_rlcard() -> None:
    pytest.importorskip("rlcard", reason="the extra bench is not installed")
    from benchmarks.peers import cards

    games = cards.leduc_games(200)
    assert {tuple(bool(part > 0) for part in played["paid"]) for played in games} == {
        (True, False), (False, True), (False, False),
    }  # fmt: skip
    for played in games:
        same_leduc(played)


# Agents, bots and simulations ---------------------------------------------------------------


def test_an_environment_is_asked_every_question_and_shows_the_board() -> None:
    pytest.importorskip("pettingzoo", reason="the extra rl is not installed")
    env = agents.aec(tictactoe.RULES, **agents.same_sight())
    play = zoo.random_game(env)
    for seed in SEEDS:
        decisions = play(seed)
        assert decisions == len(env.unwrapped.match.game.answers) >= 5
    env.reset()
    for cell in (4, 0):
        env.step(list(env.infos[env.agent_selection]["candidates"]).index(cell))
    seen = env.last()[0]
    assert seen["observation"][:, :, 0].tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    assert seen["observation"][:, :, 1].tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert seen["action_mask"].tolist() == [1] * 7 + [0] * 2


def test_tictactoe_goes_as_in_pettingzoo() -> None:
    try:
        theirs = zoo.classic("tictactoe_v3")
    except Absent as absent:
        pytest.skip(str(absent))
    ours = agents.aec(tictactoe.RULES, **agents.same_sight())
    for seed in SEEDS:
        agents.same_game(ours, theirs, seed, same_eyes=True)


def test_choices_are_the_decisions_that_have_two_answers() -> None:
    for seed in SEEDS:
        game, decisions = play_any(tictactoe.RULES, seed)
        assert play_choices(tictactoe.RULES, seed) == decisions - (len(game.answers) == 9)


def test_a_decided_position_has_one_right_move() -> None:
    found = [position for position, _ in zip(bots.decided(), range(bots.DECIDED), strict=False)]
    assert len(found) == bots.DECIDED
    for cells, right in found:
        marks = [{*cells[player::2]} for player in (0, 1)]
        lines = [{cell for cell in range(9) if line >> cell & 1} for line in tictactoe.LINES]
        mover = len(cells) % 2
        ends = [
            {cell for line in lines for cell in line - marks[player] if len(line & marks[player]) == 2} - {*cells}
            for player in (mover, 1 - mover)
        ]
        assert {right} == (ends[0] or ends[1])


def test_what_a_search_imagines_is_counted_and_its_choice_unchanged() -> None:
    game = bots.after(tictactoe.RULES, 3, 3)
    view = game.view(game.request.player)
    counted = bots.CountedSearch(1, **bots.AT_TICTACTOE)
    assert counted.choose(view, game.request) == SearchBot(1, **bots.AT_TICTACTOE).choose(view, game.request)
    assert 0.7 * bots.ITERATIONS <= counted.imagined <= bots.ITERATIONS


def test_simulations_cost_what_is_measured_beside_a_plain_loop() -> None:
    figure = measure(next(row for row in bots.ROWS if row.name == "simulate-tictactoe"), seconds=0.001, rounds=1)
    assert figure.status == "measured" and figure.ratio is not None and figure.ratio > 0.1
    game = bots.by_hand(tictactoe.RULES, 5)
    assert game.result is not None and game.answers != bots.by_hand(tictactoe.RULES, 6).answers


def test_a_warband_has_twenty_fields_and_its_decisions_write_ten_times() -> None:
    game = new_game(warband.RULES, warband.Muster(units=40, effects=20), seed=1)
    assert len(warband.Unit.__struct_fields__) == 20 and len(game.state.units) == 40
    assert game.number("attack", 0) == 14 and game.number("attack", 1) == 4
    game.answer(1)
    assert len(game.log) == warband.WOUNDED_AT_ONCE
    assert [unit.hp for unit in game.state.units.values()].count(999_999) == warband.WOUNDED_AT_ONCE


def test_a_drill_does_what_it_is_told_to() -> None:
    game = new_game(drill.drill(3, drill.Counted, steps=2), seed=1)
    game.answer(0)
    assert len(game.log) == 6 and game.state.counters[0].count == 2
    rolling = new_game(drill.drill(2, lambda number: drill.DICE), seed=1)
    rolling.answer(0)
    assert [player for player, _ in rolling.answers] == [0, CHANCE, CHANCE]


def test_random_players_are_repeatable() -> None:
    def digest(game: Game) -> str:
        return game.digest()

    assert digest(play_any(duel.RULES, 7)[0]) == digest(play_any(duel.RULES, 7)[0])
    assert digest(play_any(duel.RULES, 7)[0]) != digest(play_any(duel.RULES, 8)[0])
    assert play_any(duel.RULES, 7)[0].answers == play_listed(duel.RULES, 7)[0].answers


# How figures are made --------------------------------------------------------------------


def _row(pair: Pair, *, more: bool = False) -> Row:
    return Row("row", "what", "beside", "us", lambda tools: pair, more, 0.5, 0.25)


def test_a_figure_is_the_median_of_ratios_taken_in_turns() -> None:
    order: list[str] = []

    ours, theirs = iter([1.0, 2.0, 9.0]), iter([2.0, 8.0, 10.0])
    pair = Pair(
        lambda seconds: order.append("A") or next(ours),  # type: ignore[func-returns-value]
        lambda seconds: order.append("B") or next(theirs),  # type: ignore[func-returns-value]
        "twin",
    )
    figure = measure(_row(pair), seconds=0, rounds=3)
    assert "".join(order) == "ABBAAB"
    assert (figure.ours, figure.theirs, figure.ratio, figure.spread) == (2.0, 8.0, 0.5, (0.25, 0.9))
    assert figure.meets(0.5) is True and figure.meets(0.25) is False


def test_larger_may_be_better() -> None:
    figure = measure(_row(Pair(lambda seconds: 1.0, lambda seconds: 2.0, "twin"), more=True), seconds=0, rounds=1)
    assert figure.meets(0.5) is True and figure.meets(0.6) is False and figure.meets(None) is None


def test_a_missing_peer_is_skipped_by_name_and_a_wrong_twin_is_not_measured() -> None:
    def absent(tools: Tools) -> Pair:
        raise Absent("abacus is not installed")

    def wrong(tools: Tools) -> Pair:
        raise AssertionError("2 + 2 is 5")

    statuses = [
        measure(Row("row", "what", "beside", "us", build), seconds=0, rounds=1).status for build in (absent, wrong)
    ]
    assert statuses == ["skipped: abacus is not installed", "wrong: 2 + 2 is 5"]


def test_rows_have_names_of_their_own_and_are_chosen_by_them() -> None:
    names = [row.name for row in run.ROWS]
    assert len(set(names)) == len(names)
    assert [row.name for row in run.chosen(["skirmish-by"])] == ["skirmish-by-hand"]
    with pytest.raises(SystemExit, match="no row is called abacus"):
        run.chosen(["abacus", "skirmish"])


def test_a_group_is_all_of_its_rows_and_no_row_is_called_like_it() -> None:
    playouts = run.chosen(["playouts"])
    peers = " ".join(row.beside for row in playouts)
    for peer in ("OpenSpiel", "PettingZoo", "catanatron", "RLCard", "boardgame.io"):
        assert peer in peers
    assert run.chosen(["playouts", "tictactoe", "bots"]) == [*playouts, *bots.ROWS]
    assert not [row.name for row in run.ROWS for group in run.GROUPS if row.name.startswith(group)]


@pytest.mark.parametrize(
    ("name", "library"),
    [
        ("leduc", "rlcard"), ("dice-throne-uno", "rlcard"), ("aec-tictactoe", "pettingzoo"),
        ("aec-dice-throne-hanabi", "pettingzoo"), ("dice-throne-catan-choices", "catanatron"),
        ("search-tictactoe", "pyspiel"), ("dice-throne-openspiel-gin", "pyspiel"),
    ],
)  # fmt: skip
def test_a_row_whose_peer_is_not_installed_says_what_to_install(
    name: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in [module for module in sys.modules if module.partition(".")[0] == library]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, library, None)
    row = next(row for row in run.ROWS if row.name == name)
    assert re.match(r"skipped: (?i:open_spiel|pettingzoo|rlcard|catanatron)\S* is not installed", status_of(row))


def status_of(row: Row) -> str:
    """What comes of a row that is measured once, shortly."""
    return measure(row, seconds=0.001, rounds=1).status


def test_the_readme_names_every_row_of_a_group_and_every_group() -> None:
    text = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    named = {*re.findall(r"`([a-z0-9-]+)`", text)}
    rows = {row.name for group in run.GROUPS.values() for row in group}
    assert {*run.GROUPS, *rows} <= named


def test_every_library_of_the_extra_bench_is_used_and_has_its_reason() -> None:
    extra = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    code = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "benchmarks").rglob("*.py")))
    table = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## Dependencies")[2]
    names = " ".join(line.split("|")[1] for line in table.splitlines() if "`bench`" in line).lower()
    libraries = [re.split(r"[\[>=]", need)[0] for need in extra["bench"]]
    assert libraries and [library for library in libraries if library.replace("_", "") not in names] == []
    imported = {*re.findall(r'(?:import_module\(f"|import |from )(\w+)', code)}
    assert [library for library in libraries if library not in imported] == []


def test_the_verdict_says_what_budget_is_kept() -> None:
    row = _row(Pair(lambda seconds: 1.0, None, "twin"))
    found = [run.verdict(Figure(row, "measured", ours=1.0, ratio=ratio)) for ratio in (0.6, 0.4, 0.2)]
    assert found == ["FAIL", "pass", "pass, stretch"]


def test_dice_of_the_hand_written_games_are_those_of_the_rulesets() -> None:
    assert Die.numbered(8).faces == tuple(range(1, 9)) == skirmish.D8.faces


def test_the_time_of_random_play_counts_for_the_innermost_room() -> None:
    class Code:
        def __init__(self, *modules: str) -> None:
            self.f_globals = {"__name__": modules[0]}
            self.f_back = Code(*modules[1:]) if modules[1:] else None

    assert shares.room_of(Code("numpy.linalg", "rulewright.geometry.plane.rounds", "rulewright.game")) == "geometry"
    assert shares.room_of(Code("rulewright.game", "rulewright_crisis_protocol.attack")) == "kernel"
    assert shares.room_of(Code("random", "rulewright_crisis_protocol.attack")) == "rules"
    assert shares.room_of(Code("benchmarks.players")) == "the loop"


def test_shares_play_whole_games() -> None:
    found, decisions, seconds = shares.shares("crisis_protocol", 1, SQUADS)
    assert decisions > 100 and seconds > 0.0 and set(found) <= {*(room for _, room in shares.ROOMS), "the loop"}


def test_calls_are_counted_for_their_room_a_decision() -> None:
    def play() -> int:
        return sum(play_any(duel.RULES, seed)[1] for seed in range(2))

    play()  # what is remembered is remembered
    found = work.calls(play)
    assert found["kernel"] > 1 and set(found) <= {room for _, room in shares.ROOMS}
    assert work.calls(play) == found, "the same games are the same work"
    assert "rules" not in work.calls(lambda: sum(1 for _ in range(3))), "what Python does is nobody's work of ours"


def test_a_room_may_have_a_tenth_more_to_do_and_what_is_little_is_not_compared() -> None:
    before = {"random": {"kernel": 100.0, "rules": 10.0}}
    for kernel, rules, fine in ((110.0, 10.0, True), (110.2, 10.0, False), (50.0, 19.9, True), (100.0, 20.0, False)):
        lines, good = work.compared("duel", {"random": {"kernel": kernel, "rules": rules}}, before)
        assert good is fine
        assert sum("MORE" in line for line in lines) == (not fine)
    assert work.compared("duel", {"greedy": {"kernel": 30.0}}, before)[1] is False, "what was never counted is named"


def test_all_work_that_is_compared_stands_in_the_file() -> None:
    there = tomllib.loads(work.FILE.read_text(encoding="utf-8"))
    assert {*there} == {*work.GAMES} and all({*ways} == {"random", "greedy"} for ways in there.values())
    assert tomllib.loads(work.written(there)) == there
    with pytest.raises(SystemExit):
        work.main(["chess"])


def test_levels_play_those_below_them_and_are_as_strong_as_they_must_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert {name for pair in strength.LADDER for name in pair[:2]} == {"random", *LEVELS} <= {*bot_names()}
    common = {"seed": 1, "jobs": 1, "failures": None}
    for must, strong in ((0.0, True), (1.1, False)):
        monkeypatch.setattr(strength, "LADDER", (("normal", "random", must),))
        monkeypatch.setattr(strength, "compare", lambda game, *rest, **how: compare(tictactoe.RULES, *rest, **how))
        assert strength.tournament(["drill"], 2, common) is strong
        line = capsys.readouterr().out.splitlines()[-1]
        assert line.startswith("| drill | normal against random | ") and line.endswith(f" | {must} |")
    with pytest.raises(SystemExit):
        strength.main(["--levels", "--bots", "greedy,random", "drill"])


def test_questions_and_lines_are_counted_by_turns() -> None:
    smart, every = (list(terminal.counted(rules_for("dice_throne"), 2, 160, stops=stops)) for stops in ("smart", "all"))
    assert [one.when for one in smart][:1] == ["set-up"] and {one.when for one in smart[1:]} == {
        "own turn", "another's turn",
    }  # fmt: skip
    assert all(one.lines > one.questions for one in smart)
    assert sum(one.questions for one in smart) < sum(one.questions for one in every)
