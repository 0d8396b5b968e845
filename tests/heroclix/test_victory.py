"""Winning: victory points, defeat, the end of a game, more than two players (chapters 5 and 26)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from rulewright import Turn, new_game, testing
from rulewright.cli.drawing import drawn
from rulewright.geometry.grid import square_of
from rulewright.testing import Scenario, Script
from rulewright_heroclix.events.characters import KeywordGained, KeywordLost
from rulewright_heroclix.events.damage import KnockedOut, TookDamage
from rulewright_heroclix.events.turns import TurnBegan
from rulewright_heroclix.events.victory import Defeated, Divided, MissionScored, Scored, TieRolled
from rulewright_heroclix.faces.panel import panel
from rulewright_heroclix.space.board import scene_of
from rulewright_heroclix.state import Character
from rulewright_heroclix.terms import friendly, keywords, opponents
from rulewright_heroclix.victory import victory_points

from .table import BLANK, FOE, HERO, at, clix, dice, happened, invent, one, play, rule, turn

CORNERS = ("A1", "P1", "P16", "A16")


def seated(*things: Character, players: int = 4, rolls: Iterable[str] = (), **more: Any) -> Scenario:
    """A position of several players; each has ``p0`` to ``p3`` in a corner, worth 40, unless it is given."""
    given = {str(thing.id) for thing in things}
    own = [at(HERO, CORNERS[seat], name=f"p{seat}", player=seat, points=40) for seat in range(players)]
    return play(*(one for one in own if str(one.id) not in given), *things, players=players, rolls=dice(*rolls), **more)


def judged(position: Scenario, player: int = 0, number: int = 1) -> Scenario:
    """The end of a turn, at which it is judged who is defeated and whether time is up."""
    return position.begin("game/turn/defeats", Turn(player=player, number=number))


def knocked_out(*ids: str) -> list[KnockedOut]:
    """That characters are KO'd."""
    return [KnockedOut(id, rule="12.5d") for id in ids]


def reason(position: Scenario) -> str:
    """Why the game ended; empty while it goes on."""
    result = position.game.result
    return "" if result is None else result.reason


def winners(position: Scenario) -> tuple[int, ...] | None:
    """Who has won; None while the game goes on."""
    result = position.game.result
    return None if result is None else result.winners


# Scoring ----------------------------------------------------------------------------------------------------


@rule("5.4a", 1)
@rule("5.4b", 1)
@rule("3.2", 1)
@rule("2.2b", 3)
def test_whoever_opposes_a_knocked_out_character_scores_its_point_value() -> None:
    position = play(at(HERO, "A1"), at(FOE, "C1", points=80)).happen(*knocked_out(FOE))

    assert [position.state.forces[seat].victory for seat in (0, 1)] == [80, 0]
    assert one(position, FOE).area == "ko"


@rule("5.4a", 1)
def test_a_character_scores_for_the_opponent_of_the_force_on_which_it_began() -> None:
    turncoat = at(FOE, "C1", starting=0)
    position = play(at(HERO, "A1"), turncoat).happen(*knocked_out(FOE))

    assert [position.state.forces[seat].victory for seat in (0, 1)] == [0, 50]


@rule("5.4b", 3)
def test_what_was_paid_for_an_optional_trait_is_scored_too() -> None:
    position = play(at(HERO, "A1"), at(FOE, "C1", points=80, extra=15)).happen(*knocked_out(FOE))

    assert position.state.forces[0].victory == 95


@rule("5.4b", 4, 5)
@rule("3.2a", 1)
def test_who_comes_back_from_the_ko_area_is_scored_again() -> None:
    position = play(at(HERO, "A1"), at(FOE, "C1", points=80))
    position.happen(*knocked_out(FOE)).happen(*knocked_out(FOE))

    assert position.state.forces[0].victory == 160


@rule("5.4b", 8, 9)
def test_a_defeated_force_scores_all_that_is_left_but_for_its_sideline() -> None:
    position = play(
        at(HERO, "A1"), at(FOE, "C1", points=80), at(FOE, name="waiting", player=1, area="sideline", points=30),
        forces={0: {"victory": 400}},
    )  # fmt: skip
    judged(position)

    assert position.state.forces[0].victory == 480 and one(position, "waiting").area == "sideline"


@rule("26.1", 3)
def test_what_is_left_of_a_defeated_force_is_knocked_out() -> None:
    position = seated(forces={0: {"victory": 400}})
    judged(position)

    assert [event.character for event in happened(position, KnockedOut)] == ["p1", "p2", "p3"]
    assert [event.points for event in happened(position, Scored)] == [40, 40, 40]


# Defeat and the end -----------------------------------------------------------------------------------------


@rule("5.1", 1, 2)
@rule("5.2", 1)
def test_the_last_player_standing_wins() -> None:
    position = judged(play(at(HERO, "A1"), at(FOE, area="ko")))

    assert [event.player for event in happened(position, Defeated)] == [1]
    assert winners(position) == (0,) and reason(position) == "last_standing"


@rule("5.2", 1)
@rule("2.5", 1, 2, 3)
def test_a_force_of_no_points_or_on_the_sideline_alone_is_defeated() -> None:
    position = judged(play(at(HERO, "A1"), at(FOE, "C1", points=0), at(FOE, name="waiting", player=1, area="sideline")))

    assert winners(position) == (0,)


@rule("5.2", 1)
def test_a_pilot_in_its_vehicle_is_still_on_its_force() -> None:
    position = judged(play(at(HERO, "A1"), at(FOE, area="card")))

    assert winners(position) is None


@rule("5.2", 2)
@pytest.mark.parametrize(("points", "won"), [(400, (0,)), (399, None)])
def test_an_opponent_with_a_hundred_points_over_the_build_total_defeats(points: int, won: Any) -> None:
    position = judged(play(at(HERO, "A1"), at(FOE, "C1"), forces={0: {"victory": points}}))

    assert winners(position) == won


@rule("5.3b", 1)
@rule("5.3c", 1, 2)
@pytest.mark.parametrize(("points", "won"), [(20, (1,)), (19, None)])
def test_twenty_mission_points_defeat_all_others(points: int, won: Any) -> None:
    position = play(at(HERO, "A1"), at(FOE, "C1")).happen(MissionScored(1, points, rule="5.3c"))

    assert winners(judged(position)) == won


@rule("5.3a", 1)
@rule("5.4", 1)
@rule("5", 1)
def test_when_time_is_up_the_most_victory_points_win() -> None:
    position = play(at(HERO, "A1"), at(FOE, "C1"), forces={1: {"victory": 60}}, turns=8)
    assert winners(judged(position, number=8)) == (1,) and reason(position) == "time"


@rule("5.4", 1)
@rule("5.2", 1)
def test_players_who_are_defeated_together_are_parted_by_victory_points() -> None:
    position = play(at(HERO, area="ko"), at(FOE, area="ko"), forces={1: {"victory": 60}})

    assert winners(judged(position)) == (1,) and reason(position) == "victory_points"


@rule("5.4", 2)
def test_tied_players_roll_until_one_is_higher() -> None:
    position = play(at(HERO, "A1"), at(FOE, "C1"), turns=8, rolls=dice("34", "25", "11", "12"))
    judged(position, number=8)

    assert [event.faces for event in happened(position, TieRolled)] == [(3, 4), (2, 5), (1, 1), (1, 2)]
    assert winners(position) == (1,)


# More than two players --------------------------------------------------------------------------------------


@rule("26", 2)
@rule("6.2", 1, 2)
def test_all_that_is_not_on_a_force_opposes_it() -> None:
    position = seated()

    assert opponents(position.game, 1) == ["p0", "p2", "p3"]
    assert friendly(position.game, "p1", "p1") and not friendly(position.game, "p1", "p2")


@rule("26", 1, 2)
@pytest.mark.parametrize("players", [5, 8])
def test_more_than_four_play_where_a_map_has_areas_for_them(players: int) -> None:
    """Each against all others, one after the other, until one is left."""
    areas = [f"{'ACEGIKMO'[seat]}1" for seat in range(players)]
    rules = testing.invent("heroclix", characters=[clix(HERO, *("8/10/17/3",) * 4)], maps=[
        {"id": "field", "name": {"en": "field", "zh": "field"},
         "map": {"rows": list(BLANK), "areas": {"start of four": areas}}}])  # fmt: skip
    forces = [{"members": [{"character": HERO}]}] * players
    rolls = dice("66", "65", "64", "63", "62", "61", "51", "41")[:players]
    game = new_game(rules, {"map": "field", "forces": forces, "build_total": 50}, chance=Script(rolls))
    while game.request.ask != "action":
        game.answer(game.request.space.options()[0])
    asked = []
    for _ in range(players):
        asked.append(game.request.player)
        game.answer(None)

    assert asked == list(range(players)) and len(opponents(game, 0)) == players - 1


@rule("26", 5)
@pytest.mark.parametrize(("players", "open_"), [(2, True), (3, False), (4, False)])
def test_games_of_more_than_two_leave_rows_out_that_a_map_marks(players: int, open_: bool) -> None:
    """A map of 16 by 24 squares: without its last eight rows it is as large as one of the smaller size."""
    corners = ["A1", "P1", "A16", "P16"]
    printed = {
        "rows": ["." * 16] * 24,
        "walls": ["C16|C17", "C3|D3"],
        "ramps": ["D16-D17", "D3-D4"],
        "areas": {"start": ["A1:P1", "A24:P24"], "start of four": corners, "left out of four": ["A17:P24"]},
    }
    rules = testing.invent("heroclix", characters=[clix(HERO)],
                           maps=[{"id": "field", "name": {"en": "field", "zh": "field"}, "map": printed}])  # fmt: skip
    things = [at(HERO, square, name=f"p{seat}", player=seat) for seat, square in enumerate(corners[:players])]
    board = scene_of(play(*things, rules=rules, players=players).game).board

    assert board.present.bit_count() == 16 * (24 if open_ else 16)
    assert (square_of("C17") in board.tiles) is open_
    assert len(board.edges) == 2 and len(board.ramps) == (2 if open_ else 1)


@rule("26", 2)
def test_players_of_one_side_are_friendly_and_win_together() -> None:
    position = seated(
        at(HERO, name="p1", player=1, area="ko"), at(HERO, name="p3", player=3, area="ko"), sides=(0, 1, 0, 1)
    )

    assert opponents(position.game, 0) == [] and friendly(position.game, "p0", "p2")
    assert winners(judged(position)) == (0, 2)


@rule("26", 2)
def test_of_three_sides_each_opposes_the_two_others() -> None:
    game = seated(sides=(0, 1, 2, 0)).game

    found = {id: set(opponents(game, seat)) for seat, id in enumerate(("p0", "p1", "p2", "p3"))}
    assert found == {
        "p0": {"p1", "p2"}, "p1": {"p0", "p2", "p3"}, "p2": {"p0", "p1", "p3"}, "p3": {"p1", "p2"},
    }  # fmt: skip


@rule("26.1", 1, 2)
@rule("4.5", 2)
def test_turns_pass_to_the_left_past_defeated_players() -> None:
    position = turn(seated(at(HERO, name="p3", player=3, area="ko"), first=2, forces={3: {"defeated": True}}), 2)
    for _ in range(3):
        position.answer(None)

    assert [event.player for event in happened(position, TurnBegan)] == [2, 0, 1, 2]


@rule("26.1", 3)
def test_all_of_a_defeated_force_is_knocked_out_and_play_goes_on() -> None:
    position = judged(seated(at(HERO, "P1", name="p1", player=1, points=0)))

    assert [event.character for event in happened(position, KnockedOut)] == ["p1"]
    assert winners(position) is None and position.player == 2


@rule("26.3", 1)
def test_the_player_whose_turn_it_is_scores() -> None:
    position = seated(first=2).happen(*knocked_out("p1"))

    assert [(event.player, event.points) for event in happened(position, Scored)] == [(2, 40)]


@rule("26.3", 2)
def test_in_its_owners_turn_the_last_to_damage_a_character_scores() -> None:
    position = seated(first=1)
    position.happen(TookDamage("p1", 3, "p2")).happen(TookDamage("p1", 1, "p3")).happen(*knocked_out("p1"))

    assert [(event.player, event.points) for event in happened(position, Scored)] == [(3, 40)]


@rule("26.3", 3)
def test_what_nobody_scores_is_divided_among_all_but_its_owner() -> None:
    position = seated(first=1).happen(*knocked_out("p1"))

    assert [(event.player, event.points) for event in happened(position, Divided)] == [(1, 40)]
    shares = [victory_points(position.game, seat) for seat in position.game.players]
    assert shares == [Fraction(40, 3), 0, Fraction(40, 3), Fraction(40, 3)]


@rule("26.4", 6, 7, 8)
def test_a_battle_royale_is_won_by_the_most_points() -> None:
    out = [at(HERO, name=f"p{seat}", player=seat, area="ko") for seat in (1, 2, 3)]
    position = judged(seated(*out, forces={2: {"victory": 90}, 0: {"victory": 60}}, event="battle royale"))

    assert winners(position) == (2,) and opponents(position.game, 2) == ["p0"]


@rule("26.4", 7)
def test_no_build_total_ends_a_battle_royale() -> None:
    position = judged(seated(forces={2: {"victory": 900}}, event="battle royale"))

    assert winners(position) is None


# Keywords ---------------------------------------------------------------------------------------------------


@rule("23.1", 1, 2)
@rule("23.1b", 1)
def test_keywords_gained_and_lost_stay_so_until_the_character_leaves() -> None:
    guild = clix(HERO, keywords=["Guild", "Harbour"])
    position = play(at(HERO, "A1"), at(FOE, "C1"), rules=invent(guild))
    position.happen(KeywordGained(HERO, "Skyborne")).happen(KeywordLost(HERO, "Guild"))
    assert keywords(position.game, HERO) == ("Harbour", "Skyborne")

    position.happen(*knocked_out(HERO))
    assert keywords(position.game, HERO) == ("Guild", "Harbour")


@rule("23.2", 1)
@rule("23.2b", 1)
def test_a_themed_team_stays_one_whatever_becomes_of_its_characters() -> None:
    position = play(
        at(HERO, "A1"), at(HERO, "C1", name="second"), at(FOE, "P16"),
        rules=invent(clix(HERO, keywords=["Guild"])), forces={0: {"keyword": "Guild"}},
    )  # fmt: skip
    position.happen(KeywordLost(HERO, "Guild")).happen(*knocked_out("second"))

    forces = [line for line in drawn(panel(position.game.view(0)), "en", 100).plain.splitlines() if "victory" in line]
    assert [line.endswith("  themed team: Guild") for line in forces] == [True, False]
