"""Find a bot by name or file, check it, compile it.

A bot is a Python file with one function per decision of its game; the file name is the bot's name.  The loader turns
its functions into compiled ones, and one small dispatcher over the decisions into the function pointer an engine calls.

Bot folders never go on `sys.path` (`random.py` would shadow the standard library): they are loaded as packages below
`_bots`, so that `from .helper import x` works.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.machinery
import importlib.util
import linecache
import math
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, ClassVar

from simkit import games
from simkit.bot_checks import check_source, weight_index
from simkit.errors import InputError, unknown

ROOT = "_bots"


@dataclass(frozen=True)
class BotFile:
    """What a bot's file says without being run: docstring, BASE and WEIGHTS."""

    game: str
    name: str
    path: Path
    idea: str
    base: BotFile | None
    weights: dict[str, float] = field(hash=False)  # the base's first, in their order
    decisions: tuple[str, ...]  # written in this file
    stamp: str  # hash of the file and all it imports

    def chain(self) -> Iterator[BotFile]:
        bot: BotFile | None = self
        while bot:
            yield bot
            bot = bot.base


@dataclass(frozen=True)
class Bot:
    """A bot with its weights in force; `decide` is compiled on first use."""

    file: BotFile
    label: str
    weights: dict[str, float]
    given: str  # the name or path it was asked for by

    @functools.cached_property
    def decide(self) -> Any:
        return compile_bot(self.file)

    @property
    def source_hash(self) -> str:
        """Hash of everything the bot's decisions depend on."""
        from simkit.jit import source_stamp

        link_sources(self.file)
        return source_stamp(self.file.path)


def shipped_folder(game: str) -> Path:
    """The folder of the bots that come with simkit."""
    spec = importlib.util.find_spec("strategies")
    if spec is None or not spec.submodule_search_locations:
        raise InputError("the package `strategies` is not installed")
    return Path(next(iter(spec.submodule_search_locations))).resolve() / game


def shipped_names(game: str) -> list[str]:
    return sorted(path.stem for path in shipped_folder(game).glob("*.py") if not path.stem.startswith("_"))


def find_bots(game: str, given: str | Sequence[str], seats: int) -> list[Bot]:
    """One bot a seat from `simple`, `simple,careful`, `./my.py,racer:risk=0.5` or a sequence of such names."""
    specs = given.split(",") if isinstance(given, str) else list(given) if isinstance(given, Sequence) else [given]
    if not all(isinstance(spec, str) and spec.strip() for spec in specs):
        raise InputError(f"bots {given!r}; allowed: names or files, one for all seats or one per seat")
    check_number(len(specs), seats)
    bots = [find_bot(game, spec.strip()) for spec in specs]
    return bots * seats if len(bots) == 1 else bots


def check_number(number: int, seats: int) -> None:
    if number not in (1, seats):
        raise InputError(f"{number} bots for {seats} seats; allowed: one for all seats or one per seat")


def find_bot(game: str, spec: str) -> Bot:
    """A bot from `name`, a path to a `.py` file, each with `:weight=value` behind."""
    parts = re.match(r"(.*?)((?::\w+=[^:]*)*)$", spec)
    assert parts is not None
    file = read_bot(game, parts[1])
    weights = dict(file.weights)
    for pair in filter(None, parts[2].split(":")):
        name, _, value = pair.partition("=")
        if name not in weights:
            raise unknown(f"weight of {file.name}", name, weights)
        weights[name] = _number(f"{spec}: weight {name}", value)
    return Bot(file, file.name + parts[2], weights, spec)


def _number(where: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InputError(f"{where}: {text!r} is no number")
    return number


def read_bot(game: str, name: str) -> BotFile:
    """Find and read a bot's file without running it."""
    game = games.game_name(game)
    path = Path(name)
    if path.suffix != ".py" and "/" not in name and "\\" not in name:
        path = shipped_folder(game) / f"{name}.py"
        if name not in shipped_names(game):
            raise unknown("bot", name, shipped_names(game))
    if not path.is_file():
        raise InputError(f"no bot file {name}")
    return _read(game, path.resolve())


def _read(game: str, path: Path, heirs: tuple[Path, ...] = ()) -> BotFile:
    """`heirs` are the files whose BASE leads here."""
    if path in heirs:
        raise InputError(f"{heirs[-1]}: BASE = {path.stem!r} leads back to the bot itself")
    if path.suffix != ".py" or set(".{}") & set(path.stem):
        raise InputError(f"{path}: a bot is named after its file; allowed: NAME.py without ., {{ and }} in the name")
    decisions = [item.name.lower() for item in games.module(game, "state").Decision]
    tree = parse(path)
    check_source(tree, path, game)
    from simkit.games.core import MAX_WEIGHTS
    from simkit.jit import add_sources, source_stamp

    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in decisions]
    for node in functions:
        if len(node.args.args) != 1:
            given = ast.unparse(node.args)
            raise InputError(f"{path}:{node.lineno}: {node.name}({given}): a decision gets the view alone")
    written = [node.name for node in functions]
    base_name = _constant(tree, "BASE", path)
    base = _read_base(game, base_name, path, heirs) if base_name else None
    if base:  # before any stamp is taken: a stamp must not depend on which bots were read before
        add_sources(path, [base.path])
    known = {name for bot in (base.chain() if base else ()) for name in bot.decisions}
    missing = [name for name in decisions if name not in written and name not in known]
    if missing:
        raise InputError(f"{path}: no function {', '.join(missing)}; write it or name a BASE that has it")
    weights = (base.weights if base else {}) | _weights(tree, path)
    if len(weights) > MAX_WEIGHTS:
        raise InputError(f"{path}: {len(weights)} weights with those of its BASE; allowed: at most {MAX_WEIGHTS}")
    return BotFile(game, path.stem, path, idea_of(tree), base, weights, tuple(written), source_stamp(path))


def _read_base(game: str, name: Any, path: Path, heirs: tuple[Path, ...] = ()) -> BotFile:
    if name in shipped_names(game):
        return _read(game, shipped_folder(game) / f"{name}.py", (*heirs, path))
    beside = path.with_name(f"{name}.py")
    if beside.is_file():
        return _read(game, beside, (*heirs, path))
    return read_bot(game, str(name))


def parse(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    except SyntaxError as error:
        raise InputError(f"{path}:{error.lineno}: {error.msg}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from None


def idea_of(tree: ast.Module) -> str:
    """First line of the docstring."""
    return (ast.get_docstring(tree) or "").partition("\n")[0]


def _constant(tree: ast.Module, name: str, path: Path) -> Any:
    """The value of a module constant, read without running the file."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets):
            try:
                return ast.literal_eval(node.value)
            except ValueError:
                raise InputError(f"{path}:{node.lineno}: {name} must be written out as a constant") from None
    return None


def _weights(tree: ast.Module, path: Path) -> dict[str, float]:
    from simkit.games.core import MAX_WEIGHTS

    weights = _constant(tree, "WEIGHTS", path) or {}
    if not isinstance(weights, dict) or len(weights) > MAX_WEIGHTS:
        raise InputError(f"{path}: WEIGHTS must be a dict of at most {MAX_WEIGHTS} numbers")
    for name, value in weights.items():
        if not isinstance(name, str) or isinstance(value, bool) or not isinstance(value, int | float):
            raise InputError(f"{path}: WEIGHTS[{name!r}] = {value!r} is no number with a name")
    return {name: float(value) for name, value in weights.items()}


# --- loading: from a file to compiled functions


class _Loader(importlib.machinery.SourceFileLoader):
    """Imports a bot file or its helper: checks it, resolves `view.weights.NAME`, compiles its functions."""

    def __init__(self, fullname: str, path: str, game: str) -> None:
        super().__init__(fullname, path)
        self.game = game

    def get_code(self, fullname: str) -> Any:
        return self.source_to_code(self.get_data(self.path), self.path)  # never Python's own bytecode cache

    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> Any:  # type: ignore[override]
        from simkit.games.core import View  # noqa: F401  (bots get one; import it before they compile)

        file = Path(path)
        tree = parse(file)
        check_source(tree, file, self.game)
        weights = _all_weights(self.game, file, tree)
        return compile(weight_index(tree, file, weights), path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        from simkit.jit import compile_bot_function

        super().exec_module(module)
        for name, value in list(vars(module).items()):
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                setattr(module, name, compile_bot_function(value))


def _all_weights(game: str, path: Path, tree: ast.Module) -> list[str]:
    base = _constant(tree, "BASE", path)
    inherited = _read_base(game, base, path).weights if base else {}
    return list(inherited | _weights(tree, path))


class _Finder:
    """Finds modules below `_bots.<folder>`."""

    folders: ClassVar[dict[str, tuple[Path, str]]] = {}

    @classmethod
    def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> Any:
        parts = fullname.split(".")
        if parts[0] != ROOT:
            return None
        if len(parts) == 1:
            return importlib.machinery.ModuleSpec(ROOT, None, is_package=True)
        folder, game = cls.folders[parts[1]]
        if len(parts) == 2:
            spec = importlib.machinery.ModuleSpec(fullname, None, is_package=True)
            return spec
        file = folder.joinpath(*parts[2:]).with_suffix(".py")
        if not file.is_file():
            return None
        return importlib.util.spec_from_file_location(fullname, file, loader=_Loader(fullname, str(file), game))


def import_bot(file: BotFile) -> ModuleType:
    """The bot's module, its functions compiled lazily by numba."""
    from simkit.jit import cache_folder_of

    if _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)
    cache_folder_of(file.path.parent)
    # An edited bot is a new module; the same source is the same module in every process, as numba's cache wants it.
    package = "b" + hashlib.sha256(f"{file.game}:{file.stamp}".encode()).hexdigest()[:16]
    _Finder.folders[package] = (file.path.parent, file.game)
    try:
        return importlib.import_module(f"{ROOT}.{package}.{file.path.stem}")
    except InputError:
        raise
    except Exception as error:
        line = _line_in(error, file.path)
        raise InputError(f"{file.path}:{line}: {type(error).__name__}: {error}") from None


def _line_in(error: BaseException, path: Path) -> int:
    """The last line of the traceback that lies in the file."""
    line, trace = 1, error.__traceback__
    while trace:
        if Path(trace.tb_frame.f_code.co_filename) == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def link_sources(file: BotFile) -> None:
    """Let the cache stamp of a bot cover its bases too."""
    from simkit.jit import add_sources

    for bot in file.chain():
        if bot.base:
            add_sources(bot.path, [bot.base.path])


@functools.cache
def compile_bot(file: BotFile) -> Any:
    """The bot's dispatcher over its decisions, compiled: (view, decision) → action.

    Raises InputError with file and line if a function does not compile or returns no whole number.
    """
    functions = _decision_functions(file)
    source = ["def decide(view, decision):"]
    for number, name in enumerate(functions):
        source.append(f"    if decision == {number}:\n        return 0 + {name}(view)")
    source.append("    return -1")
    namespace: dict[str, Any] = dict(functions)
    exec(compile("\n".join(source), str(file.path), "exec"), namespace)
    decide = namespace["decide"]
    decide.__module__ = import_bot(file).__name__
    return _compile_dispatcher(file, decide, functions)


def _decision_functions(file: BotFile) -> dict[str, Any]:
    """Decision → function, the bot's own or its base's, in the order of the game's Decision."""
    functions: dict[str, Any] = {}
    for bot in file.chain():
        module = import_bot(bot)
        for name in bot.decisions:
            functions.setdefault(name, getattr(module, name))
    return {item.name.lower(): functions[item.name.lower()] for item in games.module(file.game, "state").Decision}


def _compile_dispatcher(file: BotFile, decide: Any, functions: dict[str, Any]) -> Any:
    from numba import njit, types
    from numba.core.errors import NumbaError

    from simkit.games.compiled import bot_arguments
    from simkit.jit import BOT_OPTIONS, JIT_ENABLED, fix_stamp, source_stamp

    if not JIT_ENABLED:
        return decide
    link_sources(file)
    if source_stamp(file.path) != file.stamp:
        raise InputError(f"{file.path} or a file it uses changed while it was loaded; start again")
    fix_stamp(file.path, file.stamp)
    arguments = bot_arguments(file.game)
    compiled = njit(cache=True, **BOT_OPTIONS)(decide)
    try:
        compiled.compile(arguments)
    except KeyError as error:  # how numba says that a record has no such field
        raise InputError(_field_message(file, str(error.args[0]))) from None
    except NumbaError as error:
        raise InputError(_return_message(file, functions, arguments) or _compile_message(file, error)) from None
    except Exception as error:  # what numba's lower stages raise is of no common kind
        reason = " ".join(str(error).split())[:200]
        raise InputError(f"{file.path}: cannot be compiled: {type(error).__name__}: {reason}") from None
    if compiled.nopython_signatures[0].return_type != types.int64:
        raise InputError(_return_message(file, functions, arguments) or f"{file.path}: no whole number is returned")
    compiled.disable_compile()
    return compiled


def _return_message(file: BotFile, functions: dict[str, Any], arguments: Any) -> str | None:
    """Which decision returns something else than a whole number; None if one does not compile at all."""
    from numba import types
    from numba.core.errors import NumbaError

    for name, function in functions.items():
        try:
            function.compile(arguments[:1])
        except NumbaError:
            return None
        kind = function.nopython_signatures[0].return_type
        if not isinstance(kind, types.Integer | types.Boolean):
            line = function.py_func.__code__.co_firstlineno
            return f"{file.path}:{line}: {name} returns {kind}; it must return a whole number on every path"
    return None


def _field_message(file: BotFile, name: str) -> str:
    """Where in the bot's own files a field is read that no record has."""
    for path, node in _nodes(file):
        if isinstance(node, ast.Attribute) and node.attr == name:
            return f"{path}:{node.lineno}: {unknown('field', name, _fields(file.game, node.value))}"
    return f"{file.path}: unknown field {name!r}"


def _name_message(file: BotFile, name: str) -> str:
    """Where in the bot's own files a name is used that nobody gave."""
    for path, node in _nodes(file):
        if isinstance(node, ast.Name) and node.id == name:
            return f"{path}:{node.lineno}: name {name!r} is not defined"
    return f"{file.path}: name {name!r} is not defined"


def _nodes(file: BotFile) -> Iterator[tuple[Path, ast.AST]]:
    """The syntax of the bot, its bases and their helpers."""
    from simkit.jit import PACKAGE, source_closure

    sources = [path for bot in file.chain() for path in sorted(source_closure(bot.path))]
    for path in dict.fromkeys(sources):
        if PACKAGE not in path.parents:
            yield from ((path, node) for node in ast.walk(parse(path)))


def _fields(game: str, owner: ast.expr) -> list[str]:
    """The fields of `view.table`, `view.me` or `view.rules`; of all three for anything else."""
    state = games.module(game, "state")
    records = {
        "table": state.STATE.fields["table"][0].names,
        "me": state.STATE.fields["seats"][0].base.names,
        "rules": state.RULES.names,
    }
    part = owner.attr if isinstance(owner, ast.Attribute) else ""
    return list(records.get(part) or [name for names in records.values() for name in names])


def _compile_message(file: BotFile, error: Exception) -> str:
    """numba's message as one line with file, line and the reason."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [int(n) for path, n in re.findall(r'File "([^"]+)", line (\d+)', text) if Path(path).name == file.path.name]
    where = f"{file.path}:{lines[0]}" if lines else str(file.path)
    missing = re.search(r"Unknown attribute '(\w+)' of type View", text)
    if missing:
        return f"{where}: {unknown('part of the view', missing[1], ('table', 'me', 'rules', 'weights'))}"
    name = re.search(r"name '(\w+)' is not defined|NameError: .*?'(\w+)'", text)
    if name:
        return _name_message(file, name[1] or name[2])
    skip = ("During", "Failed in", "File", "Traceback", "<source", "Overload", "- Resolution", "There are", "Rejected")
    reasons = [
        line.strip()
        for line in text.splitlines()
        if line.strip() and not line.strip().startswith(skip) and not set(line.strip()) <= set("^-")
    ]
    reason = reasons[0] if reasons else type(error).__name__
    source = linecache.getline(str(file.path), lines[0]).strip() if lines else ""
    return f"{where}: does not compile: {reason[:300]}" + (f" (in: {source})" if source else "")
