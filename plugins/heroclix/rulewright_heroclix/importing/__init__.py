"""What players own: units in the shape of hcunits, in dials of forums and in YAML, as characters.

`hcunits`, `dials` and `columns` read one notation each into plain units; `units` makes content of them, and says
what the program plays of their texts.
"""
