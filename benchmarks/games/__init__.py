"""Small games written as rulesets, to measure the kernel with."""
