"""Windows: who is asked for reactions, in which order, and what they may use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from .flow import Call
from .readonly import Sealed
from .reasons import Because
from .refusals import Violation
from .requests import Request
from .spaces import Options
from .state import Context, Seen, with_facts
from .timing import Reaction, Source, TimingPolicy, use_key, within_limit
from .triggers import RunAs, carry_out, use

if TYPE_CHECKING:
    from .flow import Steps
    from .game import Game
else:
    Game = Any  # what msgspec evaluates for a signature; the module imports this one


class Moment(Context):
    """A window that stands open: who is asked now, who has passed."""

    player: int
    window: str
    passed: tuple[int, ...] = ()
    reacted: bool = False
    stirred: bool = False
    """Someone has reacted before in this round of the window."""
    choices: Annotated[tuple[tuple[str, Any], ...], Seen.OWNER] = ()
    """What the player may use, as pairs of reaction name and choice."""


class Opening(Sealed):
    """A window of a frozen ruleset: who is asked in it, and for what. What never changes is looked up once."""

    __slots__ = (
        "about", "always", "explained", "explains", "judge", "name", "obliges", "order", "order_of_policy", "orders",
        "powers", "reactions", "rule", "silent", "until",
    )  # fmt: skip

    def __init__(self, window: Any, reactions: Sequence[Reaction], timing: TimingPolicy, powers: Any) -> None:
        self.name: str = window.name
        self.rule: str = window.rule
        self.until: str = window.until or timing.until
        self.order = window.order
        self.order_of_policy = timing.order
        self.orders = timing.orders if timing.ask_order else None
        self.always = timing.ask_all is True
        self.judge = None if isinstance(timing.ask_all, bool) else timing.ask_all
        self.reactions = tuple((item.name, item.options, item.limit, item.source) for item in reactions)
        self.explains = tuple(item for item in reactions if item.limit is not None or item.why_not is not None)
        self.powers = powers if powers.users(window.name) else None
        self.obliges = powers.obliges(window.name)
        self.explained = bool(self.explains) or powers.explains(window.name)
        self.silent = not reactions and self.powers is None and timing.ask_all is False
        self.about = {"window": window.name}

    def options(self, game: Game, player: int, context: Any) -> tuple[tuple[str, Any], ...]:
        """What the player may use now, as pairs of reaction name and choice."""
        found: tuple[tuple[str, Any], ...] = ()
        for name, options, limit, source in self.reactions:
            if limit is not None and source is None and not within_limit(game, limit, name, None, player):
                continue
            choices = options(game, player, context)
            if choices:
                if limit is not None and source is not None:
                    choices = [c for c in choices if within_limit(game, limit, name, source(c), player)]
                found += tuple([(name, choice) for choice in choices])
        if self.powers is not None:
            found += tuple(self.powers.usable(game, self.name, player, context))
        return found

    def why_not(self, game: Game, moment: Moment) -> Iterator[tuple[tuple[str, Any], Violation]]:
        """What the player who is asked may think of and cannot use now, as pairs of reaction with choice and reason."""
        player, context = moment.player, game.outer_context(moment)
        for item in self.explains:
            name, limit, rule = item.name, item.limit, item.rules[0] if item.rules else ""
            if limit is not None:
                for choice in item.options(game, player, context):
                    if not within_limit(game, limit, name, _source(item, choice), player):
                        yield (name, choice), Violation("used_up", rule, times=limit.times, scope=limit.scope)
            if item.why_not is not None:
                for choice, why in item.why_not(game, player, context):
                    yield (name, choice), why
        if self.powers is not None:
            yield from self.powers.unusable(game, self.name, player, context)

    def advance(self, game: Game, last: Moment | None) -> Moment | None:
        """Who is asked next: the loop's advance. None closes the window."""
        if self.silent:
            return None
        outer = game.outer_context(last)
        order = tuple(self.order_of_policy(game) if self.order is None else self.order(game, outer))
        if self.obliges and (last is None or self.is_due(game, last)):
            if (due := self.next_due(game, order, outer, () if last is None else last.passed)) is not None:
                return due
            last = None  # nobody has been asked yet
        if last is None:
            return self.first(game, order, outer)
        if self.until == "quiet round":
            return _next_in_round(game, last, self, order, outer)
        passed, start = _progress(self.until, last, order)
        rest = [player for player in (*order[start:], *order[:start]) if player not in passed]
        return self.first(game, rest, outer, passed) if rest else None

    def next_due(self, game: Game, players: Sequence[int], outer: Any, passed: tuple[int, ...]) -> Moment | None:
        """What must happen next, by the things of the first of these players who has any.

        Where one player orders what happens at the same time that one is asked, as long as several texts are due, or
        until the order in which they stand will do.
        """
        found = [
            (player, choice) for player in players for choice in game.rules.powers.due(game, self.name, player, outer)
        ]
        if self.orders is None or passed or len({name for _, (name, _) in found}) < 2:
            return next((Moment(owner, self.name, passed, choices=(one,)) for owner, one in found), None)
        return Moment(player=self.orders(game), window=self.name, choices=tuple(choice for _, choice in found))

    def owner(self, game: Game, choice: tuple[str, Any], outer: Any) -> int:
        """By whose things something must happen."""
        due = game.rules.powers.due
        return next(player for player in game.players if choice in due(game, self.name, player, outer))

    def is_due(self, game: Game, moment: Moment) -> bool:
        """Whether it is something that must happen, of which nobody is asked."""
        return self.obliges and bool(moment.choices) and game.rules.reaction(moment.choices[0][0]).must

    def first(
        self, game: Game, players: Sequence[int], outer: Any, passed: tuple[int, ...] = (), *, stirred: bool = False
    ) -> Moment | None:
        """The question to the first of these players who has something to use, or is asked all the same."""
        judge = self.judge
        for player in players:
            choices = self.options(game, player, outer)
            if choices or self.always or (judge is not None and judge(game, player, self.name)):
                return Moment(player=player, window=self.name, passed=passed, stirred=stirred, choices=choices)
        return None


def window_options(game: Game, window: str, player: int, context: Any) -> list[tuple[str, Any]]:
    """What the player may use in a window now, as pairs of reaction name and choice."""
    opening = game.rules.openings.get(window)
    return [] if opening is None else list(opening.options(game, player, context))


def window_due(game: Game, window: str, player: int, context: Any) -> list[tuple[str, Any]]:
    """What must happen in a window now by a player's things, in the same form."""
    opening = game.rules.openings.get(window)
    return [] if opening is None or not opening.obliges else game.rules.powers.due(game, window, player, context)


def at_stake(game: Game, window: str, context: Any, *players: int) -> bool:
    """Whether one of these players, or anyone, may use something in a window now, or something must happen there."""
    return any(
        window_options(game, window, one, context) or window_due(game, window, one, context)
        for one in players or game.players
    )


def of_another_window(game: Game, request: Any, answer: Any) -> Violation | None:
    """Why a reaction is not among those of the window that asks: it is used in others. None for any other answer."""
    if request.ask != "react" or answer.__class__ is not tuple or len(answer) != 2:
        return None
    item = game.rules.reactions.get(answer[0]) or game.rules.powers.reactions.get(answer[0])
    if item is None or request.about.get("window") in item.windows:
        return None
    return Violation("not_now", item.rules[0] if item.rules else "")


def _source(item: Reaction, choice: Any) -> Source:
    return item.source(choice) if item.source is not None else None


def _next_in_round(game: Game, last: Moment, window: Opening, order: tuple[int, ...], outer: Any) -> Moment | None:
    """Round after round in the same order; a whole round without a reaction closes the window."""
    start = order.index(last.player) + 1 if last.player in order else 0
    stirred = last.stirred or last.reacted
    moment = window.first(game, order[start:], outer, stirred=stirred)
    return window.first(game, order, outer) if moment is None and stirred else moment


def _progress(until: str, last: Moment, order: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Who has passed for good after the last answer, and whose place in the order comes next."""
    at = order.index(last.player) if last.player in order else -1
    if not last.reacted:
        return (*last.passed, last.player), at + 1
    if until == "all pass":
        return (), at + 1
    if until == "each once":
        return (*last.passed, last.player), at + 1
    return last.passed, at


def offer_anew(game: Game) -> None:
    """In a made-up position: let the open window offer what may be used there, not what may be used in the real one."""
    frame = game.state.frame
    if frame is not None and isinstance(frame.context, Moment) and frame.uid == frame.context.id:
        moment = frame.context
        choices = tuple(window_options(game, moment.window, moment.player, game.outer_context(moment)))
        game.state.frame = with_facts(frame, frame.uid, {"choices": choices})


def ask_window(game: Game, moment: Moment) -> Steps:
    """Ask one player for one reaction, and resolve it; one that only calls a procedure leaves nothing suspended.

    What must happen is resolved without a question, but for its order.
    """
    opening, player, passed = game.rules.openings[moment.window], moment.player, moment.passed
    answer: Any
    if opening.is_due(game, moment):
        answer = moment.choices[0]
        if len(moment.choices) > 1:
            picked = yield Request(
                player, "happens_first", Options((None, *moment.choices)), opening.rule, opening.about
            )
            answer, passed = picked or answer, passed if picked else (player,)
            player = opening.owner(game, answer, game.outer_context(moment))
    else:
        why_not = game.on_demand(opening.why_not, moment) if opening.explained else ()
        space = Options((None, *moment.choices), why_not)
        answer = yield Request(player, "react", space, opening.rule, opening.about)
    if answer is None:
        return None
    name, choice = answer
    what = game.rules.reaction(name)
    if passed != moment.passed:
        yield game.note(moment, passed=passed)
    yield game.note(moment, reacted=True)
    if what.limit is not None:
        yield use(game, use_key(game, what.limit, name, _source(what, choice), player))
    resolution = what.resolve(game, player, choice, game.outer_context(moment))
    told = resolution.what if resolution.__class__ is Because else resolution
    if told.__class__ is Call:  # nothing has to wait for a procedure that is all there is to do
        return RunAs(resolution, what, len(game.log) - 1)
    yield RunAs(carry_out(resolution), what, len(game.log) - 1)
    return None
