"""Putting inputs of about one length together, so that little is computed for padding."""

from collections.abc import Sequence


def batches_of_one_length(lengths: Sequence[int], most_tokens: int) -> list[list[int]]:
    """Return the positions of inputs in batches, shortest first, none over a budget of padded tokens.

    An input that is longer than the budget gets a batch of its own.
    """
    batches: list[list[int]] = []
    for n in sorted(range(len(lengths)), key=lambda n: lengths[n]):
        if batches and lengths[n] * (len(batches[-1]) + 1) <= most_tokens:
            batches[-1].append(n)
        else:
            batches.append([n])
    return batches
