// Which kind of memory holds an argument, and how it lies there.
#include "mapper/elaborate/elaborating.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// An argument whose layout a statement decides.
struct LayoutUse {
  std::uint32_t launch = 0;
  std::size_t argument = 0;
  LayoutNeed need{};
};

/// What all of them need together; nothing when they contradict each other.
std::optional<LayoutNeed> common_need(const std::vector<LayoutUse>& uses) {
  LayoutNeed all;
  for (const LayoutUse& use : uses) {
    if ((all.dimensions && use.need.dimensions && all.dimensions != use.need.dimensions) ||
        (all.fields && use.need.fields && all.fields != use.need.fields)) {
      return std::nullopt;
    }
    all.dimensions = use.need.dimensions ? use.need.dimensions : all.dimensions;
    all.fields = use.need.fields ? use.need.fields : all.fields;
    if (use.need.alignment != 0) {
      all.alignment = std::lcm(std::max(1U, all.alignment), use.need.alignment);
    }
  }
  return all;
}

class DataChooser {
public:
  explicit DataChooser(Elaborating& work) : work_(work) {}

  void run() {
    for (std::uint32_t launch = 0; launch < work_.program.launches.size(); ++launch) {
      for (std::size_t i = 0; work_.choices[launch].kind && i < work_.choices[launch].memories.size(); ++i) {
        choose(launch, i);
      }
    }
    for (const auto& [statement, uses] : layout_uses_) {
      check_layouts(statement, uses);
    }
  }

private:
  void choose(std::uint32_t launch, std::size_t index) {
    LaunchChoice& choice = work_.choices[launch];
    const Launch& made = work_.program.launches[launch];
    if (choice.inner) {
      consult_for_inner(launch, index);
      choice.memories[index] = MemoryKind::virtual_memory;
      return;
    }
    choice.memories[index] = choose_memory(launch, index);
    const auto memory = choice.memories[index] ? choice.memories[index] : usual_memory(work_, *choice.kind);
    if (!memory) {
      return;
    }
    const LayoutNeed need = choice.variant->layouts.empty() ? LayoutNeed{} : choice.variant->layouts[index];
    const std::string& task = work_.kind_of(made).name;
    const language::ArgumentNames names = work_.names_of(made, index);
    ArgumentOrigins& origins = work_.made.origins[launch].arguments[index];
    choice.layouts[index] = layout_needed(need);
    if (const auto decided = work_.mapper.policy().decided_layout(task, names, *memory)) {
      choice.layouts[index] = layout_chosen(decided->value, need);
      origins.layout = work_.consult(decided->statement);
      layout_uses_[decided->statement].push_back({launch, index, need});
    }
    const auto collecting = work_.mapper.policy().collecting_statement(task, names);
    if (collecting && made.arguments[index].privilege == Privilege::read) {
      choice.collected[index] = true;
      origins.collect = work_.consult(*collecting);
    }
  }

  /// Statements about tasks that launch others decide nothing, and are common: VIRTUAL is said there.
  void consult_for_inner(std::uint32_t launch, std::size_t index) {
    const Launch& made = work_.program.launches[launch];
    for (const auto& listed : work_.mapper.policy().decided_memories(
             work_.kind_of(made).name, work_.names_of(made, index), *work_.choices[launch].kind)) {
      work_.made.origins[launch].arguments[index].memory = work_.consult(listed.statement);
    }
  }

  std::optional<MemoryKind> choose_memory(std::uint32_t launch, std::size_t index) {
    const ProcessorKind processor = *work_.choices[launch].kind;
    const MemoryChoice choice = memory_choice(work_, launch, index, processor);
    work_.made.origins[launch].arguments[index].memory = consult(work_, choice);
    if (!choice.memory) {
      report_no_memory(work_, launch, index, processor, choice, std::nullopt);
    }
    return choice.memory;
  }

  /// One finding for each need that a statement does not meet.
  void check_layouts(std::size_t number, const std::vector<LayoutUse>& uses) {
    const std::optional<LayoutNeed> common = common_need(uses);
    const language::Statement& statement = work_.statement(number);
    const auto& words = std::get<language::LayoutStatement>(statement.is).constraints;
    for (const LayoutUse& use : uses) {
      const Launch& launch = work_.program.launches[use.launch];
      const LaunchChoice& choice = work_.choices[use.launch];
      const DataLayout& layout = choice.layouts[use.argument];
      if (satisfies(layout, use.need)) {
        continue;
      }
      const auto conflict = std::find_if(
          words.begin(), words.end(), [&](const language::Constraint& each) { return excludes(each.kind, use.need); });
      work_.findings.add(
          fmt::format("layout {} {}", number, to_string(use.need)),
          {language::Severity::error, conflict == words.end() ? statement.span : conflict->span,
           fmt::format("the layout {} is not what the variant for {} needs, {}, for {}", to_string(layout),
                       to_string(*choice.kind), to_string(use.need), work_.argument_text(launch, use.argument)),
           fmt::format("or, before other Layout statements for it, `Layout {} * {};`",
                       work_.words_for(launch, use.argument), to_string(layout_needed(use.need))),
           common ? std::optional(repair(statement, layout, *common)) : std::nullopt});
    }
  }

  /// Whether a constraint of this kind may be what contradicts the need.
  static bool excludes(language::Constraint::Kind kind, const LayoutNeed& need) {
    using Kind = language::Constraint::Kind;
    return (kind == Kind::c_order && need.dimensions == DimensionOrder::f_order) ||
           (kind == Kind::f_order && need.dimensions == DimensionOrder::c_order) ||
           (kind == Kind::soa && need.fields == FieldOrder::aos) ||
           (kind == Kind::aos && need.fields == FieldOrder::soa) || (kind == Kind::align && need.alignment != 0);
  }

  /// The statement, which gives `layout`, with the words that are needed.
  [[nodiscard]] language::Fix repair(const language::Statement& statement, DataLayout layout,
                                     const LayoutNeed& need) const {
    layout.dimensions = need.dimensions.value_or(layout.dimensions);
    layout.fields = need.fields.value_or(layout.fields);
    if (!satisfies(layout, need)) {
      layout.alignment = need.alignment;
    }
    const auto& words = std::get<language::LayoutStatement>(statement.is).constraints;
    if (words.empty()) {
      return append_to(work_.mapper.source(), statement, " " + to_string(layout));
    }
    return {{words.front().span.begin, words.back().span.end}, to_string(layout)};
  }

  Elaborating& work_;
  std::map<std::size_t, std::vector<LayoutUse>> layout_uses_; ///< of each statement
};

} // namespace

std::optional<MemoryKind> usual_memory(const Elaborating& work, ProcessorKind processor) {
  const MemoryKind nearest = processor == ProcessorKind::gpu ? MemoryKind::fbmem : MemoryKind::sysmem;
  if (work.sees(processor, nearest)) {
    return nearest;
  }
  std::optional<MemoryKind> fastest;
  double most = 0;
  for (const Sight& sight : work.machine.description().sights) {
    if (sight.processor == processor && work.sees(processor, sight.memory) && sight.bandwidth > most) {
      fastest = sight.memory;
      most = sight.bandwidth;
    }
  }
  return fastest;
}

void choose_data(Elaborating& work) {
  DataChooser(work).run();
}

} // namespace mapwright::mapper
