"""What can happen at the table. Events alone change the state; the words for them stand in text.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec.structs import replace

from rulewright import Event
from rulewright.programs import Key
from rulewright.state import Seen

from .state import DECK, DEFENCE, DISCARD, HAND, OFFENCE, PLAYED, Attack, Pending, Rolled, Throne, Token

if TYPE_CHECKING:
    from rulewright.state import Viewer

# Turn and phases --------------------------------------------------------------------------------------------


class StartPlayerFound(Event, frozen=True):
    """A player is the start player."""

    player: int

    def apply(self, state: Throne) -> None:
        state.round.edit(0).start = self.player


class TurnBegan(Event, frozen=True):
    """A player is the active player."""

    player: int
    number: int

    def apply(self, state: Throne) -> None:
        now = state.round.edit(0)
        now.active = self.player
        now.number = self.number
        now.skipped = now.extra = ()
        now.fewer = state.heroes[self.player].fewer
        for player, hero in state.heroes.items():
            if hero.used:
                state.heroes.edit(player).used = ()
        if state.heroes[self.player].skips:
            hero = state.heroes.edit(self.player)
            now.skipped, hero.skips = hero.skips, ()
        if now.fewer:
            state.heroes.edit(self.player).fewer = 0


class PhaseBegan(Event, frozen=True):
    """A phase of the turn began."""

    player: int
    phase: str

    def apply(self, state: Throne) -> None:
        state.round.edit(0).phase = self.phase
        for player, pending in state.pending.items():
            if pending.received:
                state.pending.edit(player).received = 0


PHASES = (
    "upkeep", "income", "main_1", "", "offensive_roll", "targeting_roll", "defensive_roll", "main_2", "discard"
)  # fmt: skip
"""The phases in order (3.order); between Main Phase 1 and the roll phases stands their common beginning."""


class SkipOrdered(Event, frozen=True):
    """A player skips a phase: the one of this turn that is still to come, or that of the next turn."""

    player: int
    phase: str
    source: str = ""

    def apply(self, state: Throne) -> None:
        now = state.round[0]
        if now.active == self.player and PHASES.index(now.phase) < PHASES.index(self.phase):
            now = state.round.edit(0)
            now.skipped = (*now.skipped, self.phase)
        else:
            hero = state.heroes.edit(self.player)
            hero.skips = (*hero.skips, self.phase)


class FewerRollsOrdered(Event, frozen=True):
    """A player has fewer roll attempts in the Offensive Roll Phase of this turn, or in that of the next turn."""

    player: int
    amount: int

    def apply(self, state: Throne) -> None:
        now = state.round[0]
        if now.active == self.player and PHASES.index(now.phase) <= PHASES.index("offensive_roll"):
            state.round.edit(0).fewer += self.amount
        else:
            state.heroes.edit(self.player).fewer += self.amount


class ExtraPhaseOrdered(Event, frozen=True):
    """A player will have one more Offensive Roll Phase in this turn, against someone."""

    player: int
    against: int

    def apply(self, state: Throne) -> None:
        now = state.round.edit(0)
        now.extra = (*now.extra, (self.player, self.against))


class RollPhasesBegan(Event, frozen=True):
    """The roll phases of a turn began, or began once more; no Attack is under way and no dice lie on the table."""

    player: int
    again: bool = False

    def apply(self, state: Throne) -> None:
        now = state.round.edit(0)
        now.phase = ""
        if self.again:
            now.extra = now.extra[1:]
            now.fewer = 0
        clear_table(state)


class RollPhasesEnded(Event, frozen=True):
    """The roll phases are over: the Attack is past, and the dice go off the table."""

    player: int

    def apply(self, state: Throne) -> None:
        clear_table(state)


def clear_table(state: Throne) -> None:
    """No Attack and no dice."""
    if state.attack[0].stage:
        state.attack.put(Attack(0))
    for place, rolled in state.rolls.items():
        if rolled.faces:
            state.rolls.put(Rolled(place))


class OnceUsed(Event, frozen=True):
    """Something that may be used once a turn was used."""

    player: int
    what: str

    def apply(self, state: Throne) -> None:
        hero = state.heroes.edit(self.player)
        hero.used = (*hero.used, self.what)


# Dice -------------------------------------------------------------------------------------------------------


class DiceRolled(Event, frozen=True):
    """Dice fell and lie in a place on the table."""

    player: int
    place: int
    faces: tuple[int, ...]
    source: str = ""

    def apply(self, state: Throne) -> None:
        fell = tuple(sorted(self.faces))
        state.rolls.put(Rolled(self.place, self.player, self.faces, self.source, attempts=1, fell=fell))


class EffectDiceRolled(DiceRolled, frozen=True):
    """The same, for an effect or a defence; in place -1 where nobody can touch them before they count."""

    def apply(self, state: Throne) -> None:
        if self.place >= 0:
            super().apply(state)


class TargetingDieRolled(DiceRolled, frozen=True):
    """The die that finds the target in a game of two teams; after an Ultimate nobody can change it."""

    locked: bool = False

    def apply(self, state: Throne) -> None:
        super().apply(state)
        state.rolls.edit(self.place).locked = self.locked


class DiceRerolled(Event, frozen=True):
    """A further roll attempt: which dice were rolled again, and what they show now."""

    player: int
    place: int
    indexes: tuple[int, ...]
    faces: tuple[int, ...]

    def apply(self, state: Throne) -> None:
        rolled = put_faces(state, self.place, self.indexes, self.faces)
        rolled.attempts += 1
        kept = [face for index, face in enumerate(rolled.faces) if index not in self.indexes]
        rolled.kept = tuple(sorted(kept))
        rolled.fell = tuple(sorted(rolled.faces))


class DiceRolledAgain(Event, frozen=True):
    """Dice on the table were rolled again because of someone's effect."""

    player: int
    place: int
    indexes: tuple[int, ...]
    faces: tuple[int, ...]
    source: str
    by: int

    def apply(self, state: Throne) -> None:
        put_faces(state, self.place, self.indexes, self.faces)


def put_faces(state: Throne, place: int, indexes: tuple[int, ...], faces: tuple[int, ...]) -> Rolled:
    """Some dice in a place show other numbers. Returns the record, still open for writing."""
    rolled = state.rolls.edit(place)
    shown = list(rolled.faces)
    for index, face in zip(indexes, faces, strict=True):
        shown[index] = face
    rolled.faces = tuple(shown)
    return rolled


class DieChanged(Event, frozen=True):
    """A die of a player was turned to another number, by themselves or by someone else."""

    player: int
    of: int
    place: int
    index: int
    before: int
    after: int
    source: str = ""

    def apply(self, state: Throne) -> None:
        rolled = state.rolls.edit(self.place)
        rolled.faces = (*rolled.faces[: self.index], self.after, *rolled.faces[self.index + 1 :])


class DiceTaken(Event, frozen=True):
    """The dice of an effect have done their work and go off the table."""

    places: tuple[int, ...]

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Throne) -> None:
        for place in self.places:
            state.rolls.put(Rolled(place))


# The Attack -------------------------------------------------------------------------------------------------


class AbilityAnnounced(Event, frozen=True):
    """The active player announced an offensive ability with these dice, or that none is activated."""

    player: int
    ability: str
    faces: tuple[int, ...]

    def apply(self, state: Throne) -> None:
        stage = "announced" if self.ability else "declined"
        announced = tuple(sorted(self.faces))
        state.attack.put(Attack(0, stage, self.player, variant=self.ability, announced=announced))


class RollResumed(Event, frozen=True):
    """The dice were altered, and the active player goes back to rolling."""

    player: int

    def apply(self, state: Throne) -> None:
        state.attack.put(Attack(0))


class AbilityLocked(Event, frozen=True):
    """The announcement stands: the dice are not changed any more, nothing of the ability has happened."""

    attacks: bool
    ultimate: bool

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Throne) -> None:
        attack = state.attack.edit(0)
        attack.attacks, attack.ultimate = self.attacks, self.ultimate
        state.rolls.edit(OFFENCE).locked = True


class AbilityActivated(Event, frozen=True):
    """The announced ability takes effect."""

    player: int
    ability: str
    target: int = -1

    def apply(self, state: Throne) -> None:
        attack = state.attack.edit(0)
        attack.stage, attack.target = "activated", self.target


class TargetChosen(Event, frozen=True):
    """The target of the ability is determined."""

    player: int
    target: int

    def apply(self, state: Throne) -> None:
        state.attack.edit(0).target = self.target


class EffectDeferred(Event, frozen=True):
    """An effect of the ability waits until its target is determined."""

    effect: Key
    dice: tuple[int, ...]
    chosen: tuple[int, ...]
    paid: int = 0
    removed: int = 0

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Throne) -> None:
        attack = state.attack.edit(0)
        attack.deferred = (*attack.deferred, self.effect)
        attack.dice = self.dice
        attack.chosen = self.chosen
        attack.paid, attack.removed = self.paid, self.removed


class AttackAdvanced(Event, frozen=True):
    """The Attack reached its next stage."""

    stage: str

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Throne) -> None:
        attack = state.attack.edit(0)
        attack.stage = self.stage
        if self.stage == "landing":
            attack.deferred = ()


class AttackDealsDamage(Event, frozen=True):
    """The Attack will deal damage: type and amount."""

    player: int
    type: str
    amount: int

    def apply(self, state: Throne) -> None:
        attack = state.attack.edit(0)
        attack.parts = (*attack.parts, (self.type, self.amount))


class AttackModified(Event, frozen=True):
    """The damage of the Attack was raised or lowered."""

    player: int
    amount: int
    source: str = ""

    def apply(self, state: Throne) -> None:
        state.attack.edit(0).bonus += self.amount


class AttackMadeUndefendable(Event, frozen=True):
    """The Attack cannot be defended any more."""

    player: int

    def apply(self, state: Throne) -> None:
        state.attack.edit(0).undefendable = True


class AttackCancelled(Event, frozen=True):
    """The ability fails: everything of it that has not happened yet, or only its damage."""

    player: int
    what: str

    def apply(self, state: Throne) -> None:
        attack = state.attack.edit(0)
        if attack.stage == "announced" and self.what == "everything":
            attack.stage = "declined"
        attack.attacks = False
        attack.parts = ()
        attack.bonus = 0
        if self.what == "everything":
            attack.deferred = attack.after = ()


class AfterDamageOrdered(Event, frozen=True):
    """Effects will follow the damage of the Attack if it deals enough."""

    at_least: int
    effect: Key
    dice: tuple[int, ...]
    paid: int = 0
    removed: int = 0

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Throne) -> None:
        attack = state.attack.edit(0)
        attack.after = (*attack.after, (self.at_least, self.effect))
        attack.dice = self.dice
        attack.paid, attack.removed = self.paid, self.removed


class TriggerFired(Event, frozen=True):
    """Something was triggered that happens once an Attack."""

    key: str

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Throne) -> None:
        attack = state.attack.edit(0)
        attack.fired = (*attack.fired, self.key)


class DefenceChosen(Event, frozen=True):
    """The defender activates a defensive ability, or none."""

    player: int
    ability: str

    def apply(self, state: Throne) -> None:
        state.attack.edit(0).defence = self.ability


class DefenceLocked(Event, frozen=True):
    """What the defensive roll shows is settled."""

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Throne) -> None:
        state.rolls.edit(DEFENCE).locked = True


class AttackDealt(Event, frozen=True):
    """The damage of the Attack has been applied."""

    player: int
    target: int
    amount: int

    def apply(self, state: Throne) -> None:
        attack = state.attack.edit(0)
        attack.stage = "dealt"
        attack.dealt = self.amount


# Damage and healing -----------------------------------------------------------------------------------------


class DamageGathered(Event, frozen=True):
    """Damage was produced; it is dealt when the phase ends."""

    player: int
    amount: int
    type: str
    source: str = ""

    def apply(self, state: Throne) -> None:
        pending = state.pending.edit(self.player)
        pending.damage = (*pending.damage, (self.type, self.amount, self.source))


class AttackCounted(DamageGathered, frozen=True):
    """The damage of the Attack joins the other damage of the phase."""


class HealingGathered(Event, frozen=True):
    """Healing was produced; it takes effect when the phase ends."""

    player: int
    amount: int
    source: str = ""

    def apply(self, state: Throne) -> None:
        state.pending.edit(self.player).healing += self.amount


class PreventionGathered(Event, frozen=True):
    """Some damage will be prevented: a number."""

    player: int
    amount: int
    source: str = ""

    def apply(self, state: Throne) -> None:
        state.pending.edit(self.player).fixed += self.amount


class PartPrevented(Event, frozen=True):
    """A part of the damage will be prevented: "all", "half up", "half down"."""

    player: int
    part: str
    source: str = ""

    def apply(self, state: Throne) -> None:
        pending = state.pending.edit(self.player)
        pending.fractions = (*pending.fractions, self.part)


class DamageRedirected(Event, frozen=True):
    """Some damage about to be dealt to one player goes to another: these pieces, those of the Attack last."""

    player: int
    to: int
    amount: int
    parts: tuple[tuple[str, int, str], ...] = ()
    of_attack: int = 0

    def apply(self, state: Throne) -> None:
        pending = state.pending.edit(self.player)
        left = self.amount - self.of_attack
        moved = {type for type, _, _ in self.parts}  # what cannot be ignored stays
        kept = []
        for type, amount, source in pending.damage:
            part = min(left, amount) if type in moved else 0
            left -= part
            if amount > part:
                kept.append((type, amount - part, source))
        pending.damage = tuple(kept)
        if self.of_attack:
            state.attack.edit(0).redirected += self.of_attack
        other = state.pending.edit(self.to)
        other.damage = (*other.damage, *self.parts)


class DamageShared(Event, frozen=True):
    """A companion will take some of the damage to its owner; -1 for all of it."""

    player: int
    companion: str
    amount: int

    def apply(self, state: Throne) -> None:
        pending = state.pending.edit(self.player)
        pending.shares = (*pending.shares, (self.companion, self.amount))


class HealthOrdered(Event, frozen=True):
    """Health will be this number when the phase ends, whatever it would have become."""

    player: int
    health: int

    def apply(self, state: Throne) -> None:
        state.pending.edit(self.player).health = self.health


class Healed(Event, frozen=True):
    """A player's side got health back."""

    player: int
    amount: int

    def apply(self, state: Throne) -> None:
        state.sides.edit(state.heroes[self.player].side).health += self.amount
        state.pending.edit(self.player).healing = 0


class DamageDealt(Event, frozen=True):
    """A player took damage: what is left of the output after prevention, and how much of it was stolen health."""

    player: int
    amount: int
    prevented: int = 0
    stolen: int = 0

    def apply(self, state: Throne) -> None:
        side = state.sides.edit(state.heroes[self.player].side)
        side.health = max(0, side.health - self.amount)
        state.pending.put(Pending(self.player, received=self.amount - self.stolen))


class HealthSet(Event, frozen=True):
    """Health was set to a number."""

    player: int
    health: int

    def apply(self, state: Throne) -> None:
        state.sides.edit(state.heroes[self.player].side).health = self.health
        state.pending.edit(self.player).health = None


class PendingDropped(Event, frozen=True):
    """Prevention that found nothing to prevent, and healing that found no room, end with the phase."""

    player: int

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Throne) -> None:
        state.pending.put(Pending(self.player))


class PlayerDefeated(Event, frozen=True):
    """A player's health is 0: the player is out, and so are the tokens that lay on the hero."""

    player: int

    def apply(self, state: Throne) -> None:
        hero = state.heroes.edit(self.player)
        hero.out = True
        hero.tokens = ()
        if state.round[0].extra:
            now = state.round.edit(0)
            now.extra = tuple(ordered for ordered in now.extra if self.player not in ordered)


# Tokens -----------------------------------------------------------------------------------------------------


class StatusGained(Event, frozen=True):
    """A player received tokens, as many as the stack limit left room for."""

    player: int
    status: str
    amount: int
    by: int

    def apply(self, state: Throne) -> None:
        hero = state.heroes.edit(self.player)
        turn = state.round[0].number
        for token in hero.tokens:
            if token.status == self.status:
                count = token.count + self.amount
                more = Token(self.status, count, self.by, turn, count - token.rested(turn))
                hero.tokens = tuple(more if other is token else other for other in hero.tokens)
                return
        hero.tokens = (*hero.tokens, Token(self.status, self.amount, self.by, turn, self.amount))


class StatusInflicted(StatusGained, frozen=True):
    """The same, of a token that came with the Attack under way."""

    def apply(self, state: Throne) -> None:
        super().apply(state)
        attack = state.attack.edit(0)
        attack.inflicted = (*attack.inflicted, (self.player, self.status, self.amount))


class AbilityCovered(Event, frozen=True):
    """A token was laid on an ability of its holder."""

    player: int
    status: str
    ability: str

    def apply(self, state: Throne) -> None:
        hero = state.heroes.edit(self.player)
        hero.covered = (*hero.covered, (self.status, self.ability))


class StatusRemoved(Event, frozen=True):
    """Tokens went back to the leaflet that they came from, those that came last first."""

    player: int
    status: str
    amount: int

    def apply(self, state: Throne) -> None:
        put_back(state, self.player, self.status, self.amount, fresh=self.amount)


class StatusSpent(StatusRemoved, frozen=True):
    """A player spent tokens for their effect; for one that asks for ``rested`` tokens, those that came earlier."""

    rested: bool = False

    def apply(self, state: Throne) -> None:
        put_back(state, self.player, self.status, self.amount, fresh=0 if self.rested else self.amount)


def put_back(state: Throne, player: int, status: str, amount: int, *, fresh: int) -> None:
    """Tokens leave a hero, at most ``fresh`` of them from those that came last."""
    hero = state.heroes.edit(player)
    hero.tokens = tuple(
        replace(token, count=token.count - amount, fresh=max(0, token.fresh - fresh))
        if token.status == status
        else token
        for token in hero.tokens
        if token.status != status or token.count > amount
    )
    if hero.covered:
        lying = [entry for entry in hero.covered if entry[0] == status]
        gone = lying[hero.count(status) :]
        hero.covered = tuple(entry for entry in hero.covered if entry not in gone)


class InflictionUndone(Event, frozen=True):
    """A token that came with the Attack is not received after all."""

    player: int
    status: str
    amount: int

    def apply(self, state: Throne) -> None:
        put_back(state, self.player, self.status, self.amount, fresh=self.amount)
        attack = state.attack.edit(0)
        left = list(attack.inflicted)
        at = next(i for i, entry in enumerate(left) if entry[:2] == (self.player, self.status))
        left[at] = (self.player, self.status, left[at][2] - self.amount)
        attack.inflicted = tuple(entry for entry in left if entry[2])


class StatusKeptOff(Event, frozen=True):
    """Some of the tokens that are just being inflicted on a player will not come."""

    player: int
    status: str
    amount: int

    def apply(self, state: Throne) -> None:
        state.heroes.edit(self.player).kept_off += self.amount


class StatusArrived(Event, frozen=True):
    """What was being inflicted on a player has come, or was kept off."""

    player: int

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Throne) -> None:
        state.heroes.edit(self.player).kept_off = 0


class LimitRaised(Event, frozen=True):
    """A player's stack limit of a status effect is higher for the rest of the game."""

    player: int
    status: str
    amount: int

    def apply(self, state: Throne) -> None:
        hero = state.heroes.edit(self.player)
        known = dict(hero.limits)
        known[self.status] = known.get(self.status, 0) + self.amount
        hero.limits = tuple(known.items())


class CompanionChanged(Event, frozen=True):
    """A companion is in another state, or its dial shows another number."""

    player: int
    companion: str
    condition: str
    dial: int

    def apply(self, state: Throne) -> None:
        change_companion(state, self.player, self.companion, condition=self.condition, dial=self.dial)


class CompanionPlaced(Event, frozen=True):
    """A companion was placed with a player, perhaps with its owner."""

    player: int
    companion: str
    at: int

    def apply(self, state: Throne) -> None:
        change_companion(state, self.player, self.companion, at=-1 if self.at == self.player else self.at)


def change_companion(state: Throne, player: int, name: str, **changes: Any) -> None:
    """Put a companion of a player in another state."""
    hero = state.heroes.edit(player)
    hero.companions = tuple(
        replace(companion, **changes) if companion.name == name else companion for companion in hero.companions
    )


# CP and cards -----------------------------------------------------------------------------------------------


class CpGained(Event, frozen=True):
    """A player gained CP, no more than the cap left room for."""

    player: int
    amount: int

    def apply(self, state: Throne) -> None:
        state.heroes.edit(self.player).cp += self.amount


class CpLost(Event, frozen=True):
    """A player paid or lost CP."""

    player: int
    amount: int

    def apply(self, state: Throne) -> None:
        state.heroes.edit(self.player).cp -= self.amount


class HealthPaid(Event, frozen=True):
    """A player paid with health."""

    player: int
    amount: int

    def apply(self, state: Throne) -> None:
        state.sides.edit(state.heroes[self.player].side).health -= self.amount


class CardsDrawn(Event, frozen=True):
    """Cards came from the top of a deck into the hand."""

    player: int
    cards: Annotated[tuple[str, ...], Seen.TEAM]

    REVEALS = True
    HIDES = ("cards",)

    def seen_by(self, viewer: Viewer) -> CardsDrawn:
        """The event with None for each card, unless it is the viewer's or a partner's hand."""
        return self if self.player in viewer.team else replace(self, cards=(None,) * len(self.cards))

    def apply(self, state: Throne) -> None:
        count = len(self.cards)
        deck = state.zones.edit(DECK[self.player])
        deck.cards = deck.cards[count:]
        hand = state.zones.edit(HAND[self.player])
        hand.cards = hand.cards + self.cards


class DeckShuffled(Event, frozen=True):
    """The deck lies in a new random order; the discard pile is part of it if it was shuffled in."""

    player: int
    order: Annotated[tuple[str, ...], Seen.NOBODY]
    with_discards: bool = False

    def apply(self, state: Throne) -> None:
        state.zones.edit(DECK[self.player]).cards = self.order
        if self.with_discards:
            state.zones.edit(DISCARD[self.player]).cards = ()


def take(state: Throne, zone: str, card: str) -> None:
    """Take a card out of a zone; which of equal ones makes no difference."""
    origin = state.zones.edit(zone)
    at = origin.cards.index(card)
    origin.cards = origin.cards[:at] + origin.cards[at + 1 :]


def discard(state: Throne, player: int, card: str) -> None:
    """Put a card from the hand on the discard pile."""
    take(state, HAND[player], card)
    pile = state.zones.edit(DISCARD[player])
    pile.cards = (card, *pile.cards)


class CardSold(Event, frozen=True):
    """A card went to the discard pile for 1 CP, or for none at the cap."""

    player: int
    card: str
    cp: int = 1

    def apply(self, state: Throne) -> None:
        discard(state, self.player, self.card)
        if self.cp:
            state.heroes.edit(self.player).cp += self.cp


class CardPlayed(Event, frozen=True):
    """A card was paid for and lies on the table until its text has been carried out."""

    player: int
    card: str
    cost: int

    def apply(self, state: Throne) -> None:
        take(state, HAND[self.player], self.card)
        table = state.zones.edit(PLAYED[self.player])
        table.cards = (self.card, *table.cards)
        if self.cost:
            state.heroes.edit(self.player).cp -= self.cost


class CardPutAway(Event, frozen=True):
    """A card that was played goes on the discard pile."""

    player: int
    card: str

    def apply(self, state: Throne) -> None:
        take(state, PLAYED[self.player], self.card)
        pile = state.zones.edit(DISCARD[self.player])
        pile.cards = (self.card, *pile.cards)


class CardDiscarded(Event, frozen=True):
    """A card went from the hand to the discard pile for nothing."""

    player: int
    card: str

    def apply(self, state: Throne) -> None:
        discard(state, self.player, self.card)


class CardFound(Event, frozen=True):
    """A player searched the deck for a card, showed it and took it."""

    player: int
    card: str

    REVEALS = True

    def apply(self, state: Throne) -> None:
        take(state, DECK[self.player], self.card)
        hand = state.zones.edit(HAND[self.player])
        hand.cards = (*hand.cards, self.card)


class AbilityUpgraded(Event, frozen=True):
    """An upgrade was paid for and lies on the board, over what it covers."""

    player: int
    card: str
    cost: int
    ability: str
    level: int
    slot: int

    def apply(self, state: Throne) -> None:
        take(state, HAND[self.player], self.card)
        hero = state.heroes.edit(self.player)
        hero.cp -= self.cost
        hero.upgrades = (*hero.upgrades, self.card)
        hero.levels = (*hero.levels[: self.slot], self.level, *hero.levels[self.slot + 1 :])


def every_event() -> tuple[type[Event], ...]:
    """All events of this module, for the ruleset."""
    found: list[Any] = [thing for thing in globals().values() if isinstance(thing, type)]
    return tuple(thing for thing in found if issubclass(thing, Event) and thing.__module__ == __name__)
