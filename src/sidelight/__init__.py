"""sidelight: online decisions that learn from side observations, with regret you can certify."""

__version__ = "0.1.0.dev0"
