#include "mapper/engine/conversions.hpp"

#include <algorithm>
#include <utility>

namespace mapwright::mapper {

std::uint32_t Conversions::copy_for(const TaskGraph& graph, std::uint32_t view, const DataLayout& layout, bool dense) {
  const std::span<const std::uint32_t> atoms = graph.atoms_of(view);
  // The points of a box are numbered in one way only; of other sets the view decides.
  const std::uint32_t numbering = dense ? none : view;
  const auto [found, is_new] = known_.try_emplace({std::vector(atoms.begin(), atoms.end()), numbering, layout},
                                                  static_cast<std::uint32_t>(copies_.size()));
  if (is_new) {
    std::uint64_t bytes = 0;
    for (const std::uint32_t atom : atoms) {
      bytes += graph.atoms[atom].bytes;
    }
    copies_.push_back({{atoms.begin(), atoms.end()}, bytes});
    right_.push_back(false);
    for (const std::uint32_t atom : atoms) {
      copies_of_[atom].push_back(found->second);
    }
  }
  return found->second;
}

void Conversions::bring_home(std::span<const std::uint32_t> atoms, Privilege privilege, std::uint32_t kept,
                             std::vector<Conversion>& made) {
  for (const std::uint32_t atom : atoms) {
    const std::uint32_t copy = newest_[atom];
    if (copy == none || copy == kept) {
      continue;
    }
    const std::vector<std::uint32_t>& held = copies_[copy].atoms;
    const bool overwritten =
        privilege == Privilege::write && std::all_of(held.begin(), held.end(), [&](std::uint32_t other) {
          return std::find(atoms.begin(), atoms.end(), other) != atoms.end();
        });
    if (!overwritten) {
      made.push_back({copy, true});
    }
    for (const std::uint32_t other : held) {
      newest_[other] = none;
    }
  }
}

void Conversions::overwrite(std::span<const std::uint32_t> atoms, std::uint32_t into) {
  for (const std::uint32_t atom : atoms) {
    newest_[atom] = into;
    for (const std::uint32_t copy : copies_of_[atom]) {
      right_[copy] = copy == into;
    }
  }
}

std::vector<Conversion> Conversions::use(std::uint32_t copy, Privilege privilege) {
  std::vector<Conversion> made;
  const std::vector<std::uint32_t>& atoms = copies_[copy].atoms;
  bring_home(atoms, privilege, copy, made);
  if (privilege != Privilege::write && !right_[copy]) {
    made.push_back({copy, false});
    right_[copy] = true;
  }
  if (privilege != Privilege::read) {
    overwrite(atoms, copy);
  }
  return made;
}

std::vector<Conversion> Conversions::use_at_home(std::span<const std::uint32_t> atoms, Privilege privilege) {
  std::vector<Conversion> made;
  bring_home(atoms, privilege, none, made);
  if (privilege != Privilege::read) {
    overwrite(atoms, none);
  }
  return made;
}

std::vector<Conversion> Conversions::all_home() {
  std::vector<Conversion> made;
  for (const ConvertedCopy& copy : copies_) {
    bring_home(copy.atoms, Privilege::read, none, made);
  }
  return made;
}

bool is_converted(const ArgumentForm& form, const ArgumentForm& at_home) {
  for (std::size_t f = 0; f < form.fields.size(); ++f) {
    for (std::size_t d = 0; d < (form.dense ? form.axes : 1); ++d) {
      if ((form.dense ? form.extent[d] : static_cast<std::int64_t>(form.points)) > 1 &&
          form.fields[f].stride[d] != at_home.fields[f].stride[d]) {
        return true;
      }
    }
  }
  return false;
}

} // namespace mapwright::mapper
