"""The layouts of lists, each in a file of its own; the first one that knows a list reads it."""

from __future__ import annotations

from typing import Final

from .app import App
from .battlescribe import BattleScribe
from .layout import Layout as Layout
from .listforge import ListForge
from .names import Names
from .simple import Simple
from .wtc import Gw, WtcCompact, WtcFull

LAYOUTS: Final[tuple[Layout, ...]] = (
    WtcFull(),
    WtcCompact(),
    Gw(),
    BattleScribe(),
    Simple(),
    ListForge(),
    App(),
    Names(),
)
"""All of them; those with more marks of their own stand first."""
