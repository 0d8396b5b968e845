"""What may be typed at any prompt besides an answer: odds, hint, pass on, look, map, why, undo, save, log, help."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

from rich.table import Table

from ..describe import ledger_of
from ..overview import panel_of
from ..reading import NONE_TOLD, PASS_WORDS, whole_number
from ..refusals import Refused, Violation
from ..requests import CHANCE
from .ledger import rule_lines
from .passing import NoMoment, moments, passing
from .prompting import enter_passes, forced, is_chance
from .saving import NotSaved
from .standing_in import auto, seat
from .stopping import stops
from .terminal import Closed, safe
from .thinking import hint, odds

if TYPE_CHECKING:
    from ..text import Words
    from .play import Sitting

YES: Final = ("y", "yes", "是", "好", "对")
"""What says yes to a question that the program itself asks."""

LOGGED: Final = 20
"""The log shows this many events, unless told otherwise."""

FOUND: Final = 12
"""At most this many of the rules with some words are listed."""

Deed = Callable[["Sitting", str], bool | None]
"""A command with what was typed behind it. It returns True where the game has changed."""


def command_in(typed: str) -> Callable[[Sitting], bool | None] | None:
    """The command that a line holds; None where the line is an answer."""
    word, _, rest = typed.strip().partition(" ")
    name = word.lower()
    if rest.strip() and name in PASS_WORDS:
        return lambda sitting: pass_on(sitting, rest.strip())
    deed = _COMMANDS.get(name)
    return None if deed is None else lambda sitting: deed(sitting, rest.strip())


def why(sitting: Sitting, rest: str) -> None:
    """Explain the last event, the event of a number, or a number of the table."""
    number = whole_number(rest)
    if not rest or number is not None:
        _explain_event(sitting, number)
    else:
        _explain_number(sitting, rest)


def _explain_event(sitting: Sitting, number: int | None) -> None:
    terminal, game = sitting.terminal, sitting.game
    if number is None:
        number = next((n for n in reversed(range(len(game.log))) if sitting.line(n)), None)
    if number is None:
        terminal.say("command.nothing")
        return
    try:
        explained = game.why(number, sitting.holder)
    except LookupError:
        terminal.say("command.no_event", "red", number=number)
        return
    terminal.show("\n".join(sitting.teller.why(sitting.view(), explained, ledger_of(sitting.game.rules))))


def _explain_number(sitting: Sitting, typed: str) -> None:
    terminal, view = sitting.terminal, sitting.view()
    stats = sitting.game.rules.stats
    if not stats:
        terminal.say("command.no_event", "red", number=typed)
        return
    stat, subject = _stat_and_subject(typed, stats)
    if stat not in stats:
        terminal.say("command.no_stat", "red", text=stat, stats=[*stats])
        return
    try:
        value = view.value(stat, _id(subject))
    except (LookupError, TypeError, AttributeError):
        subjects = _subjects(sitting, stat)
        called = {str(sitting.teller.fact(view, "modifier", id)).casefold(): id for id in subjects}
        if subject.casefold() not in called:
            terminal.say("command.no_subject", "red", stat=stat, subjects=subjects)
            return
        value = view.value(stat, _id(called[subject.casefold()]))
    lang: Any = terminal.lang
    terminal.show("\n".join(value.explain(lang, lambda name: str(sitting.teller.fact(view, "modifier", name)))))


def _id(typed: str) -> Any:
    """An id as tables have it: a whole number or a word."""
    number = whole_number(typed)
    return typed if number is None else number


def _stat_and_subject(typed: str, stats: Iterable[str]) -> tuple[str, str]:
    """The stat that a text begins with, whose name may be several words, and of whom it is asked."""
    known, words = {name.lower(): name for name in stats}, typed.split()
    for count in range(len(words), 0, -1):
        if (stat := known.get(" ".join(words[:count]).lower())) is not None:
            return stat, " ".join(words[count:])
    return typed, ""


def _subjects(sitting: Sitting, stat: str) -> list[str]:
    """The ids of which a stat can be asked."""
    view, found = sitting.view(), []
    for table in view.state.tables:
        for key in list(table)[:20]:
            try:
                view.number(stat, key)
            except Exception:
                continue
            found.append(str(key))
    return list(dict.fromkeys(found))


def undo(sitting: Sitting, rest: str) -> bool:
    """Take back the last decision of the person; past dice, bots and others only where they say so.

    At a terminal that is a question; who types into a file or a pipe says ``undo!``.
    """
    forced_to = rest in ("!", "force")
    if rest and not forced_to:
        terminal = sitting.terminal
        terminal.say("error.unreadable", "red", reason=terminal.words("command.undo_alone"))
        return False
    return _take_back(sitting, force=forced_to)


def undo_all(sitting: Sitting, rest: str) -> bool:
    """Take back the last decision of a person, and everything since: dice and bots have no say."""
    return undo(sitting, "!")


def _take_back(sitting: Sitting, *, force: bool) -> bool:
    if not _decided(sitting):
        return _refuse(sitting, sitting.terminal.words("command.no_undo"))
    if not force and _last_mover(sitting) in sitting.bots:
        return _past(sitting, sitting.terminal.words("command.not_yours"))
    return _undo(sitting, force=force)


def _past(sitting: Sitting, reason: str) -> bool:
    """Ask a person whether a decision is taken back past what stands in the way, and do it where they say so."""
    terminal = sitting.terminal
    if not terminal.typed:
        return _refuse(sitting, terminal.words("command.past", reason=reason))
    if terminal.ask(terminal.words("command.past_it", reason=reason)).strip().casefold() not in YES:
        terminal.say("command.stands")
        return False
    return _take_back(sitting, force=True)


def _refuse(sitting: Sitting, reason: str) -> bool:
    """Say why a command is not carried out; the game has not changed."""
    sitting.terminal.say("error.refused", "red", reason=reason)
    return False


def _undo(sitting: Sitting, *, force: bool) -> bool:
    """Go back, past bots, passes that were not asked for and questions with one answer only, to a person's choice."""
    game, terminal = sitting.game, sitting.terminal
    answers = [*game.answers]
    try:
        while True:
            if not _decided(sitting):
                raise Refused(Violation("nothing_to_undo", words=terminal.words("command.no_undo")))
            mover = _last_mover(sitting)
            game.undo(force=force)
            request = game.request
            decided = mover not in sitting.bots and len(game.answers) not in sitting.unasked
            if decided and not is_chance(request) and forced(request) is None:
                break
    except Refused as refused:
        can_be_forced = _decided(sitting) and not force
        changed = len(game.answers) < len(answers)
        while len(game.answers) < len(answers):  # what was on the way stands again
            player, answer = answers[len(game.answers)]
            game.answer(answer, None if player == CHANCE else player)
        reason = refused.told(terminal.lang)
        return (_past if can_be_forced else _refuse)(sitting, reason) or changed
    sitting.keep_up()
    request, (player, answer) = game.request, answers[len(game.answers)]
    told: Words = NONE_TOLD
    if request is not None and request.player == player == sitting.holder:
        view = sitting.view()
        told = request.space.told(answer, lambda part: sitting.teller.option(view, request, part))
    if told == NONE_TOLD:
        terminal.say("command.undone", "yellow")
    else:
        terminal.say("command.undone_what", "yellow", option=told)
    return True


def _last_mover(sitting: Sitting) -> int:
    return int(next(player for player, _ in reversed(sitting.game.answers) if player != CHANCE))


def _decided(sitting: Sitting) -> bool:
    """Whether a person has decided anything."""
    return any(player not in sitting.bots and player != CHANCE for player, _ in sitting.game.answers)


def pass_on(sitting: Sitting, rest: str) -> bool:
    """Pass now, and at whatever comes until a moment that is named, or until something concerns the person."""
    game, terminal, teller = sitting.game, sitting.terminal, sitting.teller
    request = game.request
    if request is None or is_chance(request) or request.player != sitting.holder or not enter_passes(request):
        return _refuse(sitting, sitting.terminal.words("command.no_pass"))
    try:
        said = passing(game, teller, request, rest, secretly=sitting.handing_over)
    except NoMoment:
        terminal.say("command.no_moment", "red", text=rest, moments=[*moments(teller).values()])
        return False
    sitting.pass_until(said)
    return True


def save(sitting: Sitting, rest: str) -> None:
    """Save the game."""
    try:
        file = sitting.saver.save(sitting.game, rest)
    except NotSaved as error:
        sitting.terminal.say("error.not_saved", "red", file=rest or sitting.saver.target, reason=error.words)
        return
    sitting.terminal.say("command.saved", "green", file=file)


def log(sitting: Sitting, rest: str) -> None:
    """Show the last events again."""
    number = whole_number(rest)
    most = LOGGED if number is None or number < 0 else number
    game = sitting.game
    told = [number for number in range(len(game.log)) if sitting.line(number)]
    if told:
        sitting.show_log(told[max(0, len(told) - most)] if most else len(game.log))
    else:
        sitting.terminal.say("command.nothing")


def table(sitting: Sitting, rest: str) -> None:
    """Show the table."""
    sitting.show_board()


def show_map(sitting: Sitting, rest: str) -> None:
    """Show the map with what may be answered, or what an answer would come to."""
    sitting.show_map(rest)


def look(sitting: Sitting, rest: str) -> None:
    """Show one thing of the game in detail."""
    closely = sitting.game.rules.ruleset.look
    shown = closely(sitting.view(), rest) if closely is not None else None
    if shown is None or not shown.pieces:
        sitting.terminal.say("command.not_seen" if rest else "command.no_look", "red", text=rest)
    else:
        sitting.show_panel(shown)


def rule(sitting: Sitting, rest: str) -> None:
    """Show what a rule says: that of an id, or of the question; or which rules have some words."""
    ledger = ledger_of(sitting.game.rules)
    if ledger is None:
        sitting.terminal.say("command.no_ledger", "red")
        return
    asked = sitting.game.request
    wanted = rest or (asked.rule if asked is not None else "")
    if wanted in ledger:
        lines = [*rule_lines(ledger[wanted], sitting.terminal.lang)]
    elif found := ledger.search(rest)[:FOUND]:
        lines = [sitting.terminal.words("command.rules_found")]
        lines += [f"  {rule.id}  {rule.title(sitting.terminal.lang)}" for rule in found]
    else:
        ids = [rule.id for rule in ledger]
        example = [*get_close_matches(rest, ids, 1), *ids, ""][0]
        sitting.terminal.say("command.no_rule", "red", text=rest, rule=example)
        return
    sitting.terminal.show("\n".join(lines))


def show_help(sitting: Sitting, rest: str) -> None:
    """Show what may be typed."""
    terminal = sitting.terminal
    terminal.show("\n".join(sitting.how()))
    terminal.say("help.title", "bold")
    stats = [*sitting.game.rules.stats]
    looks = ["look"] if sitting.game.rules.ruleset.look is not None else []
    maps = ["map"] if panel_of(sitting.view()).map is not None else []
    numbers = ["why_number"] if stats else []
    known = [*moments(sitting.teller).values()]
    passes = ["pass", "stops"] if known else []
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    always = ("table", "log", "why", *numbers, "rule", "undo", "seat", "save", "help", "quit")
    for name in ("odds", "hint", "auto", *passes, *looks, *maps, *always):
        typed, _, words = terminal.words(f"help.{name}", stats=stats, moments=known).partition("  ")
        grid.add_row(safe(typed), safe(words.strip()))
    terminal.show(grid)


def leave(sitting: Sitting, rest: str) -> None:
    """Save and leave."""
    raise Closed


_NAMES: Final[tuple[tuple[str, Deed], ...]] = (
    ("why 为什么", why),
    ("undo 撤销", undo),
    ("undo! 撤销!", undo_all),
    ("save 保存", save),
    ("log 日志", log),
    ("table 牌桌", table),
    ("look l 查看", look),
    ("map 地图", show_map),
    ("odds 几率", odds),
    ("hint 建议", hint),
    ("auto 代劳", auto),
    ("seat 座位", seat),
    ("stops 停顿", stops),
    ("rule 规则", rule),
    ("help h ? 帮助", show_help),
    ("quit q exit 退出", leave),
)
_COMMANDS: Final = {name: deed for names, deed in _NAMES for name in names.split()}

COMMANDS: Final = tuple(_COMMANDS)
"""All words that are commands."""
