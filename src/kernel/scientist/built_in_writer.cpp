#include "kernel/scientist/built_in_roles.hpp"
#include "kernel/scientist/options.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

class BuiltInWriter : public Writer {
public:
  explicit BuiltInWriter(RoleTools tools) : tools_(std::move(tools)) {}

  [[nodiscard]] std::string name() const override { return "built-in"; }

  Answer<Written> write(const Situation& situation, const Selection& selection, const ExperimentPlan& plan,
                        loop::StepContext& /*context*/) override {
    const auto options = options_for(situation, selection, tools_.examine, *tools_.catalogue);
    if (!options) {
      return tl::make_unexpected(options.error());
    }
    const auto found = std::find_if(options->begin(), options->end(), [&](const Option& option) {
      return option.variant.experiment == plan.name && (plan.site.empty() || option.variant.site == plan.site);
    });
    if (found == options->end()) {
      return tl::make_unexpected(loop::Setback{
          fmt::format("the built-in writer cannot carry out '{}'{} on version {}: it is none of the catalogue's "
                      "experiments that apply there",
                      plan.name, plan.site.empty() ? "" : fmt::format(" at {}", plan.site), selection.base),
          {}});
    }
    return Written{found->variant.source, fmt::format("{}: {}", found->variant.experiment, found->variant.site)};
  }

private:
  RoleTools tools_;
};

} // namespace

std::unique_ptr<Writer> make_built_in_writer(const RoleTools& tools) {
  return std::make_unique<BuiltInWriter>(tools);
}

} // namespace mapwright::kernel::scientist
