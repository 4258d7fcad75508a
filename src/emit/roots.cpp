#include "emit/roots.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace mapwright::emit {

namespace {

bool has_floating_root(int degree) {
  return degree == 2 || degree == 3 || degree == 4 || degree == 6;
}

/// The floating root of text `x` in the notation of fill(); `m` is 'S' (float) or 'M' (double).
std::string floating_root(int degree, char m, const std::string& x) {
  const auto apply = [m](std::string_view f, const std::string& operand) {
    return std::string("@") + m + "{" + std::string(f) + "}(" + operand + ")";
  };
  switch (degree) {
  case 2:
    return apply("sqrt", x);
  case 3:
    return apply("cbrt", x);
  case 4:
    return apply("sqrt", apply("sqrt", x));
  default:
    return apply("sqrt", apply("cbrt", x));
  }
}

/// " * (1 + 2^-21)" or " * (1 + 2^-20)", above the error of the float root of that degree.
std::string float_bias(int degree) {
  return degree <= 3 ? " * 1.000000476837158203125f" : " * 1.00000095367431640625f";
}

/// " * (1 + 2^-49)"; nothing for a square root, which rounds correctly.
std::string double_bias(int degree) {
  return degree == 2 ? "" : " * 1.0000000000000017763568394002504646778106689453125";
}

/// A cast to the index word of the biased root of x.
std::string float_root(int degree) {
  return "@I(" + floating_root(degree, 'S', "@F(x)") + float_bias(degree) + ")";
}

std::string double_root(int degree) {
  return "@I(" + floating_root(degree, 'M', "@R(x)") + double_bias(degree) + ")";
}

std::string candidate(const std::string& root) {
  return "  const @I r = " + root + ";\n";
}

/// Whether float alone reaches the precision of an estimate in that word.
bool float_suffices(int degree, int bits) {
  return bits == 32 && degree <= 3;
}

// With rho the real root, s = rho * (1 + e), |e| < 2^-20 and q = round(s), put d = rho - q; |d| < 1/2 + rho * 2^-20.
// Newton's step from q is t = q + (x - q^k) / (k * s^(k-1)).
//   k = 2: rho - t = d^2 / (2 rho) + d * (error < 2^-19)        <= 1/8 + 2^-7 for rho >= 1
//   k = 3: rho - t = d^2 * (q + 2d/3) / rho^2 + d * (error < 2^-18) <= 0.19 + 2^-6 for rho >= 1
// never below -2^-6, so floor(t + 1/4) is R or R + 1. x - q^k is small though q^k may pass 2^63: it is taken modulo
// 2^64.
std::string newton_candidate(int degree) {
  const std::string root = floating_root(degree, 'S', "@F(x + @I(x == 0))");
  const std::string power = degree == 2 ? "@U(q) * @U(q)" : "@U(q) * @U(q) * @U(q)";
  const std::string slope = degree == 2 ? "2.0f * s" : "3.0f * s * s";
  return "  // One Newton step in integers: a float has 24 bits, the root up to " +
         std::string(degree == 2 ? "32" : "21") + ".\n  const float s = " + root +
         ";\n  const @I q = @I(s + 0.5f);\n  const float d = @F(@I(@U(x) - " + power + ")) / (" + slope +
         ");\n  const @I r = q + @I(@S{floor}(d + 0.25f));\n";
}

std::string with_or_without_fp64(const Spelling& spelling, const std::string& with, const std::string& without) {
  if (spelling.fp64_macro.empty()) {
    return with;
  }
  return "#ifdef " + spelling.fp64_macro + "\n" + with + "#else\n" + without + "#endif\n";
}

std::string in_constant_evaluation(int degree, const Spelling& spelling) {
  if (spelling.constant_evaluation.empty()) {
    return "";
  }
  return "  if (" + spelling.constant_evaluation + ") {\n    return @H{iroot_by_digits}(x, " + std::to_string(degree) +
         ");\n  }\n";
}

std::string exact_root(int degree, const Spelling& spelling) {
  const std::string k = std::to_string(degree);
  std::string out = "// The greatest r with r^" + k + " <= x; x >= 0.\n@Q @I @D{iroot" + k + "}(@I x) {\n";
  if (!has_floating_root(degree)) {
    return out + "  return @H{iroot_by_digits}(x, " + k + ");\n}\n";
  }
  out += in_constant_evaluation(degree, spelling);
  if (spelling.bits == 32) {
    out += candidate(float_root(degree));
  } else {
    out += with_or_without_fp64(spelling, candidate(double_root(degree)),
                                degree > 3 ? candidate(float_root(degree)) : newton_candidate(degree));
  }
  std::string power = "@U(r)";
  for (int factor = 1; factor < degree; ++factor) {
    power += " * @U(r)";
  }
  return out + "  return r - @I(" + power + " > @U(x));\n}\n";
}

std::string estimated_root(int degree, const Spelling& spelling) {
  const std::string k = std::to_string(degree);
  std::string out = "// r with floor(rho) <= r <= rho * (1 + eps), rho the real root of degree " + k +
                    " of x >= 0, eps = 2^-" + (spelling.bits == 32 ? "20" : "48") + ".\n@Q @I @D{root" + k +
                    "}(@I x) {\n" + in_constant_evaluation(degree, spelling);
  if (spelling.bits == 32) {
    return out + "  return " + float_root(degree) + ";\n}\n";
  }
  return out +
         with_or_without_fp64(spelling, "  return " + double_root(degree) + ";\n",
                              "  return @H{iroot" + k + "}(x);\n") +
         "}\n";
}

constexpr const char* by_digits =
    R"(// The greatest r with r^k <= x, bit by bit: c^k <= x iff x divided by c, k times, rounding down, is not 0.
@Q @I @D{iroot_by_digits}(@I x, int k) {
  @I r = 0;
  for (int bit = (@B - 2) / k; bit >= 0; --bit) {
    const @I c = r + (@I(1) << bit);
    @I quotient = x;
    for (int factor = 0; factor < k; ++factor) {
      quotient /= c;
    }
    r = quotient > 0 ? c : r;
  }
  return r;
}
)";

/// Where `name` is `prefix` and a number >= 2, that number; otherwise 0.
int degree_of(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) {
    return 0;
  }
  const std::string digits(name.substr(prefix.size()));
  return digits.find_first_not_of("0123456789") == std::string::npos ? std::atoi(digits.c_str()) : 0;
}

void replace_call(std::string& out, const std::string& argument, char kind, const Spelling& spelling) {
  switch (kind) {
  case 'D':
  case 'H':
    out += spelling.definition_prefix + argument + spelling.helper_suffix;
    break;
  case 'S':
    out += spelling.math_prefix + argument + spelling.float_suffix;
    break;
  default:
    out += spelling.math_prefix + argument;
  }
}

std::string replacement(char kind, const Spelling& spelling, bool is_cast) {
  const auto type = [&](const std::string& name) {
    return is_cast && !spelling.functional_casts ? "(" + name + ")" : name;
  };
  switch (kind) {
  case 'Q':
    return spelling.qualifier;
  case 'B':
    return std::to_string(spelling.bits);
  case 'I':
    return type(spelling.index);
  case 'U':
    return type(spelling.natural);
  case 'F':
    return type("float");
  case 'R':
    return type("double");
  case 'L':
    return spelling.count_leading_zeros;
  case 'P':
    return spelling.multiply_high;
  default:
    throw std::logic_error(std::string("fill: unknown mark @") + kind);
  }
}

} // namespace

std::string estimate_helper(int degree, int bits) {
  const bool floating = has_floating_root(degree) && (bits == 64 || float_suffices(degree, bits));
  return (floating ? "root" : "iroot") + std::to_string(degree);
}

std::string fill(const std::string& text, const Spelling& spelling) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '@') {
      out += text[i];
      continue;
    }
    const char kind = text.at(++i);
    const char after = i + 1 < text.size() ? text[i + 1] : '\0';
    if (after == '{') {
      const std::size_t end = text.find('}', i);
      replace_call(out, text.substr(i + 2, end - i - 2), kind, spelling);
      i = end;
    } else {
      out += replacement(kind, spelling, after == '(');
    }
  }
  return out;
}

std::string root_definitions(const HelperSet& used, const Spelling& spelling) {
  std::set<int> exact;
  std::set<int> estimated;
  for (const std::string& name : used) {
    if (const int degree = degree_of(name, "iroot"); degree >= 2) {
      exact.insert(degree);
    } else if (const int estimate = degree_of(name, "root"); estimate >= 2 && has_floating_root(estimate)) {
      estimated.insert(estimate);
    } else {
      throw std::logic_error("no emitted helper is called " + name);
    }
  }
  const bool falls_back = spelling.bits == 64 && !spelling.fp64_macro.empty();
  bool digits = !spelling.constant_evaluation.empty() && !used.empty();
  for (const int degree : exact) {
    digits = digits || !has_floating_root(degree);
  }
  std::string out = digits ? fill(by_digits, spelling) + "\n" : "";
  std::set<int> defined = exact;
  if (falls_back) {
    defined.insert(estimated.begin(), estimated.end());
  }
  for (const int degree : defined) {
    const std::string text = fill(exact_root(degree, spelling), spelling) + "\n";
    const bool only_fallback = !exact.contains(degree);
    out +=
        only_fallback ? "#ifndef " + spelling.fp64_macro + "\n" + text.substr(0, text.size() - 1) + "#endif\n\n" : text;
  }
  for (const int degree : estimated) {
    out += fill(estimated_root(degree, spelling), spelling) + "\n";
  }
  return out;
}

} // namespace mapwright::emit
