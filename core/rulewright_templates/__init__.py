"""The projects that `rulewright new` copies: data, in folders that no module can be named after."""
