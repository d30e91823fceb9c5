"""House decorators for compiled code, and the kernel cache.

Two ways to compile hold every compile option of the project:

``@inline``   a helper: compiled into whatever calls it, never cached by itself.
``entry()``   a function Python calls: one explicit signature, compiled once, cached on disk.

numba stamps a cached function with the one file that defines it, so an edit in a helper of another file
would go unnoticed.  Here the stamp covers that file, everything it imports locally and the compile options,
and each stamp has a folder of its own, so a stale kernel cannot be found.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numba
import platformdirs
from numba.core import caching

F = TypeVar("F", bound=Callable[..., Any])

JIT_ENABLED = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
OPTIONS: dict[str, Any] = {"nogil": True}
BOT_OPTIONS: dict[str, Any] = {"nogil": True, "boundscheck": True}  # a bad index must not read hidden cards
UNUSED_DAYS = 30
LOADER = ("bots.py", "bot_checks.py")
PACKAGE = Path(__file__).parent

_IMPORT = re.compile(r"^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)", re.MULTILINE)
_BASE = re.compile(r"^BASE[ \t]*=[ \t]*[\"'](\w+)[\"']", re.MULTILINE)
_extra_sources: dict[Path, tuple[Path, ...]] = {}


def inline(function: F) -> F:
    """Decorator of helpers that other kernels call."""
    _note_sources(Path(function.__code__.co_filename))
    return numba.njit(**OPTIONS)(function)


def entry(function: Callable[..., Any], signature: Any, options: dict[str, Any] | None = None) -> Any:
    """Compile `function` for `signature` alone, from the cache where possible, and freeze it.

    Frozen, it takes first-class function pointers as they are; numba would otherwise specialise it for each
    function in every process.  With the JIT disabled the plain function comes back.
    """
    if not JIT_ENABLED:
        return function
    compiled = numba.njit(cache=True, **(options or OPTIONS))(function)
    compiled.compile(signature)
    compiled.disable_compile()
    return compiled


def compile_bot_function(function: F) -> F:
    return numba.njit(**BOT_OPTIONS)(function) if JIT_ENABLED else function


def add_sources(path: Path, others: Iterable[Path]) -> None:
    """Let the stamp of `path` also cover `others`, which it uses without importing them."""
    _extra_sources[path.resolve()] = tuple(other.resolve() for other in others)


def source_stamp(path: Path) -> str:
    """Hash of a file, all it imports locally, and the compile options: what a cached kernel depends on."""
    digest = hashlib.sha256(repr((sorted(OPTIONS.items()), sorted(BOT_OPTIONS.items()))).encode())
    sources = source_closure(path)
    if PACKAGE not in path.resolve().parents:  # a bot also depends on how bots are loaded
        sources |= {PACKAGE / name for name in LOADER}
    # By name and content, not by path: the same bot has the same stamp wherever it lies.
    for name, content in sorted((source.name, _content_hash(source)) for source in sources):
        digest.update(name.encode() + b"\0" + content)
    return digest.hexdigest()


def source_closure(path: Path) -> set[Path]:
    """The file and every local file it imports, directly or not."""
    found: set[Path] = set()
    waiting = [path.resolve()]
    while waiting:
        source = waiting.pop()
        if source not in found:
            found.add(source)
            imports = _package_imports(source) if PACKAGE in source.parents else _local_imports(source)
            waiting += [*imports, *_extra_sources.get(source, ())]
    return found


_loaded: dict[Path, bytes] = {}  # file of ours → hash of its content when it was imported


@functools.cache
def _note_sources(path: Path) -> None:
    """Remember what a module and all it imports looked like when it was imported.

    An edit while the process runs must not file the old code, compiled later, under the stamp of the new source.
    """
    for source in source_closure(path):
        _content_hash(source)


def fix_stamp(path: Path, stamp: str) -> None:
    """File what is compiled from `path` under this stamp from now on: that of the source that was loaded."""
    _fixed[path.resolve()] = stamp


_fixed: dict[Path, str] = {}


def _content_hash(path: Path) -> bytes:
    if PACKAGE in path.parents:
        if path not in _loaded:
            _loaded[path] = hashlib.sha256(path.read_bytes()).digest()
        return _loaded[path]
    status = path.stat()
    return _hash_content(path, status.st_mtime_ns, status.st_size)


@functools.cache
def _hash_content(path: Path, mtime: int, size: int) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


@functools.cache
def _package_imports(path: Path) -> tuple[Path, ...]:
    """Those of a file of ours: what it was when it was imported is what counts, and reading them takes a while."""
    return tuple(_local_imports(path))


def _local_imports(path: Path) -> Iterator[Path]:
    text = path.read_text(encoding="utf-8")
    for name in _BASE.findall(text):  # a bot's base beside it
        yield from _module_files(path.with_name(name))
    for dots, module, names in _IMPORT.findall(text):
        if dots:
            base = path.parents[len(dots) - 1]
        elif module.split(".")[0] == PACKAGE.name:
            base = PACKAGE.parent
        else:
            continue
        target = base.joinpath(*filter(None, module.split(".")))
        yield from _module_files(target)
        for name in re.findall(r"\w+", names):
            yield from _module_files(target / name)


def _module_files(target: Path) -> Iterator[Path]:
    for candidate in (target.with_suffix(".py"), target / "__init__.py"):
        if candidate.is_file():
            yield candidate.resolve()


def cache_root() -> Path:
    """Folder of all compiled kernels; `SIMKIT_CACHE_DIR` moves it."""
    chosen = os.environ.get("SIMKIT_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("simkit", appauthor=False))


@functools.cache
def _private_folder() -> Path:
    """Where kernels go if the cache folder cannot be written: a folder for this process alone."""
    return Path(tempfile.mkdtemp(prefix="simkit-kernels-"))


def _stamp_folder(stamp: str) -> Path:
    """The folder of one stamp, private to the user because numba's cache entries are pickles."""
    root = cache_root()
    folder = root / stamp[:32]
    try:
        if not folder.is_dir():
            root.mkdir(parents=True, exist_ok=True, mode=0o700)
            root.chmod(0o700)
            folder.mkdir(exist_ok=True, mode=0o700)
            _prune(root)
        os.utime(folder)
        return folder
    except OSError:
        return _private_folder()


def _prune(root: Path) -> None:
    oldest = time.time() - UNUSED_DAYS * 86400
    for folder in root.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


_ours: set[Path] = {PACKAGE}


def cache_folder_of(folder: Path) -> None:
    """Serve functions defined below `folder` from our cache as well (the bot loader says so of its folders)."""
    _ours.add(folder.resolve())


class StampLocator(caching._CacheLocator):
    """Tells numba where a kernel of ours lies in the cache and what its stamp is."""

    def __init__(self, function: Callable[..., Any], path: Path) -> None:
        self._line = function.__code__.co_firstlineno
        self._stamp = _fixed.get(path) or source_stamp(path)
        self._folder = _stamp_folder(self._stamp)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> StampLocator | None:
        path = Path(py_file).resolve()
        return cls(py_func, path) if _ours.intersection(path.parents) else None


# In front of numba's own locators, which other libraries need; before the first kernel is defined.
caching.CacheImpl._locator_classes.insert(0, StampLocator)
