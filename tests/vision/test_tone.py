"""Dark views are made lighter before the network looks at them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.locate.tone import lightened


@given(st.integers(0, 255), st.integers(0, 255), st.integers(20, 200))
def test_what_is_light_enough_stays_and_what_is_not_gets_lighter_in_order(one: int, other: int, least: int) -> None:
    image = np.full((4, 4, 3), one, np.uint8)
    image[:2] = other
    seen = lightened(image, least)
    if image.mean() >= least:
        assert seen is image
        return
    assert (seen >= image).all()
    assert (int(seen[0, 0, 0]) - int(seen[3, 0, 0])) * (other - one) >= 0


@given(st.integers(3, 80))
def test_an_even_picture_is_brought_to_the_level(grey: int) -> None:
    assert abs(float(lightened(np.full((4, 4, 3), grey, np.uint8), 80.0).mean()) - 80.0) <= 1.0


def test_a_black_picture_stays_black() -> None:
    assert lightened(np.zeros((4, 4, 3), np.uint8), 80.0).max() == 0
