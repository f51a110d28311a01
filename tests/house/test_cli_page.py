"""The page of the command line is what the commands say of themselves."""

from tests.cli_page import PAGE, page


def test_the_page_is_what_help_says() -> None:
    assert PAGE.read_text() == page(), "python -m tests.cli_page writes it anew"
