// Benchmarks of emitted code: derive, emit, compile with every compiler found, run.
#pragma once

#include "domain/parse.hpp"
#include "emit/emit.hpp"
#include "index_map/certificate.hpp"
#include "index_map/emission_unit.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>

#include <unistd.h>

namespace mapwright::bench {

/// The C++ header of a domain's proved map, derived in the given form (and for the given first size), under a name.
inline std::string emitted_header(const std::string& domain, const std::string& name, const std::string& form = "auto",
                                  std::optional<int> size = std::nullopt) {
  const auto parsed = domain::parse_domain(domain);
  if (!parsed) {
    throw std::runtime_error(parsed.error().format());
  }
  index_map::DeriveOptions options;
  options.form = form;
  if (size) {
    options.parameters = {expr::Int{*size}};
  }
  const auto certified = index_map::derive_certified(*parsed, options);
  if (!certified) {
    throw std::runtime_error(certified.error().format());
  }
  if (certified->certificate.status != index_map::Status::proved) {
    throw std::runtime_error(domain + " is not proved");
  }
  emit::Unit unit = index_map::emission_unit(*certified);
  unit.identifier = name;
  const auto text = (*emit::make_dialect("cpp"))->emit(unit);
  if (!text) {
    throw std::runtime_error(text.error().format());
  }
  return *text;
}

/// A folder of source files, removed at the end.
class Workshop {
public:
  Workshop() : folder_((std::filesystem::temp_directory_path() / "mapwright_bench_XXXXXX").string()) {
    if (::mkdtemp(folder_.data()) == nullptr) {
      throw std::runtime_error("no scratch folder");
    }
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  ~Workshop() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  void write(const std::string& file, const std::string& text) const {
    std::ofstream(std::filesystem::path(folder_) / file) << text;
  }

  /// Compiles main.cpp with each compiler at -O2 and -O3 and `options` and runs it; 0, or 4 when something failed.
  [[nodiscard]] int run_everywhere(const std::string& options = "") const {
    for (const std::string compiler : {"g++", "clang++"}) {
      if (std::system(("command -v " + compiler + " > /dev/null").c_str()) != 0) {
        std::cout << compiler << ": not on this machine\n";
        continue;
      }
      for (const std::string level : {"-O2", "-O3"}) {
        std::cout << compiler << " " << level << std::endl;
        const std::string executable = folder_ + "/main";
        const std::string build =
            compiler + " -std=c++20 " + level + " " + options + " '" + folder_ + "/main.cpp' -o '" + executable + "'";
        if (std::system((build + " && '" + executable + "'").c_str()) != 0) {
          std::cerr << "failed: " << build << "\n";
          return 4;
        }
      }
    }
    return 0;
  }

private:
  std::string folder_;
};

/// Text at the head of a generated main.cpp: `compare(name, first, second, from, items)` times two callables over the
/// same indices in alternation, by the CPU time of the thread, and prints the median times and the median ratio.
inline constexpr const char* paired_timing = R"program(
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>
using i64 = std::int64_t;
volatile i64 sink;

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

template <class First, class Second>
void compare(const char* name, First first, Second second, i64 from, i64 items, int rounds = 101) {
  std::vector<double> ratios, one, two;
  for (int round = 0; round < rounds + 3; ++round) {
    double a = 0, b = 0;
    if (round % 2 == 0) {
      a = seconds(first, from, items);
      b = seconds(second, from, items);
    } else {
      b = seconds(second, from, items);
      a = seconds(first, from, items);
    }
    if (round >= 3) {
      ratios.push_back(a / b);
      one.push_back(a / double(items) * 1e9);
      two.push_back(b / double(items) * 1e9);
    }
  }
  std::printf("  %-52s %7.2f ns %7.2f ns  ratio %.3f\n", name, median(one), median(two), median(ratios));
}
)program";

} // namespace mapwright::bench
