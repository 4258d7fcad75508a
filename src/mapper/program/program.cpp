#include "mapper/program/program.hpp"

#include <algorithm>
#include <array>

namespace mapwright::mapper {

namespace {

struct PrivilegeWord {
  std::string_view word;
  Privilege privilege;
  Reduction reduction;
};

constexpr std::array<PrivilegeWord, 7> privilege_words{{{"R", Privilege::read, Reduction::sum},
                                                        {"W", Privilege::write, Reduction::sum},
                                                        {"RW", Privilege::read_write, Reduction::sum},
                                                        {"reduce(+)", Privilege::reduce, Reduction::sum},
                                                        {"reduce(*)", Privilege::reduce, Reduction::product},
                                                        {"reduce(min)", Privilege::reduce, Reduction::minimum},
                                                        {"reduce(max)", Privilege::reduce, Reduction::maximum}}};

} // namespace

std::string_view to_string(Privilege privilege, Reduction reduction) {
  for (const PrivilegeWord& entry : privilege_words) {
    if (entry.privilege == privilege && (privilege != Privilege::reduce || entry.reduction == reduction)) {
      return entry.word;
    }
  }
  return "";
}

std::optional<std::pair<Privilege, Reduction>> privilege_named(std::string_view name) {
  for (const PrivilegeWord& entry : privilege_words) {
    if (entry.word == name) {
      return std::pair(entry.privilege, entry.reduction);
    }
  }
  return std::nullopt;
}

std::uint32_t Program::parent_launch(std::uint32_t launch) const {
  for (const ProgramStep& step : steps) {
    if (step.launch != launch) {
      continue;
    }
    for (std::uint32_t above = step.parent; above != none; above = steps[above].parent) {
      if (steps[above].launch != none) {
        return steps[above].launch;
      }
    }
  }
  return none;
}

bool Program::only_launches(std::uint32_t launch) const {
  return std::any_of(steps.begin(), steps.end(),
                     [&](const ProgramStep& step) { return step.launch == launch && !step.body.empty(); });
}

std::uint64_t bytes_of_fields(const Region& region, std::uint64_t fields) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < region.fields.size(); ++i) {
    if ((fields >> i & 1U) != 0) {
      bytes += region.fields[i].bytes;
    }
  }
  return bytes;
}

} // namespace mapwright::mapper
