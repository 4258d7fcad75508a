// Choosing among ways to search by how often they found a new best of late.
//
// Ansel et al., "OpenTuner: An Extensible Framework for Program Autotuning", PACT 2014: a sliding window H of uses, and
// the score of way k, used n_k times in it,
//     AUC_k + C sqrt(2 log2 |H| / n_k),    AUC_k = 2 / (n_k (n_k + 1)) sum over i = 1 ... n_k of i V_ki,
// where V_ki is 1 when its i-th use in the window found a new best. A way that is not in the window goes first.
#pragma once

#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

namespace mapwright::mapper {

class AucBandit {
public:
  explicit AucBandit(std::size_t ways, double exploration = 0.05, std::size_t window = 500)
      : ways_(ways), exploration_(exploration), window_(window) {}

  /// Of each way; infinite for one that is not in the window.
  [[nodiscard]] std::vector<double> scores() const;
  /// The way with the highest score, the first of equals. REQUIRES: at least one way.
  [[nodiscard]] std::size_t choose() const;
  /// A way was used; `hit`: it found a new best.
  void record(std::size_t way, bool hit);

private:
  std::size_t ways_;
  double exploration_;
  std::size_t window_;
  std::deque<std::pair<std::size_t, bool>> uses_; ///< the oldest first
};

} // namespace mapwright::mapper
