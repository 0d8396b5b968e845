"""Elements that come into the game: generated markers and characters, attached ones, replacements."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, StringConstraints, model_validator

from rulewright import Request, ask_which, rule
from rulewright.field import Squares
from rulewright.programs import then_do
from rulewright.vocabulary import Amount, Effect, Verb

from ..book.sheets import HEAVY_OBJECT
from ..events.characters import CharacterGenerated, Replaced
from ..events.terrain import MarkerPlaced, MarkerRemoved
from ..movement.placing import ask_where, free_placements, nearest_placements, nearest_squares, opponent_of, rings
from ..space.board import beside, scene_of, vacant
from ..space.sight import near, seen
from ..terms import character, numbered, on_map, sheet
from ..terrain.markers import ask_place, ask_turn, lying, places_for, room_for, values
from .amounts import amount_of
from .words import CHOSEN, called, names_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from rulewright import Game, Steps
    from rulewright.geometry.grid import Mask, Square

    from ..book.sheets import CharacterSheet
    from ..book.wording import Wording
    from ..state import Character
    from .resolution import Run


@rule("21.6a", "13.2")
def room_beside(game: Game, id: str) -> Mask:
    """Where what a character generates is placed by default: free squares adjacent to it."""
    return beside(game, id) & vacant(game)


@rule("21.6c", "keyword.max-x")
def may_generate(game: Game, by: str, kind: str, most: int | None) -> bool:
    """Whether a character may generate one more of something: there are at most so many of its own on the map."""
    if most is None:
        return True
    markers = sum(one.by == by and one.kind == kind for one in game.state.markers.values())
    characters = sum(one.by == by and one.card == kind and one.area == "map" for one in game.state.characters.values())
    return bool(markers + characters < most)


class Generate(Verb):
    """A character generates elements from outside the game, placed one at a time."""

    amount: Amount = 1
    most: int | None = Field(
        None, ge=1, le=99, description="[MAX X]: how many of them of this character can be on the map"
    )
    range: int | None = Field(None, ge=1, le=20, description="within so many squares and line of fire, not adjacent")
    opponent: bool = Field(False, description="an opponent generates them")

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {**super().facts(wording), "where": self.place(wording), "more": self.more(wording)}

    def place(self, wording: Wording) -> str:
        """Where they are placed, in words."""
        if self.range is None:
            return wording.say("generated.adjacent")
        return wording.say("generated.within", squares=self.range)

    def more(self, wording: Wording) -> str:
        """What else is said of them, in words."""
        most = [wording.say("generated.most", most=self.most)] if self.most is not None else []
        others = [wording.say(f"generated.{name}") for name in ("opponent", "attached") if getattr(self, name, False)]
        return "".join((*most, *others))

    def thing(self) -> str:
        """What is generated."""
        raise NotImplementedError

    def put(self, game: Game, run: Run, at: Any, seat: int) -> Any:
        """The event by which one of them comes, friendly to the starting force of a player."""
        raise NotImplementedError

    @rule("21.6d")
    def whose(self, game: Game, run: Run) -> Steps:
        """To whose force they are friendly: that of the character, or of the opponent who generates them."""
        own = character(game, run.character).starting
        if not self.opponent:
            return own
        return (yield from ask_which(run.player, "opponent", game.opponents(own), "21.6d", character=run.character))

    @rule("21.6a", "13.2")
    def room(self, game: Game, id: str) -> Mask:
        """Where they may be placed: adjacent, unless the text states another place."""
        if self.range is None:
            return room_beside(game, id)
        return near(game, id, self.range) & seen(game, id) & vacant(game)

    @rule("21.6c", "13.2", "20.9b")
    def can(self, game: Game, run: Run) -> bool:
        id = run.character
        able = on_map(game, id) and may_generate(game, id, self.thing(), self.most)
        return able and bool(self.room(game, id) if run.may else vacant(game))

    @rule("21.6", "21.6b", "21.6d")
    def do(self, game: Game, run: Run) -> Steps:
        seat = yield from self.whose(game, run)
        chooser = seat if self.opponent else run.player
        for _ in range(amount_of(self.amount, game, run)):
            if not self.can(game, run):
                return
            at = yield from self.where(game, run.character, chooser)
            yield self.put(game, run, at, seat)

    @rule("13.2")
    def where(self, game: Game, id: str, chooser: int) -> Steps:
        """The square of one of them, which an opponent chooses as close as possible where there is no room."""
        room, rule = self.room(game, id), self.rule
        if not room:
            room, rule = nearest_squares(game, character(game, id).squares, vacant(game)), "13.2"
            chooser = yield from opponent_of(game, chooser, id)
        return (yield Request(chooser, "generate", Squares(scene_of(game), room), rule, {"character": id}))


class GenerateMarker(Generate, name="generate_marker", rule="21.6"):
    """Terrain markers are generated: standard ones, or with ``piece`` one that is none, such as elevated terrain."""

    marker: Literal["", "hindering", "blocking", "water", "smoke", "debris", "barrier", "object", "special"] = ""
    piece: str = Field("", description="the id of a terrain marker that is no standard one, instead of a kind")
    called: Annotated[str, StringConstraints(pattern=r"^([a-z][a-z0-9-]*)?$")] = Field(
        "", description="the name of a special marker; one that is no terrain is no terrain marker (17.14h)"
    )

    en = "generate {amount} terrain markers ({marker}) {where}{more}"
    zh = "{where}生成 {amount} 个地形标记（{marker}）{more}"

    @model_validator(mode="after")
    def _one_sort(self) -> Self:
        if bool(self.marker) == bool(self.piece):
            raise ValueError("marker, piece: it says one of them, the kind of marker or which one")
        return self

    def facts(self, wording: Wording) -> dict[str, Any]:
        return super().facts(wording) | ({"marker": self.piece} if self.piece else {})

    def thing(self) -> str:
        return self.marker or self.piece

    @rule("17.14c", "17.14h", "21.6")
    def put(self, game: Game, run: Run, at: Any, seat: int) -> Any:
        id = numbered(game, game.state.markers, self.called or self.thing())
        if not self.piece:
            return MarkerPlaced(id, self.marker, (at,), seat, run.character, rule=self.rule)
        squares, turned = at
        return MarkerPlaced(
            id, game.content.markers[self.piece].kind, squares, seat, run.character, card=self.piece, turned=turned,
            rule=self.rule,
        )  # fmt: skip

    @rule("17.5", "17.14c", "21.6a")
    def where(self, game: Game, id: str, chooser: int) -> Steps:
        """The square of a standard marker; of another one its squares, one of them where it may be, and its turn."""
        if not self.piece:
            return (yield from super().where(game, id, chooser))
        printed = game.content.markers[self.piece]
        found = self.places(game, self.room(game, id))
        if not found:
            nearest = (self.places(game, ring) for ring in rings(game, character(game, id).squares))
            found = next(filter(None, nearest))
            chooser = yield from opponent_of(game, chooser, id)
        at = yield from ask_place(game, chooser, found, "generate", self.rule, character=id)
        return at, (yield from ask_turn(game, chooser, printed, at))

    def places(self, game: Game, touching: Mask) -> list[Mask]:
        """Where a marker that is no standard one can lie, one of its squares at least among these."""
        printed = game.content.markers[self.piece]
        return places_for(game, printed, room_for(game, printed.kind) & vacant(game), touching)

    @rule("21.6c", "13.2", "20.9b")
    def can(self, game: Game, run: Run) -> bool:
        able = super().can(game, run)
        room = self.room(game, run.character) if run.may else vacant(game)
        return able and (not self.piece or bool(self.places(game, room)))


class DestroySpecialTerrain(Verb, name="destroy_special_terrain", rule="25.5e"):
    """Special terrain in reach of the character is destroyed, which nothing does that does not speak of it."""

    squares: int = Field(1, ge=1, le=20, description="within so many squares of the character")

    en = "destroy special terrain within {squares} square{squares:s}"
    zh = "摧毁 {squares} 格内的特殊地形"

    @rule("25.5e")
    def do(self, game: Game, run: Run) -> Steps:
        if found := self.able(game, run.character):
            which = yield from ask_which(run.player, "destroy_special", found, self.rule, character=run.character)
            squares = game.state.markers[which].squares
            yield MarkerRemoved(which, rule=self.rule)
            for at in squares:
                id = numbered(game, game.state.markers, HEAVY_OBJECT)
                yield MarkerPlaced(id, "object", (at,), None, run.character, card=HEAVY_OBJECT, rule=self.rule)

    @rule("25.5e")
    def able(self, game: Game, id: str) -> list[str]:
        """The special terrain in reach."""
        reach = near(game, id, self.squares) if on_map(game, id) else 0
        special = (one for one in lying(game) if values(game, one).special_terrain)
        return [str(one.id) for one in special if scene_of(game).board.mask(one.squares) & reach]

    @rule("20.9b")
    def can(self, game: Game, run: Run) -> bool:
        return bool(self.able(game, run.character))


class GenerateCharacter(Generate, name="generate", rule="21.6"):
    """Characters such as bystanders are generated; they are friendly to the starting force of who generates them."""

    card: str
    attached: bool = Field(False, description="it is attached to the character that generates it (21.7)")

    en = "generate {amount} {card} {where}{more}"
    zh = "{where}生成 {amount} 个{card}{more}"

    def thing(self) -> str:
        return self.card

    @rule("3.4", "21.6")
    def put(self, game: Game, run: Run, at: Any, seat: int) -> Any:
        to = run.character if self.attached else ""
        points = next(iter(game.content.characters[self.card].points))
        id = numbered(game, game.state.characters, self.card)
        return CharacterGenerated(id, self.card, seat, run.character, (at,), to, points, rule=self.rule)


@rule("21.12a", "13.2")
def fits(game: Game, id: str, old: Character) -> bool:
    """Whether a replacement can be placed in one of the squares, at least, of who is replaced."""
    same = game.content.characters[old.card].shape == sheet(game, id).shape
    return same or bool(overlapping(game, id, old))


@rule("21.12a")
def overlapping(game: Game, id: str, old: Character) -> list[Mask]:
    """Where a replacement on another base can be placed: in one of the old squares, at least."""
    if game.content.characters[old.card].shape == sheet(game, id).shape:
        return []
    around = scene_of(game).board.mask(old.squares)
    return [placement for placement in free_placements(game, id, around) if placement & around]


@rule("1.9a")
def of_figure(one: CharacterSheet, named: str) -> bool:
    """Whether a card is that of a figure, which a text names by its set symbol and collector number."""
    mine, said = (
        re.sub(r"[^\w#]", "", words).casefold() for words in (f"{one.printed.set}#{one.printed.number}", named)
    )
    return mine == said


class ReplaceCharacter(Verb, name="replace", rule="21.12", opens=(CHOSEN,)):
    """The character is replaced by one or more characters of its starting Sideline.

    To those who have come ``then`` refers as "chosen".
    """

    count: int = Field(1, ge=1, le=4)
    cards: tuple[str, ...] = Field((), description="which cards may replace it; any without")
    named: str = Field("", description="only those of that name (21.9c)")
    figure: Annotated[str, StringConstraints(pattern=r"^([^#]+#\s*\w+)?$")] = Field(
        "", description='only the figure of that set and collector number, such as "TST #015" (1.9a)'
    )
    traits: tuple[str, ...] = Field((), description="only those with a trait of one of these names")
    same_name: bool = Field(False, description="only those of its name (21.9)")
    fewer_points: bool = Field(False, description="only those of fewer points than it has")
    click: Annotated[int, Field(ge=1, le=40)] | Literal["starting line"] | None = Field(
        None, description="their click number, or that of their starting line; that of the replaced one without"
    )
    optional: bool = True
    then: tuple[Effect, ...] = ()

    @rule("20.9b")
    def can(self, game: Game, run: Run) -> bool:
        return on_map(game, run.character) and bool(self.able(game, run.character, fitting=self.optional or run.may))

    @rule("21.12a", "20.9b")
    def do(self, game: Game, run: Run) -> Steps:
        if not self.can(game, run):
            return
        old, found = character(game, run.character), self.able(game, run.character, fitting=True)
        if not found:
            yield from self.squeeze_in(game, run, self.able(game, run.character, fitting=False))
            return
        chosen: list[str] = []
        squares = [old.squares]
        while found and len(chosen) < self.count:
            options = [*found, *([None] if self.optional or chosen else [])]
            one = yield from ask_which(run.player, "replace", options, self.rule)
            if one is None:
                break
            if chosen:
                taken = scene_of(game).board.mask(square for place in squares for square in place)
                room = room_beside(game, run.character) & ~taken
                if not room:
                    break
                question = Squares(scene_of(game), room)
                squares.append(((yield Request(run.player, "generate", question, self.rule, {"character": one})),))
            elif places := overlapping(game, one, old):
                squares = [(yield from ask_where(game, run.player, one, places, self.rule))]
            chosen.append(one)
            found.remove(one)
        if chosen:
            yield from self.exchange(game, run, chosen, squares, self.rule)
        else:
            yield game.note(run, left=True)

    def exchange(
        self, game: Game, run: Run, chosen: Sequence[str], squares: Sequence[tuple[Square, ...]], rule: str
    ) -> Steps:
        """They take its place, and what follows speaks of them."""
        yield Replaced(run.character, tuple(chosen), tuple(squares), self.turned_to(game, run, chosen[0]), rule=rule)
        if self.then:
            yield then_do(game, run, self.then, chosen=tuple(chosen))

    @rule("21.12")
    def turned_to(self, game: Game, run: Run, id: str) -> int:
        """The click number of a replacement."""
        if self.click == "starting line":
            return character(game, id).start
        return self.click or character(game, run.character).click

    @rule("21.12a", "13.2")
    def squeeze_in(self, game: Game, run: Run, found: Sequence[str]) -> Steps:
        """A replacement that has to come, and does not fit, is placed by the opponent as close as possible."""
        old = character(game, run.character)
        one = yield from ask_which(run.player, "replace", found, self.rule)
        around = scene_of(game).board.mask(old.squares)
        if places := nearest_placements(game, one, old.squares, around):
            own = character(game, run.character).player
            opponent = yield from opponent_of(game, own, one)
            squares = yield from ask_where(game, opponent, one, places, "13.2")
            yield from self.exchange(game, run, (one,), (squares,), "13.2")

    @rule("21.12a", "24.5")
    def able(self, game: Game, id: str, *, fitting: bool) -> list[str]:
        """Characters of the Sideline that may replace it: its player's own, no figure that is identical.

        An optional effect needs room for them (``fitting``); a mandatory one is carried out in any case.
        """
        old = character(game, id)
        names = set(names_of(game, id))
        own = old.starting == old.player and not game.content.characters[old.card].printed.title
        return [
            str(one.id)
            for one in game.state.characters.values()
            if own
            and one.area == "sideline"
            and one.starting == old.starting
            and not sheet(game, str(one.id)).identical(sheet(game, id))
            and not game.content.characters[one.card].printed.title
            and (not self.cards or one.card in self.cards)
            and (not self.named or called(game, str(one.id), self.named))
            and (not self.figure or of_figure(sheet(game, str(one.id)), self.figure))
            and (not self.traits or not self.named_traits(game, str(one.id)).isdisjoint(self.traits))
            and (not self.same_name or not names.isdisjoint(names_of(game, str(one.id))))
            and (not self.fewer_points or one.points < old.points)
            and (not fitting or fits(game, str(one.id), old))
        ]

    @staticmethod
    @rule("19.2")
    def named_traits(game: Game, id: str) -> set[str]:
        """The names of the traits on the card of a character, in all languages."""
        names = (trait.name.words for trait in sheet(game, id).printed.traits)
        return {name for words in names for name in ((words,) if isinstance(words, str) else words.values())}

    def said(self, wording: Wording) -> str:
        who = [wording.say("replaced_by.named", named=self.named)] if self.named else []
        who += [wording.say("replaced_by.figure", figure=self.figure)] if self.figure else []
        who += [wording.say("replaced_by.traits", traits=wording.either.join(self.traits))] if self.traits else []
        who += [wording.say(f"replaced_by.{what}") for what in ("same_name", "fewer_points") if getattr(self, what)]
        whom = wording.say("replaced_by.by", who=wording.say("replaced_by.and").join(who)) if who else ""
        told = wording.say("verb.replace" if self.optional else "verb.replace_forced", by=whom)
        told = wording.say("verb.replace_at_start", told=told) if self.click == "starting line" else told
        then = wording.effects(self.then)
        return wording.say("verb.replace_then", told=told, then=then) if then else told
