// Data in other layouts than their home, and the conversions that keep them right.
//
// Every atom has a home, where it lies field by field in F_order. An argument that wants another layout gets a copy of
// its atoms in that layout: made when it is first used, right until somebody writes the atoms elsewhere. What is
// written into a copy is brought home when somebody wants the atoms in another way. Tasks run as if in program order,
// so all of this is known before the run.
#pragma once

#include "mapper/engine/packing.hpp"
#include "mapper/program/graph.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <tuple>
#include <vector>

namespace mapwright::mapper {

/// Some atoms together in one layout.
struct ConvertedCopy {
  std::vector<std::uint32_t> atoms;
  std::uint64_t bytes = 0; ///< of the atoms
};

/// Atoms into a copy, or back home.
struct Conversion {
  std::uint32_t copy = 0;
  bool back = false;
  friend bool operator==(const Conversion&, const Conversion&) = default;
};

/// Follows the uses of data in program order.
class Conversions {
public:
  explicit Conversions(std::size_t atoms) : newest_(atoms, none), copies_of_(atoms) {}

  /// The copy for this view in a layout; views of the same atoms share one. `dense`: the view is one rectangle.
  /// A new copy has the next number.
  std::uint32_t copy_for(const TaskGraph& graph, std::uint32_t view, const DataLayout& layout, bool dense);
  /// A task uses a copy; returns what must be converted before it, in this order. Contributions of reductions change
  /// the data themselves.
  std::vector<Conversion> use(std::uint32_t copy, Privilege privilege);
  /// A task uses atoms at home.
  std::vector<Conversion> use_at_home(std::span<const std::uint32_t> atoms, Privilege privilege);
  /// What brings everything home.
  std::vector<Conversion> all_home();

  [[nodiscard]] const std::deque<ConvertedCopy>& copies() const { return copies_; }

private:
  /// Brings home what is newest in a copy other than `kept`, unless it is about to be overwritten as a whole.
  void bring_home(std::span<const std::uint32_t> atoms, Privilege privilege, std::uint32_t kept,
                  std::vector<Conversion>& made);
  void overwrite(std::span<const std::uint32_t> atoms, std::uint32_t into);

  std::map<std::tuple<std::vector<std::uint32_t>, std::uint32_t, DataLayout>, std::uint32_t> known_;
  std::deque<ConvertedCopy> copies_;                  ///< which stay where they are
  std::vector<bool> right_;                           ///< of each copy: it holds the present values
  std::vector<std::uint32_t> newest_;                 ///< of each atom: the only copy with its value; none: its home
  std::vector<std::vector<std::uint32_t>> copies_of_; ///< of each atom
};

/// Whether an argument of this form lies otherwise than at home: some field has other strides.
bool is_converted(const ArgumentForm& form, const ArgumentForm& at_home);

} // namespace mapwright::mapper
