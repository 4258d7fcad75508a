// The prepared unrank of derived maps, as emitted, equals the plain one and the evaluator at random sizes.
#include "domain/parse.hpp"
#include "emit/opencl_kernel.hpp"
#include "emit/opencl_probe.hpp"
#include "index_map/certificate.hpp"
#include "index_map/emission_unit.hpp"

#include <random>

#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

struct Derived {
  std::string name;
  std::string domain;
};

void PrintTo(const Derived& derived, std::ostream* out) {
  *out << derived.name;
}

/// The derived map in the frame of an example, with its certified sizes.
ExampleMap example_of(const Derived& derived) {
  const auto parsed = domain::parse_domain(derived.domain);
  if (!parsed) {
    throw std::runtime_error(parsed.error().format());
  }
  auto certified = index_map::derive_certified(*parsed, {});
  if (!certified) {
    throw std::runtime_error(certified.error().format());
  }
  const index_map::Certificate& certificate = certified->certificate;
  return {derived.name, std::move(certified->derived.map), certificate.range32.at_most, certificate.range64.at_most};
}

/// Every index at small sizes, empty ones among them, and indices everywhere at the greatest sizes.
std::vector<Case> cases_at(const ExampleMap& e, int bits) {
  std::mt19937 random(5);
  std::vector<Case> cases;
  for (int i = 0; i < 15; ++i) {
    std::vector<std::int64_t> sizes;
    for (std::size_t p = 0; p < e.map.domain.parameters.size(); ++p) {
      sizes.push_back(static_cast<std::int64_t>(random() % 13));
    }
    cases.push_back(every_index(e, sizes));
  }
  const std::vector<expr::Int>& most = bits == 32 ? e.most32 : e.most64;
  for (int i = 0; i < 6; ++i) {
    std::vector<std::int64_t> sizes;
    for (const expr::Int one : most) {
      const auto end = static_cast<std::int64_t>(one);
      sizes.push_back(i == 0 ? end : end - static_cast<std::int64_t>(random() % 1000) * (end / (i < 3 ? 3000 : 1000)));
    }
    cases.push_back(boundary_indices(e, sizes, 60));
  }
  return cases;
}

class PreparedUnrank : public testing::TestWithParam<Derived> {};

TEST_P(PreparedUnrank, IsThePlainOneOnHosts) {
  const ExampleMap e = example_of(GetParam());
  const auto text = (*emit::make_dialect("cpp"))->emit(unit_of(e));
  ASSERT_TRUE(text) << text.error().format();
  const ScratchFolder folder;
  write_text(folder / "map.hpp", *text);
  int builds = 0;
  for (const std::string compiler : {"g++ -fsanitize=undefined -fno-sanitize-recover=all", "clang++"}) {
    if (!has_command(compiler.substr(0, compiler.find(' ')))) {
      continue;
    }
    ++builds;
    for (const int bits : {32, 64}) {
      ASSERT_TRUE(is_prepared(e, bits));
      write_text(folder / "driver.cpp", driver_text(e, "map.hpp", bits));
      const std::string program = (folder / "driver").string();
      ASSERT_EQ(failure_of(compiler + " -std=c++20 -O1 -Wall -Wextra -Wpedantic -Wconversion -Werror '" +
                               (folder / "driver.cpp").string() + "' -o '" + program + "'",
                           folder),
                "");
      for (const Case& c : cases_at(e, bits)) {
        write_words(folder / "in", questions(c));
        ASSERT_EQ(failure_of("'" + program + "' '" + (folder / "in").string() + "' '" + (folder / "out").string() + "'",
                             folder),
                  "");
        ASSERT_EQ(difference(e, c, expected_answers(e, c), read_words(folder / "out")), "") << bits << " bits";
      }
    }
  }
  if (builds == 0) {
    GTEST_SKIP() << "no C++ compiler on this machine";
  }
}

TEST_P(PreparedUnrank, IsThePlainOneInOpenCl) {
  std::string why;
  const auto device = OpenClProbe::open(why);
  if (!device) {
    GTEST_SKIP() << why;
  }
  const ExampleMap e = example_of(GetParam());
  const auto text = (*emit::make_dialect("opencl"))->emit(unit_of(e));
  ASSERT_TRUE(text) << text.error().format();
  for (const int bits : {32, 64}) {
    const Case c = cases_at(e, bits).back();
    std::vector<std::int64_t> in = c.parameters;
    in.insert(in.end(), c.indices.begin(), c.indices.end());
    std::string error;
    const std::vector<std::int64_t> got =
        device->run(*text + opencl_kernel(e, bits, 0), "-cl-std=CL1.2", in, static_cast<std::int64_t>(c.indices.size()),
                    1 + c.indices.size() * words_per_index(e), error);
    ASSERT_EQ(error, "");
    ASSERT_EQ(difference(e, c, expected_answers(e, c), got), "") << bits << " bits";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Of, PreparedUnrank,
    testing::Values(Derived{"box", "[n,m] -> { [i,j] : 0 <= i < n and 0 <= j < m }"},
                    Derived{"box_3d", "[n,m,o] -> { [i,j,k] : 0 <= i < n and 0 <= j < m and 0 <= k < o }"},
                    Derived{"band", "band"}, Derived{"fold", "triangle-fold"}, Derived{"wavefront", "wavefront"}),
    [](const auto& p) { return p.param.name; });

} // namespace
} // namespace mapwright::test
