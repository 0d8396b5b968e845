"""Games by the hundred, of every ruleset that is installed: they finish, and replay alike in another process.

``python -m tests.mass play FOLDER`` plays them and prints what came up how often, and what never did;
``python -m tests.mass replay FOLDER`` plays their journals again. Players look for a fight (`fighting`); games begin
with random setups, some with two of everything, some with what other programs' files hold (`beginning`).
"""
