"""Answers the questions of emitted Python, NumPy and Triton modules; one process for all of them.

Usage: python_answers.py FOLDER TASKS. A line of TASKS is: flavour module identifier bits parameters dimensions tables
input output. The words of input and output are those of tests/emit/cases.hpp; Triton runs on triton_stand_in.
"""
import importlib
import sys

import numpy as np


def plain(module, identifier, suffix, sizes, d, tables, indices):
    call = lambda name, *arguments: getattr(module, name)(*sizes, *tables, *arguments)
    out = [call("count")]
    for w in indices.tolist():
        point = call("unrank", w)
        out += [*point, *point, call("rank", *point), call("contains", *point)]
        for at in range(d):
            for by in (1, -1):
                out.append(call("contains", *point[:at], point[at] + by, *point[at + 1:]))
        has_next, *following = call("successor", *point)
        out += [has_next, *(following if has_next else [0] * d)]
    return np.array(out, dtype=np.int64)


def in_lanes(call, count, d, indices, array):
    """`call(name, *arguments)` on arrays; `array` makes NumPy's of a result."""
    if len(indices) == 0:
        return np.array([count], dtype=np.int64)
    point = call("unrank", indices)
    point = [array(c) for c in (point if isinstance(point, tuple) else (point,))]
    columns = [*point, *point, array(call("rank", *point)), array(call("contains", *point))]
    for at in range(d):
        for by in (1, -1):
            near = [c + point[0].dtype.type(by * (i == at)) for i, c in enumerate(point)]
            columns.append(array(call("contains", *near)))
    has_next, *following = [array(x) for x in call("successor", *point)]
    columns += [has_next, *(np.where(has_next, c, 0) for c in following)]
    for column in columns:
        if column.shape != indices.shape:
            raise TypeError(f"a result has the shape {column.shape}, the indices {indices.shape}")
    if has_next.dtype != np.bool_ or any(c.dtype != indices.dtype for c in point):
        raise TypeError("a result has another type than the word")
    return np.concatenate([[count], np.stack([c.astype(np.int64) for c in columns], axis=1).ravel()])


def numpy(module, identifier, suffix, sizes, d, tables, indices):
    call = lambda name, *arguments: getattr(module, name + suffix)(*sizes, *tables, *arguments)
    if not getattr(module, "fits" + suffix)(*sizes):
        raise ValueError("the sizes do not fit")
    return in_lanes(call, module.count(*sizes, *tables), d, indices, np.asarray)


def triton(module, identifier, suffix, sizes, d, tables, indices):
    import triton.language as tl

    fixed = [value for value in vars(module).values() if type(value) is tuple]
    pointers = [tl.pointer(table) for table in [*tables, *fixed]]

    def call(name, *arguments):
        blocks = [tl.tensor(argument) for argument in arguments]
        scalars = [tl.tensor(np.int64(size)) if size != 1 else 1 for size in sizes]  # Triton makes a literal of 1
        result = getattr(module, f"{identifier}_{name}{suffix}")(*scalars, *pointers, *blocks)
        return result

    if not getattr(module, f"{identifier}_fits{suffix}")(*sizes):
        raise ValueError("the sizes do not fit")
    count = getattr(module, f"{identifier}_count")(*sizes, *tables)
    return in_lanes(call, count, d, indices, lambda x: x.data)


def main(folder, tasks):
    sys.path[:0] = [folder, sys.path[0] + "/triton_stand_in"]
    for line in open(tasks):
        flavour, module, identifier, bits, parameters, d, tables, source, target = line.split()
        words = np.fromfile(source, dtype=np.int64)
        p = int(parameters)
        sizes = words[:p].tolist()
        entries = int(words[p])
        table = [words[p + 1:p + 1 + entries]] if int(tables) else []
        word = np.int64 if bits != "32" else np.int32
        answer = {"python": plain, "numpy": numpy, "triton": triton}[flavour]
        try:
            out = answer(importlib.import_module(module), identifier, "_i" + bits, sizes, int(d), table,
                         words[p + 1 + entries:].astype(word))
        except Exception as error:
            raise RuntimeError(f"{flavour} {module} {bits} bits, sizes {sizes}") from error
        out.astype(np.int64).tofile(target)


main(sys.argv[1], sys.argv[2])
