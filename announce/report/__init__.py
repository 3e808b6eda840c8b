"""The report on paper: the lessons from a sitting's rulings, as HTML and PDF."""

from announce.report.paper import PdfUnavailable, report, write_pdf
from announce.report.plays import JudgedPlay, Unjudged
from announce.report.summary import Moment, summarise

__all__ = ["JudgedPlay", "Moment", "PdfUnavailable", "Unjudged", "report", "summarise", "write_pdf"]
