#include "index_map/audit/search.hpp"

#include "index_map/audit/landmarks.hpp"
#include "index_map/audit/search_indices.hpp"

#include <algorithm>
#include <list>

#include <fmt/format.h>

namespace mapwright::index_map::audit {

namespace {

constexpr std::int64_t steps = 16;       ///< sizes tried at once between a right and a wrong one
constexpr std::int64_t dense_sizes = 32; ///< sizes right below a wrong one that are all tried
constexpr std::size_t few_random = 64;

std::vector<Int> wide(const std::vector<std::int64_t>& size) {
  return {size.begin(), size.end()};
}

class Search {
public:
  Search(const SearchTask& task, Prober& prober) : task_(task), prober_(prober), limits_(task.subject.limits()) {
    for (std::size_t i = 0; i < task.range64.at_most.size() && !task.range64.empty; ++i) {
      if (!task.given[i]) {
        limits_.sizes[i] = static_cast<std::int64_t>(std::min<Int>(limits_.sizes[i], task.range64.at_most[i]));
      }
    }
  }

  Result<SearchResult> run() {
    const auto largest = candidate::large_sizes(task_.given, count_of(), task_.map.domain, limits_);
    if (all_given()) {
      return at_the_size_given();
    }
    if (!limits_.takes_sizes && !largest.empty() && missing() == 1 && sizes_only_end_it(largest.back())) {
      return over_indices(largest.back());
    }
    return over_sizes(largest);
  }

private:
  [[nodiscard]] candidate::CountOf count_of() const {
    return [this](const std::vector<std::int64_t>& size) { return count_at(task_.map, size); };
  }
  [[nodiscard]] std::ptrdiff_t missing() const {
    return std::count_if(task_.given.begin(), task_.given.end(), [](const auto& value) { return !value; });
  }
  [[nodiscard]] bool all_given() const { return missing() == 0; }

  /// The domain at a value of the sizes that are not given, if the function's types hold its indices.
  [[nodiscard]] std::optional<SizedDomain> at_value(std::int64_t value) const {
    auto size = candidate::filled(task_.given, value);
    for (std::size_t i = 0; i < size.size(); ++i) {
      if (size[i] > limits_.sizes[i]) {
        return std::nullopt;
      }
    }
    const auto count = count_at(task_.map, size);
    if (!count || *count < 1 || *count > (Int{1} << 62) || *count - 1 > limits_.index) {
      return std::nullopt;
    }
    return SizedDomain{std::move(size), static_cast<std::uint64_t>(*count)};
  }

  Oracle& oracle(const SizedDomain& sized) {
    oracles_.emplace_back(task_.map, sized);
    return oracles_.back();
  }

  static std::string indices_text(const Earliest& earliest, const Oracle& oracle) {
    if (earliest.gapless == 0) {
      return "index 0";
    }
    return static_cast<std::uint64_t>(earliest.gapless) == oracle.sized().count
               ? fmt::format("all {} indices", oracle.sized().count)
               : fmt::format("indices 0 to {}, all of them{}", earliest.gapless - 1,
                             earliest.at_landmarks
                                 ? fmt::format(", then ends of rows, neighbours of powers of two and what lies between "
                                               "them up to {}",
                                               oracle.last())
                                 : "");
  }

  [[nodiscard]] std::string size_text(const SizedDomain& sized) const {
    std::string text;
    for (std::size_t i = 0; i < sized.size.size(); ++i) {
      text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", task_.map.domain.parameters[i].name(), sized.size[i]);
    }
    return text.empty() ? "the only size" : text;
  }

  static Claim first_claim(const Earliest& earliest) {
    return earliest.wrong->index == earliest.gapless ? Claim::proven : Claim::found;
  }

  Result<SearchResult> at_the_size_given() {
    const auto sized = at_value(0);
    if (!sized) {
      return fail(ErrorKind::input, "the domain has no points at this size, or more than the function's types hold",
                  "give another size, or none");
    }
    const Oracle& at = oracle(*sized);
    auto earliest = earliest_wrong(prober_, at, task_.most_points);
    if (!earliest) {
      return forward(earliest);
    }
    SearchResult result{std::nullopt, fmt::format("{}: {}", size_text(*sized), indices_text(*earliest, at)), {*sized}};
    if (earliest->wrong) {
      const Claim first = first_claim(*earliest);
      result.located = Located{std::move(*earliest->wrong), first, Claim::given};
    }
    return result;
  }

  // A function of the index alone
  // --------------------------------------------------------------------------------------------

  /// Whether larger sizes only append points, judged by landmarks; what is found is looked at again at its own size.
  bool sizes_only_end_it(const SizedDomain& largest) {
    const Oracle& large = oracle(largest);
    for (const std::int64_t value : {2, 3, 7, 50, 1000}) {
      const auto sized = at_value(value);
      if (!sized || sized->count >= largest.count) {
        continue;
      }
      const Oracle& small = oracle(*sized);
      const auto indices = landmarks(small, few_random);
      if (small.points(indices) != large.points(indices)) {
        return false;
      }
    }
    return true;
  }

  Result<SearchResult> over_indices(const SizedDomain& largest) {
    const Oracle& at = oracle(largest);
    auto earliest = earliest_wrong(prober_, at, task_.most_points);
    if (!earliest) {
      return forward(earliest);
    }
    SearchResult result{std::nullopt, indices_text(*earliest, at), {largest}};
    if (!earliest->wrong) {
      return result;
    }
    const Claim first = first_claim(*earliest);
    const std::int64_t value = 1 + candidate::largest_value([&](std::int64_t v) {
                                 const auto count = count_at(task_.map, candidate::filled(task_.given, v));
                                 return count && *count <= earliest->wrong->index;
                               });
    const auto sized = at_value(value);
    if (!sized) {
      return fail(ErrorKind::internal, "an index of the domain lies in no size of it");
    }
    auto again = prober_.first_wrong(oracle(*sized), {earliest->wrong->index});
    if (!again) {
      return forward(again);
    }
    if (!*again) {
      return over_sizes({largest}); // larger sizes do more than append
    }
    result.located = Located{std::move(**again), first, first};
    result.sizes = {*sized};
    return result;
  }

  // A function that takes sizes
  // ----------------------------------------------------------------------------------------------

  Result<SearchResult> over_sizes(const std::vector<SizedDomain>& largest) {
    SearchResult result;
    auto small = candidate::exhaustive_sizes(task_.given, count_of(), task_.most_points / 2, limits_);
    if (small.empty()) {
      return fail(ErrorKind::input, "no size of the domain fits the types of the function",
                  "give smaller sizes with --param");
    }
    std::int64_t right = 0;       // a value at which all was right
    std::int64_t consecutive = 0; // all values up to here were compared
    for (std::size_t k = 0; k < small.size(); ++k) {
      const SizedDomain& sized = small[k];
      const Oracle& at = oracle(sized);
      auto stretch = prober_.first_wrong_between(at, 0, static_cast<std::int64_t>(sized.count));
      if (!stretch) {
        return forward(stretch);
      }
      std::optional<Wrong>& wrong = stretch->wrong;
      const auto value = value_of(sized.size);
      while (value && consecutive + 1 < *value &&
             count_at(task_.map, candidate::filled(task_.given, consecutive + 1)) == Int{0}) {
        ++consecutive;
      }
      if (wrong) {
        result.located = Located{std::move(*wrong), Claim::proven,
                                 missing() == 1 && value == consecutive + 1 ? Claim::proven : Claim::found};
        result.searched = fmt::format("all indices of smaller sizes, up to {}", size_text(sized));
        result.sizes = {sized};
        return value && result.located->smallest != Claim::proven ? smallest_size(right, *value, std::move(result))
                                                                  : Result<SearchResult>(std::move(result));
      }
      if (prober_.out_of_time()) {
        result.searched = "part of the smallest sizes";
        return result;
      }
      if (stretch->end <= at.last()) {
        small.resize(k); // the time for them is over
        break;
      }
      right = value.value_or(right);
      consecutive = value == consecutive + 1 ? *value : consecutive;
    }
    return at_landmarks(small, largest, right, std::move(result));
  }

  Result<SearchResult> at_landmarks(const std::vector<SizedDomain>& small, const std::vector<SizedDomain>& largest,
                                    std::int64_t right, SearchResult result) {
    std::vector<std::int64_t> values;
    for (const std::int64_t value : critical_sizes()) {
      if (value > right && !largest.empty() && value < value_of(largest.back().size).value_or(0)) {
        values.push_back(value);
      }
    }
    for (const SizedDomain& sized : largest) {
      values.push_back(value_of(sized.size).value_or(0));
    }
    std::sort(values.begin(), values.end());
    const auto found = first_wrong_value(values);
    if (!found) {
      return forward(found);
    }
    result.searched = fmt::format("all indices of {} sizes{}{}", small.size(),
                                  small.empty() ? "" : " up to " + size_text(small.back()),
                                  largest.empty() ? ""
                                                  : fmt::format("; at larger sizes up to {} the ends of rows, "
                                                                "neighbours of powers of two and some others",
                                                                size_text(largest.back())));
    if (!found->wrong) {
      result.sizes = largest.empty() ? small : largest;
      return result;
    }
    result.located = Located{*found->wrong, Claim::found, Claim::found};
    return smallest_size(std::max(right, found->below), found->value, std::move(result));
  }

  struct ValueFound {
    std::optional<Wrong> wrong{};
    std::int64_t value = 0; ///< of the wrong size
    std::int64_t below = 0; ///< the value tried before it; without a wrong one the last
  };

  /// The first of these values at which a landmark is wrong; `hint`, a wrong index of a larger size, is transferred.
  Result<ValueFound> first_wrong_value(const std::vector<std::int64_t>& values, const Wrong* hint = nullptr) {
    std::vector<Probe> probes;
    std::vector<std::int64_t> tried;
    for (const std::int64_t value : values) {
      const auto sized = at_value(value);
      if (!sized) {
        continue;
      }
      const Oracle& at = oracle(*sized);
      auto indices = landmarks(at, few_random);
      if (hint != nullptr) {
        const auto count = count_at(task_.map, hint->size).value_or(0);
        for (const Int index : {Int{hint->index}, at.last() - (count - 1 - hint->index)}) {
          if (index >= 0 && index <= at.last()) {
            const auto here = static_cast<std::int64_t>(index);
            indices.push_back(here);
            const auto ends = at.has_rows() ? at.row_ends(std::span(&here, 1)) : std::vector<std::int64_t>();
            indices.insert(indices.end(), ends.begin(), ends.end());
          }
        }
        std::sort(indices.begin(), indices.end());
      }
      probes.push_back({&at, std::move(indices)});
      tried.push_back(value);
    }
    auto wrong = prober_.first_wrong(probes);
    if (!wrong) {
      return forward(wrong);
    }
    ValueFound found;
    found.wrong = std::move(*wrong);
    for (const std::int64_t value : tried) {
      if (found.wrong && candidate::filled(task_.given, value) == found.wrong->size) {
        found.value = value;
        break;
      }
      found.below = value;
    }
    return found;
  }

  /// From a value that is right and one that is wrong, as located so far, to the smallest wrong one that can be found
  /// and the earliest index there.
  Result<SearchResult> smallest_size(std::int64_t right, std::int64_t wrong, SearchResult result) {
    while (!prober_.out_of_time()) {
      std::vector<std::int64_t> values;
      if (wrong - right > dense_sizes) {
        for (std::int64_t k = 1; k < steps; ++k) {
          values.push_back(right + static_cast<std::int64_t>(Int{wrong - right} * k / steps));
        }
      } else {
        for (std::int64_t value = std::max<std::int64_t>(1, wrong - dense_sizes); value < wrong; ++value) {
          values.push_back(value);
        }
      }
      const bool last_look = wrong - right <= dense_sizes;
      const auto found = first_wrong_value(values, &result.located->wrong);
      if (!found) {
        return forward(found);
      }
      if (found->wrong) {
        result.located = Located{*found->wrong, Claim::found, Claim::found};
        wrong = found->value;
        right = last_look ? wrong - 1 : std::max(right, found->below);
      } else if (last_look) {
        break;
      } else {
        right = std::max(right, found->below);
      }
    }
    return earliest_at(wrong, std::move(result));
  }

  Result<SearchResult> earliest_at(std::int64_t value, SearchResult result) {
    const auto sized = at_value(value);
    if (!sized) {
      return fail(ErrorKind::internal, "a size that was compared is out of reach");
    }
    result.sizes = {*sized};
    const Oracle& at = oracle(*sized);
    auto earliest = earliest_wrong(prober_, at, task_.most_points);
    if (!earliest) {
      return forward(earliest);
    }
    if (earliest->wrong) {
      const Claim first = first_claim(*earliest);
      result.located = Located{std::move(*earliest->wrong), first, result.located->smallest};
    } else if (!prober_.out_of_time()) {
      auto traced = trace_down(prober_, at, std::move(result.located->wrong), earliest->gapless);
      if (!traced) {
        return forward(traced);
      }
      result.located->wrong = std::move(*traced);
    }
    return result;
  }

  /// The common value of the sizes that are not given; nothing when they differ.
  [[nodiscard]] std::optional<std::int64_t> value_of(const std::vector<std::int64_t>& size) const {
    std::optional<std::int64_t> value;
    for (std::size_t i = 0; i < size.size(); ++i) {
      if (!task_.given[i]) {
        if (value && *value != size[i]) {
          return std::nullopt;
        }
        value = size[i];
      }
    }
    return value;
  }

  const SearchTask& task_;
  Prober& prober_;
  candidate::Limits limits_;
  std::list<Oracle> oracles_;
};

} // namespace

std::optional<Int> count_at(const domain::Map& map, const std::vector<std::int64_t>& size) {
  const auto count = expr::call(map.count, wide(size), {}, map.tables);
  return count ? std::optional((*count)[0]) : std::nullopt;
}

Result<SearchResult> search(const SearchTask& task, Prober& prober) {
  return Search(task, prober).run();
}

} // namespace mapwright::index_map::audit
