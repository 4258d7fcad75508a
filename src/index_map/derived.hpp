// What a derivation returns and what a check of its proof returns; shared by all proof families.
#pragma once

#include "domain/map.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace mapwright::index_map {

/// The families of proofs. Each has a deriver and a separate checker in its own folder below index_map/.
enum class ProofKind : std::uint8_t {
  polynomial_telescoping, ///< affine sets: counts and ranks by iterated sums, inverted level by level
  digit_bijection,        ///< self-similar sets: digits of the index choose cells
  substitution_induction, ///< substitution systems: weighted descent over the levels
  table,                  ///< rows or segments listed in a table, searched
  composition,            ///< a map built from proved maps
  exhaustive,             ///< no proof: every index up to a stated size was compared
};
std::string to_string(ProofKind kind);

/// One way of finding the point that was weighed, its cost (operations per index) and why it was not taken.
struct Considered {
  std::string method;
  double cost = 0;
  std::string verdict; ///< "chosen", or the reason against
};

struct DeriveOptions {
  std::vector<std::optional<expr::Int>> parameters{}; ///< fixed sizes; needed only where a table depends on them
  std::string form = "auto";                          ///< "auto", or the name of a method the derivation must use
};

/// A map with everything needed to check it.
struct Derived {
  domain::Map map;
  ProofKind kind = ProofKind::exhaustive;
  nlohmann::json proof;                ///< the payload a checker reads; every expression and set in it is text
  std::vector<std::string> formulas{}; ///< for people: "count(n) = n*(n + 1)/2", "rank(i, j) = ..."
  std::vector<Considered> considered{};
};

/// One obligation of a proof and whether it was discharged.
struct Fact {
  std::string name; ///< e.g. "telescoping level 1 piece 0"
  bool holds = false;
  std::string detail; ///< how it was checked, or the counterexample
};

struct CheckReport {
  std::vector<Fact> facts;
  [[nodiscard]] bool proved() const {
    for (const Fact& fact : facts) {
      if (!fact.holds) {
        return false;
      }
    }
    return !facts.empty();
  }
};

} // namespace mapwright::index_map
