"""The table in the browser: `rulewright serve`.

One process, one file: games, seats and answers lie in SQLite, and a server that comes back plays them on. What a seat
is shown is worked out in `door` and nowhere else, from the same data as the terminal's; the page knows no game.
"""
