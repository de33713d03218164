"""Flat records, dataclasses with documented fields: as CSV, JSON Lines, pandas, and as a JSON schema."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, fields, replace
from dataclasses import field as dataclass_field
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

from .errors import CoversatError
from .undecided import Shown
from .wording import counted, meant

if TYPE_CHECKING:
    import pandas

R = TypeVar("R")
DIGITS = 6
"""The decimal places of numbers in rows."""

_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


class ColumnError(CoversatError, ValueError):
    """A column that does not exist, or a package that is missing; the message says which."""


def column(about: str, default: Any = MISSING) -> Any:
    """A field of a record that is a column of its tables; `about` is its description in the JSON schema."""
    return dataclass_field(default=default, metadata={"about": about})


def columns_of(record: type[Any]) -> dict[str, Field[Any]]:
    """The columns of a class of records by name, in order."""
    return {one.name: one for one in fields(record) if "about" in one.metadata}


def row_of(record: Any) -> dict[str, Any]:
    """A record as a row: numbers are rounded, and None stands for what is not finite."""
    return {name: _plain(getattr(record, name)) for name in columns_of(type(record))}


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DIGITS) if math.isfinite(value) else None
    return value


class Records(Shown, Sequence[R], Generic[R]):
    """A sequence of records of one class.

    Subclasses state the class as ``record`` and give the records by `_records`.
    """

    record: type[Any]

    def _records(self) -> Sequence[R]:
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self._records())

    @overload
    def __getitem__(self, at: int) -> R: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[R]: ...
    def __getitem__(self, at: int | slice) -> R | Sequence[R]:
        return self._records()[at]

    def __iter__(self) -> Iterator[R]:
        return iter(self._records())

    def __str__(self) -> str:
        return self.to_csv().rstrip("\n")

    def _brief(self) -> str:
        return counted(len(self), "row")

    def rows(self) -> list[dict[str, Any]]:
        """The records as dictionaries of plain values, as JSON and CSV have them."""
        return [row_of(one) for one in self._records()]

    def to_csv(self) -> str:
        """Comma-separated values with a header."""
        return as_csv(list(columns_of(self.record)), self.rows())

    def to_jsonl(self) -> str:
        """JSON Lines: one object per record."""
        return "".join(json.dumps(row) + "\n" for row in self.rows())

    def to_pandas(self) -> pandas.DataFrame:
        """The records as a data frame, a column per field.

        Raise `ColumnError` if pandas is not installed.
        """
        return as_frame(self.rows(), list(columns_of(self.record)))


S = TypeVar("S", bound="Rows[Any]")


@dataclass(frozen=True, repr=False)
class Rows(Records[R]):
    """Records that are all there."""

    all_rows: tuple[R, ...]

    def _records(self) -> Sequence[R]:
        return self.all_rows

    def sorted(self: S, by: str | None) -> S:
        """Sorted by a column; see `in_order`."""
        return replace(self, all_rows=tuple(in_order(self, self.record, by)))


def as_frame(rows: Sequence[dict[str, Any]], columns: Sequence[str] | None = None) -> pandas.DataFrame:
    """Rows as a data frame. Raise `ColumnError` if pandas is not installed."""
    try:
        import pandas
    except ImportError:
        raise ColumnError(
            "a data frame needs the package 'pandas' (extra 'pandas'): pip install pandas"
        ) from None
    return pandas.DataFrame(rows, columns=columns)


def as_csv(heads: Sequence[str], rows: Iterable[dict[str, Any]]) -> str:
    """Comma-separated values: the heads, then the rows."""
    import csv  # only tables need it

    out = io.StringIO()
    writer = csv.DictWriter(out, heads, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: csv_cell(value) for name, value in row.items()} for row in rows)
    return out.getvalue()


def csv_cell(value: Any) -> Any:
    """Truth values and lists as in JSON; an apostrophe before a text that spreadsheets run as a formula."""
    if isinstance(value, bool | list | tuple):
        return json.dumps(value)
    is_formula = isinstance(value, str) and len(value) > 1 and value[0] in "=+-@"
    return f"'{value}" if is_formula and not _is_number(value) else value


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def in_order(records: Iterable[R], record: type[Any], by: str | None) -> list[R]:
    """Records sorted by a column, in descending order if ``-`` precedes its name; missing values come last.

    Raise `ColumnError` if there is no such column.
    """
    if by is None:
        return list(records)
    name = by.removeprefix("-")
    known = columns_of(record)
    if name not in known:
        raise ColumnError(f"there is no column {name!r} to sort by; {meant(name, list(known))}")
    given = [(getattr(one, name), one) for one in records]
    present = [pair for pair in given if _plain(pair[0]) is not None]
    ordered = sorted(present, key=lambda pair: pair[0], reverse=by.startswith("-"))
    return [one for _, one in ordered] + [one for value, one in given if _plain(value) is None]


def schema_of(record: type[Any], title: str, about: str) -> dict[str, Any]:
    """The JSON schema of a record's rows, from the types of its fields and their descriptions."""
    hints = get_type_hints(record)
    properties = {
        name: {**_schema_of_type(hints[name]), "description": one.metadata["about"]}
        for name, one in columns_of(record).items()
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": about,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _schema_of_type(hint: Any) -> dict[str, Any]:
    alternatives = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    if any(get_origin(one) is Literal for one in alternatives):
        values = [value for one in alternatives for value in (get_args(one) or (None,))]
        return {"enum": values}
    if any(one is list or get_origin(one) is list for one in alternatives):
        return {"type": ["array", "null"] if NoneType in alternatives else "array"}
    names = [_TYPES[one] for one in alternatives]
    return {"type": names[0] if len(names) == 1 else names}
