"""Powers: what a thing carries, and what that does now.

A power is a class, or an entry of data, that says in one place what it does: change a number, permit or forbid, listen
before or after an event, be used in a window, offer something to the rules::

    class Toughness(Power, name="toughness", rule="4.2"):
        \"\"\"Damage dealt to this figure is reduced by 1.\"\"\"

        @before(Damaged, me="figure")
        def reduce(self, game, me, event):
            return replace(event, amount=max(0, event.amount - 1))

`Carriers` say which records carry powers: ``Carriers("figures", lambda content, figure: figure.shows.powers)``. What
is not carried is not asked. Effects give powers with the data "gives" and take them with "counters".
"""

from __future__ import annotations

from .book import Book as Book
from .hooks import Bearer as Bearer
from .hooks import Carriers as Carriers
from .hooks import Held as Held
from .hooks import Power as Power
from .hooks import after as after
from .hooks import before as before
from .hooks import forbids as forbids
from .hooks import given as given
from .hooks import modifies as modifies
from .hooks import offers as offers
from .hooks import permits as permits
from .hooks import use as use
from .index import Carried as Carried
