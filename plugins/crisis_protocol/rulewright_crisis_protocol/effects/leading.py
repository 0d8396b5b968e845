"""Leadership abilities that texts give and make active, and the affiliation that a squad uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from rulewright import Roll, ask_which
from rulewright.programs import then_do
from rulewright.vocabulary import Effect, Id, OpenWord, Some, Verb, variants

from ..events.attacks import DiceRolled, RollOver
from ..events.before import AffiliationUsed, LeaderAnnounced
from ..leaderships import active_of, gain, lead, leaderships_of, led_by, stop_leading
from ..running import Run, who
from ..superpowers.moments import CHOSEN
from ..terms import able, character, game_dice, side
from .lasting import Lasting, lasting
from .words import Icon, Role, Who, meant

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from ..book.wording import Wording


class GainLeadership(Verb, name="gain_leadership", rule="leadership.active"):
    """A character has a leadership ability that the card prints; where that is said it is the active one of its squad
    at once, instead of any other."""

    leadership: Id = Field(description="the id of the leadership ability")
    who: Role = "self"
    active: bool = Field(False, description="whether it is the active leadership ability of the squad")

    en = variants(
        "{who} gains the leadership ability {leadership}",
        active="{who} gains the leadership ability {leadership}, which is the active one",
    )
    zh = variants("{who}获得领导力{leadership}", active="{who}获得领导力{leadership}，且其为生效的领导力")

    def do(self, game: Game, run: Run) -> Steps:
        one = who(game, run, self.who)
        if not one:
            return
        yield gain(game, one, self.leadership)
        if self.active:
            yield from _lead(game, one, self.leadership, alone=True, rule=self.rule)

    def variant(self) -> str:
        return "active" if self.active else ""

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {**super().facts(wording), "leadership": wording.called(self.leadership)}


class Lead(Verb, name="lead", rule="leadership.active"):
    """A leadership ability of a character becomes active: one of these affiliations, or of the one that its squad uses;
    besides others that are, or instead of them."""

    who: Role = "chosen"
    affiliations: Annotated[tuple[Id, ...], OpenWord("affiliation")] = ()
    alone: bool = Field(False, description="whether no other leadership ability of the squad is active any longer")

    en = variants(
        "the leadership ability ({squad}) of {who} becomes active",
        alone="the leadership ability ({squad}) of {who} becomes active, and no other one of its squad is any longer",
    )
    zh = variants("{who}的领导力（{squad}）生效", alone="{who}的领导力（{squad}）生效，其小队的其他领导力不再生效")

    def do(self, game: Game, run: Run) -> Steps:
        one = who(game, run, self.who)
        if not one:
            return
        squad = game.state.squads[character(game, one).player]
        wanted, active = self.affiliations or (squad.affiliation,), active_of(game, one)
        own = [each for each in leaderships_of(game, one) if game.content.required[each] in wanted]
        if open_ := [each for each in own if each not in active]:
            ability = yield from ask_which(run.player, "leadership", open_, self.rule, character=one)
            yield from _lead(game, one, ability, self.alone, self.rule)

    def variant(self) -> str:
        return "alone" if self.alone else ""

    def facts(self, wording: Wording) -> dict[str, Any]:
        told = wording.either.join(wording.called(one) for one in self.affiliations)
        squad = told or wording.say("affiliation.own")
        return {"who": wording.whom(self.who), "squad": squad}


def _lead(game: Game, one: str, ability: str, alone: bool, rule: str) -> Steps:
    """A leadership ability of a character is active from now on."""
    player = character(game, one).player
    if alone and (ended := stop_leading(game, player)):
        yield ended
    yield LeaderAnnounced(player, one, rule=rule)
    yield list(lead(game, player, one, ability))


class SuspendLeadership(Lasting, name="suspend_leadership", rule="leadership.active"):
    """The leadership abilities of characters are not active for a time."""

    who: Who = "chosen"

    en = "the leadership ability of {who} is not active {until}"
    zh = "{until}{who}的领导力不生效"

    def do(self, game: Game, run: Run) -> Steps:
        for one in meant(game, run, self.who):
            for target, gives in led_by(game, one):
                counts = {"counters": tuple(gives), "suspends": one}
                if begun := lasting(game, run, (target,), self.until, counts, self.rule):
                    yield begun


class RollOff(Verb, name="roll_off", rule="dice.faces", opens=(CHOSEN,)):
    """The character and another one each roll dice, and whoever shows fewer of these icons is meant by "chosen" in what
    follows; nothing does where both show as many."""

    against: Role = "chosen"
    dice: Literal["stamina", "stamina left"] = "stamina left"
    icons: Some[Icon]
    then: tuple[Effect, ...] = ()

    en = "it and {against} each roll dice equal to {dice}; to whoever shows fewer of {icons}: {then}"
    zh = "其与{against}各掷等同于{dice}的骰子；对{icons}较少的一方：{then}"

    def do(self, game: Game, run: Run) -> Steps:
        shown: dict[str, int] = {}
        for one in (run.character, who(game, run, self.against)):
            if not able(game, one):
                return
            stamina = side(game, one).stamina - (character(game, one).damage if self.dice == "stamina left" else 0)
            faces = yield Roll(game_dice(stamina), character(game, one).player, "effect roll", self.rule)
            yield DiceRolled(one, "roll", tuple(map(str, faces)), rule=self.rule)
            shown[one] = sum(str(face) in self.icons for face in faces)
            if "rolled" in game.content.moments:
                yield RollOver(one, tuple(map(str, faces)), rule=self.rule)
        fewest = min(shown, key=lambda one: shown[one])
        if len({*shown.values()}) > 1:
            yield then_do(game, run, self.then, chosen=fewest)

    def worth(self, judge: Any) -> float:
        return 0.0

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {
            "against": wording.whom(self.against), "icons": wording.icons(self.icons),
            "dice": wording.say(f"amount.{self.dice}", whose=wording.whose("self")),
            "then": wording.effects(self.then),
        }  # fmt: skip


class UseAffiliation(Verb, name="use_affiliation", rule="affiliation.condition", whom=None):
    """The squad of the player uses an affiliation from now on, whoever belongs to it."""

    affiliation: Annotated[Id, OpenWord("affiliation", carried=True)]

    en = "the squad uses the affiliation {affiliation}"
    zh = "小队使用{affiliation}隶属"

    def do(self, game: Game, run: Run) -> AffiliationUsed:
        return AffiliationUsed(run.player, self.affiliation, rule=self.rule)

    def facts(self, wording: Wording) -> dict[str, Any]:
        return {"affiliation": wording.called(self.affiliation)}
