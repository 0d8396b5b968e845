"""Vocabularies of effects: the words that content may use, each in one place.

A verb is one class: what content writes under its name, what that does, how it is said, and what programs that play may
think of it (:class:`Verb`)::

    class GainPower(Verb, name="gain_power", rule="7.1"):
        \"\"\"Characters gain power.\"\"\"

        to: Who = "self"
        amount: Amount = 1

        en = "{to} gains {amount} power"
        zh = "{to}获得{amount}点能量"

        def do(self, game: Game, run: Resolution) -> Event:
            return PowerGained(who(run, self.to), counted(self.amount, game, run), rule=self.rule)

A kind of amount (:class:`Count`) and of condition (:class:`Test`) is one class, too. A game puts its words together in
a :class:`Lexicon`, with which its content is read; what every game says in the same way stands here: ``if``,
``choose``, ``may``, ``pay``; amounts that are a multiple, a half or a sum; comparisons, ``all``, ``any`` and ``none``;
triggers. The :class:`Compiler` gives effects their numbers, with which :mod:`rulewright.programs` carries them out.
This room loads pydantic; import it where content is read.
"""

from __future__ import annotations

from .amounts import Half as Half
from .amounts import Multiple as Multiple
from .amounts import Sum as Sum
from .byhand import ByHand as ByHand
from .compiling import Compiler as Compiler
from .conditions import AllTrue as AllTrue
from .conditions import AnyTrue as AnyTrue
from .conditions import Compare as Compare
from .conditions import NoneTrue as NoneTrue
from .lexicon import Lexicon as Lexicon
from .meaning import Group as Group
from .models import LARGEST as LARGEST
from .models import ContentModel as ContentModel
from .models import Id as Id
from .models import Name as Name
from .models import OpenWord as OpenWord
from .models import Several as Several
from .models import Shape as Shape
from .models import Some as Some
from .models import Whole as Whole
from .models import earlier_fields as earlier_fields
from .models import open_words as open_words
from .models import unknown as unknown
from .models import walk as walk
from .models import with_present_fields as with_present_fields
from .moments import Moments as Moments
from .moments import NamedMoment as NamedMoment
from .moments import Needs as Needs
from .moments import TextPart as TextPart
from .moments import speaks_of as speaks_of
from .moments import unmet as unmet
from .saying import HandEffects as HandEffects
from .saying import Sayings as Sayings
from .structure import Alternative as Alternative
from .structure import Choose as Choose
from .structure import If as If
from .structure import May as May
from .structure import Pay as Pay
from .structure import Repeat as Repeat
from .structure import Try as Try
from .structure import WrittenTrigger as WrittenTrigger
from .words import Amount as Amount
from .words import Condition as Condition
from .words import Count as Count
from .words import Effect as Effect
from .words import NamedValue as NamedValue
from .words import Test as Test
from .words import ValueWord as ValueWord
from .words import Verb as Verb
from .words import step as step
from .words import variants as variants
