// Orders of scan coordinates in which points ascend.
#include "domain/unimodular.hpp"
#include "index_map/infer/nest.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace mapwright::index_map::infer {

namespace {

using Vector = std::vector<std::int64_t>;
using Matrix = domain::IntegerMatrix;

constexpr std::size_t most_orders = 6;
constexpr std::size_t most_tried = 20'000;

std::int64_t dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), std::int64_t{0});
}

double cost(const Vector& key) {
  double bits = 0;
  for (const std::int64_t entry : key) {
    bits += entry == 0 ? 0 : entry == 1 ? 2 : entry == -1 ? 3 : 5;
  }
  return bits;
}

/// Small keys, simplest first: entries up to 2 in two dimensions, up to 1 in three and four; beyond, two entries.
std::vector<Vector> small_keys(std::size_t n) {
  const std::int64_t reach = n == 2 ? 2 : 1;
  std::vector<Vector> keys;
  Vector key(n, -reach);
  for (;;) {
    const auto used = n - static_cast<std::size_t>(std::count(key.begin(), key.end(), 0));
    const std::int64_t common =
        std::accumulate(key.begin(), key.end(), std::int64_t{0}, std::gcd<std::int64_t, std::int64_t>);
    if (common == 1 && (n <= 4 || used <= 2)) {
      keys.push_back(key);
    }
    std::size_t k = 0;
    while (k < n && key[k] == reach) {
      key[k++] = -reach;
    }
    if (k == n) {
      break;
    }
    ++key[k];
  }
  std::stable_sort(keys.begin(), keys.end(), [](const Vector& a, const Vector& b) { return cost(a) < cost(b); });
  return keys;
}

class Search {
public:
  Search(std::size_t n, std::set<Vector> steps) : n_(n), keys_(small_keys(n)), steps_(steps.begin(), steps.end()) {}

  std::vector<ScanOrder> run() {
    extend({}, steps_);
    std::stable_sort(found_.begin(), found_.end(),
                     [](const ScanOrder& a, const ScanOrder& b) { return a.bits < b.bits; });
    found_.resize(std::min(found_.size(), most_orders));
    return std::move(found_);
  }

private:
  /// `left`: the steps on which all keys so far are 0.
  void extend(const Matrix& keys, const std::vector<Vector>& left) {
    if (left.empty()) {
      complete(keys);
      return;
    }
    if (keys.size() == n_ || found_.size() >= 4 * most_orders) {
      return;
    }
    for (const Vector& key : keys_) {
      if (++tried_ > most_tried) {
        return;
      }
      std::vector<Vector> rest;
      bool ascends = true;
      for (const Vector& step : left) {
        const std::int64_t change = dot(key, step);
        if (change < 0) {
          ascends = false;
          break;
        }
        if (change == 0) {
          rest.push_back(step);
        }
      }
      if (ascends && rest.size() < left.size()) {
        Matrix more = keys;
        more.push_back(key);
        extend(more, rest);
      }
    }
  }

  /// Unit vectors fill up what is left: the points do not vary there.
  void complete(Matrix keys) {
    for (std::size_t k = 0; k < n_ && keys.size() < n_; ++k) {
      const bool used = std::any_of(keys.begin(), keys.end(), [&](const Vector& key) { return key[k] != 0; });
      if (!used || n_ - k == n_ - keys.size()) {
        keys.push_back(domain::identity_matrix(n_)[k]);
      }
    }
    if (keys.size() != n_) {
      return;
    }
    if (auto inverse = domain::unimodular_inverse(keys)) {
      double bits = 6;
      for (const Vector& key : keys) {
        bits += cost(key);
      }
      found_.push_back({keys, std::move(*inverse), bits});
    }
  }

  std::size_t n_;
  std::vector<Vector> keys_;
  std::vector<Vector> steps_;
  std::vector<ScanOrder> found_;
  std::size_t tried_ = 0;
};

} // namespace

std::vector<ScanOrder> find_orders(const Lesson& lesson) {
  const std::size_t n = lesson.all.dimensions();
  std::set<Vector> steps;
  bool lexicographic = true;
  for (std::size_t i = lesson.begin + 1; i < lesson.end; ++i) {
    Vector step(n);
    for (std::size_t d = 0; d < n; ++d) {
      step[d] = lesson.all[i][d] - lesson.all[i - 1][d];
    }
    lexicographic = lexicographic && step > Vector(n);
    steps.insert(std::move(step));
  }
  if (lexicographic) {
    return {{domain::identity_matrix(n), domain::identity_matrix(n), 0}};
  }
  if (n == 1 || steps.contains(Vector(n))) {
    return {};
  }
  return Search(n, std::move(steps)).run();
}

} // namespace mapwright::index_map::infer
