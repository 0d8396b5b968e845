"""Chapter 8: the vocabulary of effects, one module for each subject; each verb is one class.

How effects are carried out is in `resolving`, which a game needs before any content is read; all else loads pydantic.
"""
