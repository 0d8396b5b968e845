"""Characteristics and rolls in layers, with the limits of the rules: all that an ability may change."""

from .comparing import LOWER_IS_BETTER as LOWER_IS_BETTER
from .comparing import best as best
from .comparing import best_leadership as best_leadership
from .comparing import better as better
from .comparing import values as values
from .comparing import worst as worst
from .ordering import settled as settled
from .stats import CHARACTERISTICS as CHARACTERISTICS
from .stats import NUMBERS as NUMBERS
from .stats import PERMISSIONS as PERMISSIONS
from .stats import ROLLS as ROLLS
from .stats import STATS as STATS
from .stats import as_changed as as_changed
from .stats import improved as improved
from .stats import meant_by as meant_by
from .stats import modified as modified
from .stats import unmodified as unmodified
from .stats import usual_layer as usual_layer
from .stats import wrong_change as wrong_change
from .weighing import IGNORES as IGNORES
from .weighing import NONE as NONE
from .weighing import ORDERED as ORDERED
