// The cost of being exact: emitted 64-bit C++ maps against the inexact double-precision textbook formulas.
//
// Writes the emitted headers and a program to a scratch folder, compiles it with every compiler found at -O2 and -O3
// and runs it: once for maps with the fewest corrections emission needs, once for the maps `map emit` derives. The
// program times both sides in alternation over the same indices and prints the median of the ratios within the rounds.
// The textbook's rows are the ones found in kernels: floor(sqrt(2w + 1/4) - 1/2), the same with a bare conversion in
// place of floor, and floor(cbrt(6w)) for the tetrahedron, then the triangle's.
#include "cli/emission.hpp"
#include "domain/parse.hpp"
#include "emit/emit.hpp"
#include "expr/text.hpp"
#include "index_map/certificate.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include <unistd.h>

namespace {

using namespace mapwright;

constexpr std::string_view triangle = R"(
fn count(n; ) -> (count) { return (n*(n + 1)/2); }
fn unrank(n; w) -> (i, j) {
  solve i in [0, n - 1] where i*(i + 1)/2 <= w by root(2, 2*w, 0, 1, down 1, up 0);
  return (i, w - i*(i + 1)/2);
}
fn rank(n; i, j) -> (w) { return (i*(i + 1)/2 + j); }
fn contains(n; i, j) -> (inside) { return (0 <= j and j <= i and i < n); }
fn successor(n; i, j) -> (has_next, i, j) {
  return (j < i or i + 1 < n, select(j < i, i, i + 1), select(j < i, j + 1, 0));
})";

constexpr std::string_view tetrahedron = R"(
fn count(n; ) -> (count) { return (n*(n + 1)*(n + 2)/6); }
fn unrank(n; w) -> (i, j, k) {
  solve i in [0, n - 1] where i*(i + 1)*(i + 2)/6 <= w by root(3, 6*w, 0, 1, down 2, up 0);
  let v = w - i*(i + 1)*(i + 2)/6;
  assume v in [0, (i + 1)*(i + 2)/2 - 1];
  solve j in [0, i] where j*(j + 1)/2 <= v by root(2, 2*v, 0, 1, down 1, up 0);
  return (i, j, v - j*(j + 1)/2);
}
fn rank(n; i, j, k) -> (w) { return (i*(i + 1)*(i + 2)/6 + j*(j + 1)/2 + k); }
fn contains(n; i, j, k) -> (inside) { return (0 <= k and k <= j and j <= i and i < n); }
fn successor(n; i, j, k) -> (has_next, i, j, k) { return (0, i, j, k); })";

constexpr std::string_view program = R"program(
#include "triangle.hpp"
#include "tetrahedron.hpp"
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>
using i64 = std::int64_t;
namespace tri = mapwright_maps::triangle::w64;
namespace tet = mapwright_maps::tetrahedron::w64;

struct ExactTriangle {
  i64 operator()(i64 w) const { const auto p = tri::unrank(2000000000, w); return p.i ^ p.j; }
};
struct FlooredTriangle {
  i64 operator()(i64 w) const {
    const i64 i = i64(std::floor(std::sqrt(2.0 * double(w) + 0.25) - 0.5));
    return i ^ (w - i * (i + 1) / 2);
  }
};
struct ConvertedTriangle {
  i64 operator()(i64 w) const {
    const i64 i = i64(std::sqrt(2.0 * double(w) + 0.25) - 0.5);
    return i ^ (w - i * (i + 1) / 2);
  }
};
struct ExactTetrahedron {
  i64 operator()(i64 w) const { const auto p = tet::unrank(2000000, w); return p.i ^ p.j ^ p.k; }
};
struct TextbookTetrahedron {
  i64 operator()(i64 w) const {
    const i64 i = i64(std::floor(std::cbrt(6.0 * double(w))));
    const i64 v = w - i * (i + 1) * (i + 2) / 6;
    const i64 j = i64(std::floor(std::sqrt(std::fabs(2.0 * double(v) + 0.25)) - 0.5));
    return i ^ j ^ (v - j * (j + 1) / 2);
  }
};

volatile i64 sink;

// Of this thread: other programs on the machine do not count.
double cpu_time() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

template <class Map> __attribute__((noinline)) double seconds(Map map, i64 from, i64 items) {
  const double start = cpu_time();
  i64 sum = 0;
  for (i64 w = from; w < from + items; ++w) {
    sum += map(w);
  }
  sink = sum;
  return cpu_time() - start;
}

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

template <class Exact, class Textbook> void compare(const char* name, i64 from) {
  constexpr i64 items = 200000;
  constexpr int rounds = 201;
  std::vector<double> ratios, exact, textbook;
  for (int round = 0; round < rounds + 3; ++round) {
    double e = 0, t = 0;
    if (round % 2 == 0) {
      e = seconds(Exact{}, from, items);
      t = seconds(Textbook{}, from, items);
    } else {
      t = seconds(Textbook{}, from, items);
      e = seconds(Exact{}, from, items);
    }
    if (round >= 3) {
      ratios.push_back(e / t);
      exact.push_back(e / items * 1e9);
      textbook.push_back(t / items * 1e9);
    }
  }
  std::printf("  %-44s from w = 1e%-2d  emitted %6.2f ns  textbook %6.2f ns  ratio %.3f\n", name,
              from == 0 ? 0 : int(std::log10(double(from)) + 0.5), median(exact), median(textbook), median(ratios));
}

int main() {
  for (const i64 from : {i64(0), i64(1000000000), i64(100000000000000000)}) {
    compare<ExactTriangle, FlooredTriangle>("triangle / floor(sqrt(2w + .25) - .5)", from);
    compare<ExactTriangle, ConvertedTriangle>("triangle / i64(sqrt(2w + .25) - .5)", from);
    compare<ExactTetrahedron, TextbookTetrahedron>("tetrahedron / floor(cbrt(6w)), floor(sqrt)", from);
  }
}
)program";

std::string emitted(std::string_view identifier, std::string_view functions, std::vector<std::string> dimensions) {
  const auto listing = expr::parse_listing(functions, identifier);
  if (!listing) {
    throw std::logic_error(listing.error().format());
  }
  domain::Map map;
  map.domain.text = identifier;
  map.domain.parameters = {expr::Symbol("n")};
  map.domain.dimensions = std::move(dimensions);
  map.count = listing->functions[0];
  map.unrank = listing->functions[1];
  map.rank = listing->functions[2];
  map.contains = listing->functions[3];
  map.successor = listing->functions[4];
  emit::Unit unit;
  unit.map = &map;
  unit.identifier = identifier;
  unit.range64 = {64, {identifier == "triangle" ? 3037000499 : 2097150}, false};
  unit.with_32 = false;
  unit.status = "written by hand for this benchmark";
  const auto text = (*emit::make_dialect("cpp"))->emit(unit);
  if (!text) {
    throw std::logic_error(text.error().format());
  }
  return *text;
}

/// What `map emit NAME --lang cpp --bits 64` writes.
std::string derived(std::string_view name) {
  const auto domain = domain::parse_domain(name);
  if (!domain) {
    throw std::logic_error(domain.error().format());
  }
  const auto certified = index_map::derive_certified(*domain);
  if (!certified) {
    throw std::logic_error(certified.error().format());
  }
  cli::EmitOptions options;
  options.bits = "64";
  const auto text = cli::emit_source(**emit::make_dialect("cpp"), *certified, options);
  if (!text) {
    throw std::logic_error(text.error().format());
  }
  return *text;
}

void write(const std::filesystem::path& path, std::string_view text) {
  std::ofstream(path) << text;
}

/// Compiles and runs main.cpp in the folder; false when that fails.
bool run(const std::filesystem::path& folder, const std::string& compiler, const std::string& level) {
  const std::string executable = (folder / "main").string();
  const std::string build =
      compiler + " -std=c++20 " + level + " '" + (folder / "main.cpp").string() + "' -o '" + executable + "'";
  return std::system((build + " && '" + executable + "'").c_str()) == 0;
}

} // namespace

int main() {
  std::string name = (std::filesystem::temp_directory_path() / "mapwright_bench_XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    std::cerr << "no scratch folder\n";
    return 3;
  }
  const std::filesystem::path folder = name;
  bool good = true;
  for (const std::string compiler : {"g++", "clang++"}) {
    if (std::system(("command -v " + compiler + " > /dev/null").c_str()) != 0) {
      std::cout << compiler << ": not on this machine\n";
      continue;
    }
    for (const std::string level : {"-O2", "-O3"}) {
      write(folder / "main.cpp", program);
      std::cout << compiler << " " << level << ", fewest corrections" << std::endl;
      write(folder / "triangle.hpp", emitted("triangle", triangle, {"i", "j"}));
      write(folder / "tetrahedron.hpp", emitted("tetrahedron", tetrahedron, {"i", "j", "k"}));
      good = run(folder, compiler, level) && good;
      std::cout << compiler << " " << level << ", as derived" << std::endl;
      write(folder / "triangle.hpp", derived("triangle"));
      write(folder / "tetrahedron.hpp", derived("tetrahedron"));
      good = run(folder, compiler, level) && good;
    }
  }
  std::filesystem::remove_all(folder);
  return good ? 0 : 4;
}
