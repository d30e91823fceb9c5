"""Checks of a bot's source before it runs, and the `view.weights.NAME` shorthand.

numba enforces neither immutability nor imports, so the loader reads the source: a bot must not change what it is
shown (except `view.me.memory`) and imports nothing but mathematics and its own game's helpers.  This keeps honest
authors from mistakes; it is no sandbox: a bot file is a program, run only what you trust.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterator
from pathlib import Path

from simkit import games
from simkit.errors import InputError, unknown

ALLOWED_IMPORTS = ("math", "numpy", "__future__", "enum", "typing")
WRITABLE = ("memory", "scratch")
MUTATING_METHODS = {"fill", "sort", "itemset", "put", "partition", "resize", "setfield"}
MUTATING_METHODS |= {"shuffle", "copyto", "place", "putmask", "fill_diagonal"}  # of numpy itself
# What a bot may call of numpy, with the most arguments by position: a further one would be written to.
NUMPY_CALLS = dict.fromkeys(("exp", "log", "sqrt", "floor", "ceil", "abs", "sign", "sum", "min", "max", "argmin"), 1)
NUMPY_CALLS |= dict.fromkeys(("mean", "argmax", "any", "all", "count_nonzero", "int64", "float64", "bool_"), 1)
NUMPY_CALLS |= dict.fromkeys(("minimum", "maximum", "ravel"), 2)
NEW_ARRAYS = {
    "zeros",
    "ones",
    "full",
    "arange",
    "array",
    "copy",
    "zeros_like",
    "ones_like",
}  # not empty: what lay there
NUMPY_VALUES = {"int64", "float64", "bool_", "pi", "inf", "nan", "e"}  # types and constants, which need no call
REFUSED_NAMES = ("getattr", "setattr", "delattr", "eval", "exec", "globals", "locals", "vars", "open", "__import__")
_RANDOM = "numpy.random would make the games depend on when they are played; use random_below(view, n)"


def check_source(tree: ast.Module, path: Path, game: str) -> None:
    """Raise InputError with file and line for a forbidden import or a write through the view."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            _check_import(node, path, game)
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("np.random", "numpy.random"):
            raise InputError(f"{path}:{node.lineno}: {_RANDOM}")
        if isinstance(node, ast.ExceptHandler) and node.type and ast.unparse(node.type) != "Exception":
            raise InputError(
                f"{path}:{node.lineno}: compiled code knows no `except {ast.unparse(node.type)}`; test first"
            )
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            _check_writes(node, path, _array_fields(game))
    _check_names(tree, path)
    _check_recursion(tree, path)


def _check_names(tree: ast.Module, path: Path) -> None:
    """Of numpy only functions that write nowhere and look at nothing but what they are given; no function renamed."""
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    modules = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        problem = _name_problem(node, id(node) in called, id(node) in modules)
        if problem:
            raise InputError(f"{path}:{node.lineno}: {problem}")  # type: ignore[attr-defined]  # those found have one


def _name_problem(node: ast.AST, called: bool, module: bool) -> str | None:
    """called: the node is what a call calls; module: an attribute of it is taken."""
    match node:
        case ast.ImportFrom(module=str(name)) if name.split(".")[0] == "numpy":
            return f"write `import numpy as np`, not from {name} import …"
        case ast.Import(names=names) if any(alias.asname not in (None, "np") for alias in names):
            return "write `import numpy as np`; a module has no other name in a bot"
        case ast.Name(id=name) if name in REFUSED_NAMES:
            return f"a bot may not use {name}"
        case ast.Name(id="np" | "numpy") if not module:
            return "a module has no other name in a bot"
        case ast.Attribute(value=ast.Name(id="np" | "numpy"), attr=name) if not called and name not in NUMPY_VALUES:
            return f"{ast.unparse(node)} may only be called, under its own name"
        case ast.Attribute(attr=name) if not called and name in MUTATING_METHODS:
            return f"a bot may not change what it is shown: {ast.unparse(node)}"
        case ast.Call(func=ast.Attribute() as function) if ast.unparse(function).split(".")[0] in ("np", "numpy"):
            return _call_problem(node, ast.unparse(function).partition(".")[2])
    return None


def _call_problem(node: ast.Call, name: str) -> str | None:
    if name in NEW_ARRAYS or len(node.args) <= NUMPY_CALLS.get(name, -1):
        return None
    return f"a bot may not call {ast.unparse(node)}; allowed: {', '.join(sorted(NEW_ARRAYS | set(NUMPY_CALLS)))}"


def _check_recursion(tree: ast.Module, path: Path) -> None:
    """A function that calls itself, directly or by way of others, cannot be cached."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    calls = {
        name: {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} & set(functions)
        for name, node in functions.items()
    }
    for name in functions:
        reached, waiting = set(), set(calls[name])
        while waiting:
            reached |= waiting
            waiting = {other for called in waiting for other in calls[called]} - reached
        if name in reached:
            raise InputError(f"{path}:{functions[name].lineno}: {name} calls itself; write a loop instead")


def _check_import(node: ast.Import | ast.ImportFrom, path: Path, game: str) -> None:
    helpers = f"simkit.games.{game}.helpers"
    if isinstance(node, ast.ImportFrom) and node.level:
        return  # a helper beside the bot, checked when it is loaded
    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
    for name in names:
        if name.startswith("numpy.random") or (name == "numpy" and any(a.name == "random" for a in node.names)):
            raise InputError(f"{path}:{node.lineno}: {_RANDOM}")
        if name != helpers and name.split(".")[0] not in ALLOWED_IMPORTS:
            allowed = f"{helpers}, files beside the bot (from .name import …), math, numpy"
            raise InputError(f"{path}:{node.lineno}: a bot may not import {name}; allowed: {allowed}")


def _check_writes(function: ast.FunctionDef, path: Path, arrays: frozenset[str]) -> None:
    own = _own_arrays(function)
    shown = _names_of(function, arrays)
    for node in ast.walk(function):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id in shown:
            raise InputError(f"{path}:{node.lineno}: a bot may not change what it is shown: {ast.unparse(node)}")
        if isinstance(node, ast.Call) and any(keyword.arg == "out" for keyword in node.keywords):
            raise InputError(f"{path}:{node.lineno}: a bot may not write with out=: {ast.unparse(node)}")
        for target in _targets(node):
            if not _may_write(target, own):
                text = ast.unparse(target)
                raise InputError(
                    f"{path}:{target.lineno}: a bot may only write view.me.memory and .scratch, not {text}"
                )
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if is_method and node.func.attr in MUTATING_METHODS and not _may_write(node.func, own):  # type: ignore[attr-defined]
            where = f"{path}:{node.lineno}"  # type: ignore[attr-defined]
            raise InputError(f"{where}: a bot may not change what it is shown: {ast.unparse(node)}")


def _targets(node: ast.AST) -> Iterator[ast.expr]:
    """Attributes and items that a statement assigns."""
    found: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        found = node.targets
    elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For | ast.comprehension):
        found = [node.target]
    for target in found:
        for part in ast.walk(target):
            if isinstance(part, ast.Attribute | ast.Subscript) and isinstance(part.ctx, ast.Store):
                yield part


def _may_write(target: ast.expr, own: set[str]) -> bool:
    base = target.value if isinstance(target, ast.Subscript | ast.Attribute) else target
    if isinstance(target, ast.Attribute) and isinstance(target.ctx, ast.Store):
        return False
    if isinstance(base, ast.Name):
        return base.id in own
    return isinstance(base, ast.Attribute) and base.attr in WRITABLE


def _own_arrays(function: ast.FunctionDef) -> set[str]:
    """Names that only ever hold arrays the bot made itself, or its memory."""
    made = {id(name) for name in _assigned(function, _is_new_array)}
    stored = [node for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    inner = [node.args for node in ast.walk(function) if isinstance(node, ast.FunctionDef | ast.Lambda)]
    taken = [argument for args in inner for argument in (*args.posonlyargs, *args.args, *args.kwonlyargs)]
    others = {argument.arg for argument in taken} | {name.id for name in stored if id(name) not in made}
    return {name.id for name in stored if id(name) in made} - others


def _names_of(function: ast.FunctionDef, arrays: frozenset[str]) -> set[str]:
    """Names of arrays that are part of the view."""
    return {name.id for name in _assigned(function, lambda value: getattr(value, "attr", None) in arrays)}


def _assigned(function: ast.FunctionDef, chosen: Callable[[ast.expr], bool]) -> Iterator[ast.Name]:
    """The names that a value of the chosen kind is assigned to."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and chosen(node.value):
            yield from (target for target in node.targets if isinstance(target, ast.Name))


@functools.cache
def _array_fields(game: str) -> frozenset[str]:
    """Names of all array fields a view of this game has, the writable ones left out."""
    state = games.module(game, "state")
    waiting, found = [state.STATE["table"], state.STATE["seats"].base, state.RULES], set()
    while waiting:
        kind = waiting.pop()
        for name in kind.names or ():
            found |= {name} if kind[name].shape else set()
            waiting.append(kind[name].base)
    return frozenset(found - set(WRITABLE))


def _is_new_array(value: ast.expr) -> bool:
    """A new array or list, or the memory."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):  # [0] * 4
        return _is_new_array(value.left) or _is_new_array(value.right)
    if isinstance(value, ast.List | ast.ListComp):
        return True
    if isinstance(value, ast.Attribute):
        return value.attr in WRITABLE
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
        return False
    maker = value.func
    return isinstance(maker.value, ast.Name) and maker.value.id in ("np", "numpy") and maker.attr in NEW_ARRAYS


def weight_index(tree: ast.Module, path: Path, weights: list[str]) -> ast.Module:
    """Replace `view.weights.NAME` by `view.me.weights[i]`, i being the place of NAME in WEIGHTS."""
    return ast.fix_missing_locations(_WeightIndex(path, weights).visit(tree))


class _WeightIndex(ast.NodeTransformer):
    def __init__(self, path: Path, weights: list[str]) -> None:
        self.path, self.weights = path, weights

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """`x += 1` becomes `x = x + 1`: the same for numbers, and an array handed in or in a list stays as it is."""
        self.generic_visit(node)
        target = node.target
        if isinstance(target, ast.Attribute) or not isinstance(getattr(target, "value", target), ast.Name):
            return node  # view.me.memory[k] += 1: a number
        if any(isinstance(part, ast.Call) for part in ast.walk(target)):
            text = f"the place in {ast.unparse(target)} would be worked out twice; give it a name first"
            raise InputError(f"{self.path}:{node.lineno}: {text}")
        before = ast.parse(ast.unparse(target), mode="eval").body
        value = ast.BinOp(before, node.op, node.value)
        return ast.copy_location(ast.Assign([target], ast.copy_location(value, node)), node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        value = node.value
        if not (isinstance(value, ast.Attribute) and value.attr == "weights"):
            self.generic_visit(node)
            return node
        if node.attr not in self.weights:
            raise InputError(f"{self.path}:{node.lineno}: {unknown('weight', node.attr, self.weights)}")
        seat = ast.Attribute(value.value, "me", ast.Load())
        index = ast.Constant(self.weights.index(node.attr))
        return ast.copy_location(ast.Subscript(ast.Attribute(seat, "weights", ast.Load()), index, ast.Load()), node)
