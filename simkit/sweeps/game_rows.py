"""One row a game as Parquet: files of 100,000 games each, the same bytes however often a sweep was interrupted."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from simkit.errors import InputError
from simkit.files import make_folder, write_whole

FILE_GAMES = 100_000
OURS = re.compile(r"[0-9]{6}\.parquet")


class GameRows:
    """The rows of one cell; `flush` writes the file that is being filled, full ones are written at once.

    names: column → what its codes are called; other columns are written as the numbers they are.
    Raises InputError if a file of the counted games is missing, short or cannot be read.
    """

    def __init__(self, folder: Path, names: dict[str, tuple[str, ...]], games: int) -> None:
        self.folder = folder
        self.names = names
        self.games = games
        self.parts: list[Any] = self._stored()
        self.dirty = False

    def add(self, rows: Any) -> None:
        """Append outcome rows (structured array), the games after those there."""
        start = 0
        while start < len(rows):
            count = min(len(rows) - start, FILE_GAMES - self.games % FILE_GAMES)
            self.parts.append(self._table(rows[start : start + count]))
            self.games += count
            self.dirty = True
            start += count
            if self.games % FILE_GAMES == 0:
                self._write(self.games // FILE_GAMES - 1)
                self.parts = []
                self.dirty = False

    def flush(self) -> None:
        if self.dirty:
            self._write(self.games // FILE_GAMES)
            self.dirty = False

    def _path(self, number: int) -> Path:
        return self.folder / f"{number:06d}.parquet"

    def _stored(self) -> list[Any]:
        """The rows of the file being filled; rows beyond the counted games are cut off."""
        import pyarrow.parquet as pq

        current, filled = divmod(self.games, FILE_GAMES)
        for number in range(current):
            self._read(number, FILE_GAMES, pq.read_metadata)
        table = self._read(current, filled, pq.read_table) if filled else None
        for path in self.folder.glob("*.parquet"):
            if OURS.fullmatch(path.name) and int(path.stem) >= current + (filled > 0):
                path.unlink()
        if table is None:
            return []
        self.parts = [table.slice(0, filled)]
        if table.num_rows > filled:
            self._write(current)
        return self.parts

    def _read(self, number: int, games: int, read: Callable[[Path], Any]) -> Any:
        """What `read` makes of a file that must hold so many games; raises InputError if it does not."""
        path = self._path(number)
        mend = f"put it back, or delete cells/{self.folder.name}.json, and the games of this cell are played again"
        try:
            found = read(path)
        except FileNotFoundError:
            raise InputError(f"{path} is missing; {mend}") from None
        except (OSError, ValueError) as error:
            raise InputError(f"{path} cannot be read ({type(error).__name__}); {mend}") from None
        if found.num_rows < games:
            raise InputError(f"{path} has {found.num_rows} games where {games} were counted; {mend}")
        return found

    def _table(self, rows: Any) -> Any:
        import pyarrow as pa

        columns = {"index": pa.array(np.arange(self.games, self.games + len(rows), dtype=np.int64))}
        for name in rows.dtype.names:
            values = np.ascontiguousarray(rows[name])
            if name in self.names:
                codes = pa.array(values.astype(np.int32))
                columns[name] = pa.DictionaryArray.from_arrays(codes, list(self.names[name])).cast(pa.string())
            else:
                columns[name] = pa.array(values)
        return pa.table(columns)

    def _write(self, number: int) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        whole = pa.concat_tables(self.parts).combine_chunks()
        self.parts = [whole]
        buffer = io.BytesIO()
        pq.write_table(whole, buffer, compression="zstd", row_group_size=FILE_GAMES)
        make_folder(self.folder)
        write_whole(self._path(number), buffer.getvalue())
