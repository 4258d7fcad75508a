"""triton.language on NumPy; see __init__.py."""
import numpy as np

int1, int32, int64, float32, float64 = np.bool_, np.int32, np.int64, np.float32, np.float64
static_range = range
program = 0  # the one that runs


class constexpr:
    """A parameter with this annotation stays a number of the interpreter."""


class tensor:
    def __init__(self, data):
        self.data = np.asarray(data)

    def to(self, dtype):
        with np.errstate(all="ignore"):
            return tensor(self.data.astype(dtype))

    def __index__(self):
        return self.data.__index__()

    def __invert__(self):
        return tensor(~self.data)

    def __neg__(self):
        return 0 - self


class pointer:
    """A tensor's memory, and positions in it."""

    def __init__(self, memory, at=0):
        self.memory, self.at = np.asarray(memory), at

    def __add__(self, offset):
        return pointer(self.memory, self.at + (offset.data if isinstance(offset, tensor) else offset))


def type_of(value):
    if isinstance(value, tensor):
        return (value.data.dtype, value.data.shape)
    return (np.dtype(np.int32 if -(2**31) <= value < 2**31 else np.int64), ())


def _array(value, like=None):
    """The array of an operand; a literal takes the type of the other one where it fits."""
    if isinstance(value, tensor):
        return value.data
    if isinstance(value, bool):
        return np.asarray(value)
    dtype = type_of(value)[0]
    if isinstance(like, tensor) and like.data.dtype.kind == "i" and like.data.dtype.itemsize >= dtype.itemsize:
        dtype = like.data.dtype
    return np.asarray(value, dtype=dtype)


def _pair(a, b):
    x, y = _array(a, b), _array(b, a)
    kinds = (x.dtype, y.dtype)
    common = np.promote_types(*kinds) if np.dtype(bool) not in kinds or kinds[0] == kinds[1] else max(kinds)
    return np.broadcast_arrays(x.astype(common), y.astype(common))


def _remainder(x, y):
    """Rounding towards zero, as C."""
    if np.any(y == 0):
        raise ZeroDivisionError("a lane divides by 0")
    return np.fmod(x, y)


def _quotient(x, y):
    return (x - _remainder(x, y)) // y


def _shift(f):
    def shifted(x, y):
        bits = x.dtype.itemsize * 8
        inside = (0 <= y) & (y < bits)
        return np.where(inside, f(x, np.where(inside, y, 0)), -77).astype(x.dtype)  # no defined value outside

    return shifted


def _operator(name, f):
    def apply(a, b):
        if not isinstance(b, (tensor, int)):
            return NotImplemented
        with np.errstate(all="ignore"):
            return tensor(f(*_pair(a, b)))

    setattr(tensor, f"__{name}__", apply)
    if name not in ("lt", "le", "gt", "ge", "eq", "ne"):
        setattr(tensor, f"__r{name}__", lambda a, b: apply(b, a))


for _name, _f in {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "floordiv": _quotient, "mod": _remainder,
    "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor,
    "lshift": _shift(np.left_shift), "rshift": _shift(np.right_shift),
    "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal, "eq": np.equal, "ne": np.not_equal,
}.items():
    _operator(_name, _f)


def cast(value, dtype):
    return tensor(_array(value).astype(dtype))


def full(shape, value, dtype):
    return tensor(np.full(shape, _array(value), dtype=dtype))


def where(condition, a, b):
    condition = _array(condition)
    if condition.dtype != np.bool_:
        raise TypeError("the condition of tl.where is no truth value")
    return tensor(np.where(condition, *_pair(a, b)))


def minimum(a, b):
    return tensor(np.minimum(*_pair(a, b)))


def maximum(a, b):
    return tensor(np.maximum(*_pair(a, b)))


def load(at):
    if np.any(at.at < 0) or np.any(at.at >= len(at.memory)):
        raise IndexError("a lane loads outside the tensor")
    return tensor(at.memory[at.at])


def sqrt(x):
    """As wrong as a device may be: two units in the last place, up and down by turns."""
    root = np.sqrt(x.data)
    for _ in range(2):
        towards = np.where(np.arange(root.size).reshape(root.shape) % 2 == 0, 0, np.inf).astype(root.dtype)
        root = np.nextafter(root, towards)
    return tensor(root)


def argument(value):
    """What a kernel sees of what the host passes: a pointer, a scalar, and of 1 the number itself."""
    if isinstance(value, np.ndarray):
        return pointer(value)
    return value if value == 1 else tensor(np.asarray(value, dtype=type_of(value)[0]))


def program_id(axis):
    return tensor(np.int32(program))


def arange(first, end):
    return tensor(np.arange(first, end, dtype=np.int32))


def store(at, value, mask):
    """Lanes write one after the other where the mask holds."""
    lanes, values, inside = np.broadcast_arrays(at.at, _array(value), _array(mask))
    if np.any((lanes[inside] < 0) | (lanes[inside] >= len(at.memory))):
        raise IndexError("a lane stores outside the tensor")
    at.memory[lanes[inside]] = values[inside]
