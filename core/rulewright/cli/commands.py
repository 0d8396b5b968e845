"""What may be typed at any prompt besides an answer: why, undo, save, log, table, rule, help, quit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ..requests import CHANCE, Refused
from ..rules import Ledger, LedgerError, UnknownRule
from .questions import forced, is_chance
from .refusals import reason_in
from .saving import NotSaved
from .terminal import Closed

if TYPE_CHECKING:
    from .play import Session

LOGGED: Final = 20
"""So many events the log shows, unless told otherwise."""

Deed = Callable[["Session"], bool]
"""A command that was typed. It returns whether the game has changed."""


def command_in(typed: str) -> Deed | None:
    """The command that a line holds; None where the line is an answer."""
    word, _, rest = typed.strip().partition(" ")
    name = word.lower()
    deed = _COMMANDS.get(_OTHER_NAMES.get(name, name))
    return None if deed is None else lambda session: deed(session, rest.strip())


def why(session: Session, rest: str) -> bool:
    """Explain the last event, the event of a number, or a number of the table."""
    if not rest or rest.lstrip("-").isdecimal():
        _explain_event(session, int(rest) if rest else None)
    else:
        _explain_number(session, *rest.split(None, 1))
    return False


def _explain_event(session: Session, number: int | None) -> None:
    terminal, game = session.terminal, session.game
    if number is None:
        number = next((n for n in reversed(range(len(game.log))) if session.line(n)), None)
    if number is None:
        terminal.say("command.nothing")
        return
    try:
        explained = game.why(number, session.holder)
    except LookupError:
        terminal.say("command.no_event", "red", number=number)
        return
    for line in session.teller.why(session.view(), explained, ledger_of(session)):
        terminal.show(line)


def _explain_number(session: Session, stat: str, subject: str = "") -> None:
    terminal, view = session.terminal, session.view()
    stats = session.game.rules.stats
    if stat not in stats:
        terminal.say("command.no_stat", "red", text=stat, stats=[*stats])
        return
    wanted: Any = int(subject) if subject.lstrip("-").isdecimal() else subject
    try:
        value = view.value(stat, wanted)
    except (LookupError, TypeError, AttributeError):
        terminal.say("command.no_subject", "red", stat=stat, subjects=_subjects(session, stat))
        return
    lang: Any = terminal.lang
    for line in value.explain(lang, lambda name: str(session.teller.fact(view, "modifier", name))):
        terminal.show(line)


def _subjects(session: Session, stat: str) -> list[str]:
    """The ids of which a stat can be asked."""
    view, found = session.view(), []
    for table in view.state.tables:
        for key in list(table)[:20]:
            try:
                view.number(stat, key)
            except Exception:
                continue
            found.append(str(key))
    return list(dict.fromkeys(found))


def undo(session: Session, rest: str) -> bool:
    """Take back the last decision of the person, if nothing stands in between."""
    if rest in ("!", "force"):
        return undo_all(session, "")
    game = session.game
    if not _decided(session):
        session.terminal.say("error.refused", "red", reason=session.terminal.words("command.no_undo"))
        return False
    if _last_mover(session) in session.bots:
        session.terminal.say("error.refused", "red", reason=session.terminal.words("command.not_yours"))
        return False
    return _undo(session, game.undo)


def undo_all(session: Session, rest: str) -> bool:
    """Take back the last decision of a person, and everything since: dice and bots have no say."""
    if not _decided(session):
        session.terminal.say("error.refused", "red", reason=session.terminal.words("command.no_undo"))
        return False
    return _undo(session, lambda: session.game.undo(force=True))


def _undo(session: Session, step: Callable[[], None]) -> bool:
    """Go back, past bots and past questions that had one answer only, to a choice of a person."""
    game, terminal = session.game, session.terminal
    before = len(game.answers)
    try:
        while True:
            if not _decided(session):
                raise Refused(terminal.words("command.no_undo"))
            mover = _last_mover(session)
            step()
            request = game.request
            if mover not in session.bots and not is_chance(request) and forced(request) is None:
                break
    except Refused as refused:
        reason = reason_in(refused.reason, terminal.lang)
        if _decided(session):
            reason = terminal.words("command.past_dice", reason=reason)
        terminal.say("error.refused", "red", reason=reason)
        session.keep_up()
        return len(game.answers) < before
    session.keep_up()
    terminal.say("command.undone", "yellow")
    return True


def _last_mover(session: Session) -> int:
    return int(next(player for player, _ in reversed(session.game.answers) if player != CHANCE))


def _decided(session: Session) -> bool:
    """Whether a person has decided anything."""
    return any(player not in session.bots and player != CHANCE for player, _ in session.game.answers)


def save(session: Session, rest: str) -> bool:
    """Save the game."""
    try:
        file = session.saver.save(session.game, rest)
    except NotSaved as error:
        session.terminal.say("error.not_saved", "red", file=rest or session.saver.target, reason=error)
        return False
    session.terminal.say("command.saved", "green", file=file)
    return False


def log(session: Session, rest: str) -> bool:
    """Show the last events again."""
    most = int(rest) if rest.isdecimal() else LOGGED
    game = session.game
    lines = [(number, text) for number in range(len(game.log)) if (text := session.line(number))]
    for number, text in lines[len(lines) - most if most < len(lines) else 0 :]:
        session.show_line(number, text, game.log[number].event.rule)
    if not lines:
        session.terminal.say("command.nothing")
    return False


def table(session: Session, rest: str) -> bool:
    """Show the table."""
    session.show_board()
    return False


def rule(session: Session, rest: str) -> bool:
    """Show what a rule says."""
    from .ledger import rule_lines

    ledger = ledger_of(session)
    if ledger is None:
        session.terminal.say("command.no_ledger", "red")
        return False
    try:
        lines = rule_lines(ledger[rest], session.terminal.lang)
    except UnknownRule as error:
        session.terminal.show(str(error), "red")
        return False
    for line in lines:
        session.terminal.show(line)
    return False


def show_help(session: Session, rest: str) -> bool:
    """Show what may be typed."""
    terminal = session.terminal
    for line in session.how():
        terminal.show(line)
    terminal.say("help.title", "bold")
    stats = [*session.game.rules.stats]
    for name in ("why", *(["why_number"] if stats else []), "rule", "undo", "save", "log", "table", "help", "quit"):
        terminal.say(f"help.{name}", stats=stats)
    return False


def leave(session: Session, rest: str) -> bool:
    """Save and leave."""
    raise Closed


def ledger_of(session: Session) -> Ledger | None:
    """The rules of the game; None where it has none, or they can not be read."""
    source = session.game.rules.ruleset.ledger
    try:
        return source if source is None or isinstance(source, Ledger) else Ledger.load(source, session.game.rules.id)
    except LedgerError:
        return None


_COMMANDS: Final[dict[str, Callable[[Session, str], bool]]] = {
    "why": why,
    "undo": undo,
    "undo!": undo_all,
    "save": save,
    "log": log,
    "table": table,
    "rule": rule,
    "help": show_help,
    "quit": leave,
}

_OTHER_NAMES: Final = {
    "?": "help",
    "h": "help",
    "exit": "quit",
    "q": "quit",
    "帮助": "help",
    "为什么": "why",
    "撤销": "undo",
    "撤销!": "undo!",
    "保存": "save",
    "日志": "log",
    "牌桌": "table",
    "规则": "rule",
    "退出": "quit",
}
