"""Playing at a terminal: people and bots at one table."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ..bots import no_answer
from ..chance import Seeded
from ..describe import has_secrets
from ..game import BrokenRules, LoopDetected
from ..narrator import Narrator, scope_of
from ..orders import OrderGiven
from ..outcomes import DiceSpace
from ..overview import Question, panel_of, question_of, tables_instead
from ..panels import MapOf, Panel
from ..plaindata import plain
from ..reading import Unreadable
from ..refusals import NothingLegal, Refused
from ..requests import Together, may_pass
from ..state import owner_of
from ..stops import TURNS, Stops
from ..text import show
from .commands import COMMANDS, command_in
from .drawing import drawn
from .news import news_of
from .ordering import lettered, order_in
from .passing import AskAgain
from .prompting import LETTERS, enter_passes, forced, is_chance, read
from .saving import NotSaved, Saver
from .standing_in import StandIn
from .terminal import Closed, Line, Terminal, event_line, room_for, safe
from .tutoring import show_lessons, teach

if TYPE_CHECKING:
    from ..bots import Bot
    from ..events import Event
    from ..game import Game
    from ..geometry.maps import Item
    from ..overview import Ahead
    from ..plaindata import Answer
    from ..requests import Player
    from ..spaces import Space
    from ..stops import Mode
    from ..text import Words
    from ..tutorial import Tutor
    from ..view import View

LEAST_MAP: Final = 14
BESIDE_MAP: Final = 8
"""The lines of a map are those of the screen but for so many, which the question takes; and at least so many."""

REMEMBERED: Final = 24
"""What a thing does that was read is known again at the end of an option, if it has more letters than this."""

PROMPT: Final = 2
"""The lines that are left for what is typed, and for what it comes to."""

COLOURS: Final = ("green", "yellow", "magenta", "blue", "cyan", "red")
"""Of the players in the log; whoever looks at the screen has the first."""


def _overlay(space: Space, answer: Answer = None) -> tuple[Item, ...]:
    """What a space lays over the map; nothing where that fails, for a game is not lost because of it."""
    try:
        return space.preview(answer)
    except Exception:
        return ()


class PlayFailed(Exception):
    """A game cannot go on: a bot or the rules failed. The game was saved."""


class TypedDice(Seeded):
    """Dice fall on a real table and are typed in; shuffles and random picks come from the seed."""

    def draw(self, request: Any) -> Any:
        return None if isinstance(request.space, DiceSpace) else self.roll(request)

    def roll(self, request: Any) -> Any:
        """Draw, dice too: who has none at hand lets the program roll."""
        return super().draw(request)


class Sitting:
    """One game at one terminal. ``bots`` sit on their seats, people on the others.

    ``again`` are the options with which a person who leaves comes back to the same table.
    """

    def __init__(
        self, game: Game, bots: Mapping[Player, Bot], terminal: Terminal, saver: Saver, *,
        dice: TypedDice | None = None, boards: bool = True, again: Sequence[str] = (), stops: Mode = "smart",
        tutor: Tutor | None = None,
    ) -> None:  # fmt: skip
        self.game = game
        self.terminal = terminal
        self.saver = saver
        self.again = again
        self.teller = Narrator(game.rules, terminal.lang)
        self.standing_in: dict[Player, StandIn] = {}  # the bots that answer for people for a while
        self.following: dict[Player, OrderGiven] = {}  # what people said ahead, as far as it is not asked yet
        self.passing: dict[Player, AskAgain] = {}  # what people said once, to be asked no more until then
        self.stops: dict[Player, Stops] = {}
        self._stops = stops
        self.tutor = tutor
        self.seat(bots)
        self.unasked: set[int] = set()  # the numbers of the answers that were given for people who were not asked
        self._seen = dict.fromkeys((*game.players, None), 0)
        self._headings: list[tuple[str, str]] = []
        self._shown: tuple[Any, ...] = (None,)
        self._opened = False  # whether a turn or a phase has begun since the last question
        self._turned = True  # whether a turn has begun since the table was shown
        self._whose: Player | None = None  # the turn that was last shown
        self._round = 0  # in which the whole table was shown
        self._texts_read: dict[Player | None, set[str]] = {}  # what was shown in full to whoever had the screen
        self._boards = boards
        self._dice = dice or TypedDice(game.header.seed)

    def seat(self, bots: Mapping[Player, Bot]) -> None:
        """Let these bots sit on their seats, and people on the others: from the beginning, or from now on."""
        self.bots = dict(bots)
        self.people = tuple(player for player in self.game.players if player not in bots)
        self.holder: Player | None = self.people[0] if len(self.people) == 1 else None  # who looks at the screen
        self.handing_over = len(self.people) > 1 and has_secrets(self.game.rules)
        self.stops = {player: self.stops.get(player, Stops(player, self._stops)) for player in self.people}
        for said in self.stops.values():
            said.in_sight = self.handing_over
        self.passing = {player: said for player, said in self.passing.items() if player in self.people}
        self.standing_in = {player: one for player, one in self.standing_in.items() if player in self.people}

    # -- the game

    def run(self) -> None:
        """Play to the end, or until the person leaves; then the game is saved. Raises PlayFailed."""
        try:
            with self.terminal.interrupts:
                self._play()
        except (Closed, KeyboardInterrupt) as closed:
            self._leave(interrupted=isinstance(closed, KeyboardInterrupt) or closed.interrupted)
        except BrokenPipeError:  # whoever read the output has seen enough
            if self.people:
                self._rescue()
            raise
        except PlayFailed as error:
            raise PlayFailed(f"{error}; {self._rescue()}") from error
        except Exception as error:
            raise PlayFailed(f"{type(error).__name__}: {error}; {self._rescue()}") from error

    def _play(self) -> None:
        while (request := self.game.request) is not None:
            if is_chance(request):
                self.show_news()
                if self._someone_looks(request.player):
                    self._ask(request)
            elif request.player in self.bots:
                if not self.people or (self._whose in (None, request.player) and request.ask != "react"):
                    self.show_news()  # else it is told with what comes of the answer
                if request.seconds is not None and self.people:
                    self._do_for_bot(request)
                else:
                    self._let_bot_answer(request)
            elif self._stands_in(request):
                self._let_bot_answer(request, self.standing_in[request.player].bot)
            elif (only := forced(request)) is not None and not self._hides_force(request):
                self._take(request, only[0])
            elif (said := self._said(request) or self._said_ahead(request)) is not None:
                self.unasked.add(len(self.game.answers))
                self._give_unasked(said[0], request)
            else:
                self.show_news()
                if self._hand_over(request.player):
                    self._ask(request)
        self.show_news()
        self._show_board(always=self.holder is not None)
        self.terminal.show("")
        if self.game.result is not None:
            self.terminal.show(self.teller.result(self.view(), self.game.result), "bold green")
        if self.saver.named:
            self.terminal.say("command.saved", file=self.saver.save_somewhere(self.game))

    def _give(self, answer: Answer, player: Player | None) -> None:
        if answer is None and player in self.stops:
            self.stops[player].passed(self.game)
        with self.terminal.interrupts.shielded():
            self.game.answer(answer, player)

    def _stands_in(self, request: Any) -> bool:
        """Whether a bot answers for the person who is asked; its time ends with a question to them."""
        standing = self.standing_in.get(request.player)
        if standing is None or not standing.is_over(self.game, self.teller):
            return standing is not None
        del self.standing_in[request.player]
        return False

    def let_answer(self, request: Any, bot: Bot) -> None:
        """Let a bot answer a question for the person who is asked, once."""
        self._let_bot_answer(request, bot)

    def _let_bot_answer(self, request: Any, bot: Bot | None = None) -> None:
        player = request.player
        bot = self.bots[player] if bot is None else bot
        try:
            answer = bot.choose(self.game.view(player), request)
        except NothingLegal as error:
            raise PlayFailed(no_answer(self.game, request, error)) from error
        except Exception as error:
            name = type(bot).__name__
            raise PlayFailed(f"the bot {name} failed: {type(error).__name__}: {error}") from error
        try:
            self._give(answer, player)
        except (Refused, BrokenRules, LoopDetected) as error:
            raise PlayFailed(str(error)) from error

    def _do_for_bot(self, request: Any) -> None:
        """What is done with hands against a clock a person at the table does for a bot."""
        if self.holder is not None or self._hand_over(self.people[0]):
            self.terminal.show("")
            self.terminal.say("clock.hands", player=self.teller.seat(self.view(), request.player))
            self._ask(request)

    def _take(self, request: Any, answer: Answer) -> None:
        """Give the only answer there is. A pass needs no words, and a secret choice is told to nobody else."""
        if answer is not None and answer != () and not (self.handing_over and self.holder != request.player):
            self.show_news()
            view = self.game.view(request.player)
            option = self.teller.option(view, request, answer)
            player = self.teller.seat(view, request.player)
            self.terminal.say("play.forced", "dim", player=player, option=option)
        try:
            self._give(answer, request.player)
        except (Refused, BrokenRules, LoopDetected) as error:
            raise PlayFailed(str(error)) from error

    def _said_ahead(self, request: Any) -> tuple[Answer] | None:
        """What the order of the person who is asked answers, in a tuple; None where it says nothing of that."""
        order = self.following.get(request.player)
        return None if order is None else order.answer(self.game, request)

    def _said(self, request: Any) -> tuple[Answer] | None:
        """The answer that the person who is asked need not give, in a tuple: they said that they pass, or it is usual.

        What was said ends with a question to them.
        """
        said = self.passing.get(request.player)
        if said is None:
            return self.stops[request.player].answer(self.game, request)
        if said.goes_on(self.game, self.teller, request):
            return (None,)
        del self.passing[request.player]
        return None

    def _give_unasked(self, answer: Answer, request: Any) -> None:
        try:
            self._give(answer, request.player)
        except (BrokenRules, LoopDetected) as error:
            self.passing.pop(request.player, None)
            self.following.pop(request.player, None)
            self.terminal.say("error.broken", "red", reason=error)

    def pass_until(self, passing: AskAgain) -> None:
        """Pass now, and go on passing as was said."""
        self.passing[passing.player] = passing
        self._give_unasked(None, self.game.request)

    def _hides_force(self, request: Any) -> bool:
        """Whether it must not show that a player has no choice: another person at the terminal would learn it."""
        return self.handing_over and may_pass(request)

    # -- what is seen

    def view(self) -> View:
        """The table as whoever looks at the screen may know it."""
        return self.game.view(self.game.players[0] if self.holder is None else self.holder)

    def visible(self, event: Event) -> Event | None:
        """An event as whoever looks may know it; those who watch bots see what its owner sees."""
        game = self.game
        if self.holder is not None:
            return event.seen_by(game.viewer(self.holder))
        owner = owner_of(event)
        watcher = owner if not self.people and owner in game.players else game.players[0]
        return event.seen_by(game.viewer(watcher))

    def line(self, number: int) -> str:
        """The event of that number in words; empty where it is not for whoever looks, or not worth a line."""
        event = self.visible(self.game.log[number].event)
        return "" if event is None else self.teller.event(self.view(), event)

    def show_news(self) -> None:
        """Show what has happened since whoever looks last looked."""
        if self.handing_over and self.holder is None:
            return
        turns = self._show_events(range(self._seen[self.holder], len(self.game.log)))
        self._seen[self.holder] = len(self.game.log)
        if turns and not self.people:
            self._show_board()

    def _show_events(self, numbers: Iterable[int]) -> bool:
        """Show events below the turns and the phases that they open; whether a turn or a round is among these."""
        turns = False
        below: list[tuple[int, Event]] = []
        for number in numbers:
            event = self.visible(self.game.log[number].event)
            if event is None:
                continue
            if self.teller.heading(self.view(), event):
                self._show_lines(below)
                below = []
                self._opened = self._open(event)
                turns = turns or scope_of(event) in TURNS
            below.append((number, event))
        self._show_lines(below)
        return turns

    def _show_lines(self, events: Sequence[tuple[int, Event]]) -> None:
        for number, text, rule in self.teller.lines(self.view(), events, room_for(self.terminal.console)):
            self._show_headings()
            self.show_line(number, text, rule)
        if self.tutor is not None:
            for _, event in events:
                show_lessons(self.terminal, self.tutor.after(event))

    def _open(self, event: Event) -> bool:
        """Keep the heading of a turn or a phase that an event opens for the next line; whether it opens any.

        That of a round stands above those that wait, also where a phase announces the round.
        """
        heading = self.teller.heading(self.view(), event)
        if heading:
            scope = scope_of(event)
            self._headings = [kept for kept in self._headings if kept[0] != scope]
            self._headings.insert(0 if scope == "round" else len(self._headings), (scope, heading))
            if scope in TURNS:
                self._turned, self._whose = True, getattr(event, "player", None)
        return bool(heading)

    def show_log(self, first: int) -> None:
        """Show the events again from one on, below the turn and the phase in which they happened."""
        waiting, self._headings = self._headings, []
        for number in range(first):
            if (event := self.visible(self.game.log[number].event)) is not None:
                self._open(event)
        self._show_events(range(first, len(self.game.log)))
        self._headings = waiting

    def show_line(self, number: int, text: str, rule: str) -> None:
        """Show an event of the log, each player in a colour."""
        view = self.view()
        seats = sorted(self.game.players, key=lambda player: player != self.holder)
        colours = {self.teller.seat(view, seat): colour for seat, colour in zip(seats, COLOURS, strict=False)}
        self.terminal.show(event_line(number, text, rule, self.terminal.console, colours))

    def _show_headings(self) -> None:
        for scope, heading in self._headings:
            if scope in TURNS:
                self.terminal.show("")
                self.terminal.show(Rule(safe(heading, "bold"), style="dim", align="left"))
            else:
                self.terminal.show(heading, "cyan")
        self._headings = []

    def _show_board(self, over: Sequence[Item] = (), *, always: bool = False) -> None:
        """Show the table: what of it has changed, its map where a turn begins, and the whole of it once a round.

        A table without a map is shown whole in each turn.
        """
        if not (self._boards or always):
            return
        panel = panel_of(self.view())
        shown = (self.holder, panel, over if panel.map is not None else ())
        if panel.pieces and (always or self._shown != shown):
            begins = self._turned and (panel.map is None or self._round != self.game.scope_number("round"))
            whole = always or begins or self._shown[0] != self.holder or len(self._shown) < 2
            changed = panel if whole else news_of(self._shown[1], panel, with_map=self._turned or bool(over))
            self._shown = shown
            self._round = self.game.scope_number("round")
            if changed.pieces:
                self.terminal.show("")
                self.show_panel(changed, over, None if always else self._read)
        self._turned = False

    @property
    def _read(self) -> set[str]:
        """The texts that whoever looks at the screen has been shown in full: of these a line is enough."""
        return self._texts_read.setdefault(self.holder, set())

    def show_panel(
        self, panel: Panel, over: Sequence[Item] = (), read: set[str] | None = None, most: int | None = None
    ) -> None:
        """Show what a panel has, with things over its maps; the tables where it cannot be drawn, and why.

        A map has at most so many lines, or leaves the screen room for a question.
        """
        lang, (width, height) = self.terminal.lang, self.terminal.size
        try:
            picture = drawn(panel, lang, width, over, read, most or max(LEAST_MAP, height - BESIDE_MAP), abreast=True)
        except Exception as error:  # a game is not lost because something on its map cannot be drawn
            picture = drawn(tables_instead(self.view(), error), lang, width)
        self.terminal.show(picture)

    def show_board(self) -> None:
        """Show the table."""
        self._show_board(always=True)

    def show_map(self, typed: str = "") -> None:
        """Show the map with what may be answered; of an answer that was typed what would come of it, not given."""
        request: Any = self.game.request
        if request is None or is_chance(request) or request.player != self.holder:
            self._show_map(())
        elif not typed:
            self._show_map(_overlay(request.space))
        else:
            self._try(request, typed)

    def _try(self, request: Any, typed: str) -> None:
        """Show an answer on the map, and say whether it could be given."""
        try:
            answer = plain(self.answer_typed(request, typed))
        except (Unreadable, TypeError) as problem:
            self.terminal.say("error.unreadable", "red", reason=getattr(problem, "reason", problem))
            return
        self._show_map(_overlay(request.space, answer))
        if wrong := request.check(answer):
            self.say_refused(Refused(*wrong))
        else:
            self.terminal.say("command.possible", "green")

    def say_refused(self, refused: Refused) -> None:
        said = refused.said_in(self.game.rules.texts)
        self.terminal.say("error.refused", "red", reason=said.told(self.terminal.lang))

    def _show_map(self, over: Sequence[Item]) -> None:
        if (shown := panel_of(self.view()).map) is None:
            self.terminal.say("command.no_map", "red")
        else:
            self.terminal.show("")
            self.show_panel(Panel((MapOf(shown),)), over)

    # -- asking people

    def _hand_over(self, player: Player) -> bool:
        """Give the screen to a player; False if the game has changed meanwhile."""
        if self._must_hide() and self.holder != player:
            for looks in dict.fromkeys((self.holder, player)):
                if looks is None:
                    continue
                self.holder = looks
                key = "play.hide" if looks != player else "play.hand_over"
                name = self.teller.seat(self.view(), player)
                if not self._pause(self.terminal.words(key, player=name)):
                    return False
                self.terminal.clear()
                self._headings = []
        self.holder = player
        self.show_news()
        return True

    def _someone_looks(self, player: Player) -> bool:
        """Whether a person has the screen; one gets it where nobody has, this player if it is a person."""
        if self.holder is not None or not self.handing_over:
            return True
        return self._hand_over(player if player in self.people else self.people[0])

    def _must_hide(self) -> bool:
        """Whether one person must not see what another one sees or decides now."""
        in_secret = isinstance(self.game.pending, Together)
        return self.handing_over or (in_secret and len(self.people) > 1)

    def _pause(self, words: str) -> bool:
        """Wait for Enter; commands are done meanwhile. False if one of them changed the game."""
        while True:
            typed = self.terminal.ask(f"{words} ")
            command = command_in(typed)
            if command is None:
                return True
            if command(self):
                return False

    def _ask(self, request: Any) -> None:
        """Put a question, or ask what fell on a real table, until it is answered or a command has changed the game."""
        chance = is_chance(request)
        self._show_headings()
        if not chance:
            teach(self, request)
        question = self._question(request)
        if not self._draw_in_place(request, question):
            if not chance:
                self._show_board_before(request)
            self._show_question(request, question)
        clock = request.seconds if self.terminal.typed and not chance else None
        ideas = [self._say(idea.label) for idea in question.ideas]
        orders = lettered(question, self.terminal.lang)
        self.terminal.offered = (*self._names(question), *ideas, *orders, *COMMANDS)
        while True:
            typed = self.terminal.ask(self._prompt(request, question, clock))
            command = command_in(typed)
            if command is not None:
                if command(self):
                    return
                self._show_question(request, question)
                continue
            if clock is not None and not typed.strip():
                self.terminal.count_down(clock)
                clock = None
                continue
            try:
                order = None if chance else self._order(typed, question)
                answer = self._answer(request, typed, question) if order is None else order.answer
                ahead = None if order is None else OrderGiven(self.game, order.then)
                self._give(answer, None if chance else request.player)
                if ahead is not None:
                    self.following[request.player] = ahead
                return
            except Unreadable as problem:
                key = "error.unreadable_letters" if question.ideas else "error.unreadable"
                self.terminal.say(key, "red", reason=problem.reason, last=LETTERS[: len(question.ideas)][-1:])
            except Refused as refused:
                self.say_refused(refused)
            except (BrokenRules, LoopDetected) as error:
                self.terminal.say("error.broken", "red", reason=error)

    def _draw_in_place(self, request: Any, question: Question) -> bool:
        """Draw the table, what is new and the question over what was on the screen, if all of it fits there."""
        terminal = self.terminal
        if not (terminal.in_place and self._boards):
            return False
        read = {*self._read}
        with terminal.gathered() as asked:
            self._show_question(request, question)
        panel, over = panel_of(self.view()), () if is_chance(request) else _overlay(request.space)
        blank: list[Line] = [()] if terminal.news else []
        news = [*blank, *terminal.news]
        room = terminal.size[1] - len(news) - len(asked) - PROMPT
        table = self._table_within(room, panel, over, set()) or self._table_within(room, panel, over, read)
        if table is None:
            self._texts_read[self.holder] = read
            return False
        self._shown = (self.holder, panel, over if panel.map is not None else ())
        self._turned = self._opened = False
        self._round = self.game.scope_number("round")
        terminal.redraw([*table, *news, *asked])
        return True

    def _table_within(self, room: int, panel: Panel, over: Sequence[Item], read: set[str]) -> list[Line] | None:
        """The lines of the whole table, its map as high as there is room for it; None where that is too little."""
        most = room
        while most >= (LEAST_MAP if panel.map is not None else 0):
            with self.terminal.gathered() as table:
                self.show_panel(panel, over, {*read}, most)
            if len(table) <= room:
                return table
            if panel.map is None:
                return None
            most -= len(table) - room
        return None

    def _show_board_before(self, request: Any) -> None:
        """The table is shown at a player's own deeds, and at the first chance to react in each phase."""
        if self._opened or self._shown[0] != self.holder or not may_pass(request):
            self._show_board(_overlay(request.space))
        self._opened = False

    def _question(self, request: Any) -> Question:
        """What is asked, in the language of the terminal."""
        question = question_of(self.view(), request, langs=(self.terminal.lang,))
        assert question is not None
        return question

    def _names(self, question: Question) -> list[str]:
        """What the parts of a question are called."""
        return [self._say(part.label) for part in question.parts]

    def answer_typed(self, request: Any, typed: str) -> Answer:
        """What is meant by a text that is not given as an answer yet. Raises Unreadable."""
        return self._answer(request, typed, self._question(request))

    def _answer(self, request: Any, typed: str, question: Question) -> Answer:
        """The answer that was typed; who has no dice at hand lets the program roll. Raises Unreadable."""
        if is_chance(request) and typed.strip().lower() in ("roll", "r", "掷骰", "掷"):
            faces = self._dice.roll(request)
            self.terminal.say("how.roll", faces=faces)
            return faces
        ideas = [idea.answer for idea in question.ideas]
        barred = [(closed.answer, self._say(closed.label)) for closed in question.closed]
        return read(request.space, typed, self._names(question), ideas, barred)

    def _show_question(self, request: Any, question: Question) -> None:
        """Show a question with its options."""
        text = self._say(question.text)
        if (len(self.people) > 1 or is_chance(request)) and not self.teller.addresses(request):
            player = self.teller.seat(self.view(), request.player)
            text = self.terminal.words("play.asked", player=player, question=text)
        self.terminal.show("")
        cited = f"  [{request.rule}]" if request.rule else ""
        self.terminal.show(safe(text, "bold").append(cited, "not bold dim"))
        prompt = request.space.prompt(self._names(question))
        self._show_list([(key, self._say(line)) for key, line in prompt.lines])
        orders = lettered(question, self.terminal.lang)
        lettering = [*(self._say(idea.label) for idea in question.ideas), *orders]
        self._show_list(list(zip(LETTERS, lettering, strict=False)))
        self._show_how_to_order(orders, len(question.ideas))
        if not prompt.plain and (how := self._say(prompt.how)) not in self._read:
            self._read.add(how)
            self.terminal.show(how, "dim")

    def _show_how_to_order(self, orders: Mapping[str, Sequence[Ahead]], first: int) -> None:
        """Say once that a letter stands for several orders, one for each option."""
        shared = next((place for place, found in enumerate(orders.values(), first) if len(found) > 1), None)
        if (
            shared is not None
            and (how := self.terminal.words("order.how", example=f"1{LETTERS[shared]}")) not in self._read
        ):
            self._read.add(how)
            self.terminal.show(how, "dim")

    def _order(self, typed: str, question: Question) -> Ahead | None:
        """The order that was typed; None where it is an answer. Raises Unreadable."""
        return order_in(typed, question, self._names(question), self.terminal.lang)

    def _say(self, words: Words) -> str:
        return show(words, self.terminal.lang)

    def _show_list(self, lines: Sequence[tuple[str, str]]) -> None:
        """Show lines with their keys, those that are short in columns; one line of what was read before."""
        across = self.terminal.console.width
        for short, some in groupby(lines, lambda line: safe(line[1]).cell_len + 7 <= across // 2):
            self._show_some([*some], across, in_columns=short)

    def _show_some(self, lines: Sequence[tuple[str, str]], across: int, *, in_columns: bool) -> None:
        width = max(safe(line).cell_len for _, line in lines) + 7
        columns = min(across // width, len(lines)) if in_columns else 1
        rows = -(-len(lines) // columns)
        grid = Table.grid(padding=(0, 1))
        for _ in range(columns):
            grid.add_column()
            grid.add_column(overflow="fold")  # Chinese has no blanks to break a line at
        for row in range(rows):
            cells: list[Text] = []
            for key, line in lines[row::rows]:
                told = safe(line + "  ") if columns > 1 else self._told(line, across - 5)
                cells += [Text(f"{key:>3}", "cyan"), told]
            grid.add_row(*cells)
        self.terminal.show(grid)

    def _told(self, line: str, room: int) -> Text:
        """A line; the beginning of one that is longer and was read before, or that ends in what stands on the table."""
        text = safe(line)
        if line in self._read or any(len(read) > REMEMBERED and line.endswith(read) for read in self._read):
            text.truncate(room, overflow="ellipsis")
        self._read.add(line)
        return text

    def how(self) -> list[str]:
        """All about how to type an answer to what is asked now."""
        request = self.game.request
        if request is None:
            return []
        question = self._question(request)
        prompt = request.space.prompt(self._names(question))
        lines = [self._say(question.how), *(f"  {typed}: {self._say(words)}" for typed, words in prompt.all)]
        if enter_passes(request):
            lines.append(self.terminal.words("how.pass"))
        return lines

    def _prompt(self, request: Any, question: Question, clock: float | None) -> str:
        if is_chance(request):
            return self.terminal.words("prompt.dice")
        if clock is not None:
            return self.terminal.words("clock.start", seconds=clock)
        enter = request.space.prompt(self._names(question)).enter
        return self.terminal.words("prompt.enter", what=enter) if enter else self.terminal.words("prompt.answer")

    # -- the end

    def skip_to(self, number: int) -> None:
        """Begin with an event: what was before it is not told again."""
        self._seen = dict.fromkeys(self._seen, max(0, number))

    def keep_up(self) -> None:
        """After the game went back: what was seen is no more than there is."""
        there = len(self.game.log)
        self._seen = {seat: min(seen, there) for seat, seen in self._seen.items()}
        self.passing = {player: said for player, said in self.passing.items() if said.since < there}
        self.standing_in.clear()
        self.unasked = {number for number in self.unasked if number < len(self.game.answers)}
        self.following.clear()
        for said in self.stops.values():
            said.forget_passes()
        self._headings, self._turned = [], True

    def _leave(self, *, interrupted: bool) -> None:
        """Save the game of someone who goes. Raises PlayFailed if it cannot be saved."""
        try:
            file = self.saver.save_somewhere(self.game)
        except NotSaved as error:
            raise PlayFailed(f"the game cannot be saved: {error}") from error
        if interrupted:
            self.terminal.say("error.interrupted")
        self.terminal.say("command.saved", file=file)
        options = shlex.join(["--load", str(file), *self.again])
        self.terminal.say("command.go_on", "dim", game=self.game.rules.id, options=options)

    def _rescue(self) -> str:
        """Save a game that cannot go on; says where."""
        try:
            return f"the game up to here is saved: {self.saver.save_somewhere(self.game)}"
        except Exception as error:
            return f"it cannot be saved: {error}"
