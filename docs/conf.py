"""How the documentation is built: MyST pages, executed, warnings as errors."""

import re
import sys
from pathlib import Path
from typing import Any

from sidelight import __version__

sys.path.insert(0, str(Path(__file__).parent))

project = "sidelight"
author = "The sidelight developers"
copyright = "2026, The sidelight developers"
version = release = __version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.viewcode", "mathml"]
source_suffix = {".md": "myst-nb"}
exclude_patterns = ["_build"]
myst_enable_extensions = ["dollarmath", "colon_fence", "deflist"]
myst_heading_anchors = 3
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True
nb_render_markdown_format = "myst"  # tables in outputs
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_type_aliases = {name: name for name in ("ArrayLike", "Actions", "Mask", "Labels")}
html_theme = "furo"
html_title = "sidelight"
html_math_renderer = "mathml"
html_css_files = ["wide.css"]
html_static_path = ["_static"]
nitpicky = False


def plain_aliases(_app: Any, _what: str, _name: str, _object: Any, _options: Any, signature: str, returns: str) -> Any:
    """Sphinx writes an alias that it leaves alone as ``TypeAliasForwardRef('ArrayLike')``; its name is enough."""
    unwrap = re.compile(r"TypeAliasForwardRef\('(\w+)'\)")
    return unwrap.sub(r"\1", signature or "") or None, unwrap.sub(r"\1", returns or "") or None


def setup(app: Any) -> None:
    """Hooks of this documentation."""
    app.connect("autodoc-process-signature", plain_aliases)
