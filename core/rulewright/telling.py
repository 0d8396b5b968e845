"""What `rulewright.narrator` was called: its names still work here, with a warning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .renamed import earlier_names

if not TYPE_CHECKING:
    __getattr__ = earlier_names(__name__)
