#include "emit/python_helpers.hpp"

#include "expr/int128.hpp"

#include <map>
#include <stdexcept>

namespace mapwright::emit {

namespace {

using Texts = std::map<std::string, std::string>;

// In the texts @S is the suffix, @W the word, @B its bits, @K the degree and @M the greatest root of a word.
const Texts& plain_python() {
  static const Texts texts{{"root", R"(
def _root(k, x):
    """The greatest r with r**k <= x; x >= 0."""
    if k == 2 or x < 2:
        return math.isqrt(x)
    r = 1 << -(-x.bit_length() // k)  # not below the root; Newton's steps fall to it
    while True:
        s = ((k - 1) * r + x // r ** (k - 1)) // k
        if s >= r:
            return r
        r = s
)"}};
  return texts;
}

const Texts& numpy_python() {
  static const Texts texts{{"floor_log2", R"(
def _floor_log2@S(x):
    """The greatest e with 2**e <= x; x > 0. Rounding to a double may reach the next power."""
    e = np.asarray(np.frexp(np.asarray(x, dtype=np.float64))[1] - 1).astype(@W)
    return e - (x >> e == 0)
)"},
                           {"power", R"(
def _power@S(a, b):
    """a**b for b >= 0."""
    return np.power(@W(a) if np.ndim(a) == 0 else a, np.maximum(b, 0))
)"}};
  return texts;
}

const Texts& triton_python() {
  static const Texts texts{{"floor_div", R"(
@triton.jit
def _floor_div@S(a, b):
    # The quotient rounded down; Triton's rounds towards zero.
    return a // b - tl.where((a % b != 0) & ((a < 0) != (b < 0)), 1, 0)
)"},
                           {"floor_mod", R"(
@triton.jit
def _floor_mod@S(a, b):
    # a - b * floor(a / b)
    m = a % b
    return m + tl.where((m != 0) & ((m < 0) != (b < 0)), b, 0)
)"},
                           {"shift_left", R"(
@triton.jit
def _shift_left@S(a, b):
    # a * 2^b for a, b >= 0
    return tl.where(b < @B, a << tl.minimum(b, @B - 1), 0)
)"},
                           {"shift_right", R"(
@triton.jit
def _shift_right@S(a, b):
    # floor(a / 2^b) for a, b >= 0
    return tl.where(b < @B, a >> tl.minimum(b, @B - 1), 0)
)"},
                           {"power", R"(
@triton.jit
def _power@S(a, b):
    # a^b for b >= 0. A power with b >= @B - 1 that fits the word is one of 0, 1 and -1: zero and parity of b decide.
    rest = tl.minimum(b + tl.full([], 0, @W), @B - 2 + (b & 1))
    product = a * 0 + b * 0 + tl.full([], 1, @W)
    square = a + b * 0 + tl.full([], 0, @W)
    for _ in tl.static_range(6):
        product = tl.where(rest & 1 != 0, product * square, product)
        square = square * square
        rest = rest >> 1
    return product
)"},
                           {"floor_log2", R"(
@triton.jit
def _floor_log2@S(x):
    # The greatest e with 2^e <= x; x > 0.
    e = x * 0
    for step in tl.static_range(6):
        by = 32 >> step
        high = x >> tl.minimum(e + by, @B - 1) > 0
        e = tl.where(high, e + by, e)
    return e
)"}};
  return texts;
}

constexpr const char* numpy_root = R"(
def _iroot@K@S(x):
    """The greatest r with r**@K <= x; x >= 0."""
    estimate = np.@R
    r = np.minimum(np.asarray(estimate).astype(np.int64) + 1, @M).astype(@W)
    r = np.where(@P > x, r - 1, r)
    return np.where(@P > x, r - 1, r)
)";

constexpr const char* triton_square_root = R"(
@triton.jit
def _iroot2@S(x):
    # The greatest r with r^2 <= x; x >= 0. The root of a float is corrected in integers.
    r = tl.minimum(tl.sqrt(x.to(@F)).to(@W) + 1, @M)
    r = tl.where(r * r > x, r - 1, r)
    return tl.where(r * r > x, r - 1, r)
)";

constexpr const char* triton_root = R"(
@triton.jit
def _iroot@K@S(x):
    # The greatest r with r^@K <= x, bit by bit; x >= 0. No power of a root of @B bits leaves the word.
    r = x * 0
    for step in tl.static_range(@T):
        c = r + (1 << (@T - 1 - step))
        c = tl.where(c > @M, r, c)
        r = tl.where(@C <= x, c, r)
    return r
)";

void fill_in(std::string& text, std::string_view mark, const std::string& with) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + with.size())) {
    text.replace(at, mark.size(), with);
  }
}

std::string power_of(const std::string& name, int degree) {
  std::string out = name;
  for (int factor = 1; factor < degree; ++factor) {
    out += " * " + name;
  }
  return out;
}

/// How many binary digits the roots of words have.
int digits_of(expr::Int greatest) {
  int digits = 0;
  for (; greatest > 0; greatest >>= 1) {
    ++digits;
  }
  return digits;
}

std::string root_text(int degree, const PythonSpelling& spelling) {
  const bool numpy = spelling.flavour == PythonFlavour::numpy;
  const expr::Int most = (expr::Int{1} << (spelling.bits - 1)) - 1;
  const expr::Int greatest = expr::integer_root(most, degree);
  std::string out = numpy ? numpy_root : degree == 2 ? triton_square_root : triton_root;
  fill_in(out, "@R",
          degree == 2 ? "sqrt(np.asarray(x, dtype=np.float64))" : "power(np.asarray(x, dtype=np.float64), 1.0 / @K)");
  fill_in(out, "@P", power_of("r", degree));
  fill_in(out, "@C", power_of("c", degree));
  fill_in(out, "@T", std::to_string(digits_of(greatest)));
  fill_in(out, "@K", std::to_string(degree));
  fill_in(out, "@M", expr::to_string(greatest));
  fill_in(out, "@F", spelling.bits == 32 ? "tl.float32" : "tl.float64");
  return out;
}

} // namespace

std::string python_helpers(const HelperSet& used, const PythonSpelling& spelling) {
  const Texts& texts = spelling.flavour == PythonFlavour::plain   ? plain_python()
                       : spelling.flavour == PythonFlavour::numpy ? numpy_python()
                                                                  : triton_python();
  std::string out;
  for (const std::string& name : used) {
    const auto at = texts.find(name);
    if (at == texts.end() && !name.starts_with("iroot")) {
      throw std::logic_error("no emitted helper of Python is called " + name);
    }
    std::string text = at != texts.end() ? at->second : root_text(std::stoi(name.substr(5)), spelling);
    fill_in(text, "@S", spelling.suffix);
    fill_in(text, "@W", spelling.word);
    fill_in(text, "@B", std::to_string(spelling.bits));
    out += "\n" + text;
  }
  return out;
}

} // namespace mapwright::emit
