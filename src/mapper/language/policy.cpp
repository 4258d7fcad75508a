#include "mapper/language/policy.hpp"

#include <algorithm>

namespace mapwright::mapper::language {

namespace {

const std::string any_name = "*";

/// The names of an argument, its index last.
std::vector<std::string> names_of(const ArgumentNames& argument) {
  std::vector<std::string> names = argument.names;
  names.push_back(std::to_string(argument.index));
  return names;
}

/// The keys of an argument in the order of lookup.
std::vector<std::pair<std::string, std::string>> lookup_keys(const std::string& task, const ArgumentNames& argument) {
  std::vector<std::pair<std::string, std::string>> keys;
  for (const std::string& first : {task, any_name}) {
    for (const std::string& name : names_of(argument)) {
      keys.emplace_back(first, name);
    }
    keys.emplace_back(first, any_name);
  }
  return keys;
}

/// What was decided, without which statement did.
template <class Value> std::optional<Value> value_of(std::optional<Decided<Value>> decided) {
  return decided ? std::optional(std::move(decided->value)) : std::nullopt;
}

/// The choice for a kind, else that for '*', of one key; null without either.
template <class Table, class Kind>
const auto* choice(const Table& table, const typename Table::key_type& key, Kind kind) {
  const auto row = table.find(key);
  using Chosen = typename Table::mapped_type::mapped_type;
  const Chosen* found = nullptr;
  if (row != table.end()) {
    auto entry = row->second.find(kind);
    if (entry == row->second.end()) {
      entry = row->second.find(std::nullopt);
    }
    found = entry == row->second.end() ? nullptr : &entry->second;
  }
  return found;
}

std::optional<Decided<std::string>> mapping_function(const std::map<std::string, Decided<std::string>>& maps,
                                                     const std::string& task, ProcessorKind processor) {
  for (const std::string& key : {task, std::string(to_string(processor)), any_name}) {
    if (const auto found = maps.find(key); found != maps.end()) {
      return found->second;
    }
  }
  return std::nullopt;
}

LayoutChoice layout_of(const std::vector<Constraint>& constraints) {
  LayoutChoice out;
  bool fields_chosen = false;
  bool order_chosen = false;
  for (const Constraint& constraint : constraints) {
    switch (constraint.kind) {
    case Constraint::Kind::soa:
    case Constraint::Kind::aos:
      out.fields_together = fields_chosen ? out.fields_together : constraint.kind == Constraint::Kind::aos;
      fields_chosen = true;
      break;
    case Constraint::Kind::c_order:
    case Constraint::Kind::f_order:
      out.first_fastest = order_chosen ? out.first_fastest : constraint.kind == Constraint::Kind::f_order;
      order_chosen = true;
      break;
    case Constraint::Kind::compact:
      out.compact = true;
      break;
    case Constraint::Kind::exact:
      out.exact = true;
      break;
    case Constraint::Kind::align:
      if (!out.alignment) {
        out.alignment = LayoutChoice::Alignment{constraint.comparison, constraint.bytes};
      }
      break;
    }
  }
  return out;
}

} // namespace

std::vector<std::size_t> fastest_first(const LayoutChoice& layout, std::size_t dimensions) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < dimensions; ++i) {
    order.push_back(layout.first_fastest ? i : dimensions - 1 - i);
  }
  order.insert(layout.fields_together ? order.begin() : order.end(), dimensions);
  return order;
}

Policy::Policy(const MapperSyntax& mapper) {
  for (std::size_t number = 0; number < mapper.statements.size(); ++number) {
    std::visit([this, number](const auto& is) { add(is, number); }, mapper.statements[number].is);
  }
}

void Policy::add(const TaskStatement& s, std::size_t number) {
  for (const Name& task : s.tasks) {
    tasks_.try_emplace(task.text, Decided<std::vector<ProcessorKind>>{s.kinds, number});
  }
}

void Policy::add(const RegionStatement& s, std::size_t number) {
  regions_[{s.task.text, s.region.text}].try_emplace(s.processor, Decided<std::vector<MemoryKind>>{s.memories, number});
}

void Policy::add(const LayoutStatement& s, std::size_t number) {
  layouts_[{s.task.text, s.region.text}].try_emplace(s.memory, Decided<LayoutChoice>{layout_of(s.constraints), number});
}

void Policy::add(const InstanceLimitStatement& s, std::size_t number) {
  limits_.try_emplace(s.task.text, Decided<std::int64_t>{s.limit, number});
}

void Policy::add(const CollectStatement& s, std::size_t number) {
  collected_.try_emplace(Region(s.task.text, s.region.text), number);
}

void Policy::add(const MapStatement& s, std::size_t number) {
  for (const Name& target : s.targets) {
    (s.single ? single_maps_ : index_maps_).try_emplace(target.text, Decided<std::string>{s.function.text, number});
  }
}

void Policy::add(const ReplicateStatement& s, std::size_t /*number*/) {
  for (const Name& task : s.tasks) {
    replicated_.insert(task.text);
  }
}

void Policy::add(const StealStatement& s, std::size_t /*number*/) {
  for (const Name& task : s.tasks) {
    steals_.try_emplace({task.text, s.processor}, s.any_node ? StealScope::any_node : StealScope::same_node);
  }
}

std::optional<Decided<std::vector<ProcessorKind>>> Policy::decided_kinds(const std::string& task) const {
  for (const std::string& key : {task, any_name}) {
    if (const auto found = tasks_.find(key); found != tasks_.end()) {
      return found->second;
    }
  }
  return std::nullopt;
}

std::vector<ProcessorKind> Policy::processor_kinds(const std::string& task) const {
  return value_of(decided_kinds(task)).value_or(std::vector<ProcessorKind>{});
}

std::optional<ProcessorKind> Policy::processor_kind(const std::string& task,
                                                    const std::function<bool(ProcessorKind)>& usable) const {
  const std::vector<ProcessorKind> kinds = processor_kinds(task);
  const auto found = std::find_if(kinds.begin(), kinds.end(), usable);
  return found == kinds.end() ? std::nullopt : std::optional(*found);
}

std::vector<Decided<MemoryKind>> Policy::decided_memories(const std::string& task, const ArgumentNames& argument,
                                                          ProcessorKind processor) const {
  std::vector<Decided<MemoryKind>> out;
  for (const auto& key : lookup_keys(task, argument)) {
    const auto* const found = choice(regions_, key, processor);
    for (std::size_t i = 0; found != nullptr && i < found->value.size(); ++i) {
      const MemoryKind memory = found->value[i];
      if (std::none_of(out.begin(), out.end(), [&](const auto& earlier) { return earlier.value == memory; })) {
        out.push_back({memory, found->statement});
      }
    }
  }
  return out;
}

std::vector<MemoryKind> Policy::memories(const std::string& task, const ArgumentNames& argument,
                                         ProcessorKind processor) const {
  std::vector<MemoryKind> out;
  for (const Decided<MemoryKind>& memory : decided_memories(task, argument, processor)) {
    out.push_back(memory.value);
  }
  return out;
}

std::optional<Decided<LayoutChoice>> Policy::decided_layout(const std::string& task, const ArgumentNames& argument,
                                                            MemoryKind memory) const {
  for (const auto& key : lookup_keys(task, argument)) {
    if (const auto* const found = choice(layouts_, key, memory)) {
      return *found;
    }
  }
  return std::nullopt;
}

std::optional<LayoutChoice> Policy::layout(const std::string& task, const ArgumentNames& argument,
                                           MemoryKind memory) const {
  return value_of(decided_layout(task, argument, memory));
}

std::optional<Decided<std::string>> Policy::decided_map(bool index, const std::string& task,
                                                        ProcessorKind processor) const {
  return mapping_function(index ? index_maps_ : single_maps_, task, processor);
}

std::optional<std::string> Policy::index_map(const std::string& task, ProcessorKind processor) const {
  return value_of(decided_map(true, task, processor));
}

std::optional<std::string> Policy::single_map(const std::string& task, ProcessorKind processor) const {
  return value_of(decided_map(false, task, processor));
}

std::optional<Decided<std::int64_t>> Policy::decided_limit(const std::string& task) const {
  const auto found = limits_.find(task);
  return found == limits_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::int64_t> Policy::instance_limit(const std::string& task) const {
  return value_of(decided_limit(task));
}

std::optional<std::size_t> Policy::collecting_statement(const std::string& task, const ArgumentNames& argument) const {
  for (const auto& key : lookup_keys(task, argument)) {
    if (const auto found = collected_.find(key); found != collected_.end()) {
      return found->second;
    }
  }
  return std::nullopt;
}

bool Policy::collects(const std::string& task, const ArgumentNames& argument) const {
  return collecting_statement(task, argument).has_value();
}

bool Policy::control_replicated(const std::string& task) const {
  return replicated_.contains(task);
}

std::optional<StealScope> Policy::steal(const std::string& task, ProcessorKind processor) const {
  for (const std::string& key : {task, any_name}) {
    if (const auto found = steals_.find({key, processor}); found != steals_.end()) {
      return found->second;
    }
  }
  return std::nullopt;
}

} // namespace mapwright::mapper::language
