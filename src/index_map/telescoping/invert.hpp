// Choice of the inversion of one piece by cost.
#pragma once

#include "index_map/derived.hpp"
#include "index_map/telescoping/plan.hpp"
#include "index_map/telescoping/quasi_polynomial.hpp"

#include <string>
#include <vector>

namespace mapwright::index_map {

/// What is known of one piece when its inversion is chosen.
struct InversionTask {
  std::size_t coordinate = 0;        ///< plain variable of xk
  QuasiPolynomial weight;            ///< of parameters, prefix and xk
  QuasiPolynomial growth_from_first; ///< before as a function of y = x - first, y named as the coordinate
  QuasiPolynomial growth_from_last;  ///< points after x as a function of y = last - x
  double condition_cost = 10;        ///< operations of one evaluation of `before`
  std::string form = "auto";         ///< "auto" or "bisection"
};

/// The cheapest inversion that can be proved; everything weighed is appended to `considered` under `label`.
Inversion choose_inversion(const Space& space, const InversionTask& task, const std::string& label,
                           std::vector<Considered>& considered);

} // namespace mapwright::index_map
