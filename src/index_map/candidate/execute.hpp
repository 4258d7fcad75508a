// Symbolic execution of a function on all points of a region at once.
//
// Every value is a polynomial of the sizes and coordinates. Where an operation has no polynomial result - a root, a
// division, a comparison that is not decided - the execution goes on once per possible value:
//
// Lemma (alternatives). Let q, c be a polynomial and a small constant with  q^k <= P  and  P < (q + c + 1)^k  and
// q >= 0 on the whole region. Then at every point the k-th root of P is one of q, q + 1, .., q + c. Likewise
// q*Q <= P < (q + c + 1)*Q with Q >= 1 bounds floor(P / Q). An execution that meets the claim for every alternative
// meets it at every point. On the path of the alternative q + a, the inequalities that make it the value are facts:
// to show F >= 0 it suffices to show F - G >= 0 for a fact G >= 0, and a path with -G - 1 >= 0 is not taken at all.
//
// Which q to try is guessed (region.hpp); the inequalities are proved. Faults are excluded on every path: roots of
// non-negative values, positive divisors, exact divisions of polynomials that take multiples only.
#pragma once

#include "expr/function.hpp"
#include "index_map/candidate/region.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::index_map::candidate {

/// Values of names on one path, innermost last, and polynomials known to be >= 0 on it.
struct Path {
  std::vector<std::pair<expr::Symbol, Polynomial>> values;
  std::vector<Polynomial> facts;
};

class Execution {
public:
  explicit Execution(const Region& region) : region_(region) {}

  /// Receives the results at the end of one path; false ends the execution.
  using Claim = std::function<bool(const Path&, const std::vector<Polynomial>&)>;

  /// Calls `f` with parameters and arguments as given. True when every path ended, without a fault, in results for
  /// which `claim` was true; otherwise why() says what stood against it.
  bool run(const expr::Function& f, const std::vector<Polynomial>& parameters, const std::vector<Polynomial>& arguments,
           const Claim& claim);

  /// Whether a polynomial is >= 0 on a path.
  [[nodiscard]] bool non_negative(const Path& path, const Polynomial& f) const;
  /// Whether the facts of a path contradict the region.
  [[nodiscard]] bool is_impossible(const Path& path) const;

  [[nodiscard]] const std::string& why() const { return why_; }
  [[nodiscard]] int paths() const { return paths_; }

private:
  using Next = std::function<bool(const Path&, const Polynomial&)>;
  using Then = std::function<bool(const Path&)>;

  bool block(const expr::Block& statements, std::size_t at, const Path& path, const Then& then);
  bool statement(const expr::Statement& s, const Path& path, const Then& then);
  bool results(const std::vector<expr::Expr>& list, std::vector<Polynomial> done, const Path& path, const Claim& claim);
  bool value(const expr::Expr& e, const Path& path, const Next& next);
  bool binary(const expr::Expr& e, const Path& path, const Polynomial& a, const Polynomial& b, const Next& next);
  bool exact_quotient(const Path& path, const Polynomial& a, const Polynomial& b, const Next& next);
  bool quotient(const Path& path, const Polynomial& a, const Polynomial& b, const Next& next);
  bool root(int k, const Path& path, const Polynomial& a, const Next& next);
  bool decide(const Path& path, const Polynomial& difference, const Next& next);
  bool truth(const Path& path, const Polynomial& condition, const Next& next);
  bool equality(const Path& path, const Polynomial& difference, bool negated, const Next& next);

  /// What bounds a value: lower(q) >= 0 and upper(q) >= 0 on the path make q <= value and value <= q.
  struct Bounds {
    int degree = 1;
    std::function<std::optional<Int>(std::span<const Int>)> sample;
    std::function<std::vector<Polynomial>(const Polynomial&)> lower;
    std::function<std::vector<Polynomial>(const Polynomial&)> upper;
  };
  bool alternatives(const Path& path, const Bounds& bounds, const std::string& what, const Next& next);
  [[nodiscard]] bool all_non_negative(const Path& path, const std::vector<Polynomial>& list) const;
  bool give_up(std::string why);

  const Region& region_;
  std::string why_;
  int paths_ = 0;
};

} // namespace mapwright::index_map::candidate
