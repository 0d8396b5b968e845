"""Powers: what figures carry, on their dials, by effects and from afar, and what that does."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace as changed

import rulewright as rw
from rulewright.describe import describe
from rulewright.powers import Bearer, Held, after, before, forbids, given, modifies, offers, permits, use
from rulewright.testing import check_ruleset
from tests.lengths import length

from .scanning import scanned

LIVES = 6


class Pawn(rw.Record):
    """A pawn on a line of places. Each wound turns its dial; ``gear`` are powers that it has on every click."""

    player: int = 0
    at: int = 0
    dial: tuple[tuple[str, ...], ...] = ((),)
    gear: tuple[str, ...] = ()
    wounds: int = 0
    mood: str = ""

    @property
    def shows(self) -> tuple[str, ...]:
        return self.dial[min(self.wounds, len(self.dial) - 1)]


class Line(rw.State):
    pawns: rw.Table[Pawn]


class Struck(rw.Event, frozen=True):
    pawn: int
    by: int
    amount: int

    def apply(self, state: Line) -> None:
        state.pawns.edit(self.pawn).wounds += self.amount


class Fallen(rw.Event, frozen=True):
    pawn: int

    def apply(self, state: Line) -> None:
        state.pawns.remove(self.pawn)


class Frowned(rw.Event, frozen=True):
    """Changes a record in nothing that powers are read from."""

    pawn: int

    def apply(self, state: Line) -> None:
        state.pawns.edit(self.pawn).mood += "!"


class Told(rw.Event, frozen=True):
    what: str


class Tough(rw.Power, name="tough", rule="2.1"):
    """Wounds dealt to it are fewer, by one or as many as its version says."""

    @before(Struck, me="pawn")
    def soften(self, game: rw.Game, me: Bearer, event: Struck) -> Struck:
        return changed(event, amount=max(0, event.amount - int(me.version or 1)))


class Thorns(rw.Power, name="thorns"):
    """Who strikes it is told off, and struck when this falls."""

    @rw.rule("2.2")
    @after(Struck, me="pawn", only=lambda game, me, event: event.amount > 0)
    def prick(self, game: rw.Game, me: Bearer, event: Struck) -> rw.Event:
        return Told(f"{me.id} pricks {event.by}")

    @after(Fallen, me="pawn", left=True)
    def curse(self, game: rw.Game, me: Bearer, event: Fallen) -> rw.Event:
        return Told(f"{me.id} curses")


class Mourner(rw.Power, name="mourner"):
    """Tells of every pawn of its side that falls."""

    @after(Fallen, order_matters=False)
    def mourn(self, game: rw.Game, me: Bearer, event: Fallen) -> rw.Event:
        return Told(f"{me.id} mourns {event.pawn}")


class Brave(rw.Power, name="brave"):
    """Strikes harder, and cannot be pushed."""

    @modifies("strength", "added")
    def harder(self, game: rw.Game, me: Bearer) -> int | None:
        return 2 if me.record.wounds else None

    @forbids("be pushed")
    def stay(self, game: rw.Game, me: Bearer) -> bool:
        return True


class Banner(rw.Power, name="banner"):
    """The others of its side strike harder and may flee."""

    @modifies("strength", "added", others=True)
    def lead(self, game: rw.Game, me: Bearer, other: int) -> int | None:
        return 1 if game.state.pawns[other].player == me.player else None

    @permits("flee", others=True)
    def allow(self, game: rw.Game, me: Bearer, other: int) -> bool:
        return bool(game.state.pawns[other].player == me.player)


class Luck(rw.Power, name="luck"):
    """Once a turn the die may be rolled again."""

    @use("die rolled", limit=rw.Limit(1, "turn"))
    def again(self, game: rw.Game, me: Bearer, context: Any) -> rw.Steps:
        (face,) = yield rw.Roll.d6(1, me.player, "again", "2.3")
        yield game.note(context, face=face)


class Shove(rw.Power, name="shove"):
    """Instead of striking it pushes a pawn to the next place."""

    @use("action", choices=lambda game, me, context: [key for key in game.state.pawns if key != me.id])
    def push(self, game: rw.Game, me: Bearer, context: Any, pawn: int) -> rw.Event:
        return Told(f"{me.id} shoves {pawn}")


class Sulk(rw.Power, name="sulk"):
    """Frowns when it was struck, and is frowned at by all others with it."""

    @after(Struck)
    def frown(self, game: rw.Game, me: Bearer, event: Struck) -> rw.Event:
        return Frowned(me.id)


class Juggler(rw.Power, name="juggler", rule="2.4"):
    """Knows a trick with as many balls as its version says, and another as long as it is unhurt."""

    @offers("trick")
    def cascade(self, game: rw.Game, me: Bearer) -> str:
        return f"cascade of {me.version or 3}"

    @offers("trick")
    def shower(self, game: rw.Game, me: Bearer) -> str | None:
        return None if me.record.wounds else "shower"


POWERS = (Tough, Thorns, Mourner, Brave, Banner, Luck, Shove, Sulk, Juggler)
NAMES = ("tough", "tough:2", "thorns", "mourner", "brave", "banner", "luck", "shove", "sulk", "juggler", "juggler:5")
BLESSINGS = ("tough", "tough:2", "sulk", "banner", "juggler:5")


class Blow(rw.Context):
    by: int
    pawn: int
    face: int = 0


def roll(game: rw.Game, blow: Blow) -> rw.Steps:
    (face,) = yield rw.Roll.d6(1, game.state.pawns[blow.by].player, "strike", "1.1")
    yield game.note(blow, face=face)


def strike(game: rw.Game, blow: Blow) -> rw.Steps:
    if blow.face > 2:
        yield Struck(blow.pawn, blow.by, game.number("strength", blow.by), rule="1.2")
    pawn = game.state.pawns[blow.pawn]
    if pawn.wounds >= LIVES:
        yield Fallen(pawn.id, rule="1.3")


STRIKE = rw.Procedure("strike", [roll, rw.Window("die rolled"), strike], Blow)


def targets(game: rw.Game, player: int) -> list[Any]:
    pawns = game.state.pawns.values()
    mine = [pawn.id for pawn in pawns if pawn.player == player]
    others = [pawn.id for pawn in pawns if pawn.player != player]
    return [(by, pawn) for by in mine for pawn in others]


def act(game: rw.Game, turn: rw.Turn) -> rw.Steps:
    """A pawn strikes another, an effect begins, or a power is used."""
    yield rw.Window("action")
    blows = targets(game, turn.player)
    blessings = [("bless", pawn, name) for pawn in game.state.pawns for name in BLESSINGS]
    curses = [("curse", pawn, name) for pawn in game.state.pawns for name in ("tough", "*", "thorns", "juggler:7")]
    answer = yield rw.choose(turn.player, "act", [*blows, *blessings, *curses])
    if answer[0] == "bless":
        yield rw.begin_effect(
            game, "blessing", rw.until_next("turn", turn.player), target=("pawns", answer[1]), data={"gives": answer[2]}
        )
    elif answer[0] == "curse":
        yield rw.begin_effect(
            game, "curse", rw.during("turn"), target=("pawns", answer[1]), data={"counters": (answer[2],)}
        )
        yield Frowned(answer[1])
    else:
        yield STRIKE(by=answer[0], pawn=answer[1])
    left = {pawn.player for pawn in game.state.pawns.values()}
    if len(left) < 2 or turn.number > 40:
        yield rw.GameOver(tuple(left))


class Setup(msgspec.Struct, frozen=True):
    pawns: tuple[Pawn, ...] = (Pawn(1, 0, gear=("luck", "thorns")), Pawn(2, 1, gear=("tough",)))


def sample(content: Any, rng: Random) -> dict[str, Any]:
    def names(most: int) -> tuple[str, ...]:
        return tuple(rng.sample(NAMES, rng.randint(0, most)))

    pawns = [Pawn(number, number % 2, number, (names(3), names(2), names(2)), names(1)) for number in range(6)]
    return {"pawns": pawns}


def populate(state: Line, setup: Any, content: Any) -> None:
    for pawn in setup.pawns:
        state.pawns.add(pawn)


RULES = rw.Ruleset(
    id="pawns",
    title="Pawns on a line",
    state=Line,
    flow=rw.Loop("turn", rw.turns(lambda game: game.players), [act]),
    procedures=[STRIKE],
    windows=[rw.Window("action")],
    setup=Setup,
    sample_setup=sample,
    populate=populate,
    events=[Struck, Fallen, Frowned, Told],
    stats=[
        rw.StatRule(
            stat=rw.Stat("strength", (rw.Layer("added", "add"),)), base=lambda game, pawn: 1, reads=("pawns", "effects")
        )
    ],
    permissions=[
        rw.Permission("be pushed", default=True),
        rw.Permission("flee"),
    ],
    powers=POWERS,
    offers=["trick", "advice"],
    carriers=[rw.Carriers("pawns", lambda content, pawn: (*pawn.shows, *pawn.gear), reads=("dial", "wounds", "gear"))],
    effects=[rw.EffectKind("moody", active=lambda game, effect: game.state.pawns[effect.target].mood == "!")],
    timing=rw.TimingPolicy(rw.active_first, ask_order=False),
)


def game_of(*pawns: Pawn, rules: Any = RULES, dice: Any = ()) -> rw.Game:
    return rw.new_game(rules, {"pawns": pawns}, seed=1, chance=rw.Scripted(dice) if dice else "seeded")


def told(game: rw.Game) -> list[str]:
    return [event.what for event in game.events() if isinstance(event, Told)]


def pass_all(game: rw.Game) -> rw.Game:
    """Nobody uses anything in an open window."""
    while game.request is not None and game.request.ask == "react":
        game.answer(None)
    return game


def struck(game: rw.Game, by: int, pawn: int) -> rw.Game:
    pass_all(game).answer((by, pawn))
    return pass_all(game)


def bless(game: rw.Game, pawn: int, name: str) -> rw.Game:
    pass_all(game).answer(("bless", pawn, name))
    return game


def test_a_listener_replaces_an_event_that_names_its_bearer() -> None:
    game = struck(game_of(Pawn(1, 0), Pawn(2, 1, gear=("tough",)), dice=[(6,)]), 1, 2)
    assert game.state.pawns[2].wounds == 0
    event = next(event for event in game.events() if isinstance(event, Struck))
    assert event.amount == 0


def test_what_a_listener_does_cites_the_rule_of_its_part_or_of_its_power() -> None:
    game = struck(game_of(Pawn(1, 0), Pawn(2, 1, gear=("thorns", "tough")), dice=[(6,), (6,)]), 1, 2)
    softened = next(event for event in game.events() if isinstance(event, Struck))
    assert "2.1" in game.why(softened).rules
    game = struck(game_of(Pawn(1, 0), Pawn(2, 1, gear=("thorns",)), dice=[(6,)]), 1, 2)
    assert "2.2" in game.why(Told("2 pricks 1")).chain[0].rules


def test_a_version_of_a_power_is_told_to_it() -> None:
    softened = game_of(Pawn(1, 0, gear=("brave",), wounds=1), Pawn(2, 1, gear=("tough:2",)), dice=[(6,)])
    assert struck(softened, 1, 2).state.pawns[2].wounds == 1
    assert softened.has("tough", 2)
    assert softened.has("tough:2", 2)
    assert not softened.has("tough:1", 2)


def test_several_versions_each_do_their_part() -> None:
    game = game_of(Pawn(1, 0, gear=("brave",), wounds=1), Pawn(2, 1, gear=("tough:2", "tough")), dice=[(6,)])
    assert struck(game, 1, 2).state.pawns[2].wounds == 0


def test_a_dial_that_turns_brings_powers_and_takes_them() -> None:
    game = game_of(Pawn(1, 0), Pawn(2, 1, dial=((), ("thorns",), ())), dice=[(6,), (6,), (6,)])
    assert not game.has("thorns", 2)
    struck(game, 1, 2)
    assert told(game) == ["2 pricks 1"]  # the power is asked that the event itself has revealed
    assert game.has("thorns", 2)
    bless(game, 1, "sulk")
    struck(game, 1, 2)
    assert told(game) == ["2 pricks 1"]
    assert not game.has("thorns", 2)


def test_who_falls_is_asked_as_it_was_and_others_as_they_are() -> None:
    pawns = (Pawn(1, 0), Pawn(2, 1, gear=("thorns", "mourner"), wounds=5), Pawn(3, 1, gear=("mourner",)))
    game = struck(game_of(*pawns, dice=[(6,)]), 1, 2)
    assert told(game) == ["2 pricks 1", "2 curses", "3 mourns 2"]


def test_numbers_are_changed_by_what_is_carried_and_from_afar() -> None:
    game = game_of(Pawn(1, 0, gear=("brave",)), Pawn(2, 0, gear=("banner",)), Pawn(3, 1))
    assert [game.number("strength", pawn) for pawn in (1, 2, 3)] == [2, 1, 1]
    hurt = game_of(Pawn(1, 0, gear=("brave",), wounds=1), Pawn(2, 0, gear=("banner",)), Pawn(3, 1))
    assert hurt.number("strength", 1) == 4
    lines = [(line.name, line.source, line.amount) for line in hurt.value("strength", 1).trace]
    assert lines == [("brave", 1, 2), ("banner", 2, 1)]


def test_a_number_that_a_power_changes_is_not_remembered_longer_than_the_power_would_say_so() -> None:
    """What a power reads is its own affair: here whose turn it is, which stands in no table."""

    @modifies("strength", "added")
    def in_turn(game: rw.Game, me: Bearer) -> int:
        return 1 if game.active == me.player else 0

    rules = replace(RULES, powers=(*POWERS, rw.Power.of("eager", in_turn)))
    game = game_of(Pawn(1, 0, gear=("eager",)), Pawn(2, 1), rules=rules, dice=[(1,)])
    assert game.number("strength", 1) == 2
    assert struck(game, 1, 2).number("strength", 1) == 1


@pytest.mark.parametrize("seed", range(3))
def test_plain_numbers_and_permissions_are_what_their_traces_say(seed: int) -> None:
    """Whatever is carried, near or far, and whatever effects there are."""
    (strength,) = RULES.stats
    rng, changed_once = Random(seed), 0
    game = rw.new_game(replace(RULES, stats=[replace(strength, base=1, reads=())]), sample(None, rng), seed=seed)
    while game.request is not None:
        game.answer(game.request.space.sample(rng), game.request.player)
        for pawn in game.state.pawns:
            assert game.number("strength", pawn) == game.value("strength", pawn).number
            changed_once += game.number("strength", pawn) != 1
            for permission in ("be pushed", "flee"):
                assert game.may(permission, pawn) is game.verdict(permission, pawn).allowed
    assert changed_once


def test_a_number_that_nothing_carried_changes_is_remembered() -> None:
    """Though a registered power would change it; and it is worked out anew as soon as something carries that."""
    asked: list[int] = []

    def base(game: rw.Game, pawn: int) -> int:
        asked.append(pawn)
        return 1

    strength = rw.StatRule(stat=rw.Stat("strength", (rw.Layer("added", "add"),)), base=base, reads=("pawns",))
    game = game_of(Pawn(1), Pawn(2), Pawn(3, 1), rules=replace(RULES, stats=[strength]))
    pass_all(game)
    for _ in range(3):
        assert [game.number("strength", pawn) for pawn in (1, 2)] == [1, 1]
        game.state.version += 1  # something has happened that concerns no pawn
    assert asked == [1, 2]
    bless(game, 1, "banner")
    assert [game.number("strength", pawn) for pawn in (1, 2)] == [1, 2]


def test_only_the_rows_that_are_named_carry_powers() -> None:
    (carriers,) = RULES.carriers
    rules = replace(RULES, carriers=[changed(carriers, rows=(1, 9))])
    game = game_of(Pawn(1, 0, gear=("thorns",)), Pawn(2, 1, gear=("thorns",)), rules=rules)
    assert game.bearers("thorns") == [1]
    assert game.carried(2) == []
    bless(game, 1, "sulk")
    assert game.bearers("sulk") == [1]
    assert dict(scanned(rules.carriers[0], game.state, None)) == {1: ("thorns", "sulk")}


def test_permissions_are_changed_too_and_cannot_beats_may() -> None:
    game = game_of(Pawn(1, 0, gear=("brave",)), Pawn(2, 0, gear=("banner",)), Pawn(3, 1))
    assert [game.may("be pushed", pawn) for pawn in (1, 2, 3)] == [False, True, True]
    assert [game.view(0).may("flee", pawn) for pawn in (1, 2, 3)] == [True, False, False]
    verdict = game.verdict("be pushed", 1)
    assert [(line.name, line.source, line.counted) for line in verdict.trace] == [("brave", 1, True)]
    with pytest.raises(LookupError, match="pawns has no permission 'fly'"):
        game.may("fly", 1)


def test_an_effect_gives_a_power_until_it_ends() -> None:
    game = bless(game_of(Pawn(1, 0, gear=("thorns",)), Pawn(2, 1)), 1, "tough:2")
    (effect,) = game.state.effects
    carried = game.carried(1)
    assert [(item.name, item.given_by, item.countered_by) for item in carried] == [
        ("thorns", None, None),
        ("tough:2", effect, None),
    ]
    assert game.has("tough", 1)
    assert game.view(1).has("tough", 1)
    struck(game, 2, 1)
    assert not game.has("tough", 1)


@pytest.mark.parametrize("wounds", [0, 1])
def test_effects_give_nothing_to_who_takes_nothing(wounds: int) -> None:
    """A wounded pawn uses its own power, but not the one that it was given."""
    unhurt = rw.Carriers(
        "pawns", lambda content, pawn: pawn.gear, ("gear", "wounds"), takes=lambda content, pawn: not pawn.wounds
    )
    pawn = Pawn(2, 1, gear=("luck",), wounds=wounds)
    game = bless(game_of(Pawn(1), pawn, rules=replace(RULES, carriers=[unhurt])), 2, "tough:2")

    assert game.has("luck", 2) and game.has("tough", 2) is not bool(wounds)
    assert [item.name for item in game.carried(2)] == ["luck", *([] if wounds else ["tough:2"])]


def test_what_effects_give_brings_all_that_comes_with_it() -> None:
    """What comes with a power is lost with it, but not to the effect that gives it."""
    more = rw.Carriers("pawns", lambda content, pawn: pawn.gear, gives=lambda content, effect: (
        item for name in given(effect) for item in (name, Held("luck", through=(name,), proof=("hex",)))))  # fmt: skip
    game = bless(game_of(Pawn(1), Pawn(2, 1), rules=replace(RULES, carriers=[more])), 2, "tough:2")

    assert game.has("tough", 2) and game.has("luck", 2)
    (effect,) = game.state.effects
    assert [(item.name, item.given_by) for item in game.carried(2)] == [("tough:2", effect), ("luck", effect)]


def test_a_curse_lasts_a_turn_and_names_who_counters() -> None:
    seen: list[Any] = []

    @after(Frowned, me="pawn")
    def look(game: Any, me: Bearer, event: Frowned) -> None:
        seen.extend((item.name, item.countered_by is not None) for item in game.carried(1))
        seen.append(game.has("thorns", 1))

    watching = replace(RULES, powers=(*POWERS, rw.Power.of("watch", look)))
    game = game_of(Pawn(1, 0, gear=("thorns", "watch")), Pawn(2, 1), rules=watching)
    pass_all(game).answer(("curse", 1, "thorns"))
    assert seen == [("thorns", True), ("watch", False), False]
    assert game.has("thorns", 1)


def test_a_use_is_offered_to_who_controls_the_bearer_within_its_limit() -> None:
    game = game_of(Pawn(1, 0, gear=("luck", "shove")), Pawn(2, 1, gear=("luck",)), dice=[(1,), (6,), (2,)])
    assert game.request.space.options() == (None, ("shove", (1, 2)))
    game.answer(("shove", (1, 2)))
    assert told(game) == ["1 shoves 2"]
    pass_all(game).answer((1, 2))
    assert game.request.space.options() == (None, ("luck", 1))
    game.answer(("luck", 1))
    assert game.request.player == 1
    assert game.request.space.options() == (None, ("luck", 2))  # and 1 has used it in this turn
    game.answer(None)
    assert game.state.pawns[2].wounds == 1


def test_what_is_offered_comes_from_what_is_carried_now_in_that_order() -> None:
    """Whoever gives a power gives what it offers, and whoever counters it silences it."""
    during_curse: list[Any] = []

    @after(Frowned, me="pawn")
    def look(game: Any, me: Bearer, event: Frowned) -> None:
        during_curse.append(tricks(game, 1))

    watching = replace(RULES, powers=(*POWERS, rw.Power.of("watch", look)))
    game = game_of(Pawn(1, 0, gear=("juggler:7", "watch", "juggler")), Pawn(2, 1), rules=watching)
    assert tricks(game, 1) == [(1, "cascade of 7"), (1, "shower"), (1, "cascade of 3"), (1, "shower")]
    assert tricks(game, 2) == tricks(game, 99) == game.offers("advice", 1) == []
    bless(game, 2, "juggler:5")
    assert tricks(game.view(1), 2) == [(2, "cascade of 5"), (2, "shower")]
    pass_all(game).answer(("curse", 1, "juggler:7"))
    assert during_curse == [[(1, "cascade of 3"), (1, "shower")]]


def test_a_name_under_which_nothing_is_offered_is_refused() -> None:
    game = game_of(Pawn(1, 0), Pawn(2, 1))
    with pytest.raises(LookupError, match="pawns: powers offer nothing called 'trik'; did you mean 'trick'"):
        game.offers("trik", 1)
    with pytest.raises(LookupError, match="nothing in 'pawn' carries powers; did you mean 'pawns'"):
        game.offers("trick", 1, "pawn")
    late = rw.Power.of("late", offers("trik")(lambda game, me: 1))
    with pytest.raises(rw.FlowError, match="offers 'trik', which the rules do not ask for; did you mean 'trick'"):
        replace(RULES, powers=[late]).freeze()
    bare = replace(RULES, powers=(), carriers=()).freeze()
    assert rw.new_game(bare, seed=1).offers("trick", 1) == []


@pytest.mark.parametrize("choices", [None, lambda game, me, context: [7, 8]])
def test_what_cannot_be_used_says_why_with_the_rule_of_the_power(choices: Any) -> None:
    """Reasons of the power come with its rule unless they have their own; what the limit forbids says the kernel."""

    def why_not(game: rw.Game, me: Bearer, context: Any) -> Any:
        yield rw.Violation("too_far", squares=9)
        if choices:
            yield 9, rw.Violation("too_near", "3.3")

    how: dict[str, Any] = {"choices": choices, "limit": rw.Limit(2, "turn")}
    never = use("action", only=lambda game, me, context: False, why_not=why_not, **how)
    never_named = rw.Power.of("never", never(lambda game, me, context, *chosen: None), rule="3.1")
    twice = rw.Power.of("twice", use("action", **how)(lambda game, me, context, *chosen: Told("again")), rule="3.2")
    rules = replace(RULES, powers=(never_named, twice, Shove))
    game = game_of(Pawn(1, 0, gear=("never", "twice:b", "shove")), Pawn(2, 1, gear=("never",)), rules=rules)
    option = (1, 7) if choices else 1
    with pytest.raises(rw.Refused) as refused:
        game.answer(("never", option))
    assert (refused.value.violations[0].key, refused.value.rule) == ("too_far", "3.1")
    with pytest.raises(rw.Refused) as refused:
        game.answer(("never", (2, 7) if choices else 2))
    assert refused.value.rule == ""  # it is not the player's
    if choices:
        with pytest.raises(rw.Refused) as refused:
            game.answer(("never", (1, 9)))
        assert (refused.value.violations[0].key, refused.value.rule) == ("too_near", "3.3")
    for _ in range(2):
        assert "twice:b" not in {answer[0] for answer, _ in game.request.space.barred()}
        game.answer(("twice:b", option))
    with pytest.raises(rw.Refused) as refused:
        game.answer(("twice:b", option))
    assert (refused.value.violations[0].key, refused.value.rule) == ("used_up", "3.2")
    assert refused.value.facts == {"times": 2, "scope": "turn"}


def test_what_must_happen_in_a_window_happens_when_it_opens_whoever_is_asked_then() -> None:
    """Each happens once, those of the first player first, before anything is offered."""
    must = use("action", limit=rw.Limit(1, "turn"), must=True, only=lambda game, me, context: not me.record.wounds)
    sings = rw.Power.of("sings", must(lambda game, me, context: Told(f"{me.id} sings")))
    rules = replace(RULES, powers=(sings, Shove))
    pawns = [Pawn(2, 1, gear=("sings",)), Pawn(1, 0, gear=("sings", "shove")), Pawn(3, 0, wounds=1, gear=("sings",))]
    game = game_of(*pawns, rules=rules)

    assert told(game) == ["1 sings", "2 sings"]
    assert {option[0] for option in game.request.options() if option} == {"shove"}
    game.answer(("shove", (1, 2)))
    assert told(game) == ["1 sings", "2 sings", "1 shoves 2"]


def ordered(*pawns: Any, **policy: Any) -> rw.Game:
    """A window in which these pawns must sing or dance; where the policy says so player 1 orders that."""
    must = use("action", limit=rw.Limit(1, "turn"), must=True)
    sings = rw.Power.of("sings", must(lambda game, me, context: Told(f"{me.id} sings for {me.player}")))
    dances = rw.Power.of("dances", must(lambda game, me, context: Told(f"{me.id} dances for {me.player}")))
    timing = rw.TimingPolicy(lambda game: game.players, orders=lambda game: 1, **policy)
    return game_of(*pawns, rules=replace(RULES, powers=(sings, dances, Shove), timing=timing))


def test_who_orders_what_happens_at_the_same_time_orders_what_must_happen_in_a_window() -> None:
    """Each thing is resolved for the player whose it is; the last one alone needs no order."""
    game = ordered(Pawn(1, 0, gear=("sings", "dances")), Pawn(2, 1, gear=("sings",)))
    assert (game.request.ask, game.request.player) == ("happens_first", 1)
    assert game.request.options() == (None, ("sings", 1), ("dances", 1), ("sings", 2))
    game.answer(("dances", 1))
    assert told(game) == ["1 dances for 0", "1 sings for 0", "2 sings for 1"]  # one text of two: in any order


def test_the_order_that_stands_there_may_be_kept() -> None:
    game = ordered(Pawn(1, 0, gear=("sings", "dances")), Pawn(2, 1, gear=("dances",)))
    game.answer(None)
    assert told(game) == ["1 sings for 0", "1 dances for 0", "2 dances for 1"]
    assert game.result is not None or game.request.ask != "happens_first"


def test_nobody_orders_what_is_the_same_or_where_the_policy_asks_for_no_order() -> None:
    singers = Pawn(2, 1, gear=("sings",)), Pawn(1, 0, gear=("sings",))
    assert told(ordered(*singers)) == ["1 sings for 0", "2 sings for 1"]
    both = Pawn(1, 0, gear=("dances", "sings"))
    assert sorted(told(ordered(both, Pawn(2, 1), ask_order=False))) == ["1 dances for 0", "1 sings for 0"]


@pytest.mark.parametrize("how", [{}, {"limit": rw.Limit(1, "turn"), "choices": lambda game, me, context: [1]}])
def test_what_must_happen_has_a_limit_and_nothing_to_choose(how: Any) -> None:
    with pytest.raises(ValueError, match="what must happen in a window has a limit, and nothing to choose"):
        use("action", must=True, **how)


def test_a_use_of_another_window_cites_the_rule_of_its_power() -> None:
    again = rw.Power.of("again", use("die rolled")(lambda game, me, context: None), rule="2.3")
    game = game_of(Pawn(1, 0, gear=("again", "shove")), Pawn(2, 1), rules=replace(RULES, powers=(*POWERS, again)))
    with pytest.raises(rw.Refused) as refused:
        game.answer(("again", 1))
    assert (refused.value.violations[0].key, refused.value.rule) == ("not_now", "2.3")


def test_effects_that_count_only_at_times_are_asked_each_time() -> None:
    def gloom(game: rw.Game, turn: rw.Turn) -> rw.Steps:
        for kind, data in (("moody", {"gives": "thorns"}), ("moody", {"counters": "tough"})):
            yield rw.begin_effect(game, kind, rw.FOREVER, target=("pawns", 1), data=data)
        yield rw.choose(0, "wait", [0])
        yield Frowned(1)
        yield rw.choose(0, "wait", [0])
        yield rw.GameOver((0,))

    gloomy = replace(RULES, flow=rw.Loop("turn", rw.turns(lambda game: game.players), [gloom]))
    game = game_of(Pawn(1, 0, gear=("tough",)), Pawn(2, 1), rules=gloomy)
    assert (game.has("thorns", 1), game.has("tough", 1), game.bearers("thorns")) == (False, True, [])
    game.answer(0)
    assert (game.has("thorns", 1), game.has("tough", 1), game.bearers("thorns")) == (True, False, [1])


def test_bearers_come_in_the_order_of_their_table() -> None:
    game = game_of(*(Pawn(number, number % 2, gear=("sulk",)) for number in (4, 2, 3)), Pawn(1, 1))
    assert game.bearers("sulk") == [4, 2, 3]
    bless(game, 1, "sulk")
    assert game.bearers("sulk") == [4, 2, 3, 1]
    with pytest.raises(LookupError, match="pawns has no power 'sulky'; did you mean 'sulk'"):
        game.bearers("sulky")
    with pytest.raises(LookupError, match="nothing in 'pawn' carries powers; did you mean 'pawns'"):
        game.has("sulk", 1, "pawn")


@pytest.mark.parametrize("seed", range(6))
def test_the_index_says_what_a_look_at_every_record_says(seed: int) -> None:
    """After any answers, forks and undos."""
    rng = Random(seed)
    game = rw.new_game(RULES, sample(None, rng), seed=seed)
    (carriers,) = RULES.carriers
    for _ in range(150):
        if game.request is None:
            break
        match rng.randrange(8):
            case 0:
                game = game.fork()
            case 1:
                try:
                    game.undo()
                except rw.Refused:
                    continue
            case _:
                game.answer(game.request.space.sample(rng), game.request.player)
        if rng.random() < 0.6:
            names = dict(scanned(carriers, game.state, None))
            index = game.rules.powers.index(game)
            assert {key: index.names(key) for key in game.state.pawns} == names
            for name in ("tough", "thorns", "sulk", "banner"):
                bearers = [key for key, own in names.items() if any(one.split(":")[0] == name for one in own)]
                assert game.bearers(name) == bearers
            assert not index.names(99)
            assert {key: tricks(game, key) for key in game.state.pawns} == {
                key: [(key, trick) for name in own for trick in tricks_of(name, game.state.pawns[key])]
                for key, own in names.items()
            }
            assert_heard_and_changed_as_carried(game, {key: {one.split(":")[0] for one in names[key]} for key in names})


@pytest.mark.parametrize("seed", range(6))
def test_forks_share_an_index_until_one_of_them_is_written_to(seed: int) -> None:
    """Whoever is written to, of a game and forks of it that go on side by side."""
    rng = Random(seed)
    games = [rw.new_game(RULES, sample(None, rng), seed=seed)]
    (carriers,) = RULES.carriers
    for _ in range(120):
        game = rng.choice(games)
        if game.request is None:
            continue
        if rng.random() < 0.3:
            games = [*games, game.fork()][-4:]
        game.answer(game.request.space.sample(rng), game.request.player)
        for one in games:
            names = dict(scanned(carriers, one.state, None))
            index = one.rules.powers.index(one)
            assert {key: index.names(key) for key in one.state.pawns} == names
            assert {key: tricks(one, key) for key in one.state.pawns} == {
                key: [(key, trick) for name in own for trick in tricks_of(name, one.state.pawns[key])]
                for key, own in names.items()
            }
            assert_heard_and_changed_as_carried(
                one, {key: {name.split(":")[0] for name in names[key]} for key in names}
            )


def tricks(game: Any, pawn: int) -> list[tuple[Any, str]]:
    return [(me.id, trick) for me, trick in game.offers("trick", pawn)]


def tricks_of(name: str, pawn: Pawn) -> list[str]:
    """What a power offers, looked up by hand."""
    power, _, version = name.partition(":")
    if power != "juggler":
        return []
    return [f"cascade of {version or 3}", *(() if pawn.wounds else ("shower",))]


def assert_heard_and_changed_as_carried(game: rw.Game, carried: dict[Any, set[str]]) -> None:
    """An event is heard by whom it names and by those who hear it from anywhere; numbers likewise."""
    powers, anyone = game.rules.powers, set().union(*carried.values())
    for pawn in (*game.state.pawns, 99):
        own = carried.get(pawn, set())
        heard = {"tough", "thorns"} & own or {"sulk"} & anyone
        assert (powers.unheard(game, Struck(pawn, 1, 1)) is None) == bool(heard)
        assert (powers.unheard(game, Fallen(pawn)) is None) == bool({"thorns"} & own or {"mourner"} & anyone)
        assert powers.changes(game, "strength", pawn) == bool({"brave"} & own or {"banner"} & anyone)
    for seat in game.players:
        pawns = [key for key, pawn in game.state.pawns.items() if pawn.player == seat and "shove" in carried[key]]
        shoves = [("shove", (key, other)) for key in pawns for other in game.state.pawns if other != key]
        assert powers.usable(game, "action", seat, None) == shoves


def test_the_kit_finds_nothing() -> None:
    report = check_ruleset(RULES, games=length(4, 12), looks=length(3, 4))
    assert report.exercised["power"]["tough"]
    assert report.exercised["power"]["luck"]
    assert "juggler.cascade" in report.silent["power"]  # nobody asks for its tricks


def test_powers_that_would_do_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="power 'silent' does nothing"):
        type("Silent", (rw.Power,), {}, name="silent")
    with pytest.raises(ValueError, match="without a colon, and not 'a:b'"):
        rw.Power.of("a:b")
    with pytest.raises(rw.FlowError, match="pawns: two powers are named 'tough'"):
        replace(RULES, powers=(Tough, Tough)).freeze()
    with pytest.raises(rw.FlowError, match="pawns: nothing carries its powers"):
        replace(RULES, carriers=()).freeze()
    with pytest.raises(rw.FlowError, match="powers are carried in 'pawn', which is no table; did you mean 'pawns'"):
        replace(RULES, carriers=[rw.Carriers("pawn", lambda content, pawn: ())]).freeze()
    with pytest.raises(rw.FlowError, match="waits for window 'actions', which no procedure has; did you mean 'action'"):
        replace(RULES, powers=[rw.Power.of("late", use("actions")(lambda game, me, context: None))]).freeze()
    for stat, layer, wrong in (
        ("strenght", "added", "changes 'strenght', which is not registered as a characteristic; did you mean 'stre"),
        ("strength", "add", "changes the layer 'add' of 'strength', which has none; did you mean 'added'"),
        ("flea", "may", "changes 'flea', which is not registered as a permission; did you mean 'flee'"),
    ):
        with pytest.raises(rw.FlowError, match=wrong):
            replace(RULES, powers=[rw.Power.of("odd", modifies(stat, layer)(lambda game, me: 1))]).freeze()


def test_listeners_that_one_function_makes_are_told_apart() -> None:
    """As data makes them: two moments of one power, written by the same lines."""

    def telling(word: str) -> Any:
        @after(Frowned, me="pawn")
        def tell(game: rw.Game, me: Bearer, event: Frowned) -> rw.Event:
            return Told(word)

        return tell

    power = rw.Power.of("gossip", telling("one"), telling("two"))
    assert [part.name for part in power.parts] == ["gossip.tell", "gossip.tell 2"]
    game = game_of(Pawn(1, 0, gear=("gossip",)), Pawn(2, 1), rules=replace(RULES, powers=(*POWERS, power)))
    pass_all(game).answer(("curse", 1, "thorns"))
    assert told(game) == ["one", "two"]


def test_a_view_has_numbers_and_verdicts_for_one_use() -> None:
    view = game_of(Pawn(1, 0, gear=("brave",)), Pawn(2, 1)).view(1)
    once = rw.Modifier("strength", "added", 3, "this blow")
    assert (view.number("strength", 1), view.number("strength", 1, once)) == (1, 4)
    assert [line.name for line in view.value("strength", 1, once).trace] == ["this blow"]
    assert view.may("flee", 2, rw.Modifier("flee", "may"))
    assert [line.name for line in view.verdict("be pushed", 1).trace] == ["brave"]


def test_describe_says_what_is_carried_and_what_it_changes() -> None:
    data = describe(RULES.freeze())
    assert data["permissions"][0] == {"name": "be pushed", "default": True, "modifiers": []}
    brave = next(power for power in data["powers"] if power["name"] == "brave")
    assert [part["changes"] for part in brave["does"]] == ["strength", "be pushed"]
    assert len({power["name"] for power in data["powers"]}) == len(data["powers"])
    juggler = next(power for power in data["powers"] if power["name"] == "juggler")
    assert [part["offers"] for part in juggler["does"]] == ["trick", "trick"]


def test_what_is_carried_and_no_power_names_the_record_and_the_nearest() -> None:
    with pytest.raises(LookupError, match="pawns 1 carries 'tuogh', which no power is called; did you mean 'tough'"):
        game_of(Pawn(1, 0, gear=("tuogh",)), Pawn(2, 1)).bearers("tough")


def test_what_is_remembered_of_records_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.powers.index.REMEMBERED", 3)
    rules = RULES.freeze()
    game = game_of(*(Pawn(number, number % 2, gear=("sulk",), wounds=number) for number in range(8)), rules=rules)
    assert game.bearers("sulk") == list(range(8))
    assert [len(memo) for memo in rules.powers._memos] == [2]  # of eight different ones, forgotten after each three


def test_an_effect_on_a_number_says_how_much_and_one_on_a_permission_does_not() -> None:
    def began(data: dict[str, Any]) -> rw.Game:
        def gloom(game: rw.Game, turn: rw.Turn) -> rw.Steps:
            yield rw.begin_effect(game, "gloom", rw.FOREVER, target=("pawns", 1), data=data)
            yield rw.choose(0, "wait", [0])

        flow = rw.Loop("turn", rw.turns(lambda game: game.players), [gloom])
        return game_of(Pawn(1, 0), Pawn(2, 1), rules=replace(RULES, flow=flow))

    assert not began({"stat": "be pushed", "layer": "cannot"}).may("be pushed", 1)
    with pytest.raises(KeyError, match="amount"):
        began({"stat": "strength", "layer": "added"}).number("strength", 1)
