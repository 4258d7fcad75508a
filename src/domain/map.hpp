// Map: the five functions every index map offers, generated from one proof.
#pragma once

#include "domain/domain.hpp"
#include "expr/function.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mapwright::domain {

/// A bijection between [0, count) and the points of a domain, in both directions.
///
///   count(parameters)            -> (count)
///   unrank(parameters; w)        -> point          for 0 <= w < count
///   rank(parameters; point)      -> (w)            for points of the domain
///   contains(parameters; point)  -> (0 or 1)       for any point of the bounding box (and beyond)
///   successor(parameters; point) -> (has_next, next point)   for points of the domain; has_next = 0 after the last
///
/// rank(unrank(w)) = w and unrank is strictly increasing in the order of the domain.
struct Map {
  Domain domain;
  expr::Function count;
  expr::Function unrank;
  expr::Function rank;
  expr::Function contains;
  expr::Function successor;
  std::vector<expr::Table> tables; ///< fixed tables, and declarations of run-time ones
  std::string complexity;          ///< of one unrank, e.g. "O(1)", "O(log n)", "O(level)"
  std::string method;              ///< one line: how unrank finds its point
};

/// The largest parameters for which every intermediate of every function fits a signed word of `bits` bits.
struct WordRange {
  int bits = 64;
  std::vector<expr::Int> at_most; ///< one inclusive bound per parameter, all valid together
  bool empty = false;             ///< no useful size fits this word
};

} // namespace mapwright::domain
