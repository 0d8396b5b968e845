"""What players own: units in the shape of hcunits, in dials of forums and in YAML, as characters.

`formats` is what `rulewright import` finds. `hcunits`, `dials` and `columns` read one notation each into plain units;
`units` makes content of them, and says what the program plays of their texts. `maps` reads maps.
"""
