// How the work is divided. A part is a stretch of the domain's order that one thread scans and compares:
//   - where the order is by the first coordinate first, the points whose first coordinate lies in some range;
//   - otherwise (tiles within tiles, an order of its own), the points number a, a + 1, ..., b - 1 of the scan.
// Where a part starts is known from the domain alone: all parts before it were counted by scanning their runs. So the
// parts follow one another without gap or overlap, their sizes add up to the size of the domain, and nothing the map
// says is taken on trust.
#include "index_map/exhaustive.hpp"

#include "domain/reference.hpp"
#include "index_map/agree.hpp"
#include "index_map/columns.hpp"
#include "index_map/scan_order.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace mapwright::index_map {

using domain::Reference;
using domain::Scanner;
using expr::Int;

namespace {

constexpr std::size_t block = 4096;              ///< points compared at a time
constexpr std::uint64_t parts_per_thread = 16;   ///< so that threads that meet cheap parts take more of them
constexpr std::uint64_t least_part = 16 * block; ///< points; smaller domains are not worth more threads

/// A stretch of the order.
struct Part {
  std::optional<std::pair<std::int64_t, std::int64_t>> first_coordinate{}; ///< all points with it, or
  std::uint64_t skipped = 0;                                               ///< all points of the scan after so many
  std::uint64_t start = 0;                                                 ///< index of its first point
  std::uint64_t count = 0;
};

/// Calls work(i) for i = 0 .. jobs-1 on so many threads, until one says false or all are done.
template <class Work> void on_threads(unsigned threads, std::size_t jobs, Work work) {
  std::atomic<std::size_t> next{0};
  const auto loop = [&] {
    for (std::size_t i = next++; i < jobs && work(i); i = next++) {
    }
  };
  std::vector<std::thread> others;
  for (unsigned t = 1; t < std::min<std::size_t>(threads, jobs); ++t) {
    others.emplace_back(loop);
  }
  loop();
  for (std::thread& thread : others) {
    thread.join();
  }
}

/// One verification.
class Verification {
public:
  Verification(const domain::Map& map, const Reference& reference, std::span<const Int> parameters,
               std::span<const expr::Table> tables, const ExhaustiveOptions& options)
      : map_(map), reference_(reference), parameters_(parameters), tables_(tables), options_(options),
        threads_(options.threads != 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency())) {}

  Result<ExhaustiveReport> run() {
    const auto count = expr::call(map_.count, parameters_, {}, tables_);
    if (count && (*count)[0] > static_cast<Int>(options_.most_points)) {
      return too_large();
    }
    const auto total = divide();
    if (!total) {
      return forward(total);
    }
    if (*total > options_.most_points) {
      return too_large();
    }
    ExhaustiveReport report;
    if (!count || (*count)[0] != static_cast<Int>(*total)) {
      report.counterexample =
          fmt::format("count() {}, the domain has {} points",
                      count ? "= " + expr::to_string((*count)[0]) : "stops: " + expr::describe(count.error()), *total);
      return report;
    }
    if (*total > 0) {
      compare_all(*total);
    }
    if (error_) {
      return tl::unexpected<Error>(*error_);
    }
    report.indices = compared_;
    report.counterexample = counterexample_;
    report.agrees = counterexample_.empty();
    return report;
  }

private:
  [[nodiscard]] tl::unexpected<Error> too_large() const {
    return fail(ErrorKind::input, fmt::format("the domain has more than {} points at this size", options_.most_points),
                "choose a smaller size, or a larger limit");
  }

  [[nodiscard]] Result<Scanner> open(const Part& part) const {
    domain::ScanOptions options;
    options.budget = std::max(options_.most_points, options.budget);
    options.first_coordinate = part.first_coordinate;
    options.count_first = false; // the parts are counted here
    auto scanner = reference_.scan(parameters_, tables_, options);
    if (scanner && part.skipped > 0) {
      scanner->skip(part.skipped);
    }
    return scanner;
  }

  /// Makes the parts and returns the number of points of the domain, or more than most_points.
  Result<std::uint64_t> divide() {
    const auto wanted = static_cast<std::int64_t>(parts_per_thread * threads_);
    if (by_first_coordinate(map_.domain)) {
      const auto box = domain::bounding_box(map_.domain, parameters_, tables_);
      if (box && !box->empty && fits_64(box->sides[0].first) && fits_64(box->sides[0].second)) {
        const auto low = static_cast<std::int64_t>(box->sides[0].first);
        const auto high = static_cast<std::int64_t>(box->sides[0].second);
        cut(low, high, std::min(wanted, high - low + 1));
        return count_parts();
      }
    }
    auto whole = open({});
    if (!whole) {
      return forward(whole);
    }
    const std::uint64_t total = whole->skip(options_.most_points + 1);
    if (whole->error()) {
      return tl::unexpected<Error>(*whole->error());
    }
    const std::uint64_t size = std::max(least_part, total / static_cast<std::uint64_t>(wanted) + 1);
    for (std::uint64_t start = 0; start < total; start += size) {
      parts_.push_back({std::nullopt, start, start, std::min(size, total - start)});
    }
    return total;
  }

  /// The outer ranges have no outer end: the box balances the work, it does not decide what is compared.
  void cut(std::int64_t low, std::int64_t high, std::int64_t pieces) {
    constexpr auto infinity = std::numeric_limits<std::int64_t>::max();
    const std::int64_t width = (high - low) / pieces + 1;
    std::int64_t from = -infinity;
    for (std::int64_t last = low + width - 1; last < high; last += width) {
      parts_.push_back({std::pair(from, last)});
      from = last + 1;
    }
    parts_.push_back({std::pair(from, infinity)});
  }

  Result<std::uint64_t> count_parts() {
    on_threads(threads_, parts_.size(), [&](std::size_t i) {
      auto scanner = open(parts_[i]);
      if (!scanner) {
        return keep(scanner.error());
      }
      parts_[i].count = scanner->skip(options_.most_points + 1);
      return !scanner->error() || keep(*scanner->error());
    });
    if (error_) {
      return tl::unexpected<Error>(*error_);
    }
    std::uint64_t total = 0;
    for (Part& part : parts_) {
      part.start = total;
      total = std::min(total + part.count, options_.most_points + 1);
    }
    return total;
  }

  bool keep(const Error& error) {
    const std::lock_guard lock(mutex_);
    error_ = error_ ? error_ : error;
    return false;
  }

  void compare_all(std::uint64_t total) {
    const std::vector<expr::Interval> indices{{0, static_cast<Int>(total) - 1}};
    const ColumnFunction unrank(map_.unrank, parameters_, indices, tables_);
    std::optional<std::vector<expr::Interval>> sides;
    if (const auto box = domain::bounding_box(map_.domain, parameters_, tables_); box && !box->empty) {
      sides.emplace();
      for (const auto& [low, high] : box->sides) {
        sides->push_back({low, high});
      }
    }
    const ColumnFunction rank(map_.rank, parameters_, sides, tables_);
    on_threads(threads_, parts_.size(), [&](std::size_t i) { return i > first_bad_ || compare(i, unrank, rank); });
  }

  /// Columns of one thread.
  struct Columns {
    explicit Columns(std::size_t dimensions) : words(block * (2 * dimensions + 1)) {
      for (std::size_t d = 0; d < dimensions; ++d) {
        expected.push_back(words.data() + block * d);
        found.push_back(words.data() + block * (dimensions + d));
      }
      indices.push_back(words.data() + block * 2 * dimensions);
      scanned.assign(expected.begin(), expected.end());
    }
    std::vector<std::int64_t> words;
    std::vector<std::int64_t*> expected;
    std::vector<std::int64_t*> found;
    std::vector<std::int64_t*> indices;
    std::vector<const std::int64_t*> scanned;
  };

  /// Compares one part, up to the first difference or until an earlier part has one. False: it could not be scanned.
  bool compare(std::size_t number, const ColumnFunction& unrank, const ColumnFunction& rank) {
    const Part& part = parts_[number];
    auto scanner = open(part);
    if (!scanner) {
      return keep(scanner.error());
    }
    Columns columns(map_.domain.dimensions.size());
    std::uint64_t done = 0;
    while (done < part.count && number <= first_bad_) {
      const std::size_t count =
          scanner->fill(columns.expected, static_cast<std::size_t>(std::min<std::uint64_t>(block, part.count - done)));
      if (count == 0) {
        return keep(scanner->error().value_or(Error{ErrorKind::internal, "two scans of a domain differ in length"}));
      }
      const auto start = static_cast<std::int64_t>(part.start + done);
      if (auto difference = compare_block(columns, start, count, unrank, rank); !difference.empty()) {
        refute(number, std::move(difference));
        return true;
      }
      done += count;
      compared_ += count;
    }
    return true;
  }

  void refute(std::size_t number, std::string difference) {
    const std::lock_guard lock(mutex_);
    if (number < first_bad_) {
      first_bad_ = number;
      counterexample_ = std::move(difference);
    }
  }

  /// The first difference among these points, or an empty string.
  std::string compare_block(Columns& columns, std::int64_t start, std::size_t count, const ColumnFunction& unrank,
                            const ColumnFunction& rank) const {
    const auto unrank_stop = unrank.run_consecutive(start, count, columns.found);
    std::size_t wrong = unrank_stop ? unrank_stop->at : count;
    for (std::size_t d = 0; d < columns.found.size(); ++d) {
      if (std::memcmp(columns.found[d], columns.expected[d], wrong * sizeof(std::int64_t)) != 0) {
        wrong = static_cast<std::size_t>(
            std::mismatch(columns.found[d], columns.found[d] + wrong, columns.expected[d]).first - columns.found[d]);
      }
    }
    std::size_t wrong_rank = count;
    std::optional<ColumnFunction::Stop> rank_stop;
    if (options_.check_rank) {
      rank_stop = rank.run(columns.scanned, count, columns.indices);
      wrong_rank = rank_stop ? rank_stop->at : count;
      wrong_rank = first_wrong_index(columns.indices[0], wrong_rank, start);
    }
    if (wrong == count && wrong_rank == count) {
      return {};
    }
    if (wrong <= wrong_rank) {
      const bool stopped = unrank_stop && unrank_stop->at == wrong;
      return fmt::format("unrank({}) {}, the domain has {}", start + static_cast<std::int64_t>(wrong),
                         stopped ? "stops: " + unrank_stop->why : "= " + point_text(columns.found, wrong),
                         point_text(columns.expected, wrong));
    }
    const bool stopped = rank_stop && rank_stop->at == wrong_rank;
    return fmt::format("rank{} {}, its index is {}", point_text(columns.expected, wrong_rank),
                       stopped ? "stops: " + rank_stop->why : fmt::format("= {}", columns.indices[0][wrong_rank]),
                       start + static_cast<std::int64_t>(wrong_rank));
  }

  /// The least k with found[k] != start + k, or count.
  static std::size_t first_wrong_index(const std::int64_t* found, std::size_t count, std::int64_t start) {
    std::int64_t different = 0;
    for (std::size_t k = 0; k < count; ++k) {
      different |= found[k] ^ (start + static_cast<std::int64_t>(k));
    }
    std::size_t k = different == 0 ? count : 0;
    while (k < count && found[k] == start + static_cast<std::int64_t>(k)) {
      ++k;
    }
    return k;
  }

  static std::string point_text(const std::vector<std::int64_t*>& columns, std::size_t k) {
    std::vector<Int> point;
    for (const std::int64_t* column : columns) {
      point.emplace_back(column[k]);
    }
    return text_of(point);
  }

  const domain::Map& map_;
  const Reference& reference_;
  std::span<const Int> parameters_;
  std::span<const expr::Table> tables_;
  const ExhaustiveOptions& options_;
  unsigned threads_;
  std::vector<Part> parts_;
  std::atomic<std::uint64_t> compared_{0};
  std::atomic<std::size_t> first_bad_{std::numeric_limits<std::size_t>::max()};
  std::mutex mutex_; ///< guards what follows
  std::string counterexample_;
  std::optional<Error> error_;
};

} // namespace

Result<ExhaustiveReport> verify_exhaustively(const domain::Map& map, std::span<const Int> parameters,
                                             std::span<const expr::Table> tables, const ExhaustiveOptions& options) {
  const auto began = std::chrono::steady_clock::now();
  const auto reference = Reference::make(map.domain);
  if (!reference) {
    return forward(reference);
  }
  if (parameters.size() != map.domain.parameters.size()) {
    return fail(ErrorKind::input,
                fmt::format("the domain has {} sizes, {} given", map.domain.parameters.size(), parameters.size()));
  }
  auto report = Verification(map, *reference, parameters, tables, options).run();
  if (report) {
    report->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  }
  return report;
}

} // namespace mapwright::index_map
