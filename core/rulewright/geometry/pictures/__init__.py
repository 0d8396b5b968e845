"""
Pictures of boards and tables from files, for people: what lies where, and what a query found.

    >>> from rulewright.geometry.pictures import picture, save
    >>> save(picture("yard.toml", ["sight scout tank"]), Path("yard.svg"))  # doctest: +SKIP
"""

from .files import Drawn as Drawn
from .files import Grid as Grid
from .files import Tabletop as Tabletop
from .files import drawn_in as drawn_in
from .files import drawn_of as drawn_of
from .files import read_drawn as read_drawn
from .prints import save as save
from .shows import SHOWS as SHOWS
from .shows import draw as draw
from .shows import picture as picture
