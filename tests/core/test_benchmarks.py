"""The games that the benchmarks measure are played right; how fast they are is not tested here."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from benchmarks import run
from benchmarks.games import drill, duel, skirmish, tictactoe, warband
from benchmarks.measure import Absent, Figure, Pair, Row, Tools, measure
from benchmarks.peers import plain
from benchmarks.players import play_any, play_listed
from benchmarks.rows.play import replayed, same_story

from rulewright import Game, Scripted, new_game
from rulewright.dice import Die
from rulewright.requests import CHANCE
from rulewright.state import Result

SEEDS = range(25)


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


def test_a_skirmish_is_won_by_who_has_somebody_left() -> None:
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
        run.chosen(["abacus"])


def test_the_verdict_says_what_budget_is_kept() -> None:
    row = _row(Pair(lambda seconds: 1.0, None, "twin"))
    found = [run.verdict(Figure(row, "measured", ours=1.0, ratio=ratio)) for ratio in (0.6, 0.4, 0.2)]
    assert found == ["FAIL", "pass", "pass, stretch"]


def test_dice_of_the_hand_written_games_are_those_of_the_rulesets() -> None:
    assert Die.numbered(8).faces == tuple(range(1, 9)) == skirmish.D8.faces
