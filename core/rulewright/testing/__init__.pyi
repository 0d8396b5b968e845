"""The public names of the test kit (see `rulewright.late`)."""

from .damaged import check_damage as check_damage
from .damaged import check_damaged_file as check_damaged_file
from .findings import KitFailure as KitFailure
from .findings import Report as Report
from .fuzzing import fuzz as fuzz
from .fuzzing import machine as machine
from .fuzzing import reproduce as reproduce
from .kit import check_ruleset as check_ruleset
from .named import answer_named as answer_named
from .positions import Position as Position
from .positions import set_up as set_up
from .processes import same_under_hash_seeds as same_under_hash_seeds
from .refusals import refused as refused
from .scripts import Script as Script
from .transcripts import playthrough as playthrough
from .transcripts import transcript as transcript
