#include "mapper/space/factorize.hpp"

#include "expr/int128.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>
#include <gmpxx.h>

namespace mapwright::mapper::space {

namespace {

using expr::Int;

struct PrimePower {
  std::int64_t prime = 2;
  int exponent = 0;
};

std::vector<PrimePower> prime_powers(std::int64_t n) {
  std::vector<PrimePower> powers;
  for (const std::int64_t prime : prime_factors(n)) {
    if (powers.empty() || powers.back().prime != prime) {
      powers.push_back({prime, 0});
    }
    ++powers.back().exponent;
  }
  return powers;
}

Result<void> check_count(std::int64_t n) {
  if (n < 1 || n > most_processors) {
    return fail(ErrorKind::input, fmt::format("{} processors cannot be factorised", n),
                fmt::format("the number lies between 1 and {}", most_processors));
  }
  return {};
}

Result<void> check_grid(std::int64_t n, std::span<const std::int64_t> extents) {
  if (auto counted = check_count(n); !counted) {
    return counted;
  }
  if (extents.empty() || extents.size() > most_factors) {
    return fail(ErrorKind::input, fmt::format("a grid of {} dimensions", extents.size()),
                fmt::format("give between 1 and {} extents", most_factors));
  }
  for (const std::int64_t extent : extents) {
    if (extent < 1) {
      return fail(ErrorKind::input, fmt::format("an extent of {}", extent), "extents are at least 1");
    }
  }
  return {};
}

/// Walks over all grids and keeps the best.
class GridSearch {
public:
  GridSearch(std::int64_t n, std::span<const std::int64_t> extents)
      : powers_(prime_powers(n)), grid_(extents.size(), 1), best_(extents.size(), 1) {
    mpz_class common = 1;
    for (const std::int64_t extent : extents) {
      common = lcm(common, mpz_class(extent));
    }
    for (const std::int64_t extent : extents) {
      weights_.emplace_back(common / mpz_class(extent));
    }
  }

  /// The sum of o_i/L_i, times the least common multiple of the extents.
  [[nodiscard]] mpz_class cost(const Factors& grid) const {
    mpz_class sum = 0;
    for (std::size_t i = 0; i < grid.size(); ++i) {
      sum += weights_[i] * mpz_class(grid[i]);
    }
    return sum;
  }

  Factors best() {
    primes_from(0);
    return best_;
  }

private:
  void primes_from(std::size_t which) {
    if (which == powers_.size()) {
      mpz_class sum = cost(grid_);
      if (!found_ || sum < best_cost_) {
        best_cost_ = std::move(sum);
        best_ = grid_;
        found_ = true;
      }
      return;
    }
    exponents_from(which, 0, powers_[which].exponent);
  }

  /// Deals out the `left` powers of one prime over the dimensions from `dimension` on.
  void exponents_from(std::size_t which, std::size_t dimension, int left) {
    const std::int64_t before = grid_[dimension];
    const bool last = dimension + 1 == grid_.size();
    for (int exponent = 0; exponent <= left; ++exponent) {
      if (!last) {
        exponents_from(which, dimension + 1, left - exponent);
      } else if (exponent == left) {
        primes_from(which + 1);
      }
      grid_[dimension] *= exponent < left ? powers_[which].prime : 1;
    }
    grid_[dimension] = before;
  }

  std::vector<PrimePower> powers_;
  std::vector<mpz_class> weights_;
  Factors grid_;
  Factors best_;
  mpz_class best_cost_;
  bool found_ = false;
};

} // namespace

std::vector<std::int64_t> prime_factors(std::int64_t n) {
  std::vector<std::int64_t> primes;
  for (std::int64_t candidate = 2; candidate <= n / candidate; candidate += candidate == 2 ? 1 : 2) {
    while (n % candidate == 0) {
      primes.push_back(candidate);
      n /= candidate;
    }
  }
  if (n > 1) {
    primes.push_back(n);
  }
  return primes;
}

std::uint64_t factorization_count(std::int64_t n, std::size_t parts) {
  std::uint64_t count = 1;
  for (const PrimePower& power : prime_powers(n)) {
    std::uint64_t ways = 1; // C(exponent + parts - 1, exponent), factor by factor
    for (int i = 1; i <= power.exponent; ++i) {
      ways = ways * (parts - 1 + static_cast<std::uint64_t>(i)) / static_cast<std::uint64_t>(i);
      if (ways > most_factorizations) {
        return most_factorizations + 1;
      }
    }
    count *= ways;
    if (count > most_factorizations) {
      return most_factorizations + 1;
    }
  }
  return count;
}

Result<Factors> greedy_factors(std::int64_t n, std::span<const std::int64_t> extents) {
  if (const auto valid = check_grid(n, extents); !valid) {
    return forward(valid);
  }
  Factors grid(extents.size(), 1);
  std::vector<std::int64_t> primes = prime_factors(n);
  for (auto prime = primes.rbegin(); prime != primes.rend(); ++prime) {
    std::size_t widest = 0;
    for (std::size_t i = 1; i < grid.size(); ++i) {
      // L_i/o_i > L_widest/o_widest
      if (static_cast<Int>(extents[i]) * grid[widest] > static_cast<Int>(extents[widest]) * grid[i]) {
        widest = i;
      }
    }
    grid[widest] *= *prime;
  }
  return grid;
}

Result<Factors> auto_factors(std::int64_t n, std::span<const std::int64_t> extents) {
  auto greedy = greedy_factors(n, extents);
  if (!greedy) {
    return greedy;
  }
  if (factorization_count(n, extents.size()) > most_factorizations) {
    return fail(
        ErrorKind::input,
        fmt::format("{} processors form more than {} grids of {} dimensions", n, most_factorizations, extents.size()),
        "use greedy_split, or fewer dimensions");
  }
  GridSearch search(n, extents);
  Factors best = search.best();
  return search.cost(*greedy) == search.cost(best) ? *std::move(greedy) : std::move(best);
}

Result<Factors> balanced_factors(std::int64_t n, std::int64_t parts) {
  if (const auto counted = check_count(n); !counted) {
    return forward(counted);
  }
  if (parts < 1 || parts > static_cast<std::int64_t>(most_factors)) {
    return fail(ErrorKind::input, fmt::format("balance_split into {} dimensions", parts),
                fmt::format("give a number between 1 and {}", most_factors));
  }
  Factors grid(static_cast<std::size_t>(parts), 1);
  for (const std::int64_t prime : prime_factors(n)) {
    *std::min_element(grid.begin(), grid.end()) *= prime;
  }
  std::sort(grid.begin(), grid.end(), std::greater<>());
  return grid;
}

} // namespace mapwright::mapper::space
