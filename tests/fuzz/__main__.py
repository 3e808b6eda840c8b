"""`./run fuzz TARGET [SECONDS]`: look for inputs that break a parser, guided by what they reach (atheris, libFuzzer).

It starts from the corpus kept here and adds new inputs to var/fuzz/TARGET. An input that breaks something is written
there too, and its traceback is shown. `./run fuzz TARGET keep` then adds the fewest inputs that reach everything found
to the corpus. It needs Python 3.12 or 3.13 on x86_64. The tests replay the corpus on any machine.
"""

from __future__ import annotations

import logging
import re
import sys
from pathlib import Path

from tests.fuzz.corpus import CORPUS, NAMES, target

INSTRUMENTED = (
    "rules",
    "vision",
    "firmware_bridge",
    "referee",
    "announce",
    "simulation",
    "tablier",
    "jsonschema",
    "tomllib",
    "h11",
)
"""Our own rooms, and what they read with."""
MOST_MEMORY = 1500
"""Megabytes above which an input counts as one that breaks us."""
LONGEST_RUN = 25
"""Seconds above which it does."""
LONGEST_KEPT = 600
"""Bytes of an input that is kept."""
AGAIN = "again"


def dictionary(corpus: Path) -> list[str]:
    """Return the words of a corpus as libFuzzer's dictionary, since no mutation guesses a key of JSON."""
    found = {
        word
        for path in sorted(corpus.iterdir())
        for word in re.findall(rb'"[^"]{1,40}"|[\w/.-]{3,40}', path.read_bytes())
    }
    return ['"' + "".join(f"\\x{byte:02x}" for byte in word) + '"' for word in sorted(found)]


def main(arguments: list[str]) -> int:
    """Run one target; libFuzzer ends the process itself."""
    if not arguments or arguments[0] not in NAMES:
        print("./run fuzz TARGET [SECONDS | keep], where TARGET is one of:", ", ".join(NAMES))
        return 2
    import atheris  # type: ignore[import-untyped]  # noqa: PLC0415 - only where it can be installed; the usage is printed without it

    name, what = arguments[0], (arguments[1:] or ["60"])[0]
    kept, found = CORPUS / name, Path("var/fuzz") / name
    kept.mkdir(parents=True, exist_ok=True)
    found.mkdir(parents=True, exist_ok=True)
    words = found.with_suffix(".dict")
    words.write_text("".join(f"{word}\n" for word in dictionary(kept)), encoding="ascii")
    limits = [f"-rss_limit_mb={MOST_MEMORY}", f"-timeout={LONGEST_RUN}", f"-artifact_prefix={found}-", f"-dict={words}"]
    if what == AGAIN:
        limits, work = [], arguments[2:]
    elif what == "keep":
        work = ["-set_cover_merge=1", "-use_counters=0", f"-max_len={LONGEST_KEPT}", str(kept), str(found)]
    else:
        work = [f"-max_total_time={int(what)}", "-max_len=20000", "-print_final_stats=1", str(found), str(kept)]
    with atheris.instrument_imports(include=list(INSTRUMENTED), enable_loader_override=False):
        run = target(name)
    logging.disable(logging.CRITICAL)
    # To merge, libFuzzer starts itself again, by its own name.
    atheris.Setup([f"{sys.executable} -m tests.fuzz {name} {AGAIN}", *limits, *work], run)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
