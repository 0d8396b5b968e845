"""What every verb of Dice Throne is: whom it means, when it waits, and who is chosen for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Self

from msgspec.structs import replace
from pydantic import model_validator

from rulewright import Request, Violation, ask_which, choose, rule, vocabulary
from rulewright.programs import number
from rulewright.spaces import Subset
from rulewright.vocabulary import ContentModel, Count, Effect, Test, ValueWord, step, walk

from ..moments import NAMED
from ..resolution import Resolution, blank_run
from ..terms import in_play, opponents, targets
from .resolving import lacks_target
from .values import OWNED, candidates, faces_shown, target_of
from .words import OWN, ChosenPlayer, NamedHero, Who, names_several, played_by, role, seats

if TYPE_CHECKING:
    from rulewright import Game, Steps, View
    from rulewright.programs import Deed

    from ..book.sheets import Op
    from ..cards.compiling import Compiler
    from ..cards.content import Content
    from ..dice.tricks import Trick


class Verb(vocabulary.Verb):
    """A verb of this game. Whom it means stands in one of the fields ``to``, ``of``, ``by`` and ``against``."""

    roles: ClassVar[tuple[str, ...]] = ("to", "of", "by", "against")

    tells: ClassVar[bool] = False
    """Whether it only tells what happens: it neither asks nor rolls nor leads to others."""
    listened: ClassVar[tuple[str, ...]] = ()
    """The moments at which such a verb does lead to others, where any content listens to them."""
    patient: ClassVar[bool] = False
    """Whether it waits for the target if it concerns anyone but the attacker."""
    for_one: ClassVar[bool] = False
    """Whether one player carries it out, against one other."""
    needs_object: ClassVar[bool] = False
    """Whether it is of use only where it finds something to work on, as `has_object` says."""
    breaks: ClassVar[bool] = False
    """Whether it is a break, after which the text goes on."""
    alters_dice: ClassVar[bool] = False
    """Whether it changes dice that lie on the table."""

    if TYPE_CHECKING:

        @property
        def deed(self) -> Op: ...

    def compiled(self, compiler: Compiler) -> None:
        """What it works out once, when it has its numbers."""

    @model_validator(mode="after")
    def _for_one_player(self) -> Self:
        several = [name for name in ("by", "against") if self.for_one and names_several(vars(self).get(name))]
        if several:
            raise ValueError(f"{', '.join(several)}: one player does it, against one; {self.word!r} is not for several")
        return self

    # -- whom it means

    @property
    def chosen(self) -> ChosenPlayer | None:
        """Whom the player of the effect names for it."""
        said = vars(self)  # to ask a model for fields that it lacks is slow
        return next((who for name in self.roles if isinstance(who := said.get(name), ChosenPlayer)), None)

    @property
    def whom(self) -> Who:
        """Whom it means first of all."""
        said = vars(self)
        return next((who for name in self.roles if (who := said.get(name)) is not None), "self")

    @rule("3.5.trigger")
    def means_target(self, *, whom: bool = True) -> bool:
        """Whether it speaks of the target: as whom it means, or in an amount or a condition."""
        fields = [getattr(self, name) for name in type(self).model_fields if whom or name not in self.roles]
        return any(map(_speaks_of_target, fields))

    def waits_for_target(self) -> bool:
        """Whether it waits for step 1 of the Defensive Roll Phase when it is part of an offensive ability."""
        meant = [said for name in self.roles if (said := vars(self).get(name)) is not None]
        return self.patient and any(not (isinstance(who, str) and who in OWN) for who in meant)

    def aims_only(self) -> bool:
        """Whether it means the target only to deal it damage, which in an ability is the Attack itself (7.2)."""
        return False

    def aims_elsewhere(self) -> bool:
        """Whether it is collateral damage, which has a target of its own (7.3)."""
        return False

    def strikes(self) -> bool:
        """Whether it deals damage to the target of an ability."""
        return False

    def weakens(self) -> bool:
        """Whether it takes from the damage of an Attack, or lets it fail."""
        return False

    def shields(self) -> bool:
        """Whether it keeps something from someone: damage, tokens, defeat."""
        return False

    def brings(self) -> tuple[str, ...]:
        """Whom the player of the effect names is known to the text from then on."""
        return () if self.chosen is None else (NAMED,)

    # -- what it can work on

    def objects(self) -> tuple[Verb, ...]:
        """The effects, this or those behind an "if", each of which needs an object; none where one needs none."""
        return (self,) if self.needs_object else ()

    def concerns(self, game: Game, run: Resolution, player: int) -> bool:
        """Whether it can concern a player: there is something to prevent, to remove, to roll."""
        return True

    @rule("7.2.modifier-use")
    def has_object(self, game: Game, player: int) -> bool:
        """Whether it would find something to work on for a player whose card or token says it."""
        run = blank_run(player, "")
        return any(self.concerns(game, run, other) for other in self._within_reach(game, run))

    @rule("9.1.no-direct-prevention")
    def _within_reach(self, game: Game, run: Resolution) -> tuple[int, ...]:
        """Whom a card can concern: everyone where the text lets choose, else those whom it names.

        A player who may prevent damage to "you" prevents none to a partner.
        """
        who = self.whom
        if isinstance(who, ChosenPlayer) or who == "chosen":
            return in_play(game, game.players)
        if self.deed.at_target and lacks_target(game, run, self.deed):
            return opponents(game, run.player)
        return seats(game, run, who)

    def hindrance(self, view: Any, run: Resolution) -> Violation | None:
        """It is impossible by hand where it reaches nobody, comes to nothing, or finds nothing to work on."""
        useless = self.needs_object and not self.has_object(view, run.player)
        no_object = Violation("no_object") if useless else None
        return self._missed(view, run) or self._nothing(view, run) or no_object

    def _missed(self, view: Any, run: Resolution) -> Violation | None:
        """Why it reaches nobody, or may mean more than one player."""
        for who in filter(None, (vars(self).get(name) for name in self.roles)):
            if isinstance(who, NamedHero):
                players = played_by(view, who.hero)
                if len(players) > 1:
                    return Violation("which_player", hero=view.content.heroes[who.hero].name)
                if not players:
                    playing = [hero.name for hero in view.state.heroes.values()]
                    return Violation("not_playing", hero=who.hero, heroes=playing)
            if not (
                isinstance(who, ChosenPlayer) or seats(view, run, who) or (who == "target" and _is_open(view, run))
            ):
                return Violation("nobody", who=who.hero if isinstance(who, NamedHero) else who)
        return None

    def _nothing(self, view: Any, run: Resolution) -> Violation | None:
        """Why its amount comes to nothing."""
        amount = vars(self).get("amount")
        if amount is None or isinstance(amount, str) or (self.deed.at_target and _is_open(view, run)):
            return None
        if (count := number(amount, view, run)) > 0:
            return None
        return Violation("comes_to_nothing", amount=count)

    def can(self, game: Game, run: Resolution) -> bool:
        """Whether nothing hinders it, whoever and whichever die is chosen for it."""
        spec = self.chosen
        if spec is not None:
            found = self._choosable(game, run, spec)
            if not found:
                return False
            run = replace(run, chosen=found)
        if any(map(_is_chosen_die, vars(self).values())):
            run = replace(run, picked=max(faces_shown(game, run, "roll"), default=0))
        if self.hindrance(game, run) is not None:
            return False
        if _is_open(game, run) and self.whom == "target":
            players = targets(game, run.player)
        else:
            players = seats(game, run, "chosen" if spec is not None else self.whom)
        return any(self.finds(game, run, player) for player in players)

    def finds(self, game: Game, run: Resolution, player: int) -> bool:
        """Whether it comes to anything for a player whom it means: there are cards to discard.

        CP that are lost and tokens that are gained may come to nothing, and are offered all the same.
        """
        return True

    def serves_opponents(self, view: View, player: int) -> bool:
        """Whether everything it can do now helps an opponent."""
        return False

    def trick(self) -> Trick | None:
        """What it does to one's own dice of an offensive roll, for odds; None for nothing."""
        return None

    # -- what comes before it

    def takes(self, step: str, content: Content) -> bool:
        """Whether one of its further deeds may come at all."""
        if step == "choose_players":
            return self.chosen is not None
        return step != "choose_counted_die" or any(map(_is_chosen_die, vars(self).values()))

    def deeds(self) -> Iterator[Deed]:
        """Before it comes who or which die is chosen for it."""
        for name in BEFORE:
            if name in self.__dict__:
                yield getattr(self, name)
        yield self.deed

    @step
    def choose_players(self, game: Game, run: Resolution) -> Steps:
        """The player of the effect names whom it concerns, among those whom it can concern."""
        spec = self.chosen
        assert spec is not None
        found = self._choosable(game, run, spec)
        if len(found) > 1 and spec.count == 1:
            found = ((yield choose(run.player, "choose_player", found, "6.1.gain", source=run.source)),)
        elif len(found) > spec.count:
            least = 1 if spec.up_to else spec.count
            space = Subset(found, least, spec.count)
            found = yield Request(run.player, "choose_players", space, "6.1.gain", {"source": run.source})
        yield game.note(run, chosen=found)

    def _choosable(self, game: Game, run: Resolution, spec: ChosenPlayer) -> tuple[int, ...]:
        """Whom the player of the effect may name."""
        return tuple(who for who in candidates(game, run.player, spec.choose) if self.concerns(game, run, who))

    @step
    @rule("8.1.roll")
    def choose_counted_die(self, game: Game, run: Resolution) -> Steps:
        """Of the dice that the effect looks at, the player names the one that counts."""
        faces = sorted(set(faces_shown(game, run, "roll")))
        face = 0
        if faces:
            face = yield from ask_which(run.player, "count_die", faces, "8.1.roll", source=run.source)
        yield game.note(run, picked=face)

    # -- how it is said

    def variant(self) -> str:
        """The texts are told apart by whom they mean."""
        return role(self.whom)


def _is_open(view: Any, run: Resolution) -> bool:
    """Whether the target is still to be named, among several."""
    return target_of(view, run) < 0 and bool(targets(view, run.player))


BEFORE = ("choose_players", "choose_counted_die")
"""What comes before a verb, by name."""


def _speaks_of_target(value: Any) -> bool:
    if isinstance(value, ValueWord):
        return OWNED.get(value.name, ("",))[0] == "target"
    if isinstance(value, Count | Test):
        return any(map(_speaks_of_target, (part for _, part in value)))
    if isinstance(value, tuple):
        return any(map(_speaks_of_target, value))
    return isinstance(value, str) and value == "target"


def _is_chosen_die(amount: Any) -> bool:
    """Whether an amount, or one inside it, is a die that the player chooses."""
    parts = walk(amount) if isinstance(amount, Count) else ()
    return any(getattr(part, "best_die", "") == "chosen" for _, part in parts)


def parts_of(model: ContentModel, kind: Callable[[Verb], bool]) -> bool:
    """Whether an effect of a kind is in a model, which may be that effect itself."""
    return any(isinstance(part, Verb) and kind(part) for _, part in walk(model))


@rule("7.2.modifier-use")
def objects_of(effects: Iterable[Effect]) -> tuple[Verb, ...]:
    """The effects, those behind an "if" among them, if each of them needs an object; otherwise none."""
    found: tuple[Verb, ...] = ()
    for effect in effects:
        parts = effect.objects()  # type: ignore[attr-defined]
        if not parts:
            return ()
        found += parts
    return found


def objects_of_each(*sides: Iterable[Effect]) -> tuple[Verb, ...]:
    """Those of each of several alternatives; none where one of them needs no object."""
    found = [objects_of(effects) for effects in sides]
    return sum(found, ()) if all(found) else ()
