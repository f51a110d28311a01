"""Four ways to hold the same graph; ``FeedbackGraph`` shows one face whichever it is."""

from sidelight.graphs.storage.base import Storage
from sidelight.graphs.storage.cliques import Cliques
from sidelight.graphs.storage.complement import Complement
from sidelight.graphs.storage.csr import Csr
from sidelight.graphs.storage.intervals import Intervals

STORAGES: dict[str, type[Storage]] = {storage.name: storage for storage in (Csr, Cliques, Intervals, Complement)}

__all__ = ["STORAGES", "Cliques", "Complement", "Csr", "Intervals", "Storage"]
