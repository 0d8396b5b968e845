"""Everything that HeroClix registers."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from rulewright import Carriers, EffectKind, Ruleset, TimingPolicy, active_first

from . import ANNOUNCED
from .actions import ACTION, GIVEN_ACTION, STEPPING_IN, WITHIN_ACTION
from .attack.damage import INSTEAD
from .attack.determine_targets import FURTHER, illegal_targets_drop_out
from .attack.sequence import ATTACK, critical_miss_hurts, destroy_what_was_shot_through
from .attack.targets import UNTARGETABLE
from .before.begin import SHELTERED, first_turns, sheltered_no_more
from .before.sample import sample_setup
from .before.setup import lay_table, teams
from .before.starting_the_game import starts_the_game
from .book.choices import Setup
from .cards.loading import lexicon, load_book
from .cards.powers import CARRIED_BY, carried, of_effect, powers, uses_effects
from .damage import TURN_DIAL
from .dice.rolls import FINAL, ROLL
from .effects.calling import CALLED_IN, goes_back
from .effects.lasting import CONDITIONS, end_with_event, given_no_more
from .effects.resolution import RESOLVE
from .effects.sizes import RESIZED, old_size_returns
from .elements import find_clues, lose_marker, lose_resource, use_locations
from .events import EVENTS
from .faces.facts import facts
from .faces.look import look
from .faces.names import label, name
from .faces.orders import orders
from .faces.panel import panel
from .flow import GAME
from .lasting import SPECIAL, what_is_carried
from .leaving import LEAVES
from .minds.judgement import FOLLOW_UPS, JUDGE, evaluate, suggest
from .minds.odds import DESK
from .movement.moves import MOVE
from .numbers import PERMISSIONS, STATS, result_of, use_of
from .powers import LIMITED, ROLLED
from .powers.countdown import shows_ko
from .powers.damage import EFFECTS, PROTECTED
from .powers.equipment import equip_by_traits, unequip_fallen
from .powers.mind_control import CONTROLLED
from .powers.reach import ALSO_ON, KEPT_OFF, LIMITS_OTHERS, ONLY_TO
from .special_powers.giving import GIVEN, GIVING, give_and_take
from .special_powers.memory import remember
from .state import Battle
from .terms import CRITICAL_ROLLS
from .terrain.markers import fall
from .terrain.objects import let_go
from .turn import active_player
from .victory import attached_goes, effects_end, score_element, score_ko

RULESET: Final = Ruleset(
    id=ANNOUNCED.id,
    title=ANNOUNCED.title,
    version=ANNOUNCED.version,
    state=Battle,
    flow=GAME,
    procedures=[GIVEN_ACTION, WITHIN_ACTION, ATTACK, MOVE, TURN_DIAL, CONTROLLED, ROLL, FINAL, RESOLVE],
    populate=lay_table,
    setup=Setup,
    events=EVENTS,
    triggers=[
        illegal_targets_drop_out,
        destroy_what_was_shot_through,
        critical_miss_hurts,
        effects_end,
        end_with_event,
        old_size_returns,
        goes_back,
        shows_ko,
        let_go,
        fall,
        score_ko,
        score_element,
        attached_goes,
        unequip_fallen,
        equip_by_traits,
        starts_the_game,
        lose_marker,
        lose_resource,
        use_locations,
        find_clues,
        give_and_take,
        remember,
    ],
    powers=powers,
    carriers=[Carriers("characters", carried, reads=CARRIED_BY, takes=uses_effects, gives=of_effect)],
    offers=[
        ACTION,
        FURTHER,
        INSTEAD,
        UNTARGETABLE,
        GIVING,
        ONLY_TO,
        KEPT_OFF,
        PROTECTED,
        STEPPING_IN,
        ALSO_ON,
        CRITICAL_ROLLS,
        LIMITS_OTHERS,
    ],
    stats=(*STATS, *map(result_of, ROLLED)),
    permissions=(*PERMISSIONS, *map(use_of, LIMITED)),
    effects=(
        *EFFECTS,
        EffectKind(SPECIAL, lost=given_no_more, reads=what_is_carried),
        EffectKind(RESIZED, lost=given_no_more, reads=what_is_carried),
        EffectKind(CALLED_IN, lost=given_no_more, reads=what_is_carried),
        EffectKind(GIVEN, lost=given_no_more, reads=what_is_carried),
        EffectKind(SHELTERED, lost=sheltered_no_more, reads=first_turns),
    ),
    conditions=CONDITIONS,
    lexicon=lexicon,
    timing=TimingPolicy(active_first, nesting="others wait", recheck=False),
    content=load_book,
    players=lambda setup: len(setup.forces),
    teams=teams,
    active=active_player,
    sample_setup=sample_setup,
    leaves=LEAVES,
    name=name,
    label=label,
    facts=facts,
    panel=panel,
    look=look,
    evaluate=evaluate,
    foresees=True,
    levels={"hard": "rollout:games=2:keep=3:light=4:turns=2"},
    suggest=suggest,
    orders=orders,
    follow_ups=FOLLOW_UPS,
    judge=JUDGE,
    odds=DESK,
    ledger=files(__package__) / "rules.toml",
    texts=files(__package__) / "text.toml",
    tutorial=files(__package__) / "tutorial.toml",
)
