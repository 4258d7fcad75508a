// The processors that formulas give the points of launches, worked out by the language itself.
#pragma once

#include "mapper/language/launch_map.hpp"
#include "mapper/search/placement_grammar.hpp"
#include "mapper/space/processor_space.hpp"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace mapwright::mapper {

/// The processor of each point of a launch, the first dimension fastest.
using PlacementTable = std::vector<space::ProcessorPoint>;

/// The launch domain as the language takes it.
language::LaunchDomain launch_domain(const Rectangle& domain);

/// Places launches; what was asked before is not worked out again.
class PlacementTables {
public:
  explicit PlacementTables(language::MachineShape machine) : machine_(machine) {}

  /// Nothing where some point of the domain has no processor; of several that the function gives the first.
  const std::optional<PlacementTable>& of(ProcessorKind processor, const std::string& name, const std::string& body,
                                          const Rectangle& domain);

private:
  using Domain = std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>>; ///< low, extents
  const std::optional<language::Mapper>& mapper_of(const std::string& text);

  language::MachineShape machine_;
  std::map<std::string, std::optional<language::Mapper>> mappers_;
  std::map<std::pair<std::string, Domain>, std::optional<PlacementTable>> tables_; ///< by text
};

} // namespace mapwright::mapper
