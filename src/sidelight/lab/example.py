"""The spec that ``sidelight new`` writes."""

EXAMPLE = """\
# A study: learners x worlds x graphs x horizons x seeds.
#   sidelight check this-file    what it costs, before anything runs
#   sidelight run this-file      plays it; the same command again continues

title = "Two learners where side observations help"

horizons = [1000, 4000]         # rounds of a game
seeds = 20                      # how many (0 .. 19), or a list of them
checkpoints = 20                # how many rounds to look at, evenly spread, or a list of them (50 if left out)
# also own_losses, own_means, dynamic_regret, and bounds (sums of Q and the like)
record = ["regret", "pseudo_regret"]
claims = []                     # names of claims to judge

# A learner has its name, or "module:attribute" for one of your own beside this file, and its parameters.
# Without parameters it adapts; "$horizon", "$n_actions" and "$graph" are those of the cell it plays in.

[learners.adaptive]
learner = "StrongIX"

[learners.theorem]
learner = "StrongIX"
horizon = "$horizon"
graph = "$graph"
graphs = ["ring"]               # only on these; worlds = ["coins"] would be: only against these

# [learners.mine]
# learner = "mymodule:MyLearner"

# A world that takes a graph is played on each of the graphs below, unless it says graphs = [...].
# Where a number for each action is needed, { first = 0.4, others = 0.5 } fits any number of them.

[worlds.coins]
world = "bernoulli"
means = { first = 0.4, others = 0.5 }

[worlds.giant]
world = "sleeping_giant"        # it has a graph of its own

# { each = [...] } makes one entry for each value.

[graphs.ring]
family = "ring"
n_actions = { each = [8, 32] }

[graphs.turns]
family = "alternating"          # graphs may change over time, and be made of others
graphs = [{ family = "ring", n_actions = 8 }, { family = "bandit", n_actions = 8 }]
"""
