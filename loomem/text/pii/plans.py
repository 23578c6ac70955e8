"""Numbering plans of regions, read once from the tables of ``phonenumbers``.

Only the tables are used: parsing each candidate with the library takes a hundred times as long.
"""

import re
from functools import cache
from typing import Final

from phonenumbers import (
    COUNTRY_CODE_TO_REGION_CODE,
    REGION_CODE_FOR_NON_GEO_ENTITY,
    PhoneMetadata,
    PhoneNumberDesc,
)

_TYPES: Final = (
    "fixed_line", "mobile", "toll_free", "premium_rate", "shared_cost", "personal_number", "voip",
    "pager", "uan", "voicemail",
)  # fmt: skip
_GROUP: Final = re.compile(r"\\d(?:\{(\d+)(?:,(\d+))?\})?|\[[^\]]*\]")
_LENGTHS_ABROAD: Final = range(7, 13)


class NumberPlan:
    """What numbers of a region look like. National numbers are without prefix and country code."""

    def __init__(self, metadata: PhoneMetadata) -> None:
        described = [getattr(metadata, name) for name in _TYPES]
        patterns = [pattern for kind in described if (pattern := _pattern(kind))]
        self.country_code = str(metadata.country_code)
        self.national_prefix = metadata.national_prefix or ""
        self._valid = re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
        self._lengths = frozenset(
            length for kind in described[:2] if kind for length in kind.possible_length
        )
        self._formats = [
            (
                re.compile(form.pattern or ""),
                re.compile(form.leading_digits_pattern[-1] if form.leading_digits_pattern else ""),
            )
            for form in metadata.number_format
        ]

    def is_valid(self, national: str) -> bool:
        """Say whether a number of some type in use is written so."""
        return self._valid.fullmatch(national) is not None

    def is_possible(self, national: str) -> bool:
        """Say whether the number has the length of one at home or on the move."""
        return len(national) in self._lengths

    def shape(self, national: str) -> tuple[int, ...]:
        """Return the lengths of the groups in which the number is usually written, or ()."""
        for pattern, leading in self._formats:
            found = pattern.fullmatch(national)
            if found and leading.match(national):
                return tuple(len(group) for group in found.groups())
        return ()


@cache
def plan_of(region: str) -> NumberPlan | None:
    """Return the plan of a two-letter region, or None if there is no such region."""
    metadata = PhoneMetadata.metadata_for_region(region.upper(), None)
    return NumberPlan(metadata) if metadata else None


def split_country_code(digits: str) -> tuple[str, str, NumberPlan | None] | None:
    """Split an international number into country code, national number and the plan, if known."""
    for length in (1, 2, 3):
        regions = COUNTRY_CODE_TO_REGION_CODE.get(int(digits[:length] or 0))
        if regions:
            plan = None if regions[0] == REGION_CODE_FOR_NON_GEO_ENTITY else plan_of(regions[0])
            return digits[:length], digits[length:], plan
    return None


def is_possible_abroad(national: str, plan: NumberPlan | None) -> bool:
    """Say whether a national number has a possible length under a plan, or under none known."""
    if plan is None:
        return len(national) in _LENGTHS_ABROAD
    return plan.is_possible(national) or plan.is_valid(national)


def _pattern(kind: PhoneNumberDesc | None) -> str | None:
    return kind.national_number_pattern if kind and kind.possible_length != (-1,) else None
