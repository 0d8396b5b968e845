"""Why something happened: what replaced it, the numbers it came from, what led to it, and the rules that applied."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated, Any

import pytest

from rulewright import (
    FOREVER,
    Because,
    Call,
    Context,
    DiceRoll,
    EffectBegan,
    EffectEnded,
    Event,
    Game,
    Layer,
    Limit,
    Loop,
    Modifier,
    Permission,
    Procedure,
    Roll,
    Seen,
    Shuffle,
    Stat,
    Steps,
    Turn,
    Window,
    because,
    begin_effect,
    during,
    load,
    new_game,
    reaction,
    rule,
    trigger,
    until,
)
from rulewright.dice import D6
from rulewright.narrator import Narrator
from rulewright.reasons import ROLLS
from rulewright.rules import citations
from rulewright.triggers import Prevented
from rulewright.why import Link
from tests.core.sketch import Grew, Said, Went, ask, said, sketch, sketch_rules

MIGHT = Stat("might", (Layer("bonus", "add"),), rule="5.1", en="Might", zh="力量")


class Whispered(Event, frozen=True):
    """Only its owner hears it."""

    owner: int
    AUDIENCE = Seen.OWNER


class Shown(Event, frozen=True):
    """Everybody sees it; only its owner sees the card."""

    owner: int
    card: Annotated[str, Seen.OWNER]


class Job(Context):
    player: int = 0
    result: int = 0


def links(game: Game, event: Event | int, player: int | None = None) -> list[tuple[Any, ...]]:
    """What lies between an event and its cause, each link by its kind and what names it."""
    return [(link.how, link.by, link.rules) for link in game.why(event, player).chain[0].links]


def lines(game: Game, event: Event | int, lang: str = "en", player: int = 0) -> list[str]:
    return Narrator(game.rules, lang).why(game.view(player), game.why(event, player))


# ------------------------------------------------------------------------------- what replaced or prevented an event


def grow(game: Game, context: Any) -> Steps:
    yield Grew(0, 3, rule="1.1")
    yield Said(game.state.things[0].value)


@trigger(Grew, before=True, name="cover")
@rule("4.2")
def cover(game: Game, event: Grew, source: None) -> Event:
    """It grows by one less."""
    return Grew(event.thing, event.by - 1, rule=event.rule)


@trigger(Grew, before=True, name="ward")
@rule("4.3")
def ward(game: Game, event: Grew, source: None) -> Steps:
    """It does not grow at all."""
    yield Said("warded")
    return None


def test_what_reduced_an_event_stands_in_the_chain_with_its_rule() -> None:
    game = sketch(grow, triggers=[cover])

    (cause,) = game.why(0).chain
    assert cause.event == Grew(0, 2, rule="1.1") and cause.rules == ("1.1",)
    assert cause.links == (Link("instead", "cover", ("4.2",), Grew(0, 3, rule="1.1")),)
    assert game.why(0).rules == ("1.1", "4.2")
    assert "   instead of: Grew: thing 0, by 3 (through cover)" in lines(game, 0)
    assert "      rule 4.2" in lines(game, 0)
    assert "   取代：Grew: thing 0, by 3（因 cover）" in lines(game, 0, "zh")


def test_several_that_replace_one_event_stand_in_the_order_in_which_they_did_it() -> None:
    other = trigger(Grew, before=True, name="shade", order_matters=False)(cover.resolve)
    game = sketch(grow, triggers=[cover, other])

    first, second = game.why(0).chain[0].links
    assert (first.by, first.event) == ("shade", Grew(0, 2, rule="1.1")), "the nearest first"
    assert (second.by, second.event) == ("cover", Grew(0, 3, rule="1.1"))


def test_a_trigger_that_puts_an_equal_event_in_its_place_has_replaced_nothing() -> None:
    @trigger(Grew, before=True)
    def idle(game: Game, event: Grew, source: None) -> Event:
        return Grew(event.thing, event.by, rule=event.rule)

    assert sketch(grow, triggers=[idle]).why(0).chain[0].links == ()


def test_what_was_prevented_is_in_the_log_and_says_what_prevented_it() -> None:
    game = sketch(grow, triggers=[ward])

    prevented = next(entry.event for entry in game.log if isinstance(entry.event, Prevented))
    assert prevented == Prevented("Grew", Grew(0, 3, rule="1.1"), by="ward")
    assert said(game) == ["warded", 0], "it has changed nothing"
    (cause,) = game.why(prevented).chain
    assert (cause.by, cause.rules) == ("ward", ("4.3",))
    assert lines(game, prevented)[0] == "1. Prevented by Ward: Grew: thing 0, by 3"


def test_what_a_replacing_trigger_does_besides_points_to_what_was_about_to_happen() -> None:
    game = sketch(grow, triggers=[ward])

    (link,) = game.why(Said("warded")).chain[0].links
    assert link == Link("before", event=Grew(0, 3, rule="1.1"))
    assert "   before what was about to happen: Grew: thing 0, by 3" in lines(game, Said("warded"))


def test_what_a_player_may_not_know_to_have_been_about_to_happen_is_left_out() -> None:
    def whisper(game: Game, context: Any) -> Steps:
        yield Whispered(1)
        yield ask("wait")

    @trigger(Whispered, before=True, name="gag")
    def gag(game: Game, event: Whispered, source: None) -> Steps:
        yield Said("gagged")
        return None

    game = sketch(whisper, triggers=[gag], determinize=lambda view, rng: {})
    assert [how for how, *_ in links(game, Said("gagged"), 1)] == ["before"]
    assert links(game, Said("gagged"), 0) == []
    assert [type(event) for event in game.events(0)] == [Said]
    assert [type(event) for event in game.events(1)] == [Said, Prevented]


# ------------------------------------------------------------------------------------- the numbers an event came from


def hit(game: Game, context: Any) -> Steps:
    might = MIGHT.value(9, [Modifier("might", "bonus", 8, "luck", rule="5.2")])
    yield because(Said(f"{might} against 17", rule="5.3"), might, MIGHT.value(17))


def test_an_event_keeps_the_numbers_it_came_from() -> None:
    game = sketch(hit)

    (cause,) = game.why(0).chain
    assert game.log[0].event == Said("17 against 17", rule="5.3"), "the event is what it is without them"
    assert [number.number for number in cause.numbers] == [17, 17]  # type: ignore[union-attr]
    calculated = ["   might", "      base 9 [5.1]", "      +8 luck [5.2]", "      result: 17"]
    assert lines(game, 0)[2:7] == [*calculated, "   might"]


def test_a_registered_number_is_called_what_its_ruleset_calls_it() -> None:
    from rulewright import StatRule

    game = sketch(hit, stats=[StatRule(stat=MIGHT, base=lambda game, thing: 0)])

    assert "   Might" in lines(game, 0) and "   力量" in lines(game, 0, "zh")


def test_a_verdict_and_a_roll_explain_an_event_too() -> None:
    def judge(game: Game, context: Any) -> Because:
        roll = DiceRoll.of((D6, D6), (2, 5)).rerolled({0: 4}, "luck", 0)
        return because(Said("done"), Permission("jump", rule="6.1").verdict(), roll)

    told = lines(sketch(judge), 0)
    assert told[1:] == [
        "   jump", "      by default: no [6.1]", "      result: no",
        "   dice", "      2 > 4 (re-rolled, luck)", "      5",
    ]  # fmt: skip


def test_the_step_receives_the_event_as_it_happened_also_among_several() -> None:
    received: list[Any] = []

    def several(game: Game, context: Any) -> Steps:
        received.append((yield because(Grew(0, 3), MIGHT.value(3))))
        received.append((yield [because(Grew(1, 1), MIGHT.value(1)), Said("both")]))

    game = sketch(several, triggers=[cover])
    assert received == [Grew(0, 2), [Grew(1, 0), Said("both")]]
    assert game.state.things[0].value == 2
    first, second = game.why(0).chain[0], game.why(1).chain[0]
    assert [int(number) for number in first.numbers] == [3], "a number of the event as it would have been"  # type: ignore[arg-type]
    assert [int(number) for number in second.numbers] == [1]  # type: ignore[arg-type]
    assert [link.how for link in first.links] == [link.how for link in second.links] == ["instead"]


def test_a_trigger_says_by_which_numbers_it_replaces() -> None:
    @trigger(Grew, before=True, name="measure")
    def measure(game: Game, event: Grew, source: None) -> Because:
        return because(Grew(event.thing, 1), MIGHT.value(1), rules=("7.1",))

    cause = sketch(grow, triggers=[measure]).why(0).chain[0]
    assert cause.event == Grew(0, 1) and cause.rules == ("7.1",)
    assert [int(number) for number in cause.numbers] == [1]  # type: ignore[arg-type]
    assert [link.how for link in cause.links] == ["instead"]


def test_numbers_are_kept_beside_the_game_and_come_again_with_a_fork_an_undo_and_a_save(tmp_path: Path) -> None:
    def step(game: Game, context: Any) -> Steps:
        yield from hit(game, context)
        yield ask("go on")
        yield from hit(game, context)

    def plain(game: Game, context: Any) -> Steps:
        yield Said("17 against 17", rule="5.3")
        yield ask("go on")
        yield Said("17 against 17", rule="5.3")

    rules, bare = sketch_rules(step).freeze(), sketch_rules(plain).freeze()
    game, other = new_game(rules, seed=1), new_game(bare, seed=1)
    fork = game.fork()
    for each in (game, other, fork):
        each.answer(True)
    assert game.position()["state"] == other.position()["state"]
    game.save(tmp_path / "game.json")
    again = load(tmp_path / "game.json", game=rules)
    for each in (game, fork, again):
        assert lines(each, -2) == lines(game, -2) and len(each.why(-2).chain[0].numbers) == 2
    assert again.log == game.log == fork.log
    game.undo()
    assert len(game.why(0).chain[0].numbers) == 2


def test_who_sees_only_a_part_of_an_event_sees_none_of_its_numbers() -> None:
    def show(game: Game, context: Any) -> Because:
        return because(Shown(1, "ace"), MIGHT.value(11))

    game = sketch(show)
    assert game.why(0, player=1).chain[0].numbers
    assert game.why(0, player=0).chain[0].numbers == ()


# ------------------------------------------------------------------------------------------------- what led to what


@rule("2.1")
def work(game: Game, job: Job) -> Steps:
    yield Said("worked")


WORK = Procedure("work", [work], Job)


def test_what_happens_in_a_procedure_points_to_the_trigger_that_called_it_and_to_what_triggered_that() -> None:
    @trigger(Grew, name="hire")
    @rule("8.1")
    def hire(game: Game, event: Grew, source: None) -> Call:
        return WORK(player=0)

    game = sketch(grow, triggers=[hire], procedures=[WORK])

    worked, grew = game.why(Said("worked")).chain
    assert worked.by == "work/work" and worked.rules == ("2.1",)
    assert worked.links == (Link("called", "hire", ("8.1",)),)
    assert grew.event == Grew(0, 3, rule="1.1")
    assert lines(game, Said("worked")) == [
        "1. Said: what worked", "   rule 2.1", "   rule 8.1", "because of 0. Grew: thing 0, by 3", "   rule 1.1",
    ]  # fmt: skip


def test_what_happens_in_a_procedure_points_to_what_the_calling_step_has_just_told() -> None:
    @rule("1.1", "1.2", "1.3")
    def begin(game: Game, context: Any) -> Steps:
        yield Said("begun", rule="1.2")
        return WORK(player=0)

    game = sketch(begin, procedures=[WORK])

    worked, begun = game.why(Said("worked")).chain
    assert worked.links == (Link("called", "game/begin", ()),), "the event says which rule of the step applied"
    assert (begun.event, begun.rules) == (Said("begun", rule="1.2"), ("1.2",))


def test_a_step_that_told_nothing_is_itself_what_a_procedure_points_to() -> None:
    def quiet(game: Game, context: Any) -> Call:
        return WORK(player=0)

    @rule("1.4")
    def told_in_an_earlier_pass(game: Game, turn: Turn) -> Event | Call:
        return Said("first", rule="1.5") if turn.number == 1 else WORK(player=0)

    def twice(game: Game, last: Turn | None) -> Turn | None:
        return Turn(player=0) if last is None else Turn(player=0, number=2) if last.number == 1 else None

    assert links(sketch(quiet, procedures=[WORK]), Said("worked")) == [("called", "game/quiet", ())]
    game = sketch(flow=Procedure("game", [Loop("turn", twice, [told_in_an_earlier_pass])]), procedures=[WORK])
    assert links(game, Said("worked")) == [("called", "game/turn/told_in_an_earlier_pass", ("1.4",))]
    assert len(game.why(Said("worked")).chain) == 1


def test_procedures_inside_a_called_one_and_those_that_it_calls_point_outwards() -> None:
    outer = Procedure("outer", [Procedure("inner", [lambda game, job: WORK(player=0)])], Job)

    def begin(game: Game, context: Any) -> Steps:
        yield outer(player=0)
        yield Said("after")

    game = sketch(begin, procedures=[outer, WORK])
    assert [by for _, by, _ in links(game, Said("worked"))] == ["outer/inner/<lambda>", "game/begin"]
    assert links(game, Said("after")) == []


def test_what_follows_a_roll_points_to_the_roll() -> None:
    def attack(game: Game, context: Any) -> Steps:
        yield Said("before")
        faces = yield Roll.d6(2, 0, "attack roll", rule="3.1")
        yield Said(sum(faces))
        yield ask("go on")
        yield Said("after")

    game = sketch(attack)
    game.answer((2, 6))
    game.answer(True)

    assert links(game, Said("before")) == []
    for event in (Said(8), Said("after")):
        (link,) = game.why(event).chain[0].links
        assert (link.how, link.by, link.rules, link.faces) == ("rolled", "attack roll", ("3.1",), (2, 6))
    assert "   after the roll: Player 1: Attack roll: 2 6" in lines(game, Said(8))
    assert "3.1" in game.why(Said(8)).rules


def test_a_roll_of_a_trigger_is_that_of_the_trigger_and_not_of_the_step_that_waits_for_it() -> None:
    @trigger(Grew, name="dare")
    def dare(game: Game, event: Grew, source: None) -> Steps:
        (face,) = yield Roll.d6(1, 0, "dare")
        yield Said(face * 100)

    game = sketch(grow, triggers=[dare], chance="seeded")
    dared = next(word for word in said(game) if word >= 100)
    assert [link.how for link in game.why(Said(dared)).chain[0].links] == ["rolled"]
    assert game.why(Said(dared)).chain[1].event == Grew(0, 3, rule="1.1")
    assert links(game, -2) == []


def test_of_many_rolls_in_a_step_the_latest_are_shown() -> None:
    def many(game: Game, context: Any) -> Steps:
        for number in range(ROLLS + 5):
            yield Roll.d6(1, 0, f"roll {number}")
        yield Said("done")

    found = [by for _, by, _ in links(sketch(many, chance="seeded"), Said("done"))]
    assert found == [f"roll {number}" for number in reversed(range(5, ROLLS + 5))]


def throw(game: Game, job: Job) -> Steps:
    (face,) = yield Roll.d6(1, 0, "inner")
    yield game.note(job, result=face)


THROW = Procedure("throw", [throw], Job)


def test_what_a_step_tells_after_a_call_points_to_what_was_rolled_in_it() -> None:
    outer = Procedure("outer", [Procedure("part", [lambda game, job: THROW(player=0)])], Job)

    def attack(game: Game, context: Any) -> Steps:
        yield Said("before")
        done = yield THROW(player=0)
        yield Said(done.result)
        yield outer(player=0)
        yield Said("after")

    def later(game: Game, context: Any) -> Event:
        return Said("later")

    game = sketch(attack, later, procedures=[THROW, outer])
    game.answer((4,))
    game.answer((2,))

    assert [links(game, Said(what)) for what in ("before", "later")] == [[], []], "of what is another matter nothing"
    (link,) = game.why(Said(4)).chain[0].links
    assert (link.how, link.by, link.faces) == ("rolled", "inner", (4,))
    assert [link.faces for link in game.why(Said("after")).chain[0].links] == [(2,), (4,)], "the nearest first"


def test_what_a_trigger_rolls_or_a_reaction_in_a_procedure_is_not_what_its_caller_waited_for() -> None:
    @trigger(Grew, name="dare")
    def dare(game: Game, event: Grew, source: None) -> Steps:
        done = yield THROW(player=0)
        yield Said(done.result * 100)

    @reaction("pause", options=once, name="shout")
    def shout(game: Game, player: int, choice: str, context: Any) -> Steps:
        (face,) = yield Roll.d6(1, 0, "shout")
        yield Said(face)

    grows = Procedure("grows", [lambda game, job: Grew(0, 1), Window("pause", "each once")], Job)

    def attack(game: Game, context: Any) -> Steps:
        yield grows(player=0)
        yield Said("after")

    game = sketch(attack, procedures=[grows, THROW], triggers=[dare], reactions=[shout])
    game.answer((4,))
    assert said(game) == [400, "after"]
    assert links(game, Said("after")) == []
    assert [link.by for link in game.why(Said(400)).chain[0].links] == ["inner"]

    game = sketch(attack, procedures=[grows, THROW], reactions=[shout])
    game.answer(("shout", "shout"))
    game.answer((5,))
    assert links(game, Said(5))[0][:2] == ("rolled", "shout")
    assert links(game, Said("after")) == []


def test_a_shuffle_is_nobodys_to_know() -> None:
    def shuffle(game: Game, context: Any) -> Steps:
        yield Shuffle(("a", "b"), 0)
        yield Said("shuffled")

    assert links(sketch(shuffle, chance="seeded"), Said("shuffled")) == []


# ------------------------------------------------------------------------------------------------------ reactions


def once(game: Game, player: int, context: Any) -> list[str]:
    return ["shout"] if player == 0 and not said(game) else []


@pytest.mark.parametrize("limit", [None, Limit(1)])
@pytest.mark.parametrize("calls", [False, True])
def test_a_reaction_cites_its_own_rule_and_the_window(calls: bool, limit: Limit | None) -> None:
    @rule("9.1")
    def shout(game: Game, player: int, choice: str, context: Any) -> Any:
        return WORK(player=player) if calls else Said("worked", rule="2.1")

    react = reaction("noise", options=once, limit=limit, name="shout")(shout)
    game = sketch(Window("noise", "each once", rule="9.0"), reactions=[react], procedures=[WORK])
    game.answer(("shout", "shout"))

    why = game.why(Said("worked") if calls else Said("worked", rule="2.1"))
    assert why.rules == ("2.1", "9.1", "9.0")
    assert [(link.how, link.by) for cause in why.chain for link in cause.links][-1] == ("used", "game/noise")
    assert len(why.chain) == 1, "the window's own notes are not events that anyone asks for"


# ------------------------------------------------------------------------------- effects that end, and what waits


def boost(game: Game, thing: int, until: Any = FOREVER) -> Event:
    return begin_effect(game, "boost", until, target=("things", thing))


def ends(game: Game) -> dict[int | str | None, list[Event]]:
    """What led to the end of each effect, the nearest first, by the thing that it was on."""
    began = [entry.event.effect for entry in game.log if isinstance(entry.event, EffectBegan)]
    on = {effect.id: effect.target for effect in began}
    return {
        on[entry.event.effect]: [cause.event for cause in game.why(number).chain[1:]]
        for number, entry in enumerate(game.log)
        if isinstance(entry.event, EffectEnded)
    }


def tall(game: Game, effect: Any) -> bool:
    return bool(game.state.things[effect.target].value >= 3)


@pytest.mark.parametrize("heard", [False, True])
def test_an_effect_that_an_event_ends_points_to_the_event(heard: bool) -> None:
    def step(game: Game, context: Any) -> Steps:
        yield boost(game, 0, until("tall"))
        yield boost(game, 1)
        yield boost(game, 2)
        yield Grew(0, 2)
        yield Grew(0, 1)
        yield Said("between")
        yield [Went(1), Went(2), Said("gone")]

    @trigger(Grew, Went, name="echo")
    def echo(game: Game, event: Event, source: None) -> None:
        return None

    @trigger(Grew, name="put off", delay="game")
    def put_off(game: Game, event: Event, source: None) -> None:
        return None

    game = sketch(step, conditions={"tall": tall}, triggers=[echo, put_off] if heard else [])

    assert ends(game) == {0: [Grew(0, 1)], 1: [Went(1)], 2: [Went(2)]}


def test_effects_that_one_event_ends_all_point_to_it() -> None:
    def step(game: Game, context: Any) -> Steps:
        yield Grew(1, 3)
        yield boost(game, 0, until("tall"))
        yield boost(game, 2, until("one is tall"))
        yield Grew(0, 3)

    def either(game: Game, effect: Any) -> bool:
        return bool(game.state.things[0].value >= 3)

    game = sketch(step, conditions={"tall": tall, "one is tall": either})
    assert ends(game) == {0: [Grew(0, 3)], 2: [Grew(0, 3)]}


def test_an_effect_that_lasts_for_a_scope_names_it_as_its_end() -> None:
    fight = Procedure("fight", [lambda game, context: boost(game, 0, during("fight"))])
    game = sketch(fight)

    (cause,) = game.why(-1 if isinstance(game.log[-1].event, EffectEnded) else -2).chain
    assert isinstance(cause.event, EffectEnded) and (cause.by, cause.event.why) == ("game/fight", "over")


def test_what_a_postponed_trigger_does_points_to_the_very_event_that_triggered_it(tmp_path: Path) -> None:
    @trigger(Grew, delay="fight", name="bury", order_matters=False)
    def bury(game: Game, event: Grew, source: None) -> Steps:
        yield Said(("buried", event.thing, event.by))

    def fight(game: Game, context: Any) -> Steps:
        yield Grew(0, 3)
        yield [Grew(1, 1), Grew(1, 1)]
        yield ask("go on")

    rules = sketch_rules(Procedure("fight", [fight]), lambda game, context: ask("wait"), triggers=[bury]).freeze()
    game = new_game(rules, seed=1)
    game.save(tmp_path / "waiting.json")
    fork, again = game.fork(), load(tmp_path / "waiting.json", game=rules)
    for one in (game, fork, again):
        one.answer(True)
        buried = [one.why(number) for number, entry in enumerate(one.log) if isinstance(entry.event, Said)]
        grew = [[cause.number for cause in why.chain if isinstance(cause.event, Grew)] for why in buried]
        assert grew == [[0], [2], [3]], "equal events are told apart"
    game.undo()
    game.answer(True)
    assert game.log == fork.log == again.log


def test_positions_that_wait_alike_are_alike_whatever_happened_before() -> None:
    @trigger(Grew, delay="game", name="bury")
    def bury(game: Game, event: Grew, source: None) -> None:
        return None

    def late(game: Game, context: Any) -> Steps:
        yield Said("something")
        yield Grew(0, 3)

    def soon(game: Game, context: Any) -> Steps:
        yield Grew(0, 3)
        yield Said("something")

    first, second = (sketch(step, lambda game, context: ask("go on"), triggers=[bury]) for step in (late, soon))
    assert first.position()["state"] == second.position()["state"]


def test_under_way_in_an_imagined_game_is_no_event_that_the_player_may_not_know() -> None:
    @trigger(Whispered, before=True, name="gag")
    def gag(game: Game, event: Whispered, source: None) -> Steps:
        yield hold(player=0)
        return None

    def whisper(game: Game, context: Any) -> Steps:
        yield Whispered(1)

    def asks(game: Game, job: Job) -> Steps:
        yield ask("go on")

    hold = Procedure("hold", [asks, lambda game, job: Said("held")], Job)
    flow = Procedure("game", [whisper], Job)
    game = sketch(flow=flow, triggers=[gag], procedures=[hold], determinize=lambda view, rng: {})
    for player, knows in ((0, False), (1, True)):
        imagined = game.view(player).imagine(Random(1))
        reasons = [*(frame.called for frame in imagined.frames()), *(entry[2] for entry in imagined._open)]
        assert ("Whispered" in repr(reasons)) is knows
        assert imagined.caller.id == game.caller.id
        imagined.answer(True, 0)
        assert said(imagined) == ["held"]


# ------------------------------------------------------------------------------------------------ exact citations


def test_a_step_cites_what_applied_and_not_all_that_stands_on_it() -> None:
    @rule("1.1", "1.2", "1.3")
    def step(game: Game, context: Any) -> Steps:
        yield Said("all")
        yield Said("one", rule="1.2")
        yield because(Said("two", rule="1.2"), rules=("1.3", "" if game.state.things else "1.1"))

    game = sketch(step)
    assert [game.why(number).rules for number in range(3)] == [("1.1", "1.2", "1.3"), ("1.2",), ("1.2", "1.3")]


def test_a_step_cites_by_what_it_calls() -> None:
    @rule("1.1", "1.2")
    def step(game: Game, context: Any) -> Because:
        return because(WORK(player=0), rules=("1.2",))

    game = sketch(step, procedures=[WORK])
    assert links(game, Said("worked")) == [("called", "game/step", ("1.2",))]


def test_what_a_trigger_carries_is_cited_with_the_rule_of_its_event() -> None:
    @trigger(Grew)
    @rule("8.1", "8.2")
    def echo(game: Game, event: Grew, source: None) -> Steps:
        yield Said("echo", rule="8.0")
        yield because(Said("exactly", rule="8.0"), rules=("8.2",))

    game = sketch(grow, triggers=[echo])
    assert game.why(Said("echo", rule="8.0")).chain[0].rules == ("8.0", "8.1", "8.2")
    assert game.why(Said("exactly", rule="8.0")).chain[0].rules == ("8.0", "8.2")


def test_rules_that_are_cited_so_are_found_in_the_code(tmp_path: Path) -> None:
    (tmp_path / "steps.py").write_text('yield because(Hit(3), value, rules=("1.1", "1.2" if high else "1.3"))\n')

    assert sorted(citations(tmp_path, "brawl")) == ["1.1", "1.2", "1.3"]


@pytest.mark.parametrize("rules", ["1.1", (3,), ("one two",)])
def test_what_is_no_rule_is_refused(rules: Any) -> None:
    with pytest.raises(TypeError, match="because takes a list of ids of rules"):
        because(Said("x"), rules=rules)


def test_the_kit_finds_a_citation_that_no_ledger_has() -> None:
    from rulewright.testing import KitFailure, check_ruleset
    from tests.core.small_games import DUEL

    def stray(game: Game, context: Any) -> Because:
        return because(Said("stray"), rules=("3.9",))

    from rulewright import Extension, Insert

    stray_step = Insert(stray, procedure="blow", after="deal")
    rules = DUEL.freeze([Extension(ruleset=DUEL.id, id="stray", inserts=[stray_step])])
    with pytest.raises(KitFailure, match=r"cites '3.9', which no ledger has"):
        check_ruleset(rules, games=1, seed=1)


# ---------------------------------------------------------------------------------------------- handing over a result


def say_result(game: Game, job: Job) -> Event:
    return Said(job.result)


def test_a_procedure_hands_its_result_to_whoever_called_it() -> None:
    def measure(game: Game, job: Job) -> Event:
        return game.note(game.caller, result=7)

    inner = Procedure("inner", [measure, Window("pause")], Job)
    errand = Procedure("errand", [inner], Job)
    outer = Procedure("outer", [lambda game, job: errand(player=1), say_result], Job)
    game = sketch(lambda game, context: outer(player=0), procedures=[outer, errand])

    assert said(game) == [7]


def test_in_a_window_the_caller_is_that_of_the_procedure_round_it() -> None:
    def options(game: Game, player: int, job: Job) -> list[str]:
        return ["give"] if player == 0 else []

    @reaction("open", options=options)
    def give(game: Game, player: int, choice: str, job: Job) -> Event:
        return game.note(game.caller, result=5)

    def opens(game: Game, job: Job) -> Window:
        return Window("open", "each once")

    errand = Procedure("errand", [opens], Job)
    outer = Procedure("outer", [lambda game, job: errand(player=1), say_result], Job)
    game = sketch(
        lambda game, context: outer(player=0), procedures=[outer, errand], reactions=[give],
        windows=[Window("open", "each once")],
    )  # fmt: skip
    game.answer(("give", "give"))

    assert said(game) == [5]


def test_what_a_reaction_calls_hands_over_to_the_procedure_that_the_window_stands_in() -> None:
    @reaction("open", options=lambda game, player, job: ["give"] if player == 0 else [])
    def give(game: Game, player: int, choice: str, job: Job) -> Call:
        return errand(player=1)

    errand = Procedure("errand", [lambda game, job: game.note(game.caller, result=3)], Job)
    outer = Procedure("outer", [Window("open", "each once"), say_result], Job)
    game = sketch(lambda game, context: outer(player=0), procedures=[outer, errand], reactions=[give])
    game.answer(("give", "give"))

    assert said(game) == [3]


def test_nobody_has_called_what_stands_in_the_flow() -> None:
    def lost(game: Game, context: Any) -> Event:
        return game.note(game.caller, result=1)

    with pytest.raises(LookupError, match="a procedure that stands in the flow has no caller"):
        sketch(Procedure("part", [lost]))
