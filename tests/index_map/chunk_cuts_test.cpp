// Chunks of equal weight, compared with a slow oracle that adds up the weights of all points one by one.
#include "domain/parse.hpp"
#include "domain/reference.hpp"
#include "expr/text.hpp"
#include "index_map/chunk/cuts.hpp"
#include "index_map/derive.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::index_map::chunk {
namespace {

domain::Domain parsed(const std::string& text) {
  return domain::parse_domain(text).value();
}

/// The weights of all points in order.
std::vector<Int> weights_of(const domain::Domain& domain, const Expr& weight, const std::vector<Int>& sizes) {
  std::vector<Int> weights;
  const auto reference = domain::Reference::make(domain);
  auto scanner = reference->scan(sizes);
  if (!scanner) {
    throw std::runtime_error(scanner.error().format());
  }
  std::vector<std::vector<std::int64_t>> columns(domain.dimensions.size(), std::vector<std::int64_t>(1));
  std::vector<std::int64_t*> to;
  for (auto& column : columns) {
    to.push_back(column.data());
  }
  while (scanner->fill(to, 1) == 1) {
    expr::Environment names;
    for (std::size_t p = 0; p < sizes.size(); ++p) {
      names.bind(domain.parameters[p], sizes[p]);
    }
    for (std::size_t d = 0; d < columns.size(); ++d) {
      names.bind(Symbol(domain.dimensions[d]), columns[d][0]);
    }
    weights.push_back(expr::evaluate(weight, names).value());
  }
  return weights;
}

/// Cuts by definition: chunk c begins at the point whose share [before, before + w) holds floor(c * W / P).
std::vector<Cut> oracle(const std::vector<Int>& weights, Int chunks) {
  Int total = 0;
  for (const Int w : weights) {
    total += w;
  }
  std::vector<Cut> cuts{{0, 0}};
  for (Int c = 1; c < chunks; ++c) {
    if (total == 0) {
      cuts.push_back({c * static_cast<Int>(weights.size()) / chunks, 0});
      continue;
    }
    Int before = 0;
    std::size_t at = 0;
    while (before + weights[at] <= c * total / chunks) {
      before += weights[at++];
    }
    cuts.push_back({static_cast<Int>(at), before});
  }
  cuts.push_back({static_cast<Int>(weights.size()), total});
  return cuts;
}

/// What is promised of cuts, without regard to how they are chosen; empty when it holds.
std::string broken_promise(const Cuts& cuts, const std::vector<Int>& weights) {
  const Int heaviest = weights.empty() ? 0 : *std::ranges::max_element(weights);
  const auto chunks = static_cast<Int>(cuts.at.size()) - 1;
  Int total = 0;
  for (const Int w : weights) {
    total += w;
  }
  if (cuts.at.front().index != 0 || cuts.at.back().index != static_cast<Int>(weights.size())) {
    return "the chunks do not cover all points";
  }
  for (std::size_t c = 0; c + 1 < cuts.at.size(); ++c) {
    if (cuts.at[c + 1].index < cuts.at[c].index) {
      return "the cuts descend";
    }
    Int weight = 0;
    for (Int at = cuts.at[c].index; at < cuts.at[c + 1].index; ++at) {
      weight += weights[static_cast<std::size_t>(at)];
    }
    if (weight * cuts.divisor != cuts.at[c + 1].before - cuts.at[c].before) {
      return "a chunk does not weigh what is said";
    }
    const Int off = weight * chunks - total; // from the ideal, times the number of chunks
    if (total > 0 && (off >= heaviest * chunks || off <= -heaviest * chunks)) {
      return "a chunk is a whole point off the ideal";
    }
  }
  return "";
}

std::vector<Cut> undivided(const Cuts& cuts) {
  std::vector<Cut> out = cuts.at;
  for (Cut& cut : out) {
    cut.before /= cuts.divisor;
  }
  return out;
}

struct Weighted {
  std::string domain;
  std::string weight;
  Int greatest = 6; ///< of the sizes
};

const std::vector<Weighted>& symbolic_cases() {
  static const std::vector<Weighted> cases{
      {"triangle", "i + 1"},
      {"triangle", "n - j"},
      {"triangle", "i*(i + 1)/2"},
      {"triangle", "i*j"},
      {"triangle", "max(0, i - 3)"},
      {"triangle-fold", "j + 1"},
      {"tetrahedron", "(i + 1)*(j + 1)", 4},
      {"tetrahedron", "k*j + i + 1", 4},
      {"band(a=2,b=1)", "floor_div(i, 2) + mod(j, 2)", 8},
      {"wavefront", "i + 2*j", 5},
      {"[n] -> { [i] : 0 <= i < n and i mod 3 = 1 }", "i", 13},
      {"[n] -> { [i, j] : 0 <= i < n and 0 <= j <= i; [i, j] : 0 <= i < n and 2i + 3 <= j < 2n }", "j + 1", 5},
      {"{ [i] : 3 <= i < 40 }", "select(mod(i, 4) == 0, 7, 1)"},
  };
  return cases;
}

TEST(ChunkCuts, SymbolicCutsAreThoseOfTheOracle) {
  for (const Weighted& one : symbolic_cases()) {
    const domain::Domain domain = parsed(one.domain);
    const Expr weight = parse_weight(one.weight, domain).value();
    const auto map = derive(domain);
    ASSERT_TRUE(map) << one.domain;
    const auto costs = derive_costs(domain, weight);
    ASSERT_TRUE(costs) << one.domain << ", " << one.weight << ": " << costs.error().format();
    for (Int size = 0; size <= (domain.parameters.empty() ? 0 : one.greatest); ++size) {
      std::vector<Int> sizes(domain.parameters.size(), size);
      if (sizes.size() == 2) {
        sizes[1] = size / 2 + 1;
      }
      const std::vector<Int> weights = weights_of(domain, weight, sizes);
      for (Int chunks = 1; chunks <= static_cast<Int>(weights.size()) + 2; chunks += 1 + chunks / 8) {
        const auto cuts = cut_by_costs(*map, *costs, sizes, chunks);
        ASSERT_TRUE(cuts) << cuts.error().format();
        const std::string at = one.domain + ", " + one.weight + ", size " + expr::to_string(size) + ", " +
                               expr::to_string(chunks) + " chunks";
        ASSERT_EQ(undivided(*cuts), oracle(weights, chunks)) << at;
        ASSERT_EQ(broken_promise(*cuts, weights), "") << at;
      }
    }
  }
}

TEST(ChunkCuts, ScannedCutsAreThoseOfTheOracle) {
  const std::vector<Weighted> cases{{"triangle", "n*n - i*i", 6},   {"triangle", "isqrt(i) + 1", 6},
                                    {"carpet", "row + col", 2},     {"disk", "x*x + y*y", 4},
                                    {"triangle-halving", "i*j", 3}, {"pairs(triangle)", "isqrt(p_i + 1)", 3}};
  for (const Weighted& one : cases) {
    const domain::Domain domain = parsed(one.domain);
    for (Int size = 0; size <= one.greatest; ++size) {
      const Expr weight = parse_weight(one.weight, domain).value();
      const std::vector<Int> sizes(domain.parameters.size(), size);
      const std::vector<Int> weights = weights_of(domain, weight, sizes);
      for (const Int chunks : {1, 2, 3, 7, 50}) {
        const auto cuts = cut_by_scan(domain, weight, sizes, {}, chunks);
        ASSERT_TRUE(cuts) << cuts.error().format();
        ASSERT_EQ(cuts->at, oracle(weights, chunks)) << one.domain << ", " << one.weight;
        ASSERT_EQ(broken_promise(*cuts, weights), "") << one.domain << ", " << one.weight;
      }
    }
  }
}

TEST(ChunkCuts, EqualCountsDifferByOne) {
  for (Int count = 0; count < 40; ++count) {
    for (Int chunks = 1; chunks < 45; ++chunks) {
      const Cuts cuts = cut_evenly(count, chunks);
      ASSERT_EQ(broken_promise(cuts, std::vector<Int>(static_cast<std::size_t>(count), 1)), "");
      for (std::size_t c = 0; c + 1 < cuts.at.size(); ++c) {
        const Int points = cuts.at[c + 1].index - cuts.at[c].index;
        ASSERT_TRUE(points == count / chunks || points == count / chunks + 1);
      }
    }
  }
}

TEST(ChunkCuts, PartsStayInsideTheWord) {
  const Int greatest = (Int{1} << 62) + 12345;
  const Int chunks = (Int{1} << 31) - 1;
  for (const Int c : {Int{0}, Int{1}, Int{1000}, chunks / 2, chunks - 1, chunks}) {
    EXPECT_EQ(part(greatest, c, chunks), greatest * c / chunks);
  }
}

TEST(ChunkCuts, ServesSizesNobodyCanScan) {
  const domain::Domain domain = parsed("tetrahedron");
  const auto map = derive(domain);
  const auto costs = derive_costs(domain, parse_weight("i + 1", domain).value());
  ASSERT_TRUE(map && costs);
  const auto cuts = cut_by_costs(*map, *costs, std::vector<Int>{1'000'000}, 1000);
  ASSERT_TRUE(cuts);
  // The sum of (i + 1) * (i + 1)(i + 2)/2 over i < n is n(n + 1)(n + 2)(3n + 1)/24.
  const Int n = 1'000'000;
  EXPECT_EQ(cuts->at.back().before, n * (n + 1) * (n + 2) * (3 * n + 1) / 24);
  for (std::size_t c = 0; c < 1000; ++c) {
    const Int off = (cuts->at[c + 1].before - cuts->at[c].before) * 1000 - cuts->at.back().before;
    EXPECT_LT(off < 0 ? -off : off, n * 1000);
  }
}

TEST(ChunkCuts, RefusesWithTheReason) {
  const auto refusal = [](const std::string& domain_text, const std::string& weight) {
    const domain::Domain domain = parsed(domain_text);
    const auto costs = derive_costs(domain, parse_weight(weight, domain).value());
    return costs ? std::string("derived") : costs.error().message;
  };
  EXPECT_EQ(refusal("carpet", "row"), "the weight has no symbolic sum: the domain is not an affine set");
  EXPECT_EQ(refusal("triangle", "i - 2"),
            "the weight has no symbolic sum: i - 2 is negative at some point of the domain");
  EXPECT_EQ(refusal("triangle", "j - i - 1 + j*0"),
            "the weight has no symbolic sum: j - i - 1 is negative at some point of the domain");
  EXPECT_EQ(refusal("triangle-strict", "max(0, j - i)"), "the weight is 0 at every point of the domain");
  EXPECT_EQ(refusal("tetrahedron", "i*j*k*(i + 1)"),
            "the weight has no symbolic sum: its products need 4 coordinates beside the 3 of the domain, and 6 is the "
            "most altogether");
  const domain::Domain domain = parsed("triangle");
  const auto negative = cut_by_scan(domain, parse_weight("j - 1", domain).value(), std::vector<Int>{4}, {}, 2);
  ASSERT_FALSE(negative);
  EXPECT_EQ(negative.error().message, "the weight is negative at index 0: -1");
  const auto inexact = cut_by_scan(domain, parse_weight("i/2", domain).value(), std::vector<Int>{4}, {}, 2);
  ASSERT_FALSE(inexact);
  EXPECT_EQ(inexact.error().message.substr(0, 42), "the weight cannot be evaluated at index 1:");
}

RC_GTEST_PROP(ChunkCuts, RandomWeightsOnRandomDomains, ()) {
  const auto domain =
      parsed(*rc::gen::element<std::string>("triangle", "[n] -> { [i, j] : 0 <= i < n and i <= j < 2n }",
                                            "band(a=1,b=2)", "[n] -> { [i, j] : 0 <= i < n and 0 <= j < 4 }"));
  const auto factor = [] {
    return "(" + std::to_string(*rc::gen::inRange(0, 3)) + "*i + " + std::to_string(*rc::gen::inRange(0, 3)) + "*j + " +
           std::to_string(*rc::gen::inRange(0, 3)) + ")";
  };
  std::string text = factor();
  if (*rc::gen::arbitrary<bool>()) {
    text += "*" + factor();
  }
  const Expr weight = parse_weight(text, domain).value();
  const std::vector<Int> sizes{*rc::gen::inRange(1, 7)};
  const Int chunks = *rc::gen::inRange(1, 20);
  const std::vector<Int> weights = weights_of(domain, weight, sizes);
  const auto scanned = cut_by_scan(domain, weight, sizes, {}, chunks);
  RC_ASSERT(scanned.has_value());
  RC_ASSERT(scanned->at == oracle(weights, chunks));
  if (*rc::gen::inRange(0, 3) != 0) {
    return; // deriving costs takes a hundred times as long as the scan
  }
  const auto costs = derive_costs(domain, weight);
  if (!costs) {
    RC_ASSERT(costs.error().message == "the weight is 0 at every point of the domain");
    return;
  }
  const auto cuts = cut_by_costs(derive(domain).value(), *costs, sizes, chunks);
  RC_ASSERT(cuts.has_value());
  RC_ASSERT(undivided(*cuts) == oracle(weights, chunks));
}

} // namespace
} // namespace mapwright::index_map::chunk
