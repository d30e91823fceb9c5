"""Checks of a bot's source before it runs, and the `view.weights.NAME` shorthand.

numba enforces neither immutability nor imports, so the loader reads the source: a bot must not change what it is
shown (except `view.me.memory`) and imports nothing but mathematics and its own game's helpers.  This keeps honest
authors from mistakes; it is no sandbox: a bot file is a program, run only what you trust.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from simkit.errors import InputError, unknown

ALLOWED_IMPORTS = ("math", "numpy", "__future__", "enum", "typing")
WRITABLE = ("memory", "scratch")
MUTATING_METHODS = {"fill", "sort", "itemset", "put", "partition", "resize", "setfield"}


def check_source(tree: ast.Module, path: Path, game: str) -> None:
    """Raise InputError with file and line for a forbidden import or a write through the view."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            _check_import(node, path, game)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            _check_writes(node, path)


def _check_import(node: ast.Import | ast.ImportFrom, path: Path, game: str) -> None:
    helpers = f"simkit.games.{game}.helpers"
    if isinstance(node, ast.ImportFrom) and node.level:
        return  # a helper beside the bot, checked when it is loaded
    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
    for name in names:
        if name != helpers and name.split(".")[0] not in ALLOWED_IMPORTS:
            allowed = f"{helpers}, files beside the bot (from .name import …), math, numpy"
            raise InputError(f"{path}:{node.lineno}: a bot may not import {name}; allowed: {allowed}")


def _check_writes(function: ast.FunctionDef, path: Path) -> None:
    own = _own_arrays(function)
    for node in ast.walk(function):
        for target in _targets(node):
            if not _may_write(target, own):
                text = ast.unparse(target)
                raise InputError(f"{path}:{node.lineno}: a bot may only write view.me.memory and .scratch, not {text}")  # type: ignore[attr-defined]
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if is_method and node.func.attr in MUTATING_METHODS and not _may_write(node.func, own):  # type: ignore[attr-defined]
            where = f"{path}:{node.lineno}"  # type: ignore[attr-defined]
            raise InputError(f"{where}: a bot may not change what it is shown: {ast.unparse(node)}")


def _targets(node: ast.AST) -> Iterator[ast.expr]:
    """Attributes and items that a statement assigns."""
    found: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        found = node.targets
    elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For):
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
    own: set[str] = set()
    others: set[str] = {argument.arg for argument in function.args.args}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            made = _is_new_array(node.value)
            for target in node.targets:
                for part in ast.walk(target):
                    if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                        (own if made else others).add(part.id)
    return own - others


def _is_new_array(value: ast.expr) -> bool:
    if isinstance(value, ast.Attribute):
        return value.attr in WRITABLE
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
        return False
    return isinstance(value.func.value, ast.Name) and value.func.value.id in ("np", "numpy")


def weight_index(tree: ast.Module, path: Path, weights: list[str]) -> ast.Module:
    """Replace `view.weights.NAME` by `view.me.weights[i]`, i being the place of NAME in WEIGHTS."""
    return ast.fix_missing_locations(_WeightIndex(path, weights).visit(tree))


class _WeightIndex(ast.NodeTransformer):
    def __init__(self, path: Path, weights: list[str]) -> None:
        self.path, self.weights = path, weights

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
