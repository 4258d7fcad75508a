#include "mapper/simulate/resolve.hpp"

#include "mapper/program/effective_layout.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// Resolves one launch after another; what they have in common is found once.
class Resolver {
public:
  Resolver(const Program& program, const TaskGraph& graph, const Machine& machine, const Plan& plan, SiteTable& sites)
      : program_(program), graph_(graph), machine_(machine), plan_(plan), sites_(sites) {
    launches_others_.assign(program.launches.size(), false);
    for (const ProgramStep& step : program.steps) {
      if (step.launch != none) {
        launches_others_[step.launch] = !step.body.empty();
      }
    }
  }

  Result<ResolvedPlan> run() {
    if (auto checked = check_limits(); !checked) {
      return forward(checked);
    }
    resolved_.limits = plan_.limits;
    resolved_.tasks.reserve(graph_.slots.size());
    resolved_.arguments.resize(graph_.argument_count);
    for (std::uint32_t slot = 0; slot < graph_.slots.size(); ++slot) {
      if (auto done = add(slot); !done) {
        return forward(done);
      }
    }
    return std::move(resolved_);
  }

private:
  template <class... Parts>
  tl::unexpected<Error> refuse(std::uint32_t slot, fmt::format_string<Parts...> text, Parts&&... parts) const {
    return fail(ErrorKind::input, fmt::format("{}: {}", name_of_slot(program_, graph_, slot),
                                              fmt::format(text, std::forward<Parts>(parts)...)));
  }

  /// A task in flight holds its place until the tasks it launched are complete; those must not need the same place.
  [[nodiscard]] Result<void> check_limits() const {
    for (std::uint32_t launch = 0; launch < program_.launches.size(); ++launch) {
      const std::uint32_t kind = program_.launches[launch].kind;
      for (std::uint32_t above = program_.parent_launch(launch); above != none && plan_.limits[kind] != 0;
           above = program_.parent_launch(above)) {
        if (program_.launches[above].kind == kind) {
          return fail(
              ErrorKind::input,
              fmt::format("InstanceLimit of '{}': its tasks launch tasks of the same kind, which would wait for "
                          "them for ever",
                          program_.kinds[kind].name),
              "leave the limit out, or give the inner tasks a kind of their own");
        }
      }
    }
    return {};
  }

  Result<void> add(std::uint32_t slot) {
    const Launch& launch = program_.launches[graph_.slots[slot].launch];
    const TaskKind& kind = program_.kinds[launch.kind];
    const TaskDecision& decision = plan_.tasks[slot];
    const std::optional<std::uint32_t> processor = machine_.find(decision.processor);
    if (!processor) {
      return refuse(slot, "the machine '{}' has no {}", machine_.description().name, to_string(decision.processor));
    }
    const auto variant = std::find_if(kind.variants.begin(), kind.variants.end(), [&](const TaskVariant& item) {
      return item.processor == decision.processor.kind;
    });
    if (variant == kind.variants.end()) {
      return refuse(slot, "the task '{}' has no variant for {}", kind.name, to_string(decision.processor.kind));
    }
    const ProcessorClass& properties = machine_.class_of_processor(*processor);
    const bool launches = launches_others_[graph_.slots[slot].launch];
    const double factor = launches ? 1 : factor_of(slot, launch, kind, decision.processor.kind);
    const bool free = launches && machine_.description().runtime.launches_for_free;
    resolved_.tasks.push_back({*processor, decision.priority, factor / (properties.flops * variant->efficiency),
                               free ? 0 : properties.overhead});
    factor_ = factor;
    for (std::uint32_t i = 0; !launches_others_[graph_.slots[slot].launch] && i < launch.arguments.size(); ++i) {
      if (auto done = add_argument(slot, i, kind, *variant, *processor); !done) {
        return done;
      }
    }
    return {};
  }

  /// What the machine says of this kind of task with the layouts of its arguments.
  double factor_of(std::uint32_t slot, const Launch& launch, const TaskKind& kind, ProcessorKind processor) {
    if (machine_.description().work.empty()) {
      return 1;
    }
    layouts_.clear();
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
      const DataLayout& layout = plan_.arguments[graph_.slots[slot].first_argument + i].layout;
      layouts_.push_back(effective_layout(program_, launch.arguments[i], layout));
    }
    return machine_.work_factor(program_.name, kind.name, processor, layouts_);
  }

  Result<void> add_argument(std::uint32_t slot, std::uint32_t index, const TaskKind& kind, const TaskVariant& variant,
                            std::uint32_t processor) {
    const std::uint32_t number = graph_.slots[slot].first_argument + index;
    const ArgumentDecision& decision = plan_.arguments[number];
    const std::string& name = kind.parameters[index].name;
    const std::optional<std::uint32_t> memory = machine_.find(decision.memory);
    if (!memory) {
      return refuse(slot, "argument '{}': the machine '{}' has no {}", name, machine_.description().name,
                    to_string(decision.memory));
    }
    const std::optional<double> bandwidth = machine_.bandwidth(processor, *memory);
    if (!bandwidth) {
      return refuse(slot, "argument '{}': {} does not see {}", name, to_string(machine_.processor_name(processor)),
                    to_string(decision.memory));
    }
    if (!variant.layouts.empty() && !satisfies(decision.layout, variant.layouts[index])) {
      return refuse(slot, "argument '{}': the layout is {}, but the variant for {} needs {}", name,
                    to_string(decision.layout), to_string(variant.processor), to_string(variant.layouts[index]));
    }
    // Where processors change layouts, all copies lie as at home (ResolvedPlan::conversions).
    const DataLayout layout = machine_.description().runtime.converts_on_processor ? DataLayout{} : decision.layout;
    resolved_.arguments[number] = {sites_.site(*memory, layout), decision.collect, factor_ / *bandwidth};
    return {};
  }

  const Program& program_;
  const TaskGraph& graph_;
  const Machine& machine_;
  const Plan& plan_;
  SiteTable& sites_;
  std::vector<bool> launches_others_;
  double factor_ = 1;               ///< of the present slot
  std::vector<DataLayout> layouts_; ///< of its arguments
  ResolvedPlan resolved_;
};

} // namespace

std::uint32_t SiteTable::site(std::uint32_t memory, const DataLayout& layout) {
  auto found = std::find(layouts.begin(), layouts.end(), layout);
  if (found == layouts.end()) {
    found = layouts.insert(layouts.end(), layout);
  }
  return static_cast<std::uint32_t>(found - layouts.begin()) * memories + memory;
}

Result<ResolvedPlan> resolve(const Program& program, const TaskGraph& graph, const Machine& machine, const Plan& plan,
                             SiteTable& sites) {
  return Resolver(program, graph, machine, plan, sites).run();
}

} // namespace mapwright::mapper
