"""Powers in each other's way: replacements of one event, losses halfway, carriers that return, effects in circles."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace as changed

import rulewright as rw
from rulewright.powers import Bearer, after, before, modifies, use

from .scanning import scanned
from .test_powers_at_odds import (
    PAWNS,
    QUIET,
    STRENGTH,
    Card,
    Fallen,
    Geared,
    Struck,
    Table,
    play,
    rules,
    say,
    tells,
    told,
)

ASKED = rw.TimingPolicy(rw.in_seat_order)


class Returned(rw.Event, frozen=True):
    """A pawn leaves and comes back with other gear, in one event."""

    pawn: int
    gear: tuple[str, ...] = ()

    def apply(self, state: Table) -> None:
        old = state.pawns.remove(self.pawn)
        state.pawns.add(changed(old, gear=self.gear))


def gives(pawn: int, what: Any, counters: Any = (), kind: str = "spell") -> dict[str, Any]:
    return {"kind": kind, "target": ("pawns", pawn), "data": {"gives": what, "counters": counters}}


def begins(*effects: dict[str, Any]) -> Any:
    """A scene in which these effects begin one after the other."""

    def scene(game: rw.Game, context: Any) -> rw.Steps:
        for how in effects:
            yield rw.begin_effect(game, how["kind"], rw.FOREVER, target=how["target"], data=how["data"])

    return scene


def struck_for(game: rw.Game) -> list[tuple[int, int]]:
    return [(event.pawn, event.amount) for event in game.events() if isinstance(event, Struck)]


# ------------------------------------------------------------------------------------------- one event, two powers


def doubles(name: str, **how: Any) -> rw.Power:
    @before(Struck, me="pawn", **how)
    def double(game: rw.Game, me: Bearer, event: Struck) -> Struck:
        return changed(event, amount=2 * event.amount)

    return rw.Power.of(name, double)


def prevents(name: str, **how: Any) -> rw.Power:
    @before(Struck, me="pawn", **how)
    def prevent(game: rw.Game, me: Bearer, event: Struck) -> None:
        return None

    return rw.Power.of(name, prevent)


@pytest.mark.parametrize(("first", "left"), [("double", [(1, 7)]), ("add", [(1, 8)])])
def test_two_replace_one_event_in_the_order_that_its_player_says(first: str, left: list[tuple[int, int]]) -> None:
    """Each once; the second sees what the first has made of it."""

    @before(Struck, me="pawn")
    def add(game: rw.Game, me: Bearer, event: Struck) -> Struck:
        return changed(event, amount=event.amount + 1)

    cards = [Card(1, 0, ("double", "add"))]
    game = play(say(Struck(1, 3)), doubles("double"), rw.Power.of("add", add), pawns=cards, timing=ASKED)
    game.answer((first, 1))
    assert struck_for(game) == left


def test_what_is_prevented_is_offered_to_nobody_else_and_heard_by_nobody() -> None:
    cards = [Card(1, 0, ("no", "double", "tale"))]
    game = play(
        say(Struck(1)), prevents("no"), doubles("double", limit=rw.Limit(1)), tells("tale", Struck), pawns=cards,
        timing=ASKED,
    )  # fmt: skip
    assert {("no", 1), ("double", 1)} <= set(game.request.space.options())
    game.answer(("no", 1))
    assert struck_for(game) == []
    assert told(game) == []
    assert not game.state.uses


def test_a_blow_that_two_pass_to_each_other_comes_to_an_end() -> None:
    """Each once for one event: it comes back to the first, who cannot pass it on again."""

    @before(Struck, me="pawn")
    def pass_on(game: rw.Game, me: Bearer, event: Struck) -> Struck:
        return changed(event, pawn=3 - event.pawn)

    game = play(say(Struck(1)), rw.Power.of("pass", pass_on), pawns=[Card(1, 0, ("pass",)), Card(2, 1, ("pass",))])
    assert struck_for(game) == [(1, 1)]


def test_one_that_becomes_another_event_is_heard_by_the_listeners_of_that() -> None:
    @before(Struck, me="pawn")
    def fall(game: rw.Game, me: Bearer, event: Struck) -> Fallen:
        return Fallen(me.id)

    game = play(
        say(Struck(1)), rw.Power.of("frail", fall), tells("a", Struck), tells("b", Fallen),
        pawns=[Card(1, 0, ("frail",)), Card(2, 1, ("a", "b"))],
    )  # fmt: skip
    assert told(game) == ["pawns 2 b 1"]


# --------------------------------------------------------------------------------------------- lost on the way


def test_a_power_that_is_lost_in_the_middle_of_its_own_reaction_ends_what_it_began() -> None:
    """It goes on to its end, and hears no more."""

    @after(Struck, me="pawn")
    def shed(game: rw.Game, me: Bearer, event: Struck) -> rw.Steps:
        yield Struck(2)
        yield Geared(me.id)
        yield Struck(me.id)
        yield Struck(3)

    game = play(
        say(Struck(1), Struck(1)), rw.Power.of("skin", shed), tells("a", Struck, me="pawn"),
        pawns=[Card(1, 0, ("skin",)), Card(2, 0, ("a",)), Card(3, 0, ("a",))],
    )  # fmt: skip
    assert [pawn for pawn, _ in struck_for(game)] == [1, 2, 1, 3, 1]
    assert told(game) == ["pawns 2 a 2", "pawns 3 a 3"]


def test_a_bearer_that_falls_by_its_own_use_leaves_the_window_open_for_others() -> None:
    @use("moment")
    def burst(game: rw.Game, me: Bearer, context: Any) -> rw.Event:
        return Fallen(me.id)

    def scene(game: rw.Game, context: Any) -> rw.Steps:
        yield rw.Window("moment")

    game = play(scene, rw.Power.of("burst", burst), pawns=[Card(1, 0, ("burst",)), Card(2, 1, ("burst",))])
    game.answer(("burst", 1))
    assert (game.request.player, game.request.space.options()) == (1, (None, ("burst", 2)))


# ------------------------------------------------------------------------------------------ gone and back again


@pytest.mark.parametrize("looked", [True, False])
def test_who_leaves_and_comes_back_carries_what_it_comes_back_with(looked: bool) -> None:
    """Whether or not anyone looked in between."""

    def scene(game: rw.Game, context: Any) -> rw.Steps:
        yield Struck(1)
        yield Returned(1, ("b",))
        if looked:
            assert game.bearers("a") == [2]
        yield Struck(1)
        yield Returned(1, ("b", "a"))
        yield Struck(1)

    game = play(scene, tells("a", Struck), tells("b", Struck, me="pawn"),
                pawns=[Card(1, 0, ("a",)), Card(2, 0, ("a",))])  # fmt: skip
    assert told(game) == [
        "pawns 1 a 1", "pawns 2 a 1", "pawns 2 a 1", "pawns 1 b 1", "pawns 2 a 1", "pawns 1 b 1", "pawns 1 a 1",
    ]  # fmt: skip
    assert game.bearers("a") == [2, 1]
    assert dict(scanned(PAWNS, game.state, None)) == {2: ("a",), 1: ("b", "a")}


def test_an_effect_on_one_that_leaves_ends_and_does_not_wait_for_it() -> None:
    scene = begins(gives(1, "a"))

    def on(game: rw.Game, context: Any) -> rw.Steps:
        yield from scene(game, context)
        yield Struck(1)
        yield Returned(1)
        yield Struck(1)

    game = play(on, tells("a", Struck), pawns=[Card(1, 0)])
    assert told(game) == ["pawns 1 a 1"]
    assert not game.state.effects


# --------------------------------------------------------------------------------------------- effects in circles


def test_two_effects_that_take_what_the_other_gives_leave_nothing() -> None:
    """And say so, whichever came first."""
    circle = [gives(1, "a", "b"), gives(1, "b", "a")]
    for effects in (circle, circle[::-1]):
        game = play(begins(*effects), tells("a", Struck), tells("b", Struck), pawns=[Card(1, 0)])
        assert not game.has("a", 1) and not game.has("b", 1)
        first, second = game.carried(1)
        assert (first.countered_by, second.countered_by) == (second.given_by, first.given_by)


@pytest.mark.parametrize(
    ("effect", "stands"), [(gives(1, "a:3", "a"), ["a:3"]), (gives(1, ("a", "b"), "*"), ["a", "b"])]
)
def test_an_effect_does_not_take_what_it_gives_itself(effect: Any, stands: list[str]) -> None:
    """It loses its skin and has a thicker one; it loses everything and becomes a frog."""
    cards = [Card(1, 0, ("a", "c"))]
    game = play(begins(effect), *[tells(name, Struck) for name in "abc"], pawns=cards)
    assert [item.name for item in game.carried(1) if item.countered_by is None and item.given_by] == stands
    assert [game.has(name, 1) for name in stands] == [True] * len(stands)
    assert game.has("c", 1) == (effect["data"]["counters"] == "a")
    (names,) = dict(scanned(PAWNS, game.state, None)).values()
    assert game.rules.powers.index(game).names(1) == names


def test_a_later_effect_takes_what_a_frog_was_given() -> None:
    cards = [Card(1, 0, ("a",))]
    game = play(begins(gives(1, "b", "*"), gives(1, (), "*")), tells("a", Struck), tells("b", Struck), pawns=cards)
    assert not game.has("a", 1) and not game.has("b", 1)


# ------------------------------------------------------------------------------------------ copies, two sources


def copies(name: str) -> rw.Power:
    """When it is struck it takes over what the next pawn has, copies included."""

    @after(Struck, me="pawn")
    def copy(game: rw.Game, me: Bearer, event: Struck) -> rw.Event:
        other = me.id % 3 + 1
        names = tuple(item.name for item in game.carried(other) if item.countered_by is None)
        return rw.begin_effect(
            game, "copy", rw.FOREVER, source=("pawns", other), target=("pawns", me.id), data={"gives": names}
        )

    return rw.Power.of(name, copy)


def test_copies_of_copies_are_of_what_was_there_and_end_with_their_source() -> None:
    """In a circle, too: a copy holds names, and follows nobody."""
    game = play(
        say(Struck(1), Struck(3), Struck(2), Fallen(2)), copies("copy"), tells("a", Geared),
        pawns=[Card(1, 0, ("copy",)), Card(2, 0, ("copy", "a")), Card(3, 0, ("copy",))],
    )  # fmt: skip
    assert [game.has("a", pawn) for pawn in (1, 2, 3)] == [False, False, True]  # 1 had it of 2, who has left
    assert [item.name for item in game.carried(3)] == ["copy", "copy", "copy", "a"]  # of 1: its own, and a copied one


def test_one_power_by_two_sources_outlives_one_of_them() -> None:
    def scene(game: rw.Game, context: Any) -> rw.Steps:
        yield from begins(gives(1, "a"), gives(1, "a"))(game, context)
        for effect in list(game.state.effects):
            yield Struck(1)
            yield rw.EffectEnded(effect)
        yield Struck(1)

    game = play(scene, tells("a", Struck, limit=rw.Limit(9)), pawns=[Card(1, 0)])
    assert told(game) == ["pawns 1 a 1"] * 2
    assert [use.times for use in game.state.uses.values()] == [2]


# ------------------------------------------------------------------------------------ limits, forks and undos


def test_a_limit_is_counted_in_each_branch_and_taken_back_by_an_undo() -> None:
    @use("moment", limit=rw.Limit(1))
    def speak(game: rw.Game, me: Bearer, context: Any) -> rw.Event:
        return Struck(me.id)

    def scene(game: rw.Game, context: Any) -> rw.Steps:
        for _ in range(3):
            yield rw.Window("moment")

    game = play(scene, rw.Power.of("speak", speak), pawns=[Card(1, 0, ("speak",))])
    fork = game.fork()
    game.answer(("speak", 1))
    assert game.request.ask == "wait"
    assert fork.request.space.options() == (None, ("speak", 1))
    fork.answer(None)
    assert fork.request.space.options() == (None, ("speak", 1))
    game.undo()
    assert game.request.space.options() == (None, ("speak", 1))
    game.answer(None)
    game.answer(("speak", 1))
    assert game.request.ask == "wait"
    assert struck_for(game) == [(1, 1)]


def test_a_number_is_the_same_in_a_fork_and_after_an_undo() -> None:
    @modifies("strength", "added")
    def more(game: rw.Game, me: Bearer) -> int:
        return 1

    def scene(game: rw.Game, context: Any) -> rw.Steps:
        gear = yield rw.choose(0, "gear", [("a",), ()])
        yield Geared(1, gear)
        yield rw.choose(0, "look", [0])

    game = play(scene, rw.Power.of("a", more), pawns=[Card(1, 0)], stats=[STRENGTH])
    plain = game.number("strength", 1)
    game.answer(("a",))
    assert (game.number("strength", 1), game.fork().number("strength", 1)) == (plain + 1, plain + 1)
    fork = game.fork()
    game.undo()
    assert (game.number("strength", 1), fork.number("strength", 1)) == (plain, plain + 1)


@pytest.mark.parametrize("undone", [False, True])
def test_a_fork_hears_a_power_that_an_undo_has_given_back(undone: bool) -> None:
    """When the power had gone nobody heard blows, and nobody has looked at the records since the undo."""

    def scene(game: rw.Game, context: Any) -> rw.Steps:
        gear = yield rw.choose(0, "gear", [("tale",), ()])
        yield Geared(1, gear)
        yield Struck(1)

    game = play(scene, tells("tale", Struck), pawns=[Card(1, 0, ("tale",))])
    if undone:
        game.answer(())
        game.undo()
    fork = game.fork()
    for one in (fork, game):
        one.answer(("tale",))
        assert told(one) == ["pawns 1 tale 1"]


# -------------------------------------------------------------------------------------------- what is refused


def test_a_table_is_said_to_carry_powers_once() -> None:
    """Of two ways to carry the second would be asked by nobody."""
    twice = [PAWNS, rw.Carriers("pawns", lambda content, card: ("a",))]
    with pytest.raises(rw.FlowError, match="odds: two carriers are of 'pawns'"):
        rules(say(), tells("a", Struck), carriers=twice).freeze()


def test_what_waits_is_settled_when_an_echo_is_heard() -> None:
    """A power of the other player waits until the resolution in hand is over, whatever is heard meanwhile."""

    @after(Struck, me="pawn")
    def loud(game: rw.Game, me: Bearer, event: Struck) -> rw.Steps:
        yield Struck(2)
        yield Struck(3)

    game = play(
        say(Struck(1)), rw.Power.of("loud", loud), tells("a", Struck, me="pawn"),
        pawns=[Card(1, 0, ("loud",)), Card(2, 1, ("a",)), Card(3, 0, ("a",))],
        timing=changed(QUIET, nesting="others wait"),
    )  # fmt: skip
    assert told(game) == ["pawns 3 a 3", "pawns 2 a 2"]
