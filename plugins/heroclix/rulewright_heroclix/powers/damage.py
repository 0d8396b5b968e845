"""Standard damage powers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import (
    EffectKind,
    Limit,
    Power,
    Roll,
    ask_which,
    begin_effect,
    choose,
    during,
    kept_while,
    rule,
    until_next,
    version_of,
)
from rulewright.powers import Bearer, after, before, forbids, modifies, permits, use
from rulewright.timing import AFTER

from ..actions import action
from ..attack.dice import lie
from ..damage import heal
from ..dice.rolls import d6, more, result, succeeds
from ..events.attacks import Targeted
from ..events.damage import PowerUsed
from ..events.dice import D6Rolled
from ..events.turns import TokenGiven, TokenRemoved, TurnBegan
from ..lasting import OUTWITTED, SHAPE_CHANGED, what_is_carried
from ..numbers import BE_GIVEN
from ..space.board import adjacent, adjacent_friends, standing
from ..terms import (
    Attack,
    attack_of,
    character,
    friendly,
    has,
    lesser,
    made_by,
    on_map,
    safe_from,
    sheet,
    shows,
)
from .card import printed, standard
from .reach import KEPT_OFF, beside, further, means, reached, reached_foes, reaches, reaches_any
from .used import used

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulewright import Game, Position

    from ..dice.rolls import Rolling
    from ..terms import Doing


@standard("damage", "purple")
class Expert(Power, name="close-combat-expert", rule="pac.close-combat-expert"):
    """It modifies attack +1 and damage +1 while it makes a close attack."""

    kind = "close"

    @modifies("attack", "modify")
    def aim(self, game: Game, me: Bearer) -> int | None:
        return 1 if made_by(attack_of(game), me.id, self.kind) else None

    @modifies("damage", "modify")
    def strike(self, game: Game, me: Bearer) -> int | None:
        return 1 if made_by(attack_of(game), me.id, self.kind) else None


@standard("damage", "red")
class RangedExpert(Expert, name="ranged-combat-expert", rule="pac.ranged-combat-expert"):
    """It modifies attack +1 and damage +1 while it makes a range attack."""

    kind = "range"


@standard("damage", "pink")
class Empower(Power, name="empower", rule="pac.empower"):
    """Adjacent friendly characters modify damage +1 while they make a close attack."""

    kind = "close"

    @modifies("damage", "modify", others=True)
    def help(self, game: Game, me: Bearer, other: str) -> int | None:
        helps = made_by(attack_of(game), other, self.kind) and friendly(game, me.id, other)
        near = helps and adjacent(game, me.id, other)
        return 1 if near and means(game, me.id, self.name, other) else None


@standard("damage", "green")
class Enhancement(Empower, name="enhancement", rule="pac.enhancement"):
    """Adjacent friendly characters modify damage +1 while they make a range attack."""

    kind = "range"


@standard("damage", "light green")
class ExploitWeakness(Power, name="exploit-weakness", rule="pac.exploit-weakness"):
    """Damage dealt by its close attacks is penetrating damage."""

    @permits("deal penetrating damage")
    def pierce(self, game: Game, me: Bearer) -> bool:
        return made_by(attack_of(game), me.id, "close")


@standard("damage", "orange")
class BattleFury(Power, name="battle-fury", rule="pac.battle-fury"):
    """It makes no range attacks, cannot be carried, and shrugs off tokens and tricks of opposing characters."""

    @forbids("make range attacks")
    @forbids(BE_GIVEN["RANGE"])
    @forbids("be carried")
    def rage(self, game: Game, me: Bearer) -> bool:
        return True

    @before(TokenGiven, me="character", only=lambda game, me, event: bool(event.by)
            and not friendly(game, me.id, event.by))  # fmt: skip
    def go_on(self, game: Game, me: Bearer, event: TokenGiven) -> None:
        return None


@rule("6.11", "keyword.stop", "22.9")
def heal_half(game: Game, me: Bearer, id: str, power: str, rule: str) -> Any:
    """A character is healed half the result of a d6, rounded up; 1 click less with STOP."""
    face = yield from d6(game, me.player, me.id, power)
    less = 1 if has(game, "stop", id) else 0
    yield from heal(game, id, (result(face, more(game, me, power)) + 1) // 2 - less, rule)


@rule("6.6a")
def helped(position: Position, id: str) -> list[str]:
    """The adjacent friendly characters that Support may help, hurt or not."""
    return beside(position, id, "support")


@standard("damage", "yellow", rolled=True, used=True)
class Support(Power, name="support", rule="pac.support"):
    """POWER: an adjacent friendly character is healed half the result of a d6, rounded up."""

    @action("POWER", helped, "nobody_to_help")
    def support(self, game: Game, doing: Doing) -> Any:
        one = yield from ask_which(doing.player, "support", helped(game, doing.character), self.rule)
        yield from used(game, Bearer(game, "characters", doing.character), self, one)
        me = Bearer(game, "characters", doing.character, doing.name.partition(":")[2])
        yield from heal_half(game, me, one, self.name, self.rule)


@rule("pac.battle-fury")
def seen_through(game: Game, me: Bearer, event: Targeted) -> bool:
    """Whether Battle Fury keeps an opposing character from using Shape Change."""
    return has(game, "battle-fury", event.attacker) and not friendly(game, me.id, event.attacker)


@standard("damage", "blue", rolled=True, used=True)
class ShapeChange(Power, name="shape-change", rule="pac.shape-change"):
    """When it would be targeted by an attack, its player may roll a d6: on 5 or 6 it cannot be this turn."""

    @before(Targeted, me="target", optional=True, limit=Limit(1, "attack", name="shape-change"),
            only=lambda game, me, event: not seen_through(game, me, event))  # fmt: skip
    def change(self, game: Game, me: Bearer, event: Targeted) -> Any:
        yield from used(game, me, self, event.attacker)
        face = yield from d6(game, me.player, me.id, "shape change")
        if not succeeds(face, 5, more(game, me, self.name)):
            return event
        yield begin_effect(
            game, SHAPE_CHANGED, during("turn"), source=("characters", event.attacker),
            target=("characters", me.id), even_if_lost=True, rule=self.rule,
        )  # fmt: skip
        return None


@rule("pac.probability-control")
def may_change(position: Position, me: Bearer, roll: Attack | Rolling) -> bool:
    """Whether it is an attack roll or a break away roll, of a character that Probability Control reaches."""
    if isinstance(roll, Attack):
        who = roll.attacker
    elif roll.what == "break away":
        who = roll.character
    else:
        return False
    return on_map(position, who) and reaches(position, str(me.id), "probability-control", who)


@standard("damage", "light blue", used=True)
class ProbabilityControl(Power, name="probability-control", rule="pac.probability-control"):
    """Once per turn an attack roll or break away roll of a character in reach is rolled again."""

    @use("reroll", only=may_change, limit=Limit(1, "turn", name="probability-control"))
    def reroll(self, game: Game, me: Bearer, roll: Attack | Rolling) -> Any:
        yield from used(game, me, self, roll.attacker if isinstance(roll, Attack) else roll.character)
        faces = yield Roll.d6(len(roll.roll.numbers), roll.player, "reroll", "21.3")
        again = dict(enumerate(faces))
        yield from lie(game, roll, roll.roll.rerolled(again, self.name, me.player), "rerolled", self.rule)


@standard("damage", "brown", used=True)
class Perplex(Power, name="perplex", rule="pac.perplex"):
    """FREE: a combat value other than damage of a character within range and line of fire goes up or down by 1."""

    @action("FREE", lambda position, id: reaches_any(position, id, "perplex"), "nobody_within_range")
    def perplex(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        target = yield choose(doing.player, "perplex", reached(game, id, self.name), self.rule, character=id)
        yield from used(game, Bearer(game, "characters", id), self, target)
        changes = [(stat, by) for stat in ("speed", "attack", "defense", "range") for by in (1, -1)]
        stat, by = yield choose(doing.player, "change", changes, self.rule, character=target)
        yield begin_effect(
            game, PERPLEXED, until_next("turn", doing.player), source=("characters", id),
            target=("characters", target), data={"stat": stat, "layer": "modify", "amount": by}, rule=self.rule,
        )  # fmt: skip


@rule("13.3")
def outwitted(position: Position, id: str) -> list[str]:
    """The opposing characters within reach with a power that can be chosen."""
    return list(_outwitted(position, id))


def _outwitted(position: Position, id: str) -> Iterator[str]:
    return (one for one in reached_foes(position, id, "outwit") if choosable(position, one))


@standard("damage", "black", used=True)
class Outwit(Power, name="outwit", rule="pac.outwit"):
    """FREE: an opposing character within range and line of fire cannot use a power until the player's next turn."""

    @action("FREE", lambda position, id: next(_outwitted(position, id), None), "nobody_within_range")
    def outwit(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        found = outwitted(game, id)
        target = yield from ask_which(doing.player, "outwit", found, self.rule, character=id)
        yield from used(game, Bearer(game, "characters", id), self, target)
        power = yield choose(doing.player, "power", choosable(game, target), self.rule, character=target)
        yield begin_effect(
            game, OUTWITTED, until_next("turn", doing.player), source=("characters", id),
            target=("characters", target), data={"counters": power}, rule=self.rule,
        )  # fmt: skip


@rule("pac.outwit", "keyword.protected-outwit", "22.7")
def choosable(position: Position, id: str) -> list[str]:
    """What Outwit may choose: standard powers, those in use first, and special powers on the card; none protected."""
    held = from_card(position, id)
    powers = position.rules.powers.powers
    known = [*_standard(position), *(name for name in sheet(position, id).specials if name in powers)]
    protected = {name for name, proof in held if proof} - {name for name, proof in held if not proof}
    found = dict.fromkeys(name for name, _ in held if name in known)
    keep = [protects for _, protects in position.offers(PROTECTED, id)]
    if keep:
        protected.update(name for name in known if any(protects(position, name) for protects in keep))
    return [name for name in dict.fromkeys((*found, *known)) if name not in protected]


@kept_while(lambda position: None)
def _standard(position: Position) -> tuple[str, ...]:
    """The standard powers of the card, as far as the game has them."""
    return tuple(one.power.name for one in printed() if one.power.name in position.rules.powers.powers)


def from_card(position: Position, id: str) -> list[tuple[str, bool]]:
    """What a character's base, dial and card give it, each with whether it is protected against Outwit; and what those
    of its special powers contain that are protected."""
    held = (*shows(position, id).powers, *sheet(position, id).carries)
    pairs = [(one, False) if isinstance(one, str) else (one.name, OUTWITTED in one.proof) for one in held]
    specials = position.content.specials
    inside = ((name, True) for one, proof in pairs if proof and one in specials for name in specials[one].contains)
    return [(name.partition(":")[0], proof) for name, proof in (*pairs, *inside)]


PROTECTED: Final = "protected powers"
"""By this name texts offer which powers of their character Outwit cannot choose: a function of the game and a power."""
PERPLEXED: Final = "perplexed"


@rule("20.3", "20.6c", "keyword.safeguard")
def perplexed_no_more(game: Game, effect: Any) -> bool:
    """Whether the one that perplexed can do so no more, or the target is safe from it by now."""
    return not has(game, "perplex", effect.source) or not can_be_used(game, effect, "perplex")


@rule("keyword.safeguard", "20.4")
def can_be_used(game: Game, effect: Any, power: str) -> bool:
    """Whether nothing keeps a power off the character that it was used on."""
    if safe_from(game, effect.target, power, effect.source):
        return False
    return not any(off(game, power, effect.source) for _, off in game.offers(KEPT_OFF, effect.target))


@rule("20.3", "20.6c", "keyword.safeguard", "keyword.protected-outwit")
def outwitted_no_more(game: Game, effect: Any) -> bool:
    """Whether the one that outwitted can do so no more, or the power or its bearer is protected by now."""
    if not has(game, "outwit", effect.source) or not can_be_used(game, effect, "outwit"):
        return True
    return on_map(game, effect.target) and effect.data["counters"] not in choosable(game, effect.target)


def what_keeps_off(game: Game) -> Any:
    """What `perplexed_no_more` and `outwitted_no_more` read: where texts keep powers off, anything."""
    return version_of(game) if _texts_keep_off(game) else (standing(game), game.state.characters.version)


@kept_while(what_is_carried)
def _texts_keep_off(game: Game) -> bool:
    """Whether a text that anyone carries may keep a power off, or protect one."""
    return bool(game.offering(KEPT_OFF) or game.offering(PROTECTED))


EFFECTS: Final = (
    EffectKind(PERPLEXED, lost=perplexed_no_more, reads=what_keeps_off),
    EffectKind(OUTWITTED, lost=outwitted_no_more, reads=what_keeps_off),
)


@rule("pac.leadership", "8.1e")
def worth_leading(game: Game, me: Bearer) -> bool:
    """Whether anything can come of the roll: someone may lose a token, or a text hears of it."""
    news = (PowerUsed(str(me.id), "leadership"), *(D6Rolled(str(me.id), "leadership", face) for face in range(1, 7)))
    return bool(led(game, me.id)) or any(game.rules.powers.candidates(game, one, AFTER, -1) for one in news)


@standard("damage", "gray", rolled=True, used=True)
class Leadership(Power, name="leadership", rule="pac.leadership"):
    """The action total is 1 higher; at the beginning of the turn a friend beside it may lose an action token."""

    @modifies("action total", "increase", others=True, group="leadership")
    def inspire(self, game: Game, me: Bearer, player: int) -> int | None:
        return 1 if me.player == player else None

    @after(TurnBegan, only=lambda game, me, event: event.player == me.player, optional=True,
           usable=lambda game, me, event: worth_leading(game, me),
           limit=Limit(1, "turn", name="leadership"))  # fmt: skip
    def lead(self, game: Game, me: Bearer, event: TurnBegan) -> Any:
        yield from used(game, me, self)
        face = yield from d6(game, me.player, me.id, "leadership")
        found = led(game, me.id)  # what the roll triggered may have changed that
        if found and succeeds(face, 5, more(game, me, self.name)):
            one = yield from ask_which(me.player, "lead", found, self.rule)
            yield TokenRemoved(one, rule=self.rule)


def led(position: Position, id: str) -> list[str]:
    """The adjacent friends with action tokens of a lower point value, or that share a keyword."""
    friends = adjacent_friends(position, id)
    less = [one for one in friends if character(position, one).tokens and lesser(position, one, id)]
    others = (one for one in further(position, id, "leadership") if character(position, one).tokens)
    return [one for one in dict.fromkeys((*less, *others)) if means(position, id, "leadership", one)]
