"""Chapter 8: the vocabulary of effects, in rooms by what verbs are about; each verb is one class with all that it is.

How effects are carried out is in `running`, which a game needs before any content is read; all else loads pydantic.
"""
