"""A stand-in for Triton on NumPy: executes @triton.jit functions on blocks, and refuses what Triton's compiler would.

It knows integers alone: the operators, promotions and functions that emitted index maps use. Strict where Triton's
compiler is (no and/or/not, no chained comparisons, no if or while, types of variables that loops assign to do not
change) and where a device has no defined answer (division by 0, loads outside the tensor).
"""
import ast
import inspect
import textwrap

from . import language

_refused = (ast.BoolOp, ast.Not, ast.IfExp, ast.If, ast.While, ast.Lambda, ast.ListComp, ast.Try, ast.With)


class _Loops(ast.NodeTransformer):
    """After every pass of a loop: variables from before it have the types they had."""

    def visit_For(self, node):
        self.generic_visit(node)
        assigned = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        before = f"_before_{node.lineno}"
        check = ast.parse(f"_check_types({before}, locals(), {sorted(assigned)!r})").body[0]
        node.body.append(check)
        return [ast.parse(f"{before} = dict(locals())").body[0], node]


def _check_types(before, after, names):
    for name in names:
        if name in before and not name.startswith("_before_"):
            was, now = language.type_of(before[name]), language.type_of(after[name])
            if was != now:
                raise TypeError(f"a loop changes the type of {name} from {was} to {now}")


class _Kernel:
    """A function that other functions call, and that the host launches: kernel[grid](arguments)."""

    def __init__(self, f):
        self.f = f

    def __call__(self, *arguments):
        return self.f(*arguments)

    def __getitem__(self, grid):
        def launch(*arguments, **constants):
            for program in range(grid[0]):
                language.program = program
                self.f(*[language.argument(one) for one in arguments], **constants)

        return launch


def jit(f):
    tree = ast.parse(textwrap.dedent(inspect.getsource(f)))
    for node in ast.walk(tree):
        if isinstance(node, _refused) or (isinstance(node, ast.Compare) and len(node.ops) > 1):
            raise SyntaxError(f"{f.__name__}: Triton has no {type(node).__name__} on blocks")
    tree = ast.fix_missing_locations(_Loops().visit(tree))
    tree.body[0].decorator_list = []
    names = f.__globals__
    names["_check_types"] = _check_types
    exec(compile(tree, f.__code__.co_filename, "exec"), names)
    return _Kernel(names[f.__name__])


def cdiv(a, b):
    return -(-a // b)
