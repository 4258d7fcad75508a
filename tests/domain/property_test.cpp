// Random domains: the scan, brute force and isl's own enumeration give the same points in the same order.
#include "domain/parse.hpp"
#include "domain/reference.hpp"
#include "reference/domain_points.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace mapwright::domain {
namespace {

const std::vector<std::string> names{"i", "j", "k", "l"};

/// low, ..., beyond - 1, all alike: the range of rapidcheck's own inRange grows only slowly with the size of a case.
int pick(int low, int beyond) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, beyond));
}

std::string term(int coefficient, const std::string& name) {
  return fmt::format("{}{}{}", coefficient < 0 ? " - " : " + ", coefficient < 0 ? -coefficient : coefficient, name);
}

/// c0 + c1*n + c2*i + ... with coefficients -3..3.
std::string affine(int dimensions) {
  std::string text = std::to_string(pick(-6, 10));
  text += term(pick(-1, 2), "n");
  for (int d = 0; d < dimensions; ++d) {
    text += term(pick(-3, 4), names[static_cast<std::size_t>(d)]);
  }
  return text;
}

/// A box with a few constraints: inequalities, strides, equations with an existential variable.
std::string random_piece(int dimensions) {
  std::string text;
  for (int d = 0; d < dimensions; ++d) {
    text += fmt::format("{}{} <= {} <= {}", d == 0 ? "" : " and ", pick(-3, 2), names[static_cast<std::size_t>(d)],
                        *rc::gen::arbitrary<bool>() ? std::string("n") : std::to_string(pick(1, 5)));
  }
  const int constraints = pick(0, 3);
  for (int c = 0; c < constraints; ++c) {
    switch (pick(0, 4)) {
    case 0:
      text += fmt::format(" and ({}) mod {} = {}", affine(dimensions), pick(2, 5), pick(0, 2));
      break;
    case 1:
      text += fmt::format(" and (exists e : 0 <= {} - {}e <= {})", affine(dimensions), pick(2, 6), pick(0, 3));
      break;
    default:
      text += fmt::format(" and {} >= 0", affine(dimensions));
      break;
    }
  }
  return text;
}

/// What a random set may rightly be refused for.
bool refused_by_chance(const Error& error) {
  return error.message == "the set is empty for all parameters" ||
         error.message.starts_with("the set is too complicated");
}

std::string random_set() {
  const int dimensions = pick(1, 5);
  const int pieces = pick(1, 4);
  std::string text = fmt::format("[n] -> {{ [{}] : ", fmt::join(names.begin(), names.begin() + dimensions, ", "));
  for (int p = 0; p < pieces; ++p) {
    text += fmt::format("{}({})", p == 0 ? "" : " or ", random_piece(dimensions));
  }
  return text + " }";
}

RC_GTEST_PROP(AffineSets, ScanIsBruteForceIsIsl, ()) {
  const std::string text = random_set();
  const auto domain = parse_domain(text);
  RC_TAG(static_cast<bool>(domain));
  if (!domain) {
    RC_ASSERT(refused_by_chance(domain.error()));
    return;
  }
  for (int n = -1; n <= 4; ++n) {
    const std::vector<Int> parameters(domain->parameters.size(), n);
    const auto expected = test::isl_points(text, n);
    RC_ASSERT(test::scanned_points(*domain, parameters) == expected);
    RC_ASSERT(test::filled_points(*domain, parameters, 5) == expected);
    RC_ASSERT(test::brute_force_points(*domain, parameters) == expected);
  }
}

RC_GTEST_PROP(AffineSets, OperationsAreThoseOfSets, ()) {
  const int dimensions = pick(1, 4);
  const auto member = [&] {
    return fmt::format("[n] -> {{ [{}] : {} }}", fmt::join(names.begin(), names.begin() + dimensions, ", "),
                       random_piece(dimensions));
  };
  const std::string a = member();
  const std::string b = member();
  const auto first = parse_domain(a);
  const auto second = parse_domain(b);
  if (!first || !second) {
    return;
  }
  const std::vector<Int> n{3};
  const auto in_first = test::isl_points(a, 3);
  const auto in_second = test::isl_points(b, 3);
  const auto check = [&](const char* operation, const std::vector<Point>& expected) {
    const auto domain = parse_domain(fmt::format("{}({}, {})", operation, a, b));
    if (!domain) {
      RC_ASSERT(refused_by_chance(domain.error()));
      return;
    }
    RC_ASSERT(test::scanned_points(*domain, n) == expected);
  };
  std::vector<Point> expected;
  std::set_union(in_first.begin(), in_first.end(), in_second.begin(), in_second.end(), std::back_inserter(expected));
  check("union", expected);
  expected.clear();
  std::set_difference(in_first.begin(), in_first.end(), in_second.begin(), in_second.end(),
                      std::back_inserter(expected));
  check("difference", expected);
  expected.clear();
  std::set_intersection(in_first.begin(), in_first.end(), in_second.begin(), in_second.end(),
                        std::back_inserter(expected));
  check("intersection", expected);
}

RC_GTEST_PROP(Masks, ScanIsBruteForce, ()) {
  const int dimensions = pick(1, 5);
  const int scale = pick(2, dimensions == 4 ? 3 : dimensions == 3 ? 4 : 5);
  std::string mask;
  bool any = false;
  int cells = 1;
  for (int d = 0; d < dimensions; ++d) {
    cells *= scale;
  }
  for (int c = 0; c < cells; ++c) {
    const bool kept = *rc::gen::arbitrary<bool>();
    any = any || kept;
    mask += kept ? '1' : '0';
    if (c + 1 < cells && (c + 1) % scale == 0) {
      mask += (c + 1) % (scale * scale) != 0 ? "," : (c + 1) % (scale * scale * scale) != 0 ? "/" : "//";
    }
  }
  const auto domain = parse_domain(fmt::format("fractal:{}:{}", scale, mask));
  RC_ASSERT(static_cast<bool>(domain) == any);
  for (Int level = 0; any && level <= (dimensions >= 3 && scale == 3 ? 1 : 2); ++level) {
    const std::vector<Int> parameters{level};
    const auto expected = test::brute_force_points(*domain, parameters);
    RC_ASSERT(test::scanned_points(*domain, parameters) == expected);
    RC_ASSERT(test::filled_points(*domain, parameters, 3) == expected);
  }
}

RC_GTEST_PROP(Systems, ScanIsBruteForce, ()) {
  const std::string letters = "ABC.";
  const int scale = pick(2, 4);
  std::string toml = fmt::format("[substitution]\nscale = {}\nstart = \"A\"\n[substitution.tiles]\n", scale);
  for (const char tile : {'A', 'B', 'C'}) {
    toml += fmt::format("{} = [", tile);
    for (int row = 0; row < scale; ++row) {
      std::string cells;
      for (int col = 0; col < scale; ++col) {
        cells += row + col == 0 ? 'B' : letters[static_cast<std::size_t>(pick(0, 4))];
      }
      toml += fmt::format("{}\"{}\"", row == 0 ? "" : ", ", cells);
    }
    toml += "]\n";
  }
  const auto domain = parse_domain_toml(toml, {});
  RC_ASSERT(static_cast<bool>(domain));
  for (Int level = 0; level <= 3; ++level) {
    const std::vector<Int> parameters{level};
    const auto expected = test::brute_force_points(*domain, parameters);
    RC_ASSERT(test::scanned_points(*domain, parameters) == expected);
    RC_ASSERT(test::filled_points(*domain, parameters, 4) == expected);
  }
}

RC_GTEST_PROP(Batches, ScanIsBruteForce, ()) {
  const auto lengths = *rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(0, 6));
  const auto domain = parse_domain("ragged(band(a=2,b=1))");
  const std::vector<Table> tables{test::offsets_of(lengths)};
  const std::vector<Int> parameters{static_cast<Int>(lengths.size())};
  RC_ASSERT(test::scanned_points(*domain, parameters, tables) == test::brute_force_points(*domain, parameters, tables));
}

} // namespace
} // namespace mapwright::domain
