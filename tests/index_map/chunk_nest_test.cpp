// Emitted loops: compiled with OpenMP, run by several threads, and compared with nests written by hand.
#include "domain/parse.hpp"
#include "emit/toolchain.hpp"
#include "index_map/chunk/cuts.hpp"
#include "index_map/chunk/nest.hpp"
#include "index_map/derive.hpp"
#include "support/paths.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::index_map::chunk {
namespace {

struct NestCase {
  std::string name;
  std::string domain;
  std::string weight;        ///< empty: equal counts
  std::string point;         ///< "i, j"
  std::string further_sizes; ///< declarations of the sizes beside n, which follow from it
  std::string sizes;         ///< "n, m"
  std::string loops;         ///< the nest in C, without its body; empty: the points by unrank
};

const std::vector<NestCase>& nest_cases() {
  static const std::vector<NestCase> cases{
      {"tetrahedron", "tetrahedron", "i*j + 1", "i, j, k", "", "n",
       "for (int i = 0; i < n; ++i) for (int j = 0; j <= i; ++j) for (int k = 0; k <= j; ++k)"},
      {"triangle", "triangle", "i + 1", "i, j", "", "n", "for (int i = 0; i < n; ++i) for (int j = 0; j <= i; ++j)"},
      {"holes", "[n] -> { [i, j] : 0 <= i < n and 0 <= j < i - 2 }", "", "i, j", "", "n",
       "for (int i = 0; i < n; ++i) for (int j = 0; j < i - 2; ++j)"},
      {"line", "[n] -> { [i] : 0 <= i < 2n }", "n - floor_div(i, 2)", "i", "", "n", "for (int i = 0; i < 2 * n; ++i)"},
      {"fours", "[n] -> { [i, j, k, l] : 0 <= i < n and i <= j < n and j <= k <= i + j and 2k <= l <= n + k }", "",
       "i, j, k, l", "", "n",
       "for (int i = 0; i < n; ++i) for (int j = i; j < n; ++j) for (int k = j; k <= i + j; ++k) "
       "for (int l = 2 * k; l <= n + k; ++l)"},
      {"strided", "[n] -> { [i, j] : 0 <= i < n and 0 <= j <= i and j mod 2 = 0 }", "j + 1", "i, j", "", "n",
       "for (int i = 0; i < n; ++i) for (int j = 0; j <= i; j += 2)"},
      {"diagonals", "wavefront", "i + 1", "i, j", "const index_t m = n / 2 + 1;", "n, m",
       "for (index_t d = 0; d < n + m - 1; ++d) for (index_t i = d < m ? 0 : d - m + 1, j = d - i; i < n && j >= 0; "
       "++i, --j)"},
      {"fixed_sizes", "{ [i, j] : 0 <= i < 7 and i <= j < 9 }", "j", "i, j", "(void)n;", "",
       "for (int i = 0; i < 7; ++i) for (int j = i; j < 9; ++j)"},
  };
  return cases;
}

constexpr const char* driver_head = R"(
#include <cstdio>
#include <cstdlib>
#include <vector>
using Points = std::vector<std::vector<std::int64_t>>;
template <class... C> std::vector<std::int64_t> at(C... c) { return {std::int64_t(c)...}; }
void require(bool holds, const char* what, std::int64_t size) {
  if (!holds) { std::printf("%s, size %d\n", what, int(size)); std::exit(1); }
}
int main() {
  omp_set_num_threads(3);
)";

/// @N name, @W bits, @S sizes, @C sizes with ", " behind, @D their declarations, @L the loops, @A the coordinates as
/// arguments, @P formals of the body, @T cuts by cost: {chunk begins of 5 chunks} by n from 0 on.
constexpr const char* driver_case = R"(
  {
    namespace map = mapwright_maps::@N::w@W;
    using index_t = map::index_t;
    static const std::vector<std::vector<std::int64_t>> cuts = {@T};
    for (index_t n = 0; n < 10; n += 3) {
      @D
      Points wanted;
      @L { wanted.push_back(at(@A)); }
      const auto total = index_t(wanted.size());
      require(map::count(@S) == total, "@N: count", n);
      for (index_t begin = 0; begin <= total; begin += 1 + total / 40) {
        for (index_t end = begin; end <= total; end += 1 + total / 40) {
          Points got;
          map::walk(@Cbegin, end, [&](@P) { got.push_back(at(@A)); });
          require(got == Points(wanted.begin() + begin, wanted.begin() + end), "@N: walk", n);
        }
      }
      for (std::int32_t c = 0; c <= 5; ++c) {
        require(map::chunk_begin(c, 5@E) == cuts[std::size_t(n / 3)][std::size_t(c)], "@N: chunk_begin", n);
      }
      @Q
    }
  }
)";

constexpr const char* driver_schedules = R"(const auto check = [&](auto how, bool contiguous, const char* what) {
        std::vector<int> hits(wanted.size());
        std::vector<int> owner(wanted.size());
        map::for_each(@Chow, [&](@P) {
          const auto w = std::size_t(map::rank(@C@A));
#pragma omp atomic
          ++hits[w];
          owner[w] = omp_get_thread_num();
        });
        for (std::size_t w = 0; w < wanted.size(); ++w) {
          require(hits[w] == 1, what, n);
          require(!contiguous || w == 0 || owner[w] >= owner[w - 1], what, n);
        }
      };
      namespace schedule = mapwright_maps::schedule;
      check(schedule::even{}, true, "@N: even");
      check(schedule::cyclic{4}, false, "@N: cyclic");
      check(schedule::dynamic{5}, false, "@N: dynamic");
      check(schedule::guided{2}, false, "@N: guided");
      check(schedule::dynamic{}, false, "@N: dynamic by 1");)";

constexpr const char* driver_costs = R"(
      check(schedule::equal_cost{}, true, "@N: equal cost");
      check(schedule::equal_cost{7}, false, "@N: equal cost, 7 chunks");
      require(map::chunks_fit(@S), "@N: chunks_fit", n);)";

void put(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// A case with its maps.
struct Built {
  Certified certified;
  std::optional<Costs> costs;
  std::string header;
};

Built built(const NestCase& one, const char* language = "cpp") {
  const domain::Domain domain = domain::parse_domain(one.domain).value();
  Built out{derive_certified(domain).value(), std::nullopt, ""};
  if (!one.weight.empty()) {
    out.costs = derive_costs(domain, parse_weight(one.weight, domain).value()).value();
  }
  const auto unit = nest_unit(out.certified, out.costs ? &*out.costs : nullptr, one.weight, one.name);
  out.header = emit::emit_nest(unit.value(), language).value();
  return out;
}

/// The begins of 5 chunks at n = 0, 3, 6, 9, as the library finds them.
std::string cuts_text(const Built& one) {
  std::string out;
  for (Int n = 0; n < 10; n += 3) {
    std::vector<Int> sizes{n, n / 2 + 1};
    sizes.resize(one.certified.certificate.parameters.size());
    const Cuts cuts = one.costs ? cut_by_costs(one.certified.derived, *one.costs, sizes, 5).value()
                                : cut_evenly(expr::call(one.certified.derived.map.count, sizes, {})->front(), 5);
    out += "{";
    for (const Cut& cut : cuts.at) {
      out += expr::to_string(cut.index) + ", ";
    }
    out += "}, ";
  }
  return out;
}

/// `schedules`: whether teams of threads run it as well.
std::string case_text(const NestCase& one, const Built& maps, int bits, bool schedules) {
  std::string formals = one.point;
  put(formals, ", ", ", auto ");
  std::string text = driver_case;
  put(text, "@Q", schedules ? std::string(driver_schedules) + (maps.costs ? driver_costs : "") : "");
  put(text, "@N", one.name);
  put(text, "@W", std::to_string(bits));
  put(text, "@S", one.sizes);
  put(text, "@C", one.sizes.empty() ? "" : one.sizes + ", ");
  put(text, "@E", one.sizes.empty() ? "" : ", " + one.sizes);
  put(text, "@D", one.further_sizes);
  put(text, "@L", one.loops);
  put(text, "@A", one.point);
  put(text, "@P", "auto " + formals);
  put(text, "@T", cuts_text(maps));
  return text;
}

TEST(ChunkNest, EveryScheduleVisitsEveryPointOfTheNestOnce) {
  const test::ScratchFolder folder;
  std::string head;
  std::string body;
  int turn = 0;
  for (const NestCase& one : nest_cases()) {
    const Built maps = built(one);
    test::write_text(folder / (one.name + ".hpp"), maps.header);
    head += "#include \"" + one.name + ".hpp\"\n";
    ++turn;
    body += case_text(one, maps, turn % 2 == 0 ? 32 : 64, turn % 3 == 1);
  }
  test::write_text(folder / "driver.cpp", head + driver_head + body + "}\n");
  const std::string source = "'" + (folder / "driver.cpp").string() + "'";
  const std::string program = "'" + (folder / "driver").string() + "'";
  ASSERT_EQ(test::failure_of("g++ -std=c++20 -O0 -fopenmp -fsanitize=undefined -fno-sanitize-recover=all" +
                                 test::warnings + " " + source + " -o " + program,
                             folder),
            "");
  EXPECT_EQ(test::failure_of(program, folder), "");
}

TEST(ChunkNest, OtherMapsGoOnByTheirSuccessor) {
  const test::ScratchFolder folder;
  NestCase one{"carpet", "carpet", "", "row, col", "", "2", "for (index_t w = 0; w < map::count(2); ++w)"};
  const Built maps = built(one);
  test::write_text(folder / "carpet.hpp", maps.header);
  test::write_text(folder / "driver.cpp", R"(
#include "carpet.hpp"
namespace map = mapwright_maps::carpet::w32;
constexpr bool in_order() {
  std::int32_t next = 5;
  bool right = true;
  map::walk(2, 5, map::count(2) - 3, [&](auto row, auto col) { right = right && map::rank(2, row, col) == next++; });
  return right && next == map::count(2) - 3;
}
static_assert(in_order());
int main() {
  int points = 0;
  map::for_each(2, mapwright_maps::schedule::even{}, [&](auto, auto) { ++points; });
  return points == 64 ? 0 : 1;
}
)");
  // Without OpenMP: one thread does it all.
  const std::string program = "'" + (folder / "driver").string() + "'";
  ASSERT_EQ(test::failure_of("g++ -std=c++20 -O1" + test::warnings + " '" + (folder / "driver.cpp").string() + "' -o " +
                                 program,
                             folder),
            "");
  EXPECT_EQ(test::failure_of(program, folder), "");
}

/// @N, @M name in capitals and in small letters, @S sizes with ", " behind, @A without; @L the loops, @C the
/// coordinates,
/// @K a number that tells points apart, @Q schedules of weights.
constexpr const char* c_case = R"(
static void check_@M(int64_t n) {
  static int64_t wanted[2000], got[2000];
  static int hits[2000];
  @D
  int64_t total = 0;
  @L { wanted[total++] = @K; }
  require(@M_count_i64(@A) == total, "@M: count");
  for (int64_t begin = 0; begin <= total; begin += 1 + total / 20) {
    for (int64_t end = begin; end <= total; end += 1 + total / 20) {
      int64_t at = begin;
      @N_WALK_I64(@Sbegin, end, @C, got[at++] = @K; if (at == -1) continue);
      require(at == end, "@M: length of a walk");
      for (at = begin; at < end; ++at) require(got[at] == wanted[at], "@M: order of a walk");
    }
  }
  for (int how = 0; how < 5; ++how) {
    int64_t next = 0;
    for (int64_t w = 0; w < total; ++w) hits[w] = 0;
#pragma omp parallel
    {
      if (how == 0) { @N_SHARE_EVEN_I64(@S@C, VISIT(@M_rank_i64(@S@C))); }
      if (how == 1) { @N_SHARE_CYCLIC_I64(@S3, @C, VISIT(@M_rank_i64(@S@C))); }
      if (how == 2) { @N_SHARE_DYNAMIC_I64(@S4, @C, VISIT(@M_rank_i64(@S@C))); }
      if (how == 3) { @N_SHARE_GUIDED_I64(@S2, next, @C, VISIT(@M_rank_i64(@S@C))); }
      if (how == 4) { @N_SHARE_@Q_I64(@S@C, VISIT(@M_rank_i64(@S@C))); }
    }
    for (int64_t w = 0; w < total; ++w) require(hits[w] == 1, "@M: a schedule");
  }
}
)";

TEST(ChunkNest, TheCTextVisitsTheSamePoints) {
  const test::ScratchFolder folder;
  std::string program = "#include <stdio.h>\n#include <stdlib.h>\n";
  std::string checks;
  std::string calls;
  const std::vector<NestCase> more{{"carpet", "carpet", "", "row, col", "n = n % 3;", "n",
                                    "for (int64_t w = 0, row, col; w < carpet_count_i64(n) && "
                                    "(carpet_unrank_i64(n, w, &row, &col), 1); ++w)"}};
  for (const NestCase& one : {nest_cases()[0], nest_cases()[3], nest_cases()[6], more[0]}) {
    const Built maps = built(one, "c");
    test::write_text(folder / (one.name + ".h"), maps.header);
    program += "#include \"" + one.name + ".h\"\n";
    std::string capitals = one.name;
    std::ranges::transform(capitals, capitals.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    std::string text = c_case;
    std::string key = one.point;
    put(key, ", ", " + 100 * (");
    key += std::string(static_cast<std::size_t>(std::ranges::count(key, '(')), ')');
    std::string loops = one.loops;
    put(loops, "int ", "int64_t ");
    put(loops, "index_t ", "int64_t ");
    std::string sizes = one.further_sizes;
    put(sizes, "index_t ", "int64_t ");
    put(text, "@L", loops);
    put(text, "@D", sizes);
    put(text, "@Q", maps.costs ? "EQUAL_COST" : "EVEN");
    put(text, "@N", capitals);
    put(text, "@M", one.name);
    put(text, "@S", one.sizes + ", ");
    put(text, "@A", one.sizes);
    put(text, "@C", one.point);
    put(text, "@K", key);
    checks += text;
    calls += "    check_" + one.name + "(n);\n";
    if (maps.costs && one.sizes == "n") {
      calls += "    for (int c = 0; c <= 5; ++c) {\n      static const int64_t cuts[][6] = {" + cuts_text(maps) +
               "};\n      require(" + one.name +
               "_chunk_begin_i64(c, 5, n) == cuts[n / 3][c], \"chunk_begin\");\n    }\n";
    }
  }
  program += R"(
static void require(int holds, const char *what) {
  if (!holds) { puts(what); exit(1); }
}
#define VISIT(w) const int64_t visited = w; _Pragma("omp atomic") ++hits[visited]
)" + checks + "int main(void) {\n  omp_set_num_threads(3);\n  for (int64_t n = 0; n < 10; n += 3) {\n" +
             calls + "  }\n}\n";
  test::write_text(folder / "driver.c", program);
  const std::string run = "'" + (folder / "driver").string() + "'";
  ASSERT_EQ(test::failure_of("gcc -std=c11 -O0 -fopenmp -fsanitize=undefined -fno-sanitize-recover=all -Wall -Wextra "
                             "-Wpedantic -Wconversion -Wsign-conversion -Werror '" +
                                 (folder / "driver.c").string() + "' -o " + run + " -lm",
                             folder),
            "");
  EXPECT_EQ(test::failure_of(run, folder), "");
}

TEST(ChunkNest, TheLoopsAreAsInTheGoldenFiles) {
  const NestCase& diagonals = nest_cases()[6];
  for (const char* language : {"cpp", "c"}) {
    const std::string text = built(diagonals, language).header;
    const std::string loops = text.substr(text.find("#ifndef MAPWRIGHT_NEST_diagonals"));
    const auto path = test::golden_dir() / "chunk" / ("diagonals." + std::string(language) + ".golden");
    if (std::getenv("MAPWRIGHT_UPDATE_GOLDEN") != nullptr) {
      std::filesystem::create_directories(path.parent_path());
      test::write_text(path, loops);
    }
    EXPECT_EQ(loops, test::read_text(path)) << path << " differs; MAPWRIGHT_UPDATE_GOLDEN=1 rewrites it";
  }
}

TEST(ChunkNest, RefusesRunTimeTablesAndOtherLanguages) {
  const auto certified = derive_certified(domain::parse_domain("ragged-causal").value()).value();
  const auto unit = nest_unit(certified, nullptr, "", "rows").value();
  const auto tables = emit::emit_nest(unit, "cpp");
  ASSERT_FALSE(tables);
  EXPECT_EQ(tables.error().message, "loops over a domain with the run-time table 'cu_seqlens' are not emitted");
  const auto language = emit::emit_nest(unit, "ada");
  ASSERT_FALSE(language);
  EXPECT_EQ(language.error().message, "loops are not emitted in 'ada'");
}

} // namespace
} // namespace mapwright::index_map::chunk
