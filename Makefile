# `make demo` and `make test` are all the set-up there is: Python 3.11 to 3.13, git and make.
# Another Python: make demo PYTHON=/path/to/python3.12

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: demo test lint format bench venv clean

## Drive the bench climber's ellipse, with live progress; ends with a summary and a picture.
demo: $(READY)
	$(BIN)/scansor run wheeled_climber_bench --duration 20

## Run the tests.
test: $(READY)
	$(BIN)/python -m pytest

## Check style and types.
lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

## Measure the stack on this machine.
bench: $(READY)
	$(BIN)/scansor bench loop

venv: $(READY)

$(READY): pyproject.toml constraints.txt
	@python=$$(sh tools/find_python.sh "$(PYTHON)") && echo "making $(VENV) with $$python" && \
	$$python -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --upgrade pip
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $(READY)

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
