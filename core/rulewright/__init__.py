"""Rulewright, a tabletop rules platform: one kernel that plays, referees, explains and replays any ruleset.

The public names load when they are first used, so that ``import rulewright`` stays quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

# A public name stands twice: here for type checkers, as `from .game import Game as Game`, and in _ROOMS.
if TYPE_CHECKING:
    from . import bots as bots
    from . import env as env
    from . import geometry as geometry
    from . import odds as odds
    from . import powers as powers
    from . import simulate as simulate
    from . import testing as testing
    from .api import load as load
    from .api import new_game as new_game
    from .api import rules_for as rules_for
    from .chance import Manual as Manual
    from .chance import Scripted as Scripted
    from .chance import Seeded as Seeded
    from .dice import DiceRoll as DiceRoll
    from .dice import Die as Die
    from .dice import Pick as Pick
    from .dice import RerollRule as RerollRule
    from .dice import Roll as Roll
    from .dice import Shuffle as Shuffle
    from .effects import FOREVER as FOREVER
    from .effects import EffectBegan as EffectBegan
    from .effects import EffectEnded as EffectEnded
    from .effects import EffectKind as EffectKind
    from .effects import active_effects as active_effects
    from .effects import begin_effect as begin_effect
    from .effects import during as during
    from .effects import from_effects as from_effects
    from .effects import until as until
    from .effects import until_next as until_next
    from .events import Event as Event
    from .events import GameOver as GameOver
    from .flow import Call as Call
    from .flow import FlowError as FlowError
    from .flow import Insert as Insert
    from .flow import Leave as Leave
    from .flow import Loop as Loop
    from .flow import Phase as Phase
    from .flow import Procedure as Procedure
    from .flow import Round as Round
    from .flow import Step as Step
    from .flow import Steps as Steps
    from .flow import Turn as Turn
    from .flow import Window as Window
    from .flow import alternating as alternating
    from .flow import rounds as rounds
    from .flow import turns as turns
    from .game import BrokenRules as BrokenRules
    from .game import Drift as Drift
    from .game import Game as Game
    from .game import LoopDetected as LoopDetected
    from .journal import SaveError as SaveError
    from .plugins import Announced as Announced
    from .plugins import hookimpl as hookimpl
    from .position import GameError as GameError
    from .position import Position as Position
    from .powers import Carriers as Carriers
    from .powers import Power as Power
    from .reading import Prompt as Prompt
    from .reading import Unreadable as Unreadable
    from .requests import Allocation as Allocation
    from .requests import Cells as Cells
    from .requests import Number as Number
    from .requests import Options as Options
    from .requests import Ordering as Ordering
    from .requests import Refused as Refused
    from .requests import Request as Request
    from .requests import Space as Space
    from .requests import Subset as Subset
    from .requests import Together as Together
    from .requests import Violation as Violation
    from .requests import choose as choose
    from .rules import Ledger as Ledger
    from .rules import rule as rule
    from .ruleset import Extension as Extension
    from .ruleset import Matchups as Matchups
    from .ruleset import PermissionRule as PermissionRule
    from .ruleset import Ruleset as Ruleset
    from .ruleset import StatRule as StatRule
    from .setups import SetupError as SetupError
    from .state import Context as Context
    from .state import Record as Record
    from .state import Result as Result
    from .state import Seen as Seen
    from .state import State as State
    from .state import Table as Table
    from .stats import Layer as Layer
    from .stats import Modifier as Modifier
    from .stats import Permission as Permission
    from .stats import Stat as Stat
    from .stats import cannot as cannot
    from .stats import may as may
    from .view import View as View
    from .windows import Limit as Limit
    from .windows import Reaction as Reaction
    from .windows import TimingPolicy as TimingPolicy
    from .windows import Trigger as Trigger
    from .windows import active_first as active_first
    from .windows import in_seat_order as in_seat_order
    from .windows import reaction as reaction
    from .windows import trigger as trigger

_ROOMS: dict[str, str] = {
    "SetupError": "setups",
    "load": "api",
    "new_game": "api",
    "rules_for": "api",
    "Manual": "chance",
    "Scripted": "chance",
    "Seeded": "chance",
    "DiceRoll": "dice",
    "Die": "dice",
    "Pick": "dice",
    "RerollRule": "dice",
    "Roll": "dice",
    "Shuffle": "dice",
    "EffectBegan": "effects",
    "EffectEnded": "effects",
    "EffectKind": "effects",
    "active_effects": "effects",
    "FOREVER": "effects",
    "begin_effect": "effects",
    "during": "effects",
    "from_effects": "effects",
    "until": "effects",
    "until_next": "effects",
    "Event": "events",
    "GameOver": "events",
    "Call": "flow",
    "FlowError": "flow",
    "Insert": "flow",
    "Leave": "flow",
    "Loop": "flow",
    "Phase": "flow",
    "Procedure": "flow",
    "Round": "flow",
    "Step": "flow",
    "Steps": "flow",
    "Turn": "flow",
    "Window": "flow",
    "alternating": "flow",
    "rounds": "flow",
    "turns": "flow",
    "BrokenRules": "game",
    "Drift": "game",
    "Game": "game",
    "GameError": "position",
    "Position": "position",
    "LoopDetected": "game",
    "SaveError": "journal",
    "Announced": "plugins",
    "hookimpl": "plugins",
    "Carriers": "powers",
    "Power": "powers",
    "Prompt": "reading",
    "Unreadable": "reading",
    "Allocation": "requests",
    "Cells": "requests",
    "Number": "requests",
    "Options": "requests",
    "Ordering": "requests",
    "Refused": "requests",
    "Request": "requests",
    "Space": "requests",
    "Subset": "requests",
    "Together": "requests",
    "Violation": "requests",
    "choose": "requests",
    "Ledger": "rules",
    "rule": "rules",
    "Extension": "ruleset",
    "Matchups": "ruleset",
    "PermissionRule": "ruleset",
    "Ruleset": "ruleset",
    "StatRule": "ruleset",
    "Context": "state",
    "Record": "state",
    "Result": "state",
    "Seen": "state",
    "State": "state",
    "Table": "state",
    "Layer": "stats",
    "Modifier": "stats",
    "Permission": "stats",
    "Stat": "stats",
    "cannot": "stats",
    "may": "stats",
    "View": "view",
    "Limit": "windows",
    "Reaction": "windows",
    "TimingPolicy": "windows",
    "Trigger": "windows",
    "active_first": "windows",
    "in_seat_order": "windows",
    "reaction": "windows",
    "trigger": "windows",
}

_PACKAGES = frozenset({"bots", "env", "geometry", "odds", "powers", "simulate", "testing"})

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load a public name from its room, or a room of many, once."""
        if name in _PACKAGES:
            return import_module(f"rulewright.{name}")
        if name not in _ROOMS:
            raise AttributeError(f"module 'rulewright' has no attribute {name!r}")
        value = getattr(import_module(f"rulewright.{_ROOMS[name]}"), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *_ROOMS, *_PACKAGES})
