// The scientist's generations: start, then a design and its experiments again and again, then the end.
#pragma once

#include "kernel/scientist/generation.hpp"
#include "kernel/scientist/learner.hpp"
#include "loop/proposer.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::kernel::scientist {

struct ProposerRule {
  std::string start;             ///< the source of the starting kernel
  std::string device;            ///< on which findings are made
  std::vector<Finding> findings; ///< from elsewhere
  /// Most configurations timed for one experiment; at least 1. None: as many as usual_tuning says.
  std::optional<std::size_t> tune{};
  std::uint64_t patience = 0; ///< generations without a new champion after which a run ends; 0: any number
};

class EvolutionProposer : public loop::Proposer {
public:
  /// Valid as long as the proposer; brought up to date by observe().
  [[nodiscard]] virtual const Learner& learner() const = 0;
};

/// What `setting` refers to and `population`, which it fills, must outlive the proposer.
std::unique_ptr<EvolutionProposer> make_proposer(const Setting& setting, Population& population, ProposerRule rule);

} // namespace mapwright::kernel::scientist
