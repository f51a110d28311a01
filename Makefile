# Each target brings everything it needs: only Python >= 3.11 with venv and pip is asked for.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1

.PHONY: help demo test check bench soak mutants docs clean constraints

help:
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

demo: $(VENV)/demo  ## show what there is, with pictures in demo/
	$(BIN)/python -m examples.demo

test: $(VENV)/test check  ## the checks and the whole suite, as CI runs them
	$(BIN)/python -m pytest -n 2 --dist worksteal

check: $(VENV)/test  ## formatting, lint, types, and the arrows between rooms
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

mutants: $(VENV)/test  ## make every mistake of a table in the learners, and see the tests notice
	$(BIN)/python -m tests.mutants

soak: $(VENV)/test  ## kill drivers and workers of studies a thousand times
	SIDELIGHT_KILLS=1000 $(BIN)/python -m pytest -s tests/laws/test_lab_survives_kills.py

bench: $(VENV)/bench  ## measured numbers beside their yardsticks
	$(BIN)/python -m benchmarks

docs: $(VENV)/docs  ## build the documentation into docs/_build/html, running its examples
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

constraints:  ## pin anew (needs uv)
	uv pip compile --universal --quiet --no-emit-index-url --no-header --no-annotate --python-version 3.11 \
		--all-extras --group test --group check --group docs --group bench --group build pyproject.toml -o constraints.txt

clean:  ## remove what the other targets made
	rm -rf $(VENV) demo docs/_build bench-results .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A set of packages is installed once, and again when its definition or a pin changes.
install = $(BIN)/pip install --quiet --constraint constraints.txt --no-build-isolation

$(VENV)/base: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --constraint constraints.txt --upgrade pip
	$(install) --group build
	touch $@

$(VENV)/demo: $(VENV)/base
	$(install) --editable '.[plot]'
	touch $@

$(VENV)/test: $(VENV)/base
	$(install) --editable '.[all]' --group test --group check
	touch $@

$(VENV)/bench: $(VENV)/test
	$(install) --group bench
	touch $@

$(VENV)/docs: $(VENV)/test
	$(install) --group docs
	touch $@
