"""The vocabulary of effects: each verb with what content says, what it does, and its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import Field

from rulewright import Request, Roll, Subset, choose, vocabulary
from rulewright.programs import counted, then_do
from rulewright.vocabulary import LARGEST, Amount, Count, Effect, Lexicon, Some, Test, Verb, variants

from . import forced, moving
from .attack import ATTACK_ACTION, pool_in, shows
from .conditions import afflict, cure
from .damage import damage, power_for
from .events import DamageRemoved, PowerLost
from .moving import MOVE
from .objectives import drop_all
from .running import Run, doer, who
from .terms import DIE, REROLLS, Attack, Dodge, Pool, able, character, pool_of
from .world import within

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps

    from .wording import Wording

Who = Literal["self", "chosen", "attacker", "target"]
Condition = Literal["bleed", "hex", "incinerate", "judgement", "poison", "root", "shock", "slow", "stagger", "stun"]
Tool = Literal["short", "medium", "long"]
Icon = Literal["critical", "wild", "hit", "block", "blank", "failure"]
Range = int


# Amounts and conditions -------------------------------------------------------------------------------------


class Faces(Count, key="faces"):
    """How many dice of a pool of the attack show an icon."""

    faces: Icon
    of: Literal["attack", "defense"] = "attack"

    def count(self, game: Game, run: Run) -> int:
        attack = game.find_context(Attack)
        roll = None if attack is None else pool_in(attack, self.of).roll
        return 0 if roll is None else roll.count((self.faces,))

    def said(self, wording: Wording) -> str:
        return wording.say("amount.faces", icon=wording.icon(self.faces), pool=wording.pool(self.of))


def dealt(game: Game, run: Run) -> int:
    """The damage that the attack has dealt."""
    attack = game.find_context(Attack)
    return 0 if attack is None else attack.dealt


def spent(game: Game, run: Run) -> int:
    """The power that was paid for the effect."""
    return run.spent


class SizeAtMost(Test, key="size_at_most"):
    """A character is of this size or less."""

    size_at_most: int = Field(ge=1, le=6)
    of: Who = "target"

    def holds(self, game: Game, run: Run) -> bool:
        one = who(game, run, self.of)
        return bool(one) and game.content.characters[character(game, one).card].size <= self.size_at_most

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.size_{self.of}", size=self.size_at_most)


class Has(Test, key="has"):
    """A character has a special condition."""

    has: Condition
    of: Who = "target"

    def holds(self, game: Game, run: Run) -> bool:
        one = who(game, run, self.of)
        return bool(one) and self.has in character(game, one).conditions

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.has_{self.of}", condition=wording.affliction(self.has))


class Near(Test, key="near"):
    """A character is within a range of the one whose effect it is."""

    near: int = Field(ge=1, le=5, description="the range")
    of: Who = "target"

    def holds(self, game: Game, run: Run) -> bool:
        one = who(game, run, self.of)
        return bool(one) and able(game, run.character) and within(game, run.character, one, self.near)

    def said(self, wording: Wording) -> str:
        return wording.say(f"test.near_{self.of}", range=self.near)


# Power, damage, conditions ----------------------------------------------------------------------------------


class GainPower(Verb, name="gain_power", rule="power.tokens"):
    """A character gains power."""

    amount: Amount = 1
    to: Who = "self"

    en = variants(
        self="it gains {amount} power", target="the target gains {amount} power",
        attacker="the attacker gains {amount} power", chosen="that character gains {amount} power",
    )  # fmt: skip
    zh = variants(
        self="其获得 {amount} 点力量", target="目标获得 {amount} 点力量",
        attacker="攻击者获得 {amount} 点力量", chosen="该角色获得 {amount} 点力量",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Event | None:
        one = who(game, run, self.to)
        return power_for(game, one, counted(self.amount, game, run), self.rule) if one else None

    def variant(self) -> str:
        return self.to


class LosePower(Verb, name="lose_power", rule="power.lose-more"):
    """A character loses power, all of it where it has no more."""

    amount: Amount = 1
    of: Who = "target"

    en = variants(
        self="it loses {amount} power", target="the target loses {amount} power",
        attacker="the attacker loses {amount} power", chosen="that character loses {amount} power",
    )  # fmt: skip
    zh = variants(
        self="其失去 {amount} 点力量", target="目标失去 {amount} 点力量",
        attacker="攻击者失去 {amount} 点力量", chosen="该角色失去 {amount} 点力量",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Event | None:
        one = who(game, run, self.of)
        amount = min(counted(self.amount, game, run), character(game, one).power) if one else 0
        return PowerLost(one, amount, rule=self.rule) if amount else None

    def variant(self) -> str:
        return self.of


class Damage(Verb, name="damage", rule="damage.tokens"):
    """A character suffers damage by this effect."""

    amount: Amount = 1
    to: Who = "target"

    en = variants(
        self="it suffers {amount} damage", target="the target suffers {amount} damage",
        attacker="the attacker suffers {amount} damage", chosen="that character suffers {amount} damage",
    )  # fmt: skip
    zh = variants(
        self="其受到 {amount} 点伤害", target="目标受到 {amount} 点伤害",
        attacker="攻击者受到 {amount} 点伤害", chosen="该角色受到 {amount} 点伤害",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Event | None:
        one, amount = who(game, run, self.to), counted(self.amount, game, run)
        if not one or not amount:
            return None
        return damage(game, one, amount, doer(game, run), rule=self.rule)

    def variant(self) -> str:
        return self.to


class Heal(Verb, name="heal", rule="damage.tokens"):
    """Damage tokens are taken off a character."""

    amount: Amount = 1
    of: Who = "self"

    en = variants(
        self="remove {amount} damage from it", target="remove {amount} damage from the target",
        attacker="remove {amount} damage from the attacker", chosen="remove {amount} damage from that character",
    )  # fmt: skip
    zh = variants(
        self="其移除 {amount} 点伤害", target="目标移除 {amount} 点伤害",
        attacker="攻击者移除 {amount} 点伤害", chosen="该角色移除 {amount} 点伤害",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Event | None:
        one = who(game, run, self.of)
        amount = min(counted(self.amount, game, run), character(game, one).damage) if one else 0
        return DamageRemoved(one, amount, rule=self.rule) if amount else None

    def variant(self) -> str:
        return self.of


class Afflict(Verb, name="condition", rule="condition.gain"):
    """A character gains a special condition."""

    condition: Condition
    to: Who = "target"

    en = variants(
        self="it gains {condition}", target="the target gains {condition}", attacker="the attacker gains {condition}",
        chosen="that character gains {condition}",
    )  # fmt: skip
    zh = variants(
        self="其获得{condition}状态", target="目标获得{condition}状态", attacker="攻击者获得{condition}状态",
        chosen="该角色获得{condition}状态",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Event | None:
        one = who(game, run, self.to)
        return afflict(game, one, self.condition, self.rule) if one else None

    def variant(self) -> str:
        return self.to

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"condition": wording.affliction(self.condition)}


class Cure(Verb, name="remove_condition", rule="field.condition.removal"):
    """A special condition is taken off a character: the one named, or one that its player chooses."""

    condition: Condition | None = None
    of: Who = "self"

    en = variants(
        self="remove {condition} from it", target="remove {condition} from the target",
        attacker="remove {condition} from the attacker", chosen="remove {condition} from that character",
    )  # fmt: skip
    zh = variants(
        self="其移除{condition}", target="目标移除{condition}", attacker="攻击者移除{condition}",
        chosen="该角色移除{condition}",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Steps:
        one = who(game, run, self.of)
        held = character(game, one).conditions if one else ()
        if self.condition is not None:
            held = tuple(each for each in held if each == self.condition)
        if held:
            which = held[0]
            if len(held) > 1:
                which = yield choose(run.player, "cure", held, self.rule, character=one)
            yield cure(game, one, which, self.rule)

    def variant(self) -> str:
        return self.of

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"condition": wording.affliction(self.condition)}


# Movement ---------------------------------------------------------------------------------------------------

_WAYS = Literal["", "away", "toward"]


class Forced(Verb):
    """A movement that someone else causes: away from or toward the one whose effect it is, or in any direction."""

    tool: Tool = "short"
    who: Who = "target"
    way: _WAYS = "away"

    def variant(self) -> str:
        return self.who

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"tool": wording.tool(self.tool), "way": wording.way(self.way)}

    def whom(self, game: Game, run: Run) -> str:
        """Whom it moves; empty where nobody is meant, or whose effect it is cannot act any more."""
        return who(game, run, self.who) if able(game, run.character) else ""


class Push(Forced, name="push", rule="push.rules"):
    """A character is pushed."""

    en = variants(
        self="push it {tool}{way}", target="push the target {tool}{way}", attacker="push the attacker {tool}{way}",
        chosen="push that character {tool}{way}",
    )  # fmt: skip
    zh = variants(
        self="推动其{way}（{tool}）", target="推动目标{way}（{tool}）", attacker="推动攻击者{way}（{tool}）",
        chosen="推动该角色{way}（{tool}）",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Steps:
        if one := self.whom(game, run):
            yield from forced.push(game, run.character, one, self.tool, self.way)


class Throw(Forced, name="throw", rule="throw.character-tool"):
    """A character is thrown, and collides with what it meets."""

    en = variants(
        self="throw it {tool}{way}", target="throw the target {tool}{way}", attacker="throw the attacker {tool}{way}",
        chosen="throw that character {tool}{way}",
    )  # fmt: skip
    zh = variants(
        self="投掷其{way}（{tool}）", target="投掷目标{way}（{tool}）", attacker="投掷攻击者{way}（{tool}）",
        chosen="投掷该角色{way}（{tool}）",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Steps:
        if one := self.whom(game, run):
            yield from forced.throw(game, run.character, one, self.tool, self.way)


class ThrowTerrain(Verb, name="throw_terrain", rule="throw.terrain-tool"):
    """The character throws an interactive terrain feature near it."""

    tool: Tool = "medium"
    size: int = Field(2, ge=1, le=5, description="the largest size that may be thrown")
    range: int = Field(2, ge=1, le=5, description="the reach to the terrain")

    en = "throw a terrain feature of size {size} or less within range {range} {tool}"
    zh = "投掷距离 {range} 内尺寸 {size} 或更小的地形（{tool}）"

    def do(self, game: Game, run: Run) -> Steps:
        if not able(game, run.character):
            return
        found = forced.throwable(game, run.character, self.range, self.size)
        if found:
            terrain = found[0]
            if len(found) > 1:
                about = run.character
                terrain = yield choose(run.player, "terrain", found, "field.throw-requirements", character=about)
            yield from forced.throw_terrain(game, run.character, terrain, self.tool)

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"tool": wording.tool(self.tool), "size": self.size, "range": self.range}


class Place(Verb, name="place", rule="place.range"):
    """A character is placed within a range of where it is, or of the one whose effect it is."""

    range: int = Field(1, ge=1, le=5)
    who: Who = "self"
    of: Literal["itself", "self"] = "itself"

    en = variants(
        self="place it within range {range}", target="place the target within range {range}{of}",
        attacker="place the attacker within range {range}{of}", chosen="place that character within range {range}{of}",
    )  # fmt: skip
    zh = variants(
        self="将其放置在距离 {range} 内", target="将目标放置在{of}距离 {range} 内",
        attacker="将攻击者放置在{of}距离 {range} 内", chosen="将该角色放置在{of}距离 {range} 内",
    )  # fmt: skip

    def do(self, game: Game, run: Run) -> Steps:
        one = who(game, run, self.who)
        if one and able(game, run.character):
            of = run.character if self.of == "self" else ""
            yield from moving.place(game, run.character, one, self.range, of)

    def variant(self) -> str:
        return self.who

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"range": self.range, "of": wording.say("place.of_self") if self.of == "self" else ""}


class Advance(Verb, name="move", rule="action.granted"):
    """A character makes a move, with its speed or with a movement tool of at most this length."""

    who: Who = "self"
    tool: Tool | None = None

    en = variants(self="it moves{tool}", target="the target moves{tool}", chosen="that character moves{tool}")
    zh = variants(self="其移动{tool}", target="目标移动{tool}", chosen="该角色移动{tool}")

    def do(self, game: Game, run: Run) -> Any:
        one = who(game, run, self.who)
        if not one or not game.may("move", one):
            return None
        return MOVE(player=character(game, one).player, character=one, tool=self.tool or "")

    def variant(self) -> str:
        return self.who

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"tool": "" if self.tool is None else wording.say("move.tool", tool=wording.tool(self.tool))}


class AttackNow(Verb, name="attack", rule="action.granted"):
    """The character makes an attack action that does not count as one of its own."""

    attack: str | None = Field(None, description="which of its attacks; any without")

    en = "it makes an attack"
    zh = "其进行一次攻击"

    def do(self, game: Game, run: Run) -> Any:
        if not able(game, run.character) or not game.may("attack", run.character):
            return None
        return ATTACK_ACTION(player=run.player, character=run.character, attack=self.attack or "")


class Drop(Verb, name="drop", rule="objective.drop"):
    """A character drops the objective tokens that it holds."""

    who: Who = "target"

    en = variants(target="the target drops its objective tokens", chosen="that character drops its objective tokens")
    zh = variants(target="目标丢弃其目标标记", chosen="该角色丢弃其目标标记")

    def do(self, game: Game, run: Run) -> Steps:
        one = who(game, run, self.who)
        if one:
            yield from drop_all(game, one)

    def variant(self) -> str:
        return "chosen" if self.who == "chosen" else "target"


# Dice -------------------------------------------------------------------------------------------------------


class AddDice(Verb, name="add_dice", rule="attack.step-4"):
    """Dice are added to the pool of the character in this attack, or removed from it."""

    amount: Amount = 1

    en = "add {amount} dice to its roll"
    zh = "其掷骰增加 {amount} 个骰子"

    def do(self, game: Game, run: Run) -> Event | None:
        attack = game.find_context(Attack)
        pool = "" if attack is None else pool_of(attack, run.character)
        if attack is None or not pool:
            return None
        dice = pool_in(attack, pool).dice + counted(self.amount, game, run)
        noted: dict[str, Any] = {f"{pool}_pool": Pool(max(1, dice))}
        return game.note(attack, **noted)


def pools(game: Game) -> Any:
    """The attack or the dodge whose dice lie on the table."""
    dodge = game.find_context(Dodge)
    return dodge if dodge is not None else game.find_context(Attack)


class Reroll(Verb, name="reroll", rule="attack.reroll-limit"):
    """The character rerolls some of its own dice; each die once by this ability, failures never."""

    amount: int = Field(1, ge=1, le=LARGEST)

    en = "reroll up to {amount} of its dice"
    zh = "重投其至多 {amount} 个骰子"

    def do(self, game: Game, run: Run) -> Steps:
        context = pools(game)
        pool = pool_of(context, run.character)
        roll = pool_in(context, pool).roll
        dice = () if roll is None else REROLLS.may_reroll(roll, run.source)
        if roll is None or not dice or not game.may("modify dice", run.character):
            return
        space = Subset(dice, 0, min(self.amount, len(dice)))
        chosen = yield Request(run.player, "reroll", space, REROLLS.rule, {"character": run.character, "pool": pool})
        if chosen:
            faces = yield Roll((DIE,) * len(chosen), run.player, "reroll", REROLLS.rule)
            again = dict(zip(chosen, faces, strict=True))
            yield shows(game, context, pool, roll.rerolled(again, run.source, run.player), self.rule)


class ChangeDie(Verb, name="change_die", rule="attack.step-9"):
    """Dice of the attack with one of these faces are changed to another one; failures never."""

    faces: Some[Icon]
    to: Icon
    of: Literal["own", "opposing"] = "own"
    amount: int = Field(1, ge=1, le=LARGEST)

    en = variants(
        own="change {amount} of its {faces} to {to}", opposing="change {amount} of the opposing {faces} to {to}"
    )
    zh = variants(own="将其 {amount} 个{faces}改为{to}", opposing="将对方 {amount} 个{faces}改为{to}")

    def do(self, game: Game, run: Run) -> Steps:
        context = pools(game)
        pool = pool_of(context, run.character)
        if self.of == "opposing":
            pool = {"attack": "defense", "defense": "attack"}.get(pool, "")
        for _ in range(self.amount):
            context = pools(game)
            roll = pool_in(context, pool).roll
            may = () if roll is None else REROLLS.may_change(roll, run.source)
            dice = [die for die in may if roll is not None and roll.faces[die] in self.faces]
            if roll is None or not dice:
                return
            die = dice[0]
            if len({roll.faces[each] for each in dice}) > 1:
                die = yield choose(run.player, "change_die", dice, self.rule, character=run.character, pool=pool)
            yield shows(game, context, pool, roll.changed({die: self.to}, run.source, run.player), self.rule)

    def variant(self) -> str:
        return self.of

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {
            "amount": self.amount, "faces": wording.icons(self.faces), "to": wording.icon(self.to),
        }  # fmt: skip


# Choices ----------------------------------------------------------------------------------------------------


class ChooseCharacter(Verb, name="choose_character", rule="terms.objects"):
    """One or no character is chosen, whom what follows means by "chosen"."""

    side: Literal["enemy", "allied", "any"] = "enemy"
    range: int = Field(2, ge=1, le=5)
    size: int = Field(6, ge=1, le=6, description="of this size or less")
    then: Some[Effect]

    en = "choose {whom} within range {range}: {then}"
    zh = "选择距离 {range} 内的{whom}：{then}"

    def do(self, game: Game, run: Run) -> Steps:
        found = list(self._found(game, run))
        if found:
            one = found[0]
            if len(found) > 1:
                one = yield choose(run.player, "character", found, self.rule, character=run.character)
            yield then_do(game, run, self.then, chosen=one)

    def _found(self, game: Position, run: Run) -> Iterator[str]:
        if not able(game, run.character):
            return
        own = character(game, run.character).player
        for other in game.state.characters.values():
            id = str(other.id)
            if id == run.character or not able(game, id) or not within(game, run.character, id, self.range):
                continue
            sided = self.side == "any" or (other.player != own) == (self.side == "enemy")
            if sided and game.content.characters[other.card].size <= self.size:
                yield id

    def facts(self, wording: Wording) -> dict[str, Any]:
        size = "" if self.size == 6 else wording.say("choose.size", size=self.size)
        return {"whom": wording.say(f"choose.{self.side}", size=size), "range": self.range}


class Choose(vocabulary.Choose, name="choose", rule="attack.effect-order"):
    """The player of the effect picks one of several."""


class May(vocabulary.May, name="may", rule="attack.effect-order"):
    """The player of the effect decides whether something happens."""


class ByHand(vocabulary.ByHand, name="by_hand", rule="overview.priority-of-rules"):
    """The player of the effect says what a text does that no program understands."""


VALUES: Final = {"damage_dealt": dealt, "power_spent": spent}

LEXICON: Final = Lexicon(
    Faces, SizeAtMost, Has, Near, GainPower, LosePower, Damage, Heal, Afflict, Cure, Push, Throw, ThrowTerrain, Place,
    Advance, AttackNow, Drop, AddDice, Reroll, ChangeDie, ChooseCharacter, Choose, May, ByHand, values=VALUES,
)  # fmt: skip
