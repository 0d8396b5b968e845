"""Powers in each other's way: bearers that go, several tables, versions, things at once, effects that end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Annotated, Any

import msgspec
import pytest
from msgspec.structs import replace as changed

import rulewright as rw
from rulewright.describe import describe
from rulewright.narrator import Narrator
from rulewright.powers import Bearer, Held, after, before, forbids, modifies, use
from rulewright.readonly import WrittenInPlace
from rulewright.ruleset import CARRIED as CARRIED_PLAN
from rulewright.ruleset import ECHOED as ECHOED_PLAN
from rulewright.ruleset import QUIET as QUIET_PLAN
from rulewright.testing import check_ruleset
from rulewright.text import Texts

from .scanning import scanned


class Card(rw.Record):
    """Something that carries powers; ``secret`` ones are known to its player only."""

    player: int | None = 0
    gear: tuple[str, ...] = ()
    wounds: int = 0
    secret: Annotated[tuple[str, ...], rw.Seen.OWNER] = ()


class Table(rw.State):
    pawns: rw.Table[Card]
    things: rw.Table[Card]


class Struck(rw.Event, frozen=True):
    pawn: int
    amount: int = 1

    def apply(self, state: Table) -> None:
        state.pawns.edit(self.pawn).wounds += self.amount


class Geared(rw.Event, frozen=True):
    pawn: int
    gear: tuple[str, ...] = ()

    def apply(self, state: Table) -> None:
        state.pawns.edit(self.pawn).gear = self.gear


class Changed(rw.Event, frozen=True):
    """A thing carries something else."""

    thing: int
    gear: tuple[str, ...] = ()

    def apply(self, state: Table) -> None:
        state.things.edit(self.thing).gear = self.gear


class Fallen(rw.Event, frozen=True):
    pawn: int

    def apply(self, state: Table) -> None:
        state.pawns.remove(self.pawn)


class Told(rw.Event, frozen=True):
    what: str


class Setup(msgspec.Struct, frozen=True):
    pawns: tuple[Card, ...] = (Card(1, 0), Card(2, 1))
    things: tuple[Card, ...] = ()


def populate(state: Table, setup: Any, content: Any) -> None:
    for pawn in setup.pawns:
        state.pawns.add(pawn)
    for thing in setup.things:
        state.things.add(thing)


def gear(content: Any, card: Card) -> tuple[str, ...]:
    return (*card.gear, *(card.secret or ()))


PAWNS = rw.Carriers("pawns", gear, reads=("gear", "secret"))
THINGS = rw.Carriers("things", gear)
QUIET = rw.TimingPolicy(rw.in_seat_order, ask_order=False)


def rules(scene: Callable[..., Any], *powers: Any, **others: Any) -> rw.Ruleset:
    """A scene is played in a procedure of its own; then someone waits."""

    def wait(game: rw.Game, context: Any) -> rw.Steps:
        yield rw.choose(0, "wait", [0])

    scope = rw.Procedure("scene", [scene])
    flow = rw.Procedure("main", [scope, wait])
    fields: dict[str, Any] = {"carriers": [PAWNS], "timing": QUIET, "windows": [rw.Window("moment")], **others}
    return rw.Ruleset(
        id="odds", title="At odds", state=Table, flow=flow, setup=Setup, populate=populate, powers=powers,
        events=[Struck, Geared, Changed, Fallen, Told], **fields,
    )  # fmt: skip


def play(
    scene: Callable[..., Any], *powers: Any, pawns: Sequence[Card] = (), things: Sequence[Card] = (), **others: Any
) -> rw.Game:
    return rw.new_game(rules(scene, *powers, **others), Setup(tuple(pawns), tuple(things)), seed=1)


def say(*events: rw.Event) -> Callable[..., rw.Steps]:
    """A scene of these events, one after the other."""

    def scene(game: rw.Game, context: Any) -> rw.Steps:
        for event in events:
            yield event

    return scene


def tells(name: str, *kinds: type[rw.Event], **how: Any) -> rw.Power:
    """A power that tells who heard what."""

    @after(*kinds, **how)
    def tell(game: rw.Game, me: Bearer, event: Any) -> rw.Event:
        label = name + (f":{me.version}" if me.version else "")
        return Told(f"{me.table} {me.id} {label} {getattr(event, 'pawn', '')}".strip())

    return rw.Power.of(name, tell)


def told(game: rw.Game) -> list[str]:
    return [event.what for event in game.events() if isinstance(event, Told)]


# ------------------------------------------------------------------------------------------- things at once


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_who_falls_at_once_is_asked_as_all_were(order: tuple[int, int]) -> None:
    """The one that is first in the list still stood when the other fell."""

    def scene(game: rw.Game, context: Any) -> rw.Steps:
        yield [Fallen(pawn) for pawn in order]

    game = play(scene, tells("mourner", Fallen, left=True), pawns=[Card(n, gear=("mourner",)) for n in (1, 2, 3)])
    assert sorted(told(game)) == [f"pawns {who} mourner {fell}" for who in (1, 2, 3) for fell in (1, 2)]


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_what_comes_after_is_asked_when_all_has_happened(order: tuple[int, int]) -> None:
    def scene(game: rw.Game, context: Any) -> rw.Steps:
        yield [Fallen(pawn) for pawn in order]

    game = play(scene, tells("mourner", Fallen), pawns=[Card(n, gear=("mourner",)) for n in (1, 2, 3)])
    assert sorted(told(game)) == ["pawns 3 mourner 1", "pawns 3 mourner 2"]


def test_each_of_several_events_at_once_is_replaced_by_its_own() -> None:
    @before(Struck, me="pawn", only=lambda game, me, event: event.amount > 0)
    def soften(game: rw.Game, me: Bearer, event: Struck) -> rw.Event | None:
        return None if event.pawn == 2 else changed(event, amount=0)

    def scene(game: rw.Game, context: Any) -> rw.Steps:
        happened = yield [Struck(pawn, 3) for pawn in (1, 2, 3, 4)]
        yield Told(repr([event and event.amount for event in happened]))

    pawns = [Card(1), *(Card(n, n % 2, ("a",)) for n in (2, 3, 4))]
    game = play(scene, rw.Power.of("a", soften), pawns=pawns)
    assert told(game) == ["[3, None, 0, 0]"]
    assert [pawn.wounds for pawn in game.state.pawns.values()] == [3, 0, 0, 0]


def test_what_the_second_of_two_events_gives_hears_the_first() -> None:
    def scene(game: rw.Game, context: Any) -> rw.Steps:
        yield [Struck(1), Geared(1, ("thorns",))]

    assert told(play(scene, tells("thorns", Struck, me="pawn"), pawns=[Card(1)])) == ["pawns 1 thorns 1"]


def test_why_leads_from_each_listener_to_its_own_event() -> None:
    def scene(game: rw.Game, context: Any) -> rw.Steps:
        yield [Struck(1), Fallen(2)]

    game = play(scene, tells("mourner", Fallen, left=True, me="pawn"), pawns=[Card(1), Card(2, gear=("mourner",))])
    assert [link.event for link in game.why(Told("pawns 2 mourner 2")).chain][:2] == [
        Told("pawns 2 mourner 2"),
        Fallen(2),
    ]


# ------------------------------------------------------------------------------------------- each other's way


def test_two_players_choose_about_one_event() -> None:
    """Both may: the active player first; who declines is not asked again."""
    how = {"optional": True}
    game = play(
        say(Struck(1)), tells("a", Struck, **how), tells("b", Struck, **how), timing=rw.TimingPolicy(rw.in_seat_order),
        pawns=[Card(1, 0, ("a", "b")), Card(2, 1, ("b",))],
    )  # fmt: skip
    assert (game.request.player, game.request.space.options()) == (0, (("a", 1), ("b", 1), None))
    game.answer(("b", 1))
    assert (game.request.player, game.request.space.options()) == (0, (("a", 1), None))
    game.answer(None)
    assert (game.request.player, game.request.space.options()) == (1, (("b", 2), None))
    game.answer(("b", 2))
    assert told(game) == ["pawns 1 b 1", "pawns 2 b 1"]


@pytest.mark.parametrize("recheck", [True, False])
@pytest.mark.parametrize("loss", [Geared(2), Fallen(2)])
def test_a_power_that_another_takes_away_while_it_waits(recheck: bool, loss: rw.Event) -> None:
    """Only a policy without recheck lets it resolve all the same."""

    @after(Struck, immediate=True)
    def steal(game: rw.Game, me: Bearer, event: Struck) -> rw.Event:
        return loss

    game = play(
        say(Struck(1)), rw.Power.of("thief", steal), tells("a", Struck), timing=replace_policy(recheck=recheck),
        pawns=[Card(1, 0, ("thief",)), Card(2, 1, ("a",))],
    )  # fmt: skip
    assert told(game) == ([] if recheck else ["pawns 2 a 1"])


def replace_policy(**how: Any) -> rw.TimingPolicy:
    return msgspec.structs.replace(QUIET, **how)


@pytest.mark.parametrize(("recheck", "heard"), [(True, []), (False, ["pawns 2 a 1"])])
def test_a_condition_that_no_longer_holds_when_its_turn_comes(recheck: bool, heard: list[str]) -> None:
    @after(Struck, immediate=True, only=lambda game, me, event: event.pawn == 1)
    def strike(game: rw.Game, me: Bearer, event: Struck) -> rw.Event:
        return Struck(2)

    whole = tells("a", Struck, only=lambda game, me, event: event.pawn == 1 and not me.record.wounds)
    cards = [Card(1, 0, ("b",)), Card(2, 1, ("a",))]
    game = play(say(Struck(1)), rw.Power.of("b", strike), whole, pawns=cards, timing=replace_policy(recheck=recheck))
    assert told(game) == heard


def test_a_power_before_the_event_that_removes_its_bearer() -> None:
    """It sacrifices itself; its other powers, and what should have been struck, are asked as they are then."""

    @before(Struck)
    def leap(game: rw.Game, me: Bearer, event: Struck) -> rw.Steps:
        yield Fallen(me.id)
        return changed(event, amount=0)

    @before(Struck)
    def double(game: rw.Game, me: Bearer, event: Struck) -> rw.Event:
        return changed(event, amount=2 * event.amount)

    powers = rw.Power.of("leap", leap), rw.Power.of("double", double)
    game = play(say(Struck(1, 3)), *powers, pawns=[Card(1), Card(2, 0, ("leap", "double"))])
    assert 2 not in game.state.pawns
    assert [event for event in game.events() if isinstance(event, Struck)] == [Struck(1, 0)]


@pytest.mark.parametrize(("recheck", "heard"), [(True, []), (False, ["pawns 1 a 1"])])
@pytest.mark.parametrize("loss", [Geared(1), Fallen(1)])
def test_what_waits_for_the_end_of_a_scope_and_has_lost_its_bearer(
    recheck: bool, heard: list[str], loss: rw.Event
) -> None:
    power = tells("a", Struck, me="pawn", delay="scene")
    cards = [Card(1, 0, ("a",)), Card(2)]
    assert told(play(say(Struck(1), loss), power, pawns=cards, timing=replace_policy(recheck=recheck))) == heard


def test_a_choice_that_waits_and_has_nobody_to_make_it_lapses() -> None:
    power = tells("a", Struck, me="pawn", delay="scene", optional=True)
    cards = [Card(1, 0, ("a",)), Card(2)]
    game = play(say(Struck(1), Fallen(1)), power, pawns=cards, timing=replace_policy(recheck=False))
    assert (told(game), game.request.ask) == ([], "wait")


def test_one_that_left_is_asked_at_the_end_of_the_scope_too() -> None:
    power = tells("a", Fallen, me="pawn", left=True, delay="scene")
    assert told(play(say(Fallen(1), Told("done")), power, pawns=[Card(1, 0, ("a",)), Card(2)])) == [
        "done",
        "pawns 1 a 1",
    ]


def test_whether_it_can_be_paid_for_is_asked_of_the_bearer_when_its_turn_comes() -> None:
    """The first spends the gear that pays for the second."""

    @after(Struck, me="pawn", usable=lambda game, me, event: "coin" in me.record.gear)
    def spend(game: rw.Game, me: Bearer, event: Struck) -> rw.Steps:
        yield Geared(me.id, ("a", "b"))
        yield Told("paid")

    cards = [Card(1, 0, ("a", "b", "coin"))]
    powers = rw.Power.of("a", spend), rw.Power.of("b", spend), rw.Power.of("coin")
    assert told(play(say(Struck(1), Struck(1)), *powers, pawns=cards)) == ["paid"]


def test_a_listener_of_a_phase_is_silent_outside_it() -> None:
    power = tells("a", Struck, me="pawn", phase="fight")
    flow = rw.Procedure("main", [say(Struck(1)), rw.Phase("fight", [say(Struck(2))])])
    cards = Setup((Card(1, 0, ("a",)), Card(2, 0, ("a",))))
    game = rw.new_game(replace(rules(say(), power), flow=flow), cards, seed=1)
    assert told(game) == ["pawns 2 a 2"]


class Watch(rw.Power, name="watch"):
    """Listens to what concerns itself and to what concerns anyone; may look only at who is hurt."""

    @after(Struck, me="pawn")
    def own(self, game: rw.Game, me: Bearer, event: Struck) -> rw.Event:
        return Told(f"{me.id} is struck")

    @after(Struck)
    def all(self, game: rw.Game, me: Bearer, event: Struck) -> rw.Event:
        return Told(f"{me.id} sees {event.pawn}")

    @use("moment", only=lambda game, me, context: bool(me.record.wounds))
    def look(self, game: rw.Game, me: Bearer, context: Any) -> rw.Event:
        return Told(f"{me.id} looks")


def test_a_power_that_listens_to_its_own_and_to_all_is_asked_for_its_own_only_where_it_is_named() -> None:
    def scene(game: rw.Game, context: Any) -> rw.Steps:
        yield Struck(1)
        yield rw.Window("moment")

    pawns = [Card(1, 0, ("watch",)), Card(2, 0, ("watch",))]
    game = play(scene, Watch, pawns=pawns, timing=replace_policy(recheck=False))
    assert told(game) == ["1 is struck", "1 sees 1", "2 sees 1"]
    assert game.request.space.options() == (None, ("watch.look", 1))


# ---------------------------------------------------------------------------------------------------- limits


@pytest.mark.parametrize(
    ("limit", "heard"),
    [
        (rw.Limit(1), [1, 2]),
        (rw.Limit(1, per="player"), [1]),
        (rw.Limit(1, "scene"), [1, 2]),
        (rw.Limit(2), [1, 1, 2, 2]),
    ],
)
def test_limits_count_per_bearer_or_player(limit: rw.Limit, heard: list[int]) -> None:
    power = tells("a", Struck, me="pawn", limit=limit)
    events = [Struck(n) for n in (1, 1, 1, 2, 2, 2)]
    game = play(say(*events), power, pawns=[Card(1, 0, ("a",)), Card(2, 0, ("a",))])
    assert [int(text.split()[1]) for text in told(game)] == heard


def test_versions_are_limited_apart_and_named_apart() -> None:
    power = tells("a", Struck, me="pawn", limit=rw.Limit(1))
    cards = [Card(1, 0, ("a", "a:2"))]
    game = play(say(Struck(1), Struck(1)), power, pawns=cards, timing=rw.TimingPolicy(rw.in_seat_order))
    assert game.request.space.options() == (("a", 1), ("a:2", 1))
    game.answer(("a:2", 1))
    assert told(game) == ["pawns 1 a:2 1", "pawns 1 a 1"]


def test_what_is_carried_twice_is_there_once() -> None:
    """By its gear, and by two effects: it listens once, and adds once; each way stands in what is carried."""

    @modifies("strength", "added")
    def more(game: rw.Game, me: Bearer) -> int:
        return 1

    power = rw.Power.of("a", *[part.do for part in tells("a", Struck, me="pawn").parts], more)

    def scene(game: rw.Game, context: Any) -> rw.Steps:
        for _ in range(2):
            yield rw.begin_effect(game, "gift", rw.FOREVER, target=("pawns", 1), data={"gives": "a"})
        yield Struck(1)

    game = play(scene, power, pawns=[Card(1, 0, ("a", "a"))], stats=[STRENGTH])
    assert told(game) == ["pawns 1 a 1"]
    assert game.number("strength", 1) == 2
    assert [item.given_by is None for item in game.carried(1)] == [True, True, False, False]


STRENGTH = rw.StatRule(
    stat=rw.Stat("strength", (rw.Layer("added", "add"),)), base=lambda game, pawn: 1, reads=("pawns",)
)


# -------------------------------------------------------------------------------------------- several tables


class Guard(rw.Power, name="guard"):
    """Whoever carries it, pawn or thing, tells of what concerns it, and of what concerns all."""

    @after(Struck, me="pawn", of="pawns")
    def of_pawns(self, game: rw.Game, me: Bearer, event: Struck) -> rw.Event:
        return Told(f"{me.table} {me.id} is struck")

    @after(Changed, me="thing", of="things")
    def of_things(self, game: rw.Game, me: Bearer, event: Changed) -> rw.Event:
        return Told(f"{me.table} {me.id} is changed")

    @after(Fallen, order_matters=True)
    def of_all(self, game: rw.Game, me: Bearer, event: Fallen) -> rw.Event:
        return Told(f"{me.table} {me.id} sees {event.pawn} fall")

    @modifies("strength", "added", of="pawns")
    def stronger(self, game: rw.Game, me: Bearer) -> int:
        return 10

    @modifies("strength", "added", others=True, of="pawns")
    def strengthen(self, game: rw.Game, me: Bearer, other: int) -> int:
        return 1

    @use("moment")
    def look(self, game: rw.Game, me: Bearer, context: Any) -> rw.Event:
        return Told(f"{me.table} {me.id} looks")


BOTH: dict[str, Any] = {"carriers": [PAWNS, THINGS], "stats": [STRENGTH], "timing": rw.TimingPolicy(rw.in_seat_order)}


def test_records_of_two_tables_with_the_same_ids_are_not_taken_for_each_other() -> None:
    cards = {"pawns": [Card(1, 0), Card(2, 0, ("guard",)), Card(3, 0)], "things": [Card(1, 0, ("guard",)), Card(2, 0)]}
    game = play(say(Struck(1), Struck(2), Changed(2), Changed(1, ("guard",))), Guard, **cards, **BOTH)
    assert told(game) == ["pawns 2 is struck", "things 1 is changed"]
    assert [game.number("strength", pawn) for pawn in (1, 2, 3)] == [3, 12, 3]
    assert [game.has("guard", 1, table) for table in ("pawns", "things")] == [False, True]
    assert [game.bearers("guard", table) for table in ("pawns", "things")] == [[2], [1]]
    assert [item.name for item in game.carried(1, "things")] == ["guard"]
    for ask in (lambda: game.has("guard", 1), lambda: game.bearers("guard"), lambda: game.carried(1)):
        with pytest.raises(LookupError, match="odds: say in which table: 'pawns' or 'things' carry powers"):
            ask()


def test_an_effect_on_a_record_of_one_table_gives_nothing_to_that_of_another() -> None:
    def scene(game: rw.Game, context: Any) -> rw.Steps:
        yield rw.begin_effect(game, "gift", rw.FOREVER, target=("things", 1), data={"gives": "guard"})
        yield Told(f"{game.has('guard', 1, 'pawns')} {game.has('guard', 1, 'things')}")

    assert told(play(scene, Guard, pawns=[Card(1)], things=[Card(1)], **BOTH)) == ["False True"]


def test_requests_name_the_table_where_it_is_not_the_first() -> None:
    cards = {"pawns": [Card(1, 0, ("guard",)), Card(2, 0)], "things": [Card(1, 0, ("guard", "guard:2"))]}
    names = ("guard.of_all", "guard.of_all of things", "guard.of_all of things:2")
    game = play(say(Fallen(2)), Guard, **cards, **BOTH)
    assert game.request.space.options() == tuple((name, 1) for name in names)
    game.answer((names[2], 1))
    assert told(game) == ["things 1 sees 2 fall"]

    def window(game: rw.Game, context: Any) -> rw.Steps:
        yield rw.Window("moment")

    game = play(window, Guard, **cards, **BOTH)
    uses = ("guard.look", "guard.look of things", "guard.look of things:2")
    assert game.request.space.options() == (None, *((name, 1) for name in uses))
    game.answer((uses[1], 1))
    assert told(game) == ["things 1 looks"]


def test_a_number_that_other_tables_change_is_worked_out_anew() -> None:
    def scene(game: rw.Game, context: Any) -> rw.Steps:
        yield Told(str(game.number("strength", 1)))
        yield Changed(1, ("guard",))
        yield Told(str(game.number("strength", 1)))

    assert told(play(scene, Guard, pawns=[Card(1)], things=[Card(1)], **BOTH)) == ["1", "things 1 is changed", "2"]


def test_a_number_follows_what_a_power_reads_in_a_table_that_its_stat_does_not_name() -> None:
    @modifies("strength", "added", of="pawns")
    def armed(game: rw.Game, me: Bearer) -> int:
        return len(game.state.things[1].gear)

    def scene(game: rw.Game, context: Any) -> rw.Steps:
        yield Told(str(game.number("strength", 1)))
        yield Changed(1, ("x", "y"))
        yield Told(str(game.number("strength", 1)))

    more = {**BOTH, "carriers": [PAWNS]}
    game = play(scene, rw.Power.of("a", armed), pawns=[Card(1, 0, ("a",))], things=[Card(1)], **more)
    assert told(game) == ["1", "3"]


def test_listeners_and_changes_say_of_which_table_they_are_where_there_are_several() -> None:
    for power, wrong in (
        (tells("a", Struck, me="pawn"), r"me='pawn' is: of='pawns' or of='things'"),
        (rw.Power.of("a", modifies("strength", "added")(lambda game, me: 1)), "'strength' is: of='pawns' or"),
        (tells("a", Struck, me="pawn", of="pawn"), "is of 'pawn', where nothing carries powers; did you mean 'pawns'"),
        (tells("a", Struck, me="prawn", of="pawns"), "me='prawn', which is no field of Struck; did you mean 'pawn'"),
    ):
        with pytest.raises(rw.FlowError, match=wrong):
            rules(say(), power, **BOTH).freeze()


def test_a_listener_by_a_field_that_names_several_is_refused() -> None:
    """It would never be that of one bearer, so the power would hear nothing without a word."""

    class Blast(rw.Event, frozen=True):
        pawns: tuple[int, ...]

    with pytest.raises(rw.FlowError, match=r"has me='pawns', and Blast.pawns names several; listen to it of anyone"):
        rules(say(), tells("a", Blast, me="pawns"), carriers=[PAWNS]).freeze()


def test_ids_may_be_words() -> None:
    class Named(rw.Event, frozen=True):
        pawn: str

    game = play(say(Named("knight")), tells("a", Named, me="pawn"), pawns=[Card("knight", 0, ("a:x",))])
    assert told(game) == ["pawns knight a:x knight"]


# --------------------------------------------------------------------------------------------------- effects


def test_an_effect_that_ended_before_anyone_looked_again() -> None:
    """The record and the effect changed in between, in either order."""

    def scene(game: rw.Game, context: Any) -> rw.Steps:
        gift = yield rw.begin_effect(game, "gift", rw.FOREVER, target=("pawns", 1), data={"gives": "b"})
        yield Told(f"{game.has('a', 1)} {game.has('b', 1)}")
        yield Geared(1, ("a",))
        yield rw.EffectEnded(gift.effect.id)
        yield Told(f"{game.has('a', 1)} {game.has('b', 1)}")

    assert told(play(scene, tells("a", Fallen), tells("b", Fallen), pawns=[Card(1)])) == ["False True", "True False"]


def test_an_event_that_ends_an_effect_and_edits_its_target() -> None:
    class Cleansed(rw.Event, frozen=True):
        pawn: int
        effect: int

        def apply(self, state: Table) -> None:
            state.pawns.edit(self.pawn).gear = ("a",)
            state.effects.remove(self.effect)

    def scene(game: rw.Game, context: Any) -> rw.Steps:
        gift = yield rw.begin_effect(game, "gift", rw.FOREVER, target=("pawns", 1), data={"gives": "b"})
        yield Cleansed(1, gift.effect.id)

    powers = tells("a", Cleansed, me="pawn"), tells("b", Cleansed, me="pawn", left=True)
    assert told(play(scene, *powers, pawns=[Card(1)])) == ["pawns 1 b 1", "pawns 1 a 1"]


def test_a_version_that_only_an_effect_gives() -> None:
    def scene(game: rw.Game, context: Any) -> rw.Steps:
        for data in ({"gives": ("a:far", "a:near")}, {"counters": "a:near"}):
            yield rw.begin_effect(game, "spell", rw.FOREVER, target=("pawns", 1), data=data)
        yield Struck(1)

    assert told(play(scene, tells("a", Struck, me="pawn"), pawns=[Card(1)])) == ["pawns 1 a:far 1"]


@pytest.mark.parametrize(("counters", "left"), [("a:2", "a b"), ("a", "b"), (("a", "b"), ""), ("*", "")])
def test_a_counter_of_a_name_takes_every_version_and_one_of_a_version_only_that(counters: Any, left: str) -> None:
    def scene(game: rw.Game, context: Any) -> rw.Steps:
        yield rw.begin_effect(game, "curse", rw.FOREVER, target=("pawns", 1), data={"counters": counters})
        yield Told(" ".join(item.name for item in game.carried(1) if item.countered_by is None))
        assert [name for name in "ab" if game.has(name, 1)] == left.split()

    cards = [Card(1, 0, ("a", "a:2", "b"))]
    assert told(play(scene, tells("a", Fallen), tells("b", Fallen), pawns=cards)) == [left]


def test_a_counter_that_does_not_count_now_leaves_the_bearer_among_the_bearers() -> None:
    def scene(game: rw.Game, context: Any) -> rw.Steps:
        yield rw.begin_effect(game, "curse", rw.FOREVER, target=("pawns", 1), data={"counters": "a"})
        for pawn in (2, 1, 1):
            yield Told(str(game.bearers("a")))
            yield Struck(pawn)

    curse = rw.EffectKind("curse", active=lambda game, effect: game.state.pawns[1].wounds == 1)
    cards = [Card(1, 0, ("a",)), Card(2)]
    assert told(play(scene, tells("a", Struck, me="pawn"), pawns=cards, effects=[curse])) == [
        "[1]",
        "[1]",
        "[]",
        "pawns 1 a 1",
    ]


@pytest.mark.parametrize(
    ("data", "target", "wrong"),
    [
        ({"gives": "aa"}, "pawns", "odds has no power 'aa'; did you mean 'a'"),
        ({"counters": ("a", "aa:2")}, "pawns", "odds has no power 'aa'; did you mean 'a'"),
        ({"gives": "a"}, "things", r"the effect 'gift' in 'things' changes no powers: it needs target=\('pawns'"),
        ({"gives": "a"}, "", "the effect 'gift' without a target changes no powers"),
    ],
)
def test_an_effect_that_could_give_or_take_nothing_is_refused(data: Any, target: str, wrong: str) -> None:
    def scene(game: rw.Game, context: Any) -> rw.Steps:
        yield rw.begin_effect(game, "gift", rw.FOREVER, target=(target, 1), data=data)

    with pytest.raises(LookupError, match=wrong):
        play(scene, tells("a", Struck, me="pawn"), pawns=[Card(1)])


def test_games_without_powers_may_call_their_own_data_gives() -> None:
    def scene(game: rw.Game, context: Any) -> rw.Steps:
        yield rw.begin_effect(game, "gift", rw.FOREVER, data={"gives": 3})

    assert len(play(scene, carriers=[]).state.effects) == 1


# --------------------------------------------------------------------------------------- how powers are written


def test_a_power_made_after_another_does_what_it_says_anew() -> None:
    class One(rw.Power, name="one"):
        """Tells of one."""

        by = 1

        @after(Struck, me="pawn")
        def tell(self, game: rw.Game, me: Bearer, event: Struck) -> rw.Event:
            return Told(f"by {self.by}")

    class Two(One, name="two"):
        by = 2

    class Loud(One, name="loud"):
        @after(Struck, me="pawn")
        def tell(self, game: rw.Game, me: Bearer, event: Struck) -> rw.Event:
            return Told("LOUD")

    game = play(say(Struck(1)), One, Two, Loud, pawns=[Card(1, 0, ("two", "loud", "one"))])
    assert told(game) == ["by 2", "LOUD", "by 1"]


def test_parts_of_two_powers_with_one_name_are_refused() -> None:
    double = rw.Power.of("a", *[after(Struck)(part) for part in (_one, _other)])
    with pytest.raises(rw.FlowError, match=r"odds: two powers have a part called 'a._one'"):
        rules(say(), double, rw.Power.of("a._one", after(Struck)(lambda game, me, event: None))).freeze()
    with pytest.raises(rw.FlowError, match="two triggers are named 'a'"):
        plain = rw.trigger(Struck, name="a")(lambda game, event, source: None)
        rules(say(), tells("a", Struck), triggers=[plain]).freeze()


def _one(game: rw.Game, me: Bearer, event: Any) -> None: ...


def _other(game: rw.Game, me: Bearer, event: Any) -> None: ...


def test_a_function_may_be_marked_for_several_powers() -> None:
    """And several times for one."""

    def tell(game: rw.Game, me: Bearer, event: Any) -> rw.Event:
        return Told(type(event).__name__)

    powers = (
        rw.Power.of("a", after(Struck, me="pawn")(tell)),
        rw.Power.of("b", after(Geared, me="pawn")(after(Struck, me="pawn")(tell))),
    )
    assert [[part.name for part in power.parts] for power in powers] == [["a"], ["b.tell", "b.tell 2"]]
    game = play(say(Struck(1), Geared(1, ("a",)), Geared(1, ("b",))), *powers, pawns=[Card(1, 0, ("a",))])
    assert told(game) == ["Struck", "Geared"]


def test_an_event_to_which_no_power_listens_is_quiet() -> None:
    """It costs what it costs without powers; one to which some power listens is looked up by who carries it."""
    frozen = rules(say(), tells("a", Struck), tells("b", Fallen, left=True)).freeze()
    plans = [frozen.plan(kind) for kind in (Told, Struck, Fallen)]
    assert plans == [QUIET_PLAN, ECHOED_PLAN, CARRIED_PLAN]


def test_a_misspelt_keyword_is_refused_where_it_stands() -> None:
    with pytest.raises(TypeError, match="optinal"):
        after(Struck, optinal=True)  # type: ignore[call-arg]


def test_an_extension_brings_powers_and_effects_that_give_them() -> None:
    def scene(game: rw.Game, context: Any) -> rw.Steps:
        yield rw.begin_effect(game, "gift", rw.FOREVER, target=("pawns", 1), data={"gives": "a"})
        yield Struck(1)

    more = rw.Extension(ruleset="odds", id="more", powers=[tells("a", Struck, me="pawn")])
    plain = rules(scene)
    assert told(rw.new_game(plain.freeze([more]), Setup((Card(1),)), seed=1)) == ["pawns 1 a 1"]
    with pytest.raises(LookupError, match="odds has no power 'a'"):
        rw.new_game(plain, Setup((Card(1),)), seed=1)
    with pytest.raises(rw.FlowError, match="odds: two powers are named 'a'"):
        rules(scene, tells("a", Struck, me="pawn")).freeze([more])


def test_powers_may_stand_in_the_content() -> None:
    made = rules(say(Struck(1)), content=lambda added: {"told": ["a", "b"]})
    made = replace(made, powers=lambda content: [tells(name, Struck, me="pawn") for name in content["told"]])
    assert told(rw.new_game(made, Setup((Card(1, 0, ("b",)),)), seed=1)) == ["pawns 1 b 1"]


# ---------------------------------------------------------------------------- views, forks, saves, what is told


def test_a_view_knows_what_its_player_may() -> None:
    cards = [Card(1, 0, ("a",), secret=("b",)), Card(2, 1)]
    game = play(say(), tells("a", Struck), tells("b", Struck), pawns=cards)
    assert [game.view(seat).has(name, 1) for seat in (0, 1) for name in "ab"] == [True, True, True, False]
    assert game.has("b", 1)


def test_a_made_up_game_has_the_powers_that_are_made_up() -> None:
    """What the other hides is made up; the window offers, and the listener hears, what is carried there."""

    def scene(game: rw.Game, context: Any) -> rw.Steps:
        assert game.has("b", 1) or game.has("c", 1)
        yield rw.choose(1, "look", [0])
        yield Struck(1)

    def fill(view: rw.View, rng: Random) -> dict[str, Any]:
        unknown = [pawn for pawn in view.state.pawns.values() if pawn.secret is None]
        return {"pawns": [changed(pawn, secret=(rng.choice("bc"),)) for pawn in unknown]}

    game = play(
        scene, tells("b", Struck, me="pawn"), tells("c", Struck, me="pawn"), determinize=fill,
        pawns=[Card(1, 0, secret=("b",)), Card(2, 1)],
    )  # fmt: skip
    heard = set()
    for seed in range(12):
        made_up = game.view(1).imagine(Random(seed))
        made_up.answer(0)
        heard.update(told(made_up))
    assert heard == {"pawns 1 b 1", "pawns 1 c 1"}
    game.answer(0)
    assert told(game) == ["pawns 1 b 1"]


def test_a_fork_in_mid_step_and_an_undo_carry_what_was_carried() -> None:
    def scene(game: rw.Game, context: Any) -> rw.Steps:
        for _ in range(3):
            yield Geared(1, ((yield rw.choose(0, "gear", ["a", "b"])),))

    game = play(scene, tells("a", Geared, me="pawn"), tells("b", Geared, me="pawn"), pawns=[Card(1), Card(2, 1)])
    game.answer("a")
    fork = game.fork()
    fork.answer("b")
    game.answer("a")
    assert (game.bearers("a"), fork.bearers("a")) == ([1], [])
    game.undo()
    game.undo()
    assert not game.has("a", 1)
    game.answer("b")
    assert (told(game), told(fork)) == (["pawns 1 b 1"], ["pawns 1 a 1", "pawns 1 b 1"])


def chosen_gear(game: rw.Game, context: Any) -> rw.Steps:
    """The players choose in turns what the first pawn carries."""
    for number in range(6):
        yield Geared(1, ((yield rw.choose(number % 2, "gear", ["a", "b"])),))


def test_who_looks_after_an_undo_and_as_many_writes_sees_the_new_ones() -> None:
    game = play(chosen_gear, tells("a", Fallen), tells("b", Fallen), pawns=[Card(1), Card(2, 1)])
    game.answer("a")
    assert (game.bearers("a"), game.bearers("b")) == ([1], [])
    game.undo()
    game.answer("b")
    assert (game.bearers("a"), game.bearers("b")) == ([], [1])


def test_who_looks_again_when_older_writes_are_forgotten_sees_all() -> None:
    """Writes that cannot be taken back any more are no longer listed."""

    def scene(game: rw.Game, context: Any) -> rw.Steps:
        for pawn in range(1, 7):
            yield Geared(pawn, ((yield rw.choose(pawn % 2, "gear", ["a", "b"])),))

    game = play(scene, tells("a", Fallen), tells("b", Fallen), pawns=[Card(n) for n in range(1, 7)])
    assert not game.bearers("a")
    for gear in "ababa":
        game.answer(gear)
        del game.state.undo[:-1]
    assert (game.bearers("a"), game.bearers("b")) == ([1, 3, 5], [2, 4])


def test_an_effect_that_is_edited_gives_no_more() -> None:
    class Faded(rw.Event, frozen=True):
        effect: int

        def apply(self, state: Table) -> None:
            state.effects.edit(self.effect).data = {}

    def scene(game: rw.Game, context: Any) -> rw.Steps:
        gift = yield rw.begin_effect(game, "gift", rw.FOREVER, target=("pawns", 1), data={"gives": "a"})
        yield Told(str(game.has("a", 1)))
        yield Faded(gift.effect.id)
        yield Told(str(game.has("a", 1)))

    assert told(play(scene, tells("a", Fallen), pawns=[Card(1)])) == ["True", "False"]


def test_a_gift_that_ends_is_gone_though_nothing_else_was_written() -> None:
    def scene(game: rw.Game, context: Any) -> rw.Steps:
        gift = yield rw.begin_effect(game, "gift", rw.FOREVER, target=("pawns", 1), data={"gives": "a"})
        yield Told(str(game.has("a", 1)))
        yield rw.EffectEnded(gift.effect.id)
        yield Told(str(game.has("a", 1)))

    assert told(play(scene, tells("a", Fallen), pawns=[Card(1)])) == ["True", "False"]


def test_an_event_is_quiet_again_when_its_last_listener_is_gone() -> None:
    game = play(say(Struck(1), Geared(1), Struck(1)), tells("a", Struck), pawns=[Card(1, 0, ("a",))])
    assert told(game) == ["pawns 1 a 1"]
    assert game.rules.powers.carrying(game).news.silent == {Struck}


def test_a_saved_game_goes_on_with_a_version_met_only_later(tmp_path: Any) -> None:
    """What waits is found by its name in rules that have never met the version."""

    def scene(game: rw.Game, context: Any) -> rw.Steps:
        yield Struck(1)
        yield rw.choose(0, "now", [0])

    power = tells("a", Struck, me="pawn", delay="scene")
    game = play(scene, power, pawns=[Card(1, 0, ("a:7",))])
    assert [waiting.trigger for waiting in game.state.delayed.values()] == ["a:7"]
    game.save(tmp_path / "game.json")
    for fresh in (rules(scene, power).freeze(), game.rules):
        loaded = rw.load(tmp_path / "game.json", game=fresh)
        loaded.answer(0)
        assert told(loaded) == ["pawns 1 a:7 1"]
    anew = rules(scene, power).freeze()
    assert anew.trigger("a:7").name == "a:7"
    with pytest.raises(KeyError):
        anew.trigger("b:7")
    with pytest.raises(WrittenInPlace):
        anew.trigger("a:7").optional = True


def test_reactions_of_a_version_are_found_by_name() -> None:
    frozen = rules(say(), Guard, **BOTH).freeze()
    assert frozen.reaction("guard.look of things:3").name == "guard.look of things:3"
    assert frozen.trigger("guard.of_things of things:3").resolve(None, None, 1) == Told("things 1 is changed")


def test_options_of_versions_are_told_with_the_text_of_the_power() -> None:
    texts = Texts({"trigger.a": {"en": "Tell: {source} {version}"}, "trigger.a:3": {"en": "The third"}})
    game = play(
        say(Struck(1)), tells("a", Struck, me="pawn"), pawns=[Card(1, 0, ("a", "a:2", "a:3"))], texts=texts,
        timing=rw.TimingPolicy(rw.in_seat_order),
    )  # fmt: skip
    teller, view = Narrator(game.rules, "en"), game.view(0)
    said = [teller.option(view, game.request, option) for option in game.request.space.options() or ()]
    assert said == ["Tell: 1 ", "Tell: 1 2", "The third"]


def test_a_part_without_a_rule_of_its_own_cites_that_of_its_power() -> None:
    @rw.rule("3.2")
    @after(Struck)
    def own(game: rw.Game, me: Bearer, event: Struck) -> None: ...

    power = rw.Power.of("a", own, before(Fallen)(_other), rule="3.1")
    assert [part.rules for part in power.parts] == [("3.2",), ("3.1",)]


def test_a_bearer_that_nobody_controls_says_so() -> None:
    game = play(say(), tells("a", Struck), pawns=[Card(1, None), Card(2, 0)])
    with pytest.raises(LookupError, match="nobody controls pawns 1"):
        _ = Bearer(game, "pawns", 1).player
    with pytest.raises(LookupError, match="nobody controls pawns 9"):
        _ = Bearer(game, "pawns", 9).player
    assert Bearer(game, "pawns", 2).player == 0


def test_powers_are_described() -> None:
    told = describe(rules(say(), Guard, **BOTH).freeze())
    assert told["carriers"] == ["pawns", "things"]
    assert told["windows"][0]["powers"] == ["guard"]
    (guard,) = told["powers"]
    assert guard["text"].startswith("Whoever carries it")
    assert guard["does"][0] == {
        "name": "guard.of_pawns", "on": ["Struck"], "when": "after", "me": "pawn", "of": "pawns",
    }  # fmt: skip
    assert guard["does"][4] == {
        "name": "guard.strengthen", "changes": "strength", "layer": "added", "others": True, "of": "pawns",
    }  # fmt: skip
    assert guard["does"][5] == {"name": "guard.look", "windows": ["moment"]}


# ----------------------------------------------------------------------------------------------- any positions


NAMES = ("a", "a:2", "b", "guard", "guard:x", "hero")


class Hero(rw.Power, name="hero"):
    """Cannot be moved."""

    @forbids("be moved", of="pawns")
    def stay(self, game: rw.Game, me: Bearer) -> bool:
        return True


@pytest.mark.parametrize("seed", range(8))
def test_two_tables_with_equal_ids_are_indexed_as_a_look_at_each_record_says(seed: int) -> None:
    """Gear, effects and removals in random batches, forks and undos."""
    rng = Random(seed)

    def scene(game: rw.Game, context: Any) -> rw.Steps:
        for _ in range(60):
            kind = yield rw.choose(0, "what", range(1000))
            yield from random_events(game, Random(kind))

    power_kit = (tells("a", Struck, me="pawn", of="pawns"), tells("b", Fallen, left=True), Guard, Hero)
    frozen = rules(scene, *power_kit, permissions=[PERMISSION], **{**BOTH, "timing": QUIET}).freeze()
    cards = [Card(n, n % 2, tuple(rng.sample(NAMES, 2))) for n in range(1, 7)]
    game = rw.new_game(frozen, Setup(tuple(cards), tuple(cards[:4])), seed=seed)
    for _ in range(60):
        match rng.randrange(8):
            case 0:
                game = game.fork()
            case 1:
                with suppress(rw.Refused):
                    game.undo()
            case _ if game.request.ask == "what":
                game.answer(rng.randrange(1000))
        if rng.random() < 0.5:
            assert_as_scanned(game)


PERMISSION = rw.Permission("be moved", default=True)


def random_events(game: rw.Game, rng: Random) -> rw.Steps:
    """Some things that change what is carried, at once or one by one."""
    pawns, things = list(game.state.pawns), list(game.state.things)
    events: list[rw.Event] = []
    for _ in range(rng.randint(1, 3)):
        given = tuple(rng.sample(NAMES, rng.randrange(3)))
        match rng.randrange(6):
            case 0 if len(pawns) > 2:
                events.append(Fallen(pawns.pop(rng.randrange(len(pawns)))))
            case 1:
                events.append(Geared(rng.choice(pawns), given))
            case 2:
                events.append(Changed(rng.choice(things), given))
            case 3 | 4:
                target = ("pawns", rng.choice(pawns)) if rng.random() < 0.5 else ("things", rng.choice(things))
                data = {rng.choice(["gives", "counters"]): rng.choice(NAMES)}
                yield rw.begin_effect(game, "gift", rw.FOREVER, target=target, data=data)
            case 5 if game.state.effects:
                yield rw.EffectEnded(rng.choice(list(game.state.effects)))
    if rng.random() < 0.5:
        yield events
    else:
        for event in events:
            yield event
    struck = list(game.state.pawns)[:2]
    own = dict(scanned(PAWNS, game.state, None))
    expected = [f"pawns {pawn} {name} {pawn}" for pawn in struck for name in own[pawn] if name.startswith("a")]
    before_it = len(game.log)
    yield [Struck(pawn) for pawn in struck]
    heard = [entry.event.what for entry in game.log[before_it:] if isinstance(entry.event, Told)]
    assert sorted(what for what in heard if " a" in what) == sorted(expected)


def assert_as_scanned(game: rw.Game) -> None:
    """What the index says is what a look at each record says."""
    carried = {one.table: dict(scanned(one, game.state, None)) for one in (PAWNS, THINGS)}
    for table, names in carried.items():
        for power in ("a", "b", "guard", "hero"):
            having = [key for key, own in names.items() if any(name.split(":")[0] == power for name in own)]
            assert game.bearers(power, table) == having
            assert [key for key in names if game.has(power, key, table)] == having
    guards = [(table, key, name) for table, names in carried.items() for key, own in names.items() for name in own
              if name.startswith("guard")]  # fmt: skip
    for pawn in game.state.pawns:
        own = sum(10 if (table, key) == ("pawns", pawn) else 1 for table, key, _ in guards)
        assert game.number("strength", pawn) == game.value("strength", pawn).number == 1 + own
        assert game.may("be moved", pawn) is ("hero" not in carried["pawns"][pawn])


def test_the_kit_counts_powers_in_every_version() -> None:
    def scene(game: rw.Game, context: Any) -> rw.Steps:
        yield rw.choose(0, "go", [0])
        yield Struck(1)
        yield rw.GameOver(())

    made = rules(scene, tells("a", Struck, me="pawn"), tells("b", Struck, me="pawn"))
    report = check_ruleset(made, games=1, setup=Setup((Card(1, 0, ("a:9",)), Card(2, 1))))
    assert report.exercised["power"] == {"a": report.exercised["power"]["a"]}
    assert report.silent["power"] == ("b",)


def test_what_is_limited_under_one_name_shares_its_limit() -> None:
    power = tells("a", Struck, me="pawn", limit=rw.Limit(1, name="a"))
    cards = [Card(1, 0, ("a", "a:2"))]
    game = play(say(Struck(1), Struck(1)), power, pawns=cards, timing=rw.TimingPolicy(rw.in_seat_order))
    game.answer(("a:2", 1))
    assert told(game) == ["pawns 1 a:2 1"]


def test_what_is_held_through_a_power_goes_with_it_and_may_be_proof_against_effects() -> None:
    held: dict[str, tuple[str | Held, ...]] = {
        "plain": ("a", "b"),
        "through": ("a", Held("b", through=("a",))),
        "proof": ("a", Held("b", through=("a",), proof=("curse",))),
        "twice": ("a", Held("b", through=("a",)), "b"),
    }
    powers = [*(tells(name, Struck, me="pawn") for name in "ab")]
    pawns = [Card(number, 0, (how,)) for number, how in enumerate(held)]
    carriers = [rw.Carriers("pawns", lambda content, pawn: held[pawn.gear[0]], reads=("gear",))]

    def curse(power: str, kind: str) -> Any:
        def scene(game: rw.Game, context: Any) -> rw.Steps:
            for number in range(len(held)):
                yield rw.begin_effect(game, kind, rw.FOREVER, target=("pawns", number), data={"counters": power})

        game = play(scene, *powers, pawns=pawns, carriers=carriers)
        return [(game.has("a", number), game.has("b", number)) for number in range(len(held))]

    assert curse("a", "curse") == [(False, True), (False, False), (False, True), (False, True)]
    assert curse("b", "curse") == [(True, False), (True, False), (True, True), (True, False)]
    assert curse("b", "frost") == [(True, False)] * 4
