"""Who is gone is gone: the check of the kit names the step that meets what has left in the middle of something."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from rulewright import (
    Context,
    Event,
    FlowError,
    GameOver,
    Loop,
    Procedure,
    Record,
    Ruleset,
    State,
    Steps,
    Table,
    Turn,
    choose,
    rules_for,
    turns,
)
from rulewright.testing import KitFailure, check_leaving, check_ruleset
from rulewright.testing.leaving import leavings


class Rat(Record):
    player: int
    bites: int = 3


class Pit(State):
    rats: Table[Rat]


class Aimed(Event, frozen=True):
    rat: str
    at: str


class Bitten(Event, frozen=True):
    rat: str

    def apply(self, state: Pit) -> None:
        state.rats.edit(self.rat).bites -= 1


class Fled(Event, frozen=True):
    rat: str

    def apply(self, state: Pit) -> None:
        state.rats.remove(self.rat)


class Rested(Event, frozen=True):
    player: int


class Bite(Context):
    player: int
    rat: str
    at: str


def aim(game: Any, bite: Bite) -> Event:
    return Aimed(bite.rat, bite.at)


def bite_asking_again(game: Any, bite: Bite) -> Steps:
    if bite.at in game.state.rats and bite.rat in game.state.rats:
        yield Bitten(bite.at)
        bitten = game.state.rats.get(bite.at)
        if bitten is not None and not bitten.bites:
            yield Fled(bite.at)


def bite_without_looking(game: Any, bite: Bite) -> Steps:
    yield Bitten(bite.at)
    if not game.state.rats[bite.at].bites:
        yield Fled(bite.at)


def act(game: Any, turn: Turn) -> Steps:
    own = [rat.id for rat in game.state.rats.values() if rat.player == turn.player]
    others = [rat.id for rat in game.state.rats.values() if rat.player != turn.player]
    if not (own and others):
        yield GameOver(tuple({rat.player for rat in game.state.rats.values()}))
    at = yield choose(turn.player, "bite", (*others, None))
    yield Rested(turn.player) if at is None else BITE(player=turn.player, rat=own[0], at=at)


BITE = Procedure("bite", [aim, bite_asking_again], Bite)


def lay_out(state: Pit, setup: Any, content: Any) -> None:
    for player in (0, 1):
        for name in ("brown", "grey"):
            state.rats.add(Rat(f"{name} {player}", player))


def flees(game: Any, id: str) -> Event:
    return Fled(id)


def pit(biting: Callable[..., Any] = bite_asking_again, **changes: Any) -> Ruleset:
    bite = Procedure("bite", [aim, biting], Bite)
    kinds: list[type[Event]] = [Aimed, Bitten, Fled, Rested]
    leaves = {"leaves": {"rats": (flees,)}} | changes
    flow = Loop("turn", turns(lambda game: game.players), [act])
    return Ruleset(
        id="pit", title="Rat pit", state=Pit, flow=flow, procedures=[bite], events=kinds, populate=lay_out, **leaves
    )  # fmt: skip


def test_a_game_that_asks_again_who_is_there_goes_on_without_those_who_left() -> None:
    assert check_leaving(rules_for(pit()), count=24) >= 12


def test_the_event_what_left_and_the_step_that_met_it_are_named() -> None:
    with pytest.raises(KitFailure) as caught:
        check_leaving(rules_for(pit(bite_without_looking)), seed=3)

    failure = caught.value
    assert (failure.check, failure.seed) == ("gone", 3) and failure.request is not None
    told = (
        r"(Aimed|Bitten) \(event \d+\) happened, and then flees of '\w+ [01]' in rats \(number \d+\): "
        r"pit: <bite/bite_without_looking> failed: \w+Error: .* \(in \w+, line \d+ of tests.core.test_leaving\)"
    )
    assert re.fullmatch(told, failure.difference)


def test_a_fault_is_found_again_with_the_same_seed() -> None:
    def told() -> list[str]:
        return [str(one) for one in leavings(rules_for(pit(bite_without_looking)), None, 5, 12)]

    assert told() == told() and any("failed" in one for one in told())


def test_things_leave_after_each_kind_of_event_as_often() -> None:
    found = Counter(one.event for one in leavings(rules_for(pit()), None, 1, 28))

    assert found == {"Aimed": 7, "Bitten": 7, "Fled": 7, "Rested": 7}


def test_what_nothing_names_stays() -> None:
    left = [one for one in leavings(rules_for(pit()), None, 1, 40) if one.event == "Rested"]

    assert left and all(one.what is None for one in left)


def test_whatever_a_trigger_does_may_be_a_way_to_leave() -> None:
    def both(game: Any, id: str) -> Steps:
        yield Bitten(id)
        yield choose(0, "farewell", (1, 2))
        yield Fled(id)

    def never(game: Any, id: str) -> None:
        return None

    found = [one for one in leavings(rules_for(pit(leaves={"rats": (never, both)})), None, 1, 12) if one.what]

    assert {(one.way, one.fault) for one in found} == {("both", "")}


def test_what_hangs_on_more_than_the_game_is_found_when_it_is_played_again() -> None:
    calls: list[str] = []

    def moody(game: Any, id: str) -> Event | None:
        calls.append(id)
        return Bitten(id) if len(calls) % 3 else Fled(id)

    with pytest.raises(KitFailure, match="the same answers again, forked at each: "):
        check_leaving(rules_for(pit(leaves={"rats": (moody,)})), count=40)


def test_the_kit_checks_it_where_the_game_says_how_things_leave() -> None:
    with pytest.raises(KitFailure, match="fails the check 'gone'"):
        check_ruleset(pit(bite_without_looking), games=2, damages=0)

    assert check_ruleset(pit(), games=2, damages=0, leavings=12).checks["gone"] >= 6


def test_what_never_ends_without_what_left_is_named() -> None:
    def wait_for_it(game: Any, bite: Bite) -> Steps:
        while bite.at not in game.state.rats:
            pass
        return bite_asking_again(game, bite)

    with pytest.raises(KitFailure, match=r"OutOfPatience: it works for more than 0\.5 seconds .*wait_for_it, line"):
        check_ruleset(pit(wait_for_it), games=1, damages=0, looks=1, wait=0.5)


def test_the_kit_says_what_it_needs_where_the_game_does_not_say() -> None:
    report = check_ruleset(pit(leaves={}), games=1, damages=0)

    assert report.skipped["gone"] == "say how what is in play leaves: Ruleset(leaves={...})"
    assert "gone" not in report.checks


def test_what_leaves_no_table_is_refused() -> None:
    with pytest.raises(FlowError, match=r"pit: things leave 'rat', which is no table; did you mean 'rats'\?"):
        rules_for(pit(leaves={"rat": (flees,)}))
