"""The page: shows the table in a browser, without the internet."""

from announce.page.app import create_page
from announce.page.server import PageFailed, PageServer

__all__ = ["PageFailed", "PageServer", "create_page"]
