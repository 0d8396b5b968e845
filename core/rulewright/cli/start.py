"""How a game at the terminal begins: who sits where, a new game or a saved one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from ..api import new_game
from ..bots import LEVELS
from ..describe import by_hand
from ..game import Drift, Game
from ..journal import SaveError, read, rebuild
from ..narrator import Narrator
from ..overview import panel_of
from ..plugins import registry
from ..ruleset import Rules
from ..setups import SetupError, make_setup
from ..stops import Mode
from ..text import LANGUAGES
from ..tutorial import Tutor, Tutorial
from .failing import Failed
from .given import HUMAN, TUTORIAL, USUAL_OPPONENT, called, level_called, read_setup, seat_bots, seats_for
from .play import PlayFailed, Sitting, TypedDice
from .printing import some
from .saving import Saver
from .terminal import Terminal
from .writing import refuse_to_overwrite

AIM: Final = "aim"
"""The text of a game that says in a few lines what the aim is and how a turn goes."""

RECALLED: Final = 12
"""This many events of a saved game are told again when it goes on."""


class Wishes(msgspec.Struct, frozen=True):
    """What was asked for on the command line."""

    rules: Rules
    seats: str | None
    setup: Path | None
    settings: Sequence[str]
    seed: int | None
    dice: str
    stops: Mode
    scroll: bool
    save: Path | None
    load: Path | None
    force: bool
    lang: str
    content: Sequence[Path]
    key: bytes | None
    tutorial: Tutorial | None = None

    @property
    def manual(self) -> bool:
        """Whether dice fall on a real table."""
        return self.dice == "manual"

    def again(self) -> list[str]:
        """The options that a saved game needs to go on at the same table."""
        options = [word for path in self.content for word in ("--content", str(path))]
        options += ["--seats", self.seats] if self.seats else []
        options += ["--dice", "manual"] if self.manual else []
        options += ["--stops", self.stops] if self.stops != "smart" else []
        options += ["--scroll"] if self.scroll else []
        return options + (["--lang", self.lang] if self.lang != LANGUAGES[0] else [])


def start(wishes: Wishes) -> None:
    """Play a game from its beginning, or from where it was saved, to its end or until the person leaves."""
    rules = wishes.rules
    game, dice = _load(rules, wishes.load, wishes.manual, wishes.key) if wishes.load else _begin(rules, wishes)
    names = seats_for(wishes.seats, len(game.players))
    # Bots that sit there only because nobody can type do not play a person's game to its end in the person's file.
    kept = wishes.load if wishes.seats is not None or HUMAN in names else None
    target = wishes.save or kept
    if wishes.save is not None and not _same(wishes.save, wishes.load):
        refuse_to_overwrite(wishes.save, force=wishes.force)
    bots = seat_bots(names, game.header.seed)
    sitting = Sitting(
        game, bots, Terminal(wishes.lang, scroll=wishes.scroll), Saver(target, wishes.key),
        dice=dice, again=wishes.again(), stops=wishes.stops, tutor=_tutor(wishes, names),
    )  # fmt: skip
    _greet(sitting, names, wishes)
    try:
        sitting.run()
    except PlayFailed as error:
        raise Failed(str(error)) from error


def _tutor(wishes: Wishes, names: tuple[str, ...]) -> Tutor | None:
    """Who teaches the first person at the table, if that is wished."""
    return None if wishes.tutorial is None else Tutor(wishes.tutorial, names.index(HUMAN))


def choose_game(terminal: Terminal) -> str:
    """Ask a person which game they play; gives its id."""
    known = registry().rulesets
    ids = sorted(known)
    for number, id in enumerate(ids, 1):
        terminal.show(f"{number:>3}  {known[id].title}")
    while True:
        typed = terminal.ask(terminal.words("play.which")).strip().casefold()
        found = [id for number, id in enumerate(ids, 1) if typed in (str(number), id)] if typed else []
        found = found or [id for id in ids if typed and known[id].title.casefold().startswith(typed)]
        if len(found) == 1:
            return found[0]
        terminal.say("play.no_such_game", "red", text=typed)


def choose_seat(terminal: Terminal, game: str, level: str) -> str:
    """Ask a person on which seat they sit, by what the seats are called; gives who sits where, bots on the others."""
    begun = new_game(game, seed=0)
    teller = Narrator(begun.rules, terminal.lang)
    seats = {str(seat + 1): teller.seat(begun.view(0), seat) for seat in begun.players}
    for number, name in seats.items():
        terminal.show(f"{number:>3}  {name}")
    question = terminal.words("play.seat_of", player=seats["1"])
    while (typed := terminal.ask(question).strip() or "1") not in seats:
        terminal.say("play.no_seat", "red", text=typed, most=len(seats))
    return ",".join(HUMAN if number == typed else level for number in seats)


def choose_level(terminal: Terminal, game: str) -> str:
    """Ask a person how well the bot shall play, or whether the game shall explain itself."""
    learns = registry().get(game).tutorial is not None
    levels = [*LEVELS, TUTORIAL] if learns else [*LEVELS]
    question = terminal.words("play.level_or_tutorial" if learns else "play.level")
    while (level := level_called(typed := terminal.ask(question).strip() or USUAL_OPPONENT)) not in levels:
        terminal.say("play.no_level", "red", text=typed, levels=[terminal.words(f"level.{one}") for one in levels])
    return level


def _same(one: Path, other: Path | None) -> bool:
    return other is not None and one.resolve() == other.resolve()


def _begin(rules: Rules, wishes: Wishes) -> tuple[Game, TypedDice | None]:
    """A new game, and the dice that are typed in, if any. Raises Failed naming the setup and what does not fit."""
    import secrets

    seed = secrets.randbits(31) if wishes.seed is None else wishes.seed
    dice = TypedDice(seed) if wishes.manual else None
    try:
        setup = read_setup(wishes.setup, wishes.settings) if wishes.tutorial is None else wishes.tutorial.setup
        return new_game(rules, setup, seed, "seeded" if dice is None else dice), dice
    except SetupError as error:
        raise Failed(f"{wishes.setup}: {error}" if wishes.setup else str(error)) from None


def _load(rules: Rules, path: Path, manual: bool, key: bytes | None) -> tuple[Game, TypedDice | None]:
    """A saved game, and the dice that are typed in, if any. Raises Failed naming the file and what does not fit."""
    from ..api import from_journal

    journal = read(path, key)
    if not manual or journal.header.ruleset != rules.id:
        return from_journal(journal, game=rules, name=str(path)), None
    try:
        dice = TypedDice(journal.header.seed, journal.streams)
        return rebuild(rules, make_setup(rules, journal.header.setup), journal, chance=dice), dice
    except (Drift, SetupError, SaveError, ValueError) as error:  # a ValueError is a stream where none can be
        raise Failed(f"{path}: {error}") from None


def _greet(sitting: Sitting, names: tuple[str, ...], wishes: Wishes) -> None:
    game, terminal = sitting.game, sitting.terminal
    terminal.say("play.start", "bold", title=sitting.teller.title, seed=game.header.seed)
    view = sitting.view()
    for seat, name in enumerate(names):
        alone = len(sitting.people) == 1
        who = called(name, terminal.lang) if name != HUMAN else terminal.words("play.you" if alone else "play.person")
        terminal.say("play.seat", "dim", player=sitting.teller.seat(view, seat), who=who)
    for kind, names in by_hand(game.rules.content, game.rules.ruleset).items():
        told, listed = sitting.teller.word("kinds", kind), ", ".join(some(names))
        terminal.say("play.by_hand", kind=told, count=len(names), names=listed)
    if wishes.load is not None:
        terminal.say("play.loaded", file=wishes.load, answers=len(game.answers))
        sitting.skip_to(len(game.log) - RECALLED)
    if wishes.seats is None and not sitting.people:
        terminal.say("play.no_terminal", "dim")
    elif sitting.people:
        if wishes.load is None and AIM in sitting.teller.texts:
            terminal.show(sitting.teller.texts.say(AIM, terminal.lang))
        terminal.say("play.hint", "dim")
        if game.rules.windows_used():
            terminal.say("play.hint_pass", "dim")
        if game.rules.ruleset.look is not None:
            terminal.say("play.hint_look", "dim")
        if panel_of(view).map is not None:
            terminal.say("play.hint_map", "dim")
